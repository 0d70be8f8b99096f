"""Tables of contests: totals, ties by regulation, and matches that were not played as they should."""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from swiss_events import some_event

from arrowswitch.contests.standings import Contest, ContestResult, ContestStanding, standings
from arrowswitch.contests.swiss.files import played_rounds
from arrowswitch.regulations import load


def of(contest: Contest, name: str) -> ContestStanding:
    return next(each for each in standings(contest).standings if each.contestant == name)


def vps(first: str, second: str, mine: object, theirs: object) -> ContestResult:
    return ContestResult((first, second), vps=(Fraction(str(mine)), Fraction(str(theirs))))


def test_the_running_poster_of_the_manual_adds_up() -> None:
    # NZ Club Directors Manual, L3497-3500; against whom is not printed
    one, two = (11, 15, 14, 11, 19, 8), (11, 18, 17, 12, 17, 20)
    rounds = tuple(
        (vps("1", "a", mine, 20 - mine), vps("2", "b", theirs, 20 - theirs))
        for mine, theirs in zip(one, two, strict=True)
    )
    contest = Contest(("1", "2", "a", "b"), rounds)
    assert [line.total for line in of(contest, "1").rounds] == [11, 26, 40, 51, 70, 78]
    assert [line.total for line in of(contest, "2").rounds] == [11, 29, 46, 58, 75, 95]
    assert (of(contest, "1").rank, of(contest, "2").rank) == ("2", "1")


def test_imps_become_victory_points_by_the_boards_of_the_match() -> None:
    # NZ Club Directors Manual, L3277-3280
    contest = Contest(
        ("1", "2", "3", "4"),
        ((ContestResult(("1", "2"), imps=(9, 0)), ContestResult(("3", "4"), imps=(2, 4))),),
        boards=6,
    )
    assert [float(of(contest, name).vps) for name in "1234"] == [13.90, 6.10, 9.01, 10.99]


def tied(regulations: str, kind: str = "") -> Contest:
    """A and B have 22 each; A beat B, and B's opponents have done better."""
    rounds = (
        (vps("A", "B", 12, 8), vps("C", "D", 6, 14)),
        (vps("A", "C", 10, 10), vps("B", "D", 14, 6)),
    )
    return Contest(("A", "B", "C", "D"), rounds, load(regulations), kind=kind)


def test_in_a_swiss_the_opponents_total_comes_before_the_match_between_the_two() -> None:
    # Bridge NSW Tournament Regulations 11.2.1 (N15)
    table = standings(tied("bnsw"))
    assert [(each.contestant, each.rank) for each in table.standings][:2] == [("B", "1"), ("A", "2")]
    assert table.standings[0].tie_broken_by == "the total of all opponents"


def test_in_a_round_robin_the_match_between_the_two_decides() -> None:
    # Bridge NSW Tournament Regulations 11.2.3 (N16)
    table = standings(tied("bnsw", "round-robin"))
    assert [(each.contestant, each.rank) for each in table.standings][:2] == [("A", "1"), ("B", "2")]
    assert table.standings[0].tie_broken_by == "the match between the two"


@pytest.mark.parametrize(("regulations", "first"), [("nzb", "A"), ("bnsw", "B")])
def test_swiss_points_are_what_opponents_won_in_their_other_matches(regulations: str, first: str) -> None:
    # NZ Club Directors Manual, L3569: who had a bye has fewer opponents, and gave them less
    rounds = (
        (ContestResult(("A",), vps=(12,)), vps("B", "C", 10, 10), vps("D", "E", 19, 1)),
        (vps("A", "D", 8, 12), vps("B", "E", 10, 10), ContestResult(("C",), vps=(12,))),
    )
    table = standings(Contest(tuple("ABCDE"), rounds, load(regulations))).standings
    assert [(each.contestant, each.vps) for each in table[:2]] == [("D", 31), ("C", 22)]
    assert [each.contestant for each in table[2:4]] == ([first, "AB".replace(first, "")])


def test_a_round_robin_is_known_by_everybody_having_met_everybody() -> None:
    rounds = ((vps("A", "B", 12, 8),), (vps("B", "C", 12, 8),), (vps("A", "C", 12, 8),))
    assert standings(Contest(("A", "B", "C"), rounds)).kind == "round-robin"
    assert standings(Contest(("A", "B", "C"), rounds[:2])).kind == "swiss"


def test_byes_do_not_make_a_round_robin_a_swiss() -> None:
    byes = [ContestResult((name,), vps=(0,)) for name in "CAB"]
    rounds = ((vps("A", "B", 12, 8), byes[0]), (vps("B", "C", 12, 8), byes[1]), (vps("A", "C", 12, 8), byes[2]))
    assert standings(Contest(("A", "B", "C"), rounds)).kind == "round-robin"


def test_a_bye_is_no_match_won() -> None:
    rounds = ((vps("A", "B", 10, 10), ContestResult(("C",))), (vps("A", "C", 10, 8), ContestResult(("B",), vps=(10,))))
    table = standings(Contest(("A", "B", "C"), rounds, load("wbf"), kind="round-robin"))
    assert [(each.contestant, each.won, each.drawn, each.lost) for each in table.standings] == [
        ("A", 0, 2, 0),
        ("B", 0, 1, 0),
        ("C", 0, 0, 1),
    ]


def test_what_is_given_of_twenty_is_given_of_thirty_in_proportion() -> None:
    # NZ regulation of July 2013: 18 before and 12 now for a forfeit, 12 before and 8 now for the same way
    rounds = (
        (ContestResult(("A", "B"), forfeit="B"), ContestResult(("C", "D"), same_way=True), ContestResult(("E",))),
    )
    table = standings(Contest(tuple("ABCDE"), rounds, load("nzb"), boards=7, scale="acbl-30"))
    assert {each.contestant: each.vps for each in table.standings} == {"A": 18, "B": 0, "C": 12, "D": 12, "E": 18}


def test_a_half_match_is_on_the_scale_of_the_contest() -> None:
    # 5 IMPs on 4 of 8 boards are 10, which the ACBL's scale for 6 to 8 boards makes 14-6
    match = ContestResult(("A", "B"), imps=(5, 0), played=4)
    assert of(Contest(("A", "B"), ((match,),), scale="acbl-20"), "A").vps == 14


def test_a_triple_does_not_say_who_of_two_has_won_their_match() -> None:
    rounds = (
        (ContestResult(("A", "B", "C"), vps=(22, 30, 8)), vps("D", "E", 10, 10)),
        (vps("A", "D", 18, 2), vps("B", "E", 10, 10), ContestResult(("C",))),
    )
    table = standings(Contest(tuple("ABCDE"), rounds, load("nzb"), kind="round-robin"))
    assert [(each.rank, each.contestant, each.tie_broken_by) for each in table.standings[:2]] == [
        ("1=", "A", "lot, to be drawn"),
        ("1=", "B", "lot, to be drawn"),
    ]


def forfeited(own: str, against: str) -> Contest:
    """B does not come against A; A has `own` and B's opponent `against` from the other match."""
    rounds = (
        (vps("A", "C", own, 20 - Fraction(own)), vps("D", "B", against, 20 - Fraction(against))),
        (ContestResult(("A", "B"), forfeit="B", boards=8), vps("C", "D", 10, 10)),
    )
    return Contest(("A", "B", "C", "D"), rounds, load("bnsw"))


@pytest.mark.parametrize(("own", "against", "due"), [("13.4", "12.9", 13.4), ("9", "14.1", 14.1), ("9", "8", 12.0)])
def test_a_forfeit_is_worth_the_best_of_twelve_and_two_means(own: str, against: str, due: float) -> None:
    # Bridge NSW Tournament Regulations 12.9 (N11)
    contest = forfeited(own, against)
    assert float(of(contest, "A").rounds[1].vps or 0) == due
    assert of(contest, "B").rounds[1].vps == 0


def test_a_forfeit_brings_the_most_imps_that_earn_its_victory_points() -> None:
    # Bridge NSW Tournament Regulations 12.9.4: 12 VPs on 8 boards are 4 IMPs
    contest = forfeited("9", "8")
    assert (of(contest, "A").rounds[1].net, of(contest, "B").rounds[1].net) == (4, -4)


@pytest.mark.parametrize(
    ("imps", "played", "boards", "due"), [((5, 0), 4, 8, 13.78), ((10, 0), 7, 14, 13.99), ((0, 4), 6, 12, 8.10)]
)
def test_half_matches_by_the_number_of_boards(imps: tuple[int, int], played: int, boards: int, due: float) -> None:
    # Bridge NSW Tournament Regulations 12.7 (N8, N9, N10)
    match = ContestResult(("A", "B"), imps=imps, boards=boards, played=played)
    assert float(of(Contest(("A", "B"), ((match,),), load("bnsw")), "A").vps) == due


def test_a_match_that_was_played_the_same_way_brings_eight_to_each() -> None:
    # NZ Club Directors Manual, L3288-3290, L4502
    contest = Contest(("A", "B"), ((ContestResult(("A", "B"), same_way=True),),), load("nzb"))
    assert [each.vps for each in standings(contest).standings] == [8, 8]


def test_boards_that_could_not_be_played_bring_imps_to_both() -> None:
    # Bridge NSW Tournament Regulations 12.10 (N12): two boards are 4 IMPs
    match = ContestResult(("A", "B"), imps=(6, 6), boards=8, unplayed=2)
    assert [float(each.vps) for each in standings(Contest(("A", "B"), ((match,),), load("bnsw"))).standings] == [
        11.67,
        11.67,
    ]


@pytest.mark.parametrize(("minutes", "kind", "due"), [(12, "swiss", 8.0), (21, "swiss", 5.0), (21, "knockout", 4.77)])
def test_a_late_team_loses_what_the_regulations_say(minutes: int, kind: str, due: float) -> None:
    # Bridge NSW Tournament Regulations 6.2 (N1, N2): 2 and 5 VPs in a match of 20; in a knockout 15 IMPs
    match = ContestResult(("A", "B"), imps=(10, 10), boards=8, late=(minutes, 0))
    contest = Contest(("A", "B"), ((match,),), load("bnsw"), kind=kind)
    assert float(of(contest, "A").vps) == due
    assert of(contest, "A").net == (-15 if kind == "knockout" else 0)
    assert of(contest, "B").vps == 10
    assert standings(contest).notes[0].startswith("Round 1: A loses ")


@pytest.mark.parametrize(
    ("minutes", "vps", "remark"),
    [
        (7, 10, ""),
        (9, 8.73, "A loses 3 IMPs, for being late or for a fouled board."),
        (12, 8, "A was 12 minutes late: 1 board less to play."),
        (17, 8, "A was 17 minutes late: 2 boards less to play."),
        (21, 10, "A was 21 minutes late: the match is forfeited."),
    ],
)
def test_being_late_in_a_swiss_of_the_acbl(minutes: int, vps: float, remark: str) -> None:
    # Bridge Director's Companion, L3868-3887; the other side's record is not improved
    late = ContestResult(("A", "B"), imps=(20, 20), late=(minutes, 0))
    table = standings(Contest(("A", "B"), ((late,),), load("acbl"), scale="wbf", kind="swiss"))
    found = {each.contestant: float(each.vps) for each in table.standings}
    assert found == {"A": vps, "B": 10}
    assert remark in " ".join(table.notes)
    assert bool(remark) == bool(table.notes)


def test_over_half_an_hour_late_is_for_the_director() -> None:
    match = ContestResult(("A", "B"), imps=(10, 10), boards=8, late=(0, 31))
    contest = Contest(("A", "B"), ((match,),), load("bnsw"))
    assert standings(contest).notes == ("Round 1: B was 31 minutes late: the director decides.",)
    assert of(contest, "B").vps == 10


@pytest.mark.parametrize(("match", "due"), [({"fouled": "A"}, 9.5), ({"exchanged": "A"}, 8.5)])
def test_a_team_that_fouls_a_board_is_fined(match: dict[str, str], due: float) -> None:
    # NZ Bridge, July 2013: half a victory point, one and a half if the cards of two partners were exchanged
    contest = Contest(("A", "B"), ((ContestResult(("A", "B"), imps=(4, 4), boards=8, **match),),), load("nzb"))  # type: ignore[arg-type]
    assert (float(of(contest, "A").vps), of(contest, "B").vps) == (due, 10)


def test_more_than_half_of_the_boards_unplayable_is_twelve_or_ones_mean() -> None:
    # NZ Bridge, July 2013: 12 VPs each, or the mean of the other matches if that is more
    lost = ContestResult(("A", "B"), imps=(3, 0), boards=8, unplayed=5)
    rounds = ((vps("A", "C", 15, 5), vps("B", "D", 9, 11)), (lost, vps("C", "D", 10, 10)))
    contest = Contest(("A", "B", "C", "D"), rounds, load("nzb"))
    assert [of(contest, name).rounds[1].vps for name in "AB"] == [15, 12]
    assert "more than half of the boards of A v B could not be played" in str(standings(contest).notes)


def test_a_forfeit_is_worth_twelve_for_the_draw_until_half_of_the_rounds_are_played() -> None:
    # Bridge NSW Tournament Regulations 12.9: means count from half, three quarters and the end on
    contest = replace(forfeited("13.4", "12.9"), planned=6)
    assert of(contest, "A").rounds[1].vps == 12
    assert "may still rise" in str(standings(contest).notes)
    assert float(of(replace(contest, planned=4), "A").rounds[1].vps or 0) == 13.4
    assert float(of(replace(contest, planned=2), "A").rounds[1].vps or 0) == 13.4


@pytest.mark.parametrize(
    ("regulations", "planned", "worth"),
    [("bnsw", 4, "13.4"), ("bnsw", 6, "12"), ("bnsw", None, "12"), ("nzb", 4, "12")],
)
def test_for_a_draw_a_forfeit_rises_after_half_of_the_rounds_where_the_regulations_say_so(
    regulations: str, planned: int | None, worth: str
) -> None:
    # Bridge NSW Tournament Regulations 12.9 (N11)
    contest = replace(forfeited("13.4", "12.9"), planned=planned, regulations=load(regulations))
    (match,) = [match for matches in played_rounds(contest) for match in matches if match.sides == ("A", "B")]
    assert match.vps == (Fraction(worth), 0)


def test_a_corrected_match_changes_the_table_and_what_a_forfeit_is_worth() -> None:
    contest = forfeited("13.4", "12.9")
    corrected = replace(contest, rounds=((vps("A", "C", "15.2", "4.8"), contest.rounds[0][1]), contest.rounds[1]))
    assert float(of(corrected, "A").vps) == 30.4


def test_a_fine_takes_imps_from_one_side_and_gives_none_to_the_other() -> None:
    plain, fined = (
        ContestResult(("A", "B"), imps=(10, 10), boards=8, penalties=penalties) for penalties in ((), (3, 0))
    )
    before, after = (Contest(("A", "B"), ((match,),)) for match in (plain, fined))
    assert of(before, "B").vps == of(after, "B").vps == 10
    assert of(after, "A").vps < 10


def test_a_penalty_and_what_is_carried_over_count_in_the_total() -> None:
    # NZ Club Directors Manual, L3286: 128 against 122 carries 6
    contest = Contest(("A", "B"), ((vps("A", "B", 8, 12),),), start={"A": 6}, penalties={"B": Fraction(1, 2)})
    assert [(each.contestant, float(each.vps), float(each.penalty)) for each in standings(contest).standings] == [
        ("A", 14.0, 0.0),
        ("B", 11.5, 0.5),
    ]


def test_a_bye_brings_what_the_regulations_give_and_a_result_that_is_out_is_said() -> None:
    contest = Contest(("A", "B", "C"), ((ContestResult(("A", "B")), ContestResult(("C",))),))
    table = standings(contest)
    assert (table.standings[0].contestant, table.standings[0].vps) == ("C", 12)
    assert [str(note) for note in table.notes] == ["Round 1: the result of A v B is not in."]


def test_a_triple_in_its_first_of_two_rounds_is_not_missed() -> None:
    both = ContestResult(("A", "B", "C")), ContestResult(("A", "B", "C"), vps=(25, 20, 15))
    assert standings(Contest(("A", "B", "C"), ((both[0],), (both[1],)))).notes == ()


@settings(max_examples=40, deadline=None)
@given(st.integers(4, 20), st.integers(1, 8), st.integers(0, 10**9))
def test_no_victory_point_is_lost_and_places_follow_them(entries: int, rounds: int, seed: int) -> None:
    event = some_event(Random(seed), entries, rounds)
    results = tuple(tuple(ContestResult(match.sides, vps=match.vps) for match in matches) for matches in event.rounds)
    table = standings(Contest(tuple(entry.id for entry in event.entries), results))
    due = sum(sum(match.vps) if match.vps else 12 for matches in event.rounds for match in matches)
    assert sum(each.vps for each in table.standings) == due
    points = [each.vps for each in table.standings]
    assert points == sorted(points, reverse=True)
    places = [int(each.rank.rstrip("=")) for each in table.standings]
    assert places == sorted(places)
    assert len(table.standings) == entries


def timed(contest: Contest) -> float:
    """Seconds of the processor that one table of standings takes."""
    started = time.process_time()
    standings(contest)
    return time.process_time() - started


def test_ten_times_the_teams_take_not_much_more_than_ten_times_as_long() -> None:
    taken = []
    for teams in (50, 500):
        event = some_event(Random(1), teams, 10)
        results = tuple(
            tuple(ContestResult(match.sides, vps=match.vps) for match in matches) for matches in event.rounds
        )
        contest = Contest(tuple(entry.id for entry in event.entries), results)
        taken.append(min(timed(contest) for _ in range(5)))
    assert taken[1] < 40 * taken[0]
