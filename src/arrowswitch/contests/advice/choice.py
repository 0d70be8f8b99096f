"""What an organiser has, and a format that fits it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any

from arrowswitch.contests.reading import BadContest
from arrowswitch.regulations import Regulations, load
from arrowswitch.words import Sentence, say

LEAST_BOARDS, MOST_BOARDS = 24, 30
"""Boards of an evening, if nothing else is wanted."""


@cache
def facts() -> dict[str, Any]:
    """What the manuals say, from the file beside this one."""
    return tomllib.loads(Path(__file__).with_name("formats.toml").read_text(encoding="utf-8"))


def fact(name: str) -> Any:
    """One value of it.

    >>> fact("most_matches")
    3
    """
    return facts()[name]["value"]


@dataclass(frozen=True)
class EventWish:
    """How many teams (or pairs) there are, and how much time and how many boards."""

    teams: int = 0
    pairs: int = 0
    evenings: int = 1
    minutes: int | None = None
    """Of one evening."""
    stock: int | None = None
    """Boards at hand."""
    regulations: Regulations = field(default_factory=lambda: load("wbf"))

    def __post_init__(self) -> None:
        if bool(self.teams) == bool(self.pairs):
            raise BadContest(say("Say how many teams or how many pairs, not both."))
        if self.teams and not 3 <= self.teams <= 200:
            raise BadContest(say("An event of teams has 3 to 200 of them, not {n}.", n=self.teams))
        if self.pairs and not 6 <= self.pairs <= 1000:
            raise BadContest(say("An event of pairs has 6 to 1000 of them, not {n}.", n=self.pairs))
        if not 1 <= self.evenings <= 60:
            raise BadContest(say("An event has 1 to 60 evenings, not {n}.", n=self.evenings))
        if self.minutes is not None and not 60 <= self.minutes <= 720:
            raise BadContest(say("An evening has 60 to 720 minutes, not {n}.", n=self.minutes))
        if self.stock is not None and self.stock < 1:
            raise BadContest(say("There must be at least one board."))

    @property
    def entries(self) -> int:
        """Teams or pairs."""
        return self.teams or self.pairs

    def minutes_of(self, matches: int, boards: int) -> int:
        """How long so many matches take."""
        timing = self.regulations.timing
        return ceil(matches * (boards * timing.match_board_minutes + timing.match_scoring_minutes))

    def boards_of_a_match(self, matches: int) -> int:
        """Boards of a match, if there are so many in an evening: enough for the evening, as far as time allows."""
        boards = -(-LEAST_BOARDS // matches)
        while boards > 1 and self.minutes is not None and self.minutes_of(matches, boards) > self.minutes:
            boards -= 1
        return boards


@dataclass(frozen=True)
class EventChoice:
    """A format that fits, and what speaks for and against it."""

    format: str
    name: Sentence
    rounds: int
    evenings: int
    matches_an_evening: int
    boards_a_match: int
    boards_in_play: int
    minutes: int
    reasons: tuple[Sentence, ...]
    warnings: tuple[Sentence, ...] = ()
    command: str = ""
    fit: Fraction = Fraction(0)
    """The lower, the better."""

    def to_dict(self) -> dict[str, Any]:
        """As the command prints it."""
        return {
            "format": self.format,
            "name": str(self.name),
            "rounds": self.rounds,
            "evenings": self.evenings,
            "matches_per_evening": self.matches_an_evening,
            "boards_per_match": self.boards_a_match,
            "boards_per_evening": self.matches_an_evening * self.boards_a_match,
            "boards_in_play": self.boards_in_play,
            "minutes": self.minutes,
            "reasons": [str(reason) for reason in self.reasons],
            "warnings": [str(warning) for warning in self.warnings],
            "command": self.command,
        }


def boards_in_play(teams: int, boards: int) -> int:
    """Boards on the tables at once (Bridge Director's Companion, L3917-3946): three in a triple have three sets.

    >>> [boards_in_play(teams, 6) for teams in (3, 5, 9, 10, 13, 16)]
    [18, 30, 36, 30, 48, 48]
    """
    if teams % 2 == 0:
        return teams // 2 * boards
    return teams * boards if teams <= 7 else ((teams - 3) // 2 + 3) * boards
