"""`arrowswitch handicaps`: handicaps by a formula over past results, each with its working."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from arrowswitch.cli.options import AsJson, print_json, read_text, say_no
from arrowswitch.words import say

app = typer.Typer(add_completion=False)


@app.command()
def handicaps(
    file: Annotated[str, typer.Argument(metavar="FILE.json", help="Past results; - reads them from the input.")],
    formula: Annotated[
        str | None, typer.Option("--formula", help="Another formula than the file's, such as last-ten.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Work handicaps out from past results by a formula, and show how each came about."""
    from dataclasses import replace
    from fractions import Fraction

    from arrowswitch.scoring.figures import shown
    from arrowswitch.scoring.files.handicap_file import handicaps_answer, read_past
    from arrowswitch.scoring.ranking.formulas import FORMULAS, BadFormula

    try:
        past = read_past(read_text(Path(file)))
    except BadFormula as refusal:
        say_no(refusal)
    if formula is not None:
        if formula not in FORMULAS:
            say_no(say("There is no formula “{name}”; there are {names}.", name=formula, names=", ".join(FORMULAS)))
        past = replace(past, formula=FORMULAS[formula])
    found = handicaps_answer(past)
    if as_json:
        print_json(found)
        return
    console = Console(highlight=False, markup=False)
    console.print(found["formula"])
    for name, each in (*found["players"].items(), *found["pairs"].items()):
        console.print(f"{name}: {shown(Fraction(str(each['handicap'])))}")
        for step in each["working"]:
            console.print(f"  {step}")
