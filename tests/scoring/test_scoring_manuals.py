"""Worked examples of the New Zealand manual, the Bridge Director's Companion and the Busbridge instructions.

Each test names the lines. Where the source is wrong the test holds the corrected value and says why.
"""

from fractions import Fraction
from typing import Any

import pytest
from random_fields import turned

from arrowswitch.regulations import load
from arrowswitch.scoring import (
    AVERAGE,
    MINUS,
    PLUS,
    Ceiling,
    Damage,
    Floor,
    Line,
    Penalty,
    Percent,
    Score,
    SessionToScore,
    adjusted,
    played,
    ranking,
    score,
    weighted,
)
from arrowswitch.scoring.boards.butler import datum as datum_of
from arrowswitch.scoring.boards.teams import fouled_board
from arrowswitch.scoring.matches.matches import same_way
from arrowswitch.scoring.penalties import effect


def board(session: SessionToScore, number: int = 1) -> list[Any]:
    (found,) = (each for key, each in score(session).boards.items() if key.board == number)
    return list(found.lines)


def values(session: SessionToScore, number: int = 1) -> tuple[list[Any], list[Any]]:
    lines = board(session, number)
    return [each.ns and each.ns.value for each in lines], [each.ew and each.ew.value for each in lines]


def tenths(*numbers: str) -> list[Any]:
    return [None if number == "-" else Fraction(number) for number in numbers]


def share(percent: int) -> Percent:
    return Percent(Fraction(percent, 100))


def test_a_board_with_two_adjusted_results_and_a_phantom() -> None:
    # NZ manual L1870-1893
    lines = (
        played(1, "N1", "E1", 90),
        played(1, "N2", "E7", 0),
        adjusted(1, "N3", "E6", share(50), share(60)),
        played(1, "N4", "E5", -80),
        Line(1, "N5", "E4", Score(0), Score(0), status="not-played"),
        adjusted(1, "N6", "E3", share(60), share(40)),
        played(1, "N7", "E2", 90),
        played(1, "N8", "E8", 140),
        played(1, "N9", "E10", -150),
        played(1, "N10", "E9", 120),
    )
    session = SessionToScore(lines, regulations=load("nzb"))
    ns, ew = values(session)
    assert ns == tenths("9", "6", "8", "4", "-", "9.6", "9", "14", "2", "12")
    assert ew == tenths("7", "10", "9.6", "12", "-", "6.4", "7", "2", "14", "4")
    neuberg, _ = values(SessionToScore(lines, regulations=load("ebu")))
    assert [round(float(v), 1) for v in neuberg if v is not None][:2] == [9.3, 5.4]
    assert score(session).boards[session.key(lines[0])].top == 16


def test_two_tied_for_best_of_twelve_get_21_each() -> None:
    # NZ manual L1839-1855: top 22; 14 to North-South is 8 to East-West
    scores = [620, 620, 600, 500, 430, 420, 400, 300, 200, 100, 90, 80]
    ns, ew = values(SessionToScore(tuple(played(1, f"N{i}", f"E{i}", s) for i, s in enumerate(scores))))
    assert ns[:2] == [21, 21]
    assert [n + e for n, e in zip(ns, ew, strict=True)] == [22] * 12


def test_a_phantom_and_a_60_60() -> None:
    # NZ manual L1895-1901: 19 results, 36 available; 60/60 is 21.6; the rest out of 35 with a bottom of 1
    lines = [played(1, f"N{i}", f"E{i}", 10 * i) for i in range(18)]
    lines.append(adjusted(1, "N18", "E18", share(60), share(60)))
    ns, _ = values(SessionToScore(tuple(lines), regulations=load("nzb")))
    assert (min(ns), max(ns), ns[-1]) == (1, 35, Fraction("21.6"))


ROOM = {
    "A1": (-50, 170, 200),
    "A2": (-50, 170, 200),
    "A3": (1010, 420, 620),
    "A4": (480, 430, 630),
    "B1": (980, 430, 650),
    "B2": (980, 170, 650),
    "B3": (980, 170, 200),
    "B4": (980, 170, 650),
}


def room(sections: str) -> dict[str, tuple[Any, float, str]]:
    lines = tuple(
        played(number, name, f"{name} EW", scores[number - 1])
        for name, scores in ROOM.items()
        if name[0] in sections
        for number in (1, 2, 3)
    )
    standings = ranking(score(SessionToScore(lines, winners=2)))
    return {
        s.contestant: (s.points, round(float(s.percent or 0), 2), s.rank) for s in standings if "EW" not in s.contestant
    }


def test_scoring_across_the_room() -> None:
    # NZ manual L2173-2198; the matchpoints printed for A1 and A2 (2 and 6) are wrong: 3 in the section, 7 across, as
    # their printed percentages say
    across = room("AB")
    assert across == {
        "B1": (34, 80.95, "1"),
        "A3": (30, 71.43, "2"),
        "A4": (25, 59.52, "3="),
        "B2": (25, 59.52, "3="),
        "B4": (25, 59.52, "3="),
        "B3": (15, 35.71, "6"),
        "A1": (7, 16.67, "7="),
        "A2": (7, 16.67, "7="),
    }
    assert room("A") == {
        "A4": (16, 88.89, "1"),
        "A3": (14, 77.78, "2"),
        "A1": (3, 16.67, "3="),
        "A2": (3, 16.67, "3="),
    }
    assert {name: points for name, (points, _, _) in room("B").items()} == {"B1": 13, "B2": 9, "B3": 5, "B4": 9}


FOULED = {1: 620, 2: 620, 3: 620, 4: 170, 5: -90, 6: 100, 7: 300, 8: 200, 9: 620, 10: 620}


def fouled_at_four_tables() -> tuple[Line, ...]:
    return tuple(played(1, f"N{t}", f"E{t}", s, group="B" if t in (5, 6, 7, 8) else "") for t, s in FOULED.items())


def test_a_board_fouled_at_four_of_ten_tables_the_quick_way() -> None:
    # NZ manual L1947-1976; the fouled results are printed with the declarer's sign, here they are North-South's
    quick = load("nzb", {"fouled": {"method": "plus-one"}})
    ns, ew = values(SessionToScore(fouled_at_four_tables(), regulations=quick))
    assert ns == [10, 10, 10, 4, 6, 8, 12, 10, 10, 10]
    assert [n + e for n, e in zip(ns, ew, strict=True)] == [18] * 10


def test_the_same_board_by_the_formula_of_the_regulation() -> None:
    # NZ regulation L4504-4518; the printed formula has lost its division by A
    ns, _ = values(SessionToScore(fouled_at_four_tables(), regulations=load("nzb")))
    assert ns == tenths("10.7", "10.7", "10.7", "0.7", "1.5", "6.5", "16.5", "11.5", "10.7", "10.7")


def small_group(size: int, **faults: str) -> list[tuple[float, float]]:
    lines = [played(1, f"N{t}", f"E{t}", 10 * t) for t in range(20)]
    for place in range(size):
        line = played(1, f"NF{place}", f"EF{place}", 500 - 10 * place, group="F")
        lines.append(Line(**{f: getattr(line, f) for f in line.__slots__} | faults))  # type: ignore[arg-type]
    scored = board(SessionToScore(tuple(lines), regulations=load("nzb")))[20:]
    return [(float(each.ns.share * 100), float(each.ew.share * 100)) for each in scored]


def close(found: list[tuple[float, float]], expected: list[tuple[int, int]]) -> bool:
    # points are rounded to 0.1, so that percentages may be off by a little
    return all(abs(a - b) < 0.2 for f, e in zip(found, expected, strict=True) for a, b in zip(f, e, strict=True))


def test_small_fouled_groups_in_new_zealand() -> None:
    # NZ regulation L4520-4531 and manual L1911-1918
    assert close(small_group(1), [(60, 60)])
    assert close(small_group(2), [(65, 55), (55, 65)])
    assert close(small_group(3), [(70, 50), (60, 60), (50, 70)])
    assert close(small_group(1, ns_fault="partly", ew_fault="directly"), [(50, 40)])
    assert close(small_group(2, ns_fault="partly", ew_fault="partly"), [(55, 45), (45, 55)])
    assert close(small_group(3, ns_fault="partly", ew_fault="partly"), [(60, 40), (50, 50), (40, 60)])


def test_ties_in_a_small_fouled_group_share() -> None:
    lines = [played(1, f"N{t}", f"E{t}", 10 * t) for t in range(20)]
    lines += [played(1, f"NF{p}", f"EF{p}", s, group="F") for p, s in enumerate((100, 50, 50))]
    ns = [each.ns.share * 100 for each in board(SessionToScore(tuple(lines)))[20:]]
    assert ns == [70, 55, 55]


def test_a_group_of_one_in_england_is_an_average_by_fault() -> None:
    lines = [played(1, f"N{t}", f"E{t}", 10 * t) for t in range(9)]
    lines.append(Line(1, "NF", "EF", Score(50), Score(50), group="F", ns_fault="directly"))
    last = board(SessionToScore(tuple(lines), regulations=load("ebu")))[-1]
    assert (last.ns.value, last.ew.value) == (Fraction("7.2"), Fraction("10.8"))


def test_penalty_of_ten_percent_at_13_tables_and_26_boards() -> None:
    # NZ manual L2032: 2.4 of 624 is 0.3846%
    lines = tuple(played(number, f"N{table}", f"E{table}", 100) for number in range(1, 27) for table in range(13))
    fined = SessionToScore(lines, winners=2, penalties=(Penalty("N3", share=Fraction(1, 10)),))
    standings = {s.contestant: s for s in ranking(score(fined))}
    assert standings["N3"].maximum == 624
    assert standings["N3"].penalty == Fraction("2.4")
    assert standings["N3"].percent == 50 - Fraction(24, 6240) * 100
    assert standings["N3"].rank == "13"
    # L3212-3213: with 25 boards 10, 25, 50% of one are 0.4, 1, 2% of the session
    assert [float(effect(percent, 25)) for percent in (10, 25, 50)] == [0.4, 1.0, 2.0]


def session_with(award_ns: Any, award_ew: Any, regulations: str, percent: int) -> tuple[float, float]:
    """A pair with so many percent on its other board gets an award on board 2."""
    lines = (
        adjusted(1, "1", "9", share(percent), share(100 - percent)),
        adjusted(1, "8", "2", share(50), share(50)),
        played(1, "3", "4", 100),
        adjusted(2, "1", "2", award_ns, award_ew),
        played(2, "8", "9", 100),
        played(2, "3", "4", 100),
    )
    each = board(SessionToScore(lines, regulations=load(regulations)), 2)[0]
    return float(each.ns.share * 100), float(each.ew.share * 100)


def test_average_plus_and_minus_in_north_america() -> None:
    # Bridge Director's Companion L576, L1966-1970: AS-1 to AS-4
    assert session_with(PLUS, MINUS, "acbl", 54) == (60, 40)
    assert session_with(PLUS, MINUS, "acbl", 66) == (66, 34)
    assert session_with(PLUS, MINUS, "acbl", 55) == (60, 40)
    assert session_with(PLUS, PLUS, "acbl", 66) == (66, 60)


def test_average_plus_above_60_takes_from_the_opponents_in_new_zealand() -> None:
    # NZ manual L1796: 64% without the board gives 64 and the opponents 36
    assert session_with(PLUS, MINUS, "nzb", 64) == (pytest.approx(64, abs=1.3), pytest.approx(36, abs=1.3))
    assert session_with(PLUS, MINUS, "wbf", 64) == (64, 40)


def test_P_and_Q_are_the_better_and_the_worse_of_score_and_average() -> None:  # noqa: N802 - the codes' own names
    # Bridge Director's Companion L4608-4613: AS-7 to AS-9
    def scored(ns: Any, ew: Any, at_the_table: int) -> tuple[float, float]:
        lines = [played(1, f"N{t}", f"E{t}", s) for t, s in enumerate((100, 200, 300, 400))]
        each = board(SessionToScore((*lines, adjusted(1, "N", "E", ns, ew)), regulations=load("acbl")))[-1]
        del at_the_table
        return float(each.ns.share * 100), float(each.ew.share * 100)

    assert scored(Floor(500), Ceiling(500), 500) == (100, 0)
    assert scored(Floor(50), Ceiling(50), 50) == (60, 40)
    assert scored(Ceiling(500), Floor(500), 500) == (40, 60)
    assert scored(Ceiling(50), Score(50), 50) == (0, 100)
    assert scored(Ceiling(500), Score(500), 500) == (40, 0)


def test_a_board_turned_a_quarter_gives_each_side_the_other_ones_points() -> None:
    # Bridge Director's Companion L4743-4754: AS-10
    lines = tuple(played(1, f"N{t}", f"E{t}", s) for t, s in enumerate((100, 200, 300, 400)))
    quarter = (*lines[:3], turned(lines[3]))
    normal, other = board(SessionToScore(lines)), board(SessionToScore(quarter))
    assert normal[3].ns.value == 6
    assert other[3].ns.value == 0


def match(*tables: tuple[int, int], method: str = "imps", boards_per_match: int | None = None) -> Any:
    lines = []
    for number, (here, there) in enumerate(tables, 1):
        lines += [played(number, "A", "B", here), played(number, "B", "A", there)]
    return score(SessionToScore(tuple(lines), method, boards_per_match=boards_per_match))


def test_imps_between_two_tables() -> None:
    # NZ manual L3265, L3456-3481: 3D+1 and 3NT against is -270, 7 IMPs; -30 is 1; +650 is 12; -250 is 6
    for here, there, expected in ((130, 400, -7), (600, 630, -1), (600, -50, 12), (170, 420, -6)):
        assert match((here, there)).totals["A"].points == expected
        assert match((here, there)).totals["B"].points == -expected


def test_a_match_of_six_boards_becomes_victory_points() -> None:
    # NZ manual L3277-3280: 9 IMPs over 6 boards is 13.90-6.10
    standings = {s.contestant: s for s in ranking(match((420, 0), boards_per_match=6))}
    assert (standings["A"].points, standings["A"].vps) == (9, Fraction("13.90"))
    assert standings["B"].vps == Fraction("6.10")


def test_board_a_match_and_its_relatives() -> None:
    tables = ((620, 170), (100, 100), (-50, 0), (430, 420))
    for method in ("board-a-match", "point-a-board"):
        totals = match(*tables, method=method).totals
        assert (totals["A"].points, totals["B"].points) == (5, 3)
        assert totals["A"].maximum == 8
    assert match(*tables, method="aggregate").totals["A"].points == 450 + 0 - 50 + 10


def test_patton_adds_as_many_points_for_the_aggregate() -> None:
    # four boards: 8 for the boards won, and 8 for the aggregate, shared in the proportion of the points scored
    tables = ((600, 0), (0, 200), (0, 0), (0, 0))
    standings = {s.contestant: s for s in ranking(match(*tables, method="patton"))}
    assert standings["A"].points == 4 + 6
    assert standings["B"].points == 4 + 2


def test_a_fouled_board_at_board_a_match() -> None:
    # Bridge Director's Companion L4063-4067
    assert [fouled_board(ns, ew) for ns, ew in ((70, 55), (60, 60), (40, 40), (40, 39))] == [2, 1, 1, 0]
    lines = [played(1, f"T{t}", f"U{t}", s) for t, s in enumerate((100, 100, 100, 100))]
    lines += [played(1, "A", "B", 620), played(1, "B", "A", -100, group="F")]
    lines += [played(1, f"V{t}", f"W{t}", s, group="F") for t, s in enumerate((500, 500, 500, 500))]
    assert score(SessionToScore(tuple(lines), "board-a-match")).totals["A"].points == 2


def test_odd_matches_by_the_regulations() -> None:
    assert same_way(load("nzb").matches) == (8, 8)  # NZ manual L3290, L4502
    assert same_way(load("acbl").matches) == (0, 0)  # Bridge Director's Companion L3839-3841


def test_butler_against_the_datum() -> None:
    # without 1430 and -100 the mean of 620, 650, 620, 170 is 515, and the datum 520
    scores = (620, 650, 620, -100, 170, 1430)
    session = SessionToScore(tuple(played(1, f"N{t}", f"E{t}", s) for t, s in enumerate(scores)), "butler")
    ns, ew = values(session)
    assert ns == [3, 4, 3, -12, -8, 14]
    assert ew == [-n for n in ns]


@pytest.mark.parametrize(
    ("scores", "datum"), [((-10, 0, -20, -20), -20), ((10, 20, 10, 20), 20), ((-620, -620, 0), -620)]
)
def test_the_datum_rounds_a_half_away_from_zero(scores: tuple[int, ...], datum: int) -> None:
    assert datum_of(scores, load("wbf").butler) == datum


def test_a_score_under_appeal_is_left_out_of_the_datum_where_regulations_say_so() -> None:
    lines = [played(1, f"N{t}", f"E{t}", s) for t, s in enumerate((100, 100, 100, 100))]
    lines.append(Line(1, "N", "E", Score(1000), Score(1000), under_appeal=True))
    lines.append(Line(1, "M", "F", Score(1000), Score(1000)))
    everything, _ = values(SessionToScore(tuple(lines), "butler", regulations=load("wbf")))
    without, _ = values(SessionToScore(tuple(lines), "butler", regulations=load("bnsw")))
    assert everything[0] == -6  # datum 325 -> 330
    assert without[0] == 0  # datum 100


def test_cross_imps_are_divided_by_the_comparisons() -> None:
    session = SessionToScore(
        tuple(played(1, f"N{t}", f"E{t}", s) for t, s in enumerate((620, 170, -100))), "cross-imps"
    )
    ns, ew = values(session)
    assert ns == [Fraction(10 + 12, 2), Fraction(-10 + 7, 2), Fraction(-12 - 7, 2)]
    assert ew == [-n for n in ns]


def test_groups_of_a_fouled_board_have_their_own_datum_and_small_ones_two_imps() -> None:
    lines = [played(1, f"N{t}", f"E{t}", 420) for t in range(6)]
    lines += [played(1, f"M{t}", f"F{t}", -100, group="F") for t in range(4)]
    lines += [played(1, "L", "G", 1430, group="G")]
    ns, ew = values(SessionToScore(tuple(lines), "butler", regulations=load("bnsw")))
    assert ns == [0] * 10 + [2]
    assert ew[-1] == 2


def test_with_median_datums_an_integer_makes_the_means_agree() -> None:
    # Bridge NSW 7.1.1(a)
    regulations = load("bnsw", {"butler": {"datum": "median"}})
    lines = [played(1, f"N{t}", f"E{t}", s) for t, s in enumerate((100, 100, 100, 400))]  # mean 7/4
    lines += [played(1, f"M{t}", f"F{t}", s, group="F") for t, s in enumerate((0, 0, 0, -300))]  # mean -7/4
    ns, ew = values(SessionToScore(tuple(lines), "butler", regulations=regulations))
    assert ns == [0, 0, 0, 7, 4, 4, 4, -3]
    assert ew == [-n for n in ns]


def test_weighted_scores_weigh_points_and_not_scores() -> None:
    # QBA course: the unit of scoring is weighted, never the table score
    award = weighted((1430, 50), (-100, 50))
    lines = [played(1, f"N{t}", f"E{t}", 680) for t in range(10)]
    ns, _ = values(SessionToScore((*lines, adjusted(1, "N", "E", award, award))))
    assert ns[-1] == 10  # half of a top of 20, though the mean score (665) is worse than everybody's


def test_artificial_scores_in_imps() -> None:
    lines = [played(1, f"N{t}", f"E{t}", 420) for t in range(4)]
    lines.append(adjusted(1, "N", "E", PLUS, MINUS))
    lines.append(adjusted(1, "M", "F", AVERAGE, share(60)))
    for regulations, plus in (("wbf", 3), ("bnsw", 2)):
        ns, ew = values(SessionToScore(tuple(lines), "butler", regulations=load(regulations)))
        assert (ns[4:], ew[4:]) == ([plus, 0], [-plus, plus])


def test_floors_ceilings_and_damage_in_a_match() -> None:
    def imps_of(ns: Any, ew: Any, there: int) -> tuple[Any, Any]:
        totals = score(SessionToScore((adjusted(1, "A", "B", ns, ew), played(1, "B", "A", there)), "imps")).totals
        return totals["A"].points, totals["B"].points

    assert imps_of(Floor(100), Ceiling(100), 620) == (3, -3)  # -520 would be 11 to B
    assert imps_of(Floor(620), Ceiling(620), 100) == (11, -11)
    # expected +140 against +140 there is 0; after the infraction +50 is -3; the actual -140 is -7: 3 of them come back
    assert imps_of(Damage(140, 50, -140), Score(140), 140) == (-7 + 3, 0)


def test_a_board_in_two_groups_is_dropped_from_a_match_in_imps() -> None:
    # NZ manual L1924-1928
    lines = (
        played(1, "A", "B", 620),
        played(1, "B", "A", 100, group="F"),
        played(2, "A", "B", 90),
        played(2, "B", "A", 50),
    )
    totals = score(SessionToScore(lines, "imps")).totals
    assert (totals["A"].points, totals["A"].boards) == (1, 1)
