"""The questions about a competition: what it is called, which sessions count, and how they become one list."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, cast

from django import forms
from django.db.models import Max
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.contests import BadContest
from arrowswitch.contests.series import LadderRules, SeriesPlan, SessionChoice
from arrowswitch.contests.series.plan import Listed, TieWay, Way
from arrowswitch.scoring.figures import shown
from arrowswitch.site.calendar.forms import DaySelect
from arrowswitch.site.calendar.models import CalendarDate
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.forms import Sent, field_of
from arrowswitch.site.ladders.models import COMPETITIONS, SHOWN_TO, Competition, Trophy
from arrowswitch.site.spoken import spoken
from arrowswitch.site.yearbook.models import PlayedSession

RECENT = 60
"""Sessions that can be picked, the latest first."""
WAYS = (
    ("mean", _("mean of the percentages, every session alike")),
    ("percent", _("mean of the percentages, by boards played")),
    ("points", _("sum of matchpoints or IMPs")),
    ("factored", _("sum of matchpoints, factored to the same boards and top")),
    ("vps", _("sum of victory points")),
    ("places", _("sum of points for places")),
)
LISTED = (("players", _("every player alone")), ("contestants", _("pairs and teams as they played")))
TIES = (
    ("", _("they share the place")),
    ("last", _("the later session in which they differ decides")),
    ("best", _("the best single session decides, then the next best")),
)
KINDS = (("pairs", _("Pairs")), ("teams", _("Teams")), ("individual", _("Individual")))


class CompetitionForm(forms.Form):
    """A competition with its rules."""

    title = forms.CharField(label=_("Title"), max_length=80)
    kind = forms.ChoiceField(label=_("It is a"), choices=COMPETITIONS)
    year = forms.IntegerField(label=_("Year of the winners"), min_value=1800, max_value=2200)
    trophy = forms.CharField(
        label=_("Trophy"),
        max_length=80,
        required=False,
        help_text=_("Left empty, its winners are listed under the title."),
    )
    shown_to = forms.ChoiceField(label=_("Who may look at it"), choices=SHOWN_TO)
    nights = forms.MultipleChoiceField(
        label=_("Nights of the calendar"), required=False, widget=forms.CheckboxSelectMultiple
    )
    weekdays = forms.TypedMultipleChoiceField(
        label=_("Days of the week"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[(number + 1, name) for number, name in WEEKDAYS.items()],
    )
    since = forms.DateField(label=_("From"), required=False, widget=DaySelect())
    until = forms.DateField(label=_("To"), required=False, widget=DaySelect())
    words = forms.CharField(label=_("With these words in the title"), max_length=80, required=False)
    kinds = forms.MultipleChoiceField(
        label=_("Kinds"), required=False, widget=forms.CheckboxSelectMultiple, choices=KINDS
    )
    added = forms.TypedMultipleChoiceField(
        label=_("Also these"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    left_out = forms.TypedMultipleChoiceField(
        label=_("But not these"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    sessions = forms.IntegerField(
        label=_("Sessions in all, also those to come"), min_value=1, max_value=400, required=False
    )
    needed = forms.IntegerField(
        label=_("So many must be played to have a place"),
        min_value=1,
        max_value=400,
        required=False,
        help_text=_("Left empty, as many as count."),
    )
    counted = forms.IntegerField(
        label=_("The best so many count"),
        min_value=1,
        max_value=400,
        required=False,
        help_text=_("Left empty, all sessions count."),
    )
    by = forms.ChoiceField(label=_("Who is listed"), choices=LISTED)
    way = forms.ChoiceField(label=_("The result is the"), choices=WAYS)
    place_points = forms.CharField(
        label=_("Points for places"),
        max_length=300,
        required=False,
        help_text=_("Such as 10, 8, 6, 5, 4, 3, 2, 1. Left empty, a point for everybody who came lower."),
    )
    partners = forms.IntegerField(
        label=_("With at least so many different partners"), min_value=1, max_value=20, required=False
    )
    handicap = forms.BooleanField(label=_("With the handicaps of the register"), required=False)
    ties = forms.ChoiceField(label=_("Those with the same result"), choices=TIES, required=False)
    grades = forms.CharField(
        label=_("Lists for these grades"),
        max_length=300,
        required=False,
        help_text=_("The strongest first, such as Open, Intermediate, Junior. Left empty, there is one list."),
    )
    visitors = forms.BooleanField(label=_("Also list visitors who are not in the register"), required=False)
    reason = forms.CharField(
        label=_("Why it is changed"), max_length=200, required=False, help_text=_("Stays in the history.")
    )
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)
    """The rules that the page was opened with."""

    def __init__(self, data: Sent = None, *, club: Club, competition: Competition | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.club, self.competition = club, competition
        self.before = competition.in_force.value if competition else None
        if not self.is_bound:
            self.initial = {**self._usual(), **(self.initial or {})}
        rules = self.before or LadderRules()
        field_of(self, "nights", forms.MultipleChoiceField).choices = self._nights(rules)
        for name in ("added", "left_out"):
            picked = getattr(rules.choice, name)
            field_of(self, name, forms.TypedMultipleChoiceField).choices = self._sessions(picked)

    def _usual(self) -> dict[str, Any]:
        """What the form begins with."""
        if self.competition is None or self.before is None:
            year = timezone.localdate().year
            return {
                "year": year,
                "kind": "ladder",
                "shown_to": "public",
                "since": f"{year}-01-01",
                "until": f"{year}-12-31",
                "by": "players",
                "way": "mean",
                "partners": 1,
                "visitors": True,
            }
        plan, choice, known = self.before.plan, self.before.choice, self.competition
        return {
            **{name: getattr(known, name) for name in ("title", "kind", "year", "shown_to")},
            "trophy": known.trophy.title if known.trophy else "",
            **{name: list(getattr(choice, name)) for name in ("nights", "weekdays", "kinds", "added", "left_out")},
            "since": choice.since,
            "until": choice.until,
            "words": choice.title,
            **{
                name: getattr(plan, name)
                for name in ("sessions", "needed", "counted", "by", "way", "partners", "handicap")
            },
            "place_points": ", ".join(shown(each, 4) for each in plan.place_points),
            "ties": plan.ties[0] if plan.ties else "",
            "grades": ", ".join(self.before.grades),
            "visitors": self.before.visitors,
            "seen": known.in_force.pk,
        }

    def _nights(self, rules: LadderRules) -> list[tuple[str, str]]:
        """The nights of the calendar that come again, the latest first."""
        dates = CalendarDate.objects.filter(club=self.club).exclude(series="").exclude(kind="other")
        last = dates.values("series").annotate(last=Max("day")).order_by("-last")[:RECENT]
        wanted = [each["series"] for each in last] + list(rules.choice.nights)
        called = dict(dates.filter(series__in=wanted).order_by("day").values_list("series", "title"))
        return [(each, called.get(each, each)) for each in dict.fromkeys(wanted)]

    def _sessions(self, picked: tuple[int, ...]) -> list[tuple[int, str]]:
        """The last sessions, and those that were picked."""
        played = PlayedSession.objects.filter(club=self.club, posted=True)
        found = [*played.order_by("-day", "-pk")[:RECENT], *played.filter(pk__in=picked)]
        unique = {each.pk: each for each in found}
        return [
            (each.pk, f"{each.title} · {date_format(each.day, 'j M Y')}" if each.day else each.title)
            for each in unique.values()
        ]

    @property
    def trophies(self) -> list[str]:
        """The trophies that there are, to be offered."""
        return list(Trophy.objects.filter(club=self.club).values_list("title", flat=True))

    @property
    def grades_known(self) -> list[str]:
        """The grades that stand in the register."""
        return sorted(set(Player.objects.filter(club=self.club).exclude(grade="").values_list("grade", flat=True)))

    def clean_place_points(self) -> tuple[Fraction, ...]:
        """Numbers with commas or blanks between them; a comma before a figure without a blank is still a separator."""
        text = self.cleaned_data["place_points"].strip()
        parts = [each for each in re.split(r"[,;\s]+", text) if each]
        if not all(re.fullmatch(r"\d{1,6}(\.\d{1,4})?", each, re.ASCII) for each in parts) or len(parts) > 60:
            raise forms.ValidationError(gettext("Write numbers with commas between them, such as 10, 8, 6."))
        return tuple(Fraction(each) for each in parts)

    def clean_grades(self) -> tuple[str, ...]:
        """The grades, each once."""
        found = (" ".join(each.split())[:20] for each in self.cleaned_data["grades"].split(","))
        return tuple(dict.fromkeys(each for each in found if each))

    def clean_words(self) -> str:
        """As they may stand in a title."""
        return " ".join(self.cleaned_data["words"].split())

    def clean(self) -> dict[str, Any]:
        """Refuses rules that cannot be meant."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return given
        same = Competition.objects.filter(club=self.club, title=given["title"], year=given["year"])
        if self.competition is None and same.exists():
            self.add_error("title", gettext("There is one of this title and year already."))
        rules = self.rules()
        if rules.choice.by_hand and not rules.choice.added:
            self.add_error(
                None, gettext("Say which sessions count: a night, a day of the week, a span of days, or pick some.")
            )
        if rules.choice.since and rules.choice.until and rules.choice.until < rules.choice.since:
            self.add_error("until", gettext("That is before it begins."))
        try:
            rules.plan.check()
        except BadContest as problem:
            self.add_error(None, spoken(problem))
        if self.competition is not None and given["seen"] not in (None, self.competition.in_force.pk):
            self.add_error(
                None, gettext("The rules were changed since you opened this page. Open it again and change them there.")
            )
        if self.before is not None and rules != self.before and not given.get("reason", "").strip():
            self.add_error("reason", gettext("The rules are different: write why."))
        return given

    def rules(self) -> LadderRules:
        """The rules that were asked for."""
        given = self.cleaned_data
        plan = SeriesPlan(
            cast(Way, given["way"]),  # one of WAYS
            sessions=given["sessions"],
            needed=given["needed"],
            counted=given["counted"],
            by=cast(Listed, given["by"]),  # one of LISTED
            partners=given["partners"] or 1,
            handicap=given["handicap"],
            ties=(cast(TieWay, given["ties"]),) if given["ties"] else (),
            place_points=given["place_points"] if given["way"] == "places" else (),
        )
        choice = SessionChoice(
            given["since"],
            given["until"],
            tuple(sorted(given["weekdays"])),
            given["words"],
            tuple(given["kinds"]),
            tuple(given["nights"]),
            tuple(sorted(given["added"])),
            tuple(sorted(given["left_out"])),
        )
        return LadderRules(plan, choice, given["grades"], given["visitors"])
