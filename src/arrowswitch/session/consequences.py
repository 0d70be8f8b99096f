"""From a ruling to a score: what the book's effects mean for the result of the board that was ruled on.

What can be worked out becomes an act for the director to look at and to confirm; the rest is for the director to fill in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from arrowswitch.scoring.lines import AVERAGE, MINUS, PLUS, Average
from arrowswitch.session.acts import Act, Adjust, Correct, Rule
from arrowswitch.session.events import Event
from arrowswitch.session.lines import Adjustment, Contracted
from arrowswitch.session.state import Ruling, State

SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
AWARDS: Mapping[str, Average] = {
    "A+": PLUS,
    "plus": PLUS,
    "A": AVERAGE,
    "average": AVERAGE,
    "A-": MINUS,
    "minus": MINUS,
}


def effects_of(act: Rule) -> tuple[dict[str, Any], ...]:
    """What a ruling does, as the book has it; nothing for one that was left open."""
    from arrowswitch.rulings import book, walk
    from arrowswitch.rulings.walk import CannotRule

    try:
        step = walk(book(), act.procedure, act.answers, edition=act.edition)
    except CannotRule:  # the book has changed since
        return ()
    return tuple({"kind": each.kind, **each.detail} for each in step.effects)


def score_act(state: State, ruling: Ruling) -> Act | None:
    """The change of the result that follows from a ruling; None where none does, or where the director must say which."""
    line = ruling.line
    if line is None or not ruling.act.outcome:
        return None
    record = state.lines.get(line)
    for effect in effects_of(ruling.act):
        if effect["kind"] == "transfer" and effect["tricks"]:
            if record is None or not isinstance(record.entry, Contracted) or ruling.act.offender is None:
                return None
            entry = record.entry
            declaring = SIDES[entry.declarer] == SIDES[ruling.act.offender]
            tricks = entry.tricks - effect["tricks"] if declaring else entry.tricks + effect["tricks"]
            moved = replace(entry, tricks=min(13, max(0, tricks)), written=None)
            return Correct(line, moved, ruling=ruling.id)
        if effect["kind"] == "artificial" and effect["ns"] in AWARDS and effect["ew"] in AWARDS:
            ns, ew = AWARDS[effect["ns"]], AWARDS[effect["ew"]]
            return Adjust(line, Adjustment(ns, ew, _fault(ns), _fault(ew)), ruling.id)
    return None


def _fault(award: Average) -> Any:
    return {PLUS: "none", AVERAGE: "partly", MINUS: "directly"}[award]  # Law 12C2(a)


def applied(state: State, ruling: Ruling) -> Event | None:
    """What was done to the score because of a ruling, if it was and has not been undone."""
    for event in reversed(state.journal):
        if isinstance(event.act, Correct | Adjust) and event.act.ruling == ruling.id and event.id not in state.undone:
            return event
    return None


def award_wanted(act: Rule) -> str:
    """The kind of award that the director is to fill in, by the names of the form; empty if there is none."""
    for effect in effects_of(act):
        if effect["kind"] == "artificial":
            return "artificial"
        if effect["kind"] == "adjust":
            known = {"weighted": "weighted", "split": "split", "artificial": "artificial"}
            return known.get(effect["how"], "assigned")
    return ""


def penalty_wanted(act: Rule) -> bool:
    """Whether a procedural or disciplinary penalty belongs to the ruling."""
    return any(effect["kind"] == "penalty" for effect in effects_of(act))
