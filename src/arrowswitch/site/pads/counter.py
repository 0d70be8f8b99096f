"""The counter at which the scores of all phones are taken: by one thread, as many at a time as have come.

What has come together is written together, in one go for each session, and each phone is answered when its own is on
disk. Nothing goes past the middleware: what it makes of a request that says the same of itself (its host, its languages,
how it may be packed) is asked once and remembered. Whatever is not let through there, or goes wrong here, is answered
the usual way.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from typing import Any, NamedTuple

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.middleware.gzip import GZipMiddleware
from django.utils.text import compress_string
from django.utils.translation import activate, get_language

from arrowswitch.site.journal import store
from arrowswitch.site.pads import joining, short
from arrowswitch.site.pads.models import Pad
from arrowswitch.site.pads.sent import Outcome, became
from arrowswitch.site.pads.views import Reply, out, reply

TOGETHER = 100
"""Sendings that are taken at a time; the desk waits for one such lot at most."""
LONG = 4000
"""Bytes of headers: what says more of itself goes the usual way."""
NOT_KEPT = (b"cookie", b"content-length", b"x-seen")
"""Headers that differ from phone to phone, and that no middleware looks at; of cookies it sees the language's."""
PACKED = 200
"""Bytes from which an answer is packed for those who can unpack it."""

WRITTEN = json.JSONEncoder(separators=(",", ":"), check_circular=False)

log = logging.getLogger("arrowswitch.counter")


class CounterAnswer(NamedTuple):
    """What is sent back."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Envelope(NamedTuple):
    """What an answer goes out in: its language and its headers, and whether it is packed."""

    language: str
    headers: tuple[tuple[bytes, bytes], ...]
    packs: bool

    def around(self, status: int, told: Mapping[str, Any]) -> CounterAnswer:
        """An answer, ready to be sent."""
        body = WRITTEN.encode(told).encode()
        headers = list(self.headers)
        if self.packs and len(body) >= PACKED:
            smaller = compress_string(body, max_random_bytes=GZipMiddleware.max_random_bytes)
            if len(smaller) < len(body):
                body = smaller
                headers.append((b"Content-Encoding", b"gzip"))
        headers.append((b"Content-Length", b"%d" % len(body)))
        return CounterAnswer(status, headers, body)


@dataclass(eq=False)
class Sent:
    """What a phone has sent, and as far as it has come."""

    secret: str
    headers: Mapping[str, str]
    body: bytes
    envelope: Envelope
    done: asyncio.Future[CounterAnswer | None]
    session: int = 0
    reply: Reply | None = None
    wishes: Sequence[store.Wish] = ()
    answer: CounterAnswer | None = None

    def begin(self, pad: Pad | None) -> None:
        """Reads it, up to what it wishes."""
        activate(self.envelope.language)
        if pad is None:
            self.answer = self.envelope.around(*out())
            return
        joining.is_alive(pad)
        self.session, self.reply = pad.session_id, reply(pad, self.headers, self.body)
        self._go_on(lambda saying: next(saying))

    def hear(self, became: Sequence[Outcome]) -> None:
        """Goes on when it is known what became of its wishes."""
        activate(self.envelope.language)
        self._go_on(lambda saying: saying.send(became))

    def _go_on(self, step: Callable[[Reply], Sequence[store.Wish]]) -> None:
        try:
            self.wishes = step(self.reply) if self.reply else ()
        except StopIteration as end:
            self.answer = self.envelope.around(*end.value)


@dataclass
class Counter:
    """Takes what is sent. What waits is touched by the server's own thread only."""

    thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "counter"))
    waiting: list[Sent] = field(default_factory=list)
    is_busy: bool = False

    async def take(self, scope: Mapping[str, Any], body: bytes) -> CounterAnswer | None:
        """The answer to what a phone sends, when it is on disk; none if it must be answered the usual way."""
        headers = headers_of(scope)
        cookies = parse_cookie(headers.get("cookie", ""))
        envelope = envelope_of(scope, cookies.get(settings.LANGUAGE_COOKIE_NAME, ""))
        if envelope is None:
            return None
        loop = asyncio.get_running_loop()
        sent = Sent(cookies.get(joining.COOKIE, ""), headers, body, envelope, loop.create_future())
        self.waiting.append(sent)
        if not self.is_busy:
            self._next(loop)
        return await sent.done

    def _next(self, loop: asyncio.AbstractEventLoop, busy: store.StoreBusy | None = None) -> None:
        """The next lot; where the database was held all the time, they have waited for it too, and wait no longer."""
        together, self.waiting = self.waiting[:TOGETHER], self.waiting[TOGETHER:]
        self.is_busy = bool(together)
        if together:
            self.thread.submit(self._work, together, loop, busy)

    def _work(self, together: list[Sent], loop: asyncio.AbstractEventLoop, busy: store.StoreBusy | None) -> None:
        fault: store.StoreBusy | None = None
        try:
            fault = take_together(together, busy)
        except Exception as problem:  # each is answered by itself, and whoever is at fault is told so there
            log.warning("What phones sent together is taken one by one.", exc_info=problem)
            for each in together:
                each.answer = None
        loop.call_soon_threadsafe(self._answered, together, loop, fault)

    def _answered(self, together: list[Sent], loop: asyncio.AbstractEventLoop, fault: store.StoreBusy | None) -> None:
        self._next(loop, fault)
        for each in together:
            if not each.done.done():
                each.done.set_result(each.answer)


def take_together(together: Sequence[Sent], busy: store.StoreBusy | None = None) -> store.StoreBusy | None:
    """Takes all of it, and writes what is of one session in one go; again, as long as some of them wish for more. Gives back
    that the database was held too long, if it was; with `busy` nothing is tried."""
    close_old_connections()
    found: store.StoreBusy | None = None
    try:
        pads = joining.find_pads({each.secret for each in together})
        for each in together:
            each.begin(pads.get(each.secret))
        while wishing := [each for each in together if each.answer is None]:
            of_session: defaultdict[int, list[Sent]] = defaultdict(list)
            for each in wishing:
                of_session[each.session].append(each)
            for session, those in of_session.items():
                wishes = [wish for each in those for wish in each.wishes]
                outcomes: Sequence[Outcome] = [busy] * len(wishes) if busy else became(session, wishes)
                found = next((each for each in outcomes if isinstance(each, store.StoreBusy)), found)
                for each in those:
                    count = len(each.wishes)
                    each.hear(outcomes[:count])
                    outcomes = outcomes[count:]
    finally:
        close_old_connections()
    return None if busy else found


# -- the middleware -----------------------------------------------------------------------------------------------------


def headers_of(scope: Mapping[str, Any]) -> dict[str, str]:
    """The headers of a request by their names, as Django reads those that come twice.

    >>> headers_of({"headers": [(b"cookie", b"a=1"), (b"x-pad", b"1"), (b"cookie", b"b=2")]})
    {'cookie': 'a=1; b=2', 'x-pad': '1'}
    """
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1"), value.decode("latin-1")
        found[key] = f"{found[key]}{'; ' if key == 'cookie' else ','}{text}" if key in found else text
    return found


def envelope_of(scope: Mapping[str, Any], language: str) -> Envelope | None:
    """What the answer to a request goes out in; none if it says too much of itself, or is not let through."""
    kept = tuple((name, value) for name, value in scope["headers"] if name not in NOT_KEPT)
    if sum(len(name) + len(value) for name, value in kept) > LONG:
        return None
    return _envelope(scope["scheme"], kept, language[:20], tuple(settings.KNOWN_HOSTS))


@lru_cache(maxsize=2**10)
def _envelope(
    scheme: str, headers: tuple[tuple[bytes, bytes], ...], language: str, _hosts: tuple[str, ...]
) -> Envelope | None:
    """The same, asked of the middleware by a request that says all this of itself and sends nothing."""
    cookie = (
        [(b"cookie", f"{settings.LANGUAGE_COOKIE_NAME}={language}".encode("latin-1", "ignore"))] if language else []
    )
    scope = {"type": "http", "method": "POST", "path": short.SENDING, "query_string": b"", "scheme": scheme}
    response = _through_middleware()(ASGIRequest({**scope, "headers": [*headers, *cookie]}, BytesIO()))
    if response.status_code != 200:
        return None
    found = {name: value for name, value in response.items() if name not in ("Content-Length", "Content-Encoding")}
    packs = response.headers.get("Content-Encoding") == "gzip"
    return Envelope(
        found.pop(SPOKEN),
        tuple((name.encode("latin-1"), value.encode("latin-1")) for name, value in found.items()),
        packs,
    )


SPOKEN = "X-Arrowswitch-Spoken"


@lru_cache(maxsize=1)
def _through_middleware() -> Callable[[HttpRequest], HttpResponse]:
    return short.short_way(_blank)


def _blank(_request: HttpRequest) -> HttpResponse:
    """An answer that says nothing, but in which language, and is long enough to be packed."""
    response = HttpResponse(b" " * 5 * PACKED, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    response.headers[SPOKEN] = get_language() or settings.LANGUAGE_CODE
    return response
