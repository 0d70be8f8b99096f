"""What a movement is: who meets whom, at which table, in which round, with which boards.

Every family and every file becomes the one `Movement` below, so that audit, balance, cards and pages need to know
nothing about families. Values never change; an arrow switch or a cut makes a new movement. How movements are made is
in `families`, whether they are legal in `audit`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import Annotated, Literal

from arrowswitch.words import Sentence, half, say

Kind = Literal["pairs", "teams", "individual"]
Side = Literal["ns", "ew"]
RoundNumber = Annotated[int, "of a round"]
RoundsOver = Annotated[int, "of rounds that are over"]
PartNumber = Annotated[int, "of a part, 0 for the whole"]


class ImpossibleWish(ValueError):  # noqa: N818 - it is a wish, not an error of the program
    """A movement that cannot be had, said in a sentence with what is nearest."""


MOST_PLAYERS = 99
"""In an individual: two numbers of players make one of a partnership."""


def partnership(first: int, second: int) -> int:
    """The number of a side of an individual: it names who sits North and South, or East and West.

    >>> partnership(7, 3), partners(703)
    (703, (7, 3))
    """
    return first * (MOST_PLAYERS + 1) + second


def partners(side: int) -> tuple[int, int]:
    """Who sit on a side of an individual, North or East first."""
    return divmod(side, MOST_PLAYERS + 1)


@dataclass(frozen=True, slots=True)
class Meeting:
    """One table in one round: its two sides, after any arrow switch, and its boards in order of play.

    A side is a pair or a team; in an individual it is a `partnership` for the round.
    """

    round: RoundNumber
    table: int
    ns: int
    ew: int
    boards: tuple[int, ...]
    switched: bool = False

    @property
    def sides(self) -> tuple[int, int]:
        return self.ns, self.ew


@dataclass(frozen=True, slots=True)
class SitOut:
    """A pair (or player) without opponents for a round; `table` is where it waits, if the movement says so."""

    round: RoundNumber
    pair: int
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Relay:
    """A place in the board chain without players (bye-stand), between two tables; feed-ins are one too."""

    between: tuple[int, int]
    sets: int = 1
    boards: tuple[int, ...] = ()
    """The boards that lie there in round 1."""


Occasion = Literal[
    "layout", "start", "move", "skip", "special", "switch", "double", "stanza", "share", "relay", "sit-out", "last"
]


@dataclass(frozen=True, slots=True)
class Instruction:
    """Something to read out or to arrange: `after` is the round after which it is due, 0 before play."""

    occasion: Occasion
    after: RoundsOver
    text: Sentence


@dataclass(frozen=True, slots=True)
class RoundMatch:
    """A match of a draw: of two, of three who play one another, or of one alone, who sits out."""

    sides: tuple[int, ...]
    tables: tuple[int, ...] = ()
    """Where it is played: of teams the home tables of its sides, of pairs one."""
    part: PartNumber = 0
    """Three may play one another over two draws: 1 in the first of them, 2 in the second."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A round as it was drawn, by the number that the event has for it, and the rounds in which it is played here.

    It takes two of them where three teams play one another in one draw: each match has two halves then.
    """

    number: int
    first: RoundNumber
    last: RoundNumber
    matches: tuple[RoundMatch, ...]


@dataclass(frozen=True)
class Movement:
    """A whole movement. Pair numbers are unique in it; in a two-field movement EW numbers go on from the last NS."""

    name: str
    family: str
    kind: Kind
    contestants: tuple[int, ...]
    """Every pair (or team, or player) number in play."""
    rounds: RoundNumber
    boards_per_round: int
    winners: int
    meetings: tuple[Meeting, ...]
    sit_outs: tuple[SitOut, ...] = ()
    stationary: tuple[int, ...] = ()
    relays: tuple[Relay, ...] = ()
    shares: tuple[tuple[int, ...], ...] = ()
    copies: int = 1
    stanzas: tuple[int, ...] = ()
    """The last round of each stanza, when the session is played in several (teams)."""
    instructions: tuple[Instruction, ...] = ()
    labels: Mapping[int, str] = field(default_factory=dict)
    """What is written on the cards, where that is not the bare number."""
    source: str = ""
    card: str = ""
    """The printed card this follows, when a size has several."""
    draws: tuple[Draw, ...] = ()
    """Where rounds are drawn one after the other, the draws so far."""
    planned: int = 0
    """How many draws there are to be, as far as that is settled."""

    # -- counts -------------------------------------------------------------------------------------------------

    @property
    def entry(self) -> str:
        """The size as players say it: '7½' tables, or '9' teams, or '13' players."""
        return half(len(self.contestants)) if self.kind == "pairs" else str(len(self.contestants))

    @property
    def to_draw(self) -> int:
        """How many rounds are still to be drawn."""
        return max(self.planned - len(self.draws), 0)

    @property
    def all_rounds(self) -> int:
        """The rounds that there are to be, with those that are still to be drawn; as many halves as the last one had."""
        halves = self.draws[-1].last - self.draws[-1].first + 1 if self.draws else 1
        return self.rounds + self.to_draw * halves

    @property
    def last_drawn(self) -> int:
        """The number of the last draw that is to be made; 0 where nothing is drawn."""
        return self.draws[-1].number + self.to_draw if self.draws else 0

    def drawn_as(self, round_number: int) -> tuple[int, int]:
        """The number that the event has for a round, and which half of it this is; 0 for the whole."""
        for draw in self.draws:
            if draw.first <= round_number <= draw.last:
                return draw.number, round_number - draw.first + 1 if draw.last > draw.first else 0
        return round_number, 0

    @cached_property
    def tables(self) -> int:
        """The highest table number in use, sit-out tables not counted."""
        return max((meeting.table for meeting in self.meetings), default=0)

    @cached_property
    def boards(self) -> tuple[int, ...]:
        """Every board in play, in order."""
        return tuple(sorted({board for meeting in self.meetings for board in meeting.boards}))

    @cached_property
    def boards_played(self) -> Mapping[int, int]:
        """How many boards each contestant plays (each half of a team counted once)."""
        played: dict[int, int] = dict.fromkeys(self.contestants, 0)
        for meeting in self.meetings:
            for contestant in (meeting.ns,) if self.kind == "teams" else self.seated(meeting):
                played[contestant] = played.get(contestant, 0) + len(meeting.boards)
        return played

    @property
    def boards_to_play(self) -> int:
        """How many boards a contestant plays who never sits out; there may be more in the room."""
        return max(self.boards_played.values(), default=0)

    # -- views --------------------------------------------------------------------------------------------------

    def label(self, contestant: int) -> str:
        """What the cards call this pair: 'NS 3', or just the number; the partners of an individual: '7 & 3'."""
        if self.kind == "individual" and contestant > MOST_PLAYERS:
            return " & ".join(map(self.label, partners(contestant)))
        return self.labels.get(contestant, str(contestant))

    def members(self, side: int) -> tuple[int, ...]:
        """The contestants who are a side of a table: one, or the two partners of an individual."""
        return partners(side) if self.kind == "individual" and side > MOST_PLAYERS else (side,)

    def seated(self, meeting: Meeting) -> tuple[int, ...]:
        """The contestants at a table: North-South and East-West, or the four of an individual."""
        if self.kind != "individual":
            return meeting.sides
        return (*partners(meeting.ns), *partners(meeting.ew))

    def side_of(self, meeting: Meeting, contestant: int) -> Side | None:
        """The side on which a contestant sits there; None for somebody who plays elsewhere."""
        if contestant in self.members(meeting.ns):
            return "ns"
        return "ew" if contestant in self.members(meeting.ew) else None

    @cached_property
    def by_round(self) -> Mapping[int, tuple[Meeting, ...]]:
        """The meetings of each round in the order of the tables."""
        rounds: defaultdict[int, list[Meeting]] = defaultdict(list)
        for meeting in self.meetings:
            rounds[meeting.round].append(meeting)
        return {number: tuple(sorted(rounds[number], key=lambda m: m.table)) for number in sorted(rounds)}

    @cached_property
    def course(self) -> str:
        """Rounds times boards as directors write it: "7 × 4"; "3 × 3 + 4 × 4" where a teams card has shorter rounds."""
        if self.kind != "teams" or not self.meetings:
            return f"{self.rounds} × {self.boards_per_round}"
        lengths = [max(len(meeting.boards) for meeting in meetings) for meetings in self.by_round.values()]
        return " + ".join(f"{len(list(run))} × {boards}" for boards, run in groupby(lengths))

    @cached_property
    def at(self) -> Mapping[tuple[int, int], Meeting]:
        """The meeting at (round, table)."""
        return {(meeting.round, meeting.table): meeting for meeting in self.meetings}

    @cached_property
    def at_tables(self) -> Mapping[int, tuple[Meeting, ...]]:
        """The meetings at each table, round by round."""
        tables: defaultdict[int, list[Meeting]] = defaultdict(list)
        for meeting in self.meetings:
            tables[meeting.table].append(meeting)
        return {table: tuple(sorted(each, key=lambda m: m.round)) for table, each in tables.items()}

    @cached_property
    def sides_taken(self) -> tuple[frozenset[int], frozenset[int]]:
        """Who sits North-South in some round, and who East-West."""
        meetings = self.meetings
        return frozenset(meeting.ns for meeting in meetings), frozenset(meeting.ew for meeting in meetings)

    def path(self, contestant: int) -> tuple[Meeting, ...]:
        """Where a pair plays, round by round (for a team: its home table)."""
        return self.paths.get(contestant, ())

    @cached_property
    def paths(self) -> Mapping[int, tuple[Meeting, ...]]:
        """Everybody's path."""
        found: defaultdict[int, list[Meeting]] = defaultdict(list)
        for meeting in self.meetings if self.kind == "teams" else sorted(self.meetings, key=lambda m: m.round):
            for contestant in (meeting.ns,) if self.kind == "teams" else dict.fromkeys(self.seated(meeting)):
                found[contestant].append(meeting)
        return {contestant: tuple(meetings) for contestant, meetings in found.items()}

    # -- other movements made from this one ---------------------------------------------------------------------

    def switched(self, switches: Iterable[tuple[int, int]]) -> Movement:
        """The same movement with these (round, table) arrow-switched as well, so one field and one winner."""
        turned = frozenset(switches)
        unknown = sorted(place for place in turned if place not in self.at)
        if unknown:
            number, table = unknown[0]
            raise ImpossibleWish(
                say("There is no play at table {table} in round {round} to switch.", table=table, round=number)
            )
        if self.kind != "pairs":
            raise ImpossibleWish(say("Only pairs movements have arrow switches."))
        meetings = tuple(
            replace(m, ns=m.ew, ew=m.ns, switched=not m.switched) if (m.round, m.table) in turned else m
            for m in self.meetings
        )
        return replace(self, meetings=meetings, winners=1, labels={})
