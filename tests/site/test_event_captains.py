"""A team's own page: where to sit, the line-up that comes into the session, the slip that both confirm."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from clubs import Place
from contests_kept import BEGIN, DIRECTOR, begun, give
from django.http import HttpResponse
from django.urls import reverse
from nights import do
from people import as_role, our_club
from pytest_django.plugin import DjangoDbBlocker

from arrowswitch.contests.events import (
    ChangeEntry,
    ContestPlayer,
    DrawRound,
    EventMatchKey,
    EventState,
    RecordResult,
    StageView,
    confirmed_by,
    terms,
)
from arrowswitch.session import Place as Seat
from arrowswitch.session import Start
from arrowswitch.session.night import player_at
from arrowswitch.site.events import running, store
from arrowswitch.site.events.keys import team_address
from arrowswitch.site.events.models import KeptEvent
from arrowswitch.site.journal import store as sessions

FIVE = tuple(ContestPlayer(f"Player {letter}") for letter in "ABCDE")


@pytest.fixture(autouse=True)
def a_club(clubs: Place, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), clubs.club("sqlite"):
        our_club()
        yield


def kept(event: int) -> EventState:
    return store.state(event, club=our_club())


def text(page: HttpResponse) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.content.decode()))


def event_of_four() -> tuple[int, str]:
    """Four teams, the first with five players and its own page."""
    event = begun(teams=4)
    give(event, "five", ChangeEntry("Red", FIVE, seed=1, number=1))
    return event, team_address(KeptEvent.objects.get(pk=event), 1)


def test_a_line_up_of_the_captain_comes_into_the_session_and_holds() -> None:
    event, page = event_of_four()
    captain = as_role("public")
    assert "This page will tell where you sit" in text(captain.get(page))
    session = running.open_evening(
        event,
        club=our_club(),
        by=DIRECTOR,
        command="evening-1",
        title="First night",
        day=date(2026, 1, 7),
        rounds=2,
        now=BEGIN,
    )
    (match,) = [at for at, each in enumerate(kept(event).stage().rounds[0].matches, 1) if 1 in each.sides]
    seen = text(captain.get(page))
    assert re.search(
        r"Player A & Player B Table \d, against \d \w+; you sit North-South, team-mates at table \d\.",
        seen.replace("&amp;", "&"),
    )
    wish = {"wish": f"line-up 1.{match}", "n1": 5, "s1": 2, "e1": 3, "w1": 4, "command": "line-up-once"}
    for _ in range(2):
        captain.post(page, wish)
    north = player_at(sessions.state(session), Seat("A", 1, "N"), 1)
    assert north is not None
    assert north.name == "Player E"
    assert "Player E &amp; Player B" in captain.get(page).content.decode()
    refused = captain.post(page, {**wish, "n1": 2, "command": "line-up-twice"})
    assert refused.status_code == 422
    assert "Nobody sits at both tables." in text(refused)
    assert captain.post(page, {"wish": "line-up x"}).status_code == 422
    do(session, Start())
    director = as_role("director")
    shown = re.findall(
        r'name="shown" value="(\w+)"', director.get(reverse("contest-draw", args=[event, 1])).content.decode()
    )[0]
    director.post(reverse("contest-draw", args=[event, 1]), {"shown": shown})
    assert "Player E &amp; Player B" in captain.get(page).content.decode()  # until another is given


def test_both_captains_confirm_the_slip_and_the_desk_sees_it() -> None:
    event, page = event_of_four()
    give(event, "drawn", DrawRound())
    (match,) = [at for at, each in enumerate(kept(event).stage().rounds[0].matches, 1) if 1 in each.sides]
    key = EventMatchKey("Swiss", 1, match)
    give(event, "result", RecordResult(key, imps=(Fraction(20), Fraction(11))))
    captain = as_role("public")
    seen = captain.get(page).content.decode()
    assert "Yes, 20 : 11 is right" in seen
    score = re.findall(r'name="score" value="([^"]+)"', seen)[0]
    stale = captain.post(page, {"wish": f"confirm 1.{match}", "score": "21,11"})
    assert stale.status_code == 422
    assert "The result is 20 : 11 now." in text(stale)
    captain.post(page, {"wish": f"confirm 1.{match}", "score": score})
    assert "You have confirmed it." in text(captain.get(page))
    other = next(side for side in kept(event).match(key).sides if side != 1)
    desk, address = as_role("scorer"), reverse("contest-match", args=[event, 1, 1, match])
    assert "1 Red confirmed" in text(desk.get(address))
    desk.post(address, {"wish": f"confirm {other}", "score": score})
    assert {*confirmed_by(StageView.of(kept(event), ()), key)} == {1, other}
    assert "So have the others." in text(captain.get(page))


def test_the_key_opens_one_team_only_and_a_captain_who_enters_is_sent_to_the_own_page() -> None:
    event, page = event_of_four()
    captain = as_role("public")
    assert captain.get(page.replace("/team/1/", "/team/2/")).status_code == 404
    assert page in as_role("director").get(reverse("contest-entry", args=[event, 1])).content.decode()
    captain.post(page, {"wish": "entry", "name": "Reds", "player": [each.name for each in FIVE], "captain": 2})
    assert (kept(event).entries[1].name, kept(event).entries[1].seed) == ("Reds", 1)
    give(event, "open-to-captains", replace(terms(kept(event)), entries_open=True))
    link = reverse("contest-enter", args=[KeptEvent.objects.get(pk=event).token])
    answer = captain.post(link, {"name": "Pink", "player": ["Player P", "Player Q", "Player R", "Player S"]})
    assert answer.headers["Location"] == f"{team_address(KeptEvent.objects.get(pk=event), 5)}?entered=1"
    assert "You have entered." in text(captain.get(answer.headers["Location"]))
