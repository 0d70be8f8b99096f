"""What can go wrong on a night, as a value: what is said about it, what must be asked, and what can be done.

Each trouble is one module of `kinds` with a `TROUBLE` in it, which `catalogue` collects. The desk's pages, the ways out of a session and
the command `movement repair` all read it there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import NamedTuple

from arrowswitch.movements import Movement
from arrowswitch.movements.catalogue import has
from arrowswitch.movements.family import Trait
from arrowswitch.movements.repair.tools import Repair
from arrowswitch.session.acts import SeatedPlayer
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.troubles.proposals import LazyIdea
from arrowswitch.words import Sentence, say

PEOPLE = say("People and time")
TABLE = say("At one table")
ROOM = say("In the whole room")


@dataclass(frozen=True)
class Answers:
    """What the director tells about a trouble; 0 and empty for what was not asked."""

    at_round: int = 0
    table: int = 0
    other_table: int = 0
    board: int = 0
    played: int = 0
    pair: int = 0
    other_pair: int = 0
    made_after: int = 0
    minutes: int = 0
    which: str = ""
    people: tuple[SeatedPlayer, ...] = ()
    """Who comes: two names for a pair, four for a table."""
    award: bool = True
    """Whether boards that were missed get a score at once."""
    follow: bool = True
    """Whether results that are entered go over to those who really played."""
    seated: bool = False
    relay_last: bool = False
    switch_last: bool = False
    really: Mapping[int, int] = field(default_factory=dict)
    """Which board lay in the place of which."""

    def told(self) -> tuple[str, ...]:
        """The names of what was told.

        >>> Answers(at_round=3, follow=True).told()
        ('at_round',)
        """
        nothing = Answers()
        return tuple(each.name for each in fields(self) if getattr(self, each.name) != getattr(nothing, each.name))


# -- what must be asked -----------------------------------------------------------------------------------------------


class Rounds(NamedTuple):
    """The rounds that can be answered, and the one that is most likely meant."""

    first: int
    last: int
    usual: int


def rounds_so_far(section: Section) -> Rounds:
    """Something that has happened: in this round, or one before it."""
    now = max(section.round, 1)
    return Rounds(1, now, now)


def this_or_next(section: Section) -> Rounds:
    """Something to be put right at once, or at the next move."""
    following = next_round(section)
    return Rounds(max(section.round, 1), following, following)


def since_missed(due: Callable[[Movement], int]) -> Callable[[Section], Rounds]:
    """Something to be put right that was due after a round: at once if that was the last move, else at the next."""

    def rounds(section: Section) -> Rounds:
        first, last, usual = this_or_next(section)
        return Rounds(first, last, first if due(section.movement) == first - 1 else usual)

    return rounds


def next_round(section: Section) -> int:
    """The round after this one, or the last."""
    return min(section.round + 1, section.movement.rounds)


USUAL: Mapping[str, Sentence] = {
    "at_round": say("In which round?"),
    "table": say("At which table?"),
    "other_table": say("And at which other table?"),
    "board": say("Which board?"),
    "played": say("Which board was played?"),
    "pair": say("One pair"),
    "other_pair": say("The other pair"),
    "made_after": say("After which round?"),
    "minutes": say("How many minutes?"),
    "which": say("Which?"),
    "award": say("Boards that they missed"),
}
"""How an answer is asked for where a trouble has no words of its own."""


@dataclass(frozen=True)
class Ask:
    """One question: the answer that it is for, by its name in `Answers`, and how it is put."""

    answer: str
    label: Sentence | None = None
    optional: bool = False
    rounds: Callable[[Section], Rounds] = rounds_so_far
    choices: Mapping[str, Sentence] = field(default_factory=dict)
    """What can be chosen, the usual one first, where the session does not tell."""
    at_start: bool = False
    """Whether a table is named by who began there, not by who sits there now."""
    last_board: bool = False
    """Whether of a table's boards the last is most likely meant, not the first."""

    @property
    def words(self) -> Sentence:
        """The words of the question."""
        return self.label or USUAL[self.answer]


# -- what can be done -------------------------------------------------------------------------------------------------


class Remedy(NamedTuple):
    """What can be done with a movement alone, before or without a session: what must and may be told, and how."""

    needs: tuple[str, ...]
    may: tuple[str, ...]
    mend: Callable[[Movement, Answers], Repair]


def of_pairs(movement: Movement) -> bool:
    """Whether it is a movement of pairs."""
    return movement.kind == "pairs"


def anywhere(movement: Movement) -> bool:
    """Whether it is a movement at all."""
    return True


def with_trait(trait: Trait) -> Callable[[Movement], bool]:
    """Only in the movements that have this trait."""
    return lambda movement: has(movement.family, trait)


@dataclass(frozen=True, kw_only=True)
class Trouble:
    """One sort of trouble."""

    name: str
    place: int
    """Where it stands in its group."""
    title: Sentence
    hint: Sentence
    group: Sentence
    asks: tuple[Ask, ...]
    people: int = 0
    """How many names may be told with it."""
    ways: Callable[[State, Section, Answers], Iterator[LazyIdea]]
    """The ways out of it on a night, as ideas to be tried."""
    remedies: Mapping[str, Remedy] = field(default_factory=dict)
    """What `movement repair` does about it, by the names that it knows."""
    otherwise: Sentence
    """What else can be done where no repair helps."""
    where: Callable[[Movement], bool] = of_pairs
    """In which movements it can happen."""
    ranked: bool = True
    """Whether the ways out are ranked by their harm."""
    once: bool = False
    """Whether it can happen only once: asked for another round it is still the same."""
    shortens: bool = False
    """Whether to play less is what the director wants."""
