"""Stages: a part of the event with a format of its own, opened for all or for those who have qualified, and closed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from arrowswitch.contests.events.feeds import Feeds
from arrowswitch.contests.events.journal import EventAct, EventCommand, EventJournalEntry
from arrowswitch.contests.events.plan import StagePlan
from arrowswitch.contests.events.state import CarryRule, CarryWay, EventState, Stage, StageMember, StageSource
from arrowswitch.contests.events.tables import cut
from arrowswitch.contests.events.view import StageView
from arrowswitch.contests.round_robin import CARRY_WAYS
from arrowswitch.journals import GrantedAct, Refused, Thing, act, check_text
from arrowswitch.scoring.figures import shown
from arrowswitch.words import Sentence, counted, say


@act("open-stage")
class OpenStage(EventAct):
    """Open a stage: for everybody, for those who are named, or for places of an earlier stage."""

    settled = ("name", "contestants")
    needs = ("seeds",)

    name: str
    plan: StagePlan
    contestants: tuple[int, ...] = ()
    """In their order, the highest first; if none are named, all by their seeds, or those who have qualified."""
    source: StageSource | None = None

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        name = " ".join(self.name.split())
        if not name:
            raise Refused(say("A stage needs a name, such as Swiss or Final."))
        check_text(name, say("The name"))
        if name.casefold() in (each.casefold() for each in state.stages):
            raise Refused(say("There is a stage “{name}” already.", name=name))
        notes: tuple[Sentence, ...] = ()
        contestants = self.contestants
        if self.source is not None:
            found = cut(state, feeds, self.source)
            contestants, notes = contestants or found.through, found.notes
        contestants = contestants or state.seeded
        for number in contestants:
            if state.contestant(number).withdrawn:
                raise Refused(say("{who} has withdrawn.", who=state.called(number)))
        if len(set(contestants)) < len(contestants):
            raise Refused(say("Somebody is in it twice."))
        for other in state.stages.values():
            both = [number for number in contestants if number in other.members and not other.closed]
            if both:
                raise Refused(
                    say("{who} plays in {stage}, which is not closed.", who=state.called(both[0]), stage=other.name)
                )
        self.plan.check(state, contestants)
        return GrantedAct(replace(self, name=name, contestants=contestants), notes)

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        members = {number: StageMember() for number in self.contestants}
        return state.with_stage(Stage(self.name, self.plan, members, self.source))

    def touches(self, state: EventState) -> Iterable[Thing]:
        return [("stage", self.name), ("field", self.name)]

    def rests_on(self, state: EventState) -> Iterable[Thing]:
        yield ("event",)
        yield from (("contestant", number) for number in self.contestants)
        if self.source is not None:
            yield ("stage", self.source.stage)

    def told(self, state: EventState) -> Sentence:
        field = counted("entries", len(self.contestants))
        return say("opened {stage}: {plan}, {field}", stage=self.name, plan=self.plan.told(), field=field)


@act("close-stage")
class CloseStage(EventAct):
    """Close a stage: nothing more is drawn or recorded in it."""

    changes = ("stage stage",)

    stage: str

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        view = StageView.of(state, feeds, self.stage)
        if view.stage.closed:
            raise Refused(say("{stage} is closed already.", stage=self.stage))
        out = [each for each in view.results.values() if each.out and not each.match.is_bye]
        return GrantedAct(
            replace(self, stage=view.stage.name),
            tuple(
                say(
                    "Round {round}: the result of {match} is not in.",
                    round=each.key.round,
                    match=state.called(*each.match.sides),
                )
                for each in out
            ),
        )

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        return state.with_stage(replace(state.stages[self.stage], closed=True))

    def rests_on(self, state: EventState) -> Iterable[Thing]:
        rounds = len(state.stages[self.stage].rounds) if self.stage in state.stages else 0
        return [("round", self.stage, number) for number in range(1, rounds + 1)]

    def told(self, state: EventState) -> Sentence:
        return say("closed {stage}", stage=self.stage)


@act("carry-over")
class CarryOver(EventAct):
    """Carry what was won in an earlier stage into this one, by a formula that players can check."""

    changes = ("carried stage",)
    needs = ("stage stage", "stage before")

    stage: str
    before: str
    way: CarryWay = "difference"
    share: Fraction = Fraction(3, 10)

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        stage, before = state.stage(self.stage), state.stage(self.before)
        order = [*state.stages]
        if order.index(before.name) >= order.index(stage.name):
            raise Refused(say("{before} is not before {stage}.", before=before.name, stage=stage.name))
        missing = [number for number in stage.members if number not in before.members]
        if missing:
            raise Refused(say("{who} did not play in {stage}.", who=state.called(missing[0]), stage=before.name))
        if not 0 <= self.share <= 1:
            raise Refused(say("From 0% to 100% can be carried over, not {percent}%.", percent=shown(self.share * 100)))
        if stage.plan.contest == "knockout":
            raise Refused(say("Nothing is carried into a knockout: its matches stand by themselves."))
        return GrantedAct(self)

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        rule = CarryRule(self.before, self.way, self.share)
        return state.with_stage(replace(state.stages[self.stage], carried=rule))

    def told(self, state: EventState) -> Sentence:
        return say("carried over into {stage}: {way}", stage=self.stage, way=CARRY_WAYS[self.way])
