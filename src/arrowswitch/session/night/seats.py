"""Who sits where: the seats that a session has, who is on them in a round, and which are still empty."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from arrowswitch.movements import Movement
from arrowswitch.session.night.lines import SeatLetter
from arrowswitch.session.night.people import Place, SeatedPlayer
from arrowswitch.session.night.state import State
from arrowswitch.words import Sentence, say


def seats_of(movement: Movement, contestant: int) -> tuple[SeatLetter, ...]:
    """A contestant's seats, by the direction in which it starts: two for a pair, four for a team.

    >>> from arrowswitch.movements import build
    >>> seats_of(build("mitchell", tables=7), 8), seats_of(build("american-whist", teams=5), 1)
    (('E', 'W'), ('N', 'S', 'E', 'W'))
    """
    if movement.kind == "teams":
        return "N", "S", "E", "W"
    path = movement.path(contestant)
    return ("E", "W") if path and path[0].ew == contestant else ("N", "S")


def places(state: State) -> tuple[Place, ...]:
    """Every seat of the session."""
    return tuple(
        Place(section.name, contestant, seat)
        for section in state.sections.values()
        for contestant in section.movement.contestants
        for seat in seats_of(section.movement, contestant)
    )


def unnamed(state: State) -> tuple[Place, ...]:
    """The seats that have no name yet."""
    return tuple(place for place in places(state) if place not in state.seats)


def player_at(state: State, place: Place, round_number: int | None = None) -> SeatedPlayer | None:
    """Who is on a seat in a round; without a round, who came last."""
    stints = state.seats.get(place, ())
    there = [stint for stint in stints if round_number is None or stint.from_round <= round_number]
    return there[-1].player if there else None


def players_of(
    state: State, section: str, contestant: int, round_number: int | None = None
) -> tuple[SeatedPlayer, ...]:
    """The players of a contestant, as far as they have names."""
    movement = state.sections[section].movement
    found = (
        player_at(state, Place(section, contestant, seat), round_number) for seat in seats_of(movement, contestant)
    )
    return tuple(player for player in found if player is not None)


def around(state: State, section: str, round_number: int, table: int) -> dict[SeatLetter, SeatedPlayer]:
    """Who really sits North, East, South and West at a table in a round, as far as they have names."""
    meeting = state.sections[section].meeting(round_number, table)
    movement = state.sections[section].movement
    found: dict[SeatLetter, SeatedPlayer] = {}
    if meeting is None:
        return found
    sides: tuple[tuple[int, tuple[SeatLetter, SeatLetter]], ...] = ((meeting.ns, ("N", "S")), (meeting.ew, ("E", "W")))
    for contestant, here in sides:
        own = here if movement.kind == "teams" else seats_of(movement, contestant)
        for seat, named in zip(here, own, strict=True):
            player = player_at(state, Place(section, contestant, named), round_number)
            if player is not None:
                found[seat] = player
    return found


def all_players_of(state: State, section: str, contestant: int) -> tuple[SeatedPlayer, ...]:
    """Everybody who has played for a contestant tonight, substitutes too."""
    movement = state.sections[section].movement
    return tuple(
        stint.player
        for seat in seats_of(movement, contestant)
        for stint in state.seats.get(Place(section, contestant, seat), ())
    )


def boards_by_player(state: State, place: Place) -> Mapping[SeatedPlayer, int]:
    """How many boards each player of a seat has played: points go to who played more than half (NZ manual SUB-01)."""
    counts: defaultdict[SeatedPlayer, int] = defaultdict(int)
    team = state.sections[place.section].movement.kind == "teams"
    for key, record in state.lines.items():
        sides = ("NS" if place.contestant == record.ns else "") + ("EW" if place.contestant == record.ew else "")
        if key.section != place.section or not record.occupies or not sides or (team and place.seat not in sides):
            continue
        player = player_at(state, place, key.round)
        if player is not None:
            counts[player] += 1
    return dict(counts)


def credited(state: State, place: Place) -> SeatedPlayer | None:
    """Who has the points of a seat: who played more than half of its boards so far (NZ manual SUB-01); nobody at half."""
    counts = boards_by_player(state, place)
    total = sum(counts.values())
    return next((player for player, count in counts.items() if 2 * count > total), None)


def place_told(state: State, place: Place) -> Sentence:
    """A seat as it stands on the cards."""
    return say("{who} {seat}", who=state.label(place.section, place.contestant), seat=place.seat)
