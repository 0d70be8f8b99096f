"""The club's regulations: read by everybody, changed by owners and directors, each value seen before it is confirmed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from clubs import Place
from django.test import Client
from people import account, as_role, our_club
from pytest_django.plugin import DjangoDbBlocker

from arrowswitch.movements import build
from arrowswitch.regulations import describe, load
from arrowswitch.session import Command, Open, SectionPlan
from arrowswitch.site.club.models import Club
from arrowswitch.site.federations import taken
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.templatetags.line_words import cited
from arrowswitch.site.registers.psychs import rules as rules_of_the_books
from arrowswitch.site.rules.models import Decision
from arrowswitch.site.rules.own import own_values, regulations_of, rules_for

BOARDS = "/regulations/awards/least_boards/"
WARNING = "/regulations/timing/warning_minutes/"
COMMITTEE = "Committee, 3 March 2026"


@pytest.fixture
def ours(clubs: Place, django_db_blocker: DjangoDbBlocker) -> Iterator[Club]:
    with django_db_blocker.unblock(), clubs.club("sqlite"):
        yield our_club()


def change(client: Client, place: str, value: str, source: str = COMMITTEE, wish: str = "set") -> Any:
    """Types a value, looks at what changes, and confirms it."""
    seen = client.post(place, {"wish": wish, "value": value, "source": source})
    assert seen.status_code == 200
    return client.post(place, {"wish": wish, "value": value, "source": source, "shown": seen.context["shown"]})


def new_session(client: Client, **more: str) -> int:
    asked = {"kind": "pairs", "tables": "5", "title": "Tuesday", **more}
    answer = client.post("/night/new/", asked)
    assert answer.status_code == 302, answer.content.decode()
    return int(answer["Location"].split("/")[2])


def test_everybody_reads_every_value_with_its_source_and_its_sentence(ours: Club) -> None:
    text = as_role("public").get("/regulations/").content.decode()
    rules = load("wbf")
    for key, about in describe():
        assert f'id="{key}"' in text
        assert str(about).split("`")[0].split("'")[0].split("“")[0] in text
        assert cited(rules.source(key)).split("’")[0].split("'")[0] in text
    assert "Change" not in text


def test_a_value_is_shown_before_and_after_and_only_the_confirmation_changes_it(ours: Club) -> None:
    owner = as_role("owner")
    seen = owner.post(BOARDS, {"wish": "set", "value": "21", "source": COMMITTEE})
    assert (seen.context["before"], seen.context["after"]) == ("18", "21")
    assert "made from now on" in seen.content.decode()
    assert Decision.objects.count() == 0
    answer = owner.post(BOARDS, {"wish": "set", "value": "21", "source": COMMITTEE, "shown": "18"})
    assert answer["Location"] == "/regulations/?saved=awards.least_boards#awards.least_boards"
    (kept,) = Decision.objects.all()
    assert (kept.club, kept.key, kept.value, kept.source) == (ours, "awards.least_boards", 21, COMMITTEE)
    assert kept.by == account("owner").name
    rules = regulations_of(ours)
    assert rules.awards.least_boards == 21
    assert rules.source("awards.least_boards") == f"Riverside: {COMMITTEE}"
    page = owner.get("/regulations/").content.decode()
    assert "Our own" in page
    assert "written down by" in page
    assert "written down by" not in as_role("player").get("/regulations/").content.decode()


def test_as_the_federation_has_it_takes_the_value_away_again_and_the_record_stays(ours: Club) -> None:
    owner = as_role("owner")
    change(owner, BOARDS, "21")
    change(owner, BOARDS, "", "Committee, 5 May 2026", wish="reset")
    assert regulations_of(ours).awards.least_boards == 18
    assert own_values(ours) == {}
    assert [each.value for each in Decision.objects.all()] == [None, 21]
    again = owner.post(BOARDS, {"wish": "reset", "value": "", "source": COMMITTEE})
    assert again.status_code == 422
    assert "Nothing would change" in again.content.decode()


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (BOARDS, "lots", "This must be a whole number; “lots” will not do."),
        (BOARDS, "", "This must be a whole number; “” will not do."),
        (BOARDS, "1000", "This must be a number from 0 to 100; “1000” will not do."),
        ("/regulations/artificial/own_percentage/", "maybe", "This must be yes or no; “maybe” will not do."),
        ("/regulations/weighted/method/", "both", "This must be one of shared, simple; “both” will not do."),
        ("/regulations/matches/scale/", "/etc/passwd.toml", "This must be one of wbf"),
        ("/regulations/penalties/slow/", "a\x00b", "Null characters are not allowed."),
    ],
)
def test_what_cannot_be_used_is_said_beside_the_field_and_changes_nothing(
    ours: Club, place: str, value: str, said: str
) -> None:
    answer = as_role("owner").post(place, {"wish": "set", "value": value, "source": COMMITTEE, "shown": "18"})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert Decision.objects.count() == 0


def test_who_decided_it_must_be_said(ours: Club) -> None:
    for wish in ("set", "reset"):
        answer = as_role("owner").post(BOARDS, {"wish": wish, "value": "21", "source": " ", "shown": "18"})
        assert answer.status_code == 422
        assert "Write who decided it" in answer.content.decode()
    assert Decision.objects.count() == 0


def test_a_value_that_somebody_else_has_changed_meanwhile_is_looked_at_again(ours: Club) -> None:
    change(as_role("director"), BOARDS, "20")
    late = as_role("owner").post(BOARDS, {"wish": "set", "value": "21", "source": COMMITTEE, "shown": "18"})
    assert late.status_code == 409
    assert "Somebody has changed this value meanwhile" in late.content.decode()
    assert (late.context["before"], late.context["after"]) == ("20", "21")
    assert regulations_of(ours).awards.least_boards == 20


@pytest.mark.parametrize("role", ["scorer", "player", "public"])
def test_nobody_but_owners_and_directors_changes_a_value(ours: Club, role: str) -> None:
    answer = as_role(role).post(BOARDS, {"wish": "set", "value": "21", "source": COMMITTEE, "shown": "18"})
    assert answer.status_code in (302, 403)
    assert Decision.objects.count() == 0


def test_another_clubs_values_are_its_own(ours: Club) -> None:
    other = Club.objects.create(name="Hillside", federation="wbf")
    change(as_role("owner", other), BOARDS, "25")
    assert regulations_of(other).awards.least_boards == 25
    assert regulations_of(ours).awards.least_boards == 18


def test_new_sessions_have_the_value_and_those_that_were_made_before_keep_theirs(ours: Club) -> None:
    director = as_role("director")
    before = new_session(director)
    change(director, WARNING, "5")
    after = new_session(director, title="Wednesday")
    minutes = [store.state(session).regulations.timing.warning_minutes for session in (before, after)]
    assert minutes == [2, 5]
    assert store.state(after).regulations.source("timing.warning_minutes") == f"Riverside: {COMMITTEE}"
    change(director, WARNING, "7", "Committee, 6 June 2026")
    assert store.state(after).regulations.timing.warning_minutes == 5


def test_a_session_by_another_federation_has_that_federations_values_alone(ours: Club) -> None:
    director = as_role("director")
    change(director, WARNING, "5")
    away = new_session(director, federation="ebu")
    assert store.state(away).regulations == load("ebu")
    plan = {"do": "save", "plan-title": "Tuesday", "plan-date": "2026-03-03", "plan-method": "matchpoints"}
    page = director.post(f"/night/{away}/", {**plan, "plan-regulations": "wbf"})
    assert page.status_code == 302
    rules = store.state(away).regulations
    assert (rules.name, rules.timing.warning_minutes) == ("wbf", 5)


def test_values_wait_where_they_were_set_when_the_club_changes_its_federation(ours: Club) -> None:
    change(as_role("owner"), BOARDS, "21")
    Club.objects.filter(pk=ours.pk).update(federation="nzb")
    assert regulations_of(Club.objects.get(pk=ours.pk)) == load("nzb")
    Club.objects.filter(pk=ours.pk).update(federation="wbf")
    assert regulations_of(Club.objects.get(pk=ours.pk)).awards.least_boards == 21


def test_the_lists_of_movements_and_the_clubs_books_follow_the_clubs_values(ours: Club) -> None:
    owner = as_role("owner")
    change(owner, "/regulations/timing/round_minutes_for/", "10\n20")
    change(owner, "/regulations/registers/psych_months/", "3")
    assert taken(rules_for(ours, "wbf")).timing.round_minutes(2) == 20
    assert rules_for(ours, "ebu") == "ebu"
    page = owner.get("/night/new/", {"kind": "pairs", "tables": "5", "boards": "20"}).content.decode()
    Decision.objects.all().delete()
    assert page != owner.get("/night/new/", {"kind": "pairs", "tables": "5", "boards": "20"}).content.decode()
    change(owner, "/regulations/registers/psych_months/", "3")
    assert rules_of_the_books(ours).psych_months == 3


def test_a_value_that_this_version_cannot_read_is_left_out_and_the_pages_open(ours: Club) -> None:
    from django.utils.timezone import now

    for key, text in (("awards.no_such", "3"), ("awards.least_boards", '"many"')):
        Decision.objects.create(club=ours, federation="wbf", key=key, text=text, source="old", by="Ann", at=now())
    assert regulations_of(ours) == load("wbf")
    assert as_role("owner").get("/regulations/").status_code == 200


def test_every_value_has_a_page_that_opens_and_takes_its_own_value_for_no_change(ours: Club) -> None:
    owner = as_role("owner")
    for key, _about in describe():
        place = f"/regulations/{key.replace('.', '/')}/"
        form = owner.get(place).context["form"]
        answer = owner.post(place, {"wish": "set", "value": form["value"].value(), "source": COMMITTEE})
        assert "Nothing would change" in answer.content.decode(), key
    assert owner.get("/regulations/awards/nothing/").status_code == 404
    assert owner.get("/regulations/name/title/").status_code == 404


def test_how_we_score_begins_with_what_the_club_has_chosen(ours: Club) -> None:
    change(as_role("owner"), "/regulations/matchpoints/missing/", "plus-one")
    text = as_role("public").get("/how-we-score/").content.decode()
    assert "At Riverside" in text
    assert "a point is added for each that is missing" in text
    assert "Average plus is 60%, average 50%, average minus 40%." in text
    assert '<h2 id="matchpoints">' in text


def test_every_profile_can_be_told_in_plain_words(ours: Club) -> None:
    from arrowswitch.site.help.guides import guide
    from arrowswitch.site.rules.shown import ways

    anchors = {each.anchor for each in guide("how-we-score").sections}
    for federation in ("acbl", "bnsw", "ebu", "nzb", "qba", "wbf"):
        for way in ways(load(federation)):
            assert way.sentence.endswith(".")
            assert not way.anchor or way.anchor in anchors


def test_results_and_every_page_lead_to_how_we_score_and_the_regulations(ours: Club) -> None:
    text = as_role("public").get("/results/").content.decode()
    assert 'href="/how-we-score/"' in text
    assert 'href="/regulations/"' in text


def test_opening_a_session_with_overrides_keeps_them_in_its_journal(ours: Club) -> None:
    from django.utils.timezone import now

    change(as_role("owner"), WARNING, "5")
    opening = Open(
        "Pairs", date(2026, 3, 3), (SectionPlan("A", build("mitchell", tables=5)),), overrides=own_values(ours)
    )
    kept = store.begin(Command("one", account("owner").actor, now(), opening), club=ours)
    assert Session.objects.get(pk=kept.session).club == ours
    assert store.state(kept.session).regulations.timing.warning_minutes == 5
