"""What can go wrong on a night, in a director's words, with what must be asked and the ways out.

The repairs are those of the manuals (NZ Club Directors Manual; ACBL club director's notes; Busbridge directors' instructions). Each
way out is tried on the session before it is shown, so that nothing is offered that the session would refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from arrowswitch.movements import Movement
from arrowswitch.movements.catalogue import has
from arrowswitch.movements.family import Trait
from arrowswitch.movements.repair.special import special_due
from arrowswitch.session.journal.events import Refused
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.troubles.mistakes import (
    RELAYS,
    SIT_OUT,
    from_the_start,
    other_movements,
    out_of_order,
    rover,
    skip_forgotten,
    slow_table,
    special_move,
    turned,
    wrong_boards,
    wrong_opponents,
    wrong_skip,
)
from arrowswitch.session.troubles.people import late_pairs, late_tables, leaving, too_late
from arrowswitch.session.troubles.proposals import Answers, Proposal, Thought, weigh
from arrowswitch.words import Sentence, say


class Trouble(NamedTuple):
    """One sort of trouble."""

    title: Sentence
    hint: Sentence
    group: Sentence
    asks: tuple[str, ...]
    """The answers that are needed, by the names of `Answers`; after a dash those that are not."""
    ideas: Callable[[State, Section, Answers], Iterator[Thought]]
    otherwise: Sentence
    """What else can be done where no repair helps."""
    ranked: bool = True
    where: Callable[[Movement], bool] = lambda movement: movement.kind == "pairs"
    """In which movements it can happen."""
    once: bool = False
    """Whether it can happen only once: asked for another round it is still the same."""
    shortens: bool = False
    """Whether to play less is what the director wants."""


def _with(trait: Trait) -> Callable[[Movement], bool]:
    return lambda movement: has(movement.family, trait)


PEOPLE = say("People and time")
TABLE = say("At one table")
ROOM = say("In the whole room")

TROUBLES: Mapping[str, Trouble] = {
    "late-pair": Trouble(
        say("A pair is late"),
        say("Half table, new table, or a seat in a Howell."),
        PEOPLE,
        ("at_round", "-people", "-award"),
        late_pairs,
        say("Nobody is obliged to take a late pair. Send it home, or keep it as a reserve for a pair that leaves."),
    ),
    "late-table": Trouble(
        say("Two pairs are late: add a table"),
        say("Only during the first round."),
        PEOPLE,
        ("at_round", "-people"),
        late_tables,
        say("Fill the half table with one of the two pairs, if there is one, and send the other home."),
    ),
    "pair-leaves": Trouble(
        say("A pair leaves"),
        say("It is a phantom for the rest; its results stand from half of the boards on."),
        PEOPLE,
        ("pair", "at_round"),
        leaving,
        say("If somebody can take the seats, name substitutes instead."),
        ranked=False,
    ),
    "we-are-late": Trouble(
        say("We are late: finish earlier"),
        say("Cut rounds, or play fewer boards in each."),
        PEOPLE,
        ("at_round",),
        too_late,
        say("Take boards away from slow tables one by one, or let them be played later."),
        ranked=False,
        where=lambda movement: True,
        shortens=True,
    ),
    "slow-table": Trouble(
        say("A board is taken away for slow play"),
        say("A score by fault, a late play, or none."),
        PEOPLE,
        ("table", "at_round", "board", "which"),
        slow_table,
        say("A board that has been begun is finished; fine the slow side instead."),
        ranked=False,
        where=lambda movement: True,
    ),
    "wrong-board": Trouble(
        say("The wrong board was played"),
        say("A table played a board that was not due."),
        TABLE,
        ("table", "at_round", "board", "played", "-follow"),
        wrong_boards,
        say("Award an adjusted score on the board that was due: average plus to a side not at fault."),
    ),
    "wrong-opponents": Trouble(
        say("Pairs played the wrong opponents"),
        say("Two pairs sat in each other's seats."),
        TABLE,
        ("pair", "other_pair", "at_round", "-board", "-follow"),
        wrong_opponents,
        say("Enter each result with the pairs that played it, and adjust the boards that somebody gets twice."),
    ),
    "turned": Trouble(
        say("A table sat the wrong way round"),
        say("Howell table or arrow switch forgotten, or a board turned."),
        TABLE,
        ("table", "at_round", "-board"),
        turned,
        say("Adjust the boards that were played the wrong way, or score the session with one winner."),
    ),
    "rover-missed": Trouble(
        say("Play began before the rover came"),
        say("For a round or one board."),
        TABLE,
        ("at_round", "-board", "-follow"),
        rover,
        say("If another table was visited, name the two pairs under “Pairs played the wrong opponents”."),
        where=_with("rover"),
    ),
    "forgotten-skip": Trouble(
        say("The skip was forgotten"),
        say("Made up for now, or the boards skip instead."),
        ROOM,
        ("at_round", "-follow"),
        skip_forgotten,
        say("Boards that come to a pair a second time are not played: award an adjusted score."),
        where=_with("skip"),
        once=True,
    ),
    "wrong-skip": Trouble(
        say("The skip was made at the wrong time"),
        say("Too early, or too late."),
        ROOM,
        ("made_after", "at_round", "-follow"),
        wrong_skip,
        say("Put players and boards where the plan has them; boards played at wrong tables are “not played”."),
        where=_with("skip"),
        once=True,
    ),
    "missed-special": Trouble(
        say("The special move was missed"),
        say("Forgotten, or made after another round."),
        ROOM,
        ("-made_after", "at_round", "-follow"),
        special_move,
        say("Finish earlier: boards that come to a pair a second time are not played."),
        where=lambda movement: has(movement.family, "special move") and bool(special_due(movement)),
        once=True,
    ),
    "relay": Trouble(
        say("The relay stood in the wrong place"),
        say("One table off, or forgotten."),
        ROOM,
        ("which", "at_round", "-follow"),
        from_the_start(RELAYS),
        say("Compare boards and pairs at table 1, work round the room, and change the meetings by hand."),
        where=lambda movement: bool(movement.relays),
        once=True,
    ),
    "sit-out-boards": Trouble(
        say("Boards of the sit-out table"),
        say("They stayed there, or none were put there."),
        ROOM,
        ("which", "at_round", "-follow"),
        from_the_start(SIT_OUT),
        say("Change the boards of the meetings that are left by hand."),
        where=lambda movement: bool(movement.sit_outs),
        once=True,
    ),
    "boards-out-of-order": Trouble(
        say("Boards lay in each other's places"),
        say("Two tables began with each other's boards."),
        ROOM,
        ("table", "other_table", "-follow"),
        out_of_order,
        say("Change the boards of the meetings by hand."),
    ),
    "another-movement": Trouble(
        say("Go on with another movement"),
        say("The ones that cost least, from a round on."),
        ROOM,
        ("at_round",),
        other_movements,
        say("Finish earlier, or change the meetings that are left by hand."),
    ),
}


def may_happen(state: State) -> tuple[str, ...]:
    """The troubles that a session can have, as its movements are: no skip is forgotten where there is none."""
    movements = [section.movement for section in state.sections.values()]
    return tuple(kind for kind, trouble in TROUBLES.items() if any(map(trouble.where, movements)))


def ways_out(kind: str, state: State, section: str, told: Answers) -> tuple[Proposal, ...]:
    """The ways out of a trouble, best first; `Refused` says why there is none.

    >>> ways_out("earthquake", State(), "A", Answers())
    Traceback (most recent call last):
    arrowswitch.session.journal.events.Refused: There is no trouble “earthquake”.
    """
    if kind not in TROUBLES:
        raise Refused(say("There is no trouble “{kind}”.", kind=kind))
    if section not in state.sections:
        raise Refused(say("There is no section {name}.", name=section or "“”"))
    where, trouble = state.sections[section], TROUBLES[kind]
    if where.movement.kind != "pairs" and not trouble.where(where.movement):
        raise Refused(say("This is for pairs; in a team match change the meetings by hand."))
    return weigh(state, where, trouble.ideas(state, where, told), ranked=trouble.ranked)
