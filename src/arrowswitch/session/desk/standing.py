"""Seats that do not move: where a movement lets people stay, and how those who cannot walk are brought there.

NZ manual ADM-03: North-South by custom, but never at a table whose North-South pair moves on, such as the top table of
a Hesitation Mitchell; so the seats are found from the movement itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set
from dataclasses import dataclass

from arrowswitch.movements import Movement
from arrowswitch.session.acts import Place
from arrowswitch.session.desk.slips import SlipHalf, halves_of, seated
from arrowswitch.session.night.state import State


def stay_put(movement: Movement) -> frozenset[int]:
    """Who plays the whole session at one table; of a team, its North-South half.

    >>> from arrowswitch.movements import build
    >>> sorted(stay_put(build("hesitation", tables=7))), sorted(stay_put(build("howell", tables=5)))
    ([9, 10, 11, 12, 13, 14], [10])
    """
    tables: defaultdict[int, set[int]] = defaultdict(set)
    for meeting in movement.meetings:
        for contestant in (meeting.ns,) if movement.kind == "teams" else movement.seated(meeting):
            tables[contestant].add(meeting.table)
    return frozenset(contestant for contestant in movement.contestants if len(tables[contestant]) == 1)


def stays(state: State, half: SlipHalf) -> bool:
    """Whether two seats stay where they are all night."""
    movement = state.sections[half.section].movement
    return half.contestant in stay_put(movement) and (movement.kind != "teams" or half.seats == ("N", "S"))


def table_of(state: State, half: SlipHalf) -> int | None:
    """The table at which a pair plays first."""
    path = state.sections[half.section].movement.path(half.contestant)
    return path[0].table if path else None


def every_half(state: State) -> tuple[SlipHalf, ...]:
    """All pairs and halves of teams."""
    return tuple(
        half
        for section in state.sections.values()
        for contestant in section.movement.contestants
        for half in halves_of(section.name, section.movement, contestant)
    )


@dataclass(frozen=True, slots=True)
class StationarySeats:
    """How those who cannot move sit now, and what would help."""

    seats: int
    """How many pairs the movement lets stay."""
    wanted: int
    """How many pairs have somebody who cannot move."""
    moving: tuple[SlipHalf, ...] = ()
    """Pairs with somebody who cannot move on seats that do."""
    changes: tuple[tuple[SlipHalf, SlipHalf], ...] = ()
    """Who should change places with whom."""

    @property
    def lacking(self) -> int:
        """How many pairs cannot be helped."""
        return len(self.moving) - len(self.changes)


def standing(state: State, cannot_move: Set[str]) -> StationarySeats:
    """Looks after the players of these ids: each pair on a moving seat is sent to the nearest that stays.

    A pair changes with its own opponents if they can go, then with seats that nobody has taken, then with others of its
    section. A team changes within itself.
    """
    halves = every_half(state)
    wanted = [half for half in halves if any(player.id and player.id in cannot_move for player in seated(state, half))]
    free = [half for half in halves if stays(state, half) and half not in wanted]
    moving = tuple(half for half in wanted if not stays(state, half))
    changes = []
    for half in moving:
        near = sorted((other for other in free if _may_change(state, half, other)), key=lambda o: _far(state, half, o))
        if near:
            free.remove(near[0])
            changes.append((half, near[0]))
    return StationarySeats(sum(stays(state, half) for half in halves), len(wanted), moving, tuple(changes))


def _may_change(state: State, half: SlipHalf, other: SlipHalf) -> bool:
    kinds = {state.sections[each.section].movement.kind for each in (half, other)}
    if "teams" in kinds:
        return (half.section, half.contestant) == (other.section, other.contestant)
    return True


def _far(state: State, half: SlipHalf, other: SlipHalf) -> tuple[bool, bool, bool, int]:
    """How far away other seats are: other section, other table, taken, number."""
    return (
        half.section != other.section,
        table_of(state, half) != table_of(state, other),
        bool(seated(state, other)),
        other.contestant,
    )


def half_at(state: State, section: str, table: int, side: str) -> SlipHalf | None:
    """The pair that starts at a table on a side ("NS" or "EW").

    >>> half_at(State(), "A", 1, "NS") is None
    True
    """
    for half in every_half(state):
        if half.section == section and table_of(state, half) == table and "".join(half.seats) == side:
            return half
    return None


def half_of(state: State, place: Place) -> SlipHalf:
    """The two seats to which one belongs."""
    movement = state.sections[place.section].movement
    return next(half for half in halves_of(place.section, movement, place.contestant) if place.seat in half.seats)
