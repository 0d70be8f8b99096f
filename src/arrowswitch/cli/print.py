"""`arrowswitch print`: cards, slips, the room and announcements of a movement as PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from arrowswitch.cli.options import plain_refusals, read_text, say_no, takes_movement

app = typer.Typer(add_completion=False)


@app.command("print")
@takes_movement
def print_(
    what: Annotated[
        str,
        typer.Argument(
            help="pack, cards, table-cards, guide-cards, rover-cards, check-off, name-slips, travellers, pick-up-slips, "
            "board-slips, score-cards, result-slips, room, announcements or movement."
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE.pdf", help="The file to write.")],
    family: Annotated[
        str | None, typer.Argument(help="A family that `movement list` names, with the options of `movement show`.")
    ] = None,
    movement: Annotated[
        Path | None,
        typer.Option(
            "--movement", metavar="FILE.json", help="A movement as JSON instead of a family (- for standard input)."
        ),
    ] = None,
    paper: Annotated[str, typer.Option(help="a4, a5 or letter.")] = "a4",
    title: Annotated[
        str, typer.Option(help="What stands at the head of the sheets; the movement's name otherwise.")
    ] = "",
    club: Annotated[str, typer.Option(help="The club's name, for the foot of the sheets.")] = "",
    **wish: Any,
) -> None:
    """Write a PDF of a movement's cards or sheets, ready for A4, A5 or Letter."""
    from arrowswitch import press
    from arrowswitch.movements import build, loads

    if (family is None) == (movement is None):
        say_no("Name either a family, such as mitchell --tables 7, or a file with --movement FILE.json.")
    with plain_refusals():
        found = loads(read_text(movement)) if movement is not None else build(str(family), **wish)
    try:
        made = press.render(what, found, paper=paper, title=title, club=club)
    except press.UnknownPrint as refusal:
        say_no(refusal)
    try:
        output.write_bytes(made)
    except OSError as error:
        say_no(f"{output} cannot be written: {error.strerror}.")
