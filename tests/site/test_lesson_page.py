"""Deals for a lesson on a page: what is asked for is found, said honestly, and taken as a file or on paper."""

from __future__ import annotations

import re
import shlex
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from nights import a_night
from people import as_role
from pypdf import PdfReader
from typer.testing import CliRunner

from arrowswitch.cli.deal import app
from arrowswitch.deals.lessons import read_condition, themed, themes
from arrowswitch.formats.deal_files import deals_in
from arrowswitch.site.night.deals import lesson
from arrowswitch.site.work import workshop

pytestmark = pytest.mark.usefixtures("desk_club")

PLACE = "/deals/lesson/"
WISH = {"theme": "weak-two", "boards": "4", "first": "5", "seed": "lesson 1"}
RARE = {"condition": "dealer: 13 spades", "boards": "2", "first": "1", "seed": "rare"}


@pytest.fixture
def desk() -> Client:
    return as_role("director")


@pytest.fixture
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search is done on the spot, and has no time at all: it ends after its first look."""
    monkeypatch.setattr(workshop, "_inside", True)
    monkeypatch.setattr(lesson.searched, "__defaults__", (-1.0,))


def text(response: Any) -> str:
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split()))


def links(response: Any) -> dict[str, str]:
    """Where files and papers are, by the last part of the path."""
    found = re.findall(r'href="(/deals/lesson/([\w.-]+)\?[^"]*)"', response.content.decode())
    return {name: unescape(address) for address, name in found}


def test_every_theme_stands_on_the_page_in_its_group_with_its_sentence_and_how_rare_it_is(desk: Client) -> None:
    shown = text(desk.get(PLACE))
    for each in themes().values():
        assert f"{each.title} about 1 deal in {each.one_in:,} {each.about}" in shown
    assert {each.area for each in themes().values()} == set(lesson.AREAS)


def test_a_theme_gives_the_deals_that_the_command_gives_in_every_format(desk: Client) -> None:
    answer = desk.get(PLACE, WISH)
    assert "4 deals of 4 found" in text(answer)
    assert "Boards 5-8." in text(answer)
    found = themed(themes()["weak-two"].condition, "lesson 1", range(5, 9))
    for ending in ("pbn", "dup", "dlm", "lin"):
        file = desk.get(links(answer)[f"lesson.{ending}"])
        assert file["Content-Disposition"] == f'attachment; filename="lesson.{ending}"'
        assert tuple(each.hands for each in deals_in(file.content)) == found


def test_hand_records_are_printed_with_the_theme_as_title(desk: Client) -> None:
    sheet = desk.get(links(desk.get(PLACE, WISH))["hands.pdf"])
    page = PdfReader(BytesIO(sheet.content)).pages[0].extract_text()
    assert "Weak two in a major" in page


def test_a_condition_of_ones_own_is_met_by_every_deal_and_only_on_the_boards_that_were_wanted(desk: Client) -> None:
    wish = {"condition": "dealer: 5+ spades; partner: no hearts", "boards": "2", "first": "1", "seed": "own"}
    answer = desk.get(PLACE, {**wish, "dealer": "S", "vulnerable": "ew"})
    found = [each.hands for each in deals_in(desk.get(links(answer)["lesson.pbn"]).content)]
    assert [hands.board for hands in found] == [3, 19]
    for hands in found:
        assert len(hands.south.split(".")[0]) >= 5
        assert hands.north.split(".")[1] == ""


def test_a_seed_is_made_up_where_none_is_written_and_stands_on_the_page(desk: Client) -> None:
    first, second = (desk.get(PLACE, {**WISH, "seed": ""}) for _ in range(2))
    assert first.status_code == 302
    assert first["Location"] != second["Location"]
    seed = re.search(r"seed=(\w{12})$", first["Location"])
    assert seed
    assert f"Seed: {seed[1]} ." in text(desk.get(first["Location"]))


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"condition": "dealer: 15-17 pionts"}, "Line 1: “15-17 pionts” is not understood."),
        ({"condition": ""}, "Choose a theme, or write what the deals must be like."),
        ({"condition": "dealer: balanced", "theme": "weak-two"}, "Choose “A condition of my own” above"),
        ({"boards": "37"}, "Write a number from 1 to 36."),
        ({"boards": "9", "first": "998"}, "From 998 on there are only"),
        ({"seed": 'x"; rm'}, "Write letters, digits, spaces, points and hyphens only."),
    ],
)
def test_a_mistake_is_said_beside_its_field(desk: Client, wish: dict[str, str], sentence: str) -> None:
    answer = desk.get(PLACE, {**RARE, **wish})
    assert answer.status_code == 422
    (error,) = re.findall(r'<p class="error" id="(\w+)_error">(.*?)</p>', answer.content.decode())
    assert sentence in unescape(error[1])
    assert f'aria-describedby="{error[0]}_' in answer.content.decode()


@pytest.mark.usefixtures("_short")
def test_what_is_too_rare_is_said_after_the_limit_with_the_command_that_finds_it(desk: Client) -> None:
    answer = desk.get(PLACE, RARE)
    assert "0 deals of 2 found" in text(answer)
    assert "None will do among the first 512: it is very likely rarer than 1 in 171." in text(answer)
    assert 'arrowswitch deal --condition "dealer: 13 spades" --boards 2 --seed rare -o lesson.pbn' in text(answer)
    assert links(answer) == {}
    assert desk.get(f"{PLACE}lesson.pbn", RARE).status_code == 404


@pytest.mark.usefixtures("_short")
def test_the_boards_that_were_found_in_time_can_be_taken(desk: Client) -> None:
    answer = desk.get(PLACE, {**WISH, "theme": "one-of-a-minor"})
    assert "1 deal of 4 found" in text(answer)
    (taken,) = deals_in(desk.get(links(answer)["lesson.pbn"]).content)
    assert (taken.hands,) == themed(themes()["one-of-a-minor"].condition, "lesson 1", [5])


@pytest.mark.usefixtures("_short")
def test_the_command_on_the_page_gives_the_same_deals(desk: Client, tmp_path: Any) -> None:
    lines = "Dealer:  6+ spades # long\nor\ndealer: 6+ hearts, balanced or 12+ points"
    wish = {"condition": lines, "boards": "2", "first": "3", "seed": "a b", "dealer": "W", "vulnerable": "all"}
    command = re.search(r"<code>(arrowswitch deal .*?)</code>", desk.get(PLACE, wish).content.decode())
    assert command
    words = shlex.split(unescape(command[1]))[2:]
    file = tmp_path / words[-1]
    done = CliRunner().invoke(app, [*words[:-1], str(file)])
    assert done.exit_code == 0, done.output
    boards = [each.hands.board for each in deals_in(file.read_bytes())]
    assert tuple(each.hands for each in deals_in(file.read_bytes())) == themed(read_condition(lines), "a b", boards)


@pytest.mark.parametrize("example", [each for examples, _ in lesson.LANGUAGE for each in examples])
def test_what_the_page_says_can_be_written_is_read(example: str) -> None:
    assert read_condition(f"dealer: {example}").ways


def test_the_desk_is_led_to_the_page_and_a_scorer_is_not(desk: Client) -> None:
    places = (reverse("home"), reverse("night-deals", args=[a_night()]))
    for place in places:
        assert f'href="{PLACE}"' in desk.get(place).content.decode()
        assert f'href="{PLACE}"' not in as_role("scorer").get(place).content.decode()
