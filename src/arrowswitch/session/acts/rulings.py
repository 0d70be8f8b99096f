"""Rulings: what was ruled is written down, and the penalty cards of a table are followed.

The walk is walked once more, so that what the journal says was ruled is what the book says. What it leads to is written down with
it, and never asked of the book again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from arrowswitch.bridge import Seat as BridgeSeat
from arrowswitch.journals import ADDED
from arrowswitch.session.acts.conclusions import Conclusion, concluded, walked
from arrowswitch.session.deciding.granting import check_text, section_of
from arrowswitch.session.journal import Act, Command, GrantedAct, JournalEntry, Refused, Thing, act
from arrowswitch.session.night import LineKey, Ruling, SeatLetter, SideName, State
from arrowswitch.words import Sentence, say

MOST_FACTS = 2000
MOST_POLLED = 30
RulingStatus = Literal["closed", "interim", "deferred"]
"""Made and done with; made, but looked at again; to be made later."""


@dataclass(frozen=True, slots=True)
class Polled:
    """A player who was asked what he would do; who it was is for the director only."""

    would: str
    player: str = ""


@act("rule")
class Rule(Act):
    """Write a ruling down, or go on with one that was left open."""

    changes_results = False
    settled = ("outcome", "title", "text", "laws", "conclusion")

    procedure: str
    section: str
    round: int
    table: int
    board: int | None = None
    answers: tuple[str, ...] = ()
    edition: str = "2017"
    offender: SeatLetter | None = None
    declarer: SeatLetter | None = None
    facts: str = ""
    """What happened, in the director's words."""
    status: RulingStatus = "closed"
    told_of_appeal: tuple[SideName, ...] = ()
    """The sides that were told of their right to appeal."""
    poll: tuple[Polled, ...] = ()
    ruling: str = ""
    """The ruling that this one goes on with, by the id of the command that began it."""
    call: str = ""
    """The call of the director that it answers."""
    outcome: str = ""
    """What was ruled, by its name in the procedure; this and the rest are filled in when it is written down."""
    title: str = ""
    text: str = ""
    laws: tuple[str, ...] = ()
    known: str = field(default="", metadata={ADDED: True})
    """The facts that were given, in one line: dealer, auction, who did what."""
    conclusion: Conclusion | None = field(default=None, metadata={ADDED: True})
    """What the book led to; filled in too. Journals of older versions have none."""

    def decide(self, state: State, command: Command) -> GrantedAct:
        """A ruling at a table, with its outcome, words and laws as the book has them."""
        _check_place(state, self)
        _check_words(self)
        if self.ruling:
            before = state.rulings.get(self.ruling)
            if before is None:
                raise Refused(say("There is no such ruling."))
            if before.act.status == "closed":
                raise Refused(say("This ruling is closed; write a new one, or undo it."))
        if self.call:
            call = state.calls.get(self.call)
            if call is None or (call.section, call.table) != (self.section, self.table):
                raise Refused(say("There is no such call from this table."))
        return GrantedAct(_ruled(self))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        name = self.ruling or entry.id
        before = state.rulings.get(name)
        by = before.by if before else entry.by.called
        ruled = (before.ruled if before else None) or (entry.at if self.outcome else None)
        call = self.call or (before.call if before else "")
        ruling = Ruling(name, self, before.at if before else entry.at, by, entry.at, ruled, call)
        calls = state.calls
        if self.call and calls[self.call].answered is None:
            calls = {**calls, self.call: replace(calls[self.call], answered=entry.at, note=self.title)}
        return replace(state, rulings={**state.rulings, name: ruling}, calls=calls)

    def touches(self, state: State, command: str) -> Iterable[Thing]:
        yield ("ruling", self.ruling or command)
        if self.call:
            yield ("call", self.call)

    def told(self, state: State) -> Sentence:
        where = state.table(self.section, self.table)
        if not self.outcome:
            return say("left a ruling open at table {table}: {title}", table=where, title=self.title)
        values = {"table": where, "title": self.title, "laws": ", ".join(self.laws)}
        if self.board is None:
            return say("ruled at table {table}: {title} (Law {laws})", **values)
        return say("ruled on board {board} at table {table}: {title} (Law {laws})", board=self.board, **values)

    def concerns(self, state: State) -> Iterable[Thing]:
        yield ("table", self.section, self.table)
        if self.board is not None:
            yield ("line", LineKey(self.section, self.round, self.table, self.board))


@act("track-cards")
class TrackCards(Act):
    """The penalty cards of a table on a board, the whole story so far, as `rulings.penalty_cards` has its steps."""

    changes_results = False
    changes = ("cards line",)
    story_of = ("table section table", "line line")

    section: str
    round: int
    table: int
    board: int
    declarer: SeatLetter
    steps: tuple[str, ...] = ()
    edition: str = "2017"

    @property
    def line(self) -> LineKey:
        """The result that is being played for."""
        return LineKey(self.section, self.round, self.table, self.board)

    def decide(self, state: State, command: Command) -> None:
        """Where the penalty cards of a table stand: further than is known, or one step back, so that nobody's is lost."""
        from arrowswitch.rulings import EDITIONS  # only here: the book is long
        from arrowswitch.rulings.penalty_cards import BadStep, replay

        _check_place(state, self)
        if self.edition not in EDITIONS:
            raise Refused(say("There is no edition {edition} of the Laws here.", edition=self.edition))
        known = state.tracked.get(self.line)
        before = known.steps if known else ()
        shared = min(len(before), len(self.steps))
        if before[:shared] != self.steps[:shared] or len(self.steps) < len(before) - 1:
            raise Refused(
                say("Somebody else has followed the penalty cards of this table further; look at them first.")
            )
        try:
            replay(BridgeSeat(self.declarer), self.steps, self.edition)
        except BadStep as problem:
            raise Refused(problem.args[0]) from None

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return replace(state, tracked={**state.tracked, self.line: self})

    def told(self, state: State) -> Sentence:
        from arrowswitch.rulings.penalty_cards import step_told  # only here: the book is long

        place = state.place(self.line)
        if not self.steps:
            return say("put away the penalty cards of {place}", place=place)
        return say("penalty cards, {place}: {step}", place=place, step=step_told(self.steps[-1]))


def _check_place(state: State, act: Rule | TrackCards) -> None:
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


def _check_words(act: Rule) -> None:
    if len(act.facts) > MOST_FACTS:
        raise Refused(say("The facts are too long: {most} letters are the most.", most=MOST_FACTS))
    if len(act.poll) > MOST_POLLED:
        raise Refused(say("At most {most} players can be polled.", most=MOST_POLLED))
    for each in act.poll:
        check_text(each.would, say("The answer to the poll"))
        check_text(each.player, say("The name"))


def _ruled(act: Rule) -> Rule:
    """The act with what the book says of it."""
    from arrowswitch.rulings import EDITIONS, BadFacts, CannotRule, RulingOutcome  # only here: the book is long

    if act.edition not in EDITIONS:
        raise Refused(say("There is no edition {edition} of the Laws here.", edition=act.edition))
    try:
        step = walked(act)
    except (CannotRule, BadFacts) as problem:
        raise Refused(problem.args[0]) from None
    title = str(step.through[0].title)
    if not isinstance(step.node, RulingOutcome):
        if act.status == "closed":
            raise Refused(say("There is no ruling yet: answer the questions, or leave it open."))
        return replace(act, title=title, outcome="", text="", laws=(), conclusion=concluded(step))
    text = str(step.put(step.node.text))
    return replace(act, title=title, outcome=step.node.id, text=text, laws=step.laws, conclusion=concluded(step))
