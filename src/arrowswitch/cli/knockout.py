"""`arrowswitch knockout`: how a number of teams comes down to one, and what a late team loses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrowswitch.cli.options import AsJson, print_json, refusals, say_no
from arrowswitch.words import counted, say

if TYPE_CHECKING:
    from arrowswitch.contests.knockout import KnockoutPlan

app = typer.Typer(add_completion=False, no_args_is_help=True)


@app.callback()
def knockout() -> None:
    """Plan a knockout, and say what a late team loses."""


@app.command()
def plan(
    teams: Annotated[int, typer.Option("--teams", help="Number of teams, 3 to 64.")],
    as_json: AsJson = False,
) -> None:
    """The rounds of a knockout: matches of two and of three, byes, and who meets whom by seeds; every plan, the best first."""
    from arrowswitch.contests.knockout import plans
    from arrowswitch.contests.reading import BadContest

    with refusals(BadContest):
        found = plans(teams)
    if as_json:
        print_json({"teams": teams, "rounds": _rounds(found[0]), "plans": [_plan(each) for each in found]})
        return
    for each in found:
        print(" ".join(str(reason) for reason in each.reasons))
        for number, round in enumerate(each.rounds, 1):
            print("  " + _round_text(number, round))


@app.command()
def late(
    minutes: Annotated[int, typer.Argument(help="How late the team is, from the start of the match.")],
    as_json: AsJson = False,
) -> None:
    """What a team loses that comes late to a knockout match: IMPs, boards, in the end the match."""
    from arrowswitch.contests.knockout import lateness

    if minutes < 0:
        say_no(say("Minutes late are counted from 0 on; {minutes} will not do.", minutes=minutes))
    found = lateness(minutes)
    if as_json:
        print_json({key: value for key, value in found._asdict().items() if key != "vps"})
    elif found.forfeit:
        print(say("The match is forfeited."))
    else:
        print(say("The other side gains {imps}.", imps=counted("IMPs", found.imps)))
        if found.boards_withdrawn:
            boards, more = counted("boards", found.boards_withdrawn), counted("IMPs", found.board_imps)
            print(say("{boards} fewer to play, for which it gains another {imps}.", boards=boards, imps=more))


def _round_text(number: int, round: Any) -> str:
    parts = [
        (round.two_way, say("of two")),
        (round.three_way_two, say("of three with two survivors")),
        (round.three_way_one, say("of three with one survivor")),
        (round.byes, say("byes")),
    ]
    matches = ", ".join(f"{count} {what}" for count, what in parts if count)
    return say("Round {round}: {teams} teams, {matches}", round=number, teams=round.teams, matches=matches)


def _plan(plan: KnockoutPlan) -> dict[str, Any]:
    from arrowswitch.contests.knockout import bracket, first_round

    found: dict[str, Any] = {
        "name": plan.name,
        "rounds": _rounds(plan),
        "first_round": [list(group) for group in first_round(plan.rounds[0])],
        "reasons": [str(reason) for reason in plan.reasons],
    }
    if not any(each.three_way_one or each.three_way_two for each in plan.rounds):
        found["bracket"] = [
            {"match": each.number, "round": each.round, "seeds": list(each.sides), "after": list(each.after)}
            for each in bracket(plan.rounds[0].teams)
        ]
    return found


def _rounds(plan: KnockoutPlan) -> list[dict[str, int]]:
    return [
        {
            "round": number,
            "teams": each.teams,
            "two_way": each.two_way,
            "three_way_two_survivors": each.three_way_two,
            "three_way_one_survivor": each.three_way_one,
            "byes": each.byes,
            "next": each.survivors,
        }
        for number, each in enumerate(plan.rounds, 1)
    ]
