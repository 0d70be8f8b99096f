"""The New England Relay: an even number of teams, each two tables half a room apart sharing one set.

Built on the movement that ACBL clubs run as B0403R for four teams: boards relayed between tables 1 and 3 and between
2 and 4, a bye-stand after each such couple, East-West down one table before the start and after every round, boards
down one place, as many sets as teams. The same rule makes every match whole for any even number, because sets and
visitors go half as fast as in American Whist around a chain twice as long.
"""

from __future__ import annotations

from arrowswitch.movements.family import TEAMS, Family
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.teams.cards import Stretch, TeamCard, Turn, only_sizes, pick, positive
from arrowswitch.movements.teams.matches import movement_of
from arrowswitch.movements.wishes import Wish
from arrowswitch.words import say

TITLE = say("New England Relay")

BOARDS_PER_ROUND = {4: 8, 6: 5, 8: 4, 10: 3, 12: 2, 14: 2, 16: 2, 18: 2, 20: 1}


def new_england(wish: Wish) -> Movement:
    """A New England Relay; fewer rounds, when wished, leave out the teams nearest in the room.

    >>> [(m.ew, m.boards[0]) for m in new_england(Wish(4)).path(1)]
    [(2, 1), (3, 9), (4, 17)]
    """
    teams = only_sizes(TITLE, wish.teams, BOARDS_PER_ROUND)
    positive(wish)
    dropped, odd = divmod(teams - 1 - (wish.rounds or teams - 1), 2)
    if odd or dropped < 0:
        # Rounds d and n-d are the two halves of the same matches, so they go together.
        raise ImpossibleWish(
            say(
                "A New England Relay for {teams} teams has {rounds} rounds or an even number fewer.",
                teams=teams,
                rounds=teams - 1,
            )
        )
    return movement_of(pick(TITLE, (new_england_card(teams, dropped),), wish), family=FAMILY.name, title=TITLE)


def new_england_card(teams: int, dropped: int = 0) -> TeamCard:
    """Visitors one table down and sets one place down each round, the first and last `dropped` rounds left out."""
    half = teams // 2
    turns = tuple(Turn(distance, distance - dropped - 1) for distance in range(1 + dropped, teams - dropped))
    return TeamCard(
        id=f"acbl-new-england-{teams}",
        teams=teams,
        stretches=(Stretch(turns, BOARDS_PER_ROUND[teams], ring=teams, stride=2),),
        shares=tuple((table, table + half) for table in range(1, half + 1)),
        relays=tuple((table, table % half + 1) for table in range(1, half + 1)),
        layout=(
            say(
                "Place table 1 beside table {next}, table 2 beside table {after}, and so on: such a couple shares its "
                "boards in every round.",
                next=half + 1,
                after=half + 2,
            ),
            say(
                "Put a bye-stand after each couple of tables. The first set goes to tables 1 and {next}, the second on "
                "the stand after them, the third to tables 2 and {after}, and so on.",
                next=half + 1,
                after=half + 2,
            ),
        ),
        usual=Turn(1, 1),
        source="ACBL club movement B0403R and its rule for larger fields",
    )


FAMILY = Family(
    name="new-england",
    title=TITLE,
    about=say("An even number of teams; tables half a room apart share a set, with a bye-stand after each couple."),
    place=240,
    kind="teams",
    build=new_england,
    options=TEAMS,
    cards=lambda teams: (new_england_card(teams).id,),
    sizes=tuple(BOARDS_PER_ROUND),
    ease=6,
    hazard=lambda movement: say("Tables half a room apart share boards, with a bye-stand between."),
)
