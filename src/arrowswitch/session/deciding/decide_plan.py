"""Decisions about the session as a whole: its name, scoring and timing, and putting it away.

What a method or regulations mean for results is settled when play begins; whether sections are ranked together, when the
results are posted.
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.regulations import GRADES, RegulationsError, load
from arrowswitch.scoring import METHODS
from arrowswitch.scoring.session import TEAMS
from arrowswitch.session import acts
from arrowswitch.session.deciding.granting import Granted, check_scorable, check_text, section_of
from arrowswitch.session.journal.events import Command, Refused
from arrowswitch.session.night.state import State
from arrowswitch.words import Sentence, say


def checked_title(title: str) -> str:
    """A title as it is kept."""
    written = " ".join(title.split())
    if not written:
        raise Refused(say("The session needs a title."))
    check_text(written, say("The title"))
    return written


def check_method(method: str) -> None:
    """Refuses a method that there is not."""
    if method not in METHODS:
        raise Refused(
            say("There is no method “{method}”; there are {methods}.", method=method, methods=", ".join(METHODS))
        )


def wrong_kind(method: str, name: str) -> Sentence:
    """Why a method does not suit a movement of the other kind."""
    if method in TEAMS:
        return say("{method} is for teams; {name} is a movement for pairs.", method=method, name=name)
    return say("{method} is for pairs; {name} is a movement for teams.", method=method, name=name)


def check_timing(grade: str, minutes: object) -> None:
    """Refuses a grade that there is not, and rounds without end."""
    if grade not in GRADES:
        raise Refused(say("There is no grade “{grade}”; there are {grades}.", grade=grade, grades=", ".join(GRADES)))
    if minutes is not None and not 1 <= minutes <= 600:  # type: ignore[operator]
        raise Refused(say("A round takes 1 to 600 minutes."))


def change_plan(state: State, command: Command, act: acts.ChangePlan) -> Granted:
    """Another name or day, another scoring, sections together or apart."""
    act = replace(act, title=checked_title(act.title))
    check_method(act.method)
    for section in state.sections.values():
        if (section.movement.kind == "teams") != (act.method in TEAMS):
            raise Refused(wrong_kind(act.method, section.movement.name))
    try:
        load(act.regulations, (state.overrides if act.overrides is None else act.overrides) or None)
    except RegulationsError as error:
        raise Refused(error.args[0]) from None
    before = acts.ChangePlan(state.title, state.date or act.date, state.method, state.apart, state.regulations.name)
    if act == before:
        raise Refused(say("Nothing would change."))
    if state.phase != "open" and (act.method, act.regulations) != (before.method, before.regulations):
        raise Refused(say("Play has begun: scoring and regulations stay as they are."))
    granted = Granted(act)
    check_scorable(state, command, granted)
    return granted


def set_timing(state: State, command: Command, act: acts.SetTiming) -> Granted:
    """How long a round takes."""
    if act.section is not None:
        section_of(state, act.section)
    check_timing(act.grade, act.minutes)
    return Granted(act)


def put_away(state: State, command: Command, act: acts.PutAway) -> Granted:
    """Off the lists, or back on them."""
    if act.away and state.away:
        raise Refused(say("This session was put away already."))
    if not act.away and not state.away:
        raise Refused(say("This session is not put away."))
    return Granted(act)
