"""Options that several commands share, and how they say no.

`say_no` prints the one sentence and leaves with the status; `plain_refusals` turns what the rooms below refuse into it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

Tables = Annotated[str | None, typer.Option("--tables", "-t", help="Tables, half ones too: 7, 7½ or 7.5.")]
Teams = Annotated[int | None, typer.Option("--teams", help="Number of teams.")]
Rounds = Annotated[int | None, typer.Option("--rounds", "-r", help="Rounds to play.")]
BoardsPerRound = Annotated[int | None, typer.Option("--boards-per-round", "-b", help="Boards in each round.")]
Boards = Annotated[int | None, typer.Option("--boards", help="Boards that each pair plays.")]
SkipAfter = Annotated[int | None, typer.Option("--skip-after", help="The round after which East-West skip.")]
PhantomPlace = Annotated[str, typer.Option("--phantom", help="Who is missing at a half table: ns:12, ew:3 or auto.")]
Switch = Annotated[
    str | None,
    typer.Option("--switch", help="Arrow switches: rounds (8,9), tables in rounds (3:8), auto or auto-tables."),
]
RoverSide = Annotated[str, typer.Option("--side", help="Where a rover sits: ns or ew.")]
Stationary = Annotated[int | None, typer.Option("--stationary", help="Pairs that must keep their seats.")]
Stanzas = Annotated[int | None, typer.Option("--stanzas", help="Stanzas of a teams movement.")]
CardId = Annotated[str | None, typer.Option("--card", help="One of the printed cards that `movement list` names.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]


def say_no(sentence: object, status: int = 2) -> NoReturn:
    """Print one sentence for the person who must act, and leave."""
    print(sentence, file=sys.stderr)
    raise typer.Exit(status)


@contextmanager
def plain_refusals() -> Iterator[None]:
    """Wishes and files that cannot be met end in a sentence and exit status 2."""
    from arrowswitch.movements import FileFault, ImpossibleWish
    from arrowswitch.regulations import RegulationsError

    try:
        yield
    except (FileFault, ImpossibleWish, RegulationsError) as refusal:
        say_no(refusal)


def print_json(value: Any) -> None:
    """One JSON value on standard output."""
    print(json.dumps(value, ensure_ascii=False, indent=2 if sys.stdout.isatty() else None))


def read_text(path: Path) -> str:
    """A text file, or the sentence that says why not."""
    try:
        return sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        say_no(f"There is no file {path}.")
    except UnicodeDecodeError:
        say_no(f"{path} is not a text file.")
    except OSError as error:
        say_no(f"{path} cannot be read: {error.strerror}.")
