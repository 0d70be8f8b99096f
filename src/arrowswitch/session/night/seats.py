"""Who sits where: the seats that a session has, who is on them in a round, and which are still empty."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from arrowswitch.movements import Movement
from arrowswitch.session.night.lines import SeatLetter
from arrowswitch.session.night.people import Place, SeatedPlayer
from arrowswitch.session.night.state import State
from arrowswitch.words import Sentence, say

TEAM_SEATS: tuple[SeatLetter, ...] = ("N", "S", "E", "W")


def seats_of(movement: Movement, contestant: int) -> tuple[SeatLetter, ...]:
    """A contestant's seats, by the direction in which it starts: two for a pair, four for a team, one for a player.

    >>> from arrowswitch.movements import build
    >>> seats_of(build("mitchell", tables=7), 8), seats_of(build("american-whist", teams=5), 1)
    (('E', 'W'), ('N', 'S', 'E', 'W'))
    >>> [seats_of(build("individual", players=12), player) for player in (12, 4)]
    [('N',), ('S',)]
    """
    if movement.kind == "teams":
        return TEAM_SEATS
    path = movement.path(contestant)
    if movement.kind == "individual":
        return (TEAM_SEATS[movement.seated(path[0]).index(contestant)] if path else "N",)
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


def members_of(state: State, section: str, contestant: int) -> tuple[SeatedPlayer, ...]:
    """The players of a team, as far as they have names: those who began, who came in later, who has not played yet."""
    seats = (state.seats.get(Place(section, contestant, seat), ()) for seat in TEAM_SEATS)
    stints = sorted((stint for each in seats for stint in each), key=lambda stint: stint.from_round)
    return tuple(dict.fromkeys((*(stint.player for stint in stints), *state.team(section, contestant).spares)))


def players_of(
    state: State, section: str, contestant: int, round_number: int | None = None
) -> tuple[SeatedPlayer, ...]:
    """The players of a contestant, as far as they have names; of a team in no round in particular, all of them."""
    movement = state.sections[section].movement
    if movement.kind == "teams" and round_number is None:
        return members_of(state, section, contestant)
    found = (
        player_at(state, Place(section, each, seat), round_number)
        for each in movement.members(contestant)
        for seat in seats_of(movement, each)
    )
    return tuple(player for player in found if player is not None)


def around(state: State, section: str, round_number: int, table: int) -> dict[SeatLetter, SeatedPlayer]:
    """Who really sits North, East, South and West at a table in a round, as far as they have names."""
    meeting = state.sections[section].meeting(round_number, table)
    movement = state.sections[section].movement
    found: dict[SeatLetter, SeatedPlayer] = {}
    if meeting is None:
        return found
    if movement.kind == "individual":
        for seat, each in zip(TEAM_SEATS, movement.seated(meeting), strict=True):
            if player := player_at(state, Place(section, each, seats_of(movement, each)[0]), round_number):
                found[seat] = player
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
        for each in movement.members(contestant)
        for seat in seats_of(movement, each)
        for stint in state.seats.get(Place(section, each, seat), ())
    )


def boards_by_player(state: State, place: Place) -> Mapping[SeatedPlayer, int]:
    """How many boards each player of a seat has played: points go to who played more than half (NZ manual SUB-01)."""
    counts: defaultdict[SeatedPlayer, int] = defaultdict(int)
    movement = state.sections[place.section].movement
    team = movement.kind == "teams"
    for key, record in state.lines.items():
        if key.section != place.section:
            continue
        ours, theirs = (place.contestant in movement.members(side) for side in (record.ns, record.ew))
        sides = ("NS" if ours else "") + ("EW" if theirs else "")
        if not record.occupies or not sides or (team and place.seat not in sides):
            continue
        player = player_at(state, place, key.round)
        if player is not None:
            counts[player] += 1
    return dict(counts)


def boards_in_matches(state: State, section: str) -> Mapping[tuple[int, int, int], Mapping[SeatedPlayer, int]]:
    """How many boards each player of a team has played against another team in a round: by team, opponents and round."""
    found: defaultdict[tuple[int, int, int], defaultdict[SeatedPlayer, int]] = defaultdict(lambda: defaultdict(int))
    for key, record in state.lines.items():
        if key.section != section or not record.occupies:
            continue
        sides: tuple[tuple[int, int, tuple[SeatLetter, SeatLetter]], ...] = (
            (record.ns, record.ew, ("N", "S")),
            (record.ew, record.ns, ("E", "W")),
        )
        for team, against, seats in sides:
            for seat in seats:
                player = player_at(state, Place(section, team, seat), key.round)
                if player is not None:
                    found[team, against, key.round][player] += 1
    return found


def credited(state: State, place: Place) -> SeatedPlayer | None:
    """Who has the points of a seat: who played more than half of its boards so far (NZ manual SUB-01); nobody at half."""
    counts = boards_by_player(state, place)
    total = sum(counts.values())
    return next((player for player, count in counts.items() if 2 * count > total), None)


def place_told(state: State, place: Place) -> Sentence:
    """A seat as it stands on the cards."""
    if state.sections[place.section].movement.kind == "individual":
        return say("player {number}", number=state.label(place.section, place.contestant))
    return say("{who} {seat}", who=state.label(place.section, place.contestant), seat=place.seat)
