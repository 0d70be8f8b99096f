"""Letters and labels: only for the chosen, with their own words, on the sheets that are sold."""

from __future__ import annotations

import csv
import datetime
import io
from typing import Any

import pytest
from django.urls import reverse
from money_kept import wrote
from people import account, as_role, our_club
from yearbook_rows import sat

from arrowswitch.press import LABEL_SHEETS, render_labels
from arrowswitch.site.club.models import Player
from arrowswitch.site.members.letters import chosen
from arrowswitch.site.members.models import EntryChange, KeptLetter, MembersSettings, Particulars

PLACE = "member-letters"


def some_members() -> dict[str, Player]:
    """Ann, a member with an address; Bob, promoted; Cy, a visitor; Di, who plays here no more; Ed, forgotten."""
    known = ("Ann", "Bob", "Cy", "Di", "Ed")
    made = {name: Player.objects.create(club=our_club(), given=name, family="Ash", number=name) for name in known}
    Particulars.objects.create(player=made["Ann"], kind="Member", address="1 Elm Road\nRiverside", birthday="03-31")
    Particulars.objects.create(player=made["Bob"], kind="Member")
    Particulars.objects.create(player=made["Cy"], kind="Visitor")
    EntryChange.objects.create(club=our_club(), player=made["Bob"], way="desk", field="grade", before="", after="Open")
    Player.objects.filter(pk=made["Di"].pk).update(active=False)
    made["Ed"].erase()
    return made


def names(**about: Any) -> list[str]:
    return [each.player.given for each in chosen(our_club(), about)]


def test_only_those_who_fit_are_chosen(club: dict[str, str]) -> None:
    people = some_members()
    today = datetime.date.today()
    wrote("subscription", "cash", 5000, player=people["Ann"], day=today)
    wrote("fee", "owes", 700, player=people["Bob"], day=today)
    assert names() == ["Ann", "Bob", "Cy"]
    assert names(everybody=True) == ["Ann", "Bob", "Cy", "Di"]
    assert names(kind="Member") == ["Ann", "Bob"]
    assert names(promoted=today) == ["Bob"]
    assert names(promoted=today + datetime.timedelta(days=1)) == []
    assert names(unpaid=today, kind="Member") == ["Bob"]
    assert names(birthday="03") == ["Ann"]
    sat(today, {"eve flo": 60, "gil hal": 40})
    assert names(absent=today) == ["Ann", "Bob", "Cy"]
    assert {"Eve", "Hal"} <= set(names(absent=today + datetime.timedelta(days=1)))
    Particulars.objects.filter(player=people["Bob"]).update(address="2 Elm Road", email="bob@example.org")
    assert names(reached="address") == ["Ann", "Bob"]
    assert names(reached="paper") == ["Ann"]


def test_labels_badges_and_letters_are_made_for_who_is_ticked(desk_club: dict[str, str]) -> None:
    people = some_members()
    director, ticked = as_role("director"), [people["Ann"].pk, people["Bob"].pk, people["Di"].pk]
    for what in LABEL_SHEETS:
        answer = director.post(reverse(PLACE), {"what": what, "player": ticked, "skip": "5"})
        assert answer.content.startswith(b"%PDF-")
    letter = {"what": "letter", "title": "Annual meeting", "text": "Dear {given},\n\nplease come.", "keep": "on"}
    assert director.post(reverse(PLACE), {**letter, "player": ticked}).content.startswith(b"%PDF-")
    assert KeptLetter.objects.get().by_name == str(account("director"))
    assert "Annual meeting" in director.get(reverse(PLACE)).content.decode()
    for wrong in ({**letter, "text": "Dear {secret}"}, {**letter, "text": "Dear {given!r}"}, {**letter, "title": ""}):
        assert director.post(reverse(PLACE), {**wrong, "player": ticked}).status_code == 422
    assert director.post(reverse(PLACE), {"what": "3x7", "player": [people["Di"].pk]}).status_code == 422


def test_data_for_mail_merge_has_only_the_chosen(desk_club: dict[str, str]) -> None:
    people = some_members()
    Player.objects.filter(pk=people["Bob"].pk).update(given="=1+1")
    answer = as_role("director").post(reverse(PLACE), {"what": "csv", "player": [people["Ann"].pk, people["Bob"].pk]})
    rows = list(csv.DictReader(io.StringIO(answer.content.decode().removeprefix("\ufeff"))))
    assert {(row["given"], row["address 1"]) for row in rows} == {("Ann", "1 Elm Road"), ("'=1+1", "")}


def test_who_owes_is_for_the_treasurer_and_birthdays_only_where_they_are_kept(desk_club: dict[str, str]) -> None:
    some_members()
    page = as_role("director").get(reverse(PLACE)).content.decode()
    assert "No subscription paid since" not in page
    assert "Birthday in" not in page
    MembersSettings.objects.create(club=our_club(), birthdays=True)
    page = as_role("owner").get(reverse(PLACE)).content.decode()
    assert "No subscription paid since" in page
    assert "Birthday in" in page


@pytest.mark.parametrize("name", LABEL_SHEETS)
def test_labels_stay_on_their_sheet(name: str) -> None:
    sheet = LABEL_SHEETS[name]
    wide, high = (210, 297) if sheet.paper == "a4" else (215.9, 279.4)
    assert sheet.left + (sheet.across - 1) * sheet.step + sheet.width <= wide - sheet.left + 1
    assert sheet.top + sheet.down * sheet.height <= high - sheet.top + 1
    assert sheet.step >= sheet.width
    assert render_labels(name, [("Ann Ash",)] * (sheet.count + 1)).count(b"/Type /Page\n") in (0, 2)
