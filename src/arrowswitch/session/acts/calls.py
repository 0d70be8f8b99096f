"""Calls: a table calls the director, and the director has been."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from arrowswitch.session.deciding.granting import check_text, section_of
from arrowswitch.session.journal import ANYBODY, Act, Actor, Command, JournalEntry, Refused, Thing, act
from arrowswitch.session.night.state import DirectorCall, State
from arrowswitch.words import Sentence, say, spans


@act("call-director")
class CallDirector(Act):
    """A table calls the director."""

    who = ANYBODY
    changes_results = False
    changes = ("call command",)
    story_of = ("table section table",)

    section: str
    table: int
    about: str = ""

    def check_table(self, state: State, command: Command) -> None:
        if not command.by.is_at(self.section, self.table):
            raise Refused(say("A pad can call the director only to its own table."))

    def check_player(self, state: State, by: Actor) -> None:
        section = state.sections.get(self.section)
        meeting = section.meeting(max(section.round, 1), self.table) if section else None
        here = section.movement.seated(meeting) if section and meeting else ()
        if by.section != self.section or by.contestant not in here:
            raise Refused(say("You do not sit at table {table} now.", table=state.table(self.section, self.table)))

    def decide(self, state: State, command: Command) -> None:
        section = section_of(state, self.section)
        tables = {meeting.table for meeting in section.movement.meetings}
        if self.table not in tables:
            raise Refused(say("There is no table {table}; there are {tables}.", table=self.table, tables=spans(tables)))
        check_text(self.about, say("The message"))
        if any(
            (call.section, call.table) == (self.section, self.table) and call.answered is None
            for call in state.calls.values()
        ):
            raise Refused(say("The director has been called to this table already."))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        call = DirectorCall(entry.id, self.section, self.table, self.about, entry.at)
        return replace(state, calls={**state.calls, entry.id: call})

    def told(self, state: State) -> Sentence:
        return say("called the director to table {table}", table=state.table(self.section, self.table))


@act("answer-call")
class AnswerCall(Act):
    """The director has been; a call is known by the id of its command."""

    changes_results = False
    changes = ("call call",)
    in_words = say("answered a call")

    call: str
    note: str = ""

    def decide(self, state: State, command: Command) -> None:
        call = state.calls.get(self.call)
        if call is None:
            raise Refused(say("There is no such call."))
        if call.answered is not None:
            raise Refused(say("This call has been answered already."))
        check_text(self.note, say("The note"))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        call = replace(state.calls[self.call], answered=entry.at, note=self.note)
        return replace(state, calls={**state.calls, self.call: call})

    def concerns(self, state: State) -> Iterable[Thing]:
        call = state.calls.get(self.call)
        return [("table", call.section, call.table)] if call else []
