"""Double dummy: Bo Haglund's and Soren Hein's DDS, as the package endplay carries it.

Of endplay only the binding to DDS is taken, from its own file: the package as a whole draws in a plotting library when it
is imported, and takes longer for that than for a deal. As a program (`python -m arrowswitch.deals.solver`) it reads deals,
one a line, and writes their tables, so that whoever serves pages can have the work done in another process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any

from arrowswitch.bridge import Denomination, Seat
from arrowswitch.deals.hands import BoardHands, deal_text
from arrowswitch.deals.tables import TrickTable, table_of
from arrowswitch.words import say

BATCH = 40
"""The most deals that DDS takes at once, in all five denominations."""
BEFOREHAND = 4
"""Deals for each core at a time: as few as keep all cores busy, so that the first tables come soon."""
MISSING = say("There is no double-dummy solver here. Install arrowswitch[solver]; Python 3.11 to 3.13 have one.")
_STRAINS = "SHDC"
one_at_a_time = Lock()  # DDS has its own threads, and one set of memory for them


class NoSolver(RuntimeError):  # noqa: N818 - said to a person
    """There is no double-dummy solver on this computer."""


@cache
def dds() -> Any:
    """The library itself; `NoSolver` says why there is none. Whoever asks it something holds `one_at_a_time`."""
    found = find_spec("endplay")
    place = Path(found.origin).parent / "_dds" / "__init__.py" if found and found.origin else None
    if place is None or not place.is_file():
        raise NoSolver(say(MISSING))
    spec = spec_from_file_location("arrowswitch_dds", place)
    if spec is None or spec.loader is None:
        raise NoSolver(say("The double-dummy solver cannot be loaded."))
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (OSError, RuntimeError):
        raise NoSolver(say("The double-dummy solver cannot be loaded.")) from None
    return module


def can_solve() -> bool:
    """Whether there is a solver here; it is not loaded for the question."""
    return find_spec("endplay") is not None


def double_dummy(hands: BoardHands) -> TrickTable:
    """The double-dummy table of a deal.

    >>> suit = "AKQJT98765432"
    >>> table = double_dummy(BoardHands(1, f"{suit}...", f".{suit}..", f"..{suit}.", f"...{suit}"))
    >>> table.tricks(Seat.NORTH, Denomination.SPADES), table.tricks(Seat.WEST, Denomination.SPADES)
    (13, 0)
    """
    return many([hands])[0]


def many(deals: Iterable[BoardHands]) -> tuple[TrickTable, ...]:
    """The tables of several deals, on all cores; a night of 26 boards takes some seconds."""
    return tuple(solved(map(deal_text, deals)))


def solved(texts: Iterable[str], batch: int = BATCH) -> Iterator[TrickTable]:
    """The tables of deals in one line each (`deal_text`), a batch at a time."""
    left = iter(texts)
    while some := list(islice(left, min(batch, BATCH))):
        yield from _batch(some)


def _batch(texts: Sequence[str]) -> Iterator[TrickTable]:
    library = dds()
    deals, tables = library.ddTableDealsPBN(), library.ddTablesRes()
    deals.noOfTables = len(texts)
    for number, text in enumerate(texts):
        deals.ddTableDealPBN[number].cards = text.encode("ascii")
    with one_at_a_time:
        library.CalcAllTablesPBN(deals, -1, [0] * 5, tables, library.allParResults())
    for number in range(len(texts)):
        yield table_of(lambda seat, strain, at=tables.results[number].resTable: at[strain_of(strain)][_column(seat)])  # type: ignore[misc]


def strain_of(denomination: Denomination) -> int:
    """The number that DDS has for it."""
    return _STRAINS.index(denomination.letter) if denomination.suit else 4


def _column(seat: Seat) -> int:
    return tuple(Seat).index(seat)


def stand_back() -> None:
    """Takes only what nobody else wants of the processors: whoever enters a score goes first."""
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    elif hasattr(os, "nice"):
        os.nice(19)


def main() -> None:
    """Deals in, tables out, a line each, a few at a time so that the first come soon."""
    stand_back()
    texts = [line.strip() for line in sys.stdin if line.strip()]
    for table in solved(texts, batch=BEFOREHAND * (os.cpu_count() or 1)):
        print(table, flush=True)


if __name__ == "__main__":
    main()
