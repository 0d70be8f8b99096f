"""Files brought into a club, in SQLite and in PostgreSQL: once, as a whole or not at all, and shown like any other session."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import zipfile
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from clubs import BEGIN, DIRECTOR, check_whole
from django.urls import reverse
from people import as_role, our_club
from site_server import arrowswitch, environment

from arrowswitch.formats import Record, RecordContestant, RecordLine, RecordPlace, RecordPlayer, write_file
from arrowswitch.formats.from_session import record_of
from arrowswitch.scoring import played
from arrowswitch.session import Command, Publish, RankAsPrinted, standings
from arrowswitch.site.club.models import Player
from arrowswitch.site.exchange.exporting import posted_record
from arrowswitch.site.exchange.importing import ImportedFile, Importer
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Entry, Session
from rehearsed import rehearsed


def numbered(record: Record) -> Record:
    """A record in which every player has a number of the federation."""
    people = iter(range(1000, 9999))
    return replace(
        record,
        contestants=tuple(
            replace(each, players=tuple(replace(player, number=str(next(people))) for player in each.players))
            for each in record.contestants
        ),
    )


PAGES = (
    *(
        "night",
        "night-entry",
        "night-boards",
        "night-journal",
        "night-names",
        "night-print",
        "night-results",
        "night-room",
    ),
    *("night-screen", "night-rulings", "night-trouble", "night-results-lists", "night-penalties", "night-phones"),
)
NIGHT = write_file(numbered(record_of(rehearsed("a howell"))), "json").data


def importer() -> Importer:
    return Importer(our_club(), DIRECTOR)


def bring(data: bytes, file: str = "night.json") -> ImportedFile:
    return importer().bring(file, data, BEGIN)


# -- in both databases ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("club")
def test_a_file_becomes_a_session_and_the_same_file_is_known() -> None:
    first = bring(NIGHT)
    assert first.became == "new"
    assert first.players == 16
    check_whole(first.sessions[0])
    again = bring(NIGHT, "copy-of-night.json")
    assert (again.became, again.sessions) == ("known", first.sessions)
    assert Session.objects.count() == 1


@pytest.mark.usefixtures("club")
def test_a_file_of_which_one_session_cannot_be_brought_in_leaves_nothing() -> None:
    good = record_of(rehearsed("a howell"))
    bad = Record(kind="individual", lines=(RecordLine(played(1, "1", "2", 90)),))  # nobody has a partner
    whole = json.loads(write_file(numbered(good), "json").data)
    whole["sessions"] += json.loads(write_file(bad, "json").data)["sessions"]
    found = bring(json.dumps(whole).encode())
    assert found.became == "refused"
    assert found.problem == "1: two players are a side in an individual."
    assert (Session.objects.count(), Entry.objects.count(), Player.objects.count()) == (0, 0, 0)


def folder_of_nights(folder: Path, count: int) -> None:
    record = record_of(rehearsed("two winners"))
    for number in range(1, count + 1):
        night = replace(record, title=f"Night {number}", date=date(2024, 1, 1))
        (folder / f"night{number:03}.json").write_bytes(write_file(night, "json").data)


def test_stopped_half_way_a_club_has_whole_nights_and_goes_on_later(club: dict[str, str], tmp_path: Path) -> None:
    count = 24
    folder_of_nights(tmp_path, count)
    our_club()
    command = ["import", str(tmp_path), "--data", club["ARROWSWITCH_DATA"]]
    process = subprocess.Popen(
        [sys.executable, "-m", "arrowswitch", *command],
        env=environment(**club),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    end = time.monotonic() + 120
    while Session.objects.count() < 3 and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    before = Session.objects.count()
    assert 3 <= before < count
    for session in Session.objects.values_list("pk", flat=True):
        assert check_whole(session)
        assert store.state(session).phase == "published"
    done = arrowswitch(*command, **club)
    assert done.returncode == 0, done.stderr
    assert f"{count - before} new, {before} known, 0 refused." in done.stdout
    assert sorted(Session.objects.values_list("title", flat=True)) == sorted(f"Night {n}" for n in range(1, count + 1))


# -- the command ----------------------------------------------------------------------------------------------------------


def test_folders_and_zips_are_looked_through_and_what_is_refused_is_named(
    desk_club: dict[str, str], tmp_path: Path
) -> None:
    our_club()
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / "night.json").write_bytes(NIGHT)
    (tmp_path / "letter.txt").write_text("Dear members")
    with zipfile.ZipFile(tmp_path / "old.zip", "w", zipfile.ZIP_DEFLATED) as whole:
        whole.writestr("../../night.json", NIGHT)  # a path that leads out of the folder
        whole.writestr("bomb.json", b"0" * 50_000_000)
        whole.writestr("inner.zip", b"PK\x03\x04 and so on")
    done = arrowswitch("import", str(tmp_path), "--data", desk_club["ARROWSWITCH_DATA"], "--json", **desk_club)
    assert done.returncode == 1
    answer = json.loads(done.stdout)
    assert (answer["new"], answer["known"], answer["refused"]) == (1, 1, 3)
    problems = {Path(each["file"]).name: each["problem"] for each in answer["files"] if each["problem"]}
    assert problems["letter.txt"] == "This is no file of results or deals that is known here."
    assert problems["old.zip: bomb.json"].startswith("This file unpacks to more than 300 times its size")
    assert problems["old.zip: inner.zip"] == "This is a zip in a zip; take it out first."
    assert not list(tmp_path.parent.glob("night.json"))


def test_what_is_no_file_at_all_is_said(desk_club: dict[str, str], tmp_path: Path) -> None:
    our_club()
    done = arrowswitch("import", str(tmp_path / "gone.xml"), "--data", desk_club["ARROWSWITCH_DATA"], **desk_club)
    assert done.returncode == 2
    assert "There is no such file." in done.stderr
    assert "0 new, 0 known, 1 refused." in done.stdout


def test_a_session_goes_out_as_it_was_posted(desk_club: dict[str, str], tmp_path: Path) -> None:
    session = bring(NIGHT).sessions[0]
    out = tmp_path / "out.json"
    place = "--data", desk_club["ARROWSWITCH_DATA"]
    done = arrowswitch("export", str(session), "--to", "json", "-o", str(out), *place, **desk_club)
    assert (done.returncode, done.stdout.strip()) == (0, str(out)), done.stderr
    assert json.loads(out.read_bytes())["sessions"][0]["club"] == our_club().name
    assert arrowswitch("export", "77", "--to", "json", *place, **desk_club).returncode == 2
    pages = arrowswitch("export", str(session), "--to", "pages", "-o", str(tmp_path / "night.zip"), *place, **desk_club)
    assert pages.returncode == 0, pages.stderr
    assert "index.html" in zipfile.ZipFile(tmp_path / "night.zip").namelist()
    refused = arrowswitch("export", str(session), "--to", "xls", *place, **desk_club)
    assert refused.returncode == 2
    assert refused.stderr.startswith("There is no format “xls”; there are")


# -- who is who -------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("desk_club")
def test_players_are_found_by_number_then_by_a_name_that_only_one_has() -> None:
    club = our_club()
    by_number = Player.objects.create(club=club, number="17", given="Ann", family="Ash")
    by_name = Player.objects.create(club=club, given="Bob", family="Birch")
    for given in ("Eve", "Eve"):
        Player.objects.create(club=club, given=given, family="Elm")
    players = importer().players
    assert players.seat(RecordPlayer("A. Ash", "17")).id == str(by_number.pk)
    assert players.seat(RecordPlayer("Birch, Bob")).id == str(by_name.pk)
    assert players.seat(RecordPlayer("Eve Elm")).id == ""  # one of two
    new = players.seat(RecordPlayer("Cyd Cedar", "18"))
    cyd = Player.objects.get(number="18")
    assert cyd.family == "Cedar"
    assert cyd.changes.get().by_name == DIRECTOR.name
    assert players.seat(RecordPlayer("Cyd Cedar", "18")) == new
    assert players.seat(RecordPlayer("Visitor", "0")).id == ""


@pytest.mark.usefixtures("desk_club")
def test_who_was_forgotten_goes_out_without_a_name_or_a_number() -> None:
    session = bring(NIGHT).sessions[0]
    gone = Player.objects.get(number="1000")
    name = str(gone)
    assert any(
        player.number == "1000" for each in posted_record(session, our_club()).contestants for player in each.players
    )
    gone.erase()
    record = posted_record(session, our_club())
    everybody = [player for each in record.contestants for player in each.players]
    assert name not in {player.name for player in everybody}
    assert RecordPlayer("(name withheld)") in everybody


# -- on the pages -----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("desk_club")
def test_a_session_that_was_brought_in_is_on_the_list_and_has_all_its_pages() -> None:
    session = bring(NIGHT).sessions[0]
    public, desk = as_role("public"), as_role("director")
    assert "Tuesday" in public.get("/results/").content.decode()
    for page in PAGES:
        assert desk.get(reverse(page, args=[session])).status_code == 200, page
    journal = desk.get(reverse("night-journal", args=[session]), {"page": "99"}).content.decode()
    assert "brought in “Tuesday” from night.json" in journal


@pytest.mark.usefixtures("desk_club")
def test_the_list_says_that_it_is_as_the_file_has_it_until_ours_is_posted() -> None:
    record = record_of(rehearsed("a howell"))
    last, *others = reversed(record.ranking)
    turned = (replace(last, rank="1", percent=Fraction(70)), *(replace(each, rank="2=") for each in others))
    found = bring(write_file(replace(record, ranking=turned), "json").data)
    assert found.whose == ("file",)
    assert found.differences
    session = found.sessions[0]
    page = as_role("director").get(reverse("night-results", args=[session])).content.decode()
    assert "Places and totals are as night.json has them" in page
    assert "70.00" in page
    for act in (RankAsPrinted(printed=False), Publish()):
        store.append(session, Command(f"after-{type(act).__name__}", DIRECTOR, BEGIN, act))
    page = as_role("director").get(reverse("night-results", args=[session])).content.decode()
    assert "Places and totals are as" not in page
    assert "70.00" not in page


@pytest.mark.usefixtures("desk_club")
def test_a_file_with_a_ranking_only_is_shown_as_a_ranking() -> None:
    people = tuple(
        RecordContestant(str(number), (RecordPlayer(f"First {number}"), RecordPlayer(f"Second {number}")))
        for number in range(1, 5)
    )
    ranking = tuple(RecordPlace(str(number), str(number), percent=Fraction(61 - number)) for number in range(1, 5))
    record = Record(title="Long ago", date=date(1999, 3, 2), contestants=people, ranking=ranking)
    session = bring(write_file(record, "json").data).sessions[0]
    assert [each.rank for each in standings(store.state(session))] == ["1", "2", "3", "4"]
    desk = as_role("director")
    page = desk.get(reverse("night-results", args=[session]))
    assert page.status_code == 200
    assert "60.00" in page.content.decode()
    for tab in PAGES:
        assert desk.get(reverse(tab, args=[session])).status_code == 200, tab
