"""Events at the desk: made, entered, drawn, scored and shown, each page by the role that may see it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from clubs import Place
from contests_kept import BEGIN, DIRECTOR, TEAMS, begun, give
from django.http import HttpResponse
from django.urls import reverse
from nights import do
from people import as_role, our_club
from pytest_django.plugin import DjangoDbBlocker
from reading import Client

from arrowswitch.contests.events import (
    BracketPlan,
    ContestPlayer,
    DrawRound,
    EnterContestant,
    EventMatchKey,
    EventState,
    RecordResult,
    SwissPlan,
    terms,
)
from arrowswitch.session import BareScore, Enter, Publish, Start
from arrowswitch.session.night.missing import missing
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.events import running, store
from arrowswitch.site.events.models import KeptEvent
from arrowswitch.site.journal import store as sessions

WON_ALL = "20"
"""The victory points of a match that could not be won more clearly."""


@pytest.fixture(autouse=True)
def a_club(clubs: Place, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), clubs.club("sqlite"):
        our_club()
        yield


def kept(event: int) -> EventState:
    return store.state(event, club=our_club())


def text(page: HttpResponse) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.content.decode()))


def post(client: Client, page: str, /, *args: object, **data: object) -> HttpResponse:
    return client.post(reverse(page, args=args), data)


PASTED = "Red: Ann Ash, Bob Beech, Cy Cedar, Di Dogwood\nBlue\nGreen\nBlack\nWhite\nGold\nGrey\nPink"


def test_an_event_is_made_in_a_minute_from_what_the_adviser_says() -> None:
    ann = Player.objects.create(club=our_club(), given="Ann", family="Ash")
    director = as_role("director")
    wish = {"title": "Club teams", "kind": "teams", "count": 8, "evenings": 1, "entries": PASTED}
    looked = post(director, "contest-new", **wish)
    assert looked.status_code == 200
    assert "Play this: Swiss teams" in text(looked)
    assert KeptEvent.objects.count() == 0
    made = post(director, "contest-new", **wish, format="swiss", command="made-once-and-only")
    event = KeptEvent.objects.get().pk
    assert made.headers["Location"] == reverse("contest", args=[event])
    post(director, "contest-new", **wish, format="swiss", command="made-once-and-only")
    assert KeptEvent.objects.count() == 1
    state = kept(event)
    assert [each.name for each in state.entries.values()] == [
        "Red",
        "Blue",
        "Green",
        "Black",
        "White",
        "Gold",
        "Grey",
        "Pink",
    ]
    assert state.entries[1].players[0].number == str(ann.pk)
    assert [*state.stages] == ["Swiss"]
    assert state.seed
    assert "Club teams" in text(as_role("scorer").get(reverse("events")))


def test_of_two_offers_of_a_format_the_one_that_was_clicked_is_played() -> None:
    director = as_role("director")
    wish = {"title": "Club teams", "kind": "teams", "count": 8, "evenings": 1, "entries": PASTED}
    offered = post(director, "contest-new", **wish).content.decode()
    assert re.findall(r'value="(swiss:\d)"', offered) == ["swiss:3", "swiss:4"]
    for button, rounds, boards in (("swiss:4", 4, 7), ("swiss:3", 3, 9)):
        post(director, "contest-new", **wish, format=button, command=f"made-{rounds}-once")
        state = kept(KeptEvent.objects.latest("pk").pk)
        assert (state.stage().plan, state.boards) == (SwissPlan(rounds), boards)


@pytest.mark.parametrize("silly", [{"rounds": "999999"}, {"first_day": "2199-12-31", "weeks": "52", "rounds": "5000"}])
def test_a_league_without_an_end_is_refused_in_a_sentence(silly: dict[str, str]) -> None:
    wish = {"title": "League", "kind": "teams", "count": 8, "evenings": 1, "entries": PASTED, "first_day": "2026-01-07"}
    answer = post(as_role("director"), "contest-new", **{**wish, **silly}, format="round-robin")
    assert answer.status_code == 422
    assert "A league has no more than 200 evenings." in text(answer)
    assert not KeptEvent.objects.exists()


def test_a_draw_is_taken_as_it_was_shown_or_not_at_all() -> None:
    event, director = begun(teams=4), as_role("director")
    address = reverse("contest-draw", args=[event, 1])
    seen = director.get(address)
    assert "Take this draw" in text(seen)
    shown = re.findall(r'name="shown" value="(\w+)"', seen.content.decode())[0]
    assert director.post(address, {"shown": "another"}).status_code == 409
    assert kept(event).stage().rounds == ()
    for _ in range(2):
        director.post(address, {"shown": shown, "command": "taken-once-only"})
    assert len(kept(event).stage().rounds) == 1
    assert as_role("scorer").get(address).status_code == 403
    assert "Table 1" in text(director.get(reverse("contest-screen", args=[event, 1, 1])))


def test_results_are_saved_by_the_scorer_and_who_was_too_late_is_told() -> None:
    event, scorer = begun(teams=7, rules="nzb"), as_role("scorer")
    give(event, "draw", DrawRound())
    page = reverse("contest-round", args=[event, 1, 1])
    first = kept(event).stage().rounds[0].matches[0]
    assert scorer.post(page, {"m1-a": "20", "m1-b": "11", "seen1": "0"}).status_code == 302
    record = kept(event).stage().record(EventMatchKey("Swiss", 1, 1))
    assert record.imps == (20, 11)
    late = scorer.post(page, {"m1-a": "5", "m1-b": "6", "seen1": "0"})
    assert late.status_code == 409
    assert "Scorer of Riverside" in text(late)
    assert scorer.post(page, {"m2-a": "5", "m2-b": ""}).status_code == 422
    assert scorer.post(page, {"m2-a": "x", "m2-b": "3"}).status_code == 422
    standings = text(scorer.get(reverse("contest-standings", args=[event])))
    assert kept(event).entries[first.sides[0]].name in standings
    working = scorer.get(reverse("contest-match-working", args=[event, 1, 1, 1, first.sides[0]]))
    assert "20 IMPs won, 11 lost" in text(working)
    assert "Together" in text(scorer.get(reverse("contest-total", args=[event, 1, first.sides[0]])))


def test_a_match_can_be_forfeited_cleared_put_off_and_fined() -> None:
    event, director = begun(teams=4), as_role("director")
    give(event, "draw", DrawRound())
    sides = kept(event).stage().rounds[0].matches[0].sides
    page = reverse("contest-match", args=[event, 1, 1, 1])
    assert director.get(page).status_code == 200
    answer = director.post(page, {"wish": "forfeit", "absent": sides[1], "seen": 0})
    assert answer.status_code in (200, 302)
    key = EventMatchKey("Swiss", 1, 1)
    assert kept(event).stage().record(key).forfeit == sides[1]
    director.post(page, {"wish": "clear", "seen": kept(event).version(key)})
    assert not kept(event).stage().record(key).has_result
    director.post(page, {"wish": "postpone", "day": "2026-02-03"})
    assert str(kept(event).stage().record(key).day) == "2026-02-03"
    director.post(page, {"wish": "late", "late": sides[0], "penalty": "1,5", "why": "twenty minutes"})
    assert kept(event).stage().penalties[0].vps * 2 == 3
    director.post(page, {"wish": "result", "vps1": "12", "vps2": "8"})
    assert kept(event).stage().record(key).vps == (12, 8)
    for bad in ({"wish": "?"}, {"wish": "postpone", "day": "2026-13-40"}, {"wish": "result", "imps1": "3"}):
        assert director.post(page, bad).status_code == 422


def test_a_draw_is_changed_by_hand_after_its_price_was_seen() -> None:
    event, director = begun(teams=4), as_role("director")
    give(event, "draw", DrawRound())
    page = reverse("contest-change", args=[event, 1, 1])
    (a, b), (c, d) = (match.sides for match in kept(event).stage().rounds[0].matches)
    wished = {"side1": [a, c], "side2": [b, d], "table1": 1, "table2": 4}
    assert "Compared with the best draw" in text(director.post(page, {**wished, "wish": "look"}))
    assert director.post(page, {**wished, "wish": "take"}).status_code == 422
    assert director.post(page, {**wished, "wish": "take", "why": "a quarrel"}).status_code == 302
    assert kept(event).stage().rounds[0].by_hand
    assert [match.table for match in kept(event).stage().rounds[0].matches] == [1, 2]  # a match of teams has two tables
    assert {frozenset(match.sides) for match in kept(event).stage().rounds[0].matches} == {
        frozenset((a, c)),
        frozenset((b, d)),
    }


def test_entries_are_typed_pasted_seeded_changed_and_withdrawn() -> None:
    event, director = begun(), as_role("director")
    post(director, "contest-entries", event, wish="paste", lines="Red\nBlue: A A, B B, C C, D D\n\nGreen")
    post(director, "contest-entries", event, wish="enter", name="Black", player=["E E", "F F", "G G", "H H"])
    post(director, "contest-entries", event, wish="up 3")
    assert kept(event).seeded == (1, 3, 2, 4)
    assert post(director, "contest-entries", event, wish="paste", lines="Gold\nRed").status_code == 422
    assert len(kept(event).entries) == 4
    post(director, "contest-entry", event, 1, name="Crimson", wish="change")
    assert kept(event).entries[1].name == "Crimson"
    post(director, "contest-entry", event, 2, wish="withdraw")
    assert kept(event).entries[2].withdrawn
    assert "Withdrawn: 2 Blue" in text(director.get(reverse("contest-entries", args=[event])))
    assert post(director, "contest", event, format="knockout").status_code == 302
    assert [*kept(event).stages] == ["Knockout"]


def test_a_bracket_is_shown_and_a_final_opened_from_places() -> None:
    event, director = begun(teams=4), as_role("director")
    give(event, "draw", DrawRound())
    page = reverse("contest-settings", args=[event])
    director.post(page, {"wish": "close", "stage": "Swiss"})
    wish = {
        "wish": "open",
        "name": "Cup",
        "format": "knockout",
        "before": "Swiss",
        "first": 1,
        "last": 2,
        "with_ties": 1,
    }
    director.post(page, wish)
    assert [*kept(event).stages] == ["Swiss", "Cup"]
    assert isinstance(kept(event).stage("Cup").plan, BracketPlan)
    shown = text(director.get(reverse("contest-standings", args=[event])))
    assert "Final" in shown
    assert director.get(reverse("contest-stage-standings", args=[event, 1])).status_code == 200


def test_what_was_done_is_told_and_taken_back() -> None:
    event, director = begun(teams=4), as_role("director")
    give(event, "draw", DrawRound())
    page = reverse("contest-journal", args=[event])
    assert "drew round 1 of Swiss" in text(director.get(page))
    assert director.post(page, {"undo": "stage"}).status_code == 422
    director.post(page, {"undo": "draw", "why": "too early"})
    assert kept(event).stage().rounds == ()
    assert "took back: drew round 1 of Swiss (too early)" in text(director.get(page))


def test_settings_change_what_holds_of_the_event() -> None:
    event, director = begun(teams=4), as_role("director")
    page = reverse("contest-settings", args=[event])
    held = {
        "title": "Spring",
        "boards": 10,
        "regulations": "nzb",
        "scale": "",
        "rules": "nzb",
        "odd": "bye",
        "seed": "7",
    }
    assert director.post(page, {**held, "wish": "terms", "entries_open": "on", "shared": "on"}).status_code == 302
    state = kept(event)
    assert (state.title, state.boards, state.rules.odd, state.entries_open) == ("Spring", 10, "bye", True)
    assert director.post(page, {**held, "wish": "terms", "boards": 0}).status_code == 422
    give(event, "draw", DrawRound())
    assert director.post(page, {**held, "wish": "terms", "seed": "8"}).status_code == 422  # nothing of it is done
    assert KeptEvent.objects.get().shared
    director.post(page, {"wish": "away"})
    assert not store.listed(our_club())
    director.post(page, {"wish": "back"})
    assert store.listed(our_club())


def test_those_with_the_link_see_the_event_and_captains_enter_if_they_may() -> None:
    event, visitor = begun(teams=4), as_role("public")
    give(event, "draw", DrawRound())
    token = KeptEvent.objects.get().token
    seen = text(visitor.get(reverse("contest-link", args=[token])))
    assert all(name in seen for name in TEAMS[:4])
    assert visitor.get(reverse("contest-link-total", args=[token, 1, 1])).status_code == 200
    enter = reverse("contest-enter", args=[token])
    assert visitor.post(enter, {"name": "Pink"}).status_code == 422
    give(event, "opened", replace(terms(kept(event)), entries_open=True))
    assert visitor.post(enter, {"name": "Pink", "player": ["A A", "B B", "C C", "D D"]}).status_code == 302
    assert kept(event).entries[5].name == "Pink"
    assert kept(event).journal[-1].by.role == "player"
    assert visitor.post(enter, {"name": "pink"}).status_code == 422
    KeptEvent.objects.update(shared=False)
    assert visitor.get(enter).status_code == visitor.get(reverse("contest-link", args=[token])).status_code == 404


def test_those_with_the_link_learn_no_result_of_an_evening_before_it_is_posted() -> None:
    event, visitor, scorer = begun(teams=4), as_role("public"), as_role("scorer")
    give(event, "draw", DrawRound())
    session = running.open_evening(
        event, club=our_club(), by=DIRECTOR, command="first", title="Tuesday", day=BEGIN.date(), rounds=1, now=BEGIN
    )
    do(session, Start())
    for each in missing(sessions.state(session)):
        do(session, Enter(each.line, BareScore(110 if each.line.table % 2 else 600)))
    page = reverse("contest-link", args=[KeptEvent.objects.get().token])
    pairs = reverse("contest-link-butler", args=[KeptEvent.objects.get().token])
    assert f"{WON_ALL} VPs" in text(scorer.get(page))
    assert WON_ALL not in text(visitor.get(page)).partition("Who plays")[0]
    assert "No boards have been scored" in text(visitor.get(pairs))
    do(session, Publish(), force=True, why="It is late.")
    assert f"{WON_ALL} VPs" in text(visitor.get(page))
    assert "No boards have been scored" not in text(visitor.get(pairs))
    # 110 at one table and 600 at the other, the datum 360: 6 IMPs a board to those who did better, and from the others
    listed = text(scorer.get(reverse("contest-butler", args=[event])))
    assert [listed.count(f" 8 {sign}48 {sign}6 ") for sign in "+−"] == [4, 4]


def test_those_with_the_link_learn_nothing_of_results_from_why_a_round_was_drawn() -> None:
    event, visitor = begun(teams=4), as_role("public")
    session = running.open_evening(
        event, club=our_club(), by=DIRECTOR, command="first", title="Tuesday", day=BEGIN.date(), rounds=2, now=BEGIN
    )
    do(session, Start())
    for each in missing(sessions.state(session)):
        do(session, Enter(each.line, BareScore(110 if each.line.table % 4 else 600)))
    give(event, "draw-2", DrawRound())
    page = reverse("contest-link", args=[KeptEvent.objects.get().token])
    assert "VPs apart" in text(as_role("scorer").get(page))
    seen = text(visitor.get(page))
    assert "VPs apart" not in seen
    assert "Drawn by lot" in seen  # of the first round, which tells nothing
    do(session, Publish(), force=True, why="It is late.")
    assert "VPs apart" in text(visitor.get(page))


def test_a_page_that_is_asked_again_answers_only_when_something_has_happened() -> None:
    event, scorer = begun(teams=4), as_role("scorer")
    give(event, "draw", DrawRound())
    page = reverse("contest-standings", args=[event])
    (seen,) = re.findall(r"seen=([-\d]+)", scorer.get(page).content.decode())
    assert scorer.get(page, {"seen": seen}).status_code == 204
    give(event, "result", RecordResult(EventMatchKey("Swiss", 1, 1), imps=(Fraction(20), Fraction(11))))
    assert scorer.get(page, {"seen": seen}).status_code == 200
    token = KeptEvent.objects.get().token
    (seen,) = re.findall(
        r"seen=([-\d]+)", as_role("public").get(reverse("contest-link", args=[token])).content.decode()
    )
    assert as_role("public").get(reverse("contest-link", args=[token]), {"seen": seen}).status_code == 204


def test_what_is_still_possible_is_told_for_as_many_places_as_are_asked_for() -> None:
    event, scorer = begun(teams=4), as_role("scorer")
    for number in (1, 2, 3):
        give(event, f"draw-{number}", DrawRound())
        for match, drawn in enumerate(kept(event).stage().rounds[-1].matches, 1):
            imps = (Fraction(90), Fraction(0)) if min(drawn.sides) == drawn.sides[0] else (Fraction(0), Fraction(90))
            give(event, f"result-{number}-{match}", RecordResult(EventMatchKey("Swiss", number, match), imps=imps))
    page = reverse("contest-standings", args=[event])
    first, three = (text(scorer.get(page, {"places": places})) for places in (1, 3))
    assert "can no longer catch the first" in first
    assert "qualified: nobody can catch it" not in three
    assert "qualified: no more than 2 can catch it" in three
    assert text(scorer.get(page, {"places": "x"})) == text(scorer.get(page))


def test_who_asked_to_be_forgotten_is_named_on_no_page_of_entries_nor_in_the_journal() -> None:
    zoe = Player.objects.create(club=our_club(), given="Zoe", family="Zelkova")
    event = begun(kind="pairs")
    both = ContestPlayer("Zoe Zelkova", str(zoe.pk)), ContestPlayer("Bob Beech")
    give(event, "pair", EnterContestant("", both))
    link = reverse("contest-link", args=[KeptEvent.objects.get().token])
    pages = [link, reverse("contest-entry", args=[event, 1])]
    pages += [reverse(name, args=[event]) for name in ("contest-entries", "contest-journal")]
    assert all("Zoe Zelkova" in as_role("scorer").get(page).content.decode() for page in pages)
    zoe.erase()
    for page in pages:
        shown = as_role("scorer").get(page).content.decode()
        assert ("Zoe Zelkova" in shown, "(name withheld)" in shown, "Bob Beech" in shown) == (False, True, True)


def test_who_is_left_as_they_were_in_an_entry_are_the_same_people() -> None:
    people = [Player.objects.create(club=our_club(), given="Zoe", family=name) for name in ("Zelkova", "Yew")]
    event, scorer = begun(kind="pairs"), as_role("scorer")
    give(event, "pair", EnterContestant("", tuple(ContestPlayer(str(each), str(each.pk)) for each in people)))
    for each in people:
        each.erase()
    page = reverse("contest-entry", args=[event, 1])
    sent = {"name": "The Trees", "player": ["(name withheld)", "(name withheld)"], "captain": "1"}
    assert scorer.post(page, sent).status_code == 302
    assert kept(event).entries[1].name == "The Trees"
    assert [each.number for each in kept(event).entries[1].players] == [str(each.pk) for each in people]


def test_an_event_without_entries_says_what_to_do_next() -> None:
    event, director = begun(), as_role("director")
    assert "Nobody has entered yet" in text(director.get(reverse("contest", args=[event])))
    assert post(director, "contest", event, format="no such thing").status_code == 422
    assert text(director.get(reverse("contest-standings", args=[event]))).count("Nothing is played yet") == 1


def test_another_club_finds_nothing() -> None:
    event = begun(teams=4)
    other = as_role("owner", Club.objects.create(name="Elsewhere"))
    for name in ("contest", "contest-entries", "contest-standings", "contest-journal", "contest-settings"):
        assert other.get(reverse(name, args=[event])).status_code == 404


def test_what_was_typed_stays_when_one_number_is_wrong_and_a_page_gone_back_to_is_not_lost() -> None:
    event, scorer = begun(teams=4), as_role("scorer")
    give(event, "draw", DrawRound())
    page = reverse("contest-round", args=[event, 1, 1])
    wrong = scorer.post(page, {"m1-a": "20", "m1-b": "11", "m2-a": "x", "m2-b": "7", "command": "sent-by-a-page"})
    assert wrong.status_code == 422
    values = re.findall(r'name="(m\d-[ab])"[^>]*value="([^"]*)"', wrong.content.decode())
    assert values == [("m1-a", "20"), ("m1-b", "11"), ("m2-a", "x"), ("m2-b", "7")]
    sent = {"m1-a": "20", "m1-b": "11", "seen1": "0", "command": "sent-by-a-page"}
    for _ in range(2):
        assert scorer.post(page, sent).status_code == 302
    again = scorer.post(page, {**sent, "m1-a": "30"})  # the back button, and the same form with another number
    assert (again.status_code, "was faster" in text(again)) == (409, True)
    version = re.findall(r'name="seen1" value="(\d+)"', again.content.decode())[0]
    assert scorer.post(page, {**sent, "m1-a": "30", "seen1": version}).status_code == 302
    assert kept(event).stage().record(EventMatchKey("Swiss", 1, 1)).imps == (30, 11)


def test_an_event_is_found_from_the_first_page_and_members_find_its_link_among_the_results() -> None:
    event = begun(teams=7)
    link = reverse("contest-link", args=[KeptEvent.objects.get(pk=event).token])
    home = as_role("director").get(reverse("home")).content.decode()
    assert reverse("contest", args=[event]) in home
    assert reverse("contest-new") in home
    assert link in as_role("player").get(reverse("results-list")).content.decode()
    assert reverse("contest", args=[event]) not in as_role("player").get(reverse("home")).content.decode()
    assert link not in Client().get(reverse("results-list")).content.decode()
    KeptEvent.objects.update(shared=False)
    assert link not in as_role("player").get(reverse("results-list")).content.decode()
