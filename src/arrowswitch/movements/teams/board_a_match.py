"""Board-a-match teams, 5 to 18: boards down one and East-West down two, with a few irregular moves.

The irregular moves keep an even number of teams from meeting their own team-mates, or cut a large field to fourteen
rounds. Even numbers up to 14 end with a relay round between teams that are half the room apart, on newly dealt boards.
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.movements.family import TEAMS, Family
from arrowswitch.movements.model import Movement
from arrowswitch.movements.teams.cards import Stretch, TeamCard, Turn, card_ids, only_sizes, pick
from arrowswitch.movements.teams.matches import movement_of
from arrowswitch.movements.wishes import Wish
from arrowswitch.words import Sentence, say

TITLE = say("Board-a-match")

Moves = dict[int, tuple[int, int]]
"""After which round, how far the boards and East-West go down instead."""

# card -> teams, rounds without the relay round, boards a round, irregular moves, relay round
PLANS: dict[str, tuple[int, int, int, Moves, bool]] = {
    "acbl-board-a-match-5": (5, 4, 6, {}, False),
    "acbl-board-a-match-6": (6, 4, 5, {1: (1, 3), 3: (2, 3)}, True),
    "acbl-board-a-match-7": (7, 6, 4, {}, False),
    "acbl-board-a-match-8": (8, 6, 4, {1: (1, 3), 5: (2, 3)}, True),
    "acbl-board-a-match-9": (9, 8, 3, {}, False),
    "acbl-board-a-match-10": (10, 8, 3, {2: (1, 3), 6: (2, 3)}, True),
    "acbl-board-a-match-11": (11, 8, 3, {4: (3, 6)}, False),
    "acbl-board-a-match-12": (12, 8, 3, {2: (1, 3), 4: (3, 6), 6: (2, 3)}, True),
    "acbl-board-a-match-13": (13, 12, 2, {}, False),
    "acbl-board-a-match-14": (14, 12, 2, {3: (1, 3), 9: (2, 3)}, True),
    "acbl-board-a-match-15": (15, 14, 2, {}, False),
    "acbl-board-a-match-15-12r": (15, 12, 2, {6: (3, 6)}, False),
    "acbl-board-a-match-16": (16, 14, 2, {3: (1, 3), 11: (2, 3)}, False),
    # Printed with the irregular move after round 4, which leaves matches half played; after round 7 they are whole.
    "acbl-board-a-match-17": (17, 14, 2, {7: (3, 6)}, False),
    "acbl-board-a-match-18": (18, 14, 2, {4: (1, 3), 7: (3, 6), 10: (2, 3)}, False),
}
SIZES = tuple(range(5, 19))


def board_a_match(wish: Wish) -> Movement:
    """A board-a-match movement; wish one round fewer to leave out the relay round.

    >>> board_a_match(Wish(6)).rounds, board_a_match(Wish(6, rounds=4)).rounds
    (5, 4)
    >>> [(m.ew, m.boards[0]) for m in board_a_match(Wish(5)).path(1)]
    [(3, 7), (5, 13), (2, 19), (4, 25)]
    """
    teams = only_sizes(TITLE, wish.teams, SIZES)
    return movement_of(pick(TITLE, cards(teams), wish), family=FAMILY.name, title=TITLE)


def cards(teams: int) -> tuple[TeamCard, ...]:
    """The cards for so many teams; those with a relay round also without it."""
    whole = [board_a_match_card(name) for name, plan in PLANS.items() if plan[0] == teams]
    without = [replace(card, stretches=card.stretches[:1], shares=()) for card in whole if len(card.stretches) > 1]
    return (*whole, *without)


def board_a_match_card(name: str) -> TeamCard:
    """One printed row as turns."""
    teams, rounds, boards, irregular, relay = PLANS[name]
    turns = [Turn(2, 1)]
    for after in range(1, rounds):
        places, tables = irregular.get(after, (1, 2))
        turns.append(Turn((turns[-1].team + tables) % teams, (turns[-1].set + places) % teams))
    stretches = [Stretch(tuple(turns), boards, teams)]
    half = teams // 2
    if relay:
        stretches.append(Stretch((Turn(half, 0),), boards, ring=half, deck=teams))
    return TeamCard(
        id=name,
        teams=teams,
        stretches=tuple(stretches),
        shares=tuple((table, table + half) for table in range(1, half + 1)) if relay else (),
        layout=(
            say("Both pairs of team 1 sit at table 1, of team 2 at table 2, and so on."),
            say("Put a set of boards on every table, the lowest on table 1; the team at home makes them."),
        ),
        source="ACBL club director's notes, board-a-match movements",
    )


def _hazard(movement: Movement) -> Sentence:
    if any(instruction.occasion == "special" for instruction in movement.instructions):
        return say("Irregular moves must be called after the right rounds.")
    return say("East-West and the boards make the first move before a board is played.")


FAMILY = Family(
    name="board-a-match",
    title=TITLE,
    about=say("Each board is a match of its own: boards down one, East-West down two, with a few irregular moves."),
    place=270,
    kind="teams",
    build=board_a_match,
    options=TEAMS,
    cards=lambda teams: card_ids(cards(teams)),
    sizes=SIZES,
    ease=4,
    hazard=_hazard,
)
