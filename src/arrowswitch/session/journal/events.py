"""Commands, the events that they become, and refusals.

A command is a wish: who wants what, when, and why. An event is a wish that was granted, with what was noticed then; it
is never changed afterwards. Both carry the act itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from arrowswitch.session.journal.act import Act, Actor
from arrowswitch.session.journal.kinds import ADDED
from arrowswitch.words import Sentence

VERSION = 1
"""The format of the events that are written now."""


class Refused(ValueError):  # noqa: N818 - what happened to the wish
    """A command that cannot be granted, said in one sentence for the person who gave it."""


class Outdated(Refused):
    """A command that was meant for something which somebody else has changed meanwhile."""


class NotNow(Refused):
    """A command that may be granted later, as it is: nothing is wrong with it."""


class Doubtful(Refused):
    """A command of a table that is granted when the table says that it is right all the same."""


@dataclass(frozen=True)
class Command:
    """A wish. The id is made by whoever sends it, so that sending it twice does it once."""

    id: str
    by: Actor
    at: datetime
    act: Act
    why: str = ""
    force: bool = False
    """Done although something speaks against it; the director may, with a reason, and a table that was asked."""
    seen: int | None = None
    """The version of the line that the sender had before him, 0 for none; for a whole board, a penalty or names, how many
    events of the journal. None asks for no comparison."""
    claimed: datetime | None = field(default=None, metadata={ADDED: True})
    """When it was done by the clock of whoever sent it; `at` is the clock of the computer that decides."""
    repair: bool = field(default=False, metadata={ADDED: True})
    """Whether a repair that was worked out for the director asks for the force; nobody has insisted then."""


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """A wish that was granted."""

    id: str
    by: Actor
    at: datetime
    act: Act
    why: str = ""
    forced: bool = False
    notes: tuple[Sentence, ...] = ()
    """What was noticed: scores that look wrong, faults of a movement, tables that have not finished."""
    version: int = VERSION
    claimed: datetime | None = field(default=None, metadata={ADDED: True})
    repair: bool = field(default=False, metadata={ADDED: True})

    @property
    def insisted(self) -> bool:
        """Whether somebody wanted it although something spoke against it."""
        return self.forced and not self.repair
