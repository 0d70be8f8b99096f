"""What is kept about sending: to whom the club sends its results, and which file was made when, from which version."""

from __future__ import annotations

import json
from collections.abc import Mapping

from django.db import models
from django.utils import timezone

from arrowswitch.site.club.models import Club
from arrowswitch.site.exchange.receivers import Receiver, receivers
from arrowswitch.site.journal.models import Session


class ClubReceiver(models.Model):
    """What a club has decided about a receiver; without it, what is usual in its federation."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="receivers")
    receiver = models.SlugField(max_length=40)
    wanted = models.BooleanField()
    written = models.TextField(default="{}")
    """What is the same every time, as JSON: the number of the club, the usual charge code."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=("club", "receiver"), name="exchange_a_receiver_once"),)

    def __str__(self) -> str:
        return self.receiver

    @property
    def facts(self) -> Mapping[str, str]:
        """What is the same every time."""
        return _facts(self.written)


class MadeFile(models.Model):
    """A file that was made for a receiver."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="made_files")
    receiver = models.SlugField(max_length=40)
    file = models.SlugField(max_length=20)
    version = models.PositiveIntegerField()
    """The version of the results that is in it."""
    written = models.TextField(default="{}")
    """What somebody wrote down for it, as JSON: a charge code, a session number."""
    at = models.DateTimeField(default=timezone.now)
    by = models.TextField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.session_id}: {self.receiver} {self.file}"

    @property
    def facts(self) -> Mapping[str, str]:
        """What somebody wrote down for it."""
        return _facts(self.written)


def _facts(written: str) -> Mapping[str, str]:
    found: Mapping[str, str] = json.loads(written)
    return found


def decided(club: Club) -> Mapping[str, ClubReceiver]:
    """What a club has decided, by receiver."""
    return {each.receiver: each for each in ClubReceiver.objects.filter(club=club)}


def wanted(club: Club) -> list[tuple[Receiver, ClubReceiver | None]]:
    """The receivers of a club, in the order of lists."""
    found = decided(club)
    return [
        (each, found.get(each.id))
        for each in receivers().values()
        if (found[each.id].wanted if each.id in found else each.is_usual(club.federation))
    ]
