"""Static files: packed, kept by browsers for a year under the edition's address, and there for pages of an older edition."""

from __future__ import annotations

import asyncio
import gzip
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from django.templatetags.static import static
from django.test import Client
from django.urls import reverse
from people import our_club

from arrowswitch.site.serving import turns
from arrowswitch.site.serving.static_files import KINDS, File, edition, edition_of, files

STYLE = "arrowswitch/style.css"
OURS = Path(__file__).resolve().parents[2] / "src" / "arrowswitch" / "site" / "static"
PACKED = {"accept-encoding": "gzip, deflate, br"}


@pytest.fixture
def visitor() -> Client:
    return Client(headers={"host": "localhost"})


@pytest.mark.usefixtures("desk_club")
def test_a_page_and_both_workers_name_files_of_this_edition_only_and_all_are_there(visitor: Client) -> None:
    our_club()
    for place in ("sign-in", "pad", "pad-worker", "rulings-worker"):
        page = visitor.get(reverse(place))
        assert page.status_code == 200
        named = set(re.findall(r'"(/static/[^"#]+)', page.content.decode()))
        assert len(named) > 4, place
        assert {each.split("/")[2] for each in named} == {edition()}
        for each in named:
            answer = visitor.get(each)
            assert answer.status_code == 200, each
            assert answer["Cache-Control"] == "public, max-age=31536000, immutable"


def test_what_a_file_names_beside_it_is_there_in_the_same_edition(visitor: Client) -> None:
    """Scripts import their neighbours and styles name fonts by the way from their own place."""
    found = 0
    for path in OURS.rglob("*"):
        if path.suffix not in (".js", ".css"):
            continue
        beside = re.findall(r'(?:from |import\(|import |url\()"(\.{0,2}/?[\w./-]+)"', path.read_text(encoding="utf-8"))
        for each in beside:
            other = (path.parent / each).resolve().relative_to(OURS).as_posix()
            assert visitor.get(static(other)).status_code == 200, (path.name, each)
            found += 1
    assert found > 20


def test_text_goes_packed_to_who_can_unpack_it_and_a_font_goes_as_it_is(visitor: Client) -> None:
    plain, packed = visitor.get(static(STYLE)), visitor.get(static(STYLE), headers=PACKED)
    assert plain.content == (OURS / STYLE).read_bytes()
    assert "Content-Encoding" not in plain
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert int(packed["Content-Length"]) == len(packed.content) < len(plain.content) / 3
    assert plain["Vary"] == packed["Vary"] == "Accept-Encoding"
    font = visitor.get(static("arrowswitch/fonts/atkinson-next-400.woff2"), headers=PACKED)
    assert "Content-Encoding" not in font
    assert font["Content-Type"] == "font/woff2"


@pytest.mark.parametrize("old", ["", "0123456789ab/"], ids=["no edition", "another edition"])
def test_a_page_from_before_the_upgrade_gets_the_file_of_today_and_keeps_it_not(visitor: Client, old: str) -> None:
    answer = visitor.get(f"/static/{old}{STYLE}")
    assert answer.content == (OURS / STYLE).read_bytes()
    assert answer["Cache-Control"] == "no-cache"
    again = visitor.get(f"/static/{old}{STYLE}", headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content, again["Cache-Control"]) == (304, b"", "no-cache")


def test_another_file_with_as_many_letters_is_another_edition_and_is_sent(visitor: Client) -> None:
    changed = {**files(), STYLE: File("text/css", files()[STYLE].body.replace(b"{", b"}"))}
    assert edition_of(changed) != edition() == edition_of(files())
    assert re.fullmatch("[0-9a-f]{12}", edition())
    assert visitor.get(f"/static/{STYLE}", headers={"if-none-match": 'W/"of-another-file"'}).status_code == 200


@pytest.mark.usefixtures("desk_club")
@pytest.mark.parametrize("name", ["no-such.css", "arrowswitch/../settings.py", "arrowswitch/", "../settings.py"])
def test_nothing_else_is_given(visitor: Client, name: str) -> None:
    for address in (f"/static/{name}", f"/static/{edition()}/{name}"):
        assert visitor.get(address).status_code == 404


def test_files_are_only_read(visitor: Client) -> None:
    assert visitor.post(static(STYLE)).status_code == 405
    head = visitor.head(static(STYLE))
    assert (head.status_code, head.content) == (200, b"")
    assert "default-src 'none'" in head["Content-Security-Policy"]


def test_every_file_of_ours_has_a_kind_that_browsers_are_told() -> None:
    assert {path.suffix for path in OURS.rglob("*") if path.is_file()} <= {*KINDS}


def test_a_file_is_there_at_once_however_many_visitors_wait_for_pages() -> None:
    from arrowswitch.site.asgi import Handler

    handler, leave = Handler(), threading.Event()
    for _ in range(turns.THREADS):
        handler.visitors.submit(leave.wait, 60)
    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    head = {"type": "http", "method": "GET", "query_string": b"", "headers": [(b"host", b"localhost")]}
    try:
        asyncio.run(asyncio.wait_for(handler(head | {"path": static(STYLE)}, receive, send), 30))
    finally:
        leave.set()
    assert told[0]["status"] == 200
    assert b"".join(message["body"] for message in told[1:]) == (OURS / STYLE).read_bytes()
