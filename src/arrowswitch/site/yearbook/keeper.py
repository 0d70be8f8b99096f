"""Keeps the yearbook in step with the journals.

Whoever opens a page of the year first asks `in_step`: sessions whose journals have grown since are read again, the latest first and no more
than a page can wait for; the rest follows in the background and with the next page. `rebuild` makes all of it from nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from django.db import transaction
from django.db.models import F, Q, QuerySet

from arrowswitch.session import JournalFault, Refused, State
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.yearbook.facts import YearbookPage, page_of
from arrowswitch.site.yearbook.models import PlayedLine, PlayedNotable, PlayedSession

PATIENCE = 0.5
"""Seconds that a page waits for sessions to be read again."""
BATCH = 500


def behind(club: Club) -> QuerySet[Session]:
    """The sessions that the yearbook has not read to their end, the latest first."""
    begun = Q(phase="published") | Q(played__posted=True)
    return (
        Session.objects.filter(club=club)
        .filter(begun)
        .filter(Q(played=None) | ~Q(played__last=F("last")))
        .order_by("-date", "-pk")
    )


def in_step(club: Club, patience: float = PATIENCE) -> int:
    """Reads what is new, for as long as a page may wait; how many sessions are left for the next."""
    until = time.monotonic() + patience
    waiting = list(behind(club)[:BATCH])
    for number, session in enumerate(waiting):
        if number and time.monotonic() > until:
            return behind(club).count()
        take(session)
    return 0 if len(waiting) < BATCH else behind(club).count()


def take(session: Session, state: State | None = None) -> None:
    """Reads one session and writes its rows in the place of those that were there."""
    try:
        found = page_of(session, state or store.state(session.pk))
    except (Refused, JournalFault):  # a journal that cannot be read is told of where somebody opens it
        found = YearbookPage(PlayedSession(session=session, club_id=session.club_id, last=session.last, posted=False))
    with transaction.atomic():
        # two who read it at once write one after the other
        Session.objects.select_for_update(no_key=True).get(pk=session.pk)
        known = PlayedSession.objects.filter(pk=session.pk).first()
        if known and known.last > found.session.last:
            return
        PlayedLine.objects.filter(played=session.pk).delete()
        PlayedNotable.objects.filter(played=session.pk).delete()
        found.session.save()
        PlayedLine.objects.bulk_create(found.lines, BATCH)
        PlayedNotable.objects.bulk_create(found.notables, BATCH)


def rebuild(club: Club, told: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Throws the club's yearbook away and makes it from the journals; how many sessions there were."""
    PlayedSession.objects.filter(club=club).delete()
    sessions = list(behind(club))
    for number, session in enumerate(sessions, 1):
        take(session)
        told(number, len(sessions))
    return len(sessions)


def merged(stays: Player, goes: Player) -> None:
    """What one entry of the register had is the other's: they turned out to be the same person."""
    PlayedLine.objects.filter(player=goes).update(player=stays)
    PlayedLine.objects.filter(partner=goes).update(partner=stays)
