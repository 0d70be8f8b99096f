"""What is asked of the club's cards: a wish for a design, what a draft begins with, how a card is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.movements.choosing.tonight import Pace
from arrowswitch.movements.design import (
    DesignWish,
    PlayersWish,
    SeatedSession,
    TeamsWish,
    checked,
    read_couples,
    read_seats,
)
from arrowswitch.movements.design.asking import MOST_ROUNDS, check_limits
from arrowswitch.movements.design.sessions import MOST_EVENT_PAIRS, MOST_SECTIONS, MOST_SESSIONS
from arrowswitch.movements.editing import empty_grid
from arrowswitch.movements.model import ImpossibleWish, Kind, Movement
from arrowswitch.movements.wishes import MOST_BOARDS_PER_ROUND
from arrowswitch.regulations import Regulations
from arrowswitch.site.club_cards.looking import SessionsWish
from arrowswitch.site.spoken import spoken
from arrowswitch.words import say

NUMBER = _("Write a whole number, such as 9.")
TOO_MUCH = _("That is too much: write a number of at most three figures.")
SWITCHING = (
    ("tables", _("Single tables")),
    ("rounds", _("Whole rounds only")),
    ("none", _("Nothing")),
)
WINNERS = (("1", _("One")), ("2", _("Two")))
ONLY_FOR = {
    "teams": ("stationary", "tables", "longest_walk", "sit_outs_on_end", "boards_one_way"),
    "individual": ("stationary", "copies", "longest_walk", "sit_outs_on_end", "boards_one_way"),
}
"""What cannot be wished for teams, and for individuals."""
KINDS = (("pairs", _("Pairs")), ("teams", _("Teams")), ("individual", _("Individual")))


def whole(label: Any, example: str = "", help_text: Any = "", *, required: bool = False) -> forms.IntegerField:
    """A number that is typed."""
    return forms.IntegerField(
        label=label,
        required=required,
        min_value=0,
        max_value=999,
        help_text=help_text,
        error_messages={"invalid": NUMBER, "min_value": NUMBER, "max_value": TOO_MUCH},
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "placeholder": example}),
    )


class ReadText(forms.CharField):
    """Text that a function of the designs reads, which says itself what is wrong."""

    def __init__(self, read: Callable[[str], Any], example: str, **more: Any) -> None:
        self.read = read
        widget = forms.TextInput(attrs={"autocomplete": "off", "placeholder": example})
        super().__init__(max_length=200, required=False, widget=widget, **more)

    def clean(self, value: str) -> Any:
        try:
            return self.read(super().clean(value))
        except ImpossibleWish as wish:
            raise forms.ValidationError(spoken(wish)) from None


class DesignForm(forms.Form):
    """Everything that can be wished of a design."""

    kind = forms.ChoiceField(label=_("For"), choices=KINDS, required=False, widget=forms.RadioSelect)
    pairs = whole(_("How many pairs, teams or players"), "23", required=True)
    rounds = whole(_("Rounds"), "9", required=True)
    boards_per_round = whole(_("Boards a round"), "3")
    minutes = whole(_("or minutes for play"), "190")
    winners = forms.ChoiceField(label=_("Winners"), choices=WINNERS, required=False, widget=forms.RadioSelect)
    seats = ReadText(
        read_seats,
        "4, 7ns",
        label=_("Keep their seats"),
        help_text=_("By number; ns or ew where a pair needs that direction."),
    )
    stationary = whole(_("How many keep their seats, whoever they are"), "0")
    never = ReadText(read_couples, "3-8, 1-2", label=_("Must not meet"))
    must = ReadText(read_couples, "5-6", label=_("Must meet"))
    sets = whole(_("Sets of boards at hand"), help_text=_("A set is the boards of one round."))
    copies = whole(_("Copies of each board"), "1")
    tables = whole(_("Tables in the room"), help_text=_("With fewer than the pairs fill, everybody sits out in turn."))
    most_sit_outs = whole(_("Rounds that a pair may sit out"))
    sit_outs_on_end = whole(_("of these, one after the other"), "1")
    longest_walk = whole(_("Tables that a pair may be moved"))
    boards_one_way = forms.BooleanField(label=_("Boards go one way only"), required=False)
    switching = forms.ChoiceField(label=_("May be arrow-switched"), choices=SWITCHING, required=False)

    def __init__(self, *arguments: Any, rules: Regulations, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.rules = rules

    @property
    def usual(self) -> list[forms.BoundField]:
        """What everybody says."""
        return [self[name] for name in ("pairs", "rounds", "boards_per_round", "minutes")]

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """What is said only by who has such a room, under a heading each."""
        return [
            (gettext("Who"), [self[name] for name in ("seats", "stationary", "never", "must")]),
            (gettext("Room and boards"), [self[name] for name in ("tables", "sets", "copies", "longest_walk")]),
            (gettext("Sitting out"), [self[name] for name in ("most_sit_outs", "sit_outs_on_end")]),
        ]

    @property
    def is_unusual(self) -> bool:
        """Whether one of these has something in it."""
        names = [field.name for _title, group in self.groups for field in group]
        return any(self.data.get(name) for name in (*names, "boards_one_way")) or any(
            name in self.errors for name in names
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        boards = data["boards_per_round"] or self._in_time(data["rounds"], data["minutes"])
        if not boards:
            self.add_error("boards_per_round", gettext("Say how many boards a round, or how many minutes there are."))
            return data
        try:
            data["wish"] = self._wish(data, boards)
        except ImpossibleWish as wish:
            self.add_error(None, spoken(wish))
        return data

    def _wish(self, data: dict[str, Any], boards: int) -> DesignWish | TeamsWish | PlayersWish:
        kind = data["kind"] or "pairs"
        if kind != "pairs":
            strange = [str(self.fields[name].label) for name in ONLY_FOR[kind] if data[name]]
            if strange or any(seat.side for seat in data["seats"]):
                raise ImpossibleWish(
                    gettext("This can be wished for other contests only: %(names)s.")
                    % {"names": ", ".join(strange or [gettext("a direction to keep")])}
                )
        common: dict[str, Any] = {
            "rounds": data["rounds"],
            "boards_per_round": boards,
            "sets": data["sets"],
            "never": data["never"],
            "must": data["must"],
            "most_sit_outs": data["most_sit_outs"],
        }
        numbers = tuple(seat.pair for seat in data["seats"])
        if kind == "teams":
            return TeamsWish(teams=data["pairs"], copies=data["copies"], seats=numbers, **common)
        if kind == "individual":
            return PlayersWish(players=data["pairs"], tables=data["tables"], seats=numbers, **common)
        return checked(
            DesignWish(
                pairs=data["pairs"],
                winners=int(data["winners"] or 1),
                minutes=data["minutes"],
                copies=data["copies"] or 1,
                tables=data["tables"],
                seats=data["seats"],
                stationary=data["stationary"] or 0,
                sit_outs_on_end=data["sit_outs_on_end"] or 1,
                boards_one_way=data["boards_one_way"],
                longest_walk=data["longest_walk"],
                switching=data["switching"] or "tables",
                **common,
            )
        )

    def _in_time(self, rounds: int, minutes: int | None) -> int:
        """The boards a round for which there is time; at least one."""
        if not minutes:
            return 0
        pace = Pace(self.rules.timing)
        fit = [each for each in range(1, MOST_BOARDS_PER_ROUND + 1) if pace.session_minutes(rounds, each) <= minutes]
        return max(fit, default=1)


MOST_EVENT_SECONDS = 10
"""On the page somebody waits for it; the command looks longer."""


class SeatingForm(forms.Form):
    """An event of several sections and sessions, asked for as the command does."""

    pairs = whole(_("Pairs of the event"), "28", required=True)
    sections = whole(_("Sections that play the same boards"), "2", required=True)
    sessions = whole(_("Sessions"), "2", required=True)
    rounds = whole(_("Rounds of each session"), "7", required=True)
    boards_per_round = whole(_("Boards a round"), "2", required=True)
    seconds = whole(_("Seconds to look"), "5", required=True)
    winners = forms.ChoiceField(label=_("Winners"), choices=WINNERS, required=False, widget=forms.RadioSelect)
    stationary = ReadText(read_seats, "4, 7", label=_("Pairs that need a seat that stays"))
    never = ReadText(read_couples, "3-8, 1-2", label=_("Pairs that should not meet"))
    over = whole(_("Sessions that are over"), "1")

    LIMITS = (
        ("pairs", say("pairs"), 4, MOST_EVENT_PAIRS),
        ("sections", say("sections"), 1, MOST_SECTIONS),
        ("sessions", say("sessions"), 1, MOST_SESSIONS),
        ("rounds", say("rounds"), 1, MOST_ROUNDS),
        ("boards_per_round", say("boards a round"), 1, MOST_BOARDS_PER_ROUND),
        ("seconds", say("seconds"), 1, MOST_EVENT_SECONDS),
    )

    def __init__(self, *arguments: Any, past: tuple[SeatedSession, ...] = (), **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.past = past
        if past:
            self.fields["over"].required = True
        else:
            del self.fields["over"]

    @property
    def numbers(self) -> list[forms.BoundField]:
        """How large it is, and how long to look."""
        return [self[name] for name in (*(["over"] if self.past else []), *(name for name, *_limit in self.LIMITS))]

    @property
    def wishes(self) -> list[forms.BoundField]:
        """What only some need."""
        return [self["stationary"], self["never"]]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        for name, what, least, most in self.LIMITS:
            if name in data:
                self._try(name, check_limits, [(what, data[name], least, most)])
        if not self.errors and self.past:
            self._try("over", self._check_past, data["over"], data["sessions"])
        if not self.errors:
            data["wish"] = SessionsWish(
                pairs=data["pairs"],
                sections=data["sections"],
                sessions=data["sessions"],
                rounds=data["rounds"],
                boards_per_round=data["boards_per_round"],
                winners=int(data["winners"] or 1),
                past=self.past[: data.get("over", 0)],
                still=tuple(seat.pair for seat in data["stationary"]),
                never=data["never"],
                seconds=float(data["seconds"]),
            )
        return data

    def _try(self, name: str, check: Callable[..., None], *asked: Any) -> None:
        try:
            check(*asked)
        except ImpossibleWish as refusal:
            self.add_error(name, spoken(refusal))

    def _check_past(self, over: int, sessions: int) -> None:
        check_limits([(say("sessions that are over"), over, 1, len(self.past))])
        if over >= sessions:
            raise ImpossibleWish(gettext("All of them are over. Ask for more sessions than %(n)s.") % {"n": over})


class KeepForm(forms.Form):
    """Under which name a movement is kept."""

    name = forms.CharField(label=_("Name of the card"), max_length=80, required=False)
    why = forms.CharField(label=_("Note"), max_length=200, required=False, help_text=_("Stays in the history."))


class EmptyGridForm(forms.Form):
    """A grid in which nobody sits yet."""

    kind = forms.ChoiceField(label=_("For"), choices=KINDS, required=False)
    contestants = whole(_("How many pairs, teams or players"), "12", required=True)
    rounds = whole(_("Rounds"), "9", required=True)
    boards_per_round = whole(_("Boards a round"), "3", required=True)
    winners = forms.ChoiceField(label=_("Winners"), choices=WINNERS, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.movement()
            except ImpossibleWish as wish:
                self.add_error(None, spoken(wish))
        return data

    def movement(self) -> Movement:
        """The grid."""
        data = self.cleaned_data
        kind: Kind = data["kind"] or "pairs"
        return empty_grid(
            data["contestants"],
            data["rounds"],
            data["boards_per_round"],
            winners=2 if data["winners"] == "2" and kind == "pairs" else 1,
            kind=kind,
        )
