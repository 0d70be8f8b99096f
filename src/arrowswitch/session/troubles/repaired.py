"""Repairs that have been made: the same trouble is not put right twice.

What a repair was made for is not written down. It was made for a trouble if the session, as it was then, offered it as a way out
of that trouble.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from arrowswitch.movements import ImpossibleWish
from arrowswitch.session import acts
from arrowswitch.session.acts import Act
from arrowswitch.session.acts.undo import in_the_way
from arrowswitch.session.journal.entries import JournalEntry, Refused
from arrowswitch.session.night import State, replay
from arrowswitch.session.story.history import together
from arrowswitch.session.troubles.catalogue import TROUBLES
from arrowswitch.session.troubles.trouble import Answers

REPAIRS = (acts.ChangeMovement, acts.LatePair, acts.CutRounds, acts.SwapDirections)
"""What changes the movement; the other acts of a repair go with one of these."""


def repairs_standing(state: State) -> Iterator[JournalEntry]:
    """The changes of the movement that have not been undone, the last first."""
    return (
        entry for entry in reversed(state.journal) if isinstance(entry.act, REPAIRS) and entry.id not in state.undone
    )


def rests_on_repair(state: State, entry: JournalEntry) -> JournalEntry | None:
    """What was built on a repair since, so that it cannot be taken back any more; nothing if it can."""
    whole = together(state, entry.id)
    ids = [each.id for each in whole]
    return next((later for each in whole if (later := in_the_way(state, each, ids))), None)


def made_before(kind: str, state: State, section: str, told: Answers) -> JournalEntry | None:
    """The repair that was made for this very trouble and still stands."""
    if TROUBLES[kind].people and not any(each.name for each in told.people):
        return None  # another pair may come late in the same round
    for entry in repairs_standing(state):
        if entry.act.section in (section, None):  # type: ignore[attr-defined]
            before = replay(state.journal[: state.journal.place(entry.id)])
            if _essence(entry.act) in set(_offered(kind, before, section, told)):
                return entry
    return None


def _offered(kind: str, state: State, section: str, told: Answers) -> Iterator[tuple[Any, ...]]:
    """The changes of the movement that were ways out of a trouble."""
    trouble, where = TROUBLES[kind], state.sections.get(section)
    if where is None or not trouble.where(where.movement):
        return
    rounds = (where.round, where.round + 1) if trouble.once else (told.at_round,)
    for at_round in rounds:
        for follow in (True, False):
            for thought in trouble.ways(state, where, replace(told, at_round=at_round, follow=follow)):
                try:
                    yield from (_essence(deed.act) for deed in thought().deeds if isinstance(deed.act, REPAIRS))
                except (ImpossibleWish, Refused):
                    continue


def _essence(act: Act) -> tuple[Any, ...]:
    """A change without its words, and without whether results follow it."""
    match act:
        case acts.ChangeMovement() | acts.LatePair():
            return type(act), act.section, act.from_round, act.movement.rounds, act.movement.meetings
        case acts.CutRounds():
            return type(act), act.section, act.rounds
        case acts.SwapDirections():
            return type(act), act.section, act.round, act.table
        case _:
            return ()
