"""From a card to a teams movement: North-South at home, East-West visiting, each match on the same boards twice."""

from __future__ import annotations

from arrowswitch.movements.build import wrap
from arrowswitch.movements.model import Instruction, Meeting, Movement, Relay
from arrowswitch.movements.teams.cards import TeamCard, Turn
from arrowswitch.movements.teams.words import announcements
from arrowswitch.words import Sentence, say


def movement_of(card: TeamCard, *, family: str, title: Sentence) -> Movement:
    """The movement that a card describes."""
    size = card.set_size or card.boards_per_round
    meetings = tuple(
        Meeting(number, table, table, wrap(table + turn.team, card.teams), stretch.boards_at(table, turn, size))
        for number, stretch, turn in card.rounds_with_stretch()
        for table in range(1, card.teams + 1)
    )
    first = card.stretches[0]
    return assemble(
        meetings,
        name=say(title),
        family=family,
        teams=card.teams,
        boards_per_round=card.boards_per_round,
        stanzas=card.stanza_ends,
        shares=card.shares,
        relays=tuple(
            Relay(place, boards=first.boards_at(place[0], Turn(0, first.turns[0].set + 1), size))
            for place in card.relays
        ),
        instructions=announcements(card, size),
        source=card.source,
        card=card.id,
    )


def assemble(
    meetings: tuple[Meeting, ...],
    *,
    name: str,
    family: str,
    teams: int,
    boards_per_round: int,
    instructions: tuple[Instruction, ...],
    stanzas: tuple[int, ...] = (),
    shares: tuple[tuple[int, ...], ...] = (),
    relays: tuple[Relay, ...] = (),
    copies: int = 1,
    source: str = "",
    card: str = "",
) -> Movement:
    """A teams movement from its meetings; every North-South stays at home."""
    numbers = tuple(range(1, teams + 1))
    return Movement(
        name=name,
        family=family,
        kind="teams",
        contestants=numbers,
        rounds=max(meeting.round for meeting in meetings),
        boards_per_round=boards_per_round,
        winners=1,
        meetings=meetings,
        stationary=numbers,
        relays=relays,
        shares=shares,
        copies=copies,
        stanzas=stanzas,
        instructions=instructions,
        labels={number: f"Team {number}" for number in numbers},
        source=source,
        card=card,
    )
