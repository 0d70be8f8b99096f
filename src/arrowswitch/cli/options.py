"""Options that several commands share, and how they say no.

`say_no` prints the one sentence and leaves with the status; `refusals` turns what the rooms below refuse into it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from arrowswitch.words import say

if TYPE_CHECKING:
    from arrowswitch.movements import Movement

Tables = Annotated[str | None, typer.Option("--tables", "-t", help="Tables, half ones too: 7, 7½ or 7.5.")]
Teams = Annotated[int | None, typer.Option("--teams", help="Number of teams.")]
Players = Annotated[int | None, typer.Option("--players", help="Number of single players, for an individual: 8 to 40.")]
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


MOVEMENT_OPTIONS: dict[str, tuple[Any, object]] = {
    "tables": (Tables, None),
    "teams": (Teams, None),
    "players": (Players, None),
    "rounds": (Rounds, None),
    "boards_per_round": (BoardsPerRound, None),
    "boards": (Boards, None),
    "skip_after": (SkipAfter, None),
    "phantom": (PhantomPlace, "auto"),
    "switch": (Switch, None),
    "side": (RoverSide, "ns"),
    "stationary": (Stationary, None),
    "stanzas": (Stanzas, None),
    "card": (CardId, None),
}
"""The options of `movement show` and their defaults, by the names that `movements.build` knows them by."""


def takes_movement(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the options that describe a movement; it receives them as `**wish`, to hand on to `build`."""
    own = [
        parameter.replace(kind=Parameter.KEYWORD_ONLY)
        for parameter in signature(command, eval_str=True).parameters.values()
        if parameter.kind is not Parameter.VAR_KEYWORD
    ]
    shared = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, (annotation, default) in MOVEMENT_OPTIONS.items()
    ]
    last = [parameter for parameter in own if parameter.name == "as_json"]
    parameters = [*(parameter for parameter in own if parameter not in last), *shared, *last]

    def asked(**given: Any) -> None:
        command(**given)

    asked.__name__ = command.__name__
    asked.__doc__ = command.__doc__
    asked.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    asked.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return asked


def find_movement(name: str, wish: Mapping[str, Any]) -> Movement:
    """The movement in a file, or of a family with these options."""
    from arrowswitch.movements import FAMILIES, build

    if name not in FAMILIES and (name == "-" or name.endswith(".json") or Path(name).exists()):
        return read_movement(Path(name))
    return build(name, **wish)


def read_movement(path: Path) -> Movement:
    """The movement in a file, ours or another program's; of another file of ours it is said what it is."""
    from arrowswitch.cli.kinds import say_what_it_is
    from arrowswitch.movements import FileFault
    from arrowswitch.movements.files_of_others import read_any

    text = read_text(path)
    try:
        return read_any(text)
    except FileFault:
        say_what_it_is(path, text, "meetings")
        raise


def say_no(sentence: object, status: int = 2) -> NoReturn:
    """Print one sentence for the person who must act, and leave."""
    print(sentence, file=sys.stderr)
    raise typer.Exit(status)


@contextmanager
def refusals(*errors: type[Exception]) -> Iterator[None]:
    """What a room below refuses by one of these errors ends in its sentence and exit status 2."""
    try:
        yield
    except errors as refusal:
        say_no(refusal)


@contextmanager
def plain_refusals() -> Iterator[None]:
    """Wishes and files that cannot be met end in a sentence and exit status 2."""
    from arrowswitch.movements import FileFault, ImpossibleWish
    from arrowswitch.regulations import RegulationsError

    with refusals(FileFault, ImpossibleWish, RegulationsError):
        yield


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


def read_bytes(path: Path) -> bytes:
    """A file of any kind, or the sentence that says why not."""
    try:
        return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except FileNotFoundError:
        say_no(f"There is no file {path}.")
    except OSError as error:
        say_no(f"{path} cannot be read: {error.strerror}.")


def tell_left_out(sentences: Sequence[str]) -> None:
    """What a file that was written does not hold, where it is in no file's way."""
    if sentences:
        print(say("The new file does not hold everything:"), file=sys.stderr)
    for sentence in sentences:
        print(f"  {sentence}", file=sys.stderr)


def write_bytes(path: Path, data: bytes) -> None:
    """Writes a file, or says in a sentence why not."""
    try:
        path.write_bytes(data)
    except OSError as error:
        say_no(f"{path} cannot be written: {error.strerror}.")
