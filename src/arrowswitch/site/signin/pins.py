"""PINs: giving one, and whether one is right. Six figures, none that everybody takes, kept as Argon2 hashes.

Besides the wait that grows (`accounts.tries`) there is an end: after many wrong ones a PIN is good only where its player has signed in
before, so that nobody finds it by years of patience.
"""

from __future__ import annotations

import secrets
from itertools import pairwise

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.search import known
from arrowswitch.site.signin.models import PlayerPin

FIGURES = 6
WRONG_AT_MOST = 50
"""After so many wrong ones a PIN is good on known devices only."""


class WeakPin(ValueError):  # noqa: N818 - said to a person
    """A PIN that would be guessed."""


def check_new(pin: str, number: str = "") -> None:
    """Refuses what is no PIN, or would be tried first.

    >>> check_new("802417")
    >>> for pin in ("123456", "777777", "151515", "24680"):
    ...     try:
    ...         check_new(pin)
    ...     except WeakPin as problem:
    ...         print(problem)
    This one is guessed first. Take another.
    This one is guessed first. Take another.
    This one is guessed first. Take another.
    A PIN has six figures.
    """
    if len(pin) != FIGURES or not (pin.isascii() and pin.isdigit()):
        raise WeakPin(_("A PIN has six figures."))
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    repeats = any(pin == pin[:length] * (FIGURES // length) for length in (1, 2, 3))
    if repeats or len(steps) == 1 or pin == pin[::-1] or pin == number:
        raise WeakPin(_("This one is guessed first. Take another."))


def new_pin() -> str:
    """A PIN that nobody can foresee."""
    while True:
        pin = f"{secrets.randbelow(10**FIGURES):0{FIGURES}}"
        try:
            check_new(pin)
        except WeakPin:
            continue
        return pin


def pin_of(player: Player) -> PlayerPin | None:
    """The PIN that is good now."""
    return PlayerPin.objects.filter(player=player, ended=None).first()


def give(player: Player, pin: str, by: str = "") -> None:
    """From now on this is the player's PIN; sign-ins that began with another end."""
    digest = make_password(pin)
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        _end(player, "changed")
        PlayerPin.objects.create(player=player, digest=digest, by=by)


def take_back(player: Player) -> None:
    """The player has no PIN any more."""
    with transaction.atomic():
        _end(player, "taken back")


def _end(player: Player, why: str) -> None:
    ended = PlayerPin.objects.filter(player=player, ended=None).update(ended=timezone.now(), digest="", why=why)
    if ended:
        for account in player.accounts.filter(role="player"):
            account.end_sessions()


def called(club: Club, number: str) -> Player | None:
    """The player with this number, the club's or the federation's."""
    wanted = number.strip()
    if not wanted:
        return None
    found = known(club).filter(Q(number__iexact=wanted) | Q(federation_number__iexact=wanted))
    return min(found, key=lambda each: each.number.casefold() != wanted.casefold(), default=None)


def counted_under(club: Club, number: str) -> str:
    """What tries of a number are counted under."""
    return f"{club.pk}/number/{number.strip().casefold()}"


def right(club: Club, number: str, pin: str, known_device: bool = False) -> Player | None:
    """Whose number and PIN these are; a number that nobody has takes just as long to refuse."""
    player = called(club, number)
    kept = pin_of(player) if player else None
    if player is None or kept is None or (kept.wrong >= WRONG_AT_MOST and not known_device):
        make_password(pin)
        return None
    if not matches(kept, pin):
        PlayerPin.objects.filter(pk=kept.pk).update(wrong=F("wrong") + 1)
        return None
    PlayerPin.objects.filter(pk=kept.pk).update(wrong=0)
    return player


def matches(pin: PlayerPin, typed: str) -> bool:
    """Whether this is the PIN."""
    return check_password(typed, pin.digest)


def is_stopped(pin: PlayerPin | None) -> bool:
    """Whether somebody has tried it too often."""
    return pin is not None and pin.wrong >= WRONG_AT_MOST
