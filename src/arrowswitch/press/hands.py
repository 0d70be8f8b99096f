"""Hand records on paper: 36 boards on a page, 18, six in large type, or one; a line a board; curtain cards; the redeal list.

Points, par and what makes come from `deals`; here they only become words and figures. The redeal list follows the aid of the NZ
manual (FOU-07): the pack is sorted from spades to clubs, ace to two, and dealt from the top by the list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from arrowswitch.bridge import Rank, Seat, Side, Suit, dealer_of, parse_card, vulnerability_of
from arrowswitch.deals import DECLARERS, DENOMINATIONS, BoardHands, TrickTable, hand_of, par, written
from arrowswitch.deals.hands import high_card_points
from arrowswitch.press.known import Sheet, dots, facts_of
from arrowswitch.press.typesetter import typeset
from arrowswitch.words import Gettext, Ngettext, Sentence, say

HANDS_WHAT: tuple[tuple[str, Sentence], ...] = (
    ("hands", say("Hand records, 36 on a page")),
    ("hands-18", say("Hand records, 18 on a page")),
    ("hands-large", say("Hand records in large type, 6 on a page")),
    ("hands-one", say("Hand records, one board on a page")),
    ("hands-lines", say("Hand records, a line a board")),
    ("curtain-cards", say("Curtain cards")),
    ("redeal", say("Redeal lists")),
)
"""What can be printed of deals."""
PER_PAGE = {"hands": (4, 9), "hands-18": (3, 6), "hands-large": (2, 3), "hands-one": (1, 1)}
"""How many boards stand side by side, and below each other."""
Colours = Literal["four", "black"]
COLOURS: tuple[str, ...] = get_args(Colours)


@dataclass(frozen=True, slots=True)
class PrintedDeal:
    """A deal to print, with its table where that is known; of a section or a group of its own, where deals differ."""

    hands: BoardHands
    table: TrickTable | None = None
    section: str = ""
    group: str = ""


def render_hands(
    what: str,
    deals: Sequence[PrintedDeal],
    *,
    title: str = "",
    club: str = "",
    paper: str = "a4",
    colours: str = "four",
    gettext: Gettext | None = None,
    ngettext: Ngettext | None = None,
    lang: str = "en",
) -> bytes:
    """A PDF of deals, one of `HANDS_WHAT`.

    >>> from arrowswitch.deals import dealt
    >>> render_hands("hands-one", [PrintedDeal(hands) for hands in dealt("7", [1])], paper="a5")[:5]
    b'%PDF-'
    """
    sheet = hand_sheet(what, deals, title=title, club=club, colours=colours)
    made = {"document": title or dict(HANDS_WHAT)[what], "words": {"turned": ""}, "sheets": [sheet]}
    return typeset({**made, "paper": paper, "lang": lang}, gettext, ngettext)


def hand_sheet(
    what: str, deals: Sequence[PrintedDeal], *, title: str = "", club: str = "", colours: str = "four"
) -> Sheet:
    """The sheet of deals as the templates want it."""
    heads = {
        "heading": title or dict(HANDS_WHAT)[what],
        "foot": dots([club, title]),
        "board": say("Board"),
        "dealer": say("Dealer"),
        "vul": say("Vul"),
        "makes": say("Makes"),
        "points": say("Points"),
        "seats": {seat.value: seat.full_name for seat in Seat},
        "sort": say("Sort the pack: spades, hearts, diamonds, clubs, each from the ace down to the two."),
        "give": say("Take the cards from the top, one by one, and give each to the seat that stands below it."),
        "check": say("Each seat has 13 cards. Compare one hand with the record, and put the board back."),
    }
    kind, make = _KINDS.get(what, ("hands", _record))
    across, down = PER_PAGE.get(what, (1, 1))
    boards = [{**_facts(each), **make(each)} for each in deals]
    return {"kind": kind, "heads": heads, "boards": boards, "across": across, "down": down, "colours": colours}


def deal_data(deal: PrintedDeal) -> dict[str, Any]:
    """A deal with its points, what makes and par, as the templates want it."""
    return {**_facts(deal), **_record(deal)}


def _facts(deal: PrintedDeal) -> dict[str, Any]:
    board = deal.hands.board
    section = say("Section {section}", section=deal.section) if deal.section else ""
    group = say("Group {group}", group=deal.group) if deal.group else ""
    return {**facts_of(board), "vulnerable": vulnerability_of(board).value, "which": dots([section, group])}


def _record(deal: PrintedDeal) -> dict[str, Any]:
    """A hand record: four hands, points, what makes, par."""
    hands, table = deal.hands, deal.table
    return {
        "hands": {seat.value: _suits(hands, seat) for seat in Seat},
        "points": {seat.value: high_card_points(hands.of(seat)) for seat in Seat},
        "columns": [str(each) for each in DENOMINATIONS],
        "makes": [_row(table, seats) for seats in _rows(table)] if table else [],
        **_par(hands.board, table),
    }


def _par(board: int, table: TrickTable | None) -> dict[str, Any]:
    if table is None:
        return {"par": "", "contracts": []}
    found = par(table, dealer_of(board), vulnerability_of(board))
    contracts = [str(each) for each in found.contracts] or [say("passed out")]
    return {"par": say("Par {score:+d}", score=found.score), "contracts": contracts}


def _suits(hands: BoardHands, seat: Seat) -> list[str]:
    return [suit.replace("T", "10") or "–" for suit in written(hand_of(hands, seat)).split(".")]


def _rows(table: TrickTable) -> list[tuple[Seat, ...]]:
    """The declarers, partners together where they take the same everywhere."""
    found: list[tuple[Seat, ...]] = []
    for side in Side:
        one, other = side.seats
        alike = all(table.tricks(one, each) == table.tricks(other, each) for each in DENOMINATIONS)
        found += [(one, other)] if alike else [(one,), (other,)]
    return found


def _row(table: TrickTable, seats: tuple[Seat, ...]) -> dict[str, Any]:
    return {
        "who": "".join(seat.value for seat in DECLARERS if seat in seats),
        "tricks": [str(table.tricks(seats[0], each)) for each in DENOMINATIONS],
    }


def _curtain(deal: PrintedDeal) -> dict[str, Any]:
    """Four cards, each with what a player must hold."""
    return {"hands": {seat.value: _suits(deal.hands, seat) for seat in Seat}}


def _redeal(deal: PrintedDeal) -> dict[str, Any]:
    """Who gets each card, in the order of a sorted pack."""
    holder = {card: seat.value for seat in Seat for card in hand_of(deal.hands, seat)}
    return {
        "ranks": [str(rank) for rank in reversed(Rank)],
        "rows": [
            {
                "suit": str(suit),
                "seats": [holder[parse_card(f"{suit.letter}{rank.letter}")] for rank in reversed(Rank)],
            }
            for suit in reversed(Suit)
        ],
    }


_KINDS: dict[str, tuple[str, Callable[[PrintedDeal], dict[str, Any]]]] = {
    "hands-lines": ("hand-lines", _record),
    "curtain-cards": ("curtain-cards", _curtain),
    "redeal": ("redeal", _redeal),
}
