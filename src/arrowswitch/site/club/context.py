"""What every page knows: the club, and how this device wants its pages."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from arrowswitch.site.accounts.gate import DESK

THEMES = ("auto", "light", "dark")


def club(request: HttpRequest) -> dict[str, Any]:
    """The club and who asks, the colours and whether the keyboard shortcuts are on."""
    actor = getattr(request, "actor", None)
    theme = request.COOKIES.get("theme", "auto")
    return {
        "club": getattr(request, "club", None),
        "actor": actor,
        "is_desk": actor is not None and actor.role in DESK,
        "theme": theme if theme in THEMES else "auto",
        "shortcuts": request.COOKIES.get("shortcuts") != "off",
    }
