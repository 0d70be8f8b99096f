"""What the director said about tonight, and a choice to offer: values only; how they are weighed is told elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from arrowswitch.movements.files import size_of
from arrowswitch.movements.model import Movement
from arrowswitch.regulations import Regulations, Timing
from arrowswitch.words import Sentence, half, say

SPARE_MINUTES = 5
"""A session that is longer than asked by so little still fits, at a price."""


@dataclass(frozen=True)
class Pace:
    """How fast tonight's players are: a federation's times for a grade, or the director's own minutes a board."""

    timing: Timing
    grade: str = "open"
    board_minutes: Fraction | None = None

    def session_minutes(self, rounds: int, boards_per_round: int) -> Fraction:
        """How long so many rounds take.

        >>> from arrowswitch.regulations import load
        >>> int(Pace(load("ebu").timing).session_minutes(13, 2)), int(Pace(load("nzb").timing, "junior").session_minutes(13, 2))
        (169, 182)
        """
        if self.board_minutes is not None:
            return rounds * boards_per_round * self.board_minutes
        return rounds * self.timing.round_minutes(boards_per_round, self.grade, rounds)

    def match_minutes(self, boards: int, rounds: int, stanzas: int) -> Fraction:
        """How long a teams contest takes, with the scores compared after every stanza."""
        timing = self.timing
        slower = timing.extra_board_minutes.get(self.grade, Fraction(0))
        each = self.board_minutes if self.board_minutes is not None else timing.match_board_minutes + slower
        extra = Fraction(0) if self.board_minutes is not None else timing.extra_minutes.get(self.grade, Fraction(0))
        return boards * each + rounds * extra + max(1, stanzas) * timing.match_scoring_minutes


@dataclass(frozen=True)
class Tonight:
    """What the director said about tonight."""

    pairs: int
    boards: tuple[int, int]
    boards_asked: bool
    minutes: int | None
    winners: int | None
    stationary: int
    regulations: Regulations
    manual: str | None
    pace: Pace
    boards_exactly: int | None = None
    """The one number that was asked for, about which `boards` is a range."""

    @property
    def entry(self) -> str:
        return half(self.pairs)

    @property
    def complete_tables(self) -> int:
        return self.pairs // 2

    @property
    def one_winner(self) -> bool:
        """One winner is asked for, or the federation wants it of so small a field."""
        if self.winners is not None:
            return self.winners == 1
        return self.complete_tables < self.regulations.awards.one_winner_below


@dataclass(frozen=True)
class Choice:
    """One movement to choose, with what speaks for and against it."""

    family: str
    name: str
    entry: str
    rounds: int
    boards_per_round: int
    boards_ns: int
    boards_ew: int
    winners: int
    minutes: int
    sit_out_boards: int
    qf: float | None
    reasons: tuple[Sentence, ...]
    warnings: tuple[Sentence, ...]
    options: Mapping[str, str | int]
    movement: Movement
    parts: tuple[Movement, ...] = ()
    """The sections, when there are several."""
    cost: float = field(default=0.0, repr=False)
    fits: bool = True
    """All the wishes are met."""
    standing: int = 1
    """0 recommended for this size, 1 neither, 2 unfit."""
    advised: bool = False
    """Some manual recommends it, whatever others say."""
    nearly: bool = False
    """All the wishes would be met if nobody had to sit out."""
    poor: bool = False
    """A manual calls it unfit, or its number of boards is odd."""
    last_resort: bool = False
    """Against a rule of the federation, or with a sit-out that is too long: first only where everything is."""

    @property
    def order(self) -> tuple[bool, bool, bool, bool, float]:
        """By this the choices are ranked: wishes before advice, advice before what can be counted."""
        return self.last_resort, not self.fits, not (self.fits or self.nearly), self.poor, self.cost

    @property
    def sections(self) -> int:
        return len(self.parts) or 1

    @property
    def boards(self) -> str:
        """Boards that the worst served pair plays, as the manuals write them: 27, or 28 (24) when EW play fewer."""
        return str(self.boards_ns) if self.boards_ns == self.boards_ew else f"{self.boards_ns} ({self.boards_ew})"

    @property
    def course(self) -> str:
        """Rounds times boards; those of the first section, when there are several."""
        return f"{self.rounds} × {self.boards_per_round}" if self.parts else self.movement.course

    @property
    def time(self) -> str:
        return f"{self.minutes // 60}h{self.minutes % 60:02}"

    @property
    def headline(self) -> str:
        """One line: the name, rounds and boards, time, winners and balance."""
        quality = f"  Qf {self.qf:.0f}" if self.qf is not None else ""
        winners = (
            say("one winner")
            if self.winners == 1
            else say("two winners")
            if self.winners == 2
            else say("several winners")
        )
        return f"{self.name}  {self.course} = {self.boards}  {self.time}  {winners}{quality}"

    @property
    def command(self) -> str:
        """The command that shows this movement."""
        if self.parts:
            return " ; ".join(dict.fromkeys(_command(part) for part in self.parts))
        return _options_command(self.family, self.options)

    def to_dict(self) -> dict[str, Any]:
        """The contract of `movement choose --json`."""
        size = len(self.movement.contestants) if not self.parts else sum(len(part.contestants) for part in self.parts)
        kind = self.movement.kind
        return {
            "family": self.family,
            "name": str(self.name),
            "tables": size_of(kind, size),
            **({"players": size} if kind == "individual" else {}),
            "rounds": self.rounds,
            "boards_per_round": self.boards_per_round,
            "boards_ns": self.boards_ns,
            "boards_ew": self.boards_ew,
            "winners": self.winners,
            "sections": self.sections,
            "minutes": self.minutes,
            "sit_out_boards": self.sit_out_boards,
            "qf": None if self.qf is None else round(self.qf, 2),
            "reasons": [str(reason) for reason in self.reasons],
            "warnings": [str(warning) for warning in self.warnings],
            "command": self.command,
        }


def _options_command(family: str, options: Mapping[str, str | int]) -> str:
    words = " ".join(f"--{name.replace('_', '-')} {value}" for name, value in options.items())
    return f"arrowswitch movement show {family} {words}"


def _command(part: Movement) -> str:
    options: dict[str, str | int] = {
        "tables": part.entry,
        "rounds": part.rounds,
        "boards_per_round": part.boards_per_round,
    }
    if part.card:
        options["card"] = part.card
    elif turned := sorted({meeting.round for meeting in part.meetings if meeting.switched}):
        options["switch"] = ",".join(map(str, turned))
    return _options_command(part.family, options)
