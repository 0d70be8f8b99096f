"""Nights broken at random, in every family, in any round, by one to three faults: there is always a legal way to finish."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Collection
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.movements import FAMILIES, ImpossibleWish, audit, build, replan
from arrowswitch.movements.cards.announcements import announcements
from arrowswitch.movements.repair.mitchell import forgotten_skip
from arrowswitch.movements.repair.table import pair_leaves
from arrowswitch.movements.replan import NightStanding, costs, made_legal, standing, ways
from arrowswitch.movements.replan.telling import carries, carry_told, instructions
from arrowswitch.words import half
from examples import examples
from timing import seconds

SIZES: dict[str, list[dict[str, Any]]] = {
    "pairs": [{"tables": half(pairs)} for pairs in range(8, 25)],
    "teams": [{"teams": teams} for teams in range(4, 11)],
    "individual": [{"players": players} for players in (8, 12, 13, 16)],
}


@cache
def served() -> tuple[tuple[str, str], ...]:
    """Every family with every size that it serves; Swiss rounds are drawn, not planned."""
    found = []
    for family, facts in FAMILIES.items():
        for wish in SIZES[facts.kind]:
            try:
                movement = build(family, **wish)
            except ImpossibleWish:
                continue
            if movement.rounds > 1 and not movement.draws:
                found.append((family, repr(wish)))
    return tuple(found)


def broken(draw: st.DrawFn, here: NightStanding) -> NightStanding:
    """One more thing that is wrong."""
    night, rounds = here.night, st.integers(1, here.played)

    def pick(numbers: Collection[int]) -> int:
        return draw(st.sampled_from(sorted(numbers)))

    match draw(st.integers(0, 9)):
        case 0:
            return replan.without(here, pick(night.contestants))
        case 1 if night.kind == "pairs":
            return replan.with_more(here, max((*night.contestants, *here.come)) + 1)
        case 2:
            return replan.table_broken(here, pick({m.table for m in night.meetings}))
        case 3:
            return replan.boards_spoilt(here, pick(night.boards))
        case 4:
            try:
                return replan.changed_seats(here, draw(rounds), pick(night.contestants), pick(night.contestants))
            except ImpossibleWish:  # a team does not visit itself
                return here
        case 5:
            number = draw(rounds)
            tables = {m.table for m in night.by_round.get(number, ())}
            if len(tables) < 2:
                return here
            one = pick(tables)
            return replan.boards_lay_wrong(here, number, one, pick(tables - {one}))
        case 6 if here.played > 1:
            return replan.round_not_moved(here, draw(st.integers(2, here.played)), people=draw(st.booleans()))
        case 7 if here.played > 1:
            return replan.move_missed(here, draw(st.integers(2, here.played)), people=draw(st.booleans()))
        case 8 if here.played > 1 and night.kind == "pairs":
            return replan.special_missed(here, draw(st.integers(2, here.played)))
        case _:
            return replan.ending_after(here, draw(st.integers(min(here.played + 1, night.rounds), night.rounds)))


@st.composite
def nights(draw: st.DrawFn) -> NightStanding:
    """A night with one to three faults."""
    family, wish = draw(st.sampled_from(served()))
    movement = build(family, **literal_eval(wish))
    here = standing(movement, draw(st.integers(1, movement.rounds - 1)))
    for _ in range(draw(st.integers(1, 3))):
        here = broken(draw, here)
    return here


def cannot_be_helped(here: NightStanding, text: str) -> bool:
    """A board of a team match that was played at one table, and that the other cannot play any more."""
    return here.night.kind == "teams" and "one table only" in text


@settings(max_examples=examples(60), deadline=None)
@given(nights())
def test_whatever_happened_there_is_a_legal_way_to_finish(here: NightStanding) -> None:
    for way in ways(here, tries=1500):
        assert [m for m in way.movement.meetings if m.round <= here.played] == list(here.past)
        assert way.movement.rounds <= (here.last or here.night.rounds)
        assert all(way.movement.by_round.get(number) for number in (way.movement.rounds,) if way.costs.minutes)
        assert not [str(f) for f in way.new_faults(here) if not cannot_be_helped(here, str(f))]
        rest = [m for m in way.movement.meetings if m.round > here.played]
        assert here.gone.isdisjoint(each for m in rest for each in here.night.seated(m))
        assert here.out.isdisjoint(board for m in rest for board in m.boards)
        assert here.broken.isdisjoint(m.table for m in rest)
        assert way.costs.unplayed >= replan.least_loss(here)
        assert way.say
        if here.two_fields and way.movement.winners == 2:
            assert way.movement.sides_taken[0].isdisjoint(way.movement.sides_taken[1])


@settings(max_examples=examples(60), deadline=None)
@given(nights())
def test_no_way_is_better_than_the_first_and_none_worse_than_going_on(here: NightStanding) -> None:
    found = ways(here, tries=1500)
    going_on = costs(here, made_legal(here, here.planned))
    assert found[0].costs.rank <= going_on.rank
    assert list(found) == sorted(found, key=lambda way: way.costs.rank)
    assert [way.to_dict() for way in ways(here, tries=1500)] == [way.to_dict() for way in found]


@pytest.mark.parametrize("tables", [8, 10, 12, 14])
@pytest.mark.parametrize("late", [0, 1, 2])
def test_a_forgotten_skip_is_mended_as_well_as_by_the_manual(tables: int, late: int) -> None:
    movement = build("skip-mitchell", tables=tables)
    number = tables // 2 + 1 + late
    repair = forgotten_skip(movement, number)
    night = replace(movement, meetings=repair.movement.meetings)
    here = standing(night, number - 1)
    manual = costs(here, made_legal(here, repair.movement.meetings, repair.movement.shares))
    best = ways(here, tries=2000, manuals=[("manual", repair.steps[0], repair)])[0]
    assert best.costs.rank <= manual.rank
    assert not best.new_faults(here)


@pytest.mark.parametrize(("family", "tables"), [("mitchell", 7), ("howell", 6), ("hesitation", 5), ("rover", "9½")])
def test_a_pair_that_leaves_costs_no_more_than_in_the_manual(family: str, tables: Any) -> None:
    movement = build(family, tables=tables)
    repair = pair_leaves(movement, 3, 4)
    here = replan.without(standing(movement, 3), 3)
    manual = costs(here, made_legal(here, repair.movement.meetings, repair.movement.shares))
    found = ways(here, tries=3000, manuals=[("manual", repair.steps[0], repair)])
    assert found[0].costs.rank <= manual.rank


def test_two_pairs_who_leave_a_howell_are_closed_up() -> None:
    here = replan.without(standing(build("howell", tables=5), 4), 3, 8)
    assert ways(here)[0].costs.unplayed < costs(here, made_legal(here, here.planned)).unplayed


@pytest.mark.parametrize(
    ("family", "tables", "played", "gone", "loss"),
    [  # what is possible at all was found by exact search (CP-SAT, every seat and set of the rest a variable)
        ("mitchell", 5, 2, (2, 9), 20),
        ("mitchell", 5, 2, (2, 4), 30),
        ("mitchell", 9, 4, (2, 13), 18),
        ("mitchell", 9, 4, (2, 4), 30),
        ("mitchell", 13, 6, (2, 17), 16),
        ("mitchell", 13, 6, (2, 4), 28),
        ("howell", 5, 4, (3, 8), 12),
        ("howell", 9, 6, (3, 8), 8),
    ],
)
def test_two_pairs_who_leave_at_half_time_cost_what_they_must(
    family: str, tables: int, played: int, gone: tuple[int, int], loss: int
) -> None:
    here = replan.without(standing(build(family, tables=tables), played), *gone)
    assert replan.least_loss(here) == loss
    best = ways(here)[0]
    assert best.costs.unplayed == loss
    assert best.fewest_lost


def test_at_twenty_tables_the_opponents_of_two_who_left_play_each_other_and_few_others_move() -> None:
    here = replan.without(standing(build("skip-mitchell", tables=20, rounds=13), 7), 3, 21)
    best = ways(here, tries=3000)[0]
    assert best.fewest_lost
    assert best.costs.confusion < 30


def test_three_teams_can_all_play_in_a_round_where_each_half_goes_its_own_way() -> None:
    here = replan.ending_after(standing(build("american-whist", teams=5), 1), 2)
    best = ways(here, tries=1500)[0]
    assert replan.least_loss(here) == 6 * 5 * 6  # six rounds are cut, and nothing else is lost
    assert best.costs.unplayed == replan.least_loss(here)


def test_a_team_that_leaves_an_american_whist_costs_only_its_own_matches() -> None:
    whist = build("american-whist", teams=7)
    assert not audit(whist).faults
    here = replan.without(standing(whist, 2), 3)
    best = ways(here, tries=1500)[0]
    assert not best.new_faults(here)
    assert best.costs.unplayed == sum(2 * len(m.boards) for m in here.planned if 3 in m.sides) // 2 == 32
    # Each half of another team that was to meet it waits for a round, while the other half plays on
    assert {(m.round, m.ns, m.ew) for m in here.planned if 3 not in m.sides} == {
        (m.round, m.ns, m.ew) for m in best.movement.meetings if m.round > 2
    }
    assert any("no table" in str(each) for each in audit(best.movement).faults)


def test_tables_that_pass_boards_on_share_them_whatever_their_order() -> None:
    here = replan.without(standing(build("circulation", teams=4), 1), 1)
    for way in ways(here, tries=1500):
        assert not way.new_faults(here)


def test_a_night_that_went_well_goes_on_as_planned() -> None:
    (way,) = ways(standing(build("mitchell", tables=7), 3))
    assert way.fewest_lost
    assert way.costs.rank == (0, 0, 0)
    assert not way.carries
    assert [str(text) for text in way.say] == ["Go on as planned."]


@pytest.mark.parametrize("board", [5, 6])
def test_a_set_that_lacks_a_board_lies_where_it_was_planned(board: int) -> None:
    here = replan.boards_spoilt(standing(build("mitchell", tables=7), 3), board)
    best = ways(here, tries=500)[0]
    # In rounds 4 to 7 four tables were to play it: 8 sides lose it, 21 comparisons of 7 tables become 3 of 3.
    assert best.costs[:5] == (8, 0, 0, 18, 0)


def test_boards_that_lie_elsewhere_are_carried() -> None:
    here = replace(standing(build("mitchell", tables=7), 1), lying=((5, 6), (6, 6), (7, 6), (8, 6)))
    (way,) = ways(here)
    assert [(each.boards, each.lie, each.table) for each in way.carries] == [((5, 6, 7, 8), 6, 1)]


def test_boards_of_an_individual_that_lay_wrong_are_carried_back() -> None:
    here = replan.boards_lay_wrong(standing(build("individual", players=12), 4), 4, 1, 3)
    (as_planned,) = [way for way in ways(here, tries=200) if way.name == "as-planned"]
    carried = {board for each in as_planned.carries for board in each.boards}
    assert carried == {7, 8, 21, 22}


def test_twenty_tables_are_answered_in_two_seconds() -> None:
    here = replan.without(standing(build("skip-mitchell", tables=20, rounds=13), 7), 3, 21)
    here = replan.changed_seats(here, 5, 24, 28)
    found: list[replan.Way] = []
    assert seconds(lambda: found.extend(ways(here))) < 2
    best = found[0]
    assert best.costs.unplayed < costs(here, made_legal(here, here.planned)).unplayed
    assert audit(best.movement, mended=True).legal or not best.new_faults(here)


def said(way: replan.Way, after: int) -> list[str]:
    return [str(each.text) for each in way.movement.instructions if each.after == after]


SKIP = "Skip now: East-West move up two tables. Boards move down one table."


def test_after_a_forgotten_skip_the_room_is_told_to_skip_before_it_goes_on_as_planned() -> None:
    plan = build("skip-mitchell", tables=8, rounds=7)
    assert plan.at[6, 1].ew == 8 + 3
    here = replan.special_missed(standing(plan, 5), 5)
    assert here.night.at[5, 7].ew == 8 + 3  # from table 7 to table 1 it is two tables up
    assert [str(text) for text in ways(here, tries=300)[0].say] == [SKIP, "Go on as planned."]


def test_a_skip_that_is_due_is_told_though_somebody_sits_out_in_that_round() -> None:
    here = replan.without(standing(build("skip-mitchell", tables=8, rounds=7), 4), 4)
    (as_planned, *_) = [way for way in ways(here, tries=300) if way.name == "as-planned"]
    assert as_planned.costs.sit_outs
    assert said(as_planned, 4)[0] == SKIP


def nine_tables_without_two() -> replan.Way:
    """Pairs NS 3 and EW 7 go after round 5: NS 5 plays EW 5 at table 3 in round 8, and tables 2 and 4 have one set in round 9."""
    here = replan.without(standing(build("mitchell", tables=9, boards=27), 5), 3, 16)
    return ways(here)[0]


def test_tables_that_share_are_named_with_their_boards_before_the_round_in_which_they_do() -> None:
    way = nine_tables_without_two()
    for number in range(6, 10):
        tables: dict[int, list[int]] = {}
        for m in way.movement.by_round[number]:
            tables.setdefault(m.boards[0], []).append(m.table)
        shared = [
            f"Round {number}: tables {', '.join(map(str, each))} share boards {board}-{board + 2}."
            for board, each in tables.items()
            if len(each) > 1
        ]
        assert [text for text in said(way, number - 1) if "share" in text] == shared
    assert not any("share" in str(text) for text in way.say)


def test_what_an_earlier_plan_has_to_say_is_said_still_when_the_evening_is_planned_again() -> None:
    first = nine_tables_without_two()
    again = ways(replan.without(standing(first.movement, 6), 3, 16), tries=300)[0]
    assert not again.costs.unplayed
    for after in (7, 8):
        assert set(said(first, after)) == set(said(again, after))


def test_boards_that_were_carried_for_a_round_are_named_when_they_are_due_at_their_usual_table() -> None:
    plan = build("mitchell", tables=5, boards_per_round=2)
    here = standing(plan, 1)
    rest = []
    for m in here.planned:
        if m.round == 3 and m.table in (1, 2):
            m = replace(m, boards=plan.at[3, 3 - m.table].boards, ew=plan.at[3, 3 - m.table].ew)
        rest.append(m)
    told = [(each.after, str(each.text)) for each in instructions(here, tuple(rest))]
    # In round 3 tables 1 and 2 have each other's boards, so what table 1 has in round 4 comes from table 1, not from table 2
    (usual,) = [text for after, text in told if after == 3 and text.startswith("Boards of round 4")]
    assert "3: " not in usual
    assert "7-8 at table 1" in usual


def test_boards_that_wait_on_a_relay_are_not_sent_for_at_the_table_where_they_were_played_long_ago() -> None:
    plan = build("howell", tables=5, boards_per_round=3)
    here = standing(plan, 5)
    assert [m.round for m in plan.meetings if 1 in m.boards] == [1, 6, 7, 8, 9]
    rest = [replace(m, boards=plan.at[6, 5].boards) if (m.round, m.table) == (6, 2) else m for m in here.planned]
    rest = [m for m in rest if (m.round, m.table) != (6, 5)]
    away, carry = carries(here, rest)
    assert str(carry_told(carry)) == "Lay boards 1-3 on table 2."
    assert str(carry_told(away)) == (
        "Take boards 19-21 away from table 3, and keep them: table 1 plays them next, in round 7."
    )


def test_what_is_told_of_a_round_that_is_arranged_anew_is_refused_in_a_sentence() -> None:
    with pytest.raises(ImpossibleWish, match=r"Round 5 is to be arranged anew"):
        replan.special_missed(standing(build("skip-mitchell", tables=8, rounds=7), 4), 5)


def told_by(here: NightStanding, name: str) -> list[str]:
    """What one of the ways has to say, by its name."""
    return next([str(each.text) for each in way.instructions] for way in ways(here, tries=500) if way.name == name)


def test_a_round_that_nobody_can_play_is_said_in_one_sentence_and_not_table_by_table() -> None:
    here = replan.round_not_moved(standing(build("mitchell", tables=7), 3), 3, people=False)
    said = told_by(here, "as-planned")
    assert "Nobody plays round 6: go on with round 7 at once." in said
    assert [text for text in said if text.startswith("Round 6")] == [
        "Round 6: who has not held the boards of their table gets average plus."
    ]


def test_of_a_last_round_that_falls_away_no_boards_are_left_out() -> None:
    here = replan.round_not_moved(standing(build("mitchell", tables=5), 3), 3, people=True)
    way = next(each for each in ways(here, tries=500) if each.name == "as-planned")
    assert "Round 4 is the last." in map(str, way.say)
    assert (way.movement.rounds, [one for one in way.lost if one.round > 4]) == (4, [])


def test_where_the_whole_line_is_shifted_by_it_a_way_is_not_called_after_those_who_wait() -> None:
    stayed = replan.round_not_moved(standing(build("mitchell", tables=5), 3), 3, people=True)
    assert next(str(way.title) for way in ways(stayed, tries=500)) == "Shift the moving pairs"
    gone = replan.without(standing(build("skip-mitchell", tables=8, rounds=7), 3), 3, 9)
    named = {way.name: str(way.title) for way in ways(gone, tries=500)}
    assert named["who-waits"] == "Those who would wait play each other"


def test_boards_that_both_pairs_of_a_table_have_held_give_nobody_an_average() -> None:
    here = replan.round_not_moved(standing(build("howell", tables=5, boards_per_round=2), 4), 4, people=False)
    said = told_by(here, "who-waits")
    both = "which both pairs held before; nobody gets a score for them."
    assert [text for text in said if text.endswith(both)] == [f"Round 9, table 5: boards 7-8 are left out, {both}"]
    assert not [text for text in said if text.startswith("Round 9, table 5") and "average plus" in text]


def test_in_an_individual_who_has_held_the_boards_that_are_left_out_is_told_too() -> None:
    here = replan.changed_seats(standing(build("individual", players=12, boards_per_round=2), 3), 2, 3, 7)
    way = next(each for each in ways(here, tries=500) if each.name == "as-planned")
    assert [(one.round, one.table, one.pair, one.boards) for one in way.lost] == [
        (5, 2, 507, (17, 18)),
        (6, 1, 1003, (11, 12)),
    ]


def test_where_people_stay_aside_of_the_plan_to_the_end_something_is_said() -> None:
    here = standing(build("mitchell", tables=5), 4)
    for number in (3, 4):
        here = replan.round_not_moved(here, number, people=True)
    assert told_by(here, "who-waits") == ["From where they are now everybody and all boards move as usual."]


def test_whoever_moves_by_a_rule_is_not_sent_by_cards_that_nobody_has() -> None:
    here = replan.without(standing(build("mitchell", tables=5, boards_per_round=2), 2), 3, 9)
    way = next(each for each in ways(here, tries=30000) if each.name.startswith("anew"))
    told: dict[int, list[str]] = {}
    for each in announcements(way.movement):
        told.setdefault(each.round, []).append(str(each.text))
    assert "For round 3 these go elsewhere" in " ".join(told[2])
    for number in (2, 3, 4):
        assert not [text for text in told[number] if "where the cards say" in text] or "elsewhere" not in " ".join(
            told[number]
        )
    howell = replan.without(standing(build("howell", tables=5, boards_per_round=2), 3), 3, 8)
    best = ways(howell, tries=500)[0]
    assert [each for each in announcements(best.movement) if each.round == 4 and "where the cards say" in each.text]
