"""What a night was against the cards, for each player. It follows from journals and double-dummy tables and can be made again."""

from __future__ import annotations

import json

from django.db import models
from django.utils import timezone

from arrowswitch.site.club.models import Player
from arrowswitch.site.journal.models import Session


class CardsNight(models.Model):
    """A session that was looked at against its cards, when its journal had `last` entries."""

    session = models.OneToOneField(Session, models.CASCADE, primary_key=True, related_name="+")
    last = models.PositiveIntegerField()
    whole = models.BooleanField(default=True)
    """Not so while tables or leads are still to be worked out."""
    looked = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.session_id}, {self.last}"


class CardsLine(models.Model):
    """A player's night against the cards."""

    night = models.ForeignKey(CardsNight, models.CASCADE, related_name="lines")
    player = models.ForeignKey(Player, models.CASCADE, related_name="cards_lines")
    unit = models.CharField(max_length=10)
    """`percent` of a top, IMPs or points."""
    boards = models.PositiveSmallIntegerField()
    tricks = models.SmallIntegerField(default=0)
    """As declarer, above or below those that were there."""
    done = models.TextField(blank=True)
    """What `doings` says, as JSON."""

    class Meta:
        ordering = ("night", "pk")

    def __str__(self) -> str:
        return f"{self.night_id}: {self.player_id}"

    @property
    def doings(self) -> dict[str, tuple[int, float]]:
        """On how many boards something could be done, and what was gained in all: by the pair, and by the player alone."""
        return {doing: (boards, gain) for doing, (boards, gain) in json.loads(self.done or "{}").items()}
