"""`arrowswitch vps`: victory points for a margin."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from arrowswitch.cli.options import refusals
from arrowswitch.regulations.readers import exact
from arrowswitch.scoring.figures import fixed, shown
from arrowswitch.scoring.files.answer import plain
from arrowswitch.scoring.matches.victory_points import BadScale, victory_points
from arrowswitch.scoring.numbers import Number
from arrowswitch.words import say

app = typer.Typer(add_completion=False)


@app.command(context_settings={"ignore_unknown_options": True})
def vps(
    margins: Annotated[
        list[str],
        typer.Argument(
            metavar="MARGIN",
            help="IMPs won by, below zero if lost, rounded to whole ones; a percentage for percent-20.",
        ),
    ],
    boards: Annotated[int, typer.Option(help="Boards in the match.")],
    scale: Annotated[
        str, typer.Option(help="wbf, wbf-discrete, acbl-20, acbl-30, older-20 ..., or a club's own file.toml.")
    ] = "wbf",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Print both sides' victory points for a margin, one line for each that is given."""
    with refusals(BadScale):
        read = [_margin(text) for text in margins]
        points = [victory_points(margin, boards, scale) for margin in read]
    for margin, (mine, theirs) in zip(read, points, strict=True):
        if as_json:
            typer.echo(json.dumps({"margin": plain(margin), "vps": [plain(mine), plain(theirs)]}))
        else:
            typer.echo(f"{_points(mine, scale)} {_points(theirs, scale)}")


def _margin(text: str) -> Number:
    try:
        return exact(text)
    except ValueError:
        raise BadScale(say("“{text}” is not a margin; write a number such as 9 or -4.", text=text)) from None


def _points(value: Number, scale: str) -> str:
    return fixed(value) if scale == "wbf" else shown(value)
