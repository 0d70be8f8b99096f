"""The forms of corrections, rulings and penalties: each becomes one act, or says beside the field what is wrong.

What may be done is not decided here: the session grants or refuses it.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.scoring import METHODS
from arrowswitch.scoring.imps import outcomes_of
from arrowswitch.scoring.lines import AVERAGE, MINUS, PLUS, Award, Percent, Weighted
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
    Refused,
    RemoveBoard,
    SplitBoard,
    Strike,
)
from arrowswitch.session.acts import points_for_scores
from arrowswitch.session.desk import act_for, as_typed, read_award, read_score, read_typed, read_weighted, understood
from arrowswitch.session.night import SideName, adjustment_told, record_told
from arrowswitch.site.forms import Sent, field_of, send_anew
from arrowswitch.site.night.desk import Desk, told
from arrowswitch.site.night.entry.ways import way_of
from arrowswitch.words import Sentence, say

OUTCOMES = 4
AVERAGES = {each.kind: each for each in (PLUS, AVERAGE, MINUS)}
FAULTS = (("none", _("not at fault")), ("partly", _("partly at fault")), ("directly", _("at fault")))


SIDES: tuple[SideName, ...] = ("NS", "EW")


class ActForm(forms.Form):
    """What every form here has: a reason, insisting, and what was on the page when it was filled in."""

    expected = False
    """Whether what would be noticed is the very thing that is wanted, so that it need not be said."""
    why = forms.CharField(label=_("Reason"), max_length=1000, required=False)
    force = forms.BooleanField(label=_("Insist, although something speaks against it"), required=False)
    seen = forms.IntegerField(required=False, min_value=0, max_value=10**9, widget=forms.HiddenInput)
    command = forms.RegexField(r"^[0-9A-Za-z-]{8,64}$", required=False, widget=forms.HiddenInput)

    def __init__(self, desk: Desk, seen: int, data: Sent = None) -> None:
        self.desk = desk
        self.fresh = {"seen": seen, "command": str(uuid.uuid4())}
        super().__init__(data, auto_id=f"{type(self).__name__.lower()}_%s", initial={**self.fresh, **self.begun()})

    def begun(self) -> dict[str, Any]:
        """What stands in the fields at first."""
        return {}

    @property
    def concerns(self) -> Sequence[tuple[str, int]]:
        """Whose totals come first when the effect is shown."""
        return ()

    def act(self) -> Act:
        """The act that is asked for; `Refused` if there is none."""
        raise NotImplementedError

    def acts(self) -> list[tuple[Act, int | None]]:
        """All that is asked for, each with what the sender had seen of it."""
        return [(self.act(), self.cleaned_data["seen"])]

    def remarks(self) -> Sequence[Sentence]:
        """What is to be said about it before it is confirmed."""
        return ()

    def renewed(self) -> None:
        """Takes the page as it is now for what the sender has seen, after being told that it has changed."""
        send_anew(self, **{name: str(value) for name, value in self.fresh.items()})

    def reading(self, field: str, reader: Any) -> Any:
        """A field read by one of the session's readers; what it says against it stands beside the field."""
        if field not in self.cleaned_data:  # refused already
            return None
        try:
            return reader(self.cleaned_data[field])
        except Refused as refusal:
            self.add_error(field, told(refusal))
            return None


# -- a line -----------------------------------------------------------------------------------------------------------


class LineForm(ActForm):
    """A form about one line."""

    def __init__(self, desk: Desk, key: LineKey, data: Sent = None) -> None:
        self.key = key
        self.habits = way_of(desk).habits
        super().__init__(desk, desk.state.version(key), data)

    @property
    def record(self) -> LineRecord | None:
        """What stands on the line now."""
        return self.desk.state.lines.get(self.key)


class ResultForm(LineForm):
    """A result, entered or corrected."""

    typed = forms.CharField(
        label=_("Result"),
        max_length=80,
        help_text=_(
            "As at the desk: 42 or 42- for a score, 4SX S −2 for a contract, P passed out, L late, N not played."
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
        return {"typed": as_typed(self.record, self.habits) if self.record and not self.record.adjusted else ""}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("typed"):
            self.what = self.reading("typed", lambda text: read_typed(text, self.key.board, habits=self.habits))
        return cleaned

    def act(self) -> Act:
        consent = tuple(side for side in SIDES if self.cleaned_data[f"{side.lower()}_agrees"])
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
        help_text=_(
            "A+, 55%, 42, 4S N =, weighted: 60% of 42, 40% of 5-. P42 is 420 or average plus if that is more,"
            " Q42 420 or average minus if that is less. Empty keeps what was written."
        ),
    )
    ew_own = forms.CharField(
        label=_("East-West"),
        max_length=120,
        required=False,
        help_text=_("In the same way; scores are North-South’s here too."),
    )
    ns_fault = forms.ChoiceField(label=_("North-South are"), choices=FAULTS, initial="none", required=False)
    ew_fault = forms.ChoiceField(label=_("East-West are"), choices=FAULTS, initial="none", required=False)
    ruling = forms.CharField(required=False, max_length=100, widget=forms.HiddenInput)
    """The ruling that it follows from."""
    appeal = forms.CharField(required=False, max_length=100, widget=forms.HiddenInput)
    """The appeal that changed that ruling."""
    under_appeal = forms.BooleanField(label=_("Under appeal"), required=False)

    def __init__(self, desk: Desk, key: LineKey, data: Sent = None) -> None:
        super().__init__(desk, key, data)
        for number in range(1, OUTCOMES + 1):
            self.fields[f"result{number}"] = forms.CharField(
                label=gettext("Result %(number)d") % {"number": number}, max_length=60, required=False
            )
            self.fields[f"weight{number}"] = forms.CharField(label=_("Weight, percent"), max_length=12, required=False)
        if self.record is not None:
            kept = self.record.adjustment
            self.initial.update(ns_fault=kept.ns_fault, ew_fault=kept.ew_fault, under_appeal=kept.under_appeal)

    def begun(self) -> dict[str, Any]:
        """What a ruling has opened the form with."""
        asked = self.desk.request.GET
        known = {"what": asked.get("award", ""), "why": asked.get("why", "")[:1000]}
        known |= {name: asked.get(name, "") for name in ("ruling", "appeal")}
        return {name: value for name, value in known.items() if value}

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
        award: Award | None = self.reading(field, lambda _: read_award(f"{text}%", self.key.board, self.habits))
        if award is not None and not isinstance(award, Percent):
            self.add_error(field, gettext("Write a percentage, from 0 to 100."))
        return award

    def _assigned(self) -> tuple[Award | None, Award | None]:
        if not self.cleaned_data.get("score"):
            self.add_error("score", gettext("Write the result that is assigned."))
            return None, None
        points = self.reading("score", self._award)
        return points, points

    def _award(self, text: str) -> Award:
        """What is written for a side, in the units of this session."""
        return read_award(text, self.key.board, self.habits, METHODS[self.desk.state.method].unit)

    def _weighted(self) -> tuple[Award | None, Award | None]:
        rows = []
        for number in range(1, OUTCOMES + 1):
            result, weight = f"result{number}", f"weight{number}"
            if self.cleaned_data.get(result) or self.cleaned_data.get(weight):
                self.reading(result, lambda text: read_score(text, self.key.board, self.habits))
                rows.append((self.cleaned_data.get(result, ""), self.cleaned_data.get(weight, "")))
        if not rows:
            self.add_error("result1", gettext("Write the outcomes and their weights."))
        if self.errors:
            return None, None
        award = self.reading("weight1", lambda _: read_weighted(rows, self.key.board, self.habits))
        return award, award

    def _split(self) -> tuple[Award | None, Award | None]:
        given = [
            self.reading(field, self._award) if self.cleaned_data.get(field) else None for field in ("ns_own", "ew_own")
        ]
        if not any(self.cleaned_data.get(field) for field in ("ns_own", "ew_own")):
            self.add_error("ns_own", gettext("Give at least one side a score."))
        return given[0], given[1]

    def remarks(self) -> Sequence[Sentence]:
        """How it was understood."""
        ns, ew = self.awards
        return (adjustment_told(Adjustment(ns, ew)),)

    def worked(self) -> list[dict[str, Any]]:
        """What each result that a side is given would be worth here, where it is weighed or the sides differ."""
        ns, ew = self.awards
        parts = [(SIDES[:1], ns), (SIDES[1:], ew)] if ns != ew else [(SIDES, ns)]
        if ns == ew and not isinstance(ns, Weighted):
            return []
        found = []
        for sides, award in parts:
            outcomes = outcomes_of(award) if award is not None else ()
            made = points_for_scores(self.desk.state, self.key, (score for score, _weight in outcomes))
            for score, weight in outcomes:
                to_ns, to_ew = made[score]
                found.append(
                    {
                        "score": score,
                        "ns": to_ns if "NS" in sides else None,
                        "ew": to_ew if "EW" in sides else None,
                        "weight": weight * 100,
                    }
                )
        return found

    def act(self) -> Act:
        cleaned = self.cleaned_data
        ns, ew = self.awards
        adjustment = Adjustment(
            ns, ew, cleaned["ns_fault"] or "none", cleaned["ew_fault"] or "none", cleaned["under_appeal"]
        )
        return Adjust(self.key, adjustment, cleaned["ruling"], cleaned["appeal"])


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


class BoardForm(ActForm):
    """A form about a whole board."""

    def __init__(self, desk: Desk, board: int, data: Sent = None) -> None:
        self.board = board
        super().__init__(desk, len(desk.state.journal), data)


class SplitForm(BoardForm):
    """Lines of a fouled board that are in another group."""

    lines = forms.MultipleChoiceField(
        label=_("In this group"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick the tables that are in this group.")},
    )
    group = forms.CharField(
        label=_("Group"),
        max_length=12,
        required=False,
        initial="B",
        help_text=_("A letter; leave it empty for the true board."),
    )

    def __init__(self, desk: Desk, board: int, data: Sent = None) -> None:
        super().__init__(desk, board, data)
        keys = sorted(desk.state.on_board.get(board, ()))
        self.keys = {"-".join(map(str, key)): key for key in keys}
        field_of(self, "lines", forms.MultipleChoiceField).choices = [
            (
                name,
                say("{place}: {entry}", place=desk.state.place(key), entry=record_told(desk.state.lines[key], board)),
            )
            for name, key in self.keys.items()
        ]

    def act(self) -> Act:
        chosen = tuple(self.keys[name] for name in self.cleaned_data["lines"])
        return SplitBoard(chosen, self.cleaned_data["group"].strip().upper())


class RemoveForm(BoardForm):
    """A board taken out of the scoring."""

    removed = True
    section = forms.ChoiceField(label=_("Where"), required=False)

    def __init__(self, desk: Desk, board: int, data: Sent = None) -> None:
        super().__init__(desk, board, data)
        names = [
            section.name
            for section in desk.state.sections.values()
            if board in section.movement.boards and ((section.name, board) in desk.state.removed) != self.removed
        ]
        every = [("", _("in all sections"))] if len(desk.state.sections) > 1 else []
        one = [(name, gettext("in section %(name)s") % {"name": name}) for name in names]
        field_of(self, "section", forms.ChoiceField).choices = [*(every or [("", _("in this session"))]), *one]
        if len(desk.state.sections) == 1:
            self.fields["section"].widget = forms.HiddenInput()

    def act(self) -> Act:
        return RemoveBoard(self.board, self.cleaned_data["section"] or None, self.removed)


class PutBackForm(RemoveForm):
    """A board put back into the scoring."""

    removed = False
