"""A knockout: who wins goes on, by the planned way from so many to one, in one bracket or several.

Everybody holds a place of the bracket, at first the seed. Whoever goes on takes the best place of the match, so that the first and
the second seed can meet only in the final (Bridge Director's Companion, L4095-4103).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from arrowswitch.contests.events.plan import StagePlan
from arrowswitch.contests.events.state import (
    DrawnOn,
    EventMatchKey,
    EventState,
    MatchDraw,
    RoundDraw,
    Stage,
    StageGroup,
)
from arrowswitch.contests.events.view import StageView
from arrowswitch.contests.knockout import KnockoutRound, first_round, rounds_by
from arrowswitch.contests.reading import BadContest
from arrowswitch.journals import Refused, act
from arrowswitch.words import Sentence, say, say_count

MOST_BRACKETS = 16


@act("knockout-stage")
class BracketPlan(StagePlan):
    """A knockout by one of its plans; several brackets are of contestants as strong as one another."""

    contest: ClassVar[str] = "knockout"

    way: str = ""
    """`two-survivors`, `byes` or `chart`; the best of the planner if none is named."""
    brackets: int = 1
    survivors: int = 1
    """How many are left at the end of the stage, such as those who come back by a repechage."""

    def check(self, state: EventState, contestants: Sequence[int]) -> None:
        StagePlan.check(self, state, contestants)
        if not 1 <= self.brackets <= min(MOST_BRACKETS, len(contestants) // 2):
            raise Refused(
                say("{n} cannot make {brackets} brackets of two or more.", n=len(contestants), brackets=self.brackets)
            )
        for group in self.groups(contestants):
            way = self.rounds_for(len(group.contestants))
            if self.survivors not in {each.survivors for each in way}:
                raise Refused(
                    say(
                        "By this plan {way} are left after a round, never {n}.",
                        way=", ".join(str(each.survivors) for each in way),
                        n=self.survivors,
                    )
                )

    def groups(self, contestants: Sequence[int]) -> tuple[StageGroup, ...]:
        size, more = divmod(len(contestants), self.brackets)
        found: list[StageGroup] = []
        begin = 0
        for number in range(self.brackets):
            end = begin + size + (number < more)
            name = "" if self.brackets == 1 else str(number + 1)
            found.append(StageGroup(name, tuple(contestants[begin:end])))
            begin = end
        return tuple(found)

    def rounds_for(self, contestants: int) -> tuple[KnockoutRound, ...]:
        """The rounds of a bracket of so many."""
        try:
            rounds = rounds_by(self.way, contestants)
        except BadContest as problem:
            raise Refused(problem.args[0]) from None
        last = next((at for at, each in enumerate(rounds, 1) if each.survivors == self.survivors), len(rounds))
        return rounds[:last]

    def rounds_of(self, stage: Stage) -> int | None:
        return max(len(self.rounds_for(len(group.contestants))) for group in stage.groups)

    def draw(self, view: StageView, number: int) -> RoundDraw:
        matches: list[MatchDraw] = []
        byes: list[MatchDraw] = []
        for group in view.stage.groups:
            way = self.rounds_for(len(group.contestants))
            if number > len(way):
                continue
            places = places_before(view, group, number)
            holders = {place: contestant for contestant, place in places.items()}
            two_go_on = way[number - 1].three_way_two
            for seats in first_round(way[number - 1]):
                sides = tuple(holders[place] for place in seats)
                if len(seats) == 1:
                    byes.append(MatchDraw(sides, None, say("A bye for a high place in the bracket."), group.name))
                    continue
                survivors = 2 if len(seats) == 3 and two_go_on else 1
                two_go_on -= survivors - 1
                reason = say("Places {places} of the bracket.", places=", ".join(map(str, seats)))
                matches.append(MatchDraw(sides, len(matches) + 1, reason, group.name, survivors=survivors))
        return RoundDraw(number, (*matches, *byes), self.made_on(view, number))

    def made_on(self, view: StageView, number: int) -> tuple[DrawnOn, ...]:
        if number == 1:
            return ()
        return tuple(
            DrawnOn(contestant, Fraction(place))
            for group in view.stage.groups
            if number <= len(self.rounds_for(len(group.contestants)))
            for contestant, place in sorted(
                places_before(view, group, number, strict=False).items(), key=lambda each: each[1]
            )
        )

    def told(self) -> Sentence:
        if self.brackets == 1:
            return say("a knockout")
        return say_count("a knockout in {n} bracket", "a knockout in {n} brackets", self.brackets)


def places_held(view: StageView, group: StageGroup, number: int) -> Mapping[int, int]:
    """Who held which place of the bracket when a round was drawn: at first by the seeds."""
    if number == 1:
        return {contestant: place for place, contestant in enumerate(group.contestants, 1)}
    drawn = view.stage.rounds[number - 1]
    return {each.contestant: int(each.score) for each in drawn.made_on if each.contestant in group.contestants}


def places_before(view: StageView, group: StageGroup, number: int, *, strict: bool = True) -> Mapping[int, int]:
    """Who holds which place of the bracket before a round, by the round before it as it was drawn.

    `Refused` if one of its matches is not decided; where that need not be known, it leaves its places empty.
    """
    if number == 1:
        return places_held(view, group, 1)
    held = places_held(view, group, number - 1)
    after: dict[int, int] = {}
    for at, match in enumerate(view.stage.rounds[number - 2].matches, 1):
        if match.group != group.name:
            continue
        order = view.decided(EventMatchKey(view.stage.name, number - 1, at))
        if order is not None:
            after.update(zip(order[: match.survivors], sorted(held[side] for side in match.sides), strict=False))
        elif strict:
            raise Refused(
                say(
                    "It is not known yet who goes on from {match} in round {round}.",
                    match=view.state.called(*match.sides),
                    round=number - 1,
                )
            )
    ranked = sorted(after, key=lambda each: after[each])
    return {contestant: place for place, contestant in enumerate(ranked, 1)}
