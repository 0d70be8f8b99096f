"""A movement with several copies of the boards, made from its rows."""

from __future__ import annotations

from collections.abc import Sequence

from arrowswitch.movements.build import SketchRow, two_fields
from arrowswitch.movements.families.chain import phantom_note
from arrowswitch.movements.model import Instruction, Movement, Relay
from arrowswitch.movements.wishes import Wish, place_phantom


def from_rows(
    wish: Wish,
    rows: Sequence[SketchRow],
    *,
    name: str,
    family: str,
    boards_per_round: int,
    copies: int,
    relays: Sequence[Relay],
    notes: Sequence[Instruction],
    source: str,
    shares: Sequence[tuple[int, ...]] = (),
) -> Movement:
    """A movement of several copies, with its phantom placed and told."""
    phantom = place_phantom(wish, rows)
    words = [*notes, phantom_note(phantom.side, phantom.number)] if phantom else [*notes]
    return two_fields(
        rows,
        name=name,
        family=family,
        boards_per_round=boards_per_round,
        phantom=phantom,
        stationary=sorted({row.ns for row in rows}),
        relays=relays,
        shares=shares,
        copies=copies,
        instructions=sorted(words, key=lambda n: n.after),
        source=source,
    )
