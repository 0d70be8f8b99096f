"""Ranks, ties, tie-breaks, strata, handicaps, factoring."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import pytest

from arrowswitch.regulations import load
from arrowswitch.scoring import (
    BadSession,
    BoardKey,
    Line,
    Penalty,
    Score,
    SessionToScore,
    played,
    ranking,
    score,
    strata,
)
from arrowswitch.scoring.large.columns import columns
from arrowswitch.scoring.matches.matches import Match
from arrowswitch.scoring.matches.ties import Played, untied
from arrowswitch.scoring.ranking.factoring import factored, unequal
from arrowswitch.scoring.ranking.handicaps import handicapped, pair_handicap

BNSW = load("bnsw")


def match(team: str, opponent: str, net: int, vps: str, boards: int = 8) -> Match:
    return Match(team, opponent, boards, max(net, 0), max(-net, 0), net, vps=Fraction(vps))


def league(*results: tuple[str, str, int, str]) -> dict[str, list[Match]]:
    """Matches as (winner, loser, margin, winner's victory points)."""
    teams: dict[str, list[Match]] = {}
    for one, other, margin, vps in results:
        teams.setdefault(one, []).append(match(one, other, margin, vps))
        teams.setdefault(other, []).append(match(other, one, -margin, str(20 - Fraction(vps))))
    return teams


class PlacedTeam(NamedTuple):
    team: str
    rank: str
    tie_broken_by: str | None


def ranked(played: Played, steps: Sequence[str]) -> list[PlacedTeam]:
    """Teams in the order of their victory points, ties broken step by step."""
    totals = {team: sum((match.worth for match in mine), Fraction(0)) for team, mine in played.items()}
    found: list[PlacedTeam] = []
    for vps in sorted(set(totals.values()), reverse=True):
        place = len(found) + 1
        for group in untied([team for team in played if totals[team] == vps], steps, played, totals):
            mark = "=" if len(group.teams) > 1 else ""
            found.extend(PlacedTeam(team, f"{place}{mark}", group.decided) for team in group.teams)
            place += len(group.teams)
    return found


def test_in_a_swiss_the_opponents_come_before_the_match_between_the_two() -> None:
    # Bridge NSW 11.2.1: A beat B, but B met the stronger opponents
    teams = league(
        ("A", "B", 6, "12"), ("C", "A", 6, "12"), ("B", "D", 6, "12"), ("D", "E", 30, "18"), ("E", "C", 20, "16")
    )
    swiss = ranked({t: teams[t] for t in teams}, BNSW.ties.swiss)
    tied = [(placed.team, placed.rank, str(placed.tie_broken_by)) for placed in swiss if placed.team in "AB"]
    assert tied[0][0] == "B"
    assert tied[0][2] == "the total of all opponents"
    round_robin = ranked({t: teams[t] for t in teams}, BNSW.ties.round_robin)
    first = next(placed for placed in round_robin if placed.team in "AB")
    assert (first.team, str(first.tie_broken_by)) == ("A", "the match between the two")


def test_net_imps_are_capped_at_a_whitewash() -> None:
    # 8 boards: 20-0 from 43 IMPs; A's 100 counts as 43, so B's 30 + 20 wins
    teams = {
        "A": [match("A", "X", 100, "20"), match("A", "Y", 0, "10")],
        "B": [match("B", "X", 30, "18"), match("B", "Y", 20, "12")],
    }
    placed = ranked(teams, ("net-imps",))
    assert [(p.team, p.rank) for p in placed] == [("B", "1"), ("A", "2")]


def test_then_wins_then_totals_without_the_worst_then_lot() -> None:
    wins = {
        "A": [match("A", "X", 5, "12"), match("A", "Y", -5, "8"), match("A", "Z", 0, "10")],
        "B": [match("B", "X", 9, "14"), match("B", "Y", -5, "8"), match("B", "Z", -4, "8")],
    }
    assert [p.team for p in ranked(wins, ("wins",))] == ["A", "B"]
    lot = ranked(wins, ("lot",))
    assert [(p.rank, str(p.tie_broken_by)) for p in lot] == [("1=", "lot, to be drawn")] * 2


def test_without_the_worst_result_the_better_rest_wins() -> None:
    teams = {
        "A": [match("A", "X", 0, "15"), match("A", "Y", 0, "5"), match("A", "Z", 0, "10")],
        "B": [match("B", "X", 0, "12"), match("B", "Y", 0, "8"), match("B", "Z", 0, "10")],
    }
    # without the worst: A 25, B 22
    assert [(p.team, p.rank) for p in ranked(teams, ("drop-worst",))] == [("A", "1"), ("B", "2")]


def two_pairs_tied() -> tuple[Line, ...]:
    # pairs 1 and 2 sit North-South on both boards; 1 wins board 1 by far, 2 wins board 2 by far
    table = {1: {"1": 620, "2": 100, "3": 400, "4": 300}, 2: {"1": 100, "2": 600, "3": 300, "4": 500}}
    return tuple(
        played(board, name, f"E{(int(name) + board) % 4}", made)
        for board, names in table.items()
        for name, made in names.items()
    )


def test_ties_stand_unless_the_regulations_break_them() -> None:
    standings = [s for s in ranking(score(SessionToScore(two_pairs_tied(), winners=2))) if s.direction == "NS"]
    assert [(s.contestant, s.rank) for s in standings] == [("1", "1="), ("2", "1="), ("3", "1="), ("4", "1=")]


def test_matchpoint_ties_by_the_boards_compared_among_the_tied() -> None:
    # Bridge NSW 11.2.4(b), same direction: everybody equal here too, so (d) the best opponents decide or the tie stands
    lines = (
        *(played(1, n, f"E{n}", s) for n, s in (("1", 50), ("2", 40), ("3", 30), ("4", 20), ("5", 10))),
        *(played(2, n, f"F{n}", s) for n, s in (("1", 10), ("2", 20), ("3", 30), ("4", 40), ("5", 50))),
        *(played(3, n, f"G{n}", s) for n, s in (("1", 30), ("2", 30), ("3", 30), ("4", 30), ("5", 30))),
    )
    standings = ranking(score(SessionToScore(lines, winners=2, regulations=BNSW)))
    assert {s.rank for s in standings if s.direction == "NS"} == {"1="}


def test_a_tie_broken_says_by_which_step() -> None:
    # 1 and 2 both have 4 of 8 points on boards 1 and 2; among themselves 2 is ahead on both boards that they share
    lines = (
        *(played(1, n, f"E{n}", s) for n, s in (("1", 400), ("2", 410), ("3", 50))),
        *(played(2, n, f"F{n}", s) for n, s in (("1", 90), ("2", 100), ("3", 50))),
        *(played(3, n, f"G{n}", s) for n, s in (("1", 600), ("2", 100), ("3", 500))),
    )
    standings = {s.contestant: s for s in ranking(score(SessionToScore(lines, winners=2, regulations=BNSW)))}
    one, two = standings["1"], standings["2"]
    assert one.points == two.points == 8
    assert (two.rank, one.rank) == ("1", "2")
    assert str(two.tie_broken_by) == "the boards compared among the tied"


def test_with_two_winners_everybody_keeps_to_one_side() -> None:
    lines = (played(1, "1", "2", 100), played(2, "2", "1", 100))
    with pytest.raises(BadSession, match="2 sits NS on board 2 but EW before; with two winners everybody keeps to one"):
        ranking(score(SessionToScore(lines, winners=2)))
    assert [s.rank for s in ranking(score(SessionToScore(lines)))] == ["1=", "1="]


def test_sections_apart_are_compared_and_ranked_by_themselves() -> None:
    lines = tuple(
        Line(1, f"{section}{n}", f"{section}{n + 5}", Score(made), Score(made), section=section)
        for section, scores in (("A", (100, 200)), ("B", (300, 400)))
        for n, made in enumerate(scores)
    )
    standings = ranking(score(SessionToScore(lines, winners=2, apart=True)))
    assert [(s.contestant, s.rank) for s in standings if s.direction == "NS"] == [
        ("A1", "1"),
        ("A0", "2"),
        ("B1", "1"),
        ("B0", "2"),
    ]
    together = ranking(score(SessionToScore(lines, winners=2)))
    assert [s.contestant for s in together][:4] == ["B1", "B0", "A1", "A0"]


def test_strata_rank_weaker_pairs_among_themselves() -> None:
    lines = tuple(played(1, n, f"E{n}", s) for n, s in (("1", 400), ("2", 300), ("3", 200), ("4", 100)))
    everybody = [s for s in ranking(score(SessionToScore(lines, winners=2))) if s.direction == "NS"]
    by_stratum = strata(everybody, {"1": "A", "2": "B", "4": "C"})
    assert {level: [(s.contestant, s.rank) for s in found] for level, found in by_stratum.items()} == {
        "A": [("1", "1"), ("2", "2"), ("3", "3"), ("4", "4")],
        "B": [("2", "1"), ("4", "2")],
        "C": [("4", "1")],
    }


def test_handicaps_of_three_kinds() -> None:
    # NZ manual L3844-3849: -9/-9 and 60% is 51; +9/+9 and 40% is 49; -9 and -6 make -7.5
    assert [pair_handicap(-9, -9), pair_handicap(9, 9), pair_handicap(-9, -6)] == [-9, 9, Fraction(-15, 2)]
    lines = tuple(
        played(board, n, f"E{n}", s) for board in (1, 2) for n, s in (("1", 400), ("2", 300), ("3", 200), ("4", 100))
    )
    everybody = [s for s in ranking(score(SessionToScore(lines, winners=2))) if s.direction == "NS"]
    percent = {s.contestant: s.percent for s in handicapped(everybody, {"1": -10, "4": Fraction(15, 2)})}
    assert (percent["1"], percent["4"]) == (90, Fraction(15, 2))
    points = {s.contestant: s.points for s in handicapped(everybody, {"4": 3}, "matchpoints")}
    assert points["4"] == 3
    boards = handicapped(everybody, {"4": 1}, "boards")  # one board more, and a whole top on it
    assert {s.contestant: s.points for s in boards}["4"] == 6
    with pytest.raises(ValueError, match="A handicap is in percent, matchpoints, boards, not in IMPs"):
        handicapped(everybody, {}, "IMPs")


def rover() -> tuple[Line, ...]:
    """Three boards, the third not played by North-South 2, who sat out."""
    lines = [played(board, n, f"E{n}{board}", 100 * board) for board in (1, 2) for n in ("1", "2", "3")]
    lines += [played(3, n, f"E{n}3", 100) for n in ("1", "3", "4")]
    return tuple(lines)


def test_a_pair_that_sat_out_is_factored_by_boards() -> None:
    result = factored(score(SessionToScore(rover(), winners=2)))
    assert result["2"].factor == Fraction(3, 2)
    assert [str(reason) for reason in result["2"].reasons] == ["2 boards instead of 3"]
    assert result["1"].factor == 1
    assert unequal(result.values())


def test_boards_of_different_tops_are_factored_by_tops() -> None:
    none = load("wbf", {"matchpoints": {"missing": "none"}})
    lines = [played(1, n, f"E{n}", s) for n, s in (("1", 10), ("2", 20), ("3", 30))]
    lines += [played(2, n, f"F{n}", s) for n, s in (("1", 10), ("4", 20))]
    lines += [played(3, n, f"G{n}", s) for n, s in (("2", 10), ("3", 20), ("4", 30))]
    result = factored(score(SessionToScore(tuple(lines), winners=2, regulations=none)))
    assert str(result["1"].reasons[0]) == "a mean top of 3 instead of 4"


def test_sections_that_are_apart_have_tops_of_their_own() -> None:
    # NZ Club Directors Manual, L2173-2198: section A alone has a top of 2 x 3, whatever section B has
    small = [replace(played(1, f"A{n}", f"a{n}", s), section="A") for n, s in enumerate((1010, 480, -50, -50))]
    large = [replace(played(1, f"B{n}", f"b{n}", 10 * n), section="B") for n in range(8)]
    fine = Penalty("A0", share=Fraction(1, 10))
    night = score(SessionToScore((*small, *large), winners=2, apart=True, penalties=(fine,)))
    tops = {key.section: board.top for key, board in night.boards.items()}
    assert tops == {"A": 6, "B": 14}
    assert [each.ns.value for each in night.boards[BoardKey("A", 1)].lines if each.ns] == [6, 4, 1, 1]
    first = ranking(night)[0]
    assert (first.contestant, first.points, first.maximum) == ("A0", 6 - Fraction(6, 10), 6)
    with pytest.raises(BadSession, match="Sections that are apart are scored one by one"):
        columns(night.session)


def test_a_pair_fined_below_nothing_is_still_ahead_of_one_without_a_board() -> None:
    lines = (played(1, "1", "4", -50), played(1, "2", "5", 170), replace(played(1, "3", "6", 0), status="late"))
    fine = Penalty("1", points=Fraction(1))
    places = {
        each.contestant: each.rank for each in ranking(score(SessionToScore(lines, winners=2, penalties=(fine,))))
    }
    assert [places[name] for name in ("2", "1", "3")] == ["1", "2", "3"]


def test_matches_in_victory_points_are_ranked_by_them() -> None:
    # 6 boards: 48 IMPs are worth no more than 37, so A has more IMPs than C but fewer victory points
    def match_lines(number: int, one: str, other: str, *scores: int) -> list[Line]:
        return [
            replace(line, round=number)
            for board, made in enumerate(scores, number * 10)
            for line in (played(board, one, other, made), played(board, other, one, 0))
        ]

    lines = [*match_lines(1, "A", "B", 4000, 4000), *match_lines(2, "C", "A", 600), *match_lines(3, "C", "B", 600)]
    standings = ranking(score(SessionToScore(tuple(lines), "imps", boards_per_match=6)))
    assert [(each.contestant, each.points, each.rank) for each in standings] == [
        ("C", 24, "1"),
        ("A", 36, "2"),
        ("B", -60, "3"),
    ]
    assert [float(each.vps or 0) for each in standings] == [29.84, 25.08, 5.08]


def test_a_fine_of_a_top_waits_for_a_second_result() -> None:
    night = SessionToScore((played(1, "1", "2", 620),), penalties=(Penalty("1", share=Fraction(1, 10)),))
    assert [(each.contestant, each.points, each.penalty) for each in ranking(score(night))] == [
        ("1", 0, 0),
        ("2", 0, 0),
    ]
