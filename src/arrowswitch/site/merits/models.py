"""What is kept of awards and ratings.

Awards are a register: an entry of an older version stays when a newer one supersedes it, and what the club has decided about awards is a
new row with every decision. Ratings follow from the yearbook and can be made again at any time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.contests.awards import read_scheme, scheme_of
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal.models import Session

SEEN_BY = {
    "nobody": _("nobody"),
    "desk": _("the desk"),
    "members": _("the desk and players who are signed in"),
    "public": _("everybody"),
}


RATING = "rating points"
"""Of a hand credit: no points, but the rating at the end of that year, as the federation’s list has it."""


class AwardsWay(models.Model):
    """What a club has decided about awards and ratings; the latest row holds, the others tell what held before."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="awards_ways")
    scheme = models.CharField(max_length=20, blank=True)
    """The name of a scheme, `own` for the club's own, empty for none."""
    own = models.TextField(blank=True)
    """The club's own scheme, as a file has it."""
    since = models.DateField(null=True, blank=True)
    """From which day of play on the scheme holds; before it, what was decided earlier. Without a day it holds for all."""
    seen_by = models.CharField(max_length=10, default="desk", choices=SEEN_BY)
    ratings_seen_by = models.CharField(max_length=10, default="members", choices=SEEN_BY)
    why = models.CharField(max_length=200, blank=True, default="")
    by = models.CharField(max_length=80, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.club_id}: {self.scheme}"

    @property
    def told(self) -> str:
        """What is awarded, in words."""
        if not self.scheme:
            return gettext("nothing")
        return (read_scheme(self.own) if self.own else scheme_of(self.scheme)).title


class SessionWorth(models.Model):
    """What a session is worth where its journal cannot know it: the kind of game, what the first has; the latest row holds."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="+")
    said = models.TextField(default="{}")
    """By the keys of the file that `arrowswitch awards` reads, as JSON; nothing where all is as usual."""
    why = models.CharField(max_length=200, blank=True)
    """Asked for where awards were made already."""
    by = models.CharField(max_length=80)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.session_id}: {self.said}"

    @property
    def by_key(self) -> Mapping[str, Any]:
        """What was said."""
        found: dict[str, Any] = json.loads(self.said)
        return found


class AwardRun(models.Model):
    """The awards of a session made from a posted version by a scheme, with what was to be said of it."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="award_runs")
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    way = models.ForeignKey(AwardsWay, models.PROTECT, null=True, related_name="+")
    """What the club had decided; none while it had decided nothing and its federation's scheme held."""
    scheme = models.CharField(max_length=20, blank=True)
    version = models.PositiveSmallIntegerField()
    """Of the results; 0 where none are posted any more."""
    day = models.DateField(null=True)
    title = models.TextField(blank=True)
    unit = models.CharField(max_length=60, blank=True)
    ineligible = models.TextField(blank=True)
    """Who was placed and might have nothing, as scoring calls them, with blanks between them."""
    worth = models.ForeignKey(SessionWorth, models.PROTECT, null=True, related_name="+")
    """What was said of the session; none where nothing was."""
    notes = models.TextField(blank=True)
    """What was said, a line for each: why nothing is awarded, what is left out."""
    made_at = models.DateTimeField(auto_now_add=True)
    current = models.BooleanField(default=True)
    superseded_by = models.ForeignKey("self", models.PROTECT, null=True, related_name="supersedes")

    class Meta:
        ordering = ("-day", "-session", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("session",), condition=models.Q(current=True), name="merits_one_current_run_a_session"
            ),
        )
        indexes = (
            models.Index(fields=("club", "day"), condition=models.Q(current=True), name="merits_current_of_a_year"),
        )

    def __str__(self) -> str:
        return f"{self.session_id}, version {self.version}: {self.scheme}"

    @property
    def told(self) -> str:
        """What was awarded, in words."""
        return (self.way or AwardsWay(scheme=self.scheme)).told


class EligibilityDecision(models.Model):
    """Whether a contestant of a session may have an award; the latest row of a contestant holds."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="+")
    contestant = models.CharField(max_length=20)
    """As scoring calls it: A7."""
    label = models.CharField(max_length=20)
    may_have = models.BooleanField()
    why = models.CharField(max_length=200)
    by = models.CharField(max_length=80)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.session_id}: {self.contestant}"


class MadeAward(models.Model):
    """What a player was awarded. It is never changed: a newer run supersedes it."""

    run = models.ForeignKey(AwardRun, models.CASCADE, related_name="awards")
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="made_awards")
    name = models.CharField(max_length=200, blank=True)
    """Of a visitor; who is in the register is called as the register says."""
    contestant = models.CharField(max_length=20)
    label = models.CharField(max_length=20)
    list = models.CharField(max_length=200)
    place = models.CharField(max_length=20, blank=True)
    amount = models.CharField(max_length=60)
    """Exact, as a fraction."""
    unit = models.CharField(max_length=60)
    counts = models.BooleanField(default=True)
    """Whether it is credited: of several lists the highest is."""

    class Meta:
        ordering = ("run", "pk")

    def __str__(self) -> str:
        return f"{self.amount} {self.unit}"

    @property
    def exact(self) -> Fraction:
        """The amount as a number."""
        return Fraction(self.amount)


class PlayerYear(models.Model):
    """What a player was credited with in a year, of one kind: the sum of awards and hand credits, made again whenever they change."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, related_name="award_years")
    year = models.PositiveSmallIntegerField()
    """0 for all years together."""
    unit = models.CharField(max_length=60)
    amount = models.CharField(max_length=60)
    """Exact, as a fraction."""
    value = models.FloatField()
    """For the order of lists."""
    awards = models.PositiveIntegerField()
    """How many awards it is made of, without hand credits."""

    class Meta:
        ordering = ("-value", "player__family", "pk")
        constraints = (
            models.UniqueConstraint(fields=("player", "year", "unit"), name="merits_one_total_a_year_and_kind"),
        )
        indexes = (models.Index(fields=("club", "year", "unit", "-value"), name="merits_totals_in_order"),)

    def __str__(self) -> str:
        return f"{self.player_id}, {self.year}: {self.amount} {self.unit}"

    @property
    def exact(self) -> Fraction:
        """The amount as a number."""
        return Fraction(self.amount)


class HandCredit(models.Model):
    """Points that were earned elsewhere, an opening balance or a correction, entered by hand. Taken back by another entry."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="hand_credits")
    day = models.DateField()
    unit = models.CharField(max_length=60)
    amount = models.CharField(max_length=60)
    why = models.CharField(max_length=200)
    by = models.CharField(max_length=80)
    at = models.DateTimeField(auto_now_add=True)
    takes_back = models.OneToOneField("self", models.PROTECT, null=True, related_name="taken_back_by")

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.amount} {self.unit}"

    @property
    def exact(self) -> Fraction:
        """The amount as a number."""
        return Fraction(self.amount)


class RatedNight(models.Model):
    """A session that ratings have taken in, at its turn in the order of days."""

    session = models.OneToOneField(Session, models.CASCADE, primary_key=True, related_name="+")
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    turn = models.PositiveIntegerField()
    day = models.DateField()
    last = models.PositiveIntegerField()
    """The last entry of the journal that the yearbook had read."""

    class Meta:
        ordering = ("turn",)
        indexes = (models.Index(fields=("club", "turn"), name="merits_turns"),)

    def __str__(self) -> str:
        return f"{self.turn}: {self.session_id}"


class RatingLine(models.Model):
    """How a rating was changed by a session, with all that it was made of."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    session = models.ForeignKey(Session, models.CASCADE, related_name="+")
    turn = models.PositiveIntegerField()
    day = models.DateField()
    key = models.CharField(max_length=210)
    """The number in the register; of a visitor the name."""
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="rating_lines")
    partner = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    before = models.FloatField()
    partner_before = models.FloatField()
    pair = models.FloatField()
    opponents = models.FloatField()
    others = models.FloatField()
    boards = models.PositiveSmallIntegerField()
    scored = models.FloatField()
    share = models.FloatField()
    gain = models.FloatField()
    after = models.FloatField()
    rests_on = models.PositiveIntegerField()
    """All boards that the rating has seen, with these."""
    field = models.FloatField(null=True)
    """The mean of the ratings of all others, before it."""

    class Meta:
        ordering = ("turn", "pk")
        indexes = (
            models.Index(fields=("club", "key", "turn"), name="merits_a_players_curve"),
            models.Index(fields=("club", "turn"), name="merits_lines_by_turn"),
            models.Index(fields=("player", "turn"), name="merits_lines_of_a_player"),
        )

    def __str__(self) -> str:
        return f"{self.key}: {self.before} to {self.after}"


class PlayerStrength(models.Model):
    """The rating of a player now."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    key = models.CharField(max_length=210)
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="strengths")
    value = models.FloatField()
    boards = models.PositiveIntegerField()
    day = models.DateField()

    class Meta:
        ordering = ("-value", "pk")
        constraints = (models.UniqueConstraint(fields=("club", "key"), name="merits_one_rating_a_player"),)

    def __str__(self) -> str:
        return f"{self.key}: {self.value}"


class HiddenRating(models.Model):
    """Somebody who does not want the rating to be shown."""

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="hidden_rating")
    by = models.CharField(max_length=80)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.player)
