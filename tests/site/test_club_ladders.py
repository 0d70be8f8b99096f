"""Ladders follow what is posted, by their rules: the numbers of the manual, on the pages."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

import pytest
from ladders_kept import competition
from people import account, as_role, our_club
from yearbook_rows import person, sat, write

from arrowswitch.contests.series import LadderRules, SeriesPlan, SessionChoice
from arrowswitch.site.club.players.doubles import erase, merge
from arrowswitch.site.ladders.keeping import in_step, rebuild
from arrowswitch.site.ladders.models import Competition, CompetitionRules, MadeList, MadePlace
from arrowswitch.site.ladders.reading import ladders_of

pytestmark = pytest.mark.django_db
FIRST = date(2026, 1, 6)


def weekly(*percents: float, pair: str = "ann bob", others: str = "cy dee") -> None:
    """A Tuesday for each percentage of a pair; the others have the rest."""
    for week, percent in enumerate(percents):
        sat(FIRST + timedelta(weeks=week), {pair: percent, others: 100 - percent})


def listed(kept: Competition) -> dict[str, tuple[str, str]]:
    """Place and result of everybody, by the given name or names."""
    made = in_step(kept).made
    assert made is not None
    return {
        "+".join(str(each.player.given if each.player else each.name).lower() for each in line.holders.all()): (
            line.rank,
            line.value,
        )
        for line in made.places.all()
    }


def test_of_six_nights_the_best_five_count_and_five_must_be_played() -> None:
    # NZ Club Directors Manual L2153-2155: (6, 5, 5)
    weekly(60, 60, 60, 60, 60, 30)
    sat(date(2026, 2, 17), {"cy eve": 55, "ann bob": 45})  # the seventh Tuesday is left out below
    kept = competition(choice=SessionChoice(weekdays=(2,), until=date(2026, 2, 10)))
    assert listed(kept) == {"ann": ("1=", "60"), "bob": ("1=", "60"), "cy": ("3=", "46"), "dee": ("3=", "46")}
    line = MadePlace.objects.get(made__competition=kept, holders__player=person("ann"))
    page = as_role("public").get(f"/ladders/{kept.pk}/places/{line.pk}/").content.decode()
    assert "30%, not among the best 5" in page
    assert page.count('<span class="step">Tuesday pairs') == 6
    assert "Together 300, divided by 5 sessions" in page


def test_a_session_is_added_as_it_is_posted_and_a_correction_counts() -> None:
    weekly(60, 50)
    kept = competition(SeriesPlan.ladder(6, 1, 5))
    assert listed(kept)["ann"] == ("1=", "55")
    last = sat(date(2026, 1, 20), {"ann bob": 70, "cy dee": 30})
    assert listed(kept)["ann"] == ("1=", "60")
    write(last, {"ann bob": 40, "cy dee": 60})
    assert listed(kept)["ann"] == ("1=", "50")
    assert MadeList.objects.filter(competition=kept).count() == 1
    made = in_step(kept).made
    assert in_step(kept).made == made


def test_sessions_of_other_days_titles_and_kinds_do_not_count() -> None:
    sat(FIRST, {"ann bob": 60, "cy dee": 40})
    sat(FIRST + timedelta(days=1), {"ann bob": 10, "cy dee": 90})
    sat(FIRST, {"ann bob": 20, "cy dee": 80}, title="Tuesday lesson")
    sat(FIRST, {"ann bob": 30, "cy dee": 70}, kind="individual")
    kept = competition(SeriesPlan("mean", needed=1), SessionChoice(weekdays=(2,), title="pairs", kinds=("pairs",)))
    assert listed(kept) == {"ann+bob": ("1", "60"), "cy+dee": ("2", "40")}


def test_who_played_every_night_with_one_partner_has_no_place_and_the_partner_is_named() -> None:
    # LAD-02: (3, 3, 3), at least one other partner
    weekly(60, 61, 62)
    kept = competition(SeriesPlan.ladder(3, 3, 3, partners=2))
    assert listed(kept)["ann"] == ("", "61")
    page = as_role("public").get(f"/ladders/{kept.pk}/").content.decode()
    assert "played all 3 sessions with the same partner, Bob of Riverside, and needs another" in page
    bob = person("bob")
    bob.withheld = "pages"
    bob.save()
    page = as_role("public").get(f"/ladders/{kept.pk}/").content.decode()
    assert "Bob of Riverside" not in page
    assert "with the same partner, A player" in page
    assert "Bob of Riverside" in as_role("scorer").get(f"/ladders/{kept.pk}/").content.decode()


def test_an_open_ladder_says_what_is_certain() -> None:
    weekly(60, 60, 60)
    kept = competition(SeriesPlan.ladder(5, 4, 4))
    page = as_role("public").get(f"/ladders/{kept.pk}/").content.decode()
    assert "As things stand." in page
    assert "3 sessions are counted so far." in " ".join(page.split())
    assert "Must play 1 of the 2 sessions to come." in page
    assert "Ends between 45.00% and 80.00%." in page  # 60, 60, 60, 0 and 60, 60, 100, 100


def test_each_grade_has_a_list_of_its_own() -> None:
    weekly(60, 55)
    for name in ("ann", "cy"):
        one = person(name)
        one.grade = "Open"
        one.save()
    kept = competition(SeriesPlan("mean", needed=1, by="players"), grades=("Open", "Junior"))
    made = in_step(kept).made
    assert made is not None
    lines = [(line.part, line.rank) for line in made.places.all()]
    assert lines == [("Open", "1"), ("Open", "2"), ("", "1"), ("", "2")]
    page = as_role("public").get(f"/ladders/{kept.pk}/").content.decode()
    assert page.index("<h2>Open</h2>") < page.index("<h2>Others</h2>")
    dee = person("dee")
    dee.grade = "Junior"
    dee.save()
    assert "<h2>Junior</h2>" in as_role("public").get(f"/ladders/{kept.pk}/").content.decode()


def test_where_only_the_best_two_are_said_two_must_be_played_and_it_is_told() -> None:
    weekly(60, 50, 40)
    sat(FIRST + timedelta(weeks=3), {"cy dee": 55, "eve fay": 45})
    kept = competition(SeriesPlan("mean", counted=2, by="players"))
    assert listed(kept)["ann"] == ("3=", "55")
    assert listed(kept)["eve"] == ("", "45")
    page = as_role("public").get(f"/ladders/{kept.pk}/").content.decode()
    assert "2 must be played for a place; the best 2 are counted." in page
    assert "All of them must be played" not in page


def test_visitors_are_listed_only_where_the_club_wants_them() -> None:
    sat(FIRST, {"ann LOU": 60, "cy dee": 40})
    sat(FIRST + timedelta(weeks=1), {"GUEST bob": 60, "cy GUEST": 40})  # two of one name
    everybody = competition(SeriesPlan("mean", needed=1, by="players"))
    assert set(listed(everybody)) == {"ann", "lou", "bob", "cy", "dee"}
    known = competition(SeriesPlan("mean", needed=1, by="players"), visitors=False)
    assert set(listed(known)) == {"ann", "bob", "cy", "dee"}
    pairs = competition(SeriesPlan("mean", needed=1), visitors=False)
    assert set(listed(pairs)) == {"cy+dee"}


def test_a_session_without_what_is_counted_is_told_and_does_not_count() -> None:
    weekly(60)
    odd = sat(FIRST + timedelta(weeks=1), {"ann bob": 12, "cy dee": 8})
    odd.lines.update(maximum="", percent=None)
    kept = competition(SeriesPlan("mean", needed=1, by="players"))
    assert listed(kept)["ann"] == ("1=", "60")
    assert "does not count: has no percentages" in " ".join(
        as_role("public").get(f"/ladders/{kept.pk}/").content.decode().split()
    )


def test_points_for_places_are_added() -> None:
    weekly(60, 40, 60)
    plan = SeriesPlan("places", needed=1, by="players", place_points=(Fraction(10), Fraction(6)))
    kept = competition(plan)
    assert listed(kept)["ann"] == ("1=", "26")
    assert listed(kept)["dee"] == ("3=", "22")


def test_each_section_with_a_list_of_its_own_has_the_points_of_its_places() -> None:
    night = sat(FIRST, {"ann bob": 60, "cy dee": 40, "eve fay": 70, "gus hal": 30})
    for section, first, second in (("A", 1, 2), ("B", 3, 4)):
        night.lines.filter(contestant=first).update(section=section, rank="1", place=1)
        night.lines.filter(contestant=second).update(section=section, rank="2", place=2)
    kept = competition(SeriesPlan("places", needed=1, by="players", place_points=(Fraction(10), Fraction(6))))
    assert {name: value for name, (_rank, value) in listed(kept).items()} == {
        **dict.fromkeys(("ann", "bob", "eve", "fay"), "10"),
        **dict.fromkeys(("cy", "dee", "gus", "hal"), "6"),
    }


def test_who_may_not_look_sees_nothing_of_it() -> None:
    weekly(60)
    kept = competition(SeriesPlan("mean", needed=1))
    for shown_to, sees in (("members", ("player", "scorer")), ("desk", ("scorer",))):
        kept.shown_to = shown_to
        kept.save()
        line = in_step(kept).made
        assert line is not None
        for role in ("public", "player", "scorer"):
            page = as_role(role).get(f"/ladders/{kept.pk}/").content.decode()
            assert ("Ann of Riverside" in page) == (role in sees)
            assert ("Winter ladder" in as_role(role).get("/ladders/").content.decode()) == (role in sees)
            working = as_role(role).get(f"/ladders/{kept.pk}/places/{line.places.first().pk}/").content.decode()  # type: ignore[union-attr]
            assert ("Ann of Riverside" in working) == (role in sees)


def test_two_entries_of_one_person_have_one_line_and_who_is_erased_has_no_name() -> None:
    weekly(60)
    weekly(50, pair="anne bob")
    kept = competition(SeriesPlan("mean", needed=1, by="players"))
    assert len(listed(kept)) == 5
    merge(person("ann"), person("anne"))
    assert listed(kept)["ann"] == ("1=", "55")
    assert len(listed(kept)) == 4
    erase(person("ann"))
    page = as_role("public").get(f"/ladders/{kept.pk}/").content.decode()
    assert "Ann of Riverside" not in page
    assert "(name withheld)" in page


def test_it_is_the_same_when_it_is_made_again_from_nothing() -> None:
    weekly(60, 55, 48)
    kept = competition(SeriesPlan.ladder(6, 2, 2))
    before = listed(kept)
    assert rebuild(our_club()) == 1
    assert listed(kept) == before


def test_a_long_list_does_not_keep_a_page_waiting() -> None:
    weekly(60, 55, 48)
    kept = competition(SeriesPlan.ladder(6, 2, 2))
    listed(kept)
    sat(date(2026, 3, 3), {"ann bob": 70, "cy dee": 30})
    now = in_step(kept, at_once=0)  # what is made beside it has a database of its own here
    assert now.waits
    assert now.made is not None
    assert now.made.held == 3
    then = in_step(kept, at_once=4)
    assert not then.waits
    assert then.made is not None
    assert then.made.held == 4


# -- the rules -----------------------------------------------------------------------------------------------------------

ASKED = {
    "title": "Winter ladder",
    "kind": "ladder",
    "year": "2026",
    "trophy": "Rose bowl",
    "shown_to": "public",
    "weekdays": ["2"],
    "by": "players",
    "way": "mean",
    "sessions": "6",
    "needed": "5",
    "counted": "5",
    "visitors": "on",
}


def test_a_director_enters_a_ladder_and_its_rules_are_told() -> None:
    weekly(60)
    answer = as_role("director").post("/ladders/new/", ASKED)
    assert answer.status_code == 302
    kept = Competition.objects.get()
    assert kept.in_force.value == LadderRules(SeriesPlan.ladder(6, 5, 5), SessionChoice(weekdays=(2,)))
    assert kept.trophy is not None
    assert kept.trophy.title == "Rose bowl"
    page = as_role("public").get(answer["Location"]).content.decode()
    assert "Sessions count that are on Tuesday." in page
    assert "6 sessions in all; 5 must be played for a place; the best 5 are counted." in page
    assert "Decided by" not in page


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"counted": "7"}, "No more than 6 sessions can be needed or count."),
        ({"weekdays": []}, "Say which sessions count"),
        ({"since": "2026-03-01", "until": "2026-02-01"}, "That is before it begins."),
        ({"place_points": "3, 6", "way": "places"}, "Points for places go from the first place down"),
        ({"place_points": "many", "way": "places"}, "Write numbers with commas between them"),
        ({"way": "points", "handicap": "on"}, "Handicaps are added to percentages"),
    ],
)
def test_rules_that_cannot_be_meant_are_refused_in_a_sentence(changed: dict[str, str], said: str) -> None:
    answer = as_role("director").post("/ladders/new/", {**ASKED, **changed})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Competition.objects.exists()


def test_sent_again_by_the_way_back_there_is_no_second_ladder() -> None:
    weekly(60)
    for status in (302, 422):
        answer = as_role("director").post("/ladders/new/", ASKED)
        assert answer.status_code == status
    assert "There is one of this title and year already." in answer.content.decode()
    assert Competition.objects.count() == 1


def test_changed_rules_want_a_reason_and_the_earlier_ones_stay() -> None:
    weekly(60, 40, 40)
    kept = competition(SeriesPlan.ladder(3, 2, 2))
    assert listed(kept)["ann"] == ("3=", "50")
    address = f"/ladders/{kept.pk}/rules/"
    asked = {**ASKED, "trophy": "", "sessions": "3", "needed": "1", "counted": "1"}
    refused = as_role("director").post(address, asked)
    assert refused.status_code == 422
    assert "The rules are different: write why." in refused.content.decode()
    assert as_role("director").post(address, {**asked, "reason": "The hall was closed"}).status_code == 302
    assert listed(kept)["ann"] == ("1=", "60")
    rows = list(CompetitionRules.objects.filter(competition=kept))
    assert [row.reason for row in rows] == ["The hall was closed", ""]
    assert rows[0].by == account("director")
    page = as_role("director").get(address).content.decode()
    assert "The hall was closed" in page
    assert "the best 2 are counted" in page
    as_role("director").post(address, {**asked, "title": "Spring ladder"})
    assert CompetitionRules.objects.count() == 2
    kept.refresh_from_db()
    assert kept.title == "Spring ladder"


def test_a_page_of_rules_that_was_open_too_long_undoes_no_change() -> None:
    weekly(60, 40, 40)
    kept = competition(SeriesPlan.ladder(3, 2, 2))
    address = f"/ladders/{kept.pk}/rules/"
    seen = CompetitionRules.objects.get(competition=kept).pk
    assert f'name="seen" value="{seen}"' in as_role("director").get(address).content.decode()
    asked = {**ASKED, "trophy": "", "sessions": "3", "seen": str(seen)}
    first = {**asked, "needed": "2", "counted": "3", "reason": "More count"}
    assert as_role("director").post(address, first).status_code == 302
    second = as_role("director").post(address, {**asked, "needed": "1", "counted": "2", "reason": "Fewer are needed"})
    assert second.status_code == 422
    assert "The rules were changed since you opened this page." in second.content.decode()
    assert CompetitionRules.objects.filter(competition=kept).count() == 2
    assert kept.in_force.reason == "More count"


def test_the_same_for_the_next_year_begins_a_year_later() -> None:
    kept = competition(SeriesPlan.ladder(6, 5, 5), SessionChoice(date(2026, 1, 1), date(2026, 12, 31), (2,)))
    page = as_role("director").get(f"/ladders/new/?like={kept.pk}").content.decode()
    assert 'value="2027-01-01"' in page
    assert 'value="2027"' in page
    Competition.objects.filter(pk=kept.pk).update(title="Winter 2026, from 20261")
    assert (
        'value="Winter 2027, from 20261"' in as_role("director").get(f"/ladders/new/?like={kept.pk}").content.decode()
    )
    assert as_role("director").get("/ladders/new/?like=99999").status_code == 404


def test_a_player_finds_where_he_stands() -> None:
    weekly(60, 40)
    kept = competition(SeriesPlan.ladder(6, 5, 5))
    competition(SeriesPlan("mean", needed=2), title="Pairs")
    found = {each.competition.title: each for each in ladders_of(person("ann"))}
    mine = found["Winter ladder"]
    assert (mine.rank, mine.of, mine.result, mine.played, mine.is_open) == ("1=", 4, "50.00%", 2, True)
    assert mine.said[0] == "Must play 3 of the 4 sessions to come."
    assert found["Pairs"].partner == str(person("bob").pk)
    kept.shown_to = "desk"
    kept.save()
    assert [each.competition.title for each in ladders_of(person("ann"))] == ["Pairs"]
