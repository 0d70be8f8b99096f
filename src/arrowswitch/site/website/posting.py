"""Telling that results were posted or corrected: in the feed, and by mail to who asked for it.

Nobody calls this when results are posted. It looks what has been posted and was not told yet, and writes that down together with the
mails, in one transaction: what is cut off in between is done at the next look, and never twice.
"""

from __future__ import annotations

import datetime
import json
import time
from collections.abc import Iterator

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from arrowswitch.session import Actor, JournalFault, Refused, State
from arrowswitch.session.story import Version
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.results.public import posted_in
from arrowswitch.site.night.results.seeing import Viewer, versions_of
from arrowswitch.site.spoken import spoken
from arrowswitch.site.website import mailing
from arrowswitch.site.website.models import PostedSession, PostedVersion, ResultsSubscriber, SiteSettings

NEWS_FOR = datetime.timedelta(days=14)
"""How long ago something may have been posted that is still told."""
MAILED_FOR = datetime.timedelta(days=3)
"""The same by mail: a server that was off for a week does not fill anybody's box."""
LATE = datetime.timedelta(days=60)
"""What is first posted so long after it was played was brought in from elsewhere, and is no news."""
UNCONFIRMED_FOR = datetime.timedelta(days=7)
BATCH = 50


def untold(club: Club) -> QuerySet[Session]:
    """The sessions on the club's list of which something may have to be told."""
    recent = posted_in(club).filter(changed__gte=timezone.now() - NEWS_FOR)
    return recent.filter(Q(posted_news=None) | ~Q(posted_news__last=F("last"))).order_by("pk")


def in_step(club: Club, patience: float = 0.5) -> None:
    """Tells what was not told yet, for as long as a page may wait."""
    until = time.monotonic() + patience
    for number, session in enumerate(untold(club)[:BATCH]):
        if number and time.monotonic() > until:
            return
        take(session)


def look() -> None:
    """What the outbox asks before it looks: whether there is something to be mailed."""
    old = ResultsSubscriber.objects.filter(confirmed=None, made__lt=timezone.now() - UNCONFIRMED_FOR)
    if old.exists():
        old.delete()
    waiting = ResultsSubscriber.objects.exclude(confirmed=None).values("club")
    for settings in SiteSettings.objects.filter(club__in=waiting).exclude(address="").select_related("club"):
        in_step(settings.club, patience=10)


def take(session: Session) -> None:
    """Tells the postings of one session that were not told yet."""
    try:
        state = store.state(session.pk)
        found = versions_of(session.pk, state)
    except (Refused, JournalFault, store.StoreFault):  # told of where somebody opens it; other mail goes on
        return
    with transaction.atomic():
        # two who look at once tell it one after the other
        Session.objects.select_for_update(no_key=True).get(pk=session.pk)
        told = set(PostedVersion.objects.filter(session=session).values_list("version", flat=True))
        new = [each for each in found if each.number not in told] if _is_news(state, found) else []
        for each in new:
            PostedVersion.objects.create(
                club_id=session.club_id,
                session=session,
                version=each.number,
                at=each.at,
                written_changes=json.dumps(list(_lines(session, state, each))),
            )
        PostedSession.objects.update_or_create(session=session, defaults={"last": len(state.journal)})
        if new and new[-1].at >= timezone.now() - MAILED_FOR:
            mailing.tell(session, state, new)


def _is_news(state: State, found: tuple[Version, ...]) -> bool:
    return bool(found) and (state.date is None or found[0].at.date() - state.date <= LATE)


def _lines(session: Session, state: State, version: Version) -> Iterator[str]:
    """The results that changed and that everybody may see."""
    viewer = Viewer(session.pk, state, Actor("public"))
    return (spoken(each.told) for each in version.changes.lines if viewer.line(each.line))
