"""A round robin: everybody meets everybody, once or more often, in one pool or several, on one night or over a season.

The fixtures follow from who is in which pool (see `contests.round_robin`), so no result can change a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import ClassVar

from arrowswitch.contests.events.plan import StagePlan
from arrowswitch.contests.events.state import EventState, MatchDraw, RoundDraw, Stage, StageGroup
from arrowswitch.contests.events.view import StageView
from arrowswitch.contests.reading import BadContest
from arrowswitch.contests.round_robin import Fixture, FixtureWish, fixtures, pools
from arrowswitch.journals import Refused, act
from arrowswitch.words import Sentence, say, say_count

POOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@act("round-robin-stage")
class RoundRobinPlan(StagePlan):
    """Everybody against everybody; as a division of a league, with those who go up and down at its end."""

    contest: ClassVar[str] = "round-robin"

    times: int = 1
    """1 for once, 2 for home and away."""
    pools: int = 1
    dates: tuple[date, ...] = ()
    rounds_an_evening: int = 1
    division: int | None = None
    """Of a league, 1 the highest."""
    moves: int = 0
    """How many go up and down between this division and the next."""

    def check(self, state: EventState, contestants: Sequence[int]) -> None:
        StagePlan.check(self, state, contestants)
        if not 1 <= self.pools <= len(POOLS):
            raise Refused(say("There are 1 to {most} pools, not {n}.", most=len(POOLS), n=self.pools))
        if self.moves < 0 or (self.division is not None and self.division < 1):
            raise Refused(say("Divisions are counted from 1, and nobody or more go up and down."))
        try:
            for group in self.groups(contestants):
                self._fixtures(group)
        except BadContest as problem:
            raise Refused(problem.args[0]) from None

    def groups(self, contestants: Sequence[int]) -> tuple[StageGroup, ...]:
        if self.pools == 1:
            return (StageGroup("", tuple(contestants)),)
        dealt = pools([str(number) for number in contestants], self.pools)
        return tuple(StageGroup(name, tuple(map(int, pool))) for name, pool in zip(POOLS, dealt, strict=False))

    def _fixtures(self, group: StageGroup) -> tuple[Fixture, ...]:
        names = tuple(map(str, group.contestants))
        return _made(FixtureWish(names, self.times, self.dates, self.rounds_an_evening))

    def rounds_of(self, stage: Stage) -> int | None:
        return max(self._fixtures(group)[-1].round for group in stage.groups)

    def draw(self, view: StageView, number: int) -> RoundDraw:
        matches: list[MatchDraw] = []
        byes: list[MatchDraw] = []
        for group in view.stage.groups:
            for each in self._fixtures(group):
                if each.round != number:
                    continue
                if each.away is None:
                    reason = say("An odd number: everybody has a bye once.")
                    byes.append(MatchDraw((int(each.home),), None, reason, group.name, each.day))
                else:
                    sides = (int(each.home), int(each.away))
                    reason = say("By the fixtures, round {round}.", round=number)
                    matches.append(MatchDraw(sides, len(matches) + 1, reason, group.name, each.day))
        return RoundDraw(number, (*matches, *byes))

    def told(self) -> Sentence:
        if self.pools > 1:
            return say_count("{n} pool", "{n} pools", self.pools)
        return say("a round robin") if self.times == 1 else say("a round robin, {times} times", times=self.times)


@lru_cache(maxsize=64)
def _made(wish: FixtureWish) -> tuple[Fixture, ...]:
    return tuple(fixtures(wish))
