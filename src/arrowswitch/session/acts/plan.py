"""Acts upon the session as a whole: what it is called, how it is scored and timed, and whether it is still on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from arrowswitch.session.night.lines import ADDED


@dataclass(frozen=True, slots=True)
class ChangePlan:
    """Change what was said when the session was opened: its name and day, its scoring and regulations."""

    title: str
    date: date
    method: str
    apart: bool
    regulations: str
    overrides: Mapping[str, Any] | None = field(default=None, metadata={ADDED: True})
    """The club's own values, where other regulations are chosen."""


@dataclass(frozen=True, slots=True)
class SetTiming:
    """Set the length of the rounds that are still to be called; without minutes the regulations' own."""

    minutes: Fraction | None
    grade: str = "open"
    section: str | None = None


@dataclass(frozen=True, slots=True)
class PutAway:
    """Take a session off the lists: one without results is as good as deleted, one with results is kept. Or bring it back."""

    away: bool = True
