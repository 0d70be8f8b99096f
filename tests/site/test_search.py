"""Whoever searches finds what the results show: players, pairs, boards, slams; rulings are for directors."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from nights import do
from people import account, as_role, our_club
from test_ratings_pages import again
from test_yearbook import posted

from arrowswitch.session import ChangeSettings, Settings
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.doubles import erase
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.yearbook import keeper
from arrowswitch.site.yearbook.models import PlayedLine, PlayedNotable, PlayedSession

pytestmark = pytest.mark.usefixtures("desk_club")


def text(answer: HttpResponse) -> str:
    said = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))
    return said.replace("&amp;", "&").split("To Search", 1)[-1]


def search(client: Client, q: str, **more: str) -> str:
    answer = client.get(reverse("search"), {"q": q, **more})
    assert answer.status_code == 200
    assert answer["X-Robots-Tag"] == "noindex"
    return text(answer)


def shown_night(day: date = date(2026, 1, 6)) -> int:
    night = posted(date=day)
    Link.make(Session.objects.get(pk=night))
    keeper.in_step(our_club())
    return night


def first(night: int) -> PlayedLine:
    return PlayedLine.objects.filter(played=night).select_related("player", "partner").order_by("pk")[0]


@pytest.mark.parametrize("role", ["public", "player", "director"])
def test_a_player_is_found_with_all_nights_and_cards(role: str) -> None:
    night = shown_night()
    other = again(night, date(2025, 12, 30))
    Link.make(Session.objects.get(pk=other))
    line = first(night)
    said = search(as_role(role), str(line.player))
    assert "6 January 2026" in said
    assert "30 December 2025" in said
    assert f"{line.player} & {line.partner}" in said
    assert "30 December" not in search(as_role(role), str(line.player), since="2026-01-01")
    assert "6 January" not in search(as_role(role), str(line.player), until="2025-12-31")
    page = as_role(role).get(reverse("search"), {"q": str(line.player)}).content.decode()
    cards = re.findall(r'href="(/[^"]*pair/[^"]*)"', page)
    assert len(cards) == 2
    assert all(as_role(role).get(card).status_code == 200 for card in cards)


def test_a_pair_is_found_by_two_names() -> None:
    night = shown_night()
    line = first(night)
    stranger = PlayedLine.objects.filter(played=night).exclude(player__in=(line.player_id, line.partner_id))[0]
    for between in (" & ", " and ", " with ", " + "):
        assert "6 January 2026" in search(as_role("public"), f"{line.player}{between}{line.partner}")
    assert "No night was found" in search(as_role("public"), f"{line.player} & {stranger.player}")
    assert "Which two?" in search(as_role("public"), "A & B")
    assert "Nobody here is called “Zebra”" in search(as_role("public"), f"{line.player} & Zebra")


def test_a_board_is_found_by_its_day() -> None:
    shown_night()
    client = as_role("public")
    page = client.get(reverse("search"), {"q": "board 1 2026-01-06"}).content.decode()
    (place,) = re.findall(r'href="(/[^"]*/board/1/)"', page)
    assert client.get(place).status_code == 200
    assert "Board 99 was not in play" in search(client, "board 99, 6.1.2026")
    assert "On which day, or whose?" in search(client, "board 1")
    assert "no results of that day" in search(client, "2026-01-07")


def test_a_day_is_understood_as_pages_write_it_and_a_night_is_found_by_its_title() -> None:
    shown_night(date(2026, 3, 3))
    client = as_role("public")
    title = Session.objects.get().title
    for written in ("3 March 2026", "3 Mar 2026", "3. march 2026", "2026-3-3"):
        assert title in search(client, written), written
    assert "called “31 Feb 2026”" in search(client, "31 Feb 2026")
    assert "3 March 2026" in search(client, title[:5])
    assert "Board 1" in search(client, f"{title} board 1")


def test_a_month_and_a_year_narrow_what_is_found() -> None:
    shown_night(date(2026, 3, 3))
    client, line = as_role("public"), PlayedLine.objects.all()[0]
    title = Session.objects.get().title
    for written in ("March 2026", "mar 2026", "2026", f"{title} 2026", f"March 2026 {line.player}"):
        assert "3 March 2026" in search(client, written), written
    for written in ("April 2026", "2025", f"2025 {line.player}"):
        assert "No night was found" in search(client, written), written
    assert "6♠" in search(client, "slams 2026")
    assert "Nothing was found" in search(client, "slams 2025")
    PlayedSession.objects.update(title="Autumn 2025 cup")
    assert "3 March 2026" in search(client, "autumn 2025 cup")


def test_two_names_are_understood_with_nothing_between() -> None:
    line = first(shown_night())
    assert "6 January 2026" in search(as_role("public"), f"{line.player} {line.partner}")
    assert "called “Zebra Yak”" in search(as_role("public"), "Zebra Yak")


def test_a_board_is_found_on_the_nights_of_a_player_and_a_pair_with_a_comma() -> None:
    night = shown_night()
    line = first(night)
    client = as_role("public")
    token = Link.objects.get(session=night).token
    found = client.get(reverse("search"), {"q": f"board 1 {line.player}"}).content.decode()
    assert reverse("results-board", args=[token, 1]) in found
    other = client.get(reverse("search"), {"q": f"board 99 {line.player}"}).content.decode()
    assert "Board 99" not in other
    assert "6 January 2026" in search(client, f"{line.player}, {line.partner}")


def test_slams_are_found_by_bid_by_player_and_by_what_became_of_them() -> None:
    night = shown_night()
    client = as_role("public")
    assert "6♠ N =" in search(client, "slams")
    assert "6♠ N =" in search(client, "6S made")
    assert "Nothing was found" in search(client, "6S down")
    assert "Nothing was found" in search(client, "grand slam")
    assert "Nothing was found" in search(client, "slam", until="2025-12-31")
    slam = PlayedNotable.objects.get(kind="slam")
    there = PlayedLine.objects.filter(played=night, label=slam.ns)[0]
    elsewhere = PlayedLine.objects.filter(played=night).exclude(label__in=(slam.ns, slam.ew))[0]
    assert str(there.player) in search(client, f"{there.player} slam")
    assert "Nothing was found" in search(client, f"{elsewhere.player} slam")


def test_rulings_are_for_directors() -> None:
    night = shown_night()
    PlayedNotable.objects.create(played_id=night, kind="ruling", board=2, what="Lead out of turn (53, 54)")
    for role in ("owner", "director"):
        assert "Lead out of turn" in search(as_role(role), "ruling turn lead")
        assert "Nothing was found" in search(as_role(role), "ruling revoke")
    for role in ("public", "player", "scorer"):
        for asked in ("ruling lead", "ruling", "Lead out of turn", f"ruling {first(night).player}"):
            assert "Lead out of turn (53" not in search(as_role(role), asked)
    assert "Rulings are found by directors" in search(as_role("player"), "rulings")


def test_what_the_club_does_not_show_is_found_by_the_desk_only() -> None:
    night = shown_night()
    name = str(first(night).player)
    Link.objects.update(listed=False)
    for asked in (name, "slam", "board 1 2026-01-06", "2026-01-06"):
        assert "Tuesday pairs" not in search(as_role("player"), asked)
        assert "6♠" not in search(as_role("player"), asked)
    assert "6 January 2026" in search(as_role("scorer"), name)
    assert "6♠" in search(as_role("scorer"), "slam")
    Link.objects.update(listed=True)
    assert "6♠" in search(as_role("public"), "slam")
    do(night, ChangeSettings(Settings(scores="never")))
    keeper.in_step(our_club())
    assert "6♠" not in search(as_role("public"), "slam")


def test_who_stands_in_no_result_that_is_shown_is_found_by_the_desk_only() -> None:
    night = shown_night()
    line = first(night)
    name, never = str(line.player), Player.objects.create(club=our_club(), given="Quirin", family="Nevermore")
    both = f"{name.split()[0]} & {str(line.partner).split()[0]}"
    for role in ("public", "player"):
        assert name in search(as_role(role), name)
        assert "Nobody here is called" in search(as_role(role), "quirin")
        assert "Nevermore" not in as_role(role).get(reverse("search"), {"player": never.pk}).content.decode()
    assert "Quirin Nevermore" in search(as_role("scorer"), "quirin")
    Link.objects.update(listed=False)
    for role in ("public", "player"):
        assert "Nobody here is called" in search(as_role(role), name)
        assert "Nobody here is called" in search(as_role(role), both)
    assert "6 January 2026" in search(as_role("scorer"), name)


def test_who_withholds_the_name_is_found_by_the_desk_and_by_oneself_only() -> None:
    night = shown_night()
    line = first(night)
    player = line.player
    assert player is not None
    player.withheld = "pages"
    player.save()
    name = str(player)
    for role in ("public", "player"):
        assert "Nobody here is called" in search(as_role(role), name)
        for asked in ("slam", str(line.partner)):
            assert name not in search(as_role(role), asked)
        answer = as_role(role).get(reverse("search"), {"player": player.pk})
        assert name not in answer.content.decode()
    assert "6 January 2026" in search(as_role("director"), name)
    own = account("player", name="Own")
    own.player = player
    own.save()
    client = Client(headers={"host": "localhost"})
    client.force_login(own)
    assert "6 January 2026" in search(client, name)
    erase(player)
    for role in ("public", "director"):
        assert "Nobody here is called" in search(as_role(role), name)
        assert name not in search(as_role(role), str(line.partner))


def test_numbers_and_other_clubs_are_not_found() -> None:
    night = shown_night()
    line = first(night)
    Player.objects.filter(pk=line.player_id).update(number="4711")
    player = Player.objects.get(pk=line.player_id)
    player.save()
    assert "6 January 2026" not in search(as_role("player"), "4711")
    assert "6 January 2026" in search(as_role("scorer"), "4711")
    theirs = Club.objects.create(name="Hillside")
    for role in ("player", "owner"):
        client = as_role(role, theirs)
        for asked in (str(player), "slam", "2026-01-06", "board 1 2026-01-06", "ruling"):
            assert "Tuesday pairs" not in search(client, asked)
        assert str(player) not in client.get(reverse("search"), {"player": player.pk}).content.decode()


@pytest.mark.parametrize(
    "nasty",
    ["", "\0", "&", "& &", "%", "_", "' OR 1=1", "board 999", "9" * 400, "2026-13-45", "7" * 3, "💥 & 💥", "1/0"],
)
def test_nasty_words_are_answered(nasty: str) -> None:
    shown_night()
    for role in ("public", "director"):
        client = as_role(role)
        for more in ({}, {"since": nasty, "until": nasty, "page": nasty, "player": nasty, "partner": nasty}):
            assert client.get(reverse("search"), {"q": nasty, **more}).status_code == 200


def test_a_search_asks_the_database_a_bounded_number_of_times() -> None:
    night = shown_night()
    counts = {}
    for many in (1, 4):
        for _ in range(many):
            Link.make(Session.objects.get(pk=again(night, date(2025, 12, many))))
        keeper.in_step(our_club())
        for asked in (str(first(night).player), "slam"):
            client = as_role("public")
            with CaptureQueriesContext(
                connection,
            ) as asked_for:
                search(client, asked)
            counts.setdefault(asked, []).append(len(asked_for))
    assert all(len(set(each)) == 1 for each in counts.values())
    assert max(max(each) for each in counts.values()) < 20
