"""Commands, the entries that they become, and refusals.

A command is a wish: who wants what, when, and why. An entry is a wish that was granted, with what was noticed then; it
is never changed afterwards. Both carry the act itself. What kind of act that is, each sort of journal says in classes of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from arrowswitch.journals.actors import Actor
from arrowswitch.journals.kinds import ADDED
from arrowswitch.words import Sentence

VERSION = 1
"""The format of the entries that are written now."""
Thing = tuple[Any, ...]
"""What an act changes, rests on or is about: a short tuple such as `("line", key)` or `("movement", "A")`."""


class Refused(ValueError):  # noqa: N818 - what happened to the wish
    """A command that cannot be granted, said in one sentence for the person who gave it."""


class Outdated(Refused):
    """A command that was meant for something which somebody else has changed meanwhile."""


class NotNow(Refused):
    """A command that may be granted later, as it is: nothing is wrong with it."""


class Doubtful(Refused):
    """A command of a table that is granted when the table says that it is right all the same."""


class GrantedAct(NamedTuple):
    """An act that may be done, with what was noticed."""

    act: Any
    notes: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class AnyCommand:
    """A wish. The id is made by whoever sends it, so that sending it twice does it once."""

    id: str
    by: Actor
    at: datetime
    act: Any
    why: str = ""
    force: bool = False
    """Done although something speaks against it; the director may, with a reason, and a table that was asked."""
    seen: int | None = None
    """The version of the line that the sender had before him, 0 for none; for a whole board, a penalty or names, how many
    entries of the journal. None asks for no comparison."""
    claimed: datetime | None = field(default=None, metadata={ADDED: True})
    """When it was done by the clock of whoever sent it; `at` is the clock of the computer that decides."""


@dataclass(frozen=True, slots=True)
class AnyEntry:
    """A wish that was granted."""

    id: str
    by: Actor
    at: datetime
    act: Any
    why: str = ""
    forced: bool = False
    notes: tuple[Sentence, ...] = ()
    """What was noticed: scores that look wrong, faults of a movement, tables that have not finished."""
    version: int = VERSION
    claimed: datetime | None = field(default=None, metadata={ADDED: True})
