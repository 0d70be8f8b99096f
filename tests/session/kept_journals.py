"""Journals that are kept for ever, and what they led to on the day they were written.

A journal is on people's disks: whatever becomes of the program, it gives the same night again. Each file in `data/journals`
is a journal as it was written, and `digests.json` says what it came to: the whole state, the standings, and the story in
words. `keep` adds one more; what is there is never written again.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from arrowswitch.journals import KIND_OF, encode
from arrowswitch.movements import Movement
from arrowswitch.regulations import Regulations
from arrowswitch.session import JournalEntry, State, replay, standings
from arrowswitch.session.journal.text import dumps
from arrowswitch.session.story.chronicle import board_story, pair_story, table_story
from arrowswitch.session.story.versions import versions
from arrowswitch.words import Sentence

FOLDER = Path(__file__).parent.parent / "data" / "journals"
DIGESTS = FOLDER / "digests.json"
CALLED_THEN = {(State, "penalties"): "fines"}
"""What a field was called when the first digests were made."""
SAID_THEN = {
    "{text}, group {group}": "{text}, version {group}",
    "put a result of board {board} into group {group}": "put a result of board {board} into version {group}",
    "put {n} results of board {board} into group {group}": "put {n} results of board {board} into version {group}",
}
"""What was said then, where the words have changed since and the meaning has not."""


def names() -> list[str]:
    """The journals that are kept."""
    return sorted(path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*.jsonl.gz"))


def text_of(name: str) -> str:
    """A kept journal, as it was written."""
    return gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()).decode("utf-8")


def keep(name: str, entries: Iterable[JournalEntry]) -> None:
    """Keeps one more journal, with what it leads to."""
    path = FOLDER / f"{name}.jsonl.gz"
    if path.exists():
        raise FileExistsError(f"{path} is kept already; a kept journal is never written again")
    entries = tuple(entries)
    known = json.loads(DIGESTS.read_text("utf-8")) if DIGESTS.exists() else {}
    FOLDER.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(dumps(entries).encode("utf-8"), mtime=0))
    known[name] = digests(replay(entries))
    DIGESTS.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", "utf-8")


def digests(state: State) -> dict[str, str]:
    """What a session came to, in short."""
    return {"state": _digest(state), "standings": _digest(standings(state)), "story": _digest(_story(state))}


def _digest(value: Any) -> str:
    return sha256(json.dumps(plain(value), ensure_ascii=False, sort_keys=True).encode("utf-8")).hexdigest()[:32]


def plain(value: Any) -> Any:
    """A value down to its last field, whatever its classes are called and wherever they live; what is as it is by default
    is left out, so that a new field changes nothing."""
    match value:
        case Sentence():
            template, one = (SAID_THEN.get(each, each) for each in (value.template, value.one))
            return {"say": template, "with": plain(value.values), "one": one}
        case None | bool() | int() | str():
            return value
        case Regulations():
            return value.name
        case Movement():
            return encode(value)
        case date() | timedelta():
            return str(value)
        case Mapping():
            return sorted(([plain(key), plain(each)] for key, each in value.items()), key=json.dumps)
        case frozenset():
            return sorted((plain(each) for each in value), key=json.dumps)
        case _ if is_dataclass(value):
            told = {
                CALLED_THEN.get((type(value), each.name), each.name): plain(getattr(value, each.name))
                for each in fields(value)
                if not _as_ever(value, each)
            }
            return {"": KIND_OF.get(type(value), ""), **told}
        case _ if hasattr(value, "__iter__"):
            return [plain(each) for each in value]
        case _:
            return str(value)


def _as_ever(value: Any, each: Any) -> bool:
    now = getattr(value, each.name)
    if each.default is not MISSING:
        return bool(now == each.default)
    return each.default_factory is not MISSING and bool(now == each.default_factory())


def _story(state: State) -> list[Any]:
    boards = sorted({board for section in state.sections.values() for board in section.movement.boards})
    stories = [board_story(state, board) for board in boards[:8]]
    for name, section in state.sections.items():
        stories += [pair_story(state, name, who) for who in section.movement.contestants[:4]]
        stories += [table_story(state, name, table) for table in (1, 2, 3)]
    posted = [
        ([moved.told for moved in each.changes.lines], [said for _, said in each.changes.other])
        for each in versions(state)
    ]
    return [[entry.act.told(state) for entry in state.journal], stories, posted]
