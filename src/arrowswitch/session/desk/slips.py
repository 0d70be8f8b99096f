"""The name slips of a session: which seats lie at which table when play begins, and what they are called.

A half is two seats that belong together: a pair, or the half of a team that sits on one side of the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from arrowswitch.movements import Movement
from arrowswitch.session.acts import Place, SeatedPlayer, Seating, SeatLetter, SeatPlayers
from arrowswitch.session.night import Section, State, player_at, seats_of


class SlipHalf(NamedTuple):
    """Two seats that belong together, or the one of a player in an individual."""

    section: str
    contestant: int
    seats: tuple[SeatLetter, ...]

    @property
    def places(self) -> tuple[Place, ...]:
        """The seats."""
        return tuple(Place(self.section, self.contestant, seat) for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Slip:
    """The slip of one table as the session begins; of a team, the slip of the team at its home table."""

    section: str
    table: int | None
    """None for a pair that sits out and has no table to wait at."""
    halves: tuple[SlipHalf, ...]
    sits_out: bool = False
    """Whether the pair has no opponents in round 1."""
    comes_late: bool = False
    """Whether the pair is not in the movement in round 1."""

    @property
    def places(self) -> tuple[Place, ...]:
        """Its seats, in the order in which people write them."""
        return tuple(place for half in self.halves for place in half.places)


def halves_of(section: str, movement: Movement, contestant: int) -> tuple[SlipHalf, ...]:
    """A pair as one half, a team as two, a player alone.

    >>> from arrowswitch.movements import build
    >>> halves_of("A", build("mitchell", tables=7), 8)
    (SlipHalf(section='A', contestant=8, seats=('E', 'W')),)
    """
    seats = seats_of(movement, contestant)
    return tuple(SlipHalf(section, contestant, seats[at : at + 2]) for at in range(0, len(seats), 2))


def slips(state: State) -> tuple[Slip, ...]:
    """The slips of every table in the order of the tables, section by section; who has no table stands at the end."""
    return tuple(
        slip
        for section in state.sections.values()
        for slip in sorted(_slips(section), key=lambda slip: (slip.table is None, slip.table or 0))
    )


def _slips(section: Section) -> Iterator[Slip]:
    movement, name = section.movement, section.name
    if movement.kind == "teams":
        for team in movement.contestants:
            home = movement.path(team)
            yield Slip(name, home[0].table if home else None, halves_of(name, movement, team))
        return
    seen: set[int] = set()
    for meeting in movement.by_round.get(1, ()):
        here = movement.seated(meeting)
        seen.update(here)
        yield Slip(name, meeting.table, tuple(half for pair in here for half in halves_of(name, movement, pair)))
    waiting = {sit_out.pair: sit_out.table for sit_out in movement.sit_outs if sit_out.round == 1}
    for pair in movement.contestants:
        if pair not in seen:
            path = movement.path(pair)
            table = waiting.get(pair) if pair in waiting else (path[0].table if path else None)
            halves = halves_of(name, movement, pair)
            yield Slip(name, table, halves, sits_out=pair in waiting, comes_late=pair not in waiting)


def change_places(state: State, one: SlipHalf, other: SlipHalf) -> SeatPlayers:
    """The act by which two pairs change places, with the names that they have now; empty seats change too.

    >>> from arrowswitch.session.night.state import State
    >>> change_places(State(), SlipHalf("A", 1, ("N", "S")), SlipHalf("A", 8, ("E", "W"))).seatings[0]
    Seating(place=Place(section='A', contestant=1, seat='N'), player=None)
    """
    return SeatPlayers(
        tuple(
            Seating(here, player_at(state, there))
            for half, partner in ((one, other), (other, one))
            for here, there in zip(half.places, partner.places, strict=True)
        )
    )


def seated(state: State, half: SlipHalf) -> tuple[SeatedPlayer, ...]:
    """Who sits on the two seats, as far as they have names."""
    found = (player_at(state, place) for place in half.places)
    return tuple(player for player in found if player is not None)
