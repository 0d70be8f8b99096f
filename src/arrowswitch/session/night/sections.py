"""The sections of a session: which an act is about, how long their rounds are, and where people sit under another plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from arrowswitch.movements import Movement
from arrowswitch.session.night.lines import LineKey, LineRecord, SeatLetter
from arrowswitch.session.night.people import Place
from arrowswitch.session.night.plan import SectionPlan
from arrowswitch.session.night.seats import places
from arrowswitch.session.night.state import Clock, Section, State


def named(state: State, section: str | None) -> tuple[str, ...]:
    """The sections that an act is about: the one that it names, or all."""
    return tuple(state.sections) if section is None else (section,)


def minutes_of(state: State, section: Section) -> Any:
    """How long a round takes in a section."""
    if section.round_minutes is not None:
        return section.round_minutes
    movement = section.movement
    return state.regulations.timing.round_minutes(movement.boards_per_round, section.grade, movement.all_rounds)


def due(state: State, number: int, section: str | None = None) -> tuple[str, ...]:
    """The sections for which this is the next round."""
    return tuple(
        name
        for name in named(state, section)
        if state.sections[name].round == number - 1 and number <= state.sections[name].movement.rounds
    )


def change_each(state: State, names: Iterable[str], change: Callable[[Section], Section]) -> State:
    """The state with some sections changed."""
    wanted = set(names)
    return replace(
        state,
        sections={name: change(section) if name in wanted else section for name, section in state.sections.items()},
    )


def change_clocks(state: State, names: Iterable[str], change: Callable[[Clock], Clock]) -> State:
    """The state with the clocks of some sections changed, where they run."""
    return change_each(state, names, lambda each: replace(each, clock=change(each.clock)) if each.clock else each)


def planned(plans: Iterable[SectionPlan]) -> dict[str, Section]:
    """Sections before play, by name."""
    return {plan.name: Section(**vars(plan)) for plan in plans}


def kept_seats(before: State, after: State) -> dict[Place, Place]:
    """Where everybody who is named sits under another plan: on the same chair; who sits out first, by the same number."""
    here, there = _chairs(before), _chairs(after)
    place_on = {chair: place for place, chair in there.items()}
    return {place: place_on[here[place]] for place in before.seats if here.get(place) in place_on}


def _chairs(state: State) -> dict[Place, tuple[str, str, int, SeatLetter]]:
    """The chair on which each seat begins; for who sits out first, its own number instead of a table."""
    found: dict[Place, tuple[str, str, int, SeatLetter]] = {}
    for place in places(state):
        movement = state.sections[place.section].movement
        side = 0 if place.seat in "NS" else 1
        first = movement.by_round.get(1, ())
        table = next((m.table for m in first if place.contestant in movement.members(m.sides[side])), None)
        found[place] = (
            (place.section, "table", table, place.seat)
            if table is not None
            else (place.section, movement.label(place.contestant), 0, place.seat)
        )
    return found


def fits(movement: Movement, key: LineKey, record: LineRecord) -> bool:
    """Whether a line is what a movement says: this board, between these two."""
    meeting = movement.at.get((key.round, key.table))
    return meeting is not None and key.board in meeting.boards and meeting.sides == (record.ns, record.ew)
