"""A Swiss event as far as it is known: who is in it, what was played, and which round is to be drawn.

Nothing is worked out here; `field` does that for the round that is next.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from arrowswitch.contests.swiss.rules import SwissRules, load_rules


@dataclass(frozen=True, slots=True)
class SwissEntry:
    """A team, pair or player of the event."""

    id: str
    seed: int | None = None
    club: str = ""
    home: int | None = None
    """The table that it cannot leave."""
    since: int = 1
    """The first round that it plays."""
    until: int | None = None
    """The last round that it plays, if it withdraws."""
    start: Fraction = Fraction(0)
    """Victory points that it brings, or has lost by a penalty."""

    def plays(self, round: int) -> bool:
        """Whether it is in the draw of a round."""
        return self.since <= round and (self.until is None or round <= self.until)


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that was drawn before: of two, a bye of one, or a triple of three."""

    sides: tuple[str, ...]
    vps: tuple[Fraction, ...] | None = None
    """For each side; None while the result is out."""
    table: int | None = None


@dataclass(frozen=True)
class SwissEvent:
    """What a draw is made from."""

    entries: tuple[SwissEntry, ...]
    rounds: tuple[tuple[PlayedMatch, ...], ...] = ()
    next: int = 1
    rules: SwissRules = field(default_factory=load_rules)
    seed: str = ""
    """Published beforehand; everything that is drawn by lot follows from it."""


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """A key that puts 9 before 10, and A2 before A10.

    >>> sorted(["10", "9", "A10", "A2"], key=natural)
    ['9', '10', 'A2', 'A10']
    """
    pieces: list[str] = []
    for letter in name:
        if pieces and pieces[-1].isdecimal() == letter.isdecimal():
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return tuple((0, int(piece), "") if piece.isdecimal() else (1, 0, piece) for piece in pieces)
