"""Who may do what, and when: NZ manual ENT-04 and ENT-05, Bridge NSW regulations section 12, and the club's regulations.

A pad acts at its own table and in the current round only. Afterwards the scorer and the director do, with a reason; what
the players got wrong needs the agreement of both sides where the regulations ask for it, and its time runs out some
time after posting.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from arrowswitch.bridge import NotBridge, vulnerability_of
from arrowswitch.scoring.corrections import amended
from arrowswitch.session import acts
from arrowswitch.session.acts import Act, Actor, Role
from arrowswitch.session.journal.events import Command, NotNow, Refused
from arrowswitch.session.night.ahead import check_turn
from arrowswitch.session.night.lines import Contracted, LineKey, ns_points
from arrowswitch.session.night.state import State
from arrowswitch.words import Sentence, say

DESK: frozenset[Role] = frozenset({"owner", "director", "scorer"})
DIRECTORS: frozenset[Role] = frozenset({"owner", "director"})
AT_TABLE: frozenset[Role] = DESK | {"table"}
ANYBODY: frozenset[Role] = AT_TABLE | {"player"}

WHO: Mapping[type[Act], frozenset[Role]] = {
    acts.Open: DESK,
    acts.ChangeSettings: DIRECTORS,
    acts.AttachHands: DESK,
    acts.Seat: AT_TABLE,
    acts.Substitute: DESK,
    acts.Start: DIRECTORS,
    acts.CallRound: DIRECTORS,
    acts.EndPlay: DESK,
    acts.HoldClock: DIRECTORS,
    acts.ResumeClock: DIRECTORS,
    acts.AddMinutes: DIRECTORS,
    acts.SetBreak: DIRECTORS,
    acts.Enter: AT_TABLE,
    acts.Confirm: AT_TABLE,
    acts.Correct: AT_TABLE,
    acts.Adjust: DIRECTORS,
    acts.Strike: DIRECTORS,
    acts.SplitBoard: DIRECTORS,
    acts.RemoveBoard: DIRECTORS,
    acts.Penalise: DIRECTORS,
    acts.WithdrawPenalty: DIRECTORS,
    acts.SetLists: DIRECTORS,
    acts.ChangeMovement: DIRECTORS,
    acts.LatePair: DIRECTORS,
    acts.CutRounds: DIRECTORS,
    acts.SwapDirections: DIRECTORS,
    acts.EditMeeting: DIRECTORS,
    acts.PairLeaves: DIRECTORS,
    acts.CallDirector: ANYBODY,
    acts.AnswerCall: DIRECTORS,
    acts.Rule: DIRECTORS,
    acts.TrackCards: DIRECTORS,
    acts.LodgeAppeal: DIRECTORS,
    acts.ReviewAppeal: DIRECTORS,
    acts.DecideAppeal: DIRECTORS,
    acts.LeaveTask: DIRECTORS,
    acts.CloseTask: DIRECTORS,
    acts.Publish: DESK,
    acts.Reopen: DIRECTORS,
    acts.Undo: AT_TABLE,
    acts.ChangePlan: DIRECTORS,
    acts.SetTiming: DIRECTORS,
    acts.SetSections: DIRECTORS,
    acts.PutAway: DIRECTORS,
    acts.BeginBreak: DIRECTORS,
    acts.Settle: DESK,
}
REASON_DUE = (
    acts.Adjust,
    acts.Strike,
    acts.SplitBoard,
    acts.RemoveBoard,
    acts.Penalise,
    acts.WithdrawPenalty,
    acts.Reopen,
)
IDLE = (
    acts.Publish,
    acts.Reopen,
    acts.CallDirector,
    acts.AnswerCall,
    acts.Rule,
    acts.TrackCards,
    acts.LodgeAppeal,
    acts.ReviewAppeal,
    acts.DecideAppeal,
    acts.ChangeSettings,
    acts.AttachHands,
    acts.CloseTask,
    acts.PutAway,
    acts.Settle,
)
"""Acts that change no result."""
AFTER_POSTING = (*IDLE, acts.SetLists, acts.Correct)
"""What can be done while results are posted; for the rest they are reopened."""
RESULTS = (acts.Adjust, acts.Strike, acts.SplitBoard, acts.RemoveBoard, acts.Penalise, acts.WithdrawPenalty)
"""Rulings, which may still come in the time for corrections."""

ROLE_NAMES: Mapping[Role, Sentence] = {
    "owner": say("the owner"),
    "director": say("the director"),
    "scorer": say("the scorer"),
    "table": say("a table"),
    "player": say("a player"),
    "public": say("the public"),
}


def check_rights(state: State, command: Command) -> None:
    """Refuses what this person may not do now."""
    act, by = command.act, command.by
    if by.role not in WHO[type(act)]:
        allowed = " / ".join(str(ROLE_NAMES[role]) for role in ROLE_NAMES if role in WHO[type(act)])
        raise Refused(
            say("This is not for {role} to do, but for {allowed}.", role=ROLE_NAMES[by.role], allowed=allowed)
        )
    if isinstance(act, REASON_DUE) and not command.why.strip():
        raise Refused(say("Give a reason: it is kept with what is changed."))
    asked = by.role == "table" and isinstance(act, acts.Enter)  # which board was played there, it knows best
    if command.force and not asked and (by.role not in DIRECTORS or not command.why.strip()):
        raise Refused(say("Only the director may insist, and must give a reason."))
    _check_phase(state, command)
    if by.role == "table":
        _check_table(state, act, by)
        _check_said(command)
    if by.role == "player" and isinstance(act, acts.CallDirector):
        _check_player(state, act, by)


def _check_phase(state: State, command: Command) -> None:
    act = command.act
    if isinstance(act, acts.Open):
        if state.phase != "new":
            raise Refused(say("This session is open already."))
        return
    if state.phase == "new":
        raise Refused(say("This session has not been opened yet."))
    if state.away and not isinstance(act, acts.PutAway):
        raise Refused(say("This session was put away; the director can bring it back."))
    if state.phase == "published":
        if isinstance(act, acts.Correct | acts.Adjust) and act.appeal:
            return  # an appeal lodged in time may be decided after the time for corrections
        if isinstance(act, RESULTS) and not is_closed(state, command.at):
            return
        if not isinstance(act, (*AFTER_POSTING, acts.Undo)):
            raise Refused(say("The results are posted; the director can reopen them, with a reason."))
        if isinstance(act, acts.Correct) and is_closed(state, command.at):
            raise Refused(
                say(
                    "The time for corrections ended at {time:%Y-%m-%d %H:%M %Z}; the director can reopen the results, with a "
                    "reason.",
                    time=closes(state),
                )
            )


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


def _check_table(state: State, act: Act, by: Actor) -> None:
    """A pad: its own table, its own round."""
    section = state.sections.get(by.section)
    if section is None or by.table is None:
        raise Refused(say("This pad belongs to no table of the session; log it in again."))
    if state.publications:
        raise Refused(say("The results have been posted; ask the director."))
    match act:
        case acts.Enter() | acts.Confirm() | acts.Correct():
            if not state.settings.intake:
                raise NotNow(say("The director takes no scores from the tables for now. It is kept here meanwhile."))
            _check_own_line(state, act, by)
            if not isinstance(act, acts.Confirm) and (act.ns is not None or act.ew is not None):
                raise Refused(say("Only the desk can enter other pairs than those the movement sends here."))
        case acts.Seat():
            meeting = section.meeting(max(section.round, 1), by.table)
            here = meeting.sides if meeting else ()
            for seating in act.seatings:
                place = seating.place
                if place.section != by.section or place.contestant not in here:
                    raise Refused(say("A pad can name only the players of its own table."))
                if place in state.seats:
                    raise Refused(say("This seat has a name already; the desk can change it."))
        case acts.CallDirector():
            if (act.section, act.table) != (by.section, by.table):
                raise Refused(say("A pad can call the director only to its own table."))
        case _:
            pass


def _check_player(state: State, act: acts.CallDirector, by: Actor) -> None:
    """A player calls the director to where he sits."""
    section = state.sections.get(act.section)
    meeting = section.meeting(max(section.round, 1), act.table) if section else None
    if meeting is None or by.section != act.section or by.contestant not in meeting.sides:
        raise Refused(say("You do not sit at table {table} now.", table=state.table(act.section, act.table)))


def _check_said(command: Command) -> None:
    """A table says what it had before it when it puts something else there, or agrees."""
    if isinstance(command.act, acts.Correct | acts.Confirm) and command.seen is None:
        raise Refused(say("A table says what stood there when it changes a score or agrees to one. Look again."))


def _check_own_line(state: State, act: acts.Enter | acts.Confirm | acts.Correct, by: Actor) -> None:
    """A pad writes at its own table: what it has not sent before as soon as the round has come, a correction only in the
    current round."""
    key = act.line
    own = (by.section, by.table or 0)
    if (key.section, key.table) != own:
        raise Refused(
            say(
                "This is the pad of table {own}; {place} is not its business.",
                own=state.table(*own),
                place=state.place(key),
            )
        )
    called = state.sections[key.section].round
    if isinstance(act, acts.Correct):
        check_current(state, key)
    elif isinstance(act, acts.Enter) and _is_stray(state, key):
        raise Refused(
            say(
                "Board {board} was not at table {table} in round {round}, and that round is over; ask the director.",
                board=key.board,
                table=state.table(*own),
                round=key.round,
            )
        )
    elif key.round > called and state.settings.wait:
        raise NotNow(say("Round {round} has not been called yet.", round=key.round))
    elif key.round > called:
        check_turn(state, key, by.contestant)


def _is_stray(state: State, key: LineKey) -> bool:
    """Whether a board that nobody expects there is written in a round that is over at the table."""
    over = key.round < state.round_at(key.section, key.table)
    return over and key not in state.lines and not state.is_due(key)


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


def reason_due(state: State, line: LineKey) -> bool:
    """Whether a correction of a line needs a reason; while the round is on the players put it right at the table."""
    return line.round < state.sections[line.section].round or bool(state.publications)


def check_correction(state: State, command: Command, act: acts.Correct) -> tuple[Sentence, ...]:
    """Refuses a correction for which something is missing; what the director waived is noted."""
    if (act.ruling or act.appeal) and command.by.role not in DIRECTORS:
        raise Refused(say("Only the director can change a result by a ruling."))
    if not reason_due(state, act.line):
        return ()
    if not command.why.strip():
        raise Refused(say("The round is over: a correction now needs a reason."))
    if (
        act.ruling
        or act.error == "scorer"
        or not state.regulations.corrections.both_sides
        or set(act.consent) == {"NS", "EW"}
    ):
        return ()
    if scorer_may_amend(state, act):
        return (say("Put right without asking, as the regulations allow."),)
    if not command.force:
        raise Refused(
            say(
                "Both sides must agree to this correction. Without them only what the regulations name may be put "
                "right: {cases}.",
                cases=_cases_told(state.regulations.corrections.scorer_may_amend),
            )
        )
    return (say("Corrected without the agreement of both sides."),)


CASES: Mapping[str, Sentence] = {
    "impossible-score": say("a score that cannot be"),
    "vulnerability": say("a score for the wrong vulnerability"),
    "game-vulnerability": say("a game scored for the wrong vulnerability"),
}
"""What the scorer may put right alone, in words."""


def _cases_told(cases: tuple[str, ...]) -> Sentence:
    if not cases:
        return say("nothing")
    told = {f"case{number}": CASES[case] for number, case in enumerate(cases)}
    return say(", ".join("{" + name + "}" for name in told), **told)


def scorer_may_amend(state: State, act: acts.Correct) -> bool:
    """Whether this is a slip that the scorer may put right alone: it follows from the contract that was written."""
    record = state.lines.get(act.line)
    if record is None:
        return False
    board = act.line.board
    recorded = ns_points(record.entry, board)
    if recorded is None or not isinstance(act.entry, Contracted):
        return False
    if isinstance(record.entry, Contracted) and record.entry.result != act.entry.result:
        return False
    try:
        right = amended(act.entry.result, recorded, vulnerability_of(board), state.regulations.corrections)
    except NotBridge:
        return False
    return right is not None and right == ns_points(act.entry, board)
