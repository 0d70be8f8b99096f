"""The sections after an event: their rounds, their clocks and their movements. Nothing is checked here (see `evolve`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from arrowswitch.movements import Movement
from arrowswitch.session import acts
from arrowswitch.session.journal.events import Event
from arrowswitch.session.night.growing import with_changes
from arrowswitch.session.night.lines import LineKey, LineRecord
from arrowswitch.session.night.mending import changed, cut, edited, swapped
from arrowswitch.session.night.seats import places, seats_of
from arrowswitch.session.night.state import Clock, Section, State

# -- rounds and the clock ---------------------------------------------------------------------------------------------


def _each(state: State, names: Iterable[str], change: Callable[[Section], Section]) -> State:
    wanted = set(names)
    return replace(
        state,
        sections={name: change(section) if name in wanted else section for name, section in state.sections.items()},
    )


def named(state: State, section: str | None) -> tuple[str, ...]:
    """The sections that an act is about: the one that it names, or all."""
    return tuple(state.sections) if section is None else (section,)


def minutes_of(state: State, section: Section) -> Any:
    """How long a round takes in a section."""
    if section.round_minutes is not None:
        return section.round_minutes
    movement = section.movement
    return state.regulations.timing.round_minutes(movement.boards_per_round, section.grade, movement.rounds)


def _called(state: State, names: Iterable[str], number: int, at: datetime) -> State:
    def call(section: Section) -> Section:
        return replace(section, round=number, clock=Clock(at, minutes_of(state, section)))

    return _each(state, names, call)


def start(state: State, act: acts.Start, event: Event) -> State:
    """The first round of every section."""
    return replace(_called(state, state.sections, 1, event.at), phase="playing")


def call_round(state: State, act: acts.CallRound, event: Event) -> State:
    """The next round of the sections that it is for."""
    return _called(state, due(state, act), act.round, event.at)


def end_play(state: State, act: acts.EndPlay, event: Event) -> State:
    """Sections that have played all their rounds, and need no clock any more."""
    after = _each(
        state,
        named(state, act.section),
        lambda section: replace(section, round=section.movement.rounds, clock=None, over=True),
    )
    return replace(after, phase="playing")


def due(state: State, act: acts.CallRound) -> tuple[str, ...]:
    """The sections for which this is the next round."""
    return tuple(
        name
        for name in named(state, act.section)
        if state.sections[name].round == act.round - 1 and act.round <= state.sections[name].movement.rounds
    )


def _clocked(state: State, names: Iterable[str], change: Callable[[Clock], Clock]) -> State:
    return _each(state, names, lambda each: replace(each, clock=change(each.clock)) if each.clock else each)


def hold(state: State, act: acts.HoldClock, event: Event) -> State:
    """Clocks that stand still."""
    return _clocked(
        state, named(state, act.section), lambda clock: replace(clock, held_since=clock.held_since or event.at)
    )


def resume(state: State, act: acts.ResumeClock, event: Event) -> State:
    """Clocks that go on."""

    def resume(clock: Clock) -> Clock:
        if clock.held_since is None:
            return clock
        # a computer's clock that was set back must not shorten the round
        return replace(clock, held=clock.held + max(event.at - clock.held_since, timedelta(0)), held_since=None)

    return _clocked(state, named(state, act.section), resume)


def add_minutes(state: State, act: acts.AddMinutes, event: Event) -> State:
    """A longer or shorter round."""
    return _clocked(state, named(state, act.section), lambda clock: replace(clock, added=clock.added + act.minutes))


def begin_break(state: State, act: acts.BeginBreak, event: Event) -> State:
    """Sections whose round is over, and whose clock counts the break from now on."""
    names = (name for name in named(state, act.section) if state.sections[name].break_due)
    return _each(state, names, lambda section: replace(section, clock=Clock(event.at, Fraction(0), pause=True)))


def set_break(state: State, act: acts.SetBreak, event: Event) -> State:
    """When the break is."""

    def plan(section: Section) -> Section:
        return replace(section, break_after=act.after_round, break_minutes=act.minutes)

    return _each(state, named(state, act.section), plan)


def set_timing(state: State, act: acts.SetTiming, event: Event) -> State:
    """How long the rounds are that are called from now on."""

    def plan(section: Section) -> Section:
        return replace(section, round_minutes=act.minutes, grade=act.grade)

    return _each(state, named(state, act.section), plan)


# -- the plan ---------------------------------------------------------------------------------------------------------


def planned(plans: Iterable[acts.SectionPlan]) -> dict[str, Section]:
    """Sections before play, by name."""
    return {
        plan.name: Section(
            plan.name, plan.movement, plan.grade, plan.round_minutes, plan.break_after, plan.break_minutes
        )
        for plan in plans
    }


def planned_anew(state: State, plans: Iterable[acts.SectionPlan]) -> State:
    """Other sections before play, with the names of those who still have a seat."""
    after = replace(state, sections=planned(plans))
    return replace(after, seats={new: state.seats[old] for old, new in kept_seats(state, after).items()})


def kept_seats(before: State, after: State) -> dict[acts.Place, acts.Place]:
    """Where everybody who is named sits under another plan: on the same chair; who sits out first, by the same number."""
    here, there = _chairs(before), _chairs(after)
    place_on = {chair: place for place, chair in there.items()}
    return {place: place_on[here[place]] for place in before.seats if here.get(place) in place_on}


def _chairs(state: State) -> dict[acts.Place, tuple[str, str, int, acts.SeatLetter]]:
    """The chair on which each seat begins; for who sits out first, its own number instead of a table."""
    found: dict[acts.Place, tuple[str, str, int, acts.SeatLetter]] = {}
    for place in places(state):
        movement = state.sections[place.section].movement
        side = 0 if place.seat in "NS" else 1
        first = movement.by_round.get(1, ())
        table = next((meeting.table for meeting in first if meeting.sides[side] == place.contestant), None)
        found[place] = (
            (place.section, "table", table, place.seat)
            if table is not None
            else (place.section, movement.label(place.contestant), 0, place.seat)
        )
    return found


# -- the movement -----------------------------------------------------------------------------------------------------


def _move(state: State, name: str, change: Callable[[Movement], Movement]) -> State:
    after = _each(state, (name,), lambda section: replace(section, movement=change(section.movement)))
    return replace(after, seats={_seat_now(after, name, place): stints for place, stints in after.seats.items()})


OPPOSITE: Mapping[acts.SeatLetter, acts.SeatLetter] = {"N": "E", "E": "N", "S": "W", "W": "S"}


def _seat_now(state: State, name: str, place: acts.Place) -> acts.Place:
    """A seat is named after the direction in which its contestant starts: when that changes, the people stay."""
    movement = state.sections[name].movement
    if place.section != name or place.seat in seats_of(movement, place.contestant):
        return place
    return place._replace(seat=OPPOSITE[place.seat])


def change_movement(state: State, act: acts.ChangeMovement, event: Event) -> State:
    """Another movement from a round on; results follow the pairs who played, if they are to."""
    old = state.sections[act.section].movement
    after = _move(state, act.section, lambda movement: changed(movement, act.movement, act.from_round))
    return _followed(after, act.section, old) if act.follow else after


def late_pair(state: State, act: acts.LatePair, event: Event) -> State:
    """A movement with one more pair from a round on."""
    return _move(state, act.section, lambda movement: changed(movement, act.movement, act.from_round))


def _followed(state: State, section: str, old: Movement) -> State:
    """Results written for the pairs of the old plan, given to those whom the new one has at the same table."""
    new = state.sections[section].movement
    lines = dict(state.lines)
    for key in sorted(state.lines):
        there = new.at.get((key.round, key.table))
        if key.section == section and there and key.board in there.boards and fits(old, key, lines[key]):
            lines[key] = replace(lines[key], ns=there.ns, ew=there.ew)
    moved = [key for key in sorted(lines) if lines[key] != state.lines[key]]
    state = replace(state, lines=with_changes(state.lines, {key: lines[key] for key in moved}))
    for key in moved:  # the first score stands (Law 15B)
        record = state.lines[key]
        first = state.had_elsewhere(key, record.ns, record.ew)
        if record.occupies and not record.halved and first and first[1].round < key.round:
            state = replace(state, lines=with_changes(state.lines, {key: replace(record, void=True)}))
    return state


def fits(movement: Movement, key: LineKey, record: LineRecord) -> bool:
    """Whether a line is what a movement says: this board, between these two."""
    meeting = movement.at.get((key.round, key.table))
    return meeting is not None and key.board in meeting.boards and meeting.sides == (record.ns, record.ew)


def cut_rounds(state: State, act: acts.CutRounds, event: Event) -> State:
    """Fewer rounds."""
    for name in named(state, act.section):
        if state.sections[name].movement.rounds > act.rounds:
            state = _move(state, name, lambda movement: cut(movement, act.rounds))
    return state


def swap_directions(state: State, act: acts.SwapDirections, event: Event) -> State:
    """A table that sat the other way round, with its results."""
    state = _move(state, act.section, lambda movement: swapped(movement, act.round, act.table))
    there = {
        key: replace(record, ns=record.ew, ew=record.ns)
        for key, record in state.lines.items()
        if (key.section, key.round, key.table) == (act.section, act.round, act.table)
    }
    return replace(state, lines=with_changes(state.lines, there))


def edit_meeting(state: State, act: acts.EditMeeting, event: Event) -> State:
    """One meeting written anew."""
    return _move(state, act.section, lambda movement: edited(movement, act.meeting))
