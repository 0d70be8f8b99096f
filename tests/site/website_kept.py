"""Something of every kind that the club's site keeps, for the tests that try every address; and pictures made by hand."""

from __future__ import annotations

import struct
import zlib
from typing import Any

from people import PASSWORD, account, our_club
from urls_by_role import WEB_DIGEST, WEB_NEWS, WEB_PAGE, WEB_PICTURE, WEB_SLUG, WEB_VERSION

from arrowswitch.site.website.models import WebPage, WebPageVersion, WebPicture
from arrowswitch.site.website.picture_files import read


def chunk(name: bytes, body: bytes) -> bytes:
    """A piece of a PNG."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width: int = 4, height: int = 3, *more: bytes) -> bytes:
    """A green picture, with more pieces in it."""
    lines = (b"\0" + b"\x1b\x5a\x40" * width) * height
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    body = chunk(b"IDAT", zlib.compress(lines))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + body + chunk(b"IEND", b"")


def a_page(kind: str = "page", slug: str = "", **more: Any) -> WebPage:
    """A page on the site of the club of the tests."""
    page = WebPage.objects.create(club=our_club(), kind=kind, slug=slug)
    by = account("owner", our_club(), password=PASSWORD)
    version = WebPageVersion.objects.create(
        page=page, by=by, draft=False, **{"title": "Lessons", "text": "On Mondays.", **more}
    )
    page.shown, page.shown_since = version, version.at
    page.save()
    return page


def sited() -> dict[str, Any]:
    """A page, an item of news and a picture of the club of the tests."""
    page, news = a_page(slug="lessons"), a_page("news", title="A new hall", text="From May we play by the river.")
    file = read(png())
    picture = WebPicture.objects.create(
        club=our_club(),
        by=account("owner", our_club()),
        alt="A green field",
        kind=file.kind,
        body=file.body,
        width=file.width,
        height=file.height,
        size=len(file.body),
        digest=file.digest,
    )
    assert page.shown
    return {
        WEB_PAGE: page.pk,
        WEB_VERSION: page.shown.pk,
        WEB_NEWS: news.pk,
        WEB_SLUG: page.slug,
        WEB_PICTURE: picture.pk,
        WEB_DIGEST: picture.digest,
    }
