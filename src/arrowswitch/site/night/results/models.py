"""What is kept about results beside the journals: the links under which others read them, and events of several sessions."""

from __future__ import annotations

import secrets
from fractions import Fraction
from typing import cast

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arrowswitch.contests import SeriesPlan
from arrowswitch.contests.series.plan import Way
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
        ("points", _("Sum of matchpoints or IMPs")),
        ("vps", _("Sum of victory points")),
    )
    MATCHED = (("players", _("by their players")), ("numbers", _("by their numbers, which they keep")))

    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    name = models.CharField(max_length=80)
    way = models.CharField(max_length=10, choices=WAYS, default="percent")
    carried = models.PositiveSmallIntegerField(default=100)
    """How much of all sessions but the last counts, in percent."""
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
        return SeriesPlan(cast(Way, self.way), Fraction(self.carried, 100))  # one of WAYS


class EventSession(models.Model):
    """A session of an event."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="parts")
    session = models.ForeignKey(Session, models.CASCADE, related_name="events")

    class Meta:
        ordering = ("session__date", "session__pk")
        constraints = (models.UniqueConstraint(fields=("event", "session"), name="results_a_session_once"),)

    def __str__(self) -> str:
        return f"{self.event}: {self.session}"
