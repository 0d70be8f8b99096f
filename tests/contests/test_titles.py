"""Ranks, stars, rating points and grades of New Zealand, totals by year and kind, and awards made again."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from test_awards import made, one_winner, ranked

from arrowswitch.contests.awards import (
    CreditedPoints,
    PlayerRank,
    award_changes,
    credited_by,
    grade,
    new_rating,
    promotions,
    rank,
    title_rules,
    titles_at,
    totals,
)

NZB = title_rules("nzb")


def points(a: int = 0, b: int = 0, c: int = 0) -> dict[str, Fraction]:
    return {"A": Fraction(a), "B": Fraction(b), "C": Fraction(c)}


@pytest.mark.parametrize(
    ("a", "total", "name"),
    [
        (0, 4, "Unranked"),
        (0, 5, "Certificate of Proficiency"),
        (0, 20, "Club Master"),
        (0, 50, "Local Master"),
        (50, 100, "Provincial Master"),
        (49, 100, "Local Master *"),
        (100, 200, "Master"),
        (175, 350, "National Master"),
        (250, 500, "Life Master"),
        (500, 1000, "Grand Master"),
        (1250, 2500, "Silver Grand Master"),
        (2500, 4000, "Gold Grand Master"),
        (2500, 9000, "Gold Grand Master"),
    ],
)
def test_a_rank_is_reached_by_points_in_all_and_a_points_at_least(a: int, total: int, name: str) -> None:
    # NZ Club Directors Manual, L4925-4937
    assert str(rank(points(a, total - a), NZB)) == name


@pytest.mark.parametrize(
    ("a", "total", "stars"),
    [(0, 99, 0), (49, 100, 1), (0, 149, 1), (0, 150, 2), (0, 200, 3), (0, 300, 5), (200, 700, 1), (249, 699, 0)],
)
def test_stars_are_given_to_who_lacks_a_points(a: int, total: int, stars: int) -> None:
    # L4938-4945: a Local Master at 100 and 150, a National Master at 700 and under 250 A; 5 stars are 300
    assert rank(points(a, total - a), NZB).stars == stars


def test_the_rating_of_the_manuals_example() -> None:
    # L4951-4956: 80 before, 3 A and 17 B in the year: 84
    assert new_rating(Fraction(80), Fraction(3 + 17), NZB) == 84


@pytest.mark.parametrize(
    ("name", "stars", "rating", "a", "wanted"),
    [
        ("Provincial Master", 0, 0, 50, "Open"),
        ("Local Master", 5, 0, 0, "Open"),
        ("Local Master", 4, 100, 0, "Open"),
        ("Local Master", 4, 99, 0, "Intermediate"),
        ("Local Master", 0, 0, 0, "Intermediate"),
        ("Club Master", 0, 31, 0, "Intermediate"),
        ("Club Master", 0, 30, 5, "Intermediate"),
        ("Club Master", 0, 30, 4, "Junior"),
        ("Unranked", 0, 0, 0, "Junior"),
    ],
)
def test_a_grade_follows_from_rank_stars_rating_and_a_points(
    name: str, stars: int, rating: int, a: int, wanted: str
) -> None:
    # L4903-4917
    place = next((place for place, each in enumerate(NZB.ranks.list, 1) if each.name == name), 0)
    assert grade(PlayerRank(name, place, stars), Fraction(rating), Fraction(a), NZB)[0] == wanted


def test_exactly_100_rating_points_are_in_both_grades_and_that_is_said() -> None:
    earned = [CreditedPoints("Ann", date(2025, 2, 3), "B", Fraction(100))]
    ann = titles_at(earned, date(2026, 3, 1), NZB)["Ann"]
    assert (str(ann.rank), ann.rating, ann.grade) == ("Local Master *", 100, "Open")
    assert ann.notes == ("With exactly 100 rating points the manual has a Local Master in both grades.",)


def test_a_hundred_c_points_are_a_b_point_and_the_rest_waits() -> None:
    earned = [CreditedPoints("Ann", date(2025, 1, day), "C", Fraction(40)) for day in range(1, 6)]
    earned += [CreditedPoints("Ann", date(2026, 1, 5), "C", Fraction(160))]
    assert titles_at(earned, date(2026, 1, 1), NZB)["Ann"].points == {"B": 2, "C": 0}
    later = titles_at(earned, date(2027, 1, 1), NZB)["Ann"]
    assert later.points == {"B": 3, "C": 60}
    assert later.rating == Fraction(8, 10) * 2 + 1


def test_a_rating_fades_in_years_without_points_and_grades_change_only_at_new_year() -> None:
    earned = [
        CreditedPoints("Ann", date(2024, 5, 5), "B", Fraction(49)),
        CreditedPoints("Ann", date(2026, 2, 2), "A", Fraction(60)),
    ]
    before = titles_at(earned, date(2026, 2, 1), NZB)["Ann"]
    after = titles_at(earned, date(2026, 2, 2), NZB)["Ann"]
    next_year = titles_at(earned, date(2027, 1, 1), NZB)["Ann"]
    assert (str(before.rank), before.rating, before.grade) == ("Club Master", Fraction(49 * 8, 10), "Intermediate")
    assert (str(after.rank), after.grade) == ("Provincial Master", "Intermediate")
    assert (next_year.rating, next_year.grade) == (Fraction(49 * 64, 100) + 60, "Open")
    assert next_year.working.result == next_year.rating


def test_who_has_only_a_rating_on_the_federations_list_has_that() -> None:
    known = {"Ann": {2025: Fraction(84)}, "Bob": {2026: Fraction(84)}}
    found = titles_at([], date(2027, 1, 1), NZB, ratings_known=known)
    assert (found["Ann"].rating, found["Ann"].grade) == (Fraction(84) * 8 / 10, "Intermediate")
    assert set(titles_at([], date(2026, 5, 1), NZB, ratings_known=known)) == {"Ann"}


def test_promotions_are_listed_the_highest_first() -> None:
    earned = [
        CreditedPoints("Ann", date(2026, 1, 1), "B", Fraction(45)),
        CreditedPoints("Bob", date(2026, 1, 1), "B", Fraction(95)),
        CreditedPoints("Cy", date(2026, 1, 1), "B", Fraction(30)),
        *(CreditedPoints(who, date(2026, 6, 1), "B", Fraction(5)) for who in ("Ann", "Bob", "Cy", "Dee")),
    ]
    found = promotions(titles_at(earned, date(2026, 5, 31), NZB), titles_at(earned, date(2026, 6, 1), NZB), NZB)
    assert [(each.player, str(each.before), str(each.after)) for each in found] == [
        ("Bob", "Local Master", "Local Master *"),
        ("Ann", "Club Master", "Local Master"),
        ("Dee", "Unranked", "Certificate of Proficiency"),
    ]


def test_players_are_credited_with_the_awards_that_count() -> None:
    session = one_winner(8, players={"1": ["Ann", "Bob"], "2": ["Cy", "Ann"]})
    first = credited_by(made("nzb", session), date(2025, 12, 30), "C", "Tuesday")
    second = credited_by(made("nzb", session), date(2026, 1, 6), "C", "Tuesday")
    found = totals([*first, *second])
    assert found["Ann"].by_year == {2025: {"C": 67}, 2026: {"C": 67}}
    assert found["Bob"].all == {"C": 80}
    assert found["Ann"].before(2026) == {"C": 67}


def test_awards_made_again_after_a_correction_show_what_is_different() -> None:
    before = made("nzb", one_winner(8))
    after = made("nzb", one_winner(8, ranking=ranked([1, 2, "3=", "3=", 5, 6, 7, 8])))
    assert [(each.contestant, each.before, each.after) for each in award_changes(before, after)] == [
        ("3", 13, 7),
        ("4", 0, 7),
    ]
    assert award_changes(before, before) == []
