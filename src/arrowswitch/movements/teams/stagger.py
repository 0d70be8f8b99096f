"""The Stagger: an even number of teams in one session, as Busbridge plays it.

It has two rows of tables that share boards across the gap, and two stanzas; everybody meets everybody.
"""

from __future__ import annotations

from arrowswitch.movements.family import TEAMS, Family
from arrowswitch.movements.model import Movement
from arrowswitch.movements.teams.cards import Stretch, TeamCard, Turn, card_ids, only_sizes, pick
from arrowswitch.movements.teams.matches import movement_of
from arrowswitch.movements.wishes import Wish
from arrowswitch.words import say

TITLE = say("Stagger")

# card -> teams, boards a round before and after the break
STAGGERS: dict[str, tuple[int, int, int]] = {
    "busbridge-stagger-6": (6, 5, 5),
    "busbridge-stagger-8": (8, 4, 4),
    "busbridge-stagger-8-25": (8, 3, 4),
    "busbridge-stagger-10": (10, 3, 3),
    "busbridge-stagger-10-23": (10, 2, 3),
    "busbridge-stagger-12": (12, 2, 2),
    "busbridge-stagger-12-27": (12, 3, 2),
    "busbridge-stagger-14": (14, 2, 2),
}

SIZES = (6, 8, 10, 12, 14)


def stagger(wish: Wish) -> Movement:
    """A Stagger: East-West two tables down each round, in two stanzas.

    >>> [m.table for m in stagger(Wish(6)).meetings if m.ew == 1]
    [5, 3, 6, 4, 2]
    >>> stagger(Wish(8, boards=25)).boards_played[1]
    25
    """
    teams = only_sizes(TITLE, wish.teams, SIZES)
    return movement_of(pick(TITLE, stagger_cards(teams), wish), family=FAMILY.name, title=TITLE)


def stagger_cards(teams: int) -> tuple[TeamCard, ...]:
    """The cards for so many teams, the full one first."""
    return tuple(stagger_card(name) for name, plan in STAGGERS.items() if plan[0] == teams)


def stagger_card(name: str) -> TeamCard:
    """Even distances before the break, odd ones after it, on the other half of the sets."""
    teams, early, late = STAGGERS[name]
    half = teams // 2
    return TeamCard(
        id=name,
        teams=teams,
        stretches=(
            Stretch(tuple(Turn(2 * i, i) for i in range(1, half)), early, ring=half),
            Stretch(tuple(Turn(2 * i - 1, i - 1) for i in range(1, half + 1)), late, ring=half, deck=half),
        ),
        set_size=max(early, late),
        stanzas=2,
        home_set=1,
        shares=tuple((table, table + half) for table in range(1, half + 1)),
        layout=(
            say(
                "Place the tables in two parallel rows, 1 to {half} beside {next} to {teams}; a chair between each two "
                "holds the boards they share. The director moves the boards.",
                half=half,
                next=half + 1,
                teams=teams,
            ),
            say(
                "Put the second set between tables 1 and {next} and so on upwards, the first set between tables {half} "
                "and {teams}.",
                half=half,
                next=half + 1,
                teams=teams,
            ),
        ),
        source="Busbridge, Instructions for Directors and Scorers, section 4",
    )


FAMILY = Family(
    name="stagger",
    title=TITLE,
    about=say("An even number of teams in two rows that share boards, in two stanzas; everybody meets everybody."),
    place=220,
    kind="teams",
    build=stagger,
    options=TEAMS,
    cards=lambda teams: card_ids(stagger_cards(teams)),
    sizes=SIZES,
    ease=2,
    hazard=lambda movement: say("Tables share boards in twos; the director moves the boards."),
)
