"""`arrowswitch contract`: what a contract scores."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from arrowswitch.bridge import NotBridge, Result, Seat, in_words, parse_result, parse_vulnerability, score
from arrowswitch.cli.options import refusals

app = typer.Typer(add_completion=False)


@app.command()
def contract(
    results: Annotated[
        list[str],
        typer.Argument(
            metavar="RESULT",
            help='Contract, declarer if you like, and result: 4DX+1, 3NT-2, "4S by W 11", PASS. '
            "Without a result the contract was made exactly.",
        ),
    ],
    vul: Annotated[
        str, typer.Option(metavar="none|ns|ew|all", help="Who is vulnerable. Without a declarer, North-South declare.")
    ] = "none",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Print the score of a contract, one line for each that is given.

    The score is the declaring side's, whichever side that is: above zero if the contract was made.
    """
    with refusals(NotBridge):
        vulnerability = parse_vulnerability(vul)
        read = [parse_result(text) for text in results]
    for result in read:
        vulnerable = vulnerability.of(result.declarer or Seat.NORTH)
        typer.echo(json.dumps(_as_dict(result, vulnerable)) if as_json else _points(result, vulnerable))


def _as_dict(result: Result, vulnerable: bool) -> dict[str, object]:
    return {
        "contract": result.contract.plain,
        "declarer": result.declarer,
        "tricks": None if result.passed_out else result.tricks,
        "vulnerable": vulnerable,
        "score": _points(result, vulnerable),
        "words": in_words(result),
    }


def _points(result: Result, vulnerable: bool) -> int:
    return score(result.contract, result.tricks, vulnerable)
