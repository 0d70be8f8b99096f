"""Pairs within teams by Butler: the points are of the two who sat there, also after another line-up."""

from __future__ import annotations

from fractions import Fraction

from night import Night

from arrowswitch.movements import build
from arrowswitch.session import BareScore, CallRound, Enter, Place, SeatedPlayer, Seating, SeatPlayers
from arrowswitch.session.acts import GiveLineUp, NameTeam
from arrowswitch.session.night import missing, pairs_by_butler

FIFTH = SeatedPlayer("Player 1 Z")


def named(number: int, seat: str) -> SeatedPlayer:
    return SeatedPlayer(f"Player {number} {seat}")


def test_every_pair_of_a_team_has_its_own_line_and_what_one_wins_another_loses() -> None:
    night = Night(build("round-robin", teams=4, boards_per_round=2), method="imps")
    seats = [Place("A", number, seat) for number in (1, 2, 3, 4) for seat in ("N", "S", "E", "W")]
    night.do(SeatPlayers(tuple(Seating(place, named(place.contestant, place.seat)) for place in seats)))
    night.do(NameTeam("A", 1, "Red", (FIFTH,)))
    night.start()
    line_up = {"N": FIFTH, "S": named(1, "S"), "E": named(1, "E"), "W": named(1, "W")}
    for number in (1, 2, 3):
        if number > 1:
            night.do(CallRound(number))
        if number == 2:
            night.do(
                GiveLineUp("A", 1, 2, tuple(Seating(Place("A", 1, seat), who) for seat, who in line_up.items()))  # type: ignore[arg-type]
            )
        for each in missing(night.state):
            night.do(Enter(each.line, BareScore(150 if each.ns == 1 else 110)))
    found = {" & ".join(player.name for player in pair.players): pair for pair in pairs_by_butler(night.state)}
    # the datum of 150, 110, 110 and 110 is 120, so 150 is an IMP to North-South, and 110 none
    assert len(found) == 9  # two of each team, and another of the first
    assert (found["Player 1 N & Player 1 S"].boards, found["Player 1 N & Player 1 S"].imps) == (2, 2)
    assert (found["Player 1 S & Player 1 Z"].boards, found["Player 1 S & Player 1 Z"].imps) == (4, 4)
    assert found["Player 1 S & Player 1 Z"].mean == 1
    assert sum((Fraction(pair.imps) for pair in found.values()), Fraction(0)) == 0
    assert all(pair.side is None for pair in found.values())
