"""A Swiss: each round is drawn by the federation's rules, on the totals so far (see `contests.swiss`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from arrowswitch.contests import swiss
from arrowswitch.contests.events.plan import StagePlan
from arrowswitch.contests.events.state import DrawCost, DrawnOn, EventState, MatchDraw, RoundDraw, Stage, StageGroup
from arrowswitch.contests.events.view import StageView
from arrowswitch.contests.swiss.field import SwissField, field_of
from arrowswitch.contests.swiss.files import played_rounds, rules_for
from arrowswitch.contests.swiss.rules import MOST_ROUNDS
from arrowswitch.contests.swiss.weights import in_numbers
from arrowswitch.journals import Refused, act
from arrowswitch.words import Sentence, say, say_count


@act("swiss-stage")
class SwissPlan(StagePlan):
    """A Swiss of so many rounds; open if that is not settled."""

    contest: ClassVar[str] = "swiss"
    takes_late: ClassVar[bool] = True

    rounds: int | None = None

    def check(self, state: EventState, contestants: Sequence[int]) -> None:
        StagePlan.check(self, state, contestants)
        if self.rounds is not None and not 1 <= self.rounds <= MOST_ROUNDS:
            raise Refused(say("A Swiss has 1 to {most} rounds, not {n}.", most=MOST_ROUNDS, n=self.rounds))

    def groups(self, contestants: Sequence[int]) -> tuple[StageGroup, ...]:
        return (StageGroup("", tuple(contestants)),)

    def rounds_of(self, stage: Stage) -> int | None:
        return self.rounds

    def draw(self, view: StageView, number: int) -> RoundDraw:
        drawn = swiss.draw(event_before(view, number))
        field = drawn.pairing.field
        matches = tuple(
            MatchDraw(tuple(map(int, match.sides)), match.table, match.reason, view.group().name)
            for match in drawn.matches
        )
        cost = in_numbers(field, drawn.pairing.cost)
        return RoundDraw(
            number,
            matches,
            _scores(field),
            view.state.seed,
            drawn.notes,
            tuple(DrawCost(rule, Fraction(amount)) for rule, amount in cost.items() if amount),
            drawn.pairing.proved,
        )

    def made_on(self, view: StageView, number: int) -> tuple[DrawnOn, ...]:
        return _scores(field_of(event_before(view, number)))

    def price(self, view: StageView, number: int, matches: Sequence[tuple[int, ...]]) -> list[Sentence]:
        verdict = swiss.check(event_before(view, number), [tuple(map(str, match)) for match in matches])
        return [*verdict.faults, *verdict.worse]

    def told(self) -> Sentence:
        return (
            say("a Swiss")
            if self.rounds is None
            else say_count("a Swiss of {n} round", "a Swiss of {n} rounds", self.rounds)
        )


def event_before(view: StageView, number: int) -> swiss.SwissEvent:
    """The event as a draw of a round sees it: the rounds before, with the results that are known now."""
    state, stage = view.state, view.stage
    contest = view.contest()
    last = stage.plan.rounds_of(stage)
    contest = replace(contest, rounds=contest.rounds[: number - 1], planned=last)  # as it was known then
    entries = []
    for each in contest.contestants:
        contestant, member = state.entries[int(each)], stage.members[int(each)]
        taken = sum(
            (fine.vps for fine in stage.penalties if fine.contestant == contestant.number and fine.drawn < number),
            Fraction(0),
        )
        entries.append(
            swiss.SwissEntry(
                each,
                contestant.seed,
                contestant.club,
                state.home_of(contestant.number),
                member.since,
                member.until,
                contest.start.get(each, 0) - taken,
            )
        )
    rules = rules_for(contest, replace(state.rules, rounds=last), state.own_rules)
    return swiss.SwissEvent(tuple(entries), played_rounds(contest), number, rules, state.seed)


def _scores(field: SwissField) -> tuple[DrawnOn, ...]:
    if not field.by_score:
        return ()
    return tuple(
        DrawnOn(int(entry.id), field.vps(score)) for entry, score in zip(field.entries, field.scores, strict=True)
    )
