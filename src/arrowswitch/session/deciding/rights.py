"""Who may do what, and when: NZ manual ENT-04 and ENT-05, Bridge NSW regulations section 12, and the club's regulations.

An act says itself who may do it and when; here it is asked. A pad acts at its own table and in the current round only;
afterwards the scorer and the director do.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from arrowswitch.journals.deciding import check_role
from arrowswitch.session.journal import DIRECTORS, Actor, Command, NotNow, Refused
from arrowswitch.session.night import LineKey, State, check_turn
from arrowswitch.words import say


def check_rights(state: State, command: Command) -> None:
    """Refuses what this person may not do now."""
    act, by = command.act, command.by
    check_role(command)
    asked = by.role == "table" and act.tables_insist
    if command.force and not asked and (by.role not in DIRECTORS or not command.why.strip()):
        raise Refused(say("Only the director may insist, and must give a reason."))
    _check_phase(state, command)
    if by.role == "table":
        _check_pad(state, by)
        act.check_table(state, command)
    if by.role == "player":
        act.check_player(state, by)


def _check_phase(state: State, command: Command) -> None:
    act = command.act
    if act.opens:
        if state.phase != "new":
            raise Refused(say("This session is open already."))
        return
    if state.phase == "new":
        raise Refused(say("This session has not been opened yet."))
    if state.away and not act.while_away:
        raise Refused(say("This session was put away; the director can bring it back."))
    if state.phase == "published" and act.changes_results and act.while_posted != "always" and not act.by_appeal:
        in_time = act.while_posted == "in time" and not is_closed(state, command.at)
        if not in_time:
            raise Refused(act.too_late(state))


def closes(state: State) -> datetime | None:
    """When the time for corrections ends; None while nothing is posted."""
    if state.posted is None:
        return None
    settings = state.regulations.corrections
    return state.posted + max(timedelta(minutes=settings.minutes), timedelta(days=settings.days))


def is_closed(state: State, at: datetime) -> bool:
    """Whether the time for corrections is over."""
    end = closes(state)
    return end is not None and at > end


def _check_pad(state: State, by: Actor) -> None:
    """A pad: of a table that there is, and while play is on."""
    if by.section not in state.sections or by.table is None:
        raise Refused(say("This pad belongs to no table of the session; log it in again."))
    if state.publications:
        raise Refused(say("The results have been posted; ask the director."))


# -- is this line mine? -----------------------------------------------------------------------------------------------


def check_own_line(state: State, by: Actor, key: LineKey) -> None:
    """Refuses a line of another table, and all of them while the director takes none."""
    if not state.settings.intake:
        raise NotNow(say("The director takes no scores from the tables for now. It is kept here meanwhile."))
    if not by.is_at(key.section, key.table):
        raise Refused(
            say(
                "This is the pad of table {own}; {place} is not its business.",
                own=state.table(by.section, by.table or 0),
                place=state.place(key),
            )
        )


def check_reached(state: State, by: Actor, key: LineKey) -> None:
    """Keeps a score of a later round back until the round has come: it was called, or the table has finished the others."""
    called = state.sections[key.section].round
    if key.round > called and state.settings.wait:
        raise NotNow(say("Round {round} has not been called yet.", round=key.round))
    if key.round > called:
        check_turn(state, key, by.contestant)


def check_current(state: State, key: LineKey) -> None:
    """Refuses a change at the table of what was written in a round that is over there."""
    current = state.round_at(key.section, key.table)
    if not state.sections[key.section].round <= key.round <= current:
        raise Refused(
            say(
                "Round {round} is not being played now, but round {current}; ask the director.",
                round=key.round,
                current=current,
            )
        )
