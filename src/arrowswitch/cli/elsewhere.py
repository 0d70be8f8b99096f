"""`arrowswitch elsewhere`: what is not done here, and what to do instead."""

from __future__ import annotations

from typing import Annotated

import typer

from arrowswitch.cli.options import say_no
from arrowswitch.elsewhere import KINDS, looked_for, of_kind

app = typer.Typer(add_completion=False)


@app.command()
def elsewhere(
    word: Annotated[str | None, typer.Argument(help="Only this, such as swiss, usebio or masterpoints.")] = None,
) -> None:
    """Say what Arrowswitch does not do, and what to do instead."""
    if word is not None:
        found = looked_for(word)
        if found is None:
            say_no(f"“{word}” is not among what is done elsewhere; `arrowswitch elsewhere` lists it all.")
        print(found.text)
        return
    for kind, title in KINDS.items():
        print(title)
        for each in of_kind(kind):
            print(f"  {each.name}: {each.text}")
