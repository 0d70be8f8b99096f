"""What is known of a session now: a fold over its journal, never changed but by an entry.

The journal itself is part of the state, because history, undo and "what has changed since" are questions to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from arrowswitch.bridge import Side
from arrowswitch.deals.hands import BoardHands
from arrowswitch.deals.tables import TrickTable
from arrowswitch.journals import Entries, Ids
from arrowswitch.movements import Meeting, Movement
from arrowswitch.regulations import Regulations, load
from arrowswitch.scoring import Handicaps
from arrowswitch.session.journal.entries import JournalEntry
from arrowswitch.session.night.growing import LineRecords
from arrowswitch.session.night.lines import LineKey, LineRecord
from arrowswitch.session.night.people import Place, SeatedPlayer
from arrowswitch.session.night.plan import SectionPlan, Settings
from arrowswitch.session.night.printed import PrintedPlace
from arrowswitch.session.night.promised import DealPromise, HandsKey
from arrowswitch.session.night.teams import NO_TEAM, MatchKey, MatchResult, Team
from arrowswitch.words import Sentence, say

if TYPE_CHECKING:  # what was done is kept as it was done
    from arrowswitch.session.acts.appeals import DecideAppeal, LodgeAppeal, ReviewAppeal
    from arrowswitch.session.acts.rulings import Rule, TrackCards
    from arrowswitch.session.acts.tasks import LeaveTask

SIDES = tuple(Side)
Phase = Literal["new", "open", "playing", "published"]


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one round in one section."""

    called: datetime
    minutes: Fraction
    added: int = 0
    held: timedelta = timedelta(0)
    """How long it has been held before."""
    held_since: datetime | None = None
    pause: bool = False
    """Whether the round is over and this is the break after it."""


@dataclass(frozen=True)
class Section(SectionPlan):
    """A section: its movement as it is now, and how far it has come."""

    round: int = 0
    """The round that is being played; 0 before the start."""
    clock: Clock | None = None
    over: bool = False
    """Whether the desk has said that all rounds have been played."""

    @property
    def break_due(self) -> bool:
        """Whether a break comes after the round that is being played, and nobody has begun it."""
        return (
            self.clock is not None
            and not self.clock.pause
            and self.break_after == self.round
            and bool(self.break_minutes)
        )

    def meeting(self, round_number: int, table: int) -> Meeting | None:
        """Who plays at a table in a round."""
        return self.movement.at.get((round_number, table))

    @property
    def last_called(self) -> bool:
        """Whether the last round has been called, and none is still to be drawn."""
        return self.round == self.movement.rounds and (self.over or not self.movement.to_draw)

    @property
    def rounds_left(self) -> int:
        """Rounds that are still to be called, with those that are still to be drawn."""
        return 0 if self.last_called else self.movement.all_rounds - self.round

    @property
    def meetings_called(self) -> Iterator[Meeting]:
        """The meetings of the rounds that have been called."""
        return (meeting for meeting in self.movement.meetings if meeting.round <= self.round)


@dataclass(frozen=True, slots=True)
class Stint:
    """Who sits on a seat from a round on."""

    from_round: int
    player: SeatedPlayer


@dataclass(frozen=True, slots=True)
class RecordedPenalty:
    """A penalty or a warning that was given."""

    id: str
    section: str
    contestant: int
    share: Fraction | None
    points: Fraction | None
    vps: Fraction | None
    offence: str
    why: str
    at: datetime
    by: str
    """Who gave it."""
    round: int
    """The round that was being played, 0 before the start."""
    player: SeatedPlayer | None = None
    """Who did it, where it was one of them."""
    withdrawn: bool = False
    match_round: int | None = None
    """The round of the match that it is taken from, where that is not the one that was being played."""

    @property
    def warning(self) -> bool:
        """Whether it costs nothing."""
        return self.share is None and self.points is None and self.vps is None


@dataclass(frozen=True, slots=True)
class DirectorCall:
    """A table that called the director."""

    id: str
    section: str
    table: int
    about: str
    at: datetime
    answered: datetime | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling in the log: as it stands now, when it began and by whom."""

    id: str
    act: Rule
    at: datetime
    by: str
    changed: datetime
    ruled: datetime | None = None
    """When there was a ruling for the first time."""
    call: str = ""
    """The call of the director that began it."""

    @property
    def closed(self) -> datetime | None:
        """When it was closed."""
        return None if self.open else self.changed

    @property
    def open(self) -> bool:
        """Whether something is still to be done."""
        return self.act.status != "closed"

    @property
    def line(self) -> LineKey | None:
        """The result that it is about."""
        act = self.act
        return None if act.board is None else LineKey(act.section, act.round, act.table, act.board)


@dataclass(frozen=True, slots=True)
class Appeal:
    """An appeal against a ruling, as far as it has come."""

    id: str
    act: LodgeAppeal
    at: datetime
    by: str
    """The director who took it."""
    late: bool = False
    review: ReviewAppeal | None = None
    reviewed: datetime | None = None
    reviewed_by: str = ""
    decision: DecideAppeal | None = None
    decided: datetime | None = None

    @property
    def open(self) -> bool:
        """Whether it is still to be decided."""
        return self.decision is None

    @property
    def deposit(self) -> Literal["", "held", "returned", "forfeited"]:
        """What became of the deposit; a meritless appeal loses it."""
        if not self.act.deposit:
            return ""
        if self.decision is None:
            return "held"
        return "returned" if self.decision.merit else "forfeited"


class Departure(NamedTuple):
    """A pair that went home: before which round, and whether what it played stands."""

    from_round: int
    stands: bool


class ClosedTask(NamedTuple):
    """What became of a task: done, or set aside and why."""

    done: bool
    why: str


@dataclass(frozen=True, slots=True)
class Publication:
    """A version of the results that was posted, by which command."""

    version: int
    at: datetime
    command: str


@dataclass(frozen=True)
class State:
    """A session as it is now."""

    phase: Phase = "new"
    title: str = ""
    date: date | None = None
    method: str = "matchpoints"
    winners: int = 1
    apart: bool = False
    regulations: Regulations = field(default_factory=load)
    overrides: Mapping[str, Any] = field(default_factory=dict)
    """What the club has decided otherwise than the regulations."""
    boards_per_match: int | None = None
    victory_points: bool = False
    """Whether matches are turned into victory points, by the boards that the movement gives each."""
    settings: Settings = field(default_factory=Settings)
    sections: Mapping[str, Section] = field(default_factory=dict)
    hands: Mapping[int, BoardHands] = field(default_factory=dict)
    tables: Mapping[int, TrickTable] = field(default_factory=dict, compare=False)
    """Double-dummy tables of the hands, as far as they are known; not of the journal (see `analysis`)."""
    own_hands: Mapping[HandsKey, BoardHands] = field(default_factory=dict)
    """Hands that only a section or a group of a fouled board played."""
    own_tables: Mapping[HandsKey, TrickTable] = field(default_factory=dict, compare=False)
    promise: DealPromise | None = None
    """The deals that were promised before play."""
    seats: Mapping[Place, tuple[Stint, ...]] = field(default_factory=dict)
    teams: Mapping[tuple[str, int], Team] = field(default_factory=dict)
    """What is known of teams besides their seats, by section and number."""
    matches: Mapping[MatchKey, MatchResult] = field(default_factory=dict)
    """Matches whose result is not made of boards."""
    lines: LineRecords[LineRecord] = field(default_factory=LineRecords)
    on_board: Mapping[int, tuple[LineKey, ...]] = field(default_factory=dict)
    """The lines of each board, in the order in which they came in."""
    removed: frozenset[tuple[str, int]] = frozenset()
    """Boards taken out of the scoring, by section."""
    penalties: Mapping[str, RecordedPenalty] = field(default_factory=dict)
    strata: Mapping[str, str] = field(default_factory=dict)
    """The stratum of contestants, by the names that scoring gives them."""
    handicaps: Handicaps | None = None
    calls: Mapping[str, DirectorCall] = field(default_factory=dict)
    rulings: Mapping[str, Ruling] = field(default_factory=dict)
    """The log of rulings, by the command that began each."""
    tracked: Mapping[LineKey, TrackCards] = field(default_factory=dict)
    """The penalty cards of the tables, by the board that they were on."""
    appeals: Mapping[str, Appeal] = field(default_factory=dict)
    """Appeals against them, by the command that lodged each."""
    left: Mapping[tuple[str, int], Departure] = field(default_factory=dict)
    """Pairs that went home, by section and number."""
    tasks: Mapping[str, LeaveTask] = field(default_factory=dict)
    """What repairs have left to do, by the command that left it; what is still open is asked of `tasks`."""
    closed_tasks: Mapping[str, ClosedTask] = field(default_factory=dict)
    publications: tuple[Publication, ...] = ()
    posted: datetime | None = None
    """Since when players have had the results to look at; None while they are open."""
    away: bool = False
    """Off the lists: deleted, if it has no results, or put away."""
    brought_from: str = ""
    """The file that it was brought in from; empty for one that was played here."""
    printed: tuple[PrintedPlace, ...] = ()
    """The ranking as that file has it."""
    as_printed: bool = False
    """Whether that is the list, and not what the boards come to here."""
    # what belongs to the journal itself
    journal: Entries[JournalEntry] = field(default_factory=Entries)
    undone: frozenset[str] = frozenset()
    versions: LineRecords[int] = field(default_factory=LineRecords)
    """When a line was last touched, counted in entries; grows also when something is undone."""

    def but(self, **changes: Any) -> State:
        """The same with some of it changed; what `replace` gives, in a fifth of the time, for what every score does.

        >>> from dataclasses import replace
        >>> State().but(title="Tuesday") == replace(State(), title="Tuesday")
        True
        """
        after = object.__new__(State)
        vars(after).update(vars(self), **changes)
        return after

    @property
    def ids(self) -> Ids:
        """The commands that are in the journal."""
        return self.journal.ids

    @property
    def has_results(self) -> bool:
        """Whether anything was entered that somebody may ask for later."""
        return any(record.entry is not None or record.adjusted for record in self.lines.values())

    @property
    def on_victory_points(self) -> bool:
        """Whether matches are turned into victory points.

        >>> State(method="imps", boards_per_match=8).on_victory_points, State(method="imps").on_victory_points
        (True, False)
        """
        return self.method == "imps" and (self.victory_points or self.boards_per_match is not None)

    @property
    def individual(self) -> bool:
        """Whether everybody plays alone."""
        return any(section.movement.kind == "individual" for section in self.sections.values())

    def version(self, line: LineKey) -> int:
        """The version of a line to send along with a change of it; 0 if it was never touched."""
        return self.versions.get(line) or 0

    def under_appeal(self, line: LineKey) -> bool:
        """Whether a ruling about a line is under appeal."""
        return any(each.open and self.rulings[each.act.ruling].line == line for each in self.appeals.values())

    def team(self, section: str, contestant: int) -> Team:
        """What is known of a team besides its seats."""
        return self.teams.get((section, contestant), NO_TEAM)

    def settled_match(self, section: str, ns: int, ew: int, round_number: int) -> MatchResult | None:
        """The result of a match that is not made of its boards; None for one that is."""
        if not self.matches:
            return None
        teams = *sorted((ns, ew)), section
        return next(
            (
                result
                for key, result in self.matches.items()
                if (key.one, key.other, key.section) == teams and round_number in result.rounds
            ),
            None,
        )

    def cancelled(self, section: str, ns: int, ew: int, round_number: int) -> bool:
        """Whether what these played against each other does not count: one of them went home too early, or their match
        has a result without its boards."""
        members = self.sections[section].movement.members
        gone = (self.left.get((section, each)) for side in (ns, ew) for each in members(side)) if self.left else ()
        return any(each is not None and not each.stands for each in gone) or bool(
            self.settled_match(section, ns, ew, round_number)
        )

    def name(self, section: str, contestant: int) -> str:
        """What scoring calls a contestant.

        >>> State().name("A", 7)
        'A7'
        """
        return f"{section}{contestant}"

    def table(self, section: str, table: int) -> str:
        """A table as people say it ("3"); with its section where there are several ("B3")."""
        return f"{section}{table}" if len(self.sections) > 1 else str(table)

    def place(self, line: LineKey) -> Sentence:
        """Where a line is, in words.

        >>> State().place(LineKey("A", 2, 3, 7))
        'board 7 at table 3 in round 2'
        """
        return say(
            "board {board} at table {table} in round {round}",
            board=line.board,
            table=self.table(line.section, line.table),
            round=line.round,
        )

    def label(self, section: str, contestant: int) -> str:
        """A contestant as its cards have it ("NS 7"); with its section where there are several."""
        written = self.sections[section].movement.label(contestant)
        if len(self.sections) == 1:
            return written
        return f"{section} {written}" if " " in written else f"{section}{written}"

    def who(self, section: str, contestant: int) -> Sentence | str:
        """A contestant as one says it: "NS 7", "pair 7"."""
        label = self.label(section, contestant)
        if " " in label:
            return label
        if self.sections[section].movement.kind == "individual":
            return say("player {number}", number=label)
        return say("pair {number}", number=label)

    def round_at(self, section: str, table: int) -> int:
        """The round that a table is in: the one that was called, or a later one if tables go on by themselves."""
        called = self.sections[section].round
        if self.settings.wait:
            return called
        at = self.sections[section].movement.at
        for number in range(self.sections[section].movement.rounds, called, -1):
            meeting = at.get((number, table))
            for board in meeting.boards if meeting else ():
                record = self.lines.get(LineKey(section, number, table, board))
                if record is not None and record.entry:
                    return number
        return called

    def had(self, section: str, contestant: int, side: Side, board: int) -> LineKey | None:
        """Where a contestant has had a board; of a team, the half that sits on that side."""
        return next(self.all_had(section, contestant, side, board), None)

    def all_had(self, section: str, contestant: int, side: Side, board: int) -> Iterator[LineKey]:
        """The same, if there are several lines, in the order in which they came in."""
        movement = self.sections[section].movement
        if movement.kind == "individual":
            yield from self._players_had(movement, section, movement.members(contestant), board)
            return
        sides = (side,) if movement.kind == "teams" else SIDES
        for key, record in self.lines.on(section, board).items():
            if contestant in (record.ns, record.ew) and any(  # the numbers first: nearly all are of others
                record.meets(each) == contestant and record.scores(each) for each in sides
            ):
                yield key

    def _players_had(self, movement: Movement, section: str, players: tuple[int, ...], board: int) -> Iterator[LineKey]:
        """Where one of these players of an individual has had a board, whoever the partner was."""
        for key, record in self.lines.on(section, board).items():
            if any(
                record.scores(side) and not set(players).isdisjoint(movement.members(record.meets(side)))
                for side in SIDES
            ):
                yield key

    def is_due(self, key: LineKey) -> bool:
        """Whether the movement has a board there."""
        meeting = self.sections[key.section].meeting(key.round, key.table)
        return meeting is not None and key.board in meeting.boards

    def had_elsewhere(self, key: LineKey, ns: int, ew: int) -> tuple[int, LineKey] | None:
        """One of two contestants who has had the board of a line already, at another table, and where."""
        for contestant, side in ((ns, Side.NS), (ew, Side.EW)):
            first = self.had(key.section, contestant, side, key.board)
            if first is not None and first != key:
                return contestant, first
        return None
