"""A bracket as a drawing: boxes in columns, each between those from which its sides come, and the lines that join them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arrowswitch.contests.events import BracketBox, BracketPicture, BracketSide, EventMatchKey, EventState
from arrowswitch.scoring.figures import shown
from arrowswitch.words import Sentence, say

WIDE, GAP, LINE, HEAD, APART = 270, 56, 30, 24, 18
"""A box, the space between columns, a side in a box, its head, and the space between boxes, in the drawing's own units."""
TOP = 34
"""Above the first box: there stand the names of the rounds."""
LONGEST = 23


@dataclass(frozen=True, slots=True)
class DrawnSide:
    """A side in a box: where its text stands, the name as far as it fits, the whole name, what it scored."""

    y: int
    name: str
    whole: str
    score: str
    through: bool


@dataclass(frozen=True, slots=True)
class DrawnBox:
    """A match in the drawing."""

    x: int
    y: int
    height: int
    number: int
    sides: tuple[DrawnSide, ...]
    key: EventMatchKey | None
    bye: bool
    note: Sentence | None

    @property
    def right(self) -> int:
        """Where the score ends."""
        return self.x + WIDE - 10

    @property
    def left(self) -> int:
        """Where text begins."""
        return self.x + 12

    @property
    def head(self) -> int:
        """Where its head stands."""
        return self.y + 18


@dataclass(frozen=True, slots=True)
class BracketDrawing:
    """All boxes, and the lines between them as paths."""

    width: int
    height: int
    boxes: tuple[DrawnBox, ...]
    lines: tuple[str, ...]
    heads: tuple[tuple[int, Sentence], ...]
    """Where the name of each round begins, and the name."""


def side_called(state: EventState, side: BracketSide) -> str:
    """Who a side is, or will be."""
    if side.contestant is not None:
        return state.called(side.contestant)
    if side.after is not None:
        return str(say("winner of match {match}", match=side.after))
    return str(say("place {place}", place=side.place))


def drawn_bracket(state: EventState, picture: BracketPicture, names: Sequence[Sentence]) -> BracketDrawing:
    """The drawing of a bracket; boxes stand so that no line crosses another where that can be."""
    columns = _in_order(picture.rounds)
    middles: list[dict[int, int]] = []
    boxes: list[DrawnBox] = []
    lines: list[str] = []
    for at, column in enumerate(columns):
        middles.append(_middles(column, picture.rounds[at - 1] if at else (), middles[-1] if middles else {}))
        for box in column:
            made = _box(state, box, at * (WIDE + GAP), middles[at][box.number])
            boxes.append(made)
            for feeder in _feeders(box, picture.rounds[at - 1] if at else ()):
                lines.append(_joined(made.x, middles[at - 1][feeder], middles[at][box.number]))
    height = max((box.y + box.height for box in boxes), default=0) + APART
    heads = tuple((at * (WIDE + GAP) + 2, name) for at, name in enumerate(names))
    return BracketDrawing(len(columns) * (WIDE + GAP) - GAP + 4, height, tuple(boxes), tuple(lines), heads)


def _feeders(box: BracketBox, before: tuple[BracketBox, ...]) -> list[int]:
    """The boxes of the round before from which the sides of a match come, byes too."""
    byes = {each.sides[0].contestant: each.number for each in before if len(each.sides) == 1}
    found = [side.after or (byes.get(side.contestant) if side.contestant is not None else None) for side in box.sides]
    return list(dict.fromkeys(each for each in found if each))


def _in_order(rounds: tuple[tuple[BracketBox, ...], ...]) -> list[list[BracketBox]]:
    """The boxes of every round from top to bottom: those that meet next stand side by side."""
    columns: list[list[BracketBox]] = []
    for at in range(len(rounds) - 1, -1, -1):
        known = {box.number: box for box in rounds[at]}
        order = [feeder for box in columns[0] for feeder in _feeders(box, rounds[at])] if columns else []
        order = list(dict.fromkeys([*order, *known]))
        columns.insert(0, [known[number] for number in order])
    return columns


def _height(box: BracketBox) -> int:
    return HEAD + LINE * len(box.sides) + (LINE if box.note else 0)


def _middles(column: list[BracketBox], before: tuple[BracketBox, ...], there: dict[int, int]) -> dict[int, int]:
    """The height of the middle of each box: between its feeders, and below the box above it."""
    found: dict[int, int] = {}
    free = TOP
    for box in column:
        half = _height(box) // 2
        feeders = [there[each] for each in _feeders(box, before) if each in there]
        wanted = sum(feeders) // len(feeders) if feeders else free + half
        found[box.number] = max(wanted, free + half)
        free = found[box.number] + half + APART
    return found


def _box(state: EventState, box: BracketBox, x: int, middle: int) -> DrawnBox:
    top = middle - _height(box) // 2
    sides = []
    for at, side in enumerate(box.sides):
        name = side_called(state, side)
        short = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
        score = "" if side.score is None else shown(side.score)
        sides.append(DrawnSide(top + HEAD + LINE * at + 21, short, name, score, side.through))
    return DrawnBox(x + 2, top, _height(box), box.number, tuple(sides), box.key, len(box.sides) == 1, box.note)


def _joined(x: int, above: int, here: int) -> str:
    """The line from the box before to this one.

    >>> _joined(328, 50, 90)
    'M272 50H300V90H328'
    """
    return f"M{x - GAP} {above}H{x - GAP // 2}V{here}H{x}"
