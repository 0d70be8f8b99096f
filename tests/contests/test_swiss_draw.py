"""The Swiss draw: the examples of the manuals, the best of all draws that there are, and whole events."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from swiss_events import every_draw, named, needless, played, simulated, some_event, teams

from arrowswitch.contests.swiss import WEIGHTS, PlayedMatch, SwissEntry, SwissEvent, draw, instead, load_rules
from arrowswitch.contests.swiss.draw import best_pairing
from arrowswitch.contests.swiss.field import field_of
from arrowswitch.contests.swiss.rules import FEDERATIONS, WEIGHT_NAMES
from arrowswitch.contests.swiss.weights import added, in_numbers, price_of


def pairs(text: str) -> set[frozenset[str]]:
    """Matches as a manual prints them: 1-8, 2-9."""
    return {frozenset(match.split("-")) for match in text.replace(" ", "").split(",")}


def event(rounds: list[dict[str, tuple[float, ...]]], entries: tuple[SwissEntry, ...], **rules: object) -> SwissEvent:
    """An event whose rounds are given as {"1-2": (12, 8)}."""
    history = tuple(
        tuple(
            PlayedMatch(tuple(match.split("-")), tuple(Fraction(str(each)) for each in vps))
            for match, vps in each.items()
        )
        for each in rounds
    )
    return SwissEvent(entries, history, len(history) + 1, load_rules(rules))


# -- first rounds -----------------------------------------------------------------------------------------------------


def test_the_australian_first_round_of_fourteen_is_the_printed_one() -> None:
    # NZ Club Directors Manual, L3557-3560
    drawn = draw(SwissEvent(teams(14), rules=load_rules({"first": "australian"})))
    assert named(drawn) == pairs("1-8, 2-9, 3-10, 4-11, 5-12, 6-13, 7-14")
    assert [match.table for match in drawn.matches] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("entries", "first", "second"),
    [
        (  # NZ Club Directors Manual, L3583, L3605-3615
            20,
            "1-11, 2-12, 3-13, 4-14, 5-15, 6-16, 7-17, 8-18, 9-19, 10-20",
            "1-10, 2-9, 3-8, 4-7, 5-6, 11-20, 12-19, 13-18, 14-17, 15-16",
        ),
        (  # L3619-3629; the middle six are not printed
            22,
            "1-15, 2-16, 3-17, 4-18, 5-19, 6-20, 7-21, 8-22",
            "1-8, 2-7, 3-6, 4-5, 15-22, 16-21, 17-20, 18-19",
        ),
    ],
)
def test_the_structured_draw_of_two_rounds_is_the_printed_one(entries: int, first: str, second: str) -> None:
    start = SwissEvent(teams(entries), rules=load_rules({"base": "nzb", "first": "structured"}))
    (_, one), (_, two) = simulated(start, 2, Random(1))
    middle = {str(seed) for seed in range(9, 15)} if entries == 22 else set()
    for drawn, printed in ((one, first), (two, second)):
        assert named(drawn) >= pairs(printed)
        assert all(match <= middle for match in named(drawn) - pairs(printed))
    assert not named(one) & named(two)


@pytest.mark.parametrize("entries", [12, 16, 24, 40, 60])
def test_both_opponents_seeds_add_up_to_one_more_than_the_entries(entries: int) -> None:
    start = SwissEvent(teams(entries), rules=load_rules({"first": "structured"}))
    seeds: Counter[int] = Counter()
    for _, drawn in simulated(start, 2, Random(2)):
        for match in drawn.matches:
            a, b = map(int, match.sides)
            seeds[a] += b
            seeds[b] += a
    assert set(seeds.values()) == {entries + 1}


def test_a_random_first_round_follows_from_the_published_seed() -> None:
    start = SwissEvent(teams(30), seed="the price of butter")
    assert named(draw(start)) == named(draw(start))
    assert named(draw(start)) != named(draw(replace(start, seed="the price of eggs")))
    assert "the price of butter" in draw(start).matches[0].reason


def test_every_opponent_is_as_likely_as_another_when_lots_are_drawn() -> None:
    met = Counter(
        next(iter(match - {"1"}))
        for seed in range(400)
        for match in named(draw(SwissEvent(teams(6), seed=str(seed))))
        if "1" in match
    )
    assert set(met) == {"2", "3", "4", "5", "6"}
    assert all(50 <= count <= 115 for count in met.values())


# -- later rounds -----------------------------------------------------------------------------------------------------


def test_first_meets_second_and_third_meets_fourth() -> None:
    # NZ Club Directors Manual, L3551, L3566
    after = event([{"1-5": (16, 4), "2-6": (15, 5), "3-7": (14, 6), "4-8": (13, 7)}], teams(8))
    assert named(draw(after)) == pairs("1-2, 3-4, 8-7, 6-5")


def test_the_leader_meets_the_highest_whom_it_has_not_met() -> None:
    # NZ Club Directors Manual, L3551: first and second have met, third and fourth too
    after = event([{"1-2": (11, 9), "3-4": (8.5, 8)}], tuple(teams(4)), equals="place")
    assert named(draw(after)) == pairs("1-3, 2-4")


@pytest.mark.parametrize(
    ("equals", "due"),
    [("place", "1-2, 3-4, 5-6, 7-8"), ("fold", "1-4, 2-3, 5-8, 6-7"), ("slide", "1-3, 2-4, 5-7, 6-8")],
)
def test_equals_meet_in_the_order_of_the_federation(equals: str, due: str) -> None:
    after = event([{"1-8": (12, 8), "2-7": (12, 8), "3-6": (12, 8), "4-5": (12, 8)}], teams(8), equals=equals)
    assert named(draw(after)) == pairs(due)


def test_a_gap_is_not_made_wider_to_keep_equals_together() -> None:
    after = event([{"1-4": (14, 6), "2-3": (10, 10)}], teams(4))
    assert named(draw(after)) == pairs("1-2, 3-4")


def test_who_floated_down_last_time_does_not_float_down_again() -> None:
    # 1, 2 and 3 are equal and one of them must meet 4; in round 2 it was 3 who met a lower one, 2 in round 1
    four = teams(6)
    after = event(
        [{"1-4": (10, 10), "2-5": (10, 10), "3-6": (12, 8)}, {"1-2": (10, 10), "3-5": (8, 10), "4-6": (9, 11)}], four
    )
    field = field_of(after)
    down = {match for match in named(draw(after)) if "3" in match}
    assert field.last_float[field.place_of("3")] == -1
    assert down == pairs("3-1") or down == pairs("3-2") or down == pairs("3-4")


def test_members_of_one_club_meet_only_after_the_early_rounds() -> None:
    entries = tuple(SwissEntry(str(n), seed=n, club="Avon" if n in (1, 2) else "") for n in range(1, 9))
    first = [{"1-5": (16, 4), "2-6": (15, 5), "3-7": (14, 6), "4-8": (13, 7)}]
    assert pairs("1-2") <= named(draw(event(first, entries)))
    assert not pairs("1-2") & named(draw(event(first, entries, clubs_apart=2)))


def test_a_late_entry_and_a_withdrawal_are_in_the_draw_from_and_up_to_their_round() -> None:
    entries = (*teams(6)[:5], replace(teams(6)[5], until=1), SwissEntry("7", since=2))
    first = [{"1-4": (12, 8), "2-5": (12, 8), "3-6": (12, 8)}]
    assert {name for match in named(draw(event(first, entries))) for name in match} == {"1", "2", "3", "4", "5", "7"}


def test_who_came_late_has_missed_a_round_and_does_not_sit_out_at_once() -> None:
    entries = (*teams(4), SwissEntry("5", since=2))
    drawn = draw(event([{"1-3": (12, 8), "2-4": (13, 7)}], entries))
    assert [match.sides for match in drawn.matches if len(match.sides) == 1] == [("4",)]


def test_a_draw_on_results_one_round_old_counts_everything_but_the_last_round() -> None:
    rounds = [
        {"1-5": (16, 4), "2-6": (15, 5), "3-7": (14, 6), "4-8": (13, 7)},
        {"1-2": (0, 20), "3-4": (0, 20), "8-7": (0, 20), "6-5": (0, 20)},
    ]
    old = draw(event(rounds, teams(8), lag=1))
    assert named(old) == pairs("1-3, 2-4, 8-6, 7-5")
    assert "round 2 do not count" in old.notes[0]


def test_a_result_that_is_out_counts_as_a_draw_and_is_said() -> None:
    first = (PlayedMatch(("1", "2"), (Fraction(15), Fraction(5))), PlayedMatch(("3", "4")))
    drawn = draw(SwissEvent(teams(4), (first,), 2))
    assert named(drawn) == pairs("1-3, 2-4") or named(drawn) == pairs("1-4, 2-3")
    assert str(drawn.notes[0]) == "The result of 3 v 4 is not in; each counts 10 VPs for this draw."


# -- odd numbers ------------------------------------------------------------------------------------------------------


def test_the_bye_goes_to_the_lowest_who_has_had_none() -> None:
    after = event(
        [{"1-4": (14, 6), "2-3": (13, 7), "5": (12,)}, {"1-2": (10, 10), "5-3": (10, 10), "4": (12,)}], teams(5)
    )
    drawn = draw(after)
    assert [match.sides for match in drawn.matches if len(match.sides) == 1] == [("3",)]
    assert "3 is the lowest who has had no bye" in drawn.matches[-1].reason


def test_a_troika_is_of_the_bottom_three_and_lasts_two_rounds() -> None:
    # NZ Club Directors Manual, L3331-3341
    start = SwissEvent(teams(7), rules=load_rules("nzb"), seed="x")
    rounds = list(simulated(start, 6, Random(3)))
    triples = [next(match for match in named(drawn) if len(match) == 3) for _, drawn in rounds]
    assert triples[0] == triples[1]
    assert triples[2] == triples[3] != triples[0]
    assert "second round of the triple" in next(match.reason for match in rounds[1][1].matches if len(match.sides) == 3)
    met = [frozenset(two) for match in (*named(rounds[0][1]), *named(rounds[1][1])) for two in combinations(match, 2)]
    again = [frozenset(two) for match in named(rounds[2][1]) for two in combinations(match, 2)]
    assert not {*met} & {*again}  # as in the printed draw of seven, L3365-3374, where 7 is in every troika


def test_a_triple_that_would_begin_in_the_last_round_has_half_matches() -> None:
    # Bridge Director's Companion, L3948-3969
    start = SwissEvent(teams(9), rules=load_rules({"base": "acbl", "rounds": 5}))
    *_, (_, last) = simulated(start, 5, Random(7))
    assert "half matches" in next(match.reason for match in last.matches if len(match.sides) == 3)


def test_a_triple_of_one_round_is_drawn_anew_every_round() -> None:
    start = SwissEvent(teams(9), rules=load_rules({"odd": "triple", "triple_rounds": 1}))
    triples = [
        {name for match in drawn.matches if len(match.sides) == 3 for name in match.sides}
        for _, drawn in simulated(start, 3, Random(4))
    ]
    assert len(set().union(*triples)) == 9


def after_byes(odd: str) -> SwissEvent:
    """Five teams that have met as these matches say; who has had no bye or triple can only be spared for a rematch."""
    met = {"1-2": (10, 10), "3": (12,), "4-5": (10, 10)}
    if odd == "triple":
        return event([{"1-2-3": (10, 10, 10), "4-5": (10, 10)}], teams(5), odd="triple")
    return event(
        [met, {"1-4": (10, 10), "2-5": (10, 10), "3": (12,)}, {"1-5": (10, 10), "2-4": (10, 10), "3": (12,)}], teams(5)
    )


def test_a_rematch_is_better_than_a_second_bye() -> None:
    drawn = draw(after_byes("bye"))  # 1, 2, 4 and 5 have all met: without 3 there is no draw but with a rematch
    assert [match.sides for match in drawn.matches if len(match.sides) == 1] == [("5",)]
    assert in_numbers(drawn.pairing.field, drawn.pairing.cost)["rematches"] == 1


def test_a_second_triple_is_better_than_a_rematch() -> None:
    start = SwissEvent(teams(13), rules=load_rules("nzb"), seed="1")
    found = 0
    for seed in range(40):
        for before, drawn in simulated(start, 7, Random(seed)):
            cost = in_numbers(drawn.pairing.field, drawn.pairing.cost)
            assert not cost["rematches"], f"round {before.next} of event {seed}"
            if cost["triple-again"]:
                found += 1
                (triple,) = [match for match in drawn.matches if len(match.sides) == 3]
                assert "there would be more rematches" in triple.reason
    assert found  # it does happen, in the seventh round


# -- tables -----------------------------------------------------------------------------------------------------------


def test_who_cannot_move_keeps_the_table_and_the_match_there_takes_the_other() -> None:
    # NZ Club Directors Manual, L3667-3668
    entries = tuple(replace(entry, home=4 if entry.id == "1" else None) for entry in teams(8))
    drawn = draw(event([{"1-5": (16, 4), "2-6": (15, 5), "3-7": (14, 6), "4-8": (13, 7)}], entries))
    assert [(set(match.sides), match.table) for match in drawn.matches] == [
        ({"6", "5"}, 1),
        ({"3", "4"}, 2),
        ({"8", "7"}, 3),
        ({"1", "2"}, 4),
    ]


def test_as_many_as_can_be_keep_their_tables_where_that_is_wanted() -> None:
    first = tuple(
        PlayedMatch(sides, (Fraction(vps), Fraction(20 - vps)), table)
        for table, (sides, vps) in enumerate(
            [(("4", "8"), 13), (("3", "7"), 14), (("2", "6"), 15), (("1", "5"), 16)], 1
        )
    )
    by_place = draw(SwissEvent(teams(8), (first,), 2))
    few = draw(SwissEvent(teams(8), (first,), 2, load_rules({"tables": "walks"})))
    assert named(by_place) == named(few)
    assert few.walks == 4 < by_place.walks  # each match has one who stays and one who comes


# -- the best of all --------------------------------------------------------------------------------------------------

RULES = [
    {},
    {"equals": "fold"},
    {"equals": "slide", "odd": "triple", "triple_rounds": 1},
    {"equals": "random", "odd": "triple", "triple_rounds": 1},
    {"first": "structured"},
    {"odd": "triple", "triple_rounds": 1, "lag": 1},
    {"clubs_apart": 9, "tables": "walks"},
]


@settings(max_examples=120, deadline=None)
@given(st.integers(2, 10), st.integers(0, 6), st.sampled_from(RULES), st.booleans(), st.integers(0, 10**9))
def test_no_draw_of_up_to_ten_contestants_is_better(
    entries: int, rounds: int, rules: dict[str, object], whole: bool, seed: int
) -> None:
    if entries < 3 and "odd" in rules:
        entries = 3
    event = some_event(Random(seed), entries, rounds, load_rules(rules), whole)
    clubs = tuple(replace(entry, club="AB"[place % 3 % 2]) for place, entry in enumerate(event.entries))
    field = field_of(event := replace(event, entries=clubs))
    odd = (3 if event.rules.odd == "triple" else 1) if entries % 2 else 0
    length = len(event.rules.weights)
    least = min(added([price_of(field, group) for group in every], length) for every in every_draw(range(entries), odd))
    found = best_pairing(field)
    assert found.cost == least
    assert found.proved


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 5), st.integers(1, 5), st.integers(0, 10**9))
def test_rematches_and_distance_are_least_counted_from_the_results_alone(half: int, rounds: int, seed: int) -> None:
    event = some_event(Random(seed), 2 * half, rounds)
    total: Counter[str] = Counter()
    met: Counter[frozenset[str]] = Counter()
    last: dict[frozenset[str], int] = {}
    for number, matches in enumerate(event.rounds, 1):
        for match in matches:
            met[frozenset(match.sides)] += 1
            last[frozenset(match.sides)] = number
            for side, vps in zip(match.sides, match.vps or (), strict=True):
                total[side] += vps
    names = [entry.id for entry in event.entries]

    def judged(groups: list[tuple[str, str]]) -> tuple[int, int, Fraction]:
        sides = [frozenset(group) for group in groups]
        distance = sum((abs(total[a] - total[b]) for a, b in groups), Fraction(0))
        return sum(met[each] for each in sides), sum(last.get(each, 0) for each in sides), distance

    least = min(judged([(names[a], names[b]) for a, b in every]) for every in every_draw(range(len(names)), 0))
    drawn = draw(event)
    assert judged([match.sides for match in drawn.matches]) == least  # type: ignore[misc]
    cost = in_numbers(drawn.pairing.field, drawn.pairing.cost)
    assert (cost["rematches"], cost["recent-rematches"], cost["distance"]) == least


@settings(max_examples=40, deadline=None)
@given(
    st.integers(4, 40),
    st.integers(0, 8),
    st.sampled_from(["place", "fold", "slide", "random"]),
    st.sampled_from(["wbf", "nzb", "acbl"]),
    st.integers(0, 10**9),
)
def test_the_order_of_the_file_changes_nothing(entries: int, rounds: int, equals: str, base: str, seed: int) -> None:
    random = Random(seed)
    event = some_event(random, entries, rounds, load_rules({"base": base, "equals": equals}), whole=True)
    mixed = [random.sample(matches, len(matches)) for matches in event.rounds]
    turned = tuple(
        tuple(PlayedMatch(match.sides[::-1], match.vps and match.vps[::-1], match.table) for match in matches)
        for matches in mixed
    )
    other = replace(event, entries=tuple(random.sample(event.entries, entries)), rounds=turned)
    assert [match.sides for match in draw(event).matches] == [match.sides for match in draw(other).matches]


def test_leaving_out_what_cannot_be_best_loses_nothing() -> None:
    from arrowswitch.contests.swiss import matching

    for seed in range(25):
        event = some_event(Random(seed), 60, 4, whole=bool(seed % 2))
        field = field_of(event)
        places = range(60)
        few = matching.cheapest(field, places)
        every = [(pair, matching.pair_price(field, *pair)) for pair in combinations(places, 2)]
        assert len(list(matching._pairs(field, places))) < len(every)
        whole = matching._solved(places, every)
        assert whole is not None
        assert few.cost == whole.cost


@pytest.mark.parametrize("bits", [26, 34, 48, 70])
def test_weights_that_are_settled_one_after_the_other_come_to_the_same(
    bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from arrowswitch.contests.swiss import matching

    for seed in range(15):
        event = some_event(Random(seed), 10, 8, whole=True)
        monkeypatch.setattr(matching, "MOST_BITS", 120)
        at_once = best_pairing(field_of(event))
        monkeypatch.setattr(matching, "MOST_BITS", bits)
        in_turn = best_pairing(field_of(event))
        settled = [name for name, x, y in zip(event.rules.weights, at_once.cost, in_turn.cost, strict=True) if x == y]
        assert "rematches" in settled
        assert "distance" in settled
        assert in_turn.cost == at_once.cost or not in_turn.proved


def test_a_field_of_two_clubs_that_must_meet_is_still_proved() -> None:
    entries = tuple(replace(entry, club="Avon" if int(entry.id) % 3 else "Brook") for entry in teams(150))
    start = SwissEvent(entries, rules=load_rules({"clubs_apart": 3}))
    for _, drawn in simulated(start, 3, Random(6)):
        assert drawn.pairing.proved
        assert in_numbers(drawn.pairing.field, drawn.pairing.cost)["clubs"] == 25


# -- whole events -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_whole_events_have_no_needless_rematch_and_nobody_sits_out_twice(seed: int) -> None:
    random = Random(seed)
    entries, rounds = random.randint(8, 40), random.randint(5, 8)
    rules = load_rules(random.choice(["wbf", "nzb", "acbl", {"odd": "triple"}, {"equals": "fold"}]))
    for event, drawn in simulated(
        SwissEvent(teams(entries), rules=rules, seed=str(seed)), rounds, random, bool(seed % 2)
    ):
        assert drawn.pairing.proved
        assert list(needless(event, drawn)) == []


# -- the price of another ---------------------------------------------------------------------------------------------


def test_another_pairing_has_its_price_in_words() -> None:
    after = event([{"1-2": (16, 4), "3-4": (14, 6), "5-6": (13, 7), "7-8": (11, 9)}], teams(8))
    assert (
        str(instead(after, "1", "2")) == "1 v 2 instead costs 1 rematch (they met in round 1) and 12 VPs of distance."
    )
    assert "is in the best draw" in instead(after, "1", "3")
    assert str(instead(after, "1", "5")) == "1 v 5 instead costs 2 VPs of distance."


def test_played_is_what_a_round_looks_like() -> None:
    assert all(sum(match.vps or ()) == 20 for match in played([("1", "2"), ("3", "4")], Random(1), load_rules()))


@pytest.mark.parametrize("name", ["acbl", "nzb", "wbf"])
def test_every_value_of_a_federation_has_its_source(name: str) -> None:
    data = tomllib.loads((FEDERATIONS / f"{name}.toml").read_text("utf-8"))
    values = {key: each for key, each in data.items() if key not in ("title", "extends")}
    assert all(set(each) == {"value", "source"} and each["source"] for each in values.values())
    assert load_rules(name).name == name


def test_the_page_for_players_has_every_rule_in_its_order() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "how-the-draw-is-made.md").read_text("utf-8")
    rows = [
        f"| {number} | {WEIGHTS[name].about} | `{name}` |" for number, name in enumerate(load_rules("wbf").weights, 1)
    ]
    assert "\n".join(rows) in page
    assert list(WEIGHTS) == list(WEIGHT_NAMES) == list(load_rules("wbf").weights)
