"""A double-dummy table and par, as a page shows them."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.deals import DECLARERS, DENOMINATIONS, TrickTable
from arrowswitch.session.night import par_of
from arrowswitch.words import Sentence


@dataclass(frozen=True)
class AnalysisTable:
    """Rows by declarer, columns by denomination; and par in words."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    par: Sentence


def analysis_shown(table: TrickTable | None, board: int) -> AnalysisTable | None:
    """What can be made on a board, if that is known.

    >>> analysis_shown(TrickTable("43764437648a6798a679"), 1).rows[2]
    ('E', (8, 10, 6, 7, 9))
    """
    if table is None:
        return None
    rows = tuple((seat.value, tuple(table.tricks(seat, each) for each in DENOMINATIONS)) for seat in DECLARERS)
    return AnalysisTable(tuple(map(str, DENOMINATIONS)), rows, par_of(table, board).told)
