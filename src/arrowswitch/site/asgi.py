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

THREADS = 8


class Handler(ASGIHandler):
    """Answers in threads that stay."""

    def __init__(self) -> None:
        super().__init__()
        self.threads = ThreadPoolExecutor(THREADS, "request")

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
            await self.send_response(await answer, send)

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


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arrowswitch.site.settings")
django.setup(set_prefix=False)
application = Handler()
