"""What is kept of competitions over several sessions: their rules, their lists as made, who has won, and the handicaps."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arrowswitch.contests.series import LadderRules, read_rules
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal.models import Session

COMPETITIONS = {"ladder": _("Ladder"), "trophy": _("Trophy"), "series": _("Series")}
SHOWN_TO = {"public": _("everybody"), "members": _("members who are signed in"), "desk": _("the desk")}


class Trophy(models.Model):
    """What winners are engraved on, year after year."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="trophies")
    title = models.CharField(max_length=80)

    class Meta:
        ordering = ("title", "pk")
        constraints = (models.UniqueConstraint(fields=("club", "title"), name="ladders_a_trophy_once"),)

    def __str__(self) -> str:
        return self.title


class Competition(models.Model):
    """A ladder, a trophy or a series of a club."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="competitions")
    title = models.CharField(max_length=80)
    kind = models.CharField(max_length=10, choices=COMPETITIONS, default="ladder")
    year = models.PositiveSmallIntegerField()
    """For which its winners are engraved."""
    trophy = models.ForeignKey(Trophy, models.PROTECT, null=True, related_name="competitions")
    shown_to = models.CharField(max_length=10, choices=SHOWN_TO, default="public")
    closed = models.DateTimeField(null=True)
    """Since when its result is fixed; the steps tell more."""
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-year", "title", "pk")
        indexes = (models.Index(fields=("club", "closed", "year"), name="ladders_of_a_club"),)

    def __str__(self) -> str:
        return self.title

    @property
    def in_force(self) -> CompetitionRules:
        """The rules that hold now."""
        return self.rules.latest("pk")


class LadderDecision(models.Model):
    """A row that says what was decided, by whom, when and why; a correction is another row."""

    reason = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True


class CompetitionRules(LadderDecision):
    """What was decided about a competition; the latest row holds, the others tell what held before."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="rules")
    text = models.TextField()

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.competition}, {self.at:%Y-%m-%d}"

    @property
    def value(self) -> LadderRules:
        """The rules as the library takes them."""
        return read_rules(self.text)


class MadeList(models.Model):
    """The list of a competition as it was made; thrown away and made again, unless it was fixed by closing."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="lists")
    rules = models.ForeignKey(CompetitionRules, models.CASCADE, related_name="+")
    stamp = models.CharField(max_length=64)
    """What it was made from, in short; with another one it is out of date."""
    fixed = models.BooleanField(default=False)
    held = models.PositiveIntegerField(default=0)
    """Sessions that count."""
    people = models.PositiveIntegerField(default=0)
    """Who is listed, with a place or without."""
    is_open = models.BooleanField(default=False)
    """Whether sessions are still to come."""
    notes = models.TextField(default="[]")
    problem = models.TextField(blank=True)
    """Why there is no list, as a sentence that is kept."""
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.competition}, {self.made_at:%Y-%m-%d}"


class CountedSession(models.Model):
    """A session of a made list."""

    made = models.ForeignKey(MadeList, models.CASCADE, related_name="sessions")
    session = models.ForeignKey(Session, models.CASCADE, related_name="+")
    version = models.PositiveSmallIntegerField(default=0)
    """Of its results."""
    turn = models.PositiveIntegerField()
    lacks = models.CharField(max_length=10, blank=True)
    """What it has not, so that it cannot count: percentages, victory points, places."""

    class Meta:
        ordering = ("turn",)
        indexes = (models.Index(fields=("made", "turn"), name="ladders_sessions_of_a_list"),)

    def __str__(self) -> str:
        return f"{self.made_id}: {self.session_id}"


class MadePlace(models.Model):
    """A line of a made list."""

    made = models.ForeignKey(MadeList, models.CASCADE, related_name="places")
    part = models.CharField(max_length=40, blank=True)
    """The grade whose list it is in, where grades are apart."""
    direction = models.CharField(max_length=2, blank=True)
    turn = models.PositiveIntegerField()
    rank = models.CharField(max_length=20, blank=True)
    value = models.CharField(max_length=200, blank=True)
    """Exact, as a fraction."""
    played = models.PositiveIntegerField()
    boards = models.PositiveIntegerField()
    why = models.TextField(blank=True)
    """Why there is no place."""
    said = models.TextField(default="[]")
    """What may still be reached."""
    broken = models.TextField(blank=True)
    """What parted it from others with the same result."""
    taken = models.TextField()
    """What counts of each session that was played, as JSON."""

    class Meta:
        ordering = ("turn",)
        indexes = (models.Index(fields=("made", "turn"), name="ladders_places_of_a_list"),)

    def __str__(self) -> str:
        return f"{self.made_id}: {self.rank}"

    @property
    def exact(self) -> Fraction | None:
        """The result as a number."""
        return Fraction(self.value) if self.value else None

    @property
    def shares(self) -> list[list[Any]]:
        """What was kept of each session."""
        return list(json.loads(self.taken))


class PlaceHolder(models.Model):
    """Who stands on a line: a player, or each of a pair or team."""

    place = models.ForeignKey(MadePlace, models.CASCADE, related_name="holders")
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="ladder_places")
    name = models.CharField(max_length=200, blank=True)
    """Of a visitor."""

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.place_id}: {self.player_id or self.name}"


STEPS = {"closed": _("closed"), "opened": _("opened again")}


class CompetitionStep(LadderDecision):
    """A competition was closed, or opened again."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="steps")
    what = models.CharField(max_length=10, choices=STEPS)
    made = models.ForeignKey(MadeList, models.PROTECT, null=True, related_name="+")
    """The list that was fixed."""

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.competition}: {self.what}"


class Winner(LadderDecision):
    """Who has won a trophy in a year. A correction is a new row that replaces this one."""

    trophy = models.ForeignKey(Trophy, models.PROTECT, related_name="winners")
    year = models.PositiveSmallIntegerField()
    part = models.CharField(max_length=40, blank=True)
    """Of several winners in a year, which: a grade, a direction."""
    result = models.CharField(max_length=40, blank=True)
    step = models.ForeignKey(CompetitionStep, models.PROTECT, null=True, related_name="winners")
    """The closing that made it; none for who was entered by hand."""
    replaces = models.OneToOneField("self", models.PROTECT, null=True, related_name="replaced_by")
    nobody = models.BooleanField(default=False)
    """Whether this row only takes back the one that it replaces."""

    class Meta:
        ordering = ("trophy__title", "-year", "part", "pk")
        indexes = (models.Index(fields=("trophy", "year"), name="ladders_winners_by_year"),)

    def __str__(self) -> str:
        return f"{self.trophy}, {self.year}"


class WinnerName(models.Model):
    """One of those who have won."""

    winner = models.ForeignKey(Winner, models.CASCADE, related_name="names")
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="trophies_won")
    name = models.CharField(max_length=200, blank=True)
    """Of who is not in the register."""

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.winner_id}: {self.player_id or self.name}"


# -- handicaps ----------------------------------------------------------------------------------------------------------


class HandicapWay(LadderDecision):
    """How the club works handicaps out; a later row goes before an earlier one from its first day on."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="handicap_ways")
    formula = models.CharField(max_length=20)
    """On which shipped formula it builds."""
    values = models.TextField(default="{}")
    """What differs from that, as JSON."""
    since = models.DateField(null=True)
    """The first day that it holds for; without one it holds for all that went before, too."""

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.club}: {self.formula}"


HANDICAP_WAYS = {"formula": _("taken over from the formula"), "hand": _("set by hand")}


class HandicapEntry(LadderDecision):
    """The handicap of a player from a day on; of several for one day the last that was written down holds."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="handicaps")
    since = models.DateField()
    handicap = models.CharField(max_length=60)
    """Exact, in percent; what is added to the score."""
    way = models.CharField(max_length=10, choices=HANDICAP_WAYS)
    working = models.TextField(default="[]")
    """The steps of the formula, as sentences that are kept."""

    class Meta:
        ordering = ("-since", "-pk")
        indexes = (models.Index(fields=("player", "since"), name="ladders_a_players_handicaps"),)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.handicap}"

    @property
    def exact(self) -> Fraction:
        """The handicap as a number."""
        return Fraction(self.handicap)
