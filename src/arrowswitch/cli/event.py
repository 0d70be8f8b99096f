"""`arrowswitch event`: which format suits an event of several evenings."""

from __future__ import annotations

from typing import Annotated

import typer

from arrowswitch.cli.options import AsJson, print_json, say_no
from arrowswitch.words import say

app = typer.Typer(add_completion=False, no_args_is_help=True)


@app.callback()
def event() -> None:
    """Choose the format of an event."""


@app.command()
def advise(
    teams: Annotated[int, typer.Option("--teams", help="Number of teams.")] = 0,
    pairs: Annotated[int, typer.Option("--pairs", help="Number of pairs, if it is an event of pairs.")] = 0,
    evenings: Annotated[int, typer.Option("--evenings", help="Number of evenings.")] = 1,
    minutes: Annotated[int | None, typer.Option("--minutes", help="Minutes of one evening.")] = None,
    stock: Annotated[int | None, typer.Option("--boards-at-hand", help="Boards that the club has.")] = None,
    regulations: Annotated[
        str, typer.Option("--regulations", help="A profile; it says how long a board takes.")
    ] = "wbf",
    as_json: AsJson = False,
) -> None:
    """The formats that suit so many teams or pairs and so many evenings, the best first, with reasons."""
    from arrowswitch.contests.advice import EventWish
    from arrowswitch.contests.advice import advise as choose
    from arrowswitch.contests.reading import BadContest
    from arrowswitch.regulations import RegulationsError, load

    try:
        wish = EventWish(teams, pairs, evenings, minutes, stock, load(regulations))
        found = choose(wish)
    except (BadContest, RegulationsError) as refusal:
        say_no(refusal)
    if as_json:
        print_json({"choices": [choice.to_dict() for choice in found]})
        return
    for choice in found:
        print(
            say(
                "{name}: {rounds} rounds, {matches} an evening, {boards} boards each, {minutes} minutes an evening.",
                name=choice.name,
                rounds=choice.rounds,
                matches=choice.matches_an_evening,
                boards=choice.boards_a_match,
                minutes=choice.minutes,
            )
        )
        for reason in choice.reasons:
            print(f"  {reason}")
        for warning in choice.warnings:
            print(f"  ! {warning}")
