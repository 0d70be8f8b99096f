"""Tables as spreadsheets write them (CSV): results, a ranking, or players, one table in a file.

What a table holds is seen from the titles of its columns, in many spellings and some languages; cells are parted by commas,
semicolons, tabs or bars, and letters are those of UTF-8 or of old Windows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arrowswitch.formats.format import Format, ReadFile, WrittenFile
from arrowswitch.formats.record import Record
from arrowswitch.formats.results.table import players, ranking, results
from arrowswitch.formats.results.table.cells import FoundTable, find_table, has_table, plain, read_date, unguarded
from arrowswitch.formats.results.table.players import write_players
from arrowswitch.formats.results.table.ranking import write_ranking
from arrowswitch.formats.results.table.results import write_results
from arrowswitch.words import Sentence, say, say_count

__all__ = ["FORMAT", "read_table", "write_players", "write_ranking", "write_results", "write_table"]

SORTS = {"results": results.TABLE, "ranking": ranking.TABLE, "players": players.TABLE}
READERS = {"results": results.read_sessions, "ranking": ranking.read_ranking, "players": players.read_players}
ABOVE = {"title": "title", "event": "title", "club": "club", "venue": "venue", "director": "director", "date": "date"}
"""What may stand above a table, by the cell before it."""
MOST_NOTES = 40


def read_table(data: bytes) -> ReadFile:
    """What a table holds.

    >>> found = read_table("Board;NS;EW;Contract;By;Tricks;Score\\n7;1;2;4Hx;N;10;790\\n".encode())
    >>> str(found.record.lines[0].line.result), found.record.lines[0].line.score
    ('4♥X N =', 790)
    """
    table = find_table(data, SORTS)
    found, notes = READERS[table.sort](table)
    told = notes[:MOST_NOTES]
    if len(notes) > len(told):
        told.append(say_count("And {n} more.", "And {n} more.", len(notes) - len(told)))
    above = _above(table)
    first, *others = (replace(record, **above) for record in found)
    return ReadFile(first, (*told, *_unused(table)), tuple(others))


def _above(table: FoundTable) -> dict[str, Any]:
    """The name of the event and the like, in rows above the head."""
    found: dict[str, Any] = {}
    for row in table.before:
        name = ABOVE.get(plain(row[0]), "") if len(row) > 1 else ""
        value = unguarded(row[1]) if name else ""
        if name == "date":
            found["date"] = read_date(value)
        elif value:
            found.setdefault(name, value)
    return found


def _unused(table: FoundTable) -> list[Sentence]:
    told = []
    if table.unknown:
        told.append(
            say("Columns that are not used: {names}.", names=", ".join(each[:40] for each in table.unknown[:40]))
        )
    if table.more:
        told.append(say("Another table follows in the file; only the first is read."))
    return told


def write_table(record: Record) -> WrittenFile:
    """The results of a record; if it has none, the ranking; and if it has none either, the players."""
    if record.lines:
        return write_results(record)
    return write_ranking(record) if record.ranking else write_players(record)


def _seen_in(data: bytes) -> bool:
    return has_table(data, SORTS)


FORMAT = Format(
    name="csv",
    title=say("Table (CSV)"),
    suffixes=(".csv", ".txt", ".tsv"),
    seen_in=_seen_in,
    read=read_table,
    write=write_table,
    place=90,
    media="text/csv",
)
