"""Deeds that several ways out have in common: a board played later, single boards, seats of those who come."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.movements import Movement
from arrowswitch.movements.repair.tools import Repair, meeting_at
from arrowswitch.session import acts
from arrowswitch.session.night.lines import LatePlay, LineKey
from arrowswitch.session.night.seats import seats_of
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.troubles.proposals import ProposedAct
from arrowswitch.session.troubles.trouble import Answers


def late_play(movement: Movement, key: LineKey) -> ProposedAct:
    """A board to be played later by those who were to play it, whatever the movement has there by then."""
    there = meeting_at(movement, key.round, key.table)
    return ProposedAct(acts.Enter(key, LatePlay(), ns=there.ns, ew=there.ew), force=True)


def entries(state: State, section: Section, repair: Repair) -> Iterator[acts.LeaveTask]:
    """Single boards that are still to be entered, for those who played them."""
    for single in repair.single_boards:
        for board in single.boards:
            record = state.lines.get(LineKey(section.name, single.round, single.table, board))
            if record is None or not record.entry:
                yield acts.LeaveTask("enter", section.name, single.round, single.table, (board,), *single.sides)


def singles(state: State, section: Section, repair: Repair) -> tuple[ProposedAct, ...]:
    """Results of single boards, given to those who played them."""
    found = []
    for single in repair.single_boards:
        for board in single.boards:
            key = LineKey(section.name, single.round, single.table, board)
            record = state.lines.get(key)
            if record and record.entry and (record.ns, record.ew) != single.sides:
                correct = acts.Correct(key, record.entry, ns=single.ns, ew=single.ew, error="scorer")
                found.append(ProposedAct(correct, force=True))
    return tuple(found)


def seats_taken(section: Section, movement: Movement, new: tuple[int, ...], told: Answers) -> Iterator[ProposedAct]:
    """The names, if they were told."""
    places = [acts.Place(section.name, pair, seat) for pair in new for seat in seats_of(movement, pair)]
    seatings = tuple(
        acts.Seating(place, player) for place, player in zip(places, told.people, strict=False) if player.name
    )
    if seatings:
        yield ProposedAct(acts.SeatPlayers(seatings))
