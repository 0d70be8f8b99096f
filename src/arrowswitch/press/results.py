"""The printed results of a session: ranking, score cards, board sheets and recap, as data for the templates.

The kinds are those of ACBL notes, CAP-70: a list by place, a summary of each pair, the boards, and the matrix of
boards and pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any

from arrowswitch.bridge import Side
from arrowswitch.press.evening import METHOD_TITLES, POINTS_WORDS, Evening, figures, percent_told
from arrowswitch.press.known import Sheet, facts_of
from arrowswitch.scoring import Standing
from arrowswitch.scoring.butler import ButlerBoard
from arrowswitch.scoring.matches import matches
from arrowswitch.scoring.numbers import shown
from arrowswitch.scoring.scored import BoardScore, LineScore
from arrowswitch.session.missing import missing
from arrowswitch.session.state import Fine
from arrowswitch.words import Sentence, say, spans

RESULTS_WHAT: tuple[tuple[str, Sentence], ...] = (
    ("all-results", say("All results")),
    ("results", say("Ranking")),
    ("score-cards-played", say("Score cards with results")),
    ("board-sheets", say("Board sheets")),
    ("recap", say("Recap: pairs and boards")),
)
"""What can be printed of a session that was played: its name, and its title for people."""


def result_sheets(what: str, evening: Evening) -> list[Sheet]:
    """The sheets of one kind, or of all."""
    wanted = tuple(RESULTS) if what == "all-results" else (what,)
    return [RESULTS[name](evening) for name in wanted]


def _heads(evening: Evening) -> dict[str, Sentence]:
    method = evening.state.method
    points = POINTS_WORDS.get(method, say("Points"))
    return {
        "rank": say("Place"),
        "number": say("Team") if evening.teams else say("Pair"),
        "names": say("Names"),
        "boards": say("Boards"),
        "points": points,
        "vps": say("VPs"),
        "percent": say("%"),
        "board": say("Board"),
        "dealer": say("Dealer"),
        "vul": say("Vul"),
        "ns": say("NS"),
        "ew": say("EW"),
        "ns_points": say("NS {points}", points=points),
        "ew_points": say("EW {points}", points=points),
        "contract": say("Contract"),
        "by": say("By"),
        "lead": say("Lead"),
        "tricks": say("Tricks"),
        "against": say("Against"),
        "other": say("Other table"),
        "total": say("Total"),
        "times": say("times"),
        "method": METHOD_TITLES[method],
        "plus": say("+"),
        "minus": say("−"),
    }


def _fields(evening: Evening) -> list[tuple[Sentence, list[Standing]]]:
    """The ranked lists with their titles."""
    found = []
    for (section, direction), group in groupby(evening.standings, key=lambda each: (each.section, each.direction)):
        side = {Side.NS: say("North-South"), Side.EW: say("East-West"), None: say("")}[direction]
        part = say("Section {section}", section=section) if section else say("")
        title = say("{section}, {side}", section=part, side=side) if section and side else part or side
        found.append((title, list(group)))
    return found


# ------------------------------------------------------------------------------------------------------------- ranking


def ranking_sheet(evening: Evening) -> Sheet:
    """Who came where, field by field, with what was taken off and why."""
    fines = [
        (evening.state.name(fine.section, fine.contestant), fine)
        for fine in evening.state.fines.values()
        if not fine.withdrawn and not fine.warning
    ]
    listed = {standing.contestant for standing in evening.standings}
    notes = [(name, _fine_told(evening, name, fine)) for name, fine in fines if name in listed]
    notes += [
        (standing.contestant, say("{who}: tie broken, {how}", who=_who(evening, standing), how=standing.tie_broken_by))
        for standing in evening.standings
        if standing.tie_broken_by
    ]
    marks: dict[str, list[str]] = {}
    for number, (name, _) in enumerate(notes, 1):
        marks.setdefault(name, []).append(str(number))
    return {
        "kind": "ranking",
        "heads": _heads(evening),
        "fields": [_field(evening, title, mine, marks) for title, mine in _fields(evening)],
        "notes": [note for _, note in notes],
        "remarks": _remarks(evening),
    }


def _who(evening: Evening, standing: Standing) -> Sentence:
    label = evening.label(standing.contestant, standing.direction)
    return say("Team {label}", label=label) if evening.teams else say("Pair {label}", label=label)


def _field(
    evening: Evening, title: Sentence, mine: list[Standing], marks: Mapping[str, list[str]]
) -> dict[str, Any]:
    points = figures([standing.points for standing in mine], signed=evening.signed)
    vps = figures([standing.vps for standing in mine])
    return {
        "title": title,
        "uneven": len({standing.boards for standing in mine}) > 1,
        "vps": any(vps),
        "percent": any(standing.percent is not None for standing in mine),
        "rows": [
            {
                "rank": standing.rank,
                "number": evening.label(standing.contestant, standing.direction),
                "names": evening.people(standing.contestant),
                "boards": standing.boards,
                "points": points[place],
                "vps": vps[place],
                "percent": percent_told(standing.percent),
                "marks": ", ".join(marks.get(standing.contestant, ())),
            }
            for place, standing in enumerate(mine)
        ],
    }


def _fine_told(evening: Evening, name: str, fine: Fine) -> Sentence:
    standing = next(each for each in evening.standings if each.contestant == name)
    if fine.share is not None:
        amount = say("{percent}% of a top", percent=shown(fine.share * 100))
    elif fine.vps is not None:
        amount = say("{vps} VPs", vps=shown(fine.vps))
    else:
        amount = say("{points} {word}", points=shown(fine.points or 0), word=_heads(evening)["points"])
    return say("{who}: {amount} off, {why}", who=_who(evening, standing), amount=amount, why=fine.why or say("penalty"))


def _remarks(evening: Evening) -> list[Sentence]:
    state = evening.state
    found = []
    waiting = len(missing(state))
    if waiting:
        found.append(
            say("{count} results are still missing.", count=waiting)
            if waiting > 1
            else say("One result is still missing.")
        )
    for section in state.sections:
        boards = [board for name, board in state.removed if name == section]
        if boards:
            word = say("Boards {boards} do not count.", boards=spans(boards))
            found.append(say("Section {section}: {text}", section=section, text=word) if len(state.sections) > 1 else word)
    appeals = [key for key, record in sorted(state.lines.items()) if record.adjustment.under_appeal]
    found += [say("Under appeal: {place}.", place=key.place) for key in appeals]
    if state.phase != "published":
        found.append(say("As it stands; not published yet."))
    return found


# --------------------------------------------------------------------------------------------------------- score cards


def score_cards_played(evening: Evening) -> Sheet:
    """For everybody their own boards: against whom, what was made, what it was worth."""
    mine: dict[str, list[tuple[BoardScore, LineScore, Side]]] = {}
    for board in evening.scored.boards.values():
        for each in board.lines:
            for side in evening.scored.session.sides:
                mine.setdefault(each.line.contestant(side), []).append((board, each, side))
    results = matches(evening.scored) if evening.teams else {}
    cards = []
    for standing in evening.standings:
        lines = sorted(
            mine.get(standing.contestant, []), key=lambda item: (item[1].line.round or 0, item[1].line.board)
        )
        points = [each.points(side) for _, each, side in lines]
        written = figures([None if got is None else got.value for got in points], signed=evening.signed)
        rows = []
        for (board, each, side), got, text in zip(lines, points, written, strict=True):
            rows.append(
                {
                    **facts_of(each.line.board),
                    "side": str(side),
                    "against": evening.label(each.line.contestant(side.other), side.other),
                    "people": evening.people(each.line.contestant(side.other)),
                    **_own_view(evening.made(each.line), side),
                    "other": _other_table(evening, board, each) if evening.teams else "",
                    "points": text,
                    "percent": percent_told(Fraction(got.share) * 100) if got and got.maximum else "",
                }
            )
        total = figures([standing.points], signed=evening.signed)[0]
        cards.append(
            {
                "name": _card_name(evening, standing),
                "people": evening.people(standing.contestant),
                "rank": standing.rank,
                "points": total,
                "penalty": figures([-standing.penalty], signed=True)[0] if standing.penalty else "",
                "vps": figures([standing.vps])[0],
                "percent": percent_told(standing.percent),
                "rows": rows,
                "matches": [
                    {
                        "against": evening.label(match.opponent),
                        "points": figures([match.net], signed=True)[0],
                        "vps": figures([match.vps])[0],
                    }
                    for match in results.get(standing.contestant, ())
                ],
            }
        )
    heads = {**_heads(evening), "penalty": say("penalty")}
    return {"kind": "score-cards-played", "heads": heads, "teams": evening.teams, "cards": cards}


def _card_name(evening: Evening, standing: Standing) -> Sentence:
    section, number = evening.contestants[standing.contestant]
    if number in evening.state.sections[section].movement.labels and not evening.teams:
        return say("{label}", label=evening.label(standing.contestant))
    return _who(evening, standing)


def _own_view(made: dict[str, str | Sentence], side: Side) -> dict[str, str | Sentence]:
    plus, minus = (made["ns"], made["ew"]) if side is Side.NS else (made["ew"], made["ns"])
    return {**{key: made[key] for key in ("contract", "by", "lead", "tricks", "note")}, "plus": plus, "minus": minus}


def _other_table(evening: Evening, board: BoardScore, mine: LineScore) -> Sentence:
    """What the other half of the team made against the same team."""
    there = (mine.line.ew, mine.line.ns)
    other = next((each.line for each in board.lines if (each.line.ns, each.line.ew) == there), None)
    if other is None:
        return say("")
    made = evening.made(other)
    if made["note"]:
        return say("{note}", note=made["note"])
    score = "" if other.score is None else f"{-other.score:+d}".replace("-", "−") if other.score else "0"
    words = [made[key] for key in ("contract", "by", "tricks")]
    return say("{made} {score}", made=" ".join(str(word) for word in words if word), score=score)


# -------------------------------------------------------------------------------------------------------- board sheets


def board_sheets(evening: Evening) -> Sheet:
    """Every board as it was played everywhere, the best for North-South first, with how often each score came."""
    boards = [_board(evening, board) for board in evening.scored.boards.values()]
    return {"kind": "board-sheets", "heads": {**_heads(evening), "datum": say("Datum"), "top": say("Top")}, "boards": boards}


def _best_first(each: LineScore) -> tuple[Any, ...]:
    score = each.line.score
    return (each.ns is None, each.line.group, score is None, -(score or 0), each.line.section, each.line.table or 0)


def _board(evening: Evening, board: BoardScore) -> dict[str, Any]:
    ordered = sorted(board.lines, key=_best_first)
    ns = figures([each.ns.value if each.ns else None for each in ordered], signed=evening.signed)
    ew = figures([each.ew.value if each.ew else None for each in ordered], signed=evening.signed)
    lines = [
        {
            "ns_number": evening.label(each.line.ns, Side.NS),
            "ew_number": evening.label(each.line.ew, Side.EW),
            **evening.made(each.line),
            "group": each.line.group,
            "ns_points": ns[place],
            "ew_points": ew[place],
        }
        for place, each in enumerate(ordered)
    ]
    often: dict[tuple[str, int], int] = {}
    for each in ordered:
        if each.line.score is not None and each.ns is not None:
            key = each.line.group, each.line.score
            often[key] = often.get(key, 0) + 1
    hands = evening.state.hands.get(board.key.board)
    scorer = evening.scored.scorer(board.key)
    return {
        **facts_of(board.key.board),
        "section": say("Section {section}", section=board.key.section) if board.key.section else "",
        "top": "" if board.top is None else shown(board.top),
        "datum": ", ".join(figures(scorer.data.values(), signed=True)) if isinstance(scorer, ButlerBoard) else "",
        "versions": any(each.line.group for each in ordered),
        "lines": lines,
        "often": [
            {"score": figures([score], signed=True)[0], "times": count, "group": group}
            for (group, score), count in often.items()
        ],
        "hands": {seat: getattr(hands, seat).split(".") for seat in ("north", "east", "south", "west")}
        if hands
        else None,
    }


# --------------------------------------------------------------------------------------------------------------- recap


def recap_sheet(evening: Evening) -> Sheet:
    """The matrix of everybody's points on every board, with totals; the sums of a row are the ranking's own points."""
    session = evening.scored.session
    points: dict[tuple[str, int], tuple[Any, bool]] = {}
    for board in evening.scored.boards.values():
        for each in board.lines:
            for side in session.sides:
                got = each.points(side)
                if got is not None:
                    record = evening.record(each.line)
                    star = record is not None and record.adjusted
                    points[each.line.contestant(side), board.key.board] = got.value, star
    boards = sorted({board for _, board in points})
    return {
        "kind": "recap",
        "heads": {**_heads(evening), "title": say("Recap"), "star": say("* adjusted score")},
        "starred": any(star for _, star in points.values()),
        "boards": boards,
        "fields": [
            {
                "title": title,
                "vps": any(standing.vps is not None for standing in mine),
                "percent": any(standing.percent is not None for standing in mine),
                "rows": [_recap_row(evening, standing, boards, points) for standing in _by_number(evening, mine)],
            }
            for title, mine in _fields(evening)
        ],
    }


def _by_number(evening: Evening, mine: list[Standing]) -> list[Standing]:
    return sorted(mine, key=lambda standing: evening.contestants[standing.contestant])


def _recap_row(
    evening: Evening, standing: Standing, boards: list[int], points: Mapping[tuple[str, int], tuple[Any, bool]]
) -> dict[str, Any]:
    cells = []
    for board in boards:
        value, star = points.get((standing.contestant, board), (None, False))
        text = "" if value is None else figures([value], signed=evening.signed)[0]
        cells.append(f"{text}*" if star else text)
    return {
        "number": evening.label(standing.contestant, standing.direction),
        "names": evening.people(standing.contestant),
        "rank": standing.rank,
        "cells": cells,
        "penalty": figures([-standing.penalty], signed=True)[0] if standing.penalty else "",
        "points": figures([standing.points], signed=evening.signed)[0],
        "vps": figures([standing.vps])[0],
        "percent": percent_told(standing.percent),
    }


RESULTS: Mapping[str, Callable[[Evening], Sheet]] = {
    "results": ranking_sheet,
    "score-cards-played": score_cards_played,
    "board-sheets": board_sheets,
    "recap": recap_sheet,
}
