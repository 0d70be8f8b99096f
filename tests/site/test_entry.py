"""Scores typed at the desk: by keyboard in a browser, and as a form without script."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from nights import a_night, do, enter
from people import as_role
from reading import squeezed

from arrowswitch.movements import build
from arrowswitch.scoring.lines import MINUS, PLUS
from arrowswitch.session import Actor, BareScore, CallRound, Contracted, Correct, Enter, LineKey, PassedOut, State
from arrowswitch.session.desk.codes import CODES, PATTERNS
from arrowswitch.session.night.views import looks_wrong
from arrowswitch.site.journal import store

pytestmark = pytest.mark.usefixtures("desk_club")


@pytest.fixture
def scorer() -> Client:
    return as_role("scorer")


@pytest.fixture
def director() -> Client:
    return as_role("director")


def a_full_night(**options: Any) -> int:
    """Nine tables, nine rounds of one board, all called: travellers of nine lines."""
    session = a_night(build("mitchell", tables=9, boards_per_round=1), names=False, **options)
    for number in range(2, 10):
        do(session, CallRound(number))
    return session


def text(answer: Any) -> str:
    return answer.content.decode()


def look(client: Client, session: int, **query: str) -> str:
    return text(client.get(reverse("night-entry", args=[session]), query))


def hidden(page: str) -> dict[str, str]:
    """What the form holds besides what is typed."""
    return dict(re.findall(r'<input type="hidden" name="((?:seen|stood|command|accept)-[^"]+)" value="([^"]*)"', page))


def post(client: Client, session: int, sheet: str, row: str, typed: str, **more: str) -> Any:
    """One line, as the script sends it."""
    form = hidden(look(client, session, sheet=sheet))
    named = {f"{name}-{row}": value for name, value in more.items()}
    return client.post(
        reverse("night-entry-line", args=[session]),
        {**form, "sheet": sheet, "row": row, f"text-{row}": typed, **named},
    )


def entry_of(state: State, *line: int) -> object:
    record = state.lines.get(LineKey("A", *line))
    return record and record.entry


def test_a_line_is_kept_and_told_in_words(scorer: Client) -> None:
    session = a_night()
    answer = post(scorer, session, "A-b1", "1-1-1", "4sxs-2")
    assert answer.status_code == 200
    assert entry_of(store.state(session), 1, 1, 1) == Contracted("4SX", "S", 8)
    found = answer.json()
    assert found["status"] == "saved"
    assert "doubled by South, two down: EW +300" in found["row"]
    assert "<b>1 of 3</b> results is in." in found["summary"]
    assert found["complete"]
    assert found["next"].endswith("?sheet=A-b2")


def test_sending_a_line_twice_keeps_it_once(scorer: Client) -> None:
    session = a_night()
    form = {
        "sheet": "A-b1",
        "row": "1-1-1",
        "text-1-1-1": "42",
        "seen-1-1-1": "0",
        "command-1-1-1": "a-command-of-mine",
    }
    for _ in range(2):
        answer = scorer.post(reverse("night-entry-line", args=[session]), form)
        assert answer.status_code == 200
    assert store.state(session).versions[LineKey("A", 1, 1, 1)] == len(store.state(session).journal)
    assert sum(entry.id == "a-command-of-mine" for entry in store.state(session).journal) == 1


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("hello", "is not understood. Type a score without its last zero"),
        ("62", '4<span class="heart">♥</span> = is 620 vulnerable, and 420 here.'),
        ("4S =", "say who declared it"),
        ("A+", "This is not for the scorer to do"),
        (".", "There is no result on a line above"),
    ],
)
def test_what_cannot_be_is_refused_with_the_text_still_there(scorer: Client, typed: str, sentence: str) -> None:
    session = a_night()
    answer = post(scorer, session, "A-b1", "1-1-1", typed)
    assert answer.status_code == 422
    row = answer.json()["row"]
    assert re.sub(r"<span class=\"heart\">♥</span>", "♥", sentence) in row.replace("&quot;", '"')
    assert f'value="{typed}"' in row
    assert not store.state(session).lines


def test_what_looks_wrong_is_kept_when_it_is_sent_again(scorer: Client) -> None:
    session = a_full_night()
    sheet = "A-b1"
    rows = re.findall(r'data-row="([^"]+)"', look(scorer, session, sheet=sheet))
    for row in rows[:3]:
        post(scorer, session, sheet, row, "42")
    answer = post(scorer, session, sheet, rows[3], "42-")
    assert (answer.status_code, answer.json()["status"]) == (422, "warned")
    assert "is it the right side?" in answer.json()["row"]
    other = post(scorer, session, sheet, rows[3], "45-", accept="42-")
    assert other.json()["status"] == "warned"  # only the very text that was shown
    again = post(scorer, session, sheet, rows[3], "42-", accept="42-")
    assert again.json()["status"] == "saved"
    assert "is it the right side?" in again.json()["row"]  # it stays noted
    assert looks_wrong(store.state(session)) == ()  # and is settled
    assert "is it the right side?" not in look(scorer, session, sheet=sheet)


def test_a_score_that_can_be_read_two_ways_is_asked_about(scorer: Client) -> None:
    session = a_night()
    answer = post(scorer, session, "A-b1", "1-1-1", "110")
    assert "Read as 1100; for 110 type 11." in answer.json()["row"]
    scorer.post(reverse("night-entry-way", args=[session]), {"method": 3, "rounds": 1, "full": "1", "plus_key": "NS"})
    assert post(scorer, session, "A-b1", "1-1-1", "110").json()["status"] == "saved"
    assert entry_of(store.state(session), 1, 1, 1) == BareScore(110)


def test_a_line_that_somebody_else_has_changed_says_who_and_what(scorer: Client) -> None:
    session = a_night()
    page = look(scorer, session, sheet="A-b1")
    do(
        session,
        Enter(LineKey("A", 1, 1, 1), BareScore(450)),
        Actor("director", "Ann"),
    )
    form = {**hidden(page), "sheet": "A-b1", "row": "1-1-1", "text-1-1-1": "42"}
    answer = scorer.post(reverse("night-entry-line", args=[session]), form)
    assert (answer.status_code, answer.json()["status"]) == (409, "stale")
    row = answer.json()["row"]
    assert "Ann was faster: board 1 at table 1 in round 1 is now +450" in row
    assert 'value="42"' in row
    again = {**hidden(row), "sheet": "A-b1", "row": "1-1-1", "text-1-1-1": "42"}
    assert scorer.post(reverse("night-entry-line", args=[session]), again).json()["status"] == "saved"
    assert entry_of(store.state(session), 1, 1, 1) == BareScore(420)


def test_a_slip_of_ones_own_is_corrected_with_a_reason_at_hand(scorer: Client) -> None:
    session = a_full_night()
    row = "1-1-1"
    post(scorer, session, "A-b1", row, "42")
    answer = post(scorer, session, "A-b1", row, "45")
    assert (answer.json()["status"], answer.json()["ask"]) == ("asked", "correction")
    assert 'value="typing slip"' in answer.json()["row"]
    assert f'name="slip-{row}" value="1" checked' in squeezed(answer.json()["row"])
    done = post(scorer, session, "A-b1", row, "45", why="typing slip", slip="1")
    assert done.json()["status"] == "saved"
    entry = store.state(session).journal[-1]
    assert isinstance(entry.act, Correct)
    assert (entry.why, entry.act.error, entry.act.entry) == ("typing slip", "scorer", BareScore(450))


def test_what_the_players_got_wrong_needs_both_sides(scorer: Client) -> None:
    session = a_full_night()
    enter(session, 1, 1, 1, 420)
    answer = post(scorer, session, "A-b1", "1-1-1", "45")
    assert " checked" not in answer.json()["row"]
    answer = post(scorer, session, "A-b1", "1-1-1", "45", why="ten tricks")
    assert "Both sides must agree to this correction." in answer.json()["row"]
    assert "East-West agree" in answer.json()["row"]
    answer = post(scorer, session, "A-b1", "1-1-1", "45", why="ten tricks", ns="1", ew="1")
    assert answer.json()["status"] == "saved"
    act = store.state(session).journal[-1].act
    assert isinstance(act, Correct)
    assert (act.consent, act.error) == (("NS", "EW"), "players")


def test_rulings_are_the_directors_and_need_a_reason(director: Client) -> None:
    session = a_night()
    answer = post(director, session, "A-b1", "1-1-1", "A+")
    assert (answer.json()["status"], answer.json()["ask"]) == ("asked", "reason")
    assert post(director, session, "A-b1", "1-1-1", "A+", why="came late").json()["status"] == "saved"
    record = store.state(session).lines[LineKey("A", 1, 1, 1)]
    assert (record.adjustment.ns, record.adjustment.ew) == (PLUS, MINUS)
    assert 'data-stands="A+"' in look(director, session, sheet="A-b1")


def test_the_director_may_insist_and_the_scorer_may_not(director: Client, scorer: Client) -> None:
    session = a_night()
    assert "I insist" not in post(scorer, session, "A-b1", "1-1-1", "E2-3 42").json()["row"]
    answer = post(director, session, "A-b1", "1-1-1", "E2-3 42")
    assert "The movement sends 1 and 4 here" in answer.json()["row"]
    assert "I insist" in answer.json()["row"]
    done = post(director, session, "A-b1", "1-1-1", "E2-3 42", force="1", why="sat at the wrong table")
    assert done.json()["status"] == "saved"
    record = store.state(session).lines[LineKey("A", 1, 1, 1)]
    assert (record.ns, record.ew) == (2, 6)


def test_without_script_the_sheet_is_one_form(scorer: Client) -> None:
    session = a_full_night()
    page = look(scorer, session)
    assert "Board 1" in page
    rows = re.findall(r'data-row="([^"]+)"', page)
    typed = ["42", "42", ".", "5-", "p", "3nn=", "3nn+1", "hello", "42-"]
    form = {**hidden(page), "sheet": "A-b1", **{f"text-{row}": each for row, each in zip(rows, typed, strict=True)}}
    address = reverse("night-entry", args=[session])
    answer = scorer.post(address, form)
    assert answer.status_code == 422
    assert "is not understood" in text(answer)
    assert "<b>8 of 81</b> results are in." in text(answer)
    entries = [record.entry for _, record in sorted(store.state(session).lines.items(), key=lambda each: each[1].ns)]
    assert entries[:5] == [BareScore(420)] * 3 + [BareScore(-50), PassedOut()]
    page = text(answer)
    form = {**hidden(page), "sheet": "A-b1"}
    for row, each in zip(rows, [*typed[:7], "45", "42-"], strict=True):
        shown = re.search(rf'name="text-{row}" value="([^"]*)"', page)
        assert shown
        form[f"text-{row}"] = each if each in ("45", "42-") else shown[1]
    answer = scorer.post(address, form)
    assert answer.status_code == 302
    assert answer["Location"].endswith("?sheet=A-b2")
    assert len(store.state(session).lines) == 9


@pytest.mark.parametrize("method", range(1, 7))
def test_every_way_of_posting_has_its_sheets(scorer: Client, method: int) -> None:
    session = a_full_night()
    way = {"method": method, "rounds": 4, "full": "0", "plus_key": "EW"}
    scorer.post(reverse("night-entry-way", args=[session]), way)
    page = look(scorer, session)
    assert ("<h2>Board 1</h2>" in page) == (method > 2)
    assert page.count('class="typed"') == {1: 1, 2: 1, 3: 9, 4: 9, 5: 4, 6: 4}[method]
    last = look(scorer, session, to="9")
    assert 'value="A-' not in last  # sent on to the sheet
    row = re.findall(r'data-row="([^"]+)"', page)[0]
    sheet = re.search(r'name="sheet" value="([^"]+)"', page)
    assert sheet
    post(scorer, session, sheet[1], row, "42+")
    (record,) = store.state(session).lines.values()
    assert record.entry == BareScore(-420)  # the plus key of this scorer is East-West's


def test_a_sheet_is_found_by_its_number_or_it_is_said_that_there_is_none(scorer: Client) -> None:
    session = a_night()
    address = reverse("night-entry", args=[session])
    assert scorer.get(address, {"to": "2"})["Location"].endswith("?sheet=A-b2")
    answer = scorer.get(address, {"to": "99"})
    assert answer.status_code == 404
    assert "There is no sheet “99” yet." in text(answer)


def test_what_is_typed_is_told_before_it_is_kept(scorer: Client) -> None:
    session = a_night()

    def told(typed: str, row: str = "1-1-1") -> dict[str, str]:
        query = {"sheet": "A-b1", "row": row, "text": typed}
        return scorer.get(reverse("night-entry-read", args=[session]), query).json()

    assert told("42-")["said"] == "EW +420 (4♥ or 4♠, made exactly)"
    assert told("62")["problem"].endswith("4♥ = is 620 vulnerable, and 420 here.")
    assert "not understood" in told("hello")["problem"]
    assert told("42", "9-9-9") == {"said": ""}
    assert not store.state(session).lines


def test_before_play_there_is_nothing_to_type(scorer: Client) -> None:
    session = a_night(start=False)
    assert "Play has not begun" in look(scorer, session)


def test_every_code_is_on_the_list(scorer: Client) -> None:
    page = look(scorer, a_night())
    for code in CODES:
        assert f"<kbd>{code.keys[0]}</kbd>" in page
    for pattern in PATTERNS:
        assert f"<kbd>{pattern.example}</kbd>" in page


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"sheet": "A-b1"},
        {"sheet": "A-b1", "row": "9-9-9"},
        {"sheet": "Z-b1", "row": "1-1-1"},
        {"sheet": "A-b1", "row": "1-1-1", "text-1-1-1": "42", "seen-1-1-1": "²", "command-1-1-1": "x" * 500},
        {"sheet": "A-b1", "row": "1-1-1", "text-1-1-1": "4\x00" * 400, "seen-1-1-1": "9" * 400},
    ],
)
def test_a_form_that_is_not_ours_breaks_nothing(scorer: Client, form: dict[str, str]) -> None:
    session = a_night()
    assert scorer.post(reverse("night-entry-line", args=[session]), form).status_code in (200, 409, 410, 422)
    assert scorer.post(reverse("night-entry", args=[session]), form).status_code in (302, 409, 422)
    assert scorer.post(reverse("night-entry-way", args=[session]), form).status_code == 422


def test_the_desk_types_and_others_do_not() -> None:
    session = a_night()
    for role, expected in {"owner": 200, "director": 200, "scorer": 200, "player": 403, "public": 302}.items():
        assert as_role(role).get(reverse("night-entry", args=[session])).status_code == expected
