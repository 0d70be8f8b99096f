"""Every family of teams movements, with the sizes it serves and the printed cards of each size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from arrowswitch.movements.model import Movement
from arrowswitch.movements.teams import board_a_match, new_england, round_robin, stagger, whist
from arrowswitch.words import Sentence, say


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


class TeamFamily(NamedTuple):
    """A family of teams movements."""

    title: Sentence
    about: Sentence
    build: TeamsBuilder
    sizes: tuple[int, ...]
    cards: Mapping[int, tuple[str, ...]]
    """The card ids of each size, the usual one first."""


def _ids(cards: tuple[object, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(getattr(card, "id", "")) for card in cards))


_BAM_SIZES = tuple(range(5, 19))
_STAGGER_SIZES = (6, 8, 10, 12, 14)
_NEW_ENGLAND_SIZES = tuple(new_england.BOARDS_PER_ROUND)

TEAM_FAMILIES: dict[str, TeamFamily] = {
    "american-whist": TeamFamily(
        whist.TITLE,
        say("An odd number of teams around the room: boards down one, East-West down two, every match whole."),
        whist.american_whist,
        whist.SIZES,
        {size: _ids(whist.cards(size)) for size in whist.SIZES},
    ),
    "stagger": TeamFamily(
        stagger.STAGGER,
        say("An even number of teams in two rows that share boards, in two stanzas; everybody meets everybody."),
        stagger.stagger,
        _STAGGER_SIZES,
        {size: _ids(stagger.stagger_cards(size)) for size in _STAGGER_SIZES},
    ),
    "circulation": TeamFamily(
        stagger.CIRCULATION,
        say("Four teams, three matches; boards go down a table as soon as they are played."),
        stagger.circulation,
        (4,),
        {4: ("busbridge-circulation-4",)},
    ),
    "new-england": TeamFamily(
        new_england.TITLE,
        say("An even number of teams; tables half a room apart share a set, with a bye-stand after each couple."),
        new_england.new_england,
        _NEW_ENGLAND_SIZES,
        {size: (new_england.new_england_card(size).id,) for size in _NEW_ENGLAND_SIZES},
    ),
    "round-robin": TeamFamily(
        round_robin.TITLE,
        say("Everybody against everybody, head to head; an odd number of teams has a troika over every two rounds."),
        round_robin.round_robin,
        round_robin.SIZES,
        {size: round_robin.card_ids(size) for size in round_robin.SIZES},
    ),
    "troika": TeamFamily(
        round_robin.TROIKA,
        say("Three teams that play one another over two rounds, with three sets of boards."),
        round_robin.troika,
        (3,),
        {3: ("nz-troika-3",)},
    ),
    "board-a-match": TeamFamily(
        board_a_match.TITLE,
        say("Each board is a match of its own: boards down one, East-West down two, with a few irregular moves."),
        board_a_match.board_a_match,
        _BAM_SIZES,
        {size: _ids(board_a_match.cards(size)) for size in _BAM_SIZES},
    ),
}
"""Family name -> what it is and how to build it."""
