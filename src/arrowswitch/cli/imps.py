"""`arrowswitch imps`: IMPs for a difference of scores."""

from __future__ import annotations

import json
import re
from typing import Annotated

import typer

from arrowswitch.cli.options import say_no
from arrowswitch.scoring.imps import imps as convert
from arrowswitch.words import say

app = typer.Typer(add_completion=False)
DIFFERENCE = re.compile(r"[+-]?[0-9]{1,9}")


@app.command(context_settings={"ignore_unknown_options": True})
def imps(
    differences: Annotated[
        list[str], typer.Argument(metavar="DIFFERENCE", help="The two tables' scores together, such as 270 or -50.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Print the IMPs for a difference of scores, one line for each that is given."""
    wrong = next((text for text in differences if not DIFFERENCE.fullmatch(text)), None)
    if wrong is not None:
        say_no(say("“{text}” is not a difference of scores; write a whole number such as 270.", text=wrong))
    read = [int(text) for text in differences]
    odd = next((difference for difference in read if difference % 10), None)
    if odd is not None:
        say_no(say("{difference} is no difference of bridge scores: they all end in 0.", difference=odd))
    for difference in read:
        won = convert(difference)
        typer.echo(json.dumps({"difference": difference, "imps": won}) if as_json else won)
