"""Before the results are posted: is anything missing, does anything look wrong, has everything been decided?

The checklist of the end of the night (NZ manual 2.12, Busbridge instructions BDB-21 to 25). Points go to who played more
than half (SUB-01); sections are ranked together only where they play the same number of boards (SET-14).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from arrowswitch.session.acts import Place, SeatedPlayer
from arrowswitch.session.acts.penalties import penalty_told
from arrowswitch.session.acts.tasks import open_tasks
from arrowswitch.session.night.lines import LineKey, award_told
from arrowswitch.session.night.missing import awaited, missing
from arrowswitch.session.night.seats import boards_by_player, unnamed
from arrowswitch.session.night.state import Ruling, State
from arrowswitch.session.night.views import looks_wrong
from arrowswitch.words import Sentence, counted, say, say_count


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to look at."""

    text: Sentence
    line: LineKey | None = None
    place: Place | None = None
    section: str = ""
    contestant: int | None = None
    players: tuple[tuple[SeatedPlayer, int], ...] = ()
    """Who shared a seat, and how many boards each played."""
    task: str = ""
    """The task that is to be done."""


Weight = Literal["stops", "ask", "know"]
Finder = Callable[[State], Iterator[Finding]]


@dataclass(frozen=True)
class Check:
    """A point of the checklist, with what was found."""

    kind: str
    title: Sentence
    """What it is when all is in order."""
    trouble: Sentence
    """What it is when something was found."""
    weight: Weight
    """Whether it stops posting, should be settled first, or is only good to know."""
    findings: tuple[Finding, ...] = ()
    count: int | None = None
    """How many there are, where a finding is about several."""

    @property
    def many(self) -> int:
        """How many there are."""
        return len(self.findings) if self.count is None else self.count

    @property
    def in_order(self) -> bool:
        """Whether there is nothing to do about it."""
        return not self.findings


def _rounds(state: State) -> Iterator[Finding]:
    for section in state.sections.values():
        if not section.last_called:
            rounds = counted("rounds", section.movement.all_rounds)
            yield Finding(
                say_count(
                    "{n} of {rounds} has been played", "{n} of {rounds} have been played", section.round, rounds=rounds
                )
                if len(state.sections) == 1
                else say(
                    "Section {section} has played {round} of {rounds}",
                    section=section.name,
                    round=section.round,
                    rounds=rounds,
                ),
                section=section.name,
            )


def _tasks(*, asked: bool) -> Finder:
    """What is to be done, or only to be looked at again."""
    return lambda state: (
        Finding(task.text, section=task.section, task=task.id) for task in open_tasks(state) if task.asked is asked
    )


def _unnamed(state: State) -> Iterator[Finding]:
    return (Finding(_place(state, each), place=each) for each in unnamed(state))


def _wrong(state: State) -> Iterator[Finding]:
    for key, warnings in looks_wrong(state):
        for warning in warnings:
            yield Finding(say("{place}: {warning}", place=state.place(key), warning=warning), key)


def _gaps(what: str) -> Finder:
    """The lines that lack something: before the last round is called, of those that the desk should have by now."""

    def find(state: State) -> Iterator[Finding]:
        all_called = all(section.last_called for section in state.sections.values())
        gaps = missing(state, confirmations=True) if all_called else awaited(state, confirmations=True)
        return (Finding(state.place(each.line), each.line) for each in gaps if each.what == what)

    return find


def _place(state: State, place: Place) -> Sentence:
    return say("{who}, {seat}", who=state.label(place.section, place.contestant), seat=place.seat)


def _appeals(state: State) -> Iterator[Finding]:
    for key, record in sorted(state.lines.items()):
        if record.adjustment.under_appeal and not record.void and not state.under_appeal(key):
            yield Finding(state.place(key), key)
    for appeal in state.appeals.values():
        ruling = state.rulings[appeal.act.ruling]
        if appeal.open:
            yield _ruling(state, ruling)


def _rulings(state: State) -> Iterator[Finding]:
    return (_ruling(state, ruling) for ruling in state.rulings.values() if ruling.open)


def _ruling(state: State, ruling: Ruling) -> Finding:
    table = state.table(ruling.act.section, ruling.act.table)
    return Finding(say("{title}, table {table}", title=ruling.act.title, table=table), ruling.line)


def _calls(state: State) -> Iterator[Finding]:
    for call in state.calls.values():
        if call.answered is None:
            yield Finding(
                say(
                    "Table {table} called at {time}",
                    table=state.table(call.section, call.table),
                    time=f"{call.at:%H:%M}",
                ),
                section=call.section,
            )


def _sections(state: State) -> Iterator[Finding]:
    boards = {section.name: section.movement.boards_to_play for section in state.sections.values()}
    if not state.apart and len(set(boards.values())) > 1:
        counts = ", ".join(f"{name} {count}" for name, count in boards.items())
        yield Finding(
            say(
                "The sections are ranked together, but do not play the same number of boards ({counts}): "
                "only the percentages can be compared.",
                counts=counts,
            )
        )


def _fouled(state: State) -> Iterator[Finding]:
    for board in sorted(state.on_board):
        groups: dict[str, int] = {}
        first: LineKey | None = None
        for key in state.on_board[board]:
            record = state.lines[key]
            if record.occupies:
                groups[record.group] = groups.get(record.group, 0) + 1
                first = first or key
        if len(groups) > 1:
            counts = ", ".join(f"{name or '-'}: {groups[name]}" for name in sorted(groups))
            yield Finding(say("Board {board}, results in each group: {counts}", board=board, counts=counts), first)


def _removed(state: State) -> Iterator[Finding]:
    for section, board in sorted(state.removed):
        yield Finding(
            say("Board {board}", board=board)
            if len(state.sections) == 1
            else say("Board {board} in section {section}", board=board, section=section),
            section=section,
        )


def _adjusted(state: State) -> Iterator[Finding]:
    for key, record in sorted(state.lines.items()):
        if record.adjusted and not record.void:
            yield Finding(
                say(
                    "{place}: {ns} for North-South, {ew} for East-West",
                    place=state.place(key),
                    ns=award_told(record.adjustment.ns),
                    ew=award_told(record.adjustment.ew),
                ),
                key,
            )


def _penalties(state: State) -> Iterator[Finding]:
    for penalty in state.penalties.values():
        if not penalty.withdrawn:
            who = state.label(penalty.section, penalty.contestant)
            text = say("{who}: {penalty} ({why})", who=who, penalty=penalty_told(penalty), why=penalty.why)
            yield Finding(text, section=penalty.section, contestant=penalty.contestant)


def left_early(state: State) -> Iterator[Finding]:
    """The pairs that went home, and what became of their results: everybody who reads the list is told."""
    for (section, contestant), gone in sorted(state.left.items()):
        values = {"who": state.label(section, contestant), "round": gone.from_round - 1}
        text = (
            say("{who} left after round {round}: not ranked, and its results stand.", **values)
            if gone.stands
            else say("{who} left after round {round}: not ranked, and its results are cancelled.", **values)
        )
        yield Finding(text, section=section, contestant=contestant)


def _shares(state: State) -> Iterator[Finding]:
    for place, stints in sorted(state.seats.items()):
        if len(stints) > 1:
            played = tuple(boards_by_player(state, place).items())
            if played:
                yield Finding(_place(state, place), place=place, players=played)


POINTS: tuple[tuple[str, Sentence, Sentence, Weight, Finder], ...] = (
    ("rounds", say("All rounds played"), say("Rounds not played"), "stops", _rounds),
    ("missing", say("No result missing"), say("Results missing"), "stops", _gaps("result")),
    ("late", say("No late play left"), say("Boards to be played late"), "stops", _gaps("late-play")),
    ("tasks", say("No task left"), say("Tasks left to do"), "stops", _tasks(asked=False)),
    ("later", say("Nothing to look at again"), say("To look at again"), "ask", _tasks(asked=True)),
    ("unconfirmed", say("All results confirmed"), say("Results not confirmed"), "ask", _gaps("confirmation")),
    ("wrong", say("No result looks wrong"), say("Results that look wrong"), "ask", _wrong),
    ("unnamed", say("Everybody has a name"), say("Seats without a name"), "ask", _unnamed),
    ("rulings", say("No ruling left open"), say("Rulings left open"), "ask", _rulings),
    ("appeals", say("No appeal open"), say("Rulings under appeal"), "ask", _appeals),
    ("calls", say("All calls answered"), say("Calls not answered"), "ask", _calls),
    ("sections", say("Sections comparable"), say("Sections that cannot be compared"), "ask", _sections),
    ("fouled", say("No fouled board"), say("Fouled boards"), "know", _fouled),
    ("removed", say("No board taken out"), say("Boards taken out"), "know", _removed),
    ("adjusted", say("No adjusted score"), say("Adjusted scores"), "know", _adjusted),
    ("penalties", say("No penalty or warning"), say("Penalties and warnings"), "know", _penalties),
    ("left", say("Nobody left early"), say("Pairs that left"), "know", left_early),
    ("shares", say("Nobody shared a seat"), say("Shared seats, for awards"), "know", _shares),
)


def checklist(state: State) -> tuple[Check, ...]:
    """Every point, also those that are in order.

    >>> [check.kind for check in checklist(State()) if not check.in_order]
    []
    """
    left = max((each.rounds_left for each in state.sections.values()), default=0)
    return tuple(
        Check(kind, title, trouble, weight, tuple(find(state)), left if kind == "rounds" else None)
        for kind, title, trouble, weight, find in POINTS
    )
