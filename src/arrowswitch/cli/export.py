"""`arrowswitch export`: a session of the club as a file for a federation, a results site or a newsletter."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arrowswitch.cli.options import AsJson, print_json, refusals, say_no, tell_left_out, write_bytes
from arrowswitch.formats import BadFile, WrittenFile, formats, write_file
from arrowswitch.words import say

if TYPE_CHECKING:
    from arrowswitch.formats import Record
    from arrowswitch.site.club.models import Club

app = typer.Typer(add_completion=False)

PAGES = "pages"


@app.command()
def export(
    session: Annotated[
        str,
        typer.Argument(help="The number of the session, as in the address of its page; or its journal, a .jsonl file."),
    ],
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help="usebio, pbn, csv, json, acbl or pages.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="PATH", help="The file to write; without it, the output.")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="The folder that holds the club's data.")] = None,
    club: Annotated[str | None, typer.Option(help="The club, where several are on one server.")] = None,
    as_json: AsJson = False,
) -> None:
    """Write a session as it was posted; names are withheld of who has asked for that."""
    if to != PAGES and to not in formats():
        say_no(say("There is no format “{name}”; there are {names}.", name=to, names=", ".join((*formats(), PAGES))))
    with refusals(BadFile):
        if to == PAGES:
            written = _pages(session, data, club)
        else:
            record = _from_journal(Path(session)) if session.endswith(".jsonl") else _from_club(session, data, club)
            written = write_file(record, to)
    if output is not None:
        write_bytes(output, written.data)
    left_out = [str(sentence) for sentence in written.left_out]
    if as_json:
        print_json({"session": session, "to": to, "file": str(output) if output else None, "left_out": left_out})
        return
    tell_left_out(left_out)
    if output is None:
        sys.stdout.buffer.write(written.data)
        sys.stdout.buffer.flush()
    else:
        print(output)


def _from_journal(file: Path) -> Record:
    """The session that a journal tells of, with the names that it has."""
    from arrowswitch.cli.print import session_in
    from arrowswitch.formats.from_session import record_of

    return record_of(session_in(file))


def _from_club(session: str, data: Path | None, club: str | None) -> Record:
    found = _club_of(session, data, club)
    from arrowswitch.site.exchange.exporting import posted_record

    return posted_record(int(session), found)


def _pages(session: str, data: Path | None, club: str | None) -> WrittenFile:
    """The zip of plain pages; a journal alone knows nobody's wishes about names, so it is asked of the club."""
    if session.endswith(".jsonl"):
        say_no(say("Pages are written of a session of the club: give its number, as in the address of its page."))
    found = _club_of(session, data, club)
    from arrowswitch.site.exchange.pages import write_pages

    return WrittenFile(write_pages(int(session), found))


def _club_of(session: str, data: Path | None, club: str | None) -> Club:
    """The club, which has the session."""
    from arrowswitch.site.exchange.club import CannotOpen, club_in

    if not session.isdecimal() or len(session) > 18:
        say_no(say("{session} is no session: give its number, as in the address of its page.", session=session))
    with refusals(CannotOpen):
        found = club_in(data, club)
    from arrowswitch.site.journal import store

    if not store.is_of(int(session), found):
        say_no(say("There is no session {session} in this club.", session=session))
    return found
