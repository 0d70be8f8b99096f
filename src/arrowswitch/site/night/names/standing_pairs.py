"""Pairs that always start at the same table: who of them sits, and who could be seated now."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from arrowswitch.session import SeatedPlayer, Seating
from arrowswitch.session.desk import SlipHalf, half_at, seated
from arrowswitch.session.night import player_at
from arrowswitch.site.club.models import Club, StandingPair
from arrowswitch.site.night.names.seating import SessionSeats


@dataclass(frozen=True)
class StandingPairTonight:
    """A standing pair on this night."""

    pair: StandingPair
    half: SlipHalf | None
    problem: str
    """Why it cannot be seated; empty if it can."""
    sits: bool = False


def kept_seats(club: Club, seats: SessionSeats) -> list[StandingPairTonight]:
    """The standing pairs of the day of a session."""
    day = seats.state.date.isoweekday() if seats.state.date else 0
    pairs = StandingPair.objects.filter(club=club, weekday__in=(0, day)).select_related("first", "second")
    return [_kept(seats, pair) for pair in pairs]


def _kept(seats: SessionSeats, pair: StandingPair) -> StandingPairTonight:
    state = seats.state
    half = half_at(state, next(iter(state.sections)), pair.table, pair.side)
    wanted = {str(pair.first_id), str(pair.second_id)}
    if half is None:
        return StandingPairTonight(
            pair, None, _("Table %(table)s %(side)s is not in play.") % {"table": pair.table, "side": pair.side}
        )
    if wanted == {player.id for player in seated(state, half)}:
        return StandingPairTonight(pair, half, "", sits=True)
    for place in state.seats:
        player = player_at(state, place)
        if player and player.id in wanted:
            return StandingPairTonight(
                pair, half, _("%(name)s sits at %(seat)s.") % {"name": player.name, "seat": seats.called(place)}
            )
    if seated(state, half):
        return StandingPairTonight(pair, half, _("Somebody else sits there."))
    return StandingPairTonight(pair, half, "")


def to_seat(club: Club, seats: SessionSeats) -> tuple[Seating, ...]:
    """The seats to give to standing pairs now."""
    found: dict[SlipHalf, StandingPairTonight] = {}
    people: set[int] = set()
    for kept in sorted(kept_seats(club, seats), key=lambda each: -each.pair.weekday):  # a day's own custom comes first
        pair = {kept.pair.first_id, kept.pair.second_id}
        if kept.half and kept.half not in found and not kept.problem and not kept.sits and not pair & people:
            found[kept.half] = kept
            people |= pair
    return tuple(
        Seating(place, SeatedPlayer(str(player), str(player.pk)))
        for half, kept in found.items()
        for place, player in zip(half.places, (kept.pair.first, kept.pair.second), strict=True)
    )
