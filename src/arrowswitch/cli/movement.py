"""`arrowswitch movement`: list, show, choose, design, check, balance, repair and replan."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrowswitch.cli.design import design, switches
from arrowswitch.cli.options import (
    AsJson,
    BoardsPerRound,
    CardId,
    Players,
    Rounds,
    Tables,
    Teams,
    find_movement,
    plain_refusals,
    print_json,
    read_movement,
    takes_movement,
    write_bytes,
)
from arrowswitch.cli.repair import repair
from arrowswitch.cli.replan import replan
from arrowswitch.cli.sessions import sessions
from arrowswitch.words import counted

if TYPE_CHECKING:
    from arrowswitch.movements import Meeting, Movement

app = typer.Typer(no_args_is_help=True, help="List, show, choose, design, check, balance, repair and replan movements.")

UNITS = {"pairs": "tables", "teams": "teams", "individual": "players"}
"""What a movement of each kind is counted in."""
MOST_FAULTS = 60
"""More than these nobody reads; one wrong number can make thousands."""


@app.command("list")
def list_(
    family: Annotated[str | None, typer.Argument(help="Only this family.")] = None,
    as_json: AsJson = False,
) -> None:
    """The families of movements, the sizes they serve, and the printed cards of each size."""
    from arrowswitch.movements import FAMILIES, find_family, listing
    from arrowswitch.movements.wishes import MOST_LISTED, MOST_TABLES

    with plain_refusals():
        names = [find_family(family).name] if family else list(FAMILIES)
        catalogue = [(FAMILIES[name], list(listing(name))) for name in names]
    if as_json:
        print_json(
            [
                {
                    "name": found.name,
                    "title": str(found.title),
                    "kind": found.kind,
                    "about": str(found.about),
                    "options": list(found.options),
                    "sizes": list(dict.fromkeys(_size(line.kind, line.size) for line in lines)),
                    "cards": [
                        {"card": line.card, UNITS[line.kind]: _size(line.kind, line.size)}
                        for line in lines
                        if line.card
                    ],
                }
                for found, lines in catalogue
            ]
        )
        return
    for found, lines in catalogue:
        sizes = list(dict.fromkeys(line.entry for line in lines))
        unit = UNITS[found.kind]
        print(f"{found.name:22} {found.about}")
        print(f"{'':22} {unit}: {sizes[0]} to {sizes[-1]} ({counted('sizes', len(sizes))})")
        for line in lines if family else ():
            if line.card:
                print(f"{'':22} --{unit} {line.entry:4} --card {line.card}")
    if any(found.kind == "pairs" for found, _ in catalogue):
        print(f"Sizes are listed up to {MOST_LISTED} tables; one movement seats up to {MOST_TABLES}.")


def _size(kind: str, size: int) -> float | int:
    if kind != "pairs":
        return size
    return size / 2 if size % 2 else size // 2


@app.command()
@takes_movement
def show(
    family: Annotated[
        str, typer.Argument(help="A family that `movement list` names, such as mitchell, or a file of a movement.")
    ],
    as_json: AsJson = False,
    **wish: Any,
) -> None:
    """A movement: who meets whom at each table in each round, with which boards, and what to say."""
    from arrowswitch.movements import audit, to_dict
    from arrowswitch.movements import balance as balance_of

    with plain_refusals():
        movement = find_movement(family, wish)
    if as_json:
        print_json(to_dict(movement))
    else:
        print_movement(movement)
        if (wish["switch"] or "").startswith("auto"):
            print(f"Balance with these switches: {balance_of(movement).qf:.2f} of 100.")
    for fault in (found := audit(movement)).faults:
        print(fault, file=sys.stderr)
    if not found.legal:
        raise typer.Exit(1)


@app.command()
def choose(
    tables: Tables = None,
    teams: Teams = None,
    players: Players = None,
    boards: Annotated[str | None, typer.Option("--boards", help="Boards to play: 26 or 24-28.")] = None,
    minutes: Annotated[int | None, typer.Option("--minutes", help="Time for play.")] = None,
    winners: Annotated[int | None, typer.Option("--winners", help="1 or 2; either when left out.")] = None,
    stationary: Annotated[int, typer.Option("--stationary", help="Pairs that must keep their seats.")] = 0,
    grade: Annotated[
        str, typer.Option("--grade", help="Who plays, for the federation's times: open, intermediate, junior, social.")
    ] = "open",
    board_minutes: Annotated[
        str | None, typer.Option("--board-minutes", help="Minutes a board, instead of the federation's times: 7.5.")
    ] = None,
    regulations: Annotated[
        str, typer.Option("--regulations", help="Federation: wbf, ebu, acbl, nzb, qba, bnsw.")
    ] = "wbf",
    as_json: AsJson = False,
) -> None:
    """The movements for tonight's entry, best first, with the reasons."""
    from arrowswitch.movements import choose as choose_movements

    with plain_refusals():
        choices = choose_movements(
            tables=tables,
            teams=teams,
            players=players,
            boards=boards,
            minutes=minutes,
            winners=winners,
            stationary=stationary,
            grade=grade,
            board_minutes=board_minutes,
            regulations=regulations,
        )
    if as_json:
        print_json({"choices": [choice.to_dict() for choice in choices]})
        return
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False, soft_wrap=True)
    for place, choice in enumerate(choices, 1):
        console.print(f"[bold]{place:2}  {escape(choice.headline)}[/bold]")
        for reason in choice.reasons:
            console.print(f"    {escape(reason)}")
        for warning in choice.warnings:
            console.print(f"    [yellow]! {escape(warning)}[/yellow]")
        console.print(f"    [dim]{escape(choice.command)}[/dim]")


@app.command()
def check(
    file: Annotated[
        Path, typer.Argument(help="A movement: JSON, or a file of another program (- for standard input).")
    ],
    as_json: AsJson = False,
) -> None:
    """Prove a movement legal, or name each of its faults (exit status 1)."""
    from arrowswitch.movements import audit

    with plain_refusals():
        movement = read_movement(file)
    found = audit(movement)
    if as_json:
        print_json(
            {"legal": found.legal, "faults": [_fault(fault) for fault in found.faults], "facts": _facts(movement)}
        )
    elif found.legal:
        print("Legal: " + summary(movement))
        for line in fact_lines(movement):
            print("  " + line)
    else:
        for fault in found.faults[:MOST_FAULTS]:
            print(fault)
        if len(found.faults) > MOST_FAULTS:
            print(f"And {counted('faults', len(found.faults) - MOST_FAULTS)} more; --json gives them all.")
    if not found.legal:
        raise typer.Exit(1)


@app.command()
@takes_movement
def write(
    movement: Annotated[str, typer.Argument(help="A movement as a file, or a family's name with the options of show.")],
    form: Annotated[str, typer.Option("--as", help="json, csv, balans, webri, manning, thebridsk or ase.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The file to write; otherwise it is printed.")] = None,
    **wish: Any,
) -> None:
    """Write a movement for another program, or read another program's and write it as ours."""
    from arrowswitch.movements.files_of_others import write_as

    with plain_refusals():
        text = write_as(form, find_movement(movement, wish))
    if out is None:
        print(text, end="")
    else:
        write_bytes(out, text.encode())


def _fault(fault: Any) -> dict[str, Any]:
    places = {name: getattr(fault, name) for name in ("round", "table", "pair", "board")}
    return {"text": str(fault)} | {name: value for name, value in places.items() if value is not None}


def _facts(movement: Movement) -> dict[str, Any]:
    from arrowswitch.movements import facts

    told = facts(movement)
    return {
        "opponents": told.opponents,
        "repeated": told.repeated,
        "missed": told.missed,
        "boards_missed": told.boards_missed,
        "sit_outs": told.sit_outs,
        "comparisons": told.comparisons,
        "stationary": told.stationary,
    } | ({"partners": told.partners} if told.partners else {})


@app.command()
@takes_movement
def balance(
    movement: Annotated[str, typer.Argument(help="A movement as a file, or a family's name with the options of show.")],
    as_json: AsJson = False,
    **wish: Any,
) -> None:
    """How evenly every two pairs compete: the matrix, its mean and deviation, and the quality Qf (100 is perfect)."""
    from arrowswitch.movements import audit
    from arrowswitch.movements import balance as balance_of

    with plain_refusals():
        found = find_movement(movement, wish)
        measured = balance_of(found)
    if as_json:
        print_json(
            {
                "mean": measured.mean,
                "deviation": measured.deviation,
                "qf": measured.qf,
                "minimum": measured.minimum,
                "maximum": measured.maximum,
                "matrix": [list(row) for row in measured.matrix],
                "contestants": list(measured.contestants),
            }
        )
        return
    print(summary(found))
    print(
        f"Qf {measured.qf:.2f}   mean {measured.mean:.3f}   deviation {measured.deviation:.4f}   {measured.minimum} to {measured.maximum}"
    )
    for block in measured.blocks:
        print(
            f"{block.name}: quality {block.quality:.2f}, matchpoints {_plain(block.minimum)} to {_plain(block.maximum)}"
        )
    if not audit(found).legal:
        print("This movement has faults: see `arrowswitch movement check`.", file=sys.stderr)
    width = max(4, *(len(str(value)) + 1 for row in measured.matrix for value in row))
    labels = [found.label(number).replace(" ", "") for number in measured.contestants]
    print(" " * 6 + "".join(f"{label:>{max(width, 5)}}" for label in labels))
    for i, (label, row) in enumerate(zip(labels, measured.matrix, strict=True)):
        cells = "".join(f"{'·' if i == j else _plain(value):>{max(width, 5)}}" for j, value in enumerate(row))
        print(f"{label:>6}{cells}")


@app.command()
def seeding(
    family: Annotated[str, typer.Argument(help="A family that `movement list` names.")],
    tables: Tables = None,
    teams: Teams = None,
    rounds: Rounds = None,
    boards_per_round: BoardsPerRound = None,
    card: CardId = None,
    tournament: Annotated[
        bool, typer.Option("--tournament", help="The layout of tournaments instead of clubs.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Where strong pairs start, and which couples should be of equal strength."""
    from arrowswitch.movements import build
    from arrowswitch.movements.seeding import seats, seed_plan

    with plain_refusals():
        movement = build(
            family, tables=tables, teams=teams, rounds=rounds, boards_per_round=boards_per_round, card=card
        )
        plan = seed_plan(movement, tournament=tournament)
        placed = (
            seats(len(movement.contestants), layout=plan.layout)
            if len(plan.layout) * 2 == len(movement.contestants)
            else ()
        )
    if as_json:
        print_json(
            {
                "layout": list(plan.layout),
                "seeds": list(plan.seeds),
                "words": [str(word) for word in plan.words],
                "seats": [{"seed": s.seed, "session": s.session, "table": s.table, "side": s.side} for s in placed],
            }
        )
        return
    print(summary(movement))
    if plan.layout:
        print("Tables 1 to " + str(len(plan.layout)) + ": " + " ".join(plan.layout))
    if plan.seeds and movement.kind == "pairs":
        print("First seeds at tables: " + ", ".join(map(str, plan.seeds)))
    for word in plan.words:
        print("- " + word)


@app.command("make-boards")
def make_boards(
    tables: Tables = None,
    rounds: Rounds = None,
    boards_per_round: BoardsPerRound = None,
    ns_leave: Annotated[
        bool, typer.Option("--ns-leave", help="At 6½ and 8½ tables: only East-West make boards.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Boards made by the players: who makes which, so that nobody plays a board he made."""
    from arrowswitch.movements import ImpossibleWish, read_tables, to_dict
    from arrowswitch.movements.duplication import for_entry
    from arrowswitch.words import say, spans

    with plain_refusals():
        if tables is None:
            raise ImpossibleWish(say("How many tables? Say --tables 7½, for instance."))
        plan = for_entry(read_tables(tables), rounds=rounds, boards_per_round=boards_per_round, ns_leave=ns_leave)
    label = plan.movement.label
    if as_json:
        print_json(
            {
                "sheets": [
                    {"table": s.table, "boards": list(s.boards), "makers": [label(pair) for pair in s.makers]}
                    for s in plan.sheets
                ],
                "unmade": list(plan.unmade),
                "instructions": [{"after": i.after, "text": str(i.text)} for i in plan.instructions],
                "movement": to_dict(plan.movement),
            }
        )
        return
    print(summary(plan.movement))
    for sheet in plan.sheets:
        print(
            f"Table {sheet.table:2}: boards {spans(sheet.boards)}, made by {' and '.join(label(p) for p in sheet.makers) or 'nobody'}"
        )
    for instruction in plan.instructions:
        print("- " + instruction.text)


app.command()(design)
app.command()(switches)
app.command()(sessions)
app.command()(repair)
app.command()(replan)


def _plain(value: float) -> str:
    return f"{value:g}"


def summary(movement: Movement) -> str:
    """One line about a movement."""
    unit = UNITS[movement.kind]
    rounds, boards = counted("rounds", movement.rounds), counted("boards", len(movement.boards))
    return f"{movement.name}, {movement.entry} {unit}, {rounds}, {boards} in play"


def fact_lines(movement: Movement) -> list[str]:
    """What a legal movement still does to people, in a few lines."""
    from arrowswitch.movements.describe import describe

    return [str(sentence) for sentence in describe(movement)]


def print_movement(movement: Movement) -> None:
    """The whole movement for the terminal: a grid of tables and rounds, then the words."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    from arrowswitch.words import spans

    console = Console(highlight=False)
    console.print(f"[bold]{summary(movement)}[/bold]")

    def sides(meeting: Meeting) -> str:
        return "-".join(map(str, movement.seated(meeting))) + "*" * meeting.switched

    widest = max(len(text) for m in movement.meetings for text in (sides(m), spans(m.boards)))
    at_once = max(1, (console.width - 8) // (max(3, widest) + 3))  # rounds that fit beside the column of tables
    for first in range(1, movement.rounds + 1, at_once):
        rounds = range(first, min(first + at_once, movement.rounds + 1))
        grid = Table(box=SIMPLE, pad_edge=False, show_edge=False)
        grid.add_column("table", justify="right")
        for number in rounds:
            grid.add_column(f"R{number}", justify="left", no_wrap=True)
        for table in range(1, movement.tables + 1):
            cells = []
            for number in rounds:
                meeting = movement.at.get((number, table))
                if meeting is None:
                    cells.append("-")
                    continue
                cells.append(f"{sides(meeting)}\n[dim]{spans(meeting.boards)}[/dim]")
            grid.add_row(str(table), *cells)
        console.print(grid)
    if any(meeting.switched for meeting in movement.meetings):
        console.print("* arrow switch")
    for line in fact_lines(movement):
        console.print("- " + line, markup=False)
    for instruction in movement.instructions:
        moment = "Before play" if instruction.after == 0 else f"After round {instruction.after}"
        console.print(f"{moment}: {instruction.text}", markup=False)
