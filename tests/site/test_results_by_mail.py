"""Results that are posted or corrected are told once: in the feed, and by mail to who has asked for it and said yes."""

from __future__ import annotations

import datetime
import re
from email.message import EmailMessage
from xml.etree import ElementTree

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from mail_server import Post, open_post
from nights import a_night, do, play_on
from people import account, as_role, our_club
from test_outbox import server

from arrowswitch.session import Contracted, Correct, Publish, Reopen
from arrowswitch.site.club.models import Player
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.members.models import Particulars
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.outbox import worker
from arrowswitch.site.outbox.models import Mail
from arrowswitch.site.website import mailing, posting
from arrowswitch.site.website.models import PostedVersion, ResultsSubscriber, SiteSettings

pytestmark = pytest.mark.django_db
ATOM = {"a": "http://www.w3.org/2005/Atom"}
HOME = "https://bridge.example.org"


def settled(**more: object) -> SiteSettings:
    return SiteSettings.objects.update_or_create(club=our_club(), defaults={"address": HOME, **more})[0]


def wanted(email: str = "ann@example.org", **more: object) -> ResultsSubscriber:
    """Somebody who has asked for results and said yes."""
    return ResultsSubscriber.objects.create(club=our_club(), email=email, confirmed=timezone.now(), **more)


def posted(day: datetime.date | None = None) -> int:
    """A night of today, or of another day, that is over and posted."""
    session = a_night(date=day or timezone.localdate())
    play_on(session)
    do(session, Publish())
    Link.make(Session.objects.get(pk=session))
    return session


def corrected(session: int) -> None:
    """Another result on a line, posted again."""
    do(session, Reopen(), why="A slip was read wrongly")
    state = store.state(session)
    key = sorted(state.lines)[0]
    do(session, Correct(key, Contracted("3N", "N", 12), consent=("NS", "EW")), why="Both pairs agree")
    do(session, Publish())


def sent(post: Post) -> list[EmailMessage]:
    """What leaves at the next look."""
    before = len(post.mails)
    worker.look()
    return post.mails[before:]


def words(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body
    return str(body.get_content())


# -- mail -------------------------------------------------------------------------------------------------------------


def test_results_are_mailed_once_for_each_version_with_what_changed() -> None:
    settled()
    wanted()
    with open_post() as post:
        server(post)
        session = posted()
        (first,) = sent(post)
        title = Session.objects.get(pk=session).title
        assert first["Subject"].startswith(f"{title}, ")
        assert first["Subject"].endswith(": results")
        link = Link.objects.get().token
        assert f"{HOME}{reverse('results', args=[link])}" in words(first)
        assert "What changed" not in words(first)
        assert sent(post) == []
        corrected(session)
        (second,) = sent(post)
        assert second["Subject"].endswith(": corrected results")
        assert "What changed:" in words(second)
        assert "3NT N +3" in words(second)
        assert "→" in words(second)
        assert sent(post) == []
    assert Mail.objects.count() == 2


def test_who_wants_own_nights_gets_those_with_the_own_place() -> None:
    settled()
    session = posted()
    players = list(Player.objects.order_by("pk"))
    wanted("own@example.org", wants="own", player=players[0])
    stranger = Player.objects.create(club=our_club(), given="Nora", family="Nowhere")
    wanted("other@example.org", wants="own", player=stranger)
    wanted("all@example.org")
    with open_post() as post:
        server(post)
        mails = {mail["To"]: words(mail) for mail in sent(post)}
    assert set(mails) == {"own@example.org", "all@example.org"}
    assert re.search(r"You: place \d+=? of \d+, \d\d\.\d\d%\.", mails["own@example.org"])
    assert "You: place" not in mails["all@example.org"]
    assert session


def test_nobody_is_named_in_a_mail_who_does_not_want_that() -> None:
    settled()
    wanted()
    posted()
    names = [str(each) for each in Player.objects.all()]
    Player.objects.update(withheld="pages")
    with open_post() as post:
        server(post)
        (mail,) = sent(post)
    assert not [name for name in names if name in words(mail)]
    assert "A player" in words(mail)


def test_what_was_cut_off_is_told_at_the_next_look_and_never_twice() -> None:
    settled()
    wanted()
    wanted("bob@example.org")
    session = posted()
    full = "CREATE TRIGGER full BEFORE INSERT ON outbox_mail WHEN NEW.\"to\" LIKE 'bob%' BEGIN SELECT RAISE(ABORT, 'full'); END"
    with open_post() as post:
        server(post)
        with connection.cursor() as cursor:
            cursor.execute(full)
            with pytest.raises(DatabaseError):
                posting.look()
            assert not PostedVersion.objects.exists()
            assert not Mail.objects.exists()
            cursor.execute("DROP TRIGGER full")
        assert len(sent(post)) == 2
        PostedVersion.objects.all().delete()  # as if another look had begun before that one was written
        posting.take(Session.objects.get(pk=session))
        assert sent(post) == []
    assert Mail.objects.count() == 2


def test_results_that_are_not_on_the_list_or_of_long_ago_are_not_mailed() -> None:
    settled()
    wanted()
    session = posted()
    Link.objects.update(listed=False)
    posted(timezone.localdate() - datetime.timedelta(days=61))  # brought in from another program
    with open_post() as post:
        server(post)
        assert sent(post) == []
        assert not PostedVersion.objects.exists()
        Link.objects.filter(session=session).update(listed=True)
        assert len(sent(post)) == 1


def test_looking_costs_a_few_questions_when_nothing_is_new() -> None:
    settled()
    wanted()
    posted()
    posting.look()
    with CaptureQueriesContext(connection) as asked:
        posting.look()
    assert len(asked) <= 4


# -- asking, saying yes, wanting no more ------------------------------------------------------------------------------


def link_in(mail: EmailMessage) -> str:
    (found,) = re.findall(rf"{HOME}(/club/(?:confirm|unsubscribe)/\S+)", words(mail))
    return str(found)


def test_a_stranger_is_asked_first_and_gets_nothing_without_saying_yes() -> None:
    settled(mail_results=True)
    place = reverse("website-subscribe")
    with open_post() as post:
        server(post)
        answer = as_role("public").post(place, {"email": " Vera@Example.org "})
        assert answer["Location"] == f"{place}?done=asked"
        as_role("public").post(place, {"email": "Vera@example.org"})  # once an hour is enough
        (question,) = sent(post)
        posted()
        assert sent(post) == []
        yes = link_in(question)
        assert "Yes, send them" in as_role("public").get(yes).content.decode()
        assert not ResultsSubscriber.objects.get().confirmed  # programs that look at links say nothing
        as_role("public").post(yes)
        assert ResultsSubscriber.objects.get().confirmed
        PostedVersion.objects.all().delete()
        corrected(Session.objects.get().pk)
        assert [mail["To"] for mail in sent(post)] == ["Vera@example.org"]


def test_nobodys_box_is_filled_by_whoever_gives_a_strangers_address() -> None:
    settled(mail_results=True)
    with open_post() as post:
        server(post)
        for hour in range(6):
            answer = as_role("public").post(reverse("website-subscribe"), {"email": "vera@example.org"})
            assert answer["Location"].endswith("?done=asked")
            earlier = timezone.now() - datetime.timedelta(hours=6 - hour)
            Mail.objects.filter(made__gte=earlier).update(made=earlier, key=f"confirm/1/{hour}")
            ResultsSubscriber.objects.filter(confirmed=None).delete()  # as after a week, so that the row is another one
        worker.look()
        assert [mail["To"] for mail in post.mails] == ["vera@example.org"] * mailing.ASKED_AT_MOST


def test_who_wants_no_more_gets_nothing_that_waited_for_the_mail_server() -> None:
    settled()
    with open_post() as post:
        server(post)
    ann = wanted()
    wanted("bob@example.org")
    posted()
    posting.look()
    assert Mail.objects.filter(state="waiting").count() == 2
    as_role("public").post(reverse("website-unsubscribe", args=[mailing.ending(ann)]))
    dropped = Mail.objects.get(to=ann.email)
    assert (dropped.state, dropped.text, dropped.written_headers) == ("dropped", "", "")
    with open_post(post):
        assert [mail["To"] for mail in sent(post)] == ["bob@example.org"]


def test_one_click_in_the_mail_program_ends_it_and_forgets_the_address() -> None:
    settled()
    wanted()
    with open_post() as post:
        server(post)
        posted()
        (mail,) = sent(post)
    end = link_in(mail)
    assert mail["List-Unsubscribe"].strip() == f"<{HOME}{end}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    strict = as_role("public", enforce_csrf_checks=True)
    assert "Send no more" in strict.get(end).content.decode()
    assert ResultsSubscriber.objects.exists()
    assert strict.post(end, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not ResultsSubscriber.objects.exists()
    assert strict.post(end).status_code == 200


@pytest.mark.parametrize("token", ["1", "1:abc", "x:y:z", "1:AAAA:BBBB"])
def test_a_link_that_was_made_up_does_nothing(token: str) -> None:
    wanted()
    ResultsSubscriber.objects.update(id=1, confirmed=None)
    for name in ("website-confirm", "website-unsubscribe"):
        assert as_role("public").post(reverse(name, args=[token])).status_code == 200
    assert not ResultsSubscriber.objects.get().confirmed


def test_a_link_to_say_yes_does_not_end_anything_and_the_other_way_round() -> None:
    one = wanted()
    assert mailing.ended_by(mailing.beginning(one)) is None
    assert mailing.begun_by(mailing.ending(one)) is None
    assert mailing.ended_by(mailing.ending(one)) == one.pk


def test_visitors_cannot_ask_unless_the_club_wants_that() -> None:
    settled(mail_results=False)
    with open_post() as post:
        server(post)
        as_role("public").post(reverse("website-subscribe"), {"email": "vera@example.org"})
        assert not ResultsSubscriber.objects.exists()
        assert "Members who sign in" in as_role("public").get(reverse("website-subscribe")).content.decode()


def a_member() -> Player:
    """The player's account is tied to a person whose address is known."""
    ann = Player.objects.create(club=our_club(), given="Ann", family="Ash")
    Particulars.objects.create(player=ann, email="ann@example.org")
    one = account("player")
    one.player = ann
    one.save()
    return ann


def test_a_member_needs_no_second_yes_for_the_address_that_the_club_knows() -> None:
    settled()
    ann = a_member()
    place = reverse("website-subscribe")
    with open_post() as post:
        server(post)
        as_role("player").post(place, {"email": "ann@example.org", "wants": "own"})
        found = ResultsSubscriber.objects.get()
        assert (found.player, found.wants, bool(found.confirmed)) == (ann, "own", True)
        as_role("player").post(place, {"email": "ann@example.org", "wants": "all"})
        assert ResultsSubscriber.objects.get().wants == "all"
        as_role("player").post(place, {"email": "elsewhere@example.org", "wants": "own"})
        (question,) = sent(post)
        assert question["To"] == "elsewhere@example.org"
        assert not ResultsSubscriber.objects.get(email="elsewhere@example.org").confirmed


def test_a_member_who_writes_a_strangers_address_into_the_own_entry_has_nothing_sent_there_unasked() -> None:
    settled()
    ann = a_member()
    with open_post() as post:
        server(post)
        as_role("player").post(reverse("my-privacy"), {"what": "contact", "contact-email": "vera@example.org"})
        assert Particulars.of(ann).email == "vera@example.org"
        as_role("player").post(reverse("website-subscribe"), {"email": "vera@example.org", "wants": "all"})
        notice, question = sent(post)
    assert (notice["To"], question["To"]) == ("ann@example.org", "vera@example.org")
    assert ResultsSubscriber.objects.get().confirmed is None


def test_a_stranger_changes_nothing_of_what_a_member_has_asked_for() -> None:
    settled(mail_results=True)
    a_member()
    with open_post() as post:
        server(post)
        as_role("player").post(reverse("website-subscribe"), {"email": "ann@example.org", "wants": "own"})
        as_role("public").post(reverse("website-subscribe"), {"email": "ann@example.org"})
        assert sent(post) == []
    found = ResultsSubscriber.objects.get()
    assert (found.wants, found.account) == ("own", account("player"))


def test_nobody_takes_over_what_another_asked_for_by_giving_the_same_address() -> None:
    settled(mail_results=True)
    kept = wanted("vera@example.org")
    ann = a_member()
    Particulars.objects.filter(player=ann).update(email="vera@example.org")  # members write their own address
    place = reverse("website-subscribe")
    with open_post() as post:
        server(post)
        answer = as_role("player").post(place, {"email": "vera@example.org", "wants": "own"})
        assert answer["Location"] == f"{place}?done=asked"
    found = ResultsSubscriber.objects.get()
    assert (found.pk, found.account, found.player, found.wants) == (kept.pk, None, None, kept.wants)
    assert "/club/unsubscribe/" not in as_role("player").get(place).content.decode()


def test_an_address_of_which_nobody_said_yes_is_forgotten_after_a_week() -> None:
    old = wanted()
    ResultsSubscriber.objects.filter(pk=old.pk).update(confirmed=None, made=timezone.now() - datetime.timedelta(days=8))
    wanted("bob@example.org")
    posting.look()
    assert [each.email for each in ResultsSubscriber.objects.all()] == ["bob@example.org"]


# -- feeds ------------------------------------------------------------------------------------------------------------


def entries(name: str) -> list[dict[str, str]]:
    answer = as_role("public").get(reverse(name))
    assert answer["Content-Type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(answer.content)
    assert root.findtext("a:id", "", ATOM).startswith("urn:uuid:")
    assert datetime.datetime.fromisoformat(root.findtext("a:updated", "", ATOM)).tzinfo
    assert root.findtext("a:author/a:name", "", ATOM) == "Riverside"
    return [
        {
            **{each: entry.findtext(f"a:{each}", "", ATOM) for each in ("id", "title", "updated", "summary")},
            "link": entry.find("a:link", ATOM).attrib["href"],  # type: ignore[union-attr]  # or the test fails
        }
        for entry in root.findall("a:entry", ATOM)
    ]


def test_the_feed_tells_what_was_posted_and_corrected_and_names_nobody() -> None:
    settled()
    session = posted()
    (first,) = entries("website-results-feed")
    assert first["summary"] == "The results are posted."
    assert first["link"] == f"{HOME}{reverse('results', args=[Link.objects.get().token])}"
    corrected(session)
    second, again = entries("website-results-feed")
    assert again == first
    assert second["id"] != first["id"]
    assert second["title"] == f"Corrected: {first['title']}"
    assert second["summary"].startswith("1 result was changed.\n")
    names = [str(each) for each in Player.objects.all()]
    assert names
    assert not [name for name in names if name in second["summary"]]
    Link.objects.get().withdraw()
    assert entries("website-results-feed") == []


def test_a_feed_leaves_out_what_xml_does_not_allow_and_nothing_else() -> None:
    settled()
    session = posted()
    Session.objects.filter(pk=session).update(title="Tuesday\u00a0pairs \ufffe\x0b& more", date=None)
    (entry,) = entries("website-results-feed")
    assert entry["title"] == "Tuesday\u00a0pairs & more"


def test_a_feed_that_is_the_same_is_not_sent_again() -> None:
    settled()
    place = reverse("website-results-feed")
    first = as_role("public").get(place)
    assert as_role("public").get(place, headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_the_feed_of_news_tells_what_the_webmaster_put_on_the_site() -> None:
    settled()
    sent_news = {
        "title": "New hall & a lift",
        "summary": "",
        "text": "From *May* we play by the river.",
        "what": "publish",
    }
    as_role("webmaster").post(reverse("website-write", args=["news"]), sent_news)
    as_role("webmaster").post(
        reverse("website-write", args=["news"]), {**sent_news, "what": "draft", "title": "Secret"}
    )
    (entry,) = entries("website-news-feed")
    assert (entry["title"], entry["summary"]) == ("New hall & a lift", "From May we play by the river.")


# -- people who go ----------------------------------------------------------------------------------------------------


def test_who_is_forgotten_gets_no_mail_any_more() -> None:
    from arrowswitch.site.club.players.doubles import erase, merge

    ann, double = (Player.objects.create(club=our_club(), given="Ann", family="Ash") for _ in range(2))
    wanted(player=double, wants="own")
    merge(ann, double)
    assert ResultsSubscriber.objects.get().player == ann
    erase(ann)
    assert not ResultsSubscriber.objects.exists()
