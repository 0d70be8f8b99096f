"""One night of many, from its opening to the posting, by people who do not exist.

Its commands come from the rehearsal of the session room and are decided one after the other, as on any night. The same seed and the same
last day give the same years.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import chain, islice
from random import Random

from arrowswitch.movements import Movement, build
from arrowswitch.session import Command, JournalEntry, Open, Refused, SectionPlan, State, decide, evolve
from arrowswitch.session.acts import AttachHands, SeatedPlayer
from arrowswitch.session.rehearsal import NAMES, night

MARK = "made-up-"
"""How the ids of our commands begin."""
YEAR = 365.25
STRANGERS = 10
"""Of so many pairs, two exchange their partners."""
MOVEMENTS = (
    ("mitchell", "9"),
    ("share-relay", "8"),
    ("mitchell", "7"),
    ("skip-mitchell", "10"),
    ("howell", "5"),
    ("mitchell", "11"),
)
"""Families and tables, in turn."""
SEATS = 44
"""As many as the largest of them wants."""
TITLES = (
    "Monday pairs",
    "Tuesday pairs",
    "Wednesday pairs",
    "Thursday pairs",
    "Friday pairs",
    "Saturday pairs",
    "Sunday pairs",
)


@dataclass(frozen=True)
class MadeUpYears:
    """How many nights, how many people, and the last day."""

    until: date
    years: int = 20
    nights: int = 250
    """A year."""
    players: int = 600
    seed: int = 7

    @property
    def count(self) -> int:
        """All nights."""
        return self.years * self.nights

    def day(self, number: int) -> date:
        """The day of a night, counted from 0 on.

        >>> MadeUpYears(date(2026, 1, 6), years=1, nights=2).day(1)
        datetime.date(2026, 1, 6)
        """
        return self.until - timedelta(days=round((self.count - 1 - number) * YEAR / self.nights))


def people(count: int) -> tuple[tuple[str, str], ...]:
    """So many made-up names, no two alike: those of the rehearsal, then their given names with other plants.

    >>> len(set(people(1500)))
    1500
    """
    plants = [plant for _, plant in NAMES]
    turned = (
        zip((given for given, _ in NAMES), plants[turn:] + plants[:turn], strict=True)
        for turn in range(25, len(NAMES), 25)  # another letter each time
    )
    return tuple(islice(chain(NAMES, *turned), count))


def whole_night(
    wish: MadeUpYears, number: int, register: Sequence[SeatedPlayer]
) -> tuple[tuple[JournalEntry, ...], State]:
    """A night with its state at the end; what its rehearsal asks for and the session does not grant is left out."""
    entries: list[JournalEntry] = []
    state = State()
    for command in _commands(wish, number, register):
        if isinstance(command.act, AttachHands):
            continue  # the double-dummy tables of so many deals would be worked out for days
        try:
            granted = decide(state, command)
        except Refused:
            continue
        for entry in granted:
            state = evolve(state, entry)
            entries.append(entry)
    return tuple(entries), state


def _commands(wish: MadeUpYears, number: int, register: Sequence[SeatedPlayer]) -> tuple[Command, ...]:
    day = wish.day(number)
    movement = _built(*MOVEMENTS[number % len(MOVEMENTS)])
    opening = Open(TITLES[day.weekday()], day, (SectionPlan("A", movement),))
    return night(
        opening,
        Random(f"{wish.seed}/{number}"),  # noqa: S311 - a made-up night
        datetime.combine(day, time(19, 30), UTC),
        name=f"{MARK}{number}",
        players=tuple(_coming(wish, number, register, len(movement.contestants))),
    )


def _coming(wish: MadeUpYears, number: int, register: Sequence[SeatedPlayer], pairs: int) -> Iterator[SeatedPlayer]:
    """Who comes: most with the partner whom they always have, in another order every time."""
    chance = Random(f"{wish.seed}/{number}/who")  # noqa: S311
    usual = list(zip(register[::2], register[1::2], strict=False))
    coming = chance.sample(usual, pairs)
    for place in range(0, pairs - 1, STRANGERS):
        (one, two), (three, four) = coming[place : place + 2]
        coming[place : place + 2] = (one, four), (three, two)
    return chain.from_iterable(coming)


@cache
def _built(family: str, tables: str) -> Movement:
    return build(family, tables=tables)
