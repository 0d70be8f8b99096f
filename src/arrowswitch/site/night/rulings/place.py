"""Where in the session a ruling is made: the table, the round, the board, the call; all of it in the address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, QueryDict
from django.utils.translation import gettext

from arrowswitch.bridge import Seat, dealer_of
from arrowswitch.rulings import Facts
from arrowswitch.rulings.penalty_cards import PenaltyCard, replay
from arrowswitch.session import Contracted, LineKey
from arrowswitch.session.night import around
from arrowswitch.site.night.desk import Desk


@dataclass(frozen=True)
class Spot:
    """A table in a round, and perhaps a board."""

    section: str
    table: int
    round: int
    board: int | None = None
    call: str = ""
    ruling: str = ""

    @property
    def carried(self) -> dict[str, str]:
        """What the address carries on."""
        given = {"section": self.section, "table": str(self.table), "round": str(self.round)}
        given |= {"board": str(self.board)} if self.board else {}
        return given | {name: value for name in ("call", "ruling") if (value := getattr(self, name))}

    @property
    def query(self) -> str:
        """The same as it stands in an address.

        >>> Spot("A", 3, 2, board=7).query
        'section=A&table=3&round=2&board=7'
        """
        return urlencode(self.carried)


def whole(text: str) -> int | None:
    """A small number from an address."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def spot_of(desk: Desk, given: QueryDict, section: str = "", table: int | None = None) -> Spot:
    """The place that an address names; 404 for one that there is not."""
    section = section or given.get("section", "")
    table = table if table is not None else whole(given.get("table", ""))
    where = desk.state.sections.get(section)
    if where is None or table is None:
        raise Http404
    played = rounds_at(desk, section, table)
    if not played:
        raise Http404
    here = max(
        1, desk.state.round_at(section, table)
    )  # nobody may sit there in this round: then the last that was played
    usual = max((each for each in played if each <= here), default=played[0])
    number = whole(given.get("round", "")) or usual
    meeting = where.meeting(number, table)
    if meeting is None:
        raise Http404
    board = whole(given.get("board", ""))
    if (
        board is not None
        and board not in meeting.boards
        and LineKey(section, number, table, board) not in desk.state.lines
    ):
        board = None
    call = given.get("call", "")
    ruling = given.get("ruling", "")
    return Spot(
        section,
        table,
        number,
        board,
        call if call in desk.state.calls else "",
        ruling if ruling in desk.state.rulings else "",
    )


def rounds_at(desk: Desk, section: str, table: int) -> list[int]:
    """The rounds in which somebody plays at a table."""
    at = desk.state.sections[section].movement.at
    return sorted(number for number, where in at if where == table)


def in_play(desk: Desk, spot: Spot) -> int | None:
    """The board that a table is at: the first of the round without a result, or the last of it."""
    meeting = desk.state.sections[spot.section].meeting(spot.round, spot.table)
    boards = meeting.boards if meeting else ()
    for board in boards:
        record = desk.state.lines.get(LineKey(spot.section, spot.round, spot.table, board))
        if record is None or not record.finished:
            return board
    return boards[-1] if boards else None


def begun(desk: Desk, spot: Spot) -> Facts:
    """The facts that the board and its result tell by themselves."""
    if spot.board is None:
        return Facts()
    record = desk.state.lines.get(LineKey(spot.section, spot.round, spot.table, spot.board))
    entry = record.entry if record else None
    declarer = Seat(entry.declarer) if isinstance(entry, Contracted) else None
    return Facts(dealer_of(spot.board), said_declarer=declarer)


def cards_lying(desk: Desk, key: LineKey) -> list[PenaltyCard]:
    """The penalty cards that lie on a table now; with the result of the board they are gone."""
    kept = desk.state.tracked.get(key)
    record = desk.state.lines.get(key)
    if kept is None or (record is not None and record.entry is not None):
        return []
    return list(replay(Seat(kept.declarer), kept.steps, kept.edition).lying)


def cards_told(cards: Sequence[PenaltyCard]) -> str:
    """Penalty cards in a few words."""
    names = {True: gettext("major"), False: gettext("minor")}
    return ", ".join(f"{each.seat.value} {each.card} ({names[each.major]})" for each in cards)


def spot_shown(desk: Desk, spot: Spot) -> dict[str, Any]:
    """The table as the page shows it: who sits where, which boards, what was written."""
    section = desk.state.sections[spot.section]
    meeting = section.meeting(spot.round, spot.table)
    names: dict[str, str] = {
        seat: desk.names.player(player)
        for seat, player in around(desk.state, spot.section, spot.round, spot.table).items()
    }
    record = desk.state.lines.get(LineKey(spot.section, spot.round, spot.table, spot.board)) if spot.board else None
    entry = record.entry if record else None
    return {
        "spot": spot,
        "table_name": desk.names.table(spot.section, spot.table),
        "names": names,
        "seated": [(letter, names.get(letter, "")) for letter in "NESW"],
        "boards": meeting.boards if meeting else (),
        "rounds": rounds_at(desk, spot.section, spot.table),
        "entry": entry,
        "declarer": entry.declarer if isinstance(entry, Contracted) else "",
        "tracked": cards_told(cards_lying(desk, LineKey(spot.section, spot.round, spot.table, spot.board)))
        if spot.board
        else "",
        "pairs": [(meeting.ns, "NS"), (meeting.ew, "EW")] if meeting else [],
    }
