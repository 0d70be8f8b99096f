"""What players write on: travellers, pick-up slips, personal score cards, result slips of matches.

Lines of a traveller follow the old rule (NZ manual, ENT-15): where North-South keep to their side each has a line of
its own, in a Howell every table takes the next free line and writes both numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from arrowswitch.movements.cards.cards import name, seat_word, short
from arrowswitch.movements.cards.moves import follows_cards, seating
from arrowswitch.movements.model import Meeting, Movement
from arrowswitch.press.known import PrintContext, Sheet, boards_word, dots, facts_of
from arrowswitch.words import Sentence, say


def _heads() -> dict[str, Sentence]:
    return {
        "board": say("Board"),
        "dealer": say("Dealer"),
        "vul": say("Vul"),
        "ns": say("NS"),
        "ew": say("EW"),
        "contract": say("Contract"),
        "by": say("By"),
        "lead": say("Lead"),
        "tricks": say("Tricks"),
        "score": say("Score"),
        "points": say("Points"),
        "ns_points": say("NS points"),
        "ew_points": say("EW points"),
        "table": say("Table"),
        "round": say("Round"),
        "against": say("Against"),
        "turned": say("arrow switch"),
    }


# ---------------------------------------------------------------------------------------------------------- travellers


def travellers(movement: Movement, known: PrintContext) -> Sheet | None:
    """One for every board, or for every copy of it; none for matches that have boards of their own."""
    if movement.kind == "teams" and movement.copies > 1:
        return None
    lines = _fixed_lines(movement)
    made = []
    for board in movement.boards:
        played = [meeting for meeting in movement.meetings if board in meeting.boards]
        parts = _copies(movement, board, played, lines)
        for copy, part in enumerate(parts, 1):
            made.append(
                {
                    **facts_of(board),
                    "copy": say("copy {copy} of {copies}", copy=copy, copies=len(parts)) if len(parts) > 1 else "",
                    "lines": part,
                }
            )
    hint = say("Write on your own line: the number of the pair that sits North-South.")
    if movement.kind == "teams":
        hint = say("Write on your own line: the number of the team that sits North-South.")
    if not lines:
        hint = say("Use the next free line, and write both numbers.")
    return {"kind": "travellers", "heads": {**_heads(), "hint": hint}, "slips": made}


def _chairs(meeting: Meeting) -> int:
    """Who sits in the North-South chairs; an arrow switch turns the boards, not the people."""
    return meeting.ew if meeting.switched else meeting.ns


def _fixed_lines(movement: Movement) -> tuple[int, ...]:
    """Those who have a line of their own: everybody in the North-South chairs, if nobody ever changes sides."""
    if follows_cards(movement) or movement.kind == "individual":
        return ()
    north_south = {_chairs(meeting) for meeting in movement.meetings}
    east_west = {number for meeting in movement.meetings for number in meeting.sides if number != _chairs(meeting)}
    if movement.kind == "pairs" and north_south & east_west:
        return ()
    return tuple(sorted(north_south))


def _copies(
    movement: Movement, board: int, played: Sequence[Meeting], lines: Sequence[int]
) -> list[list[dict[str, Any]]]:
    """The lines of each copy of a board. Two copies share the field by halves (ENT-15 on the Web), where they can."""
    count = movement.copies
    if not lines:
        each = -(-len(played) // count)
        return [[_line(movement, None, None) for _ in range(each)] for _ in range(count)]
    at = {_chairs(meeting): meeting for meeting in played}
    size = -(-len(lines) // count)
    parts = [lines[start : start + size] for start in range(0, len(lines), size)]
    for part in parts:
        at_once = Counter(at[number].round for number in part if number in at)
        if count > 1 and max(at_once.values(), default=0) > 1:
            parts = [lines] * count
            break
    return [[_line(movement, number, at.get(number)) for number in part] for part in parts]


def _line(movement: Movement, number: int | None, meeting: Meeting | None) -> dict[str, Any]:
    turned = meeting is not None and meeting.switched
    mine = "" if number is None else short(movement, number, "ns")
    return {
        "ns": "" if turned else mine,
        "ew": mine if turned else "",
        "switched": turned,
        "plays": number is None or meeting is not None,
    }


# ------------------------------------------------------------------------------------------------------- pick-up slips


def pick_up_slips(movement: Movement, known: PrintContext) -> Sheet:
    """One for every table and round, with a row for each board."""
    return _slips(movement, known, [(meeting, meeting.boards) for meeting in _by_table(movement)])


def board_slips(movement: Movement, known: PrintContext) -> Sheet:
    """One for every table and board."""
    return _slips(movement, known, [(meeting, (board,)) for meeting in _by_table(movement) for board in meeting.boards])


def _by_table(movement: Movement) -> list[Meeting]:
    return sorted(movement.meetings, key=lambda meeting: (meeting.table, meeting.round))


def _slips(movement: Movement, known: PrintContext, wanted: Sequence[tuple[Meeting, Sequence[int]]]) -> Sheet:
    turned = not follows_cards(movement)
    return {
        "kind": "pick-up-slips",
        "heads": {**_heads(), "ns_agrees": say("NS initials"), "ew_agrees": say("EW initials")},
        "slips": [
            {
                "table": f"{known.section}{meeting.table}",
                "round": meeting.round,
                "ns": short(movement, meeting.ns, "ns"),
                "ew": short(movement, meeting.ew, "ew"),
                "switched": meeting.switched and turned,
                "boards": [facts_of(board) for board in boards],
            }
            for meeting, boards in wanted
        ],
    }


# --------------------------------------------------------------------------------------------------------- score cards


def score_cards(movement: Movement, known: PrintContext) -> Sheet:
    """One for every pair (and each half of a team), with its whole evening in order."""
    teams = movement.kind == "teams"
    cards = []
    for who, path in sorted(seating(movement).items(), key=lambda item: (item[0].number, item[0].half != "ns")):
        rounds = []
        for stop in path:
            seat = stop.plays or stop.seat
            rounds.append(
                {
                    "round": stop.round,
                    "table": str(stop.table or ""),
                    "seat": seat_word(seat) if stop.boards else "",
                    "switched": stop.switched,
                    "against": short(movement, stop.opponent, "ew" if seat == "ns" else "ns")
                    if stop.opponent is not None
                    else "",
                    "boards": [facts_of(board) for board in stop.boards],
                    "note": "" if stop.boards else say("sit out"),
                }
            )
        cards.append(
            {
                "name": dots([known.section, name(movement, who)]),
                "people": known.names.get(who.number, ""),
                "rounds": rounds,
            }
        )
    heads = {**_heads(), "plus": say("+"), "minus": say("−"), "total": say("Total")}
    heads["points"] = say("IMPs") if teams else say("Points")
    return {"kind": "score-cards", "heads": heads, "cards": cards}


# -------------------------------------------------------------------------------------------------------- result slips


def result_slips(movement: Movement, known: PrintContext) -> Sheet | None:
    """One for every match of teams: what each won, signed by both."""
    if movement.kind != "teams":
        return None
    matches: dict[tuple[int, int], list[Meeting]] = {}
    for meeting in sorted(movement.meetings, key=lambda meeting: meeting.round):
        low, high = sorted(meeting.sides)
        matches.setdefault((low, high), []).append(meeting)
    return {
        "kind": "result-slips",
        "heads": {
            "team": say("Team"),
            "against": say("v"),
            "imps": say("IMPs"),
            "vps": say("VPs"),
            "signed": say("Signed"),
            "title": say("Result of the match"),
        },
        "slips": [
            {
                "teams": [
                    {"number": short(movement, number, None), "people": known.names.get(number, "")} for number in both
                ],
                "boards": say("Boards {boards}", boards=boards_word(sorted({b for m in met for b in m.boards}))),
                "rounds": say("Rounds {rounds}", rounds=boards_word(sorted({m.round for m in met})))
                if len({m.round for m in met}) > 1
                else say("Round {round}", round=met[0].round),
            }
            for both, met in matches.items()
        ],
    }
