"""The address of a team's own page: it has a key that nobody can guess."""

from __future__ import annotations

from django.urls import reverse
from django.utils.crypto import salted_hmac

from arrowswitch.site.events.models import KeptEvent


def key_of(event: KeptEvent, who: int) -> str:
    """The key of a team's own page."""
    return salted_hmac("arrowswitch.events.team", f"{event.pk}/{who}").hexdigest()[:20]


def team_address(event: KeptEvent, who: int) -> str:
    """Where a team has its own page."""
    return reverse("contest-team", args=(event.token, who, key_of(event, who)))
