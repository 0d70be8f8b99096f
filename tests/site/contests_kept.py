"""Events in the database for the tests: commands given one after the other, and a look at what is kept."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from people import our_club
from urls_by_role import CONTEST, CONTEST_KEY, CONTEST_LINK

from arrowswitch.contests.events import (
    DrawRound,
    EnterContestant,
    EventAct,
    EventCommand,
    EventMatchKey,
    OpenEvent,
    OpenStage,
    RecordResult,
    SwissPlan,
    loads,
    replay,
)
from arrowswitch.journals import Actor
from arrowswitch.site.events import store
from arrowswitch.site.events.keys import key_of
from arrowswitch.site.events.models import KeptEntry, KeptEvent
from arrowswitch.site.work import memory

DIRECTOR = Actor("director", "Ann")
BEGIN = datetime(2026, 1, 7, 19, 30, tzinfo=UTC)
TEAMS = ("Red", "Blue", "Green", "Black", "White", "Gold", "Grey")


def wish(name: str, act: EventAct, by: Actor = DIRECTOR, **more: Any) -> EventCommand:
    """A command with this id."""
    return EventCommand(name, by, BEGIN, act, **more)


def begun(name: str = "open", teams: int = 0, **options: Any) -> int:
    """An event of the tests' club, with teams that have entered, and a Swiss if there are any."""
    entered = [wish(f"e{seed}", EnterContestant(TEAMS[seed - 1], seed=seed)) for seed in range(1, teams + 1)]
    staged = [wish("stage", OpenStage("Swiss", SwissPlan(4)))] if teams else []
    opening = wish(name, OpenEvent("Club teams", **options))
    return store.begin(opening, *entered, *staged, club=our_club()).event


def give(event: int, name: str, act: EventAct, **more: Any) -> store.KeptCommands:
    """Gives the event a command."""
    return store.append(event, wish(name, act, **more), club=our_club())


def drawn_contest() -> dict[str, Any]:
    """An event with a round drawn, and its link, by the names that the list of addresses has for them."""
    event = begun("the event of every page", teams=7, seed="4711")
    give(event, "drawn", DrawRound())
    first = EventMatchKey("Swiss", 1, 1)
    give(event, "scored", RecordResult(first, imps=(Fraction(20), Fraction(11))))
    header = KeptEvent.objects.get(pk=event)
    return {CONTEST: event, CONTEST_LINK: header.token, CONTEST_KEY: key_of(header, 1)}


def lines(event: int) -> list[str]:
    """The journal as the database has it."""
    return list(KeptEntry.objects.filter(event=event).order_by("number").values_list("body", flat=True))


def check_event(event: int) -> list[str]:
    """The ids in a journal that is in order, agrees with its header, and gives the state that the store gives."""
    memory.forget_all()
    journal = loads("\n".join(lines(event)))
    state = store.state(event, club=our_club())
    assert replay(journal) == state
    rows = list(KeptEntry.objects.filter(event=event).order_by("number"))
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    assert [(row.command, row.role, row.name, row.at, row.version) for row in rows] == [
        (entry.id, entry.by.role, entry.by.name, entry.at, entry.version) for entry in journal
    ]
    header = KeptEvent.objects.get(pk=event)
    assert (header.title, header.kind, header.last, header.away) == (state.title, state.kind, len(rows), state.away)
    return [entry.id for entry in journal]
