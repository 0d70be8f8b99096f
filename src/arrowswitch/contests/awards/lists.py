"""A session as its awards need it: its lists, the size of the field, the boards, and who may have nothing.

A list is who was compared with each other: everybody, one direction, a section. The lists of strata are made of the same places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby

from arrowswitch.contests.awards.scheme import ContestantKind
from arrowswitch.words import Sentence, say


@dataclass(frozen=True, slots=True)
class PlacedContestant:
    """A place in a list, counted from 1; those who tie have the same."""

    contestant: str
    place: int
    value: Fraction | None = None
    """Its percentage, or its points."""


@dataclass(frozen=True)
class AwardList:
    """Who was compared with each other, the best first."""

    places: tuple[PlacedContestant, ...]
    section: str = ""
    direction: str = ""
    stratum: str = ""
    limit: int | None = None
    """Of a stratum: the most masterpoints that its players have."""

    @property
    def title(self) -> Sentence:
        """What the list is called.

        >>> str(AwardList((), "A", "NS").title), str(AwardList(()).title), str(AwardList((), stratum="B").title)
        ('A NS', 'all', 'stratum B')
        """
        words = " ".join(word for word in (self.section, self.direction) if word)
        if self.stratum:
            said = say("stratum {letter}", letter=self.stratum)
            return say("{stratum} {list}", stratum=said, list=words) if words else said
        return say("{list}", list=words) if words else say("all")

    def groups(self) -> list[tuple[PlacedContestant, ...]]:
        """Those of each place, so that one alone is a group of one."""
        ordered = sorted(self.places, key=lambda each: each.place)
        return [tuple(group) for _, group in groupby(ordered, key=lambda each: each.place)]

    def among(self, contestants: Sequence[str], stratum: str, limit: int | None) -> AwardList:
        """The list of some of them, placed anew.

        >>> everybody = AwardList(tuple(PlacedContestant(str(n), n) for n in range(1, 5)))
        >>> [(each.contestant, each.place) for each in everybody.among(["2", "4"], "B", None).places]
        [('2', 1), ('4', 2)]
        """
        mine = [each for each in self.places if each.contestant in contestants]
        placed = [replace(each, place=1 + sum(other.place < each.place for other in mine)) for each in mine]
        return replace(self, places=tuple(placed), stratum=stratum, limit=limit)


@dataclass(frozen=True, slots=True)
class MatchToAward:
    """A match as one side saw it; `net` above 0 is won."""

    contestant: str
    opponent: str
    boards: int
    net: Fraction
    players: Mapping[str, int] = field(default_factory=dict)
    """Who played in it, and how many of its boards, where that was said."""


@dataclass(frozen=True, slots=True)
class OverallWish:
    """What is known of the awards over all sections: the first, or what it follows from, and how many places have one."""

    places: int
    first: Fraction | None = None
    rating: str = ""
    sessions: int = 1
    factor: Fraction = Fraction(1)
    """What the other factors of the formula come to: limits, pigmentation, kind of event."""


@dataclass(frozen=True, kw_only=True)
class AwardedSession:
    """All that awards are made from."""

    lists: tuple[AwardList, ...]
    winners: int
    kind: ContestantKind = "pairs"
    method: str = "matchpoints"
    tables: Fraction | None = None
    boards_in_use: int
    boards_played: Mapping[str, int]
    """The boards that each contestant was to play."""
    boards_of_sections: Mapping[str, int] = field(default_factory=dict)
    """The boards in use in each section, where they are not the same in all."""
    strata: tuple[AwardList, ...] = ()
    matches: tuple[MatchToAward, ...] = ()
    match_boards: int = 0
    ineligible: frozenset[str] = frozenset()
    players: Mapping[str, Mapping[str, int | None]] = field(default_factory=dict)
    """Of each contestant the players, with the boards that each played, where that was said."""
    boards_done: Mapping[str, int] = field(default_factory=dict)
    """The boards that a contestant has really played, where they are not those that it was to play."""
    called: Mapping[str, str] = field(default_factory=dict)
    """The names of contestants and players who are not known by them, as two may have one name."""
    game: str = "open"
    limit: int | None = None
    weight: Fraction | None = None
    """Instead of the scheme's own."""
    first: Fraction | None = None
    """What the first of each list has, where the organiser has settled it."""
    overall: OverallWish | None = None

    def sections(self) -> Iterator[tuple[str, AwardedSession]]:
        """Each section by itself, with its name, as what is needed for awards is asked of every section; where there is one, the session.

        >>> open_, junior = (AwardList((PlacedContestant(name, 1),), name) for name in "AB")
        >>> night = AwardedSession(lists=(open_, junior), winners=1, boards_in_use=24, boards_played={"A": 24, "B": 18},
        ...                        boards_of_sections={"A": 24, "B": 18})
        >>> [(name, part.boards_in_use, dict(part.boards_played)) for name, part in night.sections()]
        [('A', 24, {'A': 24}), ('B', 18, {'B': 18})]
        """
        names = dict.fromkeys(each.section for each in self.lists)
        for name in names:
            lists = tuple(each for each in self.lists if each.section == name)
            mine = {placed.contestant for each in lists for placed in each.places}
            part = replace(
                self,
                lists=lists,
                tables=None,
                boards_in_use=self.boards_of_sections.get(name, self.boards_in_use),
                boards_played={who: boards for who, boards in self.boards_played.items() if who in mine},
                strata=tuple(each for each in self.strata if each.section == name),
                matches=tuple(each for each in self.matches if each.contestant in mine),
            )
            yield (name, part) if len(names) > 1 else ("", self)

    def tables_of(self, given: AwardList) -> Fraction:
        """The tables of a list's section, with halves.

        >>> one = AwardList(tuple(PlacedContestant(str(n), n) for n in range(1, 12)))
        >>> AwardedSession(lists=(one,), winners=1, boards_in_use=24, boards_played={}).tables_of(one)
        Fraction(11, 2)
        """
        sections = {each.section for each in self.lists}
        if self.tables is not None and len(sections) == 1:
            return self.tables
        mine = sum(len(each.places) for each in self.lists if each.section == given.section)
        return Fraction(mine, {"pairs": 2, "individual": 4, "teams": 1}[self.kind])
