"""What a session of an event must have: every round that the event has drawn for it, and the people who have entered.

Nothing is written here. An event and its session are two journals, and a program may be stopped between the two; so what is still to be
done is never remembered but seen from how both stand, and done by whoever looks next (see `running`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from arrowswitch.contests.events import (
    AddedSession,
    ChangeDraw,
    ContestPlayer,
    DrawRound,
    EventJournalEntry,
    EventMatchKey,
    EventState,
    RoundDraw,
    Stage,
)
from arrowswitch.journals import DIRECTORS, Actor, Refused
from arrowswitch.movements import (
    Draw,
    DrawnRound,
    ImpossibleWish,
    Movement,
    RoundMatch,
    added,
    begun,
    drawn_round,
    placed,
    up_to,
)
from arrowswitch.movements.model import Kind
from arrowswitch.session import Command, Place, SeatedPlayer, Seating, SeatPlayers, State, Undo
from arrowswitch.session.acts import AddDraw, GiveLineUp, NameTeam, ReplaceDraw
from arrowswitch.session.night import TEAM_SEATS, Section, player_at, seats_of
from arrowswitch.words import say

SECTION = "A"
OF_EVENT = "event:"
"""How the ids of commands begin that an event gives to its sessions: a colon is in no id that a phone or a form may send."""
Register = Mapping[ContestPlayer, str]
"""The numbers in the club's register of those whom it knows."""


# -- a round ----------------------------------------------------------------------------------------------------------


def kind_of(event: EventState) -> Kind:
    """What the session of an event is for."""
    if event.kind == "players":
        raise Refused(say("An event of players has no matches that a session could play."))
    return "teams" if event.kind == "teams" else "pairs"


def round_matches(
    event: EventState, stage: Stage, number: int, drawn: RoundDraw | None = None
) -> tuple[RoundMatch, ...]:
    """The matches of a round that was drawn, or would be, with their tables; where two would have the same, one has the next that is
    free."""
    matches = (drawn or stage.rounds[number - 1]).matches
    taken: set[int] = set()
    places: dict[int, int] = {}
    for wanted in (True, False):  # first those that the draw has put somewhere
        for at, match in enumerate(matches):
            if match.is_bye or at in places or (wanted and (match.table is None or match.table in taken)):
                continue
            free = (table for table in range(1, len(matches) + 1) if table not in taken)
            places[at] = match.table if wanted and match.table else next(free, len(taken) + 1)
            taken.add(places[at])
    found = placed(kind_of(event), [(match.sides, places.get(at)) for at, match in enumerate(matches)])
    return tuple(
        replace(match, sides=_at_home(event, match), part=_part(event, stage, number, match.sides)) for match in found
    )


def _at_home(event: EventState, match: RoundMatch) -> tuple[int, ...]:
    """The sides of a match of teams, with one that cannot leave a table North-South there: the same two people stay in their seats."""
    sides = [*match.sides]
    for side in match.sides:
        home = event.entries[side].home
        if event.kind == "teams" and home in match.tables:
            here, there = sides.index(side), match.tables.index(home)
            sides[here], sides[there] = sides[there], sides[here]
    return tuple(sides)


def _part(event: EventState, stage: Stage, number: int, sides: tuple[int, ...]) -> int:
    """Of three who play one another over two rounds, which of the two this is."""
    if len(sides) != 3 or stage.plan.contest != "swiss" or event.rules.triple_rounds == 1:
        return 0
    before = number - 1
    while before and any({*match.sides} == {*sides} for match in stage.rounds[before - 1].matches):
        before -= 1
    return 2 - (number - before) % 2


def drawn_in(event: EventState, stage: Stage, number: int, before: Movement | None) -> DrawnRound:
    """A round of an event as its session plays it; `Refused` says why it cannot."""
    matches = round_matches(event, stage, number)
    begun_as = _sides_before(before)
    matches = tuple(
        replace(match, sides=begun_as.get(frozenset(match.sides), match.sides)) if match.part == 2 else match
        for match in matches
    )
    try:
        staying = {who for who, entry in event.entries.items() if entry.home is not None}
        return drawn_round(kind_of(event), number, matches, boards=event.boards, before=before, staying=staying)
    except ImpossibleWish as impossible:
        raise Refused(impossible.args[0]) from None


def _sides_before(movement: Movement | None) -> dict[frozenset[int], tuple[int, ...]]:
    """Three teams in the order in which they began."""
    last = movement.draws[-1].matches if movement and movement.draws else ()
    return {frozenset(match.sides): match.sides for match in last if match.part == 1}


def first_movement(event: EventState, stage: Stage, rounds: tuple[int, ...]) -> Movement:
    """The movement with which an evening begins: as many of its rounds as are drawn."""
    if rounds[0] > len(stage.rounds):
        raise Refused(say("Round {number} has not been drawn.", number=rounds[0]))
    first = drawn_in(event, stage, rounds[0], None)
    movement = begun(kind_of(event), stage.name, first, planned=len(rounds))
    for number in rounds[1:]:
        if number <= len(stage.rounds):
            movement = added(movement, drawn_in(event, stage, number, movement))
    return movement


# -- what is still to be done -----------------------------------------------------------------------------------------


def section_of(state: State) -> Section | None:
    """The section of a session whose rounds are drawn."""
    return next((section for section in state.sections.values() if section.movement.draws), None)


def next_draw_step(pk: int, event: EventState, session: AddedSession, state: State, now: datetime) -> Command | None:
    """The next thing to do so that a session has the draws of its event; nothing if it has them."""
    section, stage = section_of(state), event.stages.get(session.stage)
    if section is None or stage is None or state.away or session.left_out:
        return None
    movement = section.movement
    wanted = [number for number in session.rounds if number <= len(stage.rounds)]
    for draw in movement.draws:
        if draw.number not in wanted:
            made = _entry_of(state, draw.number)
            if made is None or draw is not movement.draws[-1]:
                return None  # with what the session began: it is another evening's now
            by, why = _asked(event)
            name = f"{OF_EVENT}{pk}-{len(event.journal)}-back-{len(state.journal)}"
            return Command(name, by, now, Undo(made), why)
        before = up_to(movement, draw.number)
        drawn = drawn_in(event, stage, draw.number, before)
        if _differs(drawn.draw, draw, begun=section.round >= draw.first):
            by, why = _asked(event, stage.name, draw.number)
            again = ReplaceDraw(section.name, drawn)
            return Command(_draw_name(pk, event, stage, draw.number, again), by, now, again, why or str(ANEW))
    following = next((number for number in wanted if number > movement.draws[-1].number), None)
    if following is None:
        return None
    by, _why = _asked(event, stage.name, following)
    fixture = stage.plan.contest == "round-robin"
    act = AddDraw(section.name, drawn_in(event, stage, following, movement), fixture)
    return Command(_draw_name(pk, event, stage, following, act), by, now, act)


def _differs(wanted: Draw, there: Draw, *, begun: bool) -> bool:
    """Whether a session has another draw: other matches, or before it is called other tables."""
    if not begun:
        return wanted.matches != there.matches
    return {frozenset(match.sides) for match in wanted.matches} != {frozenset(match.sides) for match in there.matches}


ANEW = say("The event has drawn it anew.")


def _draw_name(pk: int, event: EventState, stage: Stage, number: int, act: AddDraw | ReplaceDraw) -> str:
    """The id of a command that brings a draw: two who see the same to be done do it once, and what the director has taken back in the
    session does not come again before the round is drawn or changed anew."""
    version = event.versions.get(("round", stage.name, number), 0)
    return f"{OF_EVENT}{pk}-{version}-{sha256(repr(act).encode()).hexdigest()[:12]}-round-{number}"


def _entry_of(state: State, number: int) -> str | None:
    """The command by which a draw came into a session, or was last made anew there."""
    for entry in reversed(state.journal):
        if entry.id not in state.undone and isinstance(entry.act, AddDraw | ReplaceDraw):
            return entry.id if entry.act.drawn.draw.number == number else None
    return None


def _asked(event: EventState, stage: str = "", number: int = 0) -> tuple[Actor, str]:
    """Who has drawn a round last, and why; who has taken one back, where none is named."""

    def is_it(entry: EventJournalEntry) -> bool:
        match entry.act:
            case DrawRound(stage=where, drawn=drawn):
                return where == stage and any(each.round == number for each in drawn)
            case ChangeDraw(stage=where, round=drawn):
                return (where, drawn) == (stage, number)
            case act:
                return not stage and bool(act.undoes)

    found = next((entry for entry in reversed(event.journal) if is_it(entry)), event.journal[-1])
    return found.by, found.why


# -- people -----------------------------------------------------------------------------------------------------------


def people_steps(pk: int, event: EventState, state: State, now: datetime, register: Register) -> Iterator[Command]:
    """Commands that put those who have entered on their seats, who have none yet; each is given once, whatever becomes of it."""
    section = section_of(state)
    if section is None or state.away:
        return
    by = next(entry.by for entry in reversed(event.journal) if entry.by.role in DIRECTORS)
    for number in section.movement.contestants:
        entry = event.entries.get(number)
        if entry is None:
            continue
        players = [_seated(player, register) for player in entry.players]
        seats = seats_of(section.movement, number)
        seatings = tuple(
            Seating(Place(section.name, number, seat), player) for seat, player in zip(seats, players, strict=False)
        )
        seat, name = f"{OF_EVENT}{pk}-seat-{number}", f"{OF_EVENT}{pk}-name-{number}"
        empty = not any(Place(section.name, number, each) in state.seats for each in seats)
        if seatings and empty and seat not in state.ids:
            yield Command(seat, by, now, SeatPlayers(seatings), str(FROM_EVENT), force=True)
        if section.movement.kind == "teams" and entry.name and name not in state.ids:
            captain = players[entry.captain - 1] if 0 < entry.captain <= len(players) else None
            act = NameTeam(section.name, number, entry.name, tuple(players[len(seats) : len(seats) + 2]), captain)
            yield Command(name, by, now, act)


def line_up_steps(
    pk: int, event: EventState, session: AddedSession, state: State, now: datetime, register: Register
) -> Iterator[Command]:
    """Commands that seat teams as their captains have said for a match; each is given once, whatever becomes of it."""
    section, stage = section_of(state), event.stages.get(session.stage)
    if section is None or stage is None or state.away or event.kind != "teams":
        return
    for draw in section.movement.draws:
        for at, match in enumerate(
            stage.rounds[draw.number - 1].matches if draw.number <= len(stage.rounds) else (), 1
        ):
            key = EventMatchKey(stage.name, draw.number, at)
            for number, chosen in stage.record(key).line_ups.items():
                version = event.versions.get(("line-up", *key, number), 0)
                players = [_seated(player, register) for player in event.entries[number].players]
                places = (*chosen.ns, *chosen.ew)
                if number not in match.sides or max(places) > len(players):
                    continue
                seatings = tuple(
                    Seating(Place(section.name, number, seat), players[place - 1])
                    for seat, place in zip(TEAM_SEATS, places, strict=True)
                )
                name = f"{OF_EVENT}{pk}-line-up-{draw.number}-{number}-{version}"
                differs = any(player_at(state, each.place, draw.first) != each.player for each in seatings)
                if differs and name not in state.ids:
                    by = next(entry.by for entry in reversed(event.journal) if entry.by.role in DIRECTORS)
                    yield Command(name, by, now, GiveLineUp(section.name, number, draw.first, seatings))


FROM_EVENT = say("As entered in the event.")


def _seated(player: ContestPlayer, register: Register) -> SeatedPlayer:
    return SeatedPlayer(player.name, register.get(player, ""))
