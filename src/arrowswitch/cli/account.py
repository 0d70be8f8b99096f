"""`arrowswitch account`: for an owner who cannot sign in any more; a club's laptop sends no mail."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arrowswitch.cli.options import refusals
from arrowswitch.words import say

app = typer.Typer(add_completion=False, no_args_is_help=True)


@app.callback()
def account() -> None:
    """Help people who cannot sign in."""


@app.command()
def reset(
    name: Annotated[str, typer.Argument(help="The name on the account.")],
    data: Annotated[Path | None, typer.Option(help="The folder that holds the club's data.")] = None,
    club: Annotated[str | None, typer.Option(help="The club, where several are on one server.")] = None,
) -> None:
    """Give an account a new password, and print it."""
    from arrowswitch.site.accounts.rescue import CannotRescue, rescue

    with refusals(CannotRescue):
        found, password = rescue(name, data, club)
    typer.echo(
        say("{name} can sign in with this password, and then change it: {password}", name=found, password=password)
    )
