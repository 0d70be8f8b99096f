"""`arrowswitch deal`: deals for a night or a lesson, and promises of deals that anybody can check."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrowswitch.cli.options import AsJson, print_json, read_bytes, read_text, refusals, say_no, write_bytes
from arrowswitch.words import say, spans

if TYPE_CHECKING:
    from arrowswitch.deals import BoardHands
    from arrowswitch.deals.lessons import LessonCondition, Progress
    from arrowswitch.deals.promises import SealedDeals

app = typer.Typer(add_completion=False)

HowMany = Annotated[int, typer.Option("--boards", min=1, max=200, help="How many boards.")]
First = Annotated[int, typer.Option("--first", min=1, max=800, help="The number of the first board.")]
Seed = Annotated[
    str, typer.Option("--seed", help="The same seed gives the same deals; without one nobody can know them.")
]
Promise = Annotated[str, typer.Option("--promise", help="What was published before play: 64 digits and letters.")]


@app.callback(invoke_without_command=True)
def deal(
    ctx: typer.Context,
    boards: HowMany = 24,
    first: First = 1,
    seed: Seed = "",
    theme: Annotated[str, typer.Option(help="Deals for a lesson: a theme that `deal themes` names.")] = "",
    condition: Annotated[
        str,
        typer.Option(help="Deals for a lesson: what they must be like, such as “dealer: 15-17 points, balanced”."),
    ] = "",
    condition_file: Annotated[
        Path | None, typer.Option(help="The same from a file, a line for each seat (- for standard input).")
    ] = None,
    dealer: Annotated[str, typer.Option(help="Only boards that this seat deals: N, E, S or W.")] = "",
    vulnerable: Annotated[
        str, typer.Option(help="Only boards where these are vulnerable: none, ns, ew, all, dealer or others.")
    ] = "any",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The file to write.")] = None,
    file_format: Annotated[
        str, typer.Option("--format", help="pbn, or another format of deals; otherwise as the file's name ends.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Deal boards, every deal as likely as any other; or only those that suit a lesson.

    A search that takes long shows how far it is, and Ctrl-C stops it with what was found.
    """
    if ctx.invoked_subcommand is not None:
        return
    from arrowswitch.bridge import NotBridge, parse_seat
    from arrowswitch.deals import dealt
    from arrowswitch.deals.lessons import BadCondition, UnknownTheme, boards_for
    from arrowswitch.deals.promises import new_secret

    with refusals(UnknownTheme, BadCondition, NotBridge):
        wanted = boards_for(boards, first, parse_seat(dealer) if dealer else None, vulnerable)
        lesson = _condition(theme, condition, condition_file)
        seed = seed or new_secret()
        deals = _searched(lesson, seed, wanted) if lesson else dealt(seed, wanted)
    if as_json:
        hands = [
            {"board": each.board, "N": each.north, "E": each.east, "S": each.south, "W": each.west} for each in deals
        ]
        print_json({"boards": hands})
    if output is not None:
        write_bytes(output, _file(deals, file_format or output.suffix.lstrip(".").lower() or "pbn"))
        if not as_json:
            numbers = spans(each.board for each in deals)
            typer.echo(say("{file}: boards {boards}.", file=output, boards=numbers))
    elif not as_json:
        sys.stdout.buffer.write(_file(deals, file_format or "pbn"))
    if len(deals) < len(wanted):
        raise typer.Exit(1)


@app.command("themes")
def list_themes(
    name: Annotated[str, typer.Argument(help="Only this one, with what its deals must be like.")] = "",
    as_json: AsJson = False,
) -> None:
    """List the themes of lessons, and how rare their deals are."""
    from dataclasses import asdict

    from arrowswitch.deals.lessons import UnknownTheme, theme, themes

    with refusals(UnknownTheme):
        found = [theme(name)] if name else list(themes().values())
    if as_json:
        print_json({"themes": [asdict(each) for each in found]})
        return
    for each in found:
        typer.echo(f"{each.name:30} {each.title} (1 in {each.one_in:,})")
        if name:
            typer.echo(f"\n{each.about}\n{each.source}\n\n{each.wants.strip()}")


@app.command()
def commit(
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file of sealed deals, which nobody should see before play.")
    ],
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="Deals that there are; without it boards are dealt.")
    ] = None,
    boards: HowMany = 24,
    first: First = 1,
    seed: Annotated[
        str, typer.Option("--seed", help="A seed or secret of your own, of 16 letters or more; otherwise by chance.")
    ] = "",
    deals: Annotated[
        Path | None, typer.Option("--deals", help="Also write the deals for a dealing machine, as the name ends.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Promise deals before play: print what to publish, and keep the deals sealed in a file."""
    from arrowswitch.deals import dealt
    from arrowswitch.deals.promises import BadPromise, SealedDeals, check_secret, new_secret

    with refusals(BadPromise):
        secret = check_secret(seed) if seed else new_secret()
        found = _read(file) if file else dealt(secret, range(first, first + boards))
        sealed = SealedDeals(found, secret)
    write_bytes(output, sealed.dumps().encode())
    if deals:
        write_bytes(deals, _file(sealed.deals, deals.suffix.lstrip(".").lower() or "pbn"))
    if as_json:
        print_json({"promise": sealed.promise, "boards": [each.board for each in sealed.deals]})
        return
    typer.echo(sealed.promise)


@app.command()
def reveal(
    file: Annotated[Path, typer.Argument(metavar="SEALED", help="The file of sealed deals that `deal commit` wrote.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write the deals, as the name ends.")] = None,
    as_json: AsJson = False,
) -> None:
    """Open sealed deals after play: print the secret, with which anybody can check the promise."""
    sealed = _sealed(read_text(file))
    if output:
        write_bytes(output, _file(sealed.deals, output.suffix.lstrip(".").lower() or "pbn"))
    numbers = spans(hands.board for hands in sealed.deals)
    if as_json:
        print_json({"promise": sealed.promise, "secret": sealed.secret, "seed": sealed.from_seed, "boards": numbers})
        return
    typer.echo(say("Promise: {promise}", promise=sealed.promise))
    what = say("Seed: {secret}", secret=sealed.secret) if sealed.from_seed else say("Secret: {s}", s=sealed.secret)
    typer.echo(what)
    typer.echo(say("Boards: {boards}", boards=numbers))


@app.command()
def verify(
    promise: Promise,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help="The deals that were played, or the file of sealed deals; none for a seed."
        ),
    ] = None,
    secret: Annotated[str, typer.Option("--secret", "--seed", help="What the club published after play.")] = "",
    boards: HowMany = 24,
    first: First = 1,
    as_json: AsJson = False,
) -> None:
    """Check that deals are the ones that were promised; without a file, those of the seed."""
    from arrowswitch.deals import dealt
    from arrowswitch.deals.promises import KIND, BadPromise, SealedDeals, is_kept

    with refusals(BadPromise):
        if file is None and not secret:
            say_no(say("Name the file of the deals, or the seed that was published."))
        data = read_bytes(file) if file else b""
        if KIND.encode() in data:
            found = _sealed(data.decode("utf-8", errors="replace"))
            sealed = SealedDeals(found.deals, secret or found.secret)
        else:
            deals = _read(file) if file else dealt(secret, range(first, first + boards))
            sealed = SealedDeals(deals, " ".join(secret.split()))
        kept = is_kept(promise, sealed.deals, sealed.secret)
    if as_json:
        print_json({"kept": kept, "seed": kept and sealed.from_seed, "boards": [each.board for each in sealed.deals]})
    elif kept and sealed.from_seed:
        typer.echo(say("These are the deals that were promised, and they are what the seed deals."))
    elif kept:
        typer.echo(say("These are the deals that were promised."))
    else:
        typer.echo(say("These are not the deals that were promised: the deals, the boards or the secret differ."))
    raise typer.Exit(0 if kept else 1)


# -- lessons -----------------------------------------------------------------------------------------------------------


def _condition(theme: str, text: str, file: Path | None) -> LessonCondition | None:
    from arrowswitch.deals import lessons

    if sum(map(bool, (theme, text, file))) > 1:
        say_no(say("Name a theme or a condition, not both."))
    if theme:
        return lessons.theme(theme).condition
    if file is not None:
        text = read_text(file)
    return lessons.read_condition(text.replace(";", "\n")) if text else None


def _searched(condition: LessonCondition, seed: str, boards: tuple[int, ...]) -> tuple[BoardHands, ...]:
    """The deals that were found; fewer than were wanted if somebody stops the search."""
    from arrowswitch.deals.lessons import Progress, search

    found: list[BoardHands] = []
    last = Progress(len(boards))
    try:
        with _shown(len(boards)) as show:
            for hands, last in search(condition, seed, boards):
                found += [hands] if hands else []
                show(last)
    except KeyboardInterrupt:
        typer.echo(say("Stopped. {told}", told=last.told), err=True)
        if not found:
            raise typer.Exit(1) from None
    return tuple(found)


@contextmanager
def _shown(total: int) -> Iterator[Any]:
    """A bar on a terminal, with the estimate; nothing where nobody looks."""
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    with Bar(BarColumn(30), TextColumn("{task.description}"), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say("Dealing"), total=total)

        def show(progress: Progress) -> None:
            bar.update(task, completed=progress.found, description=str(progress.told))

        yield show


# -- files -------------------------------------------------------------------------------------------------------------


def _file(deals: tuple[BoardHands, ...], name: str) -> bytes:
    """Deals as a file of a format; what it cannot hold is said."""
    from arrowswitch.formats import BadFile
    from arrowswitch.formats.deal_files import deals_as

    with refusals(BadFile):
        made = deals_as(deals, name)
    for left_out in made.left_out:
        typer.echo(left_out, err=True)
    return made.data


def _read(file: Path) -> tuple[BoardHands, ...]:
    """The deals in a file of any format."""
    from arrowswitch.formats import BadFile
    from arrowswitch.formats.deal_files import deals_in

    with refusals(BadFile):
        return tuple(each.hands for each in deals_in(read_bytes(file)))


def _sealed(text: str) -> SealedDeals:
    from arrowswitch.deals.promises import BadPromise, loads_sealed

    with refusals(BadPromise):
        return loads_sealed(text)
