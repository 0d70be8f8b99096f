"""What the manuals say about each size, as data: first and second choices, and what they call unfit.

The lines are in advice.toml, each manual with its source.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

MANUAL_OF = {"ebu": "busbridge", "acbl": "acbl", "nzb": "nz"}
"""The manual that speaks for a federation."""


@dataclass(frozen=True)
class Advice:
    """One line of a manual about one movement at one size."""

    manual: str
    family: str
    rounds: int
    boards_per_round: int
    rank: int
    sections: tuple[int, ...] = ()
    """The tables of each section, where the manual says how to split the room."""

    @property
    def unfit(self) -> bool:
        return self.rank == 0

    def bans(self, rounds: int, boards_per_round: int) -> bool:
        """Whether it calls this length unfit: the one it names, fewer rounds of it, and rounds of more boards."""
        every = self.rounds == 0
        return self.unfit and (every or (rounds <= self.rounds and boards_per_round >= self.boards_per_round))


@cache
def manuals() -> dict[str, Any]:
    """The manuals' names, and the lines of each by size."""
    return tomllib.loads(Path(__file__).with_name("advice.toml").read_text("utf-8"))


def advice(entry: str) -> tuple[Advice, ...]:
    """What the manuals say about a size, or about every half table.

    >>> [(line.manual, line.family, line.rank) for line in advice("8½")][:2]
    [('acbl', 'mitchell', 1), ('acbl', 'appendix', 2)]
    """
    data = manuals()
    return tuple(
        Advice(manual, family, rounds, size, rank, tuple(*sections))
        for manual in data["manuals"]
        for family, rounds, size, rank, *sections in (
            *data[manual].get(entry, []),
            *(data[manual].get("½", []) if entry.endswith("½") else []),
        )
    )
