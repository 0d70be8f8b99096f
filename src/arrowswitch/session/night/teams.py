"""Teams: their names, their fifth and sixth players, who is captain, and matches that have a result without boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

from arrowswitch.movements.teams.fixtures import PlannedMatch, fixtures
from arrowswitch.scoring.figures import shown
from arrowswitch.session.night.people import SeatedPlayer
from arrowswitch.words import Sentence, say

if TYPE_CHECKING:  # a state keeps its teams
    from arrowswitch.session.night.state import State

MOST_SPARES = 2
"""A team has four to six players (Bridge Director's Companion L3808-3818)."""
MatchAward = Literal["same-way", "unplayable", "forfeit"]
MATCH_AWARDS: dict[MatchAward, Sentence] = {
    "same-way": say("both pairs of both teams sat the same way"),
    "unplayable": say("more than half of the boards could not be played"),
    "forfeit": say("forfeit"),
}


@dataclass(frozen=True, slots=True)
class Team:
    """What is known of a team besides its number and its four seats."""

    name: str = ""
    spares: tuple[SeatedPlayer, ...] = ()
    """The fifth and the sixth player."""
    captain: SeatedPlayer | None = None


NO_TEAM = Team()


class MatchKey(NamedTuple):
    """Which match: two teams, the lower number first, and the round in which it begins."""

    section: str
    one: int
    other: int
    round: int


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match that is not made of its boards."""

    command: str
    """By which it was given."""
    rounds: tuple[int, ...]
    """In which the match is played: whatever was scored there does not count."""
    boards: int
    award: MatchAward | None = None
    """None if it was entered as a whole."""
    one: Fraction = Fraction(0)
    other: Fraction = Fraction(0)
    absent: int | None = None

    @property
    def told(self) -> Sentence:
        """In words: "34 to 21", "forfeit"."""
        if self.award is not None:
            return MATCH_AWARDS[self.award]
        return say("{one} to {other}", one=shown(self.one), other=shown(self.other))


def matches_of(state: State) -> Iterator[tuple[MatchKey, PlannedMatch]]:
    """Every match that the movements have, section by section, in the order in which they begin."""
    for name, section in state.sections.items():
        if section.movement.kind == "teams":
            for fixture in fixtures(section.movement):
                yield MatchKey(name, fixture.one, fixture.other, fixture.rounds[0]), fixture


def match_boards(state: State) -> dict[frozenset[str], int]:
    """How many boards the matches have, by the teams as scoring names them."""
    return {
        frozenset((state.name(key.section, key.one), state.name(key.section, key.other))): len(fixture.boards)
        for key, fixture in matches_of(state)
    }
