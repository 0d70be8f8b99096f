"""A real server under more than it was made for: visitors who ask for much, bodies without end, lines that say nothing."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import resource
import socket
import statistics
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
import uvicorn
from django.db import transaction
from nights import a_night, desk_server
from people import account
from site_server import Served, arrowswitch, get, served

from arrowswitch.movements import build
from arrowswitch.site.journal.models import Session
from arrowswitch.site.pads import joining
from arrowswitch.site.serving import bodies, connections
from arrowswitch.site.serving.door import is_real, shown

DEAR = (
    "movement/print/pack.pdf?family=web&tables=36",
    "movement/extended-mitchell/?tables=72&view=all",
    "movement/skip-mitchell/?tables=72&view=all",
    "movement/print/cards.pdf?family=twinned&tables=60",
    "movement/print/travellers.pdf?family=rover&tables=72",
    "movement/double-weave/?tables=60&view=balance",
    "movement/blackpool.json?tables=40&switch=auto",
    "movement/?tables=40",
    "movement/print/pack.pdf?family=share-relay&tables=30",
)
PATIENCE = 120


def a_pad(session: int, table: int = 1) -> str:
    """The secret of a phone at a table."""
    return joining.join(joining.codes(Session.objects.get(pk=session), _state(session))[table - 1])[1]


def _state(session: int):  # type: ignore[no-untyped-def]
    from arrowswitch.site.journal import store

    return store.state(session)


def line_to(server: Served) -> socket.socket:
    place = urlsplit(server.address)
    return socket.create_connection((place.hostname or "", place.port or 80), timeout=PATIENCE)


def ended(line: socket.socket, within: float) -> bool:
    """Whether the other end closes a line in so many seconds."""
    line.settimeout(within)
    try:
        while line.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


@pytest.fixture
def files() -> Iterator[None]:
    """Lets the test itself have 3000 lines."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# -- visitors and the room ----------------------------------------------------------------------------------------------


def test_nine_visitors_who_ask_for_the_dearest_pages_do_not_make_a_phone_wait(desk_club: dict[str, str]) -> None:
    pad = a_pad(a_night())
    with desk_server(desk_club) as server, ThreadPoolExecutor(9) as visitors:

        def phone() -> float:
            begun = time.monotonic()
            status, _headers, text = get(f"{server.address}pad/known", Cookie=f"pad={pad}")
            assert (status, json.loads(text)["table"]) == (200, 1)
            return time.monotonic() - begun

        phone()
        quiet = statistics.median(phone() for _ in range(5))
        asked = [visitors.submit(fetched, server, place) for place in DEAR]
        waits = []
        while not all(each.done() for each in asked):
            waits.append(phone())
            time.sleep(0.05)
        assert statistics.median(waits) < 10 * quiet + 1
        assert max(waits) < 20 * quiet + 3
        answers = {place: each.result() for place, each in zip(DEAR, asked, strict=True)}
        assert {status for status, _body in answers.values()} <= {200, 400, 429, 503}
        assert all(b"Traceback" not in body for _status, body in answers.values())
        status, body = fetched(server, "movement/print/cards.pdf?family=mitchell&tables=7")
        assert (status, body[:5]) == (200, b"%PDF-")


def fetched(server: Served, place: str) -> tuple[int, bytes]:
    """A page, or why it is not to be had."""
    target = urlsplit(server.address)
    line = http.client.HTTPConnection(target.hostname or "", target.port, timeout=PATIENCE)
    with contextlib.closing(line):
        line.request("GET", f"/{place}")
        answer = line.getresponse()
        return answer.status, answer.read()


def test_a_cookie_is_of_the_room_only_if_it_opens_something(desk_club: dict[str, str]) -> None:
    session = a_night()
    pad, code = a_pad(session), joining.codes(Session.objects.get(pk=session), _state(session))[0].code
    signed_in = _signed_in()

    def admits(path: str, cookie: str = "") -> bool:
        scope = {"path": path, "headers": [(b"cookie", cookie.encode())] if cookie else []}
        return any(is_real(kind, secret) for kind, secret in shown(scope))

    assert admits("/pad/known", f"pad={pad}")
    assert admits("/night/1/room/", f"sessionid={signed_in}")
    assert not admits("/night/1/room/", f"sessionid={_signed_in('player')}")  # players look at pages as visitors do
    assert admits(f"/t/{code}/")
    assert not admits("/pad/known", f"pad={'x' * len(pad)}")
    assert not admits("/", f"pad={pad}")  # it is a secret for the pads' addresses
    assert not admits("/", f"sessionid={'x' * len(signed_in)}")
    assert not admits("/", "sessionid=" + "x" * 5000)
    assert not admits("/t/AAAAAA/")
    assert not admits("/t/")
    assert not admits("/")


def _signed_in(role: str = "scorer") -> str:
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    client.force_login(account(role))
    return client.cookies["sessionid"].value


# -- bodies ---------------------------------------------------------------------------------------------------------------


def test_a_body_that_says_it_is_too_large_is_refused_before_it_is_read(demo: Served) -> None:
    with line_to(demo) as line:
        line.sendall(b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000000\r\n\r\n")
        answer = http.client.HTTPResponse(line)
        answer.begin()
        assert answer.status == 413
        assert answer.read().decode() == "That is too large: at most 250 kB are taken here.\n"
        assert ended(line, 30)


def test_a_body_without_end_is_read_to_the_limit_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    with served("--demo", "--data", str(tmp_path / "data"), TMPDIR=str(scratch)) as server, line_to(server) as line:
        line.sendall(b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        piece = b"10000\r\n" + b"x" * 65536 + b"\r\n"
        sent, seen = 0, set()
        with contextlib.suppress(ConnectionError):
            while sent < 300_000_000:
                line.sendall(piece)
                sent += len(piece)
                seen |= set(scratch.rglob("*"))
        assert sent < 30_000_000  # what lies in the buffers of both ends
        assert not seen
        assert get(server.address)[0] == 200


def test_a_body_that_does_not_come_in_time_is_given_up() -> None:
    scope = {"headers": [(b"content-length", b"10")]}
    begun = time.monotonic()

    async def slowly() -> dict[str, object]:
        await asyncio.sleep(0.1)
        return {"type": "http.request", "body": b"x", "more_body": True}

    with pytest.raises(bodies.Refusal, match="did not arrive in time") as refusal:
        asyncio.run(bodies.read(scope, slowly, bodies.BodyLimits(1000, 0.5)))
    assert refusal.value.status == 408
    assert time.monotonic() - begun < 30


def test_the_desk_may_send_a_file_that_a_visitor_may_not(demo: Served) -> None:
    form = b"--x\r\nContent-Disposition: form-data; name=f; filename=a\r\n\r\n" + b"x" * 900_000 + b"\r\n--x--\r\n"
    assert posted(demo, look_round(demo), form) == 403  # read to its end, and then found to have no token
    assert posted(demo, "forged", form) == 413
    assert posted(demo, look_round(demo), form * 5) == 413


def test_a_card_brings_no_more_than_a_visitor(desk_club: dict[str, str]) -> None:
    session = a_night()
    code = joining.codes(Session.objects.get(pk=session), _state(session))[0].code
    with desk_server(desk_club) as server, line_to(server) as line:
        line.sendall(f"POST /t/{code}/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3999000\r\n\r\n".encode())
        answer = http.client.HTTPResponse(line)
        answer.begin()
        assert answer.status == 413


def posted(server: Served, sign_in: str, form: bytes) -> int:
    """What becomes of a file with this sign-in."""
    target = urlsplit(server.address)
    headers = {"Cookie": f"sessionid={sign_in}", "Content-Type": "multipart/form-data; boundary=x"}
    with contextlib.closing(http.client.HTTPConnection(target.hostname or "", target.port, timeout=PATIENCE)) as line:
        line.request("POST", "/players/import/", form, headers)
        return line.getresponse().status


def look_round(server: Served) -> str:
    """The sign-in of a visitor to the demonstration."""
    kept = CookieJar()
    opener = build_opener(HTTPCookieProcessor(kept))
    page = opener.open(f"{server.address}sign-in/", timeout=PATIENCE).read().decode()
    token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    sent = urlencode({"csrfmiddlewaretoken": token, "role": "director"}).encode()
    opener.open(f"{server.address}look-round/", sent, timeout=PATIENCE).read()
    return next(str(cookie.value) for cookie in kept if cookie.name == "sessionid")


# -- lines --------------------------------------------------------------------------------------------------------------


def test_a_line_that_does_not_say_what_it_wants_is_ended(demo: Served) -> None:
    with line_to(demo) as silent, line_to(demo) as slow, line_to(demo) as again:
        again.sendall(b"GET /t/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        answer = http.client.HTTPResponse(again)
        answer.begin()
        answer.read()
        again.sendall(b"GET / HT")  # a second request that never ends
        slow.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        begun = time.monotonic()
        for part in range(6):
            time.sleep(1)
            slow.sendall(b"X-%d: y\r\n" % part)
        assert ended(slow, connections.HEADERS + 20)
        assert ended(silent, 20)
        assert ended(again, 20)
        assert time.monotonic() - begun > connections.HEADERS / 2


@pytest.mark.parametrize("at_once", [True, False])
def test_a_line_that_says_too_much_before_it_is_clear_what_it_wants_is_ended(demo: Served, at_once: bool) -> None:
    for begins in (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ", b"GET /?", b"GET / HTTP/1.1\r\nX-"):
        with line_to(demo) as line:
            line.sendall(begins)
            with contextlib.suppress(ConnectionError):
                for _ in range(8):
                    line.sendall(b"x" * (connections.HEAD if at_once else connections.HEAD // 4))
                line.sendall(b" HTTP/1.1\r\n\r\n" if begins == b"GET /?" else b": y\r\n\r\n")
            assert ended(line, connections.HEADERS / 2)
    assert get(f"{demo.address}sign-in/")[0] == 200


def test_whoever_is_being_answered_hears_that_the_line_has_gone_though_another_request_waits_behind_it() -> None:
    heard = threading.Event()

    async def answer(scope, receive, send) -> None:  # type: ignore[no-untyped-def]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while (await receive())["type"] != "http.disconnect":
            pass
        heard.set()

    server = uvicorn.Server(
        uvicorn.Config(answer, port=0, http=connections.protocol(), lifespan="off", log_level="warning")
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.05)
        with socket.create_connection(server.servers[0].sockets[0].getsockname(), timeout=PATIENCE) as line:
            line.sendall(b"GET /one HTTP/1.1\r\nHost: localhost\r\n\r\nGET /two HTTP/1.1\r\nHost: localhost\r\n\r\n")
            time.sleep(0.3)
            assert not heard.is_set()
        assert heard.wait(10)
    finally:
        server.should_exit = True
        thread.join(30)


def test_a_hall_of_phones_keeps_its_lines_while_somebody_opens_a_thousand_that_say_nothing(
    desk_club: dict[str, str], files: None
) -> None:
    session = a_night(build("mitchell", tables=21))
    with transaction.atomic():
        pads = [a_pad(session, table) for table in range(1, 21) for _ in range(10)]
    with desk_server(desk_club) as server, ExitStack() as lines:
        streams = [lines.enter_context(line_to(server)) for _ in pads]
        for line, pad in zip(streams, pads, strict=True):
            line.sendall(f"GET /pad/stream HTTP/1.1\r\nHost: localhost\r\nCookie: pad={pad}\r\n\r\n".encode())
        for line in streams:
            assert b"200 OK" in line.recv(4096)
        for _ in range(1100):
            lines.enter_context(line_to(server))
        assert get(f"{server.address}pad/known", Cookie=f"pad={pads[0]}")[0] == 200
        time.sleep(connections.HEADERS + 1)
        for line in streams:  # every one has been told something since, and is open
            line.settimeout(60)
            assert line.recv(65536)
        assert get(f"{server.address}pad/known", Cookie=f"pad={pads[1]}")[0] == 200
        written: list[str] = []
        assert server.process.stdout is not None
        reader = threading.Thread(target=lambda: written.extend(server.process.stdout or ()), daemon=True)
        lines.close()
        server.process.terminate()
        server.process.wait(60)
        reader.start()
        reader.join(60)
        assert len(written) < 20, written
        assert sum("said nothing" in text for text in written) == 1


# -- proxies ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("proxies", "believed"), [("", False), ("127.0.0.1", True), ("10.0.0.0/8", False)])
def test_what_a_proxy_says_is_believed_only_of_those_that_are_named(
    tmp_path: Path, proxies: str, believed: bool
) -> None:
    with served("--demo", "--data", str(tmp_path), ARROWSWITCH_PROXIES=proxies, FORWARDED_ALLOW_IPS="*") as server:
        secure = get(f"{server.address}sign-in/", **{"X-Forwarded-Proto": "https"})[1]["set-cookie"]
        assert ("Secure" in secure) == believed
        statuses = (
            get(f"{server.address}t/AAAAA{'ABCDEFGH'[n % 8]}/", **{"X-Forwarded-For": f"192.0.2.{n}"})[0]
            for n in range(70)
        )
        assert (429 in statuses) == (not believed)


@pytest.mark.parametrize("name", ["10.0.0.0/99", "*", "no such host"])
def test_a_proxy_that_cannot_be_understood_is_said(tmp_path: Path, name: str) -> None:
    done = arrowswitch("serve", "--port", "0", "--data", str(tmp_path / "new"), ARROWSWITCH_PROXIES=name)
    assert done.returncode == 2
    assert done.stderr.startswith(f"ARROWSWITCH_PROXIES names {name}, which is no address")
    assert not (tmp_path / "new").exists()
