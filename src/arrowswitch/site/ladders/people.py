"""What becomes of ladders, winners and handicaps when two entries of the register are made one, or somebody is to be forgotten."""

from __future__ import annotations

from arrowswitch.site.club.models import Player
from arrowswitch.site.ladders.models import HandicapEntry, MadeList, PlaceHolder, WinnerName


def merged(stays: Player, goes: Player) -> None:
    """What the entry that goes has won and was granted is the other's; lists that are not fixed are made again."""
    WinnerName.objects.filter(player=goes).update(player=stays)
    HandicapEntry.objects.filter(player=goes).update(player=stays)
    PlaceHolder.objects.filter(player=goes).update(player=stays)
    MadeList.objects.filter(competition__club=stays.club, fixed=False).update(stamp="")


def forgotten(player: Player) -> None:
    """Places and wins stay and name nobody; what was written about the person goes."""
    HandicapEntry.objects.filter(player=player).update(reason="", working="[]")
    own = str(player)
    if own:
        WinnerName.objects.filter(winner__trophy__club=player.club, player=None, name__iexact=own).update(
            name="", player=player
        )
