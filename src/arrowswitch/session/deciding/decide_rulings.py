"""Writing a ruling down: the walk is walked once more, so that what the journal says was ruled is what the book says."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.bridge import Seat as BridgeSeat
from arrowswitch.session import acts
from arrowswitch.session.deciding.granting import Granted, check_text, section_of
from arrowswitch.session.journal.events import Command, Refused
from arrowswitch.session.night.state import State
from arrowswitch.words import say

MOST_FACTS = 2000
MOST_POLLED = 30


def rule(state: State, command: Command, act: acts.Rule) -> Granted:
    """A ruling at a table, with its outcome, words and laws as the book has them."""
    _check_place(state, act)
    _check_words(act)
    if act.ruling:
        before = state.rulings.get(act.ruling)
        if before is None:
            raise Refused(say("There is no such ruling."))
        if before.act.status == "closed":
            raise Refused(say("This ruling is closed; write a new one, or undo it."))
    if act.call:
        call = state.calls.get(act.call)
        if call is None or (call.section, call.table) != (act.section, act.table):
            raise Refused(say("There is no such call from this table."))
    return Granted(_ruled(act))


def track_cards(state: State, command: Command, act: acts.TrackCards) -> Granted:
    """Where the penalty cards of a table stand: further than is known, or one step back, so that nobody's is lost."""
    from arrowswitch.rulings import EDITIONS  # only here: the book is long
    from arrowswitch.rulings.penalty_cards import BadStep, replay

    _check_place(state, act)
    if act.edition not in EDITIONS:
        raise Refused(say("There is no edition {edition} of the Laws here.", edition=act.edition))
    known = state.tracked.get(act.line)
    before = known.steps if known else ()
    shared = min(len(before), len(act.steps))
    if before[:shared] != act.steps[:shared] or len(act.steps) < len(before) - 1:
        raise Refused(say("Somebody else has followed the penalty cards of this table further; look at them first."))
    try:
        replay(BridgeSeat(act.declarer), act.steps, act.edition)
    except BadStep as problem:
        raise Refused(problem.args[0]) from None
    return Granted(act)


def _check_place(state: State, act: acts.Rule | acts.TrackCards) -> None:
    section = section_of(state, act.section)
    meeting = section.meeting(act.round, act.table)
    if meeting is None:
        raise Refused(
            say(
                "Nobody plays at table {table} in round {round}.",
                table=state.table(act.section, act.table),
                round=act.round,
            )
        )
    if (
        act.board is not None
        and act.board not in meeting.boards
        and not any(
            (key.section, key.round, key.table, key.board) == (act.section, act.round, act.table, act.board)
            for key in state.on_board.get(act.board, ())
        )
    ):
        raise Refused(
            say(
                "Board {board} is not played at table {table} in round {round}.",
                board=act.board,
                table=state.table(act.section, act.table),
                round=act.round,
            )
        )


def _check_words(act: acts.Rule) -> None:
    if len(act.facts) > MOST_FACTS:
        raise Refused(say("The facts are too long: {most} letters are the most.", most=MOST_FACTS))
    if len(act.poll) > MOST_POLLED:
        raise Refused(say("At most {most} players can be polled.", most=MOST_POLLED))
    for each in act.poll:
        check_text(each.would, say("The answer to the poll"))
        check_text(each.player, say("The name"))


def _ruled(act: acts.Rule) -> acts.Rule:
    """The act with what the book says of it."""
    from arrowswitch.rulings import EDITIONS, BadFacts, CannotRule, Outcome, book, walk  # only here: the book is long
    from arrowswitch.rulings.facts import read

    if act.edition not in EDITIONS:
        raise Refused(say("There is no edition {edition} of the Laws here.", edition=act.edition))
    try:
        step = walk(
            book(),
            act.procedure,
            act.answers,
            edition=act.edition,
            offender=act.offender,
            declarer=act.declarer,
            known=read(act.known),
        )
    except (CannotRule, BadFacts) as problem:
        raise Refused(problem.args[0]) from None
    title = str(step.through[0].title)
    if not isinstance(step.node, Outcome):
        if act.status == "closed":
            raise Refused(say("There is no ruling yet: answer the questions, or leave it open."))
        return replace(act, title=title, outcome="", text="", laws=())
    return replace(act, title=title, outcome=step.node.id, text=str(step.put(step.node.text)), laws=step.laws)
