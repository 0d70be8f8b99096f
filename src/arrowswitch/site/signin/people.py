"""What becomes of PINs and links when two entries of the register are made one, or somebody is to be forgotten."""

from __future__ import annotations

from django.utils import timezone

from arrowswitch.site.club.models import Player
from arrowswitch.site.signin.models import PlayerPin, SignInLink


def merged(stays: Player, goes: Player) -> None:
    """The one that stays keeps its PIN, or gets that of the other; links that were sent are good no more."""
    PlayerPin.objects.filter(player=goes, by=str(goes)).update(by=str(stays))
    if PlayerPin.objects.filter(player=stays, ended=None).exists():
        PlayerPin.objects.filter(player=goes, ended=None).update(ended=timezone.now(), digest="", why="merged")
    PlayerPin.objects.filter(player=goes).update(player=stays)
    SignInLink.objects.filter(player__in=(stays, goes)).delete()


def forgotten(player: Player) -> None:
    """Nothing is kept, and no account is left to sign in to."""
    PlayerPin.objects.filter(player=player).delete()
    SignInLink.objects.filter(player=player).delete()
