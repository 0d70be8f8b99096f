"""The journal of an event as `arrowswitch standings` and `swiss draw` read it. What sessions say is not in it, and does not count."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from arrowswitch.contests.events.deciding import evolve
from arrowswitch.contests.events.formats.swiss import SwissPlan, event_before
from arrowswitch.contests.events.journal import loads
from arrowswitch.contests.events.state import EventState
from arrowswitch.contests.events.view import StageView
from arrowswitch.contests.reading import BadContest
from arrowswitch.contests.standings import StandingsTable
from arrowswitch.contests.standings.files import ContestFile
from arrowswitch.contests.swiss.field import field_of
from arrowswitch.contests.swiss.files import SwissFile
from arrowswitch.journals import JournalFault, Refused
from arrowswitch.words import say


def is_journal(text: str) -> bool:
    """Whether a text is the journal of an event rather than one object with contestants.

    >>> is_journal('{"version": 1, "act": {"type": "open-event"}}'), is_journal('{"contestants": []}')
    (True, False)
    """
    try:
        first = json.loads(text.partition("\n")[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and "version" in first and "act" in first


def _view(text: str) -> StageView:
    try:
        entries = loads(text)
    except JournalFault as problem:
        raise BadContest(problem.args[0]) from None
    state = EventState()
    for line, entry in enumerate(entries, 1):
        if entry.id in state.ids or entry.act.opens != (line == 1):
            raise _no_journal(line)
        try:
            state = evolve(state, entry)
        except (LookupError, ValueError, Refused):  # what was granted can be done again; this was written by hand
            raise _no_journal(line) from None
    try:
        return StageView.of(state, ())
    except Refused as problem:
        raise BadContest(problem.args[0]) from None


def _no_journal(line: int) -> BadContest:
    return BadContest(say("Line {line} does not follow from those before it; this journal was changed.", line=line))


@contextmanager
def _as_it_was_kept() -> Iterator[None]:
    """Draws and results of a journal that was changed by hand may not fit together."""
    try:
        yield
    except BadContest:
        raise
    except Refused as problem:
        raise BadContest(problem.args[0]) from None
    except (LookupError, ValueError):
        raise BadContest(say("Draws and results do not fit together; this journal was changed.")) from None


def _written(view: StageView) -> dict[str, str | int]:
    return {str(number): number for number in view.state.entries}


def contest_in(text: str) -> tuple[ContestFile, StandingsTable]:
    """The current stage of an event, or its first pool, and the table."""
    view = _view(text)
    with _as_it_was_kept():
        return ContestFile(view.contest(), _written(view)), view.table()


def swiss_in(text: str) -> SwissFile:
    """The current stage of an event, which must be a Swiss, before its next round."""
    view = _view(text)
    if not isinstance(view.stage.plan, SwissPlan):
        raise BadContest(say("{stage} is no Swiss.", stage=view.stage.name))
    with _as_it_was_kept():
        event = event_before(view, len(view.stage.rounds) + 1)
        field_of(event)
        return SwissFile(event, _written(view))
