"""An event for the tests: commands given one after the other, a minute apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

from arrowswitch.contests.events import (
    BracketPlan,
    DrawRound,
    EnterContestant,
    EventAct,
    EventCommand,
    EventJournalEntry,
    EventMatchKey,
    EventState,
    FedMatch,
    OpenEvent,
    OpenStage,
    RecordResult,
    RoundRobinPlan,
    SessionFeed,
    StagePlan,
    SwissPlan,
    decide,
    evolve,
    standings,
)
from arrowswitch.journals import Actor

DIRECTOR = Actor("director", "Ann")
SCORER = Actor("scorer", "Bob")
BEGIN = datetime(2026, 1, 7, 19, 30, tzinfo=UTC)
COLOURS = "Red Blue Green Black White Gold Grey Pink Brown Lilac Olive Amber Coral Ivory Khaki Mauve"
NAMES = COLOURS.split()


class RunningEvent:
    """An event that goes on."""

    def __init__(self, teams: int = 0, plan: StagePlan | None = None, **options: Any) -> None:
        self.state = EventState()
        self.feeds: tuple[SessionFeed, ...] = ()
        self.count = 0
        self.do(OpenEvent(options.pop("title", "Club teams"), **options))
        for name in NAMES[:teams]:
            self.do(EnterContestant(name, seed=self.count))
        if plan is not None:
            self.do(OpenStage({SwissPlan: "Swiss", RoundRobinPlan: "League", BracketPlan: "Cup"}[type(plan)], plan))

    def command(self, act: EventAct, by: Actor = DIRECTOR, **more: Any) -> EventCommand:
        """The next command, not given yet."""
        self.count += 1
        at = BEGIN + timedelta(minutes=self.count)
        return EventCommand(more.pop("id", f"c{self.count}"), by, at, act, **more)

    def do(self, act: EventAct, by: Actor = DIRECTOR, **more: Any) -> EventJournalEntry:
        """Gives a command, which must be granted."""
        (entry,) = decide(self.state, self.command(act, by, **more), self.feeds)
        self.state = evolve(self.state, entry)
        return entry

    def key(self, *sides: int, round: int = 0) -> EventMatchKey:
        """The match of these contestants in a round, or in the last."""
        stage = self.state.stage()
        drawn = stage.rounds[(round or len(stage.rounds)) - 1]
        (place,) = [at for at, match in enumerate(drawn.matches, 1) if {*match.sides} == {*sides}]
        return EventMatchKey(stage.name, drawn.round, place)

    def record(self, one: int, other: int, *imps: int, round: int = 0, **more: Any) -> EventJournalEntry:
        """Records the IMPs of a match, as the first named side sees them."""
        key = self.key(one, other, round=round)
        turned = self.state.match(key).sides != (one, other)
        scored = tuple(map(Fraction, imps[::-1] if turned else imps))
        return self.do(RecordResult(key, imps=scored, **more))

    def play(self, strength: Mapping[int, int] | None = None) -> None:
        """Draws a round, in which everybody wins by what it is stronger."""
        self.do(DrawRound())
        stage = self.state.stage()
        for place, match in enumerate(stage.rounds[-1].matches, 1):
            if len(match.sides) == 2:
                a, b = (
                    (strength or {}).get(match.sides[0], -match.sides[0]),
                    (strength or {}).get(match.sides[1], -match.sides[1]),
                )
                won = (Fraction(max(a - b, 0)), Fraction(max(b - a, 0)))
                self.do(RecordResult(EventMatchKey(stage.name, stage.rounds[-1].round, place), imps=won))

    def drawn(self, round: int = 0) -> list[tuple[int, ...]]:
        """Who meets whom in a round, or in the last."""
        stage = self.state.stage()
        return [match.sides for match in stage.rounds[(round or len(stage.rounds)) - 1].matches]

    def table(self, **more: Any) -> list[tuple[str, int, float]]:
        """The ranks, numbers and totals."""
        lines = standings(self.state, self.feeds, **more).standings
        return [(line.rank, int(line.contestant), float(line.vps)) for line in lines]

    def feed(self, session: str, rounds: Mapping[int, Sequence[FedMatch]]) -> None:
        """What a session says from now on."""
        others = tuple(feed for feed in self.feeds if feed.session != session)
        self.feeds = (*others, SessionFeed(session, {number: tuple(matches) for number, matches in rounds.items()}))
