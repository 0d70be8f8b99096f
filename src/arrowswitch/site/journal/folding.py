"""Entries as lines of a journal, and the lines folded into a state again. Neither needs a database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from arrowswitch.contests import events
from arrowswitch.contests.events import EventState
from arrowswitch.journals import AnyEntry, JournalFault, to_json
from arrowswitch.session import State, evolve
from arrowswitch.session.journal import from_json
from arrowswitch.session.story import offence_to_json, offences
from arrowswitch.words import say


def line(entry: AnyEntry) -> str:
    """An entry as it is written in the journal; letters that some databases cannot hold are written as JSON can."""
    return WRITTEN.encode(to_json(entry))


WRITTEN = json.JSONEncoder(separators=(",", ":"), check_circular=False)


def written_offences(state: State) -> str:
    """What a session adds to the offence register, as its header has it; nothing if it adds nothing.

    >>> written_offences(State())
    ''
    """
    found = [offence_to_json(each) for each in offences(state)]
    return json.dumps(found, separators=(",", ":")) if found else ""


def fold(known: State, rows: Iterable[tuple[int, str]]) -> State:
    """A state with the entries of these numbered lines; `JournalFault` says which cannot be read.

    >>> fold(State(), [(2, "{}")])
    Traceback (most recent call last):
    arrowswitch.journals.codec.JournalFault: Entry 1 is missing.
    """
    return _folded(known, len(known.journal), rows, lambda state, data: evolve(state, from_json(data)))


def fold_event(known: EventState, rows: Iterable[tuple[int, str]]) -> EventState:
    """The same of an event of several rounds, which has a journal of its own."""
    return _folded(known, len(known.journal), rows, lambda state, data: events.evolve(state, events.from_json(data)))


Folded = TypeVar("Folded")


def _folded(
    known: Folded, count: int, rows: Iterable[tuple[int, str]], step: Callable[[Folded, Any], Folded]
) -> Folded:
    """What stood there after so many entries of any journal, with those of these numbered lines."""
    for expected, (number, body) in enumerate(rows, count + 1):
        if number != expected:
            raise JournalFault(say("Entry {number} is missing.", number=expected))
        try:
            known = step(known, json.loads(body))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as fault:
            raise JournalFault(say("Entry {number}: {problem}", number=number, problem=str(fault))) from fault
    return known
