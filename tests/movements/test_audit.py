"""The audit: what is legal passes, and each kind of fault is named with its place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.movements import Movement, Relay, SitOut, audit, build
from arrowswitch.movements.describe import describe
from examples import examples


def changed(movement: Movement, where_round: int, where_table: int, /, **values: Any) -> Movement:
    """The movement with one meeting altered."""
    meetings = tuple(
        replace(m, **values) if (m.round, m.table) == (where_round, where_table) else m for m in movement.meetings
    )
    return replace(movement, meetings=meetings)


MITCHELL = build("mitchell", tables=7)
RELAY = build("share-relay", tables=8)


def texts(movement: Movement) -> str:
    return "\n".join(map(str, audit(movement).faults))


def test_a_legal_movement_has_no_faults() -> None:
    assert audit(MITCHELL).legal
    assert audit(RELAY).legal


@pytest.mark.parametrize(
    ("fouled", "sentences"),
    [
        (
            changed(MITCHELL, 3, 2, ew=9),
            ["Round 3: pair EW 2 is at tables 2, 4 at once.", "pair EW 7 has no table and no sit-out"],
        ),
        (
            changed(MITCHELL, 2, 4, boards=(13, 14, 15, 16)),
            [
                "Round 2, table 4: pair NS 4 plays board 13 again (first in round 1).",
                "board 13 is needed at tables 3-4",
            ],
        ),
        (changed(MITCHELL, 2, 4, table=5), ["Round 2: table 5 is used for 2 meetings at once."]),
        (changed(MITCHELL, 2, 4, ns=99), ["pair 99 is not in this movement", "pair NS 4 has no table"]),
        (changed(MITCHELL, 2, 4, ns=10, ew=10), ["Round 2, table 4: pair EW 3 meets itself."]),
        (changed(MITCHELL, 2, 4, round=9), ["Round 9 is not one of the 7 rounds."]),
        (changed(MITCHELL, 2, 4, boards=()), ["Round 2, table 4 has no boards."]),
        (changed(MITCHELL, 2, 4, boards=(17, 17, 18, 19)), ["Round 2, table 4: board 17 is listed twice."]),
        (
            changed(MITCHELL, 2, 4, boards=(17, 18, 19, 20, 29)),
            ["Round 2, table 4 has 5 boards, more than the 4 of a round."],
        ),
        (replace(MITCHELL, stationary=(99,)), ["pair 99 is said to stay, but plays nowhere."]),
        (replace(MITCHELL, relays=(Relay((3, 40)),)), ["There is no table 40 for a relay to stand at."]),
        (replace(MITCHELL, sit_outs=(SitOut(1, 3),)), ["Round 1: pair NS 3 plays and sits out."]),
        (replace(MITCHELL, sit_outs=(SitOut(1, 33),)), ["pair 33 cannot sit out"]),
        (replace(MITCHELL, stationary=(1, 8)), ["pair EW 1 is said to stay at table 1, but plays at table 2."]),
        (replace(RELAY, shares=()), ["is needed at tables 1, 8 at once; there is 1 of it"]),
        (replace(RELAY, shares=((1, 8), (2, 3))), ["Tables 2-3 are said to share, but never have the same boards."]),
        (replace(RELAY, relays=(Relay((3, 4)),)), ["by the relay between 3 and 4"]),
        (replace(RELAY, relays=(Relay((4, 5), 2),)), ["by the relay between 4 and 5"]),
    ],
)
def test_each_fault_is_named_with_its_place(fouled: Movement, sentences: list[str]) -> None:
    found = texts(fouled)
    for sentence in sentences:
        assert sentence in found


def test_a_fault_carries_its_place() -> None:
    fouled = changed(MITCHELL, 2, 4, boards=(13, 14, 15, 16))
    fault = next(f for f in audit(fouled).faults if f.pair == 4 and f.board == 14)
    assert (fault.round, fault.table) == (2, 4)


def test_both_halves_of_a_match_need_the_same_boards() -> None:
    whist = build("american-whist", teams=7)
    first = whist.meetings[0]
    fouled = changed(whist, first.round, first.table, boards=(97, 98, 99))
    assert f"Teams {min(first.sides)} and {max(first.sides)}" in texts(fouled)


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_two_pairs_changed_about_never_pass_unnoticed(data: st.DataObject) -> None:
    """Swapping two EW pairs in one round of a complete Mitchell always makes somebody repeat a board."""
    tables = data.draw(st.sampled_from([5, 7, 9, 11]))
    movement = build("mitchell", tables=tables, rounds=tables, boards_per_round=2)
    number = data.draw(st.integers(1, tables))
    one, other = data.draw(st.lists(st.integers(1, tables), min_size=2, max_size=2, unique=True))
    here, there = movement.at[number, one], movement.at[number, other]
    fouled = changed(changed(movement, number, one, ew=there.ew), number, other, ew=here.ew)
    assert not audit(fouled).legal


def test_the_facts_of_a_movement_with_a_half_table() -> None:
    found = audit(build("mitchell", tables="8½")).facts
    assert set(found.sit_outs.values()) == {1}
    assert len(found.sit_outs) == 9
    assert found.comparisons[1] == 8
    assert found.missed == ()


def test_describing_says_what_a_director_weighs() -> None:
    assert [str(s) for s in describe(MITCHELL)] == [
        "Everybody meets everybody and plays every board.",
        "All North-South pairs keep their seats.",
    ]
    assert "10 couples of opponents meet twice." in [
        str(s) for s in describe(build("skip-mitchell", tables=10, rounds=10))
    ]


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"family": "howell", "tables": 4}, "Pair 8 keeps its seat."),
        ({"family": "rover", "tables": "9½"}, "All North-South pairs but NS 10 keep their seats."),
        ({"family": "rover", "tables": "9½"}, "18 pairs miss one opponent."),
        ({"family": "rover", "tables": "9½", "side": "ew"}, "All North-South pairs keep their seats."),
        (
            {"family": "appendix", "tables": 12},
            "NS 8, NS 9, NS 10, NS 11, NS 12, EW 8, EW 9, EW 10, EW 11, EW 12 keep their seats.",
        ),
        ({"family": "share-relay", "tables": "23½"}, "24 pairs sit out once, for one board."),
        (
            {"family": "extended-mitchell", "tables": "13½", "boards": 26},
            "14 pairs sit out, 12 of them twice, for one board on end.",
        ),
        (
            {"family": "extended-mitchell", "tables": "13½", "boards": 26, "phantom": "ns:2"},
            "14 pairs sit out, 9 of them more than once, some 3 times, for one board on end.",
        ),
    ],
)
def test_a_description_is_true_of_the_movement_and_good_english(wish: dict[str, Any], sentence: str) -> None:
    assert sentence in describe(build(**wish))
