"""Decisions about lines: entering, confirming, correcting, adjusting, striking out, fouled and removed boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.bridge import Side
from arrowswitch.scoring.lines import ELSEWHERE, Award, Ceiling, Damage, Floor, Score, Weighted
from arrowswitch.session import acts
from arrowswitch.session.deciding.granting import (
    Granted,
    check_contestant,
    check_scorable,
    check_text,
    insist,
    section_of,
    sections_of,
    sides_taken,
)
from arrowswitch.session.deciding.rights import DESK, check_correction
from arrowswitch.session.journal.events import Command, Doubtful, Outdated, Refused
from arrowswitch.session.night.checks import check_bridge, impossible, no_score, suspicious, wrong_board
from arrowswitch.session.night.lines import (
    PLAYED,
    Adjustment,
    Contracted,
    Entry,
    LatePlay,
    LineKey,
    SideName,
    record_told,
    told,
)
from arrowswitch.session.night.sight import has_looked
from arrowswitch.session.night.state import State
from arrowswitch.session.night.strays import contested, pairs_of, strays_of
from arrowswitch.session.night.views import doubts
from arrowswitch.session.story.chronicle import check_board_seen
from arrowswitch.session.story.history import from_the_table, last_change
from arrowswitch.words import Sentence, say


def enter(state: State, command: Command, act: acts.Enter) -> Granted:
    """A result where there is none yet."""
    _check_place(state, command, act.line)
    _check_seen(state, command, act.line)
    record = state.lines.get(act.line)
    if record and record.entry and not isinstance(record.entry, LatePlay):
        raise Refused(
            say(
                "There is a result already: {place} is {entry}. Correct it instead.",
                place=state.place(act.line),
                entry=told(record.entry, act.line.board),
            )
        )
    notes = _check_entry(state, command, act)
    side = _side(command, act.side)
    sure = act.sure and command.by.role in DESK
    settled = act if (side, sure) == (act.side, act.sure) else replace(act, side=side, sure=sure)
    return Granted(settled, notes)


def correct(state: State, command: Command, act: acts.Correct) -> Granted:
    """Another result in the place of the first."""
    _check_place(state, command, act.line)
    _check_seen(state, command, act.line)
    check_bridge(act.line, act.entry)
    record = state.lines.get(act.line)
    if record is None or record.entry is None:
        raise Refused(
            say("There is nothing to correct: {place} has no result yet. Enter it.", place=state.place(act.line))
        )
    if (record.entry, record.ns, record.ew) == (act.entry, *pairs_of(state, act.line, act.ns, act.ew)):
        raise Refused(
            say(
                "Nothing would change: {place} is {entry} already.",
                place=state.place(act.line),
                entry=told(record.entry, act.line.board),
            )
        )
    _check_ruling(state, act)
    waived = check_correction(state, command, act)
    notes = _check_entry(state, command, act)
    if record.adjusted:
        notes += (say("This board is adjusted; the award stands."),)
    looked = command.by.role == "table" and has_looked(state, command.by, act.line)
    guessed = command.by.role == "table" and _is_guessing(state, act)
    sure = act.sure and command.by.role in DESK
    settled = replace(act, side=_side(command, act.side), looked=looked, guessed=guessed, sure=sure)
    return Granted(settled, waived + notes)


SLIPS = 2
"""So many contracts may a table write on a line: the first, and what it should have been."""


def _is_guessing(state: State, act: acts.Correct) -> bool:
    """Whether a table writes one contract after the other on a line."""
    written = (*from_the_table(state, act.line), act)
    return (
        len({(each.entry.contract, each.entry.declarer) for each in written if isinstance(each.entry, Contracted)})
        > SLIPS
    )


def _check_ruling(state: State, act: acts.Correct | acts.Adjust) -> None:
    """Refuses what is said to follow from a ruling that is not there, or that was made elsewhere."""
    if act.ruling and (act.ruling not in state.rulings or state.rulings[act.ruling].line != act.line):
        raise Refused(say("There is no such ruling about {place}.", place=state.place(act.line)))
    if act.appeal:
        appeal = state.appeals.get(act.appeal)
        if appeal is None or appeal.act.ruling != act.ruling:
            raise Refused(say("There is no such appeal against this ruling."))
        if appeal.decision is None or appeal.decision.outcome != "changed":
            raise Refused(say("The appeal has not changed the ruling."))


def confirm(state: State, command: Command, act: acts.Confirm) -> Granted:
    """The other side agrees."""
    _check_place(state, command, act.line)
    _check_seen(state, command, act.line)
    record = state.lines.get(act.line)
    if record is None or record.entry is None:
        raise Refused(say("There is nothing to confirm: {place} has no result yet.", place=state.place(act.line)))
    if record.confirmed:
        raise Refused(say("It is confirmed already: {place}.", place=state.place(act.line)))
    if act.side == record.entered_by:
        raise Refused(say("The other side confirms what {side} have entered.", side=act.side))
    return Granted(act)


def settle(state: State, command: Command, act: acts.Settle) -> Granted:
    """A result that looks wrong, and is right."""
    _check_place(state, command, act.line)
    _check_seen(state, command, act.line)
    record = state.lines.get(act.line)
    if record is None or record.settled or not doubts(state, act.line, record):
        raise Refused(say("Nothing looks wrong here: {place}.", place=state.place(act.line)))
    return Granted(act)


def adjust(state: State, command: Command, act: acts.Adjust) -> Granted:
    """An adjusted score, or an earlier one taken back."""
    _check_place(state, command, act.line)
    _check_seen(state, command, act.line)
    _check_ruling(state, act)
    record = state.lines.get(act.line)
    key, adjustment = act.line, act.adjustment
    awards = [award for award in (adjustment.ns, adjustment.ew) if award is not None]
    if record is None:
        insist(command, _not_there(state, key))
        if not all(pairs_of(state, key)):
            raise Refused(
                say("Nobody is known to play {place}; enter it with its pairs first.", place=state.place(key))
            )
    played = record is not None and isinstance(record.entry, PLAYED)
    if len(awards) == 1 and not played:
        raise Refused(
            say("Give both sides a score: {place} has no result that one of them could keep.", place=state.place(key))
        )
    if not awards and record is None:
        raise Refused(say("There is nothing to adjust: give the sides a score."))
    halved = ELSEWHERE in awards
    if record is not None and record.void and not halved:
        raise Refused(say("It is struck out: {place}. Let it count first.", place=state.place(key)))
    if record is not None and adjustment == record.adjustment:
        raise Refused(say("Nothing would change: this is the adjustment already."))
    notes = insist(command, _impossible_awards(key, awards))
    if halved:
        _check_halved(state, key, adjustment)
    if awards:
        ns, ew = (0 if given == ELSEWHERE else who for who, given in _given(state, key, adjustment))
        _check_first(state, key, ns, ew)
    granted = Granted(act, notes)
    check_scorable(state, command, granted)
    return granted


def _given(state: State, key: LineKey, adjustment: Adjustment) -> Iterator[tuple[int, Award | None]]:
    """The two contestants of a line, each with its award."""
    return zip(pairs_of(state, key), (adjustment.ns, adjustment.ew), strict=True)


def _check_halved(state: State, key: LineKey, adjustment: Adjustment) -> None:
    """One side may have its score elsewhere, if it has one; the other is given its own here (Law 15B)."""
    movement = state.sections[key.section].movement
    if movement.kind == "teams":
        raise Refused(say("In a match of teams both sides have their score on a board at the same table."))
    if adjustment.ns == adjustment.ew:
        raise Refused(say("Both sides have played board {board} before: strike this line out.", board=key.board))
    for side, (who, given) in zip(Side, _given(state, key, adjustment), strict=True):
        if given == ELSEWHERE and state.had(key.section, who, side, key.board) in (None, key):
            raise Refused(
                say(
                    "{who} has no other score on board {board}; enter the first result before.",
                    who=movement.label(who),
                    board=key.board,
                )
            )


def strike(state: State, command: Command, act: acts.Strike) -> Granted:
    """A line that does not count, or counts again."""
    _check_seen(state, command, act.line)
    record = state.lines.get(act.line)
    if record is None:
        raise Refused(say("There is no line to strike out: {place}.", place=state.place(act.line)))
    if record.void == act.void:
        place = state.place(act.line)
        raise Refused(
            say("It is struck out already: {place}.", place=place)
            if act.void
            else say("It counts already: {place}.", place=place)
        )
    if not act.void:
        _check_first(state, act.line, record.ns, record.ew)
    granted = Granted(act)
    check_scorable(state, command, granted)
    return granted


def split_board(state: State, command: Command, act: acts.SplitBoard) -> Granted:
    """Lines of a fouled board that are compared by themselves."""
    if not act.lines:
        raise Refused(say("Say at which tables this version of the board was played."))
    if len({line.board for line in act.lines}) > 1:
        raise Refused(say("These are lines of several boards; a board is split by itself."))
    check_text(act.group, say("The name of the version"))
    check_board_seen(state, command, act.lines[0].board)
    for line in act.lines:
        if line not in state.lines:
            raise Refused(say("There is no result yet: {place}.", place=state.place(line)))
    if all(state.lines[line].group == act.group for line in act.lines):
        raise Refused(say("Nothing would change: they are in this version already."))
    granted = Granted(acts.SplitBoard(tuple(dict.fromkeys(act.lines)), act.group))
    check_scorable(state, command, granted)
    return granted


def remove_board(state: State, command: Command, act: acts.RemoveBoard) -> Granted:
    """A board that is not scored at all, or is again."""
    check_board_seen(state, command, act.board)
    sections = [each for each in sections_of(state, act.section) if act.board in each.movement.boards]
    if not sections:
        raise Refused(say("Board {board} is not in play in this session.", board=act.board))
    if all(((each.name, act.board) in state.removed) == act.removed for each in sections):
        raise Refused(
            say("Board {board} is removed already.", board=act.board)
            if act.removed
            else say("Board {board} is not removed.", board=act.board)
        )
    granted = Granted(act)
    check_scorable(state, command, granted)
    return granted


# -- what all of them ask ---------------------------------------------------------------------------------------------


def _side(command: Command, side: SideName | None) -> SideName | None:
    """A pad is a side's; the desk is nobody's."""
    return (side or "NS") if command.by.role == "table" else None


def _check_place(state: State, command: Command, key: LineKey) -> None:
    section = section_of(state, key.section)
    if not 1 <= key.round <= section.movement.rounds:
        asked = {"round": key.round, "rounds": section.movement.rounds}
        raise Refused(
            say("There is no round {round}: the last is round {rounds}.", **asked)
            if len(state.sections) == 1
            else say("There is no round {round}: section {section} plays {rounds}.", section=key.section, **asked)
        )
    ahead = section.round and (command.by.role in DESK or not state.settings.wait)  # the desk may be behind the tables
    if key.round > section.round and not ahead:
        raise Refused(say("Round {round} has not been called yet.", round=key.round))
    in_play = section.movement.boards
    if key.board not in in_play and key not in state.lines:
        raise Refused(
            say(
                "Board {board} is not in play in this session (boards {first}-{last}).",
                board=key.board,
                first=in_play[0],
                last=in_play[-1],
            )
        )


def _check_seen(state: State, command: Command, key: LineKey) -> None:
    """Refuses a change of a line that somebody else has changed since it was looked at."""
    if command.seen is None or command.seen == state.version(key):
        return
    change = last_change(state, key)
    if change is None:
        raise Outdated(say("This line has changed since you saw it: {place}.", place=state.place(key)))
    raise Outdated(
        say(
            "{name} was faster: {place} is now {after}, and was {before}. Look again before you change it.",
            name=change.event.by.name or change.event.by.role,
            place=state.place(key),
            after=record_told(change.after, key.board),
            before=record_told(change.before, key.board),
        )
    )


def _check_entry(state: State, command: Command, act: acts.Enter | acts.Correct) -> tuple[Sentence, ...]:
    key, entry = act.line, act.entry
    check_bridge(key, entry)
    ns, ew = pairs_of(state, key, act.ns, act.ew)
    record = state.lines.get(key)
    promised = record is not None and isinstance(record.entry, LatePlay)
    elsewhere = () if promised else tuple(wrong_board(state, key))
    written = replace(act, side=_side(command, act.side))
    counted = contested(state, written, forced=command.force)
    problems = tuple(_objections(counted, key, entry, ns, ew, named=bool(act.ns or act.ew)))
    if command.by.role == "table":
        insist(replace(command, force=False), problems)
        if elsewhere and key not in state.lines and not command.force:
            raise Doubtful(elsewhere[0])
        notes = elsewhere
    else:
        notes = insist(command, (*elsewhere, *problems))
    _check_pairs(state, key, ns, ew)
    strays = tuple(_contests(state, each) for each in strays_of(state, written, forced=command.force))
    of_course = command.repair and not isinstance(entry, PLAYED)  # a repair knows that the board was not played
    return notes + strays + (() if of_course else suspicious(state, key, entry))


def _contests(state: State, key: LineKey) -> Sentence:
    return say(
        "There is another score, {place}, where the board was not due. The director will ask about it.",
        place=state.place(key),
    )


def _objections(state: State, key: LineKey, entry: Entry, ns: int, ew: int, *, named: bool) -> Iterator[Sentence]:
    yield from impossible(key, entry)
    meeting = state.sections[key.section].meeting(key.round, key.table)
    if named and meeting and (ns, ew) != meeting.sides:
        yield say(
            "The movement sends {ns} and {ew} here, not {others}.",
            ns=meeting.ns,
            ew=meeting.ew,
            others=f"{ns}-{ew}",
        )
    if isinstance(entry, PLAYED):
        yield from _had_it(state, key, ns, ew)


def _had_it(state: State, key: LineKey, ns: int, ew: int) -> Iterator[Sentence]:
    had = state.had_elsewhere(key, ns, ew)
    if had:
        contestant, first = had
        yield say(
            "{who} has had board {board} already, at table {table} in round {round}; that score stands, and a "
            "second one does not count.",
            who=state.sections[key.section].movement.label(contestant),
            board=key.board,
            table=state.table(first.section, first.table),
            round=first.round,
        )


def _check_first(state: State, key: LineKey, ns: int, ew: int) -> None:
    for problem in _had_it(state, key, ns, ew):
        raise Refused(problem)


def _check_pairs(state: State, key: LineKey, ns: int, ew: int) -> None:
    section = state.sections[key.section]
    if not ns or not ew:
        raise Refused(say("Say who played {place}; the movement has nobody there.", place=state.place(key)))
    if ns == ew:
        raise Refused(say("{who} cannot sit on both sides.", who=section.movement.label(ns)))
    for contestant in (ns, ew):
        check_contestant(state, key.section, contestant)
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


def _not_there(state: State, key: LineKey) -> Iterator[Sentence]:
    meeting = state.sections[key.section].meeting(key.round, key.table)
    if meeting is None or key.board not in meeting.boards:
        yield say("Nobody was to play {place}.", place=state.place(key))


def _impossible_awards(key: LineKey, awards: list[Award]) -> Iterator[Sentence]:
    for points in {points for award in awards for points in _scores_in(award)}:
        yield from no_score(points, key.board)


def _scores_in(award: Award) -> tuple[int, ...]:
    match award:
        case Score(ns) | Floor(ns) | Ceiling(ns):
            return (ns,)
        case Weighted(outcomes):
            return tuple(outcome.ns for outcome in outcomes)
        case Damage(expected, after, actual):
            return expected, after, actual
        case _:
            return ()
