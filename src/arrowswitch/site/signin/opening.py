"""From a player of the register to the account that he or she signs in to: it is made the first time, and is a player's."""

from __future__ import annotations

import time

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.accounts.models import WAY, Account
from arrowswitch.site.club.models import Player
from arrowswitch.site.signin.models import SignInWays

BEGAN = "began"
FRESH = 3600
"""Seconds after a link was used in which its player may set a PIN without the old one."""
STAYS = 60 * 24 * 3600
"""Seconds after the last use that a player stays signed in on a device, if wished."""


TO_THE_PLAYER = {
    "larger": _("Your account may do more than a player’s. Sign in with your name and password."),
    "removed": _("Your account was removed. Ask the club."),
    "left": _("By the register you do not play here any more. Ask the club."),
}
AT_THE_DESK = {
    "larger": _("has an account that may do more than a player’s, and signs in with its password"),
    "removed": _("had an account that was removed; the owner can let it in again"),
    "left": _("does not play here, by the register; tick it there first"),
}


class NotThisWay(Exception):  # noqa: N818 - said to a person
    """Why somebody cannot sign in without a password."""


def obstacle(player: Player) -> str:
    """Why a player cannot sign in by a link or a PIN, by name; empty if nothing is in the way."""
    accounts = list(player.accounts.all())
    if any(each.is_active and each.is_larger_than_players for each in accounts):
        return "larger"
    if any(each.is_active for each in accounts):
        return ""
    return "removed" if accounts else "" if player.active else "left"  # who has left makes no account any more


def why_not(player: Player) -> str:
    """The same, as the player is told."""
    found = obstacle(player)
    return str(TO_THE_PLAYER[found]) if found else ""


def account_of(player: Player) -> Account:
    """The player's account, made if there is none; `NotThisWay` for whom a larger one waits, or whose was removed."""
    with transaction.atomic():
        held = Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # two at once make one account
        if problem := why_not(held):
            raise NotThisWay(problem)
        found = held.accounts.filter(is_active=True).order_by("pk").first()
        return found or Account.objects.add(held.club, _free_name(held), "player", player=held)


def _free_name(player: Player) -> str:
    """The name, with the number or a count where somebody has an account of that name."""
    name = str(player)[:70] or gettext("Player")
    tried = [name, f"{name} {player.number}"] if player.number else [name]
    count = 2
    while True:
        for each in tried:
            if not Account.objects.called(player.club, each):
                return each
        tried, count = [f"{name} {count}"], count + 1


def may_have_pin(account: Account) -> bool:
    """Whether somebody who is signed in may set a PIN here."""
    return account.player is not None and not account.is_larger_than_players and SignInWays.of(account.club).by_pin


def way_of(request: HttpRequest) -> str:
    """How a sign-in began: by a link that was used just now or long ago, by a PIN, or by a password."""
    way = str(request.session.get(WAY, "password"))
    long_ago = way == "link" and time.time() - request.session.get(BEGAN, 0) > FRESH
    return "old link" if long_ago else way


def sign_in(request: HttpRequest, player: Player, way: str, stays: bool) -> Account:
    """Signs a player in, under a new key; nothing of who was signed in before is left."""
    account = account_of(player)
    if request.user.is_authenticated:
        request.session.flush()
    login(request, account)
    request.session[WAY], request.session[BEGAN] = way, int(time.time())
    if stays:
        request.session.set_expiry(STAYS)
    return account
