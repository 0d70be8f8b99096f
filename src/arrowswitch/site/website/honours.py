"""Ladders as they stand and the last winners of trophies, for pages that anybody can open: lists that were made are read, none is made."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from django.db.models import Q

from arrowswitch.site.club.models import Club
from arrowswitch.site.ladders.models import Competition, MadePlace, Winner
from arrowswitch.site.ladders.reading import result_of
from arrowswitch.site.ladders.shown import names_of, with_people
from arrowswitch.site.ladders.winning import WinnerShown, shown

LADDERS, LEADERS, WINNERS = 3, 3, 4
LOOKED_AT = 12
"""Ladders that are looked at for some with a leader, and winners that may have shared the last trophies."""


@dataclass(frozen=True)
class WonAtFront:
    """A trophy in a year, and who won it; several if they were equal."""

    trophy: str
    year: int
    winners: tuple[WinnerShown, ...]


@dataclass(frozen=True)
class LadderAtFront:
    """A ladder that is open, and who leads it."""

    competition: Competition
    leaders: tuple[tuple[str, str, str], ...]
    """Place, names, result."""


def open_ladders(club: Club) -> list[LadderAtFront]:
    """Some ladders that are open and that everybody may look at; first those in which somebody has a place."""
    listed = Competition.objects.filter(club=club, closed=None, shown_to="public")[:LOOKED_AT]
    found: list[LadderAtFront] = []
    for each in listed:
        found.append(LadderAtFront(each, tuple(_leaders(each))))
        if sum(bool(ladder.leaders) for ladder in found) == LADDERS:
            break
    return sorted(found, key=lambda ladder: not ladder.leaders)[:LADDERS]


def _leaders(competition: Competition) -> list[tuple[str, str, str]]:
    made = competition.lists.filter(fixed=False).select_related("rules").first()
    if made is None:
        return []
    plan = made.rules.value.plan
    first = with_people(MadePlace.objects.filter(made=made).exclude(rank="")).order_by("turn")[:LEADERS]
    return [(line.rank, names_of(line, "public"), result_of(line, plan)) for line in first]


def last_winners(club: Club) -> list[WonAtFront]:
    """Which trophies were won last and by whom, of competitions that everybody may look at."""
    known = Winner.objects.filter(trophy__club=club, replaced_by=None, nobody=False)
    known = known.filter(Q(step=None) | Q(step__competition__shown_to="public")).order_by("-year", "-at", "-pk")
    last = known.select_related("trophy").prefetch_related("names__player__merged_into")[:LOOKED_AT]
    together: dict[tuple[int, int], list[WinnerShown]] = {}
    for each in shown(club, last, "public"):
        together.setdefault((each.winner.trophy_id, each.winner.year), []).append(each)
    found = (WonAtFront(some[0].trophy, year, tuple(some)) for (_trophy, year), some in together.items())
    return list(islice(found, WINNERS))
