"""Who is expected on a date, how many tables that makes, and which movement would be played.

Whoever has said something of that date is taken at the word; the standing pairs of the day come as always, unless one of the two has
said otherwise. What somebody says of himself counts more than what a partner says.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from arrowswitch.movements import Choice, ImpossibleWish
from arrowswitch.site.calendar.models import CalendarDate
from arrowswitch.site.club.models import Club, Player, StandingPair
from arrowswitch.site.movement.forms import COUNTED, WishForm
from arrowswitch.site.movement.views import chosen
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.spoken import spoken
from arrowswitch.site.work.workshop import NotMade


@dataclass(frozen=True)
class ExpectedPlayers:
    """Who comes: in pairs, or without a partner as yet; and who has said to be away."""

    pairs: tuple[tuple[Player, Player], ...] = ()
    alone: tuple[Player, ...] = ()
    away: tuple[Player, ...] = ()

    @property
    def count(self) -> int:
        """People who come."""
        return 2 * len(self.pairs) + len(self.alone)

    @property
    def halves(self) -> int:
        """Half tables: every two who are alone will have found each other."""
        return self.count // 2

    @property
    def tables(self) -> str:
        """The number of tables as it is written.

        >>> ann = Player(given="Ann")
        >>> [ExpectedPlayers(pairs=((ann, ann),) * count).tables for count in (0, 1, 4, 13)]
        ['0', '½', '2', '6½']
        """
        whole, half = divmod(self.halves, 2)
        return f"{whole or ''}½" if half else str(whole)

    @property
    def odd(self) -> bool:
        """Whether somebody will have no partner."""
        return self.count % 2 == 1

    @property
    def seated(self) -> int:
        """Pairs that must have a seat that stays."""
        return sum(one.must_sit or other.must_sit for one, other in self.pairs)


def expected(date: CalendarDate) -> ExpectedPlayers:
    """Who is expected on this date."""
    said = {each.player_id: each for each in date.attendances.select_related("player", "partner")}
    away = [each.player for each in said.values() if each.away]
    gone = {each.pk for each in away}
    pairs: list[tuple[Player, Player]] = []
    alone: dict[int, Player] = {}
    placed: set[int] = set(gone)

    def pair(one: Player, other: Player) -> None:
        pairs.append((one, other))
        placed.update((one.pk, other.pk))

    for each in said.values():
        partner = each.partner
        if each.player_id in placed or partner is None or partner.pk in placed:
            continue
        answer = said.get(partner.pk)
        if answer is None or answer.partner_id in (None, each.player_id):
            pair(each.player, partner)
    for each in said.values():
        if each.player_id not in placed:
            alone[each.player_id] = each.player
    for wish in date.wishes.filter(state="open").select_related("player"):
        if wish.player_id not in placed:
            alone[wish.player_id] = wish.player
    placed |= set(alone)
    for standing in _standing(date):
        free = [each for each in (standing.first, standing.second) if each.pk not in placed and each.active]
        if len(free) == 2:
            pair(*free)
        elif free:
            alone[free[0].pk] = free[0]
            placed.add(free[0].pk)
    return ExpectedPlayers(tuple(pairs), tuple(alone.values()), tuple(away))


def date_of(club: Club, day: datetime.date | None, title: str) -> CalendarDate | None:
    """The entry of the calendar that a session was opened from, if there is one: the one of that day with that title."""
    if day is None:
        return None
    return CalendarDate.objects.filter(club=club, day=day, title=title, cancelled=None).first()


def _standing(date: CalendarDate) -> list[StandingPair]:
    if not date.standing or not date.is_played:
        return []
    pairs = StandingPair.objects.filter(club=date.club_id, weekday__in=(0, date.day.isoweekday()))
    return list(pairs.select_related("first", "second").order_by("-weekday", "pk"))


def wished(date: CalendarDate, coming: ExpectedPlayers) -> dict[str, str]:
    """What is asked of a movement for this date, by the names that the pages of movements have."""
    counts = {"tables": coming.tables, "teams": str(coming.count // 4), "players": str(coming.count)}
    counted = COUNTED.get(date.kind, "")
    wish = {
        "kind": date.kind if counted else "pairs",
        counted: counts.get(counted, "") if coming.count >= 4 else "",
        "boards": date.boards,
        "grade": date.grade,
        "stationary": str(coming.seated or "") if date.kind == "pairs" else "",
    }
    return {name: value for name, value in wish.items() if name and value}


def night_address(date: CalendarDate, coming: ExpectedPlayers) -> str:
    """The page that opens the session, filled in: for an event the page that makes one."""
    if date.kind == "event":
        return reverse("contest-new")
    given = {"title": date.title, "date": date.day.isoformat(), **wished(date, coming)}
    return f"{reverse('night-new')}?{urlencode(given)}"


@dataclass(frozen=True)
class ProposedMovement:
    """The movement for who is expected, or why there is none."""

    address: str
    """Where all that fit are listed."""
    choice: Choice | None = None
    problem: str = ""


def proposed(request: ClubRequest, date: CalendarDate, coming: ExpectedPlayers) -> ProposedMovement | None:
    """The best movement for this date; nothing if too few are expected to ask, or if it is not a night of one movement."""
    wish = wished(date, coming)
    if date.kind not in COUNTED or COUNTED[date.kind] not in wish or request.club is None:
        return None
    address = f"{reverse('tonight')}?{urlencode(wish)}"
    asked = QueryDict(mutable=True)
    asked.update({**wish, "federation": request.club.federation})
    form = WishForm(asked, club=request.club)
    if not form.asks:
        problem = next((str(error) for errors in form.errors.values() for error in errors), "")
        return ProposedMovement(address, problem=problem)
    try:
        found = chosen(request, form.wish())
    except (ImpossibleWish, NotMade) as none:
        return ProposedMovement(address, problem=spoken(none))
    return ProposedMovement(address, found[0] if found else None)
