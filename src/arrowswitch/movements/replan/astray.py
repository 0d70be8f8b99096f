"""Rounds gone by that did not go as planned: a move that came late, a special move that was forgotten, a table that sat the wrong way.

Each is a small function from one standing to another, as in `standing`; what was planned for the rounds to come stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.replan.standing import NightStanding, as_played, really_played
from arrowswitch.words import say, spans

Seat = tuple[int, int]
"""A table, and the side: 0 for North-South, 1 for East-West, 2 for a sit-out there."""


def move_missed(here: NightStanding, number: int, *, people: bool) -> NightStanding:
    """Before a round gone by nobody moved (`people`), or no boards did; since then all moves were the usual ones, a step behind.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.standing import standing
    >>> night = move_missed(standing(build("mitchell", tables=7), 4), 3, people=True).night
    >>> [night.at[round, 1].ew for round in (1, 2, 3, 4, 5)]
    [8, 14, 14, 13, 11]
    """
    _check_round(here, number)
    plan = here.night
    rows = []
    for m in plan.meetings:
        was = plan.at.get((m.round - 1, m.table)) if number <= m.round <= here.played else None
        if was:
            m = replace(m, ns=was.ns, ew=was.ew) if people else replace(m, boards=was.boards)
        rows.append(m)
    return as_played(here, rows)


def special_missed(here: NightStanding, number: int) -> NightStanding:
    """For a round gone by everybody moved as always, though a skip or another special move was due; and went on so.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.standing import standing
    >>> night = special_missed(standing(build("skip-mitchell", tables=8, rounds=7), 5), 5).night
    >>> [night.at[round, 1].ew for round in (4, 5)]
    [14, 13]
    """
    _check_round(here, number)
    plan = here.night
    goes = _usual_move(plan)
    seats = _seats(plan, number - 1)
    rows = [m for m in plan.meetings if not number <= m.round <= here.played]
    for now in range(number, here.played + 1):
        seats = {goes[seat]: who for seat, who in seats.items() if seat in goes}
        for m in plan.by_round.get(now, ()):
            rows.append(replace(m, ns=seats.get((m.table, 0), m.ns), ew=seats.get((m.table, 1), m.ew)))
    return as_played(here, rows)


def turned(here: NightStanding, number: int, tables: Iterable[int] = ()) -> NightStanding:
    """In a round gone by North-South sat East-West at some tables; at all that were to switch, if none is named.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.standing import standing
    >>> night = turned(standing(build("mitchell", tables=7, switch="2"), 2), 2).night
    >>> night.at[2, 1].sides, night.at[2, 1].switched
    ((1, 14), False)
    """
    _check_round(here, number, first=1)
    there = here.night.by_round.get(number, ())
    these = set(tables) or {m.table for m in there if m.switched}
    if unknown := these - {m.table for m in there}:
        raise ImpossibleWish(say("Nobody plays at table {table} in round {round}.", table=min(unknown), round=number))
    if not these:
        raise ImpossibleWish(say("No arrow switch was due in round {round}.", round=number))
    rows = (
        replace(m, ns=m.ew, ew=m.ns, switched=not m.switched) if m.round == number and m.table in these else m
        for m in here.night.meetings
    )
    return as_played(here, rows)


def wrong_board(here: NightStanding, number: int, table: int, board: int, played: int) -> NightStanding:
    """In a round gone by a table played another board in place of one that was due.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.standing import standing
    >>> wrong_board(standing(build("mitchell", tables=7), 2), 1, 1, 4, 5).night.at[1, 1].boards
    (1, 2, 3, 5)
    """
    there = here.night.at.get((number, table))
    if there is None or number > here.played:
        raise ImpossibleWish(say("Nobody has played at table {table} in round {round}.", table=table, round=number))
    if board not in there.boards:
        raise ImpossibleWish(
            say("Board {board} was not due there, but {boards}.", board=board, boards=spans(there.boards))
        )
    if played in there.boards:
        raise ImpossibleWish(say("Board {board} was due there.", board=played))
    boards = tuple(played if each == board else each for each in there.boards)
    return really_played(here, replace(there, boards=boards))


def _check_round(here: NightStanding, number: int, first: int = 2) -> None:
    if here.played < number <= here.night.rounds and here.played >= first:
        raise ImpossibleWish(
            say(
                "Round {round} is to be arranged anew, so nothing has gone wrong in it: take that out, or change it from a later round.",
                round=number,
            )
        )
    if not first <= number <= here.played:
        raise ImpossibleWish(
            say(
                "That can have happened in rounds {first} to {last}, not in {round}.",
                first=first,
                last=here.played,
                round=number,
            )
            if here.played >= first
            else say("That cannot have happened yet.")
        )


def _seats(movement: Movement, number: int) -> dict[Seat, int]:
    found: dict[Seat, int] = {}
    for m in movement.by_round.get(number, ()):
        found[m.table, 0], found[m.table, 1] = m.sides
    found.update({(each.table, 2): each.pair for each in movement.sit_outs if each.round == number and each.table})
    return found


def _usual_move(movement: Movement) -> Mapping[Seat, Seat]:
    """Where everybody goes who moves as after the first round."""
    before = {who: seat for seat, who in _seats(movement, 1).items()}
    return {before[who]: seat for seat, who in _seats(movement, 2).items() if who in before}
