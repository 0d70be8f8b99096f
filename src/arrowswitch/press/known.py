"""What a print may know beyond the movement: the section, the names, and where a phone finds a table or a pair.

Also the few ways of writing that all sheets share.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from arrowswitch.bridge import Vulnerability, dealer_of, vulnerability_of
from arrowswitch.words import Sentence, in_order, say

Sheet = dict[str, Any]
UNITS = {"pairs": say("tables"), "teams": say("teams"), "individual": say("players")}
"""What a movement of each kind is counted in."""


@dataclass(frozen=True, slots=True)
class PrintedLink:
    """An address for a phone, printed as a QR code, and the short code to type where scanning fails; of a pair its number,
    which a team without a phone of its own has too."""

    address: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class PrintContext:
    """What is known of the night when a sheet is printed."""

    section: str = ""
    """The section's letter, where there are several."""
    names: Mapping[int, str] = field(default_factory=dict)
    """The people of a contestant."""
    table_links: Mapping[int, PrintedLink] = field(default_factory=dict)
    pair_links: Mapping[int, PrintedLink] = field(default_factory=dict)
    refreshments: bool = False
    """Whether they are announced in the middle, where no break is planned."""
    break_after: int | None = None
    break_minutes: int = 0
    away: frozenset[int] = frozenset()
    """Who has gone home, and needs no card."""


NOTHING_KNOWN = PrintContext()


def boards_word(boards: Iterable[int]) -> str:
    """Boards in order of play, with the dash of print.

    >>> boards_word((7, 8, 9))
    '7–9'
    """
    return in_order(boards).replace("-", "–")


def dots(parts: Iterable[str]) -> Sentence:
    """Parts with dots between, those that are empty left out; sentences stay translatable.

    >>> dots(["Club", "", "Tuesday"])
    'Club · Tuesday'
    """
    values = {f"part{number}": part for number, part in enumerate(part for part in parts if part)}
    return say(" · ".join("{" + key + "}" for key in values), **values)


def facts_of(board: int) -> dict[str, Any]:
    """What is printed on a board.

    >>> facts_of(14)
    {'board': 14, 'dealer': 'E', 'vul': 'None'}
    """
    return {"board": board, "dealer": str(dealer_of(board)), "vul": _VUL[vulnerability_of(board)]}


_VUL = {
    Vulnerability.NONE: say("None"),
    Vulnerability.NS: say("NS"),
    Vulnerability.EW: say("EW"),
    Vulnerability.ALL: say("All"),
}


def link_data(link: PrintedLink | None) -> dict[str, str] | None:
    """A link as the templates want it: the QR code as a drawing, the code and the address as text.

    >>> link_data(PrintedLink("https://club.example/t/3", "K7P2"))["code"]
    'K7P2'
    """
    if link is None or not link.address:
        return None
    import segno  # needed only where there is something to scan

    drawing = BytesIO()
    segno.make(link.address, error="m", micro=False).save(drawing, kind="svg", border=0, xmldecl=False)
    return {"qr": drawing.getvalue().decode("ascii"), "code": link.code, "address": link.address.split("://")[-1]}
