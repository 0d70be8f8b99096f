"""Who asks, and in which club."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from arrowswitch.session import Actor
from arrowswitch.site.club.models import Club

Answer = Callable[[HttpRequest], HttpResponse]

SLIDES = 600
"""Seconds after which a session that is in use is written again, so that it ends twelve hours after the last use."""


def who(get_response: Answer) -> Answer:
    """Sets `request.club` and `request.actor`; a visitor is in the club of this server."""

    def answer(request: HttpRequest) -> HttpResponse:
        account = request.user if request.user.is_authenticated else None
        request.club = account.club if account else Club.of_visitors()
        request.actor = account.actor if account else Actor("public")
        if account and time.time() - request.session.get("used", 0) > SLIDES:
            request.session["used"] = int(time.time())
        return get_response(request)

    return answer
