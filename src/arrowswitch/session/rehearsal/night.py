"""The commands of a night: opening, names, rounds, results with their slips, calls, a ruling, a penalty, publication.

Times are minutes after the start of play. Pairs have a skill and a pace; who plays slowly is late at the next table. A
team is two pairs, one for each direction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING

from arrowswitch.bridge import Seat, Side, parse_seat
from arrowswitch.deals.hands import BoardHands
from arrowswitch.deals.tables import TrickTable
from arrowswitch.movements import ImpossibleWish, Meeting
from arrowswitch.regulations import load
from arrowswitch.scoring import MINUS, PLUS
from arrowswitch.scoring.methods import METHODS
from arrowswitch.session import acts
from arrowswitch.session.acts import Act, Actor, Open, Place, SeatedPlayer, Seating, SectionPlan
from arrowswitch.session.journal.entries import Command
from arrowswitch.session.night import Adjustment, Contracted, Entry, LatePlay, LineKey, seats_of
from arrowswitch.session.rehearsal.people import made_up
from arrowswitch.session.rehearsal.table import Deal, dealt, known, result
from arrowswitch.words import say

if TYPE_CHECKING:
    from random import Random

SLIPS = 0.03
"""How many results are keyed in wrongly at first."""
CALLS = ("lead out of turn", "revoke", "claim", "insufficient bid", "score not agreed", "hesitation")
MOVE = 1.0
"""Minutes between two rounds."""
DIRECTOR = Actor("director", "Dora Daisy")
SCORER = Actor("scorer", "Colin Clover")


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happens, so many minutes after the start of play."""

    minute: float
    act: Act
    why: str = ""
    name: str = ""
    """What its command is called, if another must know."""


@dataclass(frozen=True)
class Pair:
    """How well and how fast a pair plays."""

    skill: float
    pace: float


def night(
    opening: Open,
    chance: Random,
    begin: datetime,
    *,
    name: str = "rehearsal",
    director: Actor = DIRECTOR,
    scorer: Actor = SCORER,
    players: Sequence[SeatedPlayer] | None = None,
    deals: Mapping[BoardHands, TrickTable] | None = None,
) -> tuple[Command, ...]:
    """Everything that is done in a session, in the order of time; `begin` is when play starts.

    Commands are numbered after `name`. Without `players` they are made up; without `deals`, each with its double-dummy
    table, the boards are dealt and what can be made on them is guessed.

    >>> from datetime import date, timezone
    >>> from random import Random
    >>> from arrowswitch.movements import build
    >>> opening = Open("Tuesday", date(2025, 1, 7), (SectionPlan("A", build("mitchell", tables=5)),))
    >>> done = night(opening, Random(7), datetime(2025, 1, 7, 19, 30, tzinfo=timezone.utc))
    >>> type(done[0].act).__name__, type(done[-1].act).__name__, done[0].id
    ('Open', 'Publish', 'rehearsal-1')
    """
    boards = sorted({board for plan in opening.sections for board in plan.movement.boards})
    given = {hands.board: known(hands, table) for hands, table in (deals or {}).items()}
    boarded = {board: given[board] if board in given else dealt(board, chance) for board in boards}
    steps = [
        Happening(-40, opening),
        Happening(-35, acts.AttachHands(tuple(boarded[board].hands for board in boards))),
        *_names(opening, chance, players),
        Happening(0, acts.Start()),
    ]
    for plan in opening.sections:
        steps += _Section(opening, plan, boarded, chance).played()
    steps.sort(key=lambda step: step.minute)
    steps.append(Happening(steps[-1].minute + 5, acts.Publish()))
    return tuple(
        Command(
            f"{name}-{step.name or number}",
            scorer if isinstance(step.act, acts.Enter | acts.Correct | acts.SeatPlayers) else director,
            begin + timedelta(seconds=round(step.minute * 60)),
            _named(step.act, name),
            step.why,
        )
        for number, step in enumerate(steps, 1)
    )


def _named(act: Act, name: str) -> Act:
    """An act that speaks of another command, by the whole name of that."""
    return replace(act, call=f"{name}-{act.call}") if isinstance(act, acts.AnswerCall) else act


def _names(opening: Open, chance: Random, players: Sequence[SeatedPlayer] | None) -> Iterator[Happening]:
    """Pairs and teams take their seats in the last half hour."""
    seated = [
        [Place(plan.name, who, seat) for seat in seats_of(plan.movement, who)]
        for plan in opening.sections
        for who in plan.movement.contestants
    ]
    count = sum(map(len, seated))
    people = tuple(made_up(count, chance) if players is None else players)
    if len(people) < count:
        raise ImpossibleWish(say("{count} players are needed, not {given}.", count=count, given=len(people)))
    coming = iter(people)
    for places in seated:
        seatings = tuple(Seating(place, next(coming)) for place in places)
        yield Happening(-chance.uniform(2, 30), acts.SeatPlayers(seatings))


class _Section:
    """One section on its way through the night."""

    def __init__(self, opening: Open, plan: SectionPlan, deals: Mapping[int, Deal], chance: Random) -> None:
        self.plan, self.movement, self.deals, self.chance = plan, plan.movement, deals, chance
        pairs = sorted({pair for meeting in self.movement.meetings for pair in self._sides(meeting).values()})
        self.pairs = {pair: Pair(chance.random(), chance.gauss(0.9, 0.08)) for pair in pairs}
        for pair in chance.sample(pairs, max(len(pairs) // 12, 1)):
            self.pairs[pair] = replace(self.pairs[pair], pace=chance.uniform(1.05, 1.2))
        self.method = METHODS[opening.method]
        self.free = dict.fromkeys(pairs, 0.0)
        """When each pair has finished at its last table."""
        timing = load(opening.regulations, opening.overrides or None).timing
        whole = plan.round_minutes or timing.round_minutes(
            self.movement.boards_per_round, plan.grade, self.movement.rounds
        )
        self.minutes = float(whole)
        some = [meeting for meeting in self.movement.meetings if 1 < meeting.round < self.movement.rounds]
        some = some or list(self.movement.meetings)
        self.late = chance.choice(some)
        self.slip = LineKey(plan.name, *self._line(chance.choice(some)))
        self.calls = {(each.round, each.table): each for each in chance.sample(some, min(len(some), 4))}

    def _sides(self, meeting: Meeting) -> dict[Side, tuple[int, str]]:
        """The two pairs at a table; of a team, those who keep to this direction."""
        teams = self.movement.kind == "teams"
        return {side: (meeting.sides[number], side.value if teams else "") for number, side in enumerate(Side)}

    def _line(self, meeting: Meeting) -> tuple[int, int, int]:
        return meeting.round, meeting.table, self.chance.choice(meeting.boards)

    def played(self) -> Iterator[Happening]:
        """Every round, and what is left to do after the last."""
        begin, late_plays = 0.0, list[tuple[LineKey, Entry]]()
        for number in range(1, self.movement.rounds + 1):
            if number > 1:
                yield Happening(begin, acts.CallRound(number, self.plan.name))
            for meeting in self.movement.meetings:
                if meeting.round == number:
                    yield from self._meeting(meeting, begin, late_plays)
            if number == self.movement.rounds // 2 and number > 1:
                yield Happening(begin + self.minutes - 2, acts.AddMinutes(3, self.plan.name))
                begin += 3
            begin += self.minutes + MOVE
            if number == self.plan.break_after:
                begin += self.plan.break_minutes
        end = max(begin, *self.free.values())
        for key, late in late_plays:
            yield Happening(end + 8, acts.Enter(key, late))
        slowest = max(self.pairs, key=lambda pair: self.pairs[pair].pace)
        share, points = (Fraction(1, 10), None) if self.method.percent else (None, Fraction(1))
        fined = self.movement.members(slowest[0])[0]  # a penalty is one player's, if partners are for a round
        penalty = acts.Penalise(self.plan.name, fined, share, points, offence="slow play")
        yield Happening(end + 3, penalty, "Late at three tables after a warning")

    def _meeting(self, meeting: Meeting, begin: float, late_plays: list[tuple[LineKey, Entry]]) -> Iterator[Happening]:
        here = self._sides(meeting)
        sides = {side: self.pairs[pair] for side, pair in here.items()}
        pace = max(pair.pace for pair in sides.values()) * self.chance.gauss(1, 0.05)
        now = max(begin, *(self.free[pair] + MOVE for pair in here.values()))
        call = self.calls.get((meeting.round, meeting.table))
        for board in meeting.boards:
            now += pace * self.minutes / len(meeting.boards) * self.chance.uniform(0.8, 1.15)
            key = LineKey(self.plan.name, meeting.round, meeting.table, board)
            skills = {side: pair.skill for side, pair in sides.items()}
            written = result(self.deals[board], skills, self.chance)
            if meeting == self.late and board == meeting.boards[-1]:
                late_plays.append((key, written))
                yield Happening(now, acts.Enter(key, LatePlay()))
            else:
                yield from self._entered(key, written, now)
        if call:
            yield from self._called(meeting, now)
        self.free.update(dict.fromkeys(here.values(), now))

    def _entered(self, key: LineKey, result: Entry, now: float) -> Iterator[Happening]:
        wrong = _slip(result, self.chance) if key == self.slip or self.chance.random() < SLIPS else result
        yield Happening(now, acts.Enter(key, wrong))
        if wrong != result:
            put_right = acts.Correct(key, result, consent=("NS", "EW"), error="scorer")
            yield Happening(now + self.chance.uniform(2, 12), put_right, "Keyed in wrongly")

    def _called(self, meeting: Meeting, end: float) -> Iterator[Happening]:
        """The director is called to a table, comes, and the first time adjusts the score."""
        about = self.chance.choice(CALLS)
        name = f"call-{self.plan.name}{meeting.table}-{meeting.round}"
        yield Happening(end - 6, acts.CallDirector(self.plan.name, meeting.table, about), name=name)
        yield Happening(end - 2, acts.AnswerCall(name, "Settled at the table"))
        first = min(self.calls.values(), key=lambda each: (each.round, each.table))
        if meeting == first and meeting != self.late and self.method.artificial:
            key = LineKey(self.plan.name, *self._line(meeting))
            award = Adjustment(PLUS, MINUS, ew_fault="directly")
            yield Happening(end + 4, acts.Adjust(key, award), "Misinformation by East-West; no result can be restored")


def _slip(result: Entry, chance: Random) -> Entry:
    """A result as a tired hand keys it in."""
    if not isinstance(result, Contracted):
        return Contracted("1NT", "N", 7)
    declarer: Seat = parse_seat(result.declarer)
    choices = (
        replace(result, declarer=declarer.left.value, lead=""),
        replace(result, tricks=result.tricks - 1 if result.tricks else 1),
        replace(result, tricks=result.tricks + 1 if result.tricks < 13 else 12),
        replace(result, contract=result.contract.removesuffix("X") + ("" if result.contract.endswith("X") else "X")),
    )
    return chance.choice(choices)
