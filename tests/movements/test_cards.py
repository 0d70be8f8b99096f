"""Cards and slips, compared with the manuals' own."""

from __future__ import annotations

import pytest

from arrowswitch.movements import Movement, build
from arrowswitch.movements.cards.cards import (
    GuideCard,
    check_off_slips,
    guide_cards,
    name_slips,
    reminder_slips,
    rover_cards,
    table_cards,
)
from arrowswitch.movements.cards.moves import paths, steps
from oracles import oracle, pairs_movement
from samples import SAMPLES, sample

BUMPS = {7.5: "07h-bump", 9.5: "09h-bump", 10.5: "10h-bump-skip", 11.5: "11h-bump", 12.5: "12h-bump-skip"}
BUMPS |= {13.5: "13h-bump", 14.5: "14h-bump-skip", 15.5: "15h-bump", 16.5: "16h-bump-skip", 17.5: "17h-bump"}
# Seed 002 brackets most steps that are not two tables up, not all: (tables, pair, round) that it leaves plain.
PLAIN_IN_PRINT = {(9.5, "N/S 10", 5), (9.5, "N/S 10", 6), (9.5, "E/W 9", 6)}
PLAIN_IN_PRINT |= {(14.5, "15", 8), (15.5, "16", 9), (16.5, "17", 8)}

THREE_TABLES = {"1NS": "stationary", "1EW": "3NS", "2NS": "3EW", "2EW": "2NS", "3NS": "2EW", "3EW": "1EW"}


def printed_card(printed: dict[str, object], cards: tuple[GuideCard, ...], ew_offset: int) -> GuideCard:
    side, _, number = str(printed["pair"]).rpartition(" ")
    pair = int(number) + (ew_offset if side == "E/W" else 0)
    return next(card for card in cards if card.who.number == pair)


@pytest.mark.parametrize("printed", oracle("002-bump-guide-cards")["cards"], ids=lambda c: f"{c['tables']} {c['pair']}")
def test_bump_cards_come_out_as_the_manual_prints_them(printed: dict[str, object]) -> None:
    """Seed 002, L5234-5420, cell by cell."""
    tables = float(str(printed["tables"]))
    movement = pairs_movement(f"002-pairs-{BUMPS[tables]}")
    rovers = rover_cards(movement)
    card = printed_card(printed, rovers, max(meeting.ns for meeting in movement.meetings))
    rows = {row.round: row for row in card.rows}
    wanted = printed["rows"]
    assert isinstance(wanted, list)
    assert {row.round: (row.table, list(row.boards)) for row in card.rows if row.boards} == {
        cell["round"]: (cell["table"], cell["boards"]) for cell in wanted
    }
    for cell in wanted:
        place = (tables, printed["pair"], cell["round"])
        assert rows[cell["round"]].deviation == (cell["deviation"] or place in PLAIN_IN_PRINT), place
    assert card.rover == (printed["pair"] not in ("E/W 6", "E/W 9"))
    assert all(row.sits_out for number, row in rows.items() if number not in {cell["round"] for cell in wanted})


def test_only_rovers_and_pairs_that_change_seats_have_rover_cards() -> None:
    assert [str(card.name) for card in rover_cards(sample("bump"))] == ["NS 10", "EW 6", "EW 9"]
    for name in SAMPLES:
        if name != "bump":
            assert rover_cards(sample(name)) == (), name


def arrows(movement: Movement) -> dict[tuple[int, str], tuple[int, str]] | None:
    """Where each pair of chairs leads after every round; None when that varies."""
    known = paths(movement)
    found: dict[tuple[int, str], tuple[int, str]] = {}
    for number in range(1, movement.rounds):
        for step in steps(known, number):
            if found.setdefault(step.start, step.end) != step.end:
                return None
    return found


@pytest.mark.parametrize("tables", [3, 4, 5, 6, 7, 8, 9])
def test_howell_arrows_are_those_of_the_manual(tables: int) -> None:
    """Seed 000 section 3.5: '2NS -> 5EW' for every pair of chairs."""
    name = f"000-pairs-{tables:02}-howell"
    seats = arrows(pairs_movement(name))
    assert seats is not None
    wanted = oracle(name).get("moves", THREE_TABLES)
    for (table, side), (end, then) in seats.items():
        arrow = wanted[f"{table}{side.upper()}"]
        assert arrow == ("stationary" if (table, side) == (end, then) else f"{end}{then.upper()}")
    assert len(seats) == 2 * tables


def test_a_howell_card_sends_every_pair_to_where_it_next_plays() -> None:
    for card in guide_cards(sample("howell")):
        for now, then in zip(card.rows, card.rows[1:], strict=False):
            if now.table != then.table:
                seat = "" if now.seat == then.seat else f" {str(then.seat).upper()}"
                assert now.goes == f"{then.table}{seat}"


def test_a_pair_that_turns_round_but_stays_at_its_table_is_named_on_the_table_card() -> None:
    movement = sample("howell")
    assert {name for card in table_cards(movement) for name in card.fixed} == {"Pair 14", "Pair 15", "Pair 16"}


def test_in_a_howell_pairs_sit_as_they_play_and_no_board_is_turned() -> None:
    movement = sample("howell")
    assert any(meeting.switched for meeting in movement.meetings)
    for card in guide_cards(movement):
        assert all(row.seat == row.plays and not row.switched for row in card.rows)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_meeting_stands_on_its_table_card_and_on_the_movers_guide_cards(name: str) -> None:
    movement = sample(name)
    from_tables = {
        (row.round, card.table, row.boards) for card in table_cards(movement) for row in card.rows if row.boards
    }
    assert from_tables == {(m.round, m.table, m.boards) for m in movement.meetings}
    moving = {(card.who.number, card.who.half): card for card in guide_cards(movement)}
    for meeting in movement.meetings:
        half = "ew" if movement.kind == "teams" else ""
        if card := moving.get((meeting.ew, half)):  # type: ignore[call-overload]
            row = card.rows[meeting.round - 1]
            assert (row.table, row.plays, row.boards) == (meeting.table, "ew", meeting.boards)


def test_a_table_card_says_who_stays_where_each_side_goes_and_what_is_shared() -> None:
    card = table_cards(sample("share-relay"))[11]
    assert (card.table, card.fixed, card.ns_goes, card.ew_goes) == (12, ("NS 12",), "stay", "1")
    assert card.notes == ("Shares its boards with table 1 in every round.",)
    first = card.rows[0]
    assert (first.ns, first.ew, first.boards, first.ns_goes, first.ew_goes) == ("12", "12", (1, 2), "stay", "1")


def test_the_card_of_a_table_without_boards_says_who_waits_there() -> None:
    card = table_cards(sample("appendix"))[14]
    assert card.table == 15
    assert card.notes == ("No boards come to this table: whoever comes here sits out.",)
    assert [row.note for row in card.rows[:2]] == ["EW 15 sit out here", "EW 14 sit out here"]
    assert table_cards(sample("appendix"))[13].rows[0].ew_goes == "sit out at 15"


def test_a_bumped_pair_is_told_on_its_own_table_card() -> None:
    card = table_cards(sample("bump"))[1]
    assert (card.rows[1].ns, card.rows[1].note) == ("10", "NS 2 sit out")


def test_an_arrow_switch_turns_the_boards_and_nobody_changes_chairs() -> None:
    movement = sample("scrambled")
    card = next(card for card in guide_cards(movement) if card.who.number == 8)
    assert (card.rows[6].seat, card.rows[6].plays, card.rows[6].switched) == ("ew", "ns", True)
    assert [row.switched for row in table_cards(movement)[0].rows] == [False] * 6 + [True]
    assert [card.who.number for card in guide_cards(movement)] == list(range(8, 15))


def test_moving_halves_of_teams_have_cards() -> None:
    """Seed 004: of seven teams EW 1 play at tables 3, 6, then 4, 2, 7, 5."""
    cards = guide_cards(build("american-whist", teams=7))
    assert len(cards) == 7
    assert cards[0].name == "Team 1 EW"
    assert [row.table for row in cards[0].rows] == [3, 6, 4, 2, 7, 5]


def test_check_off_slips_go_to_the_table_below_the_relay_and_to_the_highest_table() -> None:
    """Seed 000, L1205-1209 and the row of 14 tables, 26 boards: relay board 8, feed-ins 16-26."""
    relay, feed_in = check_off_slips(sample("extended"))
    assert (relay.table, relay.source) == (7, "relay")
    assert [row.boards[0] for row in relay.rows] == [*range(7, 27), *range(1, 7)]
    assert [row.marks for row in relay.rows[:3]] == [(), ("R1",), ()]
    assert (feed_in.table, feed_in.source) == (14, "feed-in")
    assert [row.boards[0] for row in feed_in.rows] == [*range(15, 27), *range(1, 15)]
    assert all(row.marks == () for row in feed_in.rows)


def test_a_relay_set_of_two_boards_is_marked_r1_and_r2() -> None:
    (slip,) = check_off_slips(sample("share-relay"))
    assert (slip.table, slip.rows[1].boards, slip.rows[1].marks) == (6, (13, 14), ("R1", "R2"))


def test_both_stacks_of_a_web_have_a_slip_at_the_table_that_they_feed() -> None:
    assert [(slip.table, slip.source) for slip in check_off_slips(sample("web"))] == [(9, "feed-in"), (18, "feed-in")]


def test_a_movement_without_relays_needs_no_check_off_slips() -> None:
    assert check_off_slips(sample("mitchell")) == check_off_slips(sample("half-table")) == ()


def test_table_one_is_given_the_boards_after_which_the_skip_comes() -> None:
    """Seed 000, L805: 16 tables skip after round 7, when table 1 has played boards 13 and 14."""
    (slip,) = reminder_slips(sample("skip"))
    assert (slip.table, slip.after, slip.boards) == (1, 7, (13, 14))
    assert reminder_slips(sample("mitchell")) == ()


def test_name_slips_are_in_the_order_of_the_tables() -> None:
    slips = name_slips(sample("half-table"))
    assert [str(slip.name) for slip in slips[:3]] == ["NS 1", "EW 1", "NS 2"]
    assert (str(slips[-1].name), slips[-1].table) == ("EW 7", 7)
