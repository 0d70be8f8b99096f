"""`arrowswitch score`: a session file in, boards and ranked lists out; and why a score is what it is."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from arrowswitch.bridge import Side
from arrowswitch.cli.kinds import say_what_it_is
from arrowswitch.cli.options import refusals
from arrowswitch.regulations import RegulationsError
from arrowswitch.scoring import (
    BadLine,
    BadScale,
    BadSession,
    Scored,
    SessionToScore,
    Standing,
    asked,
    handicapped,
    ranking,
    strata,
)
from arrowswitch.scoring import score as compute
from arrowswitch.scoring.figures import fixed, shown
from arrowswitch.scoring.files.answer import answer, explained
from arrowswitch.scoring.files.session_file import loads_all
from arrowswitch.scoring.files.session_lines import SessionFileError
from arrowswitch.scoring.methods import METHODS
from arrowswitch.scoring.numbers import Number
from arrowswitch.scoring.ranking.clubs import by_club, together
from arrowswitch.scoring.ranking.factoring import Factored, factored, unequal
from arrowswitch.scoring.scored import BoardScore
from arrowswitch.words import Sentence, say

app = typer.Typer(add_completion=False)


@app.command()
def score(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE.json...",
            help="A session file; - reads it from the input. Several are scored as one, each a club by the name of its file.",
        ),
    ],
    why: Annotated[
        str | None, typer.Option(metavar="'pair 7, board 12'", help="Show the working of one score, or of a total.")
    ] = None,
    boards: Annotated[bool, typer.Option("--boards", help="Print every board as well as the list.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Boards and ranking as JSON.")] = False,
) -> None:
    """Score a session: print the ranked list, or every board, or the working of one score."""
    with refusals(SessionFileError, BadSession, BadLine, BadScale, RegulationsError):
        if len(files) == 1 and len(sessions := _sessions(files[0])) > 1:
            _print_all(sessions, why, boards, as_json)
            return
        scored = compute(sessions[0][1] if len(files) == 1 else _clubs(files))
        if why is not None:
            explanation = asked(scored, why)
            typer.echo(json.dumps(explained(explanation)) if as_json else explanation)
        elif as_json:
            typer.echo(json.dumps(answer(scored)))
        else:
            _print(scored, boards)


def _sessions(file: str) -> Sequence[tuple[str, SessionToScore]]:
    """The sessions of a file, which has one or a list of them."""
    text = _text(file)
    try:
        return loads_all(text)
    except SessionFileError:
        say_what_it_is(file, text, "results")
        raise


def _session(file: str) -> SessionToScore:
    (_, session), *others = _sessions(file)
    if others:
        raise SessionFileError(say("{file} has several sessions; only single ones are scored together.", file=file))
    return session


def _print_all(sessions: Sequence[tuple[str, SessionToScore]], why: str | None, boards: bool, as_json: bool) -> None:
    """Several sessions of one file, each by itself."""
    if why is not None:
        raise SessionFileError(say("This file has several sessions; a working is shown of one."))
    made = [(title, compute(session)) for title, session in sessions]
    if as_json:
        typer.echo(json.dumps({"sessions": [{"title": title} | answer(scored) for title, scored in made]}))
        return
    for title, scored in made:
        typer.echo(title)
        _print(scored, boards)


def _clubs(files: Sequence[str]) -> SessionToScore:
    """The sessions of several clubs as one, each called by its file."""
    found: dict[str, SessionToScore] = {}
    for file in files:
        club = Path(file).stem
        if club in found:
            raise SessionFileError(
                say("Two files are called {name}; a club is known by the name of its file.", name=club)
            )
        found[club] = _session(file)
    return together(found)


def _text(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SessionFileError(
            say("{file} cannot be read ({reason}).", file=file, reason=error.strerror or error)
        ) from None
    except UnicodeDecodeError:
        raise SessionFileError(say("{file} is not text in UTF-8.", file=file)) from None


def _print(scored: Scored, boards: bool) -> None:
    console = Console(highlight=False, markup=False)
    halved = scored.session.method == "matchpoints" and scored.session.regulations.matchpoints.printed_win == 1
    if boards:
        for board in scored.boards.values():
            _print_board(console, board, halved)
    session = scored.session
    standings = ranking(scored)
    lists: list[tuple[str, Sequence[Standing]]] = [("", standings)]
    if session.strata:
        by_stratum = strata(standings, session.strata)
        lists += [(say("Stratum {letter}", letter=letter), mine) for letter, mine in by_stratum.items()]
    if session.handicaps:
        lists.append((say("With handicaps"), handicapped(standings, session.handicaps.of, session.handicaps.kind)))
    factors = factored(scored) if METHODS[session.method].percent else {}
    factors = factors if unequal(factors.values()) else {}
    for title, everybody in lists:
        for field in dict.fromkeys((standing.section, standing.direction) for standing in everybody):
            mine = [standing for standing in everybody if (standing.section, standing.direction) == field]
            _print_list(console, title, mine, METHODS[session.method].percent, halved, factors if not title else {})
    for each in by_club(standings, session.clubs):
        value = fixed(each.points) if each.percent is None else f"{fixed(each.percent)}%"
        console.print(say("{rank} {club}: {value}", rank=each.rank, club=each.club, value=value))


def _print_list(
    console: Console,
    title: str,
    standings: list[Standing],
    percent: bool,
    halved: bool,
    factors: Mapping[str, Factored],
) -> None:
    section, direction = standings[0].section, standings[0].direction
    title = " ".join(word for word in (title, section, direction.full_name if direction else "") if word)
    table = Table(title=title or None, box=None, pad_edge=False, title_justify="left", title_style="bold")
    table.add_column(say("Place"), justify="right")
    table.add_column(say("Name"))
    table.add_column(say("Boards"), justify="right")
    table.add_column(say("Points"), justify="right")
    if percent:
        table.add_column(say("of"), justify="right")
        table.add_column("%", justify="right", style="bold")
    if factors:
        table.add_column(say("Factored"), justify="right")
    vps = any(standing.vps is not None for standing in standings)
    if vps:
        table.add_column(say("VPs"), justify="right", style="bold")
    fined = any(standing.penalty or standing.vp_penalty for standing in standings)
    if fined:
        table.add_column(say("Penalty"), justify="right")
    for standing in standings:
        row = [_aligned(standing.rank), standing.contestant, str(standing.boards), _points(standing.points, halved)]
        if percent:
            row += [_points(standing.maximum or 0, halved), fixed(standing.percent)]
        if factors:
            row.append(_points(standing.points * factors[standing.contestant].factor, halved))
        if vps:
            row.append(fixed(standing.vps or 0))
        if fined:
            row.append(_penalty(standing, halved))
        table.add_row(*row)
    console.print(table)
    for standing in standings:
        if standing.tie_broken_by:
            console.print(_tie(standing))
        for note in standing.notes:
            console.print(say("{name}: {note}", name=standing.contestant, note=note))
    console.print()


def _penalty(standing: Standing, halved: bool) -> str:
    taken = [_points(standing.penalty, halved)] if standing.penalty else []
    if standing.vp_penalty:
        taken.append(say("{vps} VP", vps=shown(standing.vp_penalty)))
    return ", ".join(taken)


def _tie(standing: Standing) -> Sentence:
    step = standing.tie_broken_by
    if standing.tie_open:
        return say("{name}: the tie is left to {step}", name=standing.contestant, step=step)
    return say("{name}: placed by {step}", name=standing.contestant, step=step)


def _print_board(console: Console, board: BoardScore, halved: bool) -> None:
    title = say("Board {board}", board=board.key.board)
    table = Table(title=title, box=None, pad_edge=False, title_justify="left", title_style="bold")
    for heading in ("NS", "EW"):
        table.add_column(heading)
    for heading in (say("Score"), "NS", "EW"):
        table.add_column(heading, justify="right")
    for each in board.lines:
        made = "" if each.line.score is None else str(each.line.score)
        points = ["-" if side is None else _points(side.value, halved) for side in (each.ns, each.ew)]
        table.add_row(each.line.ns, each.line.ew, made, *points)
    for sat_out in board.sat_out:
        name, got = sat_out.contestant, _points(sat_out.points.value, halved)
        north = sat_out.side is Side.NS
        table.add_row(*((name, "") if north else ("", name)), say("sits out"), *((got, "") if north else ("", got)))
    console.print(table)
    console.print()


def _points(value: Number, halved: bool) -> str:
    return shown(Fraction(value) / 2 if halved else value)


def _aligned(rank: str) -> str:
    return rank if rank.endswith("=") else rank + " "
