"""What a director may ask of a movement that is made for tonight's room; nothing here knows how one is found.

A wish is checked as a whole before anything is searched: what contradicts itself is refused in a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from arrowswitch.movements.model import ImpossibleWish, Side
from arrowswitch.movements.wishes import MOST_BOARDS_PER_ROUND, MOST_TABLES
from arrowswitch.words import Sentence, counted, half, say

MOST_ROUNDS = 40
LEAST_PAIRS = 4
Switching = Literal["tables", "rounds", "none"]


@dataclass(frozen=True, slots=True)
class FixedSeat:
    """A pair that keeps its table, and its direction too where a side is said."""

    pair: int
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class DesignWish:
    """A movement as it is wanted tonight; None and empty are left open."""

    pairs: int
    rounds: int
    boards_per_round: int
    winners: int = 1
    minutes: int | None = None
    sets: int | None = None
    """Sets of boards at hand, of `boards_per_round` each."""
    copies: int = 1
    """Of each board."""
    tables: int | None = None
    """Tables that exist."""
    seats: tuple[FixedSeat, ...] = ()
    stationary: int = 0
    """How many pairs keep their seats, whoever they are; those of `seats` among them."""
    never: tuple[tuple[int, int], ...] = ()
    """Pairs who should not meet."""
    must: tuple[tuple[int, int], ...] = ()
    """Pairs who must meet."""
    most_sit_outs: int | None = None
    """Rounds that a pair may sit out, in sum."""
    sit_outs_on_end: int = 1
    """Rounds that a pair may sit out on end."""
    boards_one_way: bool = False
    """Sets go from each table to the same neighbour after every round."""
    longest_walk: int | None = None
    """Tables that a pair may be moved, the shorter way round the room."""
    switching: Switching = field(default="tables")
    """What may be arrow-switched: single tables, whole rounds, or nothing."""

    @property
    def entry(self) -> str:
        return half(self.pairs)

    @property
    def staying(self) -> int:
        """How many pairs keep their seats at least."""
        return max(self.stationary, len(self.seats))

    @property
    def full_tables(self) -> int:
        """The tables that can be in play in a round."""
        return min(self.pairs // 2, self.tables or self.pairs)

    @property
    def least_missed(self) -> int:
        """Couples ranked together who cannot meet, however people sit."""
        larger = (self.pairs + 1) // 2
        could = self.pairs * (self.pairs - 1) // 2 if self.winners == 1 else larger * (self.pairs - larger)
        return max(0, could - self.rounds * self.full_tables)

    @property
    def resting(self) -> int:
        """Pairs that sit out in each round."""
        return self.pairs - 2 * self.full_tables


def checked(wish: DesignWish) -> DesignWish:
    """The wish, if it can be had at all.

    >>> checked(DesignWish(pairs=10, rounds=9, boards_per_round=3)).full_tables
    5
    >>> checked(DesignWish(pairs=10, rounds=9, boards_per_round=3, never=((3, 12),)))
    Traceback (most recent call last):
    ...
    arrowswitch.movements.model.ImpossibleWish: There is no pair 12: there are pairs 1 to 10.
    """
    _whole(wish)
    named = [seat.pair for seat in wish.seats]
    named += [pair for two in (*wish.never, *wish.must) for pair in two]
    for pair in named:
        if not 1 <= pair <= wish.pairs:
            raise ImpossibleWish(
                say("There is no pair {pair}: there are pairs 1 to {pairs}.", pair=pair, pairs=wish.pairs)
            )
    for one, other in (*wish.never, *wish.must):
        if one == other:
            raise ImpossibleWish(say("Pair {pair} cannot meet itself.", pair=one))
    both = {frozenset(two) for two in wish.never} & {frozenset(two) for two in wish.must}
    for one, other in (sorted(two) for two in both):
        raise ImpossibleWish(say("Pairs {one} and {other} cannot both meet and not meet.", one=one, other=other))
    if wish.staying > wish.full_tables:
        raise ImpossibleWish(
            say(
                "{wanted} pairs cannot all keep their seats: with {entry} tables at most {most} can.",
                wanted=wish.staying,
                entry=wish.entry,
                most=wish.full_tables,
            )
        )
    if len({seat.pair for seat in wish.seats}) < len(wish.seats):
        raise ImpossibleWish(say("A pair that keeps its seat is named once."))
    too_high = [seat.pair for seat in wish.seats if wish.winners == 2 and seat.pair > (wish.pairs + 1) // 2]
    east = [seat.pair for seat in wish.seats if wish.winners == 2 and seat.side == "ew"]
    if east:
        raise ImpossibleWish(
            say("With two winners North-South keep their seats; pair {pair} cannot keep one East-West.", pair=east[0])
        )
    if too_high:
        raise ImpossibleWish(
            say(
                "With two winners North-South keep their seats, and are pairs 1 to {most}; give pair {pair} one of these numbers.",
                most=(wish.pairs + 1) // 2,
                pair=too_high[0],
            )
        )
    return wish


def _whole(wish: DesignWish) -> None:
    limits = (
        (say("pairs"), wish.pairs, LEAST_PAIRS, 2 * MOST_TABLES),
        (say("rounds"), wish.rounds, 1, MOST_ROUNDS),
        (say("boards a round"), wish.boards_per_round, 1, MOST_BOARDS_PER_ROUND),
        (say("winners"), wish.winners, 1, 2),
        (say("sets of boards"), wish.sets, 1, 99),
        (say("copies of the boards"), wish.copies, 1, 9),
        (say("tables"), wish.tables, 1, MOST_TABLES),
        (say("minutes"), wish.minutes, 1, 24 * 60),
        (say("rounds to sit out"), wish.most_sit_outs, 0, MOST_ROUNDS),
        (say("rounds to sit out on end"), wish.sit_outs_on_end, 1, MOST_ROUNDS),
        (say("tables to walk"), wish.longest_walk, 1, MOST_TABLES),
    )
    check_limits(limits)
    if wish.switching not in ("tables", "rounds", "none"):
        raise ImpossibleWish(say("“{word}” is nothing to switch; say tables, rounds or none.", word=wish.switching))
    if wish.sets is not None and wish.sets < wish.rounds:
        raise ImpossibleWish(
            say(
                "Nobody can play {rounds} with {sets} of boards: a pair needs a set for each.",
                rounds=counted("rounds", wish.rounds),
                sets=counted("sets", wish.sets),
            )
        )
    check_all_play(counted("pairs", wish.pairs), wish.pairs, 2 * wish.full_tables, wish.rounds)
    if wish.most_sit_outs is not None and wish.resting * wish.rounds > wish.most_sit_outs * wish.pairs:
        raise ImpossibleWish(
            say(
                "In each round {resting} must rest, {all} in sum; that is more than {most} for each of {pairs}.",
                resting=counted("pairs", wish.resting),
                all=wish.resting * wish.rounds,
                most=wish.most_sit_outs,
                pairs=counted("pairs", wish.pairs),
            )
        )


def check_all_play(who: str, count: int, places: int, rounds: int) -> None:
    """Refuses a wish in which there are too few seats in all rounds together for everybody to play once.

    >>> check_all_play("13 pairs", 13, 12, 1)
    Traceback (most recent call last):
    ...
    arrowswitch.movements.model.ImpossibleWish: In 1 round not all of 13 pairs can play; play 2 rounds or more.
    """
    if rounds * places < count:
        raise ImpossibleWish(
            say(
                "In {rounds} not all of {who} can play; play {enough} or more.",
                rounds=counted("rounds", rounds),
                who=who,
                enough=counted("rounds", -(-count // places)),
            )
        )


def check_limits(limits: Iterable[tuple[Sentence, int | None, int, int]]) -> None:
    """Refuses the first number that is not between its least and its most; None is left open."""
    for what, value, least, most in limits:
        if value is not None and not least <= value <= most:
            raise ImpossibleWish(
                say(
                    "{what}: {value} cannot be, only {least} to {most}.", what=what, value=value, least=least, most=most
                )
            )


def read_seats(text: str) -> tuple[FixedSeat, ...]:
    """Pairs that keep their seats, as people write them.

    >>> read_seats("4, 7ns, 9 EW")
    (FixedSeat(pair=4, side=None), FixedSeat(pair=7, side='ns'), FixedSeat(pair=9, side='ew'))
    """
    seats: list[FixedSeat] = []
    for part in filter(None, (each.strip().lower() for each in text.split(","))):
        match = re.fullmatch(r"([0-9]{1,3})\s*(ns|ew)?", part)
        if not match:
            raise ImpossibleWish(
                say(
                    "“{part}” is not a pair that keeps its seat; write 4, or 4ns if it must sit North-South.", part=part
                )
            )
        side: Side | None = "ns" if match[2] == "ns" else "ew" if match[2] else None
        seats.append(FixedSeat(int(match[1]), side))
    return tuple(seats)


def read_couples(text: str) -> tuple[tuple[int, int], ...]:
    """Two pairs each, as people write them.

    >>> read_couples("3-8, 1-2")
    ((3, 8), (1, 2))
    """
    couples: list[tuple[int, int]] = []
    for part in filter(None, (each.strip() for each in text.split(","))):
        match = re.fullmatch(r"([0-9]{1,3})\s*[-–]\s*([0-9]{1,3})", part)
        if not match:
            raise ImpossibleWish(say("“{part}” is not two pairs; write 3-8.", part=part))
        couples.append((int(match[1]), int(match[2])))
    return tuple(couples)
