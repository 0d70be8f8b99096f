"""Signing in, being kept out, passwords, the owner's list of accounts, back-ups by button; in both kinds of database."""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from clubs import Place, begin, command, opening, started
from django.contrib.sessions.models import Session as Visit
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from people import PASSWORD, account, as_role, our_club
from site_server import arrowswitch, served

from arrowswitch.session import Publish, Start
from arrowswitch.site.accounts import tries
from arrowswitch.site.accounts.gate import allow
from arrowswitch.site.accounts.models import Account, LastOwner, Tries
from arrowswitch.site.club import first_visit
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.results.models import Link

Where = dict[str, str]


def visitor(**more: object) -> Client:
    return Client(headers={"host": "localhost"}, **more)  # type: ignore[arg-type]


def try_to_sign_in(client: Client, name: str = "Ann", password: str = PASSWORD, **more: str) -> HttpResponse:
    return client.post(reverse("sign-in"), {"name": name, "password": password, **more})  # type: ignore[return-value]


def is_in(client: Client) -> bool:
    return bool(client.get(reverse("you")).status_code == 200)


def ann(role: str = "director") -> Account:
    return account(role, name="Ann", password=PASSWORD)


def text(answer: HttpResponse) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


# -- in and out -------------------------------------------------------------------------------------------------------


def test_a_name_and_its_password_open_the_page_that_was_wanted(club: Where) -> None:
    ann()
    client = visitor()
    kept_out = client.get(reverse("settings"), {"saved": ""})
    assert kept_out.status_code == 302
    assert kept_out["Location"] == "/sign-in/?next=%2Fsettings%2F%3Fsaved%3D"
    page = client.get(kept_out["Location"])
    assert 'name="next" value="/settings/?saved="' in page.content.decode()
    answer = try_to_sign_in(client, "  aNN ", next="/settings/?saved=")
    assert (answer.status_code, answer["Location"]) == (302, "/settings/?saved=")
    assert "Riverside" in text(client.get(reverse("settings")))
    client.post(reverse("sign-out"))
    assert not is_in(client)


@pytest.mark.parametrize(
    "place", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "http:evil.example", "v", "home", "a/b"]
)
def test_a_link_that_leads_elsewhere_is_not_followed(club: Where, place: str) -> None:
    ann()
    assert try_to_sign_in(visitor(), next=place)["Location"] == "/"


def test_who_is_in_already_goes_home_from_a_link_that_leads_nowhere(club: Where) -> None:
    ann()
    client = visitor()
    try_to_sign_in(client)
    answer = client.get(reverse("sign-in"), {"next": "v"})
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_the_password_is_kept_as_an_argon2_hash_and_the_session_key_changes_at_sign_in(club: Where) -> None:
    assert ann().password.startswith("argon2$argon2id$")
    client = visitor()
    client.get(reverse("sign-in"))
    try_to_sign_in(client)
    first = client.cookies["sessionid"].value
    client.post(reverse("sign-out"))
    try_to_sign_in(client)
    assert client.cookies["sessionid"].value != first


def test_the_same_name_in_two_clubs_is_two_accounts(club: Where) -> None:
    mine, theirs = ann(), Club.objects.create(name="Hillside")
    other = Account.objects.add(theirs, "ann", "owner", "another good one")
    assert mine.pk != other.pk
    client = visitor()
    assert "do not belong together" in text(
        try_to_sign_in(client, password="another good one", club=str(our_club().pk))
    )
    assert try_to_sign_in(client, password="another good one", club=str(theirs.pk)).status_code == 302
    assert "Hillside" in text(client.get(reverse("home")))
    assert "Riverside" not in text(client.get(reverse("settings")))


def test_one_name_is_one_account_however_it_is_typed(club: Where) -> None:
    Account.objects.add(our_club(), "Åsa Öberg", "scorer", PASSWORD)
    assert try_to_sign_in(visitor(), "A\u030aSA   o\u0308berg").status_code == 302
    client = as_role("owner")
    answer = client.post(reverse("accounts"), {"name": "åsa öberg", "role": "player", "password": PASSWORD})
    assert "There is an account “Åsa Öberg” already." in text(answer)


def test_a_session_ends_twelve_hours_after_its_last_use(club: Where) -> None:
    ann()
    client = visitor()
    cookie = try_to_sign_in(client).cookies["sessionid"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 12 * 3600
    visit = Visit.objects.get()
    assert timedelta(hours=11, minutes=59) < visit.expire_date - timezone.now() <= timedelta(hours=12)
    session = client.session
    session["used"] = int(time.time()) - 700
    session.save()
    Visit.objects.update(expire_date=timezone.now() + timedelta(minutes=5))
    assert client.get(reverse("home")).cookies["sessionid"]["max-age"] == 12 * 3600
    assert Visit.objects.get().expire_date - timezone.now() > timedelta(hours=11)
    assert "sessionid" not in client.get(reverse("home")).cookies
    Visit.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not is_in(client)


def test_cookies_go_only_over_https_when_they_came_over_it(club: Where) -> None:
    ann()
    answer = visitor().post(reverse("sign-in"), {"name": "Ann", "password": PASSWORD}, secure=True)
    assert answer.status_code == 302
    assert all(cookie["secure"] for cookie in answer.cookies.values())
    assert not try_to_sign_in(visitor()).cookies["sessionid"]["secure"]


def test_pages_of_who_is_signed_in_are_not_kept_by_the_browser(club: Where) -> None:
    assert as_role("scorer").get(reverse("home"))["Cache-Control"] == "no-store"
    answer = visitor().get(reverse("home"))
    assert "camera=()" in answer["Permissions-Policy"]
    assert "Cookie" in answer["Vary"]


def test_every_form_needs_the_token_of_its_page(club: Where) -> None:
    ann("owner")
    client = visitor(enforce_csrf_checks=True)
    assert try_to_sign_in(client).status_code == 403
    client.force_login(ann())
    for name in ("sign-out", "you", "accounts", "backups", "settings", "sign-out-everywhere"):
        assert client.post(reverse(name)).status_code == 403
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get(reverse("you")).content.decode())
    assert token
    assert client.post(reverse("sign-out"), {"csrfmiddlewaretoken": token.group(1)}).status_code == 302


def test_a_live_part_of_a_page_leads_to_signing_in_as_a_whole(club: Where) -> None:
    our_club()
    answer = visitor().get(reverse("settings"), headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Redirect"]) == (401, "/sign-in/")


# -- being kept out ---------------------------------------------------------------------------------------------------


def wait_said(answer: HttpResponse) -> int:
    found = re.search(r"Too many wrong tries\. Wait (\d+) seconds, then try again\.", text(answer))
    return int(found.group(1)) if found else 0


def test_after_five_wrong_passwords_there_is_a_wait_that_grows_and_survives(club: Where) -> None:
    ann()
    client = visitor()
    for _ in range(5):
        assert "do not belong together" in text(try_to_sign_in(client, password="wrong"))
    answer = try_to_sign_in(visitor())  # the right one, but too soon
    assert answer.status_code == 429
    assert 0 < wait_said(answer) <= 15
    Tries.objects.update(last=timezone.now() - timedelta(seconds=16))
    assert "do not belong together" in text(try_to_sign_in(client, password="wrong"))
    assert 15 < wait_said(try_to_sign_in(client)) <= 30
    Tries.objects.update(count=30)
    assert "Wait 15 minutes" in text(try_to_sign_in(client))
    Tries.objects.update(last=timezone.now() + timedelta(days=300))  # the clock was put back
    assert "Wait 15 minutes" in text(try_to_sign_in(client))
    Tries.objects.update(last=timezone.now() - timedelta(minutes=16))
    assert try_to_sign_in(client).status_code == 302
    assert not Tries.objects.filter(key__startswith="name/").exists()


def test_a_name_that_nobody_has_is_answered_like_one_that_somebody_has(club: Where) -> None:
    ann()
    gone = account("scorer", name="Gone", password=PASSWORD)
    gone.remove()
    said, took = {}, {}
    for name in ("Ann", "Nobody", "Gone"):
        Tries.objects.all().delete()
        times, sentences = [], []
        for _ in range(6):
            start = time.process_time()
            answer = try_to_sign_in(visitor(), name, "wrong password")
            times.append(time.process_time() - start)
            sentences.append((answer.status_code, re.sub(r"\d+", "#", text(answer)).replace(name, "")))
        said[name], took[name] = sentences, min(times[:5])
    assert said["Ann"][0][0] == 200
    assert said["Ann"][5][0] == 429
    assert said["Ann"] == said["Nobody"] == said["Gone"]
    assert took["Nobody"] > took["Ann"] / 3  # both take the work of a hash


def test_many_names_from_one_address_are_stopped_too(club: Where) -> None:
    ann()
    key = tries.keys(visitor().get("/").wsgi_request, "x")["address"]
    Tries.objects.create(key=key, count=24, last=timezone.now())
    assert try_to_sign_in(visitor()).status_code == 302  # a right password does not count
    assert try_to_sign_in(visitor(), "Somebody", "wrong").status_code == 200
    assert try_to_sign_in(visitor(), "Somebody Else", "wrong").status_code == 429
    elsewhere = visitor(REMOTE_ADDR="10.0.0.9")
    assert try_to_sign_in(elsewhere).status_code == 302


def test_nobody_can_lock_the_laptop_of_somebody_else(club: Where) -> None:
    ann()
    laptop = visitor()
    try_to_sign_in(laptop)
    laptop.post(reverse("sign-out"))
    for _ in range(6):
        answer = try_to_sign_in(visitor(REMOTE_ADDR="10.0.0.9"), password="guess")
    assert answer.status_code == 429
    assert try_to_sign_in(laptop).status_code == 302
    forged = visitor(REMOTE_ADDR="10.0.0.9")
    forged.cookies["device"] = "forged"
    assert try_to_sign_in(forged).status_code == 429


def test_wrong_tries_from_the_clubs_own_address_do_not_lock_out_a_known_laptop(club: Where) -> None:
    ann()
    laptop = visitor()
    try_to_sign_in(laptop)
    laptop.post(reverse("sign-out"))
    for number in range(26):
        answer = try_to_sign_in(visitor(), f"Guess {number}", "guess")
    assert answer.status_code == 429  # brute force from everywhere else is stopped
    assert try_to_sign_in(visitor()).status_code == 429
    assert try_to_sign_in(laptop).status_code == 302
    laptop.post(reverse("sign-out"))
    for _ in range(5):
        try_to_sign_in(laptop, password="guess")
    assert try_to_sign_in(laptop).status_code == 429  # but a thief of the laptop has five tries too
    assert try_to_sign_in(laptop, "Bob", "guess").status_code == 429  # and none of another name


def test_a_laptop_that_several_people_use_knows_them_all(club: Where) -> None:
    names = [account("scorer", name=f"Scorer {number}", password=PASSWORD).name for number in range(3)]
    laptop = visitor()
    for name in names:
        assert try_to_sign_in(laptop, name).status_code == 302
        laptop.post(reverse("sign-out"))
    assert not any(name.encode() in laptop.cookies["device"].value.encode() for name in names)
    for _ in range(26):
        try_to_sign_in(visitor(), names[0], "guess")
    assert try_to_sign_in(laptop, names[0]).status_code == 302
    stolen = visitor(REMOTE_ADDR="10.0.0.9")
    stolen.cookies["device"] = laptop.cookies["device"].value + "x"
    assert try_to_sign_in(stolen, names[0]).status_code == 429


def test_who_opened_the_club_is_known_on_that_device(club: Where) -> None:
    laptop = visitor()
    laptop.post(reverse("welcome"), FIRST)
    assert laptop.cookies["device"].value


def test_old_tries_are_forgotten(club: Where) -> None:
    Tries.objects.create(key="name/old", count=9, last=timezone.now() - timedelta(days=2))
    tries.count(["name/new"])
    assert [row.key for row in Tries.objects.all()] == ["name/new"]


def test_forms_that_come_too_thick_from_who_is_not_signed_in_are_refused(club: Where) -> None:
    ann()
    with override_settings(PUBLIC_FORMS_A_MINUTE=3):
        client = visitor()
        answers = [client.post(reverse("appearance"), {"theme": "dark"}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [302, 302, 302, 429]
        assert answers[3]["Retry-After"] == "60"
        assert "Nothing was changed" in text(answers[3])
        assert client.get(reverse("home")).status_code == 200
        signed_in = as_role("scorer")
        assert {signed_in.post(reverse("appearance")).status_code for _ in range(5)} == {302}


# -- passwords and sessions -------------------------------------------------------------------------------------------


def test_a_new_password_ends_the_sessions_on_other_devices(club: Where) -> None:
    ann()
    laptop, phone = visitor(), visitor()
    for client in (laptop, phone):
        try_to_sign_in(client)
        assert is_in(client)
    answer = laptop.post(reverse("you"), {"old": "wrong", "password": "another good one"})
    assert "That is not your password." in text(answer)
    answer = laptop.post(reverse("you"), {"old": PASSWORD, "password": "short"})
    assert "Take at least 8 letters" in text(answer)
    assert is_in(phone)
    assert laptop.post(reverse("you"), {"old": PASSWORD, "password": "another good one"}).status_code == 302
    assert is_in(laptop)
    assert not is_in(phone)
    assert "do not belong" in text(try_to_sign_in(phone))
    assert try_to_sign_in(phone, password="another good one").status_code == 302


def test_somebody_at_an_open_laptop_cannot_find_out_the_password_by_trying(club: Where) -> None:
    ann()
    laptop = visitor()
    try_to_sign_in(laptop)
    for number in range(5):
        answer = laptop.post(reverse("you"), {"old": f"guess {number}", "password": "another good one"})
        assert "That is not your password." in text(answer)
    answer = laptop.post(reverse("you"), {"old": PASSWORD, "password": "another good one"})
    assert answer.status_code == 429
    assert 0 < wait_said(answer) <= 15
    Tries.objects.update(last=timezone.now() - timedelta(seconds=16))
    assert laptop.post(reverse("you"), {"old": PASSWORD, "password": "another good one"}).status_code == 302


@pytest.mark.parametrize("common", ["password", "Password1", "12345678", "qwertyuiop", "iloveyou"])
def test_a_password_that_everybody_takes_is_refused(club: Where, common: str) -> None:
    said = "Many people take this one, so it is guessed first. Take another."
    assert said in text(visitor().post(reverse("welcome"), {**FIRST, "password": common}))
    assert not Club.objects.exists()
    owner, one = as_role("owner"), ann()
    assert said in text(owner.post(reverse("accounts"), {"name": "Bob", "role": "scorer", "password": common}))
    place = reverse("account", args=[one.pk])
    assert said in text(owner.post(place, {"what": "reset", "password": common}))
    client = visitor()
    try_to_sign_in(client)
    assert said in text(client.post(reverse("you"), {"old": PASSWORD, "password": common}))
    assert is_in(client)


def test_signing_out_everywhere_ends_all_sessions_but_keeps_the_password(club: Where) -> None:
    ann()
    laptop, phone = visitor(), visitor()
    for client in (laptop, phone):
        try_to_sign_in(client)
    laptop.post(reverse("sign-out-everywhere"))
    assert not is_in(laptop)
    assert not is_in(phone)
    assert try_to_sign_in(phone).status_code == 302


# -- the owner's list -------------------------------------------------------------------------------------------------


def test_the_owner_adds_changes_resets_removes_and_lets_in_again(club: Where) -> None:
    owner = as_role("owner")
    owner.post(reverse("accounts"), {"name": " Bob  Beech ", "role": "scorer", "password": "for bob alone"})
    bob = Account.objects.called(our_club(), "bob beech")
    assert bob is not None
    assert (bob.name, bob.role) == ("Bob Beech", "scorer")
    page = visitor()
    try_to_sign_in(page, "Bob Beech", "for bob alone")
    assert page.get(reverse("settings")).status_code == 403
    place = reverse("account", args=[bob.pk])
    owner.post(place, {"what": "change", "role": "director"})
    assert page.get(reverse("settings")).status_code == 200
    owner.post(place, {"what": "reset", "password": "a newer one"})
    assert not is_in(page)
    assert try_to_sign_in(page, "Bob Beech", "a newer one").status_code == 302
    owner.post(place, {"what": "remove"})
    assert not is_in(page)
    assert "do not belong" in text(try_to_sign_in(page, "Bob Beech", "a newer one"))
    assert "Removed" in text(owner.get(reverse("accounts")))
    again = owner.post(reverse("accounts"), {"name": "bob beech", "role": "player", "password": PASSWORD})
    assert "was removed before" in text(again)
    owner.post(place, {"what": "restore"})
    assert try_to_sign_in(page, "Bob Beech", "a newer one").status_code == 302


@pytest.mark.parametrize(
    "sent",
    [
        {"name": "", "role": "scorer", "password": PASSWORD},
        {"name": "Bob", "role": "treasurer", "password": PASSWORD},
        {"name": "Bob", "role": "scorer", "password": "short"},
        {"name": "B" * 81, "role": "scorer", "password": PASSWORD},
        {"name": "Bo\0b", "role": "scorer", "password": PASSWORD},
        {},
    ],
)
def test_an_account_that_cannot_be_is_refused_beside_the_field(club: Where, sent: dict[str, str]) -> None:
    owner = as_role("owner")
    answer = owner.post(reverse("accounts"), sent)
    assert answer.status_code == 200
    assert sent == {} or 'class="error"' in answer.content.decode()
    assert Account.objects.count() == 1


def test_the_last_owner_stays(club: Where) -> None:
    owner = as_role("owner")
    me = Account.objects.get(role="owner")
    place = reverse("account", args=[me.pk])
    for wish in ({"what": "remove"}, {"what": "change", "role": "director"}):
        assert "is the club’s only owner" in text(owner.post(place, wish))
    assert owner.post(place, {"what": "change", "role": "owner"}).status_code == 302
    Account.objects.add(Club.objects.create(name="Hillside"), "Zoe", "owner")  # another club's does not count
    with pytest.raises(LastOwner):
        me.remove()
    second = account("owner", name="Second")
    owner.post(place, {"what": "change", "role": "director"})
    assert Account.objects.get(pk=me.pk).role == "director"
    with pytest.raises(LastOwner):
        second.remove()


def test_an_unknown_wish_for_an_account_changes_nothing(club: Where) -> None:
    owner = as_role("owner")
    place = reverse("account", args=[account("scorer").pk])
    assert owner.post(place, {"what": "promote"}).status_code == 404
    assert owner.post(place, {"what": "change", "role": "treasurer"}).status_code == 200
    assert account("scorer").role == "scorer"


# -- the first start and the demonstration ----------------------------------------------------------------------------


FIRST = {"name": "Riverside", "federation": "ebu", "owner": "Ann Ash", "password": PASSWORD}


def test_the_first_start_makes_the_club_and_its_owner_once(club: Where) -> None:
    client = visitor()
    assert client.get(reverse("settings"))["Location"] == reverse("welcome")
    assert client.post(reverse("welcome"), {**FIRST, "password": ""}).status_code == 200
    assert not Club.objects.exists()
    assert client.post(reverse("welcome"), FIRST)["Location"] == "/"
    assert is_in(client)
    owner = Account.objects.get()
    assert (owner.name, owner.role, owner.club.federation) == ("Ann Ash", "owner", "ebu")
    assert visitor().post(reverse("welcome"), {**FIRST, "name": "Mine now"}).status_code == 302
    assert Club.objects.count() == 1
    assert visitor().post(reverse("look-round")).status_code == 404


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"REMOTE_ADDR": "192.168.1.77"},
        {"REMOTE_ADDR": "2001:db8::7"},
        {"REMOTE_ADDR": ""},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "192.168.1.77"},  # behind a proxy on this computer
    ],
)
def test_the_first_visit_from_another_computer_asks_for_the_words_in_the_terminal(
    club: Where, elsewhere: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = visitor(**elsewhere)
    assert "The words in the terminal" in text(stranger.get(reverse("welcome")))
    assert "These are not the words" in text(stranger.post(reverse("welcome"), {**FIRST, "words": "amber anchor"}))
    monkeypatch.setenv(first_visit.WORDS, "amber tulip zebra lemon")
    assert "Write the words" in text(stranger.post(reverse("welcome"), FIRST))
    for guess in ("amber tulip zebra", "", "lemon"):
        stranger.post(reverse("welcome"), {**FIRST, "words": guess})
    assert not Club.objects.exists()
    assert stranger.post(reverse("welcome"), {**FIRST, "words": " Amber  tulip ZEBRA lemon"}).status_code == 302
    assert Account.objects.get().name == "Ann Ash"


def test_the_words_of_the_first_visit_cannot_be_found_out_by_trying(
    club: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(first_visit.WORDS, "amber tulip zebra lemon")
    for number in range(5):
        stranger = visitor(REMOTE_ADDR=f"192.168.1.{number}")
        stranger.post(reverse("welcome"), {**FIRST, "words": f"guess {number}"})
    right = {**FIRST, "words": "amber tulip zebra lemon"}
    answer = visitor(REMOTE_ADDR="192.168.1.77").post(reverse("welcome"), right)
    assert answer.status_code == 429
    assert 0 < wait_said(answer) <= 15
    assert visitor().post(reverse("welcome"), FIRST).status_code == 302  # at the computer itself nobody waits


def test_at_the_clubs_own_computer_nobody_is_asked_for_words(club: Where) -> None:
    for here in ({"REMOTE_ADDR": "::1"}, {"REMOTE_ADDR": "192.168.1.20", "SERVER_NAME": "192.168.1.20"}):
        assert "The words in the terminal" not in text(visitor(**here).get(reverse("welcome")))


def test_a_look_round_the_demonstration_leads_to_ones_own_club(club: Where) -> None:
    client = visitor()
    assert "Look round the demonstration club" in text(client.get(reverse("welcome")))
    client.post(reverse("look-round"), {"role": "director"})
    assert "Demonstration Club" in text(client.get(reverse("settings")))
    assert client.get(reverse("accounts")).status_code == 403
    assert client.post(reverse("you"), {"old": "", "password": PASSWORD}).status_code == 403
    assert client.post(reverse("sign-out-everywhere")).status_code == 403
    assert visitor().post(reverse("look-round"), {"role": "owner"}).status_code == 404
    assert "Open your own club" in text(client.get(reverse("home")))
    client.post(reverse("welcome"), FIRST)
    assert "Riverside" in text(client.get(reverse("home")))
    assert "Riverside" in text(visitor().get(reverse("home")))
    assert visitor().post(reverse("look-round"), {"role": "director"}).status_code == 404


def test_a_server_for_the_demonstration_shows_that_club_and_opens_no_other(club: Where) -> None:
    ann("owner")
    Club.demonstration()
    with override_settings(DEMONSTRATION=True):
        client = visitor()
        assert "Demonstration Club" in text(client.get(reverse("home")))
        assert "Open your own club" not in text(client.get(reverse("home")))
        assert client.get(reverse("welcome"))["Location"] == "/"
        assert client.post(reverse("look-round"), {"role": "scorer"}).status_code == 302
        assert "Demonstration Club" in text(client.get(reverse("you")))


# -- the home page ----------------------------------------------------------------------------------------------------


def test_the_desk_sees_what_is_under_way_and_visitors_what_is_posted(club: Where) -> None:
    playing = started()
    assert store.state(playing).phase == "playing"
    posted = begin(opening("second", title="Last week")).session
    store.append(posted, command("start second", Start()))
    store.append(posted, command("publish", Publish(), force=True, why="done"))
    Link.make(Session.objects.get(pk=posted))
    scorer, public = (text(as_role(role).get(reverse("home"))) for role in ("scorer", "public"))
    assert "Tuesday" in scorer
    assert "▶ in play" in scorer
    assert "Tuesday" not in public
    assert "Last week" in public


# -- back-ups ---------------------------------------------------------------------------------------------------------


def test_the_owner_makes_a_copy_and_takes_it_away(club: Where, tmp_path: Path) -> None:
    client = as_role("owner")
    started()
    answer = client.post(reverse("backups"), follow=True)
    if connection.vendor == "postgresql":
        assert "with pg_dump" in text(answer)
        return
    assert "is made." in text(answer)
    name = re.search(r"arrowswitch-[\d-]+\.sqlite3", answer.content.decode())
    assert name
    copy = client.get(reverse("backup", args=[name.group()]))
    assert copy["Content-Disposition"] == f'attachment; filename="{name.group()}"'
    file = tmp_path / "copy.sqlite3"
    file.write_bytes(copy.content)
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT title FROM journal_session").fetchall() == [("Tuesday",)]
    assert client.get(reverse("backup", args=["club.sqlite3"])).status_code == 404
    Club.objects.create(name="Hillside")  # their data is in the same file
    assert client.get(reverse("backup", args=[name.group()])).status_code == 404
    assert "several clubs" in text(client.post(reverse("backups")))


# -- at the computer itself -------------------------------------------------------------------------------------------


def test_a_forgotten_password_is_replaced_at_the_computer(clubs: Place, club: Where) -> None:
    Account.objects.add(our_club(), "Ann Ash", "owner", PASSWORD)
    for _ in range(6):
        try_to_sign_in(visitor(), "Ann Ash", "forgotten")
    folder = club["ARROWSWITCH_DATA"]
    done = arrowswitch("account", "reset", "ann ash", "--data", folder, **club)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Ann Ash can sign in with this password, and then change it: ")
    client = visitor()
    assert try_to_sign_in(client, "Ann Ash", done.stdout.split()[-1]).status_code == 302
    wrong = arrowswitch("account", "reset", "Bob", "--data", folder, **club)
    assert (wrong.returncode, wrong.stderr) == (2, "There is no account “Bob”. There are: Ann Ash.\n")


def test_where_there_is_no_club_no_password_is_given_and_none_is_made(tmp_path: Path) -> None:
    done = arrowswitch("account", "reset", "Ann", "--data", str(tmp_path / "none"))
    assert done.returncode == 2
    assert done.stderr.startswith("There is no club in ")
    assert not (tmp_path / "none").exists()


def test_a_session_and_a_lock_survive_a_restart(tmp_path: Path) -> None:
    from http.cookiejar import CookieJar
    from urllib.error import HTTPError
    from urllib.parse import urlencode
    from urllib.request import HTTPCookieProcessor, build_opener

    opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def send(address: str, **fields: str) -> tuple[int, str]:
        page = opener.open(address).read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token
        try:
            sent = urlencode({"csrfmiddlewaretoken": token.group(1), **fields}).encode()
            with opener.open(address, sent) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()

    with served("--data", str(tmp_path)) as server:
        assert send(f"{server.address}welcome/", **FIRST)[0] == 200
    with served("--data", str(tmp_path)) as server:
        assert "Ann Ash" in opener.open(f"{server.address}you/").read().decode()
        opener = build_opener(HTTPCookieProcessor(CookieJar()))
        for _ in range(5):
            assert send(f"{server.address}sign-in/", name="Ann Ash", password="wrong")[0] == 200
    with closing(sqlite3.connect(tmp_path / "club.sqlite3")) as database:
        database.execute("UPDATE accounts_tries SET count = count + 5")  # a wait that outlasts any slow start
        database.commit()
    with served("--data", str(tmp_path)) as server:
        assert send(f"{server.address}sign-in/", name="Ann Ash", password=PASSWORD)[0] == 429


def test_a_view_for_owners_turns_a_director_away_with_a_sentence(club: Where) -> None:
    request = as_role("director").get(reverse("home")).wsgi_request
    with pytest.raises(PermissionDenied, match="Ask the club’s owner"):
        allow("owner")(lambda request: HttpResponse())(request)
    assert "Ask the club’s owner" in text(as_role("director").get(reverse("accounts")))


@pytest.mark.parametrize(
    ("office", "page"), [("treasurer", "money"), ("webmaster", "website-office"), ("recorder", "dossier")]
)
def test_who_holds_an_office_finds_its_pages_under_the_own_name(club: dict[str, str], office: str, page: str) -> None:
    link = f'<li><a href="{reverse(page)}">'
    client = as_role(office)
    assert link in client.get(reverse("you")).content.decode()
    assert client.get(reverse(page)).status_code == 200
    assert link not in as_role("player").get(reverse("you")).content.decode()
