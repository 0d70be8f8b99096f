"""Decisions about the start, the rounds and the clock."""

from __future__ import annotations

from arrowswitch.session import acts
from arrowswitch.session.deciding.granting import Granted, section_of, sections_of
from arrowswitch.session.journal.events import Command, Refused
from arrowswitch.session.night.missing import awaited
from arrowswitch.session.night.seats import unnamed
from arrowswitch.session.night.sections import due
from arrowswitch.session.night.state import Section, State
from arrowswitch.words import Sentence, say, say_count, spans

MOST_MINUTES = 240


def start(state: State, command: Command, act: acts.Start) -> Granted:
    """Round 1."""
    if state.phase != "open":
        raise Refused(say("Play has begun already."))
    empty = len(unnamed(state))
    notes = (say_count("{n} seat has no name yet.", "{n} seats have no name yet.", empty),) if empty else ()
    return Granted(act, notes)


def call_round(state: State, command: Command, act: acts.CallRound) -> Granted:
    """The next round, and no other: two people who call it at once do not skip one."""
    sections = sections_of(state, act.section)
    called = due(state, act)
    if not called or act.round < 2:
        current = max(section.round for section in sections)
        rounds = max(section.movement.rounds for section in sections)
        if not current:
            raise Refused(say("Play has not begun; start it first."))
        if act.round > rounds:
            raise Refused(say("There is no round {round}: the last is round {rounds}.", round=act.round, rounds=rounds))
        if act.round <= current:
            raise Refused(say("Round {round} has been called already.", round=act.round))
        raise Refused(say("Round {current} is being played; next is {next}.", current=current, next=current + 1))
    notes = [note for name in called if (note := _unfinished(state, state.sections[name]))]
    return Granted(act, tuple(notes))


def begin_break(state: State, command: Command, act: acts.BeginBreak) -> Granted:
    """The break after the round that is being played."""
    running = _running(state, act.section)
    begun = [section for section in running if section.break_due]
    if not begun and any(section.clock and section.clock.pause for section in running):
        raise Refused(say("The break has begun already."))
    if not begun:
        raise Refused(say("No break is planned after this round."))
    return Granted(act, tuple(note for section in begun if (note := _unfinished(state, section))))


def end_play(state: State, command: Command, act: acts.EndPlay) -> Granted:
    """All rounds have been played."""
    if all(section.over for section in sections_of(state, act.section)):
        raise Refused(say("It is known already that all rounds have been played."))
    if state.phase == "open" and act.section is not None:
        raise Refused(say("Play has not begun; start it first."))
    return Granted(act)


def _unfinished(state: State, section: Section) -> Sentence | None:
    tables = {each.line.table for each in awaited(state, section.name) if each.line.round == section.round}
    if not tables:
        return None
    where = {"round": section.round, "tables": spans(tables)}
    owing = say_count(
        "Results of round {round} are still to come from table {tables}.",
        "Results of round {round} are still to come from tables {tables}.",
        len(tables),
        **where,
    )
    return owing if len(state.sections) == 1 else say("Section {section}: {owing}", section=section.name, owing=owing)


def hold(state: State, command: Command, act: acts.HoldClock) -> Granted:
    """The clock stops."""
    if all(section.clock and section.clock.held_since for section in _running(state, act.section)):
        raise Refused(say("The clock is held already."))
    return Granted(act)


def resume(state: State, command: Command, act: acts.ResumeClock) -> Granted:
    """The clock goes on."""
    if not any(section.clock and section.clock.held_since for section in _running(state, act.section)):
        raise Refused(say("The clock is running."))
    return Granted(act)


def add_minutes(state: State, command: Command, act: acts.AddMinutes) -> Granted:
    """A longer or shorter round."""
    _running(state, act.section)
    if not act.minutes or abs(act.minutes) > MOST_MINUTES:
        raise Refused(say("Add between 1 and {most} minutes, or take as many away.", most=MOST_MINUTES))
    return Granted(act)


def set_break(state: State, command: Command, act: acts.SetBreak) -> Granted:
    """When and how long the break is."""
    sections = (section_of(state, act.section),) if act.section is not None else tuple(state.sections.values())
    for section in sections:
        check_break(section.movement.rounds, act.after_round, act.minutes)
    return Granted(act)


def check_break(rounds: int, after_round: int | None, minutes: int) -> None:
    """Refuses a break after the last round, and one without end."""
    if after_round is not None and not 1 <= after_round < rounds:
        raise Refused(say("The break comes after a round between 1 and {last}.", last=rounds - 1))
    if not 0 <= minutes <= MOST_MINUTES:
        raise Refused(say("A break has 0 to {most} minutes, not {minutes}.", most=MOST_MINUTES, minutes=minutes))


def _running(state: State, name: str | None) -> tuple[Section, ...]:
    sections = tuple(section for section in sections_of(state, name) if section.clock)
    if not sections:
        raise Refused(say("No round is being played."))
    return sections
