"""Cards made ready for a page: somebody's boards round by round, and a team's matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _

from arrowswitch.bridge import Side
from arrowswitch.scoring.figures import decimals, in_column, percentage, signed, written
from arrowswitch.session import BareScore, State
from arrowswitch.session.night import CardRound, MatchCard, Running, SheetLine
from arrowswitch.site.night.naming import Names
from arrowswitch.site.night.results.shown import (
    LineRow,
    Unit,
    line_row,
    point_text,
    unit_of,
)


@dataclass(frozen=True, slots=True)
class CardRow:
    """A board on a personal card."""

    row: LineRow
    board: int
    score: str
    points: str
    percent: str
    running: str
    lead: bool
    adjusted: str
    contract: bool
    """Whether a contract is known; a bare score is told once, in its own column and from the pair's own side."""


@dataclass(frozen=True)
class ShownRound:
    """A round on a personal card."""

    round: CardRound
    opponent: str
    opponent_who: str
    side: str
    rows: tuple[CardRow, ...]
    total: str
    running: str


def shown_rounds(
    state: State, rounds: Sequence[CardRound], names: Names, points: Mapping[int, bool]
) -> tuple[ShownRound, ...]:
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
                CardRow(
                    row,
                    made.line.key.board,
                    signed(made.score),
                    point_text(made.points, unit, places) if seen else "",
                    percentage(share) if seen else "",
                    _running(made.running, unit, places) if seen else "",
                    seen,
                    row.adjusted,
                    not isinstance(made.line.record.entry, BareScore),
                )
            )
        all_seen = all(points[made.line.key.board] for made in each.lines) and bool(each.lines)
        side = {Side.NS: _("North-South"), Side.EW: _("East-West"), None: ""}[each.side]
        found.append(
            ShownRound(
                each,
                names.both(*each.opponent) if each.opponent else "",
                state.name(*each.opponent) if each.opponent else "",
                side,
                tuple(rows),
                _running(each.total, unit, places) if all_seen else "",
                _running(each.running, unit, places) if all_seen else "",
            )
        )
    return tuple(found)


def _running(made: Running, unit: Unit, places: int) -> str:
    return (
        f"{percentage(made.percent)}%" if made.percent is not None else in_column(made.points, places, sign=unit.signed)
    )


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A board of a match."""

    board: int
    ns: LineRow | None
    ew: LineRow | None
    points: str


@dataclass(frozen=True)
class ShownMatch:
    """A match on a team's card."""

    card: MatchCard
    opponent: str
    opponent_who: str
    rows: tuple[MatchRow, ...]
    net: str
    vps: str


def shown_matches(
    state: State, cards: Sequence[MatchCard], names: Names, points: Mapping[int, bool]
) -> tuple[ShownMatch, ...]:
    """A team's card ready for the page."""
    unit = unit_of(state)

    def half(line: SheetLine | None, side: Side) -> LineRow | None:
        if line is None:
            return None
        row = line_row(state, line, names, unit, points=False)
        own = line.score if line.score is None or side is Side.NS else -line.score
        return replace(row, score=signed(own))

    found = []
    for card in cards:
        seen = all(points[each.board] for each in card.lines)
        rows = tuple(
            MatchRow(
                each.board,
                half(each.ns, Side.NS),
                half(each.ew, Side.EW),
                point_text(each.points, unit) if seen else "",
            )
            for each in card.lines
        )
        net = (signed(card.net) if unit.signed else written(card.net)) if seen and card.matches else ""
        vps = percentage(card.vps) if seen and card.vps is not None else ""
        found.append(ShownMatch(card, names.both(*card.opponent), state.name(*card.opponent), rows, net, vps))
    return tuple(found)
