"""`arrowswitch deal`: deals for a night, as a PBN file."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from arrowswitch.cli.options import AsJson, print_json, say_no
from arrowswitch.words import say

app = typer.Typer(add_completion=False)


@app.command()
def deal(
    boards: Annotated[int, typer.Option(min=1, max=200, help="How many boards.")] = 24,
    first: Annotated[int, typer.Option(min=1, max=800, help="The number of the first board.")] = 1,
    seed: Annotated[
        str, typer.Option(help="The same seed gives the same deals; without one nobody can know them.")
    ] = "",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The PBN file to write.")] = None,
    as_json: AsJson = False,
) -> None:
    """Deal boards, every deal as likely as any other."""
    from arrowswitch.deals import dealt
    from arrowswitch.formats.play.pbn import write_deals

    deals = dealt(seed or secrets.token_hex(16), range(first, first + boards))
    if as_json:
        hands = [
            {"board": each.board, "N": each.north, "E": each.east, "S": each.south, "W": each.west} for each in deals
        ]
        print_json({"boards": hands})
    if output is None:
        if not as_json:
            typer.echo(write_deals(deals), nl=False)
        return
    try:
        output.write_text(write_deals(deals), encoding="utf-8")
    except OSError as error:
        say_no(say("{file} cannot be written: {reason}.", file=output, reason=error.strerror))
    if not as_json:
        last = first + boards - 1
        typer.echo(say("{file}: boards {first} to {last}.", file=output, first=first, last=last))
