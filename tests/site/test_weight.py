"""What a page weighs on its way to a phone: few kilobytes, few requests, nothing twice, and no script that it does not use."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle

from browsing import ARGUMENTS as BROWSER
from browsing import PATIENCE, WIDTHS, executable
from django.urls import reverse
from everything import ELSEWHERE, things
from nights import a_night, desk_server, do
from people import as_role, our_club
from playwright.sync_api import Page, expect, sync_playwright
from test_results_pages import linked
from urls_by_role import PAGES
from website_kept import chunk, png, sited

from arrowswitch.movements import build
from arrowswitch.session import CallRound, Contracted, Enter, Publish
from arrowswitch.session.night.missing import missing
from arrowswitch.site.club.templatetags.pieces import STORED
from arrowswitch.site.journal import store
from arrowswitch.site.website.models import SiteSettings, WebPicture
from arrowswitch.site.website.picture_files import MOST

HTMX = "htmx-2.min.js"
ASKS = re.compile(r"<[^>]*\shx-(?:get|post)=")
RESULTS = tuple(
    Contracted(f"{2 + number % 3}{'CDHSN'[number % 5]}", "NESW"[number % 4], 7 + number % 5, f"{'SHDC'[number % 4]}9")
    for number in range(60)
)


def test_htmx_is_loaded_by_the_pages_that_use_it_and_by_no_other(desk_club: dict[str, str]) -> None:
    known, owner = things(), as_role("owner")
    loaded, wrong = [], []
    for name, each in PAGES.items():
        if name in ELSEWHERE or each.role == "recorder":
            continue
        address = reverse(name, kwargs={gap: known.get(str(value), value) for gap, value in each.needs.items()})
        answer = owner.get(address)
        page = answer.content.decode() if answer.get("Content-Type", "").startswith("text/html") else ""
        if answer.status_code != 200 or "<html" not in page:
            continue
        if page.count(HTMX) != bool(ASKS.search(STORED.sub("", page))):
            wrong.append(name)
        if HTMX in page:
            loaded.append(name)
    assert wrong == []
    assert {"tonight", "calculation", "rulings", "players", "night-new", "night-room", "night-results"} <= {*loaded}
    assert not {"home", "sign-in", "results", "results-board", "settings", "movement", "night-names"} & {*loaded}


@dataclass
class Meter:
    """Counts what comes over the wire to a page."""

    page: Page
    came: dict[str, float] = field(default_factory=dict)
    asked: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        wire = self.page.context.new_cdp_session(self.page)
        wire.send("Network.enable")
        wire.on(
            "Network.requestWillBeSent", lambda told: self.asked.update({told["requestId"]: told["request"]["url"]})
        )
        wire.on(
            "Network.loadingFinished", lambda told: self.came.update({told["requestId"]: told["encodedDataLength"]})
        )

    def visit(self, address: str) -> dict[str, float]:
        """The bytes of each request, heads included; what the browser had already is left out."""
        self.came.clear()
        self.asked.clear()
        self.page.goto(address)
        self.page.evaluate("document.fonts.ready")
        self.page.wait_for_load_state("networkidle")
        return {self.asked[each]: size for each, size in self.came.items() if size}


def posted(tables: int, rounds: int) -> str:
    """A session of one board a round of which the results differ; the way to its results."""
    session, results = a_night(build("skip-mitchell", tables=tables, boards_per_round=1, rounds=rounds)), cycle(RESULTS)
    for number in range(1, rounds + 1):
        if number > 1:
            do(session, CallRound(number))
        for each in missing(store.state(session)):
            do(session, Enter(each.line, next(results)))
    do(session, Publish())
    return reverse("results", args=[linked(session)])


@contextmanager
def phone(club: dict[str, str]) -> Iterator[Page]:
    """A phone that was never here before."""
    with desk_server(club) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=BROWSER)
        width, height = WIDTHS["phone"]
        page = browser.new_context(viewport={"width": width, "height": height}, base_url=server.address).new_page()
        page.set_default_timeout(PATIENCE)
        yield page
        browser.close()


def test_results_weigh_little_on_the_first_visit_and_nearly_nothing_after_it(desk_club: dict[str, str]) -> None:
    results = posted(tables=14, rounds=13)
    with phone(desk_club) as page:
        meter = Meter(page)
        first = meter.visit(results)
        assert sum(first.values()) < 60_000, first
        assert len(first) <= 9, first
        assert page.locator("table.rank tbody tr").count() == 28
        board = meter.visit(f"{results}board/1/")
        assert [each for each in board if "/static/" in each and "symbols" not in each] == []
        assert sum(board.values()) < 10_000, board
        again = meter.visit(f"{results}board/2/")
        assert [each.rpartition("/board")[2] for each in again] == ["/2/"]
        assert sum(again.values()) < 6_000, again
    with phone(desk_club) as page:  # whoever is sent the address of a board
        straight = Meter(page).visit(f"{results}board/1/")
        assert sum(straight.values()) < 60_000, straight
        assert len(straight) <= 10, straight


def test_the_front_page_of_a_club_with_the_largest_picture_weighs_less_than_a_hundred_thousand_bytes(
    desk_club: dict[str, str],
) -> None:
    posted(tables=14, rounds=13)
    sited()
    noise = random.Random(7).randbytes(MOST - 200)
    file = png(1200, 800).replace(chunk(b"IEND", b""), chunk(b"IDAT", noise) + chunk(b"IEND", b""))[:MOST]
    picture = WebPicture.objects.get()
    WebPicture.objects.filter(pk=picture.pk).update(body=file, size=len(file), width=1200, height=800)
    words = "We play duplicate by the river on Tuesdays and Thursdays. " * 10
    SiteSettings.objects.create(club=our_club(), words=words, picture=picture)
    with phone(desk_club) as page:
        first = Meter(page).visit(reverse("home"))
        assert page.locator(".masthead img").count() == 1
        assert sum(first.values()) < 100_000, first
        assert not [each for each in first if each.endswith(".js")], first


def test_a_working_opens_over_the_page_without_htmx(desk_club: dict[str, str]) -> None:
    results = posted(tables=4, rounds=3)
    with phone(desk_club) as page:
        page.goto(results)
        page.set_viewport_size({"width": 390, "height": 300})
        assert page.evaluate("typeof htmx") == "undefined"
        page.locator("table.rank td.n a").last.click()
        expect(page.locator("#working[open] #working-body")).to_contain_text("in percent")
        expect(page.locator("#working h3")).to_be_in_viewport()  # it begins at its beginning
        page.get_by_role("button", name="Close").click()
        expect(page.locator("#working")).not_to_be_visible()
        page.route(
            "**/w/**", lambda route: route.abort() if route.request.resource_type == "fetch" else route.continue_()
        )
        page.locator("table.rank td.n a").last.click()
        page.wait_for_url("**/w/**")  # the page of its own takes its place
