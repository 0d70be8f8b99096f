"""The service worker: it keeps the pad's page and its files on the device, so that a reload needs no network."""

from __future__ import annotations

import hashlib
import json

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.pads import files
from arrowswitch.site.pads.words import words


def edition() -> str:
    """Changes whenever a file does, so that devices take the new ones after an upgrade."""
    more = (files.HERE / "pad/sw.js", files.HERE.parent.parent / "templates/pads/pad.html")
    text = files.edition().encode() + b"".join(file.read_bytes() for file in more) + json.dumps(words()).encode()
    return hashlib.sha256(text).hexdigest()[:16]


@allow(*EVERYONE)
@require_safe
def script(_request: HttpRequest) -> HttpResponse:
    """The worker, with the names of what it keeps."""
    names = ", ".join(f'"{files.address(name)}"' for name in files.FILES)
    head = f'const EDITION = "{edition()}";\nconst FILES = ["./", {names}];\n'
    response = HttpResponse(
        head + (files.HERE / "pad/sw.js").read_text(), content_type="text/javascript; charset=utf-8"
    )
    response["Cache-Control"] = "no-cache"
    return response
