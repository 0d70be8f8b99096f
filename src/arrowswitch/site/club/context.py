"""What every page knows: the club, whether it is a page of the club's site, and how this device wants its pages."""

from __future__ import annotations

from typing import Any, cast

from django.db import DatabaseError
from django.http import HttpRequest

from arrowswitch.site.accounts.gate import DESK
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.website import public

THEMES = ("auto", "light", "dark")


def club(request: HttpRequest) -> dict[str, Any]:
    """The club and who asks, the colours and whether the keyboard shortcuts are on."""
    actor = getattr(request, "actor", None)
    theme = request.COOKIES.get("theme", "auto")
    return {
        "club": getattr(request, "club", None),
        "actor": actor,
        "is_desk": actor is not None and actor.role in DESK,
        "at_site": lambda: actor is not None and _at_site(cast(ClubRequest, request)),
        "about_us": lambda: public.about_us(cast(ClubRequest, request)),
        "site_menu": lambda: public.menu_of(cast(ClubRequest, request)),
        "theme": theme if theme in THEMES else "auto",
        "shortcuts": request.COOKIES.get("shortcuts") != "off",
    }


def _at_site(request: ClubRequest) -> bool:
    """Whether pages have the cover of the club's own site: for its visitors, if the club wants its front page shown first."""
    try:
        return public.shown_first(request)
    except DatabaseError:  # the page that says so needs a cover too
        return False
