"""What repairs and rulings promise is kept until it is done, wherever that happens, or set aside with a reason."""

from __future__ import annotations

import pytest
from night import SCORER, Night
from test_troubles import at, use, ways

from arrowswitch.movements import build
from arrowswitch.scoring.lines import ELSEWHERE, MINUS, PLUS
from arrowswitch.session import (
    Adjust,
    Adjustment,
    BareScore,
    CloseTask,
    EndPlay,
    Enter,
    LeaveTask,
    LineKey,
    NotPlayed,
    PairLeaves,
    Publish,
    Refused,
    RemoveBoard,
    Rule,
    Undo,
    replay,
    scored,
    standings,
)
from arrowswitch.session.acts.tasks import Task, deeds, find_task, open_tasks
from arrowswitch.session.journal.text import dumps, loads
from arrowswitch.session.night.state import State
from arrowswitch.session.sight.ending import checklist
from arrowswitch.words import say
from undoing import substance


def promised() -> Night:
    """Pairs 8 and 9 sat in each other's seats in round 1 of a Mitchell; later each finds boards that it has had."""
    night = at(build("mitchell", tables=7, boards_per_round=2), 1)
    way = next(
        each for each in ways(night, "wrong-opponents", at_round=1, pair=8, other_pair=9) if each.name == "round"
    )
    use(night, way)
    return night


def awards(state: State) -> list[Task]:
    return [task for task in open_tasks(state) if task.kind == "award"]


def do_task(night: Night, task: Task) -> None:
    for act, force in deeds(night.state, task):
        night.do(act, why="as promised", force=force)


def test_a_board_that_is_left_out_leaves_average_plus_for_the_others_and_average_minus_for_who_misses_it_by_the_own_fault() -> (
    None
):
    """Law 12C2(a): each of the two misses the boards that the other has twice."""
    night = promised()
    found = awards(night.state)
    assert [str(task.text) for task in found] == [
        "Give NS 5 average plus, EW 1 average minus on boards 1-2: round 4, table 5.",
        "Give NS 5 average plus, EW 2 average minus on boards 3-4: round 5, table 5.",
    ]


def test_one_step_gives_the_line_to_stand_on_and_the_score_and_closes_the_task() -> None:
    night = promised()
    night.play_all_from_here()
    task = awards(night.state)[0]
    assert task.left
    key = task.lines[0]
    assert key not in night.state.lines
    do_task(night, task)
    record = night.state.lines[key]
    assert isinstance(record.entry, NotPlayed)
    assert record.adjustment.ew_fault == "directly"
    assert task not in open_tasks(night.state)
    line = next(
        each for each in scored(night.state).session.lines if (each.round, each.table, each.board) == tuple(key[1:])
    )
    assert (line.ns_award, line.ew_award) == (PLUS, MINUS)
    standings(night.state)


def test_what_is_done_by_hand_closes_the_task_and_undoing_it_opens_it_again() -> None:
    night = promised()
    night.play_all_from_here()
    task = awards(night.state)[0]
    assert task.left
    for key in task.lines:
        night.do(Enter(key, NotPlayed(), ns=task.left.ns, ew=task.left.ew), why="by hand", force=True)
        last = night.do(Adjust(key, task.left.award), why="by hand")
    assert find_task(night.state, task.id) is None
    night.do(Undo(last.id), why="no")
    assert find_task(night.state, task.id) == task
    for board in {key.board for key in task.lines}:
        night.do(RemoveBoard(board), why="nobody needs it")
    assert find_task(night.state, task.id) is None


def test_posting_asks_about_each_task_that_is_open() -> None:
    night = promised()
    night.play_all_from_here()
    check = next(each for each in checklist(night.state) if each.kind == "tasks")
    assert [finding.task for finding in check.findings] == [task.id for task in open_tasks(night.state)]
    with pytest.raises(Refused, match="tasks are still to be done, or to be set aside; the first of them: Give"):
        night.do(Publish())
    for task in open_tasks(night.state):
        with pytest.raises(Refused, match="Give a reason"):
            night.do(CloseTask(task.id, done=False))
        with pytest.raises(Refused, match="done by doing it"):
            night.do(CloseTask(task.id))
        night.do(CloseTask(task.id, done=False), why="they agreed")
    night.do(Publish())


def test_an_undone_repair_takes_its_open_tasks_with_it() -> None:
    night = at(build("mitchell", tables=7, boards_per_round=2), 1)
    before = night.state
    way = next(
        each for each in ways(night, "wrong-opponents", at_round=1, pair=8, other_pair=9) if each.name == "round"
    )
    use(night, way)
    assert open_tasks(night.state)
    for entry in reversed(night.state.journal[len(before.journal) :]):
        night.do(Undo(entry.id), why="taken back")
    assert open_tasks(night.state) == ()
    assert substance(night.state) == substance(before)


def test_a_late_play_is_a_task_until_its_result_is_in() -> None:
    night = at(build("mitchell", tables=5, boards_per_round=2), 1, last=False)
    way = next(
        each for each in ways(night, "slow-table", at_round=1, table=2, board=4, which="ns") if each.name == "later"
    )
    use(night, way)
    (task,) = open_tasks(night.state)
    assert task.text == "Let NS 2 and EW 2 play board 4 late: round 1, table 2."
    night.enter(LineKey("A", 1, 2, 4), 620)
    assert open_tasks(night.state) == ()


def test_the_board_that_was_due_instead_of_a_wrong_one_can_be_played_late() -> None:
    night = at(build("mitchell", tables=5, boards_per_round=2), 1, last=False)
    best = next(
        each for each in ways(night, "wrong-board", at_round=1, table=1, board=2, played=3) if each.name == "stands"
    )
    use(night, best)
    play = next(task for task in open_tasks(night.state) if task.kind == "play")
    assert play.lines == (LineKey("A", 1, 1, 2),)
    night.do(Enter(play.lines[0], BareScore(110)), SCORER)
    assert find_task(night.state, play.id) is None


def test_a_pair_that_lost_a_board_to_wrong_opponents_has_a_line_for_its_average_plus() -> None:
    night = at(build("mitchell", tables=5, boards_per_round=2), 1)
    (way,) = ways(night, "wrong-opponents", at_round=1, pair=6, other_pair=7, board=3)
    use(night, way)
    task, later = awards(night.state)
    assert later.text == "Give NS 4 average plus on board 3: round 4, table 4."
    assert task.text == "Give EW 2 average plus on board 3: round 1, table 1."
    do_task(night, task)
    record = night.state.lines[task.lines[0]]
    assert (record.halved, record.adjustment) == (True, Adjustment(ELSEWHERE, PLUS))
    assert awards(night.state) == [later]
    assert next(each for each in standings(night.state) if each.contestant == "A7").boards == 2


def test_what_is_to_be_said_in_a_later_round_is_kept_until_then() -> None:
    night = at(build("mitchell", tables=5, boards_per_round=2), 1)
    (task,) = (night.do(LeaveTask("remind", "A", 3, text=say("Turn the boards."))).id,)
    assert [each.text for each in open_tasks(night.state)] == ["Turn the boards."]
    night.do(CloseTask(task))
    assert open_tasks(night.state) == ()
    with pytest.raises(Refused, match="no such task"):
        night.do(CloseTask(task))


def test_a_reminder_of_a_round_is_gone_with_play_but_not_what_comes_after_the_last_round() -> None:
    for ended in (False, True):
        night = at(build("mitchell", tables=5, boards_per_round=2), 1)
        night.do(LeaveTask("remind", "A", 3, text=say("Turn the boards.")))
        night.do(LeaveTask("remind", "A", 5, text=say("Put boards 1-4 in order.")))
        if ended:
            night.do(EndPlay())
        else:
            night.play_all_from_here()
        assert [each.text for each in open_tasks(night.state)] == ["Put boards 1-4 in order."]


def test_a_ruling_leaves_its_score_to_be_given_and_an_adjustment_by_hand_closes_it() -> None:
    night = at(build("mitchell", tables=5, boards_per_round=2), 1)
    night.do(Rule("artificial-score", "A", 1, 1, 1, answers=_answers_to_an_average()))
    (task,) = open_tasks(night.state)
    assert (task.kind, task.ruling != "") == ("score", True)
    night.do(Adjust(LineKey("A", 1, 1, 1), Adjustment(PLUS, PLUS)), why="by hand")
    assert open_tasks(night.state) == ()


def _answers_to_an_average() -> tuple[str, ...]:
    """Some way through the questions that ends in an artificial score."""
    from arrowswitch.rulings import RulingOutcome, book, walk

    def further(answers: tuple[str, ...]) -> tuple[str, ...] | None:
        node = walk(book(), "artificial-score", answers, edition="2017").node
        if isinstance(node, RulingOutcome):
            return answers if any(each.kind == "artificial" for each in node.effects) else None
        for option in node.options:
            found = further((*answers, option.id))
            if found:
                return found
        return None

    found = further(())
    assert found
    return found


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (LeaveTask("award", "B", 1), "There is no section B"),
        (LeaveTask("award", "A", 9, 1, (1,), 1, 6), "There is no round 9"),
        (LeaveTask("award", "A", 1, 1, (), 1, 6), "Say which boards"),
        (LeaveTask("award", "A", 1, 1, (1,), 1, 77), "There is no 77"),
        (LeaveTask("award", "A", 1, 1, (1,), 1, 6), "Say what each side is to get"),
        (LeaveTask("remind", "A", 1), "Say what is to be done"),
        (PairLeaves("A", 77, 2, stands=True), "There is no 77"),
        (PairLeaves("A", 1, 9, stands=True), "There is no round 9"),
    ],
)
def test_what_cannot_be_a_task_is_refused(act: LeaveTask | PairLeaves, sentence: str) -> None:
    night = at(build("mitchell", tables=5, boards_per_round=2), 1)
    with pytest.raises(Refused, match=sentence):
        night.do(act)


def test_tasks_are_in_the_journal_and_are_the_directors() -> None:
    night = promised()
    assert open_tasks(replay(loads(dumps(night.state.journal)))) == open_tasks(night.state)
    with pytest.raises(Refused, match="not for the scorer"):
        night.do(CloseTask(open_tasks(night.state)[0].id, done=False), SCORER, why="no")


def test_posting_does_not_wait_for_what_is_only_to_be_looked_at_again() -> None:
    night = at(build("mitchell", tables=5, boards_per_round=2), 1)
    seen, left, open_ = (
        night.do(LeaveTask("remind", "A", 5, text=say(text))).id for text in ("Look at 1.", "Look at 2.", "Look at 3.")
    )
    night.play_all_from_here()
    checks = {each.kind: each for each in checklist(night.state)}
    assert checks["tasks"].in_order
    assert (checks["later"].weight, checks["later"].many) == ("ask", 3)
    night.do(CloseTask(seen))
    night.do(CloseTask(left, done=False))
    assert night.state.closed_tasks[left].done is False
    assert "Left as it is: Look at 3." in map(str, night.do(Publish()).notes)
    assert [task.id for task in open_tasks(night.state)] == [open_]
