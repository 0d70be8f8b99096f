"""`arrowswitch print`: cards, forms and announcements of a movement, results of a session, and hand records, as PDF."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrowswitch.cli.kinds import say_what_a_file_is, say_what_it_is
from arrowswitch.cli.options import (
    plain_refusals,
    read_bytes,
    read_movement,
    read_text,
    refusals,
    say_no,
    takes_movement,
    write_bytes,
)
from arrowswitch.words import say

if TYPE_CHECKING:
    from arrowswitch.session import State

app = typer.Typer(add_completion=False)


@app.command("print")
@takes_movement
def print_(
    what: Annotated[
        str,
        typer.Argument(
            help="pack, cards, phones, table-cards, guide-cards, rover-cards, check-off, name-slips, number-slips, "
            "travellers, pick-up-slips, board-slips, score-cards, result-slips, room, announcements or movement; "
            "of a session that was played also results, score-cards-played, board-sheets, recap, matches or all-results; "
            "of its rulings report or appeal-form; of deals hands, hands-18, hands-large, hands-one, hands-lines, "
            "curtain-cards or redeal."
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE.pdf", help="The file to write.")],
    family: Annotated[
        str | None,
        typer.Argument(
            help="A family that `movement list` names, with the options of `movement show`; or the journal of a "
            "session, a file that ends in .jsonl (- for standard input); or a file of deals."
        ),
    ] = None,
    movement: Annotated[
        Path | None,
        typer.Option(
            "--movement", metavar="FILE.json", help="A movement as JSON instead of a family (- for standard input)."
        ),
    ] = None,
    paper: Annotated[str, typer.Option(help="a4, a5 or letter.")] = "a4",
    title: Annotated[
        str, typer.Option(help="What stands at the head of the sheets; the movement's name otherwise.")
    ] = "",
    club: Annotated[str, typer.Option(help="The club's name, for the foot of the sheets.")] = "",
    ruling: Annotated[
        int | None,
        typer.Option(help="The number of a ruling in the report, for that one alone or for its appeal form.", min=1),
    ] = None,
    only: Annotated[str, typer.Option(help="Only these boards of the deals: 7 or 1-8,12.")] = "",
    colours: Annotated[str, typer.Option(help="Suits of deals in four colours, or in black.")] = "four",
    refreshments: Annotated[
        bool,
        typer.Option("--refreshments", help="Announce refreshments in the middle; a session announces its own break."),
    ] = False,
    **wish: Any,
) -> None:
    """Write a PDF of a movement's cards or forms, or of a session's results, ready for A4, A5 or Letter."""
    from arrowswitch import press
    from arrowswitch.movements import FAMILIES, build

    if what in dict(press.HANDS_WHAT):
        if family is None:
            say_no(
                say(
                    "Name the file of the deals: arrowswitch print {what} night.pbn -o {output}.",
                    what=what,
                    output=output,
                )
            )
        write_bytes(output, _hands(what, Path(family), only, colours, paper=paper, title=title, club=club))
        return
    wants_rulings = what in dict(press.RULINGS_WHAT)
    wants_session = wants_rulings or what in dict(press.RESULTS_WHAT) or (family or "").endswith(".jsonl")
    if wants_session and (family is None or movement is not None):
        say_no(f"Name the journal of the session: arrowswitch print {what} night.jsonl -o {output}.")
    if (family is None) == (movement is None):
        say_no("Name either a family, such as mitchell --tables 7, or a file with --movement FILE.json.")
    with refusals(press.UnknownPrint):
        if wants_session:
            state = session_in(Path(str(family)))
        if wants_rulings:
            made = press.render_rulings(
                what, state, ruling=_ruling(state, ruling), paper=paper, club=club, local=lambda at: at.astimezone()
            )
        elif wants_session:
            made = press.render_session(what, state, names=press.names_in_journal(state), paper=paper, club=club)
        else:
            if movement is None and family not in FAMILIES:
                say_what_a_file_is(str(family))
            with plain_refusals():
                found = read_movement(movement) if movement is not None else build(str(family), **wish)
            made = press.render(what, found, paper=paper, title=title, club=club, refreshments=refreshments)
    write_bytes(output, made)


def _hands(what: str, file: Path, only: str, colours: str, **more: Any) -> bytes:
    """Deals on paper, from a file of deals or from the journal of a session."""
    from arrowswitch import press
    from arrowswitch.deals import can_solve, many
    from arrowswitch.formats import BadFile
    from arrowswitch.formats.deal_files import deals_in

    if colours not in press.COLOURS:
        say_no(say("Colours can be {names}.", names=", ".join(press.COLOURS)))
    if file.suffix == ".jsonl":
        state = session_in(file)
        deals = [press.PrintedDeal(hands) for hands in state.hands.values()]
        more["title"] = more["title"] or state.title
    else:
        with refusals(BadFile):
            deals = [
                press.PrintedDeal(each.hands, None, each.section, each.group) for each in deals_in(read_bytes(file))
            ]
    wanted = _boards(only) or {each.hands.board for each in deals}
    found = [each for each in deals if each.hands.board in wanted]
    if not found:
        say_no(say("None of these boards is in {file}.", file=file))
    if what.startswith("hands") and can_solve():
        tables = many(each.hands for each in found)
        found = [replace(each, table=table) for each, table in zip(found, tables, strict=True)]
    return press.render_hands(what, found, colours=colours, **more)


def _boards(text: str) -> set[int]:
    """Boards as they are written: 7 or 1-8,12."""
    found: set[int] = set()
    for part in filter(None, (each.strip() for each in text.split(","))):
        ends = part.split("-")
        if len(ends) > 2 or not all(each.isascii() and each.isdigit() and len(each) < 4 for each in ends):
            say_no(say("“{part}” is no board; write 7 or 1-8,12.", part=part[:20]))
        found.update(range(int(ends[0]), int(ends[-1]) + 1))
    return found


def _ruling(state: State, number: int | None) -> str:
    """The ruling with this number in the report."""
    if number is None:
        return ""
    rulings = list(state.rulings)
    if number > len(rulings):
        say_no(f"There is no ruling {number}; the session has {len(rulings)}.")
    return rulings[number - 1]


def session_in(file: Path) -> State:
    """The session that a journal tells of."""
    from arrowswitch.session import JournalFault, replay
    from arrowswitch.session.journal import loads

    text = read_text(file)
    try:
        entries = loads(text)
    except JournalFault as fault:
        say_what_it_is(file, text, "act")
        say_no(f"{file} is not the journal of a session: {fault}")
    if not entries:
        say_no(f"{file} is empty: there is no session in it.")
    try:
        state = replay(entries)
    except (ArithmeticError, LookupError, TypeError, ValueError):  # entries that no session would have granted
        state = replay(())
    if not state.sections:
        say_no(f"{file} is not the journal of a session: its lines do not follow from each other.")
    return state
