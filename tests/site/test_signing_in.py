"""Players sign in by a link or a PIN: the ways, and what somebody tries who is not the player."""

from __future__ import annotations

import re
import time
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from people import PASSWORD, account, as_role, our_club

from arrowswitch.site.accounts import tries
from arrowswitch.site.accounts.models import Account, Tries
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.doubles import erase, merge
from arrowswitch.site.members.models import Particulars
from arrowswitch.site.outbox.models import Mail, MailServer
from arrowswitch.site.signin import pins
from arrowswitch.site.signin.models import PlayerPin, SignInLink, SignInWays

ADDRESS = "https://bridge.example"
PIN = "802417"


def visitor(**more: object) -> Client:
    return Client(headers={"host": "localhost"}, **more)  # type: ignore[arg-type]


def text(answer: HttpResponse) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())).replace("&#x27;", "'")


def opened(club: Club | None = None, **ways: bool) -> SignInWays:
    club = club or our_club()
    return SignInWays.objects.create(club=club, address=ADDRESS, **({"by_link": True, "by_pin": True} | ways))


def player(given: str = "Amber", number: str = "1024", email: str = "", club: Club | None = None) -> Player:
    one = Player.objects.create(club=club or our_club(), given=given, family="Oak", number=number)
    if email:
        Particulars.objects.create(player=one, email=email)
    return one


def amber(pin: str = PIN) -> Player:
    one = player(email="amber@example.org")
    pins.give(one, pin, "Director of Riverside")
    return one


def by_pin(client: Client, number: str = "1024", pin: str = PIN, **more: str) -> HttpResponse:
    return client.post(reverse("sign-in-pin"), {"number": number, "pin": pin, **more})  # type: ignore[return-value]


def ask(client: Client, email: str = "amber@example.org", **more: str) -> HttpResponse:
    return client.post(reverse("sign-in-link"), {"email": email, **more})  # type: ignore[return-value]


def links(mail: Mail | None = None) -> list[str]:
    """The addresses in the last mail, without the name of the server."""
    found = mail or Mail.objects.first()
    return re.findall(rf"{ADDRESS}(/sign-in/link/\S+)", found.text) if found else []


def who(client: Client) -> Account | None:
    answer = client.get(reverse("you"))
    return answer.wsgi_request.user if answer.status_code == 200 else None  # type: ignore[return-value]


# -- by a link ----------------------------------------------------------------------------------------------------------


def test_a_link_is_sent_and_its_button_makes_the_players_account(club: dict[str, str]) -> None:
    opened()
    one = player(email="Amber@Example.org")
    client = visitor()
    assert "Have a link sent" in text(client.get(reverse("sign-in")))
    assert "Look at your mail" in text(ask(client, next="/calendar/"))
    mail = Mail.objects.get()
    assert mail.to == "Amber@example.org"
    (link,) = links(mail)
    phone = visitor()
    for _ in range(3):  # a program that looks through mail opens it first
        page = phone.get(link)
        assert "Sign in as Amber Oak" in text(page)
        # no other server is told of it; with "no-referrer" a browser sends the form as from nowhere, and it is refused
        assert page["Referrer-Policy"] == "same-origin"
    assert not Account.objects.exists()
    answer = phone.post(link)
    assert (answer.status_code, answer["Location"]) == (302, "/calendar/")
    made = who(phone)
    assert made is not None
    assert (made.name, made.role, made.offices, made.player) == ("Amber Oak", "player", (), one)
    assert not made.has_usable_password()
    assert not SignInLink.objects.filter(digest__contains=link.split("/")[-2])


def test_a_link_is_good_once_and_for_half_an_hour(club: dict[str, str]) -> None:
    opened()
    player(email="amber@example.org")
    ask(visitor())
    (link,) = links()
    assert visitor().post(link).status_code == 302
    for client in (visitor(), visitor()):
        assert client.get(link).status_code == 404
        assert client.post(link).status_code == 404
        assert who(client) is None
    ask(visitor())
    SignInLink.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert visitor().post(links()[0]).status_code == 404
    assert visitor().post(reverse("sign-in-with-link", args=["x" * 43])).status_code == 404


def test_nobody_learns_from_the_answer_whether_the_club_knows_an_address(club: dict[str, str]) -> None:
    opened()
    player(email="amber@example.org")
    said, took = {}, {}
    for address in ("amber@example.org", "nobody@example.org"):
        times, answers = [], []
        for _ in range(5):
            Tries.objects.filter(key__startswith="asks/").delete()
            begun = time.perf_counter()
            answer = ask(visitor(), address)
            times.append(time.perf_counter() - begun)
            answers.append((answer.status_code, text(answer).replace(address, "")))
        said[address], took[address] = answers, min(times[:3])
    assert said["amber@example.org"] == said["nobody@example.org"]
    assert [status for status, _ in said["amber@example.org"]] == [200, 200, 200, 429, 429]
    assert took["nobody@example.org"] > took["amber@example.org"] / 4
    assert Mail.objects.count() == 3
    assert {mail.to for mail in Mail.objects.all()} == {"amber@example.org"}


def test_nobody_fills_a_mailbox_or_asks_for_many(club: dict[str, str]) -> None:
    opened()
    player(email="amber@example.org")
    for number in range(12):
        ask(visitor(REMOTE_ADDR=f"10.0.0.{number}"))
    assert Mail.objects.count() == 3
    answers = [ask(visitor(), f"somebody{number}@example.org").status_code for number in range(61)]
    assert answers.count(429) == 1


def test_a_link_begins_with_the_owners_address_whatever_a_browser_asks_for(club: dict[str, str]) -> None:
    opened()
    player(email="amber@example.org")
    forged = Client(headers={"host": "203.0.113.7"})
    assert ask(forged).status_code == 200
    mail = Mail.objects.get()
    assert "203.0.113.7" not in mail.text
    assert len(links(mail)) == 1


@pytest.mark.parametrize("place", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"])
def test_a_page_to_go_on_to_that_is_not_ours_is_left_out(club: dict[str, str], place: str) -> None:
    opened()
    one = player(email="amber@example.org")
    ask(visitor(), next=place)
    SignInLink.objects.update(wanted=place)  # even if somebody wrote it there
    assert visitor().post(links()[0])["Location"] == reverse("my-bridge")
    pins.give(one, PIN)
    assert by_pin(visitor(), next=place)["Location"] == reverse("my-bridge")


def test_two_who_share_an_address_each_have_a_link(club: dict[str, str]) -> None:
    opened()
    player(email="oaks@example.org")
    player("Basil", "1025", email="oaks@example.org")
    ask(visitor(), "oaks@example.org")
    names = []
    for link in links():
        client = visitor()
        client.post(link)
        found = who(client)
        names.append(found.name if found else "")
    assert names == ["Amber Oak", "Basil Oak"]


def test_a_link_goes_to_the_address_that_the_club_has_and_to_no_other_that_looks_the_same(
    club: dict[str, str],
) -> None:
    opened()
    player(email="Amber.Oak@example.org")
    ask(visitor(), "amber.oak@example.org")
    assert [mail.to for mail in Mail.objects.all()] == ["Amber.Oak@example.org"]
    player("Mike", "1026", email="mike@hill.example.org")
    ask(visitor(), "mıke@hıll.example.org")  # PostgreSQL takes ı for i when capitals do not matter
    assert Mail.objects.count() == 1
    assert [link.player.number for link in SignInLink.objects.all() if link.player] == ["1024"]


def test_a_link_of_another_club_is_not_sent_here_and_opens_nothing_there(club: dict[str, str]) -> None:
    opened()
    theirs = Club.objects.create(name="Hillside")
    opened(theirs)
    player(email="amber@example.org")
    their_own = player("Rowan", "7", "rowan@example.org", theirs)
    ask(visitor(), "rowan@example.org", club=str(our_club().pk))
    assert not Mail.objects.exists()
    ask(visitor(), "rowan@example.org", club=str(theirs.pk))
    (link,) = links()
    at_ours = as_role("player")
    assert at_ours.get(link).status_code == 404
    assert at_ours.post(link).status_code == 404
    client = visitor()
    assert client.post(link).status_code == 302
    found = who(client)
    assert found is not None
    assert (found.club, found.player) == (theirs, their_own)


# -- by a PIN -----------------------------------------------------------------------------------------------------------


def test_a_number_and_its_pin_sign_a_player_in_and_out_of_nothing_else(club: dict[str, str]) -> None:
    opened()
    one = amber()
    kept = PlayerPin.objects.get()
    assert kept.digest.startswith("argon2$argon2id$")
    assert kept.by == "Director of Riverside"
    client = visitor()
    assert "do not belong together" in text(by_pin(client, pin="802418"))
    assert by_pin(client, pin="802 417", next="/calendar/")["Location"] == "/calendar/"
    found = who(client)
    assert found is not None
    assert (found.role, found.player) == ("player", one)
    for page in ("settings", "players", "accounts", "settings-sign-in", "players-pins"):
        assert client.get(reverse(page)).status_code == 403
    client.post(reverse("sign-out"))
    again = visitor()
    by_pin(again, number=" 1024 ")
    assert Account.objects.count() == 1


def test_wrong_pins_make_one_wait_for_the_number_and_for_the_address(club: dict[str, str]) -> None:
    opened()
    amber()
    for guess in range(5):
        by_pin(visitor(REMOTE_ADDR=f"10.0.0.{guess}"), pin=f"90241{guess}")
    answer = by_pin(visitor(REMOTE_ADDR="10.0.0.99"))  # the right one, but too soon
    assert answer.status_code == 429
    Tries.objects.all().delete()
    answers = [by_pin(visitor(), number=str(2000 + guess)).status_code for guess in range(26)]
    assert answers[-1] == 429


def test_a_number_that_nobody_has_is_answered_like_one_that_somebody_has(club: dict[str, str]) -> None:
    opened()
    amber()
    player("Basil", "1025")  # without a PIN
    said, took = {}, {}
    for number in ("1024", "1025", "9999"):
        times, answers = [], []
        for _ in range(5):
            begun = time.process_time()
            answer = by_pin(visitor(), number, "555555")
            times.append(time.process_time() - begun)
            answers.append((answer.status_code, text(answer).replace(number, "")))
        said[number], took[number] = answers, min(times)
    assert said["1024"] == said["1025"] == said["9999"]
    assert min(took.values()) > max(took.values()) / 3


def test_patience_finds_no_pin_and_locks_nobody_out_at_home(club: dict[str, str]) -> None:
    opened()
    amber()
    phone = visitor()
    by_pin(phone)
    phone.post(reverse("sign-out"))
    PlayerPin.objects.update(wrong=pins.WRONG_AT_MOST - 1)
    Tries.objects.all().delete()
    by_pin(visitor(), pin="111222")
    assert "do not belong together" in text(by_pin(visitor(REMOTE_ADDR="10.0.0.9")))  # the right one
    assert by_pin(phone).status_code == 302
    assert PlayerPin.objects.get().wrong == 0


def test_nothing_of_a_sign_in_can_be_fixed_beforehand(club: dict[str, str]) -> None:
    opened()
    amber()
    attacker = visitor()
    session = attacker.session
    session["planted"] = "yes"
    session.save()
    attacker.cookies["sessionid"] = session.session_key
    victim = visitor()
    victim.cookies["sessionid"] = session.session_key
    assert by_pin(victim).status_code == 302
    assert victim.cookies["sessionid"].value != session.session_key
    assert who(attacker) is None
    assert who(victim) is not None


def test_who_uses_a_link_is_nobody_else_any_more(club: dict[str, str]) -> None:
    opened()
    player(email="amber@example.org")
    ask(visitor())
    client = as_role("director")
    assert client.post(links()[0]).status_code == 302
    found = who(client)
    assert found is not None
    assert found.name == "Amber Oak"
    assert client.get(reverse("players")).status_code == 403


def test_every_form_needs_the_token_of_its_page_and_a_way_that_is_open(club: dict[str, str]) -> None:
    amber()
    assert "do not sign in this way" in text(by_pin(visitor()))
    assert "do not sign in this way" in text(ask(visitor()))
    assert not Mail.objects.exists()
    opened()
    ask(visitor())
    (link,) = links()
    client = visitor(enforce_csrf_checks=True)
    assert [by_pin(client).status_code, ask(client).status_code, client.post(link).status_code] == [403] * 3
    opened(by_link=False)
    assert visitor().post(link).status_code == 404  # closed meanwhile


# -- nobody is more than a player ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("larger", ["owner", "director", "scorer", "treasurer", "recorder", "webmaster"])
def test_an_account_that_may_do_more_is_opened_by_its_password_only(club: dict[str, str], larger: str) -> None:
    opened()
    one = amber()
    theirs = Account.objects.add(our_club(), "Amber", "player", PASSWORD, player=one)
    if larger in ("owner", "director", "scorer"):
        theirs.change_role(larger, one)
    else:
        theirs.change_role("player", one, **{larger: True})
    client = visitor()
    answer = by_pin(client)
    assert answer.status_code == 403
    assert "Sign in with your name and password" in text(answer)
    assert who(client) is None
    ask(client)
    assert links() == []
    assert "Sign in with your name and password" in Mail.objects.get().text
    assert Account.objects.filter(player=one).count() == 1
    desk = as_role("director")
    assert "signs in with its password" in text(desk.post(reverse("player-pin", args=[one.pk]), {"what": "give"}))


@pytest.mark.parametrize("way", ["pin", "link"])
def test_who_is_made_more_signs_in_with_a_password_from_the_next_page_on(club: dict[str, str], way: str) -> None:
    opened()
    one = amber()
    client = visitor()
    if way == "pin":
        by_pin(client)
    else:
        ask(client)
        client.post(links()[0])
    found = who(client)
    assert found is not None
    found.change_role("director", one)
    assert client.get(reverse("players"))["Location"].startswith(reverse("sign-in"))
    assert who(client) is None


def test_an_account_that_was_removed_stays_removed(club: dict[str, str]) -> None:
    opened()
    amber()
    client = visitor()
    by_pin(client)
    ask(visitor())
    Account.objects.get(name="Amber Oak").remove()
    assert who(client) is None
    assert by_pin(visitor()).status_code == 403
    assert visitor().post(links()[0]).status_code == 403
    assert Account.objects.filter(is_active=True).count() == 0


def test_who_has_left_the_club_makes_no_account_any_more(club: dict[str, str]) -> None:
    opened()
    one = amber()
    ask(visitor())
    link = links()[0]
    Player.objects.filter(pk=one.pk).update(active=False)
    assert by_pin(visitor()).status_code == 403
    assert visitor().post(link).status_code == 403
    ask(visitor())
    assert links() == []
    assert "Ask the club" in Mail.objects.all()[0].text
    assert not Account.objects.exists()
    Player.objects.filter(pk=one.pk).update(active=True)
    assert by_pin(visitor()).status_code == 302


def test_a_name_that_somebody_else_has_is_not_taken_over(club: dict[str, str]) -> None:
    opened()
    amber()
    director = account("director", name="Amber Oak")
    client = visitor()
    by_pin(client)
    found = who(client)
    assert found is not None
    assert found != director
    assert (found.name, found.role) == ("Amber Oak 1024", "player")


# -- PINs of one's own, and at the desk ---------------------------------------------------------------------------------


def test_a_player_sets_a_pin_after_a_link_or_with_the_old_one(club: dict[str, str]) -> None:
    opened()
    one = amber()
    first, phone = visitor(), visitor()
    by_pin(first)
    ask(phone)
    phone.post(links()[0])
    mine = reverse("my-pin")
    assert "guessed first" in text(phone.post(mine, {"pin": "121212"}))
    answer = phone.post(mine, {"pin": "470316"})
    assert "Other devices must sign in again" in text(phone.get(answer["Location"]))
    assert who(phone) is not None
    assert who(first) is None  # it began with the old PIN
    assert [each.why for each in one.pins.all()] == ["", "changed"]
    assert [bool(each.digest) for each in one.pins.all()] == [True, False]
    by_pin(first, pin="470316")
    assert "That is not right" in text(first.post(mine, {"old": "470317", "pin": "915033"}))
    assert first.post(mine, {"old": "470316", "pin": "915033"}).status_code == 302
    assert who(phone) is None
    other = visitor()
    ask(other)
    other.post(links()[0])
    session = other.session
    session["began"] = int(time.time()) - 3700
    session.save()
    assert other.post(mine, {"pin": "624019"}).status_code == 200  # long after the link the old one is asked for
    assert pins.matches(PlayerPin.objects.get(ended=None), "915033")


def test_the_desk_gives_a_pin_once_and_takes_it_back(club: dict[str, str]) -> None:
    one = player()
    desk = as_role("director")
    page = reverse("player-pin", args=[one.pk])
    assert "has not opened" in text(desk.post(page, {"what": "give"}))
    opened()
    answer = desk.post(page, {"what": "give"})
    assert answer["Cache-Control"] == "no-store"
    found = re.search(r"PIN (\d{3} \d{3})", text(answer))
    assert found is not None
    pin = found.group(1)
    assert pin not in text(desk.get(page))
    phone = visitor()
    for _ in range(6):
        by_pin(visitor(), pin="111222")
    desk.post(page, {"what": "give"})
    assert by_pin(visitor(), pin=pin).status_code == 200  # another took its place, and may be tried at once
    assert by_pin(phone, pin="777888").status_code == 200
    desk.post(page, {"what": "take"})
    assert not PlayerPin.objects.exclude(digest="")
    assert [each.by for each in one.pins.all()] == ["Director of Riverside"] * 2


def test_slips_are_made_for_those_who_are_ticked(club: dict[str, str]) -> None:
    opened()
    people = [player(f"Amber {letter}", str(100 + at)) for at, letter in enumerate("abcd")]
    nobody = Player.objects.create(club=our_club(), given="Fern", family="Elm")
    theirs = player("Rowan", "7", club=Club.objects.create(name="Hillside"))
    desk = as_role("director")
    page = reverse("players-pins")
    assert "Tick somebody" in text(desk.post(page, {}))
    answer = desk.post(page, {"player": [people[0].pk, people[2].pk, nobody.pk, theirs.pk]})
    said = text(answer)
    slips = re.findall(r"Number (\d+) PIN (\d{3} \d{3})", said)
    assert [number for number, _ in slips] == ["100", "102"]
    assert "Fern Elm has no number yet" in said
    assert "Rowan" not in said
    for number, pin in slips:
        assert by_pin(visitor(), number, pin, club=str(our_club().pk)).status_code == 302
    more = [player(f"Basil {at}", str(500 + at)).pk for at in range(21)]
    assert "twenty people at most" in text(desk.post(page, {"player": more}))


def test_the_owner_opens_the_ways_and_every_decision_is_kept(club: dict[str, str]) -> None:
    owner = as_role("owner")
    page = reverse("settings-sign-in")
    assert "before the club has a mail server" in text(owner.post(page, {"by_link": "on", "address": ADDRESS}))
    MailServer.objects.create(club=our_club(), host="smtp.example.org", sender="club@example.org", by=account("owner"))
    for bad in (
        "",
        "javascript:alert(1)",
        "bridge.example",
        "https://bridge.example/club",
        "https://me@bridge.example",
    ):
        assert owner.post(page, {"by_link": "on", "address": bad}).status_code == 422
    assert owner.post(page, {"by_link": "on", "by_pin": "on", "address": ADDRESS + "/"}).status_code == 302
    assert owner.post(page, {"by_pin": "on", "address": ADDRESS}).status_code == 302
    assert [(each.by_link, each.by_pin, each.by) for each in SignInWays.objects.all()] == [
        (False, True, "Owner of Riverside"),
        (True, True, "Owner of Riverside"),
    ]
    assert SignInWays.of(our_club()).address == ADDRESS
    assert as_role("director").get(page).status_code == 403


def test_one_stays_signed_in_only_if_one_wishes(club: dict[str, str]) -> None:
    opened()
    amber()
    plain, stays = visitor(), visitor()
    assert by_pin(plain).cookies["sessionid"]["max-age"] == 12 * 3600
    assert by_pin(stays, stay="on").cookies["sessionid"]["max-age"] == 60 * 24 * 3600


# -- erased, merged -----------------------------------------------------------------------------------------------------


def test_nothing_is_left_of_who_is_erased(club: dict[str, str]) -> None:
    opened()
    one = amber()
    ask(visitor())
    (link,) = links()
    erase(one)
    assert not PlayerPin.objects.exists()
    assert visitor().post(link).status_code == 404
    assert by_pin(visitor()).status_code == 200
    assert not Account.objects.exists()


def test_of_two_entries_of_one_person_one_pin_is_good(club: dict[str, str]) -> None:
    opened()
    one = amber()
    double = player("Ambre", "")
    pins.give(double, "470316")
    merge(one, double)
    assert PlayerPin.objects.filter(ended=None).count() == 1
    assert by_pin(visitor()).status_code == 302
    assert by_pin(visitor(), pin="470316").status_code == 200


@pytest.mark.parametrize("nasty", ["\0", "💥" * 40, "x" * 10_001, "1' OR 1=1 --", "٣٣٣٣٣٣", "9" * 400])
def test_nasty_input_is_refused_with_a_sentence(club: dict[str, str], nasty: str) -> None:
    opened()
    amber()
    answers = [
        by_pin(visitor(), nasty),
        by_pin(visitor(), "1024", nasty),
        ask(visitor(), nasty),
        visitor().post(reverse("sign-in-link"), {"email": "amber@example.org", "club": nasty, "next": nasty}),
        as_role("director").post(reverse("players-pins"), {"player": [nasty], "q": nasty}),
        as_role("director").get(reverse("players-pins"), {"q": nasty}),
    ]
    assert all(answer.status_code < 500 for answer in answers)
    assert not any(who(visitor()) for _ in answers)
    assert tries.FREE["asked"] == 3
