"""Name slips, pairs that change places, seats that stay, and who has the points of a seat."""

from __future__ import annotations

import pytest
from night import SCORER, Night, small

from arrowswitch.movements import FAMILIES, ImpossibleWish, build
from arrowswitch.session import Outdated, Place, Refused, SeatedPlayer, Seating, SeatPlayers, Substitute, Undo
from arrowswitch.session.desk.slips import SlipHalf, change_places, slips
from arrowswitch.session.desk.standing import half_at, half_of, standing, stay_put
from arrowswitch.session.night.seats import boards_by_player, credited, player_at, seats_of


def seat(night: Night, contestant: int, seats: str, *names: str, section: str = "A") -> None:
    """Names whose ids are the same words."""
    night.do(
        SeatPlayers(
            tuple(
                Seating(Place(section, contestant, letter), SeatedPlayer(name, name))
                for letter, name in zip(seats, names, strict=True)
            )
        )
    )


def test_each_table_of_a_mitchell_has_a_slip_with_four_seats() -> None:
    found = slips(Night(build("mitchell", tables=7)).state)
    assert [(slip.table, "".join(place.seat for place in slip.places)) for slip in found] == [
        (table, "NSEW") for table in range(1, 8)
    ]
    assert [half.contestant for half in found[2].halves] == [3, 10]


def test_a_pair_that_sits_out_first_has_a_slip_of_two_seats_at_its_waiting_table() -> None:
    found = slips(Night(build("howell", tables=4.5)).state)
    assert [slip.table for slip in found] == [1, 2, 3, 4, 5]
    waits = found[2]
    assert (waits.table, waits.sits_out, [half.contestant for half in waits.halves]) == (3, True, [1])
    assert len(waits.places) == 2


def test_a_team_has_a_slip_at_its_home_table() -> None:
    found = slips(Night(build("american-whist", teams=5), method="imps").state)
    assert [slip.table for slip in found] == [1, 2, 3, 4, 5]
    assert found[0].halves == (SlipHalf("A", 1, ("N", "S")), SlipHalf("A", 1, ("E", "W")))


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_every_seat_of_every_movement_is_on_one_slip(family: str) -> None:
    kind = FAMILIES[family].kind
    for size in range(8, 12):
        try:
            movement = build(family, teams=size) if kind == "teams" else build(family, tables=size / 2)
        except ImpossibleWish:
            continue
        places = [
            place
            for slip in slips(Night(movement, method="imps" if kind == "teams" else "matchpoints").state)
            for place in slip.places
        ]
        assert len(places) == len(set(places)) == len(movement.contestants) * (4 if kind == "teams" else 2)
        if movement.rounds > 1:
            assert stay_put(movement) == set(movement.stationary)


def test_two_pairs_change_places_with_their_names() -> None:
    night = Night(small())
    seat(night, 1, "NS", "Ann", "Bob")
    seat(night, 5, "EW", "Cat", "Dan")
    night.do(change_places(night.state, half_of(night.state, Place("A", 1, "N")), SlipHalf("A", 5, ("E", "W"))))
    assert [player_at(night.state, Place("A", 1, letter)).name for letter in "NS"] == ["Cat", "Dan"]
    assert [player_at(night.state, Place("A", 5, letter)).name for letter in "EW"] == ["Ann", "Bob"]


def test_a_pair_changes_places_with_nobody() -> None:
    night = Night(small())
    seat(night, 1, "NS", "Ann", "Bob")
    night.do(change_places(night.state, SlipHalf("A", 1, ("N", "S")), SlipHalf("A", 2, ("N", "S"))))
    assert Place("A", 1, "N") not in night.state.seats
    assert player_at(night.state, Place("A", 2, "S")).name == "Bob"


def test_who_cannot_move_is_sent_to_the_seats_of_the_opponents() -> None:
    night = Night(build("mitchell", tables=5))
    seat(night, 8, "EW", "Ann", "Bob")
    seat(night, 3, "NS", "Cat", "Dan")
    advice = standing(night.state, {"Bob"})
    assert advice.changes == ((SlipHalf("A", 8, ("E", "W")), SlipHalf("A", 3, ("N", "S"))),)
    assert (advice.seats, advice.wanted, advice.lacking) == (5, 1, 0)
    night.do(change_places(night.state, *advice.changes[0]))
    assert standing(night.state, {"Bob"}).moving == ()


def test_who_cannot_move_does_not_drive_another_such_pair_away() -> None:
    night = Night(build("mitchell", tables=3))
    seat(night, 1, "NS", "Ann", "Bob")
    seat(night, 4, "EW", "Cat", "Dan")
    advice = standing(night.state, {"Ann", "Cat"})
    assert advice.changes == ((SlipHalf("A", 4, ("E", "W")), SlipHalf("A", 2, ("N", "S"))),)


def test_the_top_table_of_a_hesitation_mitchell_is_no_standing_seat() -> None:
    night = Night(build("hesitation", tables=7))
    top = half_at(night.state, "A", 7, "NS")
    assert top is not None
    seat(night, top.contestant, "NS", "Ann", "Bob")
    assert standing(night.state, {"Ann"}).moving == (top,)


def test_more_who_cannot_move_than_seats_that_stay_are_counted() -> None:
    night = Night(build("howell", tables=5))
    for number, (one, other) in enumerate(["ab", "cd", "ef"], 1):
        seat(night, number, "".join(seats_of(night.state.sections["A"].movement, number)), one, other)
    advice = standing(night.state, {"a", "c", "e"})
    assert (advice.seats, advice.wanted, len(advice.changes), advice.lacking) == (1, 3, 1, 2)


def test_a_team_keeps_who_cannot_move_at_home() -> None:
    night = Night(build("american-whist", teams=5), method="imps")
    seat(night, 2, "NSEW", "Ann", "Bob", "Cat", "Dan")
    assert standing(night.state, {"Ann"}).moving == ()
    assert standing(night.state, {"Dan"}).changes == ((SlipHalf("A", 2, ("E", "W")), SlipHalf("A", 2, ("N", "S"))),)


def test_the_points_go_to_who_played_more_than_half_of_the_boards() -> None:
    night = Night(build("mitchell", tables=3, boards_per_round=2))
    seat(night, 1, "NS", "Ann", "Bob")
    night.start()
    place = Place("A", 1, "S")
    assert credited(night.state, place) is None
    night.do(Substitute(place, SeatedPlayer("Eve", "Eve"), 2))
    night.play_round()
    night.call(2)
    night.play_round()
    assert boards_by_player(night.state, place) == {SeatedPlayer("Bob", "Bob"): 2, SeatedPlayer("Eve", "Eve"): 2}
    assert credited(night.state, place) is None
    night.call(3)
    night.play_round()
    assert credited(night.state, place) == SeatedPlayer("Eve", "Eve")
    assert credited(night.state, Place("A", 1, "N")) == SeatedPlayer("Ann", "Ann")


def test_a_name_that_came_after_somebody_looked_is_not_written_over() -> None:
    night = Night(small())
    seen = len(night.state.journal)
    seat(night, 1, "NS", "Ann", "Bob")
    north = Place("A", 1, "N")
    late = SeatPlayers((Seating(north, SeatedPlayer("Cat", "Cat")),))
    with pytest.raises(Outdated, match="Ann was faster: NS 1 N is Ann now"):
        night.do(late, SCORER, seen=seen)
    night.do(
        SeatPlayers((Seating(north, SeatedPlayer("Ann", "Ann")),)), SCORER, seen=seen
    )  # the same name is no quarrel
    seat(night, 2, "NS", "Dan", "Eve")
    night.do(late, SCORER, seen=len(night.state.journal))
    night.do(
        SeatPlayers((Seating(Place("A", 3, "N"), SeatedPlayer("Fay", "Fay")),)), SCORER, seen=seen
    )  # another table
    night.do(Undo())
    with pytest.raises(Outdated, match="is empty now"):
        night.do(
            SeatPlayers((Seating(Place("A", 2, "N"), SeatedPlayer("Gus", "Gus")),)),
            SCORER,
            seen=len(night.state.journal) - 1,
        )


def test_a_seat_with_a_substitute_is_not_named_anew_by_mistake() -> None:
    night = Night(small())
    seat(night, 1, "NS", "Ann", "Bob")
    place = Place("A", 1, "S")
    night.do(Substitute(place, SeatedPlayer("Eve", "Eve"), 2))
    with pytest.raises(Refused, match="Eve came in at NS 1 S from round 2 on"):
        night.do(SeatPlayers((Seating(place, SeatedPlayer("Rob", "Rob")),)))
    night.do(SeatPlayers((Seating(place, None),)), why="it was another table", force=True)
    assert place not in night.state.seats
