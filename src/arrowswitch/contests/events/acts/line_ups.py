"""Line-ups: who of a team plays a match, and which pair sits where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from arrowswitch.contests.events.acts.matches import OfMatch
from arrowswitch.contests.events.feeds import Feeds
from arrowswitch.contests.events.journal import EventCommand
from arrowswitch.contests.events.state import EventState, MatchLineUp, MatchRecord
from arrowswitch.journals import ANYBODY, Actor, GrantedAct, Refused, Thing, act
from arrowswitch.words import Sentence, say


@act("set-line-up")
class SetLineUp(OfMatch):
    """Say who plays a match: the pair that sits North-South at one table, and the one East-West at the other."""

    who = ANYBODY - {"table"}

    contestant: int
    ns: tuple[int, ...]
    """Two of the team's players, by their places in its list from 1."""
    ew: tuple[int, ...]

    def check_player(self, state: EventState, by: Actor) -> None:
        if by.contestant != self.contestant:
            raise Refused(say("A line-up is the captain's to give; ask the director."))
        stage = state.stages.get(self.match.stage)
        if stage is not None and stage.record(self.match).has_result:
            raise Refused(say("The match has been played; ask the director."))

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        match = self.drawn(state, command)
        if state.kind != "teams":
            raise Refused(say("Only teams have line-ups."))
        if self.contestant not in match.sides:
            raise Refused(say("{who} is not in this match.", who=state.called(self.contestant)))
        players = state.contestant(self.contestant).players
        chosen = (*self.ns, *self.ew)
        if len(self.ns) != 2 or len(self.ew) != 2:
            raise Refused(say("Two play North-South and two East-West."))
        if any(not 1 <= place <= len(players) for place in chosen):
            raise Refused(say("{who} has no such player.", who=state.called(self.contestant)))
        if len(set(chosen)) < 4:
            raise Refused(say("Nobody sits at both tables."))
        return GrantedAct(self)

    def recorded(self, before: MatchRecord) -> MatchRecord:
        return replace(before, line_ups={**before.line_ups, self.contestant: MatchLineUp(self.ns, self.ew)})

    def touches(self, state: EventState) -> Iterable[Thing]:
        return [("line-up", *self.match, self.contestant)]

    def rests_on(self, state: EventState) -> Iterable[Thing]:
        return [*OfMatch.rests_on(self, state), ("contestant", self.contestant)]

    def told(self, state: EventState) -> Sentence:
        return say(
            "set the line-up of {who} in round {round}", who=state.called(self.contestant), round=self.match.round
        )
