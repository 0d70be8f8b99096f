"""What a session is worth: what its journal cannot know and the scheme of its day asks for, such as the kind of game.

It is kept by the keys of the file that `arrowswitch awards` reads. Nothing of it is needed for a usual night.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django import forms
from django.db import transaction
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.contests.awards import AwardScheme
from arrowswitch.contests.reading import MOST_POINTS, BadContest
from arrowswitch.scoring.figures import shown
from arrowswitch.site.forms import Sent, field_of
from arrowswitch.site.journal.models import Session
from arrowswitch.site.merits.deciding import worth_of
from arrowswitch.site.merits.forms import amount_of
from arrowswitch.site.merits.models import AwardRun, SessionWorth
from arrowswitch.site.night.awards.in_time import scheme_for
from arrowswitch.site.night.awards.made import kind_of
from arrowswitch.site.night.desk import Desk, told

USUAL_GAME = "open"
GAMES = {
    "open": _("open game"),
    "invitational": _("invitational game"),
    "limited": _("limited game"),
    "newcomer": _("newcomer game"),
}
RATINGS = {
    "unit": _("unit"),
    "sectional": _("sectional"),
    "regional": _("regional"),
    "national": _("national"),
}
STRATUM = "stratum_"
OVERALL = ("places", "overall_first", "rating", "sessions", "factor")
FIELDS = {"game": ("game",), "limit": ("limit",), "weight": ("weight",), "first": ("first",), "overall": OVERALL}
"""What is asked for each key that a scheme leaves open."""
MOST_MASTERPOINTS = 1_000_000
MOST_PLACES = 1000


class PointsField(forms.CharField):
    """A number above nothing, with a point or a comma; as text, so that it stays what it is."""

    def __init__(self, **more: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "size": 8})
        super().__init__(max_length=20, required=False, widget=widget, **more)

    def clean(self, value: Any) -> str:
        """The number, as a file has it."""
        text = super().clean(value)
        found = amount_of(text)
        if text and (found is None or not 0 < found <= MOST_POINTS):
            raise forms.ValidationError(gettext("Write a number above 0, such as 2.5, or leave it empty."))
        return shown(found, 4) if found else ""


def _up_to(most: int, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(min_value=1, max_value=most, required=False, **more)


@dataclass(frozen=True)
class WorthAsked:
    """What can be said of a session: the scheme of its day, what that leaves open, and what was said last."""

    session: Session
    scheme: AwardScheme
    keys: frozenset[str]
    strata: Sequence[str]
    """The strata below the first."""
    now: SessionWorth | None
    made: bool
    """Whether awards were made already: then a reason is asked for."""


def worth_asked(desk: Desk) -> WorthAsked | None:
    """What can be said of a session; none where its scheme asks for nothing."""
    scheme = scheme_for(desk)
    keys = scheme.left_open(kind_of(desk.state)) if scheme else frozenset()
    if scheme is None or not keys:
        return None
    strata = sorted({*desk.state.strata.values()} - {"A"}) if "strata_limits" in keys else ()
    made = AwardRun.objects.filter(session=desk.session, current=True, version__gt=0).exclude(scheme="").exists()
    return WorthAsked(desk.session, scheme, keys, strata, worth_of(desk.session), made)


class WorthForm(forms.Form):
    """What a session is worth; only what its scheme asks for."""

    game = forms.ChoiceField(label=_("Kind of game"), required=False)
    limit = _up_to(
        MOST_MASTERPOINTS,
        label=_("Limit"),
        help_text=_("Of a limited or a newcomer game: the most masterpoints that a player may have."),
    )
    weight = PointsField(label=_("Weight"))
    first = PointsField(
        label=_("What the first of each list has"),
        help_text=_("Only where the organiser has settled it; otherwise leave it empty."),
    )
    places = _up_to(MOST_PLACES, label=_("How many places have an overall award"))
    overall_first = PointsField(label=_("What the first overall has"))
    rating = forms.ChoiceField(label=_("Or how the event is rated"), required=False)
    sessions = forms.ChoiceField(label=_("Sessions of the event"), required=False)
    factor = PointsField(
        label=_("Factor"), help_text=_("All else that the formula knows, multiplied; left empty it is 1.")
    )
    why = forms.CharField(
        label=_("Why"),
        max_length=200,
        help_text=_("Awards were made already: they are made again, and this stays beside them."),
        error_messages={"required": _("Write down why: it stays beside the awards.")},
    )

    def __init__(self, asked: WorthAsked, sent: Sent = None) -> None:
        said = asked.now.by_key if asked.now else {}
        super().__init__(sent, initial=_initial(said))
        self.asked, self.before = asked, said
        scheme = asked.scheme
        games = [] if USUAL_GAME in scheme.games else [("", gettext("choose one"))]
        games += [(name, str(GAMES.get(name, name))) for name in scheme.games]
        field_of(self, "game", forms.ChoiceField).choices = games
        field_of(self, "weight", PointsField).help_text = gettext("Left empty it is %(n)s.") % {
            "n": shown(scheme.weight)
        }
        if scheme.overall:
            ratings = [(name, str(RATINGS.get(name, name))) for name in scheme.overall.ratings]
            field_of(self, "rating", forms.ChoiceField).choices = [("", gettext("not rated")), *ratings]
            numbers = [str(number) for number in range(1, len(scheme.overall.sessions) + 1)]
            field_of(self, "sessions", forms.ChoiceField).choices = [(each, each) for each in numbers]
        unasked = [name for key, names in FIELDS.items() if key not in asked.keys for name in names]
        for name in (*unasked, *(() if asked.made else ("why",))):
            del self.fields[name]
        for letter in asked.strata:
            label = gettext("Limit of stratum %(letter)s") % {"letter": letter}
            self.fields[STRATUM + letter] = _up_to(
                MOST_MASTERPOINTS, label=label, help_text=gettext("The most masterpoints that its players have.")
            )
        self.seen = " ".join((str(asked.now.pk if asked.now else 0), scheme.title, *self.fields))
        """What the page was made from: by it somebody who was quicker is noticed."""

    @property
    def of_lists(self) -> list[forms.BoundField]:
        """The fields about the awards of each list."""
        return [field for field in self if field.name not in (*OVERALL, "why")]

    @property
    def of_all(self) -> list[forms.BoundField]:
        """The fields about overall awards."""
        return [field for field in self if field.name in OVERALL]

    @property
    def has_overall(self) -> bool:
        """Whether something was said about overall awards, or something is wrong with it."""
        return any(field.errors or (field.name != "sessions" and field.value()) for field in self.of_all)

    def clean(self) -> dict[str, Any]:
        """What was said must make sense together."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        self._check_game(values.get("game") or "", values.get("limit"))
        self._check_strata(values)
        self._check_overall(values)
        return values

    def _check_game(self, game: str, limit: int | None) -> None:
        """A game that the scheme has a rate for."""
        if self.errors.keys() & {"game", "limit"} or "game" not in self.fields or (not game and limit is None):
            return
        rates = [each for each in self.asked.scheme.rates if each.game == game]
        if limit and all(each.limit is None for each in rates):
            self.add_error(
                "limit", gettext("A game of this kind has no limit: choose another kind, or leave it empty.")
            )
            return
        try:
            self.asked.scheme.rate_of(game, limit)
        except BadContest as problem:
            self.add_error("limit", told(problem))

    def _check_strata(self, values: Mapping[str, Any]) -> None:
        """A weaker stratum has a lower limit."""
        said = [(letter, limit) for letter in self.asked.strata if (limit := values.get(STRATUM + letter))]
        for (above, more), (below, less) in pairwise(said):
            if less >= more:
                problem = gettext("Stratum %(below)s is below stratum %(above)s: its limit is lower.")
                self.add_error(STRATUM + below, problem % {"below": below, "above": above})

    def _check_overall(self, values: Mapping[str, Any]) -> None:
        """Places, and either what the first has or what that follows from."""
        said = {name for name in OVERALL if values.get(name) and not (name == "sessions" and values[name] == "1")}
        if not said or any(name in self.errors for name in OVERALL):
            return
        if "places" not in said:
            self.add_error("places", gettext("Say how many places have an overall award."))
        if ("overall_first" in said) == ("rating" in said):
            self.add_error(
                "overall_first", gettext("Say what the first has, or how the event is rated: one of the two.")
            )
        elif "rating" not in said and said & {"sessions", "factor"}:
            self.add_error(
                "overall_first", gettext("Sessions and factor go with a rating: the first has what is said here.")
            )

    @property
    def said(self) -> dict[str, Any]:
        """What was said, by the keys of a file; what is as usual is left out."""
        values = self.cleaned_data
        found = {key: values[key] for key in ("game", "limit", "weight", "first") if values.get(key)}
        if found.get("game") == USUAL_GAME:
            del found["game"]
        limits = {letter: limit for letter in self.asked.strata if (limit := values.get(STRATUM + letter))}
        overall = {"places": values.get("places"), "first": values.get("overall_first"), "rating": values.get("rating")}
        if overall["rating"]:
            overall |= {"sessions": int(values.get("sessions") or 1), "factor": values.get("factor")}
        overall = {key: value for key, value in overall.items() if value}
        return found | ({"strata_limits": limits} if limits else {}) | ({"overall": overall} if overall else {})

    def keep(self, seen: str, by: str) -> bool:
        """Writes a row, if anything is new; false where somebody else has said something since, or posted."""
        with transaction.atomic():
            Session.objects.select_for_update().get(pk=self.asked.session.pk)  # not while awards are written
            now = worth_of(self.asked.session)
            if self.said == (now.by_key if now else {}):
                return True
            if seen != self.seen or now != self.asked.now:
                return False
            SessionWorth.objects.create(
                session=self.asked.session,
                said=json.dumps(self.said),
                why=self.cleaned_data.get("why", ""),
                by=by[:80],
            )
        return True


def _initial(said: Mapping[str, Any]) -> dict[str, Any]:
    """What was said, by the names of the fields."""
    overall = said.get("overall", {})
    found = {key: said.get(key) for key in ("limit", "weight", "first")} | {"game": said.get("game", USUAL_GAME)}
    found |= {STRATUM + letter: limit for letter, limit in said.get("strata_limits", {}).items()}
    found |= {name: overall.get(name) for name in ("places", "rating", "factor")}
    return found | {"overall_first": overall.get("first"), "sessions": str(overall.get("sessions", 1))}


def worth_told(said: Mapping[str, Any]) -> str:
    """What was said, in words."""
    found = []
    if game := said.get("game"):
        found.append(str(GAMES.get(game, game)))
    if limit := said.get("limit"):
        found.append(_limit_told(limit))
    if weight := said.get("weight"):
        found.append(gettext("weight %(n)s") % {"n": weight})
    if first := said.get("first"):
        found.append(gettext("the first of each list has %(n)s") % {"n": first})
    for letter, limit in said.get("strata_limits", {}).items():
        found.append(gettext("stratum %(letter)s %(limit)s") % {"letter": letter, "limit": _limit_told(limit)})
    if overall := said.get("overall"):
        found += _overall_told(overall)
    return ", ".join(found) or gettext("as usual")


def _limit_told(limit: int) -> str:
    return ngettext("up to %(n)s masterpoint", "up to %(n)s masterpoints", limit) % {"n": limit}


def _overall_told(overall: Mapping[str, Any]) -> list[str]:
    places, sessions = overall["places"], overall.get("sessions", 1)
    found = [ngettext("%(n)s overall award", "%(n)s overall awards", places) % {"n": places}]
    if first := overall.get("first"):
        found.append(gettext("the first overall has %(n)s") % {"n": first})
    if rating := overall.get("rating"):
        found.append(gettext("rated %(rating)s") % {"rating": RATINGS.get(rating, rating)})
        found.append(ngettext("%(n)s session", "%(n)s sessions", sessions) % {"n": sessions})
    if factor := overall.get("factor"):
        found.append(gettext("times %(n)s") % {"n": factor})
    return found
