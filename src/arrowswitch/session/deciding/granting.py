"""What every decision uses: finding a section, insisting, and trying an act out before it is granted."""

from __future__ import annotations

from collections.abc import Iterable

from arrowswitch.journals.deciding import MOST_TEXT as MOST_TEXT
from arrowswitch.journals.deciding import check_text as check_text
from arrowswitch.movements import Movement
from arrowswitch.scoring import BadLine, BadSession, score
from arrowswitch.scoring.ranking.ranking import ranking
from arrowswitch.session.journal import Command, GrantedAct, JournalEntry, Refused
from arrowswitch.session.night import Section, State, evolve, scoring_session
from arrowswitch.words import Sentence, say


def section_of(state: State, name: str) -> Section:
    """The section of a name."""
    if name not in state.sections:
        raise Refused(
            say("There is no section {name}; there are {names}.", name=name or "“”", names=", ".join(state.sections))
        )
    return state.sections[name]


def check_contestant(state: State, section: str, contestant: int) -> None:
    """Refuses somebody who does not play in a section."""
    if contestant in section_of(state, section).movement.contestants:
        return
    if len(state.sections) == 1:
        raise Refused(say("There is no {who} in this session.", who=contestant))
    raise Refused(say("There is no {who} in section {section}.", who=contestant, section=section))


def check_sides(state: State, section: str, ns: int, ew: int) -> None:
    """Refuses a table at which somebody sits who does not play in a section, or who sits there twice."""
    movement = section_of(state, section).movement
    seated = (*movement.members(ns), *movement.members(ew))
    if movement.kind == "individual" and len(seated) != 4:
        raise Refused(say("In an individual two players sit on each side."))
    for contestant in seated:
        check_contestant(state, section, contestant)
        if seated.count(contestant) > 1:
            raise Refused(say("{who} cannot sit on both sides.", who=movement.label(contestant)))


def check_round(movement: Movement, number: int) -> None:
    """Refuses a round that a movement does not have."""
    if not 1 <= number <= movement.rounds:
        raise Refused(
            say("There is no round {round}: the last is round {rounds}.", round=number, rounds=movement.rounds)
        )


def sections_of(state: State, name: str | None) -> tuple[Section, ...]:
    """The section of a name, or all."""
    return tuple(state.sections.values()) if name is None else (section_of(state, name),)


def insist(command: Command, problems: Iterable[Sentence]) -> tuple[Sentence, ...]:
    """What speaks against a command: refused, or noted if the director insists."""
    found = tuple(problems)
    if not found or command.force:
        return found
    if len(found) == 1:
        raise Refused(found[0])
    raise Refused(say("{first} (And {count} more.)", first=found[0], count=len(found) - 1))


def granted_entry(command: Command, granted: GrantedAct) -> JournalEntry:
    """The entry of a command that is granted."""
    return JournalEntry(
        id=command.id,
        by=command.by,
        at=command.at,
        act=granted.act,
        why=command.why,
        forced=command.force,
        notes=granted.notes,
        claimed=command.claimed,
        repair=command.repair,
    )


def scorable(state: State, command: Command, granted: GrantedAct) -> GrantedAct:
    """What is granted, unless the session could not be scored or ranked after it."""
    after = evolve(state, granted_entry(command, granted))
    try:
        ranking(score(scoring_session(after)))
    except (BadSession, BadLine) as error:
        raise Refused(error.args[0]) from None
    return granted


def sides_taken(state: State, section: str, movement: Movement) -> tuple[frozenset[int], frozenset[int]]:
    """Who sits North-South and who East-West, in a movement and on the lines that were written already."""
    written = [record for key, record in state.lines.items() if key.section == section and not record.void]
    north_south, east_west = movement.sides_taken
    return north_south | {record.ns for record in written}, east_west | {record.ew for record in written}


def one_way(movement: Movement) -> bool:
    """Whether everybody keeps to one side of the table, as two winners ask for.

    >>> from arrowswitch.movements import build
    >>> one_way(build("mitchell", tables=7)), one_way(build("howell", tables=5))
    (True, False)
    """
    return frozenset.isdisjoint(*movement.sides_taken)
