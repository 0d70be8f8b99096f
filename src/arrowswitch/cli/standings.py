"""`arrowswitch standings`: the table of a Swiss, a round robin or a league."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from arrowswitch.cli.options import AsJson, print_json, read_text, say_no
from arrowswitch.words import say

if TYPE_CHECKING:
    from arrowswitch.contests.round_robin import CarriedOver
    from arrowswitch.contests.standings import StandingsTable

app = typer.Typer(add_completion=False)


@app.command()
def standings(
    file: Annotated[
        str, typer.Argument(metavar="FILE.json", help="A contest or Swiss file; - reads it from the input.")
    ],
    carry: Annotated[
        str | None,
        typer.Option(
            "--carry", help="What qualifiers carry over: nothing, difference, share (30%), share:50%, fellows."
        ),
    ] = None,
    qualify: Annotated[int, typer.Option("--qualify", help="How many qualify, for --carry.")] = 2,
    as_json: AsJson = False,
) -> None:
    """Rank the contestants of a Swiss, a round robin or a league by victory points, ties broken by the regulations."""
    from arrowswitch.contests.reading import BadContest, plain
    from arrowswitch.contests.standings import answer, read
    from arrowswitch.contests.standings import standings as rank
    from arrowswitch.scoring import BadScale

    try:
        given = read(read_text(Path(file)))
        table: StandingsTable = rank(given.contest)
        taken = _carried(table, carry, qualify) if carry else []
    except (BadContest, BadScale) as refusal:
        say_no(refusal)
    if as_json:
        listed = [
            {"contestant": given.written[each.contestant], "vps": plain(each.vps), "working": str(each.working)}
            for each in taken
        ]
        print_json({**answer(given, table), **({"carried": listed} if carry else {})})
        return
    from arrowswitch.scoring.figures import fixed, shown

    shown_table = Table(box=None, pad_edge=False)
    for heading in (
        say("Place"),
        say("Name"),
        say("Played"),
        say("Won"),
        say("Drawn"),
        say("Lost"),
        "IMPs",
        say("VPs"),
    ):
        shown_table.add_column(heading, justify="left" if heading == "Name" else "right")
    for each in table.standings:
        counts = (str(number) for number in (each.played, each.won, each.drawn, each.lost))
        shown_table.add_row(each.rank, each.contestant, *counts, shown(each.net), fixed(each.vps))
    console = Console(highlight=False)
    console.print(shown_table)
    for each in table.standings:
        if each.tie_broken_by:
            console.print(say("{name}: placed by {step}", name=each.contestant, step=each.tie_broken_by))
    for note in table.notes:
        console.print(note)
    for taken_over in taken:
        said = say(
            "{name} carries over {vps} ({working})",
            name=taken_over.contestant,
            vps=shown(taken_over.vps),
            working=taken_over.working,
        )
        console.print(said)


def _carried(table: StandingsTable, carry: str, qualify: int) -> list[CarriedOver]:
    """What the first so many take into the next stage."""
    from fractions import Fraction

    from arrowswitch.contests.reading import BadContest
    from arrowswitch.contests.round_robin import carry as carried
    from arrowswitch.regulations.readers import exact

    way, _, share = carry.partition(":")
    if not 1 <= qualify <= len(table.standings):
        raise BadContest(say("1 to {most} can qualify, not {n}.", most=len(table.standings), n=qualify))
    try:
        part = exact(share) if share else Fraction(3, 10)
    except ValueError:
        raise BadContest(say("“{share}” is no share; write share:30%.", share=share)) from None
    return carried(table, [each.contestant for each in table.standings[:qualify]], way, part)
