"""The questions about a new session. Only the number of tables must be answered; the rest has an answer already."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import MaxLengthValidator, ProhibitNullCharactersValidator
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.formats import BadFile
from arrowswitch.formats.deal_files import deals_in
from arrowswitch.movements import ImpossibleWish, Movement
from arrowswitch.movements.choosing.tonight import Pace
from arrowswitch.movements.wishes import read_tables
from arrowswitch.regulations import Regulations
from arrowswitch.scoring import scale_names
from arrowswitch.scoring.matches.victory_points import TableScale, scale
from arrowswitch.session import (
    Act,
    AttachHands,
    BoardHands,
    ChangePlan,
    ChangeSettings,
    SectionPlan,
    SetBreak,
    SetSections,
    SetTiming,
    Settings,
    State,
)
from arrowswitch.session.acts import ScoreMatches, with_scale
from arrowswitch.session.night import Section
from arrowswitch.site.club.models import Club
from arrowswitch.site.federations import choices as federations
from arrowswitch.site.forms import Sent, field_of
from arrowswitch.site.movement.forms import GRADES, ReadField, WishForm
from arrowswitch.site.movement.shown import pace
from arrowswitch.site.night.setup import plans
from arrowswitch.site.rules.own import own_values, rules_for
from arrowswitch.site.spoken import spoken

PAIRS_METHODS = (
    ("matchpoints", _("Matchpoints")),
    ("cross-imps", _("Cross-IMPs")),
    ("butler", _("Butler IMPs")),
    ("total-points", _("Total points")),
    ("instant-matchpoints", _("Instant matchpoints")),
    ("net", _("Net score against a datum")),
)
TEAMS_METHODS = (
    ("imps", _("Teams: IMPs")),
    ("board-a-match", _("Teams: board-a-match")),
    ("point-a-board", _("Teams: point-a-board")),
    ("patton", _("Teams: Patton")),
    ("aggregate", _("Teams: aggregate")),
)
METHODS = (*PAIRS_METHODS, *TEAMS_METHODS)
SHOWS = (
    ("board", _("after the board")),
    ("round", _("after the round")),
    ("end", _("when results are posted")),
    ("never", _("never")),
)
SOURCES = (
    ("phones", _("on phones or tablets, at the table")),
    ("slips", _("on slips, each round")),
    ("travellers", _("on travellers, each round")),
    ("end", _("on travellers, at the end")),
)
BY_REGULATIONS, IMPS_ALONE = "", "imps"
BLOCKS = {
    "plan": _("Title, date, scoring"),
    "matches": _("Victory points"),
    "break": _("Break"),
    "timing": _("Timing"),
    "deals": _("Deals"),
    "settings": _("How scores come, what players see"),
}
"""The blocks of the set-up, as they are called when they have been saved."""
SEEN = ("scores", "rankings", "hands", "par")
"""What players see at a time that the club chooses."""
MOST_FILE = 2_000_000
MINUTES_ERRORS = {
    "invalid": _("Write the minutes as a number, such as 20."),
    "min_value": _("A round takes 1 to 600 minutes."),
    "max_value": _("A round takes 1 to 600 minutes."),
}


def deals_of(file: UploadedFile[bytes]) -> tuple[BoardHands, ...]:
    """The deals of a file that was sent, whatever program wrote it."""
    if (file.size or 0) > MOST_FILE:
        raise forms.ValidationError(_("That file is too large for a file of deals."))
    try:
        return tuple(each.hands for each in deals_in(file.read()))
    except BadFile as fault:
        raise forms.ValidationError(spoken(fault)) from None


class DealsField(forms.FileField):
    """A file with the deals of the night."""

    def clean(self, data: Any, initial: Any = None) -> tuple[BoardHands, ...]:
        file = super().clean(data, initial)
        return deals_of(file) if file else ()


class SettingsForm(forms.Form):
    """How scores come, who may see what, and whether the other side confirms."""

    block = "settings"
    source = forms.ChoiceField(
        label=_("How scores come"),
        choices=SOURCES,
        initial="phones",
        required=False,
        help_text=_("With travellers at the end, nothing is called missing before."),
    )
    hands_off = forms.BooleanField(label=_("The clock calls the rounds by itself (the director plays)"), required=False)
    confirm = forms.BooleanField(label=_("The other side confirms each score"), required=False)
    scores = forms.ChoiceField(label=_("Players see other scores"), choices=SHOWS, initial="end")
    rankings = forms.ChoiceField(label=_("Players see the ranking"), choices=SHOWS, initial="end")
    hands = forms.ChoiceField(label=_("Players see the hands"), choices=SHOWS, initial="end")
    par = forms.ChoiceField(
        label=_("Players see par and what can be made"),
        choices=SHOWS,
        initial="end",
        required=False,
        help_text=_("Never before the hands."),
    )

    def settings(self, before: Settings | None = None) -> Settings:
        """The settings as the session takes them; what is not asked here stays as it was."""
        before, data = before or Settings(), self.cleaned_data
        seen = {name: data[name] or getattr(before, name) for name in SEEN}
        source = data["source"] or before.source
        return replace(before, **seen, confirm=data["confirm"], source=source, hands_off=data["hands_off"])

    def act(self, state: State) -> Act:
        return ChangeSettings(self.settings(state.settings))


class BreakForm(forms.Form):
    """When supper is, and how long."""

    block = "break"
    break_after = forms.IntegerField(
        label=_("Break after round"),
        required=False,
        min_value=1,
        max_value=100,
        error_messages={"invalid": _("Write the number of a round, such as 6.")},
        widget=forms.TextInput,
    )
    break_minutes = forms.IntegerField(
        label=_("Minutes of the break"),
        required=False,
        min_value=0,
        max_value=600,
        error_messages={"invalid": _("Write the minutes as a number, such as 15.")},
        widget=forms.TextInput,
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("break_after") and not data.get("break_minutes"):
            data["break_minutes"] = 15
        return data

    def act(self, state: State) -> Act:
        return SetBreak(self.cleaned_data["break_after"], self.cleaned_data["break_minutes"] or 0)


class DealsForm(forms.Form):
    """The deals of the night."""

    block = "deals"
    deals = DealsField(
        label=_("Deals (PBN, DUP, LIN or another file)"),
        required=True,
        help_text=_("Leads and results are then checked, and hands go with the results."),
        error_messages={"empty": _("That file is empty."), "required": _("Choose a file of deals.")},
    )

    def act(self, state: State) -> Act:
        return AttachHands(self.cleaned_data["deals"])


def scales(*, own: bool = True) -> list[tuple[str, str]]:
    """The scales of victory points to choose from; at first, where there are regulations to ask, theirs."""
    found = [(each, scale_title(each)) for each in scale_names() if scale(each).unit == "imps"]
    first = [(BY_REGULATIONS, gettext("victory points as the regulations have it"))] if own else []
    return [*first, *found, (IMPS_ALONE, gettext("IMPs alone, no victory points"))]


def scale_title(name: str) -> str:
    """A scale as people call it."""
    titles = {"wbf": gettext("WBF 20 victory points, to two decimals"), "wbf-discrete": gettext("WBF 20, whole points")}
    found = scale(name)
    return titles.get(name, found.title if isinstance(found, TableScale) else name)


class MatchesForm(forms.Form):
    """By what matches in IMPs are ranked."""

    block = "matches"
    scale = forms.ChoiceField(
        label=_("Victory points"),
        required=False,
        help_text=_("For matches in IMPs. The movement knows how many boards a match has."),
    )

    def __init__(self, data: Sent = None, *, state: State) -> None:
        now = state.regulations.matches.scale if state.on_victory_points else IMPS_ALONE
        super().__init__(data, prefix="matches", initial={"scale": now})
        field_of(self, "scale", forms.ChoiceField).choices = scales(own=False)

    def act(self, _state: State) -> Act:
        chosen = self.cleaned_data["scale"] or self.initial["scale"]
        return ScoreMatches(None if chosen == IMPS_ALONE else chosen)


class NewSessionForm(SettingsForm, BreakForm, DealsForm, WishForm):
    """All of a new session on one page."""

    title = forms.CharField(label=_("What"), max_length=80, required=False)
    date = forms.DateField(
        label=_("When"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": _("Write the day as 2026-01-31.")},
    )
    plan = forms.CharField(required=False, max_length=4000, widget=forms.HiddenInput)
    method = forms.ChoiceField(label=_("Scoring"), choices=METHODS, required=False)
    scale = forms.ChoiceField(
        label=_("Victory points"), choices=scales, required=False, help_text=_("For matches in IMPs.")
    )
    apart = forms.BooleanField(label=_("Score the sections apart"), required=False)
    round_minutes = forms.DecimalField(
        label=_("Minutes a round"),
        required=False,
        min_value=1,
        max_value=600,
        error_messages=MINUTES_ERRORS,
        widget=forms.TextInput,
    )

    def __init__(self, *arguments: Any, federation: str = "wbf", **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.usual_federation = federation
        tables = field_of(self, "tables", ReadField)
        tables.read, tables.max_length = _entries, 60
        tables.validators = [MaxLengthValidator(60), ProhibitNullCharactersValidator()]
        for name in (*SEEN, "deals"):
            self.fields[name].required = False
        for name, example in (("round_minutes", ""), ("break_after", "6"), ("break_minutes", "15")):
            self.fields[name].widget.attrs.update(inputmode="decimal", autocomplete="off", placeholder=example)
        self.fields["title"].widget.attrs.update(placeholder=usual_title(teams=self.is_teams), autocomplete="off")
        self.fields[self.counted].widget.attrs["autofocus"] = True
        self.fields["method"].widget.choices = TEAMS_METHODS if self.is_teams else PAIRS_METHODS
        self.movements: list[Movement] = []

    @property
    def asked_again(self) -> list[forms.BoundField]:
        """What is answered while it is typed, and so has its error shown at once."""
        return [
            self[name]
            for name in ("tables", "teams", "players", "boards", "minutes", "stationary")
            if name in self.fields
        ]

    @property
    def is_unusual(self) -> bool:
        """Whether what is folded away must be seen: it is not as usual, or something in it is wrong."""
        folded = {"round_minutes", "break_after", "break_minutes", "deals"}
        return bool(self.data.get("hands_off")) or not folded.isdisjoint(self.errors)

    def clean_title(self) -> str:
        return " ".join(self.cleaned_data["title"].split()) or usual_title(teams=self.is_teams)

    def clean_date(self) -> datetime.date:
        return self.cleaned_data["date"] or timezone.localdate()

    def clean_federation(self) -> str:
        return self.cleaned_data["federation"] or self.usual_federation

    def clean_method(self) -> str:
        return self.cleaned_data["method"] or ("imps" if self.is_teams else "matchpoints")

    @property
    def victory_points(self) -> bool:
        """Whether matches are turned into victory points."""
        return (self.cleaned_data["method"], self.cleaned_data["scale"] == IMPS_ALONE) == ("imps", False)

    def overrides(self, own: Mapping[str, Any]) -> Mapping[str, Any]:
        """The club's own values, with the scale of the night if one was chosen."""
        chosen = self.cleaned_data["scale"]
        return with_scale(own, chosen) if self.victory_points and chosen else own

    def clean_grade(self) -> str:
        return self.cleaned_data["grade"] or "open"

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.is_teams != (data.get("method") in dict(TEAMS_METHODS)) and "method" in data:
            data["method"] = "imps" if self.is_teams else "matchpoints"
        return data

    def offers(self) -> list[plans.PlanOffer]:
        """What can be played by these wishes, best first; `ImpossibleWish` if nothing can."""
        wish = self.wish()
        if self.is_teams:
            return plans.team_offers(wish.pop("teams"), **wish)
        if self.counted == "players":
            return plans.player_offers(wish.pop("players"), **wish)
        return plans.offers(wish.pop("tables"), **wish)

    @property
    def asked_for(self) -> str:
        """A mark of these wishes, by which a list of movements says for which it was made."""
        self.is_valid()  # reads them once
        try:
            return sha256(repr(sorted(self.wish().items())).encode()).hexdigest()[:16]
        except KeyError:  # one of them cannot be read
            return "none"

    @property
    def picked(self) -> str:
        """What was picked. From a list for other wishes nothing was: somebody was faster than the list."""
        offered = self.data.get("offered", "")
        return "" if offered and offered != self.asked_for else self.data.get("plan", "")

    def chosen(self) -> list[Movement]:
        """The movements that were picked, or the best if none was."""
        plan = self.picked and self.cleaned_data["plan"]
        if not plan:
            found = self.offers()
            if not found:
                raise ImpossibleWish(gettext("No movement fits these wishes. Ask for less."))
            plan = found[0].plan
        return plans.planned(plan, self.club)

    def card_offers(self) -> list[plans.PlanOffer]:
        """The club's cards for as many as there are."""
        rules = rules_for(self.club, self.cleaned_data["federation"] or self.usual_federation)
        kind = self.cleaned_data["kind"] or "pairs"
        return plans.card_offers(self.club, kind, self.size, pace(rules, self.data))

    @property
    def accepted(self) -> str:
        """Why a movement with faults is played: they were accepted when the card was kept."""
        return insisted(plans.accepted(self.picked and self.cleaned_data["plan"], self.club))

    def sections(self) -> tuple[SectionPlan, ...]:
        """The sections, named A, B, C..."""
        data = self.cleaned_data
        minutes = Fraction(data["round_minutes"]) if data["round_minutes"] is not None else None
        return tuple(
            SectionPlan(
                letter,
                movement,
                data["grade"],
                minutes,
                data["break_after"],
                data["break_minutes"] or 0,
            )
            for letter, movement in zip("ABCDEFGH", self.chosen(), strict=False)
        )


class AnewForm(NewSessionForm):
    """The same wishes for a session that is open: its sections are planned anew, and keep their timing."""

    def act(self, state: State) -> Act:
        """The act; the scoring stays where pairs stay pairs, or teams teams."""
        usual = next(iter(state.sections.values()))
        plans_made = tuple(
            timed(letter, movement, state.sections.get(letter, usual))
            for letter, movement in zip("ABCDEFGH", self.chosen(), strict=False)
        )
        stays = (state.method in dict(TEAMS_METHODS)) == self.is_teams
        return SetSections(plans_made, state.method if stays else self.cleaned_data["method"])


def insisted(faults: tuple[str, ...]) -> str:
    """Why a movement with faults is played; nothing where there are none."""
    return gettext("Its faults were accepted when the card was kept.") if faults else ""


def timed(letter: str, movement: Movement, like: Section) -> SectionPlan:
    """A section with the timing of another; a break that would come after its last round falls away."""
    late = like.break_after is not None and like.break_after >= movement.rounds
    pause = (None, 0) if late else (like.break_after, like.break_minutes)
    return SectionPlan(letter, movement, like.grade, like.round_minutes, *pause)


class PlanForm(forms.Form):
    """What was said when the session was opened, and may be said otherwise."""

    block = "plan"
    title = forms.CharField(label=_("What"), max_length=80)
    date = forms.DateField(
        label=_("When"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": _("Write the day as 2026-01-31.")},
    )
    method = forms.ChoiceField(label=_("Scoring"), required=False)
    regulations = forms.ChoiceField(label=_("Federation"), choices=federations, required=False)
    apart = forms.BooleanField(label=_("Score and rank the sections apart"), required=False)

    def __init__(self, data: Sent = None, *, state: State, club: Club) -> None:
        first = {name: getattr(state, name) for name in ("title", "date", "method", "apart")}
        super().__init__(data, prefix="plan", initial={**first, "regulations": state.regulations.name})
        teams = any(section.movement.kind == "teams" for section in state.sections.values())
        field_of(self, "method", forms.ChoiceField).choices = TEAMS_METHODS if teams else PAIRS_METHODS
        if state.phase != "open":
            del self.fields["method"], self.fields["regulations"]
        if len(state.sections) == 1:
            del self.fields["apart"]
        self.club = club

    def act(self, state: State) -> ChangePlan:
        """What is not asked now stays as it was."""
        data = self.cleaned_data
        regulations = data.get("regulations") or state.regulations.name
        changed = regulations != state.regulations.name
        return ChangePlan(
            data["title"],
            data["date"],
            data.get("method") or state.method,
            data.get("apart", state.apart),
            regulations,
            overrides=own_values(self.club, regulations) if changed else None,
        )


class TimingForm(forms.Form):
    """How long a round takes, and for whom."""

    block = "timing"
    grade = forms.ChoiceField(label=_("Grade"), choices=GRADES, required=False)
    round_minutes = forms.DecimalField(
        label=_("Minutes a round"),
        required=False,
        min_value=1,
        max_value=600,
        error_messages=MINUTES_ERRORS,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        help_text=_("Empty: as the regulations have it. It counts from the next round that is called."),
    )

    def __init__(self, data: Sent = None, *, section: Section, alone: bool = True, **more: Any) -> None:
        minutes = section.round_minutes
        first = {
            "grade": section.grade,
            "round_minutes": minutes if minutes is None else Decimal(f"{float(minutes):g}"),
        }
        prefix = "timing" if alone else f"timing-{section.name}"
        super().__init__(data, prefix=prefix, initial=first, **more)
        self.section = None if alone else section.name

    def act(self, _state: State) -> SetTiming:
        """For the one section of several or for all there is."""
        data = self.cleaned_data
        minutes = data["round_minutes"]
        return SetTiming(Fraction(minutes) if minutes is not None else None, data["grade"] or "open", self.section)


class MovementForm(forms.Form):
    """Another movement for a section, before play begins."""

    wanted = forms.CharField(label=_("Tables"), max_length=20)

    def __init__(self, data: Sent, *, section: Section, rules: Regulations, club: Club) -> None:
        super().__init__(data, auto_id=f"id_{section.name}_%s", initial={"wanted": section.movement.entry})
        self.section = section
        self.club = club
        self.rules = rules
        self.problem = ""

    @property
    def asks(self) -> bool:
        """Whether somebody has asked for other movements."""
        return self.is_bound and self.is_valid()

    def offers(self) -> list[plans.PlanOffer]:
        """What this section could play instead; nothing until it is asked."""
        if not self.asks:
            return []
        wanted = self.cleaned_data["wanted"]
        try:
            if self.section.movement.kind == "teams":
                teams = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 4 else 0
                found = plans.team_offers(teams, regulations=self.rules)
            else:
                found = plans.offers(_one_entry(wanted), regulations=self.rules)
        except ImpossibleWish as wish:
            self.problem = spoken(wish)
            return []
        kind = self.section.movement.kind
        size = read_tables(wanted) if kind == "pairs" else int(wanted)
        own = plans.card_offers(self.club, kind, size, Pace(self.rules.timing))
        return [*(offer for offer in found if ";" not in offer.plan), *own]


def _one_entry(text: str) -> str:
    read_tables(text)
    return text


def _entries(text: str) -> str:
    """Reads "9½" or "7+6½" and keeps what was written."""
    entries = [each.strip() for each in text.split("+")]
    if len(entries) == 1 or entries[-1] in ("½", "1/2"):
        read_tables(text)
    else:
        for entry in entries:
            read_tables(entry)
    return text


def usual_title(*, teams: bool = False) -> str:
    """What an evening is called if nobody says otherwise."""
    title = gettext("%(day)s teams") if teams else gettext("%(day)s pairs")
    return title % {"day": date_format(timezone.localdate(), "l")}
