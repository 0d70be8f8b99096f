"""What the manuals say a repair achieves, and the promise that what cannot be saved is named."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.movements import ImpossibleWish, Movement, audit, build, dumps, loads
from arrowswitch.movements.build import wrap
from arrowswitch.movements.repair.edit import all_sides_turned
from arrowswitch.movements.repair.late_howell import at_a_howell
from arrowswitch.movements.repair.late_pairs import (
    at_a_new_table,
    at_the_half_table,
    late_pair,
    late_table,
    relay_last,
)
from arrowswitch.movements.repair.mitchell import (
    boards_left_on_sit_out_table,
    forgotten_skip,
    last_set,
    no_boards_on_sit_out_table,
    skip_at_the_wrong_time,
    stopped_after_a_wrong_skip,
)
from arrowswitch.movements.repair.relay import relay_forgotten, relay_misplaced
from arrowswitch.movements.repair.special import missed_special_move, special_due
from arrowswitch.movements.repair.table import (
    boards_out_of_sequence,
    pair_leaves,
    pairs_exchanged,
    rounds_cut,
    rover_missed,
    sides_turned,
    wrong_board,
)
from arrowswitch.movements.repair.tools import Repair, replaced_from, with_meeting
from arrowswitch.session.troubles.catalogue import REMEDIES, mend
from arrowswitch.session.troubles.trouble import Answers
from examples import examples


def boards_again(repair: Repair) -> set[tuple[int, int, int, int]]:
    """By the audit, which knows nothing of repairs: round, table, pair and board of every second play."""
    return {
        (fault.round or 0, fault.table or 0, fault.pair, fault.board)
        for fault in audit(repair.movement).faults
        if fault.pair and fault.board
    }


def listed(repair: Repair) -> set[tuple[int, int, int, int]]:
    return {
        (one.round, one.table, one.pair, board)
        for one in repair.boards_to_adjust
        if one.why == "seen"
        for board in one.boards
    }


def proved(repair: Repair) -> Repair:
    """Nothing repeats but what is listed, nothing else is wrong, and there are words for it."""
    assert boards_again(repair) == listed(repair)
    assert repair.faults == ()
    assert repair.steps
    assert all(text.template and str(text).endswith(".") for text in repair.steps)
    assert set(repair.instructions) <= set(repair.movement.instructions)
    assert loads(dumps(repair.movement)).meetings == repair.movement.meetings
    return repair


def named(movement: Movement) -> list[tuple[int, int, str, str, tuple[int, ...]]]:
    return [(m.round, m.table, movement.label(m.ns), movement.label(m.ew), m.boards) for m in movement.meetings]


def same_until(repair: Repair, plan: Movement, last: int) -> bool:
    return [m for m in repair.movement.meetings if m.round <= last] == [m for m in plan.meetings if m.round <= last]


# -- the skip (ACBL club director's notes L4802-4867) ------------------------------------------------------------------


def test_ten_tables_corrected_from_round_six_repeat_nothing() -> None:
    plan = build("skip-mitchell", tables=10, rounds=9, boards_per_round=3, skip_after=5)
    repair = proved(forgotten_skip(plan, 6, seated=True))
    first = repair.movement.at[6, 1]
    assert (first.ns, repair.movement.label(first.ew), first.boards) == (1, "EW 6", (19, 20, 21))  # set 7
    assert repair.boards_to_adjust == ()
    assert same_until(repair, plan, 5)
    for meeting in repair.movement.meetings:
        if meeting.round >= 6:  # East-West and boards one further than planned
            planned = plan.at[meeting.round, meeting.table]
            assert (meeting.ew - 10) % 10 == (planned.ew - 10 + 1) % 10
            assert (meeting.boards[0] - planned.boards[0]) % 30 == 3


def test_ten_tables_corrected_from_round_seven_have_ten_plays_to_adjust() -> None:
    plan = build("skip-mitchell", tables=10, rounds=9, boards_per_round=3, skip_after=5)
    repair = proved(forgotten_skip(plan, 7))
    assert len(repair.boards_to_adjust) == 10
    assert {(one.round, one.pair > 10) for one in repair.boards_to_adjust} == {(6, True)}


def test_a_pair_that_has_only_a_number_is_called_a_pair() -> None:
    said = list(map(str, pair_leaves(build("howell", tables=4), 7, 3).steps))
    assert "From round 3 on pair 7 is not there." in said


@pytest.mark.parametrize("tables", range(8, 19, 2))
def test_each_round_of_delay_costs_one_play_a_table(tables: int) -> None:
    plan = build("skip-mitchell", tables=tables, rounds=tables - 1, boards_per_round=1, skip_after=tables // 2 - 1)
    for at_round in range(tables // 2, tables):
        repair = proved(forgotten_skip(plan, at_round, seated=True))
        assert len(repair.boards_to_adjust) == tables * max(0, at_round - tables // 2 - 1)


@pytest.mark.parametrize("tables", range(8, 19, 2))
def test_a_skip_that_is_not_too_late_is_made_now(tables: int) -> None:
    plan = build("skip-mitchell", tables=tables, rounds=tables - 1, boards_per_round=1, skip_after=tables // 2 - 1)
    repair = proved(forgotten_skip(plan, tables // 2 + 1))
    later = build("skip-mitchell", tables=tables, rounds=tables - 1, boards_per_round=1, skip_after=tables // 2)
    assert repair.movement.meetings == later.meetings
    assert "not too late" in repair.steps[0]


def test_a_skip_is_forgotten_only_after_it_was_due() -> None:
    with pytest.raises(ImpossibleWish, match="rounds 6 to 9"):
        forgotten_skip(build("skip-mitchell", tables=10, rounds=9, skip_after=5), 4)
    with pytest.raises(ImpossibleWish, match="skip-mitchell"):
        forgotten_skip(build("mitchell", tables=7), 4)


def test_a_skip_in_another_round_of_the_window_does_no_harm() -> None:
    plan = build("skip-mitchell", tables=12, rounds=9, boards_per_round=3, skip_after=6)
    for made_after in (3, 4, 5):
        repair = proved(skip_at_the_wrong_time(plan, made_after, 6))
        assert repair.boards_to_adjust == ()
        assert "in time" in repair.steps[0]


def test_a_skip_far_too_early_is_taken_back() -> None:
    plan = build("skip-mitchell", tables=10, rounds=9, boards_per_round=3, skip_after=5)
    repair = proved(skip_at_the_wrong_time(plan, 1, 3))
    assert [m for m in repair.movement.meetings if m.round >= 3] == [m for m in plan.meetings if m.round >= 3]
    assert {one.pair > 10 for one in repair.boards_to_adjust} == {True}
    assert len(repair.boards_to_adjust) == 10


def test_an_early_skip_is_kept_where_going_back_saves_nothing() -> None:
    plan = build("skip-mitchell", tables=10, rounds=9, boards_per_round=3, skip_after=5)
    repair = proved(skip_at_the_wrong_time(plan, 3, 5))
    back = proved(skip_at_the_wrong_time(plan, 3, 5, keep=False))
    assert len(repair.boards_to_adjust) == len(back.boards_to_adjust) == 10
    assert repair.steps == (
        "Go on from here, and do not skip again after round 5.",
        "Or stop after round 8: then no result is lost.",
    )
    assert back.steps[0] == "Before round 5 East-West go back to the tables of the plan."
    assert {m.table for m in skip_at_the_wrong_time(plan, 3, 4).movement.meetings if m.round == 4} == set(range(1, 11))
    assert skip_at_the_wrong_time(plan, 3, 4).boards_to_adjust == ()


def test_after_an_early_skip_the_evening_can_end_before_a_board_comes_back() -> None:
    plan = build("skip-mitchell", tables=10, rounds=9, boards_per_round=3, skip_after=5)
    repair = proved(stopped_after_a_wrong_skip(plan, 3, 5))
    assert (repair.movement.rounds, repair.from_round, repair.boards_to_adjust) == (8, 5, ())
    assert repair.steps[:2] == ("Go on from here, and do not skip again after round 5.", "Round 8 is the last one.")
    with pytest.raises(ImpossibleWish, match="saves nothing"):
        stopped_after_a_wrong_skip(plan, 4, 6)


@pytest.mark.parametrize(("made_after", "at_round"), [(2, 7), (1, 5), (5, 6), (6, 7)])
def test_a_wrong_skip_with_nothing_left_to_mend_says_so(made_after: int, at_round: int) -> None:
    plan = build("skip-mitchell", tables=8, rounds=7, skip_after=4)
    repair = proved(skip_at_the_wrong_time(plan, made_after, at_round))
    assert repair.steps[0] == (
        f"From round {at_round} on everybody sits where the plan has them: go on, and do not skip again."
    )
    offered = ("Or stop after round 5: then no result is lost.",) if (made_after, at_round) == (1, 5) else ()
    assert repair.steps[1:] == offered
    assert [m for m in repair.movement.meetings if m.round >= at_round] == [
        m for m in plan.meetings if m.round >= at_round
    ]


def test_a_skip_made_when_it_was_due_is_no_mistake() -> None:
    with pytest.raises(ImpossibleWish, match="was made then: nothing is wrong"):
        skip_at_the_wrong_time(build("skip-mitchell", tables=8, rounds=7, skip_after=4), 4, 6)


# -- the special move (NZ Club Directors Manual L821) -------------------------------------------------------------------

SPECIAL = [("17", 25), ("15", 25), ("16", 26), ("10", 28), ("13½", 26)]


@pytest.mark.parametrize(("entry", "boards"), SPECIAL)
def test_a_special_move_that_is_noticed_at_once_costs_nothing(entry: str, boards: int) -> None:
    plan = build("extended-mitchell", tables=entry, boards=boards)
    due = special_due(plan)
    repair = proved(missed_special_move(plan, due + 1))
    assert repair.movement.meetings == plan.meetings
    tables = (len(plan.contestants) + 1) // 2
    assert f"table {tables + 1} minus the number of their table in round {due}" in repair.steps[0]


def test_the_special_move_of_seventeen_tables_made_a_round_late_still_gives_the_last_rounds() -> None:
    """Due after round 21 and made after 22: of 68 plays in the four rounds that are left, 16 cannot count."""
    plan = build("extended-mitchell", tables=17, boards=25)
    assert special_due(plan) == 21
    repair = proved(missed_special_move(plan, 23, made_after=22))
    assert Counter(one.round for one in repair.boards_to_adjust) == {22: 13, 23: 1, 24: 1, 25: 1}
    assert same_until(repair, plan, 21)
    assert repair.movement.rounds == 25


@pytest.mark.parametrize(("entry", "boards"), SPECIAL)
@pytest.mark.parametrize("late", [1, 2])
def test_where_east_west_are_told_to_go_is_where_the_movement_has_them(entry: str, boards: int, late: int) -> None:
    plan = build("extended-mitchell", tables=entry, boards=boards)
    at_round = min(special_due(plan) + 1 + late, plan.rounds)
    repair = proved(missed_special_move(plan, at_round))
    numbers = [int(word) for word in re.findall(r"table (\d+) minus", repair.steps[0])]
    tables = (len(plan.contestants) + 1) // 2
    east_west = {pair for pair in plan.contestants if pair not in plan.stationary}

    def seats(number: int) -> dict[int, int]:
        playing = {p: m.table for m in repair.movement.by_round[number] for p in m.sides if p in east_west}
        return playing | {one.pair: one.table or 0 for one in repair.movement.sit_outs if one.round == number}

    before, after = seats(at_round - 1), seats(at_round)
    moved = east_west & set(before) & set(after)
    assert len(moved) >= tables - 1
    for pair in moved:
        turned = {total - before[pair] for total in numbers if 1 <= total - before[pair] <= tables}
        as_usual = {before[pair] % tables + 1} if repair.steps[0].startswith("Go on as usual") else set()
        assert after[pair] in turned | as_usual


@pytest.mark.parametrize(
    ("made_after", "lost", "words"),
    [
        (1, 0, "there is nothing left to put right for the rounds to come."),
        (6, 30, "no other move brings fewer boards back."),
    ],
)
def test_going_on_as_usual_is_said_to_save_everything_only_where_it_does(
    made_after: int, lost: int, words: str
) -> None:
    repair = proved(missed_special_move(build("extended-mitchell", tables=11, boards=26), 13, made_after=made_after))
    assert repair.steps == (f"Go on as usual from round 13: {words}",)
    assert len(repair.boards_to_adjust) == lost


def test_a_special_move_is_missed_only_where_there_is_one() -> None:
    with pytest.raises(ImpossibleWish, match="for extended-mitchell, blackpool, not for mitchell"):
        missed_special_move(build("mitchell", tables=7), 4)
    plan = build("extended-mitchell", tables=17, boards=25)
    with pytest.raises(ImpossibleWish, match="was made then: nothing is wrong"):
        missed_special_move(plan, 23, made_after=21)
    with pytest.raises(ImpossibleWish, match="rounds 22 to 25"):
        missed_special_move(plan, 10)
    with pytest.raises(ImpossibleWish, match="after rounds 1 to 22"):
        missed_special_move(plan, 23, made_after=24)


# -- the relay (NZ Club Directors Manual L1285-1301; Busbridge directors' instructions L352-390) ---------------------


@pytest.mark.parametrize("tables", range(6, 15, 2))
def test_a_relay_too_low_costs_two_meetings_and_no_board(tables: int) -> None:
    plan = build("share-relay", tables=tables, rounds=tables, boards_per_round=2)
    repair = proved(relay_misplaced(plan, "low"))
    half = tables // 2
    assert repair.boards_to_adjust == ()
    assert repair.repeated_meetings == ((half, tables + half, 2), (tables, 2 * tables, 2))
    assert len(audit(repair.movement).facts.missed) == 2
    assert repair.movement.at[1, half].boards != plan.at[1, half].boards, "the mistake was there from the start"
    assert (tables - 1, tables) in repair.movement.shares


@pytest.mark.parametrize("tables", range(6, 15, 2))
def test_a_relay_too_high_costs_two_meetings_and_no_board(tables: int) -> None:
    plan = build("share-relay", tables=tables, rounds=tables, boards_per_round=2)
    repair = proved(relay_misplaced(plan, "high"))
    assert repair.boards_to_adjust == ()
    assert len(repair.repeated_meetings) == 2
    assert {times for _, _, times in repair.repeated_meetings} == {2}
    assert repair.movement.at[tables, 1].ns == tables // 2 + 1, "the last round has the exchange"
    if tables == 8:
        named = [tuple(map(repair.movement.label, pair[:2])) for pair in repair.repeated_meetings]
        assert named == [("NS 1", "EW 6"), ("NS 5", "EW 2")]


@pytest.mark.parametrize("too", ["low", "high"])
def test_a_misplaced_relay_found_early_waits_for_half_time_and_found_late_costs_boards(too: str) -> None:
    plan = build("share-relay", tables=8, rounds=8, boards_per_round=3)
    side = "low" if too == "low" else "high"
    assert relay_misplaced(plan, side, 2) == relay_misplaced(plan, side)
    late = proved(relay_misplaced(plan, side, 7))
    assert late.from_round == 7
    assert {one.round for one in late.boards_to_adjust} >= {5, 6}


@pytest.mark.parametrize("entry", ["5½", "7½", "9½", "11½", "13½"])
@pytest.mark.parametrize("too", ["low", "high"])
def test_a_relay_repair_names_no_side_that_is_not_there(entry: str, too: str) -> None:
    plan = build("share-relay", tables=entry)
    last = (len(plan.contestants) + 1) // 2
    repair = proved(relay_misplaced(plan, "low" if too == "low" else "high"))
    said = " ".join(repair.steps)
    assert repair.boards_to_adjust == ()
    assert f"tables 1 and {last}" not in said
    assert f"and {last} change places" not in said
    if too == "low":
        assert f"North-South of table {last // 2} play at table {last}, which shares with table {last - 1}" in said
        assert "From now on" not in said
    else:
        assert "From now on tables 1 and 2 share." in said


@pytest.mark.parametrize("tables", range(6, 15, 2))
def test_a_forgotten_relay_noticed_in_time_costs_nothing(tables: int) -> None:
    plan = build("share-relay", tables=tables, rounds=tables, boards_per_round=2)
    repair = proved(relay_forgotten(plan))
    assert repair.movement.meetings == relay_last(plan).meetings
    assert repair.boards_to_adjust == () == repair.repeated_meetings
    assert f"{2 * tables - 1}-{2 * tables}" in repair.steps[1]
    assert proved(relay_forgotten(plan, 4)).boards_to_adjust


# -- the sit-out table (ACBL club director's notes L4760-4800; Busbridge L392-416) ------------------------------------

FIRST_OF_LAST_SET = {"6½": 25, "7½": 29, "8½": 25, "9½": 28, "10½": 31, "11½": 34, "12½": 25, "13½": 27, "14½": 29}
EACH = {"6½": 4, "7½": 4, "8½": 3, "9½": 3, "10½": 3, "11½": 3, "12½": 2, "13½": 2, "14½": 2, "15½": 2}


@pytest.mark.parametrize(("entry", "first"), [*FIRST_OF_LAST_SET.items(), ("15½", 31)])
def test_the_last_set_starts_with_the_board_that_the_manual_names(entry: str, first: int) -> None:
    tables = int(entry[:-1]) + 1
    family = "mitchell" if tables % 2 else "skip-mitchell"
    plan = build(family, tables=entry, boards_per_round=EACH[entry], rounds=tables - 2, phantom=f"ns:{tables}")
    assert last_set(plan)[0] == first
    repair = proved(boards_left_on_sit_out_table(plan))
    assert any(f"Boards {first}-" in text for text in repair.steps)


@pytest.mark.parametrize("tables", range(7, 16, 2))
def test_boards_left_on_the_sit_out_table_cost_two_results(tables: int) -> None:
    plan = build("mitchell", tables=tables - 0.5, rounds=tables, boards_per_round=2, phantom=f"ns:{tables}")
    repair = proved(boards_left_on_sit_out_table(plan))
    assert [(one.round, repair.movement.label(one.pair), one.boards) for one in repair.boards_to_adjust] == [
        ((tables + 1) // 2, "EW 1", (1, 2)),
        (tables, "NS 1", (1, 2)),
    ]
    assert repair.movement.at[2, tables - 1].boards == (1, 2)
    assert repair.movement.at[3, tables - 1].boards == last_set(plan)
    swapped = dict(zip((1, 2), last_set(plan), strict=True))
    swapped |= {other: board for board, other in swapped.items()}
    for meeting in repair.movement.meetings:
        if meeting.round > 1:
            planned = plan.at[meeting.round, meeting.table]
            assert meeting.boards == tuple(swapped.get(board, board) for board in planned.boards)


@pytest.mark.parametrize("full", range(6, 14))
def test_no_boards_on_the_sit_out_table_is_legal_but_for_the_last_round(full: int) -> None:
    family = "share-relay" if full % 2 else "mitchell"
    plan = build(family, tables=full + 0.5, rounds=full, boards_per_round=2, phantom=f"ns:{full + 1}")
    repair = proved(no_boards_on_sit_out_table(plan))
    assert repair.boards_to_adjust == ()
    assert repair.movement.rounds == full - 1
    assert repair.from_round == (full + 1) // 2 + 1
    assert len(repair.movement.boards) == 2 * full


# -- late pairs (NZ Club Directors Manual L1327-1338; Busbridge L322-340) ---------------------------------------------


@pytest.mark.parametrize(
    ("tables", "boards", "after", "new_table", "relays"),
    [
        (10, 28, 26, (21, 22), {(11, 1): (23, 24, 25, 26)}),
        (11, 26, 24, (), {(6, 7): (23, 24)}),
        (15, 25, 26, (16,), {(8, 9): (26,), (16, 1): tuple(range(17, 26))}),
        (16, 26, 25, (17,), {(17, 1): tuple(range(18, 26))}),
    ],
)
def test_the_new_zealand_table_of_late_pairs(
    tables: int, boards: int, after: int, new_table: tuple[int, ...], relays: dict[tuple[int, int], tuple[int, ...]]
) -> None:
    plan = relay_last(build("extended-mitchell", tables=tables, boards=boards))
    assert len(plan.boards) == boards
    assert audit(plan).legal
    repair = proved(late_pair(plan))
    assert repair.movement.boards == tuple(range(1, after + 1))
    assert {relay.between: relay.boards for relay in repair.movement.relays} == relays
    assert same_until(repair, plan, 1)
    assert repair.boards_to_adjust == ()
    assert repair.movement.contestants == (*plan.contestants, 2 * tables + 1)
    said = " ".join(repair.steps)
    if new_table:
        assert f"Put boards {'-'.join(map(str, sorted({new_table[0], new_table[-1]})))} on table {tables + 1}." in said
    else:
        assert f"Table {tables + 1} needs no boards." in said
        assert "Take boards 25-26 out of play." in said


@pytest.mark.parametrize("tables", range(6, 21, 2))
def test_a_skip_mitchell_with_a_late_pair_becomes_an_odd_mitchell(tables: int) -> None:
    plan = build("skip-mitchell", tables=tables)
    repair = proved(late_pair(plan))
    assert repair.boards_to_adjust == () == repair.repeated_meetings
    assert same_until(repair, plan, 1)
    assert not any(instruction.occasion == "skip" for instruction in repair.movement.instructions)
    assert Counter(one.round for one in repair.movement.sit_outs) == dict.fromkeys(range(1, plan.rounds + 1), 1)
    assert repair.movement.sit_outs[0].pair == 2 * tables + 1


@pytest.mark.parametrize("tables", range(5, 20, 2))
@pytest.mark.parametrize("fit_in", [late_pair, late_table])
def test_an_odd_mitchell_takes_a_table_more(tables: int, fit_in: Callable[[Movement], Repair]) -> None:
    plan = build("mitchell", tables=tables, rounds=tables, boards_per_round=2)
    repair = proved(fit_in(plan))
    assert repair.boards_to_adjust == ()
    assert same_until(repair, plan, 1)
    assert repair.movement.relays[0].between == ((tables + 1) // 2, (tables + 1) // 2 + 1)


def test_a_whole_table_that_is_early_enough_plays_round_one() -> None:
    repair = proved(late_table(build("skip-mitchell", tables=8), at_round=1))
    assert repair.movement.sit_outs == ()
    assert repair.movement.at[1, 9].boards == tuple(range(33, 37))


@pytest.mark.parametrize(
    ("family", "entry"),
    [
        ("mitchell", "6½"),
        ("mitchell", "8½"),
        ("skip-mitchell", "7½"),
        ("share-relay", "9½"),
        ("extended-mitchell", "9½"),
    ],
)
@pytest.mark.parametrize("at_round", [1, 2])
def test_a_half_table_takes_the_late_pair_at_once(family: str, entry: str, at_round: int) -> None:
    plan = build(family, tables=entry)
    repair = proved(late_pair(plan, at_round))
    late = max(repair.movement.contestants)
    assert same_until(repair, plan, at_round - 1)
    assert [m for m in repair.movement.meetings if late not in m.sides] == list(plan.meetings), "the others as planned"
    assert not repair.sit_outs
    missed = [one for one in repair.boards_to_adjust if one.why == "missed"]
    assert len(missed) == 2 * (at_round - 1)
    assert len(repair.boards_to_adjust) == len(missed)


def test_a_late_pair_in_a_switched_mitchell_keeps_the_switches() -> None:
    plan = build("mitchell", tables="6½", switch="7")
    repair = proved(at_the_half_table(plan))
    assert all(m.switched for m in repair.movement.by_round[7])
    assert len(repair.movement.by_round[7]) == 7


@pytest.mark.parametrize("tables", range(6, 15, 2))
@pytest.mark.parametrize("short", [0, 2])
def test_a_late_pair_roves_where_tables_share(tables: int, short: int) -> None:
    plan = build("share-relay", tables=tables, rounds=tables - short, boards_per_round=2)
    repair = proved(late_pair(plan))
    late = 2 * tables + 1
    assert repair.movement.label(late) == f"NS {tables + 1}"
    assert repair.boards_to_adjust == () == repair.repeated_meetings
    assert same_until(repair, plan, 1)
    assert Counter(one.round for one in repair.movement.sit_outs) == dict.fromkeys(range(1, plan.rounds + 1), 1)
    assert max(Counter(one.pair for one in repair.movement.sit_outs).values()) == 1
    if not short:
        assert named(repair.movement) == named(build("rover", tables=tables + 0.5, rounds=tables, boards_per_round=2))


def test_a_late_pair_roves_in_turned_rounds_too() -> None:
    repair = proved(late_pair(build("share-relay", tables=8, switch="8")))
    assert [m.ew for m in repair.movement.by_round[8] if 17 in m.sides] == [17]


def test_share_and_relay_cannot_grow() -> None:
    with pytest.raises(ImpossibleWish, match="no table can be added"):
        late_table(build("share-relay", tables=8))
    with pytest.raises(ImpossibleWish, match="only during the first round"):
        late_pair(build("share-relay", tables=8), 3)
    with pytest.raises(ImpossibleWish, match="first round"):
        at_a_new_table(build("skip-mitchell", tables=8), at_round=3)


def test_a_howell_of_three_tables_refuses_a_late_pair() -> None:
    """Any seat that is kept brings the same opponents all night, or boards twice."""
    with pytest.raises(ImpossibleWish, match="start anew with 3½ tables"):
        late_pair(build("howell", tables=3))


@pytest.mark.parametrize("at_round", [3, 4, 9])
def test_a_full_howell_takes_nobody_after_the_first_round(at_round: int) -> None:
    with pytest.raises(ImpossibleWish, match="only during the first round"):
        late_pair(build("howell", tables=5), at_round)


@pytest.mark.parametrize("tables", [2, *range(4, 11)])
def test_a_howell_takes_a_late_pair(tables: int) -> None:
    plan = build("howell", tables=tables)
    repair = proved(late_pair(plan))
    new = 2 * tables + 1
    assert repair.boards_to_adjust == ()
    assert new in repair.movement.stationary
    assert Counter(one.round for one in repair.movement.sit_outs) == dict.fromkeys(range(1, plan.rounds + 1), 1)
    assert len(repair.movement.meetings) == len(plan.meetings)


def test_a_late_pair_at_two_tables_leaves_everybody_on_one_side() -> None:
    repair = proved(late_pair(build("howell", tables=2)))
    assert repair.movement.winners == 2
    assert repair.steps[-1] == "Now everybody sits one way all evening: score with two winners."


@pytest.mark.parametrize("full", range(3, 9))
def test_a_howell_with_a_half_table_has_the_late_pair_for_its_phantom(full: int) -> None:
    plan = build("howell", tables=full - 0.5)
    repair = proved(late_pair(plan, 2))
    (late,) = set(repair.movement.contestants) - set(plan.contestants)
    assert [m for m in repair.movement.meetings if late not in m.sides] == list(plan.meetings)
    assert not repair.sit_outs
    assert [(one.round, one.why) for one in repair.boards_to_adjust] == [(1, "missed")] * 2
    assert audit(repair.movement).facts.repeated == ()


def test_pair_two_is_the_one_that_stays_when_the_director_says_so() -> None:
    plan = build("howell", tables=5)
    home = next(m for m in plan.by_round[1] if 2 in m.sides)
    repair = proved(at_a_howell(plan, 2))
    assert {m.table for m in repair.movement.path(11)} == {home.table}
    followed = [(m.round, m.table, m.boards) for m in repair.movement.path(2)]
    seat = home.ns == 2
    assert followed == [
        (m.round, m.table, m.boards) for m in plan.path(2) if m.round > 1 and (m.table, m.ns == 2) != (home.table, seat)
    ]


# -- one table, one pair ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tables", "table"), [(6, 2), (6, 3), (8, 2), (8, 4)])
def test_a_howell_table_that_did_not_switch_is_entered_as_it_sat(tables: int, table: int) -> None:
    plan = build("howell", tables=tables)
    repair = proved(sides_turned(plan, 2, table))
    planned, real = plan.at[2, table], repair.movement.at[2, table]
    assert (real.ns, real.ew, real.boards) == (planned.ew, planned.ns, planned.boards)
    assert repair.boards_to_adjust == ()


def test_one_turned_board_is_a_single_entry() -> None:
    plan = build("howell", tables=4)
    planned = plan.at[3, 2]
    repair = sides_turned(plan, 3, 2, board=planned.boards[1])
    (single,) = repair.single_boards
    assert (single.ns, single.ew, single.boards) == (planned.ew, planned.ns, planned.boards[1:2])
    assert repair.movement.meetings == plan.meetings
    assert repair.boards_to_adjust == ()
    with pytest.raises(ImpossibleWish, match="Board 99 is not at table 2 in round 3"):
        sides_turned(plan, 3, 2, board=99)


def test_a_rover_who_came_late_loses_the_board_to_the_pair_it_displaces() -> None:
    plan = build("rover", tables="9½")
    due = next(m for m in plan.by_round[4] if 10 in m.sides)
    displaced = next(one.pair for one in plan.sit_outs if one.round == 4)
    repair = rover_missed(plan, 4, due.boards[:1])
    (single,) = repair.single_boards
    assert displaced in single.sides
    assert 10 not in single.sides
    assert repair.boards_to_adjust == ()
    whole = proved(rover_missed(plan, 4))
    assert [one.pair for one in whole.movement.sit_outs if one.round == 4] == [10]


def test_a_result_on_a_board_that_both_had_is_void() -> None:
    plan = build("mitchell", tables=7)
    repair = wrong_board(plan, 3, 1, board=9, played=1)
    assert repair.movement.meetings == plan.meetings
    assert [(m.round, m.table, m.ns, m.ew, m.boards) for m in repair.void] == [(3, 1, 1, 13, (1,))]
    assert repair.steps[0] == "Round 3, table 1: NS 1 and EW 6 had had board 1 before."
    assert repair.steps[1] == "The first score on board 1 stands; this one is void."
    assert {(one.pair, one.boards, one.why) for one in repair.boards_to_adjust} == {
        (1, (9,), "missed"),
        (13, (9,), "missed"),
    }
    assert not any("stands." in step for step in repair.steps)


def test_a_pair_to_whom_a_void_board_was_new_cannot_play_it_later() -> None:
    repair = wrong_board(build("mitchell", tables=7), 3, 1, board=9, played=5)
    assert repair.steps[0] == "Round 3, table 1: NS 1 had had board 5 before."
    assert [(one.round, one.table, one.pair, one.boards) for one in repair.boards_to_adjust if one.why == "seen"] == [
        (6, 4, 13, (5,))
    ]


def test_a_wrong_board_comes_back_to_those_who_played_it() -> None:
    plan = build("mitchell", tables=7)
    repair = proved(wrong_board(plan, 1, 1, board=4, played=5))
    seen = [one for one in repair.boards_to_adjust if one.why == "seen"]
    assert {(one.pair, one.boards) for one in seen} == {(1, (5,)), (8, (5,))}
    assert {one.round for one in seen} == {2, 5}


@pytest.mark.parametrize("played", [17, 9])
def test_the_board_that_a_wrong_one_took_the_place_of_is_listed_whether_the_result_stands_or_not(played: int) -> None:
    repair = wrong_board(build("mitchell", tables=7, boards_per_round=4), 3, 2, board=13, played=played)
    assert [one[:4] for one in repair.boards_to_adjust if one.why == "missed"] == [(3, 2, 2, (13,)), (3, 2, 14, (13,))]


def test_wrong_opponents_are_named_with_what_follows() -> None:
    plan = build("mitchell", tables=7)
    repair = proved(pairs_exchanged(plan, 1, 8, 9))
    assert repair.repeated_meetings == ((1, 9, 2), (2, 8, 2))
    assert {one.pair for one in repair.boards_to_adjust} == {8, 9}


def test_a_meeting_edited_into_nonsense_is_a_fault() -> None:
    repair = with_meeting(build("mitchell", tables=7), 1, 1, ew=9)
    assert any("tables 1-2 at once" in str(fault) for fault in repair.faults)


def test_boards_out_of_sequence_are_left_where_they_are() -> None:
    plan = build("mitchell", tables=7)
    order = {1: 9, 2: 10, 3: 11, 4: 12, 9: 1, 10: 2, 11: 3, 12: 4}
    repair = proved(boards_out_of_sequence(plan, order))
    assert repair.movement.at[1, 1].boards == (9, 10, 11, 12)
    assert repair.boards_to_adjust == ()
    back = proved(boards_out_of_sequence(plan, order, right_again=2))
    assert back.boards_to_adjust
    with pytest.raises(ImpossibleWish, match="which board was there"):
        boards_out_of_sequence(plan, {1: 2})


@settings(max_examples=examples(40), deadline=None)
@given(st.sampled_from(["mitchell", "howell"]), st.integers(1, 14), st.integers(2, 7))
def test_a_pair_that_leaves_disturbs_only_its_opponents(family: str, pair: int, from_round: int) -> None:
    plan = build(family, tables=7)
    repair = proved(pair_leaves(plan, pair, from_round))
    assert not any(pair in m.sides for m in repair.movement.meetings if m.round >= from_round)
    assert len(plan.meetings) - len(repair.movement.meetings) == plan.rounds - from_round + 1
    assert same_until(repair, plan, from_round - 1)


@pytest.mark.parametrize("entry", ["7½", "8½", "9½", "11½"])
@pytest.mark.parametrize("from_round", [2, 3, 5])
@pytest.mark.parametrize("side", ["ns", "ew"])
def test_when_the_rover_leaves_nobody_is_displaced_any_more(entry: str, from_round: int, side: str) -> None:
    plan = build("rover", tables=entry, side=side)
    rover = next(one.pair for one in plan.sit_outs if one.round == 1)
    repair = proved(pair_leaves(plan, rover, from_round))
    assert same_until(repair, plan, from_round - 1)
    assert {one.pair for one in repair.sit_outs} <= {rover}
    full = (len(plan.contestants) - 1) // 2
    assert all(len(repair.movement.by_round[number]) == full for number in range(from_round, plan.rounds + 1))
    assert "Nobody is displaced any more" in repair.steps[1]
    assert not any("is the rover" in str(each.text) for each in repair.movement.instructions)
    assert (rover in repair.movement.contestants) == (from_round > 2), "who never played is not in the field"


def test_when_another_pair_leaves_the_rover_goes_on() -> None:
    plan = build("rover", tables="7½")
    repair = proved(pair_leaves(plan, 3, 3))
    assert [m for m in repair.movement.meetings if 8 in m.sides] == [m for m in plan.meetings if 8 in m.sides]


def test_rounds_that_are_cut_may_take_the_switch_with_them() -> None:
    plan = build("mitchell", tables=7, switch="7")
    assert plan.winners == 1
    repair = proved(rounds_cut(plan, 6))
    assert (repair.movement.rounds, repair.movement.winners) == (6, 2)
    assert repair.steps[1:] == (
        "No arrow switch is left, so there are two winners.",
        "To keep one winner turn every table for round 6, if it has not begun.",
    )
    turned = proved(rounds_cut(plan, 6, switch_last=True))
    assert turned.movement.winners == 1
    assert turned.movement.meetings == build("mitchell", tables=7, rounds=6, boards_per_round=4, switch="6").meetings
    with pytest.raises(ImpossibleWish, match="No arrow switch falls away"):
        rounds_cut(build("mitchell", tables=7), 6, switch_last=True)
    with pytest.raises(ImpossibleWish, match="after 1 to 6"):
        rounds_cut(plan, 7)


def test_who_only_sat_out_before_the_evening_was_cut_is_named() -> None:
    repair = proved(rounds_cut(build("mitchell", tables="8½"), 1))
    assert "Without a score, as they only sat out: EW 9." in repair.steps


def test_a_howell_cut_before_anybody_sat_the_other_way_has_two_winners() -> None:
    repair = proved(rounds_cut(build("howell", tables=5), 1))
    assert repair.movement.winners == 2
    assert repair.steps[1] == "Nobody has sat both ways by then, so there are two winners."


@settings(max_examples=examples(40), deadline=None)
@given(st.data())
def test_whatever_follows_what_was_played_every_second_play_is_listed(data: st.DataObject) -> None:
    tables = data.draw(st.sampled_from([8, 10, 12]))
    rounds = tables - 1
    one, other = (
        build(
            data.draw(st.sampled_from(["skip-mitchell", "share-relay"])),
            tables=tables,
            rounds=rounds,
            boards_per_round=2,
        )
        for _ in range(2)
    )
    from_round = data.draw(st.integers(1, rounds))
    repair = proved(replaced_from(one, other, from_round))
    assert same_until(repair, one, from_round - 1)
    if one == other:
        assert repair.boards_to_adjust == ()


# -- edits over some rounds, and everything at once -------------------------------------------------------------------


@pytest.mark.parametrize("tables", range(8, 19, 2))
def test_a_forgotten_skip_is_the_two_edits_that_the_manual_makes(tables: int) -> None:
    plan = build("skip-mitchell", tables=tables, rounds=tables - 1, boards_per_round=2, skip_after=tables // 2 - 1)
    for at_round in range(tables // 2, tables):
        edited = [
            replace(
                m,
                ew=tables + wrap(m.ew + 1, tables) if m.round >= tables // 2 else m.ew,  # the skip that was not made
                boards=tuple(wrap(board + 2, 2 * tables) for board in m.boards) if m.round >= at_round else m.boards,
            )
            for m in plan.meetings
        ]
        assert edited == list(forgotten_skip(plan, at_round, seated=True).movement.meetings)


def test_turned_rounds_make_one_winner() -> None:
    repair = proved(all_sides_turned(build("mitchell", tables=7), 6))
    assert repair.movement.winners == 1
    assert repair.movement.meetings == build("mitchell", tables=7, switch="6,7").meetings


FAMILIES_TO_SPOIL = [
    ("mitchell", "7"), ("mitchell", "8½"), ("skip-mitchell", "8"), ("skip-mitchell", "9½"), ("share-relay", "8"),
    ("share-relay", "7½"), ("extended-mitchell", "10"), ("blackpool", "10"), ("howell", "5"), ("howell", "6½"),
    ("three-quarter-howell", "6"), ("hesitation", "6"), ("rover", "9½"),
]  # fmt: skip


SINCE_THE_START = (
    "relay-too-low",
    "relay-too-high",
    "no-relay",
    "boards-left",
    "no-sit-out-boards",
    "boards-out-of-order",
)


def first_changed(plan: Movement, repair: Repair, kind: str, happened: Answers) -> int:
    """The first round that may differ from the plan: that of the mistake, or of the repair if there was none before it."""
    if kind in SINCE_THE_START:
        return 1
    if kind == "late-pair" and "is now pair" in repair.steps[0]:
        return 1  # a Howell's pair gets another number, as the manual has it
    if kind in ("forgotten-skip", "wrong-skip", "missed-special"):
        due = next(each.after for each in plan.instructions if each.occasion in ("skip", "special"))
        return min(due, happened.made_after or due) + 1
    return min(repair.from_round, happened.at_round or repair.from_round)


@settings(max_examples=examples(300), deadline=None)
@given(st.sampled_from(FAMILIES_TO_SPOIL), st.sampled_from(list(REMEDIES)), st.data())
def test_every_repair_of_every_movement_is_refused_in_a_sentence_or_proved(
    entry: tuple[str, str], kind: str, data: st.DataObject
) -> None:
    plan = build(entry[0], tables=entry[1])
    numbers = {name: data.draw(st.integers(1, 12), label=name) for name in REMEDIES[kind].needs if name != "really"}
    for name in REMEDIES[kind].may:
        if data.draw(st.booleans(), label=name):
            numbers[name] = data.draw(st.integers(1, 12), label=name)
    happened = Answers(**numbers, really={1: 3, 3: 1} if "really" in REMEDIES[kind].needs else {})  # type: ignore[arg-type]
    repair, sentence = None, ""
    try:
        repair = mend(kind, plan, happened)
    except ImpossibleWish as refusal:
        sentence = str(refusal)
    if repair is None:
        assert sentence.endswith(".")
    else:
        assert repair.faults == ()
        assert repair.single_boards or repair.void or proved(repair)
        plan = relay_last(plan) if happened.relay_last else plan
        past = first_changed(plan, repair, kind, happened)
        assert [m for m in repair.movement.meetings if m.round < past] == [m for m in plan.meetings if m.round < past]
