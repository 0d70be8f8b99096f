"""Adjustments: the director awards a score, or strikes a line out (Laws 12C1, 12C2 and 15B)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace

from arrowswitch.bridge import Side
from arrowswitch.journals import ADDED
from arrowswitch.scoring.lines import ELSEWHERE, Award, Ceiling, Damage, Floor, Score, Weighted
from arrowswitch.session.acts.scores import ByRuling, LineAct
from arrowswitch.session.deciding import check_first, check_line, check_line_seen, insist, scorable
from arrowswitch.session.journal import Command, GrantedAct, JournalEntry, Refused, act
from arrowswitch.session.night.checks import no_score
from arrowswitch.session.night.lines import NO_ADJUSTMENT, PLAYED, Adjustment, LineKey, award_told
from arrowswitch.session.night.state import State
from arrowswitch.session.night.written import pairs_of, record_at, with_record
from arrowswitch.words import Sentence, say


@act("adjust")
class Adjust(LineAct, ByRuling):
    """Award an adjusted score; an empty adjustment takes an earlier one back."""

    needs_reason = True
    while_posted = "in time"

    adjustment: Adjustment = NO_ADJUSTMENT
    ruling: str = field(default="", metadata={ADDED: True})
    """The ruling that it follows from, by its id in the log."""
    appeal: str = field(default="", metadata={ADDED: True})
    """The appeal that changed that ruling, by the id of the command that lodged it."""

    def decide(self, state: State, command: Command) -> GrantedAct:
        record = check_line(state, command, self.line)
        self.check_ruling(state, self.line)
        key, adjustment = self.line, self.adjustment
        awards = [award for award in (adjustment.ns, adjustment.ew) if award is not None]
        if record is None:
            if not state.is_due(key):
                insist(command, [say("Nobody was to play {place}.", place=state.place(key))])
            if not all(pairs_of(state, key)):
                raise Refused(
                    say("Nobody is known to play {place}; enter it with its pairs first.", place=state.place(key))
                )
        played = record is not None and isinstance(record.entry, PLAYED)
        if len(awards) == 1 and not played:
            raise Refused(
                say(
                    "Give both sides a score: {place} has no result that one of them could keep.",
                    place=state.place(key),
                )
            )
        if not awards and record is None:
            raise Refused(say("There is nothing to adjust: give the sides a score."))
        halved = ELSEWHERE in awards
        if record is not None and record.void and not halved:
            raise Refused(say("It is struck out: {place}. Let it count first.", place=state.place(key)))
        if record is not None and adjustment == record.adjustment:
            raise Refused(say("Nothing would change: this is the adjustment already."))
        scores = {points for award in awards for points in _scores_in(award)}
        notes = insist(command, (problem for points in scores for problem in no_score(points, key.board)))
        if halved:
            _check_halved(state, key, adjustment)
        if awards:
            ns, ew = (0 if given == ELSEWHERE else who for who, given in _given(state, key, adjustment))
            check_first(state, key, ns, ew)
        return scorable(state, command, GrantedAct(self, notes))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        before = record_at(state, self.line)
        halved = ELSEWHERE in (self.adjustment.ns, self.adjustment.ew)  # it counts, for who has no other score
        void = not halved and (before.void or (before.halved and isinstance(before.entry, PLAYED)))
        return with_record(state, self.line, replace(before, adjustment=self.adjustment, void=void, undue=False))

    def told(self, state: State) -> Sentence:
        place = state.place(self.line)
        if self.adjustment.ns is None and self.adjustment.ew is None:
            return say("took the adjustment of {place} back", place=place)
        return say(
            "adjusted {place} to {ns} for North-South and {ew} for East-West",
            place=place,
            ns=award_told(self.adjustment.ns),
            ew=award_told(self.adjustment.ew),
        )


@act("strike")
class Strike(LineAct):
    """Strike a line out: it stays in the journal and does not count; or let it count again."""

    needs_reason = True
    while_posted = "in time"

    void: bool = True

    def decide(self, state: State, command: Command) -> GrantedAct:
        check_line_seen(state, command, self.line)
        record = state.lines.get(self.line)
        if record is None:
            raise Refused(say("There is no line to strike out: {place}.", place=state.place(self.line)))
        if record.void == self.void:
            place = state.place(self.line)
            raise Refused(
                say("It is struck out already: {place}.", place=place)
                if self.void
                else say("It counts already: {place}.", place=place)
            )
        if not self.void:
            check_first(state, self.line, record.ns, record.ew)
        return scorable(state, command, GrantedAct(self))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return with_record(state, self.line, replace(record_at(state, self.line), void=self.void, undue=False))

    def told(self, state: State) -> Sentence:
        place = state.place(self.line)
        return say("struck out {place}", place=place) if self.void else say("let {place} count again", place=place)


def _given(state: State, key: LineKey, adjustment: Adjustment) -> Iterator[tuple[int, Award | None]]:
    """The two contestants of a line, each with its award."""
    return zip(pairs_of(state, key), (adjustment.ns, adjustment.ew), strict=True)


def _check_halved(state: State, key: LineKey, adjustment: Adjustment) -> None:
    """One side may have its score elsewhere, if it has one; the other is given its own here (Law 15B)."""
    movement = state.sections[key.section].movement
    if movement.kind == "teams":
        raise Refused(say("In a match of teams both sides have their score on a board at the same table."))
    if adjustment.ns == adjustment.ew:
        raise Refused(say("Both sides have played board {board} before: strike this line out.", board=key.board))
    for side, (who, given) in zip(Side, _given(state, key, adjustment), strict=True):
        if given == ELSEWHERE and state.had(key.section, who, side, key.board) in (None, key):
            raise Refused(
                say(
                    "{who} has no other score on board {board}; enter the first result before.",
                    who=movement.label(who),
                    board=key.board,
                )
            )


def _scores_in(award: Award) -> tuple[int, ...]:
    match award:
        case Score(ns) | Floor(ns) | Ceiling(ns):
            return (ns,)
        case Weighted(outcomes):
            return tuple(outcome.ns for outcome in outcomes)
        case Damage(expected, after, actual):
            return expected, after, actual
        case _:
            return ()
