"""What an event comes to, as pages show it: tables with the points of each round, cross tables, brackets, who can still win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arrowswitch.contests.events import (
    BracketBox,
    BracketSide,
    Chance,
    CrossTable,
    EventMatchKey,
    EventState,
    Feeds,
    StageView,
    bracket,
    cross_table,
    still_possible,
)
from arrowswitch.journals import Refused
from arrowswitch.scoring.figures import shown
from arrowswitch.site.events.picture import BracketDrawing, drawn_bracket, side_called
from arrowswitch.words import Sentence, say

MOST_IN_CROSS = 24
"""A cross table of more than these nobody can read."""


@dataclass(frozen=True)
class VpCell:
    """What a contestant has from a round; with the match, whose working can be opened."""

    text: str
    key: EventMatchKey | None = None


@dataclass(frozen=True)
class StandingRow:
    """A contestant's line of the table."""

    number: int
    name: str
    rank: str
    total: str
    played: int
    penalty: str
    cells: tuple[VpCell, ...]
    why: Sentence | None
    chance: Chance | None


@dataclass(frozen=True)
class GroupTable:
    """The table of a stage, or of one of its pools."""

    name: str
    rows: tuple[StandingRow, ...]
    rounds: tuple[int, ...]
    notes: tuple[Sentence, ...]
    cross: tuple[tuple[StandingRow, tuple[tuple[VpCell, ...] | None, ...]], ...]
    """Each line with a cell for every other; None on the diagonal."""


def tables_of(view: StageView, places: int = 1) -> list[GroupTable]:
    """The tables of a stage that is no knockout; so many places count, of each pool."""
    return [_table(view, group.name, places) for group in view.stage.groups]


def places_that_count(view: StageView) -> int:
    """How many go on from a stage, as far as later stages say so; else only the first place counts."""
    later = [each.source for each in view.state.stages.values() if each.source and each.source.stage == view.stage.name]
    return max((source.last for source in later), default=1)


def _table(view: StageView, group: str, places: int) -> GroupTable:
    state, stage = view.state, view.stage
    table = view.table(group)
    chances = _chances(state, view.feeds, stage.name, group, places)
    rounds = tuple(range(1, len(stage.rounds) + 1))
    rows = tuple(
        StandingRow(
            number,
            state.entries[number].name,
            line.rank,
            shown(line.vps),
            line.played,
            shown(line.penalty) if line.penalty else "",
            tuple(_cell(view, number, each) for each in rounds),
            line.tie_broken_by,
            chances.get(number),
        )
        for line in table.standings
        for number in (int(line.contestant),)
    )
    crossed = cross_table(state, view.feeds, stage.name, group) if len(rows) <= MOST_IN_CROSS else None
    return GroupTable(group, rows, rounds, table.notes, tuple(_crossed(rows, crossed)) if crossed else ())


def _crossed(
    rows: tuple[StandingRow, ...], crossed: CrossTable
) -> Iterator[tuple[StandingRow, tuple[tuple[VpCell, ...] | None, ...]]]:
    for row in rows:
        yield (
            row,
            tuple(
                None
                if other.number == row.number
                else tuple(
                    VpCell("…" if cell.vps is None else shown(cell.vps), None if cell.vps is None else cell.key)
                    for cell in crossed.cells.get((row.number, other.number), ())
                )
                for other in rows
            ),
        )


def _cell(view: StageView, number: int, round: int) -> VpCell:
    for result in view.round(round):
        if number in result.match.sides:
            vps = result.vps(number)
            return VpCell("…" if vps is None else shown(vps), None if vps is None else result.key)
    return VpCell("–")


def _chances(state: EventState, feeds: Feeds, stage: str, group: str, places: int) -> dict[int, Chance]:
    """Who is sure of one of the places, who cannot reach them, and what the others need; nothing while all is open."""
    try:
        found = still_possible(state, feeds, places, stage, group)
        return {each.contestant: each for each in found if each.verdict != "open" or each.needs is not None}
    except Refused:
        return {}


@dataclass(frozen=True)
class BoxSide:
    """A side of a match in the picture."""

    name: str
    score: str
    through: bool


@dataclass(frozen=True)
class BracketCell:
    """A match of the picture, at its place in the grid."""

    number: int
    sides: tuple[BoxSide, ...]
    key: EventMatchKey | None
    bye: bool
    note: Sentence | None


@dataclass(frozen=True)
class BracketShown:
    """A bracket round by round, and who has won it."""

    group: str
    rounds: tuple[tuple[Sentence, tuple[BracketCell, ...]], ...]
    winners: tuple[str, ...]
    drawing: BracketDrawing


def brackets_of(view: StageView) -> list[BracketShown]:
    """The brackets of a knockout."""
    pictures = bracket(view.state, view.feeds, view.stage.name)
    return [
        BracketShown(
            each.group,
            tuple(
                (_round_name(at, len(each.rounds)), tuple(_box(view.state, box) for box in boxes))
                for at, boxes in enumerate(each.rounds, 1)
            ),
            tuple(view.state.called(number) for number in each.winners),
            drawn_bracket(
                view.state, each, [_round_name(at, len(each.rounds)) for at in range(1, len(each.rounds) + 1)]
            ),
        )
        for each in pictures
    ]


def _round_name(at: int, rounds: int) -> Sentence:
    names = {0: say("Final"), 1: say("Semi-final"), 2: say("Quarter-final")}
    return names.get(rounds - at, say("Round {round}", round=at))


def _box(state: EventState, box: BracketBox) -> BracketCell:
    sides = tuple(_side(state, side) for side in box.sides)
    return BracketCell(box.number, sides, box.key, len(box.sides) == 1, box.note)


def _side(state: EventState, side: BracketSide) -> BoxSide:
    return BoxSide(side_called(state, side), "" if side.score is None else shown(side.score), side.through)
