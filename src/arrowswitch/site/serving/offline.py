"""What a device keeps so as to go on without a network: which files, and the service worker that keeps them.

The files are the site's own static files, under the address of their edition, which a browser may keep for good: a service
worker needs https, which a club's network seldom has, and without one the browser's cache does as well until it is emptied.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from fnmatch import fnmatch

from django.http import HttpResponse
from django.templatetags.static import static

from arrowswitch.site.serving import static_files

OURS = "arrowswitch/"
WORKER = "sw.js"
EVERYWHERE = ("style.css", "icon.svg", "fonts/*.woff2")
"""What every page needs to look right."""


def kept(*patterns: str) -> list[str]:
    """The names of the static files that fit, and of those that every page needs; a worker does not keep itself."""
    names = (name.removeprefix(OURS) for name in static_files.files() if name.startswith(OURS))
    wanted = (*EVERYWHERE, *patterns)
    return sorted(name for name in names if any(fnmatch(name, each) for each in wanted) and not name.endswith(WORKER))


def worker(folder: str, files: Iterable[str], pages: Iterable[str], text: str, **more: str) -> HttpResponse:
    """The service worker of a folder. Before it stand the addresses of what it keeps, `more` that it must know, and an edition:
    another one whenever a file or the `text` of a page is another, so that devices take the new ones after an upgrade."""
    digest = hashlib.sha256(f"{static_files.edition()}{text}".encode()).hexdigest()
    addresses = [*pages, *(static(OURS + name) for name in files)]
    known = {**more, "EDITION": f"{folder}-{digest[:16]}", "FILES": addresses}
    script = static_files.files()[f"{OURS}{folder}/{WORKER}"].body.decode()
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items())
    response = HttpResponse(head + script, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = static_files.ASKED_AGAIN
    return response
