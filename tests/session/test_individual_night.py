"""An individual night: the seats are of players, both partners have what their side made, and the list is of players."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from night import Night

from arrowswitch.bridge import Side
from arrowswitch.movements import build
from arrowswitch.movements.model import partners, partnership
from arrowswitch.scoring import MINUS, PLUS
from arrowswitch.session import (
    Adjust,
    Adjustment,
    BareScore,
    Enter,
    LineKey,
    Penalise,
    Place,
    Refused,
    SeatedPlayer,
    Seating,
    SeatPlayers,
    replay,
)
from arrowswitch.session.night.results import standings
from arrowswitch.session.night.seats import around, places, players_of


def played(night: Night, scores: list[int]) -> dict[LineKey, int]:
    """Every board of the night, with these scores one after the other, and what was made where."""
    made = {}
    (section,) = night.state.sections.values()
    for number in range(1, section.movement.rounds + 1):
        if number > 1:
            night.call(number)
        for meeting in section.movement.by_round[number]:
            for board in meeting.boards:
                key = LineKey("A", number, meeting.table, board)
                made[key] = scores[len(made) % len(scores)]
                night.enter(key, made[key])
    return made


def matchpoints(night: Night, made: dict[LineKey, int]) -> dict[int, int]:
    """By hand: two for each result that is beaten, one for each that is equalled, to North and South, and to East and West."""
    at = night.state.sections["A"].movement.at
    total: defaultdict[int, int] = defaultdict(int)
    for key, score in made.items():
        meeting = at[key.round, key.table]
        others = [other for there, other in made.items() if there.board == key.board and there != key]
        ours = sum(2 * (score > other) + (score == other) for other in others)
        for player in partners(meeting.ns):
            total[player] += ours
        for player in partners(meeting.ew):
            total[player] += 2 * len(others) - ours
    return total


@settings(max_examples=8, deadline=None)
@given(
    st.lists(st.sampled_from([-170, -140, -100, 0, 90, 110, 140, 200]), min_size=5, max_size=30),
    st.sampled_from([8, 9, 12]),
)
def test_both_partners_have_the_matchpoints_of_their_side(scores: list[int], players: int) -> None:
    night = Night(build("individual", players=players, boards_per_round=2)).start()
    wanted = matchpoints(night, played(night, scores))
    found = standings(night.state)
    assert {each.contestant: each.points for each in found} == {f"A{player}": wanted[player] for player in wanted}
    assert len(found) == players
    assert replay(night.state.journal).lines == night.state.lines


def test_imps_too_go_to_both_partners_and_the_sum_is_nothing() -> None:
    for method in ("butler", "cross-imps"):
        night = Night(build("individual", players=8, boards_per_round=2), method=method).start()
        played(night, [110, -140, 90, 170, -100])
        found = standings(night.state)
        assert len(found) == 8
        if method == "cross-imps":
            assert sum(Fraction(each.points) for each in found) == 0


def test_an_adjustment_of_a_side_is_of_both_players_and_a_penalty_of_one() -> None:
    night = Night(build("individual", players=8, boards_per_round=2)).start()
    played(night, [110, -140, 90])
    meeting = night.state.sections["A"].movement.at[1, 1]
    north, south = partners(meeting.ns)
    before = {each.contestant: each for each in standings(night.state)}
    night.do(Adjust(LineKey("A", 1, 1, 1), Adjustment(PLUS, MINUS)), why="Law 12")
    after = {each.contestant: each for each in standings(night.state)}
    changed = {after[f"A{player}"].points - before[f"A{player}"].points for player in (north, south)}
    assert len(changed) == 1
    night.do(Penalise("A", north, share=Fraction(1, 4)), why="late")
    fined = {each.contestant: each for each in standings(night.state)}
    assert fined[f"A{north}"].points < after[f"A{north}"].points
    assert fined[f"A{south}"].points == after[f"A{south}"].points


def test_every_player_has_one_seat_and_sits_on_another_chair_in_every_round() -> None:
    night = Night(build("individual", players=12))
    names = {number: SeatedPlayer(f"Player {number}") for number in range(1, 13)}
    seats = places(night.state)
    assert [place.contestant for place in seats] == list(range(1, 13))
    night.do(SeatPlayers(tuple(Seating(place, names[place.contestant]) for place in seats)))
    movement = night.state.sections["A"].movement
    for number, table in movement.at:
        four = dict(zip("NSEW", movement.seated(movement.at[number, table]), strict=True))
        assert around(night.state, "A", number, table) == {chair: names[player] for chair, player in four.items()}
    assert players_of(night.state, "A", partnership(7, 3)) == (names[7], names[3])
    with pytest.raises(Refused, match="no 13"):
        night.do(SeatPlayers((Seating(Place("A", 13, "N"), names[1]),)))


def test_a_player_who_has_had_a_board_with_another_partner_is_found() -> None:
    night = Night(build("individual", players=12)).start()
    night.play_round()
    north, south = partners(night.state.sections["A"].movement.at[1, 1].ns)
    other = next(player for player in range(1, 13) if player not in (north, south))
    assert night.state.had("A", partnership(north, other), Side.EW, 1) == LineKey("A", 1, 1, 1)
    night.call(2)
    with pytest.raises(Refused, match="on both sides"):
        night.do(
            Enter(LineKey("A", 2, 1, 3), BareScore(110), ns=partnership(1, 2), ew=partnership(1, 3)),
            force=True,
            why="so they sat",
        )
    with pytest.raises(Refused, match="two players sit on each side"):
        night.do(Enter(LineKey("A", 2, 1, 3), BareScore(110), ns=1, ew=2), force=True, why="so they sat")
