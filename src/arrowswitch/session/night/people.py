"""People and where they sit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from arrowswitch.session.night.lines import SeatLetter


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A person in a seat: of the club's list, or a visitor without a number."""

    name: str
    id: str = ""


class Place(NamedTuple):
    """A seat of a contestant, named after the direction in which it starts the session."""

    section: str
    contestant: int
    seat: SeatLetter
