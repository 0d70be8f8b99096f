"""The request as a view gets it, with what the middleware has put on it.

`accounts.middleware.who` makes a `ClubRequest` of every request, and the gate lets a `MemberRequest` through to the
views that are not for everyone: what a view may rely on is in the type that it asks for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from django_htmx.middleware import HtmxDetails

    from arrowswitch.session import Actor
    from arrowswitch.site.accounts.models import Account
    from arrowswitch.site.club.models import Club


class ClubRequest(HttpRequest):
    """What anybody asks."""

    club: Club | None
    """The club of who is signed in, else the one that this server shows to visitors; nothing before there is one."""
    actor: Actor
    user: Account | AnonymousUser
    htmx: HtmxDetails


class MemberRequest(ClubRequest):
    """What somebody asks who is signed in."""

    club: Club
    user: Account
