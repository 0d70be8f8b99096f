"""A team's own page: where to sit, the line-up that comes into the session, the slip that both confirm."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from clubs import Place
from contests_kept import BEGIN, DIRECTOR, begun, give, wish
from django.http import HttpResponse
from django.urls import reverse
from nights import do
from people import as_role, our_club
from pytest_django.plugin import DjangoDbBlocker

from arrowswitch.contests.events import (
    ChangeEntry,
    ContestPlayer,
    DrawRound,
    EnterContestant,
    EventMatchKey,
    EventState,
    RecordResult,
    StageView,
    UndoInEvent,
    confirmed_by,
    terms,
)
from arrowswitch.session import BareScore, CallRound, Enter, Publish, Settings, Start
from arrowswitch.session import Place as Seat
from arrowswitch.session.night import missing, player_at
from arrowswitch.session.night.plan import Show
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


def evening(event: int, settings: Settings, rounds: int = 2, but: int = 0) -> int:
    """The session of the first rounds of an event, with the first of them played, but at one table."""
    session = running.open_evening(
        event,
        club=our_club(),
        by=DIRECTOR,
        command="evening-1",
        title="First night",
        day=date(2026, 1, 7),
        rounds=rounds,
        settings=settings,
        now=BEGIN,
    )
    do(session, Start())
    enter_all(session, but=but)
    return session


def enter_all(session: int, but: int = 0) -> None:
    """All results that are missing, but those of one table."""
    for each in missing(sessions.state(session)):
        if each.line.table != but:
            do(session, Enter(each.line, BareScore(110 if each.line.table % 2 else 600)))


def match_of_one(event: int) -> int:
    """The place of the first team's match in the first round."""
    return next(at for at, each in enumerate(kept(event).stage().rounds[0].matches, 1) if 1 in each.sides)


def event_of_four() -> tuple[int, str]:
    """Four teams, the first with five players and its own page."""
    event = begun(teams=4)
    give(event, "five", ChangeEntry("Red", FIVE, seed=1, number=1))
    return event, team_address(KeptEvent.objects.get(pk=event), 1)


def test_before_there_is_a_stage_a_line_up_is_refused_in_a_sentence() -> None:
    event = begun()
    give(event, "red", EnterContestant("Red", FIVE))
    page = team_address(KeptEvent.objects.get(pk=event), 1)
    for wanted in ("line-up 1.1", "confirm 1.1"):
        refused = as_role("public").post(page, {"wish": wanted, "n1": 1, "s1": 2, "e1": 3, "w1": 4})
        assert (refused.status_code, "That cannot be done here." in text(refused)) == (422, True)


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


def draw_of_the_next_round(event: int) -> None:
    running.append(event, wish("draw-2", DrawRound()), club=our_club())


@pytest.mark.parametrize("scores", ["board", "round", "end", "never"])
def test_no_slip_tells_a_result_before_the_session_lets_players_see_scores(scores: Show) -> None:
    event, page = event_of_four()
    captain = as_role("public")
    give(event, "drawn", DrawRound())
    match = match_of_one(event)
    elsewhere = 1 if match == 2 else 3
    session = evening(event, Settings(scores=scores), but=elsewhere)
    for over in (False, True):  # at first the other match is still being played
        shown = scores == "board" or (scores == "round" and over)
        assert ("is right" in text(captain.get(page))) == shown
        guessed = captain.post(page, {"wish": f"confirm 1.{match}", "score": "1,1"})  # the page offers no such thing
        assert guessed.status_code == 422
        assert ("The result is" in text(guessed)) == shown
        assert ("The match has no result yet." in text(guessed)) != shown
        enter_all(session)
    draw_of_the_next_round(event)
    do(session, CallRound(2))
    assert ("is right" in text(captain.get(page))) == (scores in ("board", "round"))
    do(session, Publish(), force=True, why="It is late.")
    assert ("is right" in text(captain.get(page))) == (scores != "never")


def test_a_captain_changes_no_line_up_of_a_match_that_has_begun() -> None:
    event, page = event_of_four()
    captain = as_role("public")
    session = evening(event, Settings(scores="round"))
    assert "Give the line-up" not in text(captain.get(page))
    forged = captain.post(page, {"wish": f"line-up 1.{match_of_one(event)}", "n1": 5, "s1": 2, "e1": 3, "w1": 4})
    assert forged.status_code == 422
    assert "The match has begun; ask the director." in text(forged)
    north = player_at(sessions.state(session), Seat("A", 1, "N"), 1)
    assert north is not None
    assert north.name == "Player A"
    draw_of_the_next_round(event)
    assert "Give the line-up" in text(captain.get(page))  # of the round that comes


def test_a_captain_changes_no_line_up_of_a_match_that_the_desk_has_recorded() -> None:
    event, page = event_of_four()
    give(event, "drawn", DrawRound())
    match = match_of_one(event)
    give(event, "result", RecordResult(EventMatchKey("Swiss", 1, match), imps=(Fraction(20), Fraction(11))))
    forged = as_role("public").post(page, {"wish": f"line-up 1.{match}", "n1": 5, "s1": 2, "e1": 3, "w1": 4})
    assert forged.status_code == 422
    assert kept(event).stage().record(EventMatchKey("Swiss", 1, match)).line_ups == {}


def test_the_address_of_an_entry_that_was_taken_back_opens_no_other_teams_page() -> None:
    event, _ = event_of_four()
    give(event, "open-to-captains", replace(terms(kept(event)), entries_open=True))
    captain, link = as_role("public"), reverse("contest-enter", args=[KeptEvent.objects.get(pk=event).token])
    first = captain.post(link, {"name": "Pink", "player": ["Player P", "Player Q", "Player R", "Player S"]})
    entered = kept(event).journal[-1].id
    give(event, "back", UndoInEvent(entered))
    second = captain.post(link, {"name": "Lime", "player": ["Player K", "Player L", "Player M", "Player N"]})
    assert [kept(event).entries[5].name, first.headers["Location"] == second.headers["Location"]] == ["Lime", False]
    assert captain.get(first.headers["Location"]).status_code == 404
    assert captain.get(second.headers["Location"]).status_code == 200


def test_a_captain_takes_no_other_teams_name() -> None:
    _, page = event_of_four()
    taken = as_role("public").post(page, {"wish": "entry", "name": "blue", "player": [each.name for each in FIVE]})
    assert taken.status_code == 422
    assert "There is a “blue” already." in text(taken)
