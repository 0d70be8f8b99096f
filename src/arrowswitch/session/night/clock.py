"""The clock of a section, as it is at a given moment: NZ manual 2.4, Busbridge instructions 2.2, and the regulations' timing.

The moment is passed in. A computer's clock that jumps back shows the round as not begun; nothing else comes of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from arrowswitch.session.night.sections import due, minutes_of
from arrowswitch.session.night.state import Section, State
from arrowswitch.words import Sentence, say, say_count


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What the clock shows."""

    round: int
    rounds: int
    left: timedelta
    """Below zero when the round is over time."""
    held: bool
    warning: bool
    """The last minutes: time to say so."""
    no_new_board: bool
    """Too late to begin another board, where the regulations have such a rule."""
    break_next: bool
    """The break comes after this round."""
    pause: bool
    """The break was begun: the round is over."""
    finish: datetime
    """When play should end, if every round takes its time."""


def clock_face(state: State, section: str, now: datetime) -> ClockFace | None:
    """The clock of a section; None before the start and once the results are posted."""
    where = state.sections[section]
    clock = where.clock
    if clock is None or state.phase == "published":
        return None
    left = _left(where, now)
    timing = state.regulations.timing
    whole = timedelta(minutes=float(minutes_of(state, where)))
    to_come = where.movement.all_rounds - where.round
    finish = now + max(left, timedelta(0)) + to_come * whole + _break_left(where, left)
    return ClockFace(
        where.round,
        where.movement.all_rounds,
        left,
        clock.held_since is not None,
        left <= timedelta(minutes=timing.warning_minutes),
        bool(timing.last_start_minutes) and left <= timedelta(minutes=timing.last_start_minutes),
        where.break_after == where.round,
        clock.pause,
        finish,
    )


def break_question(state: State, number: int, section: str | None, now: datetime) -> Sentence | None:
    """What to ask before a round is called that comes after a break; None if there is no break, or nothing left of it.

    A break that was begun may be ended at any time.
    """
    for each in (state.sections[name] for name in due(state, number, section) if state.sections[name].break_due):
        left = _left(each, now)
        if left > timedelta(0):
            return say("The break has not been held: call round {round} all the same?", round=number)
        if minutes := int(_break_left(each, left) / timedelta(minutes=1)):
            return say_count(
                "{n} minute of the break is left: call round {round} all the same?",
                "{n} minutes of the break are left: call round {round} all the same?",
                minutes,
                round=number,
            )
    return None


def time_left(state: State, section: str, now: datetime) -> tuple[timedelta, bool] | None:
    """What is left of the round, and whether the clock is held; None where there is no face to show."""
    where = state.sections[section]
    if where.clock is None or state.phase == "published":
        return None
    return _left(where, now), where.clock.held_since is not None


def break_now(section: Section, left: timedelta) -> timedelta | None:
    """What is left of the break that is now, or below zero if it should be over; None while a round is being played. It begins
    when the time of its round is up, or when it is called."""
    clock = section.clock
    if clock is None or section.break_after != section.round or not section.break_minutes:
        return None
    return timedelta(minutes=section.break_minutes) + left if clock.pause or left <= timedelta(0) else None


def _left(section: Section, now: datetime) -> timedelta:
    clock = section.clock
    if clock is None:
        return timedelta(0)
    stopped = max(now - clock.held_since, timedelta(0)) if clock.held_since else timedelta(0)
    gone = max(now - clock.called, timedelta(0)) - clock.held - stopped
    return timedelta(minutes=float(clock.minutes) + clock.added) - max(gone, timedelta(0))


def _break_left(section: Section, left: timedelta) -> timedelta:
    """What is still to come of the break; time over the round before it is taken from it."""
    if section.break_after is None or section.break_after < section.round:
        return timedelta(0)
    whole = timedelta(minutes=section.break_minutes)
    if section.break_after > section.round:
        return whole
    return max(whole + min(left, timedelta(0)), timedelta(0))
