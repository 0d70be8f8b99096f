"""The room as SVG: where `movements.room` puts tables, relays and arrows, in the units of a picture.

The page is taller than wide on a phone and beside the list, so two rows of tables become two columns. People and
boards get a picture each, because their arrows run against each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Any

from arrowswitch.movements.cards.room import RoomDrawing, room
from arrowswitch.movements.model import Movement, Side
from arrowswitch.words import spans

HALF = 27
"""Half the side of a table."""
CLEAR = HALF + 15
"""How far an arrow keeps from the middle of a table: past the chairs."""

NEAR = 170
"""Tables nearer than this are neighbours."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Arrow:
    """A curve with a head; `kind` is ns or ew for those who sat there, or boards."""

    d: str
    kind: str


def picture(movement: Movement) -> dict[str, Any]:
    """The drawing of a movement's room: two pictures of it, and the same in words."""
    plan = room(movement)
    width, height = _size(plan)
    at = {spot.table: _place(plan, spot.x, spot.y, width, height) for spot in plan.tables}
    squares = tuple(
        {
            "table": spot.table,
            "x": at[spot.table][0],
            "y": at[spot.table][1],
            "plays": spot.plays,
            "ns_stays": "ns" in spot.fixed,
            "ew_stays": "ew" in spot.fixed,
        }
        for spot in plan.tables
    )
    middle = (width / 2, height / 2)
    people = tuple(
        Arrow(_way(at[arrow.start[0]], at[arrow.end[0]], middle, inside=arrow.start[1] == "ns"), arrow.start[1])
        for arrow in plan.pairs
        if arrow.start[0] != arrow.end[0]
    )
    stands: list[dict[str, Any]] = []
    stand_on: dict[tuple[int, int], Point] = {}
    for relay in plan.relays:
        x, y = _beside(plan, _place(plan, relay.x, relay.y, width, height), middle)
        waiting = spans(relay.relay.boards).replace("-", "–") if relay.relay.boards else ""
        stands.append({"x": x, "y": y, "text": waiting})
        stand_on[relay.takes_from, relay.gives_to] = (x, y)
    boards: list[Arrow] = []
    for flow in plan.boards:
        stand = stand_on.get((flow.start, flow.end)) if flow.waits else None
        if stand:
            boards.append(Arrow(_curve(at[flow.start], stand, HALF + 7, _edge(at[flow.start], stand) + 4), "boards"))
            boards.append(Arrow(_curve(stand, at[flow.end], _edge(at[flow.end], stand), HALF + 11), "boards"))
        else:
            boards.append(Arrow(_way(at[flow.start], at[flow.end], middle), "boards"))
    links = tuple(
        _link(at[one], at[other])
        for group in plan.shares
        for one, other in pairwise(group)
        if one in at and other in at
    )
    return {
        "width": width,
        "height": height,
        "tables": squares,
        "people": people,
        "boards": tuple(boards),
        "stands": tuple(stands),
        "links": links,
        "steps": _steps(plan),
        "heads": ("ns", "ew", "boards"),
        "movers": {arrow.kind for arrow in people},
    }


def _size(plan: RoomDrawing) -> tuple[int, int]:
    tables = len(plan.tables)
    if plan.shape == "ring":
        return 440, 440
    if plan.shape == "rows":
        return 440, 92 * ((tables + 1) // 2) + 40
    return 560, 100 * -(-tables // 4) + 40


def _place(plan: RoomDrawing, x: float, y: float, width: int, height: int) -> Point:
    """Upright: rows become columns, with a margin above and below for relays."""
    if plan.shape != "ring":
        x, y = y, x
    return round(x * width, 1), round(20 + y * (height - 40), 1)


def _beside(plan: RoomDrawing, place: Point, middle: Point) -> Point:
    """A relay stands a little off the line of tables, so that arrows reach it: inside a ring, outside a column."""
    dx, dy = place[0] - middle[0], place[1] - middle[1]
    if plan.shape == "ring":
        length = hypot(dx, dy) or 1
        inwards = min(95.0, length)
        return round(place[0] - dx / length * inwards, 1), round(place[1] - dy / length * inwards, 1)
    if abs(dx) < middle[0] / 6:  # between the columns there is room
        return place
    return round(place[0] + (62 if dx > 0 else -62), 1), place[1]


def _way(start: Point, end: Point, middle: Point, *, inside: bool = False) -> str:
    """From table to table: neighbours by an arc beside the line of tables, others straight through the room."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1
    if length > NEAR:
        return _curve(start, end)
    ux, uy = dx / length, dy / length
    mx, my = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    nx, ny = -uy, ux
    if ((mx - middle[0]) * nx + (my - middle[1]) * ny < 0) != inside:
        nx, ny = -nx, -ny
    x1, y1 = start[0] + nx * CLEAR + ux * 8, start[1] + ny * CLEAR + uy * 8
    x2, y2 = end[0] + nx * CLEAR - ux * 10, end[1] + ny * CLEAR - uy * 10
    cx, cy = mx + nx * (CLEAR + 30), my + ny * (CLEAR + 30)
    return f"M{x1:.1f} {y1:.1f}Q{cx:.1f} {cy:.1f} {x2:.1f} {y2:.1f}"


def _curve(start: Point, end: Point, start_clear: float = CLEAR, end_clear: float = CLEAR) -> str:
    """A bent line from edge to edge; the bend is to the left, so that going and coming do not meet."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1
    ux, uy = dx / length, dy / length
    bend = min(40.0, 6 + length * 0.09)
    x1, y1 = start[0] + ux * start_clear + uy * 7, start[1] + uy * start_clear - ux * 7
    x2, y2 = end[0] - ux * end_clear + uy * 7, end[1] - uy * end_clear - ux * 7
    cx, cy = (x1 + x2) / 2 + uy * bend, (y1 + y2) / 2 - ux * bend
    return f"M{x1:.1f} {y1:.1f}Q{cx:.1f} {cy:.1f} {x2:.1f} {y2:.1f}"


def _edge(table: Point, stand: Point) -> float:
    """How far the edge of a relay is from its middle, seen from a table."""
    dx, dy = abs(table[0] - stand[0]), abs(table[1] - stand[1])
    return hypot(dx, dy) * min(33 / dx if dx else 99, 19 / dy if dy else 99)


def _link(one: Point, other: Point) -> dict[str, Any]:
    dx, dy = other[0] - one[0], other[1] - one[1]
    length = hypot(dx, dy) or 1
    x, y = dx / length * HALF, dy / length * HALF
    return {
        "x1": round(one[0] + x, 1),
        "y1": round(one[1] + y, 1),
        "x2": round(other[0] - x, 1),
        "y2": round(other[1] - y, 1),
        "text_x": round((one[0] + other[0]) / 2, 1),
        "text_y": round((one[1] + other[1]) / 2, 1),
    }


def _steps(plan: RoomDrawing) -> tuple[dict[str, Any], ...]:
    goes = {arrow.start: arrow.end for arrow in plan.pairs}
    flows = {arrow.start: arrow for arrow in plan.boards}

    def way(table: int, side: Side) -> str:
        spot = plan.spot(table)
        if side in spot.fixed:
            return "="
        end = goes.get((table, side))
        if end is None:
            return "…"
        return str(end[0]) if end[1] == side else f"{end[0]} {end[1].upper()}"

    return tuple(
        {
            "table": spot.table,
            "ns": way(spot.table, "ns"),
            "ew": way(spot.table, "ew"),
            "boards": str(flows[spot.table].end) if spot.table in flows else "…",
        }
        for spot in plan.tables
    )
