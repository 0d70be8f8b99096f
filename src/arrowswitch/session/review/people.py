"""A night against the cards, for a pair and for a player: what came of luck, bidding, declaring, defence and opening leads.

Bidding and defence are done by two, so both partners have them. A lead that the opponents make is luck for who declares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from arrowswitch.bridge import Seat, Side
from arrowswitch.session.night import SeatedPlayer, State, around
from arrowswitch.session.review.boards import BoardReview, ReviewPart
from arrowswitch.words import Sentence, say

Doing = Literal["luck", "bidding", "declaring", "defence", "leads"]
DOINGS: Mapping[Doing, Sentence] = {
    "luck": say("Luck"),
    "bidding": say("Bidding"),
    "declaring": say("Declaring"),
    "defence": say("Defence"),
    "leads": say("Opening leads"),
}


class SideReview(NamedTuple):
    """A board as one side sees it."""

    board: BoardReview
    side: Side
    parts: tuple[tuple[Doing, ReviewPart, Fraction], ...]
    """What each step was for this side, and what it gained by it."""

    @property
    def total(self) -> Fraction:
        return self.board.of(self.side)


@dataclass(frozen=True)
class PairReview:
    """The boards of a pair, and what they come to a board."""

    boards: tuple[SideReview, ...]
    counts: Mapping[Doing, int] = field(default_factory=dict)
    """On how many boards it could do something of the kind."""

    @property
    def average(self) -> Fraction:
        """What it had over average, a board."""
        return sum((each.total for each in self.boards), Fraction(0)) / max(len(self.boards), 1)

    def gained(self, doing: Doing) -> Fraction:
        """What it gained by one kind of doing, a board of the session, so that all kinds add up to `average`."""
        found = (gain for each in self.boards for kind, _, gain in each.parts if kind == doing)
        return sum(found, Fraction(0)) / max(len(self.boards), 1)


@dataclass(frozen=True)
class PlayerReview:
    """What one player did: only what was this player's own, as declarer and as leader, and what is done by two."""

    player: SeatedPlayer
    boards: int
    declared: int
    led: int
    declaring: Fraction
    """Gained as declarer, in all."""
    leads: Fraction
    """Gained, mostly lost, by opening leads, in all."""
    tricks: int
    """As declarer, tricks above or below those that were there."""


def by_pair(reviews: Sequence[BoardReview], *who: str) -> PairReview:
    """The boards of a contestant; of a player in an individual those of all of the player's partnerships."""
    found = tuple(
        SideReview(board, side, tuple(_as_seen(board, side)))
        for board in reviews
        for side, name in ((Side.NS, board.ns), (Side.EW, board.ew))
        if name in who
    )
    counts = Counter(kind for each in found for kind in {kind for kind, _, _ in each.parts})
    return PairReview(found, {doing: counts[doing] for doing in DOINGS})


def _as_seen(board: BoardReview, side: Side) -> Iterator[tuple[Doing, ReviewPart, Fraction]]:
    declares = board.declarer is not None and board.declarer.side is side
    names: dict[str, Doing] = {
        "luck": "luck",
        "bidding": "bidding",
        "lead": "luck" if declares else "leads",
        "play": "declaring" if declares else "defence",
    }
    for part in board.parts:
        yield names[part.step], part, part.of(side)


def by_player(state: State, reviews: Sequence[BoardReview]) -> tuple[PlayerReview, ...]:
    """Every player who has a name, with what was their own doing."""
    people: dict[SeatedPlayer, list[tuple[BoardReview, Seat]]] = {}
    for board in reviews:
        for letter, player in around(state, board.key.section, board.key.round, board.key.table).items():
            people.setdefault(player, []).append((board, Seat(letter)))
    return tuple(_of_player(player, mine) for player, mine in people.items())


def _of_player(player: SeatedPlayer, mine: Sequence[tuple[BoardReview, Seat]]) -> PlayerReview:
    declared = [(board, seat) for board, seat in mine if board.declarer is seat]
    led = [(board, seat) for board, seat in mine if board.lead and board.declarer and board.declarer.left is seat]
    return PlayerReview(
        player,
        len(mine),
        len(declared),
        len(led),
        sum((_gained(board, seat, "play") for board, seat in declared), Fraction(0)),
        sum((_gained(board, seat, "lead") for board, seat in led), Fraction(0)),
        sum(board.more for board, _ in declared),
    )


def _gained(board: BoardReview, seat: Seat, step: str) -> Fraction:
    return sum((part.of(seat.side) for part in board.parts if part.step == step), Fraction(0))
