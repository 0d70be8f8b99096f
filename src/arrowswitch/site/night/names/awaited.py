"""Who is expected tonight by the calendar, and has no seat yet."""

from __future__ import annotations

from arrowswitch.session.night import player_at
from arrowswitch.site.calendar.expected import ExpectedPlayers, date_of, expected
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.night.names.seating import SessionSeats


def awaited(club: Club, seats: SessionSeats) -> ExpectedPlayers | None:
    """The pairs, and who comes alone, of whom nobody is seated; nothing once the results are posted, or if no date is of this session."""
    tonight = None if seats.state.phase == "published" else date_of(club, seats.state.date, seats.state.title)
    if tonight is None:
        return None
    seated = {player.id for place in seats.state.seats if (player := player_at(seats.state, place))}
    coming = expected(tonight)
    return ExpectedPlayers(
        pairs=tuple(pair for pair in coming.pairs if not seated & {str(each.pk) for each in pair}),
        alone=tuple(each for each in coming.alone if str(each.pk) not in seated),
    )


def partner_tonight(club: Club, seats: SessionSeats, player: str) -> Player | None:
    """With whom somebody of the register has agreed to play tonight."""
    tonight = date_of(club, seats.state.date, seats.state.title)
    for pair in expected(tonight).pairs if tonight else ():
        for one, other in (pair, pair[::-1]):
            if str(one.pk) == player:
                return other
    return None
