"""What ears and readers of text get on every page: a title of its own, headings in order, and minus signs that are minus signs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urlencode

from django.urls import reverse
from everything import addresses
from nights import a_night, do, play_round
from people import as_role

from arrowswitch.movements import build
from arrowswitch.session import BareScore, CallRound, Contracted, Enter, LineKey, Publish
from arrowswitch.site.calculator.tools import TOOLS

HYPHEN = re.compile(r"(?:^|[\s(=:“])-\d.{0,20}")
"""A hyphen where a minus sign belongs."""
TYPED = ("kbd", "script", "style", "textarea", "code")
"""What shows keys to press, or is not read."""


class Read(HTMLParser):
    """A page as it is read: its title, its headings and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.title, self.words = "", ""
        self.headings: list[int] = []
        self._within: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag in ("title", *TYPED):
            self._within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._within and self._within[-1] == tag:
            self._within.pop()

    def handle_data(self, data: str) -> None:
        if self._within == ["title"]:
            self.title += data
        elif not self._within:
            self.words += data


def every_page() -> dict[str, Read]:
    """Every page that the owner can open, by the name of its address."""
    owner = as_role("owner")
    found = {}
    for name, address in addresses().items():
        answer = owner.get(address)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            text = answer.content.decode()
            if "<html" in text:
                found[name] = Read(text)
    assert len(found) > 60, sorted(found)
    return found


def jumps(headings: list[int]) -> bool:
    """Whether a heading is more than one below the one before it, or the page does not begin with its title."""
    return any(after > before + 1 for before, after in zip([0, *headings], headings, strict=False))


def test_every_page_has_a_title_of_its_own(desk_club: dict[str, str]) -> None:
    titles = {name: page.title.strip() for name, page in every_page().items()}
    assert {name: title for name, title in titles.items() if title in ("", "Arrowswitch")} == {}
    often = Counter(titles.values())
    assert {name: title for name, title in titles.items() if often[title] > 1} == {}


def test_headings_do_not_jump(desk_club: dict[str, str]) -> None:
    assert {name: page.headings for name, page in every_page().items() if jumps(page.headings)} == {}


def with_minuses() -> Iterator[tuple[str, str]]:
    """Pages of a night on which everybody went down somewhere, and of every calculator with its example."""
    session = a_night(build("mitchell", tables=5, boards_per_round=1))
    for table, made in enumerate(
        (BareScore(-50), BareScore(-420), Contracted("4SX", "S", 8), Contracted("3NT", "W", 7)), 1
    ):
        do(session, Enter(LineKey("A", 1, table, table), made))
    play_round(session, -100)
    for number in range(2, 6):
        do(session, CallRound(number))
        play_round(session, -100)
    do(session, Publish())
    for name in ("boards", "results", "results-recap", "results-boards", "journal", "entry", "room"):
        yield name, reverse(f"night-{name}", args=[session])
    yield "sheet", reverse("night-entry", args=[session]) + "?sheet=A-t1"
    for name, place in {
        "board": (1,),
        "line": ("A", 1, 1, 1),
        "pair": ("A", 1),
        "table": ("A", 1),
        "results-board": (1,),
        "results-pair": ("A1",),
        "results-working": ("A1", 1),
        "results-working-total": ("A1",),
    }.items():
        yield name, reverse(f"night-{name}", args=[session, *place])
    for slug, tool in TOOLS.items():
        yield slug, f"{reverse('calculation', args=[slug])}?{urlencode(tool.example)}"


def test_minus_signs_are_minus_signs(desk_club: dict[str, str]) -> None:
    owner = as_role("owner")
    pages = every_page() | {name: Read(owner.get(place).content.decode()) for name, place in with_minuses()}
    assert sum("−100" in page.words for page in pages.values()) > 8
    found = {name: HYPHEN.findall(page.words) for name, page in pages.items()}
    as_typed = {"how-we-score", "regulations"}  # what a command is given, and values that are typed
    assert {name: each for name, each in found.items() if each and name not in as_typed} == {}
