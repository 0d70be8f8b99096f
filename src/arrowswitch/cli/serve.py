"""`arrowswitch serve`."""

import typer

app = typer.Typer()


@app.command()
def serve() -> None:
    """Open the club's pages on this computer."""
