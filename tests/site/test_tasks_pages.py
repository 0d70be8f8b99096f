"""Tasks on the pages: in the room, on the board, before posting; done by one button, or set aside."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import faults
from django.test import Client
from django.urls import reverse
from nights import do, play_on
from people import as_role
from playwright.sync_api import expect
from test_trouble import at_the_desk, in_round, text, use

from arrowswitch.movements import build
from arrowswitch.session import CallRound, EndPlay, LeaveTask
from arrowswitch.session.acts.tasks import Task, open_tasks
from arrowswitch.site.journal import store
from arrowswitch.words import say

pytestmark = pytest.mark.usefixtures("desk_club")


@pytest.fixture
def desk() -> Client:
    return as_role("director")


def promised(desk: Client) -> int:
    """Two pairs sat in each other's seats for a board: one of them is to get average plus on it."""
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 1)
    use(desk, session, "wrong-opponents", told={"pair": 6, "other_pair": 7, "at_round": 1, "board": 3})
    return session


def first(session: int) -> Task:
    return open_tasks(store.state(session))[0]


def address(session: int, task: Task, name: str = "night-task") -> str:
    return reverse(name, args=[session, task.id])


def confirm(desk: Client, page: Any, where: str) -> Any:
    """Sends the form of a task's page as it stands."""
    form = page.context["offers"]["task"].form
    sent = {name: form[name].value() or "" for name in form.fields}
    shown = page.context["offers"]["task"].shown
    return desk.post(where, {**sent, "do": "task", "step": "confirm", "shown": shown})


def test_a_task_stands_in_the_room_on_the_board_and_before_posting(desk: Client) -> None:
    session = promised(desk)
    sentence = "Give EW 2 average plus on board 3: round 1, table 1."
    for name, args in (("night-room", []), ("night-board", [3]), ("night-results", []), ("night-results-publish", [])):
        page = text(desk.get(reverse(name, args=[session, *args])))
        assert sentence in page, name
        assert address(session, first(session)) in page, name
    assert sentence not in text(desk.get(reverse("night-board", args=[session, 7])))
    assert sentence in text(as_role("scorer").get(reverse("night-room", args=[session])))


def test_one_button_shows_the_effect_and_gives_the_award(desk: Client) -> None:
    session = promised(desk)
    task = first(session)
    page = desk.get(address(session, task))
    assert "NS their first score, EW average plus" in text(page)
    assert page.context["offers"]["task"].notes == ()
    assert "Confirm" in text(page)
    answer = confirm(desk, page, address(session, task))
    assert answer.status_code == 302
    assert "This has been done." in text(desk.get(answer["location"]))
    record = store.state(session).lines[task.lines[0]]
    assert (record.ns, record.ew, record.halved) == (2, 7, True)
    assert task not in open_tasks(store.state(session))
    pair = text(desk.get(reverse("night-pair", args=[session, "A", 7])))
    assert "average plus" in pair


def test_a_task_of_a_later_round_waits_for_it(desk: Client) -> None:
    session = promised(desk)
    later = open_tasks(store.state(session))[-1]
    page = text(desk.get(address(session, later)))
    assert "Round 4 has not been called yet; it can be done then." in page
    assert "from round 4" in text(desk.get(reverse("night-room", args=[session])))
    for number in (2, 3, 4):
        do(session, CallRound(number))
    page = desk.get(address(session, later))
    assert confirm(desk, page, address(session, later)).status_code == 302


def test_posting_stops_until_each_task_is_done_or_set_aside_with_a_reason(desk: Client) -> None:
    session = promised(desk)
    play_on(session)
    publish = reverse("night-results-publish", args=[session])
    assert "2 tasks are still to be done" in text(desk.post(publish))
    for task in open_tasks(store.state(session)):
        refused = desk.post(address(session, task, "night-task-close"), {"wish": "aside", "why": ""})
        assert refused.status_code == 422
        assert "Give a reason" in text(refused)
        assert (
            desk.post(address(session, task, "night-task-close"), {"wish": "aside", "why": "they agreed"}).status_code
            == 302
        )
    assert desk.post(publish).status_code == 302


def test_a_late_play_is_entered_from_its_task(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 1, entered=False)
    told = {"table": 1, "at_round": 1, "board": 2, "played": 3}
    use(desk, session, "wrong-board", told=told)
    task = next(each for each in open_tasks(store.state(session)) if each.kind == "play")
    where = address(session, task)
    form = {"do": "task", "step": "look", "typed": "110", "error": "players", "why": "late"}
    looked = desk.post(where, form)
    shown = looked.context["offers"]["task"].shown
    answer = desk.post(where, {**form, "step": "confirm", "shown": shown})
    assert answer.status_code == 302, text(answer)
    record = store.state(session).lines[task.lines[0]]
    assert (record.ns, record.ew, record.finished) == (1, 6, True)


def test_an_undone_repair_takes_its_tasks_out_of_the_room(desk: Client) -> None:
    session = promised(desk)
    desk.post(reverse("night-trouble-undo", args=[session]), {"repair": f"repair-{session}-wrong-opponents"})
    assert open_tasks(store.state(session)) == ()
    assert "To do" not in text(desk.get(reverse("night-room", args=[session])))


def test_no_task_breaks_the_page_whatever_is_sent(desk: Client) -> None:
    session = promised(desk)
    for name in ("none", "score:none", "x" * 300, "penalty-1:"):
        assert desk.get(reverse("night-task", args=[session, name])).status_code == 404
        assert desk.post(reverse("night-task-close", args=[session, name]), {"wish": "done"}).status_code == 404
    task = first(session)
    assert desk.post(address(session, task, "night-task-close"), {"wish": "done"}).status_code == 422
    assert desk.post(address(session, task), {"do": "nothing"}).status_code == 422
    away = {"wish": "aside", "why": "so", "back": "https://elsewhere.example/"}
    assert desk.post(address(session, task, "night-task-close"), away)["location"] == reverse(
        "night-room", args=[session]
    )


def test_a_task_is_done_in_a_browser(desk: Client, desk_club: dict[str, str]) -> None:
    session = promised(desk)
    with at_the_desk(desk_club, width="phone") as (page, server):
        page.goto(server + reverse("night-room", args=[session]))
        assert faults(page) == []
        page.get_by_role("link", name="Give it").first.click()
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_role("heading", name="This has been done.")).to_be_visible()
    assert [task.round for task in open_tasks(store.state(session))] == [4]


def test_posting_asks_about_what_is_to_be_looked_at_again_and_one_press_leaves_it(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 1)
    for words in ("Look at table 1.", "Look at table 2.", "Look at table 3."):
        do(session, LeaveTask("remind", "A", 5, text=say(words)))
    play_on(session)
    publish = reverse("night-results-publish", args=[session])
    page = text(desk.get(publish))
    assert "Look at table 1." in page
    assert "does not hold the results up" in page
    assert "Set aside" not in page
    seen, left, _ = open_tasks(store.state(session))
    for task, wish in ((seen, "done"), (left, "aside")):
        answer = desk.post(address(session, task, "night-task-close"), {"wish": wish, "back": publish})
        assert answer["location"] == publish
    assert desk.post(publish).status_code == 302
    journal = text(desk.get(reverse("night-journal", args=[session])))
    assert "did a task: Look at table 1." in journal
    assert "set a task aside: Look at table 2." in journal
    assert "Left as it is: Look at table 3." in journal


def test_a_task_that_is_ticked_off_before_posting_leaves_the_tick_and_the_reason(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 1, entered=False)
    do(session, LeaveTask("remind", "A", 5, text=say("Look at table 1.")))
    do(session, EndPlay())
    publish = reverse("night-results-publish", args=[session])
    page = text(desk.get(publish))
    task = first(session)
    close = address(session, task, "night-task-close")
    assert f'formaction="{close}"' in page
    assert page.index('form="posting" class="for-ears"') < page.index("formaction=")  # Enter posts
    form = {"wish": "done", "back": publish, "posting": "1", "force": "on", "why": "power cut & home"}
    answer = desk.post(close, form, follow=True)
    assert open_tasks(store.state(session)) == ()
    assert store.state(session).journal[-1].why == ""
    assert 'value="power cut &amp; home"' in text(answer)
    assert 'name="force" checked' in text(answer)
