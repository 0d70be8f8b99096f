"""Events of several sections and sessions: against brute force on small ones, against theory, and what was held stays."""

from __future__ import annotations

from itertools import islice, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.movements import Movement, audit, balance, build
from arrowswitch.movements.balance import competition, plays, quality
from arrowswitch.movements.design import (
    EventDesign,
    SeatedSession,
    SeatingWish,
    merged,
    seating_sessions,
    sections_for,
    switched_across,
)
from arrowswitch.movements.design.sessions import MEETING, inner_bound
from arrowswitch.movements.model import ImpossibleWish
from arrowswitch.words import half


def seated(*sessions: tuple[Movement, ...], enough: int = 20, **wish: Any) -> EventDesign:
    """The best seats after so many answers."""
    *_, best = islice(seating_sessions(SeatingWish(sessions, **wish)), enough)
    return best


# -- against brute force ----------------------------------------------------------------------------------------------


@given(st.integers(3, 6), st.data())
@settings(max_examples=25, deadline=None)
def test_no_dealing_of_rows_and_columns_is_below_the_bound(count: int, data: st.DataObject) -> None:
    """Every permutation is tried."""
    numbers = st.lists(st.integers(-3, 9), min_size=count**2, max_size=count**2)
    one, other = (np.triu(np.array(data.draw(numbers), dtype=float).reshape(count, count), 1) for _ in range(2))
    one, other = one + one.T, other + other.T
    least = min(float((one * other[np.ix_(order, order)]).sum()) for order in permutations(range(count)))
    assert inner_bound(one, other) <= least + 1e-6


@pytest.mark.parametrize(
    ("family", "pairs", "rounds", "size"),
    [("mitchell", 6, 3, 2), ("mitchell", 6, 2, 2), ("howell", 6, 5, 4), ("howell", 7, 6, 3)],
)
def test_a_second_session_is_as_even_as_brute_force_makes_it(family: str, pairs: int, rounds: int, size: int) -> None:
    """All the ways to seat the pairs in the second session, given the first."""
    movement = build(family, tables=half(pairs), rounds=rounds, boards_per_round=size)
    matrix, met = competition(plays(movement)), np.zeros((pairs, pairs), dtype=np.int64)
    row = {contestant: place for place, contestant in enumerate(movement.contestants)}
    for meeting in movement.meetings:
        met[row[meeting.ns], row[meeting.ew]] += 1
        met[row[meeting.ew], row[meeting.ns]] += 1
    often = MEETING * (size * plays(movement).tables.mean()) ** 2
    orders = [np.ix_(order, order) for order in permutations(range(pairs))]
    ways = [(matrix + matrix[order], met + met[order]) for order in orders]
    least = min(float((way * way).sum() + often * (meets * meets).sum()) / 2 for way, meets in ways)
    found = seated((movement,), (movement,), enough=60)
    total, told = _summed(found), found.figures
    assert told.most_met <= 2
    squares = 4 * told.repeated + (pairs * (pairs - 1) // 2 - told.missed - told.repeated)
    assert float((total * total).sum()) / 2 + often * squares == pytest.approx(least)
    even = min(int((way * way).sum()) for way, _ in ways)
    assert 100 * _least_squares(total, size) / (even / 2 / size**2) <= found.bound.qf + 1e-6


def _summed(found: EventDesign) -> np.ndarray[Any, Any]:
    """The competitions over all sessions, counted anew from the seats."""
    pairs = sorted(found.sessions[0].seats)
    total = np.zeros((len(pairs), len(pairs)), dtype=np.int64)
    for session in found.sessions:
        room = merged(session.sections)
        first, offsets = 0, []
        for section in session.sections:
            offsets.append(first)
            first += max(section.contestants) if len(session.sections) > 1 else 0
        number = {pair: offsets[session.seats[pair][0]] + session.seats[pair][1] for pair in pairs}
        row = {contestant: place for place, contestant in enumerate(room.contestants)}
        order = [row[number[pair]] for pair in pairs]
        total += competition(plays(room))[np.ix_(order, order)]
    return total


def _least_squares(total: np.ndarray[Any, Any], size: int) -> int:
    count = len(total) * (len(total) - 1) // 2
    each, over = divmod(int(total.sum()) // 2 // size, count)
    return (count - over) * each**2 + over * (each + 1) ** 2


# -- what must come out -----------------------------------------------------------------------------------------------


def test_two_sections_over_two_sessions_meet_nobody_twice() -> None:
    """28 pairs in two sections of seven tables: 7 opponents in each session, 196 couples of 378 in both."""
    two = (build("mitchell", tables=7, boards_per_round=2),) * 2
    found = seated(two, two)
    assert (found.figures.missed, found.figures.repeated, found.least_missed) == (378 - 196, 0, 182)
    assert found.figures.qf <= found.bound.qf


def test_the_figures_are_those_of_the_seats() -> None:
    two = (build("mitchell", tables=5, boards_per_round=2),) * 2
    found = seated(two, two, two)
    total = _summed(found)
    values = total[np.triu_indices(len(total), 1)] // 2
    assert found.figures.qf == pytest.approx(100 * _least_squares(total, 2) / int((values * values).sum()))
    for session in found.sessions:
        assert sorted(session.seats) == list(range(1, 21))
        assert len(set(session.seats.values())) == 20


def test_over_two_complete_howells_nothing_can_be_gained_or_lost() -> None:
    howell = build("howell", tables=4, rounds=7)
    found = seated((howell,), (howell,))
    assert (round(found.figures.qf, 6), found.proved) == (100, True)


def test_what_was_held_stays_and_the_second_session_makes_up_for_it() -> None:
    """Whoever sat North-South in the first session is not left among themselves again."""
    mitchell = build("mitchell", tables=7, boards_per_round=2)
    first = SeatedSession((mitchell,), {pair: (0, pair) for pair in range(1, 15)})
    again = SeatedSession((mitchell,), first.seats)
    found = seated((mitchell,), held=(first,))
    assert found.sessions[0] == first
    same = next(seating_sessions(SeatingWish((), held=(first, again))))
    assert found.figures.qf > same.figures.qf + 15
    # of the 42 couples of one line each 3 by 4 of seven can be parted: 24 meet at most
    assert found.figures.missed == 42 - 24


def test_sessions_of_other_lengths_are_weighed_together_board_by_board() -> None:
    """Rounds of four boards, and of three: a competition of a session is in whole sets, that of both is not."""
    first = SeatedSession(
        (build("mitchell", tables=5, boards_per_round=4),), {pair: (0, pair) for pair in range(1, 11)}
    )
    found = seated((build("howell", tables=5, boards_per_round=3),), held=(first,))
    one = balance(first.sections[0]).matrix
    other = balance(found.sessions[1].sections[0]).matrix
    place = {pair: number - 1 for pair, (_, number) in found.sessions[1].seats.items()}
    values = [
        (one[i][j] + other[place[i + 1]][place[j + 1]]) // 2 for i in range(10) for j in range(i)
    ]  # a matrix counts matchpoints
    assert found.figures.qf == pytest.approx(quality(sum(values), sum(value * value for value in values), 45))
    assert found.figures.qf <= found.bound.qf


def test_pairs_that_need_a_seat_have_one_in_every_session() -> None:
    mitchell = build("mitchell", tables=7, boards_per_round=2)
    found = seated((mitchell,), (mitchell,), still=(3, 9), never=((1, 2),))
    assert found.figures.unkept == 0
    for session in found.sessions:
        assert {session.seats[3][1], session.seats[9][1]} <= set(mitchell.stationary)


def test_switches_across_the_room_balance_it_better_than_each_section_alone() -> None:
    alone = (build("mitchell", tables=7, boards_per_round=2, switch="7"),) * 2
    across = switched_across((build("mitchell", tables=7, boards_per_round=2),) * 2, seconds=0.5)
    assert balance(merged(across)).qf > balance(merged(alone)).qf
    assert all(audit(section).legal for section in across)


@pytest.mark.parametrize(("pairs", "sections"), [(27, 2), (30, 2), (33, 3), (12, 1)])
def test_a_room_is_split_evenly_and_every_section_is_legal(pairs: int, sections: int) -> None:
    made = sections_for(pairs, sections, 5, 2, seconds=0.2)
    assert sum(len(section.contestants) for section in made) == pairs
    assert max(section.tables for section in made) - min(section.tables for section in made) <= 1
    assert all(audit(section).legal for section in made)


@pytest.mark.parametrize(("tables", "rounds"), [(20, 5), (12, 3)])
def test_a_bound_that_says_nothing_is_a_hundred(tables: int, rounds: int) -> None:
    """Of many sessions of a short Mitchell the bounds of the sums are below nought, which a sum of squares never is."""
    mitchell = build("mitchell", tables=tables, rounds=rounds)
    found = seated(*[(mitchell,)] * 4, enough=2)
    assert found.figures.qf < found.bound.qf == 100
    assert not found.proved


def test_three_sections_of_a_half_table_are_seated() -> None:
    room = sections_for(33, 3, 7, 2, seconds=0.3)
    found = seated(room, room, enough=6)
    assert found.figures.missed >= found.least_missed
    assert found.figures.qf <= found.bound.qf


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (SeatingWish(()), "at least one session"),
        (SeatingWish(((build("mitchell", tables=5),), (build("mitchell", tables=7),))), "different numbers"),
        (SeatingWish(((build("mitchell", tables=5),),), still=(11,)), "There is no pair 11"),
        (
            SeatingWish(
                ((build("mitchell", tables=5),),), held=(SeatedSession((build("mitchell", tables=5),), {1: (0, 1)}),)
            ),
            "every pair must have one seat",
        ),
    ],
)
def test_an_event_that_cannot_be_is_refused_in_a_sentence(wish: SeatingWish, sentence: str) -> None:
    with pytest.raises(ImpossibleWish, match=sentence):
        next(seating_sessions(wish))


def test_more_sections_than_tables_are_refused() -> None:
    with pytest.raises(ImpossibleWish, match="cannot sit in 4 sections"):
        sections_for(10, 4, 5, 2)
