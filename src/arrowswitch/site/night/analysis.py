"""A double-dummy table and par, as a page shows them."""

from __future__ import annotations

from typing import Any

from arrowswitch.deals import DECLARERS, DENOMINATIONS, TrickTable
from arrowswitch.session.night import par_of


def analysis_shown(table: TrickTable | None, board: int) -> dict[str, Any] | None:
    """What can be made on a board, if that is known.

    >>> analysis_shown(TrickTable("43764437648a6798a679"), 1)["rows"][2]
    ('E', (8, 10, 6, 7, 9))
    """
    if table is None:
        return None
    rows = tuple((seat.value, tuple(table.tricks(seat, each) for each in DENOMINATIONS)) for seat in DECLARERS)
    return {"columns": tuple(map(str, DENOMINATIONS)), "rows": rows, "par": par_of(table, board).told}
