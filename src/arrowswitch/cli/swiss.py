"""`arrowswitch swiss`: draw the next round of a Swiss, and judge a draw that somebody else made."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arrowswitch.cli.options import AsJson, print_json, read_text, refusals, say_no
from arrowswitch.words import say

if TYPE_CHECKING:
    from arrowswitch.contests.swiss import SwissDraw

app = typer.Typer(no_args_is_help=True, help="Draw the next round of a Swiss, or judge a draw.")

SwissFile = Annotated[str, typer.Argument(metavar="FILE.json", help="A Swiss file; - reads it from the input.")]


@app.command("draw")
def draw_(
    file: SwissFile,
    instead: Annotated[
        str | None, typer.Option(metavar="7,9", help="What it would cost that these two meet instead.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Draw the next round, also of an event's journal: the best legal draw, with the reason for every match."""
    from arrowswitch.contests.events.files import is_journal, swiss_in
    from arrowswitch.contests.swiss import BadContest, answer, draw, read
    from arrowswitch.contests.swiss import instead as price

    text = read_text(Path(file))
    with refusals(BadContest):
        given = swiss_in(text) if is_journal(text) else read(text)
        if instead is not None:
            sentence = price(given.event, *_two(instead))
            if as_json:
                print_json({"instead": instead, "price": str(sentence)})
            else:
                print(sentence)
            return
        drawn = draw(given.event)
    if as_json:
        print_json(answer(given, drawn))
    else:
        _print(given.event.next, drawn)


@app.command()
def check(file: SwissFile, as_json: AsJson = False) -> None:
    """Judge a draw, the `matches` of the file: is it legal, and how far from the best is it?"""
    from arrowswitch.contests.swiss import BadContest, judged, read_draw
    from arrowswitch.contests.swiss import check as judge

    with refusals(BadContest):
        given = read_draw(read_text(Path(file)))
        verdict = judge(given.event, given.draw or ())
    if as_json:
        print_json(judged(verdict))
    else:
        for fault in verdict.faults:
            print(fault)
        if verdict.legal:
            print(say("The draw is legal."))
        if verdict.legal and not verdict.worse:
            print(say("No draw is better."))
        elif verdict.worse:
            print(say("The best draw has less: {worse}.", worse=", ".join(verdict.worse)))
    raise typer.Exit(0 if verdict.legal else 1)


def _print(round: int, drawn: SwissDraw) -> None:
    print(say("Round {round}", round=round))
    for match in drawn.matches:
        names = " v ".join(match.sides)
        where = say("Bye") if match.table is None else say("Table {table}", table=match.table)
        print(f"{where:10} {names:20} {match.reason}")
    for note in drawn.notes:
        print(note)


def _two(text: str) -> tuple[str, str]:
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or not all(names):
        say_no(say("“{text}” are not two contestants; write 7,9.", text=text))
    return names[0], names[1]
