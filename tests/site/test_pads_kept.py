"""The pad can be kept on a phone: a manifest that browsers accept, icons of the sizes that it names."""

from __future__ import annotations

import re
import struct

from playwright.sync_api import Browser
from site_server import Served, get

from arrowswitch.site import settings

STATIC = settings.HERE / "static"


def size_of(picture: bytes) -> tuple[int, int]:
    """The width and the height of a PNG."""
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def test_the_browser_finds_nothing_that_keeps_the_pad_from_being_installed(demo: Served, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{demo.address}pad/")
    asked = context.new_cdp_session(page)
    found = asked.send("Page.getAppManifest")
    assert found["url"] == f"{demo.address}pad/manifest.webmanifest"
    assert found["errors"] == []
    # A browser of the tests is a private one, in which nothing can be installed; there must be no other reason.
    reasons = {each["errorId"] for each in asked.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert reasons <= {"in-incognito"}
    context.close()


def test_every_icon_is_there_in_the_size_that_is_promised(demo: Served) -> None:
    import json

    status, headers, text = get(f"{demo.address}pad/manifest.webmanifest")
    assert (status, headers["content-type"]) == (200, "application/manifest+json")
    app = json.loads(text)
    assert (app["start_url"], app["scope"], app["display"]) == ("/pad/", "/", "standalone")
    assert {"any", "maskable"} == {icon["purpose"] for icon in app["icons"]}
    for icon in app["icons"]:
        file = STATIC / re.sub(r"^/static/\w{12}/", "", icon["src"])
        if icon["type"] == "image/png":
            assert "x".join(map(str, size_of(file.read_bytes()))) == icon["sizes"]
        assert file.stat().st_size < 20_000


def test_an_iphone_finds_its_icon(demo: Served) -> None:
    page = get(f"{demo.address}pad/")[2]
    assert re.search(
        r'<link rel="apple-touch-icon" href="/static/[0-9a-f]{12}/arrowswitch/pad/icon-apple-180\.png">', page
    )
    assert size_of((STATIC / "arrowswitch/pad/icon-apple-180.png").read_bytes()) == (180, 180)
