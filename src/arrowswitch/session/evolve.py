"""The state after an event. Nothing is checked here: what is in the journal was granted, and happened.

Undo is an event like any other; the state after it is that of the journal without what was undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from arrowswitch.movements import Movement
from arrowswitch.regulations import load
from arrowswitch.scoring.lines import ELSEWHERE
from arrowswitch.session import acts
from arrowswitch.session.acts import Act
from arrowswitch.session.appeals import appeal_until
from arrowswitch.session.events import Event
from arrowswitch.session.lines import PLAYED, LineKey, LineRecord
from arrowswitch.session.repairs import changed, cut, edited, swapped
from arrowswitch.session.seats import seats_of
from arrowswitch.session.state import Appeal, Clock, DirectorCall, Fine, Publication, Ruling, Section, State, Stint
from arrowswitch.session.touches import lines_touched


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    journal = (*state.journal, event)
    ids = state.ids | {event.id}
    versions = state.versions
    touched = lines_touched(event.act, state)
    if touched:
        versions = {**versions, **dict.fromkeys(touched, len(journal))}
    if isinstance(event.act, acts.Undo):
        undone = live_undone(journal)
        after = _folded(each for each in journal if each.id not in undone)
        return replace(after, journal=journal, ids=ids, undone=undone, versions=versions)
    after = _apply(state, event)
    return replace(after, journal=journal, ids=ids, versions=versions)


def replay(events: Iterable[Event]) -> State:
    """The state that a journal gives.

    >>> replay(()).phase
    'new'
    """
    state = State()
    for event in events:
        state = evolve(state, event)
    return state


def live_undone(journal: tuple[Event, ...]) -> frozenset[str]:
    """The commands that were undone; an undo that was itself undone undoes nothing."""
    undone: set[str] = set()
    for event in reversed(journal):
        if isinstance(event.act, acts.Undo) and event.id not in undone:
            undone.add(event.act.command)
    return frozenset(undone)


def _folded(events: Iterable[Event]) -> State:
    state = State()
    for event in events:
        state = _apply(state, event)
    return state


def _apply(state: State, event: Event) -> State:
    return CHANGES[type(event.act)](state, event.act, event)


# -- the session ------------------------------------------------------------------------------------------------------


def _open(state: State, act: acts.Open, event: Event) -> State:
    return replace(
        state,
        phase="open",
        title=act.title,
        date=act.date,
        method=act.method,
        winners=act.winners or winners_of(plan.movement for plan in act.sections),
        apart=act.apart,
        regulations=load(act.regulations, act.overrides or None),
        boards_per_match=act.boards_per_match,
        settings=act.settings,
        sections={
            plan.name: Section(
                plan.name, plan.movement, plan.grade, plan.round_minutes, plan.break_after, plan.break_minutes
            )
            for plan in act.sections
        },
    )


def winners_of(movements: Iterable[Movement]) -> int:
    """Two winners where every movement has two, else one."""
    return min(movement.winners for movement in movements)


def _settings(state: State, act: acts.ChangeSettings, event: Event) -> State:
    return replace(state, settings=act.settings, winners=act.winners or state.winners)


def _hands(state: State, act: acts.AttachHands, event: Event) -> State:
    return replace(state, hands={hands.board: hands for hands in act.hands}, tables={})


def _publish(state: State, act: acts.Publish, event: Event) -> State:
    publication = Publication(len(state.publications) + 1, event.at, event.id)
    return replace(
        state,
        phase="published",
        publications=(*state.publications, publication),
        posted=state.posted or event.at,
    )


def _reopen(state: State, act: acts.Reopen, event: Event) -> State:
    return replace(state, phase="playing", posted=None)


# -- people -----------------------------------------------------------------------------------------------------------


def _seat(state: State, act: acts.Seat, event: Event) -> State:
    seats = dict(state.seats)
    for seating in act.seatings:
        seats.pop(seating.place, None)
        if seating.player is not None:
            seats[seating.place] = (Stint(1, seating.player),)
    return replace(state, seats=seats)


def _substitute(state: State, act: acts.Substitute, event: Event) -> State:
    earlier = tuple(stint for stint in state.seats.get(act.place, ()) if stint.from_round < act.from_round)
    return replace(state, seats={**state.seats, act.place: (*earlier, Stint(act.from_round, act.player))})


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
    return state.regulations.timing.round_minutes(section.movement.boards_per_round, section.grade)


def _called(state: State, names: Iterable[str], number: int, at: datetime) -> State:
    def call(section: Section) -> Section:
        return replace(section, round=number, clock=Clock(at, minutes_of(state, section)))

    return _each(state, names, call)


def _start(state: State, act: acts.Start, event: Event) -> State:
    return replace(_called(state, state.sections, 1, event.at), phase="playing")


def _call_round(state: State, act: acts.CallRound, event: Event) -> State:
    return _called(state, due(state, act), act.round, event.at)


def due(state: State, act: acts.CallRound) -> tuple[str, ...]:
    """The sections for which this is the next round."""
    return tuple(
        name
        for name in named(state, act.section)
        if state.sections[name].round == act.round - 1 and act.round <= state.sections[name].movement.rounds
    )


def _clocked(state: State, names: Iterable[str], change: Callable[[Clock], Clock]) -> State:
    return _each(state, names, lambda each: replace(each, clock=change(each.clock)) if each.clock else each)


def _hold(state: State, act: acts.HoldClock, event: Event) -> State:
    return _clocked(
        state, named(state, act.section), lambda clock: replace(clock, held_since=clock.held_since or event.at)
    )


def _resume(state: State, act: acts.ResumeClock, event: Event) -> State:
    def resume(clock: Clock) -> Clock:
        if clock.held_since is None:
            return clock
        # a computer's clock that was set back must not shorten the round
        return replace(clock, held=clock.held + max(event.at - clock.held_since, timedelta(0)), held_since=None)

    return _clocked(state, named(state, act.section), resume)


def _add_minutes(state: State, act: acts.AddMinutes, event: Event) -> State:
    return _clocked(state, named(state, act.section), lambda clock: replace(clock, added=clock.added + act.minutes))


def _break(state: State, act: acts.SetBreak, event: Event) -> State:
    def plan(section: Section) -> Section:
        return replace(section, break_after=act.after_round, break_minutes=act.minutes)

    return _each(state, named(state, act.section), plan)


# -- lines ------------------------------------------------------------------------------------------------------------


def pairs_of(state: State, key: LineKey, ns: int | None = None, ew: int | None = None) -> tuple[int, int]:
    """Who plays a line: those who are named, or who sat there before, or whom the movement sends."""
    record = state.lines.get(key)
    meeting = state.sections[key.section].meeting(key.round, key.table)
    known = record or meeting
    return ns or (known.ns if known else 0), ew or (known.ew if known else 0)


def _write(state: State, act: acts.Enter | acts.Correct, event: Event) -> State:
    ns, ew = pairs_of(state, act.line, act.ns, act.ew)
    record = state.lines.get(act.line) or LineRecord(ns, ew)
    # the first score stands (Law 15B)
    again = isinstance(act.entry, PLAYED) and not record.halved and state.had_elsewhere(act.line, ns, ew) is not None
    changed_record = replace(
        record,
        ns=ns,
        ew=ew,
        entry=act.entry,
        entered_by=act.side,
        confirmed=act.side is None,
        void=record.void or again,
    )
    return _line(state, act.line, changed_record)


def _line(state: State, key: LineKey, record: LineRecord) -> State:
    if key in state.lines:
        return replace(state, lines={**state.lines, key: record})
    on_board = {**state.on_board, key.board: (*state.on_board.get(key.board, ()), key)}
    return replace(state, lines={**state.lines, key: record}, on_board=on_board)


def _record(state: State, key: LineKey) -> LineRecord:
    return state.lines.get(key) or LineRecord(*pairs_of(state, key))


def _confirm(state: State, act: acts.Confirm, event: Event) -> State:
    return _line(state, act.line, replace(_record(state, act.line), confirmed=True))


def _adjust(state: State, act: acts.Adjust, event: Event) -> State:
    before = _record(state, act.line)
    halved = ELSEWHERE in (act.adjustment.ns, act.adjustment.ew)  # it counts, for the side that has no other score
    void = not halved and (before.void or (before.halved and isinstance(before.entry, PLAYED)))
    return _line(state, act.line, replace(before, adjustment=act.adjustment, void=void))


def _strike(state: State, act: acts.Strike, event: Event) -> State:
    return _line(state, act.line, replace(_record(state, act.line), void=act.void))


def _split(state: State, act: acts.SplitBoard, event: Event) -> State:
    lines = {key: replace(_record(state, key), group=act.group) for key in act.lines}
    return replace(state, lines={**state.lines, **lines})


def _remove_board(state: State, act: acts.RemoveBoard, event: Event) -> State:
    boards = {(name, act.board) for name in named(state, act.section)}
    return replace(state, removed=state.removed | boards if act.removed else state.removed - boards)


# -- penalties and calls ----------------------------------------------------------------------------------------------


def _penalise(state: State, act: acts.Penalise, event: Event) -> State:
    fine = Fine(
        event.id,
        act.section,
        act.contestant,
        act.share,
        act.points,
        act.vps,
        act.offence,
        event.why,
        event.at,
        event.by.name or event.by.role,
        state.sections[act.section].round,
        act.player,
    )
    return replace(state, fines={**state.fines, event.id: fine})


def _withdraw(state: State, act: acts.WithdrawPenalty, event: Event) -> State:
    return replace(state, fines={**state.fines, act.penalty: replace(state.fines[act.penalty], withdrawn=True)})


def _call_director(state: State, act: acts.CallDirector, event: Event) -> State:
    call = DirectorCall(event.id, act.section, act.table, act.about, event.at)
    return replace(state, calls={**state.calls, event.id: call})


def _answer(state: State, act: acts.AnswerCall, event: Event) -> State:
    call = replace(state.calls[act.call], answered=event.at, note=act.note)
    return replace(state, calls={**state.calls, act.call: call})


def _rule(state: State, act: acts.Rule, event: Event) -> State:
    name = act.ruling or event.id
    before = state.rulings.get(name)
    by = before.by if before else event.by.name or event.by.role
    ruled = (before.ruled if before else None) or (event.at if act.outcome else None)
    call = act.call or (before.call if before else "")
    ruling = Ruling(name, act, before.at if before else event.at, by, event.at, ruled, call)
    calls = state.calls
    if act.call and calls[act.call].answered is None:
        calls = {**calls, act.call: replace(calls[act.call], answered=event.at, note=act.title)}
    return replace(state, rulings={**state.rulings, name: ruling}, calls=calls)


def _lodge(state: State, act: acts.LodgeAppeal, event: Event) -> State:
    until = appeal_until(state, state.rulings[act.ruling])
    late = until is not None and event.at > until
    appeal = Appeal(event.id, act, event.at, event.by.name or event.by.role, late)
    return replace(state, appeals={**state.appeals, event.id: appeal})


def _review(state: State, act: acts.ReviewAppeal, event: Event) -> State:
    appeal = replace(
        state.appeals[act.appeal], review=act, reviewed=event.at, reviewed_by=event.by.name or event.by.role
    )
    return replace(state, appeals={**state.appeals, act.appeal: appeal})


def _decide_appeal(state: State, act: acts.DecideAppeal, event: Event) -> State:
    appeal = replace(state.appeals[act.appeal], decision=act, decided=event.at)
    return replace(state, appeals={**state.appeals, act.appeal: appeal})


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


def _change_movement(state: State, act: acts.ChangeMovement, event: Event) -> State:
    old = state.sections[act.section].movement
    after = _move(state, act.section, lambda movement: changed(movement, act.movement, act.from_round))
    return _followed(after, act.section, old) if act.follow else after


def _late_pair(state: State, act: acts.LatePair, event: Event) -> State:
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
    state = replace(state, lines=lines)
    for key in moved:  # the first score stands (Law 15B)
        record = state.lines[key]
        first = state.had_elsewhere(key, record.ns, record.ew)
        if record.occupies and not record.halved and first and first[1].round < key.round:
            state = replace(state, lines={**state.lines, key: replace(record, void=True)})
    return state


def fits(movement: Movement, key: LineKey, record: LineRecord) -> bool:
    """Whether a line is what a movement says: this board, between these two."""
    meeting = movement.at.get((key.round, key.table))
    return meeting is not None and key.board in meeting.boards and meeting.sides == (record.ns, record.ew)


def _cut(state: State, act: acts.CutRounds, event: Event) -> State:
    for name in named(state, act.section):
        if state.sections[name].movement.rounds > act.rounds:
            state = _move(state, name, lambda movement: cut(movement, act.rounds))
    return state


def _swap(state: State, act: acts.SwapDirections, event: Event) -> State:
    state = _move(state, act.section, lambda movement: swapped(movement, act.round, act.table))
    there = {
        key: replace(record, ns=record.ew, ew=record.ns)
        for key, record in state.lines.items()
        if (key.section, key.round, key.table) == (act.section, act.round, act.table)
    }
    return replace(state, lines={**state.lines, **there})


def _edit(state: State, act: acts.EditMeeting, event: Event) -> State:
    return _move(state, act.section, lambda movement: edited(movement, act.meeting))


Change = Callable[[State, Any, Event], State]
CHANGES: Mapping[type[Act], Change] = {
    acts.Open: _open,
    acts.ChangeSettings: _settings,
    acts.AttachHands: _hands,
    acts.Seat: _seat,
    acts.Substitute: _substitute,
    acts.Start: _start,
    acts.CallRound: _call_round,
    acts.HoldClock: _hold,
    acts.ResumeClock: _resume,
    acts.AddMinutes: _add_minutes,
    acts.SetBreak: _break,
    acts.Enter: _write,
    acts.Confirm: _confirm,
    acts.Correct: _write,
    acts.Adjust: _adjust,
    acts.Strike: _strike,
    acts.SplitBoard: _split,
    acts.RemoveBoard: _remove_board,
    acts.Penalise: _penalise,
    acts.WithdrawPenalty: _withdraw,
    acts.ChangeMovement: _change_movement,
    acts.LatePair: _late_pair,
    acts.CutRounds: _cut,
    acts.SwapDirections: _swap,
    acts.EditMeeting: _edit,
    acts.CallDirector: _call_director,
    acts.AnswerCall: _answer,
    acts.Rule: _rule,
    acts.LodgeAppeal: _lodge,
    acts.ReviewAppeal: _review,
    acts.DecideAppeal: _decide_appeal,
    acts.Publish: _publish,
    acts.Reopen: _reopen,
    acts.Undo: lambda state, act, event: state,
}
