"""Stagger and Circulation: even numbers of teams in one session, as Busbridge plays them.

A Stagger has two rows of tables that share boards across the gap, and two stanzas; everybody meets everybody.
Circulation is for four teams: all tables play the same boards in a round and pass them down as they are played.
"""

from __future__ import annotations

from arrowswitch.movements.build import wrap
from arrowswitch.movements.model import ImpossibleWish, Instruction, Meeting, Movement
from arrowswitch.movements.teams.cards import Card, Stretch, Turn, only_sizes, pick, positive
from arrowswitch.movements.teams.matches import assemble, movement_of
from arrowswitch.words import counted, say

STAGGER = say("Stagger")
CIRCULATION = say("Circulation")
SOURCE = "Busbridge, Instructions for Directors and Scorers, section 4"

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

FOUR_TEAMS = (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))


def stagger(
    teams: int,
    *,
    rounds: int | None = None,
    boards_per_round: int | None = None,
    boards: int | None = None,
    stanzas: int | None = None,
    card: str | None = None,
) -> Movement:
    """A Stagger: East-West two tables down each round, in two stanzas.

    >>> [m.table for m in stagger(6).meetings if m.ew == 1]
    [5, 3, 6, 4, 2]
    >>> stagger(8, boards=25).boards_played[1]
    25
    """
    only_sizes(STAGGER, teams, {plan[0] for plan in STAGGERS.values()})
    picked = pick(
        STAGGER,
        stagger_cards(teams),
        rounds=rounds,
        boards_per_round=boards_per_round,
        boards=boards,
        stanzas=stanzas,
        card=card,
    )
    return movement_of(picked, family="stagger", title=STAGGER)


def stagger_cards(teams: int) -> tuple[Card, ...]:
    """The cards for so many teams, the full one first."""
    return tuple(stagger_card(name) for name, plan in STAGGERS.items() if plan[0] == teams)


def stagger_card(name: str) -> Card:
    """Even distances before the break, odd ones after it, on the other half of the sets."""
    teams, early, late = STAGGERS[name]
    half = teams // 2
    return Card(
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
        source=SOURCE,
    )


def circulation(
    teams: int = 4,
    *,
    rounds: int | None = None,
    boards_per_round: int | None = None,
    boards: int | None = None,
    stanzas: int | None = None,
    card: str | None = None,
) -> Movement:
    """Four teams, three matches; a quarter of the round's boards starts at each table and goes down as it is played.

    >>> circulation(4).at[1, 2].boards
    (3, 4, 5, 6, 7, 8, 1, 2)
    """
    only_sizes(CIRCULATION, teams, (4,))
    positive(rounds=rounds, boards_per_round=boards_per_round, boards=boards, stanzas=stanzas)
    if card not in (None, "busbridge-circulation-4"):
        raise ImpossibleWish(say("Circulation has one card, busbridge-circulation-4, not {card}.", card=card))
    if stanzas not in (None, 1):
        raise ImpossibleWish(say("Circulation is played through; it has no stanzas."))
    played = 3 if rounds is None else rounds
    if played > 3:
        raise ImpossibleWish(say("Four teams meet in 3 rounds, not {rounds}.", rounds=played))
    each, left_over = divmod(boards, played) if boards else (boards_per_round or 8, 0)
    if left_over or each % 4 or boards_per_round not in (None, each):
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
            Meeting(number, table, table, opponents[table], passed_down(number, table, each))
            for number in range(1, played + 1)
            for opponents in [_opponents(number)]
            for table in range(1, 5)
        ),
        name=say(CIRCULATION),
        family="circulation",
        teams=4,
        boards_per_round=each,
        shares=((1, 2, 3, 4),),
        instructions=_circulation_words(played, each),
        source=SOURCE,
        card="busbridge-circulation-4",
    )


def passed_down(number: int, table: int, each: int) -> tuple[int, ...]:
    """The boards of a round in the order in which a table gets them.

    >>> passed_down(2, 4, 8)
    (15, 16, 9, 10, 11, 12, 13, 14)
    """
    first = (number - 1) * each
    return tuple(first + wrap((table - 1) * each // 4 + 1 + turn, each) for turn in range(each))


def _opponents(number: int) -> dict[int, int]:
    return {team: other for match in FOUR_TEAMS[number - 1] for team, other in (match, match[::-1])}


def _circulation_words(rounds: int, each: int) -> tuple[Instruction, ...]:
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
    for number in range(1, rounds + 1):
        matches = ", ".join(f"{one} v {other}" for one, other in FOUR_TEAMS[number - 1])
        said.append(
            Instruction(
                "start" if number == 1 else "move",
                number - 1,
                say("Round {round}: {matches}. East-West go to the other team's table.", round=number, matches=matches),
            )
        )
        if number == 1 and rounds > 1:
            said.append(Instruction("stanza", 1, say("After round 1 there is a break.")))
    return (*said, Instruction("last", rounds, say("Play is over: go back to your home table and score up.")))
