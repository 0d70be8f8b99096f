"""A series: sessions that are added to the event make one list, as a `SeriesPlan` says; nobody is drawn against anybody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from arrowswitch.contests.events.feeds import Feeds
from arrowswitch.contests.events.plan import StagePlan
from arrowswitch.contests.events.state import EventState, RoundDraw, Stage, StageGroup
from arrowswitch.contests.events.view import StageView
from arrowswitch.contests.reading import BadContest
from arrowswitch.contests.series import WAYS, EventPart, SeriesList, SeriesPlan, series
from arrowswitch.journals import Refused, act
from arrowswitch.words import Sentence, counted, say


@act("series-stage")
class SeriesStage(StagePlan):
    """A ladder, or qualifying and final, over the sessions that are added; each of them is a round of the stage."""

    contest: ClassVar[str] = "series"
    takes_late: ClassVar[bool] = True

    plan: SeriesPlan = SeriesPlan()

    def check(self, state: EventState, contestants: Sequence[int]) -> None:
        """Contestants come with the sessions, so there need be none yet."""
        try:
            self.plan.check()
        except BadContest as problem:
            raise Refused(problem.args[0]) from None

    def groups(self, contestants: Sequence[int]) -> tuple[StageGroup, ...]:
        return (StageGroup("", tuple(contestants)),)

    def rounds_of(self, stage: Stage) -> int | None:
        return self.plan.sessions

    def draw(self, view: StageView, number: int) -> RoundDraw:
        raise Refused(say("A series has no draw: add its sessions."))

    def told(self) -> Sentence:
        if self.plan.sessions is None:
            return say("a series, by the {way}", way=WAYS[self.plan.way])
        return say(
            "a series of {sessions}, by the {way}",
            sessions=counted("sessions", self.plan.sessions),
            way=WAYS[self.plan.way],
        )


def series_list(state: EventState, feeds: Feeds, stage: str = "") -> SeriesList:
    """The list of a series from what its sessions say, those left out aside; `Refused` says why there is none."""
    view = state.stage(stage)
    if not isinstance(view.plan, SeriesStage):
        raise Refused(say("{stage} is no series.", stage=view.name))
    said = {feed.session: feed.part for feed in feeds}
    added = [each for each in state.sessions.values() if each.stage == view.name and not each.left_out]
    added.sort(key=lambda each: each.rounds)
    parts = [_named(part, each.name) for each in added if (part := said.get(each.session)) is not None]
    try:
        return series(parts, view.plan.plan)
    except BadContest as problem:
        raise Refused(problem.args[0]) from None


def _named(part: EventPart, name: str) -> EventPart:
    return EventPart(name, part.entries, part.day, part.final)
