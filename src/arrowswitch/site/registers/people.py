"""What becomes of the entries about a person whose two entries are made one, or who is to be forgotten."""

from __future__ import annotations

from django.db.models import F, Q

from arrowswitch.site.club.models import Player
from arrowswitch.site.registers.models import Psych, System


def merged(stays: Player, goes: Player) -> None:
    """Everything about the entry that goes is about the one that stays."""
    Psych.objects.filter(player=goes).update(player=stays)
    Psych.objects.filter(partner=goes).update(partner=stays)
    Psych.objects.filter(player=F("partner")).update(partner=None)
    System.objects.filter(first=goes).update(first=stays)
    System.objects.filter(second=goes).update(second=stays)
    System.objects.filter(first=F("second")).delete()


def forgotten(player: Player) -> None:
    """Takes the person out of the books. What is sealed cannot be looked through: it names nobody in plain, and the
    recorder sees a name withheld."""
    Psych.objects.filter(player=player).delete()
    Psych.objects.filter(partner=player).update(partner=None)
    System.objects.filter(Q(first=player) | Q(second=player)).delete()
