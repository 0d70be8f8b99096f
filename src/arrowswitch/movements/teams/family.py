"""A family of teams movements: how its function is called, and what all of them have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from arrowswitch.movements.family import LENGTH
from arrowswitch.movements.model import Movement
from arrowswitch.movements.wishes import Wish

OPTIONS = (*LENGTH, "stanzas", "card")


class TeamsBuilder(Protocol):
    """What every family's function looks like."""

    def __call__(
        self,
        teams: int,
        *,
        rounds: int | None = None,
        boards_per_round: int | None = None,
        boards: int | None = None,
        stanzas: int | None = None,
        card: str | None = None,
    ) -> Movement: ...


def from_wish(build: TeamsBuilder) -> Callable[[Wish], Movement]:
    """The same function as the catalogue calls it: the wish counts contestants, which are teams here."""

    def make(wish: Wish) -> Movement:
        return build(
            wish.pairs,
            rounds=wish.rounds,
            boards_per_round=wish.boards_per_round,
            boards=wish.boards,
            stanzas=wish.stanzas,
            card=wish.card,
        )

    return make
