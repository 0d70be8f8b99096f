"""The search for the best movement that a wish can have: something legal at once, better as long as one waits.

First everything that the catalogue has is weighed; then, a little at a time and in turn, the seats of the most promising starts
are turned round (`switches.turn_tables`) and new starters are tried. The search counts steps, never time: with the same seed it
goes the same way on every machine, and a faster one only gets farther.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from arrowswitch.movements.audit import audit
from arrowswitch.movements.balance import competition, plays, quality
from arrowswitch.movements.choosing.weighing import ONE_WINNER_BALANCE, measured, with_one_winner
from arrowswitch.movements.design.all_ways import AllWays
from arrowswitch.movements.design.asking import DesignWish, checked
from arrowswitch.movements.design.bounds import THESE_MEETINGS, DesignBound, bound, bound_of_lines
from arrowswitch.movements.design.figures import DesignFigures, cost, figures, given_up
from arrowswitch.movements.design.starts import DesignStart, can_be_perfect, fresh, from_catalogue, varied
from arrowswitch.movements.design.streaming import SECONDS, within
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.switches import best_switches, turn_tables
from arrowswitch.words import Sentence, counted, say, say_count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STEPS_A_TURN = 400
"""How long one start is worked on before another has its turn: well under a tenth of a second."""
POOL = 12
"""Starts that are kept to be worked on."""
SHAKEN = 0.2
"""The share of the meetings that is turned by chance, to begin elsewhere."""
PATIENCE = 60
"""Tries without a single starter after which there is none."""
BETTER = 1e-9
WORTH_TROUBLE = 0.3
"""Points of balance that a movement must gain for which no manual has words, ..."""
WORTH_LEARNING = 2.5
"""... or else boards' worth."""


@dataclass
class WeighedSoFar:
    """How many movements a search has weighed by now, and the fewest wishes that one of them gives up."""

    movements: int = 0
    fewest: int | None = None


@dataclass(frozen=True)
class Design:
    """A movement that was made for a wish, with what can be said for and against it."""

    movement: Movement
    figures: DesignFigures
    given_up: tuple[Sentence, ...]
    """Each wish that is not kept."""
    cost: float
    """In boards' worth, by the choice's own measure; the smaller the better."""
    how: str
    """What it was made from."""
    options: Mapping[str, str | int]
    """What `build` makes it from again, with its family; empty where that cannot be said."""
    steps: int
    """How far the search was when it was found."""
    weighed: WeighedSoFar
    """What else was looked at; it grows as long as the search goes on."""
    tried: bool = False
    """Whether all ways to sit at these tables were tried."""

    @cached_property
    def bound(self) -> DesignBound:
        """What no movement of its kind can be better than."""
        if self.tried:
            return DesignBound(self.figures.qf, THESE_MEETINGS, say("All ways to sit at these tables were tried."))
        return bound(self.movement) if self.movement.winners == 1 else bound_of_lines(self.movement)

    @property
    def proved(self) -> bool:
        """Whether no movement of its kind is better balanced."""
        return self.bound.proves(self.figures.qf)

    @property
    def why_given_up(self) -> Sentence | None:
        """Why wishes were given up; None where all are kept."""
        if not self.given_up:
            return None
        if self.weighed.fewest is not None and self.weighed.fewest < len(self.given_up):
            return say(
                "A movement that keeps more of the wishes was found, but it is so much worse that it costs more."
            )
        return say_count(
            "It is the only movement that was found.",
            "Of {n} movements that were weighed none keeps more of the wishes.",
            self.weighed.movements,
        )

    @property
    def limit(self) -> Sentence:
        """How good it could be, in a sentence."""
        if self.figures.qf >= 100 - BETTER:
            return say("Perfect: no movement can be better balanced.")
        if self.proved:
            return say("Proved: of {kind} none is better balanced.", kind=self.bound.kind)
        if self.bound.qf >= 100 - BETTER:
            return say("Nothing is proved of {kind}: one may be better balanced, even perfectly.", kind=self.bound.kind)
        return say("Of {kind} none can be above {bound}.", kind=self.bound.kind, bound=f"{self.bound.qf:.2f}")


class _Work:
    """A start that is being worked on: which of its meetings are turned by now, and which may not be."""

    def __init__(self, wish: DesignWish, start: DesignStart) -> None:
        import numpy as np

        self.start = start
        movement = start.movement
        self.seats = plays(movement)
        count = len(movement.meetings)
        self.turns: NDArray[np.bool_] = np.zeros(count, dtype=np.bool_)
        self.held: NDArray[np.bool_] = np.zeros(count, dtype=np.bool_)
        one_of_two = wish.winners == 1 and movement.winners == 2
        if one_of_two:
            best = best_switches(movement).rounds if wish.switching == "rounds" else ()
            rounds = set(best or with_one_winner(movement)[1])
            self.turns |= np.array([meeting.round in rounds for meeting in movement.meetings])
        for seat in wish.seats:
            for place, meeting in enumerate(movement.meetings):
                if seat.side and seat.pair in meeting.sides:
                    self.held[place] = True
                    self.turns[place] = (meeting.ns == seat.pair) != (seat.side == "ns")
        whole = len(self.seats.meeting) == count  # where sets do not stay together, single tables cannot be weighed
        self.free = wish.winners == 1 and wish.switching == "tables" and whole and not bool(self.held.all())
        self.tries = 0
        ways = AllWays(self.seats) if self.free and not self.held.any() else None
        self.ways = ways if ways is not None and ways.is_small else None
        self.squares = self._squares(self.turns) if self.free else float("inf")
        self.base = 0.0
        """What is counted against it apart from its balance."""

    def _squares(self, turns: NDArray[np.bool_]) -> float:
        import numpy as np

        here = self.seats._replace(
            ns=np.where(turns, self.seats.ew, self.seats.ns), ew=np.where(turns, self.seats.ns, self.seats.ew)
        )
        matrix = competition(here).astype(np.float64)
        return float((matrix * matrix).sum()) / 2

    @property
    def quality(self) -> float:
        """Qf as it stands."""
        unit = self.start.movement.boards_per_round
        total = int((self.seats.weight * self.seats.tables * (self.seats.tables - 1)).sum())
        count = len(self.seats.contestants)
        return quality(total // unit, round(self.squares / unit**2), count * (count - 1) // 2)

    @property
    def estimate(self) -> float:
        return self.base + ONE_WINNER_BALANCE * (100 - self.quality) if self.free else self.base

    @property
    def is_over(self) -> bool:
        """Whether all ways to sit were tried, so that no work makes it better."""
        return self.ways is not None and self.ways.is_over

    def work(self, steps: int, seed: int) -> bool:
        """Turn meetings for a while; whether that made it better. Of a small movement all ways are tried after that."""
        if self.ways is not None and self.tries > 1:
            least, ways = self.ways.best_of_some()
            if least >= self.squares - BETTER:
                return False
            self.turns, self.squares = ways, least
            return True
        begin = self.turns.copy()
        if self.tries % 3 == 2:  # from elsewhere
            dice = random.Random(seed)  # noqa: S311 - nothing secret
            for place in range(len(begin)):
                if not self.held[place] and dice.random() < SHAKEN:
                    begin[place] = not begin[place]
        self.tries += 1
        found = turn_tables(self.seats, begin, steps, seed, self.held if self.held.any() else None)
        if self.start.card is None and not self.held.any() and 2 * int(found.sum()) > len(found):
            found = ~found
        squares = self._squares(found)
        if squares >= self.squares:
            return False
        self.turns, self.squares = found, squares
        return True


class _Search:
    """The best design so far, and the starts that are worked on."""

    def __init__(self, wish: DesignWish, seed: int) -> None:
        self.wish = checked(wish)
        self.dice = random.Random(f"design {seed}")  # noqa: S311 - nothing secret
        self.best: Design | None = None
        self.pool: list[_Work] = []
        self.steps = 0
        self.weighed = WeighedSoFar()
        self.work_of_best: _Work | None = None

    def weigh(self, work: _Work) -> bool:
        """Make the movement of a start as it stands; whether it is the best so far."""
        movement = work.start.made(work.turns)
        one = measured(movement)
        lacking = given_up(self.wish, movement, one)
        total = cost(self.wish, one, len(lacking))
        work.base = total - (ONE_WINNER_BALANCE * (100 - one.qf) if work.free else 0.0)
        is_best = self.best is None or (
            total < self.best.cost - BETTER and self._is_worth_it(work.start, one.qf, total)
        )
        keeps_more = self.weighed.fewest is None or len(lacking) < self.weighed.fewest
        self.weighed.movements += 1
        if not (is_best or keeps_more) or not audit(movement).legal:
            return False
        if keeps_more:
            self.weighed.fewest = len(lacking)
        if not is_best:
            return False
        self.work_of_best = work
        self.best = Design(
            movement=movement,
            figures=figures(movement, one),
            given_up=lacking,
            cost=total,
            how=work.start.how,
            options=work.start.options(movement),
            steps=self.steps,
            weighed=self.weighed,
        )
        return True

    def _is_worth_it(self, start: DesignStart, qf: float, total: float) -> bool:
        """Whether a start that no manual has is so much better than the best so far that one should do what nobody knows."""
        best = self.best
        if best is None or start.as_printed:
            return True
        return qf >= best.figures.qf + WORTH_TROUBLE or total <= best.cost - WORTH_LEARNING

    def add(self, start: DesignStart) -> None:
        """Weigh a new start and keep it to be worked on, if it may become the best."""
        work = _Work(self.wish, start)
        self.weigh(work)
        if work.free:
            self.pool.append(work)
            self.pool.sort(key=lambda each: each.estimate)
            del self.pool[POOL:]

    def turn(self, work: _Work) -> None:
        """Work on a start for a while, and weigh it if that helped."""
        self.steps += STEPS_A_TURN
        if work.work(STEPS_A_TURN, self.dice.randrange(10**9)) and (
            self.best is None or work.estimate < self.best.cost - BETTER
        ):
            self.weigh(work)
        if work.is_over:
            self.pool.remove(work)
            if self.best is not None and self.work_of_best is work:
                self.best = replace(self.best, tried=True)

    def over(self) -> bool:
        """Whether nothing better can be: perfect balance, all met whom so many rounds allow, every wish kept, no board too many."""
        best = self.best
        if best is None or best.given_up or best.figures.repeated or best.figures.missed > self.wish.least_missed:
            return False
        return best.figures.qf >= 100 - BETTER and best.figures.boards == self.wish.rounds * self.wish.boards_per_round


def searching(wish: DesignWish, seed: int = 0) -> Iterator[Design]:
    """The best design so far, again and again, every tenth of a second or so; stop asking when it is good enough.

    >>> first = next(searching(DesignWish(pairs=14, rounds=7, boards_per_round=4)))
    >>> first.movement.rounds, first.given_up
    (7, ())
    """
    search = _Search(wish, seed)
    others = fresh(search.wish, search.dice)
    if can_be_perfect(search.wish) and (start := next(others, None)) is not None:
        search.add(start)
    known = chain(from_catalogue(search.wish, search.dice), varied(search.wish, search.dice))
    for start in () if search.over() else known:
        search.add(start)
        if search.best is not None:
            yield search.best
    idle = 0
    while not search.over():
        turn = search.steps // STEPS_A_TURN
        new = next(others, None) if turn % 3 == 0 or not search.pool else None
        if new is not None:
            search.add(new)
        if search.pool:
            count = len(search.pool)  # the best every other time, and each of the others in its turn
            search.turn(search.pool[0 if turn % 2 else turn // 2 % count])
            search.pool.sort(key=lambda each: each.estimate)
            idle = 0
        elif new is None:
            idle += 1
            if idle > PATIENCE:
                break
        if search.best is not None:
            yield search.best
    if search.best is None:
        everybody = wish.pairs - 1 + wish.pairs % 2
        if wish.rounds > everybody:
            raise ImpossibleWish(
                say(
                    "After {met} everybody has met everybody; for {pairs} no movement of {rounds} is known.",
                    met=counted("rounds", everybody),
                    pairs=counted("pairs", wish.pairs),
                    rounds=counted("rounds", wish.rounds),
                )
            )
        raise ImpossibleWish(
            say(
                "No movement was found for {pairs} in {rounds} with these wishes; leave one of them open.",
                pairs=counted("pairs", wish.pairs),
                rounds=counted("rounds", wish.rounds),
            )
        )
    yield search.best


def designs(wish: DesignWish, *, seconds: float = SECONDS, seed: int = 0) -> Iterator[Design]:
    """Each better design as it is found, for so long at most.

    >>> [round(each.figures.qf, 2) for each in designs(DesignWish(pairs=8, rounds=7, boards_per_round=3))][-1]
    100.0
    """
    return within(seconds, searching(wish, seed))


def best_design(wish: DesignWish, *, seconds: float = SECONDS, seed: int = 0) -> Design:
    """The best that is found in so long."""
    *_, last = designs(wish, seconds=seconds, seed=seed)
    return last
