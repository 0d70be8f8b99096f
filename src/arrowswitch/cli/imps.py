"""`arrowswitch imps`: IMPs for a difference of scores."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from arrowswitch.scoring.imps import imps as convert
from arrowswitch.words import say

app = typer.Typer(add_completion=False)


@app.command(context_settings={"ignore_unknown_options": True})
def imps(
    differences: Annotated[
        list[str], typer.Argument(metavar="DIFFERENCE", help="The two tables' scores together, such as 270 or -50.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Print the IMPs for a difference of scores, one line for each that is given."""
    try:
        read = [int(text) for text in differences]
    except ValueError:
        wrong = next(text for text in differences if not text.lstrip("+-").isdigit())
        typer.echo(
            say("“{text}” is not a difference of scores; write a whole number such as 270.", text=wrong), err=True
        )
        raise typer.Exit(2) from None
    for difference in read:
        won = convert(difference)
        typer.echo(json.dumps({"difference": difference, "imps": won}) if as_json else won)
