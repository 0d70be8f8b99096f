"""What becomes of awards and ratings of a person whose two entries are made one, or who is to be forgotten."""

from __future__ import annotations

from arrowswitch.site.club.models import Player
from arrowswitch.site.merits import award_keeper
from arrowswitch.site.merits.models import HandCredit, HiddenRating
from arrowswitch.site.merits.rating_keeper import made_again


def merged(stays: Player, goes: Player) -> None:
    """What the entry that goes has earned is earned by the one that stays; who hid the rating once has it hidden."""
    award_keeper.merged(stays, goes)
    hidden = HiddenRating.objects.filter(player=goes).first()
    if hidden:
        HiddenRating.objects.get_or_create(player=stays, defaults={"by": hidden.by})
        hidden.delete()
    made_again((stays, goes))


def forgotten(player: Player) -> None:
    """The figures stay, because others' rest on them; whose they are is known to nobody."""
    HiddenRating.objects.filter(player=player).delete()
    HandCredit.objects.filter(player=player).update(why="")
