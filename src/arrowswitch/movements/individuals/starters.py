"""The line-ups of round 1 from which individuals are played: all that need be written down of one.

A starter says who sits where in round 1, and with which set. The players stand in circles of as many as there are rounds;
in every later round each is replaced by the next of the circle, and each set by the next one, so that everybody follows the
player one number lower. Whoever is in no circle keeps the seat. `script/individuals` finds starters; the audit proves them.

That a whist tournament (everybody partners everybody once and opposes everybody twice) exists for every 4n and 4n + 1 players
is an old theorem of R. D. Baker, H. Hanani and R. M. Wilson; the cyclic ones are in I. Anderson, Combinatorial Designs and Tournaments.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from arrowswitch.movements.build import boards_of_set
from arrowswitch.movements.model import Meeting, Relay, partnership

HERE = Path(__file__).parent
FEWEST, MOST = 8, 40
"""Players of an individual."""
Chairs = tuple[int, int, int, int]
"""Who sits North, South, East and West."""


@dataclass(frozen=True, slots=True)
class Starter:
    """Round 1 of an individual; without `sets` all the tables play the same boards."""

    players: int
    rounds: int
    tables: tuple[Chairs, ...]
    sets: tuple[int, ...] = ()
    group: tuple[int, ...] = ()
    """The circles, where they are more than one inside another: 9 players go three by three."""

    @property
    def circles(self) -> tuple[range, ...]:
        """The numbers of the players who follow one another.

        >>> Starter(20, 9, ()).circles, Starter(20, 9, ()).stationary
        ((range(1, 10), range(10, 19)), (19, 20))
        """
        firsts = range(1, self.players // self.rounds * self.rounds, self.rounds)
        return tuple(range(first, first + self.rounds) for first in firsts)

    @property
    def stationary(self) -> tuple[int, ...]:
        return tuple(range(self.players // self.rounds * self.rounds + 1, self.players + 1))

    def after(self, player: int, rounds_over: int) -> int:
        """Who has the seat after so many rounds that a player had in round 1.

        >>> Starter(12, 11, ()).after(11, 1), Starter(12, 11, ()).after(12, 5), Starter(9, 9, (), (), (3, 3)).after(3, 1)
        (1, 12, 1)
        """
        if player > self.players // self.rounds * self.rounds:
            return player
        circle, place = divmod(player - 1, self.rounds)
        return circle * self.rounds + self._on(place, rounds_over) + 1

    def _on(self, place: int, by: int) -> int:
        if not self.group:
            return (place + by) % self.rounds
        places = list(product(*(range(size) for size in self.group)))
        moved = tuple((a + b) % size for a, b, size in zip(places[place], places[by], self.group, strict=True))
        return places.index(moved)

    def meetings(self, rounds: int, boards_per_round: int) -> Iterator[Meeting]:
        """The first rounds."""
        for over in range(rounds):
            for table, chairs in enumerate(self.tables, 1):
                north, south, east, west = (self.after(player, over) for player in chairs)
                number = (self.sets[table - 1] - 1 + over) % self.rounds + 1 if self.sets else over + 1
                boards = boards_of_set(number, boards_per_round)
                yield Meeting(over + 1, table, partnership(north, south), partnership(east, west), boards)

    def relays(self, boards_per_round: int) -> tuple[Relay, ...]:
        """The sets that are at no table in round 1, between the tables that have their neighbours."""
        found: list[Relay] = []
        for table, (here, after) in enumerate(zip(self.sets, (*self.sets[1:], *self.sets[:1]), strict=True), 1):
            gap = (after - here) % self.rounds - 1
            if gap > 0:
                between = [(here + n) % self.rounds + 1 for n in range(gap)]
                lying = tuple(board for number in between for board in boards_of_set(number, boards_per_round))
                found.append(Relay((table, table % len(self.sets) + 1), gap, lying))
        return tuple(found)


@cache
def starters() -> Mapping[int, tuple[Starter, ...]]:
    """Every starter by the number of players, shorter ones first.

    >>> [(one.rounds, bool(one.sets)) for one in starters()[13] if one.rounds == 13]
    [(13, True), (13, False)]
    """
    found: dict[int, list[Starter]] = {}
    for entry in json.loads((HERE / "starters.json").read_text("utf-8")):
        found.setdefault(entry["players"], []).append(_read(entry))
    return {players: tuple(found[players]) for players in sorted(found)}


def _read(entry: Mapping[str, Any]) -> Starter:
    tables = []
    for text in entry["tables"].split():
        north, south, east, west = (int(number) for number in text.split("-"))
        tables.append((north, south, east, west))
    group = tuple(entry.get("group", ()))
    return Starter(entry["players"], entry["rounds"], tuple(tables), tuple(entry.get("sets", ())), group)


def moving(players: int) -> tuple[Starter, ...]:
    """The starters in which boards go from table to table."""
    return tuple(one for one in starters().get(players, ()) if one.sets)


def level(players: int) -> Starter | None:
    """The starter in which all tables play the same boards, and everybody partners everybody."""
    return next((one for one in starters().get(players, ()) if not one.sets), None)
