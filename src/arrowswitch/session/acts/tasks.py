"""Tasks: what is still to be done after a repair or a ruling, until the act that keeps the promise, or until set aside.

What a repair has promised is in the journal (`LeaveTask`); what a ruling has promised follows from the ruling and the
book. Nothing marks a task as done but the state itself, so that it makes no difference where the director did it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from arrowswitch.scoring.lines import ELSEWHERE
from arrowswitch.session.acts.adjustments import Adjust, Strike
from arrowswitch.session.acts.consequences import award_wanted, effects_of, penalty_is_due, score_act
from arrowswitch.session.acts.scores import Correct, Enter
from arrowswitch.session.deciding.granting import check_round, check_sides, check_text, section_of
from arrowswitch.session.journal import Act, Command, JournalEntry, Refused, act
from arrowswitch.session.night.lines import NO_ADJUSTMENT, PLAYED, Adjustment, LineKey, NotPlayed, award_told
from arrowswitch.session.night.missing import missing
from arrowswitch.session.night.state import ClosedTask, Ruling, State
from arrowswitch.words import Sentence, say, spans

MOST_BOARDS = 100
LeftTask = Literal["award", "play", "enter", "remind"]
"""Award a score, let a board be played late, enter a result with those who played it, do or say something later."""


@act("leave-task")
class LeaveTask(Act):
    """Keep what a repair promises, until it has been done."""

    changes = ("task command",)
    needs = ("movement section", "contestants section")

    what: LeftTask
    section: str
    round: int
    """When it is due."""
    table: int = 0
    boards: tuple[int, ...] = ()
    ns: int = 0
    ew: int = 0
    """Whose boards they are."""
    award: Adjustment = NO_ADJUSTMENT
    text: Sentence | None = None
    """What is to be done or said, where it is no board."""

    def decide(self, state: State, command: Command) -> None:
        check_round(section_of(state, self.section).movement, self.round)
        if self.what == "remind":
            if not self.text:
                raise Refused(say("Say what is to be done."))
            return
        if not 0 < len(self.boards) <= MOST_BOARDS or self.table < 1:
            raise Refused(say("Say which boards it is about, and at which table."))
        check_sides(state, self.section, self.ns, self.ew)
        if self.what == "award" and (self.award.ns is None or self.award.ew is None):
            raise Refused(say("Say what each side is to get."))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return replace(state, tasks={**state.tasks, entry.id: self})

    def told(self, state: State) -> Sentence:
        return say("left a task: {task}", task=task_told(self, state))


@act("close-task")
class CloseTask(Act):
    """Tick a task off, or set it aside with a reason."""

    changes_results = False
    changes = ("closed task",)

    task: str
    done: bool = True

    def decide(self, state: State, command: Command) -> None:
        task = find_task(state, self.task)
        if task is None:
            raise Refused(say("There is no such task, or it has been done."))
        if self.done and not task.asked:
            raise Refused(say("This is done by doing it; otherwise set it aside, with a reason."))
        if not self.done:
            if not command.why.strip() and not task.asked:
                raise Refused(say("Give a reason: it is kept with what is changed."))
            check_text(command.why, say("The reason"))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return replace(state, closed_tasks={**state.closed_tasks, self.task: ClosedTask(self.done, entry.why)})

    def told(self, state: State) -> Sentence:
        """What became of a task; which one it was, where a repair left it or a ruling is known."""
        ruling = state.rulings.get(self.task.partition(":")[2])
        left = state.tasks.get(self.task)
        what = task_told(left, state) if left else ruling.act.title if ruling else ""
        if not what:
            return say("did a task") if self.done else say("set a task aside")
        return say("did a task: {task}", task=what) if self.done else say("set a task aside: {task}", task=what)


def task_told(act: LeaveTask, state: State) -> Sentence:
    """What a repair has left to do, in words.

    >>> task_told(LeaveTask("remind", "A", 7, text=say("Put boards 1-4 in order.")), State())
    'Put boards 1-4 in order.'
    """
    if act.what == "remind":
        return act.text or say("Look at what is to be done.")
    values = {
        "boards": say("board {boards}", boards=act.boards[0])
        if len(act.boards) == 1
        else say("boards {boards}", boards=spans(act.boards)),
        "table": state.table(act.section, act.table),
        "round": act.round,
        "ns": state.who(act.section, act.ns),
        "ew": state.who(act.section, act.ew),
    }
    match act.what:
        case "play":
            return say("Let {ns} and {ew} play {boards} late: round {round}, table {table}.", **values)
        case "enter":
            return say("Enter {boards} for {ns} and {ew}, who played it: round {round}, table {table}.", **values)
        case _:
            given = [
                say("{who} {award}", who=who, award=award_told(award))
                for who, award in ((values["ns"], act.award.ns), (values["ew"], act.award.ew))
                if award not in (None, ELSEWHERE)
            ]
            return (
                say("Give {one} on {boards}: round {round}, table {table}.", one=given[0], **values)
                if len(given) == 1
                else say(
                    "Give {one}, {other} on {boards}: round {round}, table {table}.",
                    one=given[0],
                    other=given[-1],
                    **values,
                )
            )


# -- what is open ------------------------------------------------------------------------------------------------------


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
    if (key.section, key.board) in state.removed or state.cancelled(left.section, left.ns, left.ew, left.round):
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
    record = state.lines.get(key)
    if record is None and not planned:
        yield Enter(key, NotPlayed(), ns=left.ns, ew=left.ew), True
    elif record is not None and record.entry and (record.ns, record.ew) != (left.ns, left.ew):
        # What was played there for the second time does not count, and its line is theirs who have none
        yield Correct(key, NotPlayed(), ns=left.ns, ew=left.ew, error="scorer"), True
        if record.void:
            yield Strike(key, void=False), False
    yield Adjust(key, left.award), False


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
        isinstance(entry.act, Correct | Adjust)
        and entry.act.line == ruling.line
        and entry.at >= ruling.at
        and entry.id not in state.undone
        for entry in state.journal
    )


def _fined_since(state: State, ruling: Ruling, who: int) -> bool:
    """Whether a contestant was fined after a ruling, by the ruling's own page or by hand."""
    return any(
        (penalty.section, penalty.contestant) == (ruling.act.section, who)
        and penalty.at >= ruling.at
        and not penalty.withdrawn
        for penalty in state.penalties.values()
    )
