"""The address of a team's own page: it has a key that nobody can guess."""

from __future__ import annotations

from django.urls import reverse
from django.utils.crypto import salted_hmac

from arrowswitch.contests.events import EnterContestant, EventState
from arrowswitch.site.events import store
from arrowswitch.site.events.models import KeptEvent


def key_of(event: KeptEvent, who: int) -> str:
    """The key of a team's own page. A number that was taken back and given anew is another team's, with another key."""
    entered = _entered(store.state(event.pk, club=event.club), who)
    return salted_hmac("arrowswitch.events.team", f"{event.pk}/{who}/{entered}").hexdigest()[:20]


def _entered(state: EventState, who: int) -> str:
    """The command by which somebody has entered."""
    found = (
        entry.id
        for entry in state.journal
        if isinstance(entry.act, EnterContestant) and entry.act.number == who and entry.id not in state.undone
    )
    return next(found, "")


def team_address(event: KeptEvent, who: int) -> str:
    """Where a team has its own page."""
    return reverse("contest-team", args=(event.token, who, key_of(event, who)))
