"""The pad's files, under an address that changes with them, so that a phone may keep them for good.

A service worker needs https, which a club's own network seldom has. What works without it is the browser's own cache: the
page is good for the night, its files for ever, so that a page that was closed opens again while there is no server.
"""

from __future__ import annotations

import hashlib
import mimetypes
from functools import cache
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.fonts import FONTS
from arrowswitch.site.pads.joining import LASTS

HERE = Path(__file__).resolve().parent.parent / "static" / "arrowswitch"
MODULES = ("pad", "beside", "clock", "ears", "entry", "game", "keep", "known", "line", "pins", "shown", "words")
ICONS = ("icon.svg", "pad/icon-apple-180.png")
FILES = ("style.css", *ICONS, *FONTS, "pad/pad.css", *(f"pad/{name}.js" for name in MODULES))
FOR_A_NIGHT = f"private, max-age={LASTS}"
FOR_EVER = "public, max-age=31536000, immutable"


@cache
def edition() -> str:
    """Changes whenever a file does."""
    return hashlib.sha256(b"".join((HERE / name).read_bytes() for name in FILES)).hexdigest()[:16]


def address(name: str = "") -> str:
    """Where a file of this edition is; without a name, the folder of them all."""
    return reverse("pad-file", args=[edition(), "_"])[:-1] + name


@allow(*EVERYONE)
@require_safe
def file(_request: HttpRequest, asked: str, name: str) -> HttpResponse:
    """One of the pad's files; a page of an earlier edition gets today's, and keeps it for now only."""
    if name not in FILES:
        raise Http404
    kind = mimetypes.guess_type(name)[0] or "font/woff2"
    response = HttpResponse((HERE / name).read_bytes(), content_type=kind)
    response["Cache-Control"] = FOR_EVER if asked == edition() else "no-cache"
    return response
