"""How an evening goes on once something went wrong: boards seen before are left out, courses exchanged, sets made shorter.

These work on the rounds that are left, whatever the movement and whatever happened before, so that the rest can be
proved legal (NZ Club Directors Manual L1982-2018; ACBL club director's notes L1195-1220; Busbridge directors' instructions
L342-348).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from arrowswitch.movements.build import truly_shared
from arrowswitch.movements.model import ImpossibleWish, Instruction, Meeting, Movement, SitOut
from arrowswitch.movements.repair.table import pairs_exchanged
from arrowswitch.movements.repair.tools import (
    Repair,
    ToAdjust,
    as_played,
    check_round,
    exchanged,
    finish,
    known_pair,
    only_pairs,
    seen_again,
    who,
    with_sit_outs,
)
from arrowswitch.words import Sentence, counted, say, spans

MOST_ROUNDS = 11
"""So many rounds ahead every choice can be tried."""


def new_losses(before: Movement, lost: Iterable[ToAdjust]) -> Iterator[ToAdjust]:
    """What was not lost before: for boards that came twice already, the repair that made them so has promised an award.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.repair.table import wrong_board
    >>> odd = wrong_board(build("mitchell", tables=7), 1, 1, board=4, played=5).movement
    >>> list(new_losses(odd, seen_again(odd.meetings)))
    []
    """
    known = {(one.round, one.table, one.pair): one.boards for one in seen_again(before.meetings)}
    for one in lost:
        had = known.get((one.round, one.table, one.pair), ()) if one.why == "seen" else ()
        if left := tuple(board for board in one.boards if board not in had):
            yield one._replace(boards=left)


def second_plays_left_out(
    movement: Movement, from_round: int, already: Iterable[Meeting] = (), before: Movement | None = None
) -> tuple[Movement, tuple[ToAdjust, ...]]:
    """The movement without boards that a pair would get a second time from a round on, and what was left out.

    `already` are boards that were played otherwise than the movement says. The director awards a score where a board
    is left out; that is told after the round before. What came twice `before` is left as it is.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.repair.table import wrong_board
    >>> odd = wrong_board(build("mitchell", tables=7), 1, 1, board=4, played=5).movement
    >>> rest, left_out = second_plays_left_out(odd, 2)
    >>> [(one.round, one.table, one.pair, one.boards) for one in left_out], rest.at[2, 1].boards
    ([(2, 1, 1, (5,)), (5, 5, 8, (5,))], (6, 7, 8))
    """
    twice = seen_again(as_played(movement, already))
    again = [one for one in (new_losses(before, twice) if before else twice) if one.round >= from_round]
    gone: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for one in again:
        gone[one.round, one.table].update(one.boards)
    if not gone:
        return movement, ()
    kept = (
        replace(m, boards=tuple(board for board in m.boards if board not in gone[m.round, m.table]))
        for m in movement.meetings
    )
    meetings = tuple(m for m in kept if m.boards)
    waiting = (
        SitOut(m.round, pair, m.table)
        for m in movement.meetings
        if not set(m.boards) - gone[m.round, m.table]
        for pair in m.sides
    )
    told = tuple(Instruction("special", one.round - 1, _left_out(movement, one)) for one in again)
    rest = replace(
        movement,
        meetings=meetings,
        sit_outs=(*movement.sit_outs, *waiting),
        relays=(),
        shares=truly_shared(movement.shares, meetings),
        instructions=tuple(sorted((*movement.instructions, *told), key=lambda each: each.after)),
    )
    return with_sit_outs(rest), tuple(again)


def _left_out(movement: Movement, one: ToAdjust) -> Sentence:
    there = movement.at[one.round, one.table]
    other = there.ew if one.pair == there.ns else there.ns
    return say(
        "Round {round}, table {table}: {pair} has had board {boards}; leave it out and give {other} average plus.",
        round=one.round,
        table=one.table,
        pair=who(movement, one.pair),
        boards=spans(one.boards),
        other=who(movement, other),
    )


def courses_exchanged(movement: Movement, number: int, one: int, other: int) -> Repair:
    """Two pairs who sat in each other's seats in a round stay on each other's course to the end.

    In the first round nothing is lost by it.

    >>> from arrowswitch.movements import build
    >>> courses_exchanged(build("mitchell", tables=7), 1, 8, 9).boards_to_adjust
    ()
    """
    pairs_exchanged(movement, number, one, other)  # refuses what cannot be
    meetings = exchanged(movement, one, other, range(number, movement.rounds + 1))
    text = say(
        "{one} and {other} stay on each other's course from round {round} to the end; exchange their guide cards.",
        round=number,
        one=who(movement, one),
        other=who(movement, other),
    )
    whole = with_sit_outs(replace(movement, meetings=meetings, sit_outs=()))
    return finish(whole, number + 1, [text])


def exchanged_again(movement: Movement, number: int, one: int, other: int) -> Repair:
    """Two pairs who sat in each other's seats in a round do so again in those later rounds where it costs least.

    Every choice of later rounds (of the next eleven) is tried: fewest boards seen twice, then fewest meetings repeated,
    then fewest exchanges.

    >>> from arrowswitch.movements import build
    >>> five = build("howell", tables=5)
    >>> [len(f(five, 2, 3, 5).boards_to_adjust) for f in (pairs_exchanged, courses_exchanged, exchanged_again)]
    [2, 2, 0]
    """
    pairs_exchanged(movement, number, one, other)  # refuses what cannot be
    later = tuple(range(number + 1, movement.rounds + 1))[:MOST_ROUNDS]
    places = {pair: {m.round: m for m in movement.path(pair)} for pair in (one, other)}

    def harm(rounds: tuple[int, ...]) -> tuple[int, int, int]:
        turned = {number, *rounds}
        boards = meetings = 0
        for pair, partner in ((one, other), (other, one)):
            seen: set[int] = set()
            met: set[int] = set()
            for at in range(1, movement.rounds + 1):
                here = places[partner if at in turned else pair].get(at)
                if here is None:
                    continue
                opponent = next((side for side in here.sides if side not in (one, other)), 0)
                boards += len(seen.intersection(here.boards))
                meetings += bool(opponent) and opponent in met
                seen.update(here.boards)
                met.add(opponent)
        return boards, meetings, len(rounds)

    best = min((rounds for size in range(len(later) + 1) for rounds in combinations(later, size)), key=harm)
    if not best:
        raise ImpossibleWish(say("To exchange them again would not help."))
    meetings = exchanged(movement, one, other, (number, *best))
    text = say(
        "In rounds {rounds} {one} and {other} take each other's seats again; in the others they go where the plan sends them.",
        rounds=spans(best),
        one=who(movement, one),
        other=who(movement, other),
    )
    whole = with_sit_outs(replace(movement, meetings=meetings, sit_outs=()))
    return finish(whole, number + 1, [text])


def opponents_for_one_board(movement: Movement, number: int, one: int, other: int, board: int) -> Repair:
    """Two pairs sat in each other's seats, and it was noticed after a board: that result stands, the rest is as planned.

    >>> from arrowswitch.movements import build
    >>> repair = opponents_for_one_board(build("mitchell", tables=7), 1, 8, 9, 5)
    >>> repair.single_boards
    (Meeting(round=1, table=2, ns=2, ew=8, boards=(5,), switched=False),)
    """
    only_pairs(movement)
    check_round(movement, number)
    for pair in (one, other):
        known_pair(movement, pair)
    change = {one: other, other: one}
    place = next(
        (m for m in movement.by_round.get(number, ()) if board in m.boards and {one, other} & set(m.sides)), None
    )
    if one == other or place is None or {one, other} <= set(place.sides):
        raise ImpossibleWish(
            say(
                "Name two pairs of different tables, and a board that lies at one of them in round {round}.",
                round=number,
            )
        )
    played = replace(place, ns=change.get(place.ns, place.ns), ew=change.get(place.ew, place.ew), boards=(board,))
    wronged = one if one in place.sides else other
    text = say(
        "Round {round}, table {table}: the result of board {board} stands, for {ns} against {ew}. Then everybody goes "
        "to the right seat; {wronged} does not play this board and gets average plus.",
        round=number,
        table=place.table,
        board=board,
        ns=who(movement, played.ns),
        ew=who(movement, played.ew),
        wronged=who(movement, wronged),
    )
    return finish(movement, number + 1, [text], single_boards=[played])


def fewer_boards(movement: Movement, from_round: int) -> Repair:
    """From a round on every table leaves the last board of its set out, so that the rounds are shorter.

    >>> from arrowswitch.movements import build
    >>> fewer_boards(build("mitchell", tables=7), 5).movement.at[5, 1].boards
    (17, 18, 19)
    """
    only_pairs(movement)
    check_round(movement, from_round)
    if movement.boards_per_round < 2:
        raise ImpossibleWish(say("A round of one board cannot be made shorter; play fewer rounds."))
    meetings = tuple(
        replace(m, boards=m.boards[:-1]) if m.round >= from_round and len(m.boards) == movement.boards_per_round else m
        for m in movement.meetings
    )
    text = say(
        "From round {round} on the last board of every set is not played: {boards} a round.",
        round=from_round,
        boards=counted("boards", movement.boards_per_round - 1),
    )
    return finish(replace(movement, meetings=meetings, relays=()), from_round, [text])
