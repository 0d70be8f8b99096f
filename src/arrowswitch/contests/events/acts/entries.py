"""Entries: who plays. An entry has a number, which sessions know it by, and keeps it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from arrowswitch.contests.events.feeds import Feeds
from arrowswitch.contests.events.journal import EventAct, EventCommand, EventJournalEntry
from arrowswitch.contests.events.state import ContestPlayer, EventContestant, EventState, StageMember
from arrowswitch.contests.events.view import StageView
from arrowswitch.journals import ANYBODY, DESK, Actor, GrantedAct, Refused, Thing, act, check_text
from arrowswitch.words import Sentence, counted, say, say_count

MOST_ENTRIES = 5000
FEWEST = {"teams": 3, "pairs": 2, "players": 1}
MOST = {"teams": 6, "pairs": 2, "players": 1}
"""Players of an entry, once they are named."""


@dataclass(frozen=True, slots=True)
class Entering(EventAct):
    """What an entry says of itself."""

    who = ANYBODY - {"table"}
    settled = ("number", "name", "players")

    name: str
    players: tuple[ContestPlayer, ...] = ()
    captain: int = 1
    """Which of the players, from 1."""
    club: str = ""
    home: int | None = None
    """The table that it cannot leave."""
    seed: int | None = None
    number: int = 0
    """Of a new entry, 0 for the next that is free."""

    def in_order(self, state: EventState) -> Self:
        """The same with blanks in order; `Refused` says what is wrong with it."""
        players = tuple(ContestPlayer(" ".join(each.name.split()), each.number.strip()) for each in self.players)
        for each in players:
            check_text(each.name, say("The name"))
            if not each.name:
                raise Refused(say("A player needs a name."))
        low, high = FEWEST[state.kind], MOST[state.kind]
        if players and not low <= len(players) <= high:
            raise Refused(_wrong_size(state, len(players)))
        twice = [name for name, times in Counter(each.number or each.name for each in players).items() if times > 1]
        if twice:
            raise Refused(say("{name} is in it twice.", name=twice[0]))
        name = " ".join(self.name.split()) or " & ".join(each.name for each in players)
        if not name:
            raise Refused(say("An entry needs a name, or players."))
        check_text(name, say("The name"))
        others = (each for each in state.entries.values() if each.number != self.number)
        if any(each.name.casefold() == name.casefold() for each in others):
            raise Refused(say("There is a “{name}” already.", name=name))
        check_text(self.club, say("The club"))
        if not 1 <= self.captain <= max(1, len(players)):
            raise Refused(say("The captain is one of the players."))
        if self.seed is not None and not 1 <= self.seed <= MOST_ENTRIES:
            raise Refused(say("A seed is a whole number from 1."))
        if self.home is not None and not 1 <= self.home <= MOST_ENTRIES:
            raise Refused(say("A table is a whole number from 1."))
        self._check_home(state)
        return replace(self, name=name, players=players)

    def _check_home(self, state: EventState) -> None:
        """Refuses the table of a match that somebody else cannot leave."""
        for other in state.entries.values():
            if self.home is None or other.home is None or other.withdrawn or other.number == self.number:
                continue
            if state.place_of(self.home) == state.place_of(other.home):
                raise Refused(
                    say(
                        "{who} cannot leave table {table}; its match is there in every round.",
                        who=state.called(other.number),
                        table=other.home,
                    )
                )

    def notes(self, state: EventState) -> tuple[Sentence, ...]:
        """Who plays elsewhere in the event too."""
        elsewhere = {
            each.number: other
            for other in state.entries.values()
            if other.number != self.number and not other.withdrawn
            for each in other.players
            if each.number
        }
        return tuple(
            say("{player} plays for {who} too.", player=each.name, who=state.called(elsewhere[each.number].number))
            for each in self.players
            if each.number in elsewhere
        )

    def contestant(self) -> EventContestant:
        """Who enters by it."""
        return EventContestant(
            self.number, self.name, self.players, self.captain, self.seed, self.club.strip(), self.home
        )


@act("enter-contestant")
class EnterContestant(Entering):
    """Enter a team, a pair or a player. A Swiss that is being played takes it from the next round on."""

    def check_player(self, state: EventState, by: Actor) -> None:
        if not state.entries_open:
            raise Refused(say("Entries are not open; ask the director."))

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        number = self.number or max(state.entries, default=0) + 1
        if number in state.entries:
            raise Refused(say("{who} has this number already.", who=state.called(number)))
        if not 1 <= number <= MOST_ENTRIES:
            raise Refused(say("An entry has a number from 1 to {most}.", most=MOST_ENTRIES))
        entered = replace(self, number=number).in_order(state)
        notes = entered.notes(state)
        since = joins(state)
        if state.stages and since is None:
            raise Refused(say("The draw has been made; nobody can come in any more."))
        if since == 1:
            state.stage().plan.check(state, (*state.stage().members, number))
        if since is not None and since > 1:
            notes += (say("Plays from round {round} on.", round=since),)
        return GrantedAct(entered, notes)

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        since = joins(state)
        after = replace(state, entries={**state.entries, self.number: self.contestant()})
        if since is None:
            return after
        stage = after.stage()
        members = {**stage.members, self.number: StageMember(since)}
        return after.with_stage(replace(stage, members=members if stage.rounds else seeded(after, members)))

    def touches(self, state: EventState) -> Iterable[Thing]:
        yield ("contestant", self.number)
        if state.stages:
            yield ("field", state.current)

    def told(self, state: EventState) -> Sentence:
        return say("entered {who}", who=f"{self.number} {self.name}")


def joins(state: EventState) -> int | None:
    """The round of the current stage from which somebody who enters now plays; nothing if none."""
    if not state.stages:
        return None
    stage = state.stage()
    if stage.closed or stage.source is not None or (stage.rounds and not stage.plan.takes_late):
        return None
    return len(stage.rounds) + 1


def seeded(state: EventState, members: Mapping[int, StageMember]) -> Mapping[int, StageMember]:
    """Members of a stage in the order of their seeds."""
    return {number: members[number] for number in state.seeded if number in members}


@act("change-entry")
class ChangeEntry(Entering):
    """Change the name, the players, the captain, the club, the home table or the seed of an entry."""

    changes = ("contestant number",)

    def check_player(self, state: EventState, by: Actor) -> None:
        if by.contestant != self.number:
            raise Refused(say("An entry is changed by its own captain; ask the director."))
        if any(stage.rounds for stage in state.stages.values()):
            raise Refused(say("Play has begun; ask the director."))

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        before = state.contestant(self.number)
        changed = self.in_order(state)
        if replace(changed.contestant(), withdrawn=before.withdrawn) == before:
            raise Refused(say("Nothing would change."))
        return GrantedAct(changed, changed.notes(state))

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        changed = replace(self.contestant(), withdrawn=state.entries[self.number].withdrawn)
        return replace(state, entries={**state.entries, self.number: changed})

    def told(self, state: EventState) -> Sentence:
        return say("changed the entry {who}", who=f"{self.number} {self.name}")


@act("withdraw-contestant")
class WithdrawContestant(EventAct):
    """Take somebody out: what was drawn stays. No later round of a Swiss has it; fixtures and brackets do, to be forfeited."""

    who = DESK

    number: int

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        if state.contestant(self.number).withdrawn:
            raise Refused(say("{who} has withdrawn already.", who=state.called(self.number)))
        notes: list[Sentence] = []
        for stage in state.stages.values():
            if self.number in stage.members and not stage.rounds and not stage.closed:
                stage.plan.check(state, [number for number in stage.members if number != self.number])
            n = 0 if stage.closed else StageView(state, feeds, stage).to_come(self.number)
            if n:
                notes.append(
                    say_count(
                        "{n} match of it was drawn; forfeit it if it will not be played.",
                        "{n} matches of it were drawn; forfeit those that will not be played.",
                        n,
                    )
                )
        return GrantedAct(self, tuple(notes))

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        gone = replace(state.entries[self.number], withdrawn=True)
        after = replace(state, entries={**state.entries, self.number: gone})
        for stage in state.stages.values():
            if self.number in stage.members and not stage.closed:
                members = {**stage.members}
                if stage.rounds:
                    members[self.number] = replace(members[self.number], until=len(stage.rounds))
                else:
                    del members[self.number]
                after = after.with_stage(replace(stage, members=members))
        return after

    def touches(self, state: EventState) -> Iterable[Thing]:
        yield ("contestant", self.number)
        if state.stages:
            yield ("field", state.current)

    def told(self, state: EventState) -> Sentence:
        return say("took {who} out", who=state.called(self.number))


@act("set-seeds")
class SetSeeds(EventAct):
    """Seed the field: the order of strength, the best first; those left out have no seed."""

    changes = ("seeds",)

    order: tuple[int, ...]

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        for number in self.order:
            state.contestant(number)
        if len(set(self.order)) < len(self.order):
            raise Refused(say("Somebody is seeded twice."))
        if any(stage.rounds for stage in state.stages.values()):
            raise Refused(say("A round has been drawn by the seeds; they stay."))
        return GrantedAct(self)

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        seeds = {number: place for place, number in enumerate(self.order, 1)}
        entries = {number: replace(each, seed=seeds.get(number)) for number, each in state.entries.items()}
        after = replace(state, entries=entries)
        for stage in state.stages.values():
            if stage.source is None:
                after = after.with_stage(replace(stage, members=seeded(after, stage.members)))
        return after

    def told(self, state: EventState) -> Sentence:
        return say("seeded {field}", field=counted("entries", len(self.order)))


def _wrong_size(state: EventState, n: int) -> Sentence:
    if state.kind == "teams":
        return say_count("A team has 3 to 6 players, not {n}.", "A team has 3 to 6 players, not {n}.", n)
    return say("A pair has two players.") if state.kind == "pairs" else say("There is one player in an entry.")
