"""What is kept of an event: its journal, to which rows are only ever added, and a header for lists, as of a session."""

from __future__ import annotations

from django.db import models

from arrowswitch.site.club.models import Club
from arrowswitch.site.journal.models import JournalRow
from arrowswitch.site.night.results.models import token


class KeptEvent(models.Model):
    """The header of an event, as its journal has it after `last` entries."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="kept_events")
    opened = models.CharField(max_length=100)
    """The id of the command that opened it: sent twice, it opens one event."""
    title = models.TextField()
    kind = models.CharField(max_length=20)
    last = models.PositiveIntegerField()
    """The number of the last entry. A writer says which one it has seen; if that has passed, it must look again."""
    changed = models.DateTimeField()
    away = models.BooleanField(default=False)
    token = models.CharField(max_length=40, unique=True, default=token)
    """Under which those who have the link read it, and captains enter."""
    shared = models.BooleanField(default=True)
    """Whether the link leads anywhere."""

    class Meta:
        ordering = ("-changed", "-pk")
        constraints = (models.UniqueConstraint(fields=("club", "opened"), name="events_opened_once"),)

    def __str__(self) -> str:
        return self.title


class KeptEntry(JournalRow):
    """One entry of the journal of an event."""

    event = models.ForeignKey(KeptEvent, models.PROTECT, related_name="entries")

    class Meta:
        ordering = ("event", "number")
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="events_one_entry_a_number"),
            models.UniqueConstraint(fields=("event", "command"), name="events_each_command_once"),
        )

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"
