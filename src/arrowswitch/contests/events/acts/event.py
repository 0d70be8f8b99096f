"""The event itself: it is opened, what was said then is changed, and it is put away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from arrowswitch.contests.events.feeds import Feeds
from arrowswitch.contests.events.journal import EventAct, EventCommand, EventJournalEntry
from arrowswitch.contests.events.state import ContestantKind, EventState
from arrowswitch.contests.reading import BadContest
from arrowswitch.contests.swiss import SwissRules, load_rules
from arrowswitch.journals import GrantedAct, Refused, act, check_text
from arrowswitch.regulations import Regulations, RegulationsError, load
from arrowswitch.scoring import BadScale, victory_points
from arrowswitch.words import Sentence, say


@dataclass(frozen=True, slots=True)
class EventTerms(EventAct):
    """What is said of an event when it is opened."""

    settled = ("title",)

    title: str
    kind: ContestantKind
    regulations: str
    overrides: Mapping[str, Any]
    boards: int
    scale: str
    rules: str
    own_rules: Mapping[str, Any]
    seed: str
    entries_open: bool

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        title = " ".join(self.title.split())
        if not title:
            raise Refused(say("The event needs a title."))
        check_text(title, say("The title"))
        check_text(self.seed, say("The seed"))
        regulations = self._regulations()
        try:
            load_rules({**self.own_rules, "base": self.rules})
            victory_points(0, self.boards, self.scale or regulations.matches.scale)
        except (BadContest, BadScale) as problem:
            raise Refused(problem.args[0]) from None
        return GrantedAct(replace(self, title=title))

    def _regulations(self) -> Regulations:
        try:
            return load(self.regulations, self.overrides or None)
        except RegulationsError as problem:
            raise Refused(problem.args[0]) from None

    def _rules(self) -> SwissRules:
        return load_rules({**self.own_rules, "base": self.rules})

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        return replace(
            state,
            phase="open",
            title=self.title,
            kind=self.kind,
            regulations=self._regulations(),
            overrides=self.overrides,
            boards=self.boards,
            scale=self.scale,
            rules=self._rules(),
            own_rules=self.own_rules,
            seed=self.seed,
            entries_open=self.entries_open,
        )


@act("open-event")
class OpenEvent(EventTerms):
    """Open an event."""

    opens = True
    can_be_undone = False

    title: str
    kind: ContestantKind = "teams"
    regulations: str = "wbf"
    overrides: Mapping[str, Any] = field(default_factory=dict)
    boards: int = 8
    """Of a match."""
    scale: str = ""
    """Of victory points, if it is not that of the regulations."""
    rules: str = "wbf"
    """The federation whose Swiss draws are made."""
    own_rules: Mapping[str, Any] = field(default_factory=dict)
    """Rules of the draw that are otherwise here."""
    seed: str = ""
    """Published beforehand; everything that is drawn by lot follows from it."""
    entries_open: bool = False
    """Whether captains and players enter themselves."""

    def told(self, state: EventState) -> Sentence:
        return say("opened the event “{title}”", title=self.title)


@act("change-event")
class ChangeEvent(EventTerms):
    """Change what was said when the event was opened. Once a round is drawn, teams stay teams and the seed stays."""

    changes = ("event",)
    in_words = say("changed what was said of the event")

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        granted = EventTerms.decide(self, state, command, feeds)
        if granted.act == terms(state):
            raise Refused(say("Nothing would change."))
        if self.kind != state.kind and state.entries:
            raise Refused(say("Somebody has entered already: an event of {kind} it stays.", kind=state.kind))
        if self.seed != state.seed and any(stage.rounds for stage in state.stages.values()):
            raise Refused(say("A round has been drawn from the seed “{seed}”; it stays.", seed=state.seed))
        return granted


def terms(state: EventState) -> ChangeEvent:
    """What holds of an event now, to be changed."""
    return ChangeEvent(
        state.title,
        state.kind,
        state.regulations.name,
        state.overrides,
        state.boards,
        state.scale,
        state.rules.name,
        state.own_rules,
        state.seed,
        state.entries_open,
    )


@act("put-event-away")
class PutEventAway(EventAct):
    """Take an event off the lists, or bring it back."""

    while_away = True
    changes = ("away",)

    away: bool = True

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        if self.away and state.away:
            raise Refused(say("This event was put away already."))
        if not self.away and not state.away:
            raise Refused(say("This event is not put away."))
        return GrantedAct(self)

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        return replace(state, away=self.away)

    def told(self, state: EventState) -> Sentence:
        return say("put the event away") if self.away else say("brought the event back")
