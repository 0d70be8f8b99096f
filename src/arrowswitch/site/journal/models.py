"""What is kept of a session: its journal, to which rows are only ever added, and a header for lists.

The journal is the truth. The header repeats what a list of sessions shows, so that no journal is read for it; `store`
writes both in one go. The database itself refuses to change, to remove or to reorder rows of a journal.
"""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models

from arrowswitch.site.club.models import Club


class Session(models.Model):
    """The header of a session, as its journal has it after `last` entries."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="sessions")
    opened = models.CharField(max_length=100)
    """The id of the command that opened it: sent twice, it opens one session."""
    title = models.TextField()
    date = models.DateField(null=True, db_index=True)
    phase = models.CharField(max_length=20)
    last = models.PositiveIntegerField()
    """The number of the last entry. A writer says which one it has seen; if that has passed, it must look again."""
    changed = models.DateTimeField()
    offences = models.TextField(default="", blank=True)
    """What the session adds to the club's offence register, as JSON; empty if nothing. No journal is read for that either."""

    away = models.BooleanField(default=False)
    """Off the lists: without results as good as deleted, with results put away."""

    class Meta:
        ordering = ("-date", "-pk")
        constraints = (models.UniqueConstraint(fields=("club", "opened"), name="journal_opened_once"),)

    def __str__(self) -> str:
        return self.title


class OnlyAdded(models.QuerySet["JournalRow"]):
    """Rows that are written once."""

    def update(self, **_: Any) -> NoReturn:
        raise TypeError("The journal is never changed.")

    def bulk_update(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("The journal is never changed.")

    def delete(self) -> NoReturn:
        raise TypeError("The journal is never shortened.")


class JournalRow(models.Model):
    """One entry of a journal of any sort: `body` is its line, the rest is there to find it by."""

    number = models.PositiveIntegerField()
    """1, 2, 3... in each journal, without a gap."""
    command = models.CharField(max_length=100)
    role = models.CharField(max_length=20)
    name = models.TextField()
    at = models.DateTimeField()
    version = models.PositiveIntegerField()
    body = models.TextField()

    objects = OnlyAdded.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        if not self._state.adding:
            raise TypeError("The journal is never changed.")
        super().save(*args, **options)

    def delete(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("The journal is never shortened.")


class Entry(JournalRow):
    """One entry of a session."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="entries")

    class Meta:
        ordering = ("session", "number")
        constraints = (
            models.UniqueConstraint(fields=("session", "number"), name="journal_one_event_a_number"),
            models.UniqueConstraint(fields=("session", "command"), name="journal_each_command_once"),
        )

    def __str__(self) -> str:
        return f"{self.session_id}/{self.number}"


class Solved(models.Model):
    """The double-dummy table of a deal; it can be worked out again, and belongs to no journal."""

    deal = models.CharField(max_length=80, primary_key=True)
    tricks = models.CharField(max_length=20)

    def __str__(self) -> str:
        return self.deal


class SolvedLeads(models.Model):
    """Declarer's tricks after every lead, by the deal, the declarer and the denomination; so too without a journal."""

    question = models.CharField(max_length=90, primary_key=True)
    tricks = models.CharField(max_length=60)

    def __str__(self) -> str:
        return self.question
