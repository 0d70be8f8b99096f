"""A movement changed by hand: what is typed comes back as it was, a change gives a legal movement or named faults."""

from __future__ import annotations

import pytest

from arrowswitch.movements import ImpossibleWish, Movement, audit, build
from arrowswitch.movements.editing import (
    empty_grid,
    exchanged,
    fault_places,
    grid_tables,
    pairs_added,
    pairs_exchanged,
    read_relays,
    read_shares,
    resized,
    sets_added,
    settled,
    turned,
    typed,
    with_round,
    without_round,
    without_table,
    write_cell,
    write_relays,
    write_shares,
)

SOME = [
    ("mitchell", {"tables": 7}),
    ("mitchell", {"tables": "8½"}),
    ("howell", {"tables": 5}),
    ("share-relay", {"tables": 8}),
    ("round-robin", {"teams": 6}),
    ("individual", {"players": 12}),
]


def made(family: str, options: dict[str, str | int]) -> Movement:
    movement: Movement = build(family, **options)  # type: ignore[arg-type]  # a table of examples
    return movement


@pytest.mark.parametrize(("family", "options"), SOME)
def test_a_movement_copied_cell_by_cell_into_an_empty_grid_is_the_same(
    family: str, options: dict[str, str | int]
) -> None:
    movement = made(family, options)
    copy = empty_grid(
        len(movement.contestants),
        movement.rounds,
        movement.boards_per_round,
        winners=movement.winners,
        kind=movement.kind,
    )
    for number in range(1, movement.rounds + 1):
        for table in range(1, grid_tables(movement) + 1):
            boards = movement.at[number, table].boards if (number, table) in movement.at else ()
            sides = write_cell(movement, number, table).split(" ")[0] if boards else write_cell(movement, number, table)
            copy = typed(copy, number, table, f"{sides} {','.join(map(str, boards))}".strip())
    unmarked = [(m.round, m.table, m.sides, m.boards) for m in movement.meetings]
    assert [(m.round, m.table, m.sides, m.boards) for m in copy.meetings] == unmarked


@pytest.mark.parametrize(("family", "options"), SOME)
def test_what_a_cell_says_typed_again_changes_nothing(family: str, options: dict[str, str | int]) -> None:
    movement = made(family, options)
    for number in range(1, movement.rounds + 1):
        for table in range(1, grid_tables(movement) + 1):
            assert typed(movement, number, table, write_cell(movement, number, table)) is movement


def test_each_fault_of_a_change_is_at_a_cell_that_has_it() -> None:
    movement = build("howell", tables=5)
    wrong = exchanged(movement, (1, 1), (1, 2), "boards")
    again = [fault for fault in audit(wrong).faults if fault.board is not None]
    assert again
    for fault in again:
        for number, table in fault_places(wrong, fault):
            assert fault.board in wrong.at[number, table].boards


def test_exchanging_twice_is_as_before() -> None:
    movement = build("mitchell", tables=7)
    for what in ("all", "pairs", "ns", "ew", "boards"):
        once = exchanged(movement, (2, 1), (3, 4), what)
        assert once.meetings != movement.meetings
        assert exchanged(once, (2, 1), (3, 4), what).meetings == movement.meetings


def test_the_skip_that_was_forgotten_is_edited_as_the_notes_say() -> None:
    """CAP-31: from the skip on, East-West numbers and boards are one higher, each within its cycle."""
    movement = build("mitchell", tables=7)
    shifted = sets_added(pairs_added(movement, "ew", 1, 8, 14, 4), 1, 4)
    assert [write_cell(shifted, 3, 1), write_cell(shifted, 4, 1)] == [write_cell(movement, 3, 1), "1-13 E"]
    assert [m for m in shifted.meetings if m.round < 4] == [m for m in movement.meetings if m.round < 4]
    back = sets_added(pairs_added(shifted, "ew", -1, 8, 14, 4), -1, 4)
    assert back.meetings == movement.meetings


def test_turning_the_last_round_makes_one_winner_and_stays_legal() -> None:
    movement = turned(build("mitchell", tables=7), 7)
    assert (movement.winners, audit(movement).legal) == (1, True)
    assert movement.meetings == build("mitchell", tables=7, switch="7").meetings


def test_two_pairs_who_change_places_all_night_leave_it_legal() -> None:
    assert audit(settled(pairs_exchanged(build("howell", tables=5), 3, 8))).legal


def test_a_round_put_in_and_taken_out_is_as_before() -> None:
    movement = build("howell", tables=4)
    longer = with_round(movement, 3)
    assert longer.rounds == 8
    assert not [m for m in longer.meetings if m.round == 4]
    assert without_round(longer, 4).meetings == movement.meetings
    assert not audit(longer).legal
    assert audit(without_round(movement, 7)).legal


def test_without_a_table_its_pairs_have_no_place() -> None:
    smaller = without_table(build("howell", tables=4), 4)
    assert smaller.tables == 3
    assert any("no table and no sit-out" in str(fault) for fault in audit(smaller).faults)
    # at table 4 pair 8 sat all night: once the others sit out where they have no table, that alone is left
    assert [str(fault) for fault in audit(settled(smaller)).faults] == ["In 7 rounds pair 8 never plays."]


def test_another_number_of_boards_a_round_numbers_the_sets_anew() -> None:
    shorter = resized(build("howell", tables=4), contestants=8, rounds=7, boards_per_round=2, winners=1)
    assert (len(shorter.boards), audit(shorter).legal) == (14, True)


def test_relays_and_shares_come_back_as_they_were_written() -> None:
    movement = build("share-relay", tables=8)
    assert read_relays(movement, write_relays(movement)) == movement.relays
    assert read_shares(write_shares(movement)) == movement.shares


@pytest.mark.parametrize("text", ["x-y", "1-", "999999", "1-2 A B", "0-3 A", "1+2-3 A", "1-2 0", "1-2 5000", "-" * 50])
def test_what_cannot_be_read_is_a_sentence(text: str) -> None:
    with pytest.raises(ImpossibleWish):
        typed(empty_grid(8, 3, 2), 1, 1, text)


@pytest.mark.parametrize("place", [(0, 1), (4, 1), (1, 0), (1, 500)])
def test_a_place_that_there_is_not_is_a_sentence(place: tuple[int, int]) -> None:
    with pytest.raises(ImpossibleWish):
        typed(empty_grid(8, 3, 2), *place, "1-2 A")
