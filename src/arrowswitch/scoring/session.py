"""What is to be scored: the lines of a session, the method, the regulations, and who is ranked with whom.

How it is scored is in `scored`, the methods are in `methods`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple

from arrowswitch.bridge import Side
from arrowswitch.regulations import Regulations, load
from arrowswitch.scoring.lines import Line, PlayedBefore
from arrowswitch.scoring.numbers import Number
from arrowswitch.scoring.penalties import Penalty
from arrowswitch.words import Sentence, say

TEAMS = ("board-a-match", "point-a-board", "imps", "patton", "aggregate")
"""The methods that compare the two tables of a match."""
CONTESTS = ("swiss", "round-robin", "knockout", "none")
"""What matches may be part of, each with its way of breaking ties."""


class BadSession(ValueError):  # noqa: N818 - what the scorer would call it
    """A session that cannot be scored, said in a sentence."""


class BoardKey(NamedTuple):
    """A board where it is compared: in its section, where sections are apart."""

    section: str
    board: int


class Field(NamedTuple):
    """Contestants who are ranked together."""

    section: str
    direction: Side | None


class BoardSitOut(NamedTuple):
    """A contestant who had nobody to play a board against."""

    contestant: str
    board: int
    side: Side


class SettledMatch(NamedTuple):
    """A match whose result does not come from its boards: it was entered as a whole, or the director settled it."""

    one: str
    other: str
    kind: Literal["entered", "same-way", "unplayable", "forfeit"]
    points: tuple[Number, Number] = (0, 0)
    """Of a match that was entered: what each side scored."""
    absent: str = ""
    """Of a forfeit: who did not come, or could not go on."""
    boards: int = 0
    """Those that it should have."""
    round: int | None = None
    section: str = ""


class Handicaps(NamedTuple):
    """What a club grants its contestants: so many percent, matchpoints or boards."""

    kind: str
    of: Mapping[str, Number]


def _results(lines: Sequence[Line]) -> int:
    """The results of the side that has more of them here: a pair may have its score on the board elsewhere."""
    counting = [line for line in lines if line.status == "counts"]
    ns = sum(type(line.ns_award) is PlayedBefore for line in counting)
    return len(counting) - min(ns, sum(type(line.ew_award) is PlayedBefore for line in counting))


@dataclass(frozen=True)
class SessionToScore:
    """What is to be scored, and how."""

    lines: tuple[Line, ...]
    method: str = "matchpoints"
    winners: int = 1
    regulations: Regulations = field(default_factory=lambda: load("wbf"))
    expected: int | None = None
    """Results expected on a board; None for the most on any board."""
    penalties: tuple[Penalty, ...] = ()
    boards_per_match: int | None = None
    apart: bool = False
    """Whether sections are compared and ranked by themselves."""
    sit_outs: tuple[BoardSitOut, ...] = ()
    strata: Mapping[str, str] = field(default_factory=dict)
    """The stratum of each contestant, A the strongest; those that are not named are in A."""
    handicaps: Handicaps | None = None
    pars: Mapping[int, int] = field(default_factory=dict)
    """The estimated par of boards, as North-South see it, for the datum `par`."""
    contest: str = ""
    """What the matches are part of, which decides how ties are broken: see `CONTESTS`; empty if it can be seen."""
    unranked: frozenset[str] = frozenset()
    """Contestants whose results count for others, but who have no place in the list: they went home."""
    partnerships: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """In an individual, the players who are each side of a line: what the side gets, both of them get."""
    running: bool = False
    """Whether results may still come, so that a board without any is not missing yet."""
    match_boards: Mapping[frozenset[str], int] = field(default_factory=dict)
    """The boards of a match between two teams, where not all matches have as many."""
    settled: tuple[SettledMatch, ...] = ()
    """Matches with a result that is not made of boards; whatever boards they have must be struck out."""
    clubs: Mapping[str, str] = field(default_factory=dict)
    """The club of each contestant, where clubs play one another."""

    @cached_property
    def by_board(self) -> Mapping[BoardKey, tuple[Line, ...]]:
        """The lines of each board, those that do not count among them."""
        found: defaultdict[BoardKey, list[Line]] = defaultdict(list)
        for line in self.lines:
            found[self.key(line)].append(line)
        return {key: tuple(found[key]) for key in sorted(found)}

    def key(self, line: Line) -> BoardKey:
        """Where a line is compared."""
        return BoardKey(line.section if self.apart else "", line.board)

    @cached_property
    def results_expected(self) -> Mapping[str, int]:
        """How many results a board should have, by section where sections are apart: as many as the fullest board
        has, unplayed ones not counted."""
        most: dict[str, int] = {}
        for key, lines in self.by_board.items():
            counting = self.expected or _results(lines)
            most[key.section] = max(most.get(key.section, 0), counting)
        return most

    def sitting_out(self, key: BoardKey) -> tuple[BoardSitOut, ...]:
        """Who gets points for a board that they sat out (Bridge NSW 12.8: IMP pairs with a median datum)."""
        butler = self.regulations.butler
        if not self.sit_outs or (self.method, butler.datum, butler.sit_out) != ("butler", "median", "average"):
            return ()
        return tuple(
            each
            for each in self.sit_outs
            if each.board == key.board and self.fields[each.contestant].section == key.section
        )

    @property
    def teams(self) -> bool:
        """Whether the method compares the two tables of a match."""
        return self.method in TEAMS

    @property
    def on_victory_points(self) -> bool:
        """Whether matches are turned into victory points."""
        return self.method == "imps" and (self.boards_per_match is not None or bool(self.match_boards))

    def boards_of_match(self, one: str, other: str) -> int | None:
        """The boards that a match should have; None if nobody has said.

        >>> session = SessionToScore((), method="imps", boards_per_match=8, match_boards={frozenset("12"): 6})
        >>> session.boards_of_match("2", "1"), session.boards_of_match("1", "3")
        (6, 8)
        """
        return self.match_boards.get(frozenset((one, other)), self.boards_per_match)

    @property
    def longest_match(self) -> int | None:
        """The boards of a match, of the longest where they differ: an average is worth the same in all of them."""
        return max(self.match_boards.values(), default=self.boards_per_match)

    def players(self, side: str) -> tuple[str, ...]:
        """The contestants who are a side: one, or the two partners of an individual."""
        return self.partnerships.get(side, (side,))

    def sits(self, contestant: str, line: Line, side: Side) -> bool:
        """Whether a contestant is this side of a line."""
        return contestant in self.players(line.contestant(side))

    def counted_sides(self, line: Line) -> tuple[Side, ...]:
        """The sides whose points on a line are added up: a team's board counts once, where the team sat North-South, or
        at the only table where it has a score if the other has none."""
        if not self.teams:
            return Side.NS, Side.EW
        return (Side.NS,) if (self.key(line), line.ew, line.ns) in self._counting else (Side.NS, Side.EW)

    @cached_property
    def _counting(self) -> frozenset[tuple[BoardKey, str, str]]:
        """The boards that count, with who sat North-South and East-West."""
        return frozenset((self.key(line), line.ns, line.ew) for line in self.lines if line.counts)

    @cached_property
    def fields(self) -> Mapping[str, Field]:
        """Who is ranked with whom: decided by where they sat, by the number of winners and by the sections.

        >>> from arrowswitch.scoring import played
        >>> SessionToScore((played(1, "1", "2", 90),), winners=2).fields["2"].direction
        <Side.EW: 'EW'>
        """
        found: dict[str, Field] = {}
        two = self.winners == 2 and not self.teams
        sections: dict[str, tuple[Field, Field]] = {}
        for line in self.lines:
            if line.status == "struck":
                continue
            section = line.section if self.apart else ""
            if section not in sections:
                sections[section] = Field(section, Side.NS if two else None), Field(section, Side.EW if two else None)
            for side, mine in zip((line.ns, line.ew), sections[section], strict=True):
                for name in self.players(side):
                    known = found.setdefault(name, mine)
                    if known is not mine and known != mine:
                        raise BadSession(_two_fields(name, known, mine, line))
        for match in self.settled:
            for name in (match.one, match.other):
                found.setdefault(name, Field(match.section if self.apart else "", None))
        return found

    def changed(self, place: int, new: Line) -> SessionToScore:
        """The session with one line in another one's place; what the change leaves as it is, is kept."""
        old = self.lines[place]
        session = replace(self, lines=(*self.lines[:place], new, *self.lines[place + 1 :]))
        if self.key(old) == self.key(new) and "by_board" in self.__dict__:
            key = self.key(old)
            lines = tuple(new if line is old else line for line in self.by_board[key])
            session.__dict__["by_board"] = {**self.by_board, key: lines}
        same = (old.ns, old.ew, old.section, old.status == "struck") == (
            new.ns,
            new.ew,
            new.section,
            new.status == "struck",
        )
        if same and "fields" in self.__dict__:
            session.__dict__["fields"] = self.fields
        return session


def _two_fields(name: str, one: Field, other: Field, line: Line) -> Sentence:
    if one.direction != other.direction:
        return say(
            "{name} sits {other} on board {board} but {one} before; with two winners everybody keeps to one side.",
            name=name,
            other=other.direction,
            board=line.board,
            one=one.direction,
        )
    return say("{name} plays in sections {one} and {other}.", name=name, one=one.section, other=other.section)
