"""Cards and wide tables made ready for a page: somebody's boards round by round, a team's matches, one pair's own result on a
board, the recap, and who moved from one place to another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from django.utils.translation import gettext as _

from arrowswitch.bridge import Side
from arrowswitch.scoring import Standing
from arrowswitch.scoring.figures import decimals, in_column, percentage, signed, written
from arrowswitch.scoring.numbers import tidy
from arrowswitch.scoring.points import Points
from arrowswitch.session import BareScore, State
from arrowswitch.session.night import BoardSheet, CardRound, Contestant, MatchCard, Running, SheetLine, contestants
from arrowswitch.session.story import Changes
from arrowswitch.site.night.naming import Names
from arrowswitch.site.night.results.shown import (
    Unit,
    adjusted_text,
    line_row,
    point_text,
    rank_lists,
    unit_of,
)


def shown_rounds(
    state: State, rounds: Sequence[CardRound], names: Names, points: Mapping[int, bool]
) -> tuple[dict[str, Any], ...]:
    """A card ready for the page; `points` says for each board whether its points may be seen."""
    unit = unit_of(state)
    places = decimals(made.points.value for each in rounds for made in each.lines if made.points)
    found = []
    for each in rounds:
        rows = []
        for made in each.lines:
            seen = points[made.line.key.board]
            row = line_row(state, made.line, names, unit, points=seen)
            share = Fraction(made.points.share) * 100 if made.points and made.points.maximum else None
            rows.append(
                {
                    "row": row,
                    "board": made.line.key.board,
                    "score": signed(made.score),
                    "points": point_text(made.points, unit, places) if seen else "",
                    "percent": percentage(share) if seen else "",
                    "running": _running(made.running, unit, places) if seen else "",
                    "lead": seen,
                    "adjusted": row["adjusted"],
                    # Whether a contract is known; a bare score is told once, in its own column and from the pair's own side
                    "contract": not isinstance(made.line.record.entry, BareScore),
                }
            )
        all_seen = all(points[made.line.key.board] for made in each.lines) and bool(each.lines)
        side = {Side.NS: _("North-South"), Side.EW: _("East-West"), None: ""}[each.side]
        found.append(
            {
                "round": each,
                "opponent": names.both(*each.opponent) if each.opponent else "",
                "opponent_who": state.name(*each.opponent) if each.opponent else "",
                "partner": names.both(*each.partner) if each.partner else "",
                "partner_who": state.name(*each.partner) if each.partner else "",
                "side": side,
                "rows": tuple(rows),
                "total": _running(each.total, unit, places) if all_seen else "",
                "running": _running(each.running, unit, places) if all_seen else "",
            }
        )
    return tuple(found)


def _running(made: Running, unit: Unit, places: int) -> str:
    return (
        f"{percentage(made.percent)}%" if made.percent is not None else in_column(made.points, places, sign=unit.signed)
    )


def shown_matches(
    state: State, cards: Sequence[MatchCard], names: Names, points: Mapping[int, bool]
) -> tuple[dict[str, Any], ...]:
    """A team's card ready for the page."""
    unit = unit_of(state)

    def half(line: SheetLine | None, side: Side) -> dict[str, Any] | None:
        if line is None:
            return None
        row = line_row(state, line, names, unit, points=False)
        own = line.score if line.score is None or side is Side.NS else -line.score
        return {**row, "score": signed(own)}

    found = []
    for card in cards:
        seen = all(points[each.board] for each in card.lines)
        running = list(accumulate(each.points.value if each.points else 0 for each in card.lines))
        rows = tuple(
            {
                "board": each.board,
                "ns": half(each.ns, Side.NS),
                "ew": half(each.ew, Side.EW),
                "points": point_text(each.points, unit) if seen else "",
                "running": point_text(Points(tidy(so_far)), unit) if seen and each.points else "",
            }
            for each, so_far in zip(card.lines, running, strict=True)
        )
        net = (signed(card.net) if unit.signed else written(card.net)) if seen and card.matches else ""
        vps = percentage(card.vps) if seen and card.vps is not None else ""
        found.append(
            {
                "card": card,
                "opponent": names.both(*card.opponent),
                "opponent_who": state.name(*card.opponent),
                "rows": rows,
                "net": net,
                "vps": vps,
            }
        )
    return tuple(found)


def own_result(state: State, sheets: Iterable[BoardSheet], who: str, *, points: bool) -> dict[str, Any] | None:
    """The pair's result, if it played the board; a team plays it twice and has none of its own."""
    unit = unit_of(state)
    found = [
        (line, side)
        for sheet in sheets
        for _group, lines in sheet.groups
        for line in lines
        for side in Side
        if state.name(*line.meets(side)) == who
    ]
    if len(found) != 1:
        return None
    line, side = found[0]
    worth = (line.ns if side is Side.NS else line.ew) if points else None
    own = line.score if line.score is None or side is Side.NS else -line.score
    return {
        "line": line,
        "side": side,
        "adjusted": adjusted_text(line),
        "score": signed(own),
        "points": "" if worth is None else signed(worth.value) if unit.signed else written(worth.value),
        "maximum": written(worth.maximum) if worth and worth.maximum else "",
        "percent": percentage(Fraction(worth.share) * 100) if worth and worth.maximum else "",
        "unit": unit,
    }


def recap_lists(
    state: State,
    standings: Sequence[Standing],
    names: Names,
    numbers: Sequence[int],
    points: Mapping[Contestant, Mapping[int, str]],
) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """The recap in the order of pair numbers, list by list."""
    who = contestants(state)
    found = []
    for each in rank_lists(state, standings, names):
        rows = [
            {
                **row,
                "cells": tuple((number, points.get(who[row["who"]], {}).get(number, "")) for number in numbers),
                "total": row["vps"] or row["percent"] or row["points"],
            }
            for row in sorted(each["rows"], key=lambda row: who[row["who"]])
        ]
        found.append((each, rows))
    return found


def moved(state: State, changes: Changes, names: Names) -> list[dict[str, Any]]:
    """Who moved, in the order of the new list."""
    who = contestants(state)
    found = []
    for old, new in changes.standings:
        one = new or old
        if one is not None and one.contestant in who:
            found.append(
                {
                    "who": one.contestant,
                    "name": names.both(*who[one.contestant]),
                    "old_rank": old.rank if old else "–",
                    "new_rank": new.rank if new else "–",
                    "old": _result(old, state),
                    "new": _result(new, state),
                }
            )
    return found


def _result(standing: Standing | None, state: State) -> str:
    if standing is None:
        return "–"
    if standing.percent is not None:
        return f"{percentage(standing.percent)}%"
    if standing.vps is not None:
        return percentage(standing.vps)
    return signed(standing.points) if unit_of(state).signed else written(standing.points)
