"""A session as files of the field tell it: the one value between all of them.

Every format reads into a `Record` and writes from one. It holds what a file says, the ranking and the points as printed
among it, and works nothing out: whether the numbers are right is a question for `scoring`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from arrowswitch.bridge import Card, Seat, Side, Vulnerability
from arrowswitch.deals import BoardHands, TrickTable
from arrowswitch.scoring import Line, Penalty
from arrowswitch.scoring.numbers import Number

RecordKind = Literal["pairs", "teams", "individual"]


@dataclass(frozen=True, slots=True)
class RecordPlayer:
    """A player: the name as written, and the numbers by which a federation and a club know who it is."""

    name: str
    number: str = ""
    """Of the federation."""
    club_number: str = ""


@dataclass(frozen=True, slots=True)
class RecordTeamPair:
    """Two of a team who played together, by the name that lines call them: 1-1-2."""

    id: str
    players: tuple[RecordPlayer, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordContestant:
    """A pair, a team or, in an individual, a player."""

    id: str
    """Unique in the record; lines, matches and the ranking name contestants by it."""
    players: tuple[RecordPlayer, ...] = ()
    """Of a pair North first, or East; of a team all of them."""
    name: str = ""
    """Of a team."""
    section: str = ""
    direction: Side | None = None
    """Of a pair that is ranked with those of its own direction."""
    number: str = ""
    """What stands on the cards, where that is not the id: pair 3 of section A."""
    stratum: str = ""
    handicap: Number | None = None
    pairs: tuple[RecordTeamPair, ...] = ()
    """Of a team, where it is known who played with whom; their players are among `players` too."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A result, with what a file may tell besides: the points as printed, the lead, the auction and the play."""

    line: Line
    """In an individual `ns` and `ew` are names of partnerships; `Record.partnerships` says who they are."""
    ns_points: Number | None = None
    ew_points: Number | None = None
    lead: Card | None = None
    auction: tuple[str, ...] = ()
    """Calls from the dealer on: 1C, 3NT, Pass, X, XX."""
    play: tuple[str, ...] = ()
    """Cards in the order in which they were played: SK, H2; an empty text for one that is not known."""
    remark: str = ""
    ns_pair: str = ""
    """In teams, which pair of the team it was; so too East-West."""
    ew_pair: str = ""


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """A row of the ranking, as printed."""

    contestant: str
    rank: str = ""
    """3, 3= or nothing."""
    points: Number | None = None
    maximum: Number | None = None
    percent: Number | None = None
    vps: Number | None = None
    boards: int | None = None
    adjustment: Number | None = None
    """What was added or, below zero, taken off as a penalty."""
    awards: tuple[tuple[str, Number], ...] = ()
    """Masterpoints: their kind, and how many."""


@dataclass(frozen=True, slots=True)
class RecordMatch:
    """A match of two teams, or of two pairs in a Swiss, as printed."""

    one: str
    other: str
    round: int | None = None
    table: int | None = None
    boards: tuple[int, ...] = ()
    points: tuple[Number, Number] | None = None
    """IMPs, or points a board."""
    vps: tuple[Number, Number] | None = None
    section: str = ""


@dataclass(frozen=True, slots=True)
class RecordDeal:
    """The hands of a board; in one section only, or of one group of a fouled board, where they differ."""

    hands: BoardHands
    section: str = ""
    group: str = ""
    dealer: Seat | None = None
    """Where it is not the one that the number gives; so too the vulnerability."""
    vulnerability: Vulnerability | None = None
    tricks: TrickTable | None = None
    par: str = ""
    """As the file tells it."""


@dataclass(frozen=True, slots=True)
class RecordDatum:
    """What the scores of a board were compared with in a Butler, as printed."""

    board: int
    datum: Number
    section: str = ""


@dataclass(frozen=True, slots=True)
class RecordSection:
    """A section: its letter, and how it was played."""

    name: str
    tables: int | None = None
    rounds: int | None = None
    boards_per_round: int | None = None


@dataclass(frozen=True)
class Record:
    """What a file tells of a session, or of its deals only."""

    title: str = ""
    date: date | None = None
    club: str = ""
    club_number: str = ""
    venue: str = ""
    director: str = ""
    event_id: str = ""
    session_number: int | None = None
    program: str = ""
    """Which wrote the file, with its version."""
    kind: RecordKind = "pairs"
    method: str = "matchpoints"
    """One of `arrowswitch.scoring.METHODS`."""
    winners: int = 1
    scale: str = ""
    """Of victory points, where there are some."""
    regulations: str = ""
    apart: bool = False
    """Whether sections are compared and ranked by themselves."""
    boards_per_round: int | None = None
    sections: tuple[RecordSection, ...] = ()
    contestants: tuple[RecordContestant, ...] = ()
    partnerships: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """In an individual, the players who are each side of a line."""
    lines: tuple[RecordLine, ...] = ()
    ranking: tuple[RecordPlace, ...] = ()
    matches: tuple[RecordMatch, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    datums: tuple[RecordDatum, ...] = ()
    deals: tuple[RecordDeal, ...] = ()
    further: Mapping[str, str] = field(default_factory=dict)
    """Other facts that some receivers want, by name: `charge code`, `masterpoint scale`."""

    @property
    def results(self) -> bool:
        """Whether anybody played, or there are only deals."""
        return bool(self.lines or self.ranking or self.matches)

    @property
    def by_id(self) -> Mapping[str, RecordContestant]:
        """The contestants by their ids."""
        return {each.id: each for each in self.contestants}
