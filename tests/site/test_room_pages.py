"""The room during play: the clock and its buttons, the words to say, the tables, the calls; and the journal behind it."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from nights import a_night, do, enter, play_on, play_round
from people import as_role

from arrowswitch.movements import build
from arrowswitch.session import AddMinutes, CallDirector, Penalise, Publish, SeatPlayers, SectionPlan, Settings, Undo
from arrowswitch.site.journal import store

pytestmark = pytest.mark.usefixtures("desk_club")


def text(answer: object) -> str:
    return answer.content.decode()  # type: ignore[attr-defined]


@pytest.fixture
def desk() -> Client:
    return as_role("director")


def press(desk: Client, session: int, **form: str) -> object:
    return desk.post(reverse("night-room-do", args=[session]), form)


def test_the_buttons_run_the_clock_and_the_rounds(desk: Client) -> None:
    session = a_night(start=False)
    press(desk, session, do="start")
    assert store.state(session).sections["A"].round == 1
    press(desk, session, do="hold")
    assert "The clock is held." in text(desk.get(reverse("night-room", args=[session])))
    press(desk, session, do="resume")
    press(desk, session, do="minutes", number="3")
    assert store.state(session).sections["A"].clock.added == 3  # type: ignore[union-attr]
    play_round(session)
    press(desk, session, do="round", number="2")
    assert store.state(session).sections["A"].round == 2


def test_two_who_call_the_move_at_once_do_not_skip_a_round(desk: Client) -> None:
    session = a_night()
    press(desk, session, do="round", number="2")
    answer = press(desk, session, do="round", number="2")
    assert "Round 2 has been called already." in text(answer)
    assert store.state(session).sections["A"].round == 2


def test_calling_the_move_too_early_says_which_tables_have_not_finished(desk: Client) -> None:
    session = a_night()
    enter(session, 1, 1, 1, 420)
    answer = press(desk, session, do="round", number="2")
    assert "tables 2-3" in text(answer)


def test_the_clock_stops_when_every_result_is_in_and_the_next_step_is_named(desk: Client) -> None:
    session = a_night()
    room = reverse("night-room", args=[session])
    assert "data-left" in text(desk.get(room))
    play_on(session)
    page = text(desk.get(room))
    assert "Play is over, and every result is in." in page
    assert "data-left" not in page
    screen = reverse("night-screen", args=[session])
    assert "Play is over" in text(desk.get(screen))
    assert "%" not in text(desk.get(screen)).partition("<main")[2]
    do(session, Publish())
    page = text(desk.get(room))
    assert "The results are posted." in page
    assert "data-left" not in page
    assert "%" in text(desk.get(screen)).partition("<main")[2]  # the ranking is there instead


def test_tabs_and_buttons_that_are_the_directors_are_not_offered_to_a_scorer(desk: Client) -> None:
    session = a_night()
    journal, trouble = reverse("night-journal", args=[session]), reverse("night-trouble", args=[session])
    for client, offered in ((desk, True), (as_role("scorer"), False)):
        page = text(client.get(journal))
        assert (trouble in page) is offered
        assert (reverse("night-journal-file", args=[session]) in page) is offered
        assert ("<kbd>x</kbd>" in page) is offered  # among the keyboard shortcuts
        assert "<title>Journal · Tuesday pairs" in page


def test_the_map_shows_what_is_in_and_what_is_behind(desk: Client) -> None:
    session = a_night()
    enter(session, 1, 1, 1, 420)
    page = text(desk.get(reverse("night-room", args=[session])))
    assert page.count("is-done") == 1
    assert page.count("is-waiting") == 2
    press(desk, session, do="round", number="2")
    page = text(desk.get(reverse("night-room", args=[session])))
    assert page.count("is-late") == 2
    assert "Missing from earlier rounds (2)" in page


def test_a_call_waits_until_it_is_answered(desk: Client) -> None:
    session = a_night()
    do(session, CallDirector("A", 2, "lead out of turn"))
    page = text(desk.get(reverse("night-room", args=[session])))
    assert "lead out of turn" in page
    call = re.search(r'name="call" value="([^"]+)"', page)
    assert call
    press(desk, session, do="answer", call=call[1])
    assert "Nobody is waiting." in text(desk.get(reverse("night-room", args=[session])))


def test_a_page_that_has_everything_is_sent_nothing(desk: Client) -> None:
    session = a_night()
    address = reverse("night-room", args=[session])
    have = re.search(r"have=([0-9a-f]+)", text(desk.get(address)))
    assert have
    ask = {"HX-Request": "true", "HX-Target": "room-live"}
    assert desk.get(address, {"have": have[1]}, headers=ask).status_code == 204
    enter(session, 1, 1, 1, 420)
    assert desk.get(address, {"have": have[1]}, headers=ask).status_code == 200


def test_the_big_screen_has_the_clock_and_the_move_but_no_score(desk: Client) -> None:
    session = a_night(build("skip-mitchell", tables=4, boards_per_round=2))
    enter(session, 1, 1, 1, 990)
    page = text(desk.get(reverse("night-screen", args=[session])))
    assert "Round 1 of" in page
    assert "990" not in re.sub(r"<[^>]*>", " ", page)  # the tags hold random figures
    assert 'class="clock"' in page


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"do": "round"},
        {"do": "round", "number": "²"},
        {"do": "answer", "call": "x"},
        {"do": "minutes", "number": "0"},
    ],
)
def test_a_button_that_is_none_changes_nothing(desk: Client, form: dict[str, str]) -> None:
    session = a_night()
    before = store.state(session)
    assert press(desk, session, **form).status_code == 422  # type: ignore[attr-defined]
    assert store.state(session) == before


def test_the_journal_tells_everything_and_takes_back_what_can_be_taken_back(desk: Client) -> None:
    session = a_night()
    enter(session, 1, 1, 1, 420)
    address = reverse("night-journal", args=[session])
    page = text(desk.get(address))
    assert "entered +420 as board 1 at table 1 in round 1" in page
    target = re.search(r'name="undo" value="([^"]+)"', page)
    assert target
    desk.post(reverse("night-undo", args=[session]), {"undo": target[1]})
    assert not store.state(session).lines
    assert "took back: entered +420" in text(desk.get(address))
    answer = desk.post(reverse("night-undo", args=[session]), {"undo": target[1]})
    assert "This has been undone already." in text(answer)


def test_who_asked_to_be_forgotten_is_not_named_in_the_journal(desk: Client) -> None:
    from arrowswitch.site.club.models import Player

    session = a_night()
    player = Player.objects.order_by("pk").first()
    assert player is not None
    name = str(player)
    assert name in text(desk.get(reverse("night-journal", args=[session])))
    player.erase()
    assert name not in text(desk.get(reverse("night-journal", args=[session])))
    assert "(name withheld)" in text(desk.get(reverse("night-journal", args=[session])))
    named = next(entry.id for entry in store.state(session).journal if isinstance(entry.act, SeatPlayers))
    do(session, Undo(named), why="another list")
    page = text(desk.get(reverse("night-journal", args=[session])))
    assert "took back: named players" in page
    assert name not in page


def test_the_journal_calls_pairs_as_their_cards_do(desk: Client) -> None:
    session = a_night()
    do(session, Penalise("A", 4), why="late")
    assert "gave EW 1 a warning" in text(desk.get(reverse("night-journal", args=[session])))


def test_the_journal_can_be_kept_as_a_file(desk: Client) -> None:
    from arrowswitch.session import replay
    from arrowswitch.session.journal.text import loads

    session = a_night()
    answer = desk.get(reverse("night-journal-file", args=[session]))
    assert replay(loads(text(answer))) == store.state(session)


def test_another_clubs_session_is_not_there(desk: Client) -> None:
    from arrowswitch.site.club.models import Club

    session = a_night()
    other = Club.objects.create(name="Hillside", federation="wbf")
    stranger = as_role("owner", other)
    for name in ("night", "night-room", "night-screen", "night-journal"):
        assert stranger.get(reverse(name, args=[session])).status_code == 404
    assert desk.get(reverse("night-room", args=[2**70])).status_code == 404


def test_the_header_follows_the_round_without_being_loaded_again(desk: Client) -> None:
    session = a_night(start=False)
    ask = {"HX-Request": "true", "HX-Target": "room-live"}
    answer = desk.post(reverse("night-room-do", args=[session]), {"do": "start"}, headers=ask)
    phase = re.search(r'id="night-phase" hx-swap-oob="true">(.*?)</p>', text(answer))
    assert phase
    assert "round 1 of 3" in phase[1]
    assert text(desk.get(reverse("night-room", args=[session]))).count('id="night-phase"') == 1


def screen_of(desk: Client, session: int) -> str:
    return text(desk.get(reverse("night-screen", args=[session])))


def test_the_big_screen_says_where_to_sit_before_play_and_between_two_rounds(desk: Client) -> None:
    session = a_night(start=False)
    page = screen_of(desk, session)
    assert "Seats in round 1" in page
    assert "Amber Acacia 1 &amp; Basil Birch 2" in page
    press(desk, session, do="start")
    assert "Seats in round" not in screen_of(desk, session)
    play_round(session)
    page = screen_of(desk, session)
    assert "Seats in round 2" in page
    assert "Amber Acacia" not in page


def test_the_big_screen_counts_the_break_down_once_its_round_is_over(desk: Client) -> None:
    movement = build("mitchell", tables=3, boards_per_round=1)
    session = a_night(
        sections=(SectionPlan("A", movement, round_minutes=Fraction(5), break_after=1, break_minutes=20),)
    )
    assert "Break" not in screen_of(desk, session)
    do(session, AddMinutes(-15))
    page = screen_of(desk, session)
    left = re.search(r'data-left="(\d+)" data-bell', page)
    assert left
    assert 9 * 60 < int(left[1]) <= 10 * 60
    assert ">Break<" in page
    assert "then round 2" in page


def with_a_break() -> int:
    movement = build("mitchell", tables=3, boards_per_round=1)
    return a_night(sections=(SectionPlan("A", movement, round_minutes=Fraction(5), break_after=1, break_minutes=20),))


def test_the_room_begins_the_break_and_then_calls_the_next_round(desk: Client) -> None:
    session = with_a_break()
    play_round(session)
    assert "Begin the break" in text(desk.get(reverse("night-room", args=[session])))
    press(desk, session, do="break")
    page = text(desk.get(reverse("night-room", args=[session])))
    assert "left of the break" in page
    assert "Begin the break" not in page
    left = re.search(r'data-left="(\d+)" data-bell', screen_of(desk, session))
    assert left
    assert 19 * 60 < int(left[1]) <= 20 * 60
    press(desk, session, do="minutes", number="2")
    assert "left of the break" in text(desk.get(reverse("night-room", args=[session])))
    press(desk, session, do="round", number="2")
    assert store.state(session).sections["A"].round == 2


def test_a_round_that_would_skip_the_break_is_called_only_when_it_is_asked_for_again(desk: Client) -> None:
    session = with_a_break()
    answer = text(press(desk, session, do="round", number="2"))
    assert "The break has not been held: call round 2 all the same?" in answer
    assert store.state(session).sections["A"].round == 1
    press(desk, session, do="round", number="2", sure="1")
    assert store.state(session).sections["A"].round == 2


def test_over_time_counts_from_the_end_of_the_break(desk: Client) -> None:
    session = with_a_break()
    do(session, AddMinutes(-26))
    page = text(desk.get(reverse("night-room", args=[session])))
    left = re.search(r'data-left="(-\d+)"', page)
    assert left
    assert -120 < int(left[1]) <= -60


def test_after_the_last_round_the_room_says_that_all_have_been_played(desk: Client) -> None:
    session = a_night()
    for number in ("2", "3"):
        assert "All rounds have been played" not in text(desk.get(reverse("night-room", args=[session])))
        press(desk, session, do="round", number=number)
    assert "All rounds have been played" in text(desk.get(reverse("night-room", args=[session])))
    do(session, AddMinutes(-60))
    page = screen_of(desk, session)
    assert "The time of the last round is up" in page
    assert "over time" not in page
    assert "data-left" not in page
    press(desk, session, do="over")
    assert "Play is over" in screen_of(desk, session)


@pytest.mark.parametrize(("shows", "seen"), [("end", True), ("never", False)])
def test_the_big_screen_shows_the_ranking_once_it_is_posted_if_the_club_shows_it(
    desk: Client, shows: str, seen: bool
) -> None:
    session = a_night(settings=Settings(rankings=shows))  # type: ignore[arg-type]
    play_on(session)
    assert "screen-lists" not in screen_of(desk, session)
    do(session, Publish())
    assert ("screen-lists" in screen_of(desk, session)) is seen
