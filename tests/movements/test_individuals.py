"""Individuals: each that can be had is proved by the audit, and the known small ones are what the books say they are."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import pytest

from arrowswitch.movements import (
    FAMILIES,
    ImpossibleWish,
    Movement,
    audit,
    balance,
    build,
    choose,
    describe,
    dumps,
    loads,
)
from arrowswitch.movements.cards.cards import guide_cards, table_cards
from arrowswitch.movements.individuals.rainbow import TURNED, turned_rainbow
from arrowswitch.movements.individuals.starters import level, moving
from arrowswitch.movements.model import partners, partnership

SIZES = range(8, 41)
FULL = [players for players in SIZES if players % 4 < 2]


def partnered(movement: Movement) -> Counter[tuple[int, ...]]:
    return Counter(tuple(sorted(partners(side))) for meeting in movement.meetings for side in meeting.sides)


def opposed(movement: Movement) -> Counter[tuple[int, ...]]:
    return Counter(
        tuple(sorted(couple))
        for meeting in movement.meetings
        for couple in product(partners(meeting.ns), partners(meeting.ew))
    )


@pytest.mark.parametrize("players", SIZES)
def test_every_length_of_every_individual_is_proved_legal_and_nobody_has_a_partner_twice(players: int) -> None:
    for name, family in FAMILIES.items():
        if family.kind != "individual" or players not in family.sizes:
            continue
        lengths = {"individual": [one.rounds for one in moving(players)], "rainbow": [players // 4]}.get(name) or [
            found.rounds for found in (level(players),) if found
        ]
        for rounds in lengths:
            movement = build(name, players=players, rounds=rounds, boards_per_round=2)
            assert audit(movement).faults == ()
            assert movement.contestants == tuple(range(1, players + 1))
            assert movement.tables == players // 4
            assert max(partnered(movement).values()) == 1
            rests = Counter(each.pair for each in movement.sit_outs)
            assert sum(rests.values()) == rounds * (players % 4)


@pytest.mark.parametrize("players", FULL)
def test_a_whist_tournament_of_4n_or_4n_plus_1_players_makes_everybody_partner_everybody(players: int) -> None:
    movement = build("whist", players=players, rounds=players - (players % 4 == 0), boards_per_round=1)
    everybody = list(combinations(range(1, players + 1), 2))
    assert set(partnered(movement)) == set(everybody)
    met = opposed(movement)
    assert {met[couple] for couple in everybody} == {2}
    assert describe(movement)[0] == "Everybody partners everybody once."


@pytest.mark.parametrize("players", [8, 9, 13, 16, 29, 37])
def test_balanced_whist_tournaments_compare_everybody_alike(players: int) -> None:
    # They exist for prime powers 4n + 1, and for 8; for 12 and 21 there is none.
    assert balance(build("whist", players=players, rounds=level(players).rounds, boards_per_round=1)).qf == 100


@pytest.mark.parametrize("players", [12, 21, 33])
def test_where_no_balanced_whist_tournament_exists_none_is_claimed(players: int) -> None:
    assert balance(build("whist", players=players, rounds=level(players).rounds, boards_per_round=1)).qf < 100


@pytest.mark.parametrize(("players", "rounds", "boards"), [(8, 7, 4), (9, 9, 3), (12, 11, 2), (13, 13, 2), (16, 15, 2)])
def test_small_individuals_are_complete_unless_something_else_is_asked(players: int, rounds: int, boards: int) -> None:
    movement = build("individual", players=players)
    assert (movement.rounds, movement.boards_per_round) == (rounds, boards)
    assert len(partnered(movement)) == players * (players - 1) // 2


@pytest.mark.parametrize("players", [20, 28, 32, 36])
def test_in_a_rainbow_everybody_has_all_of_one_colour_for_partners_and_of_two_for_opponents(players: int) -> None:
    tables = players // 4
    movement = build("rainbow", players=players, rounds=tables)
    for colours, met in ((1, partnered(movement)), (2, opposed(movement))):
        count = Counter(player for couple in met for player in couple)
        assert set(count.values()) == {colours * tables}
        assert set(met.values()) == {1}
    assert set(movement.boards_played.values()) == {len(movement.boards)}


@pytest.mark.parametrize(("tables", "rounds"), [(5, 5), (7, 6), (8, 5), (9, 3), (9, 5), (9, 6)])
def test_no_rainbow_is_balanced_better_by_other_rounds_in_which_the_sides_change(tables: int, rounds: int) -> None:
    ways = [turned for many in range(rounds) for turned in combinations(range(2, rounds + 1), many)]
    worth = {turned: round(balance(turned_rainbow(tables, rounds, 1, turned)).qf, 6) for turned in ways}
    assert worth[TURNED.get((tables, rounds), ())] == max(worth.values())


def test_the_audit_names_who_partners_twice_plays_a_board_twice_and_sits_at_two_tables() -> None:
    movement = build("individual", players=12)
    first, *rest = movement.meetings
    north, south = partners(first.ns)
    later = next(m for m in rest if m.round == 2 and north in movement.seated(m))
    wrong = [replace(m, ns=partnership(north, south)) if m is later else m for m in rest]
    texts = [str(fault) for fault in audit(replace(movement, meetings=(first, *wrong))).faults]
    low, high = sorted((north, south))
    assert any(f"players {low} and {high} are partners again (first in round 1)." in text for text in texts)
    board = [replace(m, boards=first.boards) if m is later else m for m in rest]
    texts = [str(fault) for fault in audit(replace(movement, meetings=(first, *board))).faults]
    assert any(f"player {north} plays board 1 again (first in round 1)." in text for text in texts)


def test_the_balance_of_two_tables_is_that_of_a_calculation_by_hand() -> None:
    # Both tables play each set: opponents share t - 1 = 1, partners -1, those of the other table +1 or -1 by direction.
    movement = build("individual", players=8, rounds=1, boards_per_round=1)
    here, there = movement.meetings
    matrix = balance(movement).matrix
    north, south = partners(here.ns)
    east, west = partners(here.ew)
    other, opposite = partners(there.ns)[0], partners(there.ew)[0]
    row = matrix[north - 1]
    assert [row[player - 1] for player in (south, east, west, other, opposite)] == [-2, 2, 2, 2, -2]


def test_a_file_of_an_individual_is_read_as_it_was_written() -> None:
    movement = build("individual", players=13)
    assert loads(dumps(movement)).meetings == movement.meetings
    assert loads(dumps(movement)).sit_outs == movement.sit_outs
    with pytest.raises(ValueError, match="those of an individual have n, s, e and w"):
        loads(dumps(movement).replace('"kind": "individual"', '"kind": "pairs"').replace('"players"', '"pairs"'))


def test_a_guide_card_for_each_player_tells_seat_partner_and_opponents() -> None:
    movement = build("individual", players=12)
    cards = guide_cards(movement)
    assert [str(card.name) for card in cards] == [f"Player {number}" for number in range(1, 13)]
    for card in cards:
        for row in card.rows:
            meeting = movement.at[row.round, row.table]
            four = dict(zip("NSEW", movement.seated(meeting), strict=True))
            assert four[row.chair] == card.who.number
            assert four[{"N": "S", "S": "N", "E": "W", "W": "E"}[row.chair]] == int(row.partner)
    assert table_cards(movement)[0].rows[0].ns == movement.label(movement.at[1, 1].ns)


def test_the_choice_for_players_comes_with_reasons_and_refuses_what_cannot_be() -> None:
    best = choose(players=13)[0]
    assert (best.rounds, best.boards_per_round, best.reasons[0]) == (13, 2, "Everybody partners everybody once.")
    assert all(choose(players=players)[0].fits for players in SIZES)
    with pytest.raises(ImpossibleWish, match="for 8 to 40 players, not 7"):
        choose(players=7)
    with pytest.raises(ImpossibleWish, match="one winner"):
        choose(players=12, winners=2)
    with pytest.raises(ImpossibleWish, match="players alone"):
        build("individual", players=12, tables=3)
    with pytest.raises(ImpossibleWish, match="is for 20, 28, 32, 36 players"):
        build("rainbow", players=24)
    with pytest.raises(ImpossibleWish, match="not for single players"):
        build("mitchell", players=12)
