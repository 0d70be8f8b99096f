"""`arrowswitch backup`: the club's data in one file, copied while play goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arrowswitch.cli.options import say_no
from arrowswitch.words import say

app = typer.Typer(add_completion=False)


@app.command()
def backup(
    data: Annotated[Path | None, typer.Option(help="The folder that holds the club's data.")] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="The new file, or a folder for it. Without it: a file with the date, in this folder."
        ),
    ] = None,
) -> None:
    """Copy the club's data to a file, also during play."""
    from arrowswitch.site.journal.copies import CannotCopy, back_up

    try:
        typer.echo(say("The back-up is in {file}", file=back_up(data, output)))
    except CannotCopy as refusal:
        say_no(refusal, refusal.status)
