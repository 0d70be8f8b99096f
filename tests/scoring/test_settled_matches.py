"""Matches whose result does not come from their boards: entered as a whole, the wrong way round, forfeited; and matches
of different lengths."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from arrowswitch.regulations import load
from arrowswitch.scoring import Line, Penalty, SessionToScore, explain, matches, played, ranking, score
from arrowswitch.scoring.explain.explain import explain_match
from arrowswitch.scoring.session import SettledMatch


def won_by(one: str, other: str, margin: int, number: int = 1) -> tuple[Line, Line]:
    """A match of one board, won by 3, 4 or 10 IMPs."""
    points = {3: 90, 4: 150, 10: 450}[margin]
    lines = played(number, one, other, points), played(number, other, one, 0)
    return replace(lines[0], round=number), replace(lines[1], round=number)


def night(*lines: Line, settled: tuple[SettledMatch, ...] = (), profile: str = "wbf", **more: object) -> SessionToScore:
    session = SessionToScore(lines, method="imps", boards_per_match=6, regulations=load(profile), settled=settled)
    return replace(session, **more)  # type: ignore[arg-type] # what is given is a field


def points_of(session: SessionToScore) -> dict[str, float]:
    return {each.contestant: float(each.vps or 0) for each in ranking(score(session))}


def test_a_match_entered_as_a_whole_has_the_points_of_the_scale() -> None:
    # NZ manual L3277-3280: six boards, won by 2 IMPs 10.99-9.01, by 9 IMPs 13.90-6.10
    settled = (
        SettledMatch("1", "2", "entered", (21, 19), boards=6, round=1),
        SettledMatch("3", "4", "entered", (12, 21), boards=6, round=1),
    )
    assert points_of(night(settled=settled)) == {"4": 13.9, "1": 10.99, "2": 9.01, "3": 6.1}


def test_the_points_of_a_whole_match_count_beside_those_of_boards() -> None:
    session = night(*won_by("1", "2", 10), settled=(SettledMatch("1", "3", "entered", (4, 9), boards=6, round=2),))
    first = next(each for each in ranking(score(session)) if each.contestant == "1")
    assert (first.points, first.boards) == (5, 7)
    told = str(explain(score(session), "1"))
    assert "Against 3, entered as a whole: 4 to 9; so far = 5" in told
    assert "-5 over 6 boards on the scale wbf = 7.67" in told


def test_both_teams_the_same_way_have_eight_each() -> None:
    # NZ manual L3288-3290: 10-10 with 2 taken from each
    settled = (SettledMatch("1", "2", "same-way", boards=6, round=1),)
    assert points_of(night(settled=settled, profile="nzb")) == {"1": 8.0, "2": 8.0}
    assert "the same way" in str(explain(score(night(settled=settled, profile="nzb")), "1"))


def test_a_forfeit_is_worth_the_own_mean_if_that_is_most() -> None:
    # Bridge NSW 12.9: at least 12, its own mean, the mean of those who met the absent team
    beaten = won_by("1", "3", 10, 2), won_by("2", "4", 3, 3)
    session = night(*beaten[0], *beaten[1], settled=(SettledMatch("1", "4", "forfeit", absent="4", round=1),))
    own, of_others = (matches(score(session))[team][-1].vps for team in ("1", "2"))
    assert (own, of_others) == (Fraction("14.25"), Fraction("11.46"))
    forfeited = matches(score(session))["1"][0]
    assert (forfeited.vps, matches(score(session))["4"][0].vps) == (Fraction("14.25"), 0)
    assert points_of(night(settled=session.settled)) == {"1": 12.0, "4": 0.0}


def test_a_forfeit_loses_the_imps_that_the_other_wins() -> None:
    session = night(settled=(SettledMatch("1", "4", "forfeit", absent="4", boards=8, round=1),))
    found = matches(score(replace(session, boards_per_match=8)))
    assert (found["1"][0].net, found["4"][0].net) == (4, -4)


def test_a_match_that_could_not_be_played_gives_at_least_twelve() -> None:
    session = night(*won_by("1", "3", 10, 2), settled=(SettledMatch("1", "2", "unplayable", round=1),), profile="nzb")
    found = matches(score(session))
    assert (found["1"][0].vps, found["2"][0].vps) == (Fraction("14.25"), 12)


def test_a_penalty_in_imps_is_not_taken_from_a_match_that_was_settled() -> None:
    settled = (SettledMatch("1", "2", "same-way", round=2),)
    session = night(*won_by("1", "3", 10), settled=settled, penalties=(Penalty("1", points=Fraction(3), round=2),))
    assert [match.penalty for match in matches(score(session))["1"]] == [3, 0]


def test_every_match_is_on_the_scale_of_its_own_boards() -> None:
    lengths = {frozenset("12"): 6, frozenset("13"): 12}
    settled = (
        SettledMatch("1", "2", "entered", (6, 0), boards=6, round=1),
        SettledMatch("1", "3", "entered", (6, 0), boards=12, round=2),
    )
    session = night(settled=settled, boards_per_match=None, match_boards=lengths)
    assert [float(match.vps or 0) for match in matches(score(session))["1"]] == [12.75, 12.01]


def test_stanzas_are_put_together_by_the_length_of_their_own_match() -> None:
    lines = *won_by("1", "2", 10, 1), *won_by("1", "2", 3, 2), *won_by("1", "3", 4, 3)
    session = night(*lines, boards_per_match=None, match_boards={frozenset("12"): 2, frozenset("13"): 1})
    assert [(each.opponent, each.rounds, each.net) for each in matches(score(session))["1"]] == [
        ("2", (1, 2), 13),
        ("3", (3,), 4),
    ]


def test_a_board_a_match_entered_as_a_whole_counts_in_the_percentage() -> None:
    # 7 of 12 points in six boards entered, 2 of 2 on a board that was typed: 9 of 14
    session = night(
        *won_by("1", "3", 10, 2), settled=(SettledMatch("1", "2", "entered", (7, 5), boards=6),), method="board-a-match"
    )
    first = ranking(score(session))[0]
    assert (first.contestant, first.points, first.maximum) == ("1", 9, 14)


def test_a_match_of_patton_tells_its_two_parts() -> None:
    # one board won (2 points), and all 450 points of the match: 2 more of the 2 for the aggregate
    scored = score(night(*won_by("1", "2", 10), method="patton", boards_per_match=None))
    match = matches(scored)["1"][0]
    assert [step.result for step in explain_match(scored, match)] == [2, 4]
