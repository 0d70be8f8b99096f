"""`arrowswitch awards`: from the ranked list of a session to masterpoints, each with its working and its rule; or the club's list."""

from __future__ import annotations

import csv
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from arrowswitch.cli.options import AsJson, print_json, read_text, refusals, say_no
from arrowswitch.words import say

if TYPE_CHECKING:
    from arrowswitch.contests.awards import AwardScheme, AwardSheet

app = typer.Typer(add_completion=False)


@app.command()
def awards(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE.json]",
            help="The answer of `arrowswitch score --json`, with the tables and the boards; - reads it from the input.",
        ),
    ] = None,
    scheme: Annotated[
        str | None,
        typer.Option(
            "--scheme",
            "-s",
            metavar="nzb|ebu|abf|acbl",
            help="The federation's scheme, or a file of your own: cup.toml.",
        ),
    ] = None,
    why: Annotated[
        str | None, typer.Option("--why", metavar="CONTESTANT", help="Show the working of one contestant's awards.")
    ] = None,
    first: Annotated[
        datetime | None,
        typer.Option("--from", formats=["%Y-%m-%d"], help="Instead of a file: the club's list from this day on."),
    ] = None,
    until: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="The last day of the list; today if nothing is said.")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="The folder that holds the club's data.")] = None,
    club: Annotated[str | None, typer.Option(help="The club, where several are on one server.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say what the places of a session are awarded, by which rule, and what is not in our sources; or, with --from, write the club's
    list for the federation."""
    if first is not None:
        if file is not None:
            say_no(say("Give a file, or --from with the first day of the club's list, not both."))
        if until is not None and until < first:
            say_no(say("The last day is before the first."))
        _list_of_club(first, until, data, club, as_json)
        return
    if until is not None:
        say_no(say("--until is the last day of the club's list: say --from too."))
    if file is None or scheme is None:
        say_no(say("Give a file and its --scheme, or --from with the first day of the club's list."))
    _of_file(file, scheme, why, as_json)


def _of_file(file: str, scheme: str, why: str | None, as_json: bool) -> None:
    from arrowswitch.contests.awards import awards_answer, give, read_session
    from arrowswitch.contests.reading import BadContest, read_values

    with refusals(BadContest):
        chosen = _scheme(scheme)
        sheet = give(read_session(read_values(read_text(Path(file)))), chosen)
    if as_json:
        print_json(awards_answer(sheet))
        return
    console = Console(highlight=False, markup=False)
    if why is not None:
        found = [each for each in sheet.awards if each.contestant == why]
        if not found:
            say_no(say("“{name}” has no award.", name=why))
        for each in found:
            console.print(str(each.working))
        return
    _print(console, sheet)


def _list_of_club(first: datetime, until: datetime | None, data: Path | None, club: str | None, as_json: bool) -> None:
    """Makes what is missing, and writes what everybody was awarded in these days."""
    from arrowswitch.site.exchange.club import CannotOpen, club_in

    with refusals(CannotOpen):
        found = club_in(data, club)
    from arrowswitch.site.merits import award_keeper
    from arrowswitch.site.merits.award_file import awards_of_span

    while award_keeper.in_step(found, patience=60):
        pass
    listed = awards_of_span(found, first.date(), (until or datetime.now()).date())
    head, *lines = listed.lines()
    if as_json:
        left_out = [str(player) for player in listed.withheld]
        rows = [dict(zip(head, line, strict=True)) for line in lines]
        print_json({"awards": rows, "left_out": left_out, "visitors": listed.visitors, "sessions": listed.sessions})
        return
    csv.writer(sys.stdout, lineterminator="\n").writerows([head, *lines])


def _scheme(name: str) -> AwardScheme:
    """A federation's scheme by its name, or the one in a file."""
    from arrowswitch.contests.awards import read_scheme, scheme_of

    if name.endswith(".toml"):
        return read_scheme(read_text(Path(name)), Path(name).name)
    return scheme_of(name)


def _print(console: Console, sheet: AwardSheet) -> None:
    from arrowswitch.scoring.figures import decimals, fixed

    console.print(say("{title}, edition {edition}", title=sheet.scheme.title, edition=sheet.scheme.edition))
    if sheet.awards:
        table = Table(box=None, pad_edge=False)
        for heading in (say("List"), say("Place"), say("Name"), sheet.scheme.unit):
            table.add_column(heading, justify="left" if heading in ("List", "Name") else "right")
        places = decimals([each.amount for each in sheet.awards])
        for each in sheet.awards:
            amount = fixed(each.amount, places)
            table.add_row(each.list, each.rank, each.contestant, amount if each.counts else f"({amount})")
        console.print(table)
    if not all(each.counts for each in sheet.awards):
        console.print(say("What stands in brackets is not credited: of several lists the highest award is."))
    for note in sheet.notes:
        console.print(note)
    for text in sheet.scheme.absent:
        console.print(text)
