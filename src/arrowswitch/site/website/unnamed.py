"""Texts that somebody types for pages that anybody can open, and the people who do not want to be named there."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.translation import gettext as _

from arrowswitch.site.club.models import Club, Player


def withheld_names(club: Club) -> list[str]:
    """The names of those who do not want to stand on pages that anybody can open."""
    asked = Player.objects.filter(club=club).exclude(withheld="").exclude(given="").exclude(family="")
    return [str(player) for player in asked]


def named_in(text: str, names: Iterable[str]) -> list[str]:
    """Which of some names stand in a text, in whatever letters.

    >>> named_in("Well played, ann  ASH!", ["Ann Ash", "Bo Ash"])
    ['Ann Ash']
    """
    return [name for name in names if _pattern(name).search(text)]


def without(text: str, names: Iterable[str], instead: str = "") -> str:
    """A text with nobody's name in it who does not want that.

    >>> without("Ann Ash and Bo Beech won.", ["ann ash"])
    'A player and Bo Beech won.'
    """
    for name in names:
        text = _pattern(name).sub(instead or _("A player"), text)
    return text


def _pattern(name: str) -> re.Pattern[str]:
    words = r"\s+".join(map(re.escape, name.split()))
    return re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)
