"""Decisions about the movement during play. What was played stays; what is left must pass the audit together with it,
unless the director insists, and then the faults are written down."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.bridge import LAST_BOARD
from arrowswitch.movements import Movement
from arrowswitch.session import acts
from arrowswitch.session.deciding.granting import (
    Granted,
    check_contestant,
    check_scorable,
    insist,
    section_of,
    sections_of,
    sides_taken,
)
from arrowswitch.session.journal.events import Command, Refused
from arrowswitch.session.night.lines import LineKey
from arrowswitch.session.night.mending import changed, cut, edited, mended_audit
from arrowswitch.session.night.sections import fits
from arrowswitch.session.night.state import Section, State
from arrowswitch.words import Sentence, say, spans

MOST_TABLES = 500
MOST_BOARDS = 100


def change_movement(state: State, command: Command, act: acts.ChangeMovement) -> Granted:
    """Another movement from a round on."""
    return Granted(act, _check_change(state, command, act))


def late_pair(state: State, command: Command, act: acts.LatePair) -> Granted:
    """A pair that comes late."""
    section = section_of(state, act.section)
    if act.contestant in section.movement.contestants:
        raise Refused(say("{who} plays already; a late pair needs a number of its own.", who=act.contestant))
    if act.contestant not in act.movement.contestants:
        raise Refused(say("The movement to go on with has no {who}.", who=act.contestant))
    return Granted(act, _check_change(state, command, act))


def _check_change(state: State, command: Command, act: acts.ChangeMovement | acts.LatePair) -> tuple[Sentence, ...]:
    section = section_of(state, act.section)
    if act.movement.kind != section.movement.kind:
        raise Refused(say("A {old} session cannot go on as {new}.", old=section.movement.kind, new=act.movement.kind))
    late = isinstance(act, acts.LatePair)
    first = max(section.round, 1) if late else 1  # what went wrong is often noticed rounds later
    if not first <= act.from_round <= act.movement.rounds:
        raise Refused(
            say(
                "The new movement can begin with a round between {first} and {last}, not {round}.",
                first=first,
                last=act.movement.rounds,
                round=act.from_round,
            )
        )
    night = changed(section.movement, act.movement, act.from_round)
    _check_winners(state, section, night)
    follow = isinstance(act, acts.ChangeMovement) and act.follow
    open_faults, settled = faults_apart(section, act, night)
    return (*settled, *insist(command, (*_played_otherwise(state, section, night, follow=follow), *open_faults)))


def faults_apart(
    section: Section, act: acts.ChangeMovement | acts.LatePair, night: Movement
) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
    """Faults of what is left, and boards that were in two places or with a pair twice in rounds gone by: they were.

    What the movement had before, as it was or after an earlier repair, is not charged to the change.
    """
    through = min(act.through, section.round) if isinstance(act, acts.ChangeMovement) else 0
    last = max(section.round - 1, through)
    known = set(map(str, _faults(section.movement)))
    faults = [fault for fault in mended_audit(night).faults if str(fault.text) not in known]
    past = [fault for fault in faults if fault.board and fault.round and fault.round <= last]
    return tuple(fault.text for fault in faults if fault not in past), tuple(fault.text for fault in past)


def cut_rounds(state: State, command: Command, act: acts.CutRounds) -> Granted:
    """Fewer rounds."""
    sections = [each for each in sections_of(state, act.section) if each.movement.rounds > act.rounds]
    if not sections:
        raise Refused(say("That would leave nothing out."))
    problems: list[Sentence] = []
    notes: list[Sentence] = []
    for section in sections:
        if act.rounds < max(section.round, 1):
            raise Refused(
                say("Round {round} is being played; it cannot be cut any more.", round=section.round)
                if section.round
                else say("A session has at least one round.")
            )
        problems += _new_faults(section.movement, cut(section.movement, act.rounds))
        switched = {m.round for m in section.movement.meetings if m.switched and m.round > act.rounds}
        if switched:
            notes.append(say("The arrow switch of round {rounds} falls away.", rounds=spans(switched)))
    return Granted(act, (*notes, *insist(command, problems)))


def swap_directions(state: State, command: Command, act: acts.SwapDirections) -> Granted:
    """A table that sat the wrong way round."""
    section = section_of(state, act.section)
    if section.movement.kind == "teams":
        raise Refused(say("In a teams match the other table would have to sit the other way too; edit the meetings."))
    if section.meeting(act.round, act.table) is None:
        raise Refused(say("Nobody plays at table {table} in round {round}.", table=act.table, round=act.round))
    if state.winners == 2:
        raise Refused(
            say(
                "With two winners everybody keeps to one side. Adjust the boards that were played the wrong way, or "
                "score the session with one winner."
            )
        )
    granted = Granted(act)
    check_scorable(state, command, granted)
    return granted


def edit_meeting(state: State, command: Command, act: acts.EditMeeting) -> Granted:
    """One meeting written anew: faults are told, not forbidden, because mending often goes through a faulty state."""
    section, meeting = section_of(state, act.section), act.meeting
    movement = section.movement
    if not 1 <= meeting.round <= movement.rounds:
        raise Refused(
            say("There is no round {round}: the last is round {rounds}.", round=meeting.round, rounds=movement.rounds)
        )
    if not 1 <= meeting.table <= MOST_TABLES:
        raise Refused(say("There is no table {table}.", table=meeting.table))
    for contestant in meeting.sides:
        check_contestant(state, act.section, contestant)
    if meeting.ns == meeting.ew:
        raise Refused(say("{who} cannot sit on both sides.", who=movement.label(meeting.ns)))
    if len(meeting.boards) > MOST_BOARDS:
        raise Refused(say("A round has at most {most} boards.", most=MOST_BOARDS))
    if any(not 1 <= board <= LAST_BOARD for board in meeting.boards):
        raise Refused(say("Boards are numbered 1 to {last}.", last=LAST_BOARD))
    night = edited(movement, meeting)
    if not night.meetings:
        raise Refused(say("That is the last meeting; a session without one cannot be."))
    if night == movement:
        raise Refused(say("Nothing would change."))
    _check_winners(state, section, night)
    insisted = insist(command, _played_otherwise(state, section, night))
    return Granted(act, insisted + _new_faults(movement, night))


def _check_winners(state: State, section: Section, movement: Movement) -> None:
    if state.winners != 2:
        return
    north_south, east_west = sides_taken(state, section.name, movement)
    if north_south & east_west:
        raise Refused(
            say(
                "With two winners everybody keeps to one side, and in this movement somebody does not; "
                "score the session with one winner first."
            )
        )


def _faults(movement: Movement) -> tuple[Sentence, ...]:
    return tuple(fault.text for fault in mended_audit(movement).faults)


def _new_faults(before: Movement, after: Movement) -> tuple[Sentence, ...]:
    known = set(map(str, _faults(before)))
    return tuple(fault for fault in _faults(after) if str(fault) not in known)


def contradicted(state: State, section: Section, night: Movement, *, follow: bool = False) -> Iterator[LineKey]:
    """Results of the plan that another one would not have; those that `follow` only if their board is not there."""
    for key in sorted(state.lines):
        record = state.lines[key]
        if key.section != section.name or not fits(section.movement, key, record):
            continue  # of another section, or entered against the movement anyway
        there = night.at.get((key.round, key.table))
        if not (there and key.board in there.boards if follow else fits(night, key, record)):
            yield key


def _played_otherwise(state: State, section: Section, night: Movement, *, follow: bool = False) -> Iterator[Sentence]:
    """Tables that have results of a meeting which the new movement does not have."""
    told: set[tuple[int, int]] = set()
    for key in contradicted(state, section, night, follow=follow):
        if (key.round, key.table) not in told:
            told.add((key.round, key.table))
            values = {
                "table": key.table,
                "round": key.round,
                "ns": section.movement.label(state.lines[key].ns),
                "ew": section.movement.label(state.lines[key].ew),
                "board": key.board,
            }
            if follow and (key.round, key.table) in night.at:
                yield say(
                    "Table {table} has a result of board {board} in round {round} ({ns} against {ew}), but it was not there.",
                    **values,
                )
            else:
                yield say(
                    "Table {table} has played in round {round} already ({ns} against {ew}, board {board}).", **values
                )
