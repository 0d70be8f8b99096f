"""`arrowswitch fill-club`: years of made-up nights in the demonstration club."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from arrowswitch.cli.options import plain_refusals, refusals, say_no
from arrowswitch.words import say, say_count

app = typer.Typer(add_completion=False)

FEWEST = 60
"""People; the largest night seats 44."""


@app.command()
def fill_club(
    years: Annotated[int, typer.Option(min=1, max=60, help="How many years.")] = 3,
    nights: Annotated[int, typer.Option(min=1, max=350, help="Nights a year.")] = 50,
    players: Annotated[int, typer.Option(min=FEWEST, max=5000, help="People in the register.")] = 120,
    data: Annotated[
        Path | None, typer.Option(help="The folder of the made-up club; that of serve --demo else.")
    ] = None,
    until: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="The last day; today if nothing is said.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same number gives the same years.")] = 7,
    workers: Annotated[int, typer.Option(min=1, max=16, help="Processes that play at the same time.")] = 1,
) -> None:
    """Fill the made-up club with years of nights, with the ladders, ratings, awards, fees and calendar that go with them.

    A night takes a fifth of a second. It can be stopped at any time and gone on with by the same command. Look at it with
    `arrowswitch serve --demo`.
    """
    from arrowswitch.site.data_folder import storage

    with refusals(storage.CannotServe):
        from arrowswitch.site.start import ready

        ready(storage.prepare(data, demo=True), demo=True)
    from arrowswitch.site.club.models import Club
    from arrowswitch.site.made_up.nights import MadeUpYears
    from arrowswitch.site.made_up.years import fill_years

    wish = MadeUpYears((until or datetime.now()).date(), years, nights, players, seed)
    with plain_refusals(), _bar(wish.count) as told:
        try:
            played = fill_years(Club.demonstration(), wish, workers, told)
        except KeyboardInterrupt:
            say_no(say("Stopped. Begin again with the same command: what is in the club is known."), status=1)
    print(say_count("{n} night was played.", "{n} nights were played.", played))


@contextmanager
def _bar(count: int) -> Iterator[Callable[[int], None]]:
    """How far it is, on a screen that somebody looks at."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=count)
        yield lambda done: progress.advance(task, done)
