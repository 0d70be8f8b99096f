"""At which table each match is played: the leaders at table 1, those who cannot move at home, as few walks as wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arrowswitch.contests.swiss.field import SwissField
from arrowswitch.contests.swiss.heaviest import heaviest


class SeatedMatch(NamedTuple):
    """A match with its table; a bye has none."""

    group: tuple[int, ...]
    table: int | None


def seated(field: SwissField, groups: Sequence[tuple[int, ...]]) -> tuple[list[SeatedMatch], int]:
    """Matches by table, byes last; and how many contestants change tables."""
    playing = sorted(group for group in groups if len(group) > 1)
    homes = _homes(field, playing)
    at = _few_walks(field, playing, homes) if field.event.rules.tables == "walks" else _by_place(playing, homes)
    walks = sum(
        field.tables[place] not in (None, at[number]) for number, group in enumerate(playing) for place in group
    )
    found = sorted(
        (SeatedMatch(group, at[number]) for number, group in enumerate(playing)), key=lambda each: each.table or 0
    )
    return [*found, *(SeatedMatch(group, None) for group in groups if len(group) == 1)], walks


def _homes(field: SwissField, playing: Sequence[tuple[int, ...]]) -> dict[int, int]:
    """The tables that matches must have, because somebody in them cannot move; each table once."""
    found: dict[int, int] = {}
    for number, group in enumerate(playing):
        for place in group:
            home = field.entries[place].home
            if home is not None and number not in found and home not in found.values():
                found[number] = home
    return found


def _by_place(playing: Sequence[tuple[int, ...]], homes: dict[int, int]) -> dict[int, int]:
    """The best match at table 1 and so on; a match that is tied to another table changes with the match there."""
    at = {number: number + 1 for number in range(len(playing))}
    for number, home in homes.items():
        there = next((other for other, table in at.items() if table == home), None)
        if there is not None:
            at[there] = at[number]
        at[number] = home
    return at


def _few_walks(field: SwissField, playing: Sequence[tuple[int, ...]], homes: dict[int, int]) -> dict[int, int]:
    """As many contestants as can be stay where they sat; the other matches fill the tables that are left, in order."""
    at = dict(homes)
    free = [table for table in range(1, len(playing) + 1) if table not in at.values()]
    edges: list[tuple[int, int, int]] = []
    for number, group in enumerate(playing):
        stay = [field.tables[place] for place in group if number not in at and field.tables[place] in free]
        for table in dict.fromkeys(stay):
            weight = 2 * len(playing) * stay.count(table) - number
            edges.append((number, len(playing) + free.index(table or 0), weight))
    for pair in heaviest(len(playing) + len(free), edges):
        at[min(pair)] = free[max(pair) - len(playing)]
    left = iter(table for table in free if table not in at.values())
    for number in range(len(playing)):
        if number not in at:
            at[number] = next(left)
    return at
