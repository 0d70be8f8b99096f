"""A family of movements as a value: what it is called, how one is made, and all that the rest of the house asks about it.

Each family is one module of `families` or `teams`, with a `FAMILY` in it; `catalogue` collects them. Whatever differs from
family to family is a fact here, so that nobody else need know a family by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from arrowswitch.movements.model import Kind, Movement
from arrowswitch.movements.wishes import Wish
from arrowswitch.words import Sentence

Trait = Literal["plain", "skip", "special move", "share", "rover", "guide cards", "copies", "in no manual"]
"""What a movement does that can go wrong, or that a repair must know: nothing but the usual moves; East-West skip a table once;
they turn round near the end; the first table shares with the last, with a relay between; a pair without a table displaces
others; pairs have bare numbers and follow cards; large rooms with several copies of the boards; found by us, and printed nowhere."""

LENGTH = ("rounds", "boards-per-round", "boards")
MITCHELL = (*LENGTH, "phantom", "switch")
TEAMS = (*LENGTH, "stanzas", "card")
FEWEST_ROUNDS = 3


def from_half(tables: int, most: int) -> Mapping[int, int]:
    """The usual lengths: half of the rounds at least, and how many rounds each leaves out.

    >>> from_half(7, 7)
    {3: 4, 4: 3, 5: 2, 6: 1, 7: 0}
    """
    return {rounds: most - rounds for rounds in range(max(FEWEST_ROUNDS, most // 2), most + 1)}


@dataclass(frozen=True, kw_only=True)
class Family:
    """A family of movements."""

    name: str
    """What the command line, the addresses and the files call it."""
    title: Sentence
    about: Sentence
    place: int
    """Where it stands in lists: the usual ones first."""
    kind: Kind = "pairs"
    build: Callable[[Wish], Movement]
    options: tuple[str, ...] = MITCHELL
    cards: Callable[[int], tuple[str, ...]] = lambda size: ()
    """The printed cards for so many pairs or teams, the usual one first."""
    sizes: tuple[int, ...] = ()
    """The numbers of pairs or teams that it serves, where they are known beforehand."""

    ease: float
    """How much can go wrong in running it, in the boards' worth that `choosing` counts in: 0 is the easiest."""
    harder: Callable[[Movement], float] = lambda movement: 0.0
    """What makes this very movement harder to run than others of the family, in the same worth."""
    too_many: int = 1000
    """Above so many pairs it is hard to run."""
    hazard: Callable[[Movement], Sentence | None] = lambda movement: None
    """What can go wrong, said before it does."""
    full_rounds: Callable[[int, bool], int | None] = lambda tables, halved: None
    """The rounds of the complete movement with so many tables, the last perhaps halved; None where it is not offered."""
    lengths: Callable[[int, int], Mapping[int, int]] = from_half
    """Of so many tables and at most so many rounds: the numbers of rounds to try, and what each leaves out."""
    tried: int = 2
    """How many of its lengths are weighed for an entry."""
    serves_section: Callable[[int, int], int] = lambda pairs, rounds: 0
    """How well it serves a section of so many pairs and rounds among others; 0 is not at all."""
    seeded: bool = True
    """Whether it matters where strong pairs start."""
    seeds: Callable[[int], tuple[int, ...]] = lambda teams: ()
    """The seed at each table, where so many teams are seeded by a printed order."""
    traits: frozenset[Trait] = frozenset()


def tables_of(pairs: int) -> int:
    """Tables, with the half one counted as a table."""
    return (pairs + 1) // 2
