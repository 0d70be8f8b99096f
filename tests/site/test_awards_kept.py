"""Awards that are made when results are posted, made again when they are corrected, and never overwritten."""

from __future__ import annotations

import csv
import re
from datetime import date
from fractions import Fraction
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from django.urls import reverse
from nights import a_night, do, play_on
from people import account, as_role, our_club
from pypdf import PdfReader

from arrowswitch.movements import build
from arrowswitch.session import BareScore, Correct, LineKey, Publish, PutAway, Reopen, SeatedPlayer, Substitute
from arrowswitch.session.night import Place
from arrowswitch.site.club.models import Player
from arrowswitch.site.club.players.doubles import erase, merge
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.merits import award_federation, award_keeper, award_reading
from arrowswitch.site.merits.models import (
    RATING,
    AwardRun,
    AwardsWay,
    EligibilityDecision,
    HandCredit,
    MadeAward,
    PlayerYear,
)
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.yearbook import keeper as yearbook

pytestmark = pytest.mark.django_db

OURS = """
title = "The cup"
edition = "1"
since = 2026-01-01
source = "Committee"
unit = "cup points"
[[scale]]
rule = "r"
way = "parts"
parts = [1]
rate = 2
place_less = 1
"""


def text(answer: Any) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))


def in_step() -> None:
    """However long it takes on a machine with much to do."""
    while award_keeper.in_step(our_club()):
        pass


def decided(scheme: str = "nzb", since: date | None = None, **more: str) -> AwardsWay:
    return AwardsWay.objects.create(club=our_club(), scheme=scheme, since=since, by="Olive Owner", **more)


def a_posted(day: date = date(2026, 1, 6), points: int = 140) -> int:
    """Five tables, two winners, 25 boards; pair 1 alone is in front North-South: 40 C points, the other four (20 + 0 + 0 + 0) / 4, or 6."""
    night = a_night(build("mitchell", tables=5, boards_per_round=5), date=day)
    play_on(night)
    better(night, 1, points)
    do(night, Publish())
    return night


def better(night: int, table: int, points: int) -> None:
    line = LineKey("A", 1, table, 5 * table - 4)
    do(night, Correct(line, BareScore(points), consent=("NS", "EW")), why="score slip")


def has(night: int, label: str) -> set[str]:
    """What each player of a pair is credited with now."""
    run = AwardRun.objects.get(session=night, current=True)
    return {each.amount for each in run.awards.filter(label=label)}


def player_of(night: int, label: str = "NS 1") -> Player:
    award = MadeAward.objects.filter(run__session=night, label=label).select_related("player").first()
    assert award is not None
    assert award.player is not None
    return award.player


def test_awards_are_made_when_results_are_posted_and_once() -> None:
    decided()
    night = a_posted()
    in_step()
    assert has(night, "NS 1") == {"40"}
    assert has(night, "NS 2") == {"6"}
    run = AwardRun.objects.get()
    assert (run.version, run.scheme, run.unit, run.day) == (1, "nzb", "C points", date(2026, 1, 6))
    in_step()
    assert AwardRun.objects.get() == run


def test_a_correction_that_is_posted_supersedes_with_the_difference_and_overwrites_nothing() -> None:
    decided()
    night = a_posted()
    in_step()
    better(night, 2, 140)
    in_step()
    assert AwardRun.objects.count() == 1
    do(night, Publish())
    in_step()
    first, second = AwardRun.objects.order_by("pk")
    assert (first.version, first.current, first.superseded_by) == (1, False, second)
    assert (second.version, second.current) == (2, True)
    assert {each.amount for each in first.awards.filter(label="NS 1")} == {"40"}
    assert has(night, "NS 1") == has(night, "NS 2") == {"30"}
    told = {(said.label, str(before), str(after)) for said, before, after in award_keeper.differences(second)}
    assert {("NS 1", "40", "30"), ("NS 2", "6", "30")} <= told


def test_who_is_placed_and_may_have_nothing_moves_nobody_up() -> None:
    # NZ Club Directors Manual, L788
    decided()
    night = a_posted()
    in_step()
    desk, place = as_role("director"), reverse("night-results-awards-eligible", args=[night])
    for wrong, why in (
        ({"contestant": "A1", "may": "no", "why": " "}, "Write down why: it stays beside the awards."),
        ({"contestant": "A99", "why": "x"}, "Choose who has no award from the list."),
    ):
        refused = desk.post(place, wrong)
        assert (refused.status_code, why in text(refused)) == (422, True)
    assert desk.post(place, {"contestant": "A1", "why": "x", "may": "yes"}).status_code == 302  # A1 has them
    assert AwardRun.objects.count() == 1
    assert desk.post(place, {"contestant": "A1", "why": "not members", "may": "no"}).status_code == 302
    assert has(night, "NS 1") == set()
    assert has(night, "NS 2") == {"6"}
    said = text(desk.get(reverse("night-results-awards", args=[night])))
    assert "NS 1 has no award: not members" in said
    assert "NS 1 has no award, and nobody moves up." in said
    assert "40 before, 0 now" in said
    in_step()
    assert AwardRun.objects.count() == 2
    assert desk.post(place, {"contestant": "A1", "why": "they are", "may": "yes"}).status_code == 302
    assert has(night, "NS 1") == {"40"}
    in_step()
    assert AwardRun.objects.count() == 3


def test_awards_reckoned_before_somebody_was_taken_out_are_not_kept_after_it() -> None:
    decided()
    night = a_posted()
    while yearbook.in_step(our_club(), 60):
        pass
    session = Session.objects.get(pk=night)
    late = award_keeper._reckoned(session, store.state(night))
    EligibilityDecision.objects.create(session=session, contestant="A1", label="NS 1", may_have=False, why="guest")
    assert award_keeper._keep(*late) is None
    award_keeper.when_posted(session)
    assert has(night, "NS 1") == set()


def test_awards_stand_in_the_posted_list_for_those_to_whom_the_club_shows_them() -> None:
    decided(seen_by="desk")
    night = a_posted()
    in_step()
    token = Link.objects.get_or_create(session=Session.objects.get(pk=night))[0].token
    public, desk = reverse("results", args=[token]), reverse("night-results", args=[night])
    working = reverse("award-working", args=[MadeAward.objects.filter(label="NS 1").order_by("pk")[0].pk])
    assert f'<a href="{working}">40</a>' in as_role("scorer").get(desk).content.decode()
    assert "C points" not in text(as_role("public").get(public))
    decided(seen_by="public")
    shown = as_role("public").get(public).content.decode()
    assert shown.count(">C points<") == 2  # the head of each list
    assert f'<a href="{working}">40</a>' in shown
    assert as_role("public").get(working).status_code == 200
    paper = as_role("scorer").get(reverse("night-print-pdf", args=[night, "results"]))
    page = PdfReader(BytesIO(paper.content)).pages[0].extract_text()
    assert "C POINTS" in page.upper()
    # who does not want to be named has the award in the list, and no page
    Player.objects.filter(made_awards__label="NS 1").update(withheld="pages")
    shown = as_role("public").get(public).content.decode()
    assert working not in shown
    assert re.search(r"<td class=.n.>\s*40\s*</td>", shown)
    # while the desk corrects them, others see what was posted
    do(night, Reopen(), why="a slip")
    better(night, 2, 140)
    assert "C points" not in text(as_role("scorer").get(desk))
    assert "C points" in text(as_role("public").get(public))


def test_what_is_kept_of_a_session_names_nobody_who_may_ask_to_be_forgotten() -> None:
    decided()
    night = a_night(build("mitchell", tables=5, boards_per_round=5), date=date(2026, 1, 6))
    play_on(night)
    late = Player.objects.create(club=our_club(), given="Newly", family="Come")
    do(night, Substitute(Place("A", 1, "N"), SeatedPlayer("Newly Come", str(late.pk)), 5), force=True, why="came late")
    do(night, Publish())
    in_step()
    assert "Newly Come has no award" in text(as_role("scorer").get(reverse("night-results-awards", args=[night])))
    kept = AwardRun.objects.get(session=night).notes
    assert "Newly" not in kept
    assert f"player {late.pk} has no award" in kept


def test_results_that_are_put_away_take_their_awards_with_them() -> None:
    decided()
    night = a_posted()
    in_step()
    winner = player_of(night)
    do(night, PutAway(), why="it was a rehearsal")
    in_step()
    assert list(award_reading.awards_of(winner)) == []
    assert not award_reading.totals_of(winner)
    assert AwardRun.objects.get(current=True).version == 0
    assert AwardRun.objects.filter(session=night).count() == 2


def test_a_decision_holds_from_its_day_and_older_sessions_are_awarded_in_one_go() -> None:
    last_year, this_year = a_posted(date(2025, 11, 4)), a_posted(date(2026, 1, 6))
    in_step()
    assert AwardRun.objects.count() == 0
    decided(since=date(2026, 1, 1))
    in_step()
    assert [run.session_id for run in AwardRun.objects.all()] == [this_year]
    decided(since=date(2025, 1, 1))
    in_step()
    assert {run.session_id for run in AwardRun.objects.filter(current=True)} == {last_year, this_year}
    assert AwardRun.objects.count() == 2
    decided("ebu", since=date(2026, 1, 1))
    in_step()
    assert {run.session_id: run.scheme for run in AwardRun.objects.filter(current=True)} == {
        last_year: "nzb",
        this_year: "ebu",
    }
    decided("", since=date(2026, 1, 1))
    in_step()
    assert has(this_year, "NS 1") == set()
    assert has(last_year, "NS 1") == {"40"}


def test_who_may_see_awards_can_change_without_making_any_again() -> None:
    decided()
    a_posted()
    in_step()
    decided(seen_by="public")
    in_step()
    assert AwardRun.objects.count() == 1


def test_totals_are_by_year_and_kind_with_what_was_written_in_by_hand() -> None:
    decided()
    first = a_posted(date(2025, 11, 4))
    in_step()
    ann = player_of(first)
    HandCredit.objects.create(
        club=our_club(), player=ann, day=date(2026, 2, 1), unit="A points", amount="3", why="Congress", by="x"
    )
    HandCredit.objects.create(
        club=our_club(), player=ann, day=date(2026, 2, 2), unit="C points", amount="5/2", why="Visit", by="x"
    )
    award_keeper.add_up(our_club(), {(ann.pk, 2026)})
    totals = award_reading.totals_of(ann)
    assert totals.units == ("A points", "C points")
    assert [(each.year, each.amounts) for each in totals.years] == [(2026, ("3", "2.5")), (2025, ("", "40.0"))]
    assert totals.all == ("3", "42.5")
    assert {row.awards for row in PlayerYear.objects.filter(player=ann, unit="C points", year=0)} == {1}


def test_two_entries_of_one_person_have_their_awards_together_and_who_is_erased_keeps_the_figures() -> None:
    decided()
    one, other = a_posted(date(2025, 11, 4)), a_posted(date(2026, 1, 6))
    in_step()
    stays, goes = player_of(one), player_of(other)
    merge(stays, goes)
    assert [each.amounts for each in award_reading.totals_of(stays).years] == [("40",), ("40",)]
    assert award_reading.totals_of(stays).all == ("80",)
    assert not PlayerYear.objects.filter(player=goes)
    erase(stays)
    in_step()
    assert PlayerYear.objects.get(player=stays, year=0).amount == "80"


def test_ranks_ratings_and_grades_are_those_of_the_dates_that_the_rules_give() -> None:
    decided()
    night = a_posted(date(2025, 11, 4))
    in_step()
    ann = player_of(night)
    for day, unit, amount in (
        (date(2024, 12, 31), "B points", "37"),
        (date(2024, 12, 31), RATING, "80"),
        (date(2025, 6, 1), "A points", "3"),
        (date(2025, 7, 1), "B points", "17"),
        (date(2026, 3, 1), "C points", "60"),
    ):
        HandCredit.objects.create(club=our_club(), player=ann, day=day, unit=unit, amount=amount, why="list", by="x")
        award_keeper.add_up(our_club(), {(ann.pk, day.year)})
    # NZ Club Directors Manual, L4951-4956: 80 before, 3 A and 17 B in the year: 84
    title = award_reading.title_of(ann, date(2026, 1, 1))
    assert title is not None
    assert (str(title.rank), title.rating, title.grade) == ("Local Master", 84, "Intermediate")
    # 40 + 60 C points are the 58th B point from 1 March on
    assert title.points == {"A": 3, "B": 54, "C": 40}
    assert title.working.title == f"{ann}: the rating at 1 January 2026"
    later = award_reading.title_of(ann, date(2026, 3, 1))
    assert later is not None
    assert later.points == {"A": 3, "B": 55, "C": 0}
    assert later.rating == 84
    assert Fraction(8, 10) * 84 + 1 == getattr(award_reading.title_of(ann, date(2027, 1, 1)), "rating", None)


def test_posting_at_the_desk_makes_the_awards_at_once_and_the_page_tells_how_they_changed() -> None:
    decided()
    night = a_night(build("mitchell", tables=5, boards_per_round=5))
    play_on(night)
    better(night, 1, 140)
    desk = as_role("director")
    assert desk.post(reverse("night-results-publish", args=[night])).status_code == 302
    assert has(night, "NS 1") == {"40"}
    better(night, 2, 140)
    assert desk.post(reverse("night-results-publish", args=[night])).status_code == 302
    assert has(night, "NS 1") == {"30"}
    said = text(desk.get(reverse("night-results-awards", args=[night])))
    assert "Made from version 2 of the results" in said
    assert "Kept in the register of awards" in said
    assert said.count("40 before, 30 now") == 3  # the pair, and its two players in the register
    assert said.count("40 before, 30 now (C points)") == 2
    assert said.count("The first awards.") == 1
    assert re.search(r"Version 2 [^·]+ · New Zealand Bridge: C points", said)
    assert "Version 1" in said
    tried = text(desk.get(reverse("night-results-awards", args=[night]), {"scheme": "ebu"}))
    assert "only tried out here" in tried
    assert AwardRun.objects.filter(scheme="ebu").count() == 0


# -- the pages ----------------------------------------------------------------------------------------------------------


def page(name: str, *gaps: int, role: str = "director", **asked: str) -> str:
    answer = as_role(role).get(reverse(name, args=gaps), asked)
    assert answer.status_code == 200
    return text(answer)


def test_the_register_says_who_brought_it_about_that_awards_were_made_and_why() -> None:
    decided()
    night = a_posted()
    in_step()
    better(night, 2, 140)
    do(night, Publish())
    in_step()
    desk, place = as_role("director"), reverse("night-results-awards", args=[night])
    barred = reverse("night-results-awards-eligible", args=[night])
    assert desk.post(barred, {"contestant": "A3", "why": "not members", "may": "no"}).status_code == 302
    decided("ebu")
    in_step()
    do(night, PutAway())
    in_step()
    said = text(desk.get(place))
    assert AwardRun.objects.count() == 5
    assert said.count("Posted by Director of Riverside.") == 2
    for why in (
        "score slip (Director of Riverside)",
        "NS 3: not members (Director of Riverside)",
        "Decided by Olive Owner.",
        "Put away by Director of Riverside.",
    ):
        assert said.count(why) == 1, why


def test_the_totals_of_a_year_are_shown_to_whom_the_club_says() -> None:
    decided()
    night = a_posted()
    in_step()
    winner = player_of(night)
    assert f"{winner} 40" in page("awards")
    assert str(winner) in page("awards", year="all", kind="C points")
    assert f"{winner} 40" in page("awards", year="1999")
    for role in ("player", "public"):
        assert str(winner) not in page("awards", role=role)
        assert "40" not in page("player-awards", winner.pk, role=role)
    decided(seen_by="public")
    assert f"{winner} 40" in page("awards", role="public")
    assert "40 C points" in page("player-awards", winner.pk, role="public")
    Player.objects.filter(pk=winner.pk).update(withheld="pages")
    assert str(winner) not in page("awards", role="public")
    assert "40 C points" not in page("player-awards", winner.pk, role="public")
    assert f"{winner} 40" in page("awards", role="scorer")


def test_each_kind_of_points_has_its_own_decimals() -> None:
    decided()
    night = a_posted(date(2026, 1, 6))
    decided("abf", since=date(2026, 1, 7))
    later = a_posted(date(2026, 1, 8))
    in_step()
    one, other = player_of(night), player_of(later)
    merge(one, other)
    in_step()
    said = page("player-awards", one.now.pk)
    assert "0.15 green points" in said
    assert "40 C points" in said


def test_a_player_sees_the_own_awards_whatever_others_see() -> None:
    decided()
    night = a_posted()
    in_step()
    winner = player_of(night)
    me = account("player", name="Me")
    me.change_role("player", winner)
    client = as_role("public")
    client.force_login(me)
    award = MadeAward.objects.get(player=winner)
    assert "40 C points" in text(client.get(reverse("player-awards", args=[winner.pk])))
    assert "place 1. Made on" in text(client.get(reverse("award-working", args=[award.pk])))
    assert "place 1. Made on" not in page("award-working", award.pk, role="player")


def test_the_working_is_that_of_the_version_that_the_award_was_made_from() -> None:
    decided()
    night = a_posted()
    in_step()
    award = MadeAward.objects.filter(player=player_of(night)).get()
    said = page("award-working", award.pk)
    assert "Made on" in said
    assert "version 1 of the results" in said
    assert "something else" not in said
    award.pk, award.amount = None, "39"
    award.save()
    assert "Reckoned again today it comes to something else" in page("award-working", award.pk)
    better(night, 2, 140)
    do(night, Publish())
    in_step()
    assert as_role("director").get(reverse("award-working", args=[award.pk])).status_code == 404


def test_points_are_written_in_with_a_reason_and_taken_back_by_another_entry() -> None:
    decided()
    ann = Player.objects.create(club=our_club(), given="Ann", family="Ash")
    desk, place = as_role("director"), reverse("award-credit", args=[ann.pk])
    sent = {"day": "2026-01-09", "unit": "A points", "amount": "2,5", "why": "Congress"}
    assert desk.post(place, sent).status_code == 302
    assert award_reading.totals_of(ann).all == ("2.5",)
    for wrong in ({"amount": "much"}, {"amount": "0"}, {"day": "2999-01-01"}, {"unit": "pears"}, {"why": ""}):
        assert desk.post(place, sent | wrong).status_code == 422
    credit = HandCredit.objects.get()
    assert (credit.by, credit.why, credit.amount) == ("Director of Riverside", "Congress", "5/2")
    decided(seen_by="public")
    assert "2.5 A points , Congress" in page("player-awards", ann.pk)
    others = page("player-awards", ann.pk, role="public")  # the reason is between the desk and the player
    assert "2.5 A points" in others
    assert "Congress" not in others
    back = reverse("award-credit-take-back", args=[credit.pk])
    refused = desk.post(back, {"why": " "})
    assert (refused.status_code, "Write down why it is taken back" in text(refused)) == (422, True)
    for _ in range(2):
        assert desk.post(back, {"why": "another Ann"}).status_code == 302
    assert not award_reading.totals_of(ann)
    assert [each.amount for each in HandCredit.objects.order_by("pk")] == ["5/2", "-5/2"]
    assert "Taken back since" in page("award-credit", ann.pk)


def test_every_decision_is_a_row_with_who_and_when_and_a_table_is_a_scheme() -> None:
    night = a_posted()
    desk, place = as_role("owner"), reverse("settings-awards")
    sent = {
        "scheme": "own",
        "own_unit": "cup points",
        "own_amounts": "10 7 5",
        "seen_by": "members",
        "ratings_seen_by": "desk",
    }
    for wrong in (
        {"own_amounts": "ten"},
        {"own_amounts": ""},
        {"own_amounts": "10 -7 5"},
        {"own_unit": "rating points"},
        {"own": "title ="},
        {"own": OURS.replace("cup points", "x" * 61)},
        {"own": OURS.replace("place_less = 1", "place_less = 2")},  # the second would be divided by nothing
        {"since": "1066-10-14"},
        {"scheme": "x"},
    ):
        assert desk.post(place, sent | wrong).status_code == 422
    assert desk.post(place, sent | {"own": OURS}).status_code == 302
    for _ in range(2):  # the second says nothing new
        assert desk.post(place, sent | {"why": "agreed by the committee"}).status_code == 302
    way, _first = AwardsWay.objects.all()
    assert (way.scheme, way.by, way.seen_by, way.ratings_seen_by) == ("own", "Owner of Riverside", "members", "desk")
    in_step()
    # one in front; the other four share (7 + 5) / 4
    assert has(night, "NS 1") == {"10"}
    assert has(night, "NS 2") == {"3"}
    assert desk.post(place, sent | {"scheme": ""}).status_code == 302
    in_step()
    assert has(night, "NS 1") == set()
    assert AwardsWay.objects.count() == 3
    said = page("settings-awards", role="owner")
    assert "· agreed by the committee" in said
    assert f"{our_club().name}: cup points" in said
    assert "Awards are seen by: the desk and players who are signed in. Ratings: the desk." in said
    assert "Owner of Riverside" in said


def test_promotions_are_listed_with_their_day_and_grades_at_new_year() -> None:
    decided()
    ann = Player.objects.create(club=our_club(), given="Ann", family="Ash", number="77")
    for day, unit, amount in (
        (date(2024, 12, 31), "B points", 45),
        (date(2025, 3, 1), "C points", 400),
        (date(2025, 6, 1), "C points", 100),
        (date(2025, 9, 1), "A points", 60),
    ):
        HandCredit.objects.create(
            club=our_club(), player=ann, day=day, unit=unit, amount=str(amount), why="list", by="x"
        )
        award_keeper.add_up(our_club(), {(ann.pk, day.year)})
    said = page("award-titles", year="2025")
    # 45 + 4 are not yet 50; with the fifth hundred they are; 60 A points and 110 in all make a Provincial Master
    assert "1 Jun 2025 Ann Ash Club Master Local Master 1 Sep 2025 Ann Ash Local Master Provincial Master" in said
    assert "At 1 January 2025" in said
    assert "Ann Ash Club Master 45 Intermediate" in said
    # 0.8 x 45 + 60 + 5 = 101
    assert "Ann Ash Provincial Master 101 Open (was Intermediate)" in page("award-titles", year="2026")
    lines = as_role("director").get(reverse("award-titles-file"), {"year": "2025"}).content.decode("utf-8-sig").split()
    assert lines[-1].endswith("Master")
    assert any(line.startswith("2025-09-01,77,Ann,Ash,Local") for line in lines)


def test_the_list_for_the_federation_names_who_is_missing_and_leaves_out_who_wants_it() -> None:
    decided()
    night = a_posted(date(2026, 1, 6))
    a_posted(date(2025, 1, 7))
    in_step()
    first, second = (each.player for each in MadeAward.objects.filter(run__session=night, label="NS 1").order_by("pk"))
    assert first is not None
    assert second is not None
    Player.objects.filter(pk=first.pk).update(number="4711", given="=Eve")
    Player.objects.filter(pk=second.pk).update(withheld="files")
    HandCredit.objects.create(
        club=our_club(), player=first, day=date(2026, 1, 7), unit="C points", amount="9", why="x", by="x"
    )
    award_keeper.add_up(our_club(), {(first.pk, 2026)})
    asked = {"first": "2026-01-01", "last": "2026-01-31"}
    answer = as_role("director").get(reverse("awards-federation-file"), asked)
    head, *lines = csv.reader(answer.content.decode("utf-8-sig").splitlines())
    assert head == ["number", "given", "family", "C points"]
    assert len(lines) == 17  # ten North-South, eight of the ten East-West, one left out
    assert ["4711", "'=Eve", first.family, "40"] in lines
    assert second.family not in {line[2] for line in lines}
    said = page("awards-federation", **asked)
    assert "1 session was awarded in these days" in said
    assert "Without a number" in said
    assert f"do not want to be named in files {second}" in said
    assert "The last day is before the first" in page("awards-federation", first="2026-02-01", last="2026-01-01")


def test_a_file_for_the_federation_is_not_written_while_awards_are_missing_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decided()
    nights = {a_posted(date(2026, 1, day)) for day in (6, 7, 8)}
    monkeypatch.setattr(award_federation, "A_FILE", 0)  # no time at all
    asked = {"first": "2026-01-01", "last": "2026-01-31"}
    answer = as_role("director").get(reverse("awards-federation-file"), asked)
    assert answer.status_code == 302
    assert AwardRun.objects.count() < len(nights)
    assert answer["Location"] == f"{reverse('awards-federation')}?first=2026-01-01&last=2026-01-31"
    in_step()
    assert AwardRun.objects.count() == len(nights)
    assert as_role("director").get(reverse("awards-federation-file"), asked).status_code == 200
    # and never with other days than those that were asked for
    turned = as_role("director").get(reverse("awards-federation-file"), {"first": "2026-02-01", "last": "2026-01-01"})
    assert turned.status_code == 302


def test_points_that_are_sent_twice_are_written_in_once() -> None:
    decided()
    ann = Player.objects.create(club=our_club(), given="Ann", family="Ash")
    desk, place = as_role("director"), reverse("award-credit", args=[ann.pk])
    sent = {"day": "2026-01-10", "unit": "A points", "amount": "3", "why": "Congress"}
    for _ in range(2):
        assert desk.post(place, sent).status_code == 302
    assert [each.amount for each in HandCredit.objects.all()] == ["3"]
    assert PlayerYear.objects.get(player=ann, year=2026).value == 3
    desk.post(place, {**sent, "why": "Another congress"})
    assert HandCredit.objects.count() == 2
