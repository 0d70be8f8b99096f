"""Decisions about people: names on seats, and substitutes. One person sits in one place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from arrowswitch.session import acts
from arrowswitch.session.acts import Place, Player
from arrowswitch.session.deciding.granting import Granted, check_contestant, check_text, insist, section_of
from arrowswitch.session.journal.events import Command, Outdated, Refused
from arrowswitch.session.night.seats import player_at, seats_of
from arrowswitch.session.night.state import State
from arrowswitch.session.story.touches import touches
from arrowswitch.words import Sentence, say


def seat(state: State, command: Command, act: acts.Seat) -> Granted:
    """Names for seats."""
    if not act.seatings:
        raise Refused(say("Say who sits where."))
    if len({seating.place for seating in act.seatings}) < len(act.seatings):
        raise Refused(say("The same seat is named twice."))
    tidy = tuple(
        acts.Seating(seating.place, _tidy(seating.player) if seating.player else None) for seating in act.seatings
    )
    for seating in tidy:
        _check_place(state, seating.place)
    _check_seen(state, command, tidy)
    after = _sitting(state)
    for seating in tidy:
        after.pop(seating.place, None)
    for seating in tidy:
        if seating.player:
            after[seating.place] = seating.player
    notes = insist(command, _substituted(state, tidy))
    for seating in tidy:
        if seating.player:
            notes += insist(command, _elsewhere(state, seating.place, seating.player, after))
    return Granted(acts.Seat(tidy), notes)


def _check_seen(state: State, command: Command, seatings: tuple[acts.Seating, ...]) -> None:
    """Refuses names for seats that somebody has named after the sender looked, unless it is the same name."""
    if command.seen is None:
        return
    wanted = {("seat", seating.place): seating for seating in seatings}
    for event in reversed(state.journal[max(command.seen, 0) :]):
        for thing in sorted(touches(event, state) & wanted.keys()):
            place, player = wanted[thing].place, wanted[thing].player
            now = player_at(state, place)
            if now != player:
                raise Outdated(
                    say(
                        "{name} was faster: {where} is {who} now. Look again before you change it.",
                        name=event.by.name or event.by.role,
                        where=_where(state, place),
                        who=now.name if now else say("empty"),
                    )
                )


def _substituted(state: State, seatings: tuple[acts.Seating, ...]) -> Iterator[Sentence]:
    """Seats on which a substitute came in: naming them anew would forget that."""
    for seating in seatings:
        stints = state.seats.get(seating.place, ())
        if len(stints) > 1:
            yield say(
                "{name} came in at {where} from round {round} on; take that back before you name the seat anew.",
                name=stints[-1].player.name,
                where=_where(state, seating.place),
                round=stints[-1].from_round,
            )


def _where(state: State, place: Place) -> Sentence:
    """A seat as it stands on the cards."""
    return say("{who} {seat}", who=state.label(place.section, place.contestant), seat=place.seat)


def substitute(state: State, command: Command, act: acts.Substitute) -> Granted:
    """Another player from a round on."""
    _check_place(state, act.place)
    rounds = section_of(state, act.place.section).movement.rounds
    if not 2 <= act.from_round <= rounds:
        raise Refused(
            say(
                "A substitute comes in from a round between 2 and {rounds}; for the first name the player anew.",
                rounds=rounds,
            )
        )
    if act.place not in state.seats:
        raise Refused(say("This seat has no name yet, so nobody can be replaced."))
    player = _tidy(act.player)
    if player_at(state, act.place) == player:
        raise Refused(say("{name} sits there already.", name=player.name))
    after = _sitting(state) | {act.place: player}
    return Granted(replace(act, player=player), insist(command, _elsewhere(state, act.place, player, after)))


def _sitting(state: State) -> dict[Place, Player]:
    """Who sits where now, on the seats that there still are."""
    return {
        place: stints[-1].player
        for place, stints in state.seats.items()
        if place.contestant in state.sections[place.section].movement.contestants
    }


def _tidy(player: Player) -> Player:
    name = " ".join(player.name.split())
    if not name:
        raise Refused(say("A player needs a name; leave the seat empty otherwise."))
    check_text(name, say("The name"))
    check_text(player.id, say("The player's number"))
    return Player(name, player.id.strip())


def _check_place(state: State, place: Place) -> None:
    check_contestant(state, place.section, place.contestant)
    movement = state.sections[place.section].movement
    allowed = seats_of(movement, place.contestant)
    if place.seat not in allowed:
        raise Refused(
            say(
                "{who} starts on {seats}, not {seat}.",
                who=movement.label(place.contestant),
                seats=", ".join(allowed),
                seat=place.seat,
            )
        )


def _elsewhere(state: State, place: Place, player: Player, after: Mapping[Place, Player]) -> Iterator[Sentence]:
    """One person in two seats: never for somebody with a number, and to be looked at with the same name."""
    known = list(after.values()).count(player) <= list(_sitting(state).values()).count(player)  # only changes seats
    for other, sitting in after.items():
        if other == place:
            continue
        where = _where(state, other)
        if player.id and sitting.id == player.id:
            raise Refused(say("{name} sits at {where} already.", name=player.name, where=where))
        if not known and not (player.id and sitting.id) and sitting.name.casefold() == player.name.casefold():
            yield say("There is a {name} at {where} already; is it somebody else?", name=sitting.name, where=where)
