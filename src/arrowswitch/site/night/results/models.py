"""What is kept about results beside the journals: the links under which others read them, and events of several sessions."""

from __future__ import annotations

import secrets
from fractions import Fraction
from typing import cast

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arrowswitch.contests import SeriesPlan
from arrowswitch.contests.series.plan import Listed, Way
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal.models import Session


def token() -> str:
    """Something that nobody guesses."""
    return secrets.token_urlsafe(16)


class Link(models.Model):
    """A link to the results of a session, to be shared. Withdrawn, it leads nowhere, and never comes back."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="links")
    token = models.CharField(max_length=40, unique=True, default=token)
    made = models.DateTimeField(default=timezone.now)
    withdrawn = models.DateTimeField(null=True, blank=True)
    listed = models.BooleanField(default=True)
    """Whether posted results stand in the club's list."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("session",), condition=models.Q(withdrawn=None), name="results_one_link_a_session"
            ),
        )

    def __str__(self) -> str:
        return self.token

    @classmethod
    def of(cls, session: Session) -> Link | None:
        """The link that is open now."""
        return cls.objects.filter(session=session, withdrawn=None).first()

    @classmethod
    def make(cls, session: Session) -> Link:
        """The link that is open now, or a new one."""
        return cls.objects.get_or_create(session=session, withdrawn=None)[0]

    def withdraw(self) -> None:
        """Closes it."""
        self.withdrawn = timezone.now()
        self.save(update_fields=["withdrawn"])


class Event(models.Model):
    """Sessions of a club with one ranked list."""

    WAYS = (
        ("percent", _("Mean of the percentages, by boards played")),
        ("mean", _("Mean of the percentages, every session alike")),
        ("points", _("Sum of matchpoints or IMPs")),
        ("vps", _("Sum of victory points")),
    )
    LISTED = (("contestants", _("pairs and teams, as they played")), ("players", _("every player alone")))
    MATCHED = (("players", _("by their players")), ("numbers", _("by their numbers, which they keep")))

    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    name = models.CharField(max_length=80)
    way = models.CharField(max_length=10, choices=WAYS, default="percent")
    carried = models.PositiveSmallIntegerField(default=100)
    """How much of all sessions but the last counts, in percent."""
    planned = models.PositiveSmallIntegerField(null=True, blank=True)
    """Sessions in all, also those to come; of a ladder."""
    needed = models.PositiveSmallIntegerField(null=True, blank=True)
    """So many must be played to have a place."""
    counted = models.PositiveSmallIntegerField(null=True, blank=True)
    """The best so many count."""
    listed = models.CharField(max_length=12, choices=LISTED, default="contestants")
    partners = models.PositiveSmallIntegerField(default=1)
    """With so many different partners at least must somebody have played what counts."""
    matched = models.CharField(max_length=10, choices=MATCHED, default="players")
    token = models.CharField(max_length=40, unique=True, default=token)
    open = models.BooleanField(default=True)
    """Whether those who have the link may look at it."""

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return self.name

    @property
    def plan(self) -> SeriesPlan:
        """How its sessions become one list."""
        return SeriesPlan(
            cast(Way, self.way),  # one of WAYS
            Fraction(self.carried, 100),
            sessions=self.planned,
            needed=self.needed,
            counted=self.counted,
            by=cast(Listed, self.listed),  # one of LISTED
            partners=self.partners,
        )


class EventSession(models.Model):
    """A session of an event."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="parts")
    session = models.ForeignKey(Session, models.CASCADE, related_name="events")

    class Meta:
        ordering = ("session__date", "session__pk")
        constraints = (models.UniqueConstraint(fields=("event", "session"), name="results_a_session_once"),)

    def __str__(self) -> str:
        return f"{self.event}: {self.session}"
