"""What is kept of checklists, notices and notes for teaching. Nothing is written over: a new text is a new version, with who, when and why.

A checklist that is gone through keeps the version it was begun with, and every tick is an entry; to take a tick back is
another entry.
"""

from __future__ import annotations

import datetime
from typing import Any, TypeVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club
from arrowswitch.site.club.words import findable

USES = {
    "before": _("before play, whenever there is play"),
    "after": _("after play, whenever there is play"),
    "weekly": _("once a week"),
    "monthly": _("once a month"),
    "needed": _("when it is needed"),
    "emergency": _("in an emergency"),
}
READERS = {
    "desk": _("directors and scorers"),
    "members": _("all members who sign in"),
    "everybody": _("everybody, also without signing in"),
}


class WrittenVersion(models.Model):
    """One version of a text; the last one counts, and the others stay."""

    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(Account, models.PROTECT, related_name="+")
    why = models.CharField(max_length=200, blank=True)
    replaced = models.DateTimeField(null=True, editable=False)
    """When another version took its place."""

    class Meta:
        abstract = True


AnyVersion = TypeVar("AnyVersion", bound=WrittenVersion)


def written_anew(new: AnyVersion, before: AnyVersion | None) -> bool:
    """Puts a version in the place of the one that its writer saw; not if that is not the last one any more."""
    if before is not None:
        kept: Any = type(before)
        if not kept.objects.filter(pk=before.pk, replaced=None).update(replaced=new.at):
            return False
    new.save()
    return True


# -- checklists -------------------------------------------------------------------------------------------------------


class Checklist(models.Model):
    """A list of things to do; its words are in its versions."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="checklists")

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"checklist {self.pk}"


class ChecklistVersion(WrittenVersion):
    """A checklist as it was written at one time."""

    checklist = models.ForeignKey(Checklist, models.PROTECT, related_name="versions")
    title = models.CharField(max_length=80)
    who = models.CharField(max_length=120, blank=True)
    use = models.CharField(max_length=10, choices=USES, default="before")
    readers = models.CharField(max_length=10, choices=READERS, default="desk")
    text = models.TextField()
    """One thing to do in a line; a line that begins with # is a heading."""
    source = models.CharField(max_length=200, blank=True)
    retired = models.BooleanField(default=False)

    class Meta:
        ordering = ("title", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("checklist",), condition=models.Q(replaced=None), name="noticeboard_one_checklist_counts"
            ),
            models.CheckConstraint(
                condition=models.Q(use__in=tuple(USES)) & models.Q(readers__in=tuple(READERS)),
                name="noticeboard_known_use",
            ),
        )

    def __str__(self) -> str:
        return self.title

    @property
    def items(self) -> list[str]:
        """The things to do, in order.

        >>> ChecklistVersion(text="# Outside\\nLights\\n\\n Gate ").items
        ['Lights', 'Gate']
        """
        return [line for line in self.lines if not line.startswith("#")]

    @property
    def lines(self) -> list[str]:
        """Things to do and headings."""
        return [line.strip() for line in self.text.splitlines() if line.strip(" #")]


class ChecklistRun(models.Model):
    """A checklist that is gone through on a day."""

    checklist = models.ForeignKey(Checklist, models.PROTECT, related_name="runs")
    version = models.ForeignKey(ChecklistVersion, models.PROTECT, related_name="runs")
    day = models.DateField(db_index=True)
    turn = models.PositiveSmallIntegerField(default=1)
    """1 for the first time on that day: a club may play in the afternoon and in the evening."""

    class Meta:
        ordering = ("-day", "-turn", "-pk")
        constraints = (models.UniqueConstraint(fields=("checklist", "day", "turn"), name="noticeboard_one_run_a_turn"),)

    def __str__(self) -> str:
        return f"{self.version}, {self.day}"


class ChecklistEntry(models.Model):
    """A tick, or a tick taken back."""

    run = models.ForeignKey(ChecklistRun, models.PROTECT, related_name="entries")
    item = models.PositiveSmallIntegerField()
    """1 for the first thing to do."""
    done = models.BooleanField()
    by = models.ForeignKey(Account, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.run}: {self.item}"


class ChecklistRemark(models.Model):
    """Something that is not as it should be; directors see it until somebody says that it is settled."""

    run = models.ForeignKey(ChecklistRun, models.PROTECT, related_name="remarks")
    item = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=300)
    by = models.ForeignKey(Account, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    settled = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")
    outcome = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return self.text

    @property
    def about(self) -> str:
        """The thing to do that it was remarked of."""
        return self.run.version.items[self.item - 1]


# -- notices ------------------------------------------------------------------------------------------------------------


class Notice(models.Model):
    """Something that hangs on the board for a while; its words are in its versions."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="notices")

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"notice {self.pk}"


class NoticeVersion(WrittenVersion):
    """A notice as it was written at one time."""

    notice = models.ForeignKey(Notice, models.PROTECT, related_name="versions")
    title = models.CharField(max_length=80)
    text = models.TextField(blank=True, max_length=2000)
    readers = models.CharField(max_length=10, choices=READERS, default="members")
    since = models.DateField()
    until = models.DateField(null=True, blank=True)
    """The last day on which it hangs; none for one that stays."""
    taken_down = models.BooleanField(default=False)

    class Meta:
        ordering = ("-since", "-pk")
        indexes = (models.Index(fields=("since", "until"), name="noticeboard_notices_by_day"),)
        constraints = (
            models.UniqueConstraint(
                fields=("notice",), condition=models.Q(replaced=None), name="noticeboard_one_notice_counts"
            ),
            models.CheckConstraint(
                condition=models.Q(readers__in=tuple(READERS)), name="noticeboard_known_readers_of_notice"
            ),
        )

    def __str__(self) -> str:
        return self.title

    def hangs(self, day: datetime.date) -> bool:
        """Whether it is on the board on a day.

        >>> march = NoticeVersion(since=datetime.date(2026, 3, 1), until=datetime.date(2026, 3, 31))
        >>> march.hangs(datetime.date(2026, 3, 31)), march.hangs(datetime.date(2026, 4, 1))
        (True, False)
        """
        return not self.taken_down and self.since <= day and (self.until is None or day <= self.until)


# -- what a lesson may be made of ---------------------------------------------------------------------------------------


class TeachingNote(models.Model):
    """Something that happened and that others can learn from, without names; its words are in its versions."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="teaching_notes")

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"teaching note {self.pk}"


class TeachingNoteVersion(WrittenVersion):
    """A note as it was written at one time."""

    note = models.ForeignKey(TeachingNote, models.PROTECT, related_name="versions")
    day = models.DateField()
    title = models.CharField(max_length=80)
    laws = models.CharField(max_length=60, blank=True)
    """The Laws that it is about, by their numbers."""
    facts = models.TextField(max_length=3000)
    lesson = models.TextField(max_length=2000, blank=True)
    """What there is to learn: the hint for the night."""
    retired = models.BooleanField(default=False)
    findable = models.TextField(editable=False)
    """Its words, as they are looked for."""

    class Meta:
        ordering = ("-day", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("note",), condition=models.Q(replaced=None), name="noticeboard_one_note_counts"
            ),
        )

    def __str__(self) -> str:
        return self.title

    def save(self, *args: Any, **options: Any) -> None:
        self.findable = findable(self.title, self.laws, self.facts, self.lesson)
        super().save(*args, **options)


class TeachingUse(models.Model):
    """A lesson, or an announcement, in which a note was used."""

    note = models.ForeignKey(TeachingNote, models.PROTECT, related_name="uses")
    day = models.DateField()
    where = models.CharField(max_length=120)
    by = models.ForeignKey(Account, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-day", "-pk")

    def __str__(self) -> str:
        return self.where
