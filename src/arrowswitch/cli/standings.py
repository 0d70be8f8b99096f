"""`arrowswitch standings`: the table of a Swiss, a round robin or a league."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from arrowswitch.cli.options import AsJson, print_json, read_text, say_no
from arrowswitch.words import say

app = typer.Typer(add_completion=False)


@app.command()
def standings(
    file: Annotated[
        str, typer.Argument(metavar="FILE.json", help="A contest or Swiss file; - reads it from the input.")
    ],
    as_json: AsJson = False,
) -> None:
    """Rank the contestants of a Swiss, a round robin or a league by victory points, ties broken by the regulations."""
    from arrowswitch.contests.reading import BadContest
    from arrowswitch.contests.standings import StandingsTable, answer, read
    from arrowswitch.contests.standings import standings as rank
    from arrowswitch.scoring import BadScale

    try:
        given = read(read_text(Path(file)))
        table: StandingsTable = rank(given.contest)
    except (BadContest, BadScale) as refusal:
        say_no(refusal)
    if as_json:
        print_json(answer(given, table))
        return
    from arrowswitch.scoring.figures import fixed, shown

    listed = Table(box=None, pad_edge=False)
    for heading in (
        say("Place"),
        say("Name"),
        say("Played"),
        say("Won"),
        say("Drawn"),
        say("Lost"),
        "IMPs",
        say("VPs"),
    ):
        listed.add_column(heading, justify="left" if heading == "Name" else "right")
    for each in table.standings:
        counts = (str(number) for number in (each.played, each.won, each.drawn, each.lost))
        listed.add_row(each.rank, each.contestant, *counts, shown(each.net), fixed(each.vps))
    console = Console(highlight=False)
    console.print(listed)
    for each in table.standings:
        if each.tie_broken_by:
            console.print(say("{name}: placed by {step}", name=each.contestant, step=each.tie_broken_by))
    for note in table.notes:
        console.print(note)
