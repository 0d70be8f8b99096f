"""The pages of help: what there is to read, one guide, and its pictures. They are for everybody and need no network."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.http import http_date
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.help import guides
from arrowswitch.site.requests import ClubRequest

A_DAY = 24 * 3600
LONGEST = 100
"""Letters of a question that are looked at."""


@allow(*EVERYONE)
@require_safe
def contents(request: ClubRequest) -> HttpResponse:
    """All guides, or those in which something occurs."""
    asked = " ".join(request.GET.get("q", "").split())[:LONGEST]
    context = {"guide": guides.guide(guides.CONTENTS), "asked": asked, "found": guides.search(asked)}
    return render(request, "help/contents.html", context)


@allow(*EVERYONE)
@require_safe
def shown(request: ClubRequest, name: str) -> HttpResponse:
    """One guide."""
    if name not in guides.names():
        raise Http404
    return render(request, "help/guide.html", {"guide": guides.guide(name)})


@allow(*EVERYONE)
@require_safe
def picture(request: ClubRequest, file: str) -> HttpResponse:
    """A picture of a guide."""
    if file not in guides.pictures():
        raise Http404
    path = guides.DOCS / file
    response = HttpResponse(path.read_bytes(), content_type="image/webp")
    response["Cache-Control"] = f"public, max-age={A_DAY}"
    response["Last-Modified"] = http_date(path.stat().st_mtime)
    return response
