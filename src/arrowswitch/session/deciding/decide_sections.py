"""Decisions about the sections of a session that has not begun: how many there are, pairs or teams, which movements."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from arrowswitch.session import acts
from arrowswitch.session.deciding.decide_desk import open_session
from arrowswitch.session.deciding.granting import Granted
from arrowswitch.session.journal.events import Command, Refused
from arrowswitch.session.night.sections import kept_seats, planned
from arrowswitch.session.night.state import State
from arrowswitch.words import say, say_count


def set_sections(state: State, command: Command, act: acts.SetSections) -> Granted:
    """Other sections, if a session could be opened with them; said is whose name finds no seat."""
    if state.phase != "open":
        raise Refused(say("Play has begun: what is played is changed where trouble is put right."))
    anew = acts.Open(
        state.title,
        state.date or date.min,
        act.sections,
        act.method,
        act.winners,
        state.apart,
        state.regulations.name,
        overrides=state.overrides,
    )
    notes = open_session(State(), command, anew).notes
    after = replace(state, sections=planned(act.sections))
    if (dict(after.sections), act.method) == (dict(state.sections), state.method):
        raise Refused(say("Nothing would change."))
    lost = len(state.seats) - len(kept_seats(state, after))
    if lost:
        notes += (say_count("{n} name has no seat any more.", "{n} names have no seat any more.", lost),)
    return Granted(act, notes)
