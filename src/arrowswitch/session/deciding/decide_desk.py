"""Decisions at the desk: opening, settings, penalties, calls of the director, posting and reopening."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.bridge import NotBridge, check_board
from arrowswitch.deals.hands import check_deal, deal_text
from arrowswitch.movements import audit
from arrowswitch.regulations import RegulationsError, load
from arrowswitch.scoring import METHODS
from arrowswitch.scoring.session import TEAMS
from arrowswitch.session import acts
from arrowswitch.session.acts.following import done_by
from arrowswitch.session.acts.todo import open_tasks
from arrowswitch.session.deciding.decide_plan import check_method, check_timing, checked_title, wrong_kind
from arrowswitch.session.deciding.decide_rounds import check_break
from arrowswitch.session.deciding.granting import (
    MOST_TEXT,
    Granted,
    check_contestant,
    check_scorable,
    check_text,
    insist,
    one_way,
    section_of,
    sides_taken,
)
from arrowswitch.session.journal.events import Command, Refused
from arrowswitch.session.night.missing import missing
from arrowswitch.session.night.seats import all_players_of
from arrowswitch.session.night.state import State
from arrowswitch.session.story.chronicle import check_penalties_seen
from arrowswitch.session.story.history import since_published
from arrowswitch.words import Sentence, counted, say, say_count, spans

MOST_SECTIONS = 100
MOST_SHARE = 10
MOST_POINTS = 10_000


def open_session(state: State, command: Command, act: acts.Open) -> Granted:
    """A new session."""
    title = checked_title(act.title)
    check_method(act.method)
    if act.winners not in (None, 1, 2):
        raise Refused(say("There are 1 or 2 winners, not {winners}.", winners=act.winners))
    if act.boards_per_match is not None and act.boards_per_match < 1:
        raise Refused(say("A match has at least one board."))
    try:
        load(act.regulations, act.overrides or None)
    except RegulationsError as error:
        raise Refused(error.args[0]) from None
    _check_names(act)
    for plan in act.sections:
        _check_plan(act, plan)
    notes = insist(command, _faults(act))
    return Granted(replace(act, title=title), notes + tuple(_remarks(act)))


def _check_names(act: acts.Open) -> None:
    names = [plan.name for plan in act.sections]
    if not 1 <= len(names) <= MOST_SECTIONS:
        raise Refused(say("A session has 1 to {most} sections.", most=MOST_SECTIONS))
    if len({name.casefold() for name in names}) < len(names):
        raise Refused(say("Two sections have the same name."))
    for name in names:
        if not (name.isalpha() and len(name) <= 12) and (name or len(names) > 1):
            raise Refused(say("A section is named by letters, such as A; “{name}” will not do.", name=name))


def _check_plan(act: acts.Open, plan: acts.SectionPlan) -> None:
    movement = plan.movement
    if (movement.kind == "teams") != (act.method in TEAMS):
        raise Refused(wrong_kind(act.method, movement.name))
    if act.winners == 2 and not one_way(movement):
        raise Refused(say("{name} has one winner: not everybody keeps to one side of the table.", name=movement.name))
    check_timing(plan.grade, plan.round_minutes)
    check_break(movement.rounds, plan.break_after, plan.break_minutes)


def _faults(act: acts.Open) -> Iterator[Sentence]:
    for plan in act.sections:
        yield from (fault.text for fault in audit(plan.movement).faults)


def _remarks(act: acts.Open) -> Iterator[Sentence]:
    counts = {plan.movement.boards_to_play for plan in act.sections}
    if not act.apart and len(counts) > 1:  # NZ manual SET-14
        yield say("Sections are scored together, but their pairs do not play the same number of boards.")


def change_settings(state: State, command: Command, act: acts.ChangeSettings) -> Granted:
    """Who may see what, and how many winners there are."""
    if act.winners not in (None, 1, 2):
        raise Refused(say("There are 1 or 2 winners, not {winners}.", winners=act.winners))
    if act.winners == 2 and any(
        frozenset.intersection(*sides_taken(state, section.name, section.movement))
        for section in state.sections.values()
    ):
        raise Refused(say("There is one winner: not everybody keeps to one side of the table."))
    if act.settings == state.settings and act.winners in (None, state.winners):
        raise Refused(say("Nothing would change."))
    granted = Granted(act)
    check_scorable(state, command, granted)
    return granted


def attach_hands(state: State, command: Command, act: acts.AttachHands) -> Granted:
    """The deals of the night."""
    if not act.hands:
        raise Refused(say("There are no hands to attach."))
    if len({hands.board for hands in act.hands}) < len(act.hands):
        raise Refused(say("A board is there twice."))
    try:
        for hands in act.hands:
            check_board(hands.board)
            check_deal(hands)
    except NotBridge as error:
        raise Refused(error.args[0]) from None
    given = {hands.board: hands for hands in act.hands}
    others = {
        board
        for board, hands in state.hands.items()
        if board in given and state.on_board.get(board) and deal_text(given[board]) != deal_text(hands)
    }
    replaced = insist(
        command,
        [say("These boards have results, and their hands would change: {boards}.", boards=spans(others))]
        if others
        else [],
    )
    lacking = {board for section in state.sections.values() for board in section.movement.boards} - given.keys()
    notes = (say("The hands of boards {boards} are lacking.", boards=spans(lacking)),) if lacking else ()
    return Granted(act, replaced + notes)


# -- penalties and calls ----------------------------------------------------------------------------------------------


def penalise(state: State, command: Command, act: acts.Penalise) -> Granted:
    """A penalty, or a warning that is kept."""
    check_contestant(state, act.section, act.contestant)
    check_penalties_seen(state, command, act.section, act.contestant)
    if sum(amount is not None for amount in (act.share, act.points, act.vps)) > 1:
        raise Refused(say("A penalty is a share of a top, a number of points or of victory points: one of them."))
    if act.share is not None:
        if not METHODS[state.method].percent:
            raise Refused(say("There is no top in this way of scoring; give a number of points."))
        if not 0 < act.share <= MOST_SHARE:
            raise Refused(say("A penalty is more than 0% of a top, and at most {most}%.", most=MOST_SHARE * 100))
    if act.match_round is not None:
        _check_match(state, act)
    if act.vps is not None and not state.on_victory_points:
        raise Refused(say("There are no victory points in this session; give a number of points."))
    if not all(amount is None or 0 < amount <= MOST_POINTS for amount in (act.points, act.vps)):
        raise Refused(say("A penalty takes points away: write a number above 0."))
    check_text(act.offence, say("The offence"))
    if act.player is not None and act.player not in all_players_of(state, act.section, act.contestant):
        raise Refused(say("{name} does not play in this pair or team.", name=act.player.name[:MOST_TEXT]))
    if act.ruling:
        _check_ruling(state, act)
    before = sum(
        1
        for fine in state.fines.values()
        if (fine.section, fine.contestant, fine.offence) == (act.section, act.contestant, act.offence)
        and act.offence
        and not fine.withdrawn
    )
    notes = (say("Offence number {number} of this kind tonight.", number=before + 1),) if before else ()
    return Granted(act, notes)


def _check_match(state: State, act: acts.Penalise) -> None:
    """Refuses a penalty in a match where there are none, or in a round in which the team does not play."""
    if act.points is None or not state.on_victory_points:
        raise Refused(say("Only IMPs in matches on victory points are taken from a match."))
    meetings = state.sections[act.section].movement.meetings
    if not any(each.round == act.match_round and act.contestant in each.sides for each in meetings):
        raise Refused(
            say(
                "{who} has no match in round {round}.",
                who=state.label(act.section, act.contestant),
                round=act.match_round,
            )
        )


def _check_ruling(state: State, act: acts.Penalise) -> None:
    """Refuses a penalty of a ruling that is not there, that was about others, or that has this penalty already."""
    ruling = state.rulings.get(act.ruling)
    meeting = state.sections[act.section].meeting(ruling.act.round, ruling.act.table) if ruling else None
    if ruling is None or ruling.act.section != act.section or meeting is None or act.contestant not in meeting.sides:
        raise Refused(say("There is no such ruling about {who}.", who=state.label(act.section, act.contestant)))
    for event in done_by(state, ruling):
        if isinstance(event.act, acts.Penalise) and event.act.contestant == act.contestant:
            raise Refused(
                say("{who} has a penalty by this ruling already.", who=state.label(act.section, act.contestant))
            )


def withdraw_penalty(state: State, command: Command, act: acts.WithdrawPenalty) -> Granted:
    """A penalty taken back."""
    fine = state.fines.get(act.penalty)
    if fine is None:
        raise Refused(say("There is no such penalty."))
    check_penalties_seen(state, command, fine.section, fine.contestant)
    if fine.withdrawn:
        raise Refused(say("This penalty has been withdrawn already."))
    return Granted(act)


def call_director(state: State, command: Command, act: acts.CallDirector) -> Granted:
    """A call from a table."""
    section = section_of(state, act.section)
    tables = {meeting.table for meeting in section.movement.meetings}
    if act.table not in tables:
        raise Refused(say("There is no table {table}; there are {tables}.", table=act.table, tables=spans(tables)))
    check_text(act.about, say("The message"))
    if any(
        (call.section, call.table) == (act.section, act.table) and call.answered is None
        for call in state.calls.values()
    ):
        raise Refused(say("The director has been called to this table already."))
    return Granted(act)


def answer_call(state: State, command: Command, act: acts.AnswerCall) -> Granted:
    """A call that is dealt with."""
    call = state.calls.get(act.call)
    if call is None:
        raise Refused(say("There is no such call."))
    if call.answered is not None:
        raise Refused(say("This call has been answered already."))
    check_text(act.note, say("The note"))
    return Granted(act)


# -- the end ----------------------------------------------------------------------------------------------------------


def publish(state: State, command: Command, act: acts.Publish) -> Granted:
    """The results as they stand."""
    if state.phase == "open":
        raise Refused(say("Play has not begun."))
    if state.phase == "published" and not since_published(state):
        raise Refused(
            say("Version {version} is posted, and nothing has changed since.", version=len(state.publications))
        )
    gaps = missing(state, confirmations=True)
    results = [each for each in gaps if each.what != "confirmation"]
    problems: list[Sentence] = []
    if results:
        problems.append(
            say_count(
                "{n} result is missing: {place}.",
                "{n} results are missing, the first of them {place}.",
                len(results),
                place=state.place(results[0].line),
            )
        )
    tasks = [task for task in open_tasks(state) if not task.asked]
    if tasks:
        problems.append(
            say_count(
                "This is still to be done, or to be set aside: {task}",
                "{n} tasks are still to be done, or to be set aside; the first of them: {task}",
                len(tasks),
                task=tasks[0].text,
            )
        )
    for section in state.sections.values():
        if section.round < section.movement.rounds:
            rounds = counted("rounds", section.movement.rounds)
            problems.append(
                say_count(
                    "{n} of {rounds} has been played; cut the others, or play them.",
                    "{n} of {rounds} have been played; cut the others, or play them.",
                    section.round,
                    rounds=rounds,
                )
                if len(state.sections) == 1
                else say(
                    "Section {section} has played {round} of {rounds}; cut the others, or play them.",
                    section=section.name,
                    round=section.round,
                    rounds=rounds,
                )
            )
    notes = insist(command, problems)
    unconfirmed = len(gaps) - len(results)
    if unconfirmed:
        notes += (
            say_count(
                "{n} result was not confirmed by the other side.",
                "{n} results were not confirmed by the other side.",
                unconfirmed,
            ),
        )
    notes += tuple(say("Left as it is: {task}", task=task.text) for task in open_tasks(state) if task.asked)
    granted = Granted(act, notes)
    check_scorable(state, command, granted)
    return granted


def reopen(state: State, command: Command, act: acts.Reopen) -> Granted:
    """Posted results, open again."""
    if state.phase != "published":
        raise Refused(say("The results are not posted; there is nothing to reopen."))
    return Granted(act)
