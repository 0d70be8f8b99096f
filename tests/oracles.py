"""Movements as the manuals print them, for comparing ours with."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from arrowswitch.movements.build import sit_outs
from arrowswitch.movements.model import Meeting, Movement

FOLDER = Path(__file__).parent / "data" / "oracles"


@cache
def oracle(name: str) -> dict[str, Any]:
    """The file as it is; `name` without '.json'."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def names(pattern: str) -> list[str]:
    """The names of the files that match, such as '*-pairs-*-howell'."""
    return sorted(path.stem for path in FOLDER.glob(f"{pattern}.json"))


@cache
def pairs_movement(name: str) -> Movement:
    """A pairs oracle as a movement; with separate numbers EW go on from the last NS number that occurs."""
    printed = oracle(name)
    separate = printed["numbering"] == "separate"
    offset = max(row["ns"] for row in printed["rows"]) if separate else 0
    meetings = tuple(
        Meeting(row["round"], row["table"], row["ns"], row["ew"] + offset, tuple(row["boards"]))
        for row in sorted(printed["rows"], key=lambda row: (row["round"], row["table"]))
    )
    contestants = tuple(sorted({side for meeting in meetings for side in meeting.sides}))
    return Movement(
        name=printed["name"],
        family="oracle",
        kind="pairs",
        contestants=contestants,
        rounds=printed["rounds"],
        boards_per_round=printed["boards_per_round"],
        winners=2 if separate else 1,
        meetings=meetings,
        sit_outs=sit_outs(contestants, printed["rounds"], meetings),
    )


def last_rounds_switched(movement: Movement, count: int) -> Movement:
    """The movement with every table switched in its last rounds."""
    return movement.switched(
        (meeting.round, meeting.table) for meeting in movement.meetings if meeting.round > movement.rounds - count
    )
