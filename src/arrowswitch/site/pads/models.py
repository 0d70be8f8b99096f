"""What is kept of pads: the code on each table's and each pair's card, each device that has joined, and each wrong number.

A device holds a secret; only its digest is kept, so that a copy of the database opens no table.
"""

from __future__ import annotations

import hashlib
import secrets

from django.db import models

from arrowswitch.session.sight import Device
from arrowswitch.site.journal.models import Session

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without I and O, which look like figures."""
CODE = 6


def new_code() -> str:
    """Six letters that are easy to read out."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def digest(token: str) -> str:
    """What is kept of a device's secret.

    >>> len(digest("secret"))
    64
    """
    return hashlib.sha256(token.encode()).hexdigest()


class TableCode(models.Model):
    """The code of a table for one session; whoever has the card has the code."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="table_codes")
    section = models.CharField(max_length=12)
    table = models.PositiveIntegerField()
    code = models.CharField(max_length=CODE, unique=True, default=new_code)

    class Meta:
        ordering = ("session", "section", "table")
        constraints = (models.UniqueConstraint(fields=("session", "section", "table"), name="pads_one_code_a_table"),)

    def __str__(self) -> str:
        return f"{self.section}{self.table} {self.code}"


class PairCode(models.Model):
    """The code of a pair for one session: the square on its guide card or slip, which makes a phone the pair's own."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="pair_codes")
    section = models.CharField(max_length=12)
    pair = models.PositiveIntegerField()
    code = models.CharField(max_length=CODE, unique=True, default=new_code)

    class Meta:
        ordering = ("session", "section", "pair")
        constraints = (models.UniqueConstraint(fields=("session", "section", "pair"), name="pads_one_code_a_pair"),)

    def __str__(self) -> str:
        return f"{self.section}{self.pair} {self.code}"


class NewNumber(models.Model):
    """How often a pair was given another number for one session; without a row it has its first."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="new_numbers")
    section = models.CharField(max_length=12)
    pair = models.PositiveIntegerField()
    times = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("session", "section", "pair")
        constraints = (models.UniqueConstraint(fields=("session", "section", "pair"), name="pads_one_number_a_pair"),)

    def __str__(self) -> str:
        return f"{self.section}{self.pair} {self.times}"


class Pad(models.Model):
    """A device that has joined a table, or that goes with a pair."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="pads")
    token = models.CharField(max_length=64, unique=True)
    """The digest of the device's secret."""
    section = models.CharField(max_length=12)
    table = models.PositiveIntegerField()
    side = models.CharField(max_length=2, blank=True)
    """NS or EW where each side has its own; empty for the table's only one."""
    pair = models.PositiveIntegerField(null=True, blank=True)
    """The pair with which it moves; then the table is where it joined."""
    joined = models.DateTimeField(auto_now_add=True)
    seen = models.DateTimeField(auto_now_add=True)
    revoked = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("session", "section", "table", "joined")

    def __str__(self) -> str:
        return f"{self.section}{self.table}{self.side}"

    @property
    def holder(self) -> str:
        """Whose it is: the pair's with which it goes, or the table's where it is now."""
        whose = f"pair {self.pair}" if self.pair is not None else f"{self.table}"
        return f"{self.session_id}/{self.section}/{whose}"

    @property
    def device(self) -> Device:
        """As the session knows it."""
        return Device(self.section, self.table, self.side, self.pair)

    def other_side(self) -> bool:
        """Whether the other side has a device of its own at this table."""
        here = Pad.objects.filter(session=self.session_id, section=self.section, table=self.table, revoked=None)
        return here.filter(side="EW" if self.side == "NS" else "NS").exists()


class WrongNumber(models.Model):
    """A number that was given for a pair and is not its own; it is counted here, so that a restart forgets nothing."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="wrong_numbers")
    section = models.CharField(max_length=12)
    pair = models.PositiveIntegerField()
    given = models.CharField(max_length=8)
    pad = models.ForeignKey(Pad, models.SET_NULL, null=True, related_name="wrong_numbers")
    """The phone that agreed with it; none where somebody wanted to join with it, or where the phone is forgotten."""
    address = models.CharField(max_length=50, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("at",)
        indexes = (models.Index(fields=("session", "section", "pair", "at"), name="pads_wrong_for_a_pair"),)

    def __str__(self) -> str:
        return f"{self.section}{self.pair} {self.at:%H:%M}"
