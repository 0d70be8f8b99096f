"""What uvicorn serves: Django, with each request in one thread from the first middleware to the last.

Django's own handler takes a new thread, and a new connection to the database, for every request, and changes threads at
every middleware; that costs ten times what a page costs. Here a few threads stay, each with its connection.
"""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import django
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arrowswitch.site.settings")
django.setup(set_prefix=False)

from arrowswitch.site.pads.live import Watch  # noqa: E402 - models want Django to be awake
from arrowswitch.site.pads.views import STREAM  # noqa: E402

THREADS = 8


class Handler(ASGIHandler):
    """Answers in threads that stay."""

    def __init__(self) -> None:
        super().__init__()
        self.threads = ThreadPoolExecutor(THREADS, "request")
        self.watch = Watch(self.threads)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            raise ValueError("Only pages are served.")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            answer = asyncio.get_running_loop().run_in_executor(self.threads, self.answer, scope, body)
            response = await answer
            if STREAM in response.headers:
                await self.stream(response, receive, send)
            else:
                await self.send_response(response, send)

    async def stream(self, response: HttpResponseBase, receive: Any, send: Any) -> None:
        """Keeps the line open and says when a session changes, until the other end has gone."""
        session, pad = map(int, response.headers[STREAM].split())
        for name in (STREAM, "Content-Length"):  # a line that stays open has no length
            if name in response.headers:
                del response.headers[name]
        headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]
        await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
        gone = asyncio.Event()

        async def listen() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            gone.set()

        async with asyncio.TaskGroup() as tasks:
            hearing = tasks.create_task(listen())
            following = tasks.create_task(self.watch.follow(session, pad, send, gone))
            await asyncio.wait((hearing, following), return_when=asyncio.FIRST_COMPLETED)
            hearing.cancel()
            following.cancel()
        if not gone.is_set():
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    def answer(self, scope: Any, body: Any) -> HttpResponseBase:
        """The whole of a request, as a web server with threads would run it."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response = refusal if request is None else self.get_response(request)
        response._handler_class = self.__class__
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
