"""Every repair of the manuals, told to the best way to finish: it is found there, and nothing worse stands before it."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from arrowswitch.movements import FAMILIES, ImpossibleWish, Movement, build, replan
from arrowswitch.movements.replan import costs, made_legal
from arrowswitch.movements.replan.ways import Way
from arrowswitch.session.troubles.finishing import FACTS, FinishWish, manuals, read_fact, standings, ways_to_finish
from examples import examples

SIZES: dict[str, list[dict[str, Any]]] = {
    "pairs": [{"tables": tables} for tables in (5, "6½", 7, 8, "9½", 12)],
    "teams": [{"teams": teams} for teams in (4, 5, 6, 8)],
    "individual": [{"players": players} for players in (8, 12, 13)],
}
SHARE = build("share-relay", tables=8, rounds=8)
SKIP = build("skip-mitchell", tables=10, rounds=9, skip_after=5)
MITCHELL = build("mitchell", tables=7)


def told(movement: Movement, played: int, *facts: str, tries: int = 4000) -> tuple[FinishWish, tuple[Way, ...]]:
    given = tuple(map(read_fact, facts))
    here = replan.standing(movement, played)
    wish = FinishWish(standings(here, given), tuple(manuals(here, given)))
    return wish, ways_to_finish(wish, tries, 60)


# seed-000 3.8, seed-002 CAP-31 to CAP-38, seed-004 2.3 and 3.6
WORKED: tuple[tuple[Movement, int, str], ...] = (
    (SHARE, 4, "relay:low"),
    (SHARE, 4, "relay:high"),
    (SHARE, 2, "relay:low"),
    (SHARE, 6, "relay:high"),
    (SHARE, 1, "relay:none"),
    (SHARE, 2, "relay:none"),
    (build("mitchell", tables="6½"), 2, "rested:left"),
    (build("mitchell", tables="8½", rounds=9), 4, "rested:none"),
    (build("mitchell", tables="6½"), 3, "rested:none"),
    (SKIP, 6, "special:6"),
    (SKIP, 7, "special:6"),
    (SKIP, 5, "skipped:4"),
    (SKIP, 4, "skipped:3"),
    (SKIP, 7, "skipped:6"),
    (build("extended-mitchell", tables=17, boards=25), 22, "special:22"),
    (build("extended-mitchell", tables=17, boards=25), 22, "skipped:20"),
    (MITCHELL, 1, "order:1-2"),
    (MITCHELL, 3, "order:2-5"),
    (build("rover", tables="7½"), 2, "rover:2"),
    (build("howell", tables=5), 3, "turned:3-2"),
    (MITCHELL, 1, "wrong:1-1-4-5"),
    (MITCHELL, 2, "seats:2-8-9-once"),
    (build("howell", tables=5), 3, "seats:2-3-5-once"),
    (build("howell", tables=5), 3, "seats:2-3-5-since"),
    (MITCHELL, 4, "gone:3"),
    (build("rover", tables="9½"), 3, "gone:3"),
    (MITCHELL, 1, "come:1"),
    (build("howell", tables="4½"), 1, "come:1"),
    (build("howell", tables=5), 1, "come:1"),
    (MITCHELL, 1, "come:2"),
    (MITCHELL, 4, "last:6"),
    (MITCHELL, 4, "time:60"),
)


@pytest.mark.parametrize(("movement", "played", "fact"), WORKED)
def test_every_repair_of_the_manuals_is_thought_of_and_nothing_worse_stands_first(
    movement: Movement, played: int, fact: str
) -> None:
    wish, ways = told(movement, played, fact)
    for here in wish.standings:
        assert not [str(each) for way in ways for each in way.new_faults(here)]
        for _name, _title, repair in wish.manuals:
            manual = made_legal(here, repair.movement.meetings, repair.movement.shares)
            new = [group for group in repair.movement.shares if group not in movement.shares]
            assert ways[0].costs.rank <= costs(here, manual, len(new)).rank
    assert all(way.say for way in ways)


@pytest.mark.parametrize(
    ("movement", "played", "fact", "words"),
    [
        (SHARE, 4, "relay:low", "Exchange the boards on the relay with those on table 4."),
        (SHARE, 4, "relay:high", "From now on tables 1 and 2 share; tables 1 and 8 do not."),
        (SHARE, 1, "relay:none", "Count the sets: 8 are in play."),
        (SKIP, 5, "skipped:4", "go on, and do not skip again."),
        (MITCHELL, 1, "order:1-2", "Leave the boards as they are and move them on as usual"),
    ],
)
def test_a_way_of_the_manuals_that_is_as_good_stands_first_and_in_the_manuals_own_words(
    movement: Movement, played: int, fact: str, words: str
) -> None:
    _wish, ways = told(movement, played, fact)
    assert ways[0].manual
    assert ways[0].fewest_lost
    assert not ways[0].carries
    assert words in " ".join(map(str, ways[0].say))


def test_what_goes_on_for_now_is_said_now_and_the_repair_when_it_is_due() -> None:
    _wish, ways = told(SHARE, 2, "relay:low")
    (now,) = ways[0].say
    assert "put right after round 4" in str(now)
    assert any("put the relay between tables 4 and 5" in str(each.text) for each in ways[0].instructions)


def test_what_the_whole_room_did_comes_before_what_two_did_whatever_was_told_first() -> None:
    given = tuple(map(read_fact, ("seats:4-9-10-once", "relay:low")))
    (here,) = standings(replan.standing(SHARE, 4), given)
    (other,) = standings(replan.standing(SHARE, 4), given[::-1])
    assert here.past == other.past
    assert {m.ew for m in here.past if m.round == 4} == {m.ew for m in SHARE.by_round[4]}
    assert here.past != standings(replan.standing(SHARE, 4), given[1:])[0].past


def test_a_round_is_cut_with_the_arrow_switch_and_the_other_way_has_two_winners() -> None:
    _wish, ways = told(build("mitchell", tables=7, switch="7"), 4, "last:6")
    assert [(way.movement.winners, way.movement.rounds) for way in ways] == [(1, 6), (2, 6)]
    assert all(m.switched for m in ways[0].movement.by_round[6])
    assert "Turn every table for round 6: the arrow switch is made then." in [
        str(each.text) for each in ways[0].instructions if each.after == 5
    ]
    assert "No arrow switch is left, so there are two winners." in map(str, ways[1].say)


@pytest.mark.parametrize(("movement", "played"), [(build("howell", tables=4), 3), (MITCHELL, 2)])
def test_who_comes_late_plays_and_the_sit_outs_go_round(movement: Movement, played: int) -> None:
    _wish, ways = told(movement, played, "come:1", tries=40_000)
    out = [one.pair for one in ways[0].movement.sit_outs if one.round > played]
    assert len(out) == len(set(out)) == movement.rounds - played
    (new,) = set(ways[0].movement.contestants) - set(movement.contestants)
    assert ways[0].movement.winners == movement.winners
    assert ways[0].movement.label(new) == ("EW 8" if movement is MITCHELL else "9")


def test_a_round_in_which_nobody_can_play_is_not_called() -> None:
    movement = build("mitchell", tables=5)
    here = replan.boards_spoilt(replan.standing(movement, 3), *(b for m in movement.by_round[5] for b in m.boards))
    for way in replan.ways(here, tries=100):
        assert way.movement.by_round.get(way.movement.rounds) or not way.costs.minutes


def test_every_fact_can_be_told_in_some_movement() -> None:
    movements = [SHARE, SKIP, MITCHELL, build("rover", tables="7½"), build("mitchell", tables="6½", switch="2")]
    assert {name for name, kind in FACTS.items() if any(map(kind.where, movements))} == set(FACTS)


@cache
def movements() -> tuple[Movement, ...]:
    """A movement or two of every family that pairs, teams and players can have; Swiss rounds are drawn, not planned."""
    found = []
    for name, family in FAMILIES.items():
        for wish in SIZES[family.kind]:
            try:
                movement = build(name, **wish)
            except ImpossibleWish:
                continue
            if movement.rounds > 2 and not movement.draws:
                found.append(movement)
    return tuple(found)


def some_fact(random: Random, movement: Movement, played: int) -> str:
    """Something that a manual knows a repair for, or at least a word."""
    one, other = random.sample(movement.contestants, 2)
    facts = [
        f"gone:{one}",
        f"come:{random.choice('12')}",
        f"seats:{random.randint(1, played)}-{one}-{other}-{random.choice(['once', 'since'])}",
        f"special:{random.randint(2, played)}",
        f"skipped:{random.randint(1, played)}",
        f"relay:{random.choice(['low', 'high', 'none'])}",
        f"rested:{random.choice(['left', 'none'])}",
        f"order:{'-'.join(str(m.table) for m in random.sample(movement.by_round[1], 2))}",
        f"rover:{random.randint(1, played)}",
        f"last:{movement.rounds - 1}",
        f"time:{random.randint(20, 90)}",
    ]
    return random.choice([each for each in facts if FACTS[each.partition(":")[0]].where(movement)])


def tried(movement: Movement, played: int, facts: list[str]) -> tuple[FinishWish, tuple[Way, ...], str]:
    """The ways, or why there is none."""
    try:
        return *told(movement, played, *facts, tries=300), ""
    except ImpossibleWish as refusal:
        return FinishWish((), ()), (), str(refusal.args[0])


@pytest.mark.parametrize("seed", range(examples(240)))
def test_in_every_family_no_manual_does_better_whatever_has_happened(seed: int) -> None:
    random = Random(seed)
    movement = movements()[seed % len(movements())]
    played = random.randint(2, movement.rounds - 1)
    facts = [some_fact(random, movement, played) for _ in range(random.randint(1, 3))]
    wish, ways, refusal = tried(movement, played, facts)
    assert bool(ways) != refusal.endswith("."), facts
    for here in wish.standings:
        assert all(way.say for way in ways), facts
        for _name, _title, repair in wish.manuals:
            manual = made_legal(here, repair.movement.meetings, repair.movement.shares)
            new = [group for group in repair.movement.shares if group not in movement.shares]
            assert ways[0].costs.rank <= costs(here, manual, len(new)).rank, (facts, repair.steps)


TWO_FACTS = ("gone:1", "gone:9", "come:1", "come:2", "table:2", "seats:1-2-9-once", "last:4", "special:2")
ROOMS: tuple[Movement, ...] = (
    *(build("share-relay", tables=tables) for tables in (6, 10, "7½")),
    *(build("mitchell", tables=tables) for tables in (7, "6½")),
    build("howell", tables="4½"),
    build("rover", tables="6½"),
)


@pytest.mark.parametrize("movement", ROOMS, ids=lambda movement: f"{movement.family} {movement.entry}")
def test_two_things_at_once_are_answered_or_refused_in_words(movement: Movement) -> None:
    here = replan.standing(movement, 1)
    for two in combinations_with_replacement(TWO_FACTS, 2):
        for facts in {two, two[::-1]}:
            given = tuple(map(read_fact, facts))
            with suppress(ImpossibleWish):
                assert standings(here, given), facts
                tuple(manuals(here, given))


@pytest.mark.parametrize("tables", [6, 8, 10, 12, 14])
def test_where_no_rover_can_be_let_in_the_other_ways_are_shown(tables: int) -> None:
    wish, ways = told(build("share-relay", tables=tables), 1, "gone:9", "come:1", tries=20)
    assert "manuals" not in [name for name, _title, _repair in wish.manuals]
    assert ways


def test_a_pair_that_comes_after_two_others_is_no_rover() -> None:
    _wish, ways = told(MITCHELL, 1, "come:2", "come:1", tries=20)
    assert ways


@pytest.mark.parametrize("tables", ["6½", "7½"])
def test_nobody_moves_for_a_round_that_is_not_played_any_more(tables: str) -> None:
    rover = build("rover", tables=tables)
    for played in range(2, rover.rounds):
        _wish, ways = told(rover, played, "stayed:2-boards", tries=20)
        for way in ways:
            last = max(m.round for m in way.movement.meetings)
            late = [f"ound {number}" for number in range(last + 1, rover.rounds + 1)]
            assert not [str(each.text) for each in way.instructions if any(word in str(each.text) for word in late)]
            assert all(one.round <= last for one in way.lost)


def test_where_the_last_round_falls_out_that_is_all_that_is_said() -> None:
    _wish, ways = told(build("rover", tables="6½"), 4, "stayed:2-boards", tries=20)
    (going_on,) = (way for way in ways if way.name == "as-planned")
    assert [str(text) for text in going_on.say] == ["Round 4 is the last."]
    assert (going_on.carries, going_on.lost, going_on.costs.unplayed) == ((), (), 60)
