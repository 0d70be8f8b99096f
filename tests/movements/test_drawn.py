"""Movements that grow by drawn rounds: tables, boards, troikas, byes, late entries and withdrawals; each is proved by the audit."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.movements import (
    ImpossibleWish,
    Movement,
    RoundMatch,
    added,
    audit,
    begun,
    drawn_round,
    dumps,
    loads,
    placed,
    redrawn,
    up_to,
)
from arrowswitch.movements.model import Kind

Sides = list[tuple[int, ...]]


def grown(kind: Kind, *rounds: Sides, boards: int = 8, planned: int = 0, **options: Any) -> Movement:
    """A movement of these draws, the first match in place 1 and so on."""
    part = options.pop("part", lambda number: 0)
    at_home = options.pop("at_home", False)
    movement: Movement | None = None
    for number, sides in enumerate(rounds, 1):
        drawn = drawn_round(
            kind,
            number,
            placed(kind, numbered(sides), at_home=at_home, part=part(number)),
            boards=boards,
            before=movement,
            **options,
        )
        movement = added(movement, drawn) if movement else begun(kind, "Swiss", drawn, planned=planned or len(rounds))
    assert movement is not None
    return movement


def numbered(sides: Sides) -> list[tuple[tuple[int, ...], int | None]]:
    places = iter(range(1, len(sides) + 1))
    return [(each, next(places) if len(each) > 1 else None) for each in sides]


def legal(movement: Movement) -> None:
    assert [str(fault) for fault in audit(movement).faults] == []


def test_a_match_of_teams_has_two_tables_and_the_same_boards_at_both() -> None:
    swiss = grown("teams", [(1, 4), (2, 3)], [(1, 2), (3, 4)])
    legal(swiss)
    assert [(m.table, m.ns, m.ew) for m in swiss.by_round[1]] == [(1, 1, 4), (2, 4, 1), (3, 2, 3), (4, 3, 2)]
    assert {m.boards for m in swiss.by_round[1]} == {tuple(range(1, 9))}
    assert {m.boards for m in swiss.by_round[2]} == {tuple(range(9, 17))}
    assert swiss.copies == 2
    assert swiss.shares == ((1, 2), (3, 4))


def test_those_who_can_keep_their_table() -> None:
    swiss = grown("teams", [(1, 2), (3, 4)], [(3, 2), (1, 4)])
    assert swiss.at[2, 2].ns == 2  # where it sat before
    assert swiss.at[2, 4].ns == 4


def test_teams_at_home_have_the_table_of_their_number() -> None:
    swiss = grown("teams", [(1, 4), (2, 3)], [(2, 1), (3, 4)], at_home=True)
    legal(swiss)
    assert {(m.table, m.ns) for m in swiss.meetings} == {(n, n) for n in (1, 2, 3, 4)}


def test_a_bye_is_a_sit_out_and_the_first_round_may_have_one() -> None:
    swiss = grown("teams", [(1, 2), (3, 4), (5,)], planned=4)
    legal(swiss)
    assert [(sit.round, sit.pair) for sit in swiss.sit_outs] == [(1, 5)]
    assert swiss.to_draw == 3


def test_three_teams_play_one_another_over_two_draws_as_in_a_troika() -> None:
    swiss = grown("teams", [(1, 2), (3, 4, 5)], [(2, 1), (3, 4, 5)], boards=6, part=lambda number: number)
    legal(swiss)
    began = grown("teams", [(1, 2), (3, 4, 5)], boards=6, part=lambda number: number)
    legal(began)  # no match of the three is whole yet
    third = {m.table: (m.ns, m.ew, m.boards[0]) for m in swiss.by_round[1] if m.table > 2}
    assert third == {3: (3, 5, 1), 4: (4, 3, 7), 5: (5, 4, 13)}
    then = {m.table: (m.ns, m.ew, m.boards[0]) for m in swiss.by_round[2] if m.table > 2}
    assert then == {3: (3, 4, 7), 4: (4, 5, 13), 5: (5, 3, 1)}
    assert swiss.at[2, 1].boards == (7, 8, 9, 10, 11, 12)


def test_three_teams_in_one_draw_have_two_halves_and_so_has_everybody() -> None:
    swiss = grown("teams", [(1, 2), (3, 4, 5)], [(1, 3), (2, 4, 5)])
    legal(swiss)
    assert [(draw.number, draw.first, draw.last) for draw in swiss.draws] == [(1, 1, 2), (2, 3, 4)]
    assert [m.boards for m in swiss.at_tables[1]][:2] == [(1, 2, 3, 4), (5, 6, 7, 8)]
    assert [(m.ew, m.boards[0]) for m in swiss.at_tables[3]][:2] == [(5, 1), (4, 5)]
    assert swiss.boards_played[1] == 8 + 8
    assert swiss.boards_played[5] == 8 + 8


@pytest.mark.parametrize(
    ("boards", "sides"), [(1, [(1, 2), (3, 4)]), (2, [(1, 2), (3, 4, 5)]), (3, [(1, 2), (3, 4, 5)])]
)
def test_tables_that_would_share_one_board_have_one_each(boards: int, sides: Sides) -> None:
    short = grown("teams", sides, boards=boards)
    legal(short)
    assert short.shares == ()


def test_with_few_copies_tables_share_and_with_one_the_sets_go_round() -> None:
    rounds: list[Sides] = [
        [(1, 2), (3, 4), (5, 6), (7, 8)],
        [(1, 3), (2, 4), (5, 7), (6, 8)],
        [(1, 4), (2, 3), (5, 8), (6, 7)],
    ]
    shared = grown("teams", *rounds, copies=2)
    legal(shared)
    assert shared.shares == ((1, 2, 3, 4), (5, 6, 7, 8))
    assert {m.boards for m in shared.by_round[3]} == {tuple(range(17, 25))}
    going_round = grown("teams", *rounds[:2], copies=1)
    legal(going_round)
    assert going_round.copies == 1
    assert len(going_round.boards) == 4 * 8  # four sets do: no new ones are dealt
    legal(grown("teams", *rounds, copies=1))


def test_pairs_have_one_table_a_match_and_change_sides() -> None:
    swiss = grown("pairs", [(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 4), (2, 3)], boards=4)
    legal(swiss)
    assert swiss.tables == 2
    for pair in swiss.contestants:
        assert {m.ns == pair for m in swiss.path(pair)} == {True, False}


def test_a_late_entry_sat_out_before_and_who_withdraws_sits_out_from_then_on() -> None:
    swiss = grown("teams", [(1, 2), (3, 4)], [(1, 3), (2, 5)])
    legal(swiss)
    assert [(sit.round, sit.pair) for sit in swiss.sit_outs] == [(1, 5), (2, 4)]


def test_what_was_played_is_not_touched_by_a_later_draw() -> None:
    first = grown("teams", [(1, 2), (3, 4)])
    both = grown("teams", [(1, 2), (3, 4)], [(1, 4), (2, 3)])
    assert both.by_round[1] == first.by_round[1]
    assert up_to(both, 2) is not None
    assert up_to(both, 2).meetings == first.meetings  # type: ignore[union-attr]  # said the line before


def test_a_round_is_drawn_anew_between_two_others() -> None:
    swiss = grown("pairs", [(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 4), (2, 3)], boards=4)
    again = drawn_round("pairs", 2, placed("pairs", numbered([(4, 1), (3, 2)])), boards=4, before=up_to(swiss, 2))
    changed = redrawn(swiss, again)
    assert {frozenset(m.sides) for m in changed.by_round[2]} == {frozenset({1, 4}), frozenset({2, 3})}
    assert changed.by_round[3] == swiss.by_round[3]
    assert [draw.number for draw in changed.draws] == [1, 2, 3]


def test_a_drawn_movement_is_read_again_from_its_file() -> None:
    swiss = grown("teams", [(1, 2), (3, 4, 5)], [(1, 3), (2, 4), (5,)], planned=6)
    again = loads(dumps(swiss))
    assert (again.draws, again.planned, again.meetings) == (swiss.draws, 6, swiss.meetings)


@pytest.mark.parametrize(
    ("kind", "matches", "said"),
    [
        ("teams", (RoundMatch((1, 2), (1, 2)), RoundMatch((2, 3), (3, 4))), "2 is drawn twice in one round."),
        ("teams", (RoundMatch((1, 2), (1, 2)), RoundMatch((3, 4), (2, 3))), "Two matches are drawn at table 2."),
        ("pairs", (RoundMatch((1, 2, 3), (1,)),), "A match is between two; whoever is left sits out."),
        ("teams", (RoundMatch((1,)),), "Nobody plays in this round."),
        ("teams", (RoundMatch((1, 2), (1,)),), "1 v 2 has not the tables that it needs."),
        (
            "teams",
            (RoundMatch((1, 2, 3), (1, 2, 3), 2),),
            "1 v 2 v 3 have not begun: three teams play one another over two draws.",
        ),
    ],
)
def test_a_draw_that_cannot_be_is_refused_in_a_sentence(kind: Kind, matches: tuple[RoundMatch, ...], said: str) -> None:
    with pytest.raises(ImpossibleWish, match=f"^{said}$"):
        drawn_round(kind, 1, matches, boards=8)


@settings(max_examples=25)
@given(st.integers(4, 13), st.integers(1, 5), st.sampled_from([None, 1, 2, 3]), st.booleans(), st.randoms())
def test_any_draws_one_after_the_other_are_legal(
    teams: int, rounds: int, copies: int | None, pairs: bool, random: Any
) -> None:
    drawn: list[Sides] = []
    for _ in range(rounds):
        numbers = list(range(1, teams + 1))
        random.shuffle(numbers)
        odd: Sides = []
        if len(numbers) % 2:
            odd = [tuple(numbers[-3:])] if not pairs and random.random() < 0.5 else [(numbers[-1],)]
            numbers = numbers[: -len(odd[0])]
        drawn.append([*zip(numbers[::2], numbers[1::2], strict=True), *odd])
    legal(grown("pairs" if pairs else "teams", *drawn, copies=copies))
