"""Matches that are played in parts."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.scoring import Line, Session, matches, played, score, victory_points


def match_of_two_stanzas(boards_per_match: int) -> Session:
    def both(board: int, number: int, points: int) -> list[Line]:
        return [
            replace(played(board, "1", "2", points), round=number),
            replace(played(board, "2", "1", 0), round=number),
        ]

    # 620 is 12 IMPs, -50 is 2 the other way
    lines = both(1, 1, 620) + both(2, 1, -50) + both(3, 4, 620) + both(4, 4, 0)
    return Session(tuple(lines), method="imps", boards_per_match=boards_per_match)


def test_the_stanzas_of_a_match_make_one_match_with_one_number_of_victory_points() -> None:
    (match,) = matches(score(match_of_two_stanzas(4)))["1"]
    assert (match.boards, match.net, match.round) == (4, 22, 1)
    assert match.vps == victory_points(22, 4)[0]


def test_teams_that_meet_twice_play_two_matches() -> None:
    first, second = matches(score(match_of_two_stanzas(2)))["1"]
    assert [(each.boards, each.net, each.round) for each in (first, second)] == [(2, 10, 1), (2, 12, 4)]
