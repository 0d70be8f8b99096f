"""Commands of a session and the entries that they become."""

from __future__ import annotations

from dataclasses import dataclass, field

from arrowswitch.journals.commands import VERSION, AnyCommand, AnyEntry, Doubtful, NotNow, Outdated, Refused
from arrowswitch.journals.kinds import ADDED
from arrowswitch.session.journal.act import Act

__all__ = ["VERSION", "Command", "Doubtful", "JournalEntry", "NotNow", "Outdated", "Refused"]


@dataclass(frozen=True)
class Command(AnyCommand):
    """A wish. The id is made by whoever sends it, so that sending it twice does it once."""

    act: Act
    repair: bool = field(default=False, metadata={ADDED: True})
    """Whether a repair that was worked out for the director asks for the force; nobody has insisted then."""


@dataclass(frozen=True, slots=True)
class JournalEntry(AnyEntry):
    """A wish that was granted."""

    act: Act
    repair: bool = field(default=False, metadata={ADDED: True})

    @property
    def insisted(self) -> bool:
        """Whether somebody wanted it although something spoke against it."""
        return self.forced and not self.repair
