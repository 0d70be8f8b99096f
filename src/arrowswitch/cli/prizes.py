"""`arrowswitch prizes`: prizes for results of a session file, and spots drawn by lot."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from arrowswitch.cli.options import AsJson, print_json, read_text, say_no
from arrowswitch.words import say

app = typer.Typer(add_completion=False)
MOST_SPOTS = 100


@app.command()
def prizes(
    file: Annotated[str, typer.Argument(metavar="FILE.json", help="A session file; - reads it from the input.")],
    seed: Annotated[
        str | None, typer.Option("--seed", help="Draw spots by lot: a word that was said aloud before.")
    ] = None,
    spots: Annotated[int, typer.Option("--spots", help="How many spots are drawn.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Say who has won the first slam, three overtricks and the like, and draw seats or contestants by lot."""
    from arrowswitch.scoring import SessionFileError, loads
    from arrowswitch.scoring.prizes import PRIZES, drawn
    from arrowswitch.scoring.prizes import prizes as won_by

    try:
        session = loads(read_text(Path(file)))
    except SessionFileError as refusal:
        say_no(refusal)
    if not 1 <= spots <= MOST_SPOTS:
        say_no(say("1 to {most} spots can be drawn, not {n}.", most=MOST_SPOTS, n=spots))
    tables = {f"{line.section}{line.table}" for line in session.lines if line.table is not None}
    seats = [say("table {table}, {seat}", table=table, seat=seat) for table in tables for seat in "NESW"]
    among = [str(seat) for seat in seats] or list(session.fields)
    lots = drawn(among, seed, spots) if seed is not None else []
    won = won_by(session.lines)
    if as_json:
        print_json(
            {
                "prizes": [
                    {
                        "prize": each.name,
                        "title": str(PRIZES[each.name].title),
                        "contestant": each.contestant,
                        "board": each.line.board,
                        "round": each.line.round,
                        "table": each.line.table,
                        "result": str(each.line.result),
                    }
                    for each in won
                ],
                "spots": lots,
                "seed": seed,
            }
        )
        return
    console = Console(highlight=False)
    for each in won:
        title = PRIZES[each.name].title
        said = say(
            "{title}: {who}, with {result} on board {board}",
            title=title,
            who=each.contestant,
            result=each.line.result,
            board=each.line.board,
        )
        console.print(said, markup=False)
    for spot in lots:
        console.print(say("Drawn by lot: {spot}", spot=spot), markup=False)
    if not won and not lots:
        console.print(say("Nobody has won a prize yet."))
