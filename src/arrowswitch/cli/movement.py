"""`arrowswitch movement`."""

import typer

app = typer.Typer()


@app.command()
def movement() -> None:
    """Open the club's pages on this computer."""
