"""What people at a session can do: the acts that a command asks for and an event records.

Each is a plain frozen value and says only what was done; whether it may be done is decided in the `decide_*` modules,
what it changes in `evolve`. Names of kinds in the journal are given in `journal`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from arrowswitch.deals.hands import BoardHands as BoardHands
from arrowswitch.movements import Movement
from arrowswitch.session.acts.lists import SetLists as SetLists
from arrowswitch.session.acts.movement import ChangeMovement as ChangeMovement
from arrowswitch.session.acts.movement import CutRounds as CutRounds
from arrowswitch.session.acts.movement import EditMeeting as EditMeeting
from arrowswitch.session.acts.movement import LatePair as LatePair
from arrowswitch.session.acts.movement import SwapDirections as SwapDirections
from arrowswitch.session.acts.plan import ChangePlan as ChangePlan
from arrowswitch.session.acts.plan import PutAway as PutAway
from arrowswitch.session.acts.plan import SetTiming as SetTiming
from arrowswitch.session.acts.rulings import AppealOutcome as AppealOutcome
from arrowswitch.session.acts.rulings import DecideAppeal as DecideAppeal
from arrowswitch.session.acts.rulings import LodgeAppeal as LodgeAppeal
from arrowswitch.session.acts.rulings import Polled as Polled
from arrowswitch.session.acts.rulings import ReviewAppeal as ReviewAppeal
from arrowswitch.session.acts.rulings import Rule as Rule
from arrowswitch.session.acts.rulings import RulingStatus as RulingStatus
from arrowswitch.session.acts.rulings import TrackCards as TrackCards
from arrowswitch.session.acts.tasks import CloseTask as CloseTask
from arrowswitch.session.acts.tasks import LeaveTask as LeaveTask
from arrowswitch.session.acts.tasks import PairLeaves as PairLeaves
from arrowswitch.session.night.lines import ADDED as ADDED
from arrowswitch.session.night.lines import NO_ADJUSTMENT, Adjustment, Entry, LineKey, SideName
from arrowswitch.session.night.lines import SeatLetter as SeatLetter

Role = Literal["owner", "director", "scorer", "table", "player", "public"]
Show = Literal["board", "round", "end", "never"]
"""When players may see something: once they have played the board, once that round is over, when the results are
published, or never."""
Source = Literal["phones", "slips", "travellers", "end"]
"""How scores come to the desk: from phones, on slips each round, on travellers each round, or on travellers at the end."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: a role and a name; a pad has its table, a player the pair or team of the night."""

    role: Role
    name: str = ""
    section: str = ""
    table: int | None = None
    contestant: int | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """A person in a seat: of the club's list, or a visitor without a number."""

    name: str
    id: str = ""


class Place(NamedTuple):
    """A seat of a contestant, named after the direction in which it starts the session."""

    section: str
    contestant: int
    seat: SeatLetter


# -- setting up -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Settings:
    """What the club decides for the night, beyond the regulations."""

    confirm: bool = False
    """Whether the other side must confirm what was keyed in at a table."""
    scores: Show = "end"
    """When players see what other tables scored on a board."""
    rankings: Show = "end"
    hands: Show = "end"
    wait: bool = field(default=False, metadata={ADDED: True})
    """Whether tables wait until the next round is called; otherwise each goes on when it has finished."""
    intake: bool = field(default=True, metadata={ADDED: True})
    """Whether scores are taken from tables at all; the director can stop it for a while."""
    pin: bool = field(default=False, metadata={ADDED: True})
    """Whether the other side confirms with its number, as tournaments want it."""
    leads: bool = field(default=True, metadata={ADDED: True})
    """Whether tables are asked for the opening lead."""
    par: Show = field(default="end", metadata={ADDED: True})
    """When players see what can be made on a board, and its par; never before they see its hands."""
    source: Source = field(default="phones", metadata={ADDED: True})
    """How scores come; with travellers at the end nothing is missing before all rounds have been played."""
    hands_off: bool = field(default=False, metadata={ADDED: True})
    """Whether the clock calls the rounds by itself, because the director plays."""


@dataclass(frozen=True)
class SectionPlan:
    """A section and its movement."""

    name: str
    movement: Movement
    grade: str = "open"
    round_minutes: Fraction | None = None
    """Minutes for a round, where the regulations' own are not wanted."""
    break_after: int | None = None
    break_minutes: int = 0


@dataclass(frozen=True)
class Open:
    """Open a session."""

    title: str
    date: date
    sections: tuple[SectionPlan, ...]
    method: str = "matchpoints"
    winners: int | None = None
    """None for as many as the movements have."""
    apart: bool = False
    """Whether sections are compared and ranked by themselves."""
    regulations: str = "wbf"
    overrides: Mapping[str, Any] = field(default_factory=dict)
    boards_per_match: int | None = None
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True)
class SetSections:
    """Plan the sections anew before play: how many, pairs or teams, which movements. People stay where they sit."""

    sections: tuple[SectionPlan, ...]
    method: str
    winners: int | None = None
    """None for as many as the movements have."""


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Change who may see what, whether scores are confirmed, or the number of winners."""

    settings: Settings
    winners: int | None = None


@dataclass(frozen=True, slots=True)
class AttachHands:
    """Make the deals known, instead of any that were known before: leads are then checked against them."""

    hands: tuple[BoardHands, ...]


@dataclass(frozen=True, slots=True)
class Seating:
    """A player for a seat; None empties it."""

    place: Place
    player: Player | None


@dataclass(frozen=True, slots=True)
class Seat:
    """Put players on their seats."""

    seatings: tuple[Seating, ...]


@dataclass(frozen=True, slots=True)
class Substitute:
    """Somebody else takes a seat from a round on."""

    place: Place
    player: Player
    from_round: int


# -- rounds and the clock ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Start:
    """Begin play: round 1 of every section."""


@dataclass(frozen=True, slots=True)
class CallRound:
    """Call the next round; without a section in all that have one to play."""

    round: int
    section: str | None = None


@dataclass(frozen=True, slots=True)
class EndPlay:
    """All rounds have been played, whether anybody called them or not."""

    section: str | None = None


@dataclass(frozen=True, slots=True)
class HoldClock:
    """Stop the clock."""

    section: str | None = None


@dataclass(frozen=True, slots=True)
class ResumeClock:
    """Let the clock go on."""

    section: str | None = None


@dataclass(frozen=True, slots=True)
class AddMinutes:
    """Lengthen the round that is being played, or shorten it with a number below zero."""

    minutes: int
    section: str | None = None


@dataclass(frozen=True, slots=True)
class SetBreak:
    """Plan the break; without a round there is none."""

    after_round: int | None
    minutes: int = 0
    section: str | None = None


@dataclass(frozen=True, slots=True)
class BeginBreak:
    """The round is over and the break after it begins now; without a section in all that have it now."""

    section: str | None = None


# -- lines ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Enter:
    """Enter a result. `ns` and `ew` only where others played than the movement says."""

    line: LineKey
    entry: Entry
    side: SideName | None = None
    ns: int | None = None
    ew: int | None = None
    sure: bool = field(default=False, metadata={ADDED: True})
    """Whether the desk was told what looks wrong about it, and sent it all the same."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """The other side agrees with what was keyed in."""

    line: LineKey
    side: SideName = "EW"


@dataclass(frozen=True, slots=True)
class Correct:
    """Put another result in the place of one that was entered."""

    line: LineKey
    entry: Entry
    side: SideName | None = None
    ns: int | None = None
    ew: int | None = None
    consent: tuple[SideName, ...] = ()
    """The sides that agree."""
    error: Literal["players", "scorer"] = "players"
    """Whose error is put right."""
    ruling: str = field(default="", metadata={ADDED: True})
    """The ruling that made it so, by its id in the log."""
    appeal: str = field(default="", metadata={ADDED: True})
    """The appeal that changed that ruling, by the id of the command that lodged it."""
    looked: bool = field(default=False, metadata={ADDED: True})
    """Whether the table could see other results or the hands when it changed its own; found out, not said."""
    guessed: bool = field(default=False, metadata={ADDED: True})
    """Whether it is yet another contract that the table tries; found out, not said."""
    sure: bool = field(default=False, metadata={ADDED: True})
    """Whether the desk was told what looks wrong about it, and sent it all the same."""


@dataclass(frozen=True, slots=True)
class Settle:
    """A result that looks wrong is right; a later correction opens the question again."""

    line: LineKey


@dataclass(frozen=True, slots=True)
class Adjust:
    """Award an adjusted score; an empty adjustment takes an earlier one back."""

    line: LineKey
    adjustment: Adjustment = NO_ADJUSTMENT
    ruling: str = field(default="", metadata={ADDED: True})
    """The ruling that it follows from, by its id in the log."""
    appeal: str = field(default="", metadata={ADDED: True})
    """The appeal that changed that ruling, by the id of the command that lodged it."""


@dataclass(frozen=True, slots=True)
class Strike:
    """Strike a line out: it stays in the journal and does not count; or let it count again."""

    line: LineKey
    void: bool = True


@dataclass(frozen=True, slots=True)
class SplitBoard:
    """Put lines of a fouled board into a version of their own; an empty version is the true board."""

    lines: tuple[LineKey, ...]
    group: str


@dataclass(frozen=True, slots=True)
class RemoveBoard:
    """Take a board out of the scoring, in one section or in all; or put it back."""

    board: int
    section: str | None = None
    removed: bool = True


# -- penalties --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Penalise:
    """Fine a contestant a share of a top, a number of points or of victory points; none of them is a warning."""

    section: str
    contestant: int
    share: Fraction | None = None
    points: Fraction | None = None
    vps: Fraction | None = None
    offence: str = ""
    """What it is for, by the names in `offences`, or in other words."""
    player: Player | None = field(default=None, metadata={ADDED: True})
    """Who did it, where it was one of them."""
    ruling: str = field(default="", metadata={ADDED: True})
    """The ruling that it belongs to, by its id in the log."""
    match_round: int | None = field(default=None, metadata={ADDED: True})
    """The round of the match that IMPs are taken from, where it is not the one that is being played."""


@dataclass(frozen=True, slots=True)
class WithdrawPenalty:
    """Take a penalty back; it is known by the id of the command that gave it."""

    penalty: str


# -- the room ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CallDirector:
    """A table calls the director."""

    section: str
    table: int
    about: str = ""


@dataclass(frozen=True, slots=True)
class AnswerCall:
    """The director has been; a call is known by the id of its command."""

    call: str
    note: str = ""


# -- the end ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Publish:
    """Post the results; the time for corrections begins."""


@dataclass(frozen=True, slots=True)
class Reopen:
    """Open posted results for corrections again."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take an act back; without an id the last that the same person did."""

    command: str = ""


LineAct = Enter | Confirm | Correct | Adjust | Strike | Settle
MovementAct = ChangeMovement | LatePair | CutRounds | SwapDirections | EditMeeting | PairLeaves
ClockAct = HoldClock | ResumeClock | AddMinutes | SetBreak | BeginBreak
Act = (
    Open
    | ChangeSettings
    | AttachHands
    | Seat
    | Substitute
    | Start
    | CallRound
    | EndPlay
    | HoldClock
    | ResumeClock
    | AddMinutes
    | SetBreak
    | Enter
    | Confirm
    | Correct
    | Adjust
    | Strike
    | SplitBoard
    | RemoveBoard
    | Penalise
    | WithdrawPenalty
    | SetLists
    | ChangeMovement
    | LatePair
    | CutRounds
    | SwapDirections
    | EditMeeting
    | PairLeaves
    | CallDirector
    | AnswerCall
    | Rule
    | TrackCards
    | LodgeAppeal
    | ReviewAppeal
    | DecideAppeal
    | LeaveTask
    | CloseTask
    | Publish
    | Reopen
    | Undo
    | ChangePlan
    | SetTiming
    | SetSections
    | PutAway
    | BeginBreak
    | Settle
)
