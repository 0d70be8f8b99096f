"""Who is of the room: a phone that has joined, somebody of the desk who is signed in, whoever holds a table's card.

A cookie alone proves nothing, so it is looked up, in a thread for this only and with one short question to the database;
who was found is believed for a minute. It decides only in which threads a request is answered and how much it may send:
what it may see and do is asked again where it is answered.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import DatabaseError, close_old_connections
from django.http import parse_cookie

from arrowswitch.site.accounts.gate import DESK
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.pads import joining
from arrowswitch.site.work.memory import Memory

BELIEVED = 60
"""Seconds."""
MOST = 5000
"""People who are known at once."""
WAITING = 100
"""Who may wait to be looked at; beyond that one is a visitor."""
CARDS = "/t/"
PADS = "/pad/"


class Door:
    """Tells the room from visitors, and remembers."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.thread = ThreadPoolExecutor(1, "door")
        self.known: Memory[str, str] = Memory(MOST, lasts=BELIEVED, clock=clock)
        self.waiting = 0

    async def admits(self, scope: Mapping[str, Any]) -> str:
        """As what a request is of the room: by a sign-in, a pad or a card; nothing for a visitor."""
        for kind, secret in shown(scope):
            key = f"{kind} {hashlib.sha256(secret.encode()).hexdigest()}"
            if key in self.known or await self._found(kind, secret, key):
                return kind
        return ""

    async def _found(self, kind: str, secret: str, key: str) -> bool:
        if self.waiting >= WAITING:
            return False
        self.waiting += 1
        try:
            found = await asyncio.get_running_loop().run_in_executor(self.thread, is_real, kind, secret)
        finally:
            self.waiting -= 1
        if found:
            self.known.put(key, kind)
        return found


def shown(scope: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What a request shows to be let in: the letters of a card, a phone's secret, a sign-in."""
    path = scope["path"]
    if path.startswith(CARDS) and len(path) < 20:
        yield "card", path.removeprefix(CARDS).strip("/")
    header = b"; ".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin-1")
    cookies = parse_cookie(header) if header else {}
    names = {settings.SESSION_COOKIE_NAME: "sign-in", **({joining.COOKIE: "pad"} if path.startswith(PADS) else {})}
    for name, kind in names.items():
        if 0 < len(cookies.get(name, "")) <= 100:
            yield kind, cookies[name]


def is_real(kind: str, secret: str) -> bool:
    """Whether it opens anything."""
    close_old_connections()
    try:
        return REAL[kind](secret)
    except DatabaseError:
        return False


def _is_at_desk(key: str) -> bool:
    """Whether a sign-in is of the desk; players look at pages as visitors do."""
    account = import_module(settings.SESSION_ENGINE).SessionStore(key).get(SESSION_KEY)
    return account is not None and Account.objects.filter(pk=account, role__in=DESK, is_active=True).exists()


REAL: dict[str, Callable[[str], bool]] = {
    "card": lambda letters: joining.opens(letters),
    "pad": lambda token: joining.find_pad(token) is not None,
    "sign-in": _is_at_desk,
}
