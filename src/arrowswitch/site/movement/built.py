"""A movement from what an address or a form names it by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from arrowswitch import movements
from arrowswitch.movements import ImpossibleWish, Movement

NUMBERS = ("teams", "rounds", "boards_per_round", "boards", "skip_after", "stationary", "stanzas")
WORDS = ("tables", "phantom", "switch", "side", "card")


def options_from(named: Mapping[str, str]) -> dict[str, str | int]:
    """The options among what was named; the rest is passed over."""
    options: dict[str, str | int] = {name: named[name][:200] for name in WORDS if named.get(name)}
    for name in NUMBERS:
        if text := named.get(name):
            if not (text.isascii() and text.isdigit() and len(text) < 5):
                raise ImpossibleWish(_("“%(text)s” is not a number.") % {"text": text[:20]})
            options[name] = int(text)
    return options


def build_from(family: str, named: Mapping[str, str]) -> Movement:
    """The movement; `ImpossibleWish` if there is none."""
    if family not in movements.FAMILIES:
        raise ImpossibleWish(_("There is no movement called “%(name)s”.") % {"name": family[:40]})
    return movements.build(family, **options_from(named))


def written(family: str, options: Mapping[str, Any]) -> str:
    """A movement and what it is built from, in one word that an address can carry.

    >>> written("mitchell", {"tables": "7½", "rounds": None})
    'mitchell?tables=7%C2%BD'
    """
    kept = {name: value for name, value in options.items() if value not in (None, "") and name != "section"}
    return f"{family}?{urlencode(kept)}"
