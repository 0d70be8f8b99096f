"""Files in and out in a browser: one is dropped on the page, looked at, brought in, posted, and sent on."""

from __future__ import annotations

import zipfile
from pathlib import Path

from browsing import ARGUMENTS, PATIENCE, at_widths, executable, faults, fits, sign_in
from django.urls import reverse
from nights import desk_server
from people import PASSWORD, account
from playwright.sync_api import Page, expect, sync_playwright

NIGHT = Path(__file__).parents[1] / "data" / "formats" / "bws" / "small-jet3.bws"
DROP = """([name, bytes]) => {
  const files = new DataTransfer();
  files.items.add(new File([new Uint8Array(bytes)], name));
  for (const kind of ["dragover", "drop"])
    document.dispatchEvent(new DragEvent(kind, { dataTransfer: files, bubbles: true, cancelable: true }));
}"""


def check(page: Page) -> None:
    """Whether a page fits every screen and shuts nobody out."""
    for width in at_widths(page, "phone", "tablet", "laptop"):
        assert fits(page), width
    assert faults(page) == []


def test_a_file_is_dropped_brought_in_posted_and_sent(desk_club: dict[str, str], tmp_path: Path) -> None:
    owner = account("owner", password=PASSWORD).name
    with desk_server(desk_club) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        page = browser.new_context(base_url=server.address).new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(reverse("sign-in"))
        sign_in(page, owner, PASSWORD)
        page.goto(reverse("bring-in"))
        check(page)
        page.evaluate(DROP, [NIGHT.name, list(NIGHT.read_bytes())])
        expect(page.get_by_role("heading", name=NIGHT.name)).to_be_visible()
        expect(page.get_by_text("6 pairs")).to_contain_text("6 boards · 18 results")
        check(page)
        page.get_by_role("button", name="Bring it in and post it").click()
        expect(page.get_by_role("heading", name="Brought in and posted")).to_be_visible()
        page.get_by_role("link", name="Send", exact=True).click()
        expect(page.get_by_role("heading", name="Send the results")).to_be_visible()
        check(page)
        with page.expect_download() as download:
            page.get_by_role("button", name="Pages (zip)").click()
        download.value.save_as(tmp_path / "pages.zip")
        assert download.value.suggested_filename == "2024-03-05-tuesday-at-the-example-club-pages.zip"
        page.reload()
        expect(page.get_by_text("from version 1.")).to_be_visible()
        with zipfile.ZipFile(tmp_path / "pages.zip") as whole:
            whole.extractall(tmp_path / "host")
        page.goto((tmp_path / "host" / "index.html").as_uri())  # from a disk
        page.get_by_role("link", name="Ann Example").click()
        expect(page.get_by_role("heading", level=2)).to_contain_text("Ann Example & Bo Example")
        check(page)
        browser.close()
