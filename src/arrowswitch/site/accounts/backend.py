"""Whether a name and a password belong together."""

from __future__ import annotations

from copy import copy

from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.http import HttpRequest

from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club
from arrowswitch.site.work.memory import Memory


class ByName(BaseBackend):
    """An account of a club, by its name and password."""

    def authenticate(
        self,
        request: HttpRequest | None,
        club: Club | None = None,
        name: str = "",
        password: str = "",
        **_others: object,
    ) -> Account | None:
        """The account, if the password is right; a name that nobody has takes just as long to refuse."""
        account = Account.objects.called(club, name) if club else None
        if account is None or not account.is_active or not account.has_usable_password():
            make_password(password)
            return None
        return account if account.check_password(password) else None

    def get_user(self, user_id: int) -> Account | None:
        """The account as it is now. Every request asks: the row is read each time, and made into an account only when
        it is not the row of the last time."""
        with connection.cursor() as cursor:
            cursor.execute(ROW, (user_id,))
            row = cursor.fetchone()
        if row is None:
            return None
        known = _known.get(user_id)
        if known is None or known[0] != row:
            account = Account.objects.select_related("club").get(pk=user_id)
            known = _known.put(user_id, (row, account))
        account = copy(known[1])
        account.club = copy(known[1].club)
        # whoever looks round the demonstration is gone when the server has a club of its own
        return None if account.club.is_demonstration and not Club.may_be_shown_round() else account


ROW = (
    "SELECT * FROM accounts_account JOIN club_club ON club_club.id = accounts_account.club_id "
    "WHERE accounts_account.id = %s AND accounts_account.is_active"
)
_known: Memory[int, tuple[tuple[object, ...], Account]] = Memory(1000)
"""Accounts with their clubs, each with the row that it was made from; whoever asks gets a copy."""
