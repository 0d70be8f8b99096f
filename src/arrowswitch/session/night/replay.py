"""The state after an event. Nothing is checked here: what is in the journal was granted, and happened.

Undo is an event like any other; the state after it is that of the journal without what was undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from arrowswitch.movements import Movement
from arrowswitch.regulations import load
from arrowswitch.scoring.lines import ELSEWHERE
from arrowswitch.session import acts
from arrowswitch.session.acts import Act
from arrowswitch.session.acts.appeals import appeal_until
from arrowswitch.session.journal.events import Event
from arrowswitch.session.night import sections
from arrowswitch.session.night.growing import Events, with_changes
from arrowswitch.session.night.lines import PLAYED, LineKey, LineRecord
from arrowswitch.session.night.state import (
    Appeal,
    Closed,
    Departure,
    DirectorCall,
    Fine,
    Publication,
    Ruling,
    State,
    Stint,
)
from arrowswitch.session.night.strays import contested, pairs_of
from arrowswitch.session.story.touches import lines_touched


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    journal = state.journal.then(event)
    versions = state.versions
    touched = lines_touched(event.act, state)
    if touched:
        versions = with_changes(versions, dict.fromkeys(touched, len(journal)))
    if isinstance(event.act, acts.Undo):
        undone = live_undone(journal)
        after = _folded(each for each in journal if each.id not in undone)
        return after.but(journal=journal, undone=undone, versions=versions)
    after = _apply(state, event)
    return after.but(journal=journal, versions=versions)


def replay(events: Iterable[Event]) -> State:
    """The state that a journal gives.

    >>> replay(()).phase
    'new'
    """
    state = State()
    for event in events:
        state = evolve(state, event)
    return state


def live_undone(journal: Events) -> frozenset[str]:
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
        overrides=act.overrides,
        boards_per_match=act.boards_per_match,
        settings=act.settings,
        sections=sections.planned(act.sections),
    )


def _set_sections(state: State, act: acts.SetSections, event: Event) -> State:
    winners = act.winners or winners_of(plan.movement for plan in act.sections)
    return sections.planned_anew(replace(state, method=act.method, winners=winners), act.sections)


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


def _plan(state: State, act: acts.ChangePlan, event: Event) -> State:
    same = act.regulations == state.regulations.name
    overrides = state.overrides if act.overrides is None else act.overrides
    return replace(
        state,
        title=act.title,
        date=act.date,
        method=act.method,
        apart=act.apart,
        regulations=state.regulations if same else load(act.regulations, overrides or None),
        overrides=state.overrides if same else overrides,
    )


def _put_away(state: State, act: acts.PutAway, event: Event) -> State:
    return replace(state, away=act.away)


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


# -- lines ------------------------------------------------------------------------------------------------------------


def _write(state: State, act: acts.Enter | acts.Correct, event: Event) -> State:
    ns, ew = pairs_of(state, act.line, act.ns, act.ew)
    state = contested(state, act, forced=event.forced)
    record = state.lines.get(act.line) or LineRecord(ns, ew)
    strays = act.line not in state.lines and not state.is_due(act.line)
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
        looked=act.side is not None and (record.looked or (isinstance(act, acts.Correct) and act.looked)),
        guessed=act.side is not None and (record.guessed or (isinstance(act, acts.Correct) and act.guessed)),
        undue=act.side is not None and (record.undue or strays),
        settled=act.sure,
    )
    return _line(state, act.line, changed_record)


def _line(state: State, key: LineKey, record: LineRecord) -> State:
    lines = with_changes(state.lines, {key: record})
    if key in state.lines:
        return state.but(lines=lines)
    on_board = {**state.on_board, key.board: (*state.on_board.get(key.board, ()), key)}
    return state.but(lines=lines, on_board=on_board)


def _record(state: State, key: LineKey) -> LineRecord:
    return state.lines.get(key) or LineRecord(*pairs_of(state, key))


def _confirm(state: State, act: acts.Confirm, event: Event) -> State:
    return _line(state, act.line, replace(_record(state, act.line), confirmed=True))


def _settle(state: State, act: acts.Settle, event: Event) -> State:
    return _line(state, act.line, replace(_record(state, act.line), settled=True))


def _adjust(state: State, act: acts.Adjust, event: Event) -> State:
    before = _record(state, act.line)
    halved = ELSEWHERE in (act.adjustment.ns, act.adjustment.ew)  # it counts, for the side that has no other score
    void = not halved and (before.void or (before.halved and isinstance(before.entry, PLAYED)))
    return _line(state, act.line, replace(before, adjustment=act.adjustment, void=void, undue=False))


def _strike(state: State, act: acts.Strike, event: Event) -> State:
    return _line(state, act.line, replace(_record(state, act.line), void=act.void, undue=False))


def _split(state: State, act: acts.SplitBoard, event: Event) -> State:
    lines = {key: replace(_record(state, key), group=act.group) for key in act.lines}
    return replace(state, lines=with_changes(state.lines, lines))


def _remove_board(state: State, act: acts.RemoveBoard, event: Event) -> State:
    boards = {(name, act.board) for name in sections.named(state, act.section)}
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
        match_round=act.match_round,
    )
    return replace(state, fines={**state.fines, event.id: fine})


def _withdraw(state: State, act: acts.WithdrawPenalty, event: Event) -> State:
    return replace(state, fines={**state.fines, act.penalty: replace(state.fines[act.penalty], withdrawn=True)})


def _set_lists(state: State, act: acts.SetLists, event: Event) -> State:
    return replace(state, strata=dict(act.strata), handicaps=act.granted)


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


def _track(state: State, act: acts.TrackCards, event: Event) -> State:
    return replace(state, tracked={**state.tracked, act.line: act})


def _leave_task(state: State, act: acts.LeaveTask, event: Event) -> State:
    return replace(state, tasks={**state.tasks, event.id: act})


def _close_task(state: State, act: acts.CloseTask, event: Event) -> State:
    return replace(state, closed_tasks={**state.closed_tasks, act.task: Closed(act.done, event.why)})


def _pair_leaves(state: State, act: acts.PairLeaves, event: Event) -> State:
    return replace(state, left={**state.left, (act.section, act.contestant): Departure(act.from_round, act.stands)})


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


Change = Callable[[State, Any, Event], State]
CHANGES: Mapping[type[Act], Change] = {
    acts.Open: _open,
    acts.ChangeSettings: _settings,
    acts.AttachHands: _hands,
    acts.Seat: _seat,
    acts.Substitute: _substitute,
    acts.Start: sections.start,
    acts.CallRound: sections.call_round,
    acts.EndPlay: sections.end_play,
    acts.HoldClock: sections.hold,
    acts.ResumeClock: sections.resume,
    acts.AddMinutes: sections.add_minutes,
    acts.SetBreak: sections.set_break,
    acts.Enter: _write,
    acts.Confirm: _confirm,
    acts.Correct: _write,
    acts.Adjust: _adjust,
    acts.Strike: _strike,
    acts.SplitBoard: _split,
    acts.RemoveBoard: _remove_board,
    acts.Penalise: _penalise,
    acts.WithdrawPenalty: _withdraw,
    acts.SetLists: _set_lists,
    acts.ChangeMovement: sections.change_movement,
    acts.LatePair: sections.late_pair,
    acts.CutRounds: sections.cut_rounds,
    acts.SwapDirections: sections.swap_directions,
    acts.EditMeeting: sections.edit_meeting,
    acts.PairLeaves: _pair_leaves,
    acts.CallDirector: _call_director,
    acts.AnswerCall: _answer,
    acts.Rule: _rule,
    acts.TrackCards: _track,
    acts.LodgeAppeal: _lodge,
    acts.ReviewAppeal: _review,
    acts.DecideAppeal: _decide_appeal,
    acts.LeaveTask: _leave_task,
    acts.CloseTask: _close_task,
    acts.Publish: _publish,
    acts.Reopen: _reopen,
    acts.Undo: lambda state, act, event: state,
    acts.ChangePlan: _plan,
    acts.SetTiming: sections.set_timing,
    acts.SetSections: _set_sections,
    acts.PutAway: _put_away,
    acts.BeginBreak: sections.begin_break,
    acts.Settle: _settle,
}
