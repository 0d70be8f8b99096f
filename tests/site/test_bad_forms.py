"""Bad input on every form, address and command of the site: a sentence comes back, never a fault of the program, and never
a script; and what is sent by somebody who may not send it changes nothing.

Addresses are found in the table of roles, which is held to be complete; forms and their fields are found in the pages
themselves. A new page is tried without a change here.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from calendar_kept import dated
from clubs import Place
from contests_kept import drawn_contest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils.timezone import localdate, now
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from nights import a_night, do, enter, play_on
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
)

from arrowswitch.cli.simulate import planned
from arrowswitch.session import Publish
from arrowswitch.session.journal.text import command_to_json
from arrowswitch.site.accounts.gate import EVERYONE
from arrowswitch.site.accounts.models import OFFICES
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.results.models import Event, Link
from arrowswitch.site.registers.models import Psych, Report, System
from examples import examples
from spoiling import places, put, values

SCRIPT = "<script>alert(1)</script>"
NASTY = (
    *(
        "",
        " ",
        "0",
        "-1",
        "1",
        "7",
        "25",
        "99999999999999999999",
        "9" * 400,
        "1e999",
        "0x10",
        "1/0",
        "½",
        "٣",
        "１２",
        "NaN",
    ),
    *(
        "\0",
        "a\0b",
        "💥" * 40,
        SCRIPT,
        "x" * 10_001,
        "’; DROP TABLE x; --",
        "%00",
        "../../x",
        "\r\n\t",
    ),
    *(
        "2026-02-30",
        "0000-00-00",
        "9999-12-31",
        "24:00",
        "-0",
        "A",
        "Z9",
        "NS",
        "4SX N -1",
        "PASS",
        "AV+",
        "100%",
        "[]",
        "{",
    ),
)
"""What people, programs and wicked people type."""
EXAMPLES = settings(
    max_examples=examples(12),
    derandomize=True,
    database=None,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


# -- finding forms ----------------------------------------------------------------------------------------------------


@dataclass
class Form:
    """A form in a page: where it goes, and the fields with what they may be."""

    action: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)


class Forms(HTMLParser):
    """Collects the forms of a page; a button outside its form, or a link of htmx, is a form too."""

    def __init__(self, place: str) -> None:
        super().__init__()
        self.place = place
        self.found: list[Form] = []
        self.open: Form | None = None
        self.selected = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        for method in ("get", "post"):
            if f"hx-{method}" in given:
                self.found.append(Form(urljoin(self.place, given[f"hx-{method}"]), method))
        if tag == "form":
            action = urljoin(self.place, given.get("action") or self.place)
            self.open = Form(action, given.get("method", "get").lower())
            self.found.append(self.open)
        form = self.open or (self.found[-1] if self.found else None)
        name = given.get("name", "")
        if not form:
            return
        if tag in ("input", "textarea", "button", "select") and name:
            known = form.fields.setdefault(name, [])
            if given.get("type") == "file":
                form.files.add(name)
            elif "value" in given:
                known.append(given["value"])
            self.selected = name if tag == "select" else self.selected
        if tag == "option" and self.selected:
            form.fields[self.selected].append(given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        if tag == "select":
            self.selected = ""


def forms_of(client: Client, place: str) -> list[Form]:
    """The forms of a page, each once."""
    answer = client.get(place)
    assert answer.status_code < 500, place
    if answer.streaming or not answer.get("Content-Type", "").startswith("text/html"):
        return []
    parser = Forms(place)
    parser.feed(answer.content.decode())
    kept = {(form.action, form.method, tuple(form.fields)): form for form in parser.found}
    return [form for form in kept.values() if urlsplit(form.action).netloc in ("", "localhost")]


# -- a club to try things in ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def things(clubs: Place, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Any]]:
    """A club with a night that is being set up, one under way and one that is over."""
    with django_db_blocker.unblock(), clubs.club("sqlite"):
        ours = our_club()
        opened = a_night(names=False, start=False, title="Set up")
        playing = a_night(title="Under way")
        enter(playing, 1, 1, 1, 50)
        over = a_night(title="Over")
        play_on(over)
        do(over, Publish())
        event = Event.objects.create(club=ours, name="Riverside Cup")
        yield {
            "sessions": (playing, opened, over),
            LINK: Link.make(Session.objects.get(pk=over)).token,
            EVENT: event.pk,
            EVENT_LINK: event.token,
            **drawn_contest(),
            PLAYER: (ann := Player.objects.create(club=ours, given="Ann", family="Ash", number="17")).pk,
            **dated(ann),
            PSYCH: Psych.objects.create(club=ours, player=ann, date=localdate(), call="1S", at=now()).pk,
            SYSTEM: System.objects.create(club=ours, first=ann, second=ann, title="Acol", filed=localdate()).pk,
            REPORT: reported(),
            ACCOUNT: account("scorer", ours, name="Sue").pk,
        }


WORDS = "seven purple hearts redoubled"


def reported() -> int:
    """A report to the recorder, who has set the dossier up."""
    as_role("recorder").post(reverse("dossier"), {"words": WORDS, "again": WORDS, "months": 60})
    as_role("player").post(reverse("recorder"), {"about": "Ann Ash", "text": "She sighed."})
    return Report.objects.get().pk


def addresses(things: dict[str, Any], name: str) -> list[str]:
    """A page for each session, where it is of one."""
    needs = PAGES[name].needs
    sessions = things["sessions"] if SESSION in needs.values() else things["sessions"][:1]
    filled = []
    for session in sessions:
        known = {**things, SESSION: session}
        filled.append(reverse(name, kwargs={gap: known.get(str(value), value) for gap, value in needs.items()}))
    return filled


def visitor(name: str) -> Client:
    """Somebody who may do everything; before the first start, nobody."""
    if PAGES[name].role == "recorder":
        recorder = as_role("recorder")
        recorder.post(reverse("dossier"), {"what": "open", "words": WORDS})
        return recorder
    return as_role("public" if name in ("sign-in", "look-round") else "owner")


texts = st.one_of(st.sampled_from(NASTY), st.text(max_size=20).filter(lambda text: text.isprintable()))


@st.composite
def filled(draw: st.DrawFn, form: Form) -> dict[str, Any]:
    """A form as it is sent: most fields as the page has them, some with something else, some left out."""
    sent: dict[str, Any] = {}
    for name, known in form.fields.items():
        if name in form.files:
            sent[name] = SimpleUploadedFile("list.csv", draw(texts).encode())
            continue
        way = draw(st.integers(0, 9))
        if way == 0:
            continue
        sent[name] = draw(st.sampled_from(known)) if known and way < 6 else draw(texts)
    if draw(st.integers(0, 4)) == 0:
        sent[draw(st.sampled_from(("next", "command", "seen", "force", "x")))] = draw(texts)
    return sent


def check(answer: Any, what: object) -> None:
    """No fault of the program (the client raises what went wrong in a view), and nobody's text as a part of the page."""
    assert answer.status_code < 500, (what, answer.status_code)
    if answer.get("Content-Type", "").startswith("text/html"):
        assert SCRIPT not in answer.content.decode(), what


@pytest.mark.parametrize("name", PAGES)
def test_no_form_of_a_page_can_be_filled_in_so_that_the_program_breaks(name: str, things: dict[str, Any]) -> None:
    for place in addresses(things, name):
        client = visitor(name)
        found = forms_of(client, place)
        found.append(Form(place, "post", {each: values for form in found for each, values in form.fields.items()}))
        for form in found:
            try_out(client, form)


def try_out(client: Client, form: Form) -> None:
    """Sends a form in many ways."""

    @EXAMPLES
    @given(filled(form), st.booleans())
    def send(sent: dict[str, Any], htmx: bool) -> None:
        ask = client.post if form.method == "post" else client.get
        headers = {"HX-Request": "true"} if htmx else {}
        check(ask(form.action, sent, headers=headers), (form.action, sent))

    send()


ODD = {int: (0, 1, 99, 2**31, 2**63, 10**30), str: ("x", "-", "A", "’", "x" * 300, "9" * 30, "mitchell", "..")}


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if page.needs])
def test_no_address_can_be_written_so_that_the_program_breaks(name: str, things: dict[str, Any]) -> None:
    chance = random.Random(name)
    client = visitor(name)
    usual = {
        gap: {**things, SESSION: things["sessions"][0]}.get(str(value), value)
        for gap, value in PAGES[name].needs.items()
    }
    for gap, value in usual.items():
        for odd in ODD[type(value)]:
            try:
                place = reverse(name, kwargs={**usual, gap: odd})
            except NoReverseMatch:  # there is no such address
                continue
            check(client.get(place, {"page": chance.choice(NASTY)}), place)
            check(client.post(place, {"x": chance.choice(NASTY)}), place)


def test_no_command_can_be_written_so_that_the_program_breaks(things: dict[str, Any]) -> None:
    client = as_role("director")
    plan = [command_to_json(each) for each in planned("3", None, "24-28", None, 7, again=False)]

    @settings(EXAMPLES, max_examples=examples(150))
    @given(st.sampled_from(plan), values, st.randoms(use_true_random=False), st.booleans())
    def send(command: dict[str, Any], value: Any, pick: random.Random, opening: bool) -> None:
        spoilt = put(command, pick.choice(places(command)), value)
        place = "/night/commands" if opening else f"/night/{things['sessions'][0]}/commands"
        answer = client.post(place, json.dumps(spoilt), content_type="application/json")
        check(answer, spoilt)
        said = answer.json()
        assert said["ok"] is (answer.status_code == 200)
        assert said["ok"] or said["problem"].endswith((".", ")", "?"))

    send()


# -- by who may not -----------------------------------------------------------------------------------------------------------


def kept() -> str:
    """All that the club has kept, but for who is signed in and who tried to be."""
    found = sha256()
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            if table not in ("django_session", "accounts_tries"):
                cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)} ORDER BY 1")  # our own names
                found.update(repr((table, cursor.fetchall())).encode())
    return found.hexdigest()


def strangers(name: str) -> Iterator[tuple[str, Client]]:
    """Everybody who may not use a page: smaller roles, who holds another office, and the owner of another club."""
    allowed = AND_LARGER[PAGES[name].role]
    for role in (*EVERYONE, *OFFICES):
        if role not in allowed and not (role in OFFICES and "player" in allowed):
            yield role, as_role(role)
    if PAGES[name].is_ours:
        yield "another club", as_role("owner", Club.objects.get_or_create(name="Hillside")[0])


@pytest.mark.parametrize("name", [name for name in PAGES if name not in FOR_PADS])
def test_what_somebody_sends_who_may_not_changes_nothing(name: str, things: dict[str, Any]) -> None:
    chance = random.Random(name)
    others = list(strangers(name))
    for place in addresses(things, name):
        found = [form for form in forms_of(visitor(name), place) if form.method == "post"]
        found.append(Form(place, "post", {each: known for form in found for each, known in form.fields.items()}))
        before = kept()
        for role, client in others:
            for form in found[: examples(6)]:
                sent = {each: chance.choice(known) if known else "7" for each, known in form.fields.items()}
                answer = client.post(form.action, sent)
                check(answer, (role, form.action))
                assert answer.status_code in (302, 403, 404, 405), (role, form.action, answer.status_code)
            client.post(
                place, json.dumps({"id": f"forged-{role}", "act": {"type": "start"}}), content_type="application/json"
            )
        assert kept() == before, (name, place)
