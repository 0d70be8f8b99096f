"""Sessions that feed an event: added with the rounds that they play, left out, and brought back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from arrowswitch.contests.events.feeds import Feeds
from arrowswitch.contests.events.journal import EventAct, EventCommand, EventJournalEntry
from arrowswitch.contests.events.state import AddedSession, EventState
from arrowswitch.journals import GrantedAct, Refused, Thing, act, check_text
from arrowswitch.words import Sentence, counted, say


@act("add-session")
class AddSession(EventAct):
    """Add a session: which rounds of the stage it plays, in their order."""

    settled = ("stage",)
    changes = ("session session",)

    session: str
    """By which the feeds know it."""
    name: str
    rounds: tuple[int, ...]
    stage: str = ""
    stanzas: int = 1
    """How many of its own rounds make one of the stage: the stanzas of a match."""

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        stage = state.stage(self.stage)
        if self.session in state.sessions:
            raise Refused(say("This session belongs to the event already."))
        check_text(self.session, say("The session"))
        check_text(self.name, say("The name"))
        if not self.session.strip() or not self.name.strip():
            raise Refused(say("A session needs a name."))
        if not self.rounds or len(set(self.rounds)) < len(self.rounds) or min(self.rounds) < 1:
            raise Refused(say("Say which rounds the session plays, each once."))
        last = stage.plan.rounds_of(stage)
        if last is not None and max(self.rounds) > last:
            raise Refused(say("{stage} has {rounds}.", stage=stage.name, rounds=counted("rounds", last)))
        if not 1 <= self.stanzas <= 20:
            raise Refused(say("A match is played in 1 to 20 stanzas."))
        return GrantedAct(replace(self, stage=stage.name))

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        added = AddedSession(self.session, self.name, self.stage, self.rounds, self.stanzas)
        return replace(state, sessions={**state.sessions, self.session: added})

    def rests_on(self, state: EventState) -> Iterable[Thing]:
        return [("stage", self.stage)]

    def told(self, state: EventState) -> Sentence:
        return say("added {session} to {stage}", session=self.name, stage=self.stage)


@act("leave-out-session")
class LeaveOutSession(EventAct):
    """Leave a session out of the event, or bring it back."""

    changes = ("session session",)

    session: str
    out: bool = True

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        if self.session not in state.sessions:
            raise Refused(say("This session does not belong to the event."))
        if state.sessions[self.session].left_out == self.out:
            raise Refused(say("Nothing would change."))
        return GrantedAct(self)

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        changed = replace(state.sessions[self.session], left_out=self.out)
        return replace(state, sessions={**state.sessions, self.session: changed})

    def told(self, state: EventState) -> Sentence:
        name = state.sessions[self.session].name if self.session in state.sessions else self.session
        return say("left {session} out", session=name) if self.out else say("brought {session} back in", session=name)
