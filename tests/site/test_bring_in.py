"""Files brought in on the page: looked at first, known again, posted with the ranking that was chosen; nothing is kept before that."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import zipfile
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.urls import reverse
from people import as_role
from reading import Client

from arrowswitch.formats import write_file
from arrowswitch.formats.format import LARGEST
from arrowswitch.formats.from_session import record_of
from arrowswitch.site.club.models import Player
from arrowswitch.site.exchange.looking import MOST_FILES, MOST_SESSIONS, sent_back
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.results.models import Link
from rehearsed import rehearsed

pytestmark = pytest.mark.usefixtures("desk_club")

FILES = Path(__file__).parents[1] / "data" / "formats"
PAIRS, BRIDGEMATE = FILES / "usebio" / "pairs_two_winners_1_2.xml", FILES / "bws" / "small-jet3.bws"


def look(desk: Client, *files: Path | tuple[str, bytes]) -> HttpResponse:
    """Sends files to be looked at."""
    named = [(each.name, each.read_bytes()) if isinstance(each, Path) else each for each in files]
    sent = [SimpleUploadedFile(name, data) for name, data in named]
    return desk.post(reverse("bring-in"), {"files": sent})


def form_of(page: HttpResponse) -> dict[str, str]:
    """What the browser sends when the button below is pressed: hidden fields, what is ticked and what is chosen."""
    text = page.content.decode()
    fields = re.findall(r"<input[^>]*>", text)
    found = {}
    for field in fields:
        name, value = re.search(r'name="([^"]*)"', field), re.search(r'value="([^"]*)"', field)
        kind = re.search(r'type="(\w+)"', field)
        chosen = kind and (kind[1] == "hidden" or "checked" in field)
        if name and chosen and name[1] != "csrfmiddlewaretoken":
            found[name[1]] = unescape(value[1]) if value else "on"
    return {**found, "bring": "yes"}


def test_a_file_is_looked_at_and_nothing_is_kept() -> None:
    text = look(as_role("director"), PAIRS).content.decode()
    for told in ("Made-up Tuesday", "Tuesday 7 January 2025", "6 pairs", "2 boards", "6 results", "12 names", "USEBIO"):
        assert told in text
    assert "1NS on board 2: points 2 in the file, 0.5 here (another table has an adjusted score" in text
    assert "1NS: 75% in the file, 56.25% here" in text
    assert not Session.objects.exists()
    assert not Player.objects.exists()


def test_what_was_looked_at_is_brought_in_and_posted_with_the_ranking_of_the_file() -> None:
    desk = as_role("director")
    answer = desk.post(reverse("bring-in"), form_of(look(desk, PAIRS)))
    session = Session.objects.get()
    assert answer["Location"] == f"{reverse('bring-in')}?brought={session.pk}"
    state = store.state(session.pk)
    assert (state.phase, state.brought_from, state.as_printed) == ("published", PAIRS.name, True)
    assert "Made-up Tuesday" in desk.get(answer["Location"]).content.decode()
    shown = as_role("public").get(reverse("results", args=[Link.objects.get().token])).content.decode()
    assert "75.00" in shown
    assert "Ann Example" in shown


def test_the_director_may_post_our_ranking_instead() -> None:
    desk = as_role("director")
    desk.post(reverse("bring-in"), form_of(look(desk, PAIRS)) | {"whose-0": "ours"})
    assert not store.state(Session.objects.get().pk).as_printed
    shown = as_role("public").get(reverse("results", args=[Link.objects.get().token])).content.decode()
    assert "56.25" in shown


def test_the_director_may_change_that_afterwards_and_post_again() -> None:
    desk = as_role("director")
    desk.post(reverse("bring-in"), form_of(look(desk, PAIRS)))
    session = Session.objects.get().pk
    assert "Rank as the boards come to here" in desk.get(reverse("night-results", args=[session])).content.decode()
    desk.post(reverse("night-results-ranking", args=[session]), {"whose": "ours"})
    assert not store.state(session).as_printed
    again = desk.post(reverse("night-results-ranking", args=[session]), {"whose": "ours"})
    assert (again.status_code, "Nothing would change." in again.content.decode()) == (422, True)


def test_the_same_content_is_known_under_any_name_and_brought_in_once() -> None:
    desk = as_role("director")
    first = form_of(look(desk, PAIRS))
    desk.post(reverse("bring-in"), first)
    text = look(desk, ("another-name.xml", PAIRS.read_bytes())).content.decode()
    assert "was brought in before" in text
    assert 'name="data-0"' not in text
    desk.post(reverse("bring-in"), first)  # sent twice
    assert Session.objects.count() == 1


def test_several_files_and_a_zip_are_looked_at_together_each_with_its_own_answer() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as whole:
        whole.write(BRIDGEMATE, "2024/night.bws")
        whole.writestr("notes.txt", "nothing of bridge")
    desk = as_role("owner")
    page = look(desk, PAIRS, ("old.zip", packed.getvalue()), FILES / "csv" / "players.csv")
    text = page.content.decode()
    assert "old.zip: 2024/night.bws" in text
    assert "This is no file of results or deals that is known here." in text
    assert "a list of players is imported on the page Players" in text
    assert "Bring 2 files in and post them" in text
    desk.post(reverse("bring-in"), form_of(page))
    assert sorted(Session.objects.values_list("title", flat=True)) == ["Made-up Tuesday", "Tuesday at the Example Club"]


def test_what_is_not_ticked_stays_out() -> None:
    desk = as_role("director")
    wish = form_of(look(desk, PAIRS, BRIDGEMATE))
    del wish["take-0"]
    desk.post(reverse("bring-in"), wish)
    assert Session.objects.get().title == "Tuesday at the Example Club"
    answer = desk.post(reverse("bring-in"), {"bring": "yes"})
    assert answer.status_code == 422
    assert "Tick what is to be brought in" in answer.content.decode()


def test_a_session_of_the_same_day_is_pointed_out() -> None:
    desk = as_role("director")
    desk.post(reverse("bring-in"), form_of(look(desk, PAIRS)))
    changed = PAIRS.read_bytes().replace(b"Ann Example", b"Ann Exampler")
    text = look(desk, ("corrected.xml", changed)).content.decode()
    assert "the club has already" in text
    assert reverse("night-results", args=[Session.objects.get().pk]) in text


@pytest.mark.parametrize(
    "field", ["", "%%%", "QUJD", sent_back(b"x")[:-4], sent_back(b"\0" * 70_000_000)], ids=lambda field: field[:8]
)
def test_what_did_not_come_back_well_is_told_in_a_sentence(field: str) -> None:
    answer = as_role("director").post(reverse("bring-in"), {"bring": "yes", "take-0": "on", "data-0": field})
    assert answer.status_code == 422
    assert "The file did not arrive well; choose it again." in answer.content.decode()


def test_a_database_that_is_held_refuses_the_file_in_a_sentence() -> None:
    desk = as_role("director")
    wish = form_of(look(desk, PAIRS))
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout=100")
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = desk.post(reverse("bring-in"), wish)
    assert (answer.status_code, Session.objects.count()) == (422, 0)
    assert "The database is held by another program" in answer.content.decode()
    assert desk.post(reverse("bring-in"), wish).status_code == 302


def test_too_many_files_are_left_to_the_command() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as whole:
        for number in range(MOST_FILES + 1):
            whole.writestr(f"{number}.txt", f"nothing of bridge {number}")
    text = look(as_role("director"), ("many.zip", packed.getvalue())).content.decode()
    assert "the command “arrowswitch import” brings in any number" in text


def test_too_many_sessions_are_counted_before_any_is_looked_at_or_brought_in() -> None:
    whole = json.loads(write_file(record_of(rehearsed("a howell")), "json").data)
    many = json.dumps(whole | {"sessions": whole["sessions"] * (MOST_SESSIONS + 1)}).encode()
    desk = as_role("director")
    told = "the command “arrowswitch import” brings in any number"
    assert told in look(desk, ("season.json", many)).content.decode()
    answer = desk.post(reverse("bring-in"), {"bring": "yes", "take-0": "on", "data-0": sent_back(many)})
    assert (answer.status_code, told in answer.content.decode(), Session.objects.count()) == (422, True, 0)


def test_what_comes_back_is_not_unpacked_beyond_the_largest_file() -> None:
    large = sent_back(b"x" * (LARGEST // 2 + 1))
    wish = {f"{what}-{number}": value for number in range(3) for what, value in (("take", "on"), ("data", large))}
    told = as_role("director").post(reverse("bring-in"), {"bring": "yes", **wish}).content.decode()
    assert told.count("This is no file of results or deals that is known here.") == 1
    assert told.count("There are too many files or sessions to be looked at together") == 2


def test_it_is_for_owners_and_directors() -> None:
    assert as_role("scorer").post(reverse("bring-in"), {"bring": "yes"}).status_code == 403
    assert reverse("bring-in") in as_role("director").get(reverse("results-list")).content.decode()
    assert reverse("bring-in") not in as_role("scorer").get(reverse("results-list")).content.decode()
