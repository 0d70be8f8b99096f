"""What somebody may see of a session's results: the settings of the session decide, through `session.sight`.

Others than the desk see the results as they were posted last, not what is being corrected. Points are worth of a score, so
they are shown only where both the score and the ranked list may be seen. What
was scored is kept in memory until the journal grows, so that a page costs only its own making.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from arrowswitch.scoring import Scored, Standing
from arrowswitch.session import Actor, LineKey, State, scored
from arrowswitch.session.journal import DESK
from arrowswitch.session.night import (
    all_hands,
    as_far_as_ranked,
    may_see_hands,
    may_see_line,
    may_see_par,
    may_see_ranking,
    ranked,
)
from arrowswitch.session.sight import Check, checklist
from arrowswitch.session.story import Changes, Version, changes_between, versions
from arrowswitch.site.work.memory import Memory


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
        return bool(all_hands(self.state, board)) and may_see_hands(self.state, self.by, board)

    @cached_property
    def seed(self) -> bool:
        """Whether the seed of promised deals may be seen: whoever has it can deal every promised board again."""
        promise = self.now.promise
        return promise is not None and all(may_see_hands(self.state, self.by, board) for board in promise.boards)

    def par(self, board: int) -> bool:
        """Whether par and what can be made may be seen, where they are known."""
        return may_see_par(self.state, self.by, board)

    def reviewable(self, board: int) -> bool:
        """Whether a board may be seen against its cards."""
        return self.points(board) and self.hands(board) and self.par(board)

    @cached_property
    def boards(self) -> tuple[int, ...]:
        """The boards of which something may be seen."""
        return tuple(board for board in sorted(self.state.on_board) if self.scores(board))

    @cached_property
    def all_points(self) -> bool:
        """Whether every point may be seen: what the recap and the working of a total need."""
        return self.ranking and all(self.scores(board) for board in self.state.on_board)


OF_NOW = ("hands", "tables", "own_hands", "own_tables", "promise")
"""What is not a part of posted results: it may come later, or be corrected, without another version."""
SCORED: Memory[tuple[int, str, int, int], tuple[Scored, tuple[Standing, ...]]] = Memory(96)
VERSIONS: Memory[int, tuple[Version, ...]] = Memory(32)
PENDING: Memory[int, Changes] = Memory(32)
CHECKS: Memory[int, tuple[Check, ...]] = Memory(32)
"""By session; good as long as the journal is the same."""


def scored_of(session: int, state: State, part: str = "") -> tuple[Scored, tuple[Standing, ...]]:
    """A session scored and ranked; `part` names a part of it, where not all of it may be seen."""

    def make() -> tuple[Scored, tuple[Standing, ...]]:
        made = scored(state)
        return made, ranked(state, made)

    return SCORED.made((session, part, len(state.journal), len(state.tables)), make, state.journal)


def posted(session: int, state: State) -> State | None:
    """The session as it was posted last, with the settings and hands of now; None if it never was."""
    if not state.publications:
        return None
    version = versions_of(session, state)[-1]
    return replace(version.state, settings=state.settings, **{name: getattr(state, name) for name in OF_NOW})


def versions_of(session: int, state: State) -> tuple[Version, ...]:
    """Every version that was posted."""
    if not state.publications:
        return ()
    last = state.journal.find(state.publications[-1].command)
    return VERSIONS.made(session, lambda: versions(state), last)


def pending(session: int, state: State) -> Changes:
    """What has changed since the results were posted."""
    if not state.publications:
        return Changes()
    last = versions_of(session, state)[-1].state
    return PENDING.made(session, lambda: changes_between(last, state), state.journal)


def checks(session: int, state: State) -> tuple[Check, ...]:
    """The checklist of the end of the night."""
    return CHECKS.made(session, lambda: checklist(state), state.journal)
