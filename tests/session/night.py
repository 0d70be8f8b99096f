"""A night for the tests: commands given one after the other, a minute apart."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from arrowswitch.movements import Movement, build
from arrowswitch.session import (
    Act,
    Actor,
    BareScore,
    CallRound,
    Command,
    Confirm,
    Contracted,
    Correct,
    Enter,
    JournalEntry,
    LineKey,
    Open,
    SectionPlan,
    Start,
    State,
    decide,
    evolve,
)
from arrowswitch.session.night.missing import missing

DIRECTOR = Actor("director", "Ann")
SCORER = Actor("scorer", "Bob")
BEGIN = datetime(2025, 1, 7, 19, 30, tzinfo=UTC)


def pad(table: int, section: str = "A") -> Actor:
    """The pad of a table."""
    return Actor("table", f"pad {table}", section, table)


class Night:
    """A session that goes on."""

    def __init__(self, *movements: Movement, **options: Any) -> None:
        self.state = State()
        self.now = BEGIN
        self.count = 0
        names = options.pop("names", "ABCDEFG")
        plan = options.pop("plan", {})
        sections = tuple(SectionPlan(name, each, **plan) for name, each in zip(names, movements, strict=False))
        self.do(Open("Tuesday", date(2025, 1, 7), sections, **options))

    def command(self, act: Act, by: Actor = DIRECTOR, **more: Any) -> Command:
        """The next command, not given yet."""
        self.count += 1
        self.now += timedelta(minutes=1)
        if by.role == "table" and isinstance(act, Confirm | Correct):  # a pad says what it has before it
            more.setdefault("seen", self.state.version(act.line))
        return Command(more.pop("id", f"c{self.count}"), by, more.pop("at", self.now), act, **more)

    def do(self, act: Act, by: Actor = DIRECTOR, **more: Any) -> JournalEntry:
        """Gives a command that must be granted."""
        (entry,) = decide(self.state, self.command(act, by, **more))
        self.state = evolve(self.state, entry)
        return entry

    def start(self) -> Night:
        """Begins play."""
        self.do(Start())
        return self

    def call(self, number: int) -> None:
        """Calls a round."""
        self.do(CallRound(number))

    def enter(self, key: LineKey, points: int, by: Actor = SCORER) -> JournalEntry:
        """Enters a bare score."""
        return self.do(Enter(key, BareScore(points)), by)

    def play_round(self, points: int = 110) -> None:
        """Enters the same score everywhere in the round that is being played."""
        for section in self.state.sections.values():
            for meeting in section.movement.by_round[section.round]:
                for board in meeting.boards:
                    self.enter(LineKey(section.name, meeting.round, meeting.table, board), points)

    def play_rest(self, points: int = 110) -> None:
        """Enters the boards of this round that have no result yet."""
        for each in missing(self.state):
            self.enter(each.line, points)

    def play_all_from_here(self, points: int = 110) -> None:
        """Plays what is left of this round, and every round after it."""
        self.play_rest(points)
        (section,) = self.state.sections.values()
        for number in range(section.round + 1, section.movement.rounds + 1):
            self.call(number)
            self.play_rest(points)

    def play_all(self, points: int = 110) -> None:
        """Plays every round that is left."""
        rounds = max(section.movement.rounds for section in self.state.sections.values())
        while True:
            self.play_round(points)
            current = max(section.round for section in self.state.sections.values())
            if current == rounds:
                return
            self.call(current + 1)


def small(**options: Any) -> Movement:
    """Three tables, three rounds, one board each: every number can be worked out by hand."""
    return build("mitchell", tables=3, boards_per_round=1, **options)


def made(contract: str, declarer: str, tricks: int, **more: Any) -> Contracted:
    """A contract with its result."""
    return Contracted(contract, declarer, tricks, **more)
