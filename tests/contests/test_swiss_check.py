"""A stranger's draw is judged by the rules that ours is made with."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from swiss_events import some_event, teams

from arrowswitch.contests.swiss import PlayedMatch, SwissEvent, check, draw, load_rules

FIRST = (PlayedMatch(("1", "2"), (Fraction(16), Fraction(4))), PlayedMatch(("3", "4"), (Fraction(14), Fraction(6))))
EVENT = SwissEvent(teams(4), (FIRST,), 2)


@settings(max_examples=50, deadline=None)
@given(st.integers(4, 24), st.integers(0, 6), st.sampled_from(["wbf", "nzb", "acbl"]), st.integers(0, 10**9))
def test_our_own_draw_is_legal_and_nothing_is_better(entries: int, rounds: int, rules: str, seed: int) -> None:
    event = some_event(Random(seed), entries, rounds, load_rules(rules))
    verdict = check(event, [match.sides for match in draw(event).matches])
    assert verdict.legal
    assert verdict.distance_from_best == 0
    assert verdict.worse == []


@settings(max_examples=50, deadline=None)
@given(st.integers(2, 8), st.integers(0, 4), st.integers(0, 10**9))
def test_a_draw_by_chance_is_never_better_and_never_legal_with_a_needless_rematch(
    half: int, rounds: int, seed: int
) -> None:
    random = Random(seed)
    event = some_event(random, 2 * half, rounds)
    names = [entry.id for entry in event.entries]
    random.shuffle(names)
    groups = list(zip(names[::2], names[1::2], strict=True))
    verdict = check(event, groups)
    assert verdict.cost is not None
    assert verdict.cost >= verdict.best.cost
    met = {frozenset(match.sides) for matches in event.rounds for match in matches}
    rematches = sum(frozenset(group) in met for group in groups)
    least = sum(frozenset(match.sides) in met for match in draw(event).matches)
    if verdict.legal and not least:
        assert rematches == 0
    if not rematches:
        assert verdict.legal


@pytest.mark.parametrize(
    ("groups", "fault"),
    [
        ([("1", "2"), ("3", "4")], "1 and 2 met in round 1, and there is a draw without this."),
        ([("1", "3")], "2 is not in the draw."),
        ([("1", "3"), ("2", "4"), ("1", "4")], "1 is in the draw more than once."),
        ([("1", "3"), ("2", "4"), ("9",)], "9 is not in this event."),
        ([("1", "3"), ("2",), ("4",)], "Byes: 2; by these rules it should be 0."),
    ],
)
def test_a_fault_is_named(groups: list[tuple[str, ...]], fault: str) -> None:
    verdict = check(EVENT, groups)
    assert not verdict.legal
    assert fault in verdict.faults


def test_a_legal_draw_that_is_not_the_closest_is_measured_in_victory_points() -> None:
    verdict = check(EVENT, [("1", "4"), ("2", "3")])
    assert verdict.legal
    assert verdict.distance_from_best == 16
    assert [str(each) for each in verdict.worse] == ["16 VPs of distance"]


def test_a_second_bye_is_a_fault_while_another_has_had_none() -> None:
    first = (*FIRST, PlayedMatch(("5",)))
    verdict = check(SwissEvent(teams(5), (first,), 2), [("1", "3"), ("2", "4"), ("5",)])
    assert [str(fault) for fault in verdict.faults] == ["5 has had a bye or triple before; it can go to another."]


def test_a_second_triple_is_a_fault_only_if_it_saves_no_rematch() -> None:
    even = (Fraction(10), Fraction(10))
    first = (
        PlayedMatch(("1", "2", "3"), (*even, Fraction(10))),
        PlayedMatch(("4", "5"), even),
        PlayedMatch(("6", "7"), even),
    )
    event = SwissEvent(teams(7), (first,), 2, load_rules({"odd": "triple"}))
    assert check(event, [("4", "6", "1"), ("2", "5"), ("3", "7")]).legal  # of 4, 5, 6 and 7 no three have not met
    verdict = check(event, [("1", "4", "2"), ("3", "5"), ("6", "7")])
    assert "1 and 2 met in round 1, and there is a draw without this." in verdict.faults
    older = (*first[:1], PlayedMatch(("4", "8"), even), PlayedMatch(("5", "9"), even), PlayedMatch(("6", "7"), even))
    nine = SwissEvent(teams(9), (older,), 2, load_rules({"odd": "triple"}))
    again = check(nine, [("1", "4", "5"), ("2", "6"), ("3", "8"), ("7", "9")])
    assert [str(fault) for fault in again.faults] == ["1 has had a bye or triple before; it can go to another."]


def test_a_triple_must_play_its_second_round() -> None:
    first = (PlayedMatch(("1", "2", "3")), PlayedMatch(("4", "5"), (Fraction(10), Fraction(10))))
    event = SwissEvent(teams(5), (first,), 2, load_rules("nzb"))
    assert check(event, [("1", "2", "3"), ("4", "5")]).legal  # who is left has to meet again
    broken = check(event, [("1", "2", "4"), ("3", "5")])
    assert "The triple of 1, 2, 3 has its second round to play." in broken.faults


def test_who_has_withdrawn_must_not_be_in_the_draw() -> None:
    event = replace(EVENT, entries=(*teams(4), replace(teams(5)[4], until=1)))
    assert "5 does not play in round 2." in check(event, [("1", "3"), ("2", "4"), ("5",)]).faults
