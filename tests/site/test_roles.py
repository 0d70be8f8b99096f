"""Every address of the site, asked for by everybody: a page opens for the roles it is meant for, and for nobody else."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest
from calendar_kept import dated
from clubs import Place, started
from contests_kept import drawn_contest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.timezone import localdate, now
from people import account, as_role, our_club
from pytest_django.plugin import DjangoDbBlocker
from urls_by_role import (
    ACCOUNT,
    AND_LARGER,
    EVENT,
    EVENT_LINK,
    FOR_PADS,
    LINK,
    PAGES,
    PLAYER,
    PSYCH,
    REPORT,
    SESSION,
    SYSTEM,
    Page,
)

from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.accounts.models import OFFICES
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.results.models import Event, Link
from arrowswitch.site.registers.models import Psych, Report, System


def opens_to(page: Page, person: str) -> bool:
    """Whether somebody may open a page. Who holds an office is a player with one more right."""
    allowed = AND_LARGER[page.role]
    return person in allowed or (person in OFFICES and "player" in allowed)


def patterns(resolver: URLResolver | None = None) -> Iterator[URLPattern]:
    """Every address of the site, of all its parts."""
    for one in (resolver or get_resolver()).url_patterns:
        if isinstance(one, URLResolver):
            yield from patterns(one)
        else:
            yield one


def test_every_address_has_a_name_and_a_line_in_the_table() -> None:
    names = [pattern.name for pattern in patterns()]
    assert len(set(names)) == len(names)
    assert set(names) == set(PAGES)


@pytest.mark.parametrize("pattern", list(patterns()), ids=lambda pattern: pattern.name)
def test_every_view_carries_the_mark_of_the_table(pattern: URLPattern) -> None:
    allowed = getattr(pattern.callback, "allowed", None)
    assert allowed is not None, f"{pattern.name} has no @allow"
    assert set(allowed) == set(AND_LARGER[PAGES[pattern.name or ""].role])


@pytest.mark.parametrize("pattern", [each for each in patterns() if each.name], ids=lambda each: each.name)
def test_only_a_view_for_members_relies_on_a_club_and_an_account(pattern: URLPattern) -> None:
    asked = next(iter(inspect.signature(inspect.unwrap(pattern.callback)).parameters.values())).annotation
    assert asked in ("HttpRequest", "ClubRequest", "MemberRequest")
    assert asked != "MemberRequest" or "public" not in AND_LARGER[PAGES[pattern.name or ""].role]


@pytest.fixture
def things(clubs: Place, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Any]]:
    """A club with a session, a player and an account, and another club beside it."""
    with django_db_blocker.unblock(), clubs.club("sqlite"):
        ours = our_club()
        session = started()
        event = Event.objects.create(club=ours, name="Riverside Cup")
        yield {
            SESSION: session,
            LINK: Link.make(Session.objects.get(pk=session)).token,
            EVENT: event.pk,
            EVENT_LINK: event.token,
            **drawn_contest(),
            PLAYER: (ann := Player.objects.create(club=ours, given="Ann", family="Ash")).pk,
            **dated(ann),
            PSYCH: Psych.objects.create(
                club=ours, player=ann, date=localdate(), call="1S", reported_by="Sue", at=now()
            ).pk,
            SYSTEM: System.objects.create(club=ours, first=ann, second=ann, title="Acol", filed=localdate()).pk,
            REPORT: Report.objects.create(club=ours, filed=now(), touched=now(), body=b"sealed").pk,
            ACCOUNT: account("scorer", ours, name="Sue").pk,
        }


def address(name: str, page: Page, things: dict[str, Any]) -> str:
    return reverse(name, kwargs={gap: things.get(str(value), value) for gap, value in page.needs.items()})


def asked(client: Client, method: str, place: str) -> HttpResponse:
    return getattr(client, method)(place)  # type: ignore[no-any-return]


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("role", [*EVERYONE, *OFFICES])
def test_a_page_opens_for_the_roles_it_is_meant_for_and_for_no_other(
    things: dict[str, Any], role: str, method: str
) -> None:
    client = as_role(role)
    for name, page in PAGES.items():
        place = address(name, page, things)
        answer = asked(client if method == "get" else as_role(role), method, place)  # who sends may be signed out by it
        if name in FOR_PADS:  # a role opens nothing there, only a pad's own token
            assert answer.status_code in (401, 405), name
        elif opens_to(page, role):
            assert answer.status_code not in (401, 403), name
            assert answer.status_code < 500, name
            assert not answer.get("Location", "").startswith(reverse("sign-in")), name
        elif role == "public":
            assert answer.status_code == 302, name
            assert answer["Location"].startswith(reverse("sign-in")), name
        else:
            assert answer.status_code == 403, name


@pytest.mark.parametrize("method", ["get", "post"])
def test_another_clubs_owner_finds_nothing_of_ours(things: dict[str, Any], method: str) -> None:
    theirs = Club.objects.create(name="Hillside")
    for name, page in PAGES.items():
        answer = asked(as_role("owner", theirs), method, address(name, page, things))
        assert answer.status_code < 500, name
        if page.is_ours:
            assert answer.status_code in (404, 405), name
        if method == "get":
            content = re.sub(rb"(<span>|>)Tuesday</(option|span)>", b"", answer.content)  # the day itself
            assert not re.search(rb"Riverside|Tuesday|Ann Ash", content), name


def test_a_mark_names_roles_that_there_are() -> None:
    with pytest.raises(ValueError, match="janitor"):
        allow("janitor")
    with pytest.raises(ValueError, match="none"):
        allow()
