"""Awards and ratings of one person: what is kept, to take away, and what becomes of it when two entries are made one or somebody is
to be forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from arrowswitch.scoring.figures import fixed, shown
from arrowswitch.site.club.models import Player
from arrowswitch.site.merits import award_keeper, award_reading
from arrowswitch.site.merits.models import HandCredit, HiddenRating, RatingLine
from arrowswitch.site.merits.rating_keeper import made_again


def awards_kept(player: Player) -> Iterator[dict[str, str]]:
    """Every award of a player that counts, for who takes away what is kept."""
    for each in award_reading.awards_of(player):
        yield {
            _("date"): each.run.day.isoformat() if each.run.day else "",
            _("session"): each.run.title,
            _("place"): each.place,
            _("award"): f"{shown(each.exact, 4)} {each.unit}",
        }


def credits_kept(player: Player) -> Iterator[dict[str, str]]:
    """All that was written in by hand, also what was taken back."""
    for each in HandCredit.objects.filter(player=player).order_by("pk"):
        yield {
            _("date"): each.day.isoformat(),
            _("points"): f"{shown(each.exact, 4)} {each.unit}",
            _("why"): each.why,
            _("by"): each.by,
        }


def ratings_kept(player: Player) -> Iterator[dict[str, str]]:
    """The rating after each session."""
    for each in RatingLine.objects.filter(player=player).select_related("session"):
        yield {
            _("date"): each.day.isoformat(),
            _("session"): each.session.title,
            _("rating"): fixed(Fraction(each.after)),
        }


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
