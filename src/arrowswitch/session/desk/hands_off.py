"""The clock that calls the rounds and the end by itself, where the director plays: who is due to be called, and when.

Nothing runs by itself here. Whoever looks at a session, or writes to it, first gives it the calls that are due; each has
the time at which it was planned, so that it does not matter when somebody looked. A call has its name from the section and
the round: two who look at once call it once, and one that the director took back is not made again.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from arrowswitch.session.acts import Actor, CallRound, EndPlay
from arrowswitch.session.deciding.decide import decide
from arrowswitch.session.journal.entries import Command
from arrowswitch.session.night import Section, State, evolve

THE_CLOCK = Actor("director", "The clock")


def calls_due(state: State, now: datetime) -> tuple[Command, ...]:
    """What the clock has to call by now, one after the other: rounds, and that the last of them is over."""
    return tuple(_calls_due(state, now))


def _calls_due(state: State, now: datetime) -> Iterator[Command]:
    while command := _next_call(state, now):
        yield command
        for entry in decide(state, command):
            state = evolve(state, entry)


def _next_call(state: State, now: datetime) -> Command | None:
    planned = [
        (at, section) for section in state.sections.values() if (at := planned_call(state, section.name)) and at <= now
    ]
    if not planned:
        return None
    at, section = min(planned, key=lambda each: each[0])
    last = section.round >= section.movement.rounds
    act = EndPlay(section.name) if last else CallRound(section.round + 1, section.name)
    return Command(_name(section), THE_CLOCK, max(at, state.journal[-1].at), act)


def _name(section: Section) -> str:
    """After the last round the end is called: it has the number of the round that would come."""
    return f"clock-{section.name}-{section.round + 1}"


def planned_call(state: State, name: str) -> datetime | None:
    """When the clock calls the next round of a section, after the break if there is one, or the end; None if it does not.

    A clock that is held calls nothing, and neither does one whose call was taken back: that round is the director's.
    """
    section = state.sections[name]
    clock = section.clock
    if not state.settings.hands_off or state.phase != "playing" or clock is None or clock.held_since is not None:
        return None
    if section.over or _name(section) in state.ids:
        return None
    if section.round == section.movement.rounds and section.movement.to_draw:
        return None  # it goes on when the next round is drawn
    pause = section.break_minutes if section.break_after == section.round else 0
    return clock.called + clock.held + timedelta(minutes=float(clock.minutes) + clock.added + pause)
