"""`arrowswitch movement replan`: the best ways to finish from where an evening stands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arrowswitch.cli.options import AsJson, plain_refusals, print_json, read_movement, read_text, say_no
from arrowswitch.words import counted, spans

if TYPE_CHECKING:
    from arrowswitch.movements.replan import NightStanding, Way

MOST_SECONDS = 600


def replan(
    file: Annotated[
        Path | None,
        typer.Argument(help="A movement, or a standing as --standing writes it (- for standard input)."),
    ] = None,
    played: Annotated[int | None, typer.Option("--played", help="How many rounds are over.")] = None,
    fact: Annotated[
        list[str] | None, typer.Option("--fact", help="What has happened: gone:3; as often as needed. See --facts.")
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", help="How long to look.")] = 2.0,
    show_standing: Annotated[
        bool, typer.Option("--standing", help="Write the evening as it stands with these facts, and plan nothing.")
    ] = False,
    facts: Annotated[bool, typer.Option("--facts", help="List the facts that can be told.")] = False,
    as_json: AsJson = False,
) -> None:
    """The best legal ways to finish an evening, whatever has happened."""
    from arrowswitch.movements.replan import LONGER
    from arrowswitch.session.troubles import finishing

    if facts:
        for name, kind in finishing.FACTS.items():
            print(f"{name:10} {kind.title}; tell {kind.option}")
        return
    if file is None:
        say_no("Name the file of a movement.")
    if not 0 < seconds <= MOST_SECONDS:
        say_no(f"--seconds must be more than 0 and at most {MOST_SECONDS}.")
    with plain_refusals():
        here = _standing(file, played)
        told = tuple(map(finishing.read_fact, fact or ()))
        wish = finishing.FinishWish(finishing.standings(here, told), tuple(finishing.manuals(here, told)))
        if show_standing:
            print_json(
                [each.to_dict() for each in wish.standings] if len(wish.standings) > 1 else wish.standings[0].to_dict()
            )
            return
        ways = finishing.ways_to_finish(wish, LONGER * 10, seconds)
    if as_json:
        print_json({"ways": [way.to_dict() for way in ways]})
        return
    for place, way in enumerate(ways, 1):
        _print(place, way)


def _standing(file: Path, played: int | None) -> NightStanding:
    from dataclasses import replace

    from arrowswitch.movements import replan

    data = None
    if str(file) == "-" or file.suffix == ".json":
        text = read_text(file)
        try:
            data = json.loads(text)
        except ValueError:
            data = None
    if isinstance(data, dict):
        here = replan.read_standing(data)
        return here if played is None else replace(here, played=played)
    return replan.standing(read_movement(file), played or 0)


def _print(place: int, way: Way) -> None:
    print(f"{place}  {way.title}{' (manual)' if way.manual else ''}")
    for text in way.costs.told():
        print(f"   costs: {text}")
    if way.fewest_lost:
        print("   No way plays more boards: that is proved.")
    for text in way.say:
        print(f"   say: {text}")
    for one in way.lost:
        label = way.movement.label(one.pair)
        print(
            f"   adjust round {one.round}, table {one.table}: {counted('boards', len(one.boards))} ({spans(one.boards)}), {label}"
        )
