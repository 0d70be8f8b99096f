"""`arrowswitch movement sessions`: who sits where in the sections and sessions of an event, so that all are compared evenly."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING, Annotated

import typer

from arrowswitch.cli.options import AsJson, plain_refusals, print_json, read_text, say_no
from arrowswitch.words import counted

if TYPE_CHECKING:
    from arrowswitch.movements.design import EventDesign, SeatedSession

MOST_SECONDS = 600.0


def sessions(
    rounds: Annotated[int, typer.Option("--rounds", "-r", help="Rounds of each session.")],
    boards_per_round: Annotated[int, typer.Option("--boards-per-round", "-b", help="Boards in each round.")],
    pairs: Annotated[int, typer.Option("--pairs", help="Pairs of the event.")],
    sections: Annotated[int, typer.Option("--sections", help="Sections that play the same boards.")] = 1,
    count: Annotated[int, typer.Option("--sessions", help="Sessions of the event.")] = 2,
    winners: Annotated[
        int, typer.Option("--winners", help="1 for arrow switches in each session, 2 for none: lines that change.")
    ] = 1,
    held: Annotated[
        Path | None, typer.Option("--held", help="An answer of this command, of which the first sessions are over.")
    ] = None,
    over: Annotated[int, typer.Option("--over", help="How many sessions of it are over.")] = 1,
    stationary: Annotated[str, typer.Option("--stationary", help="Pairs that need a seat that stays: 4,7.")] = "",
    never: Annotated[str, typer.Option("--never", help="Pairs that should not meet: 3-8,1-2.")] = "",
    seconds: Annotated[
        float, typer.Option("--seconds", help="How long to look; Ctrl-C ends it with the best so far.")
    ] = 5.0,
    seed: Annotated[int, typer.Option("--seed", help="Another number goes another way.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Who sits where in an event of several sections or sessions, so that everybody meets and is compared as evenly as can be."""
    from arrowswitch.movements.design import (
        SeatingWish,
        read_couples,
        read_seats,
        seat_sessions,
        sections_for,
        written_event,
    )
    from arrowswitch.movements.design.sessions import MOST_SESSIONS

    if not 0 < seconds <= MOST_SECONDS:
        say_no(f"--seconds must be more than 0 and at most {MOST_SECONDS:g}.")
    if not 1 <= count <= MOST_SESSIONS:
        say_no(f"--sessions must be 1 to {MOST_SESSIONS}.")
    if over < 1:
        say_no(f"--over must be 1 or more, not {over}.")
    past = _past(held, over) if held else ()
    if len(past) >= count:
        say_no(f"All of them are over; say --sessions {len(past) + 1} for one more.")
    with plain_refusals():
        still = tuple(seat.pair for seat in read_seats(stationary))
        room = sections_for(pairs, sections, rounds, boards_per_round, winners=winners, seconds=min(2.0, seconds / 3))
        wish = SeatingWish((room,) * (count - len(past)), past, still, read_couples(never))
        begun, found = time.monotonic(), None
        try:
            for found in seat_sessions(wish, seconds=seconds, seed=seed):
                told = found.figures
                print(f"{time.monotonic() - begun:6.2f} s  {told.qf:6.2f}  {told.missed:4} missed", file=sys.stderr)
        except KeyboardInterrupt:
            if found is None:
                raise
    assert found is not None  # noqa: S101 - the first seats are there at once
    if as_json:
        print_json(written_event(found))
    else:
        _print(found)


def _past(file: Path, over: int) -> tuple[SeatedSession, ...]:
    """The first sessions of an answer of this command."""
    from arrowswitch.movements import FileFault
    from arrowswitch.movements.design import read_sessions

    try:
        found = read_sessions(json.loads(read_text(file)))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, FileFault):
        say_no(f"{file} is not an answer of `arrowswitch movement sessions --json`.")
    if over > len(found):
        say_no(f"{file} has {counted('sessions', len(found))}; --over cannot be {over}.")
    return found[:over]


def _print(found: EventDesign) -> None:
    for number, session in enumerate(found.sessions, 1):
        names = "; ".join(
            f"{ascii_uppercase[place]}: {section.name}, {section.entry} tables, {counted('rounds', section.rounds)}"
            for place, section in enumerate(session.sections)
        )
        print(f"Session {number}: {names}")
    print("pair  " + "".join(f"session {number:<6}" for number in range(1, len(found.sessions) + 1)))
    for pair in sorted(found.sessions[0].seats):
        places = "".join(f"{session.place(pair):<14}" for session in found.sessions)
        print(f"{pair:4}  {places.rstrip()}")
    figures = found.figures
    print(
        f"Balance over the event {figures.qf:.2f} of 100, none can be above {found.bound.qf:.2f}; couples that do not meet:"
        f" {figures.missed}, at least {found.least_missed}; couples that meet again: {figures.repeated}."
    )
    if figures.unkept:
        print(f"Given up: {figures.unkept} of the wishes for seats and for who should not meet.")
