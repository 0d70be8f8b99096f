"""Double-dummy tables for the sessions of this server, worked out while nobody waits for them.

Whoever reads a session gets the tables that are known or in the database, and the others are asked for; a thread has them
solved by another process, which is slow to no page and whose faults are its own. Tables are kept by the deal, never in a
journal: thrown away, they are worked out again.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import IO, cast

from arrowswitch.bridge import NotBridge
from arrowswitch.deals import TrickTable, can_solve
from arrowswitch.session import State
from arrowswitch.session.night import analysed, lacking
from arrowswitch.site.journal.models import Solved
from arrowswitch.site.work.errands import Errands
from arrowswitch.site.work.memory import Memory

TOGETHER = 4
"""Tables that are written to the database in one go; the solver gives as many at a time."""

_known: Memory[str, TrickTable] = Memory(5000)
"""Tables by deal."""
_looked_for: set[str] = set()
"""Deals that are not in the database, as far as this process has seen."""
_given_up: set[str] = set()
"""Deals that the solver could not solve; they are not tried again until the next start."""


def with_tables(state: State) -> State:
    """A session with the tables that are known; those that are not are asked for, where somebody works them out."""
    if not _errands.working or len(state.tables) + len(state.own_tables) >= len(state.hands) + len(state.own_hands):
        return state
    absent = lacking(state)
    unknown = _looked_up([text for text in absent if text not in _known])
    _errands.ask(text for text in unknown if text not in _given_up)
    return analysed(state, _known) if len(unknown) < len(absent) else state


def is_working_on(state: State) -> bool:
    """Whether tables of a session are still to come."""
    return _errands.working and can_solve() and any(text not in _given_up for text in lacking(state))


def start() -> None:
    """From now on tables are worked out, in a thread of their own."""
    if can_solve():
        _errands.start()
    else:
        _errands.working = True  # there is still what the database has


def work_off() -> None:
    """Works out what was asked for, and comes back when it is done; from now on sessions ask."""
    _errands.work_off()


def forget() -> None:
    """Empties the memory; nobody works anything out any more."""
    _errands.forget()
    _known.clear()
    _looked_for.clear()
    _given_up.clear()


def keep(tables: Iterable[tuple[str, TrickTable]]) -> None:
    """Keeps tables, here and in the database."""
    found = dict(tables)
    _remember(found)
    rows = [Solved(deal=text, tricks=table.digits) for text, table in found.items()]
    Solved.objects.bulk_create(rows, ignore_conflicts=True)


def _looked_up(texts: list[str]) -> list[str]:
    """Those of some deals whose tables are not in the database either; each is looked for once."""
    new = [text for text in texts if text not in _looked_for]
    if not new:
        return texts
    for text, tricks in Solved.objects.filter(deal__in=new).values_list("deal", "tricks"):
        with suppress(NotBridge):
            _remember({text: TrickTable(tricks)})
    _looked_for.update(new)
    return [text for text in texts if text not in _known]


def _remember(found: dict[str, TrickTable]) -> None:
    for text, table in found.items():
        _known.put(text, table)


def _settle(wanted: list[str]) -> None:
    texts = [text for text in wanted if text not in _known]
    _looked_for.difference_update(texts)  # another process may have solved them since
    batch = []
    for solved in _solved(_looked_up(texts)):
        batch.append(solved)
        if len(batch) == TOGETHER:
            keep(batch)
            batch = []
    keep(batch)
    _given_up.update(text for text in texts if text not in _known)


_errands = Errands("double dummy", _settle)


def _solved(texts: list[str]) -> Iterator[tuple[str, TrickTable]]:
    """Tables, as another process finds them; fewer if it fails."""
    if not texts:
        return
    with suppress(OSError, NotBridge):
        for text, line in other_process("arrowswitch.deals.solver", texts):
            yield text, TrickTable(line)


def other_process(program: str, texts: list[str]) -> Iterator[tuple[str, str]]:
    """Questions with the answers that a program gives, a line each; fewer if it fails."""
    place = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(  # noqa: S603 - one of our own programs, by its name
        [sys.executable, "-m", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=place,
        creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
    ) as solver:
        atexit.register(solver.kill)
        try:
            asked, answers = cast(IO[str], solver.stdin), cast(IO[str], solver.stdout)  # both are pipes
            asked.write("\n".join(texts) + "\n")
            asked.close()
            for text, line in zip(texts, answers, strict=False):
                yield text, line.strip()
        finally:
            solver.kill()
            atexit.unregister(solver.kill)
