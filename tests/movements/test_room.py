"""The drawing of the room: places, arrows, relays."""

from __future__ import annotations

from itertools import pairwise

import pytest

from arrowswitch.movements import build
from arrowswitch.movements.build import SketchRow, two_fields, wrap
from arrowswitch.movements.cards.room import BoardArrow, PairArrow, layout, room
from arrowswitch.movements.model import Movement, Relay


def share_and_relay(tables: int) -> Movement:
    """Seed 000, L1248-1261: table 1 shares with the last, the relay stands halfway."""
    rows = [
        SketchRow(r, t, t, wrap(t - r + 1, tables), wrap(t + (t > tables // 2) + r - 1, tables))
        for r in range(1, tables + 1)
        for t in range(1, tables + 1)
    ]
    return two_fields(
        rows,
        name="Share and relay",
        family="share-relay",
        boards_per_round=2,
        stationary=range(1, tables + 1),
        relays=[Relay((tables // 2, tables // 2 + 1), 1, (tables + 1, tables + 2))],
        shares=[(1, tables)],
    )


@pytest.mark.parametrize("tables", range(1, 61))
def test_every_table_has_a_place_of_its_own_inside_the_drawing(tables: int) -> None:
    _, places = layout(tables)
    assert len(set(places)) == tables
    assert all(0 < x < 1 and 0 < y < 1 for x, y in places)


@pytest.mark.parametrize("tables", [28, 32, 36, 40])
def test_in_a_snake_every_table_stands_beside_the_next_and_the_last_beside_the_first(tables: int) -> None:
    _, places = layout(tables)
    for (x, y), (next_x, next_y) in pairwise([*places, places[0]]):
        assert abs(x - next_x) < 4.1 / tables
        assert abs(y - next_y) < 0.26


def test_the_stacks_of_a_web_stand_beside_the_tables_that_they_feed() -> None:
    drawing = room(build("web", tables=18))
    first, second = drawing.relays
    assert (first.gives_to, second.gives_to) == (9, 18)
    assert (first.x, first.y) == (drawing.spot(9).x, 0.5)
    assert (second.x, second.y) == (drawing.spot(18).x, 0.5)


def test_shared_boards_are_passed_on_by_the_last_table_and_the_relay_stands_halfway() -> None:
    drawing = room(share_and_relay(12))
    assert PairArrow((12, "ew"), (1, "ew")) in drawing.pairs
    assert len(drawing.pairs) == 12
    assert BoardArrow(7, 6, waits=1) in drawing.boards
    assert BoardArrow(12, 11) in drawing.boards
    assert [arrow.start for arrow in drawing.boards] == list(range(2, 13))
    (relay,) = drawing.relays
    assert (relay.takes_from, relay.gives_to, relay.relay.boards) == (7, 6, (13, 14))
    assert drawing.spot(6).y < relay.y < drawing.spot(7).y
    assert all(spot.fixed == ("ns",) for spot in drawing.tables)
