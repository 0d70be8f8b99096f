"""Every trouble under its name, and what can be done about it: on a night, or with a movement alone.

The repairs are those of the manuals (NZ Club Directors Manual; ACBL club director's notes; Busbridge directors' instructions). Each
way out is tried on the session before it is shown, so that nothing is offered that the session would refuse.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from arrowswitch.movements import ImpossibleWish, Movement
from arrowswitch.movements.repair.tools import Repair, only_pairs
from arrowswitch.session.journal.entries import Refused
from arrowswitch.session.night.state import State
from arrowswitch.session.troubles import kinds
from arrowswitch.session.troubles.proposals import Proposal, weigh
from arrowswitch.session.troubles.trouble import PEOPLE, ROOM, TABLE, Answers, Remedy, Trouble
from arrowswitch.words import say

GROUPS = (PEOPLE, TABLE, ROOM)


def _collected(room: ModuleType) -> dict[str, Trouble]:
    """The troubles that are in a package, in the order in which they are listed."""
    modules = (import_module(f"{room.__name__}.{each.name}") for each in iter_modules(room.__path__))
    found = [module.TROUBLE for module in modules if isinstance(getattr(module, "TROUBLE", None), Trouble)]
    return {each.name: each for each in sorted(found, key=lambda each: (GROUPS.index(each.group), each.place))}


TROUBLES: Mapping[str, Trouble] = _collected(kinds)
REMEDIES: Mapping[str, Remedy] = {
    name: remedy for trouble in TROUBLES.values() for name, remedy in trouble.remedies.items()
}


def may_happen(state: State) -> tuple[str, ...]:
    """The troubles that a session can have, as its movements are: no skip is forgotten where there is none."""
    movements = [section.movement for section in state.sections.values()]
    return tuple(kind for kind, trouble in TROUBLES.items() if any(map(trouble.where, movements)))


def ways_out(kind: str, state: State, section: str, told: Answers) -> tuple[Proposal, ...]:
    """The ways out of a trouble, best first; `Refused` says why there is none.

    >>> ways_out("earthquake", State(), "A", Answers())
    Traceback (most recent call last):
    arrowswitch.journals.commands.Refused: There is no trouble “earthquake”.
    """
    if kind not in TROUBLES:
        raise Refused(say("There is no trouble “{kind}”.", kind=kind))
    if section not in state.sections:
        raise Refused(say("There is no section {name}.", name=section or "“”"))
    where, trouble = state.sections[section], TROUBLES[kind]
    if where.movement.kind != "pairs" and not trouble.where(where.movement):
        raise Refused(say("This is for pairs; in a team match change the meetings by hand."))
    return weigh(state, where, trouble.ways(state, where, told), ranked=trouble.ranked)


def mend(kind: str, movement: Movement, told: Answers) -> Repair:
    """Repair a movement.

    >>> from arrowswitch.movements import build
    >>> mend("rounds-cut", build("mitchell", tables=7), Answers(at_round=6)).steps[0]
    'Round 5 is the last one.'
    """
    if kind not in REMEDIES:
        raise ImpossibleWish(
            say("There is no repair “{kind}”; there are {kinds}.", kind=kind, kinds=", ".join(REMEDIES))
        )
    remedy = REMEDIES[kind]
    only_pairs(movement)
    given = told.told()
    missing = [name for name in remedy.needs if name not in given]
    if missing:
        raise ImpossibleWish(
            say("For {kind} tell also --{option}.", kind=kind, option=" and --".join(missing).replace("_", "-"))
        )
    useless = [name for name in given if name not in (*remedy.needs, *remedy.may)]
    if useless:
        raise ImpossibleWish(
            say("{kind} has no use for --{option}.", kind=kind, option=" and --".join(useless).replace("_", "-"))
        )
    negative = [name for name in given if isinstance(value := getattr(told, name), int) and value < 0]
    if negative:
        raise ImpossibleWish(say("--{option} must be 1 or more.", option=negative[0].replace("_", "-")))
    return remedy.mend(movement, told)
