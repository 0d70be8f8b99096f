"""`arrowswitch simulate`: a whole night played against a real server, by people who do not exist."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrowswitch.cli.options import AsJson, plain_refusals, print_json, refusals
from arrowswitch.words import counted, say

if TYPE_CHECKING:
    from arrowswitch.movements import Movement
    from arrowswitch.session import Command

app = typer.Typer(add_completion=False)


@app.command()
def simulate(
    tables: Annotated[
        str | None,
        typer.Option("--tables", "-t", help="Tables of pairs, half ones too: 7, 7½ or 7.5; 20 if nothing is said."),
    ] = None,
    teams: Annotated[int | None, typer.Option(help="Teams of four instead of pairs, scored in IMPs.")] = None,
    individual: Annotated[
        int | None, typer.Option(metavar="PLAYERS", help="Single players instead of pairs, in an individual: 8 to 40.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same number gives the same night.")] = 7,
    boards: Annotated[str, typer.Option(help="Boards to play: 26 or 24-28.")] = "24-28",
    movement: Annotated[
        str | None, typer.Option(metavar="FAMILY", help="A family that `movement list` names; else the best is chosen.")
    ] = None,
    server: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A server that is running; else one is started for the night.")
    ] = None,
    name: Annotated[str, typer.Option(help="The account to sign in with, on a server of your own.")] = "",
    speed: Annotated[
        float, typer.Option(min=0, help="Times faster than life: 60 plays a round in seconds; 0 does not wait.")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Play a whole night against a real server: to rehearse, to show, to test.

    Players of varied skill, slow tables, wrong scores corrected, calls, a ruling, a late play, a penalty, and results
    posted at the end. The password of the account is asked for, or taken from ARROWSWITCH_PASSWORD.
    """
    from arrowswitch.cli.desk import CannotReach, RemoteDesk

    with plain_refusals():
        plan = planned(tables, teams, boards, movement, seed, again=bool(server), players=individual)
    with refusals(CannotReach), _served(server) as address:
        desk = RemoteDesk(address)
        desk.sign_in(
            name, lambda: os.environ.get("ARROWSWITCH_PASSWORD") or typer.prompt(say("Password"), hide_input=True)
        )
        session = _play(desk, plan, speed, quiet=as_json)
        standing = desk.get(f"night/{session}/ranking.json")
    if as_json:
        print_json({"session": session, "events": len(plan), **standing})
    else:
        _print(standing)


def planned(
    tables: str | None,
    teams: int | None,
    boards: str,
    family: str | None,
    seed: int,
    *,
    again: bool,
    players: int | None = None,
) -> tuple[Command, ...]:
    """The night, over just now. On a server that goes on, each night has names of its own for what is done."""
    from arrowswitch.movements import build, choose
    from arrowswitch.session import Open, SectionPlan
    from arrowswitch.session.rehearsal import night

    parts: tuple[Movement, ...]
    tables = tables or ("20" if teams is None and players is None else None)
    choices = choose(tables=tables, teams=teams, players=players, boards=boards)
    best = next((choice for choice in choices if family in (None, choice.family)), None)
    parts = (
        (best.parts or (best.movement,)) if best else (build(str(family), tables=tables, teams=teams, players=players),)
    )
    now = datetime.now(UTC).replace(microsecond=0)
    sections = tuple(SectionPlan("ABCDEFGH"[number], part) for number, part in enumerate(parts))
    entry = f"{tables} tables" if teams is None else f"{teams} teams"
    entry = str(counted("players", players)) if players is not None else entry
    opening = Open(
        f"Rehearsal of {entry}, seed {seed}", now.date(), sections, "matchpoints" if teams is None else "imps"
    )
    called = f"seed-{seed}-{now:%Y%m%d%H%M%S}" if again else f"seed-{seed}"
    commands = night(opening, Random(seed), now, name=called)  # noqa: S311
    length = commands[-1].at - now
    return tuple(_earlier(command, length) for command in commands)


def _earlier(command: Command, by: timedelta) -> Command:
    from dataclasses import replace

    return replace(command, at=command.at - by)


def _play(desk: Any, plan: tuple[Command, ...], speed: float, *, quiet: bool) -> int:
    """Everything, in its order; what is refused ends the night with what the server said."""
    from arrowswitch.cli.desk import CannotReach
    from arrowswitch.session.journal import command_to_json

    session = 0
    begin, first = time.monotonic(), plan[0].at
    for count, command in enumerate(plan, 1):
        if speed:
            time.sleep(max(0.0, (command.at - first).total_seconds() / speed - (time.monotonic() - begin)))
        written = {key: value for key, value in command_to_json(command).items() if key != "by"}
        answer = desk.post(f"night/{session}/commands" if session else "night/commands", written)
        if not answer["ok"]:
            raise CannotReach(say("The server refused it: {problem}", problem=answer["problem"]))
        session = session or int(answer["session"])
        if not quiet and sys.stderr.isatty():
            print(f"\r{count}/{len(plan)}", end="", file=sys.stderr, flush=True)
    if not quiet and sys.stderr.isatty():
        print(file=sys.stderr)
    return session


@contextmanager
def _served(address: str | None) -> Iterator[str]:
    """The server at this address, or one of its own in a folder that is thrown away."""
    from arrowswitch.cli.desk import CannotReach

    if address:
        yield address
        return
    with tempfile.TemporaryDirectory(prefix="arrowswitch-") as folder:
        process = subprocess.Popen(  # noqa: S603 - ourselves
            [sys.executable, "-m", "arrowswitch", "serve", "--demo", "--port", "0", "--data", folder],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            said = process.stdout.readline() if process.stdout else ""
            found = re.search(r"http://\S+", said)
            if not found:
                raise CannotReach(say("No server could be started for the night."))
            yield found.group()
        finally:
            process.terminate()
            process.wait(20)


def _print(standing: dict[str, Any]) -> None:
    direction = None
    for each in standing["ranking"]:
        if each.get("direction") != direction:
            direction = each["direction"]
            print(direction)
        percent = f"{each['percent']:6.2f}%" if "percent" in each else f"{each['points']:8.2f}"
        print(f"{each['rank']:>4}  {percent}  {each['label']:<6} {each['names']}")
