"""All that follows from a ruling: what the book's effects mean for the result of the board that was ruled on, what was done
because of it, what a penalty would be for, and the sums to show.

What can be worked out becomes an act for the director to look at and to confirm; the rest is for the director to fill in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from arrowswitch.bridge import Side
from arrowswitch.scoring import METHODS
from arrowswitch.scoring.awards import AVERAGES
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.lines import AVERAGE, ELSEWHERE, MINUS, Award, Score
from arrowswitch.scoring.points import Points
from arrowswitch.session.acts.adjustments import Adjust
from arrowswitch.session.acts.conclusions import conclusion_of
from arrowswitch.session.acts.rulings import Rule
from arrowswitch.session.acts.scores import Correct
from arrowswitch.session.journal import Act, JournalEntry
from arrowswitch.session.night.lines import NO_ADJUSTMENT, Adjustment, Contracted, LineKey, LineRecord, ns_points
from arrowswitch.session.night.results import scoring_session
from arrowswitch.session.night.sheets import points_if
from arrowswitch.session.night.state import Ruling, State
from arrowswitch.session.night.written import pairs_of
from arrowswitch.session.story.history import line_history
from arrowswitch.words import Sentence, counted, say, say_count

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
            result = record.entry
            declaring = SIDES[result.declarer] == SIDES[ruling.act.offender]
            tricks = result.tricks - effect["tricks"] if declaring else result.tricks + effect["tricks"]
            moved = replace(result, tricks=min(13, max(0, tricks)), written=None)
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
    for entry in reversed(state.journal):
        if not isinstance(entry.act, Correct | Adjust) or entry.id in state.undone:
            continue
        if (entry.act.ruling, entry.act.appeal) == (ruling.id, appeal):
            return entry
    return None


def restoring(state: State, ruling: Ruling, appeal: str) -> Act | None:
    """What gives a board back the result that it had before a ruling, once an appeal has changed that; None if nothing."""
    entry = applied(state, ruling)
    line = ruling.line
    record = state.lines.get(line) if line else None
    if entry is None or line is None or record is None:
        return None
    before = next(change.before for change in reversed(line_history(state, line=line)) if change.entry.id == entry.id)
    if isinstance(entry.act, Adjust):
        was = before.adjustment if before else NO_ADJUSTMENT
        return Adjust(line, was, ruling.id, appeal) if was != record.adjustment else None
    if before is None or before.entry is None or before.entry == record.entry:
        return None
    return Correct(line, before.entry, ruling=ruling.id, appeal=appeal)


def award_wanted(act: Rule) -> str:
    """The kind of award that the director is to fill in, by the names of the form; empty if there is none."""
    for effect in effects_of(act):
        if effect["kind"] == "artificial":
            return "artificial"
        if effect["kind"] == "adjust":
            return FORMS.get(effect["how"], "assigned")
    return ""


OFFENCES = {
    "slow-play": "slow",
    "late-arrival": "late",
    "telephone": "telephone",
    "bad-behaviour": "disciplinary",
    "score-correction": "score_error",
}
"""The scale that a procedure's penalty is looked up in, where it is not that of any breach of procedure."""


def written_by(state: State, ruling: Ruling) -> tuple[JournalEntry, ...]:
    """The entries that wrote a ruling down: more than one where it was left open first."""
    return tuple(
        entry
        for entry in state.journal
        if isinstance(entry.act, Rule) and (entry.act.ruling or entry.id) == ruling.id and entry.id not in state.undone
    )


# -- penalties ----------------------------------------------------------------------------------------------------------


def penalty_of(act: Rule) -> Mapping[str, Any] | None:
    """The penalty that belongs to a ruling, as the book has it."""
    return next((effect for effect in effects_of(act) if effect["kind"] == "penalty"), None)


def offence_of(act: Rule) -> str:
    """What a ruling's penalty is for, by the names of the offence register.

    >>> offence_of(Rule("slow-play", "A", 1, 1)), offence_of(Rule("psych", "A", 1, 1))
    ('slow', 'standard')
    """
    penalty = penalty_of(act)
    if penalty and str(penalty.get("law", "")).startswith("91"):
        return "disciplinary"
    return OFFENCES.get(act.procedure, "standard")


def offending_side(act: Rule) -> str:
    """The side that the offender sits on; nothing where the offender is not known."""
    return SIDES[act.offender] if act.offender else ""


def penalty_is_due(act: Rule, side: str) -> bool:
    """Whether the ruling is itself a penalty for a side; otherwise it is only possible, and the director must want it."""
    penalty = penalty_of(act)
    if penalty is None or not penalty.get("law"):
        return False
    return penalty.get("who") == "both" or offending_side(act) == side


def averages_of(act: Rule) -> dict[str, str]:
    """The average that each side gets by an artificial score, as far as the book and the offender's seat say it.

    >>> averages_of(Rule("revoke", "A", 1, 1))
    {}
    """
    effect = next((each for each in effects_of(act) if each["kind"] == "artificial"), {})
    side = offending_side(act)
    told = {"NS": effect.get("ns", ""), "EW": effect.get("ew", "")}
    if side and (effect.get("by") == "fault" or "offending" in effect):
        other = "EW" if side == "NS" else "NS"
        told = {side: effect.get("offending", "A-"), other: effect.get("others", "A+")}
    return {side: award for side, award in told.items() if award}


# -- sums ---------------------------------------------------------------------------------------------------------------


def tricks_told(state: State, ruling: Ruling) -> Sentence | None:
    """How the tricks of the new result come about, or what must be known first; None where no tricks are moved."""
    moved = next((each["tricks"] for each in effects_of(ruling.act) if each["kind"] == "transfer"), 0)
    line = ruling.line
    if not moved or not ruling.act.outcome:
        return None
    if line is None:
        return say("Tricks are moved on a board: this ruling names none.")
    record = state.lines.get(line)
    if record is None or not isinstance(record.entry, Contracted):
        return say("Tricks can be moved when the contract, declarer and tricks of the board are entered.")
    if ruling.act.offender is None:
        return say("Tricks can be moved when it is known where the offender sits.")
    follows = score_act(state, ruling)
    before = record.entry.tricks
    declaring = SIDES[record.entry.declarer] == SIDES[ruling.act.offender]
    won = before if declaring else 13 - before
    after = follows.entry.tricks if isinstance(follows, Correct) and isinstance(follows.entry, Contracted) else before
    if moved > won:
        return say(
            "The ruling moves {moved}, but by this result the offending side won only {won}: look at the result and at the "
            "answers again. Declarer made {before}, and has {after}.",
            moved=_tricks(moved),
            won=_tricks(won),
            before=_tricks(before),
            after=after,
        )
    if declaring:
        return say(
            "The offender is on declarer’s side: {moved} to the defenders. Declarer made {before}, and has {after}.",
            moved=_tricks(moved),
            before=_tricks(before),
            after=after,
        )
    return say(
        "The offender is a defender: {moved} to declarer. Declarer made {before}, and has {after}.",
        moved=_tricks(moved),
        before=_tricks(before),
        after=after,
    )


def first_score_told(state: State, ruling: Ruling) -> Sentence | None:
    """What is missing where one side keeps its first score and the other is given its own; None where nothing is."""
    sides = averages_of(ruling.act)
    line = ruling.line
    keeps = [side for side, award in sides.items() if award == OWN_SCORE]
    if len(keeps) != 1 or not ruling.act.outcome or (line and score_act(state, ruling)):
        return None
    if line is None:
        return say("The score is given on a board: this ruling names none.")
    if state.sections[line.section].movement.kind == "teams":
        return None
    who = pairs_of(state, line)[keeps[0] == "EW"]
    return say(
        "{who} has no other score on board {board} yet. When the first result is entered, the other side can be given its "
        "average here.",
        who=state.sections[line.section].movement.label(who),
        board=line.board,
    )


def _tricks(count: int) -> Sentence:
    return say_count("one trick", "{n} tricks", count) if count else say("no trick")


def averages_told(state: State) -> tuple[Sentence, ...]:
    """What average plus and minus are by the regulations of this session."""
    rules = state.regulations.artificial
    if METHODS[state.method].percent:
        said = say(
            "Average plus is {plus}%, average {average}%, average minus {minus}% of the board.",
            plus=shown(rules.plus),
            average=shown(rules.average),
            minus=shown(rules.minus),
        )
        if not rules.own_percentage:
            return (said,)
        own = say("Average plus rises to the pair’s own percentage on its other boards, if that is more.")
        if rules.minus_follows == "own":
            return said, own, say("Average minus falls to the pair’s own percentage, if that is less.")
        return said, own, say("Average minus falls by as much as the opponents’ average plus rose.")
    imps = {"butler": rules.butler_imps, "cross-imps": rules.cross_imps}.get(state.method)
    if imps is None:
        boards = scoring_session(state).longest_match
        imps = rules.match_imps(boards) if boards else rules.imps
    return (say("Average plus is +{imps}, average minus -{imps}.", imps=counted("IMPs", imps, shown(imps))),)


def points_for_scores(
    state: State, line: LineKey, scores: Iterable[int]
) -> dict[int, tuple[Points | None, Points | None]]:
    """What each score would be worth to North-South and to East-West, if it were the result of this line alone."""
    ns, ew = pairs_of(state, line)
    record = state.lines.get(line) or LineRecord(ns, ew)
    if state.had_elsewhere(line, ns, ew):
        return dict.fromkeys(scores, (None, None))  # nothing: the first score of a pair stands (Law 15B)
    tried = replace(record, adjustment=Adjustment(Score(0), Score(0)), void=False)
    on_board = tuple({**dict.fromkeys(state.on_board.get(line.board, ())), line: 1})
    after = replace(state, lines=state.lines | {line: tried}, on_board={**state.on_board, line.board: on_board})
    return points_if(after, line, scores)


def scores_made(state: State, line: LineKey) -> tuple[tuple[int, int], ...]:
    """How often each score was made on the board of a line at the other tables, the best for North-South first."""
    counted: dict[int, int] = {}
    for key in state.on_board.get(line.board, ()):
        record = state.lines[key]
        made = ns_points(record.entry, line.board)
        alike = record.group == (state.lines[line].group if line in state.lines else "")
        if key != line and made is not None and record.occupies and not record.adjusted and alike:
            counted[made] = counted.get(made, 0) + 1
    return tuple(sorted(counted.items(), reverse=True))
