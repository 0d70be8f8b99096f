"""The troika: three teams that play one another over two rounds, with three sets of boards.

New Zealand Bridge, Club Directors Manual.
"""

from __future__ import annotations

from arrowswitch.movements.family import TEAMS, Family
from arrowswitch.movements.model import Movement
from arrowswitch.movements.teams.cards import Stretch, TeamCard, Turn, only_sizes, pick
from arrowswitch.movements.teams.matches import movement_of
from arrowswitch.movements.teams.round_robin import BOARDS_A_MATCH, NZ
from arrowswitch.movements.wishes import Wish
from arrowswitch.words import say

TITLE = say("Troika")
CARD = "nz-troika-3"


def troika(wish: Wish) -> Movement:
    """Three teams that play one another over two rounds, with three sets of boards.

    >>> [(m.ew, m.boards[0]) for m in troika(Wish(3, boards_per_round=6)).path(1)]
    [(3, 1), (2, 7)]
    """
    only_sizes(TITLE, wish.teams, (3,))
    one = TeamCard(
        id=CARD,
        teams=3,
        stretches=(Stretch((Turn(2, 0), Turn(1, 1)), BOARDS_A_MATCH, 3),),
        layout=(
            say("Put a set of boards on each of the three tables; team 1 sits at the first, and so on."),
            say("No scores can be compared until both rounds are over."),
        ),
        usual=None,
        source=NZ + "troika",
    )
    return movement_of(pick(TITLE, (one,), wish), family=FAMILY.name, title=TITLE)


FAMILY = Family(
    name="troika",
    title=TITLE,
    about=say("Three teams that play one another over two rounds, with three sets of boards."),
    place=260,
    kind="teams",
    build=troika,
    options=TEAMS,
    cards=lambda teams: (CARD,),
    sizes=(3,),
    ease=3,
    hazard=lambda movement: say("No match is over until both rounds have been played."),
)
