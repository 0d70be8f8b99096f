"""Mail that leaves the club: written down first, sent once, and told of when it does not leave."""

from __future__ import annotations

import datetime
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.urls import reverse
from mail_server import Post, open_post
from people import account, as_role, our_club
from site_server import environment

from arrowswitch.site import outbox
from arrowswitch.site.club.models import Club
from arrowswitch.site.outbox import sending, worker
from arrowswitch.site.outbox.models import Mail, MailServer

pytestmark = pytest.mark.django_db


def server(post: Post, **more: str) -> MailServer:
    """Our club sends by this server."""
    owner = account("owner")
    kept = MailServer(
        club=owner.club, host="127.0.0.1", port=post.port, security="none", sender="club@example.org", by=owner
    )
    for name, value in more.items():
        setattr(kept, name, value)
    kept.keep_password(post.password)
    kept.save()
    return kept


def written(to: str = "ann@example.org", **more: str) -> Mail:
    """A mail that waits."""
    mail = outbox.send(our_club(), to, "Tuesday", "You came third.", **more)
    assert mail
    return mail


def later(mail: Mail) -> None:
    """As if the time had come to try it again."""
    Mail.objects.filter(pk=mail.pk).update(due=datetime.datetime(2025, 1, 1, tzinfo=datetime.UTC))


# -- writing ----------------------------------------------------------------------------------------------------------


def test_what_is_written_is_sent_with_both_its_forms() -> None:
    with open_post() as post:
        server(post)
        mail = written(html="<p>You came <b>third</b>.</p>")
        assert sending.send_due() == 1
    (letter,) = post.mails
    assert post.envelopes == [("club@example.org", "ann@example.org")]
    assert (letter["Subject"], letter["From"], letter["To"]) == (
        "Tuesday",
        "Riverside <club@example.org>",
        "ann@example.org",
    )
    plain, rich = letter.get_body(("plain",)), letter.get_body(("html",))
    assert plain
    assert plain.get_content().strip() == "You came third."
    assert rich
    assert "<b>third</b>" in rich.get_content()
    mail.refresh_from_db()
    assert (mail.state, mail.text, mail.html) == ("sent", "", "")


def test_the_same_key_is_written_once_to_the_same_address() -> None:
    assert outbox.send(our_club(), "ann@example.org", "One", "text", key="results/1/1")
    assert outbox.send(our_club(), " ann@Example.org", "Two", "text", key="results/1/1") is None
    assert outbox.send(our_club(), "bob@example.org", "Three", "text", key="results/1/1")
    assert outbox.send(Club.objects.create(name="Hillside"), "ann@example.org", "Four", "text", key="results/1/1")
    assert sorted(Mail.objects.values_list("subject", flat=True)) == ["Four", "One", "Three"]


@pytest.mark.parametrize("bad", ["", "ann", "ann@", "a@b\nBcc: x@example.org", "ann@example.org, bob@example.org"])
def test_what_is_no_address_is_refused(bad: str) -> None:
    with pytest.raises(outbox.BadAddress):
        outbox.send(our_club(), bad, "Tuesday", "text")
    assert not Mail.objects.exists()


def test_a_line_break_in_a_subject_begins_no_header() -> None:
    with open_post() as post:
        server(post)
        outbox.send(
            our_club(), "ann@example.org", "One\r\nBcc: all@example.org", ".\r\nQUIT\r\n.", headers={"X-A": "b\nc: d"}
        )
        assert sending.send_due() == 1
    (letter,) = post.mails
    assert letter["Subject"] == "One Bcc: all@example.org"
    assert letter["Bcc"] is None
    assert letter["X-A"] == "b c: d"
    body = letter.get_body(("plain",))
    assert body
    assert body.get_content().splitlines()[:3] == [".", "QUIT", "."]


def test_what_is_taken_back_with_its_transaction_never_leaves() -> None:
    with open_post() as post:
        server(post)
        with transaction.atomic():
            written()
            transaction.set_rollback(True)
        assert sending.send_due() == 0
    assert post.mails == []


def test_the_demonstration_sends_nothing() -> None:
    with open_post() as post:
        kept, made_up = server(post), Club.demonstration()
        MailServer.objects.filter(pk=kept.pk).update(club=made_up)
        outbox.send(made_up, "ann@example.org", "Tuesday", "text")
        assert sending.send_due() == 0
    assert post.mails == []
    assert post.visits == 0


# -- a server that misbehaves -----------------------------------------------------------------------------------------


def test_a_server_that_is_away_is_tried_again_after_growing_waits() -> None:
    with open_post() as post:
        pass
    server(post)
    mail, waits = written(), []
    for _ in range(4):
        assert sending.send_due() == 0
        mail.refresh_from_db()
        waits.append(round((mail.due - datetime.datetime.now(datetime.UTC)).total_seconds() / 60))
        assert sending.send_due() == 0  # not before it is due
        later(mail)
    mail.refresh_from_db()
    assert (waits, mail.tries, mail.state) == ([1, 2, 5, 15], 4, "waiting")
    assert mail.problem == f"Nothing listens at 127.0.0.1, port {post.port}."
    with open_post(post):
        assert sending.send_due() == 1
    assert len(post.mails) == 1


def test_who_is_refused_for_good_is_not_tried_again_and_the_next_mail_leaves() -> None:
    with open_post(Post(refuses={"gone@example.org": (550, "no such person")})) as post:
        server(post)
        gone, mail = written("gone@example.org"), written()
        assert sending.send_due() == 1
        later(gone)
        assert sending.send_due() == 0
    gone.refresh_from_db()
    mail.refresh_from_db()
    assert (gone.state, gone.tries, mail.state) == ("failed", 1, "sent")
    assert gone.problem == "The mail server refused it: no such person (550)"
    assert post.visits == 1


@pytest.mark.parametrize(
    "trouble", [{"hangs_up_on": "odd@example.org"}, {"refuses": {"odd@example.org": (421, "bye")}}], ids=str
)
def test_a_mail_at_which_the_server_goes_away_holds_up_no_other(trouble: dict[str, Any]) -> None:
    with open_post(Post(**trouble)) as post:
        server(post)
        odd, mail = written("odd@example.org"), written()
        assert sending.send_due() == 1
    odd.refresh_from_db()
    mail.refresh_from_db()
    assert (odd.state, odd.tries, mail.state) == ("waiting", 1, "sent")
    assert "ended the conversation" in odd.problem


def test_a_server_that_goes_away_at_every_mail_is_left_alone_soon() -> None:
    with open_post(Post(hangs_up_at="RCPT")) as post:
        server(post)
        mails = [written(f"p{number}@example.org") for number in range(10)]
        assert sending.send_due() == 0
        assert post.visits == sending.PATIENCE
    assert {Mail.objects.get(pk=mail.pk).state for mail in mails} == {"waiting"}


@pytest.mark.parametrize(("code", "state"), [(452, "waiting"), (552, "failed"), (421, "waiting")])
def test_a_mail_that_is_refused_at_its_end_is_not_sent_and_may_be_later(code: int, state: str) -> None:
    with open_post(Post(refuses={"END": (code, "too much")})) as post:
        server(post)
        mail = written()
        assert sending.send_due() == 0
        mail.refresh_from_db()
        assert (mail.state, mail.handed) == (state, None)
        if state == "waiting":
            post.refuses.clear()
            later(mail)
            assert sending.send_due() == 1


@pytest.mark.parametrize(
    ("trouble", "state"),
    [
        ({"silent_at": "RCPT"}, "waiting"),
        ({"hangs_up_at": "RCPT"}, "waiting"),
        ({"hangs_up_at": "DATA"}, "waiting"),
        ({"hangs_up_at": "LETTERS"}, "unknown"),
        ({"silent_at": "END"}, "unknown"),
        ({"hangs_up_at": "END"}, "unknown"),
    ],
    ids=str,
)
def test_who_falls_silent_before_the_letters_is_tried_again_and_after_them_not(
    trouble: dict[str, str], state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "TIMEOUT", 0.5)
    with open_post(Post(**trouble)) as post:  # type: ignore[arg-type]
        server(post)
        mail = written()
        assert sending.send_due() == 0
        mail.refresh_from_db()
        assert mail.state == state
        assert mail.problem
        post.silent_at = post.hangs_up_at = ""
        later(mail)
        assert sending.send_due() == (state == "waiting")
    assert len(post.mails) <= 1


def test_a_wrong_password_is_told_and_nothing_is_lost() -> None:
    with open_post(Post(name="club", password="right")) as post:
        kept = server(post, name="club")
        kept.keep_password("wrong")
        kept.save()
        mail = written()
        assert sending.send_due() == 0
        mail.refresh_from_db()
        assert mail.problem == "The mail server does not know this name and password. Look whether both are right."
        kept.keep_password("right")
        kept.save()
        later(mail)
        assert sending.send_due() == 1


def test_the_password_is_sealed_and_another_key_asks_for_it_again(settings: pytest.FixtureRequest) -> None:
    with open_post(Post(name="club", password="three plain words")) as post:
        kept = server(post, name="club")
        assert "plain" not in kept.password
        assert kept.plain_password == "three plain words"
        settings.SECRET_KEY = "another"  # type: ignore[attr-defined]
        mail = written()
        assert sending.send_due() == 0
    mail.refresh_from_db()
    assert kept.password_is_lost
    assert "typed again" in mail.problem
    assert mail.state == "waiting"


def test_mail_that_waited_for_five_days_is_given_up() -> None:
    mail = written()
    Mail.objects.filter(pk=mail.pk).update(made=mail.made - datetime.timedelta(days=6))
    with open_post() as post:
        server(post)
        assert sending.send_due() == 0
    mail.refresh_from_db()
    assert (mail.state, post.mails) == ("failed", [])


# -- several senders, and one that dies -------------------------------------------------------------------------------


def wait_until(what: Callable[[], bool], seconds: float = 20) -> None:
    """Waits for something that another process does."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def test_several_senders_send_each_mail_once(club: dict[str, str]) -> None:
    with open_post() as post:
        server(post)
        for number in range(30):
            written(f"p{number}@example.org", key="a night")
        code = "import django; django.setup(); from arrowswitch.site.outbox.sending import send_due; send_due()"
        place = environment(DJANGO_SETTINGS_MODULE="arrowswitch.site.settings", **club)
        senders = [subprocess.Popen([sys.executable, "-c", code], env=place) for _ in range(3)]
        assert [each.wait(60) for each in senders] == [0, 0, 0]
        connection.close()
        assert sorted(to for _, to in post.envelopes) == sorted(f"p{number}@example.org" for number in range(30))
        assert set(Mail.objects.values_list("state", flat=True)) == {"sent"}


@pytest.mark.parametrize(("silent", "after"), [("RCPT", "waiting"), ("END", "unknown")])
def test_a_sender_that_is_killed_sends_nothing_twice(club: dict[str, str], silent: str, after: str) -> None:
    with open_post(Post(silent_at=silent)) as post:
        server(post)
        mail = written()
        code = "import django; django.setup(); from arrowswitch.site.outbox.sending import send_due; send_due()"
        place = environment(DJANGO_SETTINGS_MODULE="arrowswitch.site.settings", **club)
        sender = subprocess.Popen([sys.executable, "-c", code], env=place)
        if silent == "END":
            assert post.given.wait(30)
        else:
            wait_until(lambda: Mail.objects.get(pk=mail.pk).state == "sending")
        sender.kill()
        sender.wait()
        post.silent_at = ""
        assert sending.send_due() == 0  # it is held still
        over = datetime.datetime.now(datetime.UTC) + sending.HELD
        assert sending.send_due(over) == (after == "waiting")
        mail.refresh_from_db()
        assert mail.state == ("sent" if after == "waiting" else "unknown")
        assert sending.send_due(over + sending.HELD) == 0
    assert len(post.mails) == 1


def test_who_lost_a_mail_to_another_sender_hands_nothing_over() -> None:
    with open_post() as post:
        kept, mail = server(post), written()
        Mail.objects.filter(pk=mail.pk).update(state="sending", holder="somebody else")
        mail.holder = "me"
        visit = sending.Visit(kept)
        assert visit.hand_over(mail) is False
    assert post.mails == []


def test_the_postman_sends_what_is_written_while_he_walks(club: dict[str, str]) -> None:
    code = (
        "import django, sys; django.setup(); from arrowswitch.site.outbox import worker; "
        "worker.EVERY = 1.0; postman = worker.start(); sys.stdin.read(); postman.end(); sys.exit(postman.is_alive())"
    )
    with open_post() as post:
        server(post)
        place = environment(DJANGO_SETTINGS_MODULE="arrowswitch.site.settings", **club)
        with subprocess.Popen([sys.executable, "-c", code], env=place, stdin=subprocess.PIPE) as walks:
            written("first@example.org")
            wait_until(lambda: Mail.objects.filter(state="sent").count() == 1, 40)
            written("second@example.org")
            wait_until(lambda: Mail.objects.filter(state="sent").count() == 2, 40)
            walks.communicate(timeout=20)
        assert walks.returncode == 0
    assert [to for _, to in post.envelopes] == ["first@example.org", "second@example.org"]


# -- the owner's page -------------------------------------------------------------------------------------------------

FORM = {"host": "smtp.example.org", "port": "587", "security": "starttls", "name": "club", "sender": "club@example.org"}


def test_a_room_that_cannot_write_its_mail_holds_up_no_other() -> None:
    def fails() -> None:
        raise KeyError("a night that nobody understands")

    worker.before_each_look(fails)
    try:
        with open_post() as post:
            server(post)
            written()
            assert worker.look() == 1
    finally:
        worker._first.remove(fails)


def test_the_owner_names_a_server_and_the_password_is_never_shown() -> None:
    owner = as_role("owner")
    answer = owner.post(reverse("mail"), {**FORM, "new_password": "three plain words"})
    assert answer.status_code == 302
    kept = MailServer.objects.get()
    assert (kept.host, kept.plain_password, kept.by.name) == (
        "smtp.example.org",
        "three plain words",
        "Owner of Riverside",
    )
    assert b"three plain" not in owner.get(reverse("mail")).content
    assert owner.post(reverse("mail"), {**FORM, "port": "465", "security": "tls"}).status_code == 302
    kept.refresh_from_db()
    assert (kept.port, kept.plain_password) == (465, "three plain words")


def test_a_kept_password_is_not_given_to_another_server() -> None:
    owner = as_role("owner")
    owner.post(reverse("mail"), {**FORM, "new_password": "three plain words"})
    for change in ({"host": "elsewhere.example.org"}, {"name": "other"}, {"security": "none"}):
        answer = owner.post(reverse("mail"), {**FORM, **change})
        assert answer.status_code == 422
        assert b"type the password again" in answer.content
    assert MailServer.objects.get().host == "smtp.example.org"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"host": "https://smtp.example.org/"}, b"name of the server only"),
        ({"port": "70000"}, b"from 1 to 65535"),
        ({"sender": "nobody"}, b"valid email"),
        ({"security": "magic"}, b"magic"),
    ],
)
def test_a_bad_server_is_told_beside_the_field(change: dict[str, str], said: bytes) -> None:
    answer = as_role("owner").post(reverse("mail"), {**FORM, **change})
    assert answer.status_code == 422
    assert said in answer.content
    assert not MailServer.objects.exists()


def test_the_page_tells_what_failed_and_tries_it_again() -> None:
    with open_post(Post(refuses={"END": (550, "we are full")})) as post:
        server(post)
        mail, owner = written(), as_role("owner")
        sending.send_due()
        assert "refused it: we are full (550)" in owner.get(reverse("mail")).content.decode()
        post.refuses.clear()
        assert owner.post(reverse("mail-one", args=[mail.pk]), {"what": "again"}).status_code == 302
        assert sending.send_due() == 1
        owner.post(reverse("mail-one", args=[mail.pk]), {"what": "again"})  # it has left: nothing is sent again
        assert sending.send_due() == 0
    assert len(post.mails) == 1


def test_a_mail_may_be_given_up_and_another_clubs_is_not_there() -> None:
    mail = written()
    other = as_role("owner", Club.objects.create(name="Hillside"))
    assert other.post(reverse("mail-one", args=[mail.pk]), {"what": "drop"}).status_code == 404
    assert b"Tuesday" not in other.get(reverse("mail")).content
    as_role("owner").post(reverse("mail-one", args=[mail.pk]), {"what": "drop"})
    mail.refresh_from_db()
    assert (mail.state, mail.text) == ("dropped", "")


def test_a_test_mail_is_sent() -> None:
    with open_post() as post:
        server(post)
        assert as_role("owner").post(reverse("mail"), {"what": "test", "to": "me@example.org"}).status_code == 302
        assert sending.send_due() == 1
    assert post.mails[0]["Subject"] == "Test mail from Riverside"
