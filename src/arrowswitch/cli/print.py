"""`arrowswitch print`: cards, forms and announcements of a movement, and the results of a session, as PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrowswitch.cli.kinds import say_what_a_file_is, say_what_it_is
from arrowswitch.cli.options import plain_refusals, read_movement, read_text, refusals, say_no, takes_movement

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
            "of its rulings report or appeal-form."
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE.pdf", help="The file to write.")],
    family: Annotated[
        str | None,
        typer.Argument(
            help="A family that `movement list` names, with the options of `movement show`; or the journal of a "
            "session, a file that ends in .jsonl (- for standard input)."
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
    refreshments: Annotated[
        bool,
        typer.Option("--refreshments", help="Announce refreshments in the middle; a session announces its own break."),
    ] = False,
    **wish: Any,
) -> None:
    """Write a PDF of a movement's cards or forms, or of a session's results, ready for A4, A5 or Letter."""
    from arrowswitch import press
    from arrowswitch.movements import FAMILIES, build

    wants_rulings = what in dict(press.RULINGS_WHAT)
    wants_session = wants_rulings or what in dict(press.RESULTS_WHAT) or (family or "").endswith(".jsonl")
    if wants_session and (family is None or movement is not None):
        say_no(f"Name the journal of the session: arrowswitch print {what} night.jsonl -o {output}.")
    if (family is None) == (movement is None):
        say_no("Name either a family, such as mitchell --tables 7, or a file with --movement FILE.json.")
    with refusals(press.UnknownPrint):
        if wants_session:
            state = _session(Path(str(family)))
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
    try:
        output.write_bytes(made)
    except OSError as error:
        say_no(f"{output} cannot be written: {error.strerror}.")


def _ruling(state: State, number: int | None) -> str:
    """The ruling with this number in the report."""
    if number is None:
        return ""
    rulings = list(state.rulings)
    if number > len(rulings):
        say_no(f"There is no ruling {number}; the session has {len(rulings)}.")
    return rulings[number - 1]


def _session(file: Path) -> State:
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
