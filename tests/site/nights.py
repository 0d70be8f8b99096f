"""Nights for the tests of the pages: a session of the tests' club, made through the store, and people at its desk."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import Any

from django.test import Client
from django.utils import timezone
from people import our_club
from site_server import Served, served

from arrowswitch.movements import Movement, build
from arrowswitch.session import (
    Act,
    Actor,
    BareScore,
    CallRound,
    Command,
    Enter,
    LineKey,
    Open,
    Seating,
    SeatPlayers,
    SectionPlan,
    Start,
    State,
)
from arrowswitch.session import SeatedPlayer as Seated
from arrowswitch.session.night.missing import missing
from arrowswitch.session.night.seats import places
from arrowswitch.site.club.models import Player
from arrowswitch.site.journal import store

DIRECTOR = Actor("director", "Director of Riverside")
TREES = ("Acacia", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Juniper", "Larch", "Maple", "Oak", "Poplar", "Rowan")
FIRST = ("Amber", "Basil", "Clover", "Dahlia", "Erica", "Fern", "Ginger", "Heather", "Iris", "Jasmine")
_count = itertools.count(1)


def do(session: int, act: Act, by: Actor = DIRECTOR, **more: Any) -> State:
    """Gives a session a command that must be granted, now."""
    return store.append(session, Command(f"test-{next(_count)}", by, timezone.now(), act, **more)).state


def a_night(movement: Movement | None = None, *, names: bool = True, start: bool = True, **options: Any) -> int:
    """A session of the tests' club: by default three tables, three rounds of one board, named and in round 1."""
    movement = movement or build("mitchell", tables=3, boards_per_round=1)
    plans = options.pop("sections", (SectionPlan("A", movement),))
    opening = Open(options.pop("title", "Tuesday pairs"), options.pop("date", date(2026, 1, 6)), plans, **options)
    command = Command(f"open-{next(_count)}", DIRECTOR, timezone.now(), opening)
    session = store.begin(command, club=our_club()).session
    if names:
        name_all(session)
    if start:
        do(session, Start())
    return session


def name_all(session: int) -> None:
    """A player of the register on every seat."""
    state = store.state(session)
    seats = places(state)
    made = [
        Player.objects.create(
            club=our_club(), given=FIRST[number % len(FIRST)], family=f"{TREES[number % len(TREES)]} {number + 1}"
        )
        for number in range(len(seats))
    ]
    seatings = (Seating(place, Seated(str(player), str(player.pk))) for place, player in zip(seats, made, strict=True))
    do(session, SeatPlayers(tuple(seatings)))


def enter(session: int, round_number: int, table: int, board: int, ns: int, section: str = "A") -> State:
    """A bare score."""
    return do(session, Enter(LineKey(section, round_number, table, board), BareScore(ns)))


def play_round(session: int, points: int = 110) -> State:
    """The same score wherever one is missing."""
    for each in missing(store.state(session)):
        do(session, Enter(each.line, BareScore(points)))
    return store.state(session)


def play_on(session: int, points: int = 110) -> State:
    """Every round that is left, to the end."""
    state = play_round(session, points)
    while any(section.round < section.movement.rounds for section in state.sections.values()):
        do(session, CallRound(max(section.round for section in state.sections.values()) + 1))
        state = play_round(session, points)
    return state


def confirmed(desk: Client, page: str, form: Mapping[str, str]) -> Any:
    """Sends a form twice, as people do: to see the effect, and to confirm what was shown."""
    looked = desk.post(page, {**form, "step": "look"})
    shown = re.search(r'name="shown" value="(\w+)"', looked.content.decode())
    return desk.post(page, {**form, "step": "confirm", "shown": shown[1] if shown else ""})


@contextmanager
def desk_server(place: dict[str, str]) -> Iterator[Served]:
    """A real server on the club of a `club` fixture, in a process of its own."""
    folder = place["ARROWSWITCH_DATA"]
    with served(
        "--data", folder, **{name: value for name, value in place.items() if name != "ARROWSWITCH_DATA"}
    ) as server:
        yield server
