"""`arrowswitch prizes`: prizes for results of a session file, and spots drawn by lot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from arrowswitch.cli.options import AsJson, print_json, read_text, say_no
from arrowswitch.words import say

if TYPE_CHECKING:
    from arrowswitch.scoring.lines import Line
    from arrowswitch.scoring.prizes import WonPrize

app = typer.Typer(add_completion=False)
MOST_SPOTS = 100


@app.command()
def prizes(
    file: Annotated[str, typer.Argument(metavar="FILE.json", help="A session file; - reads it from the input.")],
    seed: Annotated[
        str | None, typer.Option("--seed", help="Draw spots by lot: a word that was said aloud before.")
    ] = None,
    contracts: Annotated[
        list[str] | None,
        typer.Option("--announced", metavar="R3=2NTW", help="A contract announced for a round, or 7=4H for a board."),
    ] = None,
    spots: Annotated[int, typer.Option("--spots", help="How many spots are drawn.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Say who has won the first slam, three overtricks and the like, and draw seats or contestants by lot."""
    from arrowswitch.bridge import NotBridge
    from arrowswitch.scoring import SessionFileError, loads
    from arrowswitch.scoring.prizes import PRIZES, announced, as_announced, drawn
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
    try:
        wanted = {text: announced(text) for text in contracts or ()}
    except NotBridge as refusal:
        say_no(refusal)
    played = {text: as_announced(session.lines, contract) for text, contract in wanted.items()}
    if as_json:
        print_json(
            {
                "prizes": [{"prize": each.name, "title": str(PRIZES[each.name].title), **_won(each)} for each in won],
                "announced": [
                    {
                        "contract": text,
                        "made": [_won(each) for each in made],
                        "otherwise": [_played(line) for line in otherwise],
                    }
                    for text, (made, otherwise) in played.items()
                ],
                "spots": lots,
                "seed": seed,
            }
        )
        return
    console = Console(highlight=False, markup=False)
    for each in won:
        title = PRIZES[each.name].title
        said = say(
            "{title}: {who}, with {result} on board {board}",
            title=title,
            who=each.contestant,
            result=each.line.result,
            board=each.line.board,
        )
        console.print(said)
    for text, (made, otherwise) in played.items():
        _print_announced(console, text, made, otherwise)
    for spot in lots:
        console.print(say("Drawn by lot: {spot}", spot=spot))
    if not won and not lots and not played:
        console.print(say("Nobody has won a prize yet."))


def _print_announced(console: Console, text: str, made: list[WonPrize], otherwise: list[Line]) -> None:
    names = [f"{each.contestant} ({each.line.result})" for each in made] or [str(say("nobody"))]
    console.print(say("{contract} was made by {names}", contract=text, names=", ".join(names)))
    for line in otherwise:
        said = say(
            "{contract}: board {board}, {ns} v {ew}: {result}",
            contract=text,
            board=line.board,
            ns=line.ns,
            ew=line.ew,
            result=line.result or say("another contract"),
        )
        console.print(said)


def _won(each: WonPrize) -> dict[str, Any]:
    return {"contestant": each.contestant, **_played(each.line)}


def _played(line: Line) -> dict[str, Any]:
    result = None if line.result is None else str(line.result)
    return {"board": line.board, "round": line.round, "table": line.table, "result": result}
