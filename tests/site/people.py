"""People for the tests: a club on the server, an account of each role, and signing in."""

from __future__ import annotations

from reading import Client

from arrowswitch.site.accounts.models import OFFICES, Account
from arrowswitch.site.club.models import Club

PASSWORD = "three plain words"


def our_club() -> Club:
    """The club of the tests, made the first time."""
    return Club.real() or Club.objects.create(name="Riverside", federation="wbf")


def account(role: str, club: Club | None = None, name: str = "", password: str | None = None) -> Account:
    """An account of this role, made the first time; by default nobody can sign in to it by name."""
    club = club or our_club()
    name = name or f"{role.capitalize()} of {club.name}"
    return Account.objects.called(club, name) or Account.objects.add(club, name, role, password)


def the_recorder(club: Club | None = None) -> Account:
    """A player who is also the recorder, made the first time."""
    return in_office("recorder", club)


def in_office(office: str, club: Club | None = None) -> Account:
    """A player who also holds this office, made the first time."""
    one = account("player", club, name=f"{office.capitalize()} of {(club or our_club()).name}")
    one.change_role("player", None, **{office: True})
    return one


def as_role(role: str, club: Club | None = None, **more: object) -> Client:
    """A browser without pictures, signed in with this role, or in this office; `public` is not signed in."""
    client = Client(headers={"host": "localhost"}, **more)  # type: ignore[arg-type]
    if role in OFFICES:
        client.force_login(in_office(role, club))
    elif role != "public":
        client.force_login(account(role, club))
    return client
