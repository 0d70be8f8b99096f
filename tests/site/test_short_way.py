"""Phones' requests take a short way through the server, on which everything is asked and said that the long one asks and says."""

from __future__ import annotations

import io
import json
import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from nights import a_night, do

from arrowswitch.session import Place, SeatedPlayer, Seating, SeatPlayers, Settings
from arrowswitch.site.asgi import application
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.pads import joining, short
from arrowswitch.site.pads.models import Pad

pytestmark = pytest.mark.usefixtures("desk_club")
SPADES = {"type": "contract", "contract": "4S", "declarer": "N", "tricks": 10, "lead": "HK"}


def a_pad(session: int, table: int = 1) -> str:
    codes = joining.codes(Session.objects.get(pk=session), store.state(session))
    return joining.join(next(code for code in codes if code.table == table))[1]


def scope(path: str, secret: str, body: bytes | None = None, host: str = "localhost", **more: str) -> dict[str, Any]:
    headers = {"host": host, **({"cookie": f"other=1; pad={secret}"} if secret else {}), **more}
    if body is not None:
        headers |= {"content-type": "application/json", "content-length": str(len(body)), "x-pad": "1"}
    return {
        "type": "http",
        "method": "GET" if body is None else "POST",
        "path": path,
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("192.168.1.20", 5000),
        "server": ("127.0.0.1", 80),
        "scheme": "http",
    }


def asked(path: str, secret: str, body: bytes | None = None, **more: str) -> Any:
    return application.answer(scope(path, secret, body, **more), io.BytesIO(body or b""))


def timeless(answer: Any) -> bytes:
    """What was answered, whatever the clock said at that second."""
    return re.sub(rb'"left": -?\d+', b"", answer.content)


def message(session: int, plan: str | None = None) -> bytes:
    entered = {"kind": "enter", "round": 1, "table": 1, "board": 1, "side": "NS", "entry": SPADES}
    return json.dumps({"messages": [{"id": uuid.uuid4().hex, **entered}], "plan": plan}).encode()


def test_both_ways_give_the_same_answer_with_the_same_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    session = a_night(settings=Settings(confirm=True))
    secret = a_pad(session)
    sent = message(session)
    for path, body in (("/pad/send", sent), ("/pad/known", None), ("/pad/stream", None)):
        assert short.is_short(scope(path, secret, body))
        mine = asked(path, secret, body)
        with monkeypatch.context() as long:
            long.setattr(application, "short_way", application.get_response)
            theirs = asked(path, secret, body)
        assert (mine.status_code, theirs.status_code) == (200, 200)
        assert timeless(mine) == timeless(theirs)
        missing = {name: value for name, value in theirs.items() if mine.headers.get(name) != value}
        assert missing.keys() <= {"Vary", "Content-Length"}  # a phone's answer is kept nowhere; the clock goes on
        assert mine["Cache-Control"] == "no-store"
    assert len(store.state(session).lines) == 1


@pytest.mark.parametrize("path", ["/pad/send", "/pad/known", "/pad/stream"])
def test_a_name_that_is_not_this_computers_is_refused(path: str) -> None:
    session = a_night()
    body = message(session) if path == "/pad/send" else None
    answer = asked(path, a_pad(session), body, host="evil.example")
    assert answer.status_code == 400
    assert store.state(session).lines == {}


@pytest.mark.parametrize("path", ["/pad/send", "/pad/known", "/pad/stream"])
def test_a_secret_that_opens_nothing_or_was_taken_off_is_turned_away(path: str) -> None:
    session = a_night()
    body = message(session) if path == "/pad/send" else None
    assert asked(path, "x" * 43, body).status_code == 401
    secret = a_pad(session)
    Pad.objects.update(revoked=timezone.now())
    assert asked(path, secret, body).status_code == 401
    assert store.state(session).lines == {}


def test_whoever_shows_no_secret_or_asks_for_a_page_goes_the_long_way() -> None:
    assert not short.is_short(scope("/pad/send", ""))
    assert not short.is_short(scope("/pad/", "secret"))
    assert not short.is_short(scope("/night/", "secret"))


def test_the_sentences_are_in_the_language_of_the_phone_and_the_answer_is_packed_for_who_can_unpack_it() -> None:
    secret = a_pad(a_night())
    answer = asked("/pad/known", secret, **{"accept-encoding": "gzip", "accept-language": "en"})
    assert answer["Content-Encoding"] == "gzip"
    assert answer["Content-Length"] == str(len(answer.content))
    assert answer["Content-Language"] == "en"


def test_only_middleware_that_there_is_can_be_left_out() -> None:
    assert set(short.LEFT_OUT) < set(settings.MIDDLEWARE)


def test_a_phone_that_knows_its_plan_is_told_only_what_was_played_since() -> None:
    session = a_night()
    secret = a_pad(session)
    known = json.loads(asked("/pad/known", secret).content)
    told = json.loads(asked("/pad/send", secret, message(session, known["plan"])).content)["view"]
    assert told["plan"] == known["plan"]
    assert told["stops"] == [{"done": [1]}, *({"done": []} for _ in known["stops"][1:])]
    whole = [{**before, **now} for before, now in zip(known["stops"], told["stops"], strict=True)]
    assert whole == json.loads(asked("/pad/known", secret).content)["stops"]
    do(session, SeatPlayers((Seating(Place("A", 1, "N"), SeatedPlayer("Nora New")),)))
    after = json.loads(asked("/pad/send", secret, message(session, known["plan"])).content)["view"]
    assert after["plan"] != known["plan"]
    assert "Nora New" in after["stops"][0]["ns"]["names"]


@pytest.mark.parametrize("plan", [None, 7, [], {"a": 1}, "x" * 5000])
def test_a_plan_that_is_none_is_told_all(plan: Any) -> None:
    session = a_night()
    told = json.loads(asked("/pad/send", a_pad(session), message(session, plan)).content)["view"]
    assert all(stop["boards"] for stop in told["stops"])


def test_it_is_written_down_together_which_phones_are_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    session = a_night()
    secrets = [a_pad(session, table) for table in (1, 2, 3)]
    long_ago = timezone.now() - timedelta(minutes=5)
    Pad.objects.update(seen=long_ago)
    monkeypatch.setattr(joining, "_alive_since", [float("-inf")])
    monkeypatch.setattr(joining, "_alive", set())

    def silent() -> int:
        return Pad.objects.filter(session=session, seen=long_ago).count()

    found = []
    for secret in secrets[:2]:
        assert asked("/pad/known", secret).status_code == 200
        found.append(silent())
    joining._alive_since[0] -= joining.TOGETHER  # two seconds later
    assert asked("/pad/known", secrets[2]).status_code == 200
    assert [*found, silent()] == [2, 2, 0]
