"""Who has asked not to be named: whoever may read from anywhere sees no name, the desk and the table do."""

from __future__ import annotations

import pytest
from contests_kept import begun, give
from django.urls import reverse
from people import as_role, our_club
from test_review_pages import a_played_night, unpacked

from arrowswitch.contests.events import ContestPlayer, EnterContestant
from arrowswitch.site.club.models import Player
from arrowswitch.site.club.players.doubles import erase, merge
from arrowswitch.site.events.models import KeptEvent
from arrowswitch.site.exchange.exporting import posted_record
from arrowswitch.site.journal.models import Session
from arrowswitch.site.members.changes import Author, entry_of, write_down
from arrowswitch.site.members.models import EntryChange, Particulars
from arrowswitch.site.night.results.models import Event, EventSession, Link

pytestmark = pytest.mark.usefixtures("desk_club")

OPEN = ("results", "results-boards", "results-recap", "results-movement", "results-versions")


def withholding(where: str = "pages") -> tuple[int, Player]:
    """A night that was played and posted, and one of its players, who has asked."""
    session = a_played_night()
    player = Player.objects.order_by("pk")[0]
    player.number, player.withheld = "4711", where
    player.save()
    return session, player


def public_pages(session: int) -> list[str]:
    token = Link.make(Session.objects.get(pk=session)).token
    pages = [reverse(name, args=[token]) for name in OPEN]
    pages += [reverse("results-pair", args=[token, f"A{number}"]) for number in range(1, 7)]
    pages += [reverse("results-board", args=[token, number]) for number in (1, 2, 3)]
    pages += [reverse("results-review", args=[token, f"A{number}"]) for number in range(1, 7)]
    pages += [reverse("results-working-total", args=[token, "A1"])]
    return pages


@pytest.mark.parametrize("role", ["public", "player", "director"])
def test_no_page_that_anybody_can_open_has_the_name_whoever_opens_it(role: str) -> None:
    session, player = withholding()
    pages = [as_role(role).get(page) for page in public_pages(session)]
    assert {page.status_code for page in pages} == {200}
    assert not any(str(player) in page.content.decode() for page in pages)
    assert "A player" in pages[0].content.decode()


def test_the_desk_sees_the_name() -> None:
    session, player = withholding()
    for name in ("night-results", "night-names", "night-results-recap"):
        assert str(player) in as_role("scorer").get(reverse(name, args=[session])).content.decode()


def test_plain_pages_do_not_have_it() -> None:
    session, player = withholding()
    files = unpacked(session)
    assert not any(str(player) in text for text in files.values())
    assert "A player" in files["index.html"]


@pytest.mark.parametrize(("where", "goes_out"), [("pages", True), ("files", False)])
def test_a_file_for_others_has_the_name_unless_that_was_asked_for_too(where: str, goes_out: bool) -> None:
    session, player = withholding(where)
    sent = [each for one in posted_record(session, our_club()).contestants for each in one.players]
    assert (str(player) in {each.name for each in sent}) is goes_out
    assert ("4711" in {each.number for each in sent}) is goes_out
    awards = as_role("director").get(reverse("night-results-awards-file", args=[session]) + "?scheme=nzb")
    assert (str(player) in awards.content.decode()) <= goes_out


@pytest.mark.parametrize("listed", ["contestants", "players"])
def test_an_event_of_several_sessions_does_not_have_it_for_those_with_the_link(listed: str) -> None:
    session, player = withholding()
    Link.make(Session.objects.get(pk=session))
    event = Event.objects.create(club=our_club(), name="Spring", listed=listed)
    EventSession.objects.create(event=event, session_id=session)
    shared = as_role("director").get(reverse("results-event", args=[event.token])).content.decode()
    assert (str(player) in shared, "A player" in shared) == (False, True)
    assert str(player) in as_role("scorer").get(reverse("event", args=[event.pk])).content.decode()


def test_an_event_of_pairs_does_not_have_it_for_those_with_the_link() -> None:
    zoe = Player.objects.create(club=our_club(), given="Zoe", family="Zelkova", withheld="pages")
    event = begun(kind="pairs")
    give(event, "pair", EnterContestant("", (ContestPlayer("Zoe Zelkova", str(zoe.pk)), ContestPlayer("Bob Beech"))))
    link = reverse("contest-link", args=[KeptEvent.objects.get().token])
    shared = as_role("director").get(link).content.decode()
    assert ("Zoe Zelkova" in shared, "A player" in shared, "Bob Beech" in shared) == (False, True, True)
    assert "Zoe Zelkova" in as_role("scorer").get(reverse("contest-entries", args=[event])).content.decode()


def test_who_stays_of_two_entries_keeps_the_stricter_wish() -> None:
    ann, anna = (Player.objects.create(club=our_club(), given=name, family="Ash") for name in ("Ann", "Anna"))
    anna.withheld = "files"
    anna.save()
    merge(ann, anna)
    ann.refresh_from_db()
    assert ann.withheld == "files"


# -- what was changed -------------------------------------------------------------------------------------------------


def test_every_change_is_written_down_and_erasing_forgets_the_values() -> None:
    director = as_role("director")
    sent = {"given": "Zoe", "family": "Zelkova", "number": "17", "grade": "Open", "active": "on"}
    assert director.post(reverse("player-new"), sent).status_code == 302
    zoe = Player.objects.get(family="Zelkova")
    page = reverse("player", args=[zoe.pk])
    director.post(page, sent | {"family": "Yew", "why": "married"})
    director.post(page, sent | {"family": "Yew", "why": "nothing is different"})
    told = [(each.field, each.before, each.after, each.why) for each in EntryChange.objects.filter(player=zoe)]
    assert told == [("family", "Zelkova", "Yew", "married"), ("entered", "", "Zoe Zelkova", "")]
    Particulars.objects.create(player=zoe, email="zoe@example.org")
    erase(Player.objects.get(pk=zoe.pk))
    kept = str(list(EntryChange.objects.values_list("before", "after", "why", "by_name")))
    assert not any(word in kept for word in ("Zoe", "Zelkova", "Yew", "married"))
    assert not Particulars.objects.exists()


def test_nothing_is_written_down_where_nothing_is_different() -> None:
    zoe = Player.objects.create(club=our_club(), given="Zoe", family="Zelkova")
    assert write_down(zoe, entry_of(zoe), Author(None, "desk")) == 0
