"""What is planned for a night: its sections with their movements, and what the club decides beyond the regulations."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from arrowswitch.journals import ADDED
from arrowswitch.movements import Movement

Show = Literal["board", "round", "end", "never"]
"""When players may see something: once they have played the board, once that round is over, when the results are
published, or never."""
Source = Literal["phones", "slips", "travellers", "end"]
"""How scores come to the desk: from phones, on slips each round, on travellers each round, or on travellers at the end."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the club decides for the night, beyond the regulations."""

    confirm: bool = False
    """Whether the other side must confirm what was keyed in at a table."""
    scores: Show = "end"
    """When players see what other tables scored on a board."""
    rankings: Show = "end"
    hands: Show = "end"
    wait: bool = field(default=False, metadata={ADDED: True})
    """Whether tables wait until the next round is called; otherwise each goes on when it has finished."""
    intake: bool = field(default=True, metadata={ADDED: True})
    """Whether scores are taken from tables at all; the director can stop it for a while."""
    pin: bool = field(default=False, metadata={ADDED: True})
    """Whether the other side confirms with its number, as tournaments want it."""
    leads: bool = field(default=True, metadata={ADDED: True})
    """Whether tables are asked for the opening lead."""
    par: Show = field(default="end", metadata={ADDED: True})
    """When players see what can be made on a board, and its par; never before they see its hands."""
    source: Source = field(default="phones", metadata={ADDED: True})
    """How scores come; with travellers at the end nothing is missing before all rounds have been played."""
    hands_off: bool = field(default=False, metadata={ADDED: True})
    """Whether the clock calls the rounds by itself, because the director plays."""


@dataclass(frozen=True)
class SectionPlan:
    """A section and its movement."""

    name: str
    movement: Movement
    grade: str = "open"
    round_minutes: Fraction | None = None
    """Minutes for a round, where the regulations' own are not wanted."""
    break_after: int | None = None
    break_minutes: int = 0
