"""What somebody may see of a session's results: the settings of the session decide, through `session.sight`.

Others than the desk see the results as they were posted last, not what is being corrected. Points are worth of a score, so
they are shown only where both the score and the ranked list may be seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from arrowswitch.scoring import Scored, Standing
from arrowswitch.session import Actor, LineKey, State
from arrowswitch.session.journal import DESK
from arrowswitch.session.night import as_far_as_ranked, may_see_hands, may_see_line, may_see_par, may_see_ranking
from arrowswitch.site.night.results.kept import posted, scored_of


@dataclass(frozen=True)
class Viewer:
    """Somebody before the results of a session."""

    session: int
    now: State
    """As it is now."""
    by: Actor

    @property
    def desk(self) -> bool:
        """Whether it is one of those who run the session."""
        return self.by.role in DESK

    @cached_property
    def state(self) -> State:
        """What there is to look at: for others than the desk, what was posted last."""
        return self.now if self.desk else posted(self.session, self.now) or self.now

    @cached_property
    def ranking(self) -> bool:
        """Whether there is a ranked list to see."""
        return may_see_ranking(self.state, self.by)

    @cached_property
    def _made(self) -> tuple[Scored, tuple[Standing, ...]]:
        if not self.ranking:
            return scored_of(self.session, self.state)
        seen = as_far_as_ranked(self.state, self.by)
        return scored_of(self.session, seen, "" if seen is self.state else "by rounds")

    @property
    def scored(self) -> Scored:
        """The session scored, as far as it goes into the ranked list."""
        return self._made[0]

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The ranked list; nothing for who may not see it."""
        return self._made[1] if self.ranking else ()

    def scores(self, board: int) -> bool:
        """Whether the results on a board may be seen."""
        keys = self.state.on_board.get(board, ())
        return bool(keys) and all(may_see_line(self.state, self.by, key) for key in keys)

    def line(self, key: LineKey) -> bool:
        """Whether one result may be seen."""
        return may_see_line(self.state, self.by, key)

    def points(self, board: int) -> bool:
        """Whether the points on a board may be seen."""
        return self.ranking and self.scores(board)

    def hands(self, board: int) -> bool:
        """Whether there are hands that may be seen."""
        return board in self.state.hands and may_see_hands(self.state, self.by, board)

    def par(self, board: int) -> bool:
        """Whether par and what can be made may be seen, and is known."""
        return board in self.state.tables and may_see_par(self.state, self.by, board)

    @cached_property
    def boards(self) -> tuple[int, ...]:
        """The boards of which something may be seen."""
        return tuple(board for board in sorted(self.state.on_board) if self.scores(board))

    @cached_property
    def all_points(self) -> bool:
        """Whether every point may be seen: what the recap and the working of a total need."""
        return self.ranking and all(self.scores(board) for board in self.state.on_board)
