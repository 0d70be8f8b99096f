"""The journal of an event: what people do about a contest, with all that is known of an act in one class.

A new act is a class in the file of its noun in `acts`. Its fields say what is wished; the rest says who may do it, how it is
decided, what it changes, what it touches and rests on, and how it is told. What is not said is as it stands here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from arrowswitch.journals import (
    DIRECTORS,
    Actor,
    AnyCommand,
    AnyEntry,
    GrantedAct,
    Role,
    Thing,
    family,
    kinds_of,
    read_command,
    read_entry,
    read_journal,
)
from arrowswitch.words import Sentence

if TYPE_CHECKING:  # an act works on a state, and a state keeps the journal of its acts
    from arrowswitch.contests.events.feeds import SessionFeed
    from arrowswitch.contests.events.state import EventState


@family
@dataclass(frozen=True, slots=True)
class EventAct:
    """Something that people do about an event."""

    who: ClassVar[frozenset[Role]] = DIRECTORS
    needs_reason: ClassVar[bool] = False
    opens: ClassVar[bool] = False
    """Whether it is the first act of an event."""
    while_away: ClassVar[bool] = False
    """Whether it can be done to an event that was put away."""
    can_be_undone: ClassVar[bool] = True

    def check_player(self, state: EventState, by: Actor) -> None:
        """Refuses what this player may not do."""

    def decide(self, state: EventState, command: EventCommand, feeds: Sequence[SessionFeed]) -> GrantedAct:
        """The act as it is granted, perhaps put in order, with what was noticed; `Refused` says why not."""
        return GrantedAct(self)

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        """The state after it. Nothing is checked: what is in the journal was granted, and happened."""
        raise NotImplementedError

    settled: ClassVar[tuple[str, ...]] = ()
    """The fields that are put in order or found out when it is granted."""

    def as_granted(self, granted: Self) -> Self:
        """A wish with what was put in order when it was granted: sent again, it is the same."""
        return replace(self, **{name: getattr(granted, name) for name in self.settled})

    changes: ClassVar[tuple[str, ...]] = ()
    """What it changes: each a thing and the fields that say which, as in `stage stage`."""
    needs: ClassVar[tuple[str, ...]] = ()
    """What it rests on, in the same way."""

    def _things(self, told: tuple[str, ...]) -> list[Thing]:
        return [(name, *(getattr(self, field) for field in fields)) for name, *fields in map(str.split, told)]

    def touches(self, state: EventState) -> Iterable[Thing]:
        """What it changes."""
        return self._things(self.changes)

    def rests_on(self, state: EventState) -> Iterable[Thing]:
        """What must stay as it was."""
        return self._things(self.needs)

    @property
    def undoes(self) -> str:
        """The command that it takes back."""
        return ""

    in_words: ClassVar[Sentence]
    """It in words, where they are always the same."""

    def told(self, state: EventState) -> Sentence:
        """It in words: “drew round 2 of the Swiss”."""
        return self.in_words


@dataclass(frozen=True)
class EventCommand(AnyCommand):
    """A wish about an event. The id is made by whoever sends it, so that sending it twice does it once."""

    act: EventAct


@dataclass(frozen=True, slots=True)
class EventJournalEntry(AnyEntry):
    """A wish about an event that was granted."""

    act: EventAct


def all_event_acts() -> dict[str, type[EventAct]]:
    """Every act of an event, by its name in the journal."""
    return kinds_of(EventAct)


def from_json(data: Any) -> EventJournalEntry:
    """An entry of an event's journal from JSON values; `JournalFault` says what cannot be read."""
    return read_entry(EventJournalEntry, data)


def loads(text: str) -> tuple[EventJournalEntry, ...]:
    """The journal of an event from text, one entry a line."""
    return read_journal(EventJournalEntry, text)


def command_from_json(data: Any) -> EventCommand:
    """A command from JSON values, which may come from anybody."""
    return read_command(EventCommand, data)
