"""How much of what a table may write one of its phones has: so nobody keeps the others of his table from writing."""

from __future__ import annotations

from arrowswitch.site.accounts.middleware import Allowance
from arrowswitch.site.pads.models import Pad
from arrowswitch.site.pads.neighbours import came_later, neighbours_of

OWN = Allowance(20, at_once=150)
"""Messages of one phone that are its own: a third of its table's."""
FIRST = 3
"""Phones of a table that can count on it: those that came first."""


def grants(writes: Allowance, pad: Pad) -> bool:
    """Whether a phone may write once more. One that has had its own, or that came after the first, leaves a third of what
    its table may write to the others."""
    has_own = OWN.grants(str(pad.pk)) and sum(not came_later(pad, each) for each in neighbours_of(pad)) < FIRST
    return writes.grants(pad.holder, leaving=0 if has_own else writes.at_once / 3)
