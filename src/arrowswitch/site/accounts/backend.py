"""Whether a name and a password belong together."""

from __future__ import annotations

from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest

from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club


class ByName(BaseBackend):
    """An account of a club, by its name and password."""

    def authenticate(
        self, request: HttpRequest | None, club: Club | None = None, name: str = "", password: str = ""
    ) -> Account | None:
        """The account, if the password is right; a name that nobody has takes just as long to refuse."""
        account = Account.objects.called(club, name) if club else None
        if account is None or not account.is_active or not account.has_usable_password():
            make_password(password)
            return None
        return account if account.check_password(password) else None

    def get_user(self, user_id: int) -> Account | None:
        return Account.objects.select_related("club").filter(pk=user_id, is_active=True).first()
