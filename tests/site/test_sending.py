"""Sending results: who wants what, what is missing, files with the right names made from what was posted; a correction puts them
out of date, and who asked to be forgotten goes out without a name."""

from __future__ import annotations

import json
import re

import pytest
from django.http import HttpResponse
from django.urls import reverse
from nights import a_night, do, play_on
from people import as_role, our_club

from arrowswitch.deals import dealt
from arrowswitch.formats import read_file
from arrowswitch.formats.files import formats
from arrowswitch.regulations import names
from arrowswitch.session import AttachHands, BareScore, Correct, LineKey, Publish, Reopen, Settings, State
from arrowswitch.site.club.models import Player
from arrowswitch.site.exchange.exporting import posted_record
from arrowswitch.site.exchange.models import ClubReceiver, MadeFile
from arrowswitch.site.exchange.receivers import receivers
from arrowswitch.site.exchange.sending import WRITERS, file_name
from arrowswitch.site.journal import store
from arrowswitch.site.merits import award_keeper
from arrowswitch.site.merits.models import AwardsWay, MadeAward

pytestmark = pytest.mark.usefixtures("desk_club")


def a_posted_night(federation: str = "ebu", **options: object) -> int:
    """A night with deals, posted, in a club of a federation."""
    session = a_night(**options)
    club = our_club()
    club.federation = federation
    club.save()
    do(session, AttachHands(dealt("sending", range(1, 4))))
    play_on(session)
    do(session, Publish())
    return session


def page_of(session: int) -> str:
    return as_role("scorer").get(reverse("night-results-send", args=[session])).content.decode()


def make(session: int, receiver: str, file: str, **facts: str) -> HttpResponse:
    """Asks for a file, as the button does."""
    typed = {f"{receiver} {name.replace('_', ' ')}": value for name, value in facts.items()}
    place = reverse("night-results-send", args=[session])
    return as_role("scorer").post(place, {"make": f"{receiver} {file}", **typed})


def sent(answer: HttpResponse) -> bytes:
    assert answer["Content-Disposition"].startswith("attachment"), answer.content
    return answer.content


# -- who wants what -------------------------------------------------------------------------------------------------------


def test_every_receiver_is_of_a_known_federation_wants_files_that_can_be_written_and_has_a_source() -> None:
    for each in receivers().values():
        assert set(each.federations) <= {*names(), "*"}
        assert set(each.files) <= set(WRITERS)
        assert each.source
        assert each.steps
    assert {"usebio", "pbn", "acbl"} <= {name for name, each in formats().items() if each.write}


@pytest.mark.parametrize(
    ("federation", "usual"),
    [
        ("ebu", ["ebu", "pianola", "bridgewebs", "newsletter", "web"]),
        ("bnsw", ["bridgewebs", "myabf", "newsletter", "web"]),
        ("acbl", ["acbl", "newsletter", "web"]),
    ],
)
def test_the_federation_says_who_is_usually_sent_results(federation: str, usual: list[str]) -> None:
    shown = page_of(a_posted_night(federation))
    assert re.findall(r'<h3 id="to-(\w+)">', shown) == usual


def test_the_club_chooses_others_and_writes_its_number_down_once() -> None:
    session = a_posted_night("ebu")
    director = as_role("director")
    chosen = {"ecats": "on", "bridgewebs": "on", "bridgewebs-club-number": "7100312"}
    assert director.post(reverse("receivers"), chosen).status_code == 302
    shown = page_of(session)
    assert "English Bridge Union" not in shown
    assert 'value="7100312"' in shown
    assert "they cannot be written here" in shown  # ECats, whose files nobody has published
    assert ClubReceiver.objects.filter(wanted=True).count() == 2


# -- what is missing ------------------------------------------------------------------------------------------------------


def test_a_player_without_a_number_is_named_with_the_way_to_mend_it() -> None:
    session = a_posted_night("ebu")
    first, *others = Player.objects.order_by("pk")
    for number, player in enumerate(others):
        player.number = f"10{number:04}"
        player.save()
    shown = page_of(session)
    assert "1 player has no number:" in shown
    assert f'<a href="{reverse("player", args=[first.pk])}">{first}</a>' in shown
    first.number = "990001"
    first.save()
    assert "no number:" not in page_of(session)


def test_a_board_without_hands_and_a_missing_code_are_told() -> None:
    session = a_night()
    our = our_club()
    our.federation = "ebu"
    our.save()
    play_on(session)
    do(session, Publish())
    shown = page_of(session)
    assert "Boards 1-3 have no hands:" in shown
    assert reverse("night-deals", args=[session]) in shown
    assert re.search(r'Charge code\s*<span class="mind">missing</span>', shown)


# -- the files ------------------------------------------------------------------------------------------------------------


def test_a_file_for_the_ebu_has_numbers_club_and_charge_code_and_the_right_name() -> None:
    session = a_posted_night("ebu")
    for number, player in enumerate(Player.objects.order_by("pk")):
        player.number = f"10{number:04}"
        player.save()
    answer = make(session, "ebu", "usebio", club_number="7100312", charge_code="40")
    assert answer["Content-Disposition"] == 'attachment; filename="2026-01-06-tuesday-pairs.xml"'
    read = read_file(sent(answer)).record
    assert (read.club, read.club_number, read.further["charge code"]) == ("Riverside", "7100312", "40")
    people = [player for each in read.contestants for player in each.players]
    assert len(people) == 12
    assert all(player.number.startswith("10") for player in people)
    assert 'value="7100312"' in page_of(session)  # as it was written down for this session


@pytest.mark.parametrize(
    ("federation", "receiver", "file"),
    [
        ("ebu", "pianola", "pbn"),
        ("acbl", "acbl", "acbl"),
        ("wbf", "newsletter", "results"),
        ("wbf", "newsletter", "ranking"),
    ],
)
def test_each_file_can_be_read_again(federation: str, receiver: str, file: str) -> None:
    session = a_posted_night(federation)
    read = read_file(sent(make(session, receiver, file))).record
    assert read.ranking if file == "ranking" else len(read.lines) == 9


def test_when_a_file_was_made_and_from_which_version_is_kept_and_a_correction_puts_it_out_of_date() -> None:
    session = a_posted_night("acbl")
    assert "Not made yet." in page_of(session)
    make(session, "acbl", "acbl")
    made = MadeFile.objects.get()
    assert (made.version, made.by) == (1, "Scorer of Riverside")
    shown = page_of(session)
    assert "from version 1." in shown
    assert "out of date" not in shown
    do(session, Reopen(), why="A wrong score")
    do(session, Correct(LineKey("A", 1, 1, 1), BareScore(420), error="scorer"), why="misread")
    assert "it is in no file before a new version is posted" in page_of(session)
    do(session, Publish())
    assert "The results were posted anew since" in page_of(session)
    make(session, "acbl", "acbl")
    assert "out of date" not in page_of(session)


def test_only_what_was_posted_is_sent() -> None:
    session = a_posted_night("wbf")
    do(session, Reopen(), why="A wrong score")
    do(session, Correct(LineKey("A", 1, 1, 1), BareScore(420), error="scorer"), why="misread")
    scores = {each.line.score for each in read_file(sent(make(session, "newsletter", "results"))).record.lines}
    assert scores == {110}


def test_results_that_were_never_posted_do_not_leave() -> None:
    session = a_night()
    play_on(session)
    assert "only posted results leave the club" in page_of(session)
    answer = make(session, "newsletter", "ranking")
    assert answer.status_code == 422
    assert not MadeFile.objects.exists()


def test_who_asked_to_be_forgotten_goes_out_without_a_name() -> None:
    session = a_posted_night("ebu")
    gone = Player.objects.order_by("pk")[0]
    name = str(gone)
    gone.erase()
    assert "asked to be forgotten" in page_of(session)
    for receiver, file in (("ebu", "usebio"), ("pianola", "pbn"), ("newsletter", "ranking"), ("newsletter", "results")):
        assert name not in sent(make(session, receiver, file)).decode()


def test_masterpoints_of_a_federation_go_out_and_points_of_the_club_do_not() -> None:
    own = 'title = "Cup"\nedition = "1"\nsince = 2026-01-01\nsource = "us"\nunit = "cup points"\n'
    own += '[[scale]]\nrule = "r"\nway = "listed"\namounts = [10, 7]\n'
    for scheme, text, found in (("abf", "", 6), ("own", own, 0)):
        AwardsWay.objects.create(club=our_club(), scheme=scheme, own=text)
        session = a_posted_night("ebu")
        while award_keeper.in_step(our_club()):
            pass
        assert MadeAward.objects.filter(run__session=session, counts=True).count()
        record = posted_record(session, our_club())
        assert len([place for place in record.ranking if place.awards]) == found
        back = read_file(sent(make(session, "ebu", "usebio"))).record
        assert [place.awards for place in back.ranking] == [place.awards for place in record.ranking]


def test_hands_that_the_club_never_shows_are_in_no_file() -> None:
    session = a_posted_night("ebu", settings=Settings(hands="never"))
    assert not read_file(sent(make(session, "ebu", "usebio"))).record.deals
    assert store.state(session).hands  # they are there
    assert not posted_record(session, our_club()).deals


@pytest.mark.parametrize("wish", ["", "ebu", "ebu nothing", "nobody usebio", "ecats results"])
def test_a_form_that_nobody_made_is_refused_in_a_sentence(wish: str) -> None:
    session = a_posted_night("ebu")
    answer = as_role("scorer").post(reverse("night-results-send", args=[session]), {"make": wish})
    assert answer.status_code == 422
    assert "The form was not complete." in answer.content.decode()


def test_names_of_files_are_plain_whatever_the_title_is() -> None:
    assert file_name(State(title="../../Été & <b>"), "pbn") == "ete-b.pbn"
    assert file_name(State(title="週"), "pages") == "session-pages.zip"


def test_facts_are_kept_as_json() -> None:
    session = a_posted_night("ebu")
    make(session, "ebu", "usebio", charge_code="  4\n0 ")
    assert json.loads(MadeFile.objects.get().written)["charge code"] == "4 0"
    assert make(session, "ebu", "usebio", charge_code="4" * 61).status_code == 422
