"""The rows of the yearbook: a session, everybody who played in it, and what may be looked for in it later."""

from __future__ import annotations

import json
from fractions import Fraction

from django.db import models

from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal.models import Session


class PlayedSession(models.Model):
    """A session whose results are posted, as its journal has it after `last` entries."""

    session = models.OneToOneField(Session, models.CASCADE, primary_key=True, related_name="played")
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    last = models.PositiveIntegerField()
    """The number of the last entry of the journal that was read; with more, the rows are made anew."""
    posted = models.BooleanField(default=True)
    """Not so while results were never posted: then there are no lines."""
    version = models.PositiveSmallIntegerField(default=0)
    posted_at = models.DateTimeField(null=True)
    day = models.DateField(null=True)
    title = models.TextField(blank=True)
    kind = models.CharField(max_length=10, default="pairs")
    """Pairs, teams or individual."""
    method = models.CharField(max_length=30, blank=True)
    winners = models.PositiveSmallIntegerField(default=1)
    contestants = models.PositiveIntegerField(default=0)
    tables = models.FloatField(default=0)
    boards = models.PositiveSmallIntegerField(default=0)
    """In play."""
    met = models.TextField(blank=True)
    """Who met whom on which board, as JSON (board, NS, EW), by the names that lines have in `contestant`: ratings need it."""

    class Meta:
        ordering = ("-day", "-session")
        indexes = (
            models.Index(fields=("club", "day"), condition=models.Q(posted=True), name="yearbook_posted_in_a_year"),
        )

    def __str__(self) -> str:
        return f"{self.title}, {self.day}"


class PlayedLine(models.Model):
    """What a player had in a session. Whoever shares a contestant played together."""

    played = models.ForeignKey(PlayedSession, models.CASCADE, related_name="lines")
    day = models.DateField(null=True)
    """The day of the session again, so that a player's years are found by one index."""
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="played_lines")
    """None for a visitor without an entry in the register."""
    name = models.CharField(max_length=200, blank=True)
    """Of a visitor; who is in the register is called as the register says."""
    partner = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    partner_name = models.CharField(max_length=200, blank=True)
    """Of a partner without an entry in the register."""
    contestant = models.CharField(max_length=20)
    """As scoring calls the pair, team or player: A7."""
    label = models.CharField(max_length=20)
    """As the cards call it: 7."""
    section = models.CharField(max_length=10, blank=True)
    direction = models.CharField(max_length=2, blank=True)
    """NS or EW, where the list is of one direction."""
    rank = models.CharField(max_length=20, blank=True)
    place = models.PositiveIntegerField(null=True)
    field = models.PositiveIntegerField(default=0)
    """How many stood in the same list."""
    boards = models.PositiveSmallIntegerField()
    points = models.CharField(max_length=60)
    """Exact, as a fraction, after penalties."""
    maximum = models.CharField(max_length=60, blank=True)
    vps = models.CharField(max_length=60, blank=True)
    percent = models.FloatField(null=True)
    """For plots and for order; what is exact follows from points and maximum."""
    done = models.TextField(blank=True)
    """What `doings` says, as JSON."""

    class Meta:
        ordering = ("played", "place", "pk")
        indexes = (models.Index(fields=("player", "day"), name="yearbook_a_players_years"),)

    def __str__(self) -> str:
        return f"{self.played_id}: {self.contestant}"

    @property
    def doings(self) -> dict[str, tuple[int, float]]:
        """The boards and the mean percentage as declarer, as dummy and in defence, where contracts are known."""
        return {doing: (boards, mean) for doing, (boards, mean) in json.loads(self.done or "{}").items()}

    @property
    def exact_percent(self) -> Fraction | None:
        """Of all that could be had; None where nothing could be, as at one table alone."""
        most = Fraction(self.maximum or 0)
        return Fraction(self.points) / most * 100 if most else None


NOTABLE = {"slam": "slam", "ruling": "ruling"}


class PlayedNotable(models.Model):
    """What people look for years later: a slam that was bid, a ruling."""

    played = models.ForeignKey(PlayedSession, models.CASCADE, related_name="notables")
    kind = models.CharField(max_length=10)
    board = models.PositiveSmallIntegerField(null=True)
    what = models.CharField(max_length=200)
    """The result (6♠ N =), or what the ruling was about."""
    made = models.BooleanField(null=True)
    """Of a slam, whether it was made."""
    ns = models.CharField(max_length=20, blank=True)
    ew = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ("played", "board", "pk")
        indexes = (models.Index(fields=("kind", "played"), name="yearbook_notables"),)

    def __str__(self) -> str:
        return f"{self.played_id}: {self.what}"
