"""What becomes of the nights against the cards when two entries of the register are made one, or somebody is to be forgotten."""

from __future__ import annotations

from arrowswitch.site.club.models import Player
from arrowswitch.site.mybridge.models import CardsLine


def merged(stays: Player, goes: Player) -> None:
    """They are one person's."""
    CardsLine.objects.filter(player=goes).update(player=stays)


def forgotten(player: Player) -> None:
    """They are nobody's."""
    CardsLine.objects.filter(player=player).delete()
