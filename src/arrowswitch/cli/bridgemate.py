"""`arrowswitch bridgemate`: Bridgemates at the tables of a session, through the Data Connector of their control program."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arrowswitch.cli.options import say_no
from arrowswitch.words import Sentence, say

if TYPE_CHECKING:
    from arrowswitch.site.pads.bridgemate import Bridgemates

app = typer.Typer(add_completion=False)

SLOWEST = 60.0
"""Seconds between two tries at most, while nobody answers."""


@app.command()
def bridgemate(
    session: Annotated[int, typer.Argument(help="The number of the session, which is in the address of its pages.")],
    host: Annotated[str, typer.Option(help="The computer that runs the Bridgemate control program.")] = "localhost",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port of its Data Connector.")] = 5079,
    club: Annotated[
        str, typer.Option("--club-id", envvar="ARROWSWITCH_BRIDGEMATE_CLUB", help="The club's number at Bridgemate.")
    ] = "",
    licence: Annotated[
        str, typer.Option("--licence", envvar="ARROWSWITCH_BRIDGEMATE_LICENCE", help="The club's licence key.")
    ] = "",
    pin: Annotated[
        str, typer.Option(metavar="DIGITS", help="The number for the director's menu on the pads.")
    ] = "0000",
    hands: Annotated[
        bool | None,
        typer.Option(
            "--hands/--no-hands", help="Send the hands too; without it: if players may see them during the session."
        ),
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Send the event anew; the pads forget what they have.")
    ] = False,
    every: Annotated[float, typer.Option(min=0.1, max=60, help="Seconds between two looks.")] = 3.0,
    once: Annotated[bool, typer.Option("--once", help="Look once, and stop.")] = False,
    data: Annotated[Path | None, typer.Option(help="The folder that holds the club's data.")] = None,
) -> None:
    """Let the Bridgemates of a session send results and calls, until it is stopped.

    The movement, the names and the settings are sent first. Run it beside `arrowswitch serve`, on the same data.
    """
    if not (len(pin) == 4 and pin.isascii() and pin.isdigit()):
        say_no(say("The number for the director’s menu has four digits."))
    folder = _opened(data)

    from arrowswitch.formats.bridgemate.connector import Connector, ConnectorFault
    from arrowswitch.formats.bridgemate.event import CannotSend
    from arrowswitch.session import JournalFault, Refused
    from arrowswitch.site.journal.store import StoreFault
    from arrowswitch.site.pads.bridgemate import Bridgemates

    line = Bridgemates(session, Connector(host, port, club, licence), folder, _print, pin, hands)
    try:
        _until(lambda: line.begin(again=again), every, once=once)
        _look(line, every, once=once)
    except (ConnectorFault, CannotSend, Refused, JournalFault, StoreFault) as fault:
        say_no(fault)
    except KeyboardInterrupt:
        _print(say("Stopped. What the pads send meanwhile waits, and comes when this is started again."))


def _look(line: Bridgemates, every: float, *, once: bool) -> None:
    from arrowswitch.site.pads.bridgemate import told

    def turn() -> None:
        count = line.turn()
        if count:
            _print(told(count))

    while True:
        _until(turn, every, once=once)
        if once:
            return
        time.sleep(every)


def _until(act: Callable[[], None], every: float, *, once: bool) -> None:
    """Does something, and again while nobody answers; each time a little later."""
    from arrowswitch.formats.bridgemate.connector import NotReached
    from arrowswitch.site.journal.store import StoreBusy

    wait, said = every, None
    while True:
        try:
            act()
        except (NotReached, StoreBusy) as fault:
            if once:
                raise
            if str(fault) != said:
                _print(say("{fault} It is tried again; nothing is lost.", fault=fault.args[0]))
                said = str(fault)
            time.sleep(wait)
            wait = min(wait * 2, SLOWEST)
        else:
            return


def _print(sentence: Sentence) -> None:
    typer.echo(f"{time.strftime('%H:%M:%S')}  {sentence}")


def _opened(data: Path | None) -> Path:
    """The data folder, with the site awake on it."""
    from arrowswitch.site.data_folder import storage

    folder = (data or storage.usual_folder()).expanduser().absolute()
    if not storage.elsewhere() and not (folder / storage.DATABASE).is_file():
        say_no(say("There is no club in {folder}. Name its folder with --data.", folder=folder))
    from arrowswitch.site.start import ready

    try:
        ready(folder, demo=False)
    except storage.CannotServe as refusal:
        say_no(refusal)
    return folder
