"""Looks at nights against their cards, as far as everybody may see them, and keeps what each player made of them.

A night is worked out by `session.review` when one of its players first opens the page: the latest ones while the page waits, the others in
a thread, which leaves the room its turn. Thrown away, it is worked out again.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from datetime import timedelta
from fractions import Fraction

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from arrowswitch.bridge import Seat
from arrowswitch.scoring import METHODS
from arrowswitch.session import Actor, JournalFault, Refused, State
from arrowswitch.session.night import around
from arrowswitch.session.review import BoardReview, by_pair, by_player
from arrowswitch.site.club.models import Player
from arrowswitch.site.journal import leading, solving, store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.mybridge.models import CardsLine, CardsNight
from arrowswitch.site.night.results.review import reviews_of
from arrowswitch.site.night.results.seeing import Viewer
from arrowswitch.site.work.errands import Errands

PATIENCE = 0.1
"""Seconds that a page waits for nights to be worked out."""
FIRST = 10
"""Nights at the most that it waits for."""
REST = 0.05
"""Seconds between two nights that are worked out in the background."""
AGAIN = timedelta(minutes=5)
"""After which a night is looked at again whose tables were not all there."""
OWN = {"declaring": "own declaring", "leads": "own leads"}


def posted_nights(player: Player) -> QuerySet[Session]:
    """The nights of a player whose results are posted."""
    return Session.objects.filter(played__posted=True, played__lines__player=player, away=False).distinct()


def behind(player: Player) -> QuerySet[Session]:
    """Those that are to be looked at, the latest first."""
    known = CardsNight.objects.filter(Q(whole=True) | Q(looked__gt=timezone.now() - AGAIN), last=F("session__last"))
    return posted_nights(player).exclude(pk__in=known.values("session")).order_by("-date", "-pk")


def in_step(player: Player) -> int:
    """Looks at the latest nights, for as long as a page may wait, and asks for the others; how many those are."""
    until = time.monotonic() + PATIENCE
    for session in behind(player)[:FIRST]:
        look(session)
        if time.monotonic() > until:
            break
    left = behind(player).count()
    if left:
        _errands.ask([player.pk])
    return left


def start() -> None:
    """From now on older nights are looked at in a thread of their own."""
    _errands.start()


def _look_for(players: list[int]) -> None:
    for player in Player.objects.filter(pk__in=players):
        look_at_all(player)


_errands = Errands("against the cards", _look_for)
"""Players whose older nights are to be looked at."""


def look_at_all(player: Player) -> None:
    """Looks at every night of a player, with a rest after each."""
    for session in behind(player):
        look(session)
        time.sleep(REST)


def look(session: Session) -> None:
    """Works one night out, and keeps it in the place of what was kept of it."""
    whole, lines = True, []
    try:
        now = store.state(session.pk)
        viewer = Viewer(session.pk, now, Actor("public"))
        if now.hands or now.own_hands:
            found = reviews_of(viewer)
            whole = not solving.is_working_on(now) and not (found and leading.is_working_on(viewer.state))
            lines = _lines(viewer.state, found)
    except store.StoreFault:
        return  # the database did not do its part: whoever looks next tries again
    except (Refused, JournalFault):
        pass  # a journal that cannot be read is told of where somebody opens it
    with transaction.atomic():
        # two who look at once keep it one after the other
        Session.objects.select_for_update(no_key=True).get(pk=session.pk)
        CardsNight.objects.filter(pk=session.pk).delete()
        night = CardsNight.objects.create(session=session, last=session.last, whole=whole)
        here = set(Player.objects.filter(club=session.club_id).values_list("pk", flat=True)) if lines else set()
        for line in lines:
            line.night = night
        CardsLine.objects.bulk_create(line for line in lines if line.player_id in here)


def _lines(state: State, found: tuple[BoardReview, ...]) -> list[CardsLine]:
    """A row for each player of the register."""
    method = METHODS[state.method]
    unit = "percent" if method.percent else method.unit
    names = {name for each in found for name in (each.ns, each.ew)}
    sides = {(each.board.key, each.side): each for name in names for each in by_pair(found, name).boards}
    sums: defaultdict[str, defaultdict[str, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    for board in found:
        key = board.key
        for letter, player in around(state, key.section, key.round, key.table).items():
            side = sides.get((key, Seat(letter).side))
            by_doing: defaultdict[str, Fraction] = defaultdict(Fraction)
            for doing, _part, more in side.parts if side else ():
                by_doing[doing] += more
            for kind, gain in by_doing.items():
                sums[player.id][kind].append(gain)
    lines = []
    for own in by_player(state, found):
        if not own.player.id.isdecimal():
            continue
        done = {name: (len(gains), float(sum(gains, Fraction(0)))) for name, gains in sums[own.player.id].items()}
        if own.declared:
            done[OWN["declaring"]] = (own.declared, float(own.declaring))
        if own.led:
            done[OWN["leads"]] = (own.led, float(own.leads))
        lines.append(
            CardsLine(
                player_id=int(own.player.id), unit=unit, boards=own.boards, tricks=own.tricks, done=json.dumps(done)
            )
        )
    return lines
