"""What becomes of the books when two entries of the register are made one, or somebody is to be forgotten."""

from __future__ import annotations

from arrowswitch.site.club.models import Player
from arrowswitch.site.money.models import MoneyEntry


def merged(stays: Player, goes: Player) -> None:
    """Whatever the entry that goes paid, owes or has is the other's."""
    MoneyEntry.objects.filter(player=goes).update(player=stays)


def forgotten(player: Player) -> None:
    """The amounts stay, because the club's sums rest on them; whose they are is known to nobody, and no remark tells."""
    MoneyEntry.objects.filter(player=player).update(text="")
