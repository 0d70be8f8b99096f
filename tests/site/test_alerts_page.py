"""The page of alerts and systems: the club's federation first, a call looked up, a system classed."""

from __future__ import annotations

import pytest
from people import as_role, our_club

from arrowswitch.alerts import federation, federations
from arrowswitch.regulations import load


def read(address: str, **more: str) -> str:
    answer = as_role("public").get(address, headers=more)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("name", sorted(federations()))
def test_the_whole_chart_stands_on_the_page_with_its_sources(desk_club: dict[str, str], name: str) -> None:
    page = read(f"/rulings/alerts/?federation={name}")
    chart = federation(name)
    for each in [*chart.situations.values(), *chart.events.values(), *chart.notes.values()]:
        assert each.title in page
    for source in chart.sources.values():
        assert str(source) in page


@pytest.mark.parametrize(("profile", "first"), [("nzb", "nzb"), ("bnsw", "abf"), ("qba", "abf"), ("acbl", "acbl")])
def test_the_federation_of_the_club_comes_first(desk_club: dict[str, str], profile: str, first: str) -> None:
    club = our_club()
    club.federation = profile
    club.save()
    page = read("/rulings/alerts/")
    assert f'value="{first}" checked' in page
    assert page.index(f'value="{first}"') == min(page.index(f'value="{name}"') for name in federations())


@pytest.mark.parametrize("profile", ["wbf", "ebu"])
def test_where_we_have_no_chart_the_page_says_so_and_lets_the_director_choose(
    desk_club: dict[str, str], profile: str
) -> None:
    club = our_club()
    club.federation = profile
    club.save()
    for query in ("", "?q=1NT-2D"):
        page = read(f"/rulings/alerts/{query}")
        assert f"We have no chart of your federation ({load(profile).title})." in page
        assert "checked" not in page
        assert "alert-line" not in page
    chosen = read("/rulings/alerts/?federation=acbl&q=1NT-2D")
    assert "We have no chart" not in chosen
    assert 'value="acbl" checked' in chosen


def test_a_convention_or_a_class_is_judged_for_an_event_and_against_a_protected_pair(
    desk_club: dict[str, str],
) -> None:
    junior = read("/rulings/alerts/?federation=nzb&event=junior&method=multi")
    assert "Not allowed" in junior
    asked = "/rulings/alerts/?federation=abf&event=red-points&method=yellow"
    assert "not against a protected pair" in read(f"{asked}&protected=on")
    assert "Yellow (highly unusual methods): allowed." in read(asked)
    assert "may-told" not in read("/rulings/alerts/?federation=nzb&event=nowhere&method=multi")


def test_a_call_is_looked_up_also_as_one_types(desk_club: dict[str, str]) -> None:
    whole = read("/rulings/alerts/?federation=acbl&q=1NT-2D")
    piece = read("/rulings/alerts/?federation=acbl&q=1NT-2D", **{"HX-Request": "true"})
    for text in (whole, piece):
        assert "“Transfer”" in text
        assert "ACBL alert matrix (March 2006)" in text
    assert "<html" not in piece


@pytest.mark.parametrize("query", ["federation=ebu", "q=%00%F0", "class=perhaps", "federation=acbl&class=" + "y" * 99])
def test_an_address_that_makes_no_sense_is_no_trouble(desk_club: dict[str, str], query: str) -> None:
    assert "Alerts and systems" in read(f"/rulings/alerts/?{query}")
