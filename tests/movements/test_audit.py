"""The audit: what is legal passes, and each kind of fault is named with its place."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.movements import (
    FAMILIES,
    ImpossibleWish,
    Instruction,
    Movement,
    Relay,
    SitOut,
    audit,
    build,
    listing,
)
from arrowswitch.movements.describe import describe
from arrowswitch.words import say
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
        (changed(MITCHELL, 2, 4, round=9), ["Round 9 is not one of 7 rounds."]),
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


# -- what a movement says of itself must be true ----------------------------------------------------------------------

SWITCHED = build("mitchell", tables=7, switch="7")
HALF = build("mitchell", tables="6½")
TEAMS = build("american-whist", teams=7)
FOUR_SHARING = replace(
    build("mitchell", tables=4, rounds=1, boards_per_round=2),
    meetings=tuple(replace(m, boards=(1, 2)) for m in build("mitchell", tables=4, rounds=1).meetings),
    shares=((1, 2, 3, 4),),
)


def without_board(movement: Movement, board: int, rounds: range = range(1, 100)) -> Movement:
    return replace(
        movement,
        meetings=tuple(
            replace(m, boards=tuple(b for b in m.boards if b != board or m.round not in rounds))
            for m in movement.meetings
        ),
    )


def told_to_skip(movement: Movement, after: int) -> Movement:
    return replace(movement, instructions=(*movement.instructions, Instruction("skip", after, say("East-West skip."))))


@pytest.mark.parametrize(
    ("fouled", "sentences"),
    [
        pytest.param(
            changed(MITCHELL, 3, 2, ns=14, ew=2),
            [
                "Round 3, table 2: pair NS 2 sits East-West, but began North-South; with two winners nobody may turn.",
                "Round 3, table 2: pair EW 7 sits North-South, but began East-West; with two winners nobody may turn.",
            ],
            id="two winners, a table turned",
        ),
        pytest.param(
            replace(SWITCHED, winners=2),
            [f"Round 7, table {table}: pair {table} sits East-West" for table in range(1, 8)],
            id="two winners, an arrow switch",
        ),
        pytest.param(
            replace(build("howell", tables=4), winners=2),
            ["Round 2, table 2: pair 1 sits North-South, but began East-West; with two winners nobody may turn."],
            id="two winners in a Howell",
        ),
        pytest.param(
            replace(MITCHELL, winners=1),
            [
                "One winner is named, but every pair sits one way all evening: North-South and East-West are never compared."
            ],
            id="one winner, nobody turned",
        ),
        pytest.param(
            changed(MITCHELL, 4, 3, switched=True),
            ["Round 4, table 3 is marked as switched, but nobody sits the other way."],
            id="switched where nobody turned",
        ),
        pytest.param(
            changed(TEAMS, 1, 1, switched=True),
            ["Round 1, table 1 is marked as switched, but nobody sits the other way."],
            id="switched in a team match",
        ),
        pytest.param(
            FOUR_SHARING,
            ["Round 1, table 4: tables 1-4 share boards 1-2; only 2 can play at once."],
            id="four tables share two boards",
        ),
        pytest.param(
            replace(TEAMS, stanzas=(1, 6)),
            ["Round 1: a stanza ends here, between the halves of the match of teams 1 and 6 (rounds 1-2)."],
            id="a stanza between the halves",
        ),
        pytest.param(
            replace(TEAMS, stanzas=(6, 40)),
            ["A stanza is said to end after round 40; there are 6."],
            id="a stanza after the end",
        ),
        pytest.param(
            replace(HALF, sit_outs=(*HALF.sit_outs, HALF.sit_outs[1])),
            ["Round 2: pair EW 6 is listed twice as sitting out."],
            id="sits out twice",
        ),
        pytest.param(
            replace(HALF, sit_outs=(replace(HALF.sit_outs[0], table=3), *HALF.sit_outs[1:])),
            ["Round 1, table 3: pair EW 7 cannot sit out here, where others play."],
            id="sits out at an occupied table",
        ),
        pytest.param(
            replace(RELAY, relays=(replace(RELAY.relays[0], boards=(1, 2, 3)),)),
            ["Round 1, table 1: boards 1-3 cannot be here, they lie on the relay between 4 and 5."],
            id="relay boards on a table",
        ),
        pytest.param(
            replace(MITCHELL, relays=(Relay((1, 1)),)),
            ["A relay stands between two tables, not between 1 and 1."],
            id="a relay between 1 and 1",
        ),
        pytest.param(
            replace(RELAY, shares=((1, 3, 8),)),
            ["Table 3 is said to share with tables 1, 8, but never has their boards."],
            id="a table that never shares",
        ),
        pytest.param(
            changed(MITCHELL, 2, 4, boards=(17, 18, 19)),
            ["Round 2, table 4: boards 17-19 lack 20."],
            id="a set short of a board at one table",
        ),
        pytest.param(
            without_board(MITCHELL, 4),
            ["Round 1, table 1: boards 1-3 are 3, and not 4 as in the other sets."],
            id="a set short of a board in the whole room",
        ),
        pytest.param(
            replace(MITCHELL, boards_per_round=5),
            ["Rounds are said to have 5 boards, but no table has more than 4."],
            id="boards_per_round against the sets",
        ),
        pytest.param(
            replace(
                MITCHELL,
                contestants=(*MITCHELL.contestants, 15),
                sit_outs=tuple(SitOut(number, 15) for number in range(1, 8)),
            ),
            ["In 7 rounds pair 15 never plays."],
            id="a pair idle all evening",
        ),
        pytest.param(
            told_to_skip(MITCHELL, 4),
            ["After round 4 a skip is announced, but pairs and boards move as always."],
            id="a skip in a plain Mitchell",
        ),
        pytest.param(
            told_to_skip(MITCHELL, 99),
            ["An instruction is due after round 99, but the last is round 7: East-West skip."],
            id="a skip after round 99",
        ),
    ],
)
def test_what_a_movement_says_of_itself_and_is_not_so_is_named(fouled: Movement, sentences: list[str]) -> None:
    found = texts(fouled)
    assert not audit(fouled).legal
    for sentence in sentences:
        assert sentence in found


@pytest.mark.parametrize(
    ("fouled", "count"),
    [(without_board(MITCHELL, 4), 1), (changed(MITCHELL, 2, 4, boards=(17, 18, 19)), 1), (without_board(MITCHELL, 4, range(5, 8)), 1),
     (replace(MITCHELL, boards_per_round=5), 1), (told_to_skip(MITCHELL, 4), 1), (changed(MITCHELL, 4, 3, switched=True), 1)],
)  # fmt: skip
def test_a_fault_of_the_plan_is_told_once_and_not_of_every_pair(fouled: Movement, count: int) -> None:
    assert len(audit(fouled).faults) == count


def test_a_board_missing_at_one_table_is_not_said_to_be_left_out_by_everybody() -> None:
    told = [str(s) for s in describe(changed(MITCHELL, 2, 4, boards=(17, 18, 19)))]
    assert "2 pairs leave out 1 of the 28 boards in play." in told
    assert "Each pair leaves out 6 of the 30 boards in play." in [
        str(s) for s in describe(build("skip-mitchell", tables=10, rounds=8, boards_per_round=3))
    ]


def test_a_movement_put_right_in_play_is_judged_by_what_happens_at_the_tables() -> None:
    shorter = without_board(MITCHELL, 4, range(5, 8))
    assert audit(shorter, mended=True).legal
    assert not audit(changed(shorter, 3, 2, ew=9), mended=True).legal


def test_in_a_single_round_nobody_could_have_turned() -> None:
    assert audit(build("howell", tables=4, rounds=1)).legal
    assert audit(replace(build("mitchell", tables=7, rounds=1), winners=1)).legal


def test_a_set_of_real_skips_is_believed() -> None:
    for entry in ("8", "9½", "14"):
        assert audit(build("skip-mitchell", tables=entry)).legal


WISHES: tuple[dict[str, Any], ...] = (
    {"rounds": 5}, {"rounds": 9}, {"boards_per_round": 1}, {"boards_per_round": 2}, {"switch": "3"},
)  # fmt: skip


@pytest.mark.parametrize("name", FAMILIES)
def test_every_size_is_legal_in_other_lengths_too(name: str) -> None:
    sizes, built = tuple(listing(name)), 0
    for listed in sizes:
        unit = {"pairs": "tables", "teams": "teams", "individual": "players"}[listed.kind]
        entry: dict[str, Any] = {unit: listed.entry if listed.kind == "pairs" else listed.size}
        for wish in WISHES:
            with suppress(ImpossibleWish):
                movement = build(name, **entry, **wish)
                assert audit(movement).legal, (listed, wish, audit(movement).faults[0])
                built += 1
    assert built >= len(sizes) or name == "circulation"  # which has one length


# -- a legal movement spoilt in one place ------------------------------------------------------------------------------


def _other_board(movement: Movement, data: st.DataObject) -> Movement:
    meeting = data.draw(st.sampled_from(movement.meetings))
    other = data.draw(st.sampled_from([board for board in movement.boards if board not in meeting.boards]))
    return changed(movement, meeting.round, meeting.table, boards=(*meeting.boards[:-1], other))


def _board_lost(movement: Movement, data: st.DataObject) -> Movement:
    meeting = data.draw(st.sampled_from(movement.meetings))
    return changed(movement, meeting.round, meeting.table, boards=meeting.boards[:-1])


def _other_pair(movement: Movement, data: st.DataObject) -> Movement:
    meeting = data.draw(st.sampled_from(movement.meetings))
    other = data.draw(st.sampled_from([pair for pair in movement.contestants if pair != meeting.ns]))
    return changed(movement, meeting.round, meeting.table, ns=other)


def _turned(movement: Movement, data: st.DataObject) -> Movement:
    meeting = data.draw(st.sampled_from(movement.meetings))
    fouled = changed(movement, meeting.round, meeting.table, ns=meeting.ew, ew=meeting.ns)
    return replace(fouled, winners=2)


def _marked(movement: Movement, data: st.DataObject) -> Movement:
    meeting = data.draw(st.sampled_from([m for m in movement.meetings if not m.switched]))
    return changed(movement, meeting.round, meeting.table, switched=True)


def _meeting_lost(movement: Movement, data: st.DataObject) -> Movement:
    lost = data.draw(st.sampled_from(movement.meetings))
    return replace(movement, meetings=tuple(m for m in movement.meetings if m is not lost))


def _other_place(movement: Movement, data: st.DataObject) -> Movement:
    meeting = data.draw(st.sampled_from(movement.meetings))
    other = data.draw(st.sampled_from([table for table in range(1, movement.tables + 1) if table != meeting.table]))
    return changed(movement, meeting.round, meeting.table, table=other)


def _sits_out_as_well(movement: Movement, data: st.DataObject) -> Movement:
    number = data.draw(st.integers(1, movement.rounds))
    pair = data.draw(st.sampled_from(movement.contestants))
    table = data.draw(st.integers(1, movement.tables))
    return replace(movement, sit_outs=(*movement.sit_outs, SitOut(number, pair, table)))


def _said_of_boards(movement: Movement, data: st.DataObject) -> Movement:
    return replace(movement, boards_per_round=movement.boards_per_round + data.draw(st.integers(1, 3)))


def _said_to_share(movement: Movement, data: st.DataObject) -> Movement:
    first = {m.round: m.boards for m in movement.meetings if m.table == 1}
    beside = {m.table for m in movement.meetings if m.boards == first.get(m.round)}
    alone = data.draw(st.sampled_from(sorted(set(range(1, movement.tables + 1)) - beside)))
    return replace(movement, shares=(*movement.shares, (1, alone)))


def _said_to_skip(movement: Movement, data: st.DataObject) -> Movement:
    due = {each.after for each in movement.instructions if each.occasion in ("skip", "special")}
    return told_to_skip(movement, data.draw(st.integers(2, 2 * movement.rounds).filter(lambda after: after not in due)))


SPOILT = (
    _other_board, _board_lost, _other_pair, _turned, _marked, _meeting_lost, _other_place, _sits_out_as_well,
    _said_of_boards, _said_to_share, _said_to_skip,
)  # fmt: skip
MITCHELLS = (
    ("mitchell", "7"), ("mitchell", "8½"), ("skip-mitchell", "8"), ("share-relay", "8"), ("share-relay", "9½"),
    ("extended-mitchell", "10"), ("web", "14"),
)  # fmt: skip


@settings(max_examples=examples(200), deadline=None)
@given(st.sampled_from(MITCHELLS), st.sampled_from(SPOILT), st.data())
def test_whatever_is_spoilt_in_a_legal_movement_is_caught(
    entry: tuple[str, str], spoil: Callable[[Movement, st.DataObject], Movement], data: st.DataObject
) -> None:
    movement = build(entry[0], tables=entry[1])
    fouled = spoil(movement, data)
    assert audit(movement).legal
    assert not audit(fouled).legal, spoil.__name__
    assert all(str(fault).strip() for fault in audit(fouled).faults)
