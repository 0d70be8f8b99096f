"""`arrowswitch movement repair`: what to do when a movement went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrowswitch.cli.options import AsJson, find_movement, plain_refusals, print_json, takes_movement
from arrowswitch.words import counted

if TYPE_CHECKING:
    from arrowswitch.movements.repair.tools import Repair

MOST_MEETINGS = 8
"""More repeated meetings belong to the movement, which tells of them itself."""


@takes_movement
def repair(
    kind: Annotated[
        str,
        typer.Argument(
            help="late-pair, late-table, forgotten-skip, wrong-skip, missed-special, relay-too-low, relay-too-high, no-relay, "
            "boards-left, no-sit-out-boards, turned, boards-out-of-order, rover-missed, wrong-opponents, wrong-board, "
            "pair-leaves or rounds-cut."
        ),
    ],
    family: Annotated[str, typer.Argument(help="A movement as JSON, or a family's name with the options of show.")],
    at_round: Annotated[
        int,
        typer.Option(
            "--at-round",
            help="The first round that is put right; for a mistake at one table, the round of the mistake.",
        ),
    ] = 0,
    table: Annotated[int, typer.Option("--table", help="The table of the mistake.")] = 0,
    board: Annotated[int, typer.Option("--board", help="The one board that it is about.")] = 0,
    played: Annotated[int, typer.Option("--played", help="The board that was played instead.")] = 0,
    pair: Annotated[int, typer.Option("--pair", help="The pair that it is about.")] = 0,
    other_pair: Annotated[int, typer.Option("--other-pair", help="The pair that it changed seats with.")] = 0,
    made_after: Annotated[
        int, typer.Option("--made-after", help="The round after which East-West did skip, or made the special move.")
    ] = 0,
    seated: Annotated[
        bool, typer.Option("--seated", help="Everybody sits for the round already: move boards, not people.")
    ] = False,
    relay_last: Annotated[bool, typer.Option("--relay-last", help="The highest boards lie on the relay.")] = False,
    switch_last: Annotated[
        bool, typer.Option("--switch-last", help="Make the arrow switch in the round that is now the last.")
    ] = False,
    really: Annotated[
        str | None, typer.Option("--really", help="Which board lay in the place of which: 1:5,5:1.")
    ] = None,
    as_json: AsJson = False,
    **wish: Any,
) -> None:
    """Put right a movement that went wrong: what to do now, what is lost, and how the evening goes on."""
    from arrowswitch.session.troubles import Answers, mend, read_places

    with plain_refusals():
        movement = find_movement(family, wish)
        told = Answers(
            at_round=at_round,
            table=table,
            board=board,
            played=played,
            pair=pair,
            other_pair=other_pair,
            made_after=made_after,
            seated=seated,
            relay_last=relay_last,
            switch_last=switch_last,
            really=read_places(really) if really is not None else {},
        )
        mended = mend(kind, movement, told)
    if as_json:
        print_json(mended.to_dict())
    else:
        print_repair(mended)


def print_repair(mended: Repair) -> None:
    """The steps, what is lost, and the movement from there on."""
    from arrowswitch.cli.movement import print_movement
    from arrowswitch.words import spans

    label = mended.movement.label
    print("What to do:")
    for step in mended.instructions:
        moment = "before play" if step.after == 0 else f"after round {step.after}"
        print(f"  {moment}: {step.text}")
    if not mended.boards_to_adjust:
        print("No result is lost.")
    for one in mended.boards_to_adjust:
        why = "has had them" if one.why == "seen" else "did not play them"
        print(f"  adjust round {one.round}, table {one.table}, boards {spans(one.boards)}: {label(one.pair)} {why}")
    for single in mended.single_boards:
        print(
            f"  enter round {single.round}, table {single.table}, board {spans(single.boards)}: "
            f"NS {label(single.ns)}, EW {label(single.ew)}"
        )
    for play in mended.void:
        print(f"  void: round {play.round}, table {play.table}, board {spans(play.boards)}")
    again = mended.repeated_meetings
    for a, b, times in again if len(again) <= MOST_MEETINGS else ():
        print(f"  {label(a)} and {label(b)} meet {'twice' if times == 2 else counted('times', times)}.")
    for fault in mended.faults:
        print(f"  {fault}")
    print()
    print_movement(mended.movement)
