"""Scores: a result is entered, confirmed, corrected, or said to be right though it looks wrong.

A pad writes at its own table: what it has not sent before as soon as the round has come, a correction only in the current
round. Afterwards the scorer and the director correct, with a reason; what the players got wrong needs the agreement of both
sides where the regulations ask for it (NZ manual ENT-04 and ENT-05, Bridge NSW regulations section 12).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from arrowswitch.bridge import NotBridge, Side, vulnerability_of
from arrowswitch.journals import ADDED
from arrowswitch.scoring.corrections import amended
from arrowswitch.session.deciding.granting import check_sides, insist, sides_taken
from arrowswitch.session.deciding.placing import check_line, had_before
from arrowswitch.session.deciding.rights import check_current, check_own_line, check_reached, closes
from arrowswitch.session.journal.act import AT_TABLE, DESK, DIRECTORS, Act, Actor, GrantedAct, Thing, act
from arrowswitch.session.journal.entries import Command, Doubtful, JournalEntry, Refused
from arrowswitch.session.night.checks import check_bridge, impossible, suspicious, wrong_board
from arrowswitch.session.night.lines import (
    PLAYED,
    Contracted,
    Entry,
    LatePlay,
    LineKey,
    LineRecord,
    SideName,
    entry_told,
    ns_points,
)
from arrowswitch.session.night.sight import has_looked
from arrowswitch.session.night.state import State
from arrowswitch.session.night.views import doubts
from arrowswitch.session.night.written import pairs_of, record_at, with_record
from arrowswitch.words import Sentence, say


@dataclass(frozen=True, slots=True)
class LineAct(Act):
    """An act upon one line."""

    line: LineKey

    def lines_touched(self, state: State) -> tuple[LineKey, ...]:
        return (self.line,)


@dataclass(frozen=True, slots=True)
class WritesLine(LineAct):
    """An act that writes a result on a line: the first, or another. `ns` and `ew` only where others played than the movement
    says."""

    who = AT_TABLE

    entry: Entry
    side: SideName | None = None
    ns: int | None = None
    ew: int | None = None

    def check_table(self, state: State, command: Command) -> None:
        check_own_line(state, command.by, self.line)
        self.check_round(state, command.by)
        if self.ns is not None or self.ew is not None:
            raise Refused(say("Only the desk can enter other pairs than those the movement sends here."))

    def check_round(self, state: State, by: Actor) -> None:
        """Refuses what a table writes out of its time."""

    def lines_touched(self, state: State) -> tuple[LineKey, ...]:
        strays = self.strays(state) if self.line.section in state.sections else ()
        return (self.line, *strays)

    def strays(self, state: State, *, forced: bool = False) -> tuple[LineKey, ...]:
        """What a table wrote for one of the pairs where the board was not due, while it is due where it is written now.

        What the director insists on is done as it was asked for.
        """
        section, _, _, board = self.line
        if not any(record.undue for record in state.lines.on(section, board).values()):
            return ()  # nearly always
        insisted = forced and self.side is None
        if insisted or not isinstance(self.entry, PLAYED) or not state.is_due(self.line):
            return ()
        pairs = zip(pairs_of(state, self.line, self.ns, self.ew), Side, strict=True)
        found = (key for pair, side in pairs for key in state.all_had(section, pair, side, board))
        return tuple(dict.fromkeys(key for key in found if key != self.line and state.lines[key].undue))

    def contested(self, state: State, *, forced: bool) -> State:
        """The state in which a board counts where it was due; what a table wrote elsewhere, by mistake or to see the board,
        waits for the director."""
        strays = self.strays(state, forced=forced)
        if not strays:
            return state
        return state.but(lines=state.lines | {key: replace(state.lines[key], void=True) for key in strays})

    def written(
        self, state: State, entry: JournalEntry, *, sure: bool, looked: bool = False, guessed: bool = False
    ) -> State:
        """The state with the result on its line."""
        ns, ew = pairs_of(state, self.line, self.ns, self.ew)
        state = self.contested(state, forced=entry.forced)
        record = state.lines.get(self.line) or LineRecord(ns, ew)
        strays = self.line not in state.lines and not state.is_due(self.line)
        # the first score stands (Law 15B)
        again = (
            isinstance(self.entry, PLAYED) and not record.halved and state.had_elsewhere(self.line, ns, ew) is not None
        )
        changed_record = replace(
            record,
            ns=ns,
            ew=ew,
            entry=self.entry,
            entered_by=self.side,
            confirmed=self.side is None,
            void=record.void or again,
            looked=self.side is not None and (record.looked or looked),
            guessed=self.side is not None and (record.guessed or guessed),
            undue=self.side is not None and (record.undue or strays),
            settled=sure,
        )
        return with_record(state, self.line, changed_record)


class ByRuling(Act):
    """A change of a score that may follow from a ruling, or from the appeal that changed it."""

    __slots__ = ()
    ruling: str
    appeal: str

    @property
    def by_appeal(self) -> bool:
        return bool(self.appeal)

    @property
    def of_ruling(self) -> str:
        return "" if self.appeal else self.ruling  # what an appeal changed is the appeal's

    def rests_on(self, state: State) -> Iterable[Thing]:
        if self.ruling:
            yield ("ruling", self.ruling)
            if self.appeal:
                yield ("appeal", self.appeal)

    def check_ruling(self, state: State, line: LineKey) -> None:
        """Refuses what is said to follow from a ruling that is not there, or that was made elsewhere."""
        if self.ruling and (self.ruling not in state.rulings or state.rulings[self.ruling].line != line):
            raise Refused(say("There is no such ruling about {place}.", place=state.place(line)))
        if self.appeal:
            lodged = state.appeals.get(self.appeal)
            if lodged is None or lodged.act.ruling != self.ruling:
                raise Refused(say("There is no such appeal against this ruling."))
            if lodged.decision is None or lodged.decision.outcome != "changed":
                raise Refused(say("The appeal has not changed the ruling."))


@act("enter")
class Enter(WritesLine):
    """Enter a result."""

    tables_insist = True  # which board was played there, a table knows best
    settled = ("side", "sure")

    sure: bool = field(default=False, metadata={ADDED: True})
    """Whether the desk was told what looks wrong about it, and sent it all the same."""

    def check_round(self, state: State, by: Actor) -> None:
        """A table writes what it has not sent before as soon as the round has come."""
        key = self.line
        over = key.round < state.round_at(key.section, key.table)
        if over and key not in state.lines and not state.is_due(key):
            raise Refused(
                say(
                    "Board {board} was not at table {table} in round {round}, and that round is over; ask the director.",
                    board=key.board,
                    table=state.table(by.section, by.table or 0),
                    round=key.round,
                )
            )
        check_reached(state, by, key)

    def decide(self, state: State, command: Command) -> GrantedAct:
        record = check_line(state, command, self.line)
        _check_match(state, self.line, *pairs_of(state, self.line, self.ns, self.ew))
        if record and record.entry and not isinstance(record.entry, LatePlay):
            raise Refused(
                say(
                    "There is a result already: {place} is {entry}. Correct it instead.",
                    place=state.place(self.line),
                    entry=entry_told(record.entry, self.line.board),
                )
            )
        notes = _check_entry(state, command, self)
        side = _side(command, self.side)
        sure = self.sure and command.by.role in DESK
        settled = self if (side, sure) == (self.side, self.sure) else replace(self, side=side, sure=sure)
        return GrantedAct(settled, notes)

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return self.written(state, entry, sure=self.sure)

    def told(self, state: State) -> Sentence:
        return say(
            "entered {entry} as {place}", entry=entry_told(self.entry, self.line.board), place=state.place(self.line)
        )


@act("confirm")
class Confirm(LineAct):
    """The other side agrees with what was keyed in."""

    who = AT_TABLE

    side: SideName = "EW"

    def check_table(self, state: State, command: Command) -> None:
        check_own_line(state, command.by, self.line)
        check_reached(state, command.by, self.line)
        check_said(command)

    def decide(self, state: State, command: Command) -> None:
        record = check_line(state, command, self.line)
        if record is None or record.entry is None:
            raise Refused(say("There is nothing to confirm: {place} has no result yet.", place=state.place(self.line)))
        if record.confirmed:
            raise Refused(say("It is confirmed already: {place}.", place=state.place(self.line)))
        if self.side == record.entered_by:
            raise Refused(say("The other side confirms what {side} have entered.", side=self.side))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return with_record(state, self.line, replace(record_at(state, self.line), confirmed=True))

    def told(self, state: State) -> Sentence:
        return say("confirmed {place}", place=state.place(self.line))


@act("correct")
class Correct(WritesLine, ByRuling):
    """Put another result in the place of one that was entered."""

    while_posted = "in time"
    settled = ("side", "looked", "guessed", "sure")

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

    def too_late(self, state: State) -> Sentence:
        return say(
            "The time for corrections ended at {time:%Y-%m-%d %H:%M %Z}; the director can reopen the results, with a "
            "reason.",
            time=closes(state),
        )

    def check_table(self, state: State, command: Command) -> None:
        WritesLine.check_table(self, state, command)
        check_said(command)

    def check_round(self, state: State, by: Actor) -> None:
        """A table corrects only what belongs to the current round."""
        check_current(state, self.line)

    def decide(self, state: State, command: Command) -> GrantedAct:
        record = check_line(state, command, self.line)
        check_bridge(self.line, self.entry)
        if record is None or record.entry is None:
            raise Refused(
                say("There is nothing to correct: {place} has no result yet. Enter it.", place=state.place(self.line))
            )
        if (record.entry, record.ns, record.ew) == (self.entry, *pairs_of(state, self.line, self.ns, self.ew)):
            raise Refused(
                say(
                    "Nothing would change: {place} is {entry} already.",
                    place=state.place(self.line),
                    entry=entry_told(record.entry, self.line.board),
                )
            )
        self.check_ruling(state, self.line)
        waived = _check_correction(state, command, self)
        notes = _check_entry(state, command, self)
        if record.adjusted:
            notes += (say("This board is adjusted; the award stands."),)
        looked = command.by.role == "table" and has_looked(state, command.by, self.line)
        guessed = command.by.role == "table" and _is_guessing(state, self)
        sure = self.sure and command.by.role in DESK
        settled = replace(self, side=_side(command, self.side), looked=looked, guessed=guessed, sure=sure)
        return GrantedAct(settled, waived + notes)

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return self.written(state, entry, sure=self.sure, looked=self.looked, guessed=self.guessed)

    def told(self, state: State) -> Sentence:
        values = {"entry": entry_told(self.entry, self.line.board), "place": state.place(self.line)}
        if self.looked:
            return say("corrected {place} to {entry}, after other results or the hands could be seen", **values)
        return say("corrected {place} to {entry}", **values)


@act("settle")
class Settle(Act):
    """A result that looks wrong is right; a later correction opens the question again."""

    who = DESK
    changes_results = False
    changes = story_of = ("line line",)

    line: LineKey

    def decide(self, state: State, command: Command) -> None:
        record = check_line(state, command, self.line)
        if record is None or record.settled or not doubts(state, self.line, record):
            raise Refused(say("Nothing looks wrong here: {place}.", place=state.place(self.line)))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return with_record(state, self.line, replace(record_at(state, self.line), settled=True))

    def told(self, state: State) -> Sentence:
        return say("said of {place}, which looked wrong, that it is right", place=state.place(self.line))


# -- what is asked of a result ---------------------------------------------------------------------------------------


def _side(command: Command, side: SideName | None) -> SideName | None:
    """A pad is a side's; the desk is nobody's."""
    return (side or "NS") if command.by.role == "table" else None


def _check_match(state: State, key: LineKey, ns: int, ew: int) -> None:
    """Refuses a board of a match that has its result as a whole."""
    match = state.settled_match(key.section, ns, ew, key.round)
    if match is not None:
        raise Refused(
            say(
                "The match of {one} and {other} has a result as a whole ({what}). The desk must take that back before its"
                " boards can be entered.",
                one=state.who(key.section, ns),
                other=state.who(key.section, ew),
                what=match.told,
            )
        )


def _check_entry(state: State, command: Command, act: Enter | Correct) -> tuple[Sentence, ...]:
    key, result = act.line, act.entry
    check_bridge(key, result)
    ns, ew = pairs_of(state, key, act.ns, act.ew)
    record = state.lines.get(key)
    promised = record is not None and isinstance(record.entry, LatePlay)
    elsewhere = () if promised else tuple(wrong_board(state, key))
    written = replace(act, side=_side(command, act.side))
    counted = written.contested(state, forced=command.force)
    problems = tuple(_objections(counted, key, result, ns, ew, named=bool(act.ns or act.ew)))
    if command.by.role == "table":
        insist(replace(command, force=False), problems)
        if elsewhere and key not in state.lines and not command.force:
            raise Doubtful(elsewhere[0])
        notes = elsewhere
    else:
        notes = insist(command, (*elsewhere, *problems))
    _check_pairs(state, key, ns, ew)
    strays = tuple(
        say(
            "There is another score, {place}, where the board was not due. The director will ask about it.",
            place=state.place(each),
        )
        for each in written.strays(state, forced=command.force)
    )
    of_course = command.repair and not isinstance(result, PLAYED)  # a repair knows that the board was not played
    return notes + strays + (() if of_course else suspicious(state, key, result))


def _objections(state: State, key: LineKey, result: Entry, ns: int, ew: int, *, named: bool) -> Iterator[Sentence]:
    yield from impossible(key, result)
    meeting = state.sections[key.section].meeting(key.round, key.table)
    if named and meeting and (ns, ew) != meeting.sides:
        movement = state.sections[key.section].movement
        shown: Callable[[int], object] = movement.label if movement.kind == "individual" else int
        yield say(
            "The movement sends {ns} and {ew} here, not {others}.",
            ns=shown(meeting.ns),
            ew=shown(meeting.ew),
            others=f"{shown(ns)}-{shown(ew)}",
        )
    if isinstance(result, PLAYED):
        yield from had_before(state, key, ns, ew)


def _check_pairs(state: State, key: LineKey, ns: int, ew: int) -> None:
    section = state.sections[key.section]
    if not ns or not ew:
        raise Refused(say("Say who played {place}; the movement has nobody there.", place=state.place(key)))
    check_sides(state, key.section, ns, ew)
    usual = section.movement.sides_taken
    if state.winners == 2 and not (ns in usual[0] and ew in usual[1]):  # what is written agrees with the movement
        north_south, east_west = sides_taken(state, section.name, section.movement)
        for contestant, side, others in ((ns, "NS", east_west), (ew, "EW", north_south)):
            if contestant in others:
                raise Refused(
                    say(
                        "With two winners everybody keeps to one side, and {who} cannot be {side} here. Adjust the "
                        "board, or score the session with one winner.",
                        who=section.movement.label(contestant),
                        side=side,
                    )
                )


SLIPS = 2
"""So many contracts may a table write on a line: the first, and what it should have been."""


def _is_guessing(state: State, act: Correct) -> bool:
    """Whether a table writes one contract after the other on a line."""
    written = (*from_the_table(state, act.line), act)
    return (
        len({(each.entry.contract, each.entry.declarer) for each in written if isinstance(each.entry, Contracted)})
        > SLIPS
    )


def check_said(command: Command) -> None:
    """A table says what it had before it when it puts something else there, or agrees."""
    if command.seen is None:
        raise Refused(say("A table says what stood there when it changes a score or agrees to one. Look again."))


# -- corrections ------------------------------------------------------------------------------------------------------


def reason_due(state: State, line: LineKey) -> bool:
    """Whether a correction of a line needs a reason; while the round is on the players put it right at the table."""
    return line.round < state.sections[line.section].round or bool(state.publications)


def _check_correction(state: State, command: Command, act: Correct) -> tuple[Sentence, ...]:
    """Refuses a correction for which something is missing; what the director waived is noted."""
    if (act.ruling or act.appeal) and command.by.role not in DIRECTORS:
        raise Refused(say("Only the director can change a result by a ruling."))
    if not reason_due(state, act.line):
        return ()
    if not command.why.strip():
        raise Refused(say("The round is over: a correction now needs a reason."))
    if (
        act.ruling
        or act.error == "scorer"
        or not state.regulations.corrections.both_sides
        or set(act.consent) == {"NS", "EW"}
    ):
        return ()
    if _scorer_may_amend(state, act):
        return (say("Put right without asking, as the regulations allow."),)
    if not command.force:
        raise Refused(
            say(
                "Both sides must agree to this correction. Without them only what the regulations name may be put "
                "right: {cases}.",
                cases=_cases_told(state.regulations.corrections.scorer_may_amend),
            )
        )
    return (say("Corrected without the agreement of both sides."),)


CASES: Mapping[str, Sentence] = {
    "impossible-score": say("a score that cannot be"),
    "vulnerability": say("a score for the wrong vulnerability"),
    "game-vulnerability": say("a game scored for the wrong vulnerability"),
}
"""What the scorer may put right alone, in words."""


def _cases_told(cases: tuple[str, ...]) -> Sentence:
    if not cases:
        return say("nothing")
    told = {f"case{number}": CASES[case] for number, case in enumerate(cases)}
    return say(", ".join("{" + name + "}" for name in told), **told)


def _scorer_may_amend(state: State, act: Correct) -> bool:
    """Whether this is a slip that the scorer may put right alone: it follows from the contract that was written."""
    record = state.lines.get(act.line)
    if record is None:
        return False
    board = act.line.board
    recorded = ns_points(record.entry, board)
    if recorded is None or not isinstance(act.entry, Contracted):
        return False
    if isinstance(record.entry, Contracted) and record.entry.result != act.entry.result:
        return False
    try:
        right = amended(act.entry.result, recorded, vulnerability_of(board), state.regulations.corrections)
    except NotBridge:
        return False
    return right is not None and right == ns_points(act.entry, board)


def from_the_table(state: State, key: LineKey) -> tuple[Enter | Correct, ...]:
    """What a table has written on a line, in order; also what was undone, for it was written."""
    return tuple(
        entry.act
        for entry in state.journal
        if entry.by.role == "table" and isinstance(entry.act, Enter | Correct) and entry.act.line == key
    )
