"""The rainbow: each player has a colour, which is a seat, and each colour moves in its own way.

North stay, South go up one table, East up two, West down one and the boards down two: with five or seven tables everybody has
each player of the partner's colour for a partner once, each of the other two colours for an opponent once, and plays every set.
With eight or nine tables the steps are taken in a field of eight or nine elements, and guide cards tell them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from arrowswitch.movements.build import boards_of_set
from arrowswitch.movements.family import Family
from arrowswitch.movements.individuals.making import OPTIONS, check_players, fitted, individual
from arrowswitch.movements.model import Instruction, Meeting, Movement, partnership
from arrowswitch.movements.wishes import Wish
from arrowswitch.words import Sentence, say, spans

TITLE = say("Rainbow individual")
SIZES = (20, 28, 32, 36)
"""With six and with ten tables the colours cannot all keep apart from each other and from the boards."""
TURNED = {(9, 3): (2,), (9, 4): (2,), (9, 5): (2,), (9, 7): (7,), (9, 8): (2,), (9, 9): (2,)}
"""By tables and rounds, the rounds in which the sides change for the best balance that there is; where none is named, none.
All ways were tried, which takes seconds: a director who asks for 36 players does not wait for it."""


class FiniteField(NamedTuple):
    """The numbers 0 to size - 1 with which tables are counted, and how they are added and multiplied."""

    size: int
    plus: Callable[[int, int], int]
    times: Callable[[int, int], int]


def finite_field(size: int) -> FiniteField:
    """The field of so many elements, for 5, 7, 8 and 9.

    >>> nine = finite_field(9)
    >>> nine.plus(5, 4), nine.times(3, 3)
    (6, 2)
    """
    if size in (5, 7):
        return FiniteField(size, lambda a, b: (a + b) % size, lambda a, b: a * b % size)
    prime, powers, over = (2, 3, (1, 1, 0)) if size == 8 else (3, 2, (2, 0))  # x³ = x + 1; x² = 2

    def digits(number: int) -> list[int]:
        return [number // prime**place % prime for place in range(powers)]

    def number(found: list[int]) -> int:
        return sum(digit % prime * prime**place for place, digit in enumerate(found))

    def plus(a: int, b: int) -> int:
        return number([x + y for x, y in zip(digits(a), digits(b), strict=True)])

    def times(a: int, b: int) -> int:
        found = [0] * (2 * powers - 1)
        for (i, x), (j, y) in product(enumerate(digits(a)), enumerate(digits(b))):
            found[i + j] += x * y
        for place in range(2 * powers - 2, powers - 1, -1):
            for i, digit in enumerate(over):
                found[place - powers + i] += found[place] * digit
        return number(found[:powers])

    return FiniteField(size, plus, times)


def _steps(tables: int) -> tuple[int, int, int, int, int]:
    """How far North, South, East, West and the boards go after each round, in the field of the tables."""
    return (0, 1, 2, tables - 1, tables - 2) if tables in (5, 7) else (0, 1, 2, 3, 4)


def _rows(tables: int, rounds: int) -> Iterator[tuple[int, int, list[int], int]]:
    """Round, table, the places of the four in their colours, and the set."""
    field = finite_field(tables)
    for over, table in product(range(rounds), range(tables)):
        found = {}
        for step in _steps(tables):  # who began at `place` is here now
            found[step] = next(place for place in range(tables) if field.plus(place, field.times(step, over)) == table)
        *seats, lying = (found[step] for step in _steps(tables))
        yield over + 1, table + 1, seats, lying + 1


def rainbow(wish: Wish) -> Movement:
    """A rainbow of 20, 28, 32 or 36 players.

    >>> movement = rainbow(Wish(20))
    >>> movement.rounds, movement.boards_per_round, movement.label(movement.at[2, 1].ns), len(movement.stationary)
    (5, 5, '1 & 10', 5)
    """
    check_players(TITLE, wish.pairs, SIZES)
    tables = wish.pairs // 4
    _, rounds, each = fitted(wish, [tables])
    return turned_rainbow(tables, rounds, each, TURNED.get((tables, rounds), ()))


def turned_rainbow(tables: int, rounds: int, each: int, turned: tuple[int, ...]) -> Movement:
    """A rainbow in which the sides change in some rounds."""
    meetings = []
    for number, table, seats, lying in _rows(tables, rounds):
        north, south, east, west = (colour * tables + place + 1 for colour, place in enumerate(seats))
        sides = partnership(north, south), partnership(east, west)
        ns, ew = reversed(sides) if number in turned else sides
        meetings.append(Meeting(number, table, ns, ew, boards_of_set(lying, each)))
    return individual(
        meetings,
        players=4 * tables,
        name=TITLE,
        family="rainbow",
        rounds=rounds,
        boards_per_round=each,
        stationary=range(1, tables + 1),
        instructions=_told(tables, rounds, turned),
        source="traditional",
    )


def _told(tables: int, rounds: int, turned: tuple[int, ...]) -> Iterator[Instruction]:
    colours = [f"{colour * tables + 1}-{(colour + 1) * tables}" for colour in range(4)]
    yield Instruction(
        "start",
        0,
        say(
            "North are players {north}, South {south}, East {east}, West {west}, each in order from table 1.",
            north=colours[0],
            south=colours[1],
            east=colours[2],
            west=colours[3],
        ),
    )
    yield Instruction("move", 0, _move(tables))
    if turned:
        text = say(
            "In rounds {rounds} the sides change: North and South take the seats of East and West, and they theirs.",
            rounds=spans(turned),
        )
        yield Instruction("switch", 0, text)
    yield Instruction("last", rounds - 1, say("Round {round} is the last.", round=rounds))


def _move(tables: int) -> Sentence:
    if tables in (5, 7):
        return say(
            "North stay at their table. South go up one table, East up two, West down one. Boards go down two tables."
        )
    return say("North stay at their table. Everybody else goes where the guide card says, and so do the boards.")


FAMILY = Family(
    name="rainbow",
    title=TITLE,
    about=say("Single players in four colours, each with a move of its own; 20, 28, 32 or 36 players."),
    place=320,
    kind="individual",
    build=rainbow,
    options=OPTIONS,
    sizes=SIZES,
    ease=2,
    hazard=lambda movement: say("Each colour moves its own way; boards and seats must be checked at each move."),
    seeded=False,
    traits=frozenset({"guide cards"}),
)
