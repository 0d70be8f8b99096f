"""What a session is worth: said on its page Awards where the scheme of its day asks for it, and used wherever awards are made or shown."""

from __future__ import annotations

import csv
import re
from datetime import date
from html import unescape
from typing import Any

import pytest
from browsing import ARGUMENTS, executable, faults, fits
from django.urls import reverse
from nights import a_night, desk_server, do, play_on
from people import PASSWORD, account, as_role, our_club
from playwright.sync_api import expect, sync_playwright
from site_server import arrowswitch
from test_lines_seen import signed_in

from arrowswitch.movements import build
from arrowswitch.session import BareScore, Correct, LineKey, Publish, PutAway, SetLists, Start
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.merits import award_keeper
from arrowswitch.site.merits.models import AwardRun, AwardsWay, MadeAward, SessionWorth
from arrowswitch.site.yearbook import keeper as yearbook

pytestmark = pytest.mark.usefixtures("desk_club")

GAMES = """
title = "Our games"
edition = "1"
since = 2026-01-01
source = "Committee"
unit = "cup points"
step = 0.01
[[scale]]
rule = "r"
way = "parts"
parts = [1]
[[rates]]
game = "charity"
rate = 0.2
rule = "r"
"""


def text(answer: Any) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))


def decided(scheme: str, **more: Any) -> AwardsWay:
    return AwardsWay.objects.create(club=our_club(), scheme=scheme, by="Olive Owner", **more)


def in_order(**options: Any) -> int:
    """Five tables, two winners, 25 boards; North-South are placed by their numbers, and no two pairs of the room tie."""
    night = a_night(build("mitchell", tables=5, boards_per_round=5), **options)
    play_on(night)
    for table, better in enumerate((5, 4, 2, 1), 1):
        for board in range(5 * table - 4, 5 * table - 4 + better):
            do(night, Correct(LineKey("A", 1, table, board), BareScore(140), consent=("NS", "EW")), why="score slip")
    return night


def page(night: int, role: str = "director", **asked: str) -> str:
    return text(as_role(role).get(reverse("night-results-awards", args=[night]), asked))


def seen(night: int) -> str:
    """What the page was made from, as its form sends it along."""
    shown = as_role("director").get(reverse("night-results-awards", args=[night])).content.decode()
    found = re.search(r'name="seen" value="([^"]*)"', shown)
    assert found is not None
    return unescape(found[1])


def say(night: int, *, status: int = 302, **said: str) -> str:
    answer = as_role("director").post(
        reverse("night-results-awards-worth", args=[night]), {"seen": seen(night), "sessions": "1", **said}
    )
    assert answer.status_code == status, text(answer)
    return text(answer)


def listed(night: int, title: str) -> list[float]:
    """What a list is awarded by the register, from the first down: of each contestant, whether it counts or not."""
    found = MadeAward.objects.filter(run__session=night, run__current=True, list=title).order_by("pk")
    return [float(amount) for amount in {each.contestant: each.exact for each in found}.values()]


def posted(scheme: str, **options: Any) -> int:
    decided(scheme)
    night = in_order(**options)
    do(night, Publish())
    award_keeper.in_step(our_club(), 60)
    return night


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ({"game": "open"}, 0.5),
        ({"game": "invitational"}, 0.4),
        ({"game": "limited", "limit": "20"}, 0.25),
        ({"game": "limited", "limit": "100"}, 0.3),
        ({"game": "limited", "limit": "200"}, 0.35),
        ({"game": "limited", "limit": "300"}, 0.4),
        ({"game": "newcomer", "limit": "5"}, 0.15),
        ({"game": "newcomer", "limit": "10"}, 0.2),
        ({"game": "newcomer", "limit": "20"}, 0.25),
        ({"first": "2"}, 2),
    ],
    ids=str,
)
def test_the_first_has_the_rate_of_the_game_for_each_pair(said: dict[str, str], first: float) -> None:
    # ACBL Handbook: the rate of the game for each of the five pairs; 70% for the second
    night = posted("acbl")
    say(night, **said, why="it was one")
    assert listed(night, "NS") == [first, pytest.approx(0.7 * first, abs=0.006)]


def test_what_is_said_before_posting_is_used_as_things_stand_and_in_the_awards() -> None:
    decided("abf")
    night = in_order()
    assert "Why" not in page(night).split("What this session is worth")[1].split("Who may have no award")[0]
    # ABF Manual 3.1.1: 0.02 for each of five tables times the weight, 1.5 and 2.5
    assert "times the weight 1.5" in page(night)
    say(night, weight="2,5")
    said = page(night)
    assert "This session is not as usual: weight 2.5." in said
    assert "times the weight 2.5" in said
    file = as_role("director").get(reverse("night-results-awards-file", args=[night])).content.decode("utf-8-sig")
    assert [line[7] for line in csv.reader(file.splitlines())][1] == "0.25"
    do(night, Publish())
    award_keeper.in_step(our_club(), 60)
    assert listed(night, "NS") == [0.25, 0.18]
    assert "Kept in the register of awards" in page(night)
    # a scorer sees it, and does not say it
    seen_by_scorer = page(night, "scorer")
    assert "This session is not as usual: weight 2.5." in seen_by_scorer
    assert "What this session is worth" not in seen_by_scorer


def test_a_howell_of_a_higher_grade_pays_what_was_published() -> None:
    # one of 12 pairs pays 60 hundredths, by the weight of 2.5
    decided("abf")
    night = a_night(build("howell", tables=6, boards_per_round=3), winners=1)
    play_on(night)
    first = min(store.state(night).lines, key=lambda key: (key.round, key.table, key.board))
    do(night, Correct(first, BareScore(140), consent=("NS", "EW")), why="score slip")
    say(night, weight="2.5")
    do(night, Publish())
    award_keeper.in_step(our_club(), 60)
    assert max(listed(night, "all")) == 0.6


def test_posted_awards_are_made_again_with_the_difference_and_the_reason() -> None:
    night = posted("acbl")
    refused = say(night, status=422, game="newcomer", limit="10", why=" ")
    assert "Nothing was saved" in refused
    assert "Write down why: it stays beside the awards." in refused
    assert not SessionWorth.objects.exists()
    say(night, game="newcomer", limit="10", why="the sanction says so")
    assert listed(night, "NS") == [0.2, 0.14]
    said = page(night)
    reason = "newcomer game, up to 10 masterpoints: the sanction says so (Director of Riverside)"
    assert said.split("Every time that awards were made")[1].count(reason) == 1
    assert "0.50 before, 0.20 now (masterpoints)" in said
    one, other = AwardRun.objects.order_by("pk")
    assert (one.current, one.worth, other.current) == (False, None, True)
    assert {float(each.exact) for each in one.awards.filter(label="NS 1")} == {0.5}
    # and taken back by another row
    say(night, why="an open game after all")
    assert listed(night, "NS") == [0.5, 0.35]
    assert [each.said for each in SessionWorth.objects.order_by("pk")][1] == "{}"
    assert "as usual: an open game after all (Director of Riverside)" in page(night)
    assert not award_keeper.behind(our_club()).exists()
    do(night, PutAway())
    award_keeper.in_step(our_club(), 60)
    assert page(night).count("Put away by Director of Riverside.") == 1


@pytest.mark.usefixtures("club")
def test_overall_awards_fall_by_a_quarter_in_each_database() -> None:
    night = posted("acbl")
    say(night, places="5", overall_first="4.31", why="a sanctioned event")
    assert listed(night, "overall") == [4.31, 3.23, 2.42, 1.82, 1.36]
    # (5 tables + 10) / 60 x 10 x 1.5 = 3.75, and half of it
    say(night, places="1", rating="sectional", sessions="2", why="rated")
    assert listed(night, "overall") == [3.75]
    say(night, places="1", rating="sectional", sessions="2", factor="0.5", why="all else")
    assert listed(night, "overall") == [1.88]
    assert [(each.version, each.current) for each in AwardRun.objects.order_by("pk")] == [(1, False)] * 3 + [(1, True)]
    said = page(night)
    assert "This session is not as usual: 1 overall award, rated sectional, 2 sessions, times 0.5." in said
    award = MadeAward.objects.filter(run__current=True, list="overall").first()
    assert award is not None
    working = text(as_role("director").get(reverse("award-working", args=[award.pk])))
    assert "Times 10 for the rating, 1.5 for the sessions, 0.5 for all else" in working
    assert "something else" not in working


def test_a_stratum_has_the_rate_of_its_limit() -> None:
    decided("acbl")
    night = a_night(build("mitchell", tables=7, boards_per_round=3))
    play_on(night)
    do(night, SetLists({f"A{number}": "B" for number in range(1, 7)}))
    for table, board in ((1, 1), (1, 2), (2, 4)):
        do(night, Correct(LineKey("A", 1, table, board), BareScore(140), consent=("NS", "EW")), why="score slip")
    do(night, Publish())
    award_keeper.in_step(our_club(), 60)
    # six pairs at 0.07, as in the published Howell of 5½ tables, and 70% of it
    assert listed(night, "stratum B NS") == [0.42, 0.29]
    assert "its limit of masterpoints was not said" in page(night)
    say(night, stratum_B="200", why="asked the unit")
    assert listed(night, "stratum B NS") == [0.42, 0.29]
    assert "its limit of masterpoints was not said" not in page(night)
    say(night, stratum_B="100", why="read it again")
    assert listed(night, "stratum B NS") == [0.36, 0.25]


def test_what_the_first_of_teams_has_is_asked_for_in_time_and_said() -> None:
    decided("abf")
    teams = build("american-whist", teams=5, boards_per_round=6)
    night = a_night(teams, method="imps", boards_per_match=6, winners=1, start=False)
    lacks = (
        "Nothing is awarded: what the first has is not in our sources for Australian Bridge Federation: green points"
    )
    setup = as_role("director").get(reverse("night", args=[night]))
    assert lacks in text(setup)
    assert reverse("night-results-awards", args=[night]) in setup.content.decode()
    assert "Weight" not in page(night)
    say(night, first="0.6")
    assert lacks not in text(as_role("director").get(reverse("night", args=[night])))
    do(night, Start())
    play_on(night)
    # the top third, rounded up, are two; all five share what they have
    assert page(night).count("5 share (0.6 + 0.42 + 0 + 0 + 0) / 5") == 5


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"game": "limited"}, "Say under “limit” how many masterpoints the players of a limited game have at most."),
        ({"game": "newcomer", "limit": "50"}, "A newcomer game has no limit of 50 masterpoints."),
        ({"game": "open", "limit": "50"}, "A game of this kind has no limit"),
        ({"game": "limited", "limit": "-5"}, "greater than or equal to 1"),
        ({"game": "magic"}, "magic is not one of the available choices"),
        ({"first": "-1"}, "Write a number above 0, such as 2.5, or leave it empty."),
        ({"first": "0"}, "Write a number above 0"),
        ({"first": "a lot"}, "Write a number above 0"),
        ({"first": "9999999"}, "Write a number above 0"),
        ({"overall_first": "2"}, "Say how many places have an overall award."),
        ({"places": "2"}, "Say what the first has, or how the event is rated: one of the two."),
        ({"places": "2", "overall_first": "2", "rating": "unit"}, "one of the two."),
        ({"places": "2", "overall_first": "2", "sessions": "2"}, "Sessions and factor go with a rating"),
        ({"places": "2", "rating": "unit", "factor": "-1"}, "Write a number above 0"),
        ({"places": "2", "rating": "galactic"}, "galactic is not one of the available choices"),
        ({"places": "2", "rating": "unit", "sessions": "5"}, "5 is not one of the available choices"),
        ({"stratum_B": "100", "stratum_C": "100"}, "Stratum C is below stratum B: its limit is lower."),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused_in_a_sentence(said: dict[str, str], why: str) -> None:
    decided("acbl")
    night = a_night(build("mitchell", tables=5, boards_per_round=5))
    do(night, SetLists({"A1": "B", "A2": "C"}))
    assert why in say(night, status=422, **said)
    assert not SessionWorth.objects.exists()


def test_who_was_not_quick_enough_looks_again_and_what_is_sent_twice_is_written_once() -> None:
    decided("abf")
    night = in_order()
    address, before = reverse("night-results-awards-worth", args=[night]), seen(night)
    for _ in range(2):
        assert as_role("director").post(address, {"seen": before, "weight": "2.5"}).status_code == 302
    assert SessionWorth.objects.count() == 1
    late = as_role("owner").post(address, {"seen": before, "weight": "3"})
    assert (late.status_code, "Somebody has changed this meanwhile" in text(late)) == (409, True)
    assert SessionWorth.objects.count() == 1
    again = re.search(r'name="seen" value="([^"]*)"', late.content.decode())
    assert again is not None
    assert as_role("owner").post(address, {"seen": unescape(again[1]), "weight": "3"}).status_code == 302
    assert [each.by for each in SessionWorth.objects.order_by("pk")] == ["Director of Riverside", "Owner of Riverside"]
    before = seen(night)
    decided("acbl")  # the club has another scheme since the page was opened: it asks for other things
    assert as_role("director").post(address, {"seen": before, "weight": "4"}).status_code == 409


def test_awards_reckoned_before_something_was_said_are_not_kept_after_it() -> None:
    decided("abf")
    night = in_order()
    do(night, Publish())
    while yearbook.in_step(our_club(), 60):
        pass
    session = Session.objects.get(pk=night)
    late = award_keeper._reckoned(session, store.state(night))
    SessionWorth.objects.create(session=session, said='{"weight": "2.5"}', by="x")
    assert award_keeper._keep(*late) is None
    award_keeper.when_posted(session)
    assert listed(night, "NS") == [0.25, 0.18]


def test_nothing_is_asked_where_the_scheme_leaves_nothing_open() -> None:
    decided("nzb")
    night = in_order()
    assert "What this session is worth" not in page(night)
    answer = as_role("director").post(reverse("night-results-awards-worth", args=[night]), {"first": "50"})
    assert (answer.status_code, "asks for nothing of that sort" in text(answer)) == (422, True)
    # nor where another scheme is tried out than the one that the session is awarded by
    decided("abf")
    assert "What this session is worth" in page(night)
    assert "What this session is worth" not in page(night, scheme="acbl")


def test_what_was_said_for_one_scheme_is_not_used_by_another() -> None:
    decided("acbl")
    night = in_order()
    say(night, game="newcomer", limit="10", first="2", places="1", overall_first="3")
    do(night, Publish())
    decided("nzb")
    award_keeper.in_step(our_club(), 60)
    # NZ: five in a list have 40 and 20
    assert listed(night, "NS") == [40, 20]
    assert "not as usual" not in page(night)


def test_a_day_before_the_first_decision_is_made_again_too() -> None:
    our_club().__class__.objects.filter(pk=our_club().pk).update(federation="qba")
    night = in_order()
    do(night, Publish())
    award_keeper.in_step(our_club(), 60)
    decided("nzb", since=date(2026, 6, 1))
    say(night, weight="2.5", why="a congress")
    assert listed(night, "NS") == [0.25, 0.18]
    eligible = reverse("night-results-awards-eligible", args=[night])
    as_role("director").post(eligible, {"contestant": "A1", "why": "not members", "may": "no"})
    assert listed(night, "NS") == [0.18]


def test_a_scheme_of_the_clubs_own_asks_for_its_own_games() -> None:
    decided("own", own=GAMES)
    night = in_order()
    no_game = "Nothing is awarded: There is no game “open”; there are charity."
    assert no_game in text(as_role("director").get(reverse("night-results-publish", args=[night])))
    assert "There is no game “open”; there are charity." in page(night)
    say(night, game="charity")
    assert no_game not in text(as_role("director").get(reverse("night-results-publish", args=[night])))
    do(night, Publish())
    award_keeper.in_step(our_club(), 60)
    assert listed(night, "NS")[0] == 1


def test_the_list_of_the_command_has_what_was_said(desk_club: dict[str, str]) -> None:
    decided("abf")
    night = in_order()
    say(night, weight="2.5")
    do(night, Publish())
    place = ("--data", desk_club["ARROWSWITCH_DATA"])
    done = arrowswitch("awards", "--from", "2026-01-01", "--until", "2026-01-31", *place, **desk_club)
    assert done.returncode == 0
    assert [line[3] for line in csv.reader(done.stdout.splitlines())].count("0.25") >= 2


@pytest.mark.parametrize("width", ["phone", "tablet", "laptop"])
def test_a_director_says_it_on_a_page_that_everybody_can_read(desk_club: dict[str, str], width: str) -> None:
    decided("acbl")
    night = in_order()
    do(night, SetLists({f"A{number}": "B" for number in range(1, 6)}))
    do(night, Publish())
    award_keeper.in_step(our_club(), 60)
    name = account("director", password=PASSWORD).name
    with desk_server(desk_club) as server, sync_playwright() as playwright:
        address = server.address.rstrip("/")
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        page = signed_in(browser, address, name, width, script=True)
        page.goto(address + reverse("night-results-awards", args=[night]))
        page.get_by_text("What this session is worth").click()
        form = page.locator("details[open] form")
        form.get_by_label("Kind of game").select_option("newcomer game")
        form.get_by_role("button", name="Save").click()
        expect(form.get_by_text("how many masterpoints the players of a newcomer game")).to_be_visible()
        assert faults(page) == []
        assert fits(page)
        form.get_by_label("Limit", exact=True).fill("10")
        form.get_by_label("Why").fill("the sanction says so")
        form.get_by_role("button", name="Save").click()
        said = "This session is not as usual: newcomer game, up to 10 masterpoints."
        expect(page.get_by_text(said)).to_be_visible()
        page.get_by_text("What this session is worth").click()
        page.get_by_text("Every time that awards were made").click()
        expect(page.get_by_text("0.50 before, 0.20 now (masterpoints)").first).to_be_visible()
        assert faults(page) == []
        assert fits(page)
        browser.close()
    assert listed(night, "NS") == [0.2, 0.14]
