"""Styles, scripts, fonts and pictures: read once when the program starts, packed once, and kept by browsers for a year.

Their addresses name the edition, a digest of all of them, as in `/static/3f9c0a51b2d4/arrowswitch/style.css`: after an
upgrade pages ask for new ones at once, and a file still finds its neighbours. Without an edition, or with an old one, as
on a page that was open during the upgrade, the file of today is given and not kept.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.middleware.gzip import re_accepts_gzip
from django.utils.cache import get_conditional_response

Answer = Callable[[HttpRequest], HttpResponse]

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""Said here, because computers differ in what they take a file for by its name, and browsers believe what they are told."""

PLACE = "/static/"
ADDRESS = re.compile(rf"{PLACE}(?:(?P<edition>[0-9a-f]{{12}})/)?(?P<name>.+)")
KEPT = "public, max-age=31536000, immutable"
ASKED_AGAIN = "no-cache"


@dataclass(frozen=True)
class File:
    """A file as it was when the program started: an upgrade below a running server does not mix two editions."""

    kind: str
    body: bytes

    @cached_property
    def digest(self) -> str:
        """Differs wherever the contents do."""
        return hashlib.sha256(self.body).hexdigest()

    @cached_property
    def packed(self) -> bytes:
        """Its contents packed; nothing where that saves little, as with fonts and photographs.

        >>> File("text/plain", b"spades " * 99).packed[:2], File("image/png", bytes(range(256))).packed
        (b'\\x1f\\x8b', b'')
        """
        smaller = gzip.compress(self.body, mtime=0)
        return smaller if len(smaller) < 0.9 * len(self.body) else b""


@cache
def files() -> Mapping[str, File]:
    """Every file by its name, ours and those of the libraries."""
    found: dict[str, Path] = {}
    for finder in finders.get_finders():
        for name, place in finder.list([]):
            found.setdefault(Path(name).as_posix(), Path(place.path(name)))
    return {
        name: File(KINDS.get(path.suffix, "application/octet-stream"), path.read_bytes())
        for name, path in found.items()
    }


def edition_of(these: Mapping[str, File]) -> str:
    """What changes whenever a file does, or its name.

    >>> one, other = File("text/css", b"a {}"), File("text/css", b"b {}")
    >>> len({edition_of({"x.css": one}), edition_of({"x.css": other}), edition_of({"y.css": one})})
    3
    """
    lines = (f"{name} {these[name].digest}\n" for name in sorted(these))
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:12]


@cache
def edition() -> str:
    """The edition of the files of this program."""
    return edition_of(files())


class WithEdition(StaticFilesStorage):
    """Where pages learn the address of a file."""

    def url(self, name: str | None) -> str:
        return super().url(f"{edition()}/{name}")


def static_files(get_response: Answer) -> Answer:
    """Answers for the files, before anybody is asked who they are."""
    now, here = edition(), files()

    def answer(request: HttpRequest) -> HttpResponse:
        asked = ADDRESS.fullmatch(request.path_info)
        file = here.get(asked["name"]) if asked else None
        if not asked or not file:
            return get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        return _given(request, file, kept=asked["edition"] == now)

    return answer


def _given(request: HttpRequest, file: File, *, kept: bool) -> HttpResponse:
    packed = file.packed if re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")) else b""
    body = packed or file.body
    headers = {
        "Cache-Control": KEPT if kept else ASKED_AGAIN,
        "Content-Length": str(len(body)),
        "ETag": f'W/"{file.digest[:16]}"',
        "Vary": "Accept-Encoding",
        **({"Content-Encoding": "gzip"} if packed else {}),
    }
    response = HttpResponse(body, content_type=file.kind, headers=headers)
    return get_conditional_response(request, etag=headers["ETag"], response=response) or response
