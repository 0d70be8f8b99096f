"""Where everybody sits in a round that was drawn: at which table, which way, against whom; as the session has it, or will have it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from arrowswitch.contests.events import EventState, RoundDraw, Stage
from arrowswitch.journals import Refused
from arrowswitch.movements import Movement
from arrowswitch.movements.model import Meeting
from arrowswitch.session import State
from arrowswitch.site.club.models import Club
from arrowswitch.site.events.evenings import drawn_in, round_matches, section_of
from arrowswitch.site.events.feeds import state_of
from arrowswitch.words import Sentence, say


class SeatInRound(NamedTuple):
    """Half of a team, or a pair, in a round: `part` tells the halves of a round of two apart."""

    part: int
    table: int
    ns: bool
    against: int


def session_of(event: EventState, club: Club, stage: str, number: int) -> tuple[int, State] | None:
    """The session in which a round is played, and how it stands."""
    for each in event.sessions.values():
        if each.stage == stage and number in each.rounds and not each.left_out:
            state = state_of(each.session, club)
            if state is not None and not state.away:
                return int(each.session), state
    return None


def seats_in(event: EventState, stage: Stage, number: int, session: State | None) -> Mapping[int, list[SeatInRound]]:
    """Where everybody sits in a round; nobody, where nothing says so."""
    found: dict[int, list[SeatInRound]] = {}
    for each, part in _meetings(event, stage, number, session):
        found.setdefault(each.ns, []).append(SeatInRound(part, each.table, True, each.ew))
        found.setdefault(each.ew, []).append(SeatInRound(part, each.table, False, each.ns))
    return {who: sorted(seats, key=lambda seat: (seat.part, not seat.ns)) for who, seats in found.items()}


def _meetings(event: EventState, stage: Stage, number: int, session: State | None) -> list[tuple[Meeting, int]]:
    movement = _movement(session)
    draw = next((each for each in movement.draws if each.number == number), None) if movement else None
    if movement is not None and draw is not None:
        rounds = range(draw.first, draw.last + 1)
        return [(each, each.round - draw.first + 1) for own in rounds for each in movement.by_round.get(own, ())]
    try:
        meetings = drawn_in(event, stage, number, None).meetings
    except Refused:  # an event of players, or a round that no session could play
        return []
    return [(each, each.round) for each in meetings]


def _movement(session: State | None) -> Movement | None:
    section = section_of(session) if session is not None else None
    return section.movement if section else None


def tables_of_matches(event: EventState, stage: Stage, drawn: RoundDraw) -> list[str]:
    """The tables of each match of a draw, as people say them: a match of teams has two."""
    if event.kind == "players":
        return ["" if each.table is None else str(each.table) for each in drawn.matches]
    return [_told(each.tables) for each in round_matches(event, stage, drawn.round, drawn)]


def _told(tables: tuple[int, ...]) -> str:
    return ", ".join(map(str, tables))


def directions(event: EventState, seats: list[SeatInRound], ns: bool | None = None) -> list[Sentence]:
    """Where to go, in sentences: of a whole team, or of the half that sits `ns` or not.

    >>> directions(EventState(kind="pairs"), [SeatInRound(1, 7, True, 12)])
    ['Table 7, North-South, against 12.']
    >>> both = [SeatInRound(1, 7, True, 12), SeatInRound(1, 8, False, 12)]
    >>> directions(EventState(), both)
    ['One pair at table 7, North-South, against 12; the other at table 8, East-West.']
    >>> directions(EventState(), both, ns=True)
    ['Table 7, against 12; you sit North-South, team-mates at table 8.']
    """
    found: list[Sentence] = []
    told = {
        part: _one(event, [seat for seat in seats if seat.part == part], ns) for part in sorted({s.part for s in seats})
    }
    if len({*told.values()}) == 1:  # most stay where they are for the second half
        told = dict([*told.items()][:1])
    for part, text in told.items():
        if text is None:
            continue
        if len(told) > 1:
            text = say("First half: {text}", text=text) if part == 1 else say("Second half: {text}", text=text)
        found.append(text)
    return found


def _one(event: EventState, seats: list[SeatInRound], ns: bool | None) -> Sentence | None:
    if ns is not None and event.kind == "teams":
        mine = next((seat for seat in seats if seat.ns == ns), None)
        if mine is None:
            return None
        mates = next((seat for seat in seats if seat.ns != ns), None)
        values = {"table": mine.table, "other": event.called(mine.against), "way": _way(mine.ns)}
        if mates is None:
            return say("Table {table}, against {other}; you sit {way}.", **values)
        return say(
            "Table {table}, against {other}; you sit {way}, team-mates at table {mates}.", **values, mates=mates.table
        )
    if len(seats) == 1:
        (only,) = seats
        return say(
            "Table {table}, {way}, against {other}.",
            table=only.table,
            way=_way(only.ns),
            other=event.called(only.against),
        )
    one, two = seats[:2]
    values = {"one": one.table, "way": _way(one.ns), "other": event.called(one.against)}
    values |= {"two": two.table, "their": _way(two.ns), "third": event.called(two.against)}
    if one.against == two.against:
        return say("One pair at table {one}, {way}, against {other}; the other at table {two}, {their}.", **values)
    return say(
        "One pair at table {one}, {way}, against {other}; the other at table {two}, {their}, against {third}.", **values
    )


def _way(ns: bool) -> Sentence:
    return say("North-South") if ns else say("East-West")
