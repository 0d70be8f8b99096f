"""The federations whose regulations a club may play by, and such regulations in one word that can be kept and sent."""

from __future__ import annotations

import json
from functools import lru_cache

from arrowswitch import regulations


def choices() -> list[tuple[str, str]]:
    """(profile, name) for a form; the general one first."""
    names = sorted(regulations.names(), key=lambda name: (name != "wbf", name))
    return [(name, f"{name.upper()} · {regulations.load(name).title}") for name in names]


@lru_cache(64)
def taken(wish: str) -> regulations.Regulations:
    """The regulations of a federation, with a club's own values after its name.

    >>> taken("ebu").awards.one_winner_below
    5
    >>> taken('ebu {"awards": {"one_winner_below": {"value": 6, "source": "Committee"}}}').awards.one_winner_below
    6
    """
    federation, _space, own = wish.partition(" ")
    return regulations.load(federation, json.loads(own) if own else None)
