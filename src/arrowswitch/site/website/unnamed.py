"""Texts that somebody types for pages that anybody can open, and the people who do not want to be named there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

from django import forms
from django.utils.translation import gettext as _

from arrowswitch.site.accounts.gate import MEMBERS
from arrowswitch.site.club.models import Club, Player

AnyText = TypeVar("AnyText")


def withheld_names(club: Club) -> list[str]:
    """The names of those who do not want to stand on pages that anybody can open, in both orders."""
    asked = Player.objects.filter(club=club).exclude(withheld="").exclude(given="").exclude(family="")
    return [name for player in asked for name in both_orders(player)]


def both_orders(player: Player) -> tuple[str, str]:
    """A name as it is said, and as lists have it.

    >>> both_orders(Player(given="Ann", family="Ash"))
    ('Ann Ash', 'Ash, Ann')
    """
    return f"{player.given} {player.family}", f"{player.family}, {player.given}"


def named_in(text: str, names: Iterable[str]) -> list[str]:
    """Which of some names stand in a text, in whatever letters, heavy or not.

    >>> named_in("Well played, ann  **ASH**!", ["Ann Ash", "Bo Ash"])
    ['Ann Ash']
    """
    known = tuple(names)
    if not known or not _any_of(known).search(text):
        return []
    return [name for name in known if _any_of((name,)).search(text)]


def without(text: str, names: Iterable[str], instead: str = "") -> str:
    """A text with nobody's name in it who does not want that.

    >>> without("Ann Ash and Bo Beech won.", ["ann ash"])
    'A player and Bo Beech won.'
    >>> without("Ann Ash-Smith won.", ["Ann Ash", "Ann Ash-Smith"])
    'A player won.'
    """
    known = tuple(names)
    return _any_of(known).sub(instead or _("A player"), text) if known else text


@lru_cache(maxsize=64)
def _any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """Finds any of some names, of two that begin alike the longer; one pattern for all, because a club may have hundreds."""
    longest_first = sorted(names, key=len, reverse=True)
    found = "|".join(r"[\s*_]+".join(map(re.escape, name.split())) for name in longest_first)
    return re.compile(rf"(?<![^\W_])(?:{found})(?![^\W_])", re.IGNORECASE)


def as_read(club: Club, role: str, some: Iterable[AnyText], *fields: str) -> list[AnyText]:
    """Things as somebody of this role reads them: whoever is not signed in reads no name that is withheld. Not to be saved."""
    found = list(some)
    names = withheld_names(club) if found and role not in MEMBERS else []
    for each in found if names else ():
        for field in fields:
            setattr(each, field, without(getattr(each, field), names))
    return found


def refuse_names(form: forms.BaseForm, club: Club, *fields: str) -> None:
    """Has each of these fields say whom it must not name."""
    names = withheld_names(club)
    for field in fields:
        named = named_in(str(form.cleaned_data.get(field) or ""), names)
        if named:
            form.add_error(field, does_not_want(named))


def does_not_want(named: Iterable[str]) -> str:
    """Why a text cannot be put where anybody can read it."""
    return _("%(name)s does not want to be named on pages that anybody can open.") % {"name": ", ".join(named)}
