"""`arrowswitch event`: which format suits an event of several evenings, and the fixtures of a round robin or a league."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrowswitch.cli.options import AsJson, print_json, read_text, refusals, say_no
from arrowswitch.words import counted, say

if TYPE_CHECKING:
    from arrowswitch.contests.round_robin import Fixture

app = typer.Typer(add_completion=False, no_args_is_help=True)


@app.callback()
def event() -> None:
    """Choose the format of an event, and make fixtures."""


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

    with refusals(BadContest, RegulationsError):
        wish = EventWish(teams, pairs, evenings, minutes, stock, load(regulations))
        found = choose(wish)
    if as_json:
        print_json({"choices": [choice.to_dict() for choice in found]})
        return
    for choice in found:
        print(
            say(
                "{name}: {rounds}, {matches} an evening, {boards} each, {minutes} an evening.",
                name=choice.name,
                rounds=counted("rounds", choice.rounds),
                matches=choice.matches_an_evening,
                boards=counted("boards", choice.boards_a_match),
                minutes=counted("minutes", choice.minutes),
            )
        )
        for reason in choice.reasons:
            print(f"  {reason}")
        for warning in choice.warnings:
            print(f"  ! {warning}")


@app.command()
def fixtures(
    teams: Annotated[str, typer.Option("--teams", metavar="8|A,B,C", help="How many teams, or their names by seed.")],
    times: Annotated[int, typer.Option("--times", help="How often each meets each; 2 is home and away.")] = 1,
    pools: Annotated[int, typer.Option("--pools", help="Pools of like strength, each a round robin.")] = 1,
    first: Annotated[str | None, typer.Option("--first", metavar="2026-01-05", help="The first evening.")] = None,
    days: Annotated[int, typer.Option("--every", help="Days from one evening to the next.")] = 7,
    an_evening: Annotated[int, typer.Option("--rounds-per-evening", help="Rounds on one evening.")] = 1,
    as_json: AsJson = False,
) -> None:
    """The fixtures of a round robin or a league: who meets whom, at home or away, in which round and on which day."""
    from arrowswitch.contests.reading import BadContest
    from arrowswitch.contests.round_robin import FixtureWish, every
    from arrowswitch.contests.round_robin import fixtures as made
    from arrowswitch.contests.round_robin import pools as dealt

    with refusals(BadContest):
        wishes = [FixtureWish(tuple(pool), times) for pool in dealt(FixtureWish(_names(teams), times).entries, pools)]
        if first is not None:
            evenings = every(_day(first), _positive(days), max(len(wish.entries) for wish in wishes) * times)
            wishes = [FixtureWish(wish.entries, times, evenings, an_evening) for wish in wishes]
        found = [made(wish) for wish in wishes]
    if as_json:
        every_match = [(number, each) for number, matches in enumerate(found, 1) for each in matches]
        print_json(
            {
                "fixtures": [_fixture(number, each) for number, each in every_match if each.away],
                "byes": [_bye(number, each) for number, each in every_match if not each.away],
            }
        )
        return
    for number, matches in enumerate(found, 1):
        if pools > 1:
            print(say("Pool {number}", number=number))
        _print_rounds(matches)


@app.command()
def moves(
    files: Annotated[
        list[str],
        typer.Argument(metavar="TOP.json NEXT.json ...", help="The contests of the divisions, the highest first."),
    ],
    places: Annotated[int, typer.Option("--places", help="How many go up and down between two divisions.")] = 2,
    as_json: AsJson = False,
) -> None:
    """Who goes up and who goes down at the end of a season, by the tables of the divisions."""
    from arrowswitch.contests.reading import BadContest
    from arrowswitch.contests.round_robin import season_moves
    from arrowswitch.contests.standings import read, standings
    from arrowswitch.scoring import BadScale

    with refusals(BadContest, BadScale):
        tables = [standings(read(read_text(Path(file))).contest) for file in files]
        found = season_moves(tables, places)
    if as_json:
        print_json({"moves": [{"team": each.team, "from": each.before, "to": each.after} for each in found]})
        return
    for each in found:
        way = (
            say("{team} goes up to division {to}.")
            if each.after < each.before
            else say("{team} goes down to division {to}.")
        )
        print(say(way, team=each.team, to=each.after))


def _print_rounds(matches: list[Fixture]) -> None:
    for number in range(1, matches[-1].round + 1):
        mine = [each for each in matches if each.round == number]
        when = f" ({mine[0].day.isoformat()})" if mine[0].day else ""
        listed = [f"{each.home} v {each.away}" if each.away else say("{name} bye", name=each.home) for each in mine]
        print(say("Round {round}{when}: {matches}", round=number, when=when, matches=", ".join(listed)))


def _names(teams: str) -> tuple[str, ...]:
    if teams.strip().isdecimal() and len(teams.strip()) < 5:
        return tuple(str(number) for number in range(1, int(teams) + 1))
    return tuple(name.strip() for name in teams.split(","))


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        say_no(say("“{text}” is no day; write 2026-01-05.", text=text))


def _positive(days: int) -> int:
    if not 1 <= days <= 366:
        say_no(say("Evenings can be 1 to 366 days apart, not {n}.", n=days))
    return days


def _fixture(pool: int, each: Fixture) -> dict[str, Any]:
    return {**_bye(pool, each), "away": each.away}


def _bye(pool: int, each: Fixture) -> dict[str, Any]:
    return {"pool": pool, "round": each.round, "day": each.day.isoformat() if each.day else None, "home": each.home}
