"""American Whist: an odd number of teams around the room, one set of boards, every match whole.

Two styles are printed. In Busbridge's the session has two stanzas with a break to score up between them, boards go
down one and East-West down two, with a double move when East-West would come home. In New Zealand's everything goes
up, in one stanza, and eleven teams leave the first and the last round out.
"""

from __future__ import annotations

from arrowswitch.movements.family import TEAMS, Family
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.teams.cards import Stretch, TeamCard, Turn, card_ids, only_sizes, pick
from arrowswitch.movements.teams.matches import movement_of
from arrowswitch.movements.wishes import Wish
from arrowswitch.words import Sentence, say

TITLE = say("American Whist")

# teams -> boards of each stanza, and for each stanza how far East-West start up from home, and its rounds
BUSBRIDGE: dict[str, tuple[int, tuple[int, int], tuple[tuple[int, int], tuple[int, int]]]] = {
    "busbridge-american-whist-5": (5, (3, 3), ((-2, 4), (-2, 4))),
    "busbridge-american-whist-7": (7, (4, 4), ((2, 2), (3, 4))),
    "busbridge-american-whist-9": (9, (3, 3), ((4, 4), (3, 4))),
    "busbridge-american-whist-11": (11, (3, 2), ((4, 4), (5, 6))),
    "busbridge-american-whist-12": (12, (3, 2), ((4, 4), (5, 6))),
    "busbridge-american-whist-13": (13, (2, 2), ((6, 6), (5, 6))),
    "busbridge-american-whist-14": (14, (2, 2), ((6, 6), (5, 6))),
    "busbridge-american-whist-15": (15, (2, 2), ((6, 6), (7, 8))),
    "busbridge-american-whist-15-12r": (15, (2, 2), ((6, 6), (5, 6))),
}

# teams -> boards a round, and how many rounds are left out at each end
NEW_ZEALAND: dict[int, tuple[int, int]] = {5: (6, 0), 7: (4, 0), 9: (3, 0), 11: (3, 1), 13: (2, 0)}

SIZES = (5, 7, 9, 11, 12, 13, 14, 15)

SEEDS_OF_ELEVEN = (1, 9, 6, 3, 11, 4, 5, 10, 2, 7, 8)
"""The seeds at tables 1 to 11, so that what a team misses is of like strength for all."""


def american_whist(wish: Wish) -> Movement:
    """American Whist, in two stanzas unless wished otherwise.

    >>> [m.table for m in american_whist(Wish(7)).meetings if m.ew == 1]
    [3, 6, 4, 2, 7, 5]
    >>> american_whist(Wish(7, stanzas=1)).card
    'nz-american-whist-7'
    """
    teams = only_sizes(TITLE, wish.teams, SIZES)
    offered = cards(teams)
    chosen = wish.card is None or wish.card.startswith("nz-")
    if chosen and teams in NEW_ZEALAND and wish.rounds is not None and wish.stanzas in (None, 1):
        # Rounds r and n-r are the halves of the same matches, so rounds can go from both ends.
        dropped, odd = divmod(teams - 1 - wish.rounds, 2)
        if not odd and 0 <= dropped < (teams - 1) // 2:
            offered = (*offered, new_zealand(teams, dropped))
    if wish.stanzas not in (None, 1, 2):
        raise ImpossibleWish(say("American Whist has one or two stanzas, not {stanzas}.", stanzas=wish.stanzas))
    return movement_of(pick(TITLE, offered, wish), family=FAMILY.name, title=TITLE)


def cards(teams: int) -> tuple[TeamCard, ...]:
    """The printed cards for so many teams, the usual one first."""
    english = [busbridge(name) for name, plan in BUSBRIDGE.items() if plan[0] == teams]
    return (*english, *((new_zealand(teams),) if teams in NEW_ZEALAND else ()))


def busbridge(name: str) -> TeamCard:
    """A card of two stanzas; the boards lie still before the first round."""
    teams, boards, ((up, rounds), (up_again, rounds_again)) = BUSBRIDGE[name]
    fresh = teams == 5  # each stanza is a whole set of matches, on the other half of every set
    first = stanza(-up, rounds, 0)
    second = stanza(-up_again, rounds_again, 0 if fresh else first[-1].set + 1)
    size = sum(boards) if fresh else max(boards)
    return TeamCard(
        id=name,
        teams=teams,
        stretches=(
            Stretch(first, boards[0], teams),
            Stretch(second, boards[1], teams, skip=boards[0] if fresh else 0),
        ),
        set_size=size,
        stanzas=2,
        layout=(
            say("Place the tables clockwise in a circle. Team 1 sits at table 1, team 2 at table 2, and so on."),
            say("Put a set of boards on every table, the lowest on table 1 and so on upwards."),
        ),
        source="Busbridge, Instructions for Directors and Scorers, section 4",
    )


def stanza(team: int, rounds: int, first_set: int) -> tuple[Turn, ...]:
    """Boards down one and East-West down two each round, twice that when East-West would come home.

    >>> [turn.team for turn in stanza(-4, 4, 0)]
    [-4, -2, 2, 4]
    """
    turns = [Turn(team, first_set)]
    while len(turns) < rounds:
        last = turns[-1]
        double = 2 if last.team + 2 == 0 else 1
        turns.append(Turn(last.team + 2 * double, last.set + double))
    return tuple(turns)


def new_zealand(teams: int, dropped: int | None = None) -> TeamCard:
    """Boards up one, East-West up two, the first move before any board is played."""
    boards, printed = NEW_ZEALAND[teams]
    dropped = printed if dropped is None else dropped
    turns = tuple(Turn(-2 * number, -number) for number in range(1 + dropped, teams - dropped))
    return TeamCard(
        id=f"nz-american-whist-{teams}",
        teams=teams,
        stretches=(Stretch(turns, boards, teams),),
        layout=(
            say("Place the tables in a circle. Both pairs of team 1 sit at table 1, of team 2 at table 2, and so on."),
            say("Put a set of boards on every table, the lowest on table 1 and so on upwards."),
        ),
        usual=Turn(-2, -1),
        source="New Zealand Bridge, Club Directors Manual, American Whist movement",
    )


def seeds(teams: int) -> tuple[int, ...]:
    """The seed at each table; only eleven teams, who do not all meet, are seeded.

    >>> seeds(11)[:3]
    (1, 9, 6)
    """
    return SEEDS_OF_ELEVEN if teams == len(SEEDS_OF_ELEVEN) else tuple(range(1, teams + 1))


def _hazard(movement: Movement) -> Sentence:
    if any(instruction.occasion == "double" for instruction in movement.instructions):
        return say("The first move and the double move must be called.")
    return say("East-West make the first move before a board is played.")


FAMILY = Family(
    name="american-whist",
    title=TITLE,
    about=say("An odd number of teams around the room: boards down one, East-West down two, every match whole."),
    place=210,
    kind="teams",
    build=american_whist,
    options=TEAMS,
    cards=lambda teams: card_ids(cards(teams)),
    sizes=SIZES,
    ease=0,
    hazard=_hazard,
    seeds=seeds,
)
