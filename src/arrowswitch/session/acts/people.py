"""People: names on seats, and substitutes. One person sits in one place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from arrowswitch.session.deciding import check_contestant, check_seats_seen, check_text, insist, section_of
from arrowswitch.session.journal import AT_TABLE, DESK, Act, Command, GrantedAct, JournalEntry, Refused, Thing, act
from arrowswitch.session.night import Place, SeatedPlayer, State, Stint, place_told, player_at, seats_of
from arrowswitch.words import Sentence, say

NAMES_RIGHT = say("put names right")
"""What players are told of names: people may have asked to be forgotten."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A player for a seat; None empties it."""

    place: Place
    player: SeatedPlayer | None


@act("seat")
class SeatPlayers(Act):
    """Put players on their seats."""

    who = AT_TABLE

    seatings: tuple[Seating, ...]

    def check_table(self, state: State, command: Command) -> None:
        by, section = command.by, state.sections[command.by.section]
        meeting = section.meeting(max(section.round, 1), by.table or 0)
        here = section.movement.seated(meeting) if meeting else ()
        for seating in self.seatings:
            place = seating.place
            if place.section != by.section or place.contestant not in here:
                raise Refused(say("A pad can name only the players of its own table."))
            if place in state.seats:
                raise Refused(say("This seat has a name already; the desk can change it."))

    def decide(self, state: State, command: Command) -> GrantedAct:
        if not self.seatings:
            raise Refused(say("Say who sits where."))
        if len({seating.place for seating in self.seatings}) < len(self.seatings):
            raise Refused(say("The same seat is named twice."))
        tidy = tuple(
            Seating(seating.place, tidy_player(seating.player) if seating.player else None) for seating in self.seatings
        )
        for seating in tidy:
            _check_place(state, seating.place)
        check_seats_seen(state, command, {seating.place: seating.player for seating in tidy})
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
        return GrantedAct(SeatPlayers(tidy), notes)

    def evolve(self, state: State, entry: JournalEntry) -> State:
        seats = dict(state.seats)
        for seating in self.seatings:
            seats.pop(seating.place, None)
            if seating.player is not None:
                seats[seating.place] = (Stint(1, seating.player),)
        return replace(state, seats=seats)

    def as_granted(self, granted: SeatPlayers) -> SeatPlayers:
        places = [seating.place for seating in self.seatings]
        return granted if places == [seating.place for seating in granted.seatings] else self

    def touches(self, state: State, command: str) -> Iterable[Thing]:
        return [("seat", seating.place) for seating in self.seatings]

    def rests_on(self, state: State) -> Iterable[Thing]:
        return [("contestants", seating.place.section) for seating in self.seatings]

    def told(self, state: State) -> Sentence:
        return say("named players: {names}", names=", ".join(_seated(state, s.place, s.player) for s in self.seatings))

    def told_nameless(self, state: State) -> Sentence:
        return say("named players")

    def told_as_news(self, state: State) -> Sentence:
        return NAMES_RIGHT

    def concerns(self, state: State) -> Iterable[Thing]:
        return [("pair", *seating.place[:2]) for seating in self.seatings]


@act("substitute")
class Substitute(Act):
    """Somebody else takes a seat from a round on."""

    who = DESK
    settled = ("player",)
    changes = ("seat place",)

    place: Place
    player: SeatedPlayer
    from_round: int

    def decide(self, state: State, command: Command) -> GrantedAct:
        _check_place(state, self.place)
        rounds = section_of(state, self.place.section).movement.all_rounds
        if not 2 <= self.from_round <= rounds:
            raise Refused(
                say(
                    "A substitute comes in from a round between 2 and {rounds}; for the first name the player anew.",
                    rounds=rounds,
                )
            )
        if self.place not in state.seats:
            raise Refused(say("This seat has no name yet, so nobody can be replaced."))
        player = tidy_player(self.player)
        if player_at(state, self.place) == player:
            raise Refused(say("{name} sits there already.", name=player.name))
        after = _sitting(state) | {self.place: player}
        return GrantedAct(replace(self, player=player), insist(command, _elsewhere(state, self.place, player, after)))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        earlier = tuple(stint for stint in state.seats.get(self.place, ()) if stint.from_round < self.from_round)
        return replace(state, seats={**state.seats, self.place: (*earlier, Stint(self.from_round, self.player))})

    def rests_on(self, state: State) -> Iterable[Thing]:
        return [("contestants", self.place.section)]

    def told(self, state: State) -> Sentence:
        name = _seated(state, self.place, self.player)
        return say("let {name} come in from round {round}", name=name, round=self.from_round)

    def told_nameless(self, state: State) -> Sentence:
        return say("let a substitute come in from round {round}", round=self.from_round)

    def told_as_news(self, state: State) -> Sentence:
        return NAMES_RIGHT

    def concerns(self, state: State) -> Iterable[Thing]:
        return [("pair", *self.place[:2])]


def _substituted(state: State, seatings: tuple[Seating, ...]) -> Iterator[Sentence]:
    """Seats on which a substitute came in: naming them anew would forget that."""
    for seating in seatings:
        stints = state.seats.get(seating.place, ())
        if len(stints) > 1:
            yield say(
                "{name} came in at {where} from round {round} on; take that back before you name the seat anew.",
                name=stints[-1].player.name,
                where=place_told(state, seating.place),
                round=stints[-1].from_round,
            )


def _sitting(state: State) -> dict[Place, SeatedPlayer]:
    """Who sits where now, on the seats that there still are."""
    return {
        place: stints[-1].player
        for place, stints in state.seats.items()
        if place.contestant in state.sections[place.section].movement.contestants
    }


def tidy_player(player: SeatedPlayer) -> SeatedPlayer:
    """A player as the journal keeps one; refused without a name."""
    name = " ".join(player.name.split())
    if not name:
        raise Refused(say("A player needs a name; leave the seat empty otherwise."))
    check_text(name, say("The name"))
    check_text(player.id, say("The player's number"))
    return SeatedPlayer(name, player.id.strip())


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


def _elsewhere(
    state: State, place: Place, player: SeatedPlayer, after: Mapping[Place, SeatedPlayer]
) -> Iterator[Sentence]:
    """One person in two seats: never for somebody with a number, and to be looked at with the same name."""
    known = list(after.values()).count(player) <= list(_sitting(state).values()).count(player)  # only changes seats
    for other, sitting in after.items():
        if other == place:
            continue
        where = place_told(state, other)
        if player.id and sitting.id == player.id:
            raise Refused(say("{name} sits at {where} already.", name=player.name, where=where))
        if not known and not (player.id and sitting.id) and sitting.name.casefold() == player.name.casefold():
            yield say("There is a {name} at {where} already; is it somebody else?", name=sitting.name, where=where)


def _seated(state: State, place: Place, player: SeatedPlayer | None) -> str:
    return f"{state.who(place.section, place.contestant)} {place.seat} {player.name if player else '-'}"
