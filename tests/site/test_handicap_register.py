"""Handicaps hold from a day on, are worked out by the club's formula, and every change stays: the examples of the manual."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

import pytest
from django.utils import timezone
from django.utils.formats import date_format
from ladders_kept import competition
from nights import a_night, play_on
from people import account, as_role, our_club
from yearbook_rows import person, sat

from arrowswitch.contests.series import SeriesPlan
from arrowswitch.site.club.models import Player
from arrowswitch.site.club.players.doubles import erase, merge
from arrowswitch.site.ladders.closing import close
from arrowswitch.site.ladders.handicaps import formula_of, granted, way_of, worked_out
from arrowswitch.site.ladders.keeping import in_step
from arrowswitch.site.ladders.models import HandicapEntry, HandicapWay
from arrowswitch.site.members.take_away import as_data

pytestmark = pytest.mark.django_db
FIRST = date(2026, 1, 6)


def grant(name: str, handicap: str, since: date = date(2020, 1, 1)) -> HandicapEntry:
    return HandicapEntry.objects.create(
        player=person(name), since=since, handicap=handicap, way="hand", by=account("director")
    )


def values(kept: object) -> dict[str, str]:
    made = in_step(kept).made  # type: ignore[arg-type]
    assert made is not None
    return {str(line.holders.all()[0].player.given).lower(): line.value for line in made.places.all()}


def test_a_pair_has_the_mean_and_it_is_added_to_the_percentage() -> None:
    # NZ Club Directors Manual L3844-3849: -9 and -9, 60% is 51%; +9 and +9, 40% is 49%; -9 and -6 is -7.5, 60% is 52.5%
    for name, handicap in (("ann", "-9"), ("bob", "-9"), ("cy", "9"), ("dee", "9"), ("eve", "-9"), ("flo", "-6")):
        grant(name, handicap)
    sat(FIRST, {"ann bob": 60, "cy dee": 40, "eve flo": 60})
    found = values(competition(SeriesPlan("mean", needed=1, handicap=True)))
    assert found == {"ann": "51", "cy": "49", "eve": "105/2"}


def test_each_session_counts_with_the_handicap_of_its_day() -> None:
    for name in ("ann", "bob"):
        grant(name, "-9")
        grant(name, "-3", date(2026, 1, 13))
    sat(FIRST, {"ann bob": 60, "cy dee": 40})
    sat(FIRST + timedelta(weeks=1), {"ann bob": 60, "cy dee": 40})
    kept = competition(SeriesPlan("mean", needed=1, by="players", handicap=True))
    assert values(kept)["ann"] == "54"
    line = in_step(kept).made.places.filter(holders__player=person("ann")).get()  # type: ignore[union-attr]
    page = as_role("public").get(f"/ladders/{kept.pk}/places/{line.pk}/").content.decode()
    assert "60% with a handicap of −9" in page
    assert "60% with a handicap of −3" in page
    grant("ann", "0", date(2026, 1, 13))
    assert values(kept)["ann"] == str(Fraction(51 * 2 + 60 * 2 - 3, 4))


def test_a_newcomer_has_what_the_formula_says() -> None:
    HandicapWay.objects.create(club=our_club(), formula="half-year", values='{"newcomer": "9"}')
    assert granted(our_club()).of_player("77", FIRST) == 0  # a club without a register grants nothing
    grant("ann", "-9")
    assert granted(our_club()).of_player("77", FIRST) == 9
    assert granted(our_club()).of_pair([str(person("ann").pk), "77"], FIRST) == 0


def test_the_formula_takes_the_last_months_and_what_is_ticked_is_taken_over() -> None:
    today = timezone.localdate()
    for weeks, percent in ((2, 62), (4, 58), (40, 20)):
        sat(today - timedelta(weeks=weeks), {"ann bob": percent, "cy dee": 100 - percent})
    page = as_role("director").get("/handicaps/work-out/").content.decode()
    assert "The mean of 2 results = 60" in page
    assert "No more than 9 up or down = −9" in page
    answer = as_role("director").post(
        "/handicaps/work-out/", {"day": today.isoformat(), "player": [str(person("ann").pk)]}
    )
    assert answer.status_code == 302
    entry = HandicapEntry.objects.get()
    assert (entry.player, entry.exact, entry.since, entry.by) == (person("ann"), -9, today, account("director"))
    history = as_role("scorer").get(f"/handicaps/{person('ann').pk}/").content.decode()
    assert "The mean of 2 results = 60" in history
    day = date_format(today - timedelta(weeks=2), "j M Y")
    assert f"The results that it rests on: {day}: 62%; " in history
    changes = as_role("scorer").get("/handicaps/?csv=changes").content.decode()
    assert f"Ann of Riverside,,{today},-9.0,taken over from the formula,Director of Riverside" in changes
    assert f"{day}: 62%" in changes
    as_role("director").post("/handicaps/work-out/", {"day": today.isoformat(), "take": "all"})
    assert HandicapEntry.objects.count() == 4
    as_role("director").post("/handicaps/work-out/", {"day": today.isoformat(), "take": "all"})
    assert HandicapEntry.objects.count() == 4


def test_a_handicap_set_by_hand_wants_a_reason_and_the_one_before_stays() -> None:
    grant("ann", "-9")
    address = f"/handicaps/{person('ann').pk}/"
    assert as_role("director").post(address, {"handicap": "-7,5", "since": "2026-02-01"}).status_code == 422
    assert (
        as_role("director").post(address, {"handicap": "-7,5", "since": "2026-02-01", "reason": "was ill"}).status_code
        == 302
    )
    assert [str(each.exact) for each in HandicapEntry.objects.all()] == ["-15/2", "-9"]
    page = as_role("scorer").get(address).content.decode()
    assert "was ill" in page
    assert "−7.5" in page
    as_role("scorer").post(address, {"handicap": "5", "since": "2026-02-01", "reason": "no"})
    assert HandicapEntry.objects.count() == 2
    for wrong in ("many", "1e3", "51", "--2", "٣"):
        assert (
            as_role("director").post(address, {"handicap": wrong, "since": "2026-02-01", "reason": "x"}).status_code
            == 422
        )


def test_members_see_the_list_and_only_the_desk_and_the_player_see_the_changes() -> None:
    grant("ann", "-9")
    grant("bob", "3")
    bob = person("bob")
    bob.withheld = "pages"
    bob.save()
    page = as_role("player").get("/handicaps/").content.decode()
    assert "Ann of Riverside" in page
    assert "Bob of Riverside" not in page
    assert "Bob of Riverside" in as_role("scorer").get("/handicaps/").content.decode()
    assert as_role("player").get(f"/handicaps/{person('ann').pk}/").status_code == 404
    me = account("player", name="Me")
    me.change_role("player", person("ann"))
    client = as_role("public")
    client.force_login(me)
    assert client.get(f"/handicaps/{person('ann').pk}/").status_code == 200
    assert "Bob of Riverside,,3.0,2020-01-01" in as_role("scorer").get("/handicaps/?csv").content.decode()
    assert as_role("player").get("/handicaps/?csv")["Content-Type"].startswith("text/html")


def test_the_clubs_formula_is_changed_with_a_reason_and_the_one_before_stays() -> None:
    asked = {
        "formula": "half-year",
        "months": "4",
        "most": "12",
        "newcomer": "12",
        "step": "0.5",
        "share": "50",
        "pair": "sum",
    }
    assert as_role("director").post("/handicaps/formula/", asked).status_code == 422
    assert (
        as_role("director").post("/handicaps/formula/", {**asked, "reason": "as the committee decided"}).status_code
        == 302
    )
    formula = formula_of(way_of(our_club()))
    assert (formula.months, formula.most, formula.newcomer, formula.step, formula.share, formula.pair) == (
        *(4, 12, 12, Fraction(1, 2), Fraction(1, 2)),
        "sum",
    )
    page = as_role("director").get("/handicaps/formula/").content.decode()
    assert "as the committee decided" in page
    assert "A pair has the sum" in page
    wrong = as_role("director").post("/handicaps/formula/", {**asked, "step": "-1", "reason": "x"})
    assert wrong.status_code == 422
    before = HandicapWay.objects.count()
    never = {"formula": "last-ten", "least": "11", "reason": "x"}
    answer = as_role("director").post("/handicaps/formula/", never)
    assert answer.status_code == 422
    assert "Only 10 results are looked at." in answer.content.decode()
    assert HandicapWay.objects.count() == before
    assert as_role("director").post("/handicaps/formula/", {**never, "least": "10"}).status_code == 302


def test_a_formula_holds_from_its_day_and_earlier_sessions_keep_what_held() -> None:
    grant("ann", "-9")
    grant("bob", "-6")
    may = date(2026, 5, 1)
    HandicapWay.objects.create(club=our_club(), formula="half-year", values='{"newcomer": "9"}')
    asked = {"formula": "last-ten", "newcomer": "3", "since": may.isoformat(), "reason": "sums from May on"}
    assert as_role("director").post("/handicaps/formula/", asked).status_code == 302
    keys = [str(person(name).pk) for name in ("ann", "bob")]
    found = granted(our_club())
    assert [found.of_pair(keys, day) for day in (FIRST, may)] == [Fraction(-15, 2), -15]
    assert [found.of_player("77", day) for day in (FIRST, may)] == [9, 3]
    assert [way_of(our_club(), day).formula for day in (FIRST, may)] == ["half-year", "last-ten"]
    assert "from 1 May 2026" in as_role("director").get("/handicaps/formula/").content.decode()


def test_rhayader_takes_the_last_ten_within_five() -> None:
    # field.md 5.11: the last 10 scores banded within 5, a pair has the sum
    HandicapWay.objects.create(club=our_club(), formula="last-ten")
    for week in range(12):
        sat(FIRST + timedelta(weeks=week), {"ann bob": 40 if week < 2 else 58, "cy dee": 42})
    formula = formula_of(way_of(our_club()))
    found = worked_out([person("ann"), person("cy")], formula, date(2026, 6, 1))
    assert found[person("ann").pk].handicap == -5
    assert found[person("cy").pk].handicap == 5
    assert len(found[person("ann").pk].used) == 10


def test_a_session_offers_the_handicaps_of_the_register() -> None:
    night = a_night()
    play_on(night)
    assert "from the club’s register" not in as_role("director").get(f"/night/{night}/results/lists/").content.decode()
    one, other = Player.objects.order_by("pk")[:2]
    for player in Player.objects.all():
        HandicapEntry.objects.create(
            player=player, since=FIRST, handicap="-9" if player in (one, other) else "4", way="hand"
        )
    HandicapEntry.objects.create(player=one, since=FIRST + timedelta(days=30), handicap="9", way="hand")
    page = as_role("director").get(f"/night/{night}/results/lists/?formula=register").content.decode()
    assert "from the club’s register" in page
    assert 'value="-9"' in page or 'value="-2.5"' in page
    assert "The mean of them" in page


def test_two_entries_of_one_person_keep_their_handicaps_and_nothing_is_told_of_who_is_erased() -> None:
    grant("ann", "-9")
    grant("anne", "-3", date(2026, 1, 1))
    stays, goes = person("ann"), person("anne")
    merge(stays, goes)
    assert granted(our_club()).of_player(str(stays.pk), FIRST) == -3
    HandicapEntry.objects.create(player=stays, since=FIRST, handicap="-4", way="hand", reason="Ann was ill")
    erase(stays)
    assert not HandicapEntry.objects.exclude(reason="").exists()
    assert "Ann" not in as_role("scorer").get("/handicaps/").content.decode()


def test_a_person_takes_places_wins_and_handicaps_along() -> None:
    grant("ann", "-9")
    sat(FIRST, {"ann bob": 60, "cy dee": 40})
    kept = competition(SeriesPlan("mean", needed=1))
    close(kept, account("director"), "")
    data = as_data(person("ann"))
    assert data["ladders"][0]["result"] == "60.00%"
    assert data["trophies"][0]["trophy"] == "Winter ladder"
    assert data["handicaps"][0]["handicap"] == "−9"
