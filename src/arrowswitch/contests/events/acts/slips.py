"""Match slips: both sides say that the result is right. A result that is changed afterwards has to be confirmed anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from arrowswitch.contests.events.acts.matches import OfMatch
from arrowswitch.contests.events.feeds import Feeds, Number
from arrowswitch.contests.events.journal import EventCommand
from arrowswitch.contests.events.state import EventMatchKey, EventState, MatchRecord
from arrowswitch.contests.events.view import StageView
from arrowswitch.journals import ANYBODY, Actor, GrantedAct, Outdated, Refused, Thing, act
from arrowswitch.scoring.figures import shown
from arrowswitch.words import Sentence, say


@act("confirm-slip")
class ConfirmSlip(OfMatch):
    """Confirm the result of a match for one side, as it stood on the slip."""

    who = ANYBODY - {"table"}

    contestant: int
    score: tuple[Fraction, ...]
    """What each side has, in their order: IMPs, or what the match is counted in."""

    def check_player(self, state: EventState, by: Actor) -> None:
        if by.contestant != self.contestant:
            raise Refused(say("A slip is confirmed by the team's own captain; ask the director."))

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        match = self.drawn(state, command)
        if self.contestant not in match.sides:
            raise Refused(say("{who} is not in this match.", who=state.called(self.contestant)))
        now = slip_score(StageView.of(state, feeds, self.match.stage), self.match)
        if now is None:
            raise Refused(say("The match has no result yet."))
        if now != self.score:
            raise Outdated(say("The result is {score} now. Look at it before you confirm it.", score=_told(now)))
        if state.stages[self.match.stage].record(self.match).confirmed.get(self.contestant) == now:
            raise Refused(say("{who} has confirmed it already.", who=state.called(self.contestant)))
        return GrantedAct(self)

    def recorded(self, before: MatchRecord) -> MatchRecord:
        return replace(before, confirmed={**before.confirmed, self.contestant: self.score})

    def touches(self, state: EventState) -> Iterable[Thing]:
        return [("slip", *self.match, self.contestant)]

    def told(self, state: EventState) -> Sentence:
        return say(
            "{who} confirmed {score} in {match}",
            who=state.called(self.contestant),
            score=_told(self.score),
            match=self.called(state),
        )


def slip_score(view: StageView, key: EventMatchKey) -> tuple[Fraction, ...] | None:
    """What stands on the slip of a match: IMPs or points where there are any, else victory points; nothing while it is out."""
    found, record = view.results[key], view.stage.record(key)
    if found.out or found.match.is_bye:
        return None
    scored: Sequence[Number] | None = record.total if record.total is not None else found.counted.imps
    if scored is None and found.shares is not None:
        scored = tuple(share.vps for share in found.shares)
    return None if scored is None else tuple(map(Fraction, scored))


def confirmed_by(view: StageView, key: EventMatchKey) -> tuple[int, ...]:
    """The sides that have confirmed the result as it is now."""
    now = slip_score(view, key)
    confirmed = view.stage.record(key).confirmed
    return tuple(side for side in view.state.match(key).sides if now is not None and confirmed.get(side) == now)


def _told(score: tuple[Fraction, ...]) -> str:
    return " : ".join(shown(each) for each in score)
