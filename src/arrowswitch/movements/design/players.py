"""Individuals made for exactly tonight's players: any number of them, any number of rounds.

Who sits where in each round is found by exchanging two players at a time and taking what is worse less and less often (simulated
annealing); nobody partners anybody twice or plays a set twice, sit-outs go round, and whoever is partnered more is opposed less,
so that everybody competes equally with everybody. Which way each table sits is settled at the end. Whatever the catalogue has
for so many players and rounds stands beside it, so that nothing worse is ever offered.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from arrowswitch.movements.audit import audit
from arrowswitch.movements.balance import balance, by_player, least_squares, plays
from arrowswitch.movements.build import boards_of_set
from arrowswitch.movements.catalogue import FAMILIES, build
from arrowswitch.movements.choosing.individuals import individual_cost
from arrowswitch.movements.design.asking import check_all_play, check_limits
from arrowswitch.movements.design.bounds import CompetitionCell, DesignBound, least_row
from arrowswitch.movements.design.figures import UNMET, rests_on_end
from arrowswitch.movements.design.streaming import SECONDS, within
from arrowswitch.movements.families.howell_cards import DESIGNED
from arrowswitch.movements.individuals.making import individual, told
from arrowswitch.movements.individuals.starters import FEWEST, MOST, Chairs, Starter
from arrowswitch.movements.model import ImpossibleWish, Meeting, Movement, partnership
from arrowswitch.movements.wishes import MOST_BOARDS_PER_ROUND
from arrowswitch.words import Sentence, counted, say, spans

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_PLAYER_ROUNDS = 40
STEPS_A_TURN = 2000
COOLING = 24
"""Turns from hot to cold; then the search begins anew."""
HOT, COLD = 5.0, 0.25
PARTNERS, SETS, RESTING, ON_END, APART, ASKED = 12.0, 10.0, 6.0, 6.0, 15.0, 15.0
"""What it costs that two are partners twice, that a set is played twice, that rests are uneven or on end, that two who should not
are at one table, that two who should are not partners."""
TURNS = 40
"""Rounds of turning tables for balance, at most."""
BETTER = 1e-9


@dataclass(frozen=True, slots=True)
class PlayersWish:
    """An individual as it is wanted tonight; None and empty are left open."""

    players: int
    rounds: int
    boards_per_round: int
    tables: int | None = None
    """Tables that exist."""
    sets: int | None = None
    """Sets of boards at hand."""
    seats: tuple[int, ...] = ()
    """Players who keep their seats."""
    never: tuple[tuple[int, int], ...] = ()
    """Players who should not sit at one table."""
    must: tuple[tuple[int, int], ...] = ()
    """Players who must be partners once."""
    most_sit_outs: int | None = None

    @property
    def full_tables(self) -> int:
        """The tables that can be in play in a round."""
        return min(self.players // 4, self.tables or self.players)

    @property
    def resting(self) -> int:
        """Players who sit out in each round."""
        return self.players - 4 * self.full_tables


@dataclass(frozen=True, slots=True)
class PlayersFigures:
    """What an individual is measured by."""

    qf: float
    deviation: float
    partners: tuple[int, int]
    """The fewest and the most partners that a player has."""
    opponents: tuple[int, int]
    """The least and the most often that two play against each other."""
    strangers: int
    """Couples who are never at one table."""
    sit_outs: int
    boards: int


@dataclass(frozen=True)
class PlayersDesign:
    """An individual that was made for a wish."""

    movement: Movement
    figures: PlayersFigures
    given_up: tuple[Sentence, ...]
    cost: float
    """By the choice's own measure, and every wish that is not kept; the smaller the better."""
    how: str
    steps: int

    @cached_property
    def bound(self) -> DesignBound:
        return players_bound(self.movement)

    @property
    def proved(self) -> bool:
        """Whether no other way to sit at these tables balances better."""
        return self.bound.proves(self.figures.qf)

    @property
    def limit(self) -> Sentence:
        """How good it could be, in a sentence."""
        if self.figures.qf >= 100 - BETTER:
            return say("Perfect: no movement can be better balanced.")
        if self.proved:
            return say("Proved: of {kind} none is better balanced.", kind=self.bound.kind)
        return say("Of {kind} none can be above {bound}.", kind=self.bound.kind, bound=f"{self.bound.qf:.2f}")


def checked_players(wish: PlayersWish) -> PlayersWish:
    """The wish, if it can be had at all.

    >>> checked_players(PlayersWish(14, 7, 3)).resting
    2
    >>> checked_players(PlayersWish(14, 7, 3, sets=5))
    Traceback (most recent call last):
    ...
    arrowswitch.movements.model.ImpossibleWish: 7 rounds need 7 sets of boards, and there are 5.
    """
    if not FEWEST <= wish.players <= MOST:
        raise ImpossibleWish(
            say(
                "An individual is for {least} to {most} players, not {players}.",
                least=FEWEST,
                most=MOST,
                players=wish.players,
            )
        )
    limits = (
        (say("rounds"), wish.rounds, 1, min(MOST_PLAYER_ROUNDS, wish.players)),
        (say("boards a round"), wish.boards_per_round, 1, MOST_BOARDS_PER_ROUND),
        (say("tables"), wish.tables, 2, MOST // 4),
        (say("rounds to sit out"), wish.most_sit_outs, 0, MOST_PLAYER_ROUNDS),
    )
    check_limits(limits)
    check_all_play(counted("players", wish.players), wish.players, 4 * wish.full_tables, wish.rounds)
    for player in (*wish.seats, *(player for couple in (*wish.never, *wish.must) for player in couple)):
        if not 1 <= player <= wish.players:
            raise ImpossibleWish(
                say("There is no player {player}: there are players 1 to {most}.", player=player, most=wish.players)
            )
    for one, other in (*wish.never, *wish.must):
        if one == other:
            raise ImpossibleWish(say("Player {player} cannot meet himself or herself.", player=one))
    both = {frozenset(two) for two in wish.never} & {frozenset(two) for two in wish.must}
    for one, other in (sorted(two) for two in both):
        raise ImpossibleWish(say("Players {one} and {other} cannot both meet and not meet.", one=one, other=other))
    if len(set(wish.seats)) < len(wish.seats):
        raise ImpossibleWish(say("A player who keeps the seat is named once."))
    if len(wish.seats) > wish.full_tables:
        raise ImpossibleWish(
            say(
                "{wanted} cannot all keep their seats: there are {tables}, and one can stay at each.",
                wanted=counted("players", len(wish.seats)),
                tables=counted("tables", wish.full_tables),
            )
        )
    needed = max(wish.rounds, wish.full_tables)
    if wish.sets is not None and wish.sets < needed:
        raise ImpossibleWish(
            say(
                "{rounds} need {needed} of boards, and there are {have}.",
                rounds=counted("rounds", wish.rounds),
                needed=counted("sets", needed),
                have=wish.sets,
            )
        )
    if wish.most_sit_outs is not None and wish.resting * wish.rounds > wish.most_sit_outs * wish.players:
        raise ImpossibleWish(
            say(
                "In each round {resting} must rest, {all} in sum; that is more than {most} for each of {players}.",
                resting=counted("players", wish.resting),
                all=wish.resting * wish.rounds,
                most=wish.most_sit_outs,
                players=counted("players", wish.players),
            )
        )
    return wish


# -- measures -----------------------------------------------------------------------------------------------------------


def players_figures(movement: Movement) -> PlayersFigures:
    """The figures of an individual.

    >>> found = players_figures(build("individual", players=13))
    >>> found.partners, found.opponents, found.sit_outs, found.strangers
    ((12, 12), (2, 2), 1, 0)
    """
    measured = balance(movement)
    against: Counter[tuple[int, int]] = Counter()
    together: Counter[tuple[int, int]] = Counter()
    for meeting in movement.meetings:
        ours, theirs = movement.members(meeting.ns), movement.members(meeting.ew)
        against.update((min(couple), max(couple)) for couple in product(ours, theirs))
        together.update((min(two), max(two)) for two in (ours, theirs))
    numbers = movement.contestants
    couples = [(one, other) for place, one in enumerate(numbers) for other in numbers[place + 1 :]]
    met = [against[couple] for couple in couples]
    had = Counter(player for couple in together for player in couple)
    rests = Counter(rest.pair for rest in movement.sit_outs)
    return PlayersFigures(
        qf=measured.qf,
        deviation=measured.deviation,
        partners=(min(had[number] for number in numbers), max(had[number] for number in numbers)),
        opponents=(min(met), max(met)),
        strangers=sum(not against[couple] and not together[couple] for couple in couples),
        sit_outs=max(rests.values(), default=0),
        boards=len(movement.boards),
    )


def players_bound(movement: Movement) -> DesignBound:
    """What no way of turning the tables can be better than, with these partners and opponents.

    >>> round(players_bound(build("individual", players=13)).qf, 2)
    100.0
    """
    import numpy as np

    seats = plays(movement)
    matrix = by_player(movement, seats)
    unit = int(np.gcd.reduce(seats.weight))
    values = matrix // unit
    steps = 2 * int(np.gcd.reduce(seats.weight // unit))
    squares = 0.0
    for place, row in enumerate(values):
        cells = Counter(CompetitionCell(int(v) % steps, steps) for at, v in enumerate(row) if at != place)
        squares += least_row(tuple(sorted(cells.items())), int(row.sum()))
    count = len(values)
    least = least_squares(int(values.sum()) // 2, count * (count - 1) // 2)
    return DesignBound(
        min(100.0, 100 * least / (squares / 2)) if squares else 100.0,
        say("individuals with these partners and opponents"),
        say("Each competition is odd or even whichever way a table sits, and those of a player have a fixed sum."),
    )


def players_given_up(wish: PlayersWish, movement: Movement) -> tuple[Sentence, ...]:
    """Each wish that this individual does not keep."""
    return tuple(_given_up(wish, movement))


def _given_up(wish: PlayersWish, movement: Movement) -> Iterator[Sentence]:
    at_table: set[frozenset[int]] = set()
    together: set[frozenset[int]] = set()
    places: defaultdict[int, set[int]] = defaultdict(set)
    for meeting in movement.meetings:
        four = movement.seated(meeting)
        at_table.update(frozenset((one, other)) for one in four for other in four if one < other)
        together.update(frozenset(movement.members(side)) for side in meeting.sides)
        for player in four:
            places[player].add(meeting.table)
    for player in wish.seats:
        if len(places[player]) > 1 or any(rest.pair == player for rest in movement.sit_outs):
            yield say("Player {player} does not keep the seat.", player=player)
    for one, other in wish.never:
        if frozenset((one, other)) in at_table:
            yield say("Players {one} and {other} are at one table.", one=one, other=other)
    for one, other in wish.must:
        if frozenset((one, other)) not in together:
            yield say("Players {one} and {other} are not partners.", one=one, other=other)
    if wish.tables is not None and movement.tables > wish.tables:
        yield say(
            "{tables} are needed, and there are {have}.", tables=counted("tables", movement.tables), have=wish.tables
        )
    sets = -(-len(movement.boards) // movement.boards_per_round)
    if wish.sets is not None and sets > wish.sets:
        yield say("{sets} of boards are needed, and there are {have}.", sets=counted("sets", sets), have=wish.sets)
    rests = Counter(rest.pair for rest in movement.sit_outs)
    if wish.most_sit_outs is not None and (often := [who for who, n in rests.items() if n > wish.most_sit_outs]):
        yield say(
            "Players {players} sit out more than {most}.",
            players=spans(often),
            most=counted("rounds", wish.most_sit_outs),
        )
    longest = rests_on_end(movement)
    if longest > 1:
        yield say("Somebody sits out {rounds} on end.", rounds=counted("rounds", longest))


# -- the search ---------------------------------------------------------------------------------------------------------


class _Evening:
    """Who sits where in every round, with what it costs; players, rounds, tables and sets count from 0."""

    def __init__(self, wish: PlayersWish, dice: random.Random) -> None:
        self.wish, self.dice = wish, dice
        self.count, self.rounds, self.tables = wish.players, wish.rounds, wish.full_tables
        self.sets = max(self.rounds, self.tables)
        self.still = {player - 1: table for table, player in enumerate(dict.fromkeys(wish.seats))}
        free = [place for place in range(self.count) if place not in [4 * table for table in self.still.values()]]
        self.places = free
        """Where players may be exchanged: four places to a table, then those who rest."""
        offsets = sorted(dice.sample(range(self.sets), self.tables)) if dice.random() < 0.5 else range(self.tables)
        self.offsets = [offset - min(offsets) for offset in offsets]
        others = [player for player in range(self.count) if player not in self.still]
        self.seats: list[list[int]] = []
        for _ in range(self.rounds):
            dice.shuffle(others)
            row = [-1] * self.count
            for player, table in self.still.items():
                row[4 * table] = player
            for place, player in zip(free, others, strict=True):
                row[place] = player
            self.seats.append(row)
        self.recount()

    def recount(self) -> None:
        """Count everything anew."""
        count = self.count
        self.together = [0] * (count * count)
        self.against = [0] * (count * count)
        self.played = [0] * (count * self.sets)
        self.rests = [0] * count
        self.apart = [False] * (count * count)
        self.asked = [False] * (count * count)
        for couples, marks in ((self.wish.never, self.apart), (self.wish.must, self.asked)):
            for one, other in couples:
                marks[(one - 1) * count + other - 1] = marks[(other - 1) * count + one - 1] = True
        self.cost = ASKED * len(self.wish.must)
        for number in range(self.rounds):
            for table in range(self.tables):
                self.cost += self._table(number, table, 1)
            for place in range(4 * self.tables, count):
                self.cost += self._rest(number, self.seats[number][place], 1)

    def _table(self, number: int, table: int, by: int) -> float:
        """Count a table in (1) or out (-1); what the cost changes by."""
        north, south, east, west = self.seats[number][4 * table : 4 * table + 4]
        count, together, against, change = self.count, self.together, self.against, 0.0
        for one, other in ((north, south), (east, west)):
            key = one * count + other if one < other else other * count + one
            before = together[key]
            after = together[key] = before + by
            gap = against[key] - before
            change += (gap - by) ** 2 - gap**2
            if (by > 0 and before) or (by < 0 and after):
                change += PARTNERS * by
            if self.asked[key] and (before == 0 or after == 0):
                change -= ASKED * by
            if self.apart[key]:
                change += APART * by
        for one, other in ((north, east), (north, west), (south, east), (south, west)):
            key = one * count + other if one < other else other * count + one
            before = against[key]
            against[key] = before + by
            gap = before - together[key]
            change += (gap + by) ** 2 - gap**2 + 0.3 * ((before + by) ** 2 - before**2)
            if self.apart[key]:
                change += APART * by
        lying = (self.offsets[table] + number) % self.sets
        played = self.played
        for player in (north, south, east, west):
            key = player * self.sets + lying
            before = played[key]
            played[key] = before + by
            if (by > 0 and before) or (by < 0 and before > 1):
                change += SETS * by
        return change

    def _rest(self, number: int, player: int, by: int) -> float:
        before = self.rests[player]
        self.rests[player] = before + by
        return RESTING * ((before + by) ** 2 - before**2)

    def _on_end(self, number: int, player: int) -> int:
        first = 4 * self.tables
        return sum(player in self.seats[near][first:] for near in (number - 1, number + 1) if 0 <= near < self.rounds)

    def exchange(self, heat: float) -> None:
        """Exchange two players of a round, if that helps or the heat allows it."""
        dice = self.dice
        number = int(dice.random() * self.rounds)
        places = self.places
        one = places[int(dice.random() * len(places))]
        other = places[int(dice.random() * len(places))]
        here, there = one // 4, other // 4
        if one == other or (here == there and one // 2 == other // 2) or (min(here, there) >= self.tables):
            return
        change = self._move(number, one, other, here, there)
        if change <= 0 or dice.random() < math.exp(-change / heat):
            self.cost += change
            return
        self._move(number, one, other, here, there)

    def _move(self, number: int, one: int, other: int, here: int, there: int) -> float:
        """Exchange two places; done twice everything is as before."""
        row, tables = self.seats[number], self.tables
        change = 0.0
        for place, table in ((one, here),) if here == there else ((one, here), (other, there)):
            if table < tables:
                change += self._table(number, table, -1)
            else:
                change += self._rest(number, row[place], -1) - ON_END * self._on_end(number, row[place])
        row[one], row[other] = row[other], row[one]
        for place, table in ((one, here),) if here == there else ((one, here), (other, there)):
            if table < tables:
                change += self._table(number, table, 1)
            else:
                change += self._rest(number, row[place], 1) + ON_END * self._on_end(number, row[place])
        return change

    @property
    def legal(self) -> bool:
        """Nobody partners anybody twice, and nobody plays a set twice."""
        return max(self.together) <= 1 and max(self.played) <= 1

    def movement(self) -> Movement:
        """The movement, each table sitting the way that balances best."""
        size = self.wish.boards_per_round
        order = sorted(range(self.tables), key=lambda table: self.offsets[table])
        turned = _turned(self)
        meetings = []
        for number, row in enumerate(self.seats):
            for at, table in enumerate(order):
                north, south, east, west = (player + 1 for player in row[4 * table : 4 * table + 4])
                sides = partnership(north, south), partnership(east, west)
                ns, ew = reversed(sides) if turned[number][table] else sides
                lying = (self.offsets[table] + number) % self.sets + 1
                meetings.append(Meeting(number + 1, at + 1, ns, ew, boards_of_set(lying, size)))
        first: list[Chairs] = []
        for meeting in meetings[: self.tables]:
            four = divmod(meeting.ns, 100) + divmod(meeting.ew, 100)
            first.append((four[0], four[1], four[2], four[3]))
        sets = tuple(self.offsets[table] + 1 for table in order)
        starter = Starter(self.count, self.sets, tuple(first), sets, group=(self.sets,))
        return individual(
            meetings,
            players=self.count,
            name=say("Individual"),
            family="individual",
            rounds=self.rounds,
            boards_per_round=size,
            stationary=sorted(player + 1 for player in self.still),
            relays=starter.relays(size),
            instructions=told(starter, self.rounds, say("Boards go down one table.")),
            source=str(DESIGNED),
        )


def _turned(evening: _Evening) -> NDArray[np.bool_]:
    """Which tables sit the other way: one after the other is turned while that makes the competitions more even."""
    import numpy as np

    rounds, tables, count = evening.rounds, evening.tables, evening.count
    fixed = set(evening.still.values())
    signs = np.zeros((count, evening.sets))
    known = np.zeros((count, count))
    plays_at = [(evening.offsets[table] + number) % evening.sets for number in range(rounds) for table in range(tables)]
    often = np.bincount(plays_at, minlength=evening.sets)
    fours = []
    for place, lying in enumerate(plays_at):
        number, table = divmod(place, tables)
        four = evening.seats[number][4 * table : 4 * table + 4]
        fours.append((four, lying, table))
        north, south, east, west = four
        signs[[north, south], lying], signs[[east, west], lying] = 1, -1
        for one, other in product((north, south), (east, west)):
            known[one, other] += often[lying]
            known[other, one] += often[lying]
        for one, other in ((north, south), (east, west)):
            known[one, other] -= often[lying]
            known[other, one] -= often[lying]
    matrix = signs @ signs.T + known
    np.fill_diagonal(matrix, 0)
    turned = np.zeros((rounds, tables), dtype=np.bool_)
    for _ in range(TURNS):
        any_better = False
        for place, (four, lying, table) in enumerate(fours):
            if table in fixed:
                continue
            change = -2 * np.outer(signs[four, lying], signs[:, lying])
            change[:, four] = 0
            now = matrix[four]
            if float(((now + change) ** 2 - now**2).sum()) < -BETTER:
                matrix[four] += change
                matrix[:, four] += change.T
                signs[four, lying] *= -1
                turned[divmod(place, tables)] ^= True
                any_better = True
        if not any_better:
            break
    return turned


class _PlayersSearch:
    """The best individual so far."""

    def __init__(self, wish: PlayersWish, seed: int) -> None:
        self.wish = checked_players(wish)
        self.dice = random.Random(f"players {seed}")  # noqa: S311 - nothing secret
        self.best: PlayersDesign | None = None
        self.steps = 0

    def weigh(self, movement: Movement, how: str) -> None:
        """Keep a movement, if it is the best so far."""
        lacking = players_given_up(self.wish, movement)
        cost = individual_cost(movement) + UNMET * len(lacking)
        if (self.best is None or cost < self.best.cost - BETTER) and audit(movement).legal:
            self.best = PlayersDesign(movement, players_figures(movement), lacking, cost, how, self.steps)

    def from_catalogue(self) -> Iterator[PlayersDesign]:
        """Every individual of the catalogue that has this length."""
        wish = self.wish
        for name, family in FAMILIES.items():
            if family.kind != "individual" or wish.players not in family.sizes:
                continue
            try:
                movement = build(name, players=wish.players, rounds=wish.rounds, boards_per_round=wish.boards_per_round)
            except ImpossibleWish:
                continue
            self.weigh(movement, movement.name)
            if self.best is not None:
                yield self.best

    def over(self) -> bool:
        """Whether nothing better can be."""
        best = self.best
        return best is not None and not best.given_up and best.figures.qf >= 100 - BETTER and best.movement.copies == 1


def designing_players(wish: PlayersWish, seed: int = 0) -> Iterator[PlayersDesign]:
    """The best individual so far, again and again; stop asking when it is good enough.

    >>> first = next(designing_players(PlayersWish(14, 7, 3)))
    >>> first.movement.rounds, first.figures.sit_outs
    (7, 1)
    """
    search = _PlayersSearch(wish, seed)
    yield from search.from_catalogue()
    idle = 0
    while not search.over():
        evening = _Evening(search.wish, search.dice)
        weighed = math.inf
        for turn in range(COOLING):
            heat = HOT * (COLD / HOT) ** (turn / (COOLING - 1))
            for _ in range(STEPS_A_TURN):
                evening.exchange(heat)
            search.steps += STEPS_A_TURN
            if evening.legal and evening.cost < weighed - BETTER:
                weighed = evening.cost
                search.weigh(evening.movement(), say("a search of its own"))
            if search.best is not None:
                yield search.best
        idle += 1
        if search.best is None and idle >= 6:
            raise ImpossibleWish(
                say(
                    "No individual was found for {players} in {rounds} with these wishes; leave one of them open.",
                    players=counted("players", wish.players),
                    rounds=counted("rounds", wish.rounds),
                )
            )
    assert search.best is not None  # noqa: S101 - the search is over only when there is one
    yield search.best


def design_players(wish: PlayersWish, *, seconds: float = SECONDS, seed: int = 0) -> Iterator[PlayersDesign]:
    """Each better individual as it is found, for so long at most."""
    return within(seconds, designing_players(wish, seed))
