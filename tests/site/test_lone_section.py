"""A lone section has a letter in addresses and in journals, but nobody reads it: table 7 is "7", not "A7"."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse
from everything import ELSEWHERE, things
from nights import a_night, play_on
from people import as_role
from test_prints import printed
from test_trouble import CASES, in_round, place, use, ways
from urls_by_role import PAGES

pytestmark = pytest.mark.usefixtures("desk_club")

LETTER = re.compile(r"\b(?!A4 A5|A[45] Letter|(?<=of )A4)A ?[1-9][0-9]?\b(?!/)|\b[Ss]ection A\b|\bA (?:NS|EW) ?\d")
"""As it would be read; A60/40 is a score and A4 a paper."""
PRINTS = ("pack", "announcements", "pick-up-slips", "travellers", "all-results", "recap")


def read(page: str) -> str:
    """What people read on a page: no scripts, no addresses, no values of fields."""
    text = re.sub(r"<(script|style|template)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", text)))


def letters(text: str) -> list[str]:
    """Where the letter stands, with what is around it."""
    return [text[max(0, found.start() - 40) : found.end() + 20] for found in LETTER.finditer(text)]


def test_a_letter_is_found() -> None:
    assert [
        len(letters(text)) for text in ("Table A7 calls", "Section A: 7", "pair A 3", "A 60% share", "Table 7")
    ] == [
        1,
        1,
        1,
        1,
        0,
    ]


def test_no_page_says_the_letter_of_a_lone_section() -> None:
    known, desk, said, seen = things(), as_role("owner"), {}, 0
    for name, each in PAGES.items():
        if name in ELSEWHERE or each.role == "recorder":
            continue
        answer = desk.get(
            reverse(name, kwargs={gap: known.get(str(value), value) for gap, value in each.needs.items()})
        )
        if answer.status_code == 200 and answer["content-type"].startswith("text/html"):
            seen += 1
            if found := letters(read(answer.content.decode())):
                said[name] = found
    assert said == {}
    assert seen > 60


@pytest.mark.parametrize("kind", ["late-pair", "pair-leaves", "slow-table", "wrong-opponents"])
def test_no_repair_says_the_letter_of_a_lone_section(kind: str) -> None:
    movement, number, told = CASES[kind]
    session, desk = in_round(movement, number), as_role("director")
    page = desk.get(place(session, kind, **told)).content.decode()
    assert letters(read(page)) == []
    if ways(page):
        use(desk, session, kind, told=told, why="so it was")
        for name in ("night-room", "night-journal", "night-results"):
            assert letters(read(desk.get(reverse(name, args=[session])).content.decode())) == [], name


def test_no_print_says_the_letter_of_a_lone_section() -> None:
    session, desk = a_night(), as_role("director")
    play_on(session)
    for what in PRINTS:
        assert letters(printed(desk, session, what)) == [], what
