"""Cards of teams movements: how far visitors and sets are from home in each round, and which card meets a wish.

North-South of team 4 stay at table 4; East-West of every team travel. Most teams movements are cyclic: in a round every
visitor is the same number of tables from home and every set the same number of tables from its own table. A `Card` says
those numbers. The return of (team o, set s) is (team -o, set s-o): that makes a match whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

from arrowswitch.movements.build import wrap
from arrowswitch.movements.model import ImpossibleWish
from arrowswitch.movements.wishes import Wish
from arrowswitch.words import Sentence, counted, say, spans


class Turn(NamedTuple):
    """One round: table t receives East-West of team t+team and plays set t+set, both counted around the room."""

    team: int
    set: int


DOWN_TWO = Turn(2, 1)
"""East-West down two tables, boards down one: the move of most teams movements."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rounds that follow one another without going home, and the sets they are played with.

    Sets are counted around `ring`; `deck` is how many sets come before them in numbering. A `stride` of 2 leaves a
    bye-stand after every table of the chain. Of each set the boards after the first `skip` are played.
    """

    turns: tuple[Turn, ...]
    boards: int
    ring: int
    deck: int = 0
    stride: int = 1
    skip: int = 0

    def set_at(self, table: int, turn: Turn) -> int:
        """The number of the set at a table."""
        place = wrap(table, self.ring // self.stride)
        return self.deck + wrap(self.stride * (place - 1) + 1 + turn.set, self.ring)

    def boards_at(self, table: int, turn: Turn, size: int) -> tuple[int, ...]:
        """The boards a table plays in a round, when sets have so many boards."""
        first = (self.set_at(table, turn) - 1) * size + self.skip + 1
        return tuple(range(first, first + self.boards))


@dataclass(frozen=True, slots=True)
class TeamCard:
    """One way to play a teams movement with so many teams."""

    id: str
    teams: int
    stretches: tuple[Stretch, ...]
    layout: tuple[Sentence, ...]
    """What to arrange in the room before anybody moves."""
    set_size: int = 0
    """Boards in a set, when some of them are left out in a stretch."""
    stanzas: int = 1
    shares: tuple[tuple[int, ...], ...] = ()
    relays: tuple[tuple[int, int], ...] = ()
    home_set: int = 0
    """The set number that lies at table 1 less one, before the first move."""
    usual: Turn | None = DOWN_TWO
    """How far East-West and the boards go down after most rounds, if there is a rule."""
    source: str = ""

    @property
    def rounds(self) -> int:
        return sum(len(stretch.turns) for stretch in self.stretches)

    @property
    def boards_per_round(self) -> int:
        return max(stretch.boards for stretch in self.stretches)

    @property
    def boards(self) -> int:
        """How many boards each team plays."""
        return sum(len(stretch.turns) * stretch.boards for stretch in self.stretches)

    @property
    def even(self) -> bool:
        """Whether every round has the same number of boards."""
        return len({stretch.boards for stretch in self.stretches}) == 1

    @property
    def stanza_ends(self) -> tuple[int, ...]:
        """The last round of each stanza; nothing when the session is played through."""
        if self.stanzas == 1:
            return ()
        return tuple(accumulate(len(stretch.turns) for stretch in self.stretches[: self.stanzas]))

    def with_boards(self, number: int) -> TeamCard:
        """The same card with another number of boards in every round."""
        if self.even and number == self.boards_per_round:
            return self
        scaled = tuple(
            replace(stretch, boards=number, skip=number * (stretch.skip // stretch.boards))
            for stretch in self.stretches
        )
        parts = self.set_size // self.boards_per_round if self.set_size else 1
        return replace(self, stretches=scaled, set_size=number * parts if parts > 1 else 0)

    def rounds_with_stretch(self) -> Iterator[tuple[int, Stretch, Turn]]:
        """Every round with its number."""
        number = 0
        for stretch in self.stretches:
            for turn in stretch.turns:
                number += 1
                yield number, stretch, turn


def pick(title: Sentence, cards: Sequence[TeamCard], wish: Wish) -> TeamCard:
    """The first card that meets every wish, with its boards fitted; cards come with the usual one first."""
    positive(wish)
    offered = [one for one in cards if wish.card in (None, one.id)]
    if not offered:
        raise ImpossibleWish(
            say(
                "There is no card {card} of {title} for {teams} teams; there is {ids}.",
                card=wish.card,
                title=title,
                teams=wish.teams,
                ids=", ".join(one.id for one in cards),
            )
        )
    possible = [one for one in offered if wish.rounds in (None, one.rounds) and wish.stanzas in (None, one.stanzas)]
    fitted = [one for one in (fit_boards(one, wish.boards_per_round, wish.boards) for one in possible) if one]
    as_printed = [one for one in fitted if one in possible]
    if fitted:
        return (as_printed or fitted)[0]
    raise ImpossibleWish(
        say(
            "{title} for {teams} teams cannot be had like that; it has {ways}.",
            title=title,
            teams=wish.teams,
            ways="; ".join(dict.fromkeys(str(way(one)) for one in offered)),
        )
    )


def positive(wish: Wish) -> None:
    """Refuse a number that makes no session."""
    for name in ("rounds", "boards_per_round", "boards", "stanzas"):
        number = getattr(wish, name)
        if number is not None and number < 1:
            raise ImpossibleWish(
                say("The number of {wish} must be 1 or more, not {number}.", wish=name.replace("_", " "), number=number)
            )


def fit_boards(card: TeamCard, boards_per_round: int | None, boards: int | None) -> TeamCard | None:
    """The card with the boards wished for, or nothing if it cannot have them.

    >>> one = TeamCard("x", 5, (Stretch((Turn(1, 0), Turn(4, 4)), boards=6, ring=5),), ())
    >>> fit_boards(one, None, 8).boards_per_round
    4
    >>> fit_boards(one, 3, 8) is None
    True
    """
    if boards_per_round in (None, card.boards_per_round) and boards in (None, card.boards):
        return card
    if boards_per_round is None and boards is not None:
        boards_per_round, left_over = divmod(boards, card.rounds)
        if left_over or not boards_per_round:
            return None
    assert boards_per_round is not None  # noqa: S101 - one of the two was wished
    fitted = card.with_boards(boards_per_round)
    return fitted if boards in (None, fitted.boards) else None


def way(card: TeamCard) -> Sentence:
    """A card in a few words, for when a wish cannot be met."""
    return say(
        "{rounds} of {each} boards ({boards} in all)",
        rounds=counted("rounds", card.rounds),
        each="-".join(str(number) for number in sorted({stretch.boards for stretch in card.stretches})),
        boards=card.boards,
    )


def only_sizes(title: Sentence, teams: int, sizes: Iterable[int]) -> int:
    """The number of teams; one that the family does not serve is refused, and the nearest named that it does."""
    known = sorted(sizes)
    if teams not in known:
        nearest = min(known, key=lambda size: (abs(size - teams), -size))
        raise ImpossibleWish(
            say(
                "{title} is for {sizes} teams, not {teams}; the nearest is {nearest}.",
                title=title,
                sizes=spans(known),
                teams=teams,
                nearest=nearest,
            )
        )
    return teams


def card_ids(cards: Iterable[TeamCard]) -> tuple[str, ...]:
    """The names of cards, each once: one card may be offered whole and shortened."""
    return tuple(dict.fromkeys(card.id for card in cards))
