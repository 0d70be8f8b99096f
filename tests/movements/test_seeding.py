"""Seeding against the printed layouts."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest

from arrowswitch.movements import CatalogueLine, build, listing, seeding
from arrowswitch.movements.build import SketchRow, two_fields, wrap
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.teams.american_whist import american_whist, seeds
from arrowswitch.movements.wishes import Wish


def mitchell(tables: int, rounds: int, *, skip_after: int | None = None) -> Movement:
    return two_fields(
        [
            SketchRow(
                number,
                table,
                table,
                wrap(table - number + 1 - int(skip_after is not None and number > skip_after), tables),
                wrap(table + number - 1, tables),
            )
            for number in range(1, rounds + 1)
            for table in range(1, tables + 1)
        ],
        name="Mitchell",
        family="mitchell",
        boards_per_round=2,
    )


def eleven_with_two_feed_ins() -> Movement:
    """Eleven tables, 26 boards: after eleven rounds home again, then East-West turned round."""
    rows = [SketchRow(r, t, t, wrap(t - r + 1, 11), wrap(t + r - 1, 11)) for r in range(1, 12) for t in range(1, 12)]
    rows += [SketchRow(12, t, t, t, 12) for t in range(1, 12)]
    rows += [SketchRow(13, t, t, 12 - t, 13) for t in range(1, 12)]
    return two_fields(rows, name="Mitchell", family="mitchell", boards_per_round=2)


def test_the_club_layout_is_a_b_c_to_the_fifteenth_table() -> None:
    assert "".join(seeding.club_layout(15)) == "ABC" * 5


def test_the_tournament_layout_has_the_first_four_seeds_at_a_tables() -> None:
    layout = seeding.tournament_layout(15)
    assert "".join(layout) == "BCABACABACBCABC"
    assert [layout[table - 1] for table in seeding.seed_tables(15)] == ["A"] * 4
    assert seeding.seed_tables(15) == (3, 9, 13, 7)


@pytest.mark.parametrize("tables", range(1, 31))
def test_layouts_serve_any_number_of_tables_with_room_between_strong_ones(tables: int) -> None:
    club, tournament = seeding.club_layout(tables), seeding.tournament_layout(tables)
    assert len(club) == len(tournament) == tables
    assert all(pair != ("A", "A") for pair in pairwise(tournament))
    strong = [table for table, stratum in enumerate(club) if stratum == "A"]
    assert all(later - earlier == 3 for earlier, later in pairwise(strong))


def test_directions_over_two_sessions_go_in_fours() -> None:
    letters = {"ns": "N", "ew": "W"}
    printed = ["NN", "NW", "WN", "WW"] * 6  # the 24 seeds of the manual
    sides = {(seat.seed, seat.session): letters[seat.side] for seat in seeding.seats(24)}
    assert [sides[seed, 1] + sides[seed, 2] for seed in range(1, 25)] == printed


def test_fixed_seats_of_howells_go_to_a_strong_a_middling_and_a_weak_pair() -> None:
    for tables, seats in ((6, (1, 2, 3)), (8, (1, 2, 4))):  # as the notes print them
        plan = build("howell", tables=tables, card=f"acbl-howell-{tables}")
        (told,) = [text for text in seeding.seed_plan(plan).words if "seats that stay" in text]
        assert "a strong, a middling and a weak pair" in told
        assert [int(table) for table in re.findall(r"table (\d+)", told)] == list(seats)
    assert not any("seats that stay" in text for text in seeding.seed_plan(build("howell", tables=7)).words)


@pytest.mark.parametrize("line", [line for line in listing("howell") if line.card], ids=lambda line: line.card)
def test_the_fixed_seats_that_are_named_are_those_of_the_card(line: CatalogueLine) -> None:
    plan = build("howell", tables=line.entry, card=line.card)
    told = " ".join(text for text in seeding.seed_plan(plan).words if "seats that stay" in text)
    for pair, table in re.findall(r"pair (\d+) \(table (\d+)\)", told):
        assert {m.table for m in plan.path(int(pair))} == {int(table)}


@pytest.mark.parametrize("tables", range(3, 31))
@pytest.mark.parametrize("tournament", [True, False])
def test_the_first_seeds_start_where_the_layout_has_strong_pairs(tables: int, tournament: bool) -> None:
    family = "mitchell" if tables % 2 else "skip-mitchell"
    plan = seeding.seed_plan(build(family, tables=tables), tournament=tournament)
    assert plan.seeds
    assert {plan.layout[table - 1] for table in plan.seeds} == {"A"}


def test_eleven_whist_teams_sit_so_that_everybody_misses_two_of_like_strength() -> None:
    order = seeds(11)
    assert order == (1, 9, 6, 3, 11, 4, 5, 10, 2, 7, 8)
    met = {m.sides for m in american_whist(Wish(11, card="nz-american-whist-11")).meetings}
    for table in range(1, 12):
        missed = [order[other - 1] for other in range(1, 12) if other != table and (table, other) not in met]
        assert len(missed) == 2
        assert 11 <= sum(missed) <= 13  # twice the middle seed is 12


@pytest.mark.parametrize("pairs", range(3, 41))
def test_two_sessions_seat_everybody_once_and_nobody_keeps_the_first_opponent(pairs: int) -> None:
    found = seeding.seats(pairs)
    opponents: list[set[frozenset[int]]] = []
    for session in (1, 2):
        here = [seat for seat in found if seat.session == session]
        assert [seat.seed for seat in here] == list(range(1, pairs + 1))
        places = [(seat.table, seat.side) for seat in here]
        assert len(set(places)) == pairs
        sides = Counter(seat.side for seat in here)
        assert abs(sides["ns"] - sides["ew"]) <= 1
        tables: dict[int, set[int]] = {}
        for seat in here:
            tables.setdefault(seat.table, set()).add(seat.seed)
        opponents.append({frozenset(seeds) for seeds in tables.values() if len(seeds) == 2})
        assert all(max(seeds) - min(seeds) <= 3 for seeds in tables.values())
    left_over = {frozenset((pairs - 1, pairs))} if pairs % 4 == 2 else set()
    assert opponents[0] & opponents[1] == left_over


def test_half_of_the_pairs_change_direction_between_sessions() -> None:
    found = seeding.seats(24)
    sides = {(seat.seed, seat.session): seat.side for seat in found}
    assert sum(sides[seed, 1] != sides[seed, 2] for seed in range(1, 25)) == 12


def test_eleven_tables_with_two_feed_ins_have_a_triple_at_table_6() -> None:
    found = seeding.repeats(eleven_with_two_feed_ins())
    assert (found[0].one, found[0].other - 11, found[0].times) == (6, 6, 3)
    assert found[0].rounds == (1, 12, 13)
    doubles = {(repeat.other - 11, repeat.one): repeat.rounds[-1] for repeat in found[1:]}
    assert doubles == {(ew, ew): 12 for ew in range(1, 12) if ew != 6} | {
        (ew, 12 - ew): 13 for ew in range(1, 12) if ew != 6
    }


def test_a_mitchell_has_no_repeats_and_misses_nobody() -> None:
    movement = mitchell(7, 7)
    assert seeding.repeats(movement) == ()
    assert seeding.missed(movement) == ()


def test_both_halves_of_a_teams_match_are_not_a_repeat() -> None:
    assert seeding.repeats(american_whist(Wish(7))) == ()
    assert len(seeding.repeats(american_whist(Wish(5)))) == 10  # each stanza is a whole set of matches


def test_twelve_tables_do_not_skip_after_round_6_because_the_top_seeds_would_miss_each_other() -> None:
    first_two = seeding.seed_tables(12)[:2]
    assert seeding.strong_missed(mitchell(12, 9, skip_after=5), first_two) == ()
    assert seeding.strong_missed(mitchell(12, 9, skip_after=6), first_two) == ((3, 12 + 9), (9, 12 + 3))


def test_a_layout_of_another_size_is_refused() -> None:
    with pytest.raises(ImpossibleWish, match="16 pairs need 8 tables, not 7"):
        seeding.seats(16, layout=seeding.club_layout(7))
    with pytest.raises(ImpossibleWish, match="1 or more"):
        seeding.club_layout(0)
