"""Double-dummy tables on the server: worked out beside it, kept by the deal, shown where the club shows them and not before."""

from __future__ import annotations

import json
import sys
import time
import uuid
from collections.abc import Iterator
from itertools import product
from typing import Any
from urllib.request import urlopen

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from nights import a_night, desk_server, do, enter, play_on
from people import as_role

from arrowswitch.bridge import Denomination, Seat, Side
from arrowswitch.deals import TrickTable, deal_text, dealt, table_of
from arrowswitch.formats.play.pbn import write_deals
from arrowswitch.session import AttachHands, BoardHands, CallRound, LineKey, Publish, Settings
from arrowswitch.session.acts import Undo
from arrowswitch.session.sight.pads import UNUSUAL
from arrowswitch.site.journal import solving, store
from arrowswitch.site.journal.models import Session, Solved
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.pads.joining import codes

pytestmark = pytest.mark.usefixtures("desk_club")

SUIT = "AKQJT98765432"
FOUR_SUITS = BoardHands(1, f"{SUIT}...", f".{SUIT}..", f"..{SUIT}.", f"...{SUIT}")
DEALS = dealt("solving", range(1, 4))
SPADES_NS = table_of(lambda seat, trumps: {Side.NS: 10, Side.EW: 3}[seat.side] if trumps is Denomination.SPADES else 6)
TOLD = "Tricks with all cards seen"
SHOWS = ("board", "round", "end", "never")


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    solving.forget()
    yield
    solving.forget()


def known() -> None:
    """From now on the tables of the three deals are known."""
    solving.work_off()
    solving.keep((deal_text(hands), SPADES_NS) for hands in DEALS)


# -- working out ----------------------------------------------------------------------------------------------------------


def test_a_table_is_worked_out_once_and_kept_by_its_deal() -> None:
    solving.work_off()
    session = a_night()
    do(session, AttachHands((FOUR_SUITS,)))
    assert not store.state(session).tables  # nobody waits for it
    solving.work_off()
    table = store.state(session).tables[1]
    assert [table.tricks(seat, Denomination.SPADES) for seat in Seat] == [13, 0, 13, 0]
    assert table.tricks(Seat.NORTH, Denomination.NOTRUMP) == 0  # the leader runs a suit
    assert list(Solved.objects.values_list("deal", "tricks")) == [(deal_text(FOUR_SUITS), table.digits)]


def test_what_is_in_the_database_is_not_worked_out_again() -> None:
    session = a_night()
    do(session, AttachHands((FOUR_SUITS,)))
    Solved.objects.create(deal=deal_text(FOUR_SUITS), tricks="5" * 20)
    solving.work_off()  # the start
    assert store.state(session).tables == {1: TrickTable("5" * 20)}


@pytest.mark.parametrize("program", ["/bin/false", "/no/such/program"])
def test_a_solver_that_fails_is_not_asked_again_and_again(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = a_night()
    do(session, AttachHands((FOUR_SUITS,)))
    solving.work_off()
    monkeypatch.setattr(sys, "executable", program)
    store.state(session)
    solving.work_off()
    monkeypatch.undo()  # from now on it could be solved
    assert not store.state(session).tables
    solving.work_off()
    assert not store.state(session).tables
    solving.forget()  # the next start
    solving.work_off()
    store.state(session)
    solving.work_off()
    assert store.state(session).tables


def test_the_tables_stay_when_the_journal_grows_and_follow_the_hands() -> None:
    known()
    session = a_night()
    do(session, AttachHands(DEALS))
    assert set(store.state(session).tables) == {1, 2, 3}
    state = enter(session, 1, 1, 1, 420)
    assert set(state.tables) == {1, 2, 3}
    do(session, AttachHands((DEALS[0], *dealt("others", (2, 3)))))
    assert set(store.state(session).tables) == {1}
    do(session, Undo())
    assert set(store.state(session).tables) == {1, 2, 3}


def test_a_server_works_them_out_by_itself(desk_club: dict[str, str]) -> None:
    session = a_night()
    do(session, AttachHands((FOUR_SUITS,)))
    play_on(session)
    do(session, Publish())
    place = reverse("results", args=[Link.make(Session.objects.get(pk=session)).token]) + "board/1/"
    with desk_server(desk_club) as server:
        until = time.monotonic() + 240
        while TOLD not in (page := fetched(server.address.rstrip("/") + place)) and time.monotonic() < until:
            time.sleep(0.3)
    assert TOLD in page
    assert "Par +1510" in page  # 7♠ by North-South


def fetched(place: str) -> str:
    with urlopen(place) as answer:
        return answer.read().decode()


# -- the desk -------------------------------------------------------------------------------------------------------------


def test_the_desk_sees_hand_table_and_par_of_a_board() -> None:
    known()
    session = a_night()
    do(session, AttachHands(DEALS))
    page = as_role("director").get(reverse("night-board", args=[session, 1])).content.decode()
    assert TOLD in page
    assert 'Par +420: 4<span class="spade">♠</span> NS =' in page


def attach(client: Client, session: int, *deals: BoardHands, **more: str) -> Any:
    file = SimpleUploadedFile("night.pbn", write_deals(deals).encode())
    return client.post(reverse("night", args=[session]), {"do": "save", "deals": file, **more})


def test_hands_come_from_a_file_and_take_the_place_of_others_only_if_that_is_meant() -> None:
    session, desk = a_night(), as_role("director")
    assert attach(desk, session, *DEALS).status_code == 302
    assert "The hands of 3 boards are attached." in desk.get(reverse("night", args=[session])).content.decode()
    enter(session, 1, 1, 1, 420)
    others = dealt("others", range(1, 4))
    refused = attach(desk, session, *others)
    assert refused.status_code == 422
    assert "These boards have results, and their hands would change: 1." in refused.content.decode()
    assert store.state(session).hands[1] == DEALS[0]
    assert attach(desk, session, *others, force="on").status_code == 200  # with a note of what was replaced
    assert store.state(session).hands[1] == others[0]


def test_a_change_of_what_players_see_leaves_the_rest_of_the_settings() -> None:
    session = a_night(settings=Settings(wait=True, leads=False, par="board"))
    form = {"do": "save", "scores": "round", "rankings": "end", "hands": "board"}
    assert as_role("director").post(reverse("night", args=[session]), form).status_code == 302
    wanted = Settings(scores="round", hands="board", wait=True, leads=False, par="board")
    assert store.state(session).settings == wanted
    as_role("director").post(reverse("night", args=[session]), {**form, "par": "never"})
    assert store.state(session).settings.par == "never"


# -- the phones -----------------------------------------------------------------------------------------------------------


def joined(session: int, table: int) -> Client:
    client = Client(HTTP_HOST="localhost")
    code = next(
        each.code for each in codes(Session.objects.get(pk=session), store.state(session)) if each.table == table
    )
    assert client.post(reverse("pad-join", args=[code])).status_code == 302
    return client


def sent(client: Client, round_number: int, table: int, board: int, declarer: str) -> Any:
    entry = {"type": "contract", "contract": "4S", "declarer": declarer, "tricks": 10, "lead": ""}
    where = {"round": round_number, "table": table, "board": board}
    message = {"id": str(uuid.uuid4()), "kind": "enter", "side": "NS", "entry": entry, **where}
    body = json.dumps({"messages": [message]})
    return client.post(reverse("pad-send"), body, content_type="application/json", headers={"X-Pad": "1"}).json()


@pytest.mark.parametrize(("hands", "par"), [*product(SHOWS, SHOWS)])
def test_a_pad_cannot_have_par_before_its_time_whatever_it_asks(hands: str, par: str) -> None:
    known()
    session = a_night(settings=Settings(hands=hands, par=par))
    do(session, AttachHands(DEALS))
    allowed = hands == par == "board"
    pad, other = joined(session, 1), joined(session, 2)
    before = pad.get(reverse("pad-known")).json()
    assert not _analysis(before)
    for query in ({"board": 1}, {"par": "board"}, {"show": "par"}, {"role": "director"}):
        assert not _analysis(pad.get(reverse("pad-known"), query).json())
    told = sent(pad, 1, 1, 1, "E")  # a slip: East takes three tricks in spades
    (answer,) = told["answers"]
    assert answer["ok"]
    exact = "4♠ E = is far from double dummy: East takes 3 in ♠."
    assert answer["notes"] == ([exact] if allowed else [str(UNUSUAL)])
    assert _analysis(told["view"]) == ({"1"} if allowed else set())
    assert not _analysis(other.get(reverse("pad-known")).json())
    if allowed:
        shown = told["view"]["boards"]["1"]
        assert shown["tricks"]["N"] == [6, 10, 6, 6, 6]
        assert shown["par"] == {"ns": 420, "contracts": [{"contract": "4S", "by": "NS", "over": 0}]}
    for page in ("night-board", "night-boards", "night"):
        where = [session, 1] if page == "night-board" else [session]
        assert TOLD not in pad.get(reverse(page, args=where), follow=True).content.decode()
    flagged = as_role("director").get(reverse("night-line", args=[session, "A", 1, 1, 1])).content.decode()
    assert "far from double dummy" in flagged


def test_after_the_round_par_is_told_only_of_boards_that_all_at_the_table_have_played() -> None:
    known()
    session = a_night(settings=Settings(hands="round", par="round", wait=True))
    do(session, AttachHands(DEALS))
    sent(joined(session, 1), 1, 1, 1, "N")
    do(session, CallRound(2))
    for table in (1, 2, 3):
        assert not _analysis(joined(session, table).get(reverse("pad-known")).json())
    assert LineKey("A", 1, 1, 1) in store.state(session).lines


def _analysis(view: dict[str, Any]) -> set[str]:
    """The boards of which a pad is told what can be made; nothing of the kind stands anywhere else."""
    boards = {board for board, shown in view["boards"].items() if {"par", "tricks"} & shown.keys()}
    assert "par" not in view
    if not boards:
        assert '"par"' not in json.dumps(view)
        assert "420" not in json.dumps(view["boards"])
    return boards
