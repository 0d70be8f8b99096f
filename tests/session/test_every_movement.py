"""Every kind of movement can be run."""

from __future__ import annotations

import pytest
from night import Night

from arrowswitch.movements import Movement, build
from arrowswitch.session import Publish, replay, standings
from arrowswitch.session.journal.text import dumps, loads
from arrowswitch.session.night.clock import clock_face
from arrowswitch.session.night.missing import missing
from arrowswitch.session.night.views import table_map, to_announce
from samples import SAMPLES, sample

TEAMS = {"american-whist": 7, "stagger": 8, "circulation": 4}


def played(movement: Movement, rounds: int) -> Night:
    """A night on which so many rounds have been played."""
    night = Night(movement, method="imps" if movement.kind == "teams" else "matchpoints").start()
    for number in range(1, rounds + 1):
        if number > 1:
            night.call(number)
        assert to_announce(night.state, "A")
        night.play_round()
    return night


@pytest.mark.parametrize("name", SAMPLES)
def test_two_rounds_of_it_are_played_and_read_back(name: str) -> None:
    movement = sample(name)
    night = played(movement, 2)
    assert missing(night.state) == ()
    assert all(view.done for view in table_map(night.state))
    assert len(night.state.lines) == sum(len(m.boards) for m in movement.meetings if m.round <= 2)
    assert {each.boards for each in standings(night.state)} <= {
        boards * movement.boards_per_round for boards in (0, 1, 2)
    }
    assert clock_face(night.state, "A", night.now) is not None
    assert replay(loads(dumps(night.state.journal))) == night.state


@pytest.mark.parametrize("family", TEAMS)
def test_teams_play_to_the_end_by_travellers(family: str) -> None:
    movement = build(family, teams=TEAMS[family])
    night = played(movement, movement.rounds)
    night.do(Publish())
    found = standings(night.state)
    assert len(found) == TEAMS[family]
    assert {each.points for each in found} == {0}
    assert {each.boards for each in found} == set(movement.boards_played.values())
