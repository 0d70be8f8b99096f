"""The rating of our own: players whose strength is known play made-up sessions, and their ratings find it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from math import pi, sqrt
from random import Random
from statistics import correlation, fmean, pstdev

import pytest

from arrowswitch.contests.ratings import RatedSession, RatingRules, expect, percent_of_imps, rate

NOISE = 100 / (2 * sqrt(pi))
"""How much the result of a table varies, so that a pair that is 1 stronger than all others scores 51%."""
BOARDS = 24


def played(
    name: str, day: date, players: dict[str, tuple[str, str]], strength: dict[str, float], chance: Random
) -> RatedSession:
    """A Mitchell that was really scored: every table has its result, which matchpoints compare with the others'."""
    pairs = list(players)
    half = len(pairs) // 2
    able = {pair: fmean(strength[each] for each in players[pair]) for pair in pairs}
    tables, points = [], dict.fromkeys(pairs, 0.0)
    for board in range(BOARDS):
        met = [(pairs[seat], pairs[half + (seat + board) % half]) for seat in range(half)]
        results = [able[ns] - able[ew] + chance.gauss(0, NOISE) for ns, ew in met]
        for (ns, ew), own in zip(met, results, strict=True):
            beaten = sum(own > other for other in results)
            points[ns] += beaten
            points[ew] += half - 1 - beaten
            tables.append((str(board), ns, ew))
    percents = {pair: 100 * won / (BOARDS * (half - 1)) for pair, won in points.items()}
    return RatedSession(name, day, players, tuple(tables), percents)


def season(strength: dict[str, float], nights: int, seed: int) -> list[RatedSession]:
    """Nights on which partners change: some keep theirs, most do not."""
    chance = Random(seed)
    people = list(strength)
    found = []
    for night in range(nights):
        chance.shuffle(people)
        players = {str(n): (people[2 * n], people[2 * n + 1]) for n in range(len(people) // 2)}
        found.append(played(f"night {night}", date(2024, 1, 1) + timedelta(weeks=night), players, strength, chance))
    return found


@pytest.fixture(scope="module")
def strength() -> dict[str, float]:
    chance = Random(1)
    found = {f"player {n}": chance.gauss(50, 5) for n in range(32)}
    mean = fmean(found.values())
    return {name: 50 + value - mean for name, value in found.items()}


def test_ratings_find_the_strength_of_made_up_players(strength: dict[str, float]) -> None:
    book = rate(season(strength, 120, 2))
    pairs = [(strength[each.player], each.value) for each in book.ratings.values()]
    assert correlation(*zip(*pairs, strict=True)) > 0.93
    error = sqrt(fmean((true - found) ** 2 for true, found in pairs))
    assert error < 1.6
    assert abs(fmean(found for _, found in pairs) - 50) < 0.1


def test_players_of_one_strength_are_rated_alike() -> None:
    book = rate(season({f"player {n}": 50.0 for n in range(32)}, 120, 3))
    assert pstdev(each.value for each in book.ratings.values()) < 1.6


def test_expectations_are_borne_out_by_results(strength: dict[str, float]) -> None:
    nights = season(strength, 160, 4)
    book = rate(nights)
    steps = [step for each in book.ratings.values() for step in each.steps[80:]]
    ahead = [step for step in steps if step.expected.percent > 52]
    behind = [step for step in steps if step.expected.percent < 48]
    assert len(ahead) > 100
    assert len(behind) > 100
    assert abs(fmean(step.surprise for step in ahead)) < 1
    assert abs(fmean(step.surprise for step in behind)) < 1


def test_a_strong_player_among_weak_partners_is_found_out() -> None:
    # one of four weak partners every night, who play with others in between: the mean of the percentages is 53
    weak = [f"weak {n}" for n in range(4)]
    strength = {f"player {n}": 50.0 for n in range(27)} | dict.fromkeys(weak, 44.0) | {"strong": 62.0}
    chance, nights = Random(5), []
    for night in range(150):
        partner = weak[night % 4]
        others = [name for name in strength if name not in ("strong", partner)]
        chance.shuffle(others)
        seats = ["strong", partner, *others]
        pairs = [(seats[2 * n], seats[2 * n + 1]) for n in range(len(seats) // 2)]
        chance.shuffle(pairs)
        players = {str(number): pair for number, pair in enumerate(pairs)}
        nights.append(played(str(night), date(2024, 1, 1) + timedelta(weeks=night), players, strength, chance))
    found = rate(nights)
    assert abs(fmean(step.scored for step in found.ratings["strong"].steps) - 53) < 1
    assert found.ranked()[0].player == "strong"
    assert abs(found.ratings["strong"].value - 62) < 3
    assert fmean(found.ratings[name].value for name in weak) < 47


def test_who_improves_is_followed() -> None:
    before = {f"player {n}": 50.0 for n in range(32)}
    nights = season(before, 60, 6) + season(before | {"player 0": 60.0}, 60, 7)
    days = (date(2024, 1, 1) + timedelta(weeks=week) for week in range(len(nights)))
    later = [replace(night, day=day) for night, day in zip(nights, days, strict=True)]
    steps = rate(later).ratings["player 0"].steps
    assert steps[-1].after - steps[59].after > 4


def test_in_a_mitchell_the_opponents_make_no_difference_and_the_own_direction_does() -> None:
    tables = tuple((str(board), f"n{seat}", f"e{(seat + board) % 3}") for board in range(3) for seat in range(3))
    night = RatedSession("Monday", date(2026, 1, 5), {}, tables, {})
    found = expect(night, {"n0": 56, "n1": 50, "n2": 47, "e0": 40, "e1": 45, "e2": 41})
    assert found["n0"].percent == pytest.approx(50 + 56 - (50 + 47) / 2)
    assert found["e1"].percent == pytest.approx(50 + 45 - (40 + 41) / 2)


def test_every_step_opens_its_working_and_ends_at_the_rating(strength: dict[str, float]) -> None:
    book = rate(season(strength, 4, 8))
    for each in book.ratings.values():
        assert each.steps[-1].after == each.value
        for step in each.steps:
            assert step.expected.percent == pytest.approx(
                50 + step.expected.pair - step.expected.opponents - step.expected.others
            )
            assert step.after == pytest.approx(step.before + 2 * step.surprise * step.share)
            assert float(step.working.result) == pytest.approx(step.after, abs=0.006)


def test_a_new_rating_moves_quickly_and_a_settled_one_slowly(strength: dict[str, float]) -> None:
    each = rate(season(strength, 80, 9)).ratings["player 0"]
    assert each.steps[0].share == 24 / 144
    assert each.steps[-1].share == 24 / 1524
    rules = RatingRules()
    assert str(each.standing(rules)) == "settled"
    assert str(rate(season(strength, 5, 9)).ratings["player 0"].standing(rules)) == "new"


def test_a_session_that_is_not_of_pairs_is_left_out_and_said() -> None:
    night = RatedSession("Teams", date(2026, 1, 5), {"a": ("Ann", "Bob", "Cy", "Dee")}, (), {})
    book = rate([night])
    assert book.ratings == {}
    assert book.notes == ("Teams is not rated: a are not pairs.",)


def test_cross_imps_are_read_as_a_percentage() -> None:
    # the English grading scheme: 50 + 6.48 for each IMP a board
    assert percent_of_imps(-12, 24) == pytest.approx(46.76)
