"""What is printed, as browsers show it: a PDF of its own with a name, or the sentence why it cannot be printed."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from arrowswitch.movements import ImpossibleWish
from arrowswitch.press import UnknownPrint
from arrowswitch.site.spoken import spoken


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
