"""A player's nights as pages show them: those whose results the club shows on its list, each with its card.

A club may post results and never show the ranking or the scores to players. That is a setting of the session, so whether it was ever so is
asked of the journals' rows; nothing of such a night is told but that it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.urls import reverse

from arrowswitch.scoring import METHODS
from arrowswitch.scoring.figures import percentage, signed, written
from arrowswitch.site.club.models import Player
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.naming import Eyes, name_for
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.work.memory import Memory
from arrowswitch.site.yearbook.models import PlayedLine

NEVER = '"never"'
"""How a setting that shows something to nobody stands in a journal."""
SIGNED = ("butler", "cross-imps", "imps", "total-points", "aggregate", "net")


def open_links(of: str) -> QuerySet[Link]:
    """The links that stand in the club's list, of a session that a query names."""
    return Link.objects.filter(session=OuterRef(of), withdrawn=None, listed=True)


def listed(lines: QuerySet[PlayedLine]) -> QuerySet[PlayedLine]:
    """The nights that the club shows, each with its link."""
    found = lines.filter(played__posted=True, played__session__phase="published", played__session__away=False)
    links = open_links("played")
    return found.filter(Exists(links)).annotate(token=Subquery(links.values("token")[:1]))


def kept_back(sessions: Iterable[int]) -> set[int]:
    """Those of some sessions of which something is never shown; each journal is looked through once."""
    asked = list(Session.objects.filter(pk__in=list(sessions)).values_list("pk", "last"))
    known = {each: _KEPT_BACK.get(each) for each in asked}
    new = [session for (session, _last), answer in known.items() if answer is None]
    if new:
        found = set(Session.objects.filter(pk__in=new, entries__body__contains=NEVER).values_list("pk", flat=True))
        known |= {each: _KEPT_BACK.put(each, each[0] in found) for each, answer in known.items() if answer is None}
    return {session for (session, _last), answer in known.items() if answer}


def kept_back_from(player: Player) -> set[int]:
    """The nights of a player of which something is never shown: they go into no mean either."""
    return kept_back(PlayedLine.objects.filter(player=player).order_by().values_list("played", flat=True))


_KEPT_BACK: Memory[tuple[int, int], bool] = Memory(20_000)
"""By session, and how many entries its journal had."""


@dataclass(frozen=True)
class ShownNight:
    """A night of a player."""

    line: PlayedLine
    place: str
    """Where its card is."""
    partner: str
    made: str
    rank: str


def shown(lines: Sequence[PlayedLine], eyes: Eyes = "desk") -> list[ShownNight]:
    """Nights that `listed` found, for a page: whom one sat opposite one knows by name."""
    hidden = kept_back(line.played_id for line in lines)
    found = []
    for line in lines:
        tells = line.played_id not in hidden
        card = reverse("results-pair", args=[line.token, line.contestant])  # type: ignore[attr-defined]  # annotated
        rank = line.rank if tells else ""
        found.append(ShownNight(line, card, partner_name(line, eyes), made(line) if tells else "", rank))
    return found


def partner_name(line: PlayedLine, eyes: Eyes = "desk") -> str:
    """Who sat opposite."""
    return name_for(line.partner, eyes) if line.partner else line.partner_name


def made(line: PlayedLine) -> str:
    """What a line came to, as it is written.

    >>> from arrowswitch.site.yearbook.models import PlayedSession
    >>> teams, butler = PlayedSession(method="imps"), PlayedSession(method="butler")
    >>> made(PlayedLine(played=teams, points="140", maximum="", vps="62.5", percent=None))
    '62.50 VP'
    >>> made(PlayedLine(played=butler, points="-7/2", maximum="", percent=None))
    '−3.5 IMPs'
    >>> made(PlayedLine(played=butler, points="13", maximum="24", percent=54.17))
    '54.17%'
    """
    if line.percent is not None:
        exact = line.exact_percent
        return f"{percentage(Fraction(line.percent) if exact is None else exact)}%"
    if line.vps:
        return f"{percentage(Fraction(line.vps))} VP"
    method = line.played.method
    points = Fraction(line.points)
    unit = METHODS[method].unit if method in METHODS else ""
    return f"{signed(points) if method in SIGNED else written(points)} {unit}".strip()


def me(player: Player | None) -> Player | None:
    """Who is meant by an account's player: the entry that stands for the person now; nobody who is forgotten."""
    now = player.now if player else None
    return None if now is None or now.erased else now
