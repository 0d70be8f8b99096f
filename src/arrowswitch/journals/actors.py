"""Who acts: a role, a name, and where that person sits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from arrowswitch.journals.kinds import shared
from arrowswitch.words import Sentence, say

Role = Literal["owner", "director", "scorer", "table", "player", "public"]
DESK: frozenset[Role] = frozenset({"owner", "director", "scorer"})
DIRECTORS: frozenset[Role] = frozenset({"owner", "director"})
AT_TABLE: frozenset[Role] = DESK | {"table"}
ANYBODY: frozenset[Role] = AT_TABLE | {"player"}
ROLE_NAMES: Mapping[Role, Sentence] = {
    "owner": say("the owner"),
    "director": say("the director"),
    "scorer": say("the scorer"),
    "table": say("a table"),
    "player": say("a player"),
    "public": say("the public"),
}


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
