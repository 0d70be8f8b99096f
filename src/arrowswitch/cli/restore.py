"""`arrowswitch restore`: a back-up, checked and put in the place of the club's data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arrowswitch.cli.options import say_no
from arrowswitch.words import say

app = typer.Typer(add_completion=False)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="The back-up.")],
    data: Annotated[Path | None, typer.Option(help="The folder that holds the club's data.")] = None,
) -> None:
    """Put a back-up in the place of the club's data, which is kept beside. Everything is checked first."""
    from arrowswitch.site.journal import copies

    try:
        before = copies.restore(file, data)
    except copies.CannotCopy as refusal:
        say_no(refusal, refusal.status)
    typer.echo(say("The data of {file} is back.", file=file))
    if before:
        typer.echo(say("What was there before is kept in {file}", file=before))
