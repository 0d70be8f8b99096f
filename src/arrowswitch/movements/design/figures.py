"""The figures of a design, and what of the wish it does not keep, in sentences and in boards' worth.

What can be counted is counted by the choice's own measure (`choosing.weighing`), so that a design and a card of the catalogue
stand in one scale; every wish that is not kept costs as much there as it does in the choice.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from arrowswitch.movements.audit import never_meet
from arrowswitch.movements.balance import balance
from arrowswitch.movements.choosing.tonight import Pace, Tonight
from arrowswitch.movements.choosing.weighing import MeasuredMovement, counted_cost, measured
from arrowswitch.movements.design.asking import DesignWish
from arrowswitch.movements.model import Movement
from arrowswitch.regulations import load
from arrowswitch.words import Sentence, counted, say, say_count, spans

UNMET = 25.0
"""What a wish that is not kept costs, as in the choice."""


@dataclass(frozen=True, slots=True)
class DesignFigures:
    """What a design is measured by."""

    qf: float
    deviation: float
    missed: int
    """Couples who never meet; with two winners, of opposite fields."""
    repeated: int
    """Couples who meet more than once."""
    sit_outs: int
    """The most rounds that a pair sits out."""
    longest_walk: int
    mean_walk: float
    """Tables that a pair is moved after a round, the shorter way round the room."""
    boards: int
    """In play."""
    switches: int
    """Places where the board is turned."""


@cache
def tonight_of(pairs: int, boards: int, winners: int) -> Tonight:
    """The night that the choice would weigh such a movement for."""
    rules = load("wbf")
    return Tonight(pairs, (boards, boards), True, None, winners, 0, rules, None, Pace(rules.timing), boards)


def cost(wish: DesignWish, one: MeasuredMovement, given_up: int) -> float:
    """By this designs are ranked: what can be counted against them, and every wish that is not kept."""
    tonight = tonight_of(wish.pairs, wish.rounds * wish.boards_per_round, wish.winners)
    return counted_cost(tonight, one) + UNMET * given_up


def figures(movement: Movement, one: MeasuredMovement | None = None) -> DesignFigures:
    """The figures of a movement.

    >>> from arrowswitch.movements import build
    >>> found = figures(build("mitchell", tables=7))
    >>> found.missed, found.sit_outs, found.longest_walk, found.boards
    (0, 0, 1, 28)
    """
    one = one or measured(movement)
    steps = [step for _, _, step in walks(movement)]
    return DesignFigures(
        qf=one.qf,
        deviation=balance(movement).deviation,
        missed=never_meet(movement, one.facts),
        repeated=len(one.facts.repeated),
        sit_outs=max(one.facts.sit_outs.values(), default=0),
        longest_walk=max(steps, default=0),
        mean_walk=sum(steps) / len(steps) if steps else 0.0,
        boards=len(movement.boards),
        switches=sum(meeting.switched for meeting in movement.meetings),
    )


def walks(movement: Movement) -> Iterator[tuple[int, int, int]]:
    """After which round which pair is moved by how many tables; a sit-out without a table is a rest, not a walk."""
    tables = max(movement.tables, 1)
    places: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for meeting in movement.meetings:
        for pair in meeting.sides:
            places[pair][meeting.round] = meeting.table
    for rest in movement.sit_outs:
        if rest.table is not None:
            places[rest.pair][rest.round] = rest.table
    for pair, path in places.items():
        for number, here in path.items():
            if (there := path.get(number + 1)) is not None:
                apart = abs(there - here)
                yield number, pair, min(apart, abs(tables - apart))


def one_way(movement: Movement) -> bool:
    """Whether the sets pass from each table to one and the same place, round after round.

    >>> from arrowswitch.movements import build
    >>> one_way(build("mitchell", tables=7)), one_way(build("howell", tables=4, card="nz-howell-4"))
    (True, True)
    """
    steps: Counter[int] = Counter()
    tables = max(movement.tables, 1)
    tracks: defaultdict[tuple[int, ...], dict[int, int]] = defaultdict(dict)
    for meeting in movement.meetings:
        tracks[meeting.boards][meeting.round] = meeting.table
    for track in tracks.values():
        for number, table in track.items():
            if number + 1 in track:
                steps[(track[number + 1] - table) % tables] += 1
    return len(steps) <= 1


def given_up(wish: DesignWish, movement: Movement, one: MeasuredMovement) -> tuple[Sentence, ...]:
    """Each wish that this movement does not keep, and by how much."""
    return tuple(_given_up(wish, movement, one))


def _given_up(wish: DesignWish, movement: Movement, one: MeasuredMovement) -> Iterator[Sentence]:
    yield from _room(wish, movement)
    yield from _people(wish, movement)
    yield from _rests(wish, movement, one)
    yield from _switches(wish, movement)
    if wish.boards_one_way and not one_way(movement):
        yield say("The boards do not always move the same way.")
    if wish.longest_walk is not None:
        far = [(number, pair, step) for number, pair, step in walks(movement) if step > wish.longest_walk]
        if far:
            yield say_count(
                "Somebody is moved by more than {most} once, by {step}.",
                "Pairs are moved by more than {most} {n} times, by up to {step}.",
                len(far),
                most=counted("tables", wish.longest_walk),
                step=max(step for *_, step in far),
            )


def _switches(wish: DesignWish, movement: Movement) -> Iterator[Sentence]:
    turned = [[meeting.switched for meeting in meetings] for meetings in movement.by_round.values()]
    if wish.switching == "none" and (times := sum(map(sum, turned))):
        yield say_count("A table is switched once.", "Tables are switched {n} times.", times)
    if wish.switching == "rounds" and (partly := sum(any(each) and not all(each) for each in turned)):
        yield say_count(
            "In {n} round only some tables are switched.", "In {n} rounds only some tables are switched.", partly
        )


def _room(wish: DesignWish, movement: Movement) -> Iterator[Sentence]:
    sets = -(-len(movement.boards) // movement.boards_per_round)
    if wish.sets is not None and sets > wish.sets:
        yield say("{sets} of boards are needed, and there are {have}.", sets=counted("sets", sets), have=wish.sets)
    if movement.copies > wish.copies:
        yield say("Every board is needed {copies} times.", copies=movement.copies)
    if wish.tables is not None and movement.tables > wish.tables:
        yield say(
            "{tables} are needed, and there are {have}.", tables=counted("tables", movement.tables), have=wish.tables
        )
    if wish.minutes is not None:
        tonight = tonight_of(wish.pairs, wish.rounds * wish.boards_per_round, wish.winners)
        minutes = float(tonight.pace.session_minutes(movement.rounds, movement.boards_per_round))
        if minutes > wish.minutes:
            yield say(
                "It takes about {minutes} minutes, and there are {have}.", minutes=round(minutes), have=wish.minutes
            )


def _people(wish: DesignWish, movement: Movement) -> Iterator[Sentence]:
    met = {frozenset(meeting.sides) for meeting in movement.meetings}
    for seat in wish.seats:
        path = movement.path(seat.pair)
        if seat.pair not in movement.stationary or len({meeting.table for meeting in path}) > 1:
            yield say("Pair {pair} does not keep its seat.", pair=seat.pair)
        elif seat.side and any((meeting.ns == seat.pair) != (seat.side == "ns") for meeting in path):
            yield say("Pair {pair} does not always sit the same way.", pair=seat.pair)
    if len(movement.stationary) < wish.stationary:
        yield say_count(
            "{n} pair keeps its seat, of {wanted} wanted.",
            "{n} pairs keep their seats, of {wanted} wanted.",
            len(movement.stationary),
            wanted=wish.stationary,
        )
    for one, other in wish.never:
        if frozenset((one, other)) in met and wish.least_missed == 0:
            yield say(
                "Pairs {one} and {other} meet: in {rounds} everybody meets every opponent.",
                one=one,
                other=other,
                rounds=counted("rounds", wish.rounds),
            )
        elif frozenset((one, other)) in met:
            yield say("Pairs {one} and {other} meet.", one=one, other=other)
    for one, other in wish.must:
        if frozenset((one, other)) not in met:
            yield _unmet(wish, one, other)


def _unmet(wish: DesignWish, one: int, other: int) -> Sentence:
    """That two who must meet do not, with the reason where it lies in the wish itself."""
    larger = (wish.pairs + 1) // 2
    if wish.winners == 2 and (one <= larger) == (other <= larger):
        return say("Pairs {one} and {other} do not meet: with two winners they sit the same way.", one=one, other=other)
    if {one, other} <= {seat.pair for seat in wish.seats}:
        return say("Pairs {one} and {other} do not meet: both keep their seats.", one=one, other=other)
    return say("Pairs {one} and {other} do not meet.", one=one, other=other)


def _rests(wish: DesignWish, movement: Movement, one: MeasuredMovement) -> Iterator[Sentence]:
    often = one.facts.sit_outs
    if wish.most_sit_outs is not None and max(often.values(), default=0) > wish.most_sit_outs:
        too_often = [pair for pair, times in often.items() if times > wish.most_sit_outs]
        yield say(
            "Pairs {pairs} sit out more than {most}.",
            pairs=spans(too_often),
            most=counted("rounds", wish.most_sit_outs),
        )
    longest = rests_on_end(movement)
    if longest > wish.sit_outs_on_end:
        yield say("Somebody sits out {rounds} on end.", rounds=counted("rounds", longest))


def rests_on_end(movement: Movement) -> int:
    """The most rounds that a pair sits out on end."""
    idle: defaultdict[int, set[int]] = defaultdict(set)
    for rest in movement.sit_outs:
        idle[rest.pair].add(rest.round)
    longest = 0
    for rounds in idle.values():
        for first in rounds:
            if first - 1 not in rounds:
                run = 1
                while first + run in rounds:
                    run += 1
                longest = max(longest, run)
    return longest
