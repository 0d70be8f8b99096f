"""What holds for every night, whatever people do: found by trying nights at random."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st
from night import DIRECTOR, SCORER, Night, pad, small

from arrowswitch.movements import Meeting, Movement, build
from arrowswitch.scoring import AVERAGE, MINUS, PLUS, Percent, Score, weighted
from arrowswitch.session import (
    Act,
    Actor,
    AddMinutes,
    Adjust,
    Adjustment,
    AnswerCall,
    BareScore,
    CallDirector,
    CallRound,
    ChangeMovement,
    ChangeSettings,
    Command,
    Confirm,
    Contracted,
    Correct,
    CutRounds,
    DecideAppeal,
    EditMeeting,
    Enter,
    Entry,
    HoldClock,
    LatePair,
    LatePlay,
    LineKey,
    LodgeAppeal,
    NotPlayed,
    PassedOut,
    Penalise,
    Place,
    Publish,
    Refused,
    RemoveBoard,
    Reopen,
    ResumeClock,
    ReviewAppeal,
    Rule,
    SeatedPlayer,
    Seating,
    SeatPlayers,
    SetBreak,
    Settings,
    SplitBoard,
    Start,
    State,
    Strike,
    Substitute,
    SwapDirections,
    Undo,
    WithdrawPenalty,
    already_granted,
    decide,
    evolve,
    replay,
    standings,
)
from arrowswitch.session.journal.text import command_from_json, command_to_json, dumps, loads
from arrowswitch.session.night.clock import clock_face
from arrowswitch.session.night.missing import missing
from arrowswitch.session.night.views import looks_wrong, table_map, to_announce
from arrowswitch.session.story.history import line_history
from examples import examples
from undoing import substance

NIGHTS: dict[str, Callable[[], Night]] = {
    "mitchell": lambda: Night(small()),
    "howell": lambda: Night(build("howell", tables=4, boards_per_round=1)),
    "half table": lambda: Night(build("mitchell", tables="2½", boards_per_round=1), settings=Settings(confirm=True)),
    "two sections": lambda: Night(small(), small(), apart=True),
    "teams": lambda: Night(build("american-whist", teams=5, boards_per_round=1), method="imps"),
    "butler": lambda: Night(small(), method="butler", winners=1),
}
OTHERS: tuple[Movement, ...] = (
    small(),
    small(switch="3"),
    build("mitchell", tables="2½", boards_per_round=1),
    build("howell", tables=4, boards_per_round=1),
    build("american-whist", teams=5, boards_per_round=1),
)

CONTRACTS = ("1NT", "4S", "3NTX", "6C", "7NTXX")
AWARDS = (None, PLUS, AVERAGE, MINUS, Score(420), Score(-50), Percent(Fraction(3, 5)), weighted((420, 50), (0, 50)))


def pick_late(pick: Random) -> Movement:
    """Most often the movement that has room for one pair more than the half table."""
    return pick.choice((small(), small(), *OTHERS))


class Person:
    """Somebody who does things at random, mostly sensible ones."""

    def __init__(self, state: State, seed: str) -> None:
        self.state = state
        self.pick = Random(seed)

    def section(self) -> str:
        return self.pick.choice((*self.state.sections, *self.state.sections, "Z"))

    def maybe_section(self) -> str | None:
        return None if self.pick.random() < 0.6 else self.section()

    def line(self) -> LineKey:
        called = [(s.name, meeting) for s in self.state.sections.values() for meeting in s.meetings_called]
        written = sorted(self.state.lines)
        if written and self.pick.random() < 0.3:
            return self.pick.choice(written)
        if not called or self.pick.random() < 0.1:
            return LineKey(self.section(), *(self.pick.randint(0, 5) for _ in range(3)))
        latest = [each for each in called if each[1].round == self.state.sections[each[0]].round]
        name, meeting = self.pick.choice(latest if latest and self.pick.random() < 0.6 else called)
        board = self.pick.choice(meeting.boards) if self.pick.random() < 0.9 else self.pick.randint(1, 5)
        return LineKey(name, meeting.round, meeting.table, board)

    def written(self) -> LineKey:
        return self.pick.choice(sorted(self.state.lines)) if self.state.lines else self.line()

    def entry(self) -> Entry:
        tricks = self.pick.randint(6, 14)
        contract = Contracted(
            self.pick.choice(CONTRACTS), self.pick.choice("NESW"), tricks, self.pick.choice(("", "H5"))
        )
        score = BareScore(self.pick.choice((420, -50, 110, -110, 170, 55)))
        return self.pick.choice((contract, contract, score, score, PassedOut(), NotPlayed(), LatePlay()))

    def pair(self) -> int | None:
        return self.pick.randint(1, 6) if self.pick.random() < 0.2 else None

    def side(self) -> Any:
        return self.pick.choice((None, "NS", "EW"))

    def place(self) -> Place:
        known = list(self.state.seats)
        if known and self.pick.random() < 0.5:
            return self.pick.choice(known)
        return Place(self.section(), self.pick.randint(1, 6), self.pick.choice("NESW"))

    def player(self) -> SeatedPlayer:
        return SeatedPlayer(
            self.pick.choice(("Ann Li", "Bo Ek", "Cy", "Di", "Ed", " ")), self.pick.choice(("", "", *"123456"))
        )

    def seatings(self) -> tuple[Seating, ...]:
        return tuple(Seating(self.place(), self.player()) for _ in range(self.pick.randint(1, 2)))

    def next_round(self) -> int:
        return max(section.round for section in self.state.sections.values()) + self.pick.choice((1, 1, 1, 0, 2))

    def known(self, ids: Iterable[str]) -> str:
        return self.pick.choice((*ids, "c3"))

    def meeting(self) -> Meeting:
        few = [self.pick.randint(1, 4) for _ in range(6)]
        movement = next(iter(self.state.sections.values())).movement
        if self.pick.random() < 0.5:
            return replace(self.pick.choice(movement.meetings), boards=tuple(few[4:]))
        return Meeting(few[0], few[1], few[2], few[3] + 2, tuple(few[4:]))

    def movement(self) -> Movement:
        return self.pick.choice(OTHERS)

    def late_pair(self) -> LatePair:
        section, movement = self.section(), pick_late(self.pick)
        old = self.state.sections[section].movement.contestants if section in self.state.sections else ()
        late = [each for each in movement.contestants if each not in old] or [9]
        return LatePair(section, late[0], movement, self.pick.randint(1, 3))

    def ruling(self) -> Rule:
        two = ("yes", "no", "in-time", "hand", "none", "revoker", "1")
        answers = self.pick.choice((two, ("no", "no", "defender"), ("yes",), ("x",)))
        status = self.pick.choice(("closed", "interim", "deferred"))
        board = self.pick.choice((None, 1, 2, 3))
        ruling = self.known(self.state.rulings) if self.pick.random() < 0.4 else ""
        call = self.known(self.state.calls) if self.pick.random() < 0.4 else ""
        rounds, table = self.pick.randint(1, 3), self.pick.randint(1, 4)
        return Rule("revoke", self.section(), rounds, table, board, answers, status=status, ruling=ruling, call=call)

    def appeal(self) -> Act:
        pick, known = self.pick, self.known(self.state.appeals)
        side, seats = pick.choice((("NS", ("N", "S")), ("EW", ("E", "W")), ("EW", ("E",))))
        return pick.choice(
            (
                LodgeAppeal(self.known(self.state.rulings), side, seats, team=pick.choice(("", "captain"))),
                ReviewAppeal(known, "So it is."),
                DecideAppeal(known, pick.choice(("stands", "changed", "withdrawn")), "So be it."),
            )
        )

    def changed_settings(self) -> ChangeSettings:
        return ChangeSettings(Settings(confirm=self.pick.random() < 0.5), self.pick.choice((None, 1, 2)))

    def wish(self) -> tuple[Act, Actor, bool]:
        pick = self.pick
        table = pick.randint(1, 4)
        makers: dict[Callable[[], Act], int] = {
            lambda: Enter(self.line(), self.entry(), self.side()): 10,
            lambda: Enter(self.line(), self.entry(), None, self.pair(), self.pair()): 3,
            lambda: Correct(self.written(), self.entry(), self.side(), consent=("NS", "EW")): 4,
            lambda: Correct(self.written(), self.entry(), None, self.pair(), self.pair()): 2,
            lambda: Confirm(self.written(), pick.choice(("NS", "EW"))): 3,
            lambda: Adjust(self.line(), Adjustment(pick.choice(AWARDS), pick.choice(AWARDS))): 4,
            lambda: Strike(self.written(), pick.random() < 0.5): 3,
            lambda: SplitBoard((self.written(),), pick.choice(("", "B"))): 2,
            lambda: RemoveBoard(pick.randint(1, 4), self.maybe_section(), pick.random() < 0.6): 2,
            lambda: Penalise(self.section(), pick.randint(1, 6), pick.choice((None, Fraction(1, 10)))): 2,
            lambda: WithdrawPenalty(self.known(self.state.penalties)): 2,
            lambda: CallRound(self.next_round(), self.maybe_section()): 4,
            lambda: pick.choice((HoldClock(), ResumeClock(), AddMinutes(3), SetBreak(1, 10), SetBreak(None))): 3,
            lambda: ChangeMovement(self.section(), self.movement(), pick.randint(1, 3)): 2,
            self.late_pair: 2,
            lambda: CutRounds(pick.randint(1, 4), self.maybe_section()): 1,
            lambda: SwapDirections(self.section(), pick.randint(1, 3), table): 2,
            lambda: EditMeeting(self.section(), self.meeting()): 2,
            lambda: SeatPlayers(self.seatings()): 3,
            lambda: Substitute(self.place(), self.player(), pick.randint(1, 3)): 2,
            self.changed_settings: 1,
            lambda: CallDirector(self.section(), table): 2,
            lambda: AnswerCall(self.known(self.state.calls)): 2,
            self.ruling: 2,
            self.appeal: 2,
            lambda: pick.choice((Publish(), Reopen())): 2,
            lambda: Undo(self.known(self.state.ids) if pick.random() < 0.8 else ""): 4,
        }
        (maker,) = pick.choices(tuple(makers), tuple(makers.values()))
        act = maker()
        here = act.line.table if isinstance(act, Enter | Confirm | Correct) else table
        pads = [pad(here if pick.random() < 0.8 else table)] * (4 if isinstance(act, Enter | Confirm | Correct) else 1)
        by = pick.choice((DIRECTOR, DIRECTOR, SCORER, *pads))
        return act, by, by == DIRECTOR and pick.random() < 0.5


class Step(NamedTuple):
    """A command with the state before and after it; the same state if it was refused."""

    before: State
    command: Command
    after: State

    @property
    def granted(self) -> bool:
        return self.after is not self.before


def given_to(state: State, command: Command) -> State:
    """The state after a command, granted or refused."""
    try:
        entries = decide(state, command)
    except Refused as refusal:
        said = str(refusal)
    else:
        (entry,) = entries
        return evolve(state, entry)
    assert said.endswith((".", ".)", "?"))
    return state


def evening(name: str, seed: int, length: int) -> Iterator[Step]:
    """An evening at random: the start, and then what somebody thinks of when looking at the state."""
    night = NIGHTS[name]()
    command = night.command(Start())
    for number in range(length + 1):
        before, night.state = night.state, given_to(night.state, command)
        yield Step(before, command, night.state)
        act, by, force = Person(night.state, f"{seed}/{number}").wish()
        command = night.command(act, by, why="because", force=force)


evenings = st.tuples(st.sampled_from(sorted(NIGHTS)), st.integers(0, 2**32), st.integers(40, 90))
many = settings(max_examples=examples(40), deadline=None)


@given(evenings)
@many
def test_a_journal_read_back_gives_the_same_state_to_the_last_bit(evening_of: tuple[str, int, int]) -> None:
    state = State()
    for step in evening(*evening_of):
        assert command_from_json(json.loads(json.dumps(command_to_json(step.command)))) == step.command
        state = step.after
    again = replay(loads(dumps(state.journal)))
    assert again == state
    assert repr(again) == repr(state)
    assert dumps(again.journal) == dumps(state.journal)


@given(evenings)
@many
def test_whatever_is_granted_can_be_scored_looked_at_and_told(evening_of: tuple[str, int, int]) -> None:
    for step in evening(*evening_of):
        if step.granted:
            standings(step.after)
            missing(step.after, confirmations=True)
            table_map(step.after)
            looks_wrong(step.after)
            for name, section in step.after.sections.items():
                runs = section.round > 0 and step.after.phase == "playing"
                assert (clock_face(step.after, name, step.command.at) is not None) == runs
                to_announce(step.after, name)
    assert all(change.told for change in line_history(step.after))
    assert all(entry.act.told(step.after) for entry in step.after.journal)


@given(evenings)
@many
def test_sending_a_command_twice_does_it_once(evening_of: tuple[str, int, int]) -> None:
    for step in evening(*evening_of):
        if step.granted:
            assert already_granted(step.after, step.command)
            assert decide(step.after, step.command) == ()


@given(evenings)
@many
def test_undo_restores_what_was_and_can_itself_be_undone(evening_of: tuple[str, int, int]) -> None:
    for step in evening(*evening_of):
        undo = Command(f"undo {step.command.id}", DIRECTOR, step.command.at, Undo(step.command.id), "mistake")
        undone = given_to(step.after, undo) if step.granted else step.after
        if undone is not step.after:
            assert substance(undone) == substance(step.before)
            assert step.command.id in undone.ids
            redone = given_to(undone, Command("redo", DIRECTOR, step.command.at, Undo(undo.id), "no mistake"))
            assert substance(redone) == substance(step.after)


@given(evenings)
@many
def test_a_pad_never_touches_another_table_nor_what_was_written_in_another_round(
    evening_of: tuple[str, int, int],
) -> None:
    for before, command, after in evening(*evening_of):
        if command.by.role == "table":
            changed = {key for key in after.lines | before.lines if after.lines.get(key) != before.lines.get(key)}
            assert all((key.section, key.table) == (command.by.section, command.by.table) for key in changed)
            over = [key for key in changed if key.round < before.sections["A"].round]
            assert all(
                key not in before.lines or before.lines[key].entry in (None, LatePlay(), after.lines[key].entry)
                for key in over
            )
            assert after.sections == before.sections
            assert (after.penalties, after.publications) == (before.penalties, before.publications)


@given(evenings)
@many
def test_nothing_that_was_entered_is_ever_lost(evening_of: tuple[str, int, int]) -> None:
    seen: set[tuple[LineKey, str]] = set()
    for step in evening(*evening_of):
        seen |= {(key, repr(record)) for key, record in step.after.lines.items()}
    known = {(change.line, repr(change.after)) for change in line_history(step.after)}
    assert seen <= known


@given(st.lists(st.integers(-90, 90), min_size=6, max_size=6))
@many
def test_a_clock_that_jumps_spoils_nothing(jumps: list[int]) -> None:
    night = Night(small())
    for act, jump in zip(
        (Start(), HoldClock(), ResumeClock(), CallRound(2), AddMinutes(5), HoldClock()), jumps, strict=True
    ):
        night.now += timedelta(minutes=jump)
        night.do(act)
        face = clock_face(night.state, "A", night.now - timedelta(hours=1))
        assert face is not None
        assert face.left <= timedelta(minutes=30)
    assert replay(loads(dumps(night.state.journal))) == night.state
