"""Circulation: four teams, three matches; all tables play the same boards in a round and pass them down as they are played.

As Busbridge plays it.
"""

from __future__ import annotations

from arrowswitch.movements.build import wrap
from arrowswitch.movements.family import TEAMS, Family
from arrowswitch.movements.model import ImpossibleWish, Instruction, Meeting, Movement
from arrowswitch.movements.teams.cards import only_sizes, positive
from arrowswitch.movements.teams.matches import assemble
from arrowswitch.movements.teams.words import round_words
from arrowswitch.movements.wishes import Wish
from arrowswitch.words import counted, say

TITLE = say("Circulation")
SOURCE = "Busbridge, Instructions for Directors and Scorers, section 4"
CARD = "busbridge-circulation-4"

FOUR_TEAMS = (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))


def circulation(wish: Wish) -> Movement:
    """Four teams, three matches; a quarter of the round's boards starts at each table and goes down as it is played.

    >>> circulation(Wish(4)).at[1, 2].boards
    (3, 4, 5, 6, 7, 8, 1, 2)
    """
    only_sizes(TITLE, wish.teams, (4,))
    positive(wish)
    if wish.card not in (None, CARD):
        raise ImpossibleWish(say("Circulation has one card, busbridge-circulation-4, not {card}.", card=wish.card))
    if wish.stanzas not in (None, 1):
        raise ImpossibleWish(say("Circulation is played through; it has no stanzas."))
    played = wish.rounds or 3
    if played > 3:
        raise ImpossibleWish(say("Four teams meet in 3 rounds, not {rounds}.", rounds=played))
    each, left_over = divmod(wish.boards, played) if wish.boards else (wish.boards_per_round or 8, 0)
    if left_over or each % 4 or wish.boards_per_round not in (None, each):
        raise ImpossibleWish(
            say(
                "Circulation needs the same number of boards at each of the four tables: 4, 8 or 12 a round, so "
                "{four}, {eight} or {twelve} in {rounds}.",
                four=4 * played,
                eight=8 * played,
                twelve=12 * played,
                rounds=counted("rounds", played),
            )
        )
    return assemble(
        tuple(
            Meeting(number, table, table, sum(match) - table, passed_down(number, table, each))
            for number, matches in enumerate(FOUR_TEAMS[:played], 1)
            for table in range(1, 5)
            for match in matches
            if table in match
        ),
        name=say(TITLE),
        family=FAMILY.name,
        teams=4,
        boards_per_round=each,
        shares=((1, 2, 3, 4),),
        instructions=_words(played, each),
        source=SOURCE,
        card=CARD,
    )


def passed_down(number: int, table: int, each: int) -> tuple[int, ...]:
    """The boards of a round in the order in which a table gets them.

    >>> passed_down(2, 4, 8)
    (15, 16, 9, 10, 11, 12, 13, 14)
    """
    first = (number - 1) * each
    return tuple(first + wrap((table - 1) * each // 4 + 1 + turn, each) for turn in range(each))


def _words(rounds: int, each: int) -> tuple[Instruction, ...]:
    quarter = each // 4
    said = [
        Instruction("layout", 0, say("Place four tables in a circle; team 1 sits at table 1, and so on.")),
        Instruction(
            "share",
            0,
            say(
                "Every round put {quarter} of its {each} boards on each table, the lowest on table 1. Pass boards down "
                "one table as soon as they are played.",
                quarter=quarter,
                each=each,
            ),
        ),
    ]
    for number, matches in enumerate(FOUR_TEAMS[:rounds], 1):
        said.append(round_words(number, matches))
        if number == 1 and rounds > 1:
            said.append(Instruction("stanza", 1, say("After round 1 there is a break.")))
    return (*said, Instruction("last", rounds, say("Play is over: go back to your home table and score up.")))


FAMILY = Family(
    name="circulation",
    title=TITLE,
    about=say("Four teams, three matches; boards go down a table as soon as they are played."),
    place=230,
    kind="teams",
    build=circulation,
    options=TEAMS,
    cards=lambda teams: (CARD,),
    sizes=(4,),
    ease=0,
    hazard=lambda movement: say("Four tables share the boards of a round and pass them on as they finish."),
)
