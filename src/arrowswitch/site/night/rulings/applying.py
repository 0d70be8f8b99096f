"""The form that puts a ruling into the scores: the result, and the penalties, in one confirmation.

What follows from the book is filled in; the director can choose another award, or none. Each part is the form that the
page of the line or of the pair has, with names of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.scoring.imps import outcomes_of
from arrowswitch.scoring.lines import Award
from arrowswitch.session import Act, Adjust, Contracted, Correct, LineKey, Penalise, Refused
from arrowswitch.session.acts import (
    OWN_SCORE,
    averages_of,
    averages_told,
    award_wanted,
    first_score_told,
    offence_of,
    offending_side,
    penalty_is_due,
    penalty_of,
    points_for_scores,
    score_act,
    scores_made,
    tricks_told,
)
from arrowswitch.session.desk import as_typed, read_award
from arrowswitch.session.night import BareScore, LineRecord, Ruling, ns_points
from arrowswitch.session.story import PenaltyAdvice, done_by
from arrowswitch.site.forms import Sent, field_of
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.night.lines.forms import OUTCOMES, ActForm, AdjustForm
from arrowswitch.site.night.lines.penalty_forms import PenaltyForm
from arrowswitch.site.night.rulings.forms import reason
from arrowswitch.words import Sentence

AVERAGE_NAMES = {"A+": "plus", "A": "average", "A-": "minus"}


class AwardForm(AdjustForm):
    """The adjusted score of a ruling, begun with what is known: the fault, the result at the table, the others' results."""

    prefix = "award"

    def __init__(self, desk: Desk, key: LineKey, ruling: Ruling, data: Sent = None) -> None:
        self.of = ruling
        super().__init__(desk, key, data)
        side = offending_side(ruling.act)
        if side:
            self.initial.update(
                {f"{each}_fault": "directly" if each.upper() == side else "none" for each in ("ns", "ew")}
            )
        for each, award in averages_of(ruling.act).items():
            if award in AVERAGE_NAMES:
                self.initial[f"{each.lower()}_artificial"] = AVERAGE_NAMES[award]
        for number, text in enumerate(self._candidates(), 1):
            self.initial[f"result{number}"] = text

    def begun(self) -> dict[str, Any]:
        return {
            "what": award_wanted(self.of.act) or "assigned",
            "score": as_typed(self.record, self.habits) if self.record and not self.record.adjusted else "",
            "ruling": self.of.id,
        }

    def _candidates(self) -> list[str]:
        """What may be weighed: the result at this table, then what was made most often at the others."""
        here = ns_points(self.record.entry, self.key.board) if self.record else None
        others = sorted(scores_made(self.desk.state, self.key), key=lambda each: -each[1])
        scores = [*([here] if here is not None else []), *(score for score, _ in others if score != here)]
        return [as_typed(LineRecord(0, 0, BareScore(score)), self.habits) for score in scores[:OUTCOMES]]

    def _weighted(self) -> tuple[Award | None, Award | None]:
        """As on the page of a line, but a result without a weight is only a candidate."""
        for number in range(1, OUTCOMES + 1):
            if not (self.cleaned_data.get(f"weight{number}") or "").strip():
                self.cleaned_data[f"result{number}"] = ""
                self.cleaned_data[f"weight{number}"] = ""
        return super()._weighted()

    def scores(self) -> list[int]:
        """The scores that are written in the form, as far as they can be read."""
        found = []
        weighed = [f"result{number}" for number in range(1, OUTCOMES + 1)]
        for field in {"assigned": ["score"], "split": ["ns_own", "ew_own"]}.get(self["what"].value(), weighed):
            try:
                award = read_award(str(self[field].value() or ""), self.key.board, self.habits)
            except Refused:
                continue
            found += [score for score, _ in outcomes_of(award)]
        return found


class SidePenalty(PenaltyForm):
    """The penalty of a ruling for one side."""

    side = ""
    give = forms.BooleanField(required=False)

    def __init__(self, desk: Desk, ruling: Ruling, data: Sent = None) -> None:
        self.of = ruling
        meeting = desk.state.sections[ruling.act.section].meeting(ruling.act.round, ruling.act.table)
        assert meeting is not None  # noqa: S101 - a ruling is made where somebody plays
        number = meeting.ns if self.side == "NS" else meeting.ew
        super().__init__(desk, (ruling.act.section, number), data)
        self.fields["give"].label = gettext("A penalty for %(pair)s") % {
            "pair": f"{desk.names.label(ruling.act.section, number)} {desk.names.contestant(ruling.act.section, number)}"
        }

    def begun(self) -> dict[str, Any]:
        return {"offence": offence_of(self.of.act), "give": penalty_is_due(self.of.act, self.side)}

    @property
    def wanted(self) -> bool:
        """Whether the director wants it."""
        return bool(self["give"].value())

    def act(self) -> Act:
        act = super().act()
        assert isinstance(act, Penalise)  # noqa: S101 - that is what the form makes
        return replace(act, ruling=self.of.id)


class NorthSouthFine(SidePenalty):
    """A penalty for North-South."""

    side = "NS"
    prefix = "ns"


class EastWestFine(SidePenalty):
    """A penalty for East-West."""

    side = "EW"
    prefix = "ew"


class ApplyForm(ActForm):
    """All that a ruling does to the scores."""

    result = forms.ChoiceField(label=_("The result"), required=False, widget=forms.RadioSelect)

    def __init__(self, desk: Desk, ruling: Ruling, data: Sent = None) -> None:
        self.of = ruling
        self.key = ruling.line
        self.changed = any(isinstance(each.act, Correct | Adjust) for each in done_by(desk.state, ruling))
        self.follows = None if self.changed else score_act(desk.state, ruling)
        self.award = AwardForm(desk, self.key, ruling, data) if self.key else None
        version = desk.state.version(self.key) if self.key else None
        super().__init__(desk, version if version is not None else 0, data)
        known = {"follows": _("as the ruling says"), "award": _("another award"), "none": _("leave it as it is")}
        if self.follows is None:
            del known["follows"]
            known["award"] = _("adjust it")
        if self.award is None:
            del known["award"]
        if self.changed:
            known = {"none": _("leave it as it is")}
        field_of(self, "result", forms.ChoiceField).choices = list(known.items())
        penalties: list[SidePenalty] = [NorthSouthFine(desk, ruling, data), EastWestFine(desk, ruling, data)]
        had = {entry.act.contestant for entry in done_by(desk.state, ruling) if isinstance(entry.act, Penalise)}
        self.penalties = [each for each in penalties if each.place[1] not in had] if penalty_of(ruling.act) else []

    def begun(self) -> dict[str, Any]:
        wanted = award_wanted(self.of.act) and OWN_SCORE not in averages_of(self.of.act).values()
        first = "follows" if self.follows else "award" if self.award and wanted and not self.changed else "none"
        return {"why": reason(self.of), "result": first}

    @property
    def concerns(self) -> Sequence[tuple[str, int]]:
        act = self.of.act
        meeting = self.desk.state.sections[act.section].meeting(act.round, act.table)
        return [(act.section, number) for number in meeting.sides] if meeting else []

    @property
    def chosen(self) -> str:
        """What is to become of the result."""
        return str(self["result"].value() or "none")

    @property
    def parts(self) -> list[forms.Form]:
        """The parts that were chosen."""
        found: list[forms.Form] = [penalty for penalty in self.penalties if penalty.wanted]
        return [self.award, *found] if self.chosen == "award" and self.award else found

    @property
    def idle(self) -> bool:
        """Whether nothing follows that is not done already."""
        wanted = self.follows or (award_wanted(self.of.act) and self.award and not self.changed)
        return not wanted and not self.penalties

    @property
    def advice(self) -> PenaltyAdvice | None:
        """What the regulations say of the first penalty."""
        return next((penalty.advice for penalty in self.penalties if penalty.wanted), None)

    @property
    def sums(self) -> Sentence | None:
        """How many tricks go where, or what is missing."""
        return tricks_told(self.desk.state, self.of) or first_score_told(self.desk.state, self.of)

    @property
    def averages(self) -> tuple[Sentence, ...]:
        """What the averages are here."""
        return averages_told(self.desk.state)

    def is_valid(self) -> bool:
        whole = super().is_valid()
        return all([whole, *(part.is_valid() for part in self.parts)])

    def acts(self) -> list[tuple[Act, int | None]]:
        """What is to be done, each with what the sender has seen of it."""
        found: list[tuple[Act, int | None]] = []
        if self.chosen == "follows" and self.follows:
            found.append((self.follows, self.cleaned_data["seen"]))
        elif self.chosen == "award" and self.award:
            act = self.award.act()
            assert isinstance(act, Adjust)  # noqa: S101 - that is what the form makes
            found.append((replace(act, ruling=self.of.id), self.cleaned_data["seen"]))
        found += [(penalty.act(), None) for penalty in self.penalties if penalty.wanted]
        if not found:
            raise Refused(gettext("Choose what is to be done: change the result, or give a penalty."))
        return found

    def remarks(self) -> Sequence[Sentence]:
        given = self.award.remarks() if self.chosen == "award" and self.award else ()
        return [*given, *(remark for penalty in self.penalties if penalty.wanted for remark in penalty.remarks())]

    def worked(self) -> list[dict[str, Any]]:
        """What each result that is weighed would be worth here."""
        if self.chosen != "award" or self.award is None or not self.award.is_valid():
            return []
        return self.award.worked()


def traveller(desk: Desk, key: LineKey, more: Sequence[int] = ()) -> list[dict[str, Any]]:
    """The scores of the board with what each would be worth at this table, this table's own marked."""
    state = desk.state
    record = state.lines.get(key)
    own = ns_points(record.entry, key.board) if record else None
    times = dict(scores_made(state, key))
    scores = sorted({*times, *more, *([own] if own is not None else [])}, reverse=True)
    made = points_for_scores(state, key, scores)
    ways = _ways(desk, key)
    return [
        {
            "score": score,
            "times": times.get(score, 0),
            "here": score == own,
            "results": ways.get(score, ()),
            "ns": made[score][0],
            "ew": made[score][1],
        }
        for score in scores
    ]


def _ways(desk: Desk, key: LineKey) -> dict[int, tuple[str, ...]]:
    """The contracts behind the scores of the other tables, each once."""
    found: dict[int, dict[str, None]] = {}
    for each in desk.state.on_board.get(key.board, ()):
        entry = desk.state.lines[each].entry
        if each != key and isinstance(entry, Contracted):
            found.setdefault(ns_points(entry, key.board) or 0, {})[str(entry.result)] = None
    return {score: tuple(results) for score, results in found.items()}
