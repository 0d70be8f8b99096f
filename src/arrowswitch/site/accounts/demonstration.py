"""The people of the demonstration club, whom a visitor may be without a password."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club

ROLES = {"director": _("Look round as director"), "scorer": _("As scorer"), "player": _("As player")}
FIRST_PAGE = {"director": "night-room", "scorer": "night-entry"}
"""Where they begin in the session that is being played; the others at home."""
NAMES = {"director": "Dee Rector", "scorer": "Sam Scorer", "player": "Pat Player"}


def demonstrator(club: Club, role: str) -> Account:
    """The account of this role in the demonstration; nobody can sign in to it by name."""
    return Account.objects.called(club, NAMES[role]) or Account.objects.add(club, NAMES[role], role)
