"""Who asks, and in which club; and how much who is not signed in may send."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import cast

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from arrowswitch.session import Actor
from arrowswitch.site.accounts.models import WAY
from arrowswitch.site.club.models import Club
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.serving.network import whence
from arrowswitch.site.work.memory import Memory

Answer = Callable[[ClubRequest], HttpResponse]

CARDS = "/t/"
PHONES = "/pad/"
PADS = "/pad/send"
PAD_COOKIE = "pad"
SLIDES = 600
"""Seconds after which a session that is in use is written again, so that it ends twelve hours after the last use."""


class Sessions(SessionMiddleware):
    """Sessions in the database; a page is not lost because the disk is full, or the database held by another program,
    when its session would be prolonged."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        from arrowswitch.site.journal.store import without_waiting

        looks = request.method in ("GET", "HEAD")
        try:
            with without_waiting() if looks and request.session.modified else nullcontext():
                return super().process_response(request, response)
        except (DatabaseError, SessionInterrupted):
            return response


def who(get_response: Answer) -> Callable[[HttpRequest], HttpResponse]:
    """Sets `request.club` and `request.actor`; a visitor is in the club of this server."""

    def answer(plain: HttpRequest) -> HttpResponse:
        request = cast(ClubRequest, plain)  # here it becomes one
        account = request.user if request.user.is_authenticated else None
        if account and WAY in request.session and account.is_larger_than_players:
            logout(plain)  # it was a player's when it was opened without a password
            account = None
        request.club = account.club if account else Club.of_visitors()
        request.actor = account.actor if account else Actor("public")
        if account and abs(time.time() - request.session.get("used", 0)) > SLIDES:
            request.session["used"] = int(time.time())
        response = get_response(request)
        if account or response.status_code >= 400:  # what is not there now may be there in a minute
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    return answer


class Allowance:
    """How often each address may do something: so many times at once (`at_once`, if more), and so many in a minute.

    >>> now = [0.0]
    >>> allowance = Allowance(2, clock=lambda: now[0])
    >>> [allowance.grants("10.0.0.7") for _ in range(3)], allowance.grants("10.0.0.8")
    ([True, True, False], True)
    >>> now[0] = 30.0
    >>> allowance.grants("10.0.0.7")
    True
    >>> [Allowance(60, at_once=3).grants("10.0.0.7", times) for times in (3, 4)]
    [True, False]
    """

    def __init__(self, a_minute: int, at_once: int = 0, clock: Callable[[], float] = time.monotonic) -> None:
        self.a_minute, self.at_once, self.clock = a_minute, at_once or a_minute, clock
        self.left: Memory[str, tuple[float, float]] = Memory(10_000)
        self.lock = threading.Lock()

    def grants(self, address: str, times: int = 1, leaving: float = 0) -> bool:
        """Whether it may be done once more, or so many times, with so much left for others; what is not granted does not
        count."""
        now = self.clock()
        with self.lock:
            left, since = self.left.get(address, (float(self.at_once), now))
            left = min(self.at_once, left + (now - since) * self.a_minute / 60)
            granted = left >= max(times, 1) + leaving
            self.left.put(address, ((left - times if granted else left), now))
        return granted


def _is_of_phones(request: HttpRequest) -> bool:
    """A room full of phones may have one address; joining and sending have limits of their own."""
    return request.path_info.startswith(CARDS) or (request.path_info == PADS and PAD_COOKIE in request.COOKIES)


def not_too_much(get_response: Answer) -> Answer:
    """Refuses forms from who is not signed in when they come too thick."""
    allowance = Allowance(settings.PUBLIC_FORMS_A_MINUTE)

    def answer(request: ClubRequest) -> HttpResponse:
        if request.method in ("GET", "HEAD", "OPTIONS") or request.actor.role != "public":
            return get_response(request)
        if _is_of_phones(request):
            return get_response(request)
        counted = "of phones " if request.path_info.startswith(PHONES) else ""  # they keep nobody from signing in
        if allowance.grants(counted + whence(request.META)):
            return get_response(request)
        text = _("Too many forms came from this address at once. Nothing was changed; wait a minute and try again.")
        response = render(request, "sorry.html", {"title": _("Too fast"), "text": text}, status=429)
        response["Retry-After"] = "60"
        return response

    return answer
