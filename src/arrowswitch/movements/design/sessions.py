"""Several sections and several sessions of one event: who sits where, so that over all of it everybody is compared evenly.

In a session every board is compared across all sections. What two pairs compete in one session is fixed by their seats; so who
has which seat is an assignment, and the sum over the sessions is made as even as it can be: two pairs exchange their seats in
a session, each time the best two that did not lately (tabu search). Sessions that are over stay as they were.

How even it could be at all is told by three bounds of the quadratic assignment problem: sorted couples, sorted rows, and
eigenvalues on the space of all that sums to nothing (Hadley, Rendl and Wolkowicz 1992).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from arrowswitch.movements.balance import competition, least_squares, plays, quality
from arrowswitch.movements.catalogue import build, has
from arrowswitch.movements.design.asking import DesignWish
from arrowswitch.movements.design.bounds import DesignBound
from arrowswitch.movements.design.further import further_switches
from arrowswitch.movements.design.search import Design, designs
from arrowswitch.movements.design.streaming import SECONDS, within
from arrowswitch.movements.files import from_dict, to_dict
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.switches import announced
from arrowswitch.words import counted, say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STEPS_BETWEEN = 25
MOST_SECTIONS, MOST_SESSIONS = 8, 8
MOST_EVENT_PAIRS = 160
MEETING = 0.5
"""What meeting twice weighs beside the competition that it makes, which is large already."""
SHAKE_AFTER = 125
"""Steps without anything better."""
BETTER = 1e-9

Seat = tuple[int, int]
"""A section, from 0, and the number of a pair in its movement."""


@dataclass(frozen=True)
class SeatedSession:
    """A session: the movement of each section, and the seat of each pair of the event."""

    sections: tuple[Movement, ...]
    seats: Mapping[int, Seat]

    def where(self, pair: int) -> tuple[int, int, str]:
        """Section, table and side of a pair in round 1; table 0 where it sits out."""
        section, number = self.seats[pair]
        movement = self.sections[section]
        for meeting in movement.by_round[1]:
            if number in meeting.sides:
                return section, meeting.table, "NS" if number == meeting.ns else "EW"
        return section, 0, ""

    def place(self, pair: int) -> str:
        """The same as people are told it.

        >>> from arrowswitch.movements import build
        >>> SeatedSession((build("mitchell", tables=5),) * 2, {1: (1, 3)}).place(1)
        'B3 NS'
        """
        section, table, side = self.where(pair)
        return f"{ascii_uppercase[section]}{table} {side}" if table else f"{ascii_uppercase[section]} sits out"


@dataclass(frozen=True, slots=True)
class SeatingWish:
    """An event: the sections of each session, those that are over with the seats that people had."""

    sessions: tuple[tuple[Movement, ...], ...]
    held: tuple[SeatedSession, ...] = ()
    """Sessions that are over."""
    still: tuple[int, ...] = ()
    """Pairs that need a seat that stays, in every session."""
    never: tuple[tuple[int, int], ...] = ()
    """Pairs that should not meet."""

    @property
    def pairs(self) -> int:
        first = self.held[0].sections if self.held else self.sessions[0]
        return sum(len(movement.contestants) for movement in first)


@dataclass(frozen=True, slots=True)
class EventFigures:
    """What an event is measured by, over all its sessions."""

    qf: float
    deviation: float
    missed: int
    """Couples who never meet."""
    most_met: int
    """The most often that two meet."""
    repeated: int
    """Couples who meet more often than once."""
    unkept: int
    """Couples who should not meet and do, and pairs that needed a seat that stays."""


@dataclass(frozen=True)
class EventDesign:
    """Who sits where in every session, with what can be said for it."""

    sessions: tuple[SeatedSession, ...]
    figures: EventFigures
    bound: DesignBound
    least_missed: int
    """So many couples cannot meet whatever is done: there are not enough tables and rounds."""
    steps: int = field(default=0, compare=False)

    @property
    def proved(self) -> bool:
        """Whether nobody can seat these sessions more evenly."""
        return self.bound.proves(self.figures.qf)


def written_event(found: EventDesign) -> dict[str, Any]:
    """An answer as plain values, the contract of `movement sessions --json`."""
    figures = found.figures
    return {
        "qf": round(figures.qf, 4),
        "bound": round(found.bound.qf, 4),
        "proved": found.proved,
        "missed": figures.missed,
        "least_missed": found.least_missed,
        "most_met": figures.most_met,
        "repeated": figures.repeated,
        "not_kept": figures.unkept,
        "sessions": [
            {
                "sections": [to_dict(section) for section in session.sections],
                "seats": {str(pair): list(seat) for pair, seat in session.seats.items()},
            }
            for session in found.sessions
        ],
    }


def read_sessions(written: Mapping[str, Any]) -> tuple[SeatedSession, ...]:
    """The sessions of such an answer.

    >>> from arrowswitch.movements import build
    >>> found = next(seating_sessions(SeatingWish(((build("mitchell", tables=5),),))))
    >>> read_sessions(written_event(found))[0].seats == found.sessions[0].seats
    True
    """
    return tuple(
        SeatedSession(
            tuple(from_dict(section) for section in session["sections"]),
            {int(pair): (int(seat[0]), int(seat[1])) for pair, seat in session["seats"].items()},
        )
        for session in written["sessions"]
    )


def merged(sections: Sequence[Movement]) -> Movement:
    """All sections of a session as one movement, in which every board is compared across the room.

    >>> from arrowswitch.movements import build
    >>> room = merged([build("mitchell", tables=5), build("mitchell", tables=5)])
    >>> len(room.contestants), room.tables, room.copies
    (20, 10, 2)
    """
    if len(sections) == 1:
        return sections[0]
    first, meetings, rests, contestants = sections[0], [], [], []
    pairs = tables = 0
    for section in sections:
        if section.kind != "pairs":
            raise ImpossibleWish(say("Only sections of pairs can be compared across the room."))
        meetings += [
            replace(meeting, table=meeting.table + tables, ns=meeting.ns + pairs, ew=meeting.ew + pairs)
            for meeting in section.meetings
        ]
        rests += [replace(rest, pair=rest.pair + pairs, table=None) for rest in section.sit_outs]
        contestants += [number + pairs for number in section.contestants]
        pairs += max(section.contestants)
        tables += max(section.tables, (len(section.contestants) + 1) // 2)
    return replace(
        first,
        contestants=tuple(contestants),
        rounds=max(section.rounds for section in sections),
        boards_per_round=max(section.boards_per_round for section in sections),
        meetings=tuple(sorted(meetings, key=lambda meeting: (meeting.round, meeting.table))),
        sit_outs=tuple(rests),
        winners=min(section.winners for section in sections),
        stationary=(),
        relays=(),
        shares=(),
        copies=sum(section.copies for section in sections),
        instructions=(),
        labels={},
    )


def switched_across(sections: Sequence[Movement], *, over: int = 0, seconds: float = 1.0) -> tuple[Movement, ...]:
    """The sections with the arrow switches that balance the whole room best, not each section by itself.

    >>> from arrowswitch.movements import balance, build
    >>> two = switched_across([build("mitchell", tables=5)] * 2, seconds=0.2)
    >>> balance(merged(two)).qf > balance(merged([build("mitchell", tables=5)] * 2)).qf + 20
    True
    """
    found = further_switches(merged(sections), over=over, seconds=seconds)
    switched = [(each.round, each.table) for each in found.switches]
    made: list[Movement] = []
    tables = 0
    for section in sections:
        own = [
            (number, table - tables)
            for number, table in switched
            if (number, table - tables) in section.at and table > tables
        ]
        made.append(announced(section.switched(own), own) if own else section)
        tables += max(section.tables, (len(section.contestants) + 1) // 2)
    return tuple(made)


def sections_for(
    pairs: int, sections: int, rounds: int, boards_per_round: int, *, winners: int = 1, seconds: float = 1.0
) -> tuple[Movement, ...]:
    """The room in sections as even as can be, the half table in the last one, each with a movement made for it.

    >>> [made.entry for made in sections_for(27, 2, 7, 2, seconds=0.2)]
    ['7', '6½']
    """
    if not 1 <= sections <= MOST_SECTIONS or pairs < 4 * sections or pairs > MOST_EVENT_PAIRS:
        raise ImpossibleWish(
            say(
                "{pairs} cannot sit in {sections}.",
                pairs=counted("pairs", pairs),
                sections=counted("sections", sections),
            )
        )
    tables, odd = divmod(pairs, 2)
    base, more = divmod(tables, sections)
    sizes = [2 * (base + (place < more)) for place in range(sections)]
    sizes[-1] += odd
    made: dict[int, Movement] = {}
    for size in dict.fromkeys(sizes):
        wish = DesignWish(size, rounds, boards_per_round, winners=winners)
        *_, best = designs(wish, seconds=seconds / len(set(sizes)))
        made[size] = best.movement if sections == 1 else _unswitched(best)
    found = tuple(made[size] for size in sizes)
    return found if winners == 2 or sections == 1 else switched_across(found, seconds=seconds)


def _unswitched(found: Design) -> Movement:
    """The movement as it is without arrow switches, so that they can be settled for the whole room; a guide card stays."""
    movement = found.movement
    if has(movement.family, "guide cards") or not found.options:
        return movement
    options = {name: value for name, value in found.options.items() if name != "switch"}
    return build(movement.family, **options)  # type: ignore[arg-type]  # these are options of `build`


# -- what is compared ---------------------------------------------------------------------------------------------------


class _Session:
    """What the seats of a session compete: by the place of a seat in the room."""

    def __init__(self, sections: Sequence[Movement]) -> None:
        import numpy as np

        self.sections = tuple(sections)
        room = merged(sections)
        self.unit = room.boards_per_round
        seats = plays(room)
        self.matrix: NDArray[np.float64] = competition(seats).astype(np.float64)
        self.met: NDArray[np.float64] = np.zeros_like(self.matrix)
        np.add.at(self.met, (seats.ns, seats.ew), 1.0 / _units(seats.meeting))
        self.met = np.round(self.met + self.met.T)
        self.tables = float(seats.tables.mean())
        self.seats: list[Seat] = [
            (place, number) for place, section in enumerate(sections) for number in section.contestants
        ]
        self.stays = np.array([number in self.sections[place].stationary for place, number in self.seats])


def _units(meeting: NDArray[np.int64]) -> NDArray[np.float64]:
    """Of each place the units that its meeting has: one, where sets stay together."""
    import numpy as np

    return np.bincount(meeting)[meeting].astype(np.float64)


def inner_bound(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """What the sum of products of two symmetric matrices cannot be below, however the other's rows and columns are dealt.

    Both have noughts on the diagonal; the sum is over ordered couples.

    >>> import numpy as np
    >>> one = np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0.0]])
    >>> round(inner_bound(one, one), 6)
    20.0
    """
    import numpy as np

    count = len(one)
    upper = np.triu_indices(count, 1)
    couples = 2 * float(np.sort(one[upper]) @ np.sort(other[upper])[::-1])
    away = ~np.eye(count, dtype=np.bool_)
    rows = np.sort(one[away].reshape(count, -1), axis=1)
    others = np.sort(other[away].reshape(count, -1), axis=1)[:, ::-1]
    products = rows @ others.T
    by_rows = max(float(products.min(axis=1).sum()), float(products.min(axis=0).sum()))
    return max(couples, by_rows, _eigenvalues(one, other))


def _eigenvalues(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """The projected eigenvalue bound: a permutation keeps the vector of ones, and turns all that is at right angles to it."""
    import numpy as np

    count = len(one)
    basis = np.linalg.qr(np.column_stack([np.ones(count), np.eye(count)[:, : count - 1]]))[0][:, 1:]
    first = np.linalg.eigvalsh(basis.T @ one @ basis)
    second = np.linalg.eigvalsh(basis.T @ other @ basis)
    sums = np.sort(one.sum(axis=1)), np.sort(other.sum(axis=1))[::-1]
    linear = 2 / count * float(sums[0] @ sums[1])
    return float(first @ second[::-1]) + linear - float(one.sum() * other.sum()) / count**2 - 1e-6


# -- the search ---------------------------------------------------------------------------------------------------------


class _EventSearch:
    """Who sits where in each session that is to come; `seat[s][i]` is the place of pair i in session s."""

    def __init__(self, wish: SeatingWish, seed: int) -> None:
        import numpy as np

        self.wish = _checked_event(wish)
        self.count = wish.pairs
        self.dice = random.Random(f"sessions {seed}")  # noqa: S311 - nothing secret
        self.coming = [_Session(sections) for sections in wish.sessions]
        self.held = np.zeros((self.count, self.count))
        self.held_met = np.zeros((self.count, self.count))
        past_sessions = [_Session(session.sections) for session in wish.held]
        for session, past in zip(wish.held, past_sessions, strict=True):
            places = [past.seats.index(session.seats[pair]) for pair in range(1, self.count + 1)]
            self.held += past.matrix[np.ix_(places, places)]
            self.held_met += past.met[np.ix_(places, places)]
        every = [*self.coming, *past_sessions]
        unit = int(np.gcd.reduce([each.unit for each in every]))
        self.unit = float(1 if any((each.matrix % unit).any() for each in every) else unit)
        self.apart = np.zeros((self.count, self.count))
        for one, other in wish.never:
            self.apart[one - 1, other - 1] = self.apart[other - 1, one - 1] = 1.0
        self.needs = np.array([pair in wish.still for pair in range(1, self.count + 1)])
        self.weight = MEETING * max((each.tables for each in self.coming), default=1.0) ** 2 * self.unit**2
        self.seat: list[NDArray[np.int64]] = [self._first_seats(each) for each in self.coming]
        self.locked = [np.zeros((self.count, self.count), dtype=np.int64) for _ in self.coming]
        self.steps = 0

    def _first_seats(self, session: _Session) -> NDArray[np.int64]:
        """Anybody anywhere, but seats that stay for those who need one, as far as there are any."""
        import numpy as np

        places = list(range(self.count))
        self.dice.shuffle(places)
        still = [place for place in places if session.stays[place]]
        found = np.full(self.count, -1, dtype=np.int64)
        for pair in np.flatnonzero(self.needs):
            if still:
                found[pair] = still.pop()
        taken = set(found[found >= 0].tolist())
        rest = [place for place in places if place not in taken]
        found[found < 0] = rest
        return found

    def summed(self, *, without: int | None = None) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Competitions and meetings of the pairs over all sessions, or all but one."""
        import numpy as np

        matrix, met = self.held.copy(), self.held_met.copy()
        for place, (session, seat) in enumerate(zip(self.coming, self.seat, strict=True)):
            if place != without:
                matrix += session.matrix[np.ix_(seat, seat)]
                met += session.met[np.ix_(seat, seat)]
        return matrix, met

    def cost(self) -> float:
        """Squares of competitions, and of meetings at their weight."""
        matrix, met = self.summed()
        squares = float((matrix * matrix).sum()) / 2
        often = float((met * met).sum()) / 2
        return squares + self.weight * (often + 20 * float((met * self.apart).sum()) / 2)

    def step(self, which: int) -> None:
        """Exchange two pairs in a session: the best two that did not lately."""
        import numpy as np

        self.steps += 1
        session, seat, locked = self.coming[which], self.seat[which], self.locked[which]
        others, met = self.summed(without=which)
        here, here_met = session.matrix[np.ix_(seat, seat)], session.met[np.ix_(seat, seat)]
        change = _exchanged(others, here) + self.weight * _exchanged(met + 10 * self.apart, here_met)
        stays = session.stays[seat]
        # who needs a seat that stays does not give it for one that does not
        loses = self.needs[:, None] & stays[:, None] & ~stays[None, :]
        change[loses | loses.T | (locked > self.steps)] = np.inf
        np.fill_diagonal(change, np.inf)
        value = change.min()
        if value == np.inf:
            return
        equal = np.argwhere(change == value)
        one, other = equal[self.dice.randrange(len(equal))]
        seat[one], seat[other] = seat[other], seat[one]
        locked[one, other] = locked[other, one] = self.steps + self.count // 2 + self.dice.randrange(self.count)

    def shake(self) -> None:
        """Begin elsewhere: exchanges by chance, now few, now many."""
        often = self.dice.randint(2, self.count)
        for session, seat in zip(self.coming, self.seat, strict=True):
            for _ in range(often):
                one, other = self.dice.randrange(self.count), self.dice.randrange(self.count)
                stays = session.stays[seat]
                if not self.needs[[one, other]].any() or stays[one] == stays[other]:
                    seat[one], seat[other] = seat[other], seat[one]

    def bound(self) -> DesignBound:
        """What no seating of these sessions can be better than."""
        import numpy as np

        matrices = [each.matrix for each in self.coming] + ([self.held] if self.wish.held else [])
        squares = sum(float((matrix * matrix).sum()) for matrix in matrices)
        for place, one in enumerate(matrices):
            for other in matrices[:place]:
                squares += 2 * inner_bound(one, other)
        count = self.count * (self.count - 1) // 2
        total = sum(float(matrix.sum()) for matrix in matrices) / 2
        least = least_squares(round(total / self.unit), count)
        reached = float(np.ceil(squares / 2 / self.unit**2 - 1e-6))
        return DesignBound(
            100 * least / reached if reached > least else 100.0,
            say("events with these movements"),
            say("What the seats compete in each session is fixed, and cannot be laid over one another more evenly."),
        )

    def figures(self) -> EventFigures:
        """What the seats as they are come to."""
        import numpy as np

        matrix, met = self.summed()
        upper = np.triu_indices(self.count, 1)
        values, often = matrix[upper] / self.unit, met[upper]
        lacking = sum(
            int((self.needs & ~session.stays[seat]).sum()) for session, seat in zip(self.coming, self.seat, strict=True)
        )
        return EventFigures(
            qf=quality(round(float(values.sum())), round(float((values * values).sum())), len(values)),
            deviation=float(values.std()),
            missed=int((often == 0).sum()),
            most_met=int(often.max()),
            repeated=int((often > 1).sum()),
            unkept=lacking + int(((met > 0) & (self.apart > 0))[upper].sum()),
        )

    def design(self, bound: DesignBound) -> EventDesign:
        """The seats as they are, by name."""
        coming = tuple(
            SeatedSession(
                session.sections, {pair: session.seats[int(place)] for pair, place in enumerate(seat, start=1)}
            )
            for session, seat in zip(self.coming, self.seat, strict=True)
        )
        couples = self.count * (self.count - 1) // 2
        # `met` counts each meeting in both directions
        meetings = float(self.held_met.sum()) / 2 + sum(float(each.met.sum()) / 2 for each in self.coming)
        least = max(0, couples - round(meetings))
        return EventDesign((*self.wish.held, *coming), self.figures(), bound, least, self.steps)


def _exchanged(fixed: NDArray[np.float64], moved: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the sum of squares over couples changes by, for every exchange of two rows and columns of `moved`."""
    product = fixed @ moved
    own = product.diagonal()
    found: NDArray[np.float64] = 2 * (product + product.T - own[:, None] - own[None, :] + 2 * fixed * moved)
    return found


def _checked_event(wish: SeatingWish) -> SeatingWish:
    if not wish.sessions and not wish.held:
        raise ImpossibleWish(say("An event has at least one session."))
    if len(wish.sessions) + len(wish.held) > MOST_SESSIONS:
        raise ImpossibleWish(say("An event has at most {most} sessions.", most=MOST_SESSIONS))
    rooms = [*wish.sessions, *(session.sections for session in wish.held)]
    sizes = {sum(len(movement.contestants) for movement in room) for room in rooms}
    if len(sizes) > 1:
        raise ImpossibleWish(
            say(
                "The sessions are for different numbers of pairs: {sizes}.",
                sizes=", ".join(map(str, sorted(sizes))),
            )
        )
    for pair in (*wish.still, *(pair for couple in wish.never for pair in couple)):
        if not 1 <= pair <= wish.pairs:
            raise ImpossibleWish(
                say("There is no pair {pair}: there are pairs 1 to {pairs}.", pair=pair, pairs=wish.pairs)
            )
    for session in wish.held:
        there = {(place, number) for place, section in enumerate(session.sections) for number in section.contestants}
        if set(session.seats) != set(range(1, wish.pairs + 1)) or set(session.seats.values()) != there:
            raise ImpossibleWish(say("Of a session that is over every pair must have one seat, and nobody else's."))
    return wish


def seating_sessions(wish: SeatingWish, seed: int = 0) -> Iterator[EventDesign]:
    """The best seats so far, again and again; stop asking when they are good enough.

    >>> from arrowswitch.movements import build
    >>> found = next(seating_sessions(SeatingWish(((build("mitchell", tables=7),), (build("mitchell", tables=7),)))))
    >>> len(found.sessions), found.figures.qf <= found.bound.qf
    (2, True)
    """
    search = _EventSearch(wish, seed)
    bound = search.bound()
    best, least, stale = search.design(bound), search.cost(), 0
    kept = [seat.copy() for seat in search.seat]
    yield best
    while search.coming and not (best.proved and best.figures.unkept == 0 and best.figures.missed <= best.least_missed):
        better = False
        for _ in range(STEPS_BETWEEN):
            search.step(search.steps % len(search.coming))
            now = search.cost()
            if now < least - BETTER:
                least, better, kept = now, True, [seat.copy() for seat in search.seat]
        if better:
            here, search.seat = search.seat, kept
            best, stale = search.design(bound), 0
            search.seat = [seat.copy() for seat in here]
        else:
            stale += STEPS_BETWEEN
        if stale >= SHAKE_AFTER:
            search.seat, stale = [seat.copy() for seat in kept], 0
            search.shake()
        yield best


def seat_sessions(wish: SeatingWish, *, seconds: float = SECONDS, seed: int = 0) -> Iterator[EventDesign]:
    """Each better seating as it is found, for so long at most."""
    return within(seconds, seating_sessions(wish, seed))
