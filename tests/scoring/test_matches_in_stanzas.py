"""Matches that are played in parts."""

from __future__ import annotations

from dataclasses import replace
from time import process_time

from arrowswitch.scoring import Line, SessionToScore, matches, played, ranking, score, victory_points


def match_of_two_stanzas(boards_per_match: int) -> SessionToScore:
    def both(board: int, number: int, points: int) -> list[Line]:
        return [
            replace(played(board, "1", "2", points), round=number),
            replace(played(board, "2", "1", 0), round=number),
        ]

    # 620 is 12 IMPs, -50 is 2 the other way
    lines = both(1, 1, 620) + both(2, 1, -50) + both(3, 4, 620) + both(4, 4, 0)
    return SessionToScore(tuple(lines), method="imps", boards_per_match=boards_per_match)


def test_the_stanzas_of_a_match_make_one_match_with_one_number_of_victory_points() -> None:
    (match,) = matches(score(match_of_two_stanzas(4)))["1"]
    assert (match.boards, match.net, match.round) == (4, 22, 1)
    assert match.vps == victory_points(22, 4)[0]


def test_teams_that_meet_twice_play_two_matches() -> None:
    first, second = matches(score(match_of_two_stanzas(2)))["1"]
    assert [(each.boards, each.net, each.round) for each in (first, second)] == [(2, 10, 1), (2, 12, 4)]


def test_boards_that_lack_a_table_fill_a_match_too() -> None:
    # two matches of four boards; in each two are compared, 12 IMPs both, and two have one table only
    def four(first: int, number: int) -> list[Line]:
        lines = [played(board, "1", "2", 620) for board in range(first, first + 4)]
        lines += [played(board, "2", "1", 0) for board in (first, first + 1)]
        return [replace(line, round=number) for line in lines]

    session = SessionToScore(tuple(four(1, 1) + four(5, 2)), method="imps", boards_per_match=4)
    for team, net in (("1", 24), ("2", -24)):
        first, second = matches(score(session))[team]
        assert [(each.boards, each.net, each.halves) for each in (first, second)] == [
            (2, net, (3, 4)),
            (2, net, (7, 8)),
        ]
        assert first.vps == second.vps == victory_points(net, 4)[0]


def seconds(teams: int) -> float:
    """What it takes to score and rank so many teams that play twelve boards, each against its neighbour."""
    lines = [
        line
        for board in range(1, 13)
        for team in range(0, teams, 2)
        for line in (played(board, f"{team}", f"{team + 1}", 10 * team), played(board, f"{team + 1}", f"{team}", 0))
    ]
    begun = process_time()
    assert len(ranking(score(SessionToScore(tuple(lines), method="imps", boards_per_match=12)))) == teams
    return process_time() - begun


def test_four_times_the_teams_take_about_four_times_as_long() -> None:
    assert min(seconds(800) for _ in range(2)) < 8 * min(seconds(200) for _ in range(3))
