"""`arrowswitch convert`: a file of one format in, a file of another out, and what was lost on the way."""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from arrowswitch.cli.options import AsJson, print_json, refusals, say_no, tell_left_out, write_bytes
from arrowswitch.formats import BadFile, Record, WrittenFile, format_of, formats, read_file, write_file
from arrowswitch.formats.checking import faults_of
from arrowswitch.formats.found import bounded, read_whole
from arrowswitch.words import Sentence, say

app = typer.Typer(add_completion=False)

USUAL = "json"
"""What is written where nobody says what is wanted."""


@app.command()
def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="The file; - reads it from the input.")],
    target: Annotated[
        Path | None, typer.Argument(metavar="OUT", help="The file to write; without it, the output.")
    ] = None,
    from_: Annotated[
        str, typer.Option("--from", metavar="FORMAT", help="What IN is; else it is seen from its content.")
    ] = "",
    to: Annotated[
        str, typer.Option("--to", metavar="FORMAT", help="What to write; else by the name of OUT, or json.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Turn a file into another format: usebio pbn lin rbn dup bri dge dlm bws csv json acbl session.

    What a file has and is not used, what is wrong in it, and what the new format cannot hold, is said in sentences.
    """
    with refusals(BadFile):
        data = _read(source)
        kind = from_ or format_of(data).name
        read = read_file(data, kind)
        wanted = to or _by_name(target)
        written = _written(read.records, wanted, target)
    faults = [fault for record in read.records for fault in faults_of(record)]
    said: dict[str, Any] = {
        "from": kind,
        "to": wanted,
        "notes": [str(note) for note in read.notes],
        "faults": [str(fault) for fault in faults],
        "left_out": [str(sentence) for _, made in written for sentence in made.left_out],
    }
    for path, made in written:
        if path is not None:
            write_bytes(path, made.data)
    if as_json:
        print_json(said | _content(written))
    else:
        _tell(read.notes, faults, [sentence for _, made in written for sentence in made.left_out])
        for path, made in written:
            if path is None:
                sys.stdout.buffer.write(made.data)
                sys.stdout.buffer.flush()
            else:
                print(path)
    if faults:
        raise typer.Exit(1)


def _read(source: str) -> bytes:
    return bounded(sys.stdin.buffer) if source == "-" else read_whole(Path(source))


def _by_name(target: Path | None) -> str:
    """The format that a name asks for: the first that can be written and whose files are called so."""
    if target is None:
        return USUAL
    suffix = target.suffix.lower()
    found = next((each.name for each in formats().values() if each.write and suffix in each.suffixes), None)
    if found is None:
        say_no(say("{file}: no format is known by this name; say which with --to.", file=target))
    return found


def _written(
    records: tuple[Record, ...], wanted: str, target: Path | None
) -> tuple[tuple[Path | None, WrittenFile], ...]:
    """One file, or one for each session where a file holds one and there are several."""
    first, *others = records
    try:
        return ((target, write_file(first, wanted, *others)),)
    except BadFile:
        kind = formats().get(wanted)
        if not others or target is None or kind is None or kind.write is None:
            raise
    return tuple(
        (target.with_stem(f"{target.stem}-{number}"), write_file(record, wanted))
        for number, record in enumerate(records, 1)
    )


def _content(written: tuple[tuple[Path | None, WrittenFile], ...]) -> dict[str, Any]:
    """Where it was written, or what: JSON as such, a text as a text, anything else as base64."""
    path, made = written[0]
    if path is not None:
        return {"files": [str(path) for path, _ in written]}
    try:
        text = made.data.decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(made.data).decode("ascii")}
    try:
        return {"content": json.loads(text)}
    except ValueError:
        return {"content": text}


def _tell(notes: tuple[Sentence, ...], faults: list[Sentence], left_out: list[Sentence]) -> None:
    """Everything that is to be said, on the side where it is in no file's way."""
    for sentence in (*notes, *faults):
        print(sentence, file=sys.stderr)
    tell_left_out(left_out)
