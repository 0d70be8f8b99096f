"""What is kept in the books about people.

Psychs and systems are for directors to read. What is told to the recorder is kept sealed: this file holds only when it
came and when it was last worked on; whom it is about, who told it and what is inside the seal (see `sealing`).
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from contextlib import suppress

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.session.story import months_after
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal.models import Session
from arrowswitch.site.registers import sealing


def called(player: Player | None, name: str = "") -> str:
    """A person as the register has the name now; who is not in it, as it was written."""
    if player is None:
        return name
    now = player.now
    return gettext("(name withheld)") if now.erased else str(now)


# -- psychs -----------------------------------------------------------------------------------------------------------

FINDINGS = {
    "": _("not looked at yet"),
    "green": _("green: nothing shows that partner allowed for it"),
    "amber": _("amber: something shows it, but not enough to rule on"),
    "red": _("red: partner allowed for it, a concealed understanding"),
    "mistake": _("no psych: a mistake, or not gross"),
}
"""What the director makes of it. The colours are the words of the English Bridge Union; a mistake does not count."""

BREACHES = {
    "": _("none"),
    "forbidden": _("this call may not be psyched here"),
    "frivolous": _("frivolous or unsporting"),
}


SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


class Psych(models.Model):
    """An entry of the psych book."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="psychs")
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="psychs")
    name = models.CharField(max_length=160, blank=True)
    """Of a visitor who is not in the register."""
    partner = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    partner_name = models.CharField(max_length=160, blank=True)
    date = models.DateField()
    event = models.CharField(max_length=200, blank=True)
    session = models.ForeignKey(Session, models.PROTECT, null=True, related_name="psychs")
    ruling = models.CharField(max_length=100, blank=True)
    """The ruling of that session that it was entered from."""
    table = models.CharField(max_length=10, blank=True)
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    call = models.CharField(max_length=40)
    hand = models.CharField(max_length=80, blank=True)
    contract = models.CharField(max_length=40, blank=True)
    facts = models.TextField(blank=True)
    finding = models.CharField(max_length=10, blank=True, choices=FINDINGS)
    breach = models.CharField(max_length=10, blank=True, choices=BREACHES)
    reported_by = models.CharField(max_length=80)
    at = models.DateTimeField()

    class Meta:
        ordering = ("-date", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("session", "ruling"), condition=~models.Q(ruling=""), name="registers_one_psych_a_ruling"
            ),
            models.CheckConstraint(
                condition=models.Q(finding__in=tuple(FINDINGS)) & models.Q(breach__in=tuple(BREACHES)),
                name="registers_known_finding",
            ),
        )

    def __str__(self) -> str:
        return f"{self.who}, {self.date}"

    @property
    def who(self) -> str:
        """Who psyched, as the register has the name now."""
        return called(self.player, self.name)

    @property
    def with_whom(self) -> str:
        """The partner, the same way."""
        return called(self.partner, self.partner_name)

    @property
    def call_shown(self) -> str:
        """The call with signs for suits, however it was typed: 1S is 1♠."""
        return re.sub(r"\b([1-7])([CDHS])\b", lambda found: found[1] + SIGNS[found[2]], self.call)

    @property
    def counts(self) -> bool:
        """Whether it is a psych at all."""
        return self.finding != "mistake"

    @property
    def session_key(self) -> tuple[object, ...]:
        """What makes two entries the same session."""
        return (self.session_id,) if self.session_id else (self.date, self.event.casefold())

    @property
    def pair_key(self) -> frozenset[object]:
        """The partnership: two entries of the same two people have the same."""
        people = ((self.player, self.name), (self.partner, self.partner_name))
        return frozenset(player.now.pk if player else name.casefold() for player, name in people)

    def entries_of(self, psychs: Iterable[Psych]) -> int:
        """How many psychs of the same partnership in the same session are among these."""
        return sum(
            each.counts and each.session_key == self.session_key and each.pair_key == self.pair_key for each in psychs
        )

    @classmethod
    def lapse(cls, club: Club, months: int, today: datetime.date) -> None:
        """Takes out of the book what is too old for it."""
        cls.objects.filter(club=club, date__lt=months_after(today, -months)).delete()


# -- systems ----------------------------------------------------------------------------------------------------------

CLASSES = {
    "": _("not classed"),
    "green": _("Green (natural)"),
    "blue": _("Blue (strong club or diamond)"),
    "red": _("Red (artificial)"),
    "yellow": _("Yellow (highly unusual)"),
}


class System(models.Model):
    """A system that a pair has handed in."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="systems")
    first = models.ForeignKey(Player, models.PROTECT, related_name="+")
    second = models.ForeignKey(Player, models.PROTECT, related_name="+")
    title = models.CharField(max_length=80)
    system_class = models.CharField(max_length=10, blank=True, choices=CLASSES)
    brown_sticker = models.BooleanField(default=False)
    filed = models.DateField()
    """The day on which it was handed in."""
    note = models.TextField(blank=True)
    card_name = models.CharField(max_length=120, blank=True)
    card = models.BinaryField(blank=True, default=b"")
    """The system card or summary as a PDF, if the club has it."""

    class Meta:
        ordering = ("first__family", "first__given", "-filed", "pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(system_class__in=tuple(CLASSES)), name="registers_known_system_class"
            ),
        )

    def __str__(self) -> str:
        return f"{self.pair}: {self.title}"

    @property
    def pair(self) -> str:
        """Whose system it is."""
        return f"{called(self.first)} & {called(self.second)}"

    def ready(self, days: int) -> datetime.date | None:
        """From when a Yellow system may be played where it must be handed in so many days before."""
        return self.filed + datetime.timedelta(days=days) if days and self.system_class == "yellow" else None


# -- the recorder's dossier -------------------------------------------------------------------------------------------


class Dossier(models.Model):
    """A club's dossier: the lock that everybody can close, and the key under the recorder's own words."""

    club = models.OneToOneField(Club, models.PROTECT, related_name="dossier")
    lock = models.BinaryField()
    key = models.BinaryField()
    months = models.PositiveSmallIntegerField()
    """How long a report stays after it was last worked on."""

    def __str__(self) -> str:
        return f"dossier of {self.club}"

    @classmethod
    def held(cls, club: Club) -> Dossier | None:
        """The dossier, so that nobody else changes its lock before the transaction is over."""
        return cls.objects.select_for_update().filter(club=club).first()

    def seal(self, body: sealing.Body) -> bytes:
        """Something under the lock; only the words open it again."""
        return sealing.sealed(bytes(self.lock), body)

    def change_lock(self, secret: bytes, words: str) -> bytes:
        """Seals everything anew for a new lock under new words, and gives the secret of that. What cannot be opened with
        the old one stays as it is."""
        self.lock, new = sealing.new_lock()
        self.key = sealing.under_words(new, words)
        everything: list[Report | Note] = [*self.club.reports.all(), *Note.objects.filter(report__club=self.club_id)]
        for kept in everything:
            with suppress(sealing.BrokenSeal):
                kept.body = self.seal(sealing.opened(secret, bytes(kept.body)))
                kept.save(update_fields=["body"])
        self.save(update_fields=["lock", "key"])
        return new

    def lapse(self, today: datetime.date) -> None:
        """Takes out what has stayed long enough."""
        self.club.reports.filter(touched__date__lt=months_after(today, -self.months)).delete()


class Report(models.Model):
    """Something that the recorder was told."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="reports")
    filed = models.DateTimeField()
    touched = models.DateTimeField()
    """When it came or was last worked on."""
    closed = models.DateTimeField(null=True)
    body = models.BinaryField()

    class Meta:
        ordering = ("-filed", "-pk")

    def __str__(self) -> str:
        return f"report {self.pk}"


class Note(models.Model):
    """What the recorder did about a report."""

    report = models.ForeignKey(Report, models.CASCADE, related_name="notes")
    at = models.DateTimeField()
    body = models.BinaryField()

    class Meta:
        ordering = ("at", "pk")

    def __str__(self) -> str:
        return f"note {self.pk}"


READINGS = {
    "set-up": _("set the dossier up"),
    "anew": _("removed all, the words being lost"),
    "opened": _("opened the dossier"),
    "wrong": _("typed wrong words"),
    "words": _("changed the words"),
    "read": _("read it"),
    "printed": _("printed it"),
    "noted": _("wrote a note"),
    "closed": _("closed it"),
    "reopened": _("opened it again"),
    "removed": _("removed a report"),
}


class Reading(models.Model):
    """Who looked into the dossier, and when; of one report, or of the whole."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    report = models.ForeignKey(Report, models.CASCADE, null=True, related_name="readings")
    account = models.ForeignKey(Account, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    what = models.CharField(max_length=10, choices=READINGS)

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"{self.account} {self.what}"
