"""What a director writes down of a ruling, and of an appeal against it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from arrowswitch.session.night.lines import ADDED, LineKey, SeatLetter, SideName

RulingStatus = Literal["closed", "interim", "deferred"]
"""Made and done with; made, but looked at again; to be made later."""


@dataclass(frozen=True, slots=True)
class Polled:
    """A player who was asked what he would do; who it was is for the director only."""

    would: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """Write a ruling down, or go on with one that was left open."""

    procedure: str
    section: str
    round: int
    table: int
    board: int | None = None
    answers: tuple[str, ...] = ()
    edition: str = "2017"
    offender: SeatLetter | None = None
    declarer: SeatLetter | None = None
    facts: str = ""
    """What happened, in the director's words."""
    status: RulingStatus = "closed"
    told_of_appeal: tuple[SideName, ...] = ()
    """The sides that were told of their right to appeal."""
    poll: tuple[Polled, ...] = ()
    ruling: str = ""
    """The ruling that this one goes on with, by the id of the command that began it."""
    call: str = ""
    """The call of the director that it answers."""
    outcome: str = ""
    """What was ruled, by its name in the procedure; this and the rest are filled in when it is written down."""
    title: str = ""
    text: str = ""
    laws: tuple[str, ...] = ()
    known: str = field(default="", metadata={ADDED: True})
    """The facts that were given, in one line: dealer, auction, who did what."""


@dataclass(frozen=True, slots=True)
class TrackCards:
    """The penalty cards of a table on a board, the whole story so far, as `rulings.penalty_cards` has its steps."""

    section: str
    round: int
    table: int
    board: int
    declarer: SeatLetter
    steps: tuple[str, ...] = ()
    edition: str = "2017"

    @property
    def line(self) -> LineKey:
        """The result that is being played for."""
        return LineKey(self.section, self.round, self.table, self.board)


# -- appeals ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LodgeAppeal:
    """A side appeals against a ruling at its table, through the director (Law 92)."""

    ruling: str
    side: SideName
    agree: tuple[SeatLetter, ...] = ()
    """Those of the pair who want it."""
    absent: tuple[SeatLetter, ...] = ()
    """Those who are not there; they count as agreed (Law 92D)."""
    team: Literal["", "captain", "majority"] = ""
    """Who spoke for a team."""
    grounds: str = ""
    deposit: bool = False
    """Whether the deposit was paid."""


@dataclass(frozen=True, slots=True)
class ReviewAppeal:
    """What the director in charge says of the law in an appeal, before a committee hears the rest (Law 93B)."""

    appeal: str
    comment: str


AppealOutcome = Literal["stands", "changed", "withdrawn"]
"""What became of the ruling; withdrawn is the appeal."""


@dataclass(frozen=True, slots=True)
class DecideAppeal:
    """What came of an appeal. Without a chair the director in charge heard it, where there is no committee (Law 93A)."""

    appeal: str
    outcome: AppealOutcome
    text: str = ""
    chair: str = ""
    members: tuple[str, ...] = ()
    """The others of the committee."""
    merit: bool = True
    notes: str = ""
    """Dissent, and what the committee recommends to the director."""
