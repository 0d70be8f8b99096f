"""What every page knows: the club, and how this device wants its pages."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from arrowswitch.site.club.models import Club

THEMES = ("auto", "light", "dark")


def club(request: HttpRequest) -> dict[str, Any]:
    """The club of this data folder, the colours and whether the keyboard shortcuts are on."""
    theme = request.COOKIES.get("theme", "auto")
    return {
        "club": Club.here(),
        "theme": theme if theme in THEMES else "auto",
        "shortcuts": request.COOKIES.get("shortcuts") != "off",
    }
