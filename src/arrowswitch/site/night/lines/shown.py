"""Boards, lines, pairs and tables made ready for their pages; no number is made here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arrowswitch.deals import BoardHands
from arrowswitch.scoring import Standing
from arrowswitch.scoring.points import Points
from arrowswitch.scoring.scored import Scored
from arrowswitch.session import LineKey, State
from arrowswitch.session.night import (
    Contestant,
    DirectorCall,
    RecordedPenalty,
    adjustment_told,
    all_hands,
    board_sheets,
    looks_wrong,
    missing,
    ns_points,
    pairs_of,
    score_card,
    table_at,
)
from arrowswitch.site.night.analysis import analysis_shown
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.night.results.hands import deal_title
from arrowswitch.words import Sentence

SUITS = ("♠", "♥", "♦", "♣")


class Look:
    """A session looked at once: scored, with what looks wrong, for all that a page asks."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.state: State = desk.state
        self.scored: Scored = desk.results.scored
        self.wrong: Mapping[LineKey, tuple[Sentence, ...]] = dict(looks_wrong(desk.state))
        self._points: dict[int, dict[LineKey, tuple[Points | None, Points | None]]] = {}
        self.standings: Mapping[str, Standing] = {each.contestant: each for each in desk.results.standings}

    # -- lines ------------------------------------------------------------------------------------------------------

    def row(self, key: LineKey, ns_made: Points | None = None, ew_made: Points | None = None) -> dict[str, Any]:
        """A line with its words."""
        state, names = self.state, self.desk.names
        record = state.lines.get(key)
        ns, ew = (record.ns, record.ew) if record else pairs_of(state, key)
        return {
            "key": key,
            "record": record,
            "ns": ns,
            "ew": ew,
            "ns_label": names.label(key.section, ns) if ns else "",
            "ew_label": names.label(key.section, ew) if ew else "",
            "ns_names": names.sitting(key.section, ns, "NS", key.round) if ns else "",
            "ew_names": names.sitting(key.section, ew, "EW", key.round) if ew else "",
            "table": names.table(key.section, key.table),
            "made": ns_points(record.entry, key.board) if record else None,
            "ns_points": ns_made,
            "ew_points": ew_made,
            "removed": (key.section, key.board) in state.removed or state.cancelled(key.section, ns, ew, key.round),
            "warnings": self.wrong.get(key, ()),
            "awarded": adjustment_told(record.adjustment) if record and record.adjusted else None,
            "struck": bool(record and record.void),
            "under_appeal": state.under_appeal(key) or bool(record and record.adjustment.under_appeal),
        }

    def board_rows(self, board: int) -> list[list[dict[str, Any]]]:
        """The lines of a board, the best North-South first; one list for each section where they are apart."""
        found, had = [], set()
        for sheet in board_sheets(self.state, self.scored, board):
            rows = [self.row(line.key, line.ns, line.ew) for line in sheet.lines]
            had |= {row["key"] for row in rows}
            found.append(rows)
        rest = [self.row(key) for key in sorted(self.state.on_board.get(board, ())) if key not in had]
        if rest:
            found.append(rest)
        return found

    def line(self, key: LineKey) -> dict[str, Any]:
        """One line with its points."""
        if key.board not in self._points:
            sheets = board_sheets(self.state, self.scored, key.board)
            self._points[key.board] = {each.key: (each.ns, each.ew) for sheet in sheets for each in sheet.lines}
        return self.row(key, *self._points[key.board].get(key, (None, None)))

    def frequencies(self, board: int) -> list[list[tuple[int, int]]]:
        """How often each score was made, by sheet."""
        return [list(sheet.frequencies) for sheet in board_sheets(self.state, self.scored, board)]


# -- the boards of the night ------------------------------------------------------------------------------------------


def board_index(desk: Desk) -> list[dict[str, Any]]:
    """Every board in play, with what there is to know of it."""
    state = desk.state
    wrong = [key.board for key, _ in looks_wrong(state)]
    lacking = [each.line.board for each in missing(state)]
    in_play = {board for section in state.sections.values() for board in section.movement.boards} | set(state.on_board)
    found = []
    for board in sorted(in_play):
        records = [state.lines[key] for key in state.on_board.get(board, ())]
        groups = tuple(sorted({record.group for record in records if not record.void}))
        here = sum(record.occupies for record in records)
        found.append(
            {
                "board": board,
                "results": here,
                "expected": here + lacking.count(board),  # of the rounds that have been called
                "missing": lacking.count(board),
                "removed": tuple(name for name in state.sections if (name, board) in state.removed),
                "groups": groups if any(groups) else (),
                "adjusted": sum(record.adjusted for record in records),
                "struck": sum(record.void for record in records),
                "wrong": wrong.count(board),
            }
        )
    return found


def deals_at_desk(state: State, board: int) -> list[dict[str, Any]]:
    """The hands of a board and what makes; several where sections or groups of a fouled board had others."""
    return [
        {
            "title": deal_title(key),
            "hands": hands_shown(hands),
            "analysis": analysis_shown(table_at(state, key.section, board, key.group), board),
        }
        for key, hands in all_hands(state, board).items()
    ]


def hands_shown(hands: BoardHands) -> list[tuple[str, list[tuple[str, str]]]]:
    """The four hands, each with its suits."""
    seats = (("N", hands.north), ("W", hands.west), ("E", hands.east), ("S", hands.south))
    return [
        (
            seat,
            [
                (sign, "–" if ranks in ("", "-") else ranks.replace("T", "10"))
                for sign, ranks in zip(SUITS, hand.split("."), strict=True)
            ],
        )
        for seat, hand in seats
    ]


# -- pairs and tables -------------------------------------------------------------------------------------------------


def pair_path(look: Look, section: str, number: int) -> list[dict[str, Any]]:
    """The evening of a pair, round by round, also what is still to come."""
    state, names = look.state, look.desk.names
    where = state.sections[section]
    card = score_card(state, look.scored, Contestant(section, number))
    running = {(each.line.key, each.side.value): each.running for part in card for each in part.lines}
    found: list[dict[str, Any]] = []
    for meeting in where.movement.meetings:
        if number not in where.movement.seated(meeting):
            continue
        side = "NS" if number in where.movement.members(meeting.ns) else "EW"
        other = meeting.ew if side == "NS" else meeting.ns
        ours = where.movement.members(meeting.ns if side == "NS" else meeting.ew)
        partner = next((each for each in ours if each != number), None)
        rows = [look.line(LineKey(section, meeting.round, meeting.table, board)) for board in meeting.boards]
        found.append(
            {
                "round": meeting.round,
                "table": meeting.table,
                "table_name": names.table(section, meeting.table),
                "side": side,
                "partner": partner,
                "partner_name": names.both(section, partner) if partner else "",
                "opponent": other,
                "opponent_label": names.label(section, other),
                "opponent_name": names.contestant(section, other, meeting.round),
                "lines": [(row, running.get((row["key"], side))) for row in rows],  # with the total after each board
                "called": meeting.round <= where.round,
                # A team's points are added up once, where it sat North-South
                "counts": side == "NS" or not look.scored.session.teams,
            }
        )
    for each in where.movement.sit_outs:
        if each.pair == number:
            found.append({"round": each.round, "table": None, "called": each.round <= where.round})
    return sorted(found, key=lambda each: (each["round"], each["table"] or 0))


def elsewhere(look: Look, section: str, number: int) -> list[dict[str, Any]]:
    """Lines that a pair played where the movement did not send it."""
    where = look.state.sections[section]
    members, seated = where.movement.members, where.movement.seated
    return [
        look.line(key)
        for key, record in sorted(look.state.lines.items())
        if key.section == section
        and number in (*members(record.ns), *members(record.ew))
        and not (
            (meeting := where.meeting(key.round, key.table))
            and number in seated(meeting)
            and key.board in meeting.boards
        )
    ]


def table_rounds(look: Look, section: str, table: int) -> list[dict[str, Any]]:
    """The rounds of a table."""
    state, names = look.state, look.desk.names
    where = state.sections[section]
    found = []
    for meeting in sorted(where.movement.meetings, key=lambda each: each.round):
        if meeting.table == table:
            keys = [LineKey(section, meeting.round, table, board) for board in meeting.boards]
            more = [
                key for key in sorted(state.lines) if key[:3] == (section, meeting.round, table) and key not in keys
            ]
            found.append(
                {
                    "round": meeting.round,
                    "ns": meeting.ns,
                    "ew": meeting.ew,
                    "ns_name": names.both(section, meeting.ns),
                    "ew_name": names.both(section, meeting.ew),
                    "called": meeting.round <= where.round,
                    "rows": [look.line(key) for key in (*keys, *more)],
                }
            )
    return found


def calls_of(state: State, section: str, table: int) -> list[DirectorCall]:
    """The calls of a table, the last first."""
    mine = [call for call in state.calls.values() if (call.section, call.table) == (section, table)]
    return sorted(mine, key=lambda each: each.at, reverse=True)


def penalties_of(state: State, section: str, number: int) -> list[RecordedPenalty]:
    """The penalties and warnings of a contestant."""
    return [
        penalty for penalty in state.penalties.values() if (penalty.section, penalty.contestant) == (section, number)
    ]
