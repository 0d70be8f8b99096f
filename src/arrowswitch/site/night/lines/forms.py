"""The forms of corrections, rulings and penalties: each becomes one act, or says beside the field what is wrong.

What may be done is not decided here: the session grants or refuses it.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.scoring import METHODS
from arrowswitch.scoring.lines import AVERAGE, MINUS, PLUS, Award, Percent
from arrowswitch.session import (
    Act,
    Adjust,
    Adjustment,
    Confirm,
    Correct,
    Enter,
    LatePlay,
    LineKey,
    LineRecord,
    NotPlayed,
    Penalise,
    Refused,
    RemoveBoard,
    SplitBoard,
    Strike,
    WithdrawPenalty,
)
from arrowswitch.session.awards import read_award, read_score, read_weighted
from arrowswitch.session.offences import KINDS, Advice, advise, amount_told, earlier
from arrowswitch.session.seats import all_players_of, players_of
from arrowswitch.session.typed import act_for, as_typed, read, understood
from arrowswitch.site.night.desk import Desk, told
from arrowswitch.site.night.lines.register import Register
from arrowswitch.words import Sentence

OUTCOMES = 4
AVERAGES = {"plus": PLUS, "average": AVERAGE, "minus": MINUS}
FAULTS = (("none", _("not at fault")), ("partly", _("partly at fault")), ("directly", _("at fault")))


class ActForm(forms.Form):
    """What every form here has: a reason, insisting, and what was on the page when it was filled in."""

    why = forms.CharField(label=_("Reason"), max_length=1000, required=False)
    force = forms.BooleanField(label=_("Insist, although something speaks against it"), required=False)
    seen = forms.IntegerField(required=False, min_value=0, max_value=10**9, widget=forms.HiddenInput)
    command = forms.RegexField(r"^[0-9A-Za-z-]{8,64}$", required=False, widget=forms.HiddenInput)

    def __init__(self, desk: Desk, seen: int, data: Any = None) -> None:
        self.desk = desk
        self.fresh = {"seen": seen, "command": str(uuid.uuid4())}
        super().__init__(data, auto_id=f"{type(self).__name__.lower()}_%s", initial={**self.fresh, **self.begun()})

    def begun(self) -> dict[str, Any]:
        """What stands in the fields at first."""
        return {}

    def act(self) -> Act:
        """The act that is asked for; `Refused` if there is none."""
        raise NotImplementedError

    def remarks(self) -> Sequence[Sentence]:
        """What is to be said about it before it is confirmed."""
        return ()

    def renewed(self) -> None:
        """Takes the page as it is now for what the sender has seen, after being told that it has changed."""
        self.data = self.data.copy()
        self.data.update({name: str(value) for name, value in self.fresh.items()})

    def reading(self, field: str, reader: Any) -> Any:
        """A field read by one of the session's readers; what it says against it stands beside the field."""
        try:
            return reader(self.cleaned_data[field])
        except Refused as refusal:
            self.add_error(field, told(refusal))
            return None


# -- a line -----------------------------------------------------------------------------------------------------------


class LineForm(ActForm):
    """A form about one line."""

    def __init__(self, desk: Desk, key: LineKey, data: Any = None) -> None:
        self.key = key
        super().__init__(desk, desk.state.version(key), data)

    @property
    def record(self) -> LineRecord | None:
        return self.desk.state.lines.get(self.key)


class ResultForm(LineForm):
    """A result, entered or corrected."""

    typed = forms.CharField(
        label=_("Result"),
        max_length=80,
        help_text=_(
            "As at the desk: 42 or 42- for a score, 4SX S -2 for a contract, P passed out, L late, N not played."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    ns_agrees = forms.BooleanField(label=_("North-South agree"), required=False)
    ew_agrees = forms.BooleanField(label=_("East-West agree"), required=False)
    error = forms.ChoiceField(
        label=_("Whose error"),
        choices=(("players", _("the players’")), ("scorer", _("the scorer’s"))),
        widget=forms.RadioSelect,
        initial="players",
    )

    def begun(self) -> dict[str, Any]:
        return {"typed": as_typed(self.record) if self.record and not self.record.adjusted else ""}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("typed"):
            self.what = self.reading("typed", lambda text: read(text, self.key.board))
        return cleaned

    def act(self) -> Act:
        consent = tuple(side for side in ("NS", "EW") if self.cleaned_data[f"{side.lower()}_agrees"])
        movement = self.desk.state.sections[self.key.section].movement
        return act_for(self.what, self.key, self.record, movement, consent, self.cleaned_data["error"])

    def remarks(self) -> Sequence[Sentence]:
        return (understood(self.what.what, self.key.board), *self.what.doubts)


class MarkForm(LineForm):
    """A line without a result: to be played late, or not at all."""

    mark = forms.ChoiceField(
        label=_("This board"),
        choices=(("late", _("is to be played late")), ("not", _("is not played; it does not count for them"))),
        widget=forms.RadioSelect,
        initial="late",
    )

    def act(self) -> Act:
        entry = LatePlay() if self.cleaned_data["mark"] == "late" else NotPlayed()
        record = self.record
        if record is None or record.entry is None or isinstance(record.entry, LatePlay):
            return Enter(self.key, entry)
        return Correct(self.key, entry, error="scorer")


class AdjustForm(LineForm):
    """An adjusted score: artificial, assigned, split or weighted."""

    ARTIFICIAL = (
        ("plus", _("average plus")),
        ("average", _("average")),
        ("minus", _("average minus")),
        ("percent", "%"),
    )
    what = forms.ChoiceField(
        label=_("Award"),
        choices=(
            ("artificial", _("Artificial")),
            ("assigned", _("Assigned")),
            ("weighted", _("Weighted")),
            ("split", _("Each side its own")),
        ),
        widget=forms.RadioSelect,
        initial="artificial",
    )
    ns_artificial = forms.ChoiceField(label=_("North-South"), choices=ARTIFICIAL, required=False, initial="plus")
    ns_percent = forms.CharField(label=_("North-South, percent"), max_length=12, required=False)
    ew_artificial = forms.ChoiceField(label=_("East-West"), choices=ARTIFICIAL, required=False, initial="plus")
    ew_percent = forms.CharField(label=_("East-West, percent"), max_length=12, required=False)
    score = forms.CharField(
        label=_("Result"), max_length=60, required=False, help_text=_("42 or 42- for a score, 4S N = for a contract.")
    )
    ns_own = forms.CharField(
        label=_("North-South"),
        max_length=120,
        required=False,
        help_text=_("A+, 55%, 42, 4S N =, or 60% of 42, 40% of 5-. Empty keeps what was written."),
    )
    ew_own = forms.CharField(label=_("East-West"), max_length=120, required=False)
    ns_fault = forms.ChoiceField(label=_("North-South are"), choices=FAULTS, initial="none", required=False)
    ew_fault = forms.ChoiceField(label=_("East-West are"), choices=FAULTS, initial="none", required=False)
    under_appeal = forms.BooleanField(label=_("Under appeal"), required=False)

    def __init__(self, desk: Desk, key: LineKey, data: Any = None) -> None:
        super().__init__(desk, key, data)
        for number in range(1, OUTCOMES + 1):
            self.fields[f"result{number}"] = forms.CharField(
                label=gettext("Result %(number)d") % {"number": number}, max_length=60, required=False
            )
            self.fields[f"weight{number}"] = forms.CharField(label=_("Weight, percent"), max_length=12, required=False)
        if self.record is not None:
            kept = self.record.adjustment
            self.initial.update(ns_fault=kept.ns_fault, ew_fault=kept.ew_fault, under_appeal=kept.under_appeal)

    def outcomes(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The rows of a weighted score."""
        return [(self[f"result{number}"], self[f"weight{number}"]) for number in range(1, OUTCOMES + 1)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        self.awards = {
            "artificial": self._artificial,
            "assigned": self._assigned,
            "weighted": self._weighted,
            "split": self._split,
        }.get(cleaned.get("what", ""), lambda: (None, None))()
        return cleaned

    def _artificial(self) -> tuple[Award | None, Award | None]:
        return self._average("ns"), self._average("ew")

    def _average(self, side: str) -> Award | None:
        kind = self.cleaned_data.get(f"{side}_artificial") or "plus"
        if kind in AVERAGES:
            return AVERAGES[kind]
        field = f"{side}_percent"
        text = self.cleaned_data.get(field, "").strip().removesuffix("%")
        award = self.reading(field, lambda _: read_award(f"{text}%", self.key.board))
        if award is not None and not isinstance(award, Percent):
            self.add_error(field, gettext("Write a percentage, from 0 to 100."))
        return award

    def _assigned(self) -> tuple[Award | None, Award | None]:
        if not self.cleaned_data.get("score"):
            self.add_error("score", gettext("Write the result that is assigned."))
            return None, None
        points = self.reading("score", lambda text: read_award(str(text), self.key.board))
        return points, points

    def _weighted(self) -> tuple[Award | None, Award | None]:
        rows = []
        for number in range(1, OUTCOMES + 1):
            result, weight = f"result{number}", f"weight{number}"
            if self.cleaned_data.get(result) or self.cleaned_data.get(weight):
                self.reading(result, lambda text: read_score(text, self.key.board))
                rows.append((self.cleaned_data.get(result, ""), self.cleaned_data.get(weight, "")))
        if not rows:
            self.add_error("result1", gettext("Write the outcomes and their weights."))
        if self.errors:
            return None, None
        award = self.reading("weight1", lambda _: read_weighted(rows, self.key.board))
        return award, award

    def _split(self) -> tuple[Award | None, Award | None]:
        given = [
            self.reading(field, lambda text: read_award(text, self.key.board)) if self.cleaned_data.get(field) else None
            for field in ("ns_own", "ew_own")
        ]
        if not any(self.cleaned_data.get(field) for field in ("ns_own", "ew_own")):
            self.add_error("ns_own", gettext("Give at least one side a score."))
        return given[0], given[1]

    def act(self) -> Act:
        cleaned = self.cleaned_data
        ns, ew = self.awards
        adjustment = Adjustment(
            ns, ew, cleaned["ns_fault"] or "none", cleaned["ew_fault"] or "none", cleaned["under_appeal"]
        )
        return Adjust(self.key, adjustment)


class TakeBackForm(LineForm):
    """An adjustment taken back."""

    def act(self) -> Act:
        if self.record is None or not self.record.adjusted:
            raise Refused(gettext("There is no adjustment here."))
        return Adjust(self.key)


class StrikeForm(LineForm):
    """A line struck out, or counted again; which of them stands in the form, so that a page that is old does no harm."""

    void = forms.ChoiceField(choices=(("1", ""), ("0", "")), widget=forms.HiddenInput)

    def begun(self) -> dict[str, Any]:
        return {"void": "0" if self.record is not None and self.record.void else "1"}

    def act(self) -> Act:
        return Strike(self.key, self.cleaned_data["void"] == "1")


class ConfirmForm(LineForm):
    """One side's agreement, given at the desk."""

    side = forms.ChoiceField(
        label=_("On behalf of"),
        choices=(("NS", _("North-South")), ("EW", _("East-West"))),
        widget=forms.RadioSelect,
        initial="EW",
    )

    def begun(self) -> dict[str, Any]:
        return {"side": "NS" if self.record and self.record.entered_by == "EW" else "EW"}

    def act(self) -> Act:
        return Confirm(self.key, self.cleaned_data["side"])


# -- a board ----------------------------------------------------------------------------------------------------------


class BoardForm(ActForm):
    """A form about a whole board."""

    def __init__(self, desk: Desk, board: int, data: Any = None) -> None:
        self.board = board
        super().__init__(desk, len(desk.state.journal), data)


class SplitForm(BoardForm):
    """Lines of a fouled board that were played in another version."""

    lines = forms.MultipleChoiceField(
        label=_("Played in this version"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick the tables that played this version.")},
    )
    group = forms.CharField(
        label=_("Version"),
        max_length=12,
        required=False,
        initial="B",
        help_text=_("A letter; leave it empty for the true board."),
    )

    def __init__(self, desk: Desk, board: int, data: Any = None) -> None:
        super().__init__(desk, board, data)
        keys = sorted(desk.state.on_board.get(board, ()))
        self.keys = {"-".join(map(str, key)): key for key in keys}
        self.fields["lines"].choices = [(name, key.place) for name, key in self.keys.items()]

    def act(self) -> Act:
        chosen = tuple(self.keys[name] for name in self.cleaned_data["lines"])
        return SplitBoard(chosen, self.cleaned_data["group"].strip().upper())


class RemoveForm(BoardForm):
    """A board taken out of the scoring."""

    removed = True
    section = forms.ChoiceField(label=_("Where"), required=False)

    def __init__(self, desk: Desk, board: int, data: Any = None) -> None:
        super().__init__(desk, board, data)
        names = [
            section.name
            for section in desk.state.sections.values()
            if board in section.movement.boards and ((section.name, board) in desk.state.removed) != self.removed
        ]
        every = [("", _("in all sections"))] if len(desk.state.sections) > 1 else []
        one = [(name, gettext("in section %(name)s") % {"name": name}) for name in names]
        self.fields["section"].choices = [*every, *one] if every else [("", _("in this session")), *one]
        if len(desk.state.sections) == 1:
            self.fields["section"].widget = forms.HiddenInput()

    def act(self) -> Act:
        return RemoveBoard(self.board, self.cleaned_data["section"] or None, self.removed)


class PutBackForm(RemoveForm):
    """A board put back into the scoring."""

    removed = False


# -- a pair -----------------------------------------------------------------------------------------------------------


class PairForm(ActForm):
    """A form about a contestant."""

    def __init__(self, desk: Desk, place: tuple[str, int], data: Any = None) -> None:
        self.place = place
        super().__init__(desk, len(desk.state.journal), data)


class FineForm(PairForm):
    """A penalty or a warning, by the scale or as the director chooses."""

    offence = forms.ChoiceField(
        label=_("For"), choices=tuple((name, kind.title) for name, kind in KINDS.items()), initial="slow"
    )
    player = forms.ChoiceField(label=_("Who did it"), required=False)
    minutes = forms.IntegerField(
        label=_("Minutes late"), required=False, min_value=0, max_value=999, help_text=_("Only for being late.")
    )
    amount = forms.ChoiceField(label=_("Penalty"), initial="scale", widget=forms.RadioSelect)
    value = forms.DecimalField(
        label=_("How much"),
        required=False,
        min_value=0,
        max_value=10_000,
        max_digits=8,
        decimal_places=2,
        help_text=_("Not for a warning, nor for what the scale says."),
    )

    agreed = forms.CharField(max_length=60, required=False, widget=forms.HiddenInput)
    """What the scale said when the director looked."""

    def __init__(self, desk: Desk, place: tuple[str, int], data: Any = None) -> None:
        super().__init__(desk, place, data)
        state = desk.state
        self.players = dict(enumerate(dict.fromkeys(all_players_of(state, *place))))
        self.fields["player"].choices = [
            ("", _("the pair") if state.sections[place[0]].movement.kind == "pairs" else _("the team")),
            *((str(number), desk.names.player(player)) for number, player in self.players.items()),
        ]
        self.vps = state.method == "imps" and bool(state.boards_per_match)
        self.fields["amount"].choices = [
            ("scale", _("as the scale says")),
            ("warning", _("a warning")),
            *([("share", _("percent of a top"))] if METHODS[state.method].percent else []),
            ("points", _("points") if METHODS[state.method].percent else _("points (IMPs)")),
            *([("vps", _("victory points"))] if self.vps else []),
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if (
            cleaned.get("amount") in ("share", "points", "vps")
            and not cleaned.get("value")
            and "value" not in self.errors
        ):
            self.add_error("value", gettext("Write how much is taken, more than 0."))
        if cleaned.get("offence") == "late" and cleaned.get("minutes") is None and "minutes" not in self.errors:
            self.add_error("minutes", gettext("Write how many minutes late they were."))
        if not self.errors and cleaned["amount"] == "scale" and not self._has_scale(self.advice):
            self.add_error("amount", gettext("The scale does not say how much; choose it."))
        if not self.errors and cleaned["amount"] == "scale":
            said = str(amount_told(self.advice.share, self.advice.points, self.advice.vps))
            if self.data.get("step") == "confirm" and cleaned["agreed"] not in ("", said):
                self.add_error(
                    "amount", gettext("The offence register has changed meanwhile. Look at the effect again.")
                )
            self.data = self.data.copy()
            self.data["agreed"] = said
        return cleaned

    @staticmethod
    def _has_scale(advice: Advice) -> bool:
        penalty = advice.penalty
        given = (advice.share, advice.points, advice.vps)
        return penalty is not None and (penalty.warning or any(each is not None for each in given))

    @property
    def advice(self) -> Advice:
        """What the regulations say, with the club's register behind it."""
        if not hasattr(self, "_advice"):
            state, cleaned = self.desk.state, self.cleaned_data
            chosen = self.players.get(int(cleaned["player"])) if cleaned.get("player") else None
            here = state.sections[self.place[0]].round
            blamed = (chosen,) if chosen else players_of(state, *self.place, max(here, 1))
            mine = self.data.get("command")  # sent twice, it does not count itself
            kept = Register(self.desk.request.club, blamed)
            register = [each for each in kept.offences if each.id != mine]
            before = earlier(register, cleaned["offence"], kept.players, state.regulations)
            if not blamed:  # without names only tonight's are known
                before = tuple(
                    each
                    for each in register
                    if each.id in state.fines
                    and (each.section, each.contestant) == self.place
                    and each.kind == cleaned["offence"]
                    and not each.withdrawn
                )
            self._advice = advise(
                cleaned["offence"],
                before,
                state.date or self.desk.now.date(),
                state.regulations,
                state.method,
                victory_points=self.vps,
                minutes=cleaned.get("minutes") or 0,
            )
        return self._advice

    def act(self) -> Act:
        cleaned = self.cleaned_data
        player = self.players.get(int(cleaned["player"])) if cleaned["player"] else None
        share = points = vps = None
        value = Fraction(cleaned["value"]) if cleaned["value"] else None
        match cleaned["amount"]:
            case "scale":
                share, points, vps = self.advice.share, self.advice.points, self.advice.vps
            case "share":
                share = value / 100 if value is not None else None
            case "points":
                points = value
            case "vps":
                vps = value
        return Penalise(*self.place, share=share, points=points, vps=vps, offence=cleaned["offence"], player=player)

    def remarks(self) -> Sequence[Sentence]:
        return self.advice.sentences


class WithdrawForm(PairForm):
    """A penalty taken back."""

    penalty = forms.CharField(max_length=100, widget=forms.HiddenInput)

    def act(self) -> Act:
        return WithdrawPenalty(self.cleaned_data["penalty"])
