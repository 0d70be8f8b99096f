"""What every format of a stage says of itself; each format is one file of `formats`.

A plan is a value in the journal. It knows how the stage is drawn, what a draw was made on and what another would cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from arrowswitch.journals import Refused, family
from arrowswitch.words import Sentence, say

if TYPE_CHECKING:  # a plan is a part of the state, and draws from what the state comes to
    from arrowswitch.contests.events.state import DrawnOn, EventState, RoundDraw, Stage, StageGroup
    from arrowswitch.contests.events.view import StageView


@family
@dataclass(frozen=True, slots=True)
class StagePlan:
    """How a stage is played."""

    contest: ClassVar[str] = "swiss"
    """What the regulations break ties by: `swiss`, `round-robin` or `knockout`."""
    takes_late: ClassVar[bool] = False
    """Whether somebody can come in after the first draw."""

    def check(self, state: EventState, contestants: Sequence[int]) -> None:
        """Refuses a plan that cannot be played by so many."""
        if len(contestants) < 2:
            raise Refused(say("A stage needs two contestants or more."))

    def groups(self, contestants: Sequence[int]) -> tuple[StageGroup, ...]:
        """Those who play among themselves, the highest seed first: pools, or brackets; usually all."""
        raise NotImplementedError

    def rounds_of(self, stage: Stage) -> int | None:
        """How many rounds the stage has, if that is settled."""
        raise NotImplementedError

    def draw(self, view: StageView, number: int) -> RoundDraw:
        """The draw of a round, on what is known; `Refused` says why it cannot be made."""
        raise NotImplementedError

    def made_on(self, view: StageView, number: int) -> tuple[DrawnOn, ...]:
        """What the draw of a round would be made on now."""
        return ()

    def price(self, view: StageView, number: int, matches: Sequence[tuple[int, ...]]) -> list[Sentence]:
        """What is worse about another draw of a round than about the best."""
        drawn = {frozenset(match.sides) for match in self.draw(view, number).matches}
        others = [each for each in matches if frozenset(each) not in drawn]
        return [
            say("{match} is not in the draw by the plan.", match=" v ".join(str(side) for side in each))
            for each in others
        ]

    def told(self) -> Sentence:
        """The format in words."""
        raise NotImplementedError
