"""Dear work: made in processes with limits, kept, and limited for visitors; what goes wrong there is a sentence."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections.abc import Iterator

import pytest
from django.test import Client
from people import as_role, our_club

from arrowswitch.press import typesetter
from arrowswitch.site.accounts.middleware import Allowance
from arrowswitch.site.movement import pages
from arrowswitch.site.movement.built import MOST_MEETINGS
from arrowswitch.site.work import dear, workshop
from arrowswitch.site.work.workshop import Limits, NotMade, Workshop


@pytest.fixture
def bench() -> Iterator[Workshop]:
    """A workshop with one worker, no place to wait, and little time."""
    made = Workshop(Limits(workers=1, waiting=0, patience=0.1, seconds=60), memory=400_000_000)
    yield made
    for worker in made.free:
        worker.end()


def told(answer: object) -> str:
    """What the page says, without its marks."""
    found = re.search(r"<main.*?</main>", answer.content.decode(), re.S)  # type: ignore[attr-defined]
    return " ".join(re.sub(r"<[^>]+>", " ", found[0] if found else "").split())


def test_work_is_done_in_another_process_that_stays(bench: Workshop) -> None:
    first, second = bench.make(os.getpid), bench.make(os.getpid)
    assert first == second != os.getpid()


def test_what_the_work_raises_is_raised_where_it_was_asked_for(bench: Workshop) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        bench.make(int, "seven")
    assert bench.make(int, "7") == 7


def test_a_worker_that_dies_is_a_sentence_and_the_next_wish_is_met(bench: Workshop) -> None:
    with pytest.raises(NotMade, match="more memory than there is"):
        bench.make(os._exit, 9)
    assert bench.make(int, "7") == 7


def test_a_worker_that_wants_too_much_memory_is_a_sentence(bench: Workshop) -> None:
    with pytest.raises(NotMade, match="more memory than there is"):
        bench.make(bytearray, 600_000_000)
    assert bench.make(int, "7") == 7


def test_what_takes_too_long_is_given_up_and_the_next_wish_is_met() -> None:
    hasty = Workshop(Limits(workers=1, waiting=0, patience=0.1, seconds=0.5))
    with pytest.raises(NotMade, match="longer than"):
        hasty.make(time.sleep, 600)
    hasty.limits = hasty.limits._replace(seconds=60)
    assert hasty.make(int, "7") == 7
    hasty.free.pop().end()


def test_who_finds_every_worker_busy_is_told_at_once(bench: Workshop) -> None:
    bench.make(int, "7")
    busy = threading.Thread(target=bench.make, args=(time.sleep, 3))
    busy.start()
    while bench.wishes._value:  # until the worker has been taken
        time.sleep(0.01)
    with pytest.raises(NotMade, match="busy"):
        bench.make(int, "7")
    busy.join()
    assert bench.make(int, "7") == 7


def test_a_worker_is_not_taken_for_grown_because_the_server_once_was(bench: Workshop) -> None:
    assert len(b"x" * 600_000_000) > workshop.GROWN  # gone again, but the highest mark of this process stays
    first, second = bench.make(os.getpid), bench.make(os.getpid)
    assert first == second


def test_a_worker_that_has_grown_ends_after_its_answer() -> None:
    narrow = Workshop(Limits(workers=1, waiting=0, patience=0.1, seconds=60), grown=1_000_000)
    first, second = narrow.make(os.getpid), narrow.make(os.getpid)
    assert first != second
    assert narrow.free == []


# -- the pages ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def visitor(desk_club: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Client:
    """Somebody who is not signed in, with an allowance that nobody else has used."""
    monkeypatch.setattr(dear, "ALLOWANCE", Allowance(30))
    our_club()
    return as_role("public")


def test_a_print_is_made_elsewhere_and_once(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    place = "/movement/print/cards.pdf?family=mitchell&tables=7"
    first = visitor.get(place)
    assert (first.status_code, first.content[:5]) == (200, b"%PDF-")
    assert "typst" not in sys.modules or typesetter.hand_over is workshop.typeset
    monkeypatch.setattr(workshop, "make", lambda *_: pytest.fail("it was made again"))
    assert visitor.get(place + "&junk=1").content == first.content


def test_the_pages_of_a_small_room_are_made_on_the_spot(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "make", lambda *_: pytest.fail("it went to the workshop"))
    for view in ("grid", "path", "room", "say", "facts", "seeds", "make"):
        assert visitor.get(f"/movement/mitchell/?tables=7&view={view}").status_code == 200
    assert visitor.get("/movement/?tables=7").status_code == 200


def test_a_page_made_elsewhere_is_the_same_as_one_made_here(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    place = "/movement/mitchell/?tables=7&view=all&pair=3&wish=tables%3D7"
    elsewhere = visitor.get(place).content
    pages.KEPT.clear()
    monkeypatch.setattr(workshop, "make", lambda function, *arguments: function(*arguments))
    assert visitor.get(place).content == elsewhere


def test_the_desk_is_offered_to_use_a_movement_and_a_visitor_is_not(visitor: Client) -> None:
    place = "/movement/mitchell/?tables=7&view=all"
    assert "Use this movement" not in visitor.get(place).content.decode()
    assert "Use this movement" in as_role("scorer").get(place).content.decode()
    assert "Use this movement" not in visitor.get(place).content.decode()


@pytest.mark.parametrize(
    "place",
    [
        "extended-mitchell/?tables=72&view=all",
        "extended-mitchell/?tables=72&switch=auto",
        "blackpool.json?tables=71&switch=auto-tables",
        "print/pack.pdf?family=extended-mitchell&tables=72",
    ],
)
def test_what_is_too_large_is_said_in_a_sentence(visitor: Client, place: str) -> None:
    answer = visitor.get(f"/movement/{place}")
    assert answer.status_code == 400
    assert "are more than can be shown; ask for fewer of either." in answer.content.decode()
    assert MOST_MEETINGS >= 72 * 27


def test_the_pack_of_a_very_large_room_is_printed_kind_by_kind(visitor: Client) -> None:
    answer = visitor.get("/movement/print/pack.pdf?family=skip-mitchell&tables=72")
    assert answer.status_code == 400
    assert "Print the sheets kind by kind" in told(answer)


@pytest.mark.parametrize(
    "place", ["round-robin/?teams=12&boards=9999", "print/pack.pdf?family=stagger&teams=12&boards=9999"]
)
def test_more_boards_than_have_numbers_are_refused(visitor: Client, place: str) -> None:
    answer = visitor.get(f"/movement/{place}")
    assert answer.status_code == 400
    assert "Boards are numbered 1 to 999" in told(answer)


def test_a_visitor_who_asks_for_large_pages_too_often_is_told_to_wait(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dear, "ALLOWANCE", Allowance(2))
    monkeypatch.setattr(workshop, "make", lambda function, *arguments: function(*arguments))
    answers = [visitor.get(f"/movement/mitchell/?tables={tables}&view=balance") for tables in (5, 7, 9)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert (answers[2]["Retry-After"], "Wait a minute" in told(answers[2])) == ("60", True)
    assert visitor.get("/movement/mitchell/?tables=5&view=balance").status_code == 200  # it is there already
    assert visitor.get("/movement/mitchell/?tables=9&view=balance", REMOTE_ADDR="192.0.2.7").status_code == 200
    assert as_role("scorer").get("/movement/mitchell/?tables=11&view=balance").status_code == 200


def test_a_print_that_cannot_be_made_is_a_page_with_a_sentence(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(workshop, "ROOM", Workshop(Limits(1, 0, 0.1, 0.0)))
        answer = visitor.get("/movement/print/cards.pdf?family=mitchell&tables=11")
        assert (answer.status_code, answer["Retry-After"]) == (503, "60")
        assert "was given up" in told(answer)
    assert visitor.get("/movement/print/cards.pdf?family=mitchell&tables=11").status_code == 200
