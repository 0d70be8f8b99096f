"""Wide tables: the recap, and who moved from one place to another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arrowswitch.scoring import Standing
from arrowswitch.scoring.figures import percentage, signed, written
from arrowswitch.session import State
from arrowswitch.session.night import Contestant, contestants
from arrowswitch.session.story import Changes
from arrowswitch.site.night.naming import Names
from arrowswitch.site.night.results.shown import RankList, rank_lists, unit_of


@dataclass(frozen=True, slots=True)
class RecapRow:
    """A contestant's points on every board."""

    who: str
    label: str
    names: str
    cells: tuple[tuple[int, str], ...]
    total: str
    rank: str


def recap_lists(
    state: State,
    standings: Sequence[Standing],
    names: Names,
    numbers: Sequence[int],
    points: Mapping[Contestant, Mapping[int, str]],
) -> list[tuple[RankList, list[RecapRow]]]:
    """The recap in the order of pair numbers, list by list."""
    who = contestants(state)
    found = []
    for each in rank_lists(state, standings, names):
        rows = [
            RecapRow(
                row.who,
                row.label,
                row.names,
                tuple((number, points.get(who[row.who], {}).get(number, "")) for number in numbers),
                row.vps or row.percent or row.points,
                row.rank,
            )
            for row in sorted(each.rows, key=lambda row: who[row.who])
        ]
        found.append((each, rows))
    return found


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A contestant whose place or result is another than before."""

    who: str
    name: str
    old_rank: str
    new_rank: str
    old: str
    new: str


def moved(state: State, changes: Changes, names: Names) -> list[PlaceChange]:
    """Who moved, in the order of the new list."""
    who = contestants(state)
    found = []
    for old, new in changes.standings:
        one = new or old
        if one is not None and one.contestant in who:
            found.append(
                PlaceChange(
                    one.contestant,
                    names.both(*who[one.contestant]),
                    old.rank if old else "–",
                    new.rank if new else "–",
                    _result(old, state),
                    _result(new, state),
                )
            )
    return found


def _result(standing: Standing | None, state: State) -> str:
    if standing is None:
        return "–"
    if standing.percent is not None:
        return f"{percentage(standing.percent)}%"
    if standing.vps is not None:
        return percentage(standing.vps)
    return signed(standing.points) if unit_of(state).signed else written(standing.points)
