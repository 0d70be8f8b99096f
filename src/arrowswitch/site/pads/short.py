"""The short way for what two hundred phones do all evening: sending a score, asking what is known, listening for news.

These need no sign-in, no form, no page: what is left out of the middleware is named here, and everything else (whose
name the request came under, the headers, the language, packing) is passed through as ever. Only who shows a phone's secret
comes this way; the views ask whose it is, as they do for everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from django.conf import settings
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

from arrowswitch.session import Actor
from arrowswitch.site.pads import views
from arrowswitch.site.pads.joining import COOKIE
from arrowswitch.site.requests import ClubRequest

Answer = Callable[[HttpRequest], HttpResponse]

SENDING = "/pad/send"
VIEWS: Mapping[str, Answer] = {SENDING: views.send, "/pad/known": views.known, "/pad/stream": views.stream}
LEFT_OUT = (
    "arrowswitch.site.serving.static_files.static_files",
    "arrowswitch.site.accounts.middleware.Sessions",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "arrowswitch.site.accounts.middleware.who",
    "arrowswitch.site.accounts.middleware.not_too_much",
    "arrowswitch.site.serving.middleware.WorkshopBusy",
)
"""What serves pages, forms and accounts. Sending has limits of its own, by table."""


def is_short(scope: Mapping[str, Any]) -> bool:
    """Whether a request goes the short way; the mark of a phone is enough, since the views look at its secret.

    >>> is_short({"path": "/pad/send", "headers": [(b"cookie", b"pad=secret")]}), is_short({"path": "/", "headers": []})
    (True, False)
    """
    mark = f"{COOKIE}=".encode()
    return scope["path"] in VIEWS and any(
        part.strip().startswith(mark)
        for name, value in scope["headers"]
        if name == b"cookie"
        for part in value.split(b";")
    )


def is_sending(scope: Mapping[str, Any]) -> bool:
    """Whether a phone sends something, which is taken at the counter."""
    return bool(scope["path"] == SENDING and scope["method"] == "POST")


def short_way(view: Answer | None = None) -> Answer:
    """Answers a request of a phone; by another view than its own, if one is given."""
    answer = convert_exception_to_response(view or _seen)
    for name in reversed(settings.MIDDLEWARE):
        if name not in LEFT_OUT:
            answer = convert_exception_to_response(import_string(name)(answer))
    return cast(Answer, answer)  # nothing on this way is asynchronous


def _seen(plain: HttpRequest) -> HttpResponse:
    request = cast(ClubRequest, plain)  # as far as the gate and these views look at it
    request.actor, request.club = Actor("public"), None  # a phone is nobody, whoever holds it
    response = VIEWS[request.path_info](request)
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers.setdefault("Content-Length", str(len(response.content)))
    return response
