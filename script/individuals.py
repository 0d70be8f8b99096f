"""Makes starters.json: for every number of players and every length the best line-up of round 1 that the search finds.

Players are swapped and sets changed, and what makes a starter worse is taken less and less often (simulated annealing). Nobody
may partner anybody or play a set twice; of those starters the one whose opponents are most even stays, then the best balanced
one. With the same seed the search finds the same. A starter that is written down stays until a better one is found: players
have its guide cards. Whist tournaments of 13, 29 and 37 players are the powers of a primitive root, those of 9 and 25 the same in
a field that is no circle; they are written down too, and never changed here.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections import Counter
from itertools import combinations, product
from typing import Any

from arrowswitch.movements.audit import audit
from arrowswitch.movements.balance import balance
from arrowswitch.movements.individuals.making import individual
from arrowswitch.movements.individuals.starters import FEWEST, HERE, MOST, Starter, starters
from arrowswitch.movements.model import Movement

FILE = HERE / "starters.json"
LONGEST = 17
"""Rounds of an evening; a movement in which everybody partners everybody may be longer."""
PARTNERS, SETS, STAYING, RESTING = 12, 8, 200, 6
"""What it costs that two are partners twice, that a set is played twice, that two who stay meet, that rests are uneven."""
Counts = Counter[tuple[Any, ...]]


def lengths(players: int) -> list[int]:
    """The numbers of rounds to try: as many sets as tables at least, and no two who stay at one table.

    >>> lengths(12), lengths(20)
    ([5, 9, 10, 11, 12], [5, 6, 8, 9, 10, 15, 16, 17, 19])
    """
    tables = players // 4
    usual = [r for r in range(max(tables, 5), min(players, LONGEST) + 1) if players % r <= tables]
    complete = {0: [players - 1], 1: [players]}.get(players % 4, [])
    return sorted({*usual, *complete})


class Search:
    """One starter in the making: `seats` are four to a table and then those who rest, `sets` one to a table."""

    def __init__(self, players: int, rounds: int, same_boards: bool, chance: random.Random) -> None:
        self.players, self.rounds, self.same_boards, self.chance = players, rounds, same_boards, chance
        self.tables = players // 4
        self.seats = chance.sample(range(1, players + 1), players)
        self.sets = chance.sample(range(rounds), self.tables) if not same_boards else [0] * self.tables

    def _kind(self, one: int, other: int) -> tuple[Any, ...]:
        """Two players who are in different rounds the same as these two: their circles and how far they are apart."""
        (a, x), (b, y) = sorted(divmod(player - 1, self.rounds) for player in (one, other))
        moving = self.players // self.rounds
        if b >= moving:
            return ("staying",) if a >= moving else (a, b, y)
        return (a, b, min((x - y) % self.rounds, (y - x) % self.rounds) if a == b else (y - x) % self.rounds)

    def _double(self, kind: tuple[Any, ...]) -> bool:
        """Opposite each other in one circle, two meet twice while the others meet once."""
        return len(kind) == 3 and kind[0] == kind[1] and 2 * kind[2] == self.rounds

    def cost(self) -> float:
        """How far this is from a good starter; under `PARTNERS` and `SETS` whole numbers of faults."""
        together, against, played = Counter[Any](), Counter[Any](), Counter[Any]()
        moving, cost = self.players // self.rounds, 0.0
        for table in range(self.tables):
            north, south, east, west = four = self.seats[4 * table : 4 * table + 4]
            for kind in (self._kind(north, south), self._kind(east, west)):
                together[kind] += 2 if self._double(kind) else 1
            for one, other in product((north, south), (east, west)):
                kind = self._kind(one, other)
                against[kind] += 2 if self._double(kind) else 1
            for player in four:
                circle, place = divmod(player - 1, self.rounds)
                if circle < moving and not self.same_boards:
                    played[circle, (place - self.sets[table]) % self.rounds] += 1
        resting = Counter((player - 1) // self.rounds for player in self.seats[4 * self.tables :])
        cost += STAYING * (together.pop(("staying",), 0) + against.pop(("staying",), 0) + resting.pop(moving, 0))
        cost += PARTNERS * sum(times - 1 for times in together.values())
        cost += SETS * sum(times - 1 for times in played.values())
        cost += sum(times**2 / (2 if self._double(kind) else 1) for kind, times in against.items())
        return cost + RESTING * sum(times**2 for times in resting.values())

    def run(self, steps: int) -> None:
        """Anneal."""
        now = self.cost()
        for step in range(steps):
            heat = 6.0 * (0.25 / 6.0) ** (step / steps)
            seats, sets = self.seats[:], self.sets[:]
            if not self.same_boards and self.chance.random() < 0.2:
                self._other_set()
            else:
                one, other = self.chance.sample(range(self.players), 2)
                self.seats[one], self.seats[other] = self.seats[other], self.seats[one]
            then = self.cost()
            if then <= now or self.chance.random() < math.exp((now - then) / heat):
                now = then
            else:
                self.seats, self.sets = seats, sets

    def _other_set(self) -> None:
        table, lying = self.chance.randrange(self.tables), self.chance.randrange(self.rounds)
        if lying in self.sets:
            self.sets[self.sets.index(lying)] = self.sets[table]
        self.sets[table] = lying

    def starter(self) -> Starter:
        """What was found, with the tables in the order of their sets and the sides of each as they balance best."""
        order = sorted(range(self.tables), key=lambda table: self.sets[table])
        first = self.sets[order[0]]
        sets = () if self.same_boards else tuple(self.sets[table] - first + 1 for table in order)
        tables = [tuple(self.seats[4 * table : 4 * table + 4]) for table in order]
        best = Starter(self.players, self.rounds, tuple(tables), sets)  # type: ignore[arg-type]
        for place in range(self.tables):
            turned = [(e, w, n, s) if place == at else (n, s, e, w) for at, (n, s, e, w) in enumerate(best.tables)]
            other = Starter(self.players, self.rounds, tuple(turned), sets)
            if quality(other) > quality(best):
                best = other
        return best


def whole(starter: Starter) -> Movement:
    """All rounds of a starter, one board to each."""
    copies = 1 if starter.sets else len(starter.tables)
    meetings = starter.meetings(starter.rounds, 1)
    return individual(
        meetings,
        players=starter.players,
        name="Individual",
        family="individual",
        rounds=starter.rounds,
        boards_per_round=1,
        copies=copies,
    )


def quality(starter: Starter) -> tuple[float, float]:
    """How even the opponents are, then how good the balance is; larger is better."""
    movement = whole(starter)
    met = Counter(
        tuple(sorted(couple))
        for m in movement.meetings
        for couple in product(movement.members(m.ns), movement.members(m.ew))
    )
    return -sum(met[couple] ** 2 for couple in combinations(movement.contestants, 2)), balance(movement).qf


def written(starter: Starter) -> dict[str, Any]:
    """A starter as it is written down."""
    return {
        "players": starter.players,
        "rounds": starter.rounds,
        "tables": " ".join("-".join(map(str, chairs)) for chairs in starter.tables),
        **({"sets": list(starter.sets)} if starter.sets else {}),
        **({"group": list(starter.group)} if starter.group else {}),
    }


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("players", type=int, nargs="*", default=list(range(FEWEST, MOST + 1)))
    asked.add_argument("--seeds", type=int, default=1)
    asked.add_argument("--steps", type=int, default=20_000)
    wish = asked.parse_args()
    known = {(one.players, not one.sets, one.rounds): one for found in starters().values() for one in found}
    for players in wish.players:
        complete = {0: players - 1, 1: players}.get(players % 4)
        tried = [(rounds, False) for rounds in lengths(players)] + ([(complete, True)] if complete else [])
        for (rounds, same_boards), seed in product(tried, range(wish.seeds)):
            search = Search(players, rounds, same_boards, random.Random(f"{players} {rounds} {seed}"))
            search.run(wish.steps)
            found, place = search.starter(), (players, same_boards, rounds)
            fixed = place in known and (known[place].group or players in (29, 37))
            if (
                not fixed
                and audit(whole(found)).legal
                and (place not in known or quality(found) > quality(known[place]))
            ):
                known[place] = found
                print(f"{players} players, {rounds} rounds: {quality(found)[1]:.2f}")
    lines = ",\n".join(json.dumps(written(known[place])) for place in sorted(known))
    FILE.write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main()
