"""Strata and handicaps of a running session, penalties in a match, and awards as they are typed for one side."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.deals.tables import TrickTable
from arrowswitch.movements import build
from arrowswitch.scoring import Fixed, Floor, Percent, Score, handicapped, ranking, strata, victory_points, weighted
from arrowswitch.scoring.lines import MINUS, PLUS, Outcome, Weighted
from arrowswitch.scoring.matches.matches import matches
from arrowswitch.session import (
    Adjust,
    Adjustment,
    LineKey,
    Penalise,
    Publish,
    Refused,
    RemoveBoard,
    SetLists,
    Undo,
    replay,
)
from arrowswitch.session.desk.awards import read_award
from arrowswitch.session.desk.typed import read_typed
from arrowswitch.session.journal import text as journal
from arrowswitch.session.night.results import scored, scoring_session
from session.night import DIRECTOR, SCORER, Night, small


def pairs_night() -> Night:
    night = Night(small()).start()
    night.play_all()
    return night


def test_strata_and_handicaps_are_in_the_journal_and_reach_the_scoring() -> None:
    night = pairs_night()
    before = night.state
    night.do(SetLists({"A1": "B", "A4": "C"}, "percent", {"A1": "4.5", "A2": "-9"}))
    found = scored(night.state)
    assert found.session.strata == {"A1": "B", "A4": "C"}
    standings = ranking(found)
    assert list(strata(standings, found.session.strata)) == ["A", "B", "C"]
    kind, of = found.session.handicaps  # type: ignore[misc]
    with_them = {each.contestant: each.percent for each in handicapped(standings, of, kind)}
    without = {each.contestant: each.percent for each in standings}
    assert with_them["A1"] == without["A1"] + Fraction(9, 2)  # type: ignore[operator]
    assert with_them["A2"] == without["A2"] - 9  # type: ignore[operator]
    assert replay(journal.loads(journal.dumps(night.state.journal))) == night.state
    night.do(Undo())
    assert (night.state.strata, night.state.handicaps) == (before.strata, before.handicaps)


def test_they_can_still_be_set_when_the_results_are_posted() -> None:
    night = Night(small()).start()
    night.play_all()
    night.do(Publish())
    night.do(SetLists({"A1": "B"}))
    assert night.state.phase == "published"
    assert night.state.strata == {"A1": "B"}


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (SetLists({"A99": "B"}), "There is no A99 in this session."),
        (SetLists({"A1": "b"}), "The stratum of NS 1 is a letter, A for the strongest."),
        (SetLists(handicaps={"A1": "much"}), "The handicap of NS 1 is a number, such as 4.5 or -9."),
        (SetLists(handicaps={"A1": "1e9"}), "The handicap of NS 1 is a number, such as 4.5 or -9."),
        (SetLists(kind="stones"), "A handicap is in percent, matchpoints, boards, not in stones."),
        (SetLists(), "Nothing would change."),
    ],
)
def test_what_cannot_be_a_list_is_refused(act: SetLists, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        pairs_night().do(act)
    assert str(refused.value) == sentence


def test_only_a_director_sets_them() -> None:
    with pytest.raises(Refused):
        pairs_night().do(SetLists({"A1": "B"}), SCORER)


def test_percentages_are_for_methods_that_have_them() -> None:
    night = Night(small(), method="butler").start()
    with pytest.raises(Refused, match="There are no percentages in this way of scoring; grant points"):
        night.do(SetLists(handicaps={"A1": "4"}))
    night.do(SetLists(kind="matchpoints", handicaps={"A1": "4"}))


# -- penalties in a match ------------------------------------------------------------------------------------------------


def teams_night() -> Night:
    """Five teams in American whist, the first two rounds of them played: everything is 110, so that matches are drawn."""
    night = Night(build("american-whist", teams=5), method="imps", boards_per_match=6).start()
    night.play_all()
    return night


def test_imps_are_taken_from_the_match_of_the_round_before_the_victory_points() -> None:
    night = teams_night()
    before = {m.opponent: m.vps for m in matches(scored(night.state))["A1"]}
    night.do(Penalise("A", 1, points=Fraction(3), match_round=2), why="late")
    after = matches(scored(night.state))["A1"]
    (fined,) = (match for match in after if match.penalty)
    assert 2 in fined.rounds
    assert fined.vps == victory_points(-3, 6)[0] < before[fined.opponent]  # type: ignore[operator]
    assert [match.vps for match in after if match is not fined] == [10] * (len(after) - 1)
    # the opponents keep what they had
    assert all(match.vps == 10 for match in matches(scored(night.state))[fined.opponent])


def test_boards_that_never_came_are_told_when_the_results_are_posted_and_not_before() -> None:
    night = Night(build("american-whist", teams=5), method="imps", boards_per_match=8).start()
    night.play_all()
    assert not any(each.notes for each in ranking(scored(night.state)))
    night.do(Publish())
    # eight rounds of three boards against four teams: six with each
    first = ranking(scored(night.state))[0]
    assert {str(note).partition(": ")[2] for note in first.notes} == {
        "6 of 8 boards compared; 2 not in the results; on the scale of 8 boards"
    }


def test_without_a_round_it_is_the_match_that_is_being_played() -> None:
    night = teams_night()
    night.do(Penalise("A", 1, points=Fraction(3)), why="slow")
    (fined,) = (match for match in matches(scored(night.state))["A1"] if match.penalty)
    assert night.state.sections["A"].round in fined.rounds


def test_imps_of_a_round_with_nothing_to_count_are_taken_from_the_last_match_that_counts() -> None:
    night = teams_night()
    before = sum(match.vps or 0 for match in matches(scored(night.state))["A1"])
    this_round = {meeting.boards for meeting in night.state.sections["A"].movement.by_round[2]}
    night.do(Penalise("A", 1, points=Fraction(3), match_round=2), why="late")
    for board in sorted({board for boards in this_round for board in boards}):
        night.do(RemoveBoard(board), why="fouled")
    left = matches(scored(night.state))["A1"]
    assert left
    assert sum(match.penalty for match in left) == 3
    assert sum(match.vps or 0 for match in left) < before


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (Penalise("A", 1, points=Fraction(3), match_round=99), "Team 1 has no match in round 99."),
        (
            Penalise("A", 1, vps=Fraction(1), match_round=2),
            "Only IMPs in matches on victory points are taken from a match.",
        ),
    ],
)
def test_a_match_that_is_not_there_is_refused(act: Penalise, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        teams_night().do(act, why="late")
    assert str(refused.value) == sentence


def test_an_earlier_journal_has_no_round_of_a_match() -> None:
    night = teams_night()
    night.do(Penalise("A", 1, points=Fraction(3)), why="slow")
    assert '"match_round"' not in journal.dumps(night.state.journal)


# -- awards for one side -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "adjustment"),
    [
        ("S A+ / 60% 42, 40% 5-", Adjustment(PLUS, weighted((420, 60), (-50, 40)))),
        ("s 60% of 42, 40% of 5- / a-", Adjustment(weighted((420, 60), (-50, 40)), MINUS)),
        ("S 55% / 42", Adjustment(Percent(Fraction(11, 20)), Score(420))),
        ("S A+ 42", Adjustment(PLUS, Score(420))),
    ],
)
def test_each_side_is_typed_by_itself(text: str, adjustment: Adjustment) -> None:
    assert read_typed(text, 1).what == adjustment


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("S A+ / 60% 42, 30% 5-", "The weights make 90%, and must make 100%, each more than 0."),
        ("S A+ / 60% 42, 5-", "Write each outcome with its weight, like S A+ / 60% 42, 40% 5-."),
    ],
)
def test_what_one_side_cannot_have_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        read_typed(text, 1)
    assert str(refused.value) == sentence


def test_the_form_takes_what_the_split_entry_takes() -> None:
    assert read_award("P42", 1) == Floor(420)
    assert read_award("3 IMPs", 1, unit="IMPs") == Fixed(Fraction(3))
    for text, unit in (("3 IMPs", "MPs"), ("3 imp", "points"), ("5.5 MP", "IMPs"), ("m5.5", "IMPs")):
        with pytest.raises(Refused, match="This session is not scored in"):
            read_award(text, 1, unit=unit)


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("33,3% 42, 66,7% 5-", (333, 667)),
        ("33,3% 42,66,7% 5-", (333, 667)),
        ("60% 42,40% 5-", (600, 400)),
        ("60% of 42; 40% of 5-", (600, 400)),
        ("33.3% 42; 66.7% 5-", (333, 667)),
    ],
)
def test_weights_are_read_alike_on_the_line_and_in_the_form(text: str, weights: tuple[int, int]) -> None:
    award = Weighted((Outcome(420, Fraction(weights[0], 1000)), Outcome(-50, Fraction(weights[1], 1000))))
    assert read_award(text, 1) == award
    assert read_typed(f"S A+ / {text}", 1).what == Adjustment(PLUS, award)


@pytest.mark.parametrize("method", ["matchpoints", "butler", "cross-imps", "instant-matchpoints"])
def test_a_weighted_score_for_one_side_and_average_plus_for_the_other_can_be_scored(method: str) -> None:
    night = Night(small(), method=method).start()
    night.play_round()
    line = LineKey("A", 1, 1, 1)
    night.do(Adjust(line, Adjustment(weighted((420, 60), (-50, 40)), PLUS)), DIRECTOR, why="ruling")
    first = scoring_session(night.state).lines[0]
    assert (first.ns_award, first.ew_award) == (weighted((420, 60), (-50, 40)), PLUS)
    assert ranking(scored(night.state))


def test_the_double_dummy_par_is_the_datum_where_the_deals_are_known() -> None:
    night = Night(small(), method="butler", overrides={"butler": {"datum": "par"}}).start()
    night.play_round()
    assert scoring_session(night.state).pars == {}
    # "Par -420: 4♠ EW =" of the deal in the library's guide, not vulnerable
    known = replace(night.state, tables={1: TrickTable("43367433678a9668a966")})
    (par,) = scoring_session(known).pars.values()
    assert par == -420
    first = next(board for key, board in scored(known).boards.items() if key.board == 1)
    assert [each.ns.value for each in first.lines if each.ns] == [11]  # 110 is 530 away from it
