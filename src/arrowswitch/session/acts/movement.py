"""The movement during play. What was played stays; what is left must pass the audit together with it, unless the director
insists, and then the faults are written down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from arrowswitch.bridge import LAST_BOARD
from arrowswitch.movements import Meeting, Movement
from arrowswitch.session.acts.rounds import SectionsAct
from arrowswitch.session.deciding.granting import (
    check_contestant,
    check_round,
    check_sides,
    insist,
    scorable,
    section_of,
    sections_of,
    sides_taken,
)
from arrowswitch.session.deciding.quicker import check_movement_seen
from arrowswitch.session.journal import Act, Command, GrantedAct, JournalEntry, Refused, Thing, act
from arrowswitch.session.night.lines import LineKey, SeatLetter
from arrowswitch.session.night.mending import changed, cut, edited, mended_audit, swapped
from arrowswitch.session.night.people import Place
from arrowswitch.session.night.seats import seats_of
from arrowswitch.session.night.sections import change_each, fits, named
from arrowswitch.session.night.state import Departure, Section, State
from arrowswitch.words import Sentence, counted, say, spans

MOST_TABLES = 500
MOST_BOARDS = 100


@dataclass(frozen=True, slots=True)
class MovementAct(Act):
    """An act upon the movement of one section, while its round and those who play there are the same."""

    changes: ClassVar[tuple[str, ...]] = ("movement section", "contestants section")
    needs: ClassVar[tuple[str, ...]] = ("round section", "contestants section")

    section: str


@act("change-movement")
class ChangeMovement(MovementAct):
    """Go on with another movement from a round on, or write down how rounds gone by were really played."""

    movement: Movement
    from_round: int
    follow: bool = False
    """Whether results that were written for the pairs of the old plan go over to those who really played."""
    through: int = 0
    """Up to this round the movement tells what was really played, so that its faults are facts."""

    def decide(self, state: State, command: Command) -> GrantedAct:
        section_of(state, self.section)
        check_movement_seen(state, command, self.section, self.through or self.from_round - 1)
        return GrantedAct(self, _check_change(state, command, self))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        old = state.sections[self.section].movement
        after = with_movement(state, self.section, lambda movement: changed(movement, self.movement, self.from_round))
        return _followed(after, self.section, old) if self.follow else after

    def lines_touched(self, state: State) -> tuple[LineKey, ...]:
        if not self.follow:
            return ()
        return tuple(key for key in state.lines if key.section == self.section and key.round >= self.from_round)

    def told(self, state: State) -> Sentence:
        return say("went on with {name} from round {round}", name=self.movement.name, round=self.from_round)


@act("late-pair")
class LatePair(MovementAct):
    """Let a pair in late, by going on with a movement that has room for it."""

    story_of = ("pair section contestant",)

    contestant: int
    movement: Movement
    from_round: int

    def decide(self, state: State, command: Command) -> GrantedAct:
        section = section_of(state, self.section)
        if self.contestant in section.movement.contestants:
            raise Refused(say("{who} plays already; a late pair needs a number of its own.", who=self.contestant))
        if self.contestant not in self.movement.contestants:
            raise Refused(say("The movement to go on with has no {who}.", who=self.contestant))
        return GrantedAct(self, _check_change(state, command, self))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return with_movement(state, self.section, lambda movement: changed(movement, self.movement, self.from_round))

    def told(self, state: State) -> Sentence:
        return say(
            "let the late pair {who} in from round {round}",
            who=state.label(self.section, self.contestant),
            round=self.from_round,
        )


@act("cut-rounds")
class CutRounds(SectionsAct):
    """Play fewer rounds."""

    changes = ("movement",)
    needs = ("movement", "round")

    rounds: int
    section: str | None = None

    def decide(self, state: State, command: Command) -> GrantedAct:
        sections = [each for each in sections_of(state, self.section) if each.movement.all_rounds > self.rounds]
        if not sections:
            raise Refused(say("That would leave nothing out."))
        problems: list[Sentence] = []
        notes: list[Sentence] = []
        for section in sections:
            if self.rounds < max(section.round, 1):
                raise Refused(
                    say("Round {round} is being played; it cannot be cut any more.", round=section.round)
                    if section.round
                    else say("A session has at least one round.")
                )
            problems += new_faults(section.movement, cut(section.movement, self.rounds))
            switched = {m.round for m in section.movement.meetings if m.switched and m.round > self.rounds}
            if switched:
                notes.append(say("The arrow switch of round {rounds} falls away.", rounds=spans(switched)))
        return GrantedAct(self, (*notes, *insist(command, problems)))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        for name in named(state, self.section):
            if state.sections[name].movement.all_rounds > self.rounds:
                state = with_movement(state, name, lambda movement: cut(movement, self.rounds))
        return state

    def told(self, state: State) -> Sentence:
        return say("cut the session to {rounds}", rounds=counted("rounds", self.rounds))


@act("swap-directions")
class SwapDirections(MovementAct):
    """At one table in one round North-South sat East-West."""

    changes = ("movement section",)
    story_of = ("table section table",)

    round: int
    table: int

    def decide(self, state: State, command: Command) -> GrantedAct:
        section = section_of(state, self.section)
        if section.movement.kind == "teams":
            raise Refused(
                say("In a teams match the other table would have to sit the other way too; edit the meetings.")
            )
        if section.meeting(self.round, self.table) is None:
            raise Refused(say("Nobody plays at table {table} in round {round}.", table=self.table, round=self.round))
        if state.winners == 2:
            raise Refused(
                say(
                    "With two winners everybody keeps to one side. Adjust the boards that were played the wrong way, or "
                    "score the session with one winner."
                )
            )
        return scorable(state, command, GrantedAct(self))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        state = with_movement(state, self.section, lambda movement: swapped(movement, self.round, self.table))
        there = {
            key: replace(record, ns=record.ew, ew=record.ns)
            for key, record in state.lines.items()
            if (key.section, key.round, key.table) == (self.section, self.round, self.table)
        }
        return replace(state, lines=state.lines | there)

    def lines_touched(self, state: State) -> tuple[LineKey, ...]:
        here = (self.section, self.round, self.table)
        return tuple(key for key in state.lines if (key.section, key.round, key.table) == here)

    def told(self, state: State) -> Sentence:
        return say(
            "turned table {table} in round {round}", table=state.table(self.section, self.table), round=self.round
        )


@act("edit-meeting")
class EditMeeting(MovementAct):
    """Write one meeting anew; without boards there is none."""

    changes = ("movement section",)

    meeting: Meeting

    def decide(self, state: State, command: Command) -> GrantedAct:
        """One meeting written anew: faults are told, not forbidden, because mending often goes through a faulty state."""
        section, meeting = section_of(state, self.section), self.meeting
        movement = section.movement
        check_round(movement, meeting.round)
        if not 1 <= meeting.table <= MOST_TABLES:
            raise Refused(say("There is no table {table}.", table=meeting.table))
        check_sides(state, self.section, *meeting.sides)
        if len(meeting.boards) > MOST_BOARDS:
            raise Refused(say("A round has at most {most} boards.", most=MOST_BOARDS))
        if any(not 1 <= board <= LAST_BOARD for board in meeting.boards):
            raise Refused(say("Boards are numbered 1 to {last}.", last=LAST_BOARD))
        night = edited(movement, meeting)
        if not night.meetings:
            raise Refused(say("That is the last meeting; a session without one cannot be."))
        if night == movement:
            raise Refused(say("Nothing would change."))
        _check_winners(state, section, night)
        insisted = insist(command, played_otherwise(state, section, night))
        return GrantedAct(self, insisted + new_faults(movement, night))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return with_movement(state, self.section, lambda movement: edited(movement, self.meeting))

    def told(self, state: State) -> Sentence:
        meeting = self.meeting
        return say(
            "wrote table {table} in round {round} anew: {ns} against {ew}, boards {boards}",
            table=state.table(self.section, meeting.table),
            round=meeting.round,
            ns=state.who(self.section, meeting.ns),
            ew=state.who(self.section, meeting.ew),
            boards=", ".join(map(str, meeting.boards)) or "-",
        )

    def concerns(self, state: State) -> Iterable[Thing]:
        return [("table", self.section, self.meeting.table)]


@act("pair-leaves")
class PairLeaves(Act):
    """A pair goes home: it is not ranked, and what it played stands or is cancelled, all of it."""

    changes = ("left section contestant",)
    needs = ("movement section", "contestants section")

    section: str
    contestant: int
    from_round: int
    stands: bool

    def decide(self, state: State, command: Command) -> GrantedAct:
        section = section_of(state, self.section)
        if section.movement.kind != "pairs":
            raise Refused(say("Only a pair can leave; in a team match change the meetings by hand."))
        if self.contestant not in {*section.movement.contestants, *_written(state, self.section)}:
            check_contestant(state, self.section, self.contestant)
        check_round(section.movement, self.from_round)
        if (self.section, self.contestant) in state.left:
            raise Refused(say("{who} has left already.", who=state.label(self.section, self.contestant)))
        return scorable(state, command, GrantedAct(self))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return replace(
            state, left={**state.left, (self.section, self.contestant): Departure(self.from_round, self.stands)}
        )

    def told(self, state: State) -> Sentence:
        values = {"who": state.label(self.section, self.contestant), "round": self.from_round}
        return (
            say("let {who} go before round {round}; its results stand", **values)
            if self.stands
            else say("let {who} go before round {round}; its results are cancelled", **values)
        )


def _check_change(state: State, command: Command, act: ChangeMovement | LatePair) -> tuple[Sentence, ...]:
    section = section_of(state, act.section)
    if act.movement.kind != section.movement.kind:
        raise Refused(say("A {old} session cannot go on as {new}.", old=section.movement.kind, new=act.movement.kind))
    late = isinstance(act, LatePair)
    first = max(section.round, 1) if late else 1  # what went wrong is often noticed rounds later
    if not first <= act.from_round <= act.movement.rounds:
        raise Refused(
            say(
                "The new movement can begin with a round between {first} and {last}, not {round}.",
                first=first,
                last=act.movement.rounds,
                round=act.from_round,
            )
        )
    night = changed(section.movement, act.movement, act.from_round)
    _check_winners(state, section, night)
    follow = isinstance(act, ChangeMovement) and act.follow
    open_faults, settled = faults_apart(section, act, night)
    return (*settled, *insist(command, (*played_otherwise(state, section, night, follow=follow), *open_faults)))


def faults_apart(
    section: Section, act: ChangeMovement | LatePair, night: Movement
) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
    """Faults of what is left, and boards that were in two places or with a pair twice in rounds gone by: they were.

    What the movement had before, as it was or after an earlier repair, is not charged to the change.
    """
    through = min(act.through, section.round) if isinstance(act, ChangeMovement) else 0
    last = max(section.round - 1, through)
    known = set(map(str, _faults(section.movement)))
    faults = [fault for fault in mended_audit(night).faults if str(fault.text) not in known]
    past = [fault for fault in faults if fault.board and fault.round and fault.round <= last]
    return tuple(fault.text for fault in faults if fault not in past), tuple(fault.text for fault in past)


def _check_winners(state: State, section: Section, movement: Movement) -> None:
    if state.winners != 2:
        return
    north_south, east_west = sides_taken(state, section.name, movement)
    if north_south & east_west:
        raise Refused(
            say(
                "With two winners everybody keeps to one side, and in this movement somebody does not; "
                "score the session with one winner first."
            )
        )


def _faults(movement: Movement) -> tuple[Sentence, ...]:
    return tuple(fault.text for fault in mended_audit(movement).faults)


def new_faults(before: Movement, after: Movement) -> tuple[Sentence, ...]:
    known = set(map(str, _faults(before)))
    return tuple(fault for fault in _faults(after) if str(fault) not in known)


def contradicted(state: State, section: Section, night: Movement, *, follow: bool = False) -> Iterator[LineKey]:
    """Results of the plan that another one would not have; those that `follow` only if their board is not there."""
    for key in sorted(state.lines):
        record = state.lines[key]
        if key.section != section.name or record.void or not fits(section.movement, key, record):
            continue  # of another section, struck out, or entered against the movement anyway
        there = night.at.get((key.round, key.table))
        if not (there and key.board in there.boards if follow else fits(night, key, record)):
            yield key


def played_otherwise(state: State, section: Section, night: Movement, *, follow: bool = False) -> Iterator[Sentence]:
    """Tables that have results of a meeting which the new movement does not have."""
    told: set[tuple[int, int]] = set()
    for key in contradicted(state, section, night, follow=follow):
        if (key.round, key.table) not in told:
            told.add((key.round, key.table))
            values = {
                "table": key.table,
                "round": key.round,
                "ns": section.movement.label(state.lines[key].ns),
                "ew": section.movement.label(state.lines[key].ew),
                "board": key.board,
            }
            if follow and (key.round, key.table) in night.at:
                yield say(
                    "Table {table} has a result of board {board} in round {round} ({ns} against {ew}), but it was not there.",
                    **values,
                )
            else:
                yield say(
                    "Table {table} has played in round {round} already ({ns} against {ew}, board {board}).", **values
                )


def _written(state: State, section: str) -> set[int]:
    return {who for key, record in state.lines.items() if key.section == section for who in (record.ns, record.ew)}


def with_movement(state: State, name: str, change: Callable[[Movement], Movement]) -> State:
    after = change_each(state, (name,), lambda section: replace(section, movement=change(section.movement)))
    return replace(after, seats={_seat_now(after, name, place): stints for place, stints in after.seats.items()})


OPPOSITE: Mapping[SeatLetter, SeatLetter] = {"N": "E", "E": "N", "S": "W", "W": "S"}


def _seat_now(state: State, name: str, place: Place) -> Place:
    """A seat is named after the direction in which its contestant starts: when that changes, the people stay."""
    movement = state.sections[name].movement
    if place.section != name or place.seat in seats_of(movement, place.contestant):
        return place
    return place._replace(seat=OPPOSITE[place.seat])


def _followed(state: State, section: str, old: Movement) -> State:
    """Results written for the pairs of the old plan, given to those whom the new one has at the same table."""
    new = state.sections[section].movement
    lines = dict(state.lines)
    for key in sorted(state.lines):
        there = new.at.get((key.round, key.table))
        if key.section == section and there and key.board in there.boards and fits(old, key, lines[key]):
            lines[key] = replace(lines[key], ns=there.ns, ew=there.ew)
    moved = [key for key in sorted(lines) if lines[key] != state.lines[key]]
    state = replace(state, lines=state.lines | {key: lines[key] for key in moved})
    for key in moved:  # the first score stands (Law 15B)
        record = state.lines[key]
        first = state.had_elsewhere(key, record.ns, record.ew)
        if record.occupies and not record.halved and first and first[1].round < key.round:
            state = replace(state, lines=state.lines | {key: replace(record, void=True)})
    return state
