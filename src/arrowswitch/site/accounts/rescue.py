"""A new password for who cannot sign in, given at the computer itself. Django is imported when it is woken."""

from __future__ import annotations

import secrets
from pathlib import Path

from arrowswitch.site.data_folder import storage
from arrowswitch.words import say

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""No l, o, 0 or 1, which are read wrongly."""


class CannotRescue(Exception):  # noqa: N818 - said to a person
    """No password was changed; the sentence says why."""


def rescue(name: str, data: Path | None, club: str | None = None) -> tuple[str, str]:
    """Gives an account a new password and lets it in; returns its name and the password."""
    folder = (data or storage.usual_folder()).expanduser().absolute()
    if not storage.elsewhere() and not (folder / storage.DATABASE).is_file():
        raise CannotRescue(say("There is no club in {folder}. Name its folder with --data.", folder=folder))
    from arrowswitch.site.start import ready

    try:
        ready(folder, demo=False)
    except storage.CannotServe as refusal:
        raise CannotRescue(refusal.args[0]) from None

    from arrowswitch.site.accounts.models import Account, same_name
    from arrowswitch.site.accounts.tries import forgive_name

    accounts = Account.objects.filter(club__is_demonstration=False).select_related("club")
    here = [one for one in accounts if club is None or same_name(one.club.name) == same_name(club)]
    found = [one for one in here if same_name(one.name) == same_name(name)]
    if not found:
        names = ", ".join(sorted({one.name for one in here})) or "–"
        raise CannotRescue(say("There is no account “{name}”. There are: {names}.", name=name, names=names))
    if len(found) > 1:
        clubs = ", ".join(sorted(one.club.name for one in found))
        raise CannotRescue(
            say("Several clubs have an account “{name}”: {clubs}. Name one with --club.", name=name, clubs=clubs)
        )
    account = found[0]
    password = "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))
    account.change_password(password)
    account.restore()
    forgive_name(account.login)
    return account.name, password
