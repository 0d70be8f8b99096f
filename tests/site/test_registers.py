"""The psych book and the systems that pairs have registered."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from browsing import ARGUMENTS, PATIENCE, WIDTHS, executable, faults, sign_in
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from nights import a_night, desk_server, do
from people import PASSWORD, account, as_role, our_club
from playwright.sync_api import sync_playwright

from arrowswitch.session import Contracted, Enter, LineKey, Rule
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.doubles import erase, merge
from arrowswitch.site.journal import store
from arrowswitch.site.registers.models import Psych, System
from arrowswitch.site.registers.psychs import book, counted

TODAY = timezone.localdate()


def player(given: str, family: str, **more: str) -> Player:
    return Player.objects.create(club=our_club(), given=given, family=family, **more)


def psych(who: Player, partner: Player | None = None, day: date = TODAY, **more: object) -> Psych:
    given = {"call": "1S", "event": "Tuesday", "reported_by": "Dee", "at": timezone.now(), **more}
    return Psych.objects.create(club=our_club(), player=who, partner=partner, date=day, **given)


def as_player(who: Player) -> Client:
    one = account("player", name=f"{who} signs in")
    one.change_role("player", who)
    client = Client(headers={"host": "localhost"})
    client.force_login(one)
    return client


def in_new_zealand(club: Club) -> None:
    club.federation = "nzb"
    club.save()


# -- psychs -----------------------------------------------------------------------------------------------------------


def test_a_psych_is_entered_from_the_ruling_with_what_the_night_knows(club: dict[str, str]) -> None:
    session = a_night()
    do(session, Enter(LineKey("A", 1, 1, 1), Contracted("4S", "N", 9)))
    do(session, Rule("psych", "A", 1, 1, 1, ("psych", "yes", "yes", "yes"), offender="E", facts="1S on a void"))
    (ruling,) = store.state(session).rulings.values()
    director = as_role("director")
    assert f"ruling={ruling.id}" in director.get(reverse("night-ruled", args=[session, ruling.id])).content.decode()
    place = f"{reverse('psych-new')}?session={session}&ruling={ruling.id}"
    form = director.get(place).context["form"]
    given = {name: form.initial[name] for name in ("who", "with_whom", "table", "round", "board", "facts", "finding")}
    assert given["finding"] == "red"
    assert given["facts"] == "1S on a void"
    assert (given["round"], given["board"]) == (1, 1)
    sent = director.post(place, {**given, "date": "2026-01-06", "event": "Tuesday pairs", "call": "1S"})
    assert sent.status_code == 302, sent.content.decode()
    (entry,) = Psych.objects.all()
    assert (entry.who, entry.with_whom) == (given["who"], given["with_whom"])
    assert entry.player
    assert entry.partner
    assert entry.session_id == session
    assert director.get(place).url == reverse("psych", args=[entry.pk])  # once is enough


@pytest.mark.parametrize(
    ("answers", "finding", "breach"),
    [
        (("mistake",), "mistake", ""),
        (("psych", "yes", "no", "no"), "green", ""),
        (("psych", "yes", "no", "yes"), "green", ""),
        (("psych", "yes", "yes", "no"), "red", ""),
        (("psych", "no"), "", "forbidden"),
    ],
)
def test_what_was_ruled_is_offered_as_the_finding(
    desk_club: dict[str, str], answers: tuple[str, ...], finding: str, breach: str
) -> None:
    session = a_night()
    do(session, Rule("psych", "A", 1, 1, 1, answers, offender="E"))
    (ruling,) = store.state(session).rulings.values()
    page = as_role("director").get(f"{reverse('psych-new')}?session={session}&ruling={ruling.id}")
    initial = page.context["form"].initial
    assert (initial["finding"], initial["breach"]) == (finding, breach)


def test_a_player_enters_the_own_psych_and_sees_nobody_elses(club: dict[str, str]) -> None:
    ann, bob = player("Ann", "Ash"), player("Bob", "Beech")
    psych(bob, call="2H")
    me = as_player(ann)
    sent = me.post(
        reverse("psych-new"),
        {"date": TODAY.isoformat(), "with_whom": "Bob Beech", "call": "1NT", "finding": "green", "who": "Bob Beech"},
    )
    assert sent.status_code == 302, sent.content.decode()
    mine = Psych.objects.get(call="1NT")
    assert (mine.player, mine.partner, mine.finding) == (ann, bob, "")  # it is the director who judges
    page = me.get(reverse("psychs")).content.decode()
    assert "1NT" in page
    assert "2H" not in page
    assert "2H" not in me.get(f"{reverse('psychs')}?q=bob").content.decode()
    assert me.get(reverse("psych", args=[mine.pk])).status_code == 403
    whole = as_role("recorder").get(reverse("psychs")).content.decode()
    assert "2" in whole
    assert "Bob Beech" in whole


def test_a_number_does_not_tell_a_player_whose_it_is(club: dict[str, str]) -> None:
    ann, bob = player("Ann", "Ash", number="1001"), player("Bob", "Beech", number="1002")
    me = as_player(ann)
    me.post(reverse("psych-new"), {"date": TODAY.isoformat(), "with_whom": "1002", "call": "1NT"})
    mine = Psych.objects.get(call="1NT")
    assert (mine.partner, mine.partner_name) == (None, "1002")
    assert "Beech" not in me.get(reverse("psychs")).content.decode()
    given = {"date": TODAY.isoformat(), "who": "1001", "with_whom": "1002", "call": "2H", "finding": "green"}
    as_role("director").post(reverse("psych-new"), given)
    assert Psych.objects.get(call="2H").partner == bob


def test_who_is_not_tied_to_the_register_cannot_enter_a_psych(desk_club: dict[str, str]) -> None:
    answer = as_role("player").post(reverse("psych-new"), {"date": TODAY.isoformat(), "call": "1S"})
    assert answer.status_code == 422
    assert not Psych.objects.exists()


def test_more_than_two_psychs_of_a_partnership_in_a_session_are_marked(club: dict[str, str]) -> None:
    in_new_zealand(our_club())  # more than two by a partnership in any one session
    ann, bob, cat = player("Ann", "Ash"), player("Bob", "Beech"), player("Cat", "Cedar")
    for who, partner in ((ann, bob), (bob, ann)):
        psych(who, partner)
    director = as_role("director")
    assert "of this pair in that session" not in director.get(reverse("psychs")).content.decode()
    psych(ann, cat)
    psych(ann, bob, finding="mistake")
    psych(ann, bob, TODAY - timedelta(days=7))
    assert "of this pair in that session" not in director.get(reverse("psychs")).content.decode()
    psych(bob, ann)
    assert director.get(reverse("psychs")).content.decode().count("3 of this pair in that session") == 3
    our = our_club()
    our.federation = "wbf"  # has no such rule
    our.save()
    assert "of this pair in that session" not in director.get(reverse("psychs")).content.decode()


def test_psychs_are_counted_by_player_and_by_pair_over_a_year(club: dict[str, str]) -> None:
    ann, bob = player("Ann", "Ash"), player("Bob", "Beech")
    psych(ann, bob, finding="amber")
    psych(bob, ann, TODAY - timedelta(days=400), finding="red")
    psych(ann, finding="mistake")
    entries = list(book(our_club()))
    assert [(row["name"], row["year"], row["total"], row["amber"], row["red"]) for row in counted(entries)] == [
        ("Ann Ash", 1, 1, 1, 0),
        ("Bob Beech", 0, 1, 0, 1),
    ]
    ((pair),) = counted(entries, pairs=True)
    assert (pair["year"], pair["total"]) == (1, 2)


def test_an_entry_lapses_after_the_months_of_the_regulations(club: dict[str, str]) -> None:
    ann = player("Ann", "Ash")
    psych(ann, day=TODAY - timedelta(days=760), call="1C")  # more than 24 months
    psych(ann, day=TODAY - timedelta(days=700), call="1D")
    assert [each.call for each in book(our_club())] == ["1D"]
    assert Psych.objects.count() == 1


def test_a_namesake_stays_who_it_was_when_the_finding_is_changed(desk_club: dict[str, str]) -> None:
    one, two = player("Ann", "Ash", number="1"), player("Ann", "Ash", number="2")
    entry = psych(two)
    director = as_role("director")
    place = reverse("psych", args=[entry.pk])
    given = {"who": "Ann Ash", "date": TODAY.isoformat(), "call": "1S", "finding": "amber"}
    assert director.post(place, given).status_code == 302
    entry.refresh_from_db()
    assert (entry.player, entry.finding) == (two, "amber")
    assert director.post(reverse("psych-new"), given).status_code == 422  # which of the two?
    assert director.post(place, {**given, "who": "1"}).status_code == 302
    entry.refresh_from_db()
    assert entry.player == one


def test_a_visitor_is_entered_by_name_and_a_day_to_come_is_refused(desk_club: dict[str, str]) -> None:
    director = as_role("director")
    given = {"who": "Vic Guest", "date": TODAY.isoformat(), "call": "1S"}
    refused = director.post(reverse("psych-new"), given)
    assert refused.status_code == 422
    assert "Vic Guest is not in the register." in refused.content.decode()
    later = {**given, "visitor": "on", "date": (TODAY + timedelta(days=2)).isoformat()}
    assert "That day is still to come." in director.post(reverse("psych-new"), later).content.decode()
    assert director.post(reverse("psych-new"), {**given, "visitor": "on"}).status_code == 302
    assert [each.who for each in Psych.objects.all()] == ["Vic Guest"]


def test_an_entry_is_printed_and_taken_out(desk_club: dict[str, str]) -> None:
    entry = psych(player("Ann", "Ash"), hand="3 87 QJ10964 8532", facts="Passed out.\nNobody knew.")
    director = as_role("director")
    paper = director.get(reverse("psych-pdf", args=[entry.pk]))
    assert paper["Content-Type"] == "application/pdf"
    assert paper.content[:5] == b"%PDF-"
    director.post(reverse("psych", args=[entry.pk]), {"what": "remove"})
    assert not Psych.objects.exists()


# -- people who change or go --------------------------------------------------------------------------------------------


def test_the_entries_of_two_that_turn_out_one_person_are_one_persons(club: dict[str, str]) -> None:
    ann, anne, bob = player("Ann", "Ash"), player("Anne", "Ash"), player("Bob", "Beech")
    psych(anne, bob)
    psych(bob, anne)
    System.objects.create(club=our_club(), first=bob, second=anne, title="Acol", filed=TODAY)
    merge(ann, anne)
    assert set(Psych.objects.values_list("player", "partner")) == {(ann.pk, bob.pk), (bob.pk, ann.pk)}
    assert list(System.objects.values_list("first", "second")) == [(bob.pk, ann.pk)]


def test_who_is_forgotten_is_in_no_book(club: dict[str, str]) -> None:
    ann, bob = player("Ann", "Ash"), player("Bob", "Beech")
    psych(ann, bob)
    psych(bob, ann)
    System.objects.create(club=our_club(), first=bob, second=ann, title="Acol", filed=TODAY)
    erase(ann)
    assert list(Psych.objects.values_list("player", "partner")) == [(bob.pk, None)]
    assert not System.objects.exists()
    director = as_role("director")
    for name in ("psychs", "systems"):
        assert "Ash" not in director.get(reverse(name)).content.decode()


# -- systems ----------------------------------------------------------------------------------------------------------


def test_a_pair_registers_a_system_with_its_card(club: dict[str, str]) -> None:
    ann = player("Ann", "Ash")
    player("Bob", "Beech")
    director = as_role("director")
    card = SimpleUploadedFile("card.pdf", b"%PDF-1.7 our card", content_type="application/pdf")
    given = {
        "one": "Ann Ash",
        "other": "Bob Beech",
        "title": "Precision",
        "system_class": "blue",
        "filed": "2026-01-06",
    }
    assert director.post(reverse("system-new"), {**given, "brown_sticker": "on", "file": card}).status_code == 302
    (system,) = System.objects.all()
    listed = as_role("player").get(f"{reverse('systems')}?q=prec").content.decode()
    assert "Ann Ash &amp; Bob Beech" in listed
    assert "brown sticker" in listed
    assert "Nothing fits." in as_role("player").get(f"{reverse('systems')}?class=red").content.decode()
    taken = as_role("player").get(reverse("system-card", args=[system.pk]))
    assert taken.content == b"%PDF-1.7 our card"
    assert taken["Content-Disposition"].startswith("attachment")
    assert "Precision" in director.get(reverse("player", args=[ann.pk])).content.decode()
    assert reverse("systems") in as_role("player").get(reverse("alerts")).content.decode()
    # a change without a file keeps the card
    assert director.post(reverse("system", args=[system.pk]), {**given, "title": "Big club"}).status_code == 302
    system.refresh_from_db()
    assert (system.title, bytes(system.card)) == ("Big club", b"%PDF-1.7 our card")
    director.post(reverse("system", args=[system.pk]), {"what": "remove"})
    assert not System.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"other": "Ann Ash"}, "A pair is two people."),
        ({"other": "Zed"}, "Zed is not in the register."),
        ({"file": SimpleUploadedFile("card.pdf", b"<script>")}, "That is not a PDF."),
        ({"file": SimpleUploadedFile("card.pdf", b"%PDF-" + bytes(2_000_000))}, "larger than two megabytes"),
    ],
)
def test_a_wrong_registration_is_refused_with_a_sentence(
    desk_club: dict[str, str], wrong: dict[str, object], said: str
) -> None:
    player("Ann", "Ash")
    player("Bob", "Beech")
    given = {"one": "Ann Ash", "other": "Bob Beech", "title": "Acol", "filed": "2026-01-06", **wrong}
    answer = as_role("director").post(reverse("system-new"), given)
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_a_yellow_system_is_handed_in_seven_days_before_in_new_south_wales(desk_club: dict[str, str]) -> None:
    pair = {"first": player("Ann", "Ash"), "second": player("Bob", "Beech")}
    System.objects.create(club=our_club(), title="Regres", system_class="yellow", filed=date(2026, 3, 1), **pair)
    page = reverse("systems")
    assert "May be played from" not in as_role("player").get(page).content.decode()
    our = our_club()
    our.federation = "bnsw"
    our.save()
    assert "May be played from 8 March 2026" in as_role("player").get(page).content.decode()


# -- looked at --------------------------------------------------------------------------------------------------------


def test_the_books_can_be_read_by_everybody_at_the_width_of_a_phone(desk_club: dict[str, str]) -> None:
    in_new_zealand(our_club())
    ann, bob = player("Ann", "Ash"), player("Bob", "Beech")
    for finding in ("green", "amber", "red", "mistake", ""):
        entry = psych(
            ann, bob, finding=finding, breach="frivolous", hand="♠3 ♥87", contract="4♥X W -2", facts="Passed."
        )
    System.objects.create(
        club=our_club(), first=ann, second=bob, title="Moscito", system_class="yellow", brown_sticker=True, filed=TODAY
    )
    name = account("owner", password=PASSWORD).name
    places = [
        reverse("psychs") + "?q=ann",
        reverse("psych", args=[entry.pk]),
        reverse("systems"),
        reverse("system-new"),
        reverse("player", args=[ann.pk]),
        reverse("account", args=[account("owner").pk]),
        reverse("dossier"),
    ]
    connection.close()
    with desk_server(desk_club) as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        width, height = WIDTHS["phone"]
        page = chromium.new_context(viewport={"width": width, "height": height}).new_page()
        page.set_default_timeout(PATIENCE)
        home = server.address.rstrip("/")
        page.goto(f"{home}{reverse('sign-in')}")
        sign_in(page, name, PASSWORD)
        for place in places:
            page.goto(home + place)
            assert faults(page) == [], place
            assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), place
        chromium.close()
