"""What is looked at before the pages open: whether all that was kept is still there. If not, the program does not start;
everything is put aside as it is, nothing is deleted, and the sentence says how the club is got back.

Django is not imported here.
"""

from __future__ import annotations

import filecmp
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from arrowswitch.site.data_folder import mark, shelf, storage, write_ahead
from arrowswitch.site.data_folder.mark import Mark
from arrowswitch.words import Sentence, counted, say

FOLDER = "put-aside"

LOG = say(
    "The log {log} of the database is damaged, and what was only in it cannot be read. Nothing was changed. {kept} {back}"
)
DAMAGED = say("The database {file} is damaged or is not a database; nothing was changed. {kept} {back}")
GONE = say(
    "There was a club here ({clubs}; {entries} on {at}), and there is none now: {file} is missing or empty. "
    "Nothing was changed. {kept} {back} To begin anew without it, move {mark} away."
)
FEWER = say(
    "The journals had {entries} on {at}, and have {now} now: some that were kept are missing in {file}. "
    "Nothing was changed. {kept} {back} To go on as it is, move {mark} away."
)


def check(folder: Path) -> None:
    """Looks at the database of a data folder; `CannotServe` if it is not whole or not ours."""
    file = folder / storage.DATABASE
    known = mark.read(folder)
    log = file.with_name(f"{file.name}-wal")
    if write_ahead.is_damaged(log):
        raise _refusal(folder, LOG, log=log, file=file)
    if file.is_dir():
        storage.check_database(folder)
    if file.is_file() and (file.stat().st_size or log.is_file()):
        trouble = storage.look_at(file)
        if trouble == "damaged":
            raise _refusal(folder, DAMAGED, file=file)
        if trouble:
            raise storage.CannotServe(say(storage.TROUBLE[trouble], file=file))
    if known is None:
        return
    now = mark.of_file(file) if file.is_file() else Mark((), 0)
    if known.misses(now):
        raise _refusal(folder, FEWER if now.clubs else GONE, **_values(folder, known, now), file=file)


def check_server(folder: Path, now: Mark) -> None:
    """The same for a database on a server, of which there is nothing to put aside here."""
    known = mark.read(folder)
    if known is None or not known.misses(now):
        return
    kept = say("Nothing can be put aside here; ask whoever looks after the server before anything is written there.")
    back = _way_back(folder, None)
    values = {**_values(folder, known, now), "file": now.place, "kept": kept, "back": back}
    raise storage.CannotServe(say(FEWER if now.clubs else GONE, **values))


def _values(folder: Path, known: Mark, now: Mark) -> dict[str, object]:
    return {
        "clubs": ", ".join(known.clubs),
        "entries": counted("entries", known.entries),
        "now": now.entries,
        "at": known.at,
        "mark": folder / mark.FILE,
    }


def _refusal(folder: Path, sentence: str, **values: object) -> storage.CannotServe:
    """The sentence, when everything has been put aside."""
    try:
        aside = put_aside(folder)
    except OSError as error:
        kept = say("It could not be copied aside ({reason}).", reason=error.strerror or str(error))
        return storage.CannotServe(say(sentence, kept=kept, back=_way_back(folder, None), **values))
    kept = (
        say("Everything is kept as it is in {folder} too.", folder=aside) if aside else say("There is nothing to keep.")
    )
    return storage.CannotServe(say(sentence, kept=kept, back=_way_back(folder, aside), **values))


def put_aside(folder: Path) -> Path | None:
    """Copies the database with its log and the mark into a folder with the date, unless the last such folder holds the same;
    none if there is nothing."""
    files = [path for path in sorted(folder.glob(f"{storage.DATABASE}*")) if path.is_file()]
    if not files:
        return None
    files += [path for path in (folder / mark.FILE,) if path.is_file()]
    last = max(folder.glob(f"{FOLDER}-*"), default=None, key=lambda path: path.name)
    if last and len(filecmp.cmpfiles(folder, last, [path.name for path in files], shallow=False)[0]) == len(files):
        return last
    target = folder / f"{FOLDER}-{datetime.now():%Y-%m-%d-%H%M%S}"
    target.mkdir(mode=0o700)
    for path in files:
        shutil.copy2(path, target / path.name)
    return target


def _way_back(folder: Path, aside: Path | None) -> Sentence:
    """How the club is got back: from the last back-up, and from what can still be read."""
    ways = []
    copy = next(iter(shelf.listed(folder)), None)
    if copy:
        file = shelf.place(folder) / copy.name
        ways.append(
            say(
                "The last back-up is of {when}, with {entries}; to go back to it: arrowswitch restore {file} --data "
                "{folder}",
                when=f"{copy.made:%Y-%m-%d %H:%M}",
                entries=counted("entries", mark.of_file(file).entries),
                file=file,
                folder=folder,
            )
        )
    else:
        ways.append(
            say(
                "There is no back-up here; with one from elsewhere: arrowswitch restore FILE --data {folder}",
                folder=folder,
            )
        )
    left = _readable(aside / storage.DATABASE) if aside else Mark((), 0)
    if left.clubs and aside:
        ways.append(
            say(
                "What can still be read has {entries}; to go on with that: arrowswitch restore {file} --data {folder}",
                entries=counted("entries", left.entries),
                file=aside / storage.DATABASE,
                folder=folder,
            )
        )
    return say("{ways}.", ways=". ".join(ways))


def _readable(file: Path) -> Mark:
    """What can still be read of a database with its log; looked for in a copy, because looking changes the log."""
    with tempfile.TemporaryDirectory() as place:
        for path in file.parent.glob(f"{file.name}*"):
            if not path.name.endswith("-shm"):
                shutil.copyfile(path, Path(place) / path.name)
        found = Path(place) / file.name
        with suppress(sqlite3.Error), closing(sqlite3.connect(found)) as database:
            database.execute("PRAGMA journal_mode=DELETE")
        return mark.of_file(found) if found.is_file() else Mark((), 0)
