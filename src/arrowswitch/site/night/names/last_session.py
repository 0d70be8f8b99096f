"""Names taken over from the session before: whoever sat there then sits there now, where the seat is free."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.session import JournalFault, SeatedPlayer, Seating
from arrowswitch.session.night import places, player_at
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.night.naming import Names


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
        names = Names(store.state(earlier.pk), desk.request.club)
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
