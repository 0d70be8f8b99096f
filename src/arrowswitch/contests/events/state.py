"""An event as its journal has made it: who has entered, its stages with their draws, and what was recorded of the matches.

What comes from sessions is not here: it is passed in wherever results count (see `feeds`), so that a correction in a session
changes what the event comes to and never what was done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, NamedTuple

from arrowswitch.contests.events.journal import EventJournalEntry
from arrowswitch.contests.events.plan import StagePlan
from arrowswitch.contests.swiss import SwissRules, load_rules
from arrowswitch.journals import Entries, Ids, Refused, Thing
from arrowswitch.regulations import Regulations, load
from arrowswitch.words import Sentence, say

ContestantKind = Literal["teams", "pairs", "players"]
CarryWay = Literal["nothing", "difference", "share", "fellows"]


@dataclass(frozen=True, slots=True)
class ContestPlayer:
    """A player of an entry; the number is that of the club's register, or of the federation."""

    name: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class EventContestant:
    """A team, pair or player of the event, by the number that sessions know it by."""

    number: int
    name: str
    players: tuple[ContestPlayer, ...] = ()
    captain: int = 1
    """Which of the players, from 1."""
    seed: int | None = None
    club: str = ""
    home: int | None = None
    """The table that it cannot leave."""
    withdrawn: bool = False


class EventMatchKey(NamedTuple):
    """A match of an event: its stage, its round, and its place in the draw of the round, from 1."""

    stage: str
    round: int
    match: int


@dataclass(frozen=True, slots=True)
class MatchDraw:
    """A match as it was drawn: of two, the first at home; a bye of one; a triple of three."""

    sides: tuple[int, ...]
    table: int | None = None
    """Its place in the room, 1 for the first: of teams that is two tables."""
    reason: Sentence = field(default_factory=lambda: say(""))
    group: str = ""
    day: date | None = None
    survivors: int = 1
    """How many go on, of a knockout."""

    @property
    def is_bye(self) -> bool:
        """Whether nobody plays."""
        return len(self.sides) == 1


@dataclass(frozen=True, slots=True)
class DrawnOn:
    """What a draw was made on: the score of a contestant at that time, or its place in a bracket."""

    contestant: int
    score: Fraction


@dataclass(frozen=True, slots=True)
class DrawCost:
    """What a draw has of something that the rules count, such as rematches."""

    rule: str
    amount: Fraction


@dataclass(frozen=True, slots=True)
class RoundDraw:
    """The draw of a round, as it was published."""

    round: int
    matches: tuple[MatchDraw, ...]
    made_on: tuple[DrawnOn, ...] = ()
    seed: str = ""
    """What lots were drawn from."""
    notes: tuple[Sentence, ...] = ()
    cost: tuple[DrawCost, ...] = ()
    best: bool = True
    """Whether it is proved that no draw is better."""
    by_hand: bool = False

    def of(self, number: int) -> MatchDraw | None:
        """The match of a contestant."""
        return next((match for match in self.matches if number in match.sides), None)


@dataclass(frozen=True, slots=True)
class SubMatch:
    """Two of a match of three against each other."""

    a: int
    b: int
    imps: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class MatchLineUp:
    """Who of a team plays a match, by their places among its players: the pair that sits North-South, and the other."""

    ns: tuple[int, ...]
    ew: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """What the journal says of a match, besides its draw."""

    imps: tuple[Fraction, ...] | None = None
    vps: tuple[Fraction, ...] | None = None
    total: tuple[Fraction, ...] | None = None
    """Points of both tables, where matches are decided by them."""
    boards: int | None = None
    played: int | None = None
    unplayed: int = 0
    between: tuple[SubMatch, ...] = ()
    playoff: tuple[Fraction, ...] | None = None
    """Of the boards that broke a tie."""
    forfeit: int | None = None
    """Who did not come."""
    same_way: bool = False
    postponed: bool = False
    day: date | None = None
    """Another day than it was drawn for; none while that is not settled."""
    line_ups: Mapping[int, MatchLineUp] = field(default_factory=dict)
    confirmed: Mapping[int, tuple[Fraction, ...]] = field(default_factory=dict)
    """The result that each side has confirmed: it may have been changed since."""

    @property
    def has_result(self) -> bool:
        """Whether a result was recorded."""
        known = (self.imps, self.vps, self.total, self.forfeit)
        return any(each is not None for each in known) or bool(self.between) or self.same_way


@dataclass(frozen=True, slots=True)
class StagePenalty:
    """What was taken from a contestant: victory points of its total, or IMPs of the match of a round."""

    contestant: int
    vps: Fraction
    imps: Fraction
    round: int | None
    drawn: int
    """How many rounds were drawn when it was taken: it counts for the draws after these."""
    why: str


@dataclass(frozen=True, slots=True)
class BrokenTie:
    """A tie that people have broken: the order in which the tied stand, and how that was found."""

    order: tuple[int, ...]
    how: str


@dataclass(frozen=True, slots=True)
class StageGroup:
    """Those who play among themselves: a pool, a bracket, or all, without a name."""

    name: str
    contestants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StageMember:
    """When a contestant plays in a stage: from a round, and up to one."""

    since: int = 1
    until: int | None = None

    def plays(self, round: int) -> bool:
        """Whether it is in the draw of a round."""
        return self.since <= round and (self.until is None or round <= self.until)


@dataclass(frozen=True, slots=True)
class StageSource:
    """Where the contestants of a stage come from: places of an earlier stage."""

    stage: str
    first: int
    last: int
    with_ties: bool = False


@dataclass(frozen=True, slots=True)
class CarryRule:
    """What is carried into a stage from an earlier one."""

    before: str
    way: CarryWay
    share: Fraction = Fraction(3, 10)


@dataclass(frozen=True)
class Stage:
    """A stage of an event."""

    name: str
    plan: StagePlan
    members: Mapping[int, StageMember]
    """Who plays in it, the highest seed or the best qualifier first."""
    source: StageSource | None = None
    rounds: tuple[RoundDraw, ...] = ()
    records: Mapping[tuple[int, int], MatchRecord] = field(default_factory=dict)
    penalties: tuple[StagePenalty, ...] = ()
    ties: tuple[BrokenTie, ...] = ()
    carried: CarryRule | None = None
    closed: bool = False

    def record(self, key: EventMatchKey) -> MatchRecord:
        """What is recorded of a match."""
        return self.records.get((key.round, key.match), MatchRecord())

    def with_record(self, key: EventMatchKey, record: MatchRecord) -> Stage:
        """The stage with what is recorded of a match."""
        return replace(self, records={**self.records, (key.round, key.match): record})

    @cached_property
    def groups(self) -> tuple[StageGroup, ...]:
        """Those who play among themselves: pools, brackets, or all."""
        return self.plan.groups(tuple(self.members))


@dataclass(frozen=True, slots=True)
class AddedSession:
    """A session that feeds the event: which rounds of a stage it plays, in order, each in so many of its own rounds."""

    session: str
    name: str
    stage: str
    rounds: tuple[int, ...]
    stanzas: int = 1
    left_out: bool = False

    def round_of(self, own: int) -> int | None:
        """The round of the stage that one of the session's rounds belongs to.

        >>> night = AddedSession("s1", "Monday", "Final", (3, 4), stanzas=2)
        >>> [night.round_of(own) for own in (1, 2, 3, 4, 5)]
        [3, 3, 4, 4, None]
        """
        place = (own - 1) // self.stanzas
        return self.rounds[place] if 0 <= place < len(self.rounds) else None


@dataclass(frozen=True)
class EventState:
    """An event after its journal."""

    phase: Literal["new", "open"] = "new"
    title: str = ""
    kind: ContestantKind = "teams"
    regulations: Regulations = field(default_factory=lambda: load("wbf"))
    overrides: Mapping[str, Any] = field(default_factory=dict)
    boards: int = 8
    """Of a match."""
    scale: str = ""
    """Of victory points, if it is not that of the regulations."""
    rules: SwissRules = field(default_factory=load_rules)
    own_rules: Mapping[str, Any] = field(default_factory=dict)
    seed: str = ""
    """Published beforehand; everything that is drawn by lot follows from it."""
    entries_open: bool = False
    """Whether captains and players enter themselves."""
    entries: Mapping[int, EventContestant] = field(default_factory=dict)
    stages: Mapping[str, Stage] = field(default_factory=dict)
    sessions: Mapping[str, AddedSession] = field(default_factory=dict)
    away: bool = False
    # what belongs to the journal itself
    journal: Entries[EventJournalEntry] = field(default_factory=Entries)
    undone: frozenset[str] = frozenset()
    versions: Mapping[Thing, int] = field(default_factory=dict)
    """When something was last touched, counted in entries; grows also when something is undone."""

    @property
    def ids(self) -> Ids:
        """The commands that are in the journal."""
        return self.journal.ids

    @property
    def scale_name(self) -> str:
        """The scale of victory points in use."""
        return self.scale or self.regulations.matches.scale

    @property
    def current(self) -> str:
        """The last stage that is open, or else the last; empty while there is none."""
        opened = [name for name, stage in self.stages.items() if not stage.closed]
        return (opened or [*self.stages] or [""])[-1]

    @property
    def seeded(self) -> tuple[int, ...]:
        """Those who play, the highest seed first; without a seed by number."""
        playing = [each for each in self.entries.values() if not each.withdrawn]
        order = sorted(playing, key=lambda each: (each.seed is None, each.seed or 0, each.number))
        return tuple(each.number for each in order)

    def version(self, key: EventMatchKey) -> int:
        """The version of a match to send along with a change of it; 0 if nobody has touched it."""
        return self.versions.get(("match", *key), 0)

    def stage(self, name: str = "") -> Stage:
        """A stage by its name, or the current one."""
        found = self.stages.get(name or self.current)
        if found is None:
            if not self.stages:
                raise Refused(say("No stage has been opened yet."))
            raise Refused(
                say("There is no stage “{name}”; there are {names}.", name=name, names=", ".join(self.stages))
            )
        return found

    def match(self, key: EventMatchKey) -> MatchDraw:
        """A match of the draw."""
        stage = self.stage(key.stage)
        if not 1 <= key.round <= len(stage.rounds):
            raise Refused(say("Round {round} of {stage} has not been drawn.", round=key.round, stage=key.stage))
        matches = stage.rounds[key.round - 1].matches
        if not 1 <= key.match <= len(matches):
            raise Refused(say("Round {round} has no match {match}.", round=key.round, match=key.match))
        return matches[key.match - 1]

    def place_of(self, table: int) -> int:
        """The place in the draw of the match that has a table: a match of teams has two tables, such as 5 and 6.

        >>> [EventState(kind="teams").place_of(table) for table in (1, 2, 5, 6)], EventState(kind="pairs").place_of(5)
        ([1, 1, 3, 3], 5)
        """
        return (table + 1) // 2 if self.kind == "teams" else table

    def first_table(self, place: int) -> int:
        """The table by which people find a place of the draw: of two tables the first."""
        return 2 * place - 1 if self.kind == "teams" else place

    def home_of(self, number: int) -> int | None:
        """The place in the draw of a contestant who cannot leave a table."""
        home = self.entries[number].home
        return None if home is None else self.place_of(home)

    def contestant(self, number: int) -> EventContestant:
        """Who has a number."""
        if number not in self.entries:
            raise Refused(say("There is no {number} in this event.", number=number))
        return self.entries[number]

    def called(self, *numbers: int) -> str:
        """Contestants as people say them: “3 Red v 7 Blue”."""
        return " v ".join(
            f"{number} {self.entries[number].name}" if number in self.entries else str(number) for number in numbers
        )

    def match_called(self, key: EventMatchKey) -> str:
        """A match as people say it, also one that is not in the draw any more."""
        try:
            return self.called(*self.match(key).sides)
        except Refused:
            return say("match {match} of round {round}", match=key.match, round=key.round)

    def with_stage(self, stage: Stage) -> EventState:
        """The event with a stage changed, or one more."""
        return replace(self, stages={**self.stages, stage.name: stage})
