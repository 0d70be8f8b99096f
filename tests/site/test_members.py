"""Members: particulars, what others see of them, taking everything away, and asking to be forgotten."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse
from mail_server import open_post
from people import account, as_role, our_club
from reading import Client
from test_outbox import server
from test_review_pages import a_played_night

from arrowswitch.site import outbox
from arrowswitch.site.calendar.models import PartnerWish
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.members.models import EntryChange, ErasureRequest, MembersSettings, Particulars
from arrowswitch.site.outbox.models import Mail
from arrowswitch.site.yearbook import keeper as yearbook
from arrowswitch.site.yearbook.models import PlayedLine

pytestmark = pytest.mark.usefixtures("desk_club")


def someone(given: str = "Zoe", family: str = "Zelkova", club: Club | None = None, **more: str) -> Player:
    return Player.objects.create(club=club or our_club(), given=given, family=family, **more)


def signed_in(player: Player) -> Client:
    """The person, signed in."""
    person = account("player", player.club, name=str(player))
    person.player = player
    person.save()
    client = Client(headers={"host": "localhost"})
    client.force_login(person)
    return client


def decided(**what: object) -> MembersSettings:
    return MembersSettings.objects.create(club=our_club(), **what)


def told(player: Player) -> list[tuple[str, str, str]]:
    return [(each.field, each.before, each.after) for each in EntryChange.objects.filter(player=player)]


MEMBER = {"kind": "Life member", "since": "2019-04-01", "rank": "Local Master", "rank_source": "typed"}


def test_a_director_keeps_a_membership_and_every_change_of_it_is_written_down() -> None:
    zoe, director = someone(), as_role("director")
    page = reverse("player-member", args=[zoe.pk])
    assert director.post(page, MEMBER).status_code == 302
    assert director.post(page, MEMBER | {"kind": "Visitor", "why": "moved away"}).status_code == 302
    assert told(zoe)[0] == ("kind", "Life member", "Visitor")
    assert "moved away" in director.get(page).content.decode()
    assert as_role("scorer").get(page).status_code == 403


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"kind": "Emperor"}, "Select a valid choice"),
        ({"since": "2020-05-01", "until": "2020-04-30"}, "before the membership began"),
        ({"email": "no address"}, "valid email"),
        ({"telephone": "call me"}, "no figure in this number"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_kept(sent: dict[str, str], says: str) -> None:
    zoe = someone()
    answer = as_role("director").post(reverse("player-member", args=[zoe.pk]), sent)
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert not Particulars.objects.exists()
    assert told(zoe) == []


def test_a_birthday_is_asked_for_only_where_the_club_keeps_them_and_with_consent() -> None:
    zoe, director = someone(), as_role("director")
    page, sent = reverse("player-member", args=[zoe.pk]), {"day": "31", "month": "03"}
    director.post(page, sent | {"consent": "on"})
    assert Particulars.objects.get().birthday == ""
    decided(birthdays=True)
    assert director.post(page, sent).status_code == 422
    assert director.post(page, {"day": "30", "month": "02", "consent": "on"}).status_code == 422
    assert director.post(page, sent | {"consent": "on"}).status_code == 302
    assert Particulars.objects.get().birthday_told == "31 March"
    assert director.post(page, sent).status_code == 302  # it stays as it is
    kinds = {"member_kinds": "Member", "paper": "a4"}
    assert director.post(reverse("settings-members"), kinds).status_code == 302
    assert Particulars.objects.get().birthday == ""
    assert "03-31" not in str(told(zoe))


def test_members_see_of_each_other_what_was_agreed_to_and_nothing_else() -> None:
    zoe, yan = someone(), someone("Yan", "Yew")
    Particulars.objects.create(player=zoe, email="zoe@example.org", telephone="0123", list_email=True)
    Particulars.objects.create(player=yan, email="yan@example.org")
    page, client = reverse("members"), signed_in(yan)
    assert client.get(page).status_code == 404
    decided(contact_list=True)
    seen = client.get(page).content.decode()
    assert ("zoe@example.org" in seen, "0123" in seen, "Yan Yew</th>" in seen) == (True, False, False)


def test_a_person_sees_what_is_kept_and_has_the_name_withheld() -> None:
    zoe = someone(number="17")
    client, page = signed_in(zoe), reverse("my-privacy")
    assert "everybody who opens results" in client.get(page).content.decode()
    assert client.post(page, {"what": "withheld", "withheld": "pages"}).status_code == 302
    zoe.refresh_from_db()
    assert zoe.withheld == "pages"
    assert told(zoe) == [("withheld", "", "pages")]
    assert EntryChange.objects.get().way == "self"
    assert client.post(page, {"what": "withheld", "withheld": "everywhere"}).status_code == 422
    sent = {"what": "contact", "contact-email": "zoe@example.org", "contact-list_email": "on"}
    assert client.post(page, sent).status_code == 302
    assert Particulars.objects.get().list_email


def test_who_changes_the_own_address_is_told_of_it_at_the_old_one() -> None:
    zoe = someone()
    client, page = signed_in(zoe), reverse("my-privacy")

    def changed_to(address: str) -> list[str]:
        assert client.post(page, {"what": "contact", "contact-email": address}).status_code == 302
        return list(Mail.objects.order_by("pk").values_list("to", flat=True))

    assert changed_to("zoe@example.org") == []
    assert changed_to("another@example.org") == [], "the club sends no mail"
    with open_post() as post:
        server(post)
        assert changed_to("zoe@example.org") == ["another@example.org"]
        assert changed_to("zoe@example.org") == ["another@example.org"]
        assert "your e-mail address was changed" in Mail.objects.get().subject


def test_an_account_without_a_player_is_told_why_there_is_nothing() -> None:
    assert "not tied to your name" in as_role("player").get(reverse("my-privacy")).content.decode()
    assert as_role("player").get(reverse("my-privacy-file", args=["json"])).status_code == 404


def test_everything_about_a_person_is_in_one_file_and_nobody_elses() -> None:
    session = a_played_night()
    zoe, other = Player.objects.order_by("pk")[:2]
    Particulars.objects.create(player=zoe, email="zoe@example.org")
    PartnerWish.objects.create(club=our_club(), player=zoe, note="Acol, please", contact="0123")
    PartnerWish.objects.create(club=our_club(), player=other, note="Precision", contact="9876")
    outbox.send(our_club(), "zoe@example.org", "Tuesday: results", "You came third.")
    outbox.send(our_club(), "other@example.org", "Thursday: results", "You came fourth.")
    client = signed_in(zoe)
    data = json.loads(client.get(reverse("my-privacy-file", args=["json"])).content)
    assert data["person"] == str(zoe)
    assert data["entry"][0]["e-mail"] == "zoe@example.org"
    (night,) = data["sessions"]
    assert night["session"] == "Tuesday pairs"
    assert night["place"]
    assert night["result"].endswith("%")
    assert str(zoe) not in night["with"]
    assert not PlayedLine.objects.exists()  # that was read in the journal; the yearbook says the same, and at once
    yearbook.in_step(our_club())
    assert json.loads(client.get(reverse("my-privacy-file", args=["json"])).content)["sessions"] == [night]
    assert data["partner_wishes"][0]["contact"] == "0123"
    assert [(each["e-mail"], each["subject"]) for each in data["mail"]] == [("zoe@example.org", "Tuesday: results")]
    readable = client.get(reverse("my-privacy-file", args=["html"])).content.decode()
    assert "Acol, please" in readable
    assert "Precision" not in readable + json.dumps(data)
    assert as_role("director").get(reverse("player-privacy-file", args=[zoe.pk, "json"])).status_code == 200
    assert as_role("director").get(reverse("player-privacy-file", args=[zoe.pk, "exe"])).status_code == 404
    assert session


def test_who_asks_to_be_erased_is_answered_by_the_owner() -> None:
    zoe = someone()
    client, ask = signed_in(zoe), reverse("my-privacy-erase")
    for _twice in range(2):
        assert client.post(ask, {"note": "I have stopped playing"}).status_code == 302
    assert ErasureRequest.objects.count() == 1
    client.post(ask, {"what": "withdraw"})
    client.post(ask, {"note": "After all"})
    owner, page = as_role("owner"), reverse("erasure-requests")
    assert "After all" in owner.get(page).content.decode()
    assert "1 wish to be erased has no answer yet." in owner.get(reverse("home")).content.decode()
    assert "to be erased" not in as_role("director").get(reverse("home")).content.decode()
    waiting = ErasureRequest.objects.get(state="open")
    assert owner.post(page, {"request": waiting.pk, "answer": " "}).status_code == 422
    assert owner.post(page, {"request": waiting.pk, "answer": "You owe us a table"}).status_code == 302
    assert "You owe us a table" in client.get(reverse("my-privacy")).content.decode()
    assert as_role("director").get(page).status_code == 403


def test_the_page_about_privacy_says_what_the_club_has_decided() -> None:
    page = reverse("privacy")
    assert "Birthday" not in as_role("public").get(page).content.decode()
    decided(birthdays=True, keeper="Bob Beech, bob@example.org", notice="We burn old lists.")
    seen = as_role("public").get(page).content.decode()
    assert all(words in seen for words in ("Birthday", "bob@example.org", "We burn old lists."))


def test_people_of_another_club_are_not_found() -> None:
    our_club()  # the first on the server is ours
    theirs = someone(club=Club.objects.create(name="Hillside"))
    for name in ("player-member", "player-privacy"):
        assert as_role("director").get(reverse(name, args=[theirs.pk])).status_code == 404
