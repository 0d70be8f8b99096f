"""The gate that every page stands behind: each view says by one mark which roles may come in.

    @allow(*DESK)
    def entry(request): ...

Who is not signed in is asked to sign in and then brought to the page; who is, but has too small a role, is told so.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from arrowswitch.site.accounts.models import OFFICES
from arrowswitch.site.requests import ClubRequest

View = Callable[..., HttpResponse]

ask_or_send = require_http_methods(["GET", "HEAD", "POST"])
"""Marks a view that shows a form and takes what was sent from it."""

DIRECTORS = ("owner", "director")
DESK = (*DIRECTORS, "scorer")
MEMBERS = (*DESK, "player")
EVERYONE = (*MEMBERS, "public")
RECORDER = "recorder"
"""An office and no role: owners and directors do not have it by being that. So are the treasurer's and the webmaster's."""
TREASURERS = ("owner", "treasurer")
COLLECTORS = (*DESK, "treasurer")
"""Who takes the money of a night."""
WEBMASTERS = ("owner", "webmaster")


def allow(*roles: str) -> Callable[[View], View]:
    """Marks a view with the roles, and the offices, that may see it, and keeps all others out."""
    unknown = set(roles) - set(EVERYONE) - set(OFFICES)
    if unknown or not roles:
        raise ValueError(f"no such role: {', '.join(sorted(unknown)) or 'none'}")

    def mark(view: View) -> View:
        @wraps(view)
        def gated(request: ClubRequest, *args: Any, **options: Any) -> HttpResponse:
            return turned_away(request, roles) or view(request, *args, **options)

        return _marked(gated, roles)

    return mark


def for_recorder(view: View) -> View:
    """Marks a view as the recorder's own: everybody else is kept out, the owner too."""
    return allow(RECORDER)(view)


def _marked(view: View, roles: tuple[str, ...]) -> View:
    """A view that says who may see it: that is how the tests find one which does not."""
    view.allowed = roles  # type: ignore[attr-defined]  # a function may carry what it likes
    return view


def is_recorder(request: ClubRequest) -> bool:
    """Whether who asks is a recorder of the club."""
    return may(request, (RECORDER,))


def may(request: ClubRequest, roles: tuple[str, ...]) -> bool:
    """Whether who asks has one of these roles, or holds one of these offices."""
    if request.actor.role in roles:
        return True  # a phone that comes the short way has a role and no account
    return request.user.is_authenticated and any(office in roles for office in request.user.offices)


def turned_away(request: ClubRequest, roles: tuple[str, ...]) -> HttpResponse | None:
    """Where to send who may not come in; nothing for who may."""
    if may(request, roles):
        return None
    if roles == (RECORDER,) and request.actor.role != "public":
        raise PermissionDenied(_("Only the club’s recorder may open this."))
    if request.actor.role != "public":
        raise PermissionDenied(_("Your account is not allowed to do this. Ask the club’s owner or a director."))
    if request.club is None:
        place = reverse("welcome")
    else:
        back = request.get_full_path() if request.method in ("GET", "HEAD") and not request.htmx else ""
        place = f"{reverse('sign-in')}{'?' + urlencode({'next': back}) if back else ''}"
    if request.htmx:
        response = HttpResponse(status=401)
        response["HX-Redirect"] = place
        return response
    return redirect(place)
