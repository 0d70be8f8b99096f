"""Awards: every table and worked example of the manuals and of published results, and what is refused or left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.contests.awards import AwardSheet, give, read_scheme, read_session, scheme_names, scheme_of
from arrowswitch.contests.reading import BadContest


def ranked(ranks: Sequence[int | str], direction: str | None = None, first: int = 1) -> list[dict[str, Any]]:
    """A ranking with these ranks, contestants numbered as they come."""
    return [
        {"contestant": str(number), "direction": direction, "rank": str(rank)}
        for number, rank in enumerate(ranks, first)
    ]


def plain_list(size: int) -> list[int]:
    return list(range(1, size + 1))


def two_winners(ns: int, ew: int | None = None, **more: Any) -> dict[str, Any]:
    ew = ns if ew is None else ew
    rows = ranked(plain_list(ns), "NS") + ranked(plain_list(ew), "EW", ns + 1)
    return {"method": "matchpoints", "winners": 2, "tables": (ns + ew) / 2, "boards_played": 26, "ranking": rows} | more


def one_winner(size: int, **more: Any) -> dict[str, Any]:
    rows = ranked(plain_list(size))
    return {"method": "matchpoints", "winners": 1, "tables": size / 2, "boards_played": 26, "ranking": rows} | more


def made(scheme: str, session: dict[str, Any]) -> AwardSheet:
    return give(read_session(session), scheme_of(scheme))


def amounts(scheme: str, session: dict[str, Any], listed: str | None = None) -> list[float]:
    sheet = made(scheme, session)
    return [float(each.amount) for each in sheet.awards if listed is None or each.list == listed]


# -- New Zealand: C points ----------------------------------------------------------------------------------------------

BASIC_TABLE = {
    (3, 4): [40],
    (5, 7): [40, 20],
    (8, 10): [40, 27, 13],
    (11, 13): [40, 30, 20, 10],
    (14, 16): [40, 32, 24, 16, 8],
}
"""NZ Club Directors Manual, L4992-4996."""


@pytest.mark.parametrize(("sizes", "awards"), BASIC_TABLE.items(), ids=str)
def test_c_points_are_those_of_the_basic_table(sizes: tuple[int, int], awards: list[int]) -> None:
    for size in range(sizes[0], sizes[1] + 1):
        assert amounts("nzb", two_winners(size), "NS") == awards
        if size > 3:  # three pairs in one list are one complete table
            assert amounts("nzb", one_winner(size)) == awards


@pytest.mark.parametrize("size", range(4, 23))
def test_c_points_are_those_of_the_formula_that_reproduces_the_table(size: int) -> None:
    # k = floor((n + 1) / 3) awards, the one for place p is 40 (k + 1 - p) / k to the nearest, none under 6
    many = (size + 1) // 3
    expected = [max(6, (80 * (many + 1 - place) + many) // (2 * many)) for place in range(1, many + 1)]
    assert amounts("nzb", one_winner(size)) == expected


def test_c_points_go_on_in_equal_steps_up_to_22_contestants() -> None:
    assert amounts("nzb", one_winner(22)) == [40, 34, 29, 23, 17, 11, 6]


def test_the_expanded_table_is_not_at_hand_and_that_is_said() -> None:
    sheet = made("nzb", one_winner(24))
    assert [int(each.amount) for each in sheet.awards] == [40, 35, 30, 25, 21, 16, 11, 6]
    assert any("E24-E25" in note for note in sheet.notes)
    assert not any("E24-E25" in note for note in made("nzb", one_winner(22)).notes)


def test_two_who_tie_for_third_have_half_of_third_and_fourth_each() -> None:
    # L5010, and worked out: 14-16 contestants 20 each; 8-10 contestants (13+0)/2 = 6.5, a fraction up
    assert amounts("nzb", one_winner(14, ranking=ranked([1, 2, "3=", "3=", *range(5, 15)]))) == [40, 32, 20, 20, 8]
    assert amounts("nzb", one_winner(8, ranking=ranked([1, 2, "3=", "3=", 5, 6, 7, 8]))) == [40, 27, 7, 7]


@pytest.mark.parametrize(
    ("scheme", "size", "said"),
    [
        ("nzb", 8, "1/3 of 8 contestants have an award, to the nearest number"),
        ("nzb", 9, "1/3 of 9 contestants have an award"),
        ("ebu", 14, "1/3 of 14 contestants have an award, rounded up"),
        ("abf", 9, "1/2 of 9 contestants have an award, rounded down"),
    ],
)
def test_the_working_says_which_way_a_part_of_a_place_went(scheme: str, size: int, said: str) -> None:
    assert str(made(scheme, one_winner(size)).awards[0].working.steps[0].text) == said


def test_nobody_who_ties_for_the_last_award_has_fewer_than_6_c_points() -> None:
    assert amounts("nzb", one_winner(14, ranking=ranked([1, 2, 3, 4, *["5="] * 4, *range(9, 15)]))) == [
        40,
        32,
        24,
        16,
        *[6] * 4,
    ]


def test_a_short_session_has_half_the_table_with_fractions_up() -> None:
    # L5006: 11 to 19 deals; 27 -> 14, 13 -> 7
    for boards in (11, 19):
        assert amounts("nzb", one_winner(8, boards_played=boards)) == [20, 14, 7]
    assert amounts("nzb", one_winner(8, boards_played=20)) == [40, 27, 13]
    sheet = made("nzb", one_winner(8, boards_played=10))
    assert sheet.awards == ()
    assert sheet.notes == ("Nothing is awarded: 11 boards are needed; in play: 10 (New Zealand Bridge: C points).",)


def test_deals_in_circulation_count_not_those_that_a_pair_plays() -> None:
    session = one_winner(8, boards_played=18, boards=[{"board": number} for number in range(1, 25)])
    assert amounts("nzb", session) == [40, 27, 13]


def test_two_complete_tables_are_needed() -> None:
    # L5002
    sheet = made("nzb", one_winner(3))
    assert sheet.awards == ()
    assert sheet.notes[0].startswith("Nothing is awarded: 2 complete tables are needed, and there are 1")


def in_sections(**sizes: int) -> list[dict[str, Any]]:
    """A ranking with a list for each section."""
    return [
        row | {"section": name, "contestant": f"{name}{row['contestant']}"}
        for name, size in sizes.items()
        for row in ranked(plain_list(size))
    ]


def test_a_section_that_is_too_small_takes_nothing_from_the_others() -> None:
    # L5002: two complete tables in the section
    sheet = made("nzb", {"winners": 1, "tables": 7, "boards_played": 24, "ranking": in_sections(A=11, J=3)})
    assert [(each.contestant, int(each.amount)) for each in sheet.awards] == [
        ("A1", 40),
        ("A2", 30),
        ("A3", 20),
        ("A4", 10),
    ]
    assert sheet.notes == (
        "J: Nothing is awarded: 2 complete tables are needed, and there are 1 (New Zealand Bridge: C points).",
    )


def test_each_section_has_the_awards_of_its_own_number_of_boards() -> None:
    # L5006: the juniors play 18 deals and have half; nobody of the 8 in section A plays fewer for it
    boards = {"A": 26, "J": 18}
    rows = [row | {"boards": boards[row["section"]]} for row in in_sections(A=8, J=5)]
    answer = [{"board": number, "section": name} for name, most in boards.items() for number in range(1, most + 1)]
    sheet = made("nzb", {"winners": 1, "ranking": rows, "boards": answer})
    assert [(each.contestant, int(each.amount)) for each in sheet.awards] == [
        ("A1", 40),
        ("A2", 27),
        ("A3", 13),
        ("J1", 20),
        ("J2", 10),
    ]
    assert sheet.notes == ()


def test_a_match_of_which_nothing_was_compared_gives_nothing() -> None:
    # `score` has 0 boards where all of a match is missing
    matches = [{"contestant": one, "opponent": other, "boards": 0, "net": 0} for one, other in ("AB", "BA")]
    rows = [{"contestant": name, "rank": "1="} for name in "AB"]
    session = {"winners": 1, "boards_played": 24, "ranking": rows, "matches": matches}
    assert made("nzb", session).awards == ()
    assert read_session(session).kind == "teams"  # only teams have matches


def test_teams_have_c_points_for_matches_and_never_for_places() -> None:
    # L4985: the table is for pairs; L3476 and L5014: of teams the winner of each match has them
    sheet = made("nzb", one_winner(9, method="imps", tables=9))
    assert sheet.awards == ()
    assert "matches won are what teams have points for" in sheet.notes[0]


def test_a_match_won_is_worth_2_c_points_a_deal_and_a_draw_half() -> None:
    # L5014: winning a match of 12 boards is 24 for who played all of it; Victoria Bridge Club for the draw
    matches = [
        {"contestant": "A", "opponent": "B", "boards": 12, "net": 20},
        {"contestant": "B", "opponent": "A", "boards": 12, "net": -20},
        {"contestant": "A", "opponent": "C", "boards": 12, "net": 0},
        {"contestant": "C", "opponent": "A", "boards": 12, "net": 0},
    ]
    rows = [{"contestant": name, "rank": str(rank)} for rank, name in enumerate("ACB", 1)]
    sheet = made("nzb", {"method": "imps", "winners": 1, "boards_played": 24, "ranking": rows, "matches": matches})
    assert [(each.contestant, each.rank, int(each.amount)) for each in sheet.awards] == [("A", "1", 36), ("C", "2", 12)]


@pytest.mark.parametrize("method", ["board-a-match", "point-a-board", "patton"])
def test_a_match_by_boards_is_won_by_who_has_more_of_them(method: str) -> None:
    # `score` says what each side has scored, and nobody has less than nothing: 15 to 9, and 12 all
    matches = [
        {"contestant": "A", "opponent": "B", "boards": 12, "net": 15},
        {"contestant": "B", "opponent": "A", "boards": 12, "net": 9},
        {"contestant": "A", "opponent": "C", "boards": 12, "net": 12},
        {"contestant": "C", "opponent": "A", "boards": 12, "net": 12},
    ]
    if method == "patton":  # the aggregate belongs to it: C has won that match
        matches = [row | {"aggregate_points": points} for row, points in zip(matches, (4, 2, 3, 5), strict=True)]
    rows = [{"contestant": name, "rank": str(rank)} for rank, name in enumerate("ACB", 1)]
    session = {"method": method, "winners": 1, "boards_played": 24, "ranking": rows, "matches": matches}
    wanted = {"A": 36, "C": 12} if method != "patton" else {"A": 24, "C": 24}
    assert {each.contestant: int(each.amount) for each in made("nzb", session).awards} == wanted
    with pytest.raises(BadContest, match="what A scored against B, and not what B scored"):
        read_session(session | {"matches": matches[:1]})


def test_each_player_of_a_team_has_points_for_the_boards_that_he_played_in_matches_won() -> None:
    # L5014: 2 for each deal to each player who took part in a match won; 24 is for who played all 12
    matches = [
        {"contestant": "A", "opponent": "B", "boards": 12, "net": 20, "players": {"Ann": 12, "Bob": 6, "Cy": 6}},
        {"contestant": "A", "opponent": "C", "boards": 12, "net": -3, "players": {"Ann": 12, "Dee": 12}},
        {"contestant": "A", "opponent": "D", "boards": 12, "net": 0, "players": {"Ann": 12, "Bob": 12}},
    ]
    rows = [{"contestant": name, "rank": str(rank)} for rank, name in enumerate("ABCD", 1)]
    sheet = made("nzb", {"method": "imps", "boards_played": 36, "ranking": rows, "matches": matches})
    assert [(each.players, int(each.amount), each.counts) for each in sheet.awards] == [
        (("Ann",), 36, True),
        (("Bob",), 24, True),
        (("Cy",), 12, True),
    ]
    assert str(sheet.awards[2].working.steps[0].text) == "6 of 12 boards against B, won"
    assert sheet.of("A") == 36


def test_an_ineligible_pair_moves_nobody_up() -> None:
    # L788
    sheet = made("nzb", one_winner(11, ineligible=["2"]))
    assert {each.contestant: int(each.amount) for each in sheet.awards} == {"1": 40, "3": 20, "4": 10}
    assert sheet.notes[0].startswith("2 has no award, and nobody moves up.")


def test_c_points_go_to_who_played_more_than_half_of_the_boards() -> None:
    # L786
    players = {"1": {"Ann": 26, "Bob": 12, "Cy": 14}, "2": ["Dee", "Eve"]}
    sheet = made("nzb", one_winner(8, players=players))
    assert [each.players for each in sheet.awards] == [("Ann", "Cy"), ("Dee", "Eve"), ()]
    assert "Bob has no award" in sheet.notes[0]


def test_half_of_the_boards_is_half_of_those_that_were_played() -> None:
    # a round was cut: of 26 boards the pair has played 24, and 13 of them are more than half
    rows = ranked(plain_list(8))
    rows[0] |= {"boards": 24, "players": {"Ann": 24, "Bob": 13, "Cy": 11}}
    assert made("nzb", one_winner(8, ranking=rows)).awards[0].players == ("Ann", "Bob")


# -- England: local points ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("session", "awards"),
    [
        (two_winners(11), [40, 30, 20, 10]),
        (two_winners(16), [60, 50, 40, 30, 20, 10]),
        (one_winner(35), [72, 66, 60, 54, 48, 42, 36, 30, 24, 18, 12, 6]),
        (one_winner(10, method="imps", tables=10), [40, 30, 20, 10]),
        (one_winner(12, tables=3), [12, 9, 6, 6]),
        (one_winner(24, tables=6, kind="individual"), [24, 21, 18, 15, 12, 9, 6, 6]),
    ],
    ids=["11 a direction", "16 a direction", "35 pairs", "10 teams", "12 players", "24 players"],
)
def test_local_points_are_those_of_published_results(session: dict[str, Any], awards: list[int]) -> None:
    # results of clubs (two winners, one winner, teams, individuals); EBU forum 1365 for 6 tables of individuals
    lists = {each.list for each in made("ebu", session).awards}
    for each in lists:
        assert amounts("ebu", session, each) == awards


def test_thirteen_pairs_have_four_awards_because_a_half_table_is_left_out_and_that_is_noted() -> None:
    # BriAn pays 24, 18, 12, 6; a third of 13 rounded up would be five
    sheet = made("ebu", one_winner(13))
    assert [int(each.amount) for each in sheet.awards] == [24, 18, 12, 6]
    assert "which makes 4 of them and not 5" in sheet.notes[0]


@pytest.mark.parametrize(
    ("session", "said"),
    [
        (one_winner(5), "3 complete tables are needed, and there are 2"),
        (two_winners(4), "with fewer than 5 complete tables a session must have one winner"),
        (one_winner(12, boards_played=17), "18 boards are needed; in play: 17"),
        (one_winner(12, boards_played=36), "is for 18 to 35 boards; in play: 36"),
        (
            one_winner(12, boards_played={**{str(n): 26 for n in range(1, 12)}, "12": 18}),
            "everybody must be scheduled for 70% of the 26 boards in play; 12 were not",
        ),
    ],
    ids=["tables", "one winner", "few boards", "many boards", "70 %"],
)
def test_a_session_that_does_not_qualify_for_local_points_says_why(session: dict[str, Any], said: str) -> None:
    sheet = made("ebu", session)
    assert sheet.awards == ()
    assert said in " ".join(sheet.notes)


def test_three_tables_are_enough_for_one_winner_and_five_for_two() -> None:
    # Busbridge directors' instructions, L178-184: the least that qualifies
    assert amounts("ebu", one_winner(6)) == [12, 6]
    assert amounts("ebu", two_winners(5), "EW") == [20, 10]


def test_what_is_known_of_english_awards_above_the_club_is_said_and_not_reckoned() -> None:
    # EBU forum 1365: least awards of 9, 12, 18 and 24; a blue point is 100 local points
    said = " ".join(scheme_of("ebu").absent)
    assert "9, 12, 18 and 24" in said
    assert "a blue point is 100 local points" in said


def test_seventy_per_cent_exactly_is_enough() -> None:
    boards = {str(n): 30 for n in range(1, 12)} | {"12": 21}
    assert amounts("ebu", one_winner(12, boards_played=boards)) == [24, 18, 12, 6]


# -- Australia: green points --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("session", "hundredths"),
    [
        (two_winners(19), [57, 40, 29, 19, 14, 11, 10, 8, 7]),
        (two_winners(21), [63, 44, 32, 21, 16, 13, 11, 9, 8, 7]),
        (one_winner(8), [24, 17, 12, 8]),
        (one_winner(9, tables=4.5), [30, 21, 15, 10]),
        (one_winner(12, weight=2.5), [60, 42, 30, 20, 15, 12]),
        (
            two_winners(7, ranking=ranked([1, 2, "3=", "3=", 5, 6, 7], "NS") + ranked(plain_list(7), "EW", 8)),
            [21, 15, 6, 6],
        ),
    ],
    ids=["19 tables", "21 tables", "8 pairs", "9 pairs", "12 pairs, weight 2.5", "tie for third"],
)
def test_green_points_are_those_of_published_results(session: dict[str, Any], hundredths: list[int]) -> None:
    first = made("abf", session).awards[0].list
    assert amounts("abf", session, first) == [number / 100 for number in hundredths]


def test_with_more_than_thirty_tables_green_points_grow_more_slowly() -> None:
    # ABF Manual 3.1.1: W (1 - exp(-T/32)) from 31 tables, 1.5 (1 - exp(-32/32)) = 0.948
    assert amounts("abf", two_winners(32), "NS")[0] == 0.95


def test_half_a_table_is_rounded_up_for_green_points() -> None:
    # 7½ tables are 8 for both directions, 0.03 for each; the top half of the seven East-West is three
    assert amounts("abf", two_winners(8, 7), "NS") == [0.24, 0.17, 0.12, 0.08]
    assert amounts("abf", two_winners(8, 7), "EW") == [0.24, 0.17, 0.12]


def test_butler_matches_of_five_boards_award_the_top_third() -> None:
    # ABF Manual 4.2: in a field of 13, awards to the 5th
    assert len(amounts("abf", one_winner(13, method="butler", boards_per_match=5))) == 5
    assert len(amounts("abf", one_winner(13, method="butler", boards_per_match=4))) == 6


def test_each_of_a_large_team_has_a_part_of_the_award() -> None:
    session = one_winner(
        9, method="imps", tables=9, first=0.6, players={"1": list("abcde"), "2": list("fghijk"), "3": list("lmno")}
    )
    assert amounts("abf", session) == [0.48, 0.28, 0.3]


def test_what_a_teams_session_gives_in_australia_is_not_guessed() -> None:
    sheet = made("abf", one_winner(9, method="imps", tables=9))
    assert sheet.awards == ()
    assert "what the first has is not in our sources" in sheet.notes[0]


def test_fewer_than_24_boards_are_said_to_be_lessened_by_a_rule_that_is_not_at_hand() -> None:
    assert "4.4.7" in made("abf", one_winner(8, boards_played=21)).notes[0]
    assert made("abf", one_winner(8, boards_played=24)).notes == ()


# -- North America: club masterpoints -----------------------------------------------------------------------------------

HOWELL = one_winner(
    11,
    tables=5.5,
    ranking=ranked(["1=", "1=", 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    strata={"4": "B", "5": "B", "7": "B", "8": "B", "10": "B", "11": "B"},
)


def test_a_howell_of_five_and_a_half_tables_is_awarded_as_the_acbl_did() -> None:
    session = HOWELL | {"strata_limits": {"B": 200}}
    assert amounts("acbl", session, "all") == [0.94, 0.94, 0.55, 0.39]
    assert amounts("acbl", session, "stratum B") == [0.42, 0.29]


def test_of_two_lists_the_higher_award_counts() -> None:
    sheet = made("acbl", HOWELL | {"strata_limits": {"B": 200}})
    mine = [(str(each.list), float(each.amount), each.counts) for each in sheet.awards if each.contestant == "4"]
    assert mine == [("all", 0.39, False), ("stratum B", 0.42, True)]
    assert float(sheet.of("4")) == 0.42


def test_a_stratum_whose_limit_is_not_said_has_the_rate_of_the_published_game_and_that_is_noted() -> None:
    sheet = made("acbl", HOWELL)
    assert [float(each.amount) for each in sheet.awards if each.list == "stratum B"] == [0.42, 0.29]
    assert "its limit of masterpoints was not said" in sheet.notes[0]


def test_the_lists_of_strata_are_taken_as_score_gives_them() -> None:
    ranking = ranked(plain_list(6))
    strata = [{"stratum": "A", "ranking": HOWELL["ranking"]}, {"stratum": "B", "limit": 100, "ranking": ranking}]
    assert amounts("acbl", HOWELL | {"strata": strata}, "stratum B") == [0.36, 0.25]


def test_a_stratum_of_fewer_than_five_pairs_is_not_awarded() -> None:
    sheet = made("acbl", HOWELL | {"strata": {"4": "B", "5": "B"}})
    assert {str(each.list) for each in sheet.awards} == {"all"}
    assert "stratum B is not awarded, with 2 in it" in sheet.notes[0]


@pytest.mark.parametrize(
    ("more", "first"),
    [
        ({}, 0.8),
        ({"game": "invitational"}, 0.64),
        ({"game": "limited", "limit": 20}, 0.4),
        ({"game": "limited", "limit": 100}, 0.48),
        ({"game": "limited", "limit": 200}, 0.56),
        ({"game": "limited", "limit": 300}, 0.64),
        ({"game": "newcomer", "limit": 5}, 0.24),
        ({"game": "newcomer", "limit": 10}, 0.32),
        ({"game": "newcomer", "limit": 20}, 0.4),
    ],
    ids=str,
)
def test_the_first_has_the_rate_of_the_game_for_each_pair(more: dict[str, Any], first: float) -> None:
    assert amounts("acbl", one_winner(8, **more))[0] == first


def test_no_open_section_gives_more_than_one_and_a_half() -> None:
    # 20 pairs would give 2.00; the rest follow the first: 70, 50, 35 per cent, a fifth, a sixth, a seventh, an eighth
    assert amounts("acbl", one_winner(20)) == [1.5, 1.05, 0.75, 0.53, 0.3, 0.25, 0.21, 0.19]


def test_half_a_table_is_a_full_one_in_a_mitchell() -> None:
    # ACBL Handbook: 7½ tables are 8 pairs in each group
    session = two_winners(8, 7)
    assert amounts("acbl", session, "NS") == amounts("acbl", session, "EW") == [0.8, 0.56, 0.4]


def test_overall_awards_fall_by_a_quarter() -> None:
    rows = [row | {"percent": 70 - int(row["contestant"])} for row in ranked(plain_list(10))]
    session = one_winner(10, ranking=rows, overall={"first": 4.31, "places": 5})
    assert amounts("acbl", session, "overall") == [4.31, 3.23, 2.42, 1.82, 1.36]


def test_the_first_overall_follows_from_tables_rating_and_sessions() -> None:
    # (20 + 10) / 60 x 10 x 1.5 = 7.5; over 60 tables log10(100 / 4) x 14 = 19.57
    rows = [row | {"percent": 80 - int(row["contestant"])} for row in ranked(plain_list(40))]
    sectional = one_winner(40, ranking=rows, overall={"rating": "sectional", "sessions": 2, "places": 1})
    assert amounts("acbl", sectional, "overall") == [7.5]
    halved = sectional | {"overall": {"rating": "sectional", "sessions": 2, "places": 1, "factor": 0.5}}
    assert amounts("acbl", halved, "overall") == [3.75]  # M, P and T together
    regional = sectional | {"tables": 100, "overall": {"rating": "regional", "places": 1}}
    assert amounts("acbl", regional, "overall") == [19.57]


@pytest.mark.parametrize(
    ("rating", "sessions", "first"),
    [
        ("unit", 1, 4.25),
        ("sectional", 1, 5),
        ("regional", 1, 7),
        ("national", 1, 11.25),
        ("unit", 2, 6.38),
        ("sectional", 3, 10),
        ("regional", 4, 17.5),
        ("national", 4, 28.13),
    ],
)
def test_the_ratings_and_the_numbers_of_sessions_are_those_of_the_general_formula(
    rating: str, sessions: int, first: float
) -> None:
    # MPBOOK.041: B = (20 + 10) / 60; R 8.5, 10, 14, 22.5; S 1.0, 1.5, 2.0, 2.5
    rows = [row | {"percent": 80 - int(row["contestant"])} for row in ranked(plain_list(40))]
    wish = {"rating": rating, "sessions": sessions, "places": 1}
    assert amounts("acbl", one_winner(40, ranking=rows, overall=wish), "overall") == [first]


def test_an_invitational_section_gives_no_more_than_one_and_a_fifth() -> None:
    # 20 pairs would give 1.60
    assert amounts("acbl", one_winner(20, game="invitational"))[0] == 1.2


@pytest.mark.parametrize(("size", "awarded"), [(8, 3), (9, 4), (11, 4), (14, 6), (16, 6)])
def test_the_depth_is_two_fifths_of_the_group_rounded_half_up(size: int, awarded: int) -> None:
    assert len(amounts("acbl", one_winner(size))) == awarded


# -- a club's own -------------------------------------------------------------------------------------------------------

CUP = """
title = "The Tuesday cup"
edition = "2026"
since = 2026-01-01
source = "Committee, 3 May"
unit = "cup points"

[[scale]]
rule = "Rules of the cup, 4"
way = "listed"
amounts = [10, 7, 5, 4, 3, 2, 1]

[ties]
rule = "Rules of the cup, 5: the mean, rounded up"
rounded = "up"
"""


def test_a_club_has_a_scheme_of_its_own() -> None:
    # three who share second have (7 + 5 + 4) / 3, rounded up: 6
    session = read_session(one_winner(12, ranking=ranked([1, "2=", "2=", "2=", *range(5, 13)])))
    assert [int(each.amount) for each in give(session, read_scheme(CUP)).awards] == [10, 6, 6, 6, 3, 2, 1]


def test_a_club_of_another_sort_of_game_writes_the_scheme_of_its_federation_with_another_rate() -> None:
    # what the guide says for an invitational club of the ACBL
    ours = CUP.split("[[scale]]")[0] + (
        '[[scale]]\nrule = "r"\nkinds = ["pairs", "individual"]\nway = "parts"\nrate = 0.08\nmost = 1.20\n'
        'parts = [1, "70%", "50%", "35%"]\nshare = "40%"\nhalf_tables = "full"\n[ties]\nrule = "t"\nexact = true\n'
    )
    scheme = read_scheme(ours.replace('unit = "cup points"', 'unit = "cup points"\nstep = 0.01'))
    for size in (7, 8, 11, 20):
        for session in (
            one_winner(size, ranking=ranked(["1=", "1=", *range(3, size + 1)])),
            two_winners(size, size - 1),
        ):
            theirs = [each.amount for each in made("acbl", session | {"game": "invitational"}).awards]
            assert [each.amount for each in give(read_session(session), scheme).awards] == theirs


def test_the_ways_of_belgium_and_scotland_can_be_written_down() -> None:
    # SBU: award(p) = Max / Total x (Total - p + 1), ties averaged, rounded up; VBL: 0.04 for each pair, to the top third
    head = 'title = "x"\nedition = "1"\nsince = 2026-01-01\nsource = "s"\nunit = "points"\n'
    scottish = (
        head + '[[scale]]\nrule = "r"\nway = "even"\nfirst = 60\nshare = "1/2"\n[ties]\nrule = "t"\nrounded = "up"\n'
    )
    rows = ranked([1, "2=", "2=", 4, 5, 6, 7, 8])
    session = read_session(one_winner(8, ranking=rows))
    assert [int(each.amount) for each in give(session, read_scheme(scottish)).awards] == [60, 38, 38, 15]
    flemish = head + 'step = 0.01\n[[scale]]\nrule = "r"\nway = "ratio"\nrate = 0.04\nratio = "1/2"\nshare = "1/3"\n'
    assert [float(each.amount) for each in give(session, read_scheme(flemish)).awards] == [0.32, 0.12, 0.12]
    # a tournament of the VBL of category 1: 0.10 for each pair
    tournament = read_scheme(flemish.replace("rate = 0.04", "rate = 0.1"))
    assert [float(each.amount) for each in give(session, tournament).awards] == [0.8, 0.3, 0.3]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("way = ", "why = "), "scale number 1: “why” is no key here"),
        (('way = "listed"', ""), "scale number 1: “way” is wanted"),
        (('"listed"', '"sideways"'), "“way” is one of even, steps, parts, ratio, listed"),
        (("amounts = [10, 7, 5, 4, 3, 2, 1]", ""), "a scale by listed needs “amounts”"),
        (("2026-01-01", '"May"'), "“since” is a day, such as 2026-01-31"),
        (("[10, ", '["ten", '), "“ten” is no number"),
        (("[ties]", "[[ties]]"), "ties"),
        (("unit =", "minimums = 'nowhere'\nunit ="), "nowhere"),
        (('unit = "cup points"', 'unit = "cup'), "is not TOML"),
    ],
    ids=str,
)
def test_a_scheme_that_is_wrong_is_refused_with_its_place(change: tuple[str, str], said: str) -> None:
    with pytest.raises(BadContest) as refused:
        read_scheme(CUP.replace(*change), "cup.toml")
    assert str(refused.value).startswith("cup.toml")
    assert said in str(refused.value)


# -- all of them --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", scheme_names())
def test_every_scheme_has_edition_date_and_source_and_every_award_its_rule(name: str) -> None:
    scheme = scheme_of(name)
    assert scheme.edition
    assert scheme.source
    assert scheme.since.year >= 2003
    for award in made(name, two_winners(12)).awards:
        assert award.working.result == award.amount
        assert any(step.rule for step in award.working.steps)
        assert not any(mark in award.reason for mark in ("L4985", "L5010"))


@given(
    name=st.sampled_from(scheme_names()),
    size=st.integers(6, 40),
    ties=st.lists(st.integers(0, 39), max_size=12),
    boards=st.integers(20, 35),
)
@settings(max_examples=60, deadline=None)
def test_whoever_is_placed_higher_never_has_less_and_ties_have_the_same(
    name: str, size: int, ties: list[int], boards: int
) -> None:
    heads = [place for place in range(size) if place == 0 or place not in ties]
    places = [max(head for head in heads if head <= place) + 1 for place in range(size)]
    sheet = made(name, one_winner(size, ranking=ranked(places), boards_played=boards))
    won = [float(sheet.of(str(number))) for number in range(1, size + 1)]
    assert won == sorted(won, reverse=True)
    assert all(won[a] == won[b] for a in range(size) for b in range(size) if places[a] == places[b])
    assert all(each.working.result == each.amount for each in sheet.awards)


@pytest.mark.parametrize(
    ("session", "said"),
    [
        ([], "A session to be awarded is one JSON object"),
        ({"ranking": []}, "“ranking” is empty"),
        ({"ranking": 3}, "“ranking” must be a list."),
        ({"sessions": [{"ranking": []}]}, "This answer has several sessions"),
        (one_winner(8, method="magic"), "There is no method “magic”"),
        (one_winner(8, method=["imps"]), "There is no method “['imps']”"),
        (
            one_winner(8, ranking=ranked(["1=", "1=", 2])),
            "3 has rank 2, with 2 ranked above: after 1= and 1= comes 3.",
        ),
        (one_winner(8, ranking=ranked([2, 3, 4])), "In the list “all” nobody has rank 1"),
        (one_winner(8, ranking=[{"contestant": "1", "rank": 1, "section": ["A"]}]), "“['A']” is no id"),
        (one_winner(8, ineligible=["9"]), "“ineligible” names 9, and nobody in “ranking” is called so."),
        (one_winner(8, players={"9": ["Ann"]}), "“players” names 9"),
        (one_winner(8, boards_played={"9": 24}), "“boards_played” names 9"),
        (one_winner(8, strata={"9": "B"}), "“strata” names 9"),
        (one_winner(8, strata=[{"stratum": "B", "ranking": ranked([1], first=9)}]), "“strata” names 9"),
        (one_winner(8, tables=1.5), "8 contestants cannot sit at 1.5 tables."),
        (one_winner(8, matches=[{"contestant": "9", "opponent": "1", "boards": 8, "net": 1}]), "“matches” names 9"),
        (one_winner(8, matches=[{"contestant": "1", "opponent": "2", "net": 1}]), "1: a match has “boards”"),
        (one_winner(8, weight="much"), "“weight”: “much” is no number of points."),
        (one_winner(8, winners=3), "“winners” is 1 or 2, not “3”."),
        (one_winner(8, winners=2), "With two winners everybody in “ranking” needs a direction"),
        (two_winners(8, winners=1), "With one winner nobody in “ranking” has a direction"),
        (one_winner(8, tables="many"), "“many” is not a number of tables; write 7, or 7.5."),
        (one_winner(8, boards_played="all"), "“boards_played” must be a whole number from 1."),
        (one_winner(8, boards_played=None), "Say how many boards each contestant was to play: “boards_played”."),
        (one_winner(8, ranking=ranked([1, 2]) * 2), "1 is twice in “ranking”."),
        (one_winner(8, ranking=ranked(["first"])), "“first” is no rank; write 3, or 3= where it is shared."),
        (one_winner(8, ranking=ranked(["9" * 5000])), "9” is no rank; write 3, or 3= where it is shared."),
        (one_winner(8, ranking=[{"contestant": "1"}]), "1 has no “rank”."),
        (one_winner(8, kind="dogs"), "“kind” is one of pairs, teams, individual, not “dogs”."),
        (one_winner(8, game="magic"), "There is no game “magic”; there are open, invitational, limited, newcomer."),
        (one_winner(8, game="limited"), "Say under “limit” how many masterpoints"),
        (one_winner(8, game="newcomer", limit=50), "A newcomer game has no limit of 50 masterpoints."),
        (one_winner(8, strata={"1": "best"}), "“strata” gives a letter to each contestant"),
        (one_winner(8, overall={"first": 2}), "“overall” needs “places”"),
        (one_winner(8, overall={"places": 2}), "For overall awards everybody needs a percentage"),
    ],
    ids=str,
)
def test_a_session_that_nothing_can_be_awarded_from_is_refused_in_a_sentence(session: Any, said: str) -> None:
    with pytest.raises(BadContest) as refused:
        made("acbl", session)
    assert said in str(refused.value)
