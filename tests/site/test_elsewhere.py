"""What is not done here is said where a director looks for it, with what to do instead: pages, command and guide alike."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from nights import a_night, play_on
from people import as_role
from typer.testing import CliRunner

from arrowswitch.cli import COMMANDS, app
from arrowswitch.elsewhere import KINDS, PAGES, TABLE, Elsewhere, of_kind

pytestmark = pytest.mark.usefixtures("desk_club")

RUN = CliRunner()


def read(client: Client, name: str, *place: int) -> str:
    answer = client.get(reverse(name, args=place))
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))


@pytest.mark.parametrize(
    ("page", "kinds"),
    [
        ("night", ["deals"]),
        ("night-results-send", ["file", "points"]),
        ("elsewhere", list(KINDS)),
    ],
)
def test_a_page_says_what_somebody_looks_for_there_in_vain_and_where_to_go(page: str, kinds: list[str]) -> None:
    session = a_night()
    play_on(session)
    shown = read(as_role("director"), page, *([session] if page in ("night", "night-results-send") else []))
    for each in of_kind(*kinds):
        assert each.text in shown
        if page != "elsewhere" or not each.page.startswith("night-"):
            place = reverse(each.page, args=[session] if each.page.startswith("night-") else [])
            assert f'{each.text} <a href="{place}">{PAGES[each.page]}</a>' in shown
    assert page == "elsewhere" or f'<a href="{reverse("elsewhere")}">' in shown


def test_the_pages_of_the_club_lead_to_what_is_not_done_here() -> None:
    director = as_role("director")
    for page in ("settings", "tonight"):
        assert f'<a href="{reverse("elsewhere")}">' in read(director, page)


def test_nobody_is_sent_to_a_page_that_he_may_not_open() -> None:
    session = a_night()
    play_on(session)
    for role in ("public", "player", "scorer", "director"):
        somebody = as_role(role)
        pages = [read(somebody, "elsewhere")]
        if role in ("scorer", "director"):
            pages += [read(somebody, "night", session), read(somebody, "night-results-send", session)]
        for page in pages:
            for line in re.findall(r'<ul class="plainlist not-here">.*?</ul>', page):
                for place in re.findall(r'href="([^"]+)"', line):
                    assert somebody.get(place).status_code == 200, (role, place)


@pytest.mark.parametrize("each", TABLE, ids=lambda each: each.words[0])
def test_the_command_answers_a_word_for_it_with_what_to_do(each: Elsewhere) -> None:
    for word in each.words:
        if word in COMMANDS:  # only its pages are missing
            assert f"“arrowswitch {word}”" in str(each.text)
        else:
            answer = RUN.invoke(app, [word])
            assert (answer.exit_code, answer.stderr) == (2, f"{each.text}\n")
        assert RUN.invoke(app, ["elsewhere", word.upper()]).stdout == f"{each.text}\n"


def test_the_command_lists_it_all_and_refuses_what_it_does_not_know() -> None:
    assert "elsewhere" in RUN.invoke(app, ["--help"]).stdout
    listed = RUN.invoke(app, ["elsewhere"]).stdout
    assert [each.text for each in TABLE if each.text not in listed] == []
    answer = RUN.invoke(app, ["elsewhere", "bidding"])
    assert answer.exit_code == 2
    assert "“bidding” is not among what is done elsewhere" in answer.stderr
    assert "No such command 'bidding'" in RUN.invoke(app, ["bidding"]).stderr


def test_no_word_means_two_things_and_every_line_is_one_sentence() -> None:
    words = [word for each in TABLE for word in each.words]
    assert len(words) == len(set(words))
    for each in TABLE:
        assert each.text.endswith(".")
        assert each.text.count(". ") == 0
        assert each.page in PAGES
