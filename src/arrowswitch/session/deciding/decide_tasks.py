"""Decisions about tasks that repairs and rulings leave, and about a pair that goes home."""

from __future__ import annotations

from arrowswitch.session import acts
from arrowswitch.session.acts.todo import find_task
from arrowswitch.session.deciding.granting import Granted, check_contestant, check_scorable, check_text, section_of
from arrowswitch.session.journal.events import Command, Refused
from arrowswitch.session.night.state import State
from arrowswitch.words import say

MOST_BOARDS = 100


def leave_task(state: State, command: Command, act: acts.LeaveTask) -> Granted:
    """A promise that is kept until somebody has done it."""
    rounds = section_of(state, act.section).movement.rounds
    if not 1 <= act.round <= rounds:
        raise Refused(say("There is no round {round}: the last is round {rounds}.", round=act.round, rounds=rounds))
    if act.what == "remind":
        if not act.text:
            raise Refused(say("Say what is to be done."))
        return Granted(act)
    if not 0 < len(act.boards) <= MOST_BOARDS or act.table < 1:
        raise Refused(say("Say which boards it is about, and at which table."))
    for contestant in (act.ns, act.ew):
        check_contestant(state, act.section, contestant)
    if act.what == "award" and (act.award.ns is None or act.award.ew is None):
        raise Refused(say("Say what each side is to get."))
    return Granted(act)


def close_task(state: State, command: Command, act: acts.CloseTask) -> Granted:
    """A task that is ticked off, or that nobody will do."""
    task = find_task(state, act.task)
    if task is None:
        raise Refused(say("There is no such task, or it has been done."))
    if act.done and not task.asked:
        raise Refused(say("This is done by doing it; otherwise set it aside, with a reason."))
    if not act.done:
        if not command.why.strip() and not task.asked:
            raise Refused(say("Give a reason: it is kept with what is changed."))
        check_text(command.why, say("The reason"))
    return Granted(act)


def pair_leaves(state: State, command: Command, act: acts.PairLeaves) -> Granted:
    """A pair that goes home."""
    section = section_of(state, act.section)
    if section.movement.kind != "pairs":
        raise Refused(say("Only a pair can leave; in a team match change the meetings by hand."))
    if act.contestant not in {*section.movement.contestants, *_written(state, act.section)}:
        check_contestant(state, act.section, act.contestant)
    if not 1 <= act.from_round <= section.movement.rounds:
        raise Refused(
            say(
                "There is no round {round}: the last is round {rounds}.",
                round=act.from_round,
                rounds=section.movement.rounds,
            )
        )
    if (act.section, act.contestant) in state.left:
        raise Refused(say("{who} has left already.", who=state.label(act.section, act.contestant)))
    granted = Granted(act)
    check_scorable(state, command, granted)
    return granted


def _written(state: State, section: str) -> set[int]:
    return {who for key, record in state.lines.items() if key.section == section for who in (record.ns, record.ew)}
