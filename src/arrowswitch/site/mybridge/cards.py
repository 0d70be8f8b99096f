"""What a player made of the cards over several nights: sums of what `session.review` says of each, as far as everybody may see it.

A night is worked out when its player first looks, a few at a time, and kept.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from arrowswitch.bridge import Seat
from arrowswitch.scoring import METHODS
from arrowswitch.scoring.figures import in_column
from arrowswitch.session import Actor, JournalFault, Refused, State
from arrowswitch.session.night import around
from arrowswitch.session.review import BoardReview, by_pair, by_player
from arrowswitch.site.club.models import Player
from arrowswitch.site.journal import solving, store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.mybridge.models import CardsLine, CardsNight
from arrowswitch.site.night.results.reading import Reader
from arrowswitch.site.night.results.review import reviews_of
from arrowswitch.site.night.results.seeing import Viewer
from arrowswitch.site.requests import MemberRequest

PATIENCE = 0.4
"""Seconds that a page waits for nights to be worked out."""
AGAIN = timedelta(minutes=5)
"""After which a night is looked at again whose tables were not all there."""
OWN = {"declaring": "own declaring", "leads": "own leads"}


def behind(player: Player) -> QuerySet[Session]:
    """The posted nights of a player that are to be looked at, the latest first."""
    nights = Session.objects.filter(played__posted=True, played__lines__player=player, away=False)
    known = CardsNight.objects.filter(Q(whole=True) | Q(looked__gt=timezone.now() - AGAIN), last=F("session__last"))
    return nights.exclude(pk__in=known.values("session")).order_by("-date", "-pk").distinct()


def in_step(request: MemberRequest, player: Player) -> int:
    """Looks at nights, for as long as a page may wait; how many are left for the next time."""
    until = time.monotonic() + PATIENCE
    waiting = list(behind(player)[:100])
    for number, session in enumerate(waiting):
        if number and time.monotonic() > until:
            return behind(player).count()
        look(request, session)
    return behind(player).count() if len(waiting) == 100 else 0


def look(request: MemberRequest, session: Session) -> None:
    """Works one night out, and keeps it in the place of what was kept of it."""
    whole, lines = True, []
    try:
        now = store.state(session.pk)
        viewer = Viewer(session.pk, now, Actor("public"))
        if now.hands or now.own_hands:
            found = reviews_of(Reader(request, session, viewer, "", ""))
            whole = not solving.is_working_on(now)
            lines = _lines(viewer.state, found)
    except (Refused, JournalFault):
        pass  # a journal that cannot be read is told of where somebody opens it
    with transaction.atomic():
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


# -- shown --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardsRow:
    """One kind of doing over all nights."""

    name: str
    boards: int
    gain: str
    """A board on which something of the kind could be done."""
    whole: str
    """In all."""


@dataclass(frozen=True)
class CardsShown:
    """What the nights of one way of scoring come to."""

    unit: str
    nights: int
    boards: int
    tricks: int
    rows: tuple[CardsRow, ...]

    @property
    def fewer(self) -> int:
        """Tricks below those that were there."""
        return max(-self.tricks, 0)


def shown(player: Player) -> list[CardsShown]:
    """The sums, for each way of scoring, the one with most boards first."""
    by_unit: defaultdict[str, list[CardsLine]] = defaultdict(list)
    mine = CardsLine.objects.filter(player=player, night__session__away=False)
    for line in mine:
        by_unit[line.unit].append(line)
    found = [_shown(unit, lines) for unit, lines in by_unit.items()]
    return sorted(found, key=lambda each: -each.boards)


def _shown(unit: str, lines: list[CardsLine]) -> CardsShown:
    names = {
        "luck": _("Luck"),
        "bidding": _("Bidding, as a pair"),
        "defence": _("Defence, as a pair"),
        OWN["declaring"]: _("Declaring, yourself"),
        OWN["leads"]: _("Opening leads, yourself"),
    }
    sums = _sums(lines)
    rows = tuple(_row(name, *sums[doing], unit) for doing, name in names.items() if doing in sums)
    title = _("in percent of a top") if unit == "percent" else _("in %(unit)s") % {"unit": unit}
    return CardsShown(title, len(lines), sum(line.boards for line in lines), sum(line.tricks for line in lines), rows)


def _sums(lines: Iterable[CardsLine]) -> Mapping[str, tuple[int, float]]:
    boards: defaultdict[str, int] = defaultdict(int)
    gains: defaultdict[str, float] = defaultdict(float)
    for line in lines:
        for doing, (number, gain) in line.doings.items():
            boards[doing] += number
            gains[doing] += gain
    return {doing: (number, gains[doing]) for doing, number in boards.items()}


def _row(name: str, boards: int, gain: float, unit: str) -> CardsRow:
    """A gain as it is written.

    >>> _row("Bidding", 40, 62.0, "percent").gain, _row("Bidding", 40, -10.0, "IMPs").gain
    ('+1.6%', '−0.25')
    """
    mean = Fraction(gain) / max(boards, 1)
    if unit == "percent":
        return CardsRow(name, boards, f"{in_column(mean, 1, sign=True)}%", "")
    return CardsRow(name, boards, in_column(mean, 2, sign=True), in_column(Fraction(gain), 1, sign=True))
