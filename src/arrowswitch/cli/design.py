"""`arrowswitch movement design` and `movement switches`: a movement made for tonight, and what each arrow switch gains."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrowswitch.cli.options import AsJson, find_movement, plain_refusals, print_json, say_no, takes_movement

if TYPE_CHECKING:
    from arrowswitch.movements.design import Design, DesignWish

MOST_SECONDS = 600.0


def design(
    pairs: Annotated[int, typer.Option("--pairs", help="Pairs that play; an odd number is a half table.")],
    rounds: Annotated[int, typer.Option("--rounds", "-r", help="Rounds to play.")],
    boards_per_round: Annotated[int, typer.Option("--boards-per-round", "-b", help="Boards in each round.")],
    stationary: Annotated[
        str, typer.Option("--stationary", help="Pairs that keep their seats: 4,7; with their direction: 4ns,7ew.")
    ] = "",
    winners: Annotated[int, typer.Option("--winners", help="1 or 2.")] = 1,
    never: Annotated[str, typer.Option("--never", help="Pairs that should not meet: 3-8,1-2.")] = "",
    must: Annotated[str, typer.Option("--must", help="Pairs that must meet: 5-6.")] = "",
    sets: Annotated[int | None, typer.Option("--sets", help="Sets of boards at hand.")] = None,
    copies: Annotated[int, typer.Option("--copies", help="Copies of each board.")] = 1,
    tables: Annotated[int | None, typer.Option("--tables-at-hand", help="Tables that there are.")] = None,
    minutes: Annotated[int | None, typer.Option("--minutes", help="Time for play.")] = None,
    sit_outs: Annotated[int | None, typer.Option("--sit-outs", help="Rounds that a pair may sit out in sum.")] = None,
    sit_outs_on_end: Annotated[
        int, typer.Option("--sit-outs-on-end", help="Rounds that a pair may sit out on end.")
    ] = 1,
    boards_one_way: Annotated[
        bool, typer.Option("--boards-one-way", help="The boards always move the same way.")
    ] = False,
    walk: Annotated[int | None, typer.Option("--walk", help="Tables that a pair may be moved at most.")] = None,
    switch: Annotated[
        str, typer.Option("--switch", help="What may be arrow-switched: single tables, whole rounds or none.")
    ] = "tables",
    seconds: Annotated[
        float, typer.Option("--seconds", help="How long to look; Ctrl-C ends it with the best so far.")
    ] = 5.0,
    seed: Annotated[int, typer.Option("--seed", help="Another number goes another way.")] = 0,
    as_json: AsJson = False,
) -> None:
    """The best movement that can be found for exactly this entry, with what no movement of its kind can exceed."""
    from arrowswitch.movements.design import DesignWish, checked, read_couples, read_seats

    if not 0 < seconds <= MOST_SECONDS:
        say_no(f"--seconds must be more than 0 and at most {MOST_SECONDS:g}.")
    with plain_refusals():
        wish = checked(
            DesignWish(
                pairs=pairs,
                rounds=rounds,
                boards_per_round=boards_per_round,
                winners=winners,
                minutes=minutes,
                sets=sets,
                copies=copies,
                tables=tables,
                seats=read_seats(stationary),
                never=read_couples(never),
                must=read_couples(must),
                most_sit_outs=sit_outs,
                sit_outs_on_end=sit_outs_on_end,
                boards_one_way=boards_one_way,
                longest_walk=walk,
                switching=switch,  # type: ignore[arg-type]  # `checked` refuses another word
            )
        )
        found = _found(wish, seconds, seed)
    if as_json:
        print_json(design_json(found))
    else:
        _print(found)


def _found(wish: DesignWish, seconds: float, seed: int) -> Design:
    """The best design, told while it is looked for; Ctrl-C keeps what there is."""
    from arrowswitch.movements.design import designs

    begun = time.monotonic()
    best: Design | None = None
    try:
        for best in designs(wish, seconds=seconds, seed=seed):
            kept = f", {len(best.given_up)} not kept" if best.given_up else ""
            print(f"{time.monotonic() - begun:6.2f} s  {best.figures.qf:6.2f}  {best.how}{kept}", file=sys.stderr)
    except KeyboardInterrupt:
        if best is None:
            raise
    assert best is not None  # noqa: S101 - a search without an answer is an ImpossibleWish
    return best


def design_json(found: Design) -> dict[str, Any]:
    """The contract of `movement design --json`: a movement file with its figures, its bound and what was given up."""
    from arrowswitch.movements import to_dict

    figures, limit = found.figures, found.bound
    return to_dict(found.movement) | {
        "qf": round(figures.qf, 4),
        "bound": None if limit is None else round(limit.qf, 4),
        "proved": found.proved,
        "design": {
            "bound_of": None if limit is None else str(limit.kind),
            "bound_reason": None if limit is None else str(limit.reason),
            "given_up": [str(sentence) for sentence in found.given_up],
            "made_from": str(found.how),
            "deviation": round(figures.deviation, 4),
            "missed": figures.missed,
            "repeated": figures.repeated,
            "most_sit_outs": figures.sit_outs,
            "longest_walk": figures.longest_walk,
            "mean_walk": round(figures.mean_walk, 2),
            "switches": figures.switches,
            "cost": round(found.cost, 4),
        },
    }


def _print(found: Design) -> None:
    from arrowswitch.cli.movement import print_movement

    print_movement(found.movement)
    figures = found.figures
    print(
        f"Balance {figures.qf:.2f} of 100, deviation {figures.deviation:.3f}; couples that do not meet: {figures.missed}; "
        f"tables of the longest walk: {figures.longest_walk}, on average {figures.mean_walk:.1f}."
    )
    if found.limit is not None and found.bound is not None:
        print(found.limit)
        if figures.qf < 100:
            print(found.bound.reason)
    for sentence in found.given_up:
        print(f"Given up: {sentence}")


@takes_movement
def switches(
    movement: Annotated[str, typer.Argument(help="A movement as a file, or a family's name with the options of show.")],
    after: Annotated[int, typer.Option("--after", help="Rounds that are over: they stay as they were played.")] = 0,
    seconds: Annotated[float, typer.Option("--seconds", help="How long to look.")] = 1.0,
    as_json: AsJson = False,
    **wish: Any,
) -> None:
    """The arrow switches that balance a movement best, table by table, with what each further one gains."""
    from arrowswitch.movements.design import further_switches

    if not 0 < seconds <= MOST_SECONDS:
        say_no(f"--seconds must be more than 0 and at most {MOST_SECONDS:g}.")
    with plain_refusals():
        found = further_switches(find_movement(movement, wish), over=max(0, after), seconds=seconds)
    if as_json:
        print_json(
            {
                "before": found.before,
                "after": found.after,
                "switches": [
                    {"round": each.round, "table": each.table, "qf": each.qf, "gain": each.gain}
                    for each in found.switches
                ],
            }
        )
        return
    print(f"Balance {found.before:.2f} of 100 without further switches, {found.after:.2f} with all of these:")
    for number, each in enumerate(found.switches, 1):
        print(f"{number:4}  round {each.round:2}  table {each.table:2}  {each.qf:6.2f}  {each.gain:+.2f}")
