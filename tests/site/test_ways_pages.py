"""How scores come, in a real browser and on the pages: asked at set-up, kept to in the room, typed at the desk."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from browsing import ARGUMENTS, PATIENCE, executable, sign_in
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from nights import DIRECTOR, a_night, desk_server, do, enter
from people import PASSWORD, account, as_role
from playwright.sync_api import expect, sync_playwright

from arrowswitch.movements import build
from arrowswitch.session import (
    BareScore,
    CallRound,
    ChangeSettings,
    Command,
    Enter,
    LineKey,
    SectionPlan,
    Settings,
    Start,
)
from arrowswitch.session.desk.hands_off import calls_due
from arrowswitch.site.journal import store
from arrowswitch.site.work import memory

AT_THE_END = Settings(source="end")
TWENTY = (SectionPlan("A", build("mitchell", tables=3, boards_per_round=1), round_minutes=Fraction(20)),)


def text(page: str) -> str:
    """What a page says, without marks."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def read(role: str, name: str, session: int, **query: str) -> str:
    return text(as_role(role).get(reverse(name, args=[session]), query).content.decode())


# -- set-up -----------------------------------------------------------------------------------------------------------


def test_set_up_asks_how_scores_come_and_it_can_be_changed_later(desk_club: dict[str, str]) -> None:
    director = as_role("director")
    page = director.get(reverse("night-new")).content.decode()
    assert "How scores come" in text(page)
    answer = director.post(reverse("night-new"), {"tables": "3", "kind": "pairs", "source": "end", "hands_off": "on"})
    session = int(re.search(r"/(\d+)/", answer["Location"])[1])  # type: ignore[index]
    settings = store.state(session).settings
    assert (settings.source, settings.hands_off) == ("end", True)
    assert "on travellers, at the end · the clock calls the rounds" in read("director", "night", session)
    shows = dict.fromkeys(("scores", "rankings", "hands", "par"), "end")
    director.post(reverse("night", args=[session]), {"do": "save", "source": "slips", **shows})
    settings = store.state(session).settings
    assert (settings.source, settings.hands_off) == ("slips", False)
    refused = director.post(reverse("night", args=[session]), {"do": "save", "source": "pigeons", **shows})
    assert refused.status_code == 422
    assert store.state(session).settings.source == "slips"


def test_how_scores_come_starts_as_the_club_had_it_last_time(desk_club: dict[str, str]) -> None:
    def starts() -> tuple[str, bool]:
        page = as_role("director").get(reverse("night-new")).content.decode()
        found = re.search(r'<option value="(\w+)" selected>(on [^<]+)<', page)
        assert found
        return found[1], bool(re.search(r'name="hands_off"[^>]* checked', page))

    assert starts() == ("phones", False)
    a_night(settings=Settings(source="end", hands_off=True), start=False)
    assert starts() == ("end", True)
    last = a_night(settings=Settings(source="slips"), start=False)
    assert starts() == ("slips", False)
    as_role("director").post(reverse("night", args=[last]), {"do": "away"})
    assert starts() == ("end", True)


# -- the room ---------------------------------------------------------------------------------------------------------


def test_with_travellers_at_the_end_the_room_misses_nothing_until_the_end(desk_club: dict[str, str]) -> None:
    session = a_night(settings=AT_THE_END)
    do(session, CallRound(2))
    room = read("director", "night-room", session)
    assert "behind" not in room
    assert "nothing is missing before" in room
    do(session, CallRound(3))
    as_role("director").post(reverse("night-room-do", args=[session]), {"do": "over"})
    room = read("director", "night-room", session)
    assert "All rounds have been played. 9 results are still to come." in room
    assert "Results still to come (9)" in room


def test_a_break_counts_down_in_the_room_too_and_is_not_time_overrun(desk_club: dict[str, str]) -> None:
    plan = (replace(TWENTY[0], break_after=1, break_minutes=15),)
    session = a_night(sections=plan, start=False)
    begun(session, 25)
    room = read("director", "night-room", session)
    assert re.search(r"(09:5\d|10:00) left of the break", room)
    assert "over time" not in room
    memory.forget_all()


def test_posting_says_how_many_rounds_were_not_played(desk_club: dict[str, str]) -> None:
    session = a_night()
    assert "2 Rounds not played" in read("director", "night-results-publish", session)


# -- scores -----------------------------------------------------------------------------------------------------------


def test_who_never_touched_the_clock_says_that_all_is_played_and_types(desk_club: dict[str, str]) -> None:
    session = a_night(start=False)
    assert "All rounds have been played" in read("scorer", "night-entry", session)
    answer = as_role("scorer").post(reverse("night-entry-over", args=[session]))
    assert answer.status_code == 302
    page = read("scorer", "night-entry", session)
    assert "0 of 9 results are in." in page
    assert "All rounds have been played" not in page
    again = as_role("scorer").post(reverse("night-entry-over", args=[session]))
    assert again.status_code == 422
    assert "known already" in text(again.content.decode())


def test_travellers_take_lines_of_rounds_that_nobody_called(desk_club: dict[str, str]) -> None:
    session = a_night(settings=AT_THE_END)
    page = as_role("scorer").get(reverse("night-entry", args=[session]), {"sheet": "A-b1"}).content.decode()
    assert page.count('class="typed"') == 3
    as_role("scorer").post(
        reverse("night-entry", args=[session]),
        {"sheet": "A-b1", "text-3-2-1": "42", "stood-3-2-1": "", "seen-3-2-1": "0"},
    )
    assert store.state(session).lines[LineKey("A", 3, 2, 1)].entry == BareScore(420)


def test_lines_of_rounds_to_come_count_only_once_they_are_written(desk_club: dict[str, str]) -> None:
    session = a_night(settings=Settings(source="travellers"))
    assert "0 of 3 results are in." in read("scorer", "night-entry", session)
    enter(session, 3, 2, 1, 420)
    assert "1 of 4 results is in." in read("scorer", "night-entry", session)


def test_slips_are_shown_first_where_scores_come_on_slips_and_later_rounds_by_their_number(
    desk_club: dict[str, str],
) -> None:
    session = a_night(settings=Settings(source="slips"))
    scorer = as_role("scorer")
    entry = reverse("night-entry", args=[session])
    assert "Table 1, round 1" in text(scorer.get(entry).content.decode())
    jumped = scorer.get(entry, {"to": "2-3"})
    assert jumped["Location"].endswith("?sheet=A-r2-3")
    assert "Table 3, round 2" in text(scorer.get(jumped["Location"]).content.decode())
    assert scorer.get(entry, {"to": "4-3"}).status_code == 404
    scorer.post(
        reverse("night-entry-way", args=[session]), {"method": "3", "rounds": "1", "full": "0", "plus_key": "NS"}
    )
    assert "Board 1" in text(scorer.get(entry).content.decode())


def test_a_teams_sheet_names_the_pair_that_sits_there(desk_club: dict[str, str]) -> None:
    teams = build("american-whist", teams=5)
    session = a_night(teams, method="imps")
    state = store.state(session)
    meeting = next(each for each in state.sections["A"].movement.meetings if each.round == 1)
    page = as_role("scorer").get(reverse("night-entry", args=[session]), {"sheet": f"A-b{meeting.boards[0]}"})
    row = re.search(rf'data-row="1-{meeting.table}-{meeting.boards[0]}".*?</li>', page.content.decode(), re.DOTALL)
    assert row
    pairs = re.findall(r'class="post-pair"><b>[^<]*</b>([^<]*)<', row[0])
    assert [pair.count("&amp;") for pair in pairs] == [1, 1]


# -- rulings ----------------------------------------------------------------------------------------------------------


def test_a_ruling_can_be_made_about_any_board_of_any_round(desk_club: dict[str, str]) -> None:
    session = a_night(build("mitchell", tables=3, boards_per_round=2))
    do(session, CallRound(2))
    director = as_role("director")
    line = director.get(reverse("night-line", args=[session, "A", 1, 2, 3])).content.decode()
    found = re.search(r'href="([^"]+)">Rule<', line)
    assert found
    page = text(director.get(found[1].replace("&amp;", "&")).content.decode())
    assert "Table 2, round 1 , board 3" in page or "Table 2, round 1, board 3" in page
    assert ">Rule<" not in as_role("scorer").get(reverse("night-line", args=[session, "A", 1, 2, 3])).content.decode()
    table = director.get(reverse("night-rulings-table", args=[session, "A", 2])).content.decode()
    assert 'href="?round=1"' in table
    assert 'href="?round=3"' in table
    walk = reverse("night-ruling", args=[session, "revoke"]) + "?section=A&table=2&round=3&board="
    board = store.state(session).sections["A"].meeting(3, 2).boards[0]  # type: ignore[union-attr]
    answer = director.post(f"{walk}{board}&a=yes,no,in-time,hand,none,revoker,1&offender=E", {"status": "closed"})
    assert answer.status_code == 302, text(answer.content.decode())
    (ruling,) = store.state(session).rulings.values()
    assert (ruling.act.round, ruling.act.board) == (3, board)


# -- hands off --------------------------------------------------------------------------------------------------------


def begun(session: int, minutes: float) -> None:
    """Starts a session so many minutes ago."""
    at = timezone.now() - timedelta(minutes=minutes)
    store.append(session, Command(f"start-{session}", DIRECTOR, at, Start()))


def called(session: int) -> list[tuple[int, float]]:
    """The rounds that were called, and how many minutes after the start."""
    journal = store.state(session).journal
    start = next(entry.at for entry in journal if isinstance(entry.act, Start))
    return [
        (entry.act.round, (entry.at - start).total_seconds() / 60)
        for entry in journal
        if isinstance(entry.act, CallRound)
    ]


@pytest.mark.parametrize("look", ["room", "score"])
def test_hands_off_the_rounds_are_called_when_somebody_looks_or_a_score_comes(
    desk_club: dict[str, str], look: str
) -> None:
    session = a_night(sections=TWENTY, start=False, settings=Settings(hands_off=True))
    begun(session, 45)
    memory.forget_all()  # the server was started anew
    if look == "room":
        assert "Round 3 of 3" in read("director", "night-room", session)
    else:
        store.state(session)
        enter(session, 3, 1, 3, 110)
        assert isinstance(store.state(session).journal[-1].act, Enter)
    assert called(session) == [(2, 20), (3, 40)]
    read("director", "night-room", session)
    assert len(called(session)) == 2


def test_two_processes_that_look_at_once_call_a_round_once(desk_club: dict[str, str]) -> None:
    session = a_night(sections=TWENTY, start=False, settings=Settings(hands_off=True))
    begun(session, 45)
    now = timezone.now()
    seen_by_both = store.state(session)
    store.at_moment(session, now)
    late = store.append_each(session, calls_due(seen_by_both, now))
    assert [answer.entries for answer in late if isinstance(answer, store.Acknowledged)] == [(), ()]
    assert called(session) == [(2, 20), (3, 40)]


def test_the_room_says_when_the_clock_calls_and_the_director_can_take_over(desk_club: dict[str, str]) -> None:
    session = a_night(sections=TWENTY)
    room = reverse("night-room-do", args=[session])
    assert "Let the clock call the rounds" in read("director", "night-room", session)
    as_role("director").post(room, {"do": "hands-off"})
    assert store.state(session).settings.hands_off
    assert "The clock calls round 2 at" in read("director", "night-room", session)
    as_role("director").post(room, {"do": "hands-on"})
    assert not store.state(session).settings.hands_off
    do(session, ChangeSettings(replace(store.state(session).settings, hands_off=True)))
    assert "I call the rounds myself" not in read("scorer", "night-room", session)


# -- in a browser -----------------------------------------------------------------------------------------------------


def test_the_keyboard_starts_where_work_starts_and_says_what_was_kept(desk_club: dict[str, str]) -> None:
    session = a_night(names=False, start=False, settings=AT_THE_END)
    name = account("director", password=PASSWORD).name
    with desk_server(desk_club) as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        home = server.address.rstrip("/")
        page = chromium.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(home + reverse("night-new"))
        sign_in(page, name, PASSWORD)
        expect(page.locator("#id_tables")).to_be_focused()
        page.goto(home + reverse("night-names", args=[session]))
        expect(page.locator("input[data-combo]").first).to_be_focused()
        expect(page.locator("[role=listbox]:visible")).to_have_count(0)
        page.goto(home + reverse("night-entry", args=[session]))
        page.get_by_role("button", name="All rounds have been played").click()
        expect(page.locator(".typed").first).to_be_focused()
        page.keyboard.type("hello")
        page.keyboard.press("Enter")
        expect(page.locator(".is-refused .typed")).to_be_focused()
        page.keyboard.type("42")  # in the place of what was refused
        page.keyboard.press("Enter")
        page.keyboard.type("45")
        page.keyboard.press("Enter")
        page.keyboard.type("5-")
        expect(page.locator("h2").first).to_have_text("Board 2")
        expect(page.locator("#post-kept")).to_have_text("Board 1: EW +50 (one down)")
        expect(page.locator(".typed").first).to_be_focused()
        chromium.close()


def test_in_the_last_round_the_room_says_when_the_clock_calls_the_end(desk_club: dict[str, str]) -> None:
    session = a_night(sections=TWENTY, start=False, settings=Settings(hands_off=True))
    begun(session, 45)
    assert "The clock calls the end at" in read("director", "night-room", session)
    later = timezone.now() + timedelta(minutes=20)
    assert store.at_moment(session, later).sections["A"].over
    assert "All rounds have been played. 9 results are still to come." in read("director", "night-room", session)


@pytest.mark.parametrize("club", ["postgresql"], indirect=True)
def test_two_servers_call_each_round_and_the_end_exactly_once(club: dict[str, str]) -> None:
    """Two processes with memories of their own, asked for the big screen at the same moments, on PostgreSQL."""
    account("director", password=PASSWORD)
    session = a_night(sections=TWENTY, start=False, settings=Settings(hands_off=True))
    begun(session, 65)
    connection.close()
    with desk_server(club) as one, desk_server(club) as other:
        rooms = [signed_in(server.address) for server in (one, other)]
        asked = [room for room in rooms for _ in range(4)]
        with ThreadPoolExecutor(len(asked)) as pool:
            pages = list(pool.map(lambda room: room(reverse("night-room", args=[session])), asked))
    assert all("All rounds have been played. 9 results are still to come." in page for page in pages)
    memory.forget_all()
    journal = store.state(session).journal
    assert [entry.id for entry in journal if entry.by.name == "The clock"] == ["clock-A-2", "clock-A-3", "clock-A-4"]
    assert called(session) == [(2, 20), (3, 40)]


def signed_in(address: str) -> Callable[[str], str]:
    """Somebody of the desk at a server; asked for a path, what its page says."""
    jar = build_opener(HTTPCookieProcessor())
    form = jar.open(f"{address}sign-in/", timeout=120).read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)
    assert token
    sent = {"csrfmiddlewaretoken": token[1], "name": "Director of Riverside", "password": PASSWORD}
    jar.open(Request(f"{address}sign-in/", urlencode(sent).encode(), {"Referer": address}), timeout=120)
    return lambda path: text(jar.open(address.rstrip("/") + path, timeout=120).read().decode())
