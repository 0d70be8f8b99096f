"""`arrowswitch movement design` and `movement switches`: a movement made for tonight, and what each arrow switch gains."""

from __future__ import annotations

import sys
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from arrowswitch.cli.options import AsJson, find_movement, plain_refusals, print_json, say_no, takes_movement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from arrowswitch.movements.design import Design, PlayersDesign, TeamsDesign

MOST_SECONDS = 600.0
Found = TypeVar("Found", "Design", "PlayersDesign", "TeamsDesign")


def design(
    rounds: Annotated[int, typer.Option("--rounds", "-r", help="Rounds to play.")],
    pairs: Annotated[
        int | None, typer.Option("--pairs", help="Pairs that play; an odd number is a half table.")
    ] = None,
    teams: Annotated[int | None, typer.Option("--teams", help="Teams that play, instead of pairs.")] = None,
    players: Annotated[int | None, typer.Option("--players", help="Single players, for an individual.")] = None,
    boards_per_round: Annotated[
        int | None,
        typer.Option("--boards-per-round", "-b", help="Boards in each round; about 26 in all when left out."),
    ] = None,
    stationary: Annotated[
        str, typer.Option("--stationary", help="Who keeps the seat: 4,7; pairs with their direction: 4ns,7ew.")
    ] = "",
    winners: Annotated[int, typer.Option("--winners", help="1 or 2.")] = 1,
    never: Annotated[str, typer.Option("--never", help="Who should not meet: 3-8,1-2.")] = "",
    must: Annotated[
        str, typer.Option("--must", help="Who must meet: 5-6; of an individual, who must be partners.")
    ] = "",
    sets: Annotated[int | None, typer.Option("--sets", help="Sets of boards at hand.")] = None,
    copies: Annotated[int | None, typer.Option("--copies", help="Copies of each board; of pairs 1.")] = None,
    tables: Annotated[int | None, typer.Option("--tables-at-hand", help="Tables that there are.")] = None,
    minutes: Annotated[int | None, typer.Option("--minutes", help="Time for play.")] = None,
    sit_outs: Annotated[int | None, typer.Option("--sit-outs", help="Rounds that one may sit out in sum.")] = None,
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
    from arrowswitch.movements.design import (
        DesignWish,
        PlayersWish,
        TeamsWish,
        checked,
        design_players,
        design_teams,
        designs,
        read_couples,
        read_seats,
    )
    from arrowswitch.movements.families.howell_cards import usual_boards_per_round

    if not 0 < seconds <= MOST_SECONDS:
        say_no(f"--seconds must be more than 0 and at most {MOST_SECONDS:g}.")
    counts = {"--pairs": pairs, "--teams": teams, "--players": players}
    if sum(count is not None for count in counts.values()) != 1:
        say_no(f"Say who plays by one of {', '.join(counts)}.")
    _only_for_pairs(
        pairs is None,
        {"--winners": winners != 1, "--minutes": minutes, "--boards-one-way": boards_one_way, "--walk": walk}
        | {"--switch": switch != "tables", "--sit-outs-on-end": sit_outs_on_end != 1},
    )
    _only_for_pairs(players is not None, {"--copies": copies})
    _only_for_pairs(teams is not None, {"--tables-at-hand": tables})
    usual = max(2 if teams else 1, usual_boards_per_round(max(1, rounds)))
    size = usual if boards_per_round is None else boards_per_round
    with plain_refusals():
        seats, apart, together = read_seats(stationary), read_couples(never), read_couples(must)
        still = tuple(seat.pair for seat in seats)
        if pairs is None and any(seat.side for seat in seats):
            say_no("Only pairs keep a direction; say --stationary 4.")
        found: Design | PlayersDesign | TeamsDesign
        if teams is not None:
            of_teams = TeamsWish(teams, rounds, size, copies, sets, still, apart, together, sit_outs)
            found = _best(design_teams(of_teams, seconds=seconds, seed=seed), _teams_line)
        elif players is not None:
            of_players = PlayersWish(players, rounds, size, tables, sets, still, apart, together, sit_outs)
            found = _best(design_players(of_players, seconds=seconds, seed=seed), _balance_line)
        else:
            wish = checked(
                DesignWish(
                    pairs=pairs or 0,
                    rounds=rounds,
                    boards_per_round=size,
                    winners=winners,
                    minutes=minutes,
                    sets=sets,
                    copies=1 if copies is None else copies,
                    tables=tables,
                    seats=seats,
                    never=apart,
                    must=together,
                    most_sit_outs=sit_outs,
                    sit_outs_on_end=sit_outs_on_end,
                    boards_one_way=boards_one_way,
                    longest_walk=walk,
                    switching=switch,  # type: ignore[arg-type]  # `checked` refuses another word
                )
            )
            found = _best(designs(wish, seconds=seconds, seed=seed), _balance_line)
    if as_json:
        print_json(design_json(found))
    else:
        _print(found)


def _only_for_pairs(other: bool, options: Mapping[str, object]) -> None:
    """Refuses an option that means nothing for teams or players, rather than pass it over."""
    for name, given in options.items():
        if other and given:
            say_no(f"{name} is not for these; it is a wish for pairs.")


def _best(found: Iterator[Found], line: Callable[[Found], str]) -> Found:
    """The best design, told while it is looked for; Ctrl-C keeps what there is."""
    begun = time.monotonic()
    best: Found | None = None
    try:
        for best in found:
            kept = f", {len(best.given_up)} not kept" if best.given_up else ""
            print(f"{time.monotonic() - begun:6.2f} s  {line(best)}  {best.how}{kept}", file=sys.stderr)
    except KeyboardInterrupt:
        if best is None:
            raise
    assert best is not None  # noqa: S101 - a search without an answer is an ImpossibleWish
    return best


def _balance_line(found: Design | PlayersDesign) -> str:
    return f"{found.figures.qf:6.2f}"


def _teams_line(found: TeamsDesign) -> str:
    return f"{found.figures.missed:4} missed"


def design_json(found: Design | PlayersDesign | TeamsDesign) -> dict[str, Any]:
    """The contract of `movement design --json`: a movement file with its figures, its bound and what was given up."""
    from arrowswitch.movements import to_dict
    from arrowswitch.movements.design import Design, TeamsDesign

    if isinstance(found, TeamsDesign):
        return to_dict(found.movement) | {"bound": found.bound.missed, "proved": found.proved, "design": _others(found)}
    if not isinstance(found, Design):
        return to_dict(found.movement) | {
            "qf": round(found.figures.qf, 4),
            "bound": round(found.bound.qf, 4),
            "proved": found.proved,
            "design": _others(found),
        }
    figures, limit = found.figures, found.bound
    return to_dict(found.movement) | {
        "qf": round(figures.qf, 4),
        "bound": round(limit.qf, 4),
        "proved": found.proved,
        "design": {
            "bound_of": str(limit.kind),
            "bound_reason": str(limit.reason),
            "given_up": [str(sentence) for sentence in found.given_up],
            "why_given_up": str(found.why_given_up) if found.why_given_up else None,
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


def _others(found: PlayersDesign | TeamsDesign) -> dict[str, Any]:
    """What is said of a design of players or teams, beside its movement."""
    return {
        "bound_of": str(found.bound.kind),
        "bound_reason": str(found.bound.reason),
        "given_up": [str(sentence) for sentence in found.given_up],
        "made_from": str(found.how),
        **asdict(found.figures),
        "cost": round(found.cost, 4),
    }


def _print(found: Design | PlayersDesign | TeamsDesign) -> None:
    from arrowswitch.cli.movement import print_movement
    from arrowswitch.movements.design import Design, PlayersDesign, TeamsDesign

    print_movement(found.movement)
    if isinstance(found, TeamsDesign):
        draw = found.figures
        print(
            f"Couples of teams that do not meet: {draw.missed}; rounds that a team sits out: {draw.sit_outs}; copies of the"
            f" boards: {draw.copies}; both halves of a match at once: {'yes' if draw.at_once else 'no'}."
        )
    elif isinstance(found, PlayersDesign):
        own = found.figures
        print(
            f"Balance {own.qf:.2f} of 100, deviation {own.deviation:.3f}; partners of each: {own.partners[0]} to"
            f" {own.partners[1]}; times that two are opponents: {own.opponents[0]} to {own.opponents[1]}; rounds that one"
            f" sits out: {own.sit_outs}."
        )
    else:
        figures = found.figures
        print(
            f"Balance {figures.qf:.2f} of 100, deviation {figures.deviation:.3f}; couples that do not meet: {figures.missed}; "
            f"rounds that a pair sits out, at most: {figures.sit_outs}; "
            f"tables of the longest walk: {figures.longest_walk}, on average {figures.mean_walk:.1f}."
        )
    print(found.limit)
    says_more = found.figures.missed > 0 if isinstance(found, TeamsDesign) else found.figures.qf < 100 > found.bound.qf
    if says_more:
        print(found.bound.reason)
    for sentence in found.given_up:
        print(f"Given up: {sentence}")
    if isinstance(found, Design) and found.why_given_up:
        print(found.why_given_up)


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
    if after < 0:
        say_no(f"--after is 0 or more, not {after}.")
    with plain_refusals():
        found = further_switches(find_movement(movement, wish), over=after, seconds=seconds)
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
