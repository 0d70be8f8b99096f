"""Who can be seated by custom: pairs that always start at the same table, and whoever sat there in the session before, where
the seat is free now."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from arrowswitch.session import JournalFault, SeatedPlayer, Seating
from arrowswitch.session.desk import SlipHalf, half_at, seated
from arrowswitch.session.night import places, player_at
from arrowswitch.site.club.models import Club, StandingPair
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.night.names.seating import SessionSeats
from arrowswitch.site.night.naming import Names


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
    pairs = StandingPair.objects.filter(club=club, weekday__in=(0, day), table__gt=0).select_related("first", "second")
    return [_kept(seats, pair) for pair in pairs]


def _kept(seats: SessionSeats, pair: StandingPair) -> StandingPairTonight:
    state = seats.state
    half = half_at(state, next(iter(state.sections)), pair.table or 0, pair.side)
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


@dataclass(frozen=True)
class Earlier:
    """The session before, and who of it can be seated now."""

    session: Session
    seatings: tuple[Seating, ...]


def last_names(desk: Desk) -> Earlier | None:
    """Who can be taken over before play; nothing where nobody can, or there is no session before."""
    if desk.state.phase != "open" or desk.state.date is None:
        return None
    earlier = store.listed(desk.request.club).filter(date__lte=desk.state.date).exclude(pk=desk.session.pk).first()
    if earlier is None:
        return None
    try:
        names = Names(store.state(earlier.pk), desk.request.club, "desk")
    except JournalFault:
        return None
    seatings = _seatings(desk, names)
    return Earlier(earlier, seatings) if seatings else None


def _seatings(desk: Desk, names: Names) -> tuple[Seating, ...]:
    sits = {player for place in desk.state.seats if (player := player_at(desk.state, place))}
    numbers = {player.id for player in sits if player.id}
    found = []
    for place in places(desk.state):
        if place in desk.state.seats or not (sat := player_at(names.state, place)):
            continue
        now = _now(names, sat)
        if now and now not in sits and (not now.id or now.id not in numbers):
            found.append(Seating(place, now))
            sits.add(now)
            numbers |= {now.id} - {""}
    return tuple(found)


def _now(names: Names, sat: SeatedPlayer) -> SeatedPlayer | None:
    """A person as the register has it today; nobody who has left the club or asked to be forgotten."""
    if not sat.id:
        return sat
    person = names.register.get(sat.id)
    return SeatedPlayer(str(person), str(person.pk)) if person and person.active and not person.erased else None
