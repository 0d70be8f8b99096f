"""A special move that was forgotten, or made after another round than it should.

In a Mitchell with more sets than tables East-West turn round once, or boards come back to them (NZ Club Directors Manual
L821, L798). What was played stays; from then on they sit where fewest boards come a second time, which is nearly always
where the plan has them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from arrowswitch.movements.build import wrap
from arrowswitch.movements.cards.announcements import tables_up
from arrowswitch.movements.families.chain import east_west
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.repair.chain_order import chain_order
from arrowswitch.movements.repair.mitchell import reseated, seats_of, sketch
from arrowswitch.movements.repair.tools import Repair, check_round, finish, seen_again
from arrowswitch.words import Sentence, say

_AFTERWARDS = say("After that everybody moves as usual, and there is no special move any more.")
Line = list[int]
"""The EW pair at each table."""


def special_due(movement: Movement) -> int:
    """The round after which the special move is made; 0 where there is none."""
    return next((each.after for each in movement.instructions if each.occasion == "special"), 0)


def missed_special_move(movement: Movement, at_round: int, made_after: int = 0) -> Repair:
    """East-West did not turn round when they should; it is put right for round `at_round`.

    `made_after` is the round after which they did so instead, if they did.

    >>> from arrowswitch.movements import build
    >>> plan = build("extended-mitchell", tables=17, boards=25)
    >>> missed_special_move(plan, 22).movement.meetings == plan.meetings
    True
    >>> sorted({one.round for one in missed_special_move(plan, 23).boards_to_adjust})
    [22, 23, 24, 25]
    """
    seats = seats_of(movement, "special move")
    due = special_due(movement)
    if not due:
        raise ImpossibleWish(say("This movement has no special move."))
    check_round(movement, at_round, first=min(due, made_after or due) + 1)
    if made_after == due:
        raise ImpossibleWish(
            say("The special move is due after round {round}, and was made then: nothing is wrong.", round=made_after)
        )
    if made_after >= at_round:
        raise ImpossibleWish(say("The special move can have been made after rounds 1 to {last}.", last=at_round - 1))
    tables, rounds = seats.tables, movement.rounds
    played = east_west(tables, at_round - 1, special_after=made_after or None)
    planned = east_west(tables, rounds, special_after=due)
    order = chain_order(movement, tables)

    def tonight(first: Line) -> Movement:
        rest = [first]
        while len(played) + len(rest) < rounds:
            rest.append(rest[-1][-1:] + rest[-1][:-1])
        return reseated(movement, sketch(tables, [*played, *rest], order.set_at), seats)

    plan = planned[at_round - 1]
    best = min([plan, *_lines(played[-1])], key=lambda line: _harm(tonight(line)))
    mended = tonight(best)
    again = any(one.round >= at_round for one in seen_again(mended.meetings))
    texts = _steps(played[-1], best, at_round, again=again)
    whole = replace(mended, relays=() if best != plan else movement.relays)
    return finish(whole, at_round, texts, no_longer=["special"])


def _lines(now: Line) -> list[Line]:
    """Everywhere that East-West can go together: up so many tables, or turned round."""
    turned = now[::-1]
    return [line[-by:] + line[:-by] for by in range(1, len(now) + 1) for line in (now, turned)]


def _harm(movement: Movement) -> tuple[int, int]:
    met = Counter(tuple(sorted(meeting.sides)) for meeting in movement.meetings)
    return sum(len(one.boards) for one in seen_again(movement.meetings)), sum(times - 1 for times in met.values())


def _steps(now: Line, then: Line, at_round: int, *, again: bool) -> list[Sentence]:
    """How East-West come from one line to the next; `again` when boards will come a second time even so."""
    tables = len(now)
    goes = {table: then.index(pair) + 1 for table, pair in enumerate(now, 1)}
    up = (goes[1] - 1) % tables
    if all(goes[table] == wrap(table + up, tables) for table in goes):
        if up == 1:
            return [
                say("Go on as usual from round {round}: no other move brings fewer boards back.", round=at_round)
                if again
                else say(
                    "Go on as usual from round {round}: there is nothing left to put right for the rounds to come.",
                    round=at_round,
                )
            ]
        way = tables_up(up if up <= tables // 2 else up - tables)
        return [
            say(
                "For round {round} East-West move {way} this once, from where they were in round {before}. Boards down "
                "one, as always.",
                round=at_round,
                before=at_round - 1,
                way=way,
            ),
            _AFTERWARDS,
        ]
    low = goes[1] + 1
    return [
        say(
            "Special move for round {round}: East-West go to table {sum} minus the number of their table in round {before}. "
            "Boards down one, as always.",
            before=at_round - 1,
            round=at_round,
            sum=tables + 1,
        )
        if low == tables + 1
        else say(
            "Special move for round {round}: East-West who were at tables 1 to {last} in round {before} go to table {low} minus "
            "that number, the others to table {high} minus theirs. Boards down one, as always.",
            before=at_round - 1,
            round=at_round,
            last=low - 1,
            low=low,
            high=low + tables,
        ),
        _AFTERWARDS,
    ]
