"""`arrowswitch par`: double-dummy tables and par of the deals in a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from arrowswitch.cli.options import AsJson, print_json, read_bytes, refusals, say_no
from arrowswitch.words import say

app = typer.Typer(add_completion=False)


@app.command()
def par(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file with deals, of any format; - reads standard input.")
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the deals with tables and par to this PBN file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what can be made on each deal, and its par."""
    from arrowswitch.deals import BoardHands, NoSolver, TrickTable
    from arrowswitch.deals.hands import deal_text
    from arrowswitch.deals.solver import solved
    from arrowswitch.formats import BadFile, write_deals
    from arrowswitch.formats.deal_files import deals_in

    with refusals(BadFile, NoSolver):
        deals = [each.hands for each in deals_in(read_bytes(file))]
        found: list[tuple[BoardHands, TrickTable]] = []
        with _progress(len(deals)) as advance:
            for hands, table in zip(deals, solved(map(deal_text, deals), batch=4), strict=True):
                found.append((hands, table))
                advance()
    if output is not None:
        try:
            output.write_text(write_deals(deals, {hands.board: table for hands, table in found}), encoding="utf-8")
        except OSError as error:
            say_no(say("{file} cannot be written: {reason}.", file=output, reason=error.strerror))
    if as_json:
        print_json({"boards": [analysed(hands.board, table) for hands, table in found]})
        return
    for hands, table in found:
        for line in _printed(hands.board, table):
            typer.echo(line)


def analysed(board: int, table: Any) -> dict[str, Any]:
    """A board for JSON: tricks by declarer and denomination, what each side can make, and par."""
    from arrowswitch import deals
    from arrowswitch.bridge import Side, dealer_of, vulnerability_of

    dealer, vulnerability = dealer_of(board), vulnerability_of(board)
    found = deals.par(table, dealer, vulnerability)
    return {
        "board": board,
        "dealer": dealer.value,
        "vulnerability": vulnerability.value,
        "tricks": {
            seat.value: {each.letter: table.tricks(seat, each) for each in deals.DENOMINATIONS}
            for seat in deals.DECLARERS
        },
        "makeable": {
            side.value: [
                {"bid": bid.plain, "by": [seat.value for seat in by]} for bid, by in deals.makeable(table, side)
            ]
            for side in Side
        },
        "par": {
            "score": found.score,
            "contracts": [
                {"contract": each.contract.plain, "by": [seat.value for seat in each.by], "tricks": each.tricks}
                for each in found.contracts
            ],
        },
    }


def _printed(board: int, table: Any) -> list[str]:
    from arrowswitch import deals
    from arrowswitch.bridge import dealer_of, vulnerability_of

    dealer, vulnerability = dealer_of(board), vulnerability_of(board)
    head = say(
        "Board {board}, dealer {dealer}, {vulnerability}",
        board=board,
        dealer=dealer.full_name,
        vulnerability=vulnerability.full_name,
    )
    rows = [
        f"  {seat} " + "".join(f"{table.tricks(seat, each):4}" for each in deals.DENOMINATIONS)
        for seat in deals.DECLARERS
    ]
    columns = "    " + "".join(f"{each!s:>4}" for each in deals.DENOMINATIONS)
    return [head, columns, *rows, f"  {deals.par(table, dealer, vulnerability).told}", ""]


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], object]]:
    """A bar on a terminal, while it lasts; nothing where nobody looks."""
    if not sys.stderr.isatty() or total < 4:
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say("Double dummy"), total=total)
        yield lambda: bar.advance(task)
