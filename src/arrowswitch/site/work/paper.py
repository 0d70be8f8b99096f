"""What is printed, as browsers show it: a PDF of its own with a name, or the sentence why it cannot be printed."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from arrowswitch import press
from arrowswitch.movements import ImpossibleWish
from arrowswitch.press import UnknownPrint
from arrowswitch.site.spoken import spoken


def paper_of(request: HttpRequest) -> str:
    """The size of paper that was asked for; A4, if none that we know."""
    wanted = request.GET.get("paper", "a4")
    return wanted if wanted in press.PAPERS else "a4"


def pdf(body: bytes, name: str) -> HttpResponse:
    """A PDF to look at and to print, under a name if it is kept.

    >>> pdf(b"%PDF-", "cards")["Content-Disposition"]
    'inline; filename="cards.pdf"'
    """
    response = HttpResponse(body, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response


def on_paper(request: HttpRequest, name: str, make: Callable[[], bytes]) -> HttpResponse:
    """What is made, as a PDF; or why there is none."""
    try:
        return pdf(make(), name)
    except (ImpossibleWish, UnknownPrint) as problem:
        return render(
            request, "sorry.html", {"title": gettext("That cannot be printed"), "text": spoken(problem)}, status=400
        )
