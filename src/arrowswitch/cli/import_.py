"""`arrowswitch import`: files of other programs brought into the club as sessions, one after the other."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrowswitch.cli.options import AsJson, print_json, refusals, say_no
from arrowswitch.formats import BadFile
from arrowswitch.formats.found import FoundFile, found_in
from arrowswitch.words import Sentence, say, say_count

if TYPE_CHECKING:
    from arrowswitch.site.exchange.importing import ImportedFile, Importer

app = typer.Typer(add_completion=False)

SHOWN = 5
"""Differences of a file that are told; the others are counted."""


@app.command("import")
def import_(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files, folders, zips.")],
    data: Annotated[Path | None, typer.Option(help="The folder that holds the club's data.")] = None,
    club: Annotated[str | None, typer.Option(help="The club, where several are on one server.")] = None,
    ranking: Annotated[
        str,
        typer.Option(
            help="Whose ranking is posted: file, ours, or auto: that of the file where it is another one than ours."
        ),
    ] = "auto",
    as_json: AsJson = False,
) -> None:
    """Bring files of other programs into the club: each becomes a session with its results, names and hands.

    A file that was brought in before is known by its content. Each file is brought in as a whole or not at all, so it can
    be stopped at any time and begun again.
    """
    from arrowswitch.site.exchange.club import CannotOpen, club_in

    if ranking not in ("auto", "file", "ours"):
        say_no(say("The ranking that is posted is file, ours or auto, not {value}.", value=ranking))
    with refusals(CannotOpen):
        found = club_in(data, club)
    from arrowswitch.session import Actor
    from arrowswitch.site.exchange.importing import Importer

    importer = Importer(found, Actor("owner", "arrowswitch import"), None if ranking == "auto" else ranking)  # type: ignore[arg-type]
    done: list[ImportedFile] = []
    stopped = False
    try:
        for each in _with_progress(found_in(files), files, quiet=as_json):
            done.append(_brought(importer, each))
            if not as_json:
                _tell(done[-1])
    except KeyboardInterrupt:
        stopped = True
    counts = Counter(each.became for each in done)
    if as_json:
        print_json(
            {"new": counts["new"], "known": counts["known"], "refused": counts["refused"], "stopped": stopped}
            | {"files": [_plain(each) for each in done]}
        )
    else:
        print(
            say(
                "{new} new, {known} known, {refused} refused.",
                new=counts["new"],
                known=counts["known"],
                refused=counts["refused"],
            )
        )
        if stopped:
            print(say("Stopped. Begin again with the same command: what is in the club is known."), file=sys.stderr)
    if not counts["new"] and not counts["known"]:
        raise typer.Exit(2)
    if counts["refused"] or stopped:
        raise typer.Exit(1)


def _brought(importer: Importer, found: FoundFile) -> ImportedFile:
    from arrowswitch.site.exchange.importing import ImportedFile

    try:
        content = found.open()
    except BadFile as refusal:
        return ImportedFile(found.name, "refused", problem=refusal.args[0])
    return importer.bring(found.name, content, datetime.now(UTC))


def _with_progress(found: Iterator[FoundFile], files: list[Path], *, quiet: bool) -> Iterator[FoundFile]:
    """The files, with a bar on a screen that somebody looks at."""
    if quiet or not sys.stderr.isatty():
        yield from found
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    total = sum(1 for _ in found_in(files))
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=True) as progress:
        task = progress.add_task("", total=total)
        for each in found:
            progress.update(task, description=Path(each.name).name[:40])
            yield each
            progress.advance(task)


def _tell(each: ImportedFile) -> None:
    """What became of a file, in a line, and what is to be known of it."""
    if each.became == "refused":
        print(say("{file}: refused. {problem}", file=each.file, problem=each.problem), file=sys.stderr)
        return
    numbers = ", ".join(map(str, each.sessions))
    if each.became == "known":
        print(say("{file}: known, session {number}.", file=each.file, number=numbers))
        return
    print(say("{file}: session {number}.", file=each.file, number=numbers))
    told: list[Sentence] = [*each.notes, *(difference.text for difference in each.differences[:SHOWN])]
    more = len(each.differences) - SHOWN
    if more > 0:
        told.append(say_count("{n} more number differs.", "{n} more numbers differ.", more))
    if "file" in each.whose:
        told.append(say("The ranking that is posted is that of the file."))
    if each.players:
        told.append(
            say_count("{n} player is new in the register.", "{n} players are new in the register.", each.players)
        )
    for sentence in told:
        print(f"  {sentence}", file=sys.stderr)


def _plain(each: ImportedFile) -> dict[str, Any]:
    return {
        "file": each.file,
        "became": each.became,
        "sessions": list(each.sessions),
        "problem": str(each.problem) if each.problem else None,
        "notes": [str(note) for note in each.notes],
        "differences": [str(difference.text) for difference in each.differences],
        "ranking": list(each.whose),
        "players": each.players,
    }
