"""What becomes of ladders, winners and handicaps when two entries of the register are made one, or somebody is to be forgotten."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from arrowswitch.site.club.models import Player
from arrowswitch.site.ladders.models import HandicapEntry, MadeList, PlaceHolder, WinnerName
from arrowswitch.site.website.unnamed import both_orders, named_in, without


def merged(stays: Player, goes: Player) -> None:
    """What the entry that goes has won and was granted is the other's; lists that are not fixed are made again."""
    WinnerName.objects.filter(player=goes).update(player=stays)
    HandicapEntry.objects.filter(player=goes).update(player=stays)
    PlaceHolder.objects.filter(player=goes).update(player=stays)
    MadeList.objects.filter(competition__club=stays.club, fixed=False).update(stamp="")


def forgotten(player: Player, called: Iterable[Player]) -> None:
    """Places and wins stay and name nobody; what was written about the person goes."""
    HandicapEntry.objects.filter(player=player).update(reason="", working="[]")
    names = [name for each in called for name in both_orders(each)]
    whole = {name.casefold() for name in (*names, str(player)) if name}
    for each in WinnerName.objects.filter(winner__trophy__club=player.club, player=None).exclude(name=""):
        row = WinnerName.objects.filter(pk=each.pk)
        if each.name.casefold() in whole:
            row.update(name="", player=player)
        elif named_in(each.name, names):  # others stand in the same line: it is emptied, and theirs is a new one
            left = without(each.name, names, _("(name withheld)"))
            WinnerName.objects.create(winner_id=each.winner_id, name=left[:200])
            row.update(name="")
