"""`arrowswitch standings`: the table of a Swiss, a round robin or a league."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from arrowswitch.cli.options import AsJson, print_json, read_text, refusals, say_no
from arrowswitch.words import say

if TYPE_CHECKING:
    from arrowswitch.contests.round_robin import CarriedOver
    from arrowswitch.contests.standings import StandingsTable

app = typer.Typer(add_completion=False)


@app.command()
def standings(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE.json",
            help="A contest, a Swiss or a series file, or the journal of an event; - reads it from the input.",
        ),
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
    """Rank a Swiss, a round robin or a league by victory points, ties broken by the regulations; or a series of sessions."""
    from arrowswitch.contests.events.files import contest_in, is_journal
    from arrowswitch.contests.reading import BadContest, plain
    from arrowswitch.contests.standings import answer, read
    from arrowswitch.contests.standings import standings as rank
    from arrowswitch.scoring import BadScale

    text = read_text(Path(file))
    if _is_series(text):
        if carry:
            say_no(say("A series says itself what is carried over: “carried” in “series”."))
        _series(text, as_json=as_json)
        return
    with refusals(BadContest, BadScale):
        if is_journal(text):
            given, table = contest_in(text)
        else:
            given = read(text)
            table = rank(given.contest)
        taken = _carried(table, carry, qualify) if carry else []
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
    console = Console(highlight=False, markup=False)
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
    following = table.standings[qualify : qualify + 1]
    if following and following[0].rank == table.standings[qualify - 1].rank:
        names = ", ".join(each.contestant for each in table.standings if each.rank == following[0].rank)
        raise BadContest(say("{names} share a place: let all of them qualify, or none.", names=names))
    try:
        part = exact(share) if share else Fraction(3, 10)
    except ValueError:
        raise BadContest(say("“{share}” is no share; write share:30%.", share=share)) from None
    return carried(table, [each.contestant for each in table.standings[:qualify]], way, part)


def _is_series(text: str) -> bool:
    """Whether a file has sessions, and no rounds of matches."""
    import json

    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and ("series" in data or "sessions" in data)


def _series(text: str, *, as_json: bool) -> None:
    """The list of a series: places, what each session brought, and who has no place."""
    from arrowswitch.contests.reading import BadContest
    from arrowswitch.contests.series import answer, read, series
    from arrowswitch.scoring.figures import fixed

    with refusals(BadContest):
        given = read(text)
        made = series(given.parts, given.plan)
    if as_json:
        print_json(answer(given, made))
        return
    console = Console(highlight=False, markup=False)
    table = Table(box=None, pad_edge=False)
    finals = any(each.final for each in made.placed)
    table.add_column(say("Place"), justify="right")
    table.add_column(say("Name"))
    columns = [share.session for share in made.placed[0].taken] if made.placed else []
    for heading in (*([say("Final")] if finals else []), say("Played"), *columns, say("Result")):
        table.add_column(heading, justify="right")
    for each in made.placed:
        cells = (
            "" if share.value is None else f"{fixed(share.value)}" if share.weighs else f"({fixed(share.value)})"
            for share in each.taken
        )
        final = [each.final] if finals else []
        table.add_row(each.rank, each.who, *final, str(each.played), *cells, fixed(each.value))
    console.print(table)
    if any(not share.counts for each in made.placed for share in each.taken):
        console.print(say("What stands in brackets does not count."))
    for each in made.placed:
        if each.why:
            console.print(say("{name} {why}.", name=each.who, why=each.why))
        elif each.tie_broken_by:
            console.print(say("{name}: placed by {step}", name=each.who, step=each.tie_broken_by))
    for note in made.notes:
        console.print(note)
