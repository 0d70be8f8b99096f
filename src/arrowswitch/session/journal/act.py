"""An act: something that people do at a session, with all that is known of it in one class.

A new act is a class in the file of its noun in `acts`. It is a plain frozen value whose fields say what is wished; the rest says
who may do it and when, how it is decided, what it changes, what it touches and rests on, and how it is told. What is not said is
as it stands here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from arrowswitch.journals.actors import ANYBODY, AT_TABLE, DESK, DIRECTORS, Actor, Role
from arrowswitch.journals.commands import GrantedAct, Thing
from arrowswitch.journals.kinds import act, family, kinds_of
from arrowswitch.words import Sentence, say

if TYPE_CHECKING:  # an act works on a state, and a state keeps the journal of its acts
    from arrowswitch.session.journal.entries import Command, JournalEntry
    from arrowswitch.session.night.lines import LineKey
    from arrowswitch.session.night.state import State

__all__ = [
    "ANYBODY",
    "AT_TABLE",
    "DESK",
    "DIRECTORS",
    "Act",
    "Actor",
    "GrantedAct",
    "Posted",
    "Role",
    "Thing",
    "act",
    "all_acts",
]

Posted = Literal["reopen", "in time", "always"]
"""Whether it can be done to posted results: after reopening them, in the time for corrections, or at any time."""


@family
@dataclass(frozen=True, slots=True)
class Act:
    """Something that people do at a session."""

    # -- who may do it, and when ---------------------------------------------------------------------------------------

    who: ClassVar[frozenset[Role]] = DIRECTORS
    needs_reason: ClassVar[bool] = False
    tables_insist: ClassVar[bool] = False
    """Whether a table that was asked may insist on it."""
    opens: ClassVar[bool] = False
    """Whether it is the first act of a session."""
    while_away: ClassVar[bool] = False
    """Whether it can be done to a session that was put away."""
    changes_results: ClassVar[bool] = True
    """What changes none can be done while they are posted, and is no news afterwards."""
    while_posted: ClassVar[Posted] = "reopen"
    can_be_undone: ClassVar[bool] = True
    seen_by_all: ClassVar[bool] = False
    """Whether nothing before it can be undone any more, because everybody has seen it."""

    @property
    def by_appeal(self) -> bool:
        """Whether an appeal wants it, which may be decided after the time for corrections."""
        return False

    def too_late(self, state: State) -> Sentence:
        """Why it cannot be done while the results are posted."""
        return say("The results are posted; the director can reopen them, with a reason.")

    def check_table(self, state: State, command: Command) -> None:
        """Refuses what this table may not do."""

    def check_player(self, state: State, by: Actor) -> None:
        """Refuses what this player may not do."""

    # -- what comes of it ----------------------------------------------------------------------------------------------

    def decide(self, state: State, command: Command) -> GrantedAct | None:
        """The act as it is granted, put in order or with what was noticed; None as it is, and `Refused` says why not."""

    def evolve(self, state: State, entry: JournalEntry) -> State:
        """The state after it. Nothing is checked: what is in the journal was granted, and happened."""
        raise NotImplementedError

    settled: ClassVar[tuple[str, ...]] = ()
    """The fields that are put in order or found out when it is granted."""

    def as_granted(self, granted: Self) -> Self:
        """A wish with what was put in order when it was granted: sent again, it is the same."""
        return replace(self, **{name: getattr(granted, name) for name in self.settled})

    # -- what hangs together -------------------------------------------------------------------------------------------

    changes: ClassVar[tuple[str, ...]] = ()
    """What it changes: each a thing and the fields that say which, as in `left section contestant`; the field `command` is the
    command that asks for the act."""
    needs: ClassVar[tuple[str, ...]] = ()
    """What it rests on, in the same way."""
    story_of: ClassVar[tuple[str, ...]] = ()
    """In whose story it is told, in the same way."""

    def _things(self, told: tuple[str, ...], command: str = "") -> list[Thing]:
        return [
            (name, *(command if field == "command" else getattr(self, field) for field in fields))
            for name, *fields in map(str.split, told)
        ]

    def lines_touched(self, state: State) -> tuple[LineKey, ...]:
        """The lines that it changes."""
        return ()

    def touches(self, state: State, command: str) -> Iterable[Thing]:
        """What else it changes, or makes under the name of its command."""
        return self._things(self.changes, command)

    def rests_on(self, state: State) -> Iterable[Thing]:
        """What must stay as it was, besides the meetings of its lines."""
        return self._things(self.needs)

    @property
    def undoes(self) -> str:
        """The command that it takes back."""
        return ""

    @property
    def of_ruling(self) -> str:
        """The ruling that it puts into the scores, by its id in the log."""
        return ""

    # -- how it is told ------------------------------------------------------------------------------------------------

    in_words: ClassVar[Sentence]
    """It in words, where they are always the same."""

    def told(self, state: State) -> Sentence:
        """It in words, with tables and contestants as they are called there: “called round 2”."""
        return self.in_words

    def told_nameless(self, state: State) -> Sentence:
        """The same without people's names: who sits where is asked of the register."""
        return self.told(state)

    def told_as_news(self, state: State) -> Sentence | None:
        """What players are told of it when the results are posted again; None if it is no news."""
        return self.told(state) if self.changes_results else None

    def concerns(self, state: State) -> Iterable[Thing]:
        """In whose story it is told: a pair's, a table's, a board's, where its lines do not say so themselves."""
        return self._things(self.story_of)


def all_acts() -> dict[str, type[Act]]:
    """Every act, by its name in the journal."""
    return kinds_of(Act)
