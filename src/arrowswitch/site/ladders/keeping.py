"""Keeps the lists of competitions in step with the yearbook, the rules and the handicaps.

Whoever opens a page asks `in_step`. A short list is made again at once; a long one is made in the background, and until then the page
shows the last one and says so. Everything can be thrown away and made again (`rebuild`), but what was fixed by closing stays.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db import DatabaseError, close_old_connections, connection

from arrowswitch.site.club.models import Club
from arrowswitch.site.ladders.making import chosen, make, stamp_of
from arrowswitch.site.ladders.models import Competition, CompetitionStep, MadeList
from arrowswitch.site.work.memory import give_back
from arrowswitch.site.yearbook import keeper as yearbook

log = logging.getLogger("arrowswitch.ladders")
AT_ONCE = 120
"""Sessions of a list that a page waits for."""


@dataclass(frozen=True)
class StandingNow:
    """The list of a competition as far as it is known."""

    made: MadeList | None
    """As things stand, or as they ended."""
    fixed: MadeList | None = None
    """As it was closed, if it was."""
    waits: bool = False
    """Whether newer results are being taken in."""


def in_step(competition: Competition, *, at_once: int = AT_ONCE) -> StandingNow:
    """The list as it is now, made again if something has changed."""
    waits = bool(yearbook.in_step(competition.club))
    return of_yearbook(competition, at_once=at_once, waits=waits)


def of_yearbook(competition: Competition, *, at_once: int = AT_ONCE, waits: bool = False) -> StandingNow:
    """The same, for who has seen to it already that the yearbook is in step: it is asked once for many competitions."""
    rules = competition.in_force
    value = rules.value
    sessions = chosen(competition.club, value)
    stamp = stamp_of(rules, value, sessions)
    fixed = fixed_list(competition)
    if fixed is not None and fixed.stamp == stamp:
        return StandingNow(fixed, fixed, waits)
    current = competition.lists.filter(fixed=False).first()
    if current is None or current.stamp != stamp:
        if len(sessions) <= at_once:
            current = make(competition, rules, stamp, sessions)
        else:
            waits = True
            _in_background(competition.pk)
    return StandingNow(current or fixed, fixed, waits)


def as_ended(competition: Competition, made: MadeList) -> MadeList:
    """The list of a competition that is being closed, from the one that it had while it was open: what was still to come is not."""
    rules = competition.in_force
    value = rules.value
    sessions = chosen(competition.club, value)
    stamp = stamp_of(rules, value, sessions)
    if made.is_open:
        return make(competition, rules, stamp, sessions, then={})
    made.stamp = stamp
    return made


def fixed_list(competition: Competition) -> MadeList | None:
    """The list that was fixed, while the competition is closed."""
    if competition.closed is None:
        return None
    step = competition.steps.exclude(made=None).select_related("made").first()
    return step.made if step else None


def fixed_lists(competitions: Iterable[Competition]) -> dict[int, int]:
    """The numbers of the lists that were fixed, by those of the competitions, all asked at once."""
    steps = CompetitionStep.objects.filter(competition__in=list(competitions), competition__closed__isnull=False)
    closed = steps.exclude(made=None).order_by("pk").values_list("competition", "made")
    return {competition: made for competition, made in closed if made is not None}


def rebuild(club: Club, told: Callable[[str], None] = lambda _title: None) -> int:
    """Throws away every list that was not fixed and makes it again; how many there are."""
    MadeList.objects.filter(competition__club=club, fixed=False).delete()
    competitions = list(Competition.objects.filter(club=club))
    for each in competitions:
        in_step(each, at_once=10**9)
        told(each.title)
    return len(competitions)


# -- in the background ----------------------------------------------------------------------------------------------------

_making: set[int] = set()
_lock = threading.Lock()


def _in_background(competition: int) -> None:
    """Makes a long list while pages go on; once at a time."""
    with _lock:
        if competition in _making:
            return
        _making.add(competition)
    threading.Thread(target=_make_long, args=(competition,), name=f"ladder {competition}", daemon=True).start()


def _make_long(number: int) -> None:
    close_old_connections()
    try:
        found = Competition.objects.filter(pk=number).first()
        if found is not None:
            in_step(found, at_once=10**9)
    except DatabaseError:  # whoever opens the page next begins again
        log.exception("A list could not be made.")
    finally:
        with _lock:
            _making.discard(number)
        connection.close()
        give_back()
