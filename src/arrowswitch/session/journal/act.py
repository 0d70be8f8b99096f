"""An act: something that people do at a session, with all that is known of it in one class.

A new act is a class in the file of its noun in `acts`. It is a plain frozen value whose fields say what is wished; the rest says
who may do it and when, how it is decided, what it changes, what it touches and rests on, and how it is told. What is not said is
as it stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self, TypeVar, dataclass_transform

from arrowswitch.session.journal.kinds import KINDS, named, shared
from arrowswitch.words import Sentence, say

if TYPE_CHECKING:  # an act works on a state, and a state keeps the journal of its acts
    from arrowswitch.session.journal.events import Command, JournalEntry
    from arrowswitch.session.night.lines import LineKey
    from arrowswitch.session.night.state import State

Role = Literal["owner", "director", "scorer", "table", "player", "public"]
DESK: frozenset[Role] = frozenset({"owner", "director", "scorer"})
DIRECTORS: frozenset[Role] = frozenset({"owner", "director"})
AT_TABLE: frozenset[Role] = DESK | {"table"}
ANYBODY: frozenset[Role] = AT_TABLE | {"player"}


@shared
@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: a role and a name; a pad has its table, a player the pair or team of the night."""

    role: Role
    name: str = ""
    section: str = ""
    table: int | None = None
    contestant: int | None = None

    @property
    def called(self) -> str:
        """The name, or the role of somebody without one."""
        return self.name or self.role

    def is_at(self, section: str, table: int) -> bool:
        """Whether this is the pad of a table.

        >>> Actor("table", section="A", table=3).is_at("A", 3), Actor("director").is_at("A", 3)
        (True, False)
        """
        return (self.section, self.table) == (section, table)


Thing = tuple[Any, ...]
"""What an act changes, rests on or is about: a short tuple such as `("line", key)` or `("movement", "A")`."""
Posted = Literal["reopen", "in time", "always"]
"""Whether it can be done to posted results: after reopening them, in the time for corrections, or at any time."""


class GrantedAct(NamedTuple):
    """An act that may be done, with what was noticed."""

    act: Act
    notes: tuple[Sentence, ...] = ()


class Act:
    """Something that people do at a session."""

    __slots__ = ()

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

    def decide(self, state: State, command: Command) -> GrantedAct:
        """The act as it is granted, perhaps put in order, with what was noticed; `Refused` says why not."""
        return GrantedAct(self)

    def evolve(self, state: State, event: JournalEntry) -> State:
        """The state after it. Nothing is checked: what is in the journal was granted, and happened."""
        raise NotImplementedError

    def as_granted(self, granted: Self) -> Self:
        """A wish with what was put in order when it was granted: sent again, it is the same."""
        return self

    # -- what hangs together -------------------------------------------------------------------------------------------

    def lines_touched(self, state: State) -> tuple[LineKey, ...]:
        """The lines that it changes."""
        return ()

    def touches(self, state: State, command: str) -> Iterable[Thing]:
        """What else it changes, or makes under the name of its command."""
        return ()

    def rests_on(self, state: State) -> Iterable[Thing]:
        """What must stay as it was, besides the meetings of its lines."""
        return ()

    @property
    def undoes(self) -> str:
        """The command that it takes back."""
        return ""

    @property
    def of_ruling(self) -> str:
        """The ruling that it puts into the scores, by its id in the log."""
        return ""

    # -- how it is told ------------------------------------------------------------------------------------------------

    def told(self, state: State) -> Sentence:
        """It in words, with tables and contestants as they are called there: “called round 2”."""
        raise NotImplementedError

    def told_nameless(self, state: State) -> Sentence:
        """The same without people's names: who sits where is asked of the register."""
        return self.told(state)

    def told_as_news(self, state: State) -> Sentence | None:
        """What players are told of it when the results are posted again; None if it is no news."""
        return self.told(state) if self.changes_results else None

    def concerns(self, state: State) -> Iterable[Thing]:
        """In whose story it is told: a pair's, a table's, a board's, where its lines do not say so themselves."""
        return ()


Kind = TypeVar("Kind", bound=Act)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def act(name: str) -> Callable[[type[Kind]], type[Kind]]:
    """Makes a class an act that the journal knows by this name."""

    def make(kind: type[Kind]) -> type[Kind]:
        return named(name)(dataclass(frozen=True, slots=True)(kind))

    return make


def all_acts() -> dict[str, type[Act]]:
    """Every act, by its name in the journal."""
    return {name: kind for name, kind in sorted(KINDS.items()) if issubclass(kind, Act)}
