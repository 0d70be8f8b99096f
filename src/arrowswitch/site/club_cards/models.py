"""What is kept of the club's cards, of movements that are being edited, and of designs that are looked for.

Nothing of a card is written over: a changed movement, another name, and that it is put away, are versions of it, with who, when
and why. A draft keeps every step, so that it can be undone, and is thrown away by whoever is done with it.
"""

from __future__ import annotations

import json
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from arrowswitch.movements import Movement
from arrowswitch.movements.editing import unpacked
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club
from arrowswitch.site.noticeboard.models import WrittenVersion
from arrowswitch.words import half

ORIGINS = {
    "design": _("designed"),
    "editor": _("made in the editor"),
    "file": _("from a file"),
}
LOOKING = {"looking": _("looking"), "stopped": _("stopped"), "done": _("done")}


class PlainValues(models.TextField):  # type: ignore[type-arg]  # at run time it takes none
    """Lists and mappings of plain values as text: Django's own field for them asks SQLite for what our databases refuse."""

    _pyi_private_set_type: Any
    _pyi_private_get_type: Any

    def from_db_value(self, value: str | None, _expression: object, _connection: object) -> Any:
        return None if value is None else json.loads(value)

    def get_prep_value(self, value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)


class PackedMovement(models.Model):
    """A row with a movement in it."""

    packed = models.BinaryField()

    class Meta:
        abstract = True

    @property
    def movement(self) -> Movement:
        """The movement, as it was kept."""
        return unpacked(bytes(self.packed))


class ClubCard(models.Model):
    """A movement of the club; what it is stands in its versions."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="cards")

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"card {self.pk}"


class ClubCardVersion(WrittenVersion, PackedMovement):
    """A card as it was kept at one time, with its figures and the faults that were accepted with it."""

    card = models.ForeignKey(ClubCard, models.PROTECT, related_name="versions")
    name = models.CharField(max_length=80)
    kind = models.CharField(max_length=12)
    contestants = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()
    boards_per_round = models.PositiveSmallIntegerField()
    winners = models.PositiveSmallIntegerField()
    qf = models.FloatField(null=True)
    """Of pairs."""
    faults = PlainValues(default=list)
    """Each fault of the audit that was accepted, as a sentence."""
    notes = PlainValues(default=list)
    """What was said when it was designed: how good it can be, what was given up."""
    origin = models.CharField(max_length=10, choices=ORIGINS)
    put_away = models.BooleanField(default=False)

    class Meta:
        ordering = ("name", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("card",), condition=models.Q(replaced=None), name="club_cards_one_version_counts"
            ),
        )
        indexes = (models.Index(fields=("kind", "contestants"), name="club_cards_by_size"),)

    def __str__(self) -> str:
        return self.name

    @property
    def entry(self) -> str:
        """The size as players say it."""
        return half(self.contestants) if self.kind == "pairs" else str(self.contestants)


class MovementDraft(models.Model):
    """A movement that is being edited; `at` is the step that is shown."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="drafts")
    by = models.ForeignKey(Account, models.PROTECT, related_name="+")
    name = models.CharField(max_length=80, blank=True)
    at = models.PositiveIntegerField(default=0)
    changed = models.DateTimeField()
    card = models.ForeignKey(ClubCard, models.PROTECT, null=True, related_name="drafts")
    """What it was begun from, or kept as."""
    origin = models.CharField(max_length=10, choices=ORIGINS, default="editor")

    class Meta:
        ordering = ("-changed", "-pk")
        indexes = (models.Index(fields=("club", "-changed"), name="club_cards_drafts"),)

    def __str__(self) -> str:
        return self.name or f"draft {self.pk}"


class DraftStep(PackedMovement):
    """The movement after one change, and who made it."""

    draft = models.ForeignKey(MovementDraft, models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    told = models.CharField(max_length=120)
    by = models.ForeignKey(Account, models.PROTECT, related_name="+")

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("draft", "number"), name="club_cards_one_step_a_number"),)

    def __str__(self) -> str:
        return f"{self.draft_id}.{self.number}"


class DesignRun(models.Model):
    """A movement that is looked for: what was wished, and the best that was found so far."""

    packed = models.BinaryField(null=True)
    """The best that was found; none before the first."""
    club = models.ForeignKey(Club, models.CASCADE, related_name="designs")
    token = models.CharField(max_length=24, unique=True)
    of_desk = models.BooleanField(default=False)
    """Whether the desk began it: visitors' runs push out none of these."""
    wish = PlainValues()
    """The form as it was sent."""
    state = models.CharField(max_length=8, choices=LOOKING, default="looking")
    begun = models.DateTimeField(auto_now_add=True)
    seconds = models.FloatField(default=0)
    """How long was looked in sum."""
    turns = models.PositiveIntegerField(default=0)
    found = PlainValues(default=dict)
    """The figures of the best, and what was said of it."""
    steps = PlainValues(default=list)
    """Each better one: after how many seconds, and its quality."""
    catalogue = PlainValues(default=dict)
    """The best card of the catalogue for the same evening."""

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return self.token

    @property
    def is_event(self) -> bool:
        """Whether it is of several sections and sessions: `found` has the seats then, and `catalogue` the cards that were kept."""
        return "sessions" in self.wish

    @property
    def movement(self) -> Movement | None:
        """The best so far."""
        return unpacked(bytes(self.packed)) if self.packed is not None else None
