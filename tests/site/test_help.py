"""Help where people are: a way from every page to the guide of that page, and the guides themselves, whole and linked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

import pytest
from calendar_kept import dated
from clubs import Place, started
from contests_kept import drawn_contest
from django.urls import reverse
from django.utils.timezone import localdate, now
from people import account, as_role, our_club
from pytest_django.plugin import DjangoDbBlocker
from urls_by_role import ACCOUNT, EVENT, EVENT_LINK, LINK, PAGES, PLAYER, PSYCH, REPORT, SESSION, SYSTEM

from arrowswitch.site.club.models import Player
from arrowswitch.site.help import guides
from arrowswitch.site.help.guides import search
from arrowswitch.site.help.where import GUIDE_OF, guide_of
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.results.models import Event, Link
from arrowswitch.site.registers.models import Psych, Report, System

OF_HELP = {"help", "guide"}
WITHOUT_A_MENU = {"contest-screen", "night-screen", "rulings-offline", "pad"}
"""Whole screens: a projector's, what is shown without a network, and the pad, whose help is on the page before it."""


@pytest.fixture
def things(clubs: Place, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Any]]:
    """Something of every kind that an address can name."""
    with django_db_blocker.unblock(), clubs.club("sqlite"):
        ours = our_club()
        session = started()
        event = Event.objects.create(club=ours, name="Riverside Cup")
        ann = Player.objects.create(club=ours, given="Ann", family="Ash")
        psych = Psych(club=ours, player=ann, date=localdate(), call="1S", reported_by="Sue", at=now())
        psych.save()
        yield {
            SESSION: session,
            LINK: Link.make(Session.objects.get(pk=session)).token,
            EVENT: event.pk,
            EVENT_LINK: event.token,
            **drawn_contest(),
            PLAYER: ann.pk,
            **dated(ann),
            PSYCH: psych.pk,
            SYSTEM: System.objects.create(club=ours, first=ann, second=ann, title="Acol", filed=localdate()).pk,
            REPORT: Report.objects.create(club=ours, filed=now(), touched=now(), body=b"sealed").pk,
            ACCOUNT: account("scorer", ours, name="Sue").pk,
        }


def test_every_line_of_the_table_names_an_address_and_a_heading_that_exist() -> None:
    assert set(GUIDE_OF) <= set(PAGES)
    for page, target in GUIDE_OF.items():
        name, _, heading = target.partition("#")
        assert name in guides.names(), page
        assert not heading or heading in {each.anchor for each in guides.guide(name).sections}, f"{page}: {target}"
        way = guide_of(page)
        assert way
        assert way["title"]


def test_every_page_leads_to_the_guide_of_that_page(things: dict[str, Any]) -> None:
    owner, recorder = as_role("owner"), as_role("recorder")
    seen = set()
    for name, page in PAGES.items():
        place = reverse(name, kwargs={gap: things.get(str(value), value) for gap, value in page.needs.items()})
        client = recorder if page.role == "recorder" else owner
        answer = client.get(place)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        text = answer.content.decode()
        if "<html" not in text or name in WITHOUT_A_MENU | OF_HELP:
            continue
        way = guide_of(name)
        assert way, f"{name} has no guide: give it a line in site/help/where.py"
        assert text.count(f'href="{way["address"]}"') >= 2, name  # in the menu and at the foot
        seen.add(name)
    assert len(seen) > 60


def test_a_page_that_does_not_exist_leads_to_all_guides(things: dict[str, Any]) -> None:
    text = as_role("public").get("/no-such-page/").content.decode()
    assert f'class="to-help" href="{reverse("help")}"' in text


def test_every_link_and_every_picture_of_every_guide_leads_somewhere(things: dict[str, Any]) -> None:
    client = as_role("public")
    targets: dict[str, set[str]] = {}
    for name in [guides.CONTENTS, *guides.names()]:
        answer = client.get(guides.guide(name).address)
        assert answer.status_code == 200, name
        page = answer.content.decode()
        body = page[page.index("<main") : page.index("</main>")]
        targets[answer.request["PATH_INFO"]] = set(re.findall(r' id="([^"]+)"', body))
        for link in re.findall(r'(?:href|src)="([^"]+)"', body):
            if link.startswith("http"):
                continue
            path, _, heading = urljoin(answer.request["PATH_INFO"], link).partition("#")
            if path not in targets:
                got = client.get(path)
                assert got.status_code == 200, f"{name}: {link}"
                picture = got["Content-Type"] == "image/webp"
                targets[path] = set() if picture else set(re.findall(r' id="([^"]+)"', got.content.decode()))
            assert not heading or heading in targets[path], f"{name}: {link}"


def test_the_contents_list_every_guide() -> None:
    listed = re.findall(r'href="([^"]+)"', guides.guide(guides.CONTENTS).html)
    assert [name for name in guides.names() if reverse("guide", args=[name]) not in listed] == []


def test_a_guide_shows_its_tables_and_no_marks_of_its_source() -> None:
    score = guides.guide("how-we-score").html
    assert "<table>" in score
    assert "&lt;!--" not in score
    assert '<h2 id="matchpoints">' in score


@pytest.mark.parametrize(
    "written", ["```\narrowswitch serve\n```", "    arrowswitch serve"], ids=["fenced", "indented"]
)
def test_a_listing_scrolls_in_its_own_box_however_it_is_written(written: str) -> None:
    assert guides.MARKDOWN.render(written).startswith('<pre class="scroll" tabindex="0">')


def test_html_in_a_guide_is_shown_and_never_obeyed() -> None:
    made = guides.MARKDOWN.render("<script>alert(1)</script>\n\n[a](javascript:alert(1)) <b>x</b>")
    assert "<script" not in made
    assert "<b>" not in made
    assert "href=" not in made


@pytest.mark.parametrize("name", ["no-such-guide", "../README", "directors", "README", "directors/first-night.md"])
def test_what_is_no_guide_is_not_found(things: dict[str, Any], name: str) -> None:
    assert as_role("public").get(f"/help/{name}/").status_code == 404


@pytest.mark.parametrize("file", ["no.webp", "../../pyproject.toml", "directing.md", "/etc/passwd"])
def test_nothing_but_pictures_is_handed_out(things: dict[str, Any], file: str) -> None:
    assert as_role("public").get(f"/help/picture/{file}").status_code == 404


def test_a_picture_is_kept_by_the_browser_for_a_day(things: dict[str, Any]) -> None:
    answer = as_role("public").get(reverse("guide-picture", args=["images/tonight.webp"]))
    assert answer["Content-Type"] == "image/webp"
    assert answer["Cache-Control"] == "public, max-age=86400"
    assert answer.content.startswith(b"RIFF")


def test_a_search_finds_sections_with_all_the_words_and_titles_first() -> None:
    best = search("arrow switch")[0]
    assert best["section"].title == "Arrow switches"
    assert best["address"] == "/help/directing/#arrow-switches"
    for each in search("wrong"):
        assert "wrong" in f"{each['guide']} {each['section'].title} {each['section'].text}".lower()
    assert search("NEUBERG")
    assert search("neub")
    assert search("zzyzx") == search("  ") == search("“”") == []


def test_a_search_that_finds_nothing_says_so_and_shows_what_was_asked(things: dict[str, Any]) -> None:
    text = as_role("public").get("/help/", {"q": "<zzyzx>"}).content.decode()
    assert "&lt;zzyzx&gt;" in text
    assert "Nothing was found." in text
