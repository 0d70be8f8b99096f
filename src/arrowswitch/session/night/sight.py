"""Who may see what: nobody sees another table's score, a running percentage or a hand record before the time.

A pad sees its own table in the current round (Bridge NSW regulations 12.11). What else players see, and when, the club's settings
say; the desk sees everything. Where tables do not wait for the call, "after the board" is after the table's round: nobody sees a
board by inventing its score.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.bridge import Side
from arrowswitch.session.journal.act import DESK, Actor
from arrowswitch.session.night.growing import LineRecords
from arrowswitch.session.night.lines import LineKey
from arrowswitch.session.night.missing import is_over, missing
from arrowswitch.session.night.plan import Show
from arrowswitch.session.night.state import State


def may_see_line(state: State, by: Actor, key: LineKey) -> bool:
    """Whether somebody may see a result."""
    if by.role in DESK:
        return True
    section = state.sections.get(key.section)
    if section is None:
        return False
    own = by.role == "table" and by.is_at(key.section, key.table)
    if own and section.round <= key.round <= state.round_at(key.section, key.table):
        return True
    return _may_see(state, by, state.settings.scores, key.board)


def may_see_others(state: State, by: Actor, board: int) -> bool:
    """Whether somebody may see what other tables scored on a board."""
    return by.role in DESK or _may_see(state, by, state.settings.scores, board)


def may_see_hands(state: State, by: Actor, board: int) -> bool:
    """Whether somebody may see the hands of a board."""
    return by.role in DESK or _may_see(state, by, state.settings.hands, board)


def may_see_par(state: State, by: Actor, board: int) -> bool:
    """Whether somebody may see what can be made on a board, and its par: a part of what its hands tell."""
    return may_see_hands(state, by, board) and (by.role in DESK or _may_see(state, by, state.settings.par, board))


def may_see_ranking(state: State, by: Actor) -> bool:
    """Whether somebody may see a ranked list or a percentage."""
    if by.role in DESK:
        return True
    show = state.settings.rankings
    if show in ("round", "board"):
        return state.phase != "open"
    return show == "end" and bool(state.publications)


def as_far_as_ranked(state: State, by: Actor) -> State:
    """The part of the session that goes into the ranked list that somebody may see: where it is shown round by round,
    the rounds that are over."""
    if by.role in DESK or state.publications or state.settings.rankings != "round":
        return state
    over = {name: section.round - 1 for name, section in state.sections.items()}
    behind = {each.line.section for each in missing(state)}
    for name, section in state.sections.items():
        if section.round == section.movement.rounds and name not in behind:
            over[name] = section.round
    lines = LineRecords({key: record for key, record in state.lines.items() if key.round <= over[key.section]})
    on_board = {board: tuple(key for key in keys if key in lines) for board, keys in state.on_board.items()}
    matches = {key: result for key, result in state.matches.items() if max(result.rounds) <= over[key.section]}
    return replace(state, lines=lines, on_board=on_board, matches=matches)


def _may_see(state: State, by: Actor, show: Show, board: int) -> bool:
    if show == "never":
        return False
    if state.publications:
        return True
    if show == "end" or by.section not in state.sections:
        return False
    who = tuple(_those(state, by))
    return bool(who) and all(_has_played(state, by.section, contestant, show, board) for contestant in who)


def _those(state: State, by: Actor) -> Iterator[int]:
    """Whose eyes these are: at a pad all who sit there now."""
    if by.contestant is not None:
        yield by.contestant
    elif by.role == "table" and by.table is not None:
        section = state.sections[by.section]
        meeting = section.meeting(state.round_at(by.section, by.table), by.table)
        yield from section.movement.seated(meeting) if meeting else ()


def _has_played(state: State, section: str, contestant: int, show: Show, board: int) -> bool:
    """Whether a contestant has a result on the board, in a team at both tables, and the round is over if it must be."""
    lines = (state.all_had(section, contestant, side, board) for side in Side)  # of a pair the same twice
    return all(any(_is_late_enough(state, key, show) for key in each) for each in lines)


def _is_late_enough(state: State, key: LineKey, show: Show) -> bool:
    if state.lines[key].undue:  # nobody opens a board by writing it where it is not
        return False
    if show == "round":
        return key.round < state.sections[key.section].round
    return state.settings.wait or is_over(state, key)


def has_looked(state: State, by: Actor, key: LineKey) -> bool:
    """Whether those who played a line, or who write it now, have had something before them that tells of its board: other
    results, or the hands. Those who played it may sit elsewhere by now."""
    record = state.lines[key]
    players = (Actor("player", section=key.section, contestant=each) for each in (record.ns, record.ew))
    return any(_has_seen(state, eyes, key.board) for eyes in (by, *players))


def _has_seen(state: State, by: Actor, board: int) -> bool:
    others = len(state.on_board.get(board, ())) > 1 and may_see_others(state, by, board)
    dealt = board in state.hands or any(key.board == board for key in state.own_hands)
    return others or (dealt and may_see_hands(state, by, board))
