"""The service worker: it keeps the pad's page and its files on the device, so that a reload needs no network."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.fonts import FONTS
from arrowswitch.site.pads.words import words

HERE = Path(__file__).resolve().parent.parent / "static" / "arrowswitch"
FILES = (
    "style.css",
    "icon.svg",
    *FONTS,
    "pad/pad.css",
    *(
        f"pad/{name}.js"
        for name in ("pad", "beside", "entry", "game", "keep", "known", "line", "pins", "shown", "words")
    ),
)


def edition() -> str:
    """Changes whenever a file does, so that devices take the new ones after an upgrade."""
    files = (*(HERE / name for name in (*FILES, "pad/sw.js")), HERE.parent.parent / "templates/pads/pad.html")
    text = b"".join(file.read_bytes() for file in files) + json.dumps(words()).encode()
    return hashlib.sha256(text).hexdigest()[:16]


@allow(*EVERYONE)
@require_safe
def script(_request: HttpRequest) -> HttpResponse:
    """The worker, with the names of what it keeps."""
    names = ", ".join(f'"{static(f"arrowswitch/{name}")}"' for name in FILES)
    head = f'const EDITION = "{edition()}";\nconst FILES = ["./", {names}];\n'
    response = HttpResponse(head + (HERE / "pad/sw.js").read_text(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response
