"""From a session to the standing that the rest of its evening is planned from: what was played by whom, as far as the session knows it.

Rounds that have a result stay as they are, and so does the round that is being played. A result that was entered for others than the
plan has there, or of another board, tells who has really held those cards.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from arrowswitch.movements import Meeting
from arrowswitch.movements.replan import NightStanding
from arrowswitch.session.journal.entries import Refused
from arrowswitch.session.night.lines import PLAYED, LineKey, LineRecord
from arrowswitch.session.night.sections import fits, minutes_of
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.troubles.trouble import Rounds
from arrowswitch.words import say


def rounds_to_plan(state: State, section: Section) -> Rounds:
    """From which rounds on the evening can be planned anew, and which is usual: the next; this one only if it has no result yet."""
    begun = max((key.round for key, record in _held(state, section.name)), default=0)
    first = max(begun + 1, section.round, 1)
    usual = max(begun + 1, section.round + 1)
    last = section.movement.rounds
    return Rounds(first, last, min(usual, last) if usual <= last or first > last else first)


def tonight(state: State, name: str, first: int = 0) -> NightStanding:
    """The standing of a section, to be planned from round `first` on; from the usual one if that is 0."""
    section = state.sections[name]
    movement = section.movement
    if movement.draws or movement.planned:
        raise Refused(
            say("Here each round is drawn after the one before: put the trouble right, and draw the next round.")
        )
    rounds = rounds_to_plan(state, section)
    if (
        rounds.first > rounds.last
        or section.over
        or (section.round == movement.rounds and rounds.usual <= section.round)
    ):
        raise Refused(say("The last round is being played: no round is left to be planned anew."))
    if first and not rounds.first <= first <= rounds.last:
        raise Refused(
            say(
                "Rounds {first} to {last} can be planned anew, not round {round}.",
                first=rounds.first,
                last=rounds.last,
                round=first,
            )
        )
    a_board = Fraction(str(minutes_of(state, section))) / max(movement.boards_per_round, 1)
    return NightStanding(
        movement,
        (first or rounds.usual) - 1,
        movement,
        besides=_besides(state, section),
        gone=frozenset(each for where, each in state.left if where == name),
        out=frozenset(board for where, board in state.removed if where == name),
        apart=state.winners == 2 if movement.kind == "pairs" else None,
        a_board=a_board,
        break_after=section.break_after or 0,
        break_minutes=section.break_minutes,
    )


def _held(state: State, name: str) -> list[tuple[LineKey, LineRecord]]:
    """The lines whose cards were held."""
    return [
        (key, record)
        for key, record in state.lines.items()
        if key.section == name and (isinstance(record.entry, PLAYED) or record.adjusted)
    ]


def _besides(state: State, section: Section) -> tuple[Meeting, ...]:
    """Boards that were held otherwise than the movement has it."""
    found: defaultdict[tuple[int, int, int, int], list[int]] = defaultdict(list)
    for key, record in _held(state, section.name):
        if not fits(section.movement, key, record):
            found[key.round, key.table, record.ns, record.ew].append(key.board)
    return tuple(Meeting(*place, tuple(sorted(boards))) for place, boards in sorted(found.items()))
