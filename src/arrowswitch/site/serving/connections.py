"""The lines that browsers keep open: how many, and how long one may say nothing.

A hall of 200 phones behind one address needs 200 lines that stay open for news, and a few more for each phone while a page
loads: 1000 from one address are enough. Where they are used up, the line goes that has kept us waiting the longest; so
whoever opens lines and says nothing loses his own, and a phone still comes in. Answers in the making, and lines kept open
for news, are never taken away.
"""

from __future__ import annotations

import asyncio
import asyncio.constants
import contextlib
import ipaddress
import logging
import os
import socket
from collections.abc import Iterable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from arrowswitch.site.serving.network import neighbourhood, real_number

HEADERS = 10.0
"""Seconds in which a request must have said what it wants, from when a line is opened or begins again."""
UNREAD = 30.0
"""Seconds for which an answer may wait to be read; and for which a phone that has left the network is believed."""
HANDSHAKE = 10.0
"""Seconds to agree on a secret, with https."""
HEAD = 65_536
"""Bytes in which a request must have said what it wants; what is read has no limit of its own."""

MOST = 4000
FROM_ONE = 1000
OWN_FILES = 150
"""Files that the server itself has open: the database in every thread, pipes to the workshop."""

REFUSED = b"Too many connections are open. Wait a minute and try again.\n"
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 60\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(REFUSED), REFUSED)
)

log = logging.getLogger("arrowswitch.connections")


class Connection(HttpToolsProtocol):
    """A line of uvicorn's that ends when it keeps us waiting."""

    crowd: Crowd
    waits_for_headers: asyncio.TimerHandle | None = None
    waits_for_reader: asyncio.TimerHandle | None = None
    answering: RequestResponseCycle | None = None
    """The request that is being answered; `cycle` is the last that has come, which may wait behind it."""
    in_head, head, waiting = False, 0, 0
    """Whether a request has begun to say what it wants, what it has said in bytes, and what came of it since it began."""

    @property
    def is_asked(self) -> bool:
        """Whether a request has come that is not answered yet."""
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def keeps_us_waiting(self) -> bool:
        """Whether it is the other end's turn: to ask, to send the rest, or to read."""
        return not self.is_asked or self.cycle.more_body or self.waits_for_reader is not None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        with contextlib.suppress(AttributeError, OSError):  # only Linux has it; a transport of a test has no socket
            transport.get_extra_info("socket").setsockopt(
                socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(UNREAD * 1000)
            )
        if self.crowd.enter(self):
            self._expect_headers()
        else:
            log.warning("More connections came than are taken; some were refused.")
            transport.write(REFUSAL)
            transport.close()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.in_head:
            self.waiting += len(data)
        super().data_received(data)
        if self.in_head and self.waiting > HEAD and not self.transport.is_closing():
            self.send_400_response("Too much was said before it was clear what is wanted.")
            return
        if self.is_asked:
            self._stop("waits_for_headers")
        elif self.waits_for_headers is None and self.timeout_keep_alive_task is None:
            self._expect_headers()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.in_head, self.head, self.waiting = True, 0, 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._say(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._say(len(name) + len(value))

    def on_headers_complete(self) -> None:
        self.in_head = False
        super().on_headers_complete()

    def _say(self, count: int) -> None:
        self.head += count
        if self.head > HEAD:
            raise ValueError("too long")  # uvicorn says 400, and ends the line

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self.answering = cycle
        super()._start_asgi_task(cycle, app)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.answering is not None and not self.answering.response_complete:  # though another may wait behind it
            self.answering.disconnected = True
            self.answering.message_event.set()
        self.crowd.leave(self)
        self._stop("waits_for_headers")
        self._stop("waits_for_reader")
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.waits_for_reader = self.loop.call_later(UNREAD, self.drop)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop("waits_for_reader")

    def timeout_keep_alive_handler(self) -> None:
        if self.transport.get_write_buffer_size():  # closing would wait for a reader
            self.drop()
        else:
            super().timeout_keep_alive_handler()

    def drop(self) -> None:
        """Ends the line at once, whatever was to be written."""
        self.crowd.leave(self)
        self.transport.abort()

    def _expect_headers(self) -> None:
        self.waits_for_headers = self.loop.call_later(HEADERS, self.drop)

    def _stop(self, timer: str) -> None:
        running = getattr(self, timer)
        if running is not None:
            running.cancel()
            setattr(self, timer, None)


class Crowd:
    """Who is connected, by address; those who came first stand first."""

    def __init__(self, most: int, from_one: int, proxies: Iterable[str] = ()) -> None:
        self.most, self.from_one = most, from_one
        self.proxies = [ipaddress.ip_network(each) for each in proxies]
        self.lines: dict[str, dict[Connection, None]] = {}

    def enter(self, line: Connection) -> bool:
        """Whether there is place for one more, or place can be made."""
        here = self.lines.get(_whence(line), {})
        if len(here) >= self.from_one and not self._is_proxy(line) and not _made_room(here):
            return False
        if sum(map(len, self.lines.values())) >= self.most and not _made_room(max(self.lines.values(), key=len)):
            return False
        self.lines.setdefault(_whence(line), {})[line] = None
        return True

    def leave(self, line: Connection) -> None:
        """One less."""
        here = self.lines.get(_whence(line), {})
        here.pop(line, None)
        if not here:
            self.lines.pop(_whence(line), None)

    def _is_proxy(self, line: Connection) -> bool:
        """A proxy speaks for many; how many it lets in is its own affair."""
        number = real_number(line.client[0]) if line.client else None
        return number is not None and any(number in network for network in self.proxies)


def _whence(line: Connection) -> str:
    return neighbourhood(line.client[0]) if line.client else ""


def _made_room(here: dict[Connection, None]) -> bool:
    """Ends the oldest line of an address that keeps us waiting; false where none does."""
    waiting = next((line for line in here if line.keeps_us_waiting), None)
    if waiting is None:
        return False
    log.warning("More connections came than are taken; some that said nothing were ended.")
    waiting.drop()
    return True


def protocol(proxies: Iterable[str] = ()) -> type[Connection]:
    """The kind of line that a server with this many files to open can have."""
    asyncio.constants.SSL_HANDSHAKE_TIMEOUT = HANDSHAKE  # uvicorn has no setting for it
    most = min(MOST, open_files() - OWN_FILES)
    crowd = Crowd(most, min(FROM_ONE, most * 3 // 4), proxies)
    return type("CrowdedConnection", (Connection,), {"crowd": crowd})


def open_files() -> int:
    """How many files and lines this process may have open: as many as the system allows, where it can be asked."""
    if os.name != "posix":
        return MOST + OWN_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + OWN_FILES
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if soft == resource.RLIM_INFINITY else soft
