"""What phones send is taken together at one counter, and each is answered as it would be by itself."""

from __future__ import annotations

import gzip
import http.client
import json
import sqlite3
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from nights import a_night, desk_server
from site_server import Served

from arrowswitch.movements import build
from arrowswitch.session import Settings
from arrowswitch.site.data_folder import storage
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.pads import joining
from arrowswitch.site.pads.models import Pad
from arrowswitch.site.work import memory

TABLES = 9
ENTRY = {"type": "contract", "contract": "4S", "declarer": "N", "tricks": 10, "lead": ""}
PHONE = {"Content-Type": "application/json", "X-Pad": "1"}


@pytest.fixture
def hall(desk_club: dict[str, str]) -> tuple[int, list[str]]:
    """A session in play, and the secrets of a phone at each of its tables."""
    session = a_night(build("mitchell", tables=TABLES, rounds=3, boards_per_round=1), settings=Settings(confirm=True))
    codes = joining.codes(Session.objects.get(pk=session), store.state(session))
    return session, [joining.join(code)[1] for code in codes]


def a_score(session: int, table: int) -> dict[str, Any]:
    """The first score of a table."""
    meeting = store.state(session).sections["A"].movement.at[1, table]
    place = {"round": 1, "table": table, "board": meeting.boards[0]}
    return {"id": uuid.uuid4().hex, "kind": "enter", "side": "NS", "entry": ENTRY, **place}


def send(server: Served, secret: str, sent: Any, method: str = "POST", **headers: str) -> tuple[int, Any, bytes]:
    """What is answered to a phone: the status, the headers, the text as it travels."""
    place = urlsplit(server.address)
    with closing(http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)) as line:
        line.request(method, "/pad/send", json.dumps(sent), PHONE | {"Cookie": f"pad={secret}"} | headers)
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read()


def test_an_answer_at_the_counter_goes_out_as_one_that_is_made_by_itself(
    desk_club: dict[str, str], hall: tuple[int, list[str]]
) -> None:
    session, secrets = hall
    both = {"Accept-Encoding": "gzip", "Accept-Language": "en"}
    with desk_server(desk_club) as server:
        place = urlsplit(server.address)
        with closing(http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)) as line:
            line.request("GET", "/pad/known", headers={"Cookie": f"pad={secrets[0]}"} | both)
            usual = line.getresponse()
            usual.read()
        status, headers, packed = send(server, secrets[0], {"messages": [a_score(session, 1)]}, **both)
        again, plain_headers, plain = send(server, secrets[1], {"messages": [a_score(session, 2)]})
    assert (status, again) == (200, 200)
    changes = {"content-length", "date"}
    assert {k.lower(): v for k, v in headers.items() if k.lower() not in changes} == {
        k.lower(): v for k, v in usual.headers.items() if k.lower() not in changes
    }
    assert headers["Content-Encoding"] == "gzip"
    assert headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert plain_headers["Content-Encoding"] is None
    for text in (gzip.decompress(packed), plain):
        assert json.loads(text)["answers"][0]["ok"] is True


SAID = (
    ({"Host": "evil.example"}, 400),
    ({"X-Pad": "2"}, 415),
    ({"Content-Type": "text/plain"}, 415),
    ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
    ({"Cookie": "pad=nobody-has-this-secret"}, 401),
    ({"X-Long": "x" * 5000}, 200),
    ({"Content-Type": "application/json; charset=utf-8"}, 200),
    ({"Accept-Language": "de"}, 200),
    ({"Cookie": "django_language=xx; other=1; pad={secret}"}, 200),
)


def test_what_a_request_says_of_itself_is_looked_at_every_time(
    desk_club: dict[str, str], hall: tuple[int, list[str]]
) -> None:
    session, secrets = hall
    with desk_server(desk_club) as server:
        for table, (said, status) in enumerate(SAID, 1):
            told = {name: value.replace("{secret}", secrets[table - 1]) for name, value in said.items()}
            score = a_score(session, table)
            for _ in range(2):  # also when it has been seen before
                assert send(server, secrets[table - 1], {"messages": [score]}, **told)[0] == status, said
        assert send(server, secrets[2], {"messages": []}, method="GET")[0] == 405
        assert send(server, secrets[2], "no list")[0] == 400
    memory.forget_all()
    assert {key.table for key in store.state(session).lines} == {6, 7, 8, 9}


def test_phones_that_send_at_once_are_each_told_what_became_of_their_own(
    desk_club: dict[str, str], hall: tuple[int, list[str]]
) -> None:
    session, secrets = hall
    begin = threading.Barrier(TABLES * 2)
    scores = {table: a_score(session, table) for table in range(1, TABLES + 1)}
    with desk_server(desk_club) as server, ThreadPoolExecutor(TABLES * 2) as room:

        def phone(number: int) -> list[dict[str, Any]]:
            table = number // 2 + 1
            wrong = {**scores[table % TABLES + 1], "id": uuid.uuid4().hex}
            begin.wait(60)
            told = send(server, secrets[table - 1], {"messages": [scores[table], wrong, {"id": "?"}]})
            assert told[0] == 200
            return json.loads(told[2])["answers"]  # type: ignore[no-any-return]

        answers = list(room.map(phone, range(TABLES * 2)))
        Pad.objects.filter(table=1).update(revoked=store.timezone.now())
        assert send(server, secrets[0], {"messages": []})[0] == 401
    for number, (own, wrong, unreadable) in enumerate(answers):
        assert own == {"id": scores[number // 2 + 1]["id"], "ok": True, "notes": []}
        assert (wrong["ok"], wrong["elsewhere"]) == (False, True)
        assert unreadable["ok"] is False
    memory.forget_all()
    journal = store.state(session).journal
    assert sorted(entry.id for entry in journal if entry.act.__class__.__name__ == "Enter") == sorted(
        each["id"] for each in scores.values()
    )


def test_who_came_while_the_database_was_held_does_not_wait_for_it_twice(
    desk_club: dict[str, str], hall: tuple[int, list[str]]
) -> None:
    session, secrets = hall
    scores = {table: a_score(session, table) for table in range(1, TABLES + 1)}
    with desk_server(desk_club) as server, ThreadPoolExecutor(TABLES) as room:
        assert send(server, secrets[0], {"messages": []})[0] == 200
        with closing(sqlite3.connect(Path(desk_club["ARROWSWITCH_DATA"]) / storage.DATABASE)) as other:
            other.execute("BEGIN IMMEDIATE")

            def phone(table: int) -> tuple[float, Any]:
                time.sleep(0.2 * table)
                asked = time.monotonic()
                told = json.loads(send(server, secrets[table - 1], {"messages": [scores[table]]})[2])
                return time.monotonic() - asked, told["answers"][0]

            told = list(room.map(phone, range(1, TABLES + 1)))
            other.execute("ROLLBACK")
    assert all(answer["later"] and not answer["ok"] for _, answer in told)
    assert max(took for took, _ in told) < storage.PATIENCE * 2
