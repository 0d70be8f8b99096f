"""Events as lines of a journal, and the lines folded into a state again. Neither needs a database."""

from __future__ import annotations

import json
from collections.abc import Iterable

from arrowswitch.session import JournalEntry, JournalFault, State, evolve
from arrowswitch.session.journal import from_json, to_json
from arrowswitch.session.story import offence_to_json, offences
from arrowswitch.words import say


def line(event: JournalEntry) -> str:
    """An event as it is written in the journal; letters that some databases cannot hold are written as JSON can."""
    return WRITTEN.encode(to_json(event))


WRITTEN = json.JSONEncoder(separators=(",", ":"), check_circular=False)


def written_offences(state: State) -> str:
    """What a session adds to the offence register, as its header has it; nothing if it adds nothing.

    >>> written_offences(State())
    ''
    """
    found = [offence_to_json(each) for each in offences(state)]
    return json.dumps(found, separators=(",", ":")) if found else ""


def fold(known: State, rows: Iterable[tuple[int, str]]) -> State:
    """A state with the events of these numbered lines; `JournalFault` says which cannot be read.

    >>> fold(State(), [(2, "{}")])
    Traceback (most recent call last):
    arrowswitch.session.journal.codec.JournalFault: Event 1 is missing.
    """
    for number, body in rows:
        if number != len(known.journal) + 1:
            raise JournalFault(say("Event {number} is missing.", number=len(known.journal) + 1))
        try:
            known = evolve(known, from_json(json.loads(body)))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as fault:
            raise JournalFault(say("Event {number}: {problem}", number=number, problem=str(fault))) from fault
    return known
