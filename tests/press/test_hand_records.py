"""Hand records on paper: every card of every hand is there, on as many pages as was promised."""

from __future__ import annotations

from datetime import UTC, date, datetime
from io import BytesIO

import pytest
from pypdf import PdfReader

from arrowswitch.bridge import PACK, Seat
from arrowswitch.deals import BoardHands, TrickTable, deal_text, dealt, hand_of
from arrowswitch.deals.hands import high_card_points
from arrowswitch.movements import build
from arrowswitch.press import HANDS_WHAT, PrintedDeal, render_hands, render_session
from arrowswitch.press.hands import hand_sheet
from arrowswitch.session import (
    Actor,
    AttachHands,
    AttachOwnHands,
    BareScore,
    Command,
    Enter,
    LineKey,
    Open,
    SectionPlan,
    Start,
    State,
    decide,
    evolve,
)
from arrowswitch.session.night import analysed

DEALS = dealt("7", range(1, 37))
TABLE = TrickTable("43367433678a9668a966")
PRINTED = [PrintedDeal(hands, TABLE) for hands in DEALS]
LONG = BoardHands(1, "AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")


def pages(made: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(made)).pages]


@pytest.mark.parametrize("paper", ["a4", "a5", "letter"])
@pytest.mark.parametrize(
    ("what", "count"),
    [("hands", 1), ("hands-18", 2), ("hands-large", 6), ("hands-one", 36), ("curtain-cards", 6)],
)
def test_a_page_holds_as_many_boards_as_it_says(what: str, count: int, paper: str) -> None:
    assert len(pages(render_hands(what, PRINTED, title="Tuesday", paper=paper))) == count


@pytest.mark.parametrize("what", [what for what, _ in HANDS_WHAT if what != "redeal"])
def test_every_card_of_a_board_is_on_its_record(what: str) -> None:
    text = "".join(pages(render_hands(what, [PrintedDeal(DEALS[8])]))).replace(" ", "").replace("\n", "")
    for seat in Seat:
        for suit in DEALS[8].of(seat).split("."):
            assert suit.replace("T", "10") in text
    assert "9" in text


def test_a_record_says_points_what_makes_par_dealer_and_vulnerability() -> None:
    (text,) = pages(render_hands("hands-one", [PrintedDeal(DEALS[3], TABLE)], title="Tuesday", club="Riverside"))
    for word in ("Dealer W", "Vul All", "Par -620", "4♠ EW =", "Tuesday", "Riverside"):
        assert word in text
    board = hand_sheet("hands", [PrintedDeal(DEALS[3], TABLE)])["boards"][0]
    assert board["points"] == {seat.value: high_card_points(DEALS[3].of(seat)) for seat in Seat}
    assert sum(board["points"].values()) == 40
    assert [row["who"] for row in board["makes"]] == ["NS", "EW"]
    assert board["makes"][1]["tricks"] == ["8", "10", "9", "6", "6"]


def test_where_partners_do_not_take_the_same_each_has_a_row() -> None:
    board = hand_sheet("hands", [PrintedDeal(DEALS[3], TrickTable("43367533678a9668a966"))])["boards"][0]
    assert [row["who"] for row in board["makes"]] == ["N", "S", "EW"]


def test_without_a_solver_there_are_hands_and_points_and_no_par() -> None:
    (text,) = pages(render_hands("hands", [PrintedDeal(hands) for hands in DEALS]))
    assert "Par" not in text


def test_two_versions_of_a_fouled_board_are_told_apart() -> None:
    both = [
        PrintedDeal(DEALS[0], None, "A"),
        PrintedDeal(BoardHands(1, *[DEALS[1].of(s) for s in Seat]), None, "A", "B"),
    ]
    (text,) = pages(render_hands("hands-large", both))
    assert "Section A · Group B" in " ".join(text.split())


def test_suits_are_black_where_a_printer_has_no_colours() -> None:
    coloured, black = (render_hands("hands-one", PRINTED[:1], colours=each) for each in ("four", "black"))
    assert pages(coloured) == pages(black)
    assert len({coloured, black}) == 2


def test_a_hand_of_one_suit_stays_in_its_place() -> None:
    (text,) = pages(render_hands("hands", [PrintedDeal(LONG)] * 36))
    assert text.replace(" ", "").count("AKQJ1098765432") == 144


def test_the_redeal_list_gives_every_card_of_the_sorted_pack_to_its_seat() -> None:
    """Dealing by the list gives the hands again."""
    board = hand_sheet("redeal", [PrintedDeal(DEALS[4])])["boards"][0]
    assert board["ranks"] == ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    assert [row["suit"] for row in board["rows"]] == ["♠", "♥", "♦", "♣"]
    pack = sorted(PACK, reverse=True)
    given = [seat for row in board["rows"] for seat in row["seats"]]
    for seat in Seat:
        dealt_out = {card for card, to in zip(pack, given, strict=True) if to == seat.value}
        assert dealt_out == hand_of(DEALS[4], seat)
    (text,) = pages(render_hands("redeal", [PrintedDeal(DEALS[4])]))
    assert "Sort the pack" in text
    assert "Board 5" in text


def test_a_board_sheet_has_the_hands_what_makes_and_par_beside_the_results() -> None:
    movement = build("mitchell", tables=3, boards_per_round=1)
    state, by, now = State(), Actor("director", "Dora Daisy"), datetime(2026, 1, 6, 19, 30, tzinfo=UTC)
    for number, act in enumerate(
        (
            Open("Tuesday", date(2026, 1, 6), (SectionPlan("A", movement),)),
            Start(),
            AttachHands(DEALS[:3]),
            AttachOwnHands((BoardHands(1, *[DEALS[1].of(seat) for seat in Seat]),), group="B"),
            Enter(LineKey("A", 1, 1, 1), BareScore(170)),
        )
    ):
        for entry in decide(state, Command(f"c{number}", by, now, act)):
            state = evolve(state, entry)
    state = analysed(state, {deal_text(DEALS[0]): TABLE})
    (text,) = pages(render_session("board-sheets", state))
    words = " ".join(text.split())
    assert "Par -" in words
    assert "Group B" in words
    for suit in DEALS[0].north.split("."):
        assert suit.replace("T", "10") in words
