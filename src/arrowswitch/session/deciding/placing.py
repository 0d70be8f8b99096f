"""Where a result can stand: at a table and in a round that there are, and where its pairs have not had the board before."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.session.deciding.granting import section_of
from arrowswitch.session.deciding.quicker import check_line_seen
from arrowswitch.session.journal import DESK, Command, Refused
from arrowswitch.session.night import LineKey, LineRecord, State
from arrowswitch.words import Sentence, say, spans


def check_place(state: State, command: Command, key: LineKey) -> None:
    """Refuses a line where there is none, or not yet."""
    section = section_of(state, key.section)
    if not 1 <= key.round <= section.movement.rounds:
        asked = {"round": key.round, "rounds": section.movement.rounds}
        raise Refused(
            say("There is no round {round}: the last is round {rounds}.", **asked)
            if len(state.sections) == 1
            else say("There is no round {round}: section {section} plays {rounds}.", section=key.section, **asked)
        )
    ahead = section.round and (command.by.role in DESK or not state.settings.wait)  # the desk may be behind the tables
    if key.round > section.round and not ahead:
        raise Refused(say("Round {round} has not been called yet.", round=key.round))
    in_play = section.movement.boards
    if key.board not in in_play and key not in state.lines:
        raise Refused(
            say(
                "Board {board} is not in play in this session (boards {boards}).",
                board=key.board,
                boards=spans(in_play),
            )
        )


def check_line(state: State, command: Command, key: LineKey) -> LineRecord | None:
    """What is known of a line that is to be written; refused if there is none, or if somebody was quicker."""
    check_place(state, command, key)
    check_line_seen(state, command, key)
    return state.lines.get(key)


def had_before(state: State, key: LineKey, ns: int, ew: int) -> Iterator[Sentence]:
    """Says which of two contestants has had the board already (Law 15B)."""
    had = state.had_elsewhere(key, ns, ew)
    if had:
        contestant, first = had
        yield say(
            "{who} has had board {board} already, at table {table} in round {round}; that score stands, and a "
            "second one does not count.",
            who=state.sections[key.section].movement.label(contestant),
            board=key.board,
            table=state.table(first.section, first.table),
            round=first.round,
        )


def check_first(state: State, key: LineKey, ns: int, ew: int) -> None:
    """Refuses a second score of a board."""
    for problem in had_before(state, key, ns, ew):
        raise Refused(problem)
