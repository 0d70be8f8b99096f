"""From a ruling to a score: what the book's effects mean for the result of the board that was ruled on.

What can be worked out becomes an act for the director to look at and to confirm; the rest is for the director to fill in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from arrowswitch.bridge import Side
from arrowswitch.scoring.awards import AVERAGES
from arrowswitch.scoring.lines import AVERAGE, ELSEWHERE, MINUS, Award
from arrowswitch.session.acts.adjustments import Adjust
from arrowswitch.session.acts.conclusions import conclusion_of
from arrowswitch.session.acts.rulings import Rule
from arrowswitch.session.acts.scores import Correct
from arrowswitch.session.journal.act import Act
from arrowswitch.session.journal.events import JournalEntry
from arrowswitch.session.night.lines import NO_ADJUSTMENT, Adjustment, Contracted, LineKey
from arrowswitch.session.night.state import Ruling, State
from arrowswitch.session.night.written import pairs_of
from arrowswitch.session.story.history import LineChange, line_history

SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
OWN_SCORE = "NP"
"""What the book says of a side that has played the board before."""
FORMS = {"weighted": "weighted", "split": "split", "artificial": "artificial", "groups": ""}
"""How a score is adjusted, by the names of the form that the director fills in; what is not here is one result."""


def effects_of(act: Rule) -> tuple[dict[str, Any], ...]:
    """What a ruling does; nothing for one that was left open."""
    return tuple({"kind": each.kind, **each.detail} for each in conclusion_of(act).effects)


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
        if effect["kind"] == "artificial" and (awards := _awards(effect, ruling.act.offender)):
            ns, ew = awards
            if ELSEWHERE in awards and not _had_before(state, line, awards):
                return None
            return Adjust(line, Adjustment(ns, ew, _fault(ns), _fault(ew)), ruling.id)
    return None


def _had_before(state: State, line: LineKey, awards: tuple[Award, Award]) -> bool:
    """Whether the side that is to keep its first score has one."""
    if state.sections[line.section].movement.kind == "teams":
        return False
    sides = zip(Side, pairs_of(state, line), awards, strict=True)
    first = [state.had(line.section, who, side, line.board) for side, who, award in sides if award == ELSEWHERE]
    return all(key not in (None, line) for key in first)


def _awards(effect: Mapping[str, Any], offender: str | None) -> tuple[Award, Award] | None:
    """What North-South and East-West get; None where the director must say it, or both have a score of their own.

    >>> _awards({"offending": "A-", "others": "A+"}, "E")
    (Average(kind='plus'), Average(kind='minus'))
    >>> _awards({"ns": "NP", "ew": "A+"}, None)
    (PlayedBefore(), Average(kind='plus'))
    """
    if "offending" in effect and offender:
        sides = effect["offending"], effect["others"]
        ns, ew = sides if SIDES[offender] == "NS" else sides[::-1]
    else:
        ns, ew = effect.get("ns", ""), effect.get("ew", "")
    known: Mapping[str, Award] = {**AVERAGES, OWN_SCORE: ELSEWHERE}
    return (known[ns], known[ew]) if ns in known and ew in known and {ns, ew} != {OWN_SCORE} else None


def _fault(award: Award) -> Any:
    faults: Mapping[Award, str] = {AVERAGE: "partly", MINUS: "directly"}
    return faults.get(award, "none")  # Law 12C2(a)


def applied(state: State, ruling: Ruling, appeal: str = "") -> JournalEntry | None:
    """What was done to the score because of a ruling, or of the appeal that changed it, if it has not been undone."""
    for event in reversed(state.journal):
        if not isinstance(event.act, Correct | Adjust) or event.id in state.undone:
            continue
        if (event.act.ruling, event.act.appeal) == (ruling.id, appeal):
            return event
    return None


def restoring(state: State, ruling: Ruling, appeal: str) -> Act | None:
    """What gives a board back the result that it had before a ruling, once an appeal has changed that; None if nothing."""
    event = applied(state, ruling)
    line = ruling.line
    record = state.lines.get(line) if line else None
    if event is None or line is None or record is None:
        return None
    before = next(change.before for change in reversed(_changes(state, line)) if change.event.id == event.id)
    if isinstance(event.act, Adjust):
        was = before.adjustment if before else NO_ADJUSTMENT
        return Adjust(line, was, ruling.id, appeal) if was != record.adjustment else None
    if before is None or before.entry is None or before.entry == record.entry:
        return None
    return Correct(line, before.entry, ruling=ruling.id, appeal=appeal)


def _changes(state: State, line: LineKey) -> tuple[LineChange, ...]:
    section, round_number, table, board = line
    return line_history(state, section=section, round_number=round_number, table=table, board=board)


def judgement(act: Rule) -> bool:
    """Whether a ruling is one of judgement, which a committee may change; not the law itself (Law 93B)."""
    return conclusion_of(act).judgement


def award_wanted(act: Rule) -> str:
    """The kind of award that the director is to fill in, by the names of the form; empty if there is none."""
    for effect in effects_of(act):
        if effect["kind"] == "artificial":
            return "artificial"
        if effect["kind"] == "adjust":
            return FORMS.get(effect["how"], "assigned")
    return ""
