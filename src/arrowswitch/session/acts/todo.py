"""What is still to be done: the promises of repairs and rulings, each until the act that keeps it, or until set aside.

What a repair has promised is in the journal (`LeaveTask`); what a ruling has promised follows from the ruling and the
book. Nothing marks a task as done but the state itself, so that it makes no difference where the director did it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from arrowswitch.session import acts
from arrowswitch.session.acts import Act, LeaveTask
from arrowswitch.session.acts.consequences import award_wanted, effects_of, score_act
from arrowswitch.session.acts.following import penalty_is_due
from arrowswitch.session.night.lines import PLAYED, LineKey, NotPlayed
from arrowswitch.session.night.missing import missing
from arrowswitch.session.night.state import Ruling, State
from arrowswitch.session.story.telling import task_told
from arrowswitch.words import Sentence, say

TaskKind = Literal["award", "play", "enter", "remind", "score", "penalty", "check"]
"""As a repair leaves them; and of a ruling: put it into the score, give the penalty, look again later."""
ASKED: tuple[TaskKind, ...] = ("remind", "check")
"""What changes no score and nobody but the director can tell to be done: posting asks about it and does not wait."""


@dataclass(frozen=True, slots=True)
class Task:
    """Something that was promised and has not been done."""

    id: str
    kind: TaskKind
    text: Sentence
    section: str
    round: int
    """When it is due."""
    left: LeaveTask | None = None
    ruling: str = ""

    @property
    def lines(self) -> tuple[LineKey, ...]:
        """The lines that it is about."""
        return lines_of(self.left) if self.left else ()

    @property
    def asked(self) -> bool:
        """Whether the director's word is all that it needs."""
        return self.kind in ASKED


def lines_of(left: LeaveTask) -> tuple[LineKey, ...]:
    """The lines that a task of a repair is about."""
    return tuple(LineKey(left.section, left.round, left.table, board) for board in left.boards)


def open_tasks(state: State) -> tuple[Task, ...]:
    """Everything that is to be done, what is due first of all.

    >>> open_tasks(State())
    ()
    """
    found = [task for task in (*_of_repairs(state), *_of_rulings(state)) if task.id not in state.closed_tasks]
    return tuple(sorted(found, key=lambda task: (not is_due(state, task), task.round)))


def find_task(state: State, name: str) -> Task | None:
    """An open task by its name."""
    return next((task for task in open_tasks(state) if task.id == name), None)


def is_due(state: State, task: Task) -> bool:
    """Whether its round has come."""
    return task.round <= state.sections[task.section].round


# -- what repairs leave -----------------------------------------------------------------------------------------------


def _of_repairs(state: State) -> Iterator[Task]:
    for name, left in state.tasks.items():
        done = _is_past(state, left) if left.what == "remind" else all(_is_done(state, left, k) for k in lines_of(left))
        if not done:
            yield Task(name, left.what, task_told(left, state), left.section, left.round, left)


def _is_past(state: State, left: LeaveTask) -> bool:
    """Whether play is over, and a reminder with it; what was to be done after the last round is still asked about."""
    section = state.sections[left.section]
    last = section.movement.rounds
    over = section.over or (section.round >= last and not missing(state, section.name))
    return over and left.round < last


def _is_done(state: State, left: LeaveTask, key: LineKey) -> bool:
    """Whether a board of a task has what was promised, or something that makes it idle."""
    record = state.lines.get(key)
    if (key.section, key.board) in state.removed or state.cancelled(left.section, left.ns, left.ew):
        return True
    if record is None or (record.ns, record.ew) != (left.ns, left.ew):
        return False
    if left.what == "award":
        return not record.void and (record.adjusted or isinstance(record.entry, PLAYED))
    return record.finished


def deeds(state: State, task: Task) -> tuple[tuple[Act, bool], ...]:
    """The acts that give what was promised, each with whether the director's word is needed for it.

    A board that was left out of the movement first gets a line to stand on, between those who were to play it.
    """
    if task.left is None or task.left.what != "award":
        return ()
    return tuple(deed for key in task.lines for deed in _award(state, task.left, key))


def _award(state: State, left: LeaveTask, key: LineKey) -> Iterator[tuple[Act, bool]]:
    if _is_done(state, left, key):
        return
    meeting = state.sections[key.section].meeting(key.round, key.table)
    planned = meeting is not None and key.board in meeting.boards and meeting.sides == (left.ns, left.ew)
    if key not in state.lines and not planned:
        yield acts.Enter(key, NotPlayed(), ns=left.ns, ew=left.ew), True
    yield acts.Adjust(key, left.award), False


# -- what rulings leave -----------------------------------------------------------------------------------------------


def _of_rulings(state: State) -> Iterator[Task]:
    for ruling in state.rulings.values():
        if ruling.act.outcome:
            yield from _of_ruling(state, ruling)


def _of_ruling(state: State, ruling: Ruling) -> Iterator[Task]:
    def task(kind: TaskKind, text: Sentence, what: str = "") -> Task:
        return Task(f"{what or kind}:{ruling.id}", kind, text, ruling.act.section, ruling.act.round, ruling=ruling.id)

    act = ruling.act
    where = {"title": act.title, "table": state.table(act.section, act.table), "board": act.board}
    wanted = ruling.line is not None and (bool(award_wanted(act)) or score_act(state, ruling) is not None)
    later = next((str(each.get("text", "")) for each in effects_of(act) if each["kind"] == "check-later"), None)
    if wanted and not _changed_since(state, ruling):
        yield task("score", say("Put it into the score: {title}, table {table}, board {board}.", **where))
    elif later is not None and not wanted:
        what = say("look at it again") if not later or "{" in later else later
        yield task("check", say("{title}, table {table}: {what}", what=what, **where))
    meeting = state.sections[act.section].meeting(act.round, act.table)
    for side, who in zip(("NS", "EW"), meeting.sides if meeting else (), strict=False):
        if penalty_is_due(act, side) and not _fined_since(state, ruling, who):
            label = state.label(act.section, who)
            yield task("penalty", say("Give {who} the penalty: {title}.", who=label, title=act.title), f"penalty-{who}")


def _changed_since(state: State, ruling: Ruling) -> bool:
    """Whether the result of a ruling was changed after it, by the ruling's own page or by hand."""
    return any(
        isinstance(event.act, acts.Correct | acts.Adjust)
        and event.act.line == ruling.line
        and event.at >= ruling.at
        and event.id not in state.undone
        for event in state.journal
    )


def _fined_since(state: State, ruling: Ruling, who: int) -> bool:
    """Whether a contestant was fined after a ruling, by the ruling's own page or by hand."""
    return any(
        (fine.section, fine.contestant) == (ruling.act.section, who) and fine.at >= ruling.at and not fine.withdrawn
        for fine in state.fines.values()
    )
