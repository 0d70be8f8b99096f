"""Ladders as they stand and the last winners of trophies, for pages that anybody can open: lists that were made are read, none is made."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from arrowswitch.site.club.models import Club
from arrowswitch.site.ladders.models import Competition, MadePlace, Winner
from arrowswitch.site.ladders.reading import result_of
from arrowswitch.site.ladders.shown import names_of, with_people
from arrowswitch.site.ladders.winning import WinnerShown, shown

LADDERS, LEADERS, WINNERS = 3, 3, 4


@dataclass(frozen=True)
class LadderAtFront:
    """A ladder that is open, and who leads it."""

    competition: Competition
    leaders: tuple[tuple[str, str, str], ...]
    """Place, names, result."""


def open_ladders(club: Club) -> list[LadderAtFront]:
    """The ladders that are open and that everybody may look at."""
    listed = Competition.objects.filter(club=club, closed=None, shown_to="public")[:LADDERS]
    return [LadderAtFront(each, tuple(_leaders(each))) for each in listed]


def _leaders(competition: Competition) -> list[tuple[str, str, str]]:
    made = competition.lists.filter(fixed=False).select_related("rules").first()
    if made is None:
        return []
    plan = made.rules.value.plan
    first = with_people(MadePlace.objects.filter(made=made).exclude(rank="")).order_by("turn")[:LEADERS]
    return [(line.rank, names_of(line, "public"), result_of(line, plan)) for line in first]


def last_winners(club: Club) -> list[WinnerShown]:
    """Who has won a trophy last, of competitions that everybody may look at."""
    known = Winner.objects.filter(trophy__club=club, replaced_by=None, nobody=False)
    known = known.filter(Q(step=None) | Q(step__competition__shown_to="public")).order_by("-year", "-at", "-pk")
    return shown(
        club, known.select_related("trophy").prefetch_related("names__player__merged_into")[:WINNERS], "public"
    )
