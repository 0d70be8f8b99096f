"""How much may be sent in one request, and in what time. Reading stops where the limit is, and nothing goes to the disk.

Who is not signed in sends short forms, and a phone its scores. The desk also sends files: lists of players, hands, system
cards. A body lies in memory until it is answered, so these limits are what the server needs for each request under way.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from arrowswitch.session.journal import seen, whole, without_nothing

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class BodyLimits(NamedTuple):
    """Bytes, and the seconds in which they must come; and how much more is taken and thrown away after a refusal, so that
    the sentence arrives: a line that is closed on unread bytes loses what was on its way back."""

    bytes: int
    seconds: float
    drained: int = 1_000_000


OF_VISITORS = BodyLimits(250_000, 20)
OF_THE_ROOM = BodyLimits(4_000_000, 90, drained=40_000_000)
"""The largest file that any form of ours takes has 2 MB, and half as much again when it comes back in a form."""
OF_FILES = BodyLimits(16_000_000, 180, drained=40_000_000)
"""Where files of other programs are brought in, several at once; packed, they come back with the form."""
FILES = "/bring-in/"
DRAINS = 2.0
"""Seconds without a byte after which nothing more is expected."""


def limits(path: str, *, signed_in: bool) -> BodyLimits:
    """What may be sent to an address.

    >>> limits("/bring-in/", signed_in=True).bytes > limits("/night/new/", signed_in=True).bytes
    True
    """
    if not signed_in:
        return OF_VISITORS
    return OF_FILES if path == FILES else OF_THE_ROOM


class Refusal(Exception):  # noqa: N818 - an answer
    """A body that is not read to its end."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class SenderGone(Exception):  # noqa: N818 - nobody is there to be told
    """Whoever sent it has closed the line."""


def too_large(room: BodyLimits) -> Refusal:
    """Said as soon as it is known."""
    return Refusal(413, _("That is too large: at most %(most)s kB are taken here.") % {"most": room.bytes // 1000})


def declared(scope: Mapping[str, Any]) -> int:
    """The length that a request says its body has; nothing if it does not say."""
    written = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(written) if written.isdigit() else 0


def as_json(body: bytes) -> Any:
    """What was sent as JSON, by a phone or to the desk; `ValueError` if it is none. All of it passes here, and no text that
    goes on from here has half a character in it, with which no page could be written and no database asked, or one that is
    not seen.

    >>> as_json(b'{"about": "\\\\ud83d"}') == {"about": "\ufffd"}
    True
    """
    try:
        found = json.loads(body)
        return found if body.isascii() and b"\\" not in body else seen(whole(found), without_nothing)
    except RecursionError:
        raise ValueError("too deep") from None


async def read(scope: Mapping[str, Any], receive: Receive, room: BodyLimits) -> io.BytesIO:
    """The body, or the reason why it was not read."""
    if declared(scope) > room.bytes:
        raise too_large(room)
    body = bytearray()
    try:
        async with asyncio.timeout(room.seconds):
            more = True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise SenderGone
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > room.bytes:
                    raise too_large(room)
    except TimeoutError:
        raise Refusal(408, _("What was sent did not arrive in time. Nothing was changed; try again.")) from None
    return io.BytesIO(body)


async def refuse(refusal: Refusal, room: BodyLimits, receive: Receive, send: Send) -> None:
    """Says why, takes a little of what is still coming, and closes the line."""
    text = f"{refusal}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": text, "more_body": True})
    left, more = room.drained, True
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(room.seconds):
            while more and left > 0:
                message = await asyncio.wait_for(receive(), DRAINS)
                left -= len(message.get("body", b""))
                more = message.get("more_body", False)
    await send({"type": "http.response.body", "body": b"", "more_body": False})
