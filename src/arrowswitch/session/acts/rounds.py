"""Rounds and the clock: the start, the calls, the break, and how long it all takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import ClassVar

from arrowswitch.regulations import GRADES
from arrowswitch.session.deciding.granting import sections_of
from arrowswitch.session.journal import DESK, Act, Command, GrantedAct, JournalEntry, Refused, Thing, act
from arrowswitch.session.night.missing import awaited
from arrowswitch.session.night.seats import unnamed
from arrowswitch.session.night.sections import change_clocks, change_each, due, minutes_of, named
from arrowswitch.session.night.state import Clock, Section, State
from arrowswitch.words import Sentence, counted, say, say_count, spans

MOST_MINUTES = 240


class SectionsAct(Act):
    """An act upon one section, or upon all; by itself upon their clocks, while the round is the same."""

    __slots__ = ()
    section: str | None
    changes: ClassVar[tuple[str, ...]] = ("clock",)
    needs: ClassVar[tuple[str, ...]] = ("round",)

    def touches(self, state: State, command: str) -> Iterable[Thing]:
        return [(what, name) for name in named(state, self.section) for what in self.changes]

    def rests_on(self, state: State) -> Iterable[Thing]:
        return [(what, name) for name in named(state, self.section) for what in self.needs]


@act("start")
class Start(Act):
    """Begin play: round 1 of every section."""

    in_words = say("began play")

    def decide(self, state: State, command: Command) -> GrantedAct:
        if state.phase != "open":
            raise Refused(say("Play has begun already."))
        empty = len(unnamed(state))
        notes = (say_count("{n} seat has no name yet.", "{n} seats have no name yet.", empty),) if empty else ()
        return GrantedAct(self, notes)

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return replace(_called(state, state.sections, 1, entry.at), phase="playing")

    def touches(self, state: State, command: str) -> Iterable[Thing]:
        return [(what, name) for name in state.sections for what in ("round", "clock")]


@act("call-round")
class CallRound(SectionsAct):
    """Call the next round; without a section in all that have one to play."""

    changes = ("round", "clock")

    round: int
    section: str | None = None

    def decide(self, state: State, command: Command) -> GrantedAct:
        """The next round, and no other: two people who call it at once do not skip one."""
        sections = sections_of(state, self.section)
        called = due(state, self.round, self.section)
        if not called or self.round < 2:
            current = max(section.round for section in sections)
            rounds = max(section.movement.rounds for section in sections)
            if not current:
                raise Refused(say("Play has not begun; start it first."))
            if self.round > rounds and any(section.movement.to_draw for section in sections):
                raise Refused(say("Round {round} has not been drawn yet.", round=self.round))
            if self.round > rounds:
                raise Refused(
                    say("There is no round {round}: the last is round {rounds}.", round=self.round, rounds=rounds)
                )
            if self.round <= current:
                raise Refused(say("Round {round} has been called already.", round=self.round))
            raise Refused(say("Round {current} is being played; next is {next}.", current=current, next=current + 1))
        notes = [note for name in called if (note := unfinished(state, state.sections[name]))]
        return GrantedAct(self, tuple(notes))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return _called(state, due(state, self.round, self.section), self.round, entry.at)

    def rests_on(self, state: State) -> Iterable[Thing]:
        for name in named(state, self.section):
            yield from (("meetings", name, self.round), ("round", name))

    def told(self, state: State) -> Sentence:
        return say("called round {round}", round=self.round)

    def told_as_news(self, state: State) -> None:
        return None


@act("end-play")
class EndPlay(SectionsAct):
    """All rounds have been played, whether anybody called them or not."""

    who = DESK
    changes = ("round", "clock")
    needs = ("movement", "round")
    in_words = say("said that all rounds have been played")

    section: str | None = None

    def decide(self, state: State, command: Command) -> None:
        if all(section.over for section in sections_of(state, self.section)):
            raise Refused(say("It is known already that all rounds have been played."))
        if state.phase == "open" and self.section is not None:
            raise Refused(say("Play has not begun; start it first."))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        after = change_each(
            state,
            named(state, self.section),
            lambda section: replace(section, round=section.movement.rounds, clock=None, over=True),
        )
        return replace(after, phase="playing")


@act("hold-clock")
class HoldClock(SectionsAct):
    """Stop the clock."""

    in_words = say("held the clock")

    section: str | None = None

    def decide(self, state: State, command: Command) -> None:
        if all(section.clock and section.clock.held_since for section in _running(state, self.section)):
            raise Refused(say("The clock is held already."))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return change_clocks(
            state, named(state, self.section), lambda clock: replace(clock, held_since=clock.held_since or entry.at)
        )


@act("resume-clock")
class ResumeClock(SectionsAct):
    """Let the clock go on."""

    in_words = say("let the clock go on")

    section: str | None = None

    def decide(self, state: State, command: Command) -> None:
        if not any(section.clock and section.clock.held_since for section in _running(state, self.section)):
            raise Refused(say("The clock is running."))

    def evolve(self, state: State, entry: JournalEntry) -> State:

        def resume(clock: Clock) -> Clock:
            if clock.held_since is None:
                return clock
            # a computer's clock that was set back must not shorten the round
            return replace(clock, held=clock.held + max(entry.at - clock.held_since, timedelta(0)), held_since=None)

        return change_clocks(state, named(state, self.section), resume)


@act("add-minutes")
class AddMinutes(SectionsAct):
    """Lengthen the round that is being played, or shorten it with a number below zero."""

    minutes: int
    section: str | None = None

    def decide(self, state: State, command: Command) -> None:
        _running(state, self.section)
        if not self.minutes or abs(self.minutes) > MOST_MINUTES:
            raise Refused(say("Add between 1 and {most} minutes, or take as many away.", most=MOST_MINUTES))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return change_clocks(
            state, named(state, self.section), lambda clock: replace(clock, added=clock.added + self.minutes)
        )

    def told(self, state: State) -> Sentence:
        return say_count("changed the round by {n:+d} minute", "changed the round by {n:+d} minutes", self.minutes)


@act("begin-break")
class BeginBreak(SectionsAct):
    """The round is over and the break after it begins now; without a section in all that have it now."""

    in_words = say("began the break")

    section: str | None = None

    def decide(self, state: State, command: Command) -> GrantedAct:
        running = _running(state, self.section)
        begun = [section for section in running if section.break_due]
        if not begun and any(section.clock and section.clock.pause for section in running):
            raise Refused(say("The break has begun already."))
        if not begun:
            raise Refused(say("No break is planned after this round."))
        return GrantedAct(self, tuple(note for section in begun if (note := unfinished(state, section))))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        names = (name for name in named(state, self.section) if state.sections[name].break_due)
        return change_each(
            state, names, lambda section: replace(section, clock=Clock(entry.at, Fraction(0), pause=True))
        )


@act("set-break")
class SetBreak(SectionsAct):
    """Plan the break; without a round there is none."""

    changes = ("break",)
    needs = ()

    after_round: int | None
    minutes: int = 0
    section: str | None = None

    def decide(self, state: State, command: Command) -> None:
        for section in sections_of(state, self.section):
            check_break(section.movement.all_rounds, self.after_round, self.minutes)

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return change_each(
            state,
            named(state, self.section),
            lambda section: replace(section, break_after=self.after_round, break_minutes=self.minutes),
        )

    def told(self, state: State) -> Sentence:
        if self.after_round is None:
            return say("took the break out")
        return say_count(
            "planned a break of {n} minute after round {round}",
            "planned a break of {n} minutes after round {round}",
            self.minutes,
            round=self.after_round,
        )


@act("set-timing")
class SetTiming(SectionsAct):
    """Set the length of the rounds that are still to be called; without minutes the regulations' own."""

    changes = ("timing",)
    needs = ()

    minutes: Fraction | None
    grade: str = "open"
    section: str | None = None

    def decide(self, state: State, command: Command) -> None:
        sections_of(state, self.section)
        check_timing(self.grade, self.minutes)

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return change_each(
            state,
            named(state, self.section),
            lambda section: replace(section, round_minutes=self.minutes, grade=self.grade),
        )

    def told(self, state: State) -> Sentence:
        if self.minutes is None:
            return say("left the length of the rounds to the regulations")
        return say("set the rounds to {minutes}", minutes=counted("minutes", self.minutes, str(self.minutes)))


def unfinished(state: State, section: Section) -> Sentence | None:
    tables = {each.line.table for each in awaited(state, section.name) if each.line.round == section.round}
    if not tables:
        return None
    where = {"round": section.movement.drawn_as(section.round)[0], "tables": spans(tables)}
    owing = say_count(
        "Results of round {round} are still to come from table {tables}.",
        "Results of round {round} are still to come from tables {tables}.",
        len(tables),
        **where,
    )
    return owing if len(state.sections) == 1 else say("Section {section}: {owing}", section=section.name, owing=owing)


def check_break(rounds: int, after_round: int | None, minutes: int) -> None:
    """Refuses a break after the last round, and one without end."""
    if after_round is not None and not 1 <= after_round < rounds:
        raise Refused(say("The break comes after a round between 1 and {last}.", last=rounds - 1))
    if not 0 <= minutes <= MOST_MINUTES:
        raise Refused(say("A break has 0 to {most} minutes, not {minutes}.", most=MOST_MINUTES, minutes=minutes))


def _running(state: State, name: str | None) -> tuple[Section, ...]:
    sections = tuple(section for section in sections_of(state, name) if section.clock)
    if not sections:
        raise Refused(say("No round is being played."))
    return sections


def check_timing(grade: str, minutes: Fraction | None) -> None:
    """Refuses a grade that there is not, and rounds without end."""
    if grade not in GRADES:
        raise Refused(say("There is no grade “{grade}”; there are {grades}.", grade=grade, grades=", ".join(GRADES)))
    if minutes is not None and not 1 <= minutes <= 600:
        raise Refused(say("A round takes 1 to 600 minutes."))


def _called(state: State, names: Iterable[str], number: int, at: datetime) -> State:
    return change_each(
        state, names, lambda section: replace(section, round=number, clock=Clock(at, minutes_of(state, section)))
    )
