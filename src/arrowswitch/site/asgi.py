"""What uvicorn serves: Django, with each request in one thread from the first middleware to the last.

Django's own handler takes a new thread, and a new connection to the database, for every request, and changes threads at
every middleware; that costs ten times what a page costs. Here a few threads stay, each with its connection. Some of them
are the room's: phones that have joined, the desk, who holds a table's card. Visitors have others, so that however
many come, no phone waits for them. Static files, which are in memory, have one of their own: a hall full of phones that
open the pad at once waits for nobody.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, cast

import django
from django.core import signals
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix
from django.utils.translation import gettext as _

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arrowswitch.site.settings")
django.setup(set_prefix=False)

from arrowswitch.site.pads.cards import SLOWLY  # noqa: E402
from arrowswitch.site.pads.counter import Counter  # noqa: E402
from arrowswitch.site.pads.live import Watch  # noqa: E402
from arrowswitch.site.pads.short import is_sending, is_short, short_way  # noqa: E402
from arrowswitch.site.pads.views import STREAM  # noqa: E402
from arrowswitch.site.serving import bodies, health, static_files, turns  # noqa: E402 - models want Django to be awake
from arrowswitch.site.serving.door import Door  # noqa: E402
from arrowswitch.site.serving.network import neighbourhood  # noqa: E402
from arrowswitch.site.serving.turns import OpenStreams, TooMany, Turns  # noqa: E402
from arrowswitch.site.work.workshop import for_visitors  # noqa: E402

ROOM_THREADS = 8
Answering = Callable[[Any, BytesIO], Awaitable[HttpResponseBase]]


class Handler(ASGIHandler):
    """Answers in threads that stay."""

    def __init__(self) -> None:
        super().__init__()
        # Threads apart for each, so that a crowd of visitors keeps no score waiting, nor a full disk the health page.
        self.room = ThreadPoolExecutor(ROOM_THREADS, "room")
        self.visitors = ThreadPoolExecutor(turns.THREADS, "visitors", for_visitors.set, (True,))
        self.health = ThreadPoolExecutor(1, "health")
        self.counter = Counter()
        self.files = ThreadPoolExecutor(1, "files")
        self.door = Door()
        self.watch = Watch(self.room)
        self.turns, self.lines = Turns(), OpenStreams()

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)  # a request has a thread to itself: SQLite would block the loop
        self.short_way = short_way()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            raise ValueError("Only pages are served.")
        aside = self.aside(scope["path"])
        admitted = "" if aside else await self.door.admits(scope)
        room = bodies.limits(scope["path"], signed_in=admitted == "sign-in")
        try:
            body = await bodies.read(scope, receive, room)
            taken = await self.counter.take(scope, body.getvalue()) if admitted and is_sending(scope) else None
            if taken is not None:
                await send({"type": "http.response.start", "status": taken.status, "headers": taken.headers})
                await send({"type": "http.response.body", "body": taken.body})
                return
            answering = aside or (self.for_room if admitted else self.for_visitor)
            response = await answering(scope, body)
        except bodies.SenderGone:
            return
        except bodies.Refusal as refusal:
            await bodies.refuse(refusal, room, receive, send)
            return
        if SLOWLY in response.headers:  # it keeps no thread while it waits
            await asyncio.sleep(int(response.headers[SLOWLY]))
            del response.headers[SLOWLY]
        if STREAM in response.headers:
            await self.stream(response, receive, send)
        else:
            await self.send_response(response, send)

    def aside(self, path: str) -> Answering | None:
        """Who answers what is neither the room's nor a visitor's."""
        if path == health.ADDRESS:
            return self.for_health
        return self.for_file if path.startswith(static_files.PLACE) else None

    async def for_file(self, scope: Any, body: BytesIO) -> HttpResponseBase:
        """A static file."""
        return await asyncio.get_running_loop().run_in_executor(self.files, self.answer, scope, body)

    async def for_room(self, scope: Any, body: BytesIO) -> HttpResponseBase:
        """The answer to a phone or to the desk."""
        return await asyncio.get_running_loop().run_in_executor(self.room, self.answer, scope, body)

    async def for_visitor(self, scope: Any, body: BytesIO) -> HttpResponseBase:
        """The answer to anybody else, when it is their turn."""
        address = neighbourhood((scope.get("client") or ("",))[0])
        try:
            async with self.turns.turn(address):
                return await asyncio.get_running_loop().run_in_executor(self.visitors, self.answer, scope, body)
        except TooMany:
            text = _("Too many people ask for pages at once. Wait half a minute and try again.")
            raise bodies.Refusal(503, text) from None

    async def for_health(self, scope: Any, body: BytesIO) -> HttpResponseBase:
        """The answer to whatever looks after the server, whoever else is waiting."""
        try:
            async with asyncio.timeout(health.SECONDS):
                return await asyncio.get_running_loop().run_in_executor(self.health, self.answer, scope, body)
        except TimeoutError:
            raise bodies.Refusal(503, _("The data is not answering.")) from None

    async def stream(self, response: HttpResponseBase, receive: Any, send: Any) -> None:
        """Keeps the line open and says when a session changes, until the other end has gone."""
        session, pad, holder = response.headers[STREAM].split()
        for name in (STREAM, "Content-Length"):  # a line that stays open has no length
            if name in response.headers:
                del response.headers[name]
        headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]
        await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
        heard = False

        async def listen() -> None:
            nonlocal heard
            while (await receive())["type"] != "http.disconnect":
                pass
            heard = True

        with self.lines.one_more(int(pad), holder) as gone:
            async with asyncio.TaskGroup() as tasks:
                ends = [
                    tasks.create_task(listen()),
                    tasks.create_task(self.watch.follow(int(session), int(pad), send, gone)),
                    tasks.create_task(gone.wait()),
                ]
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
                gone.set()
                for each in ends:
                    each.cancel()
        if not heard:
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    def answer(self, scope: Any, body: Any) -> HttpResponseBase:
        """The whole of a request, as a web server with threads would run it."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        respond = self.short_way if is_short(scope) else self.get_response
        response = cast(HttpResponseBase, refusal) if request is None else respond(request)  # one of them is there
        response._handler_class = self.__class__  # type: ignore[attr-defined]  # where Django's own handler writes it
        if response.streaming:
            response = _whole(response)
        response.close()  # what is in it stays; the database is told that the request is over
        return response


def _whole(streamed: Any) -> HttpResponse:
    """A file in one piece."""
    response = HttpResponse(b"".join(streamed), status=streamed.status_code)
    response.headers, response.cookies = streamed.headers, streamed.cookies
    streamed.close()
    return response


application = Handler()
