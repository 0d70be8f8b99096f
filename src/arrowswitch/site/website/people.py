"""What becomes of the site when two entries of the register are made one, or somebody is to be forgotten."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from django.db.models import Q, QuerySet
from django.utils.text import slugify

from arrowswitch.site.club.models import Player
from arrowswitch.site.members.models import EntryChange, Particulars
from arrowswitch.site.outbox.models import Mail
from arrowswitch.site.website.models import ResultsSubscriber, WebPage
from arrowswitch.site.website.unnamed import both_orders


def merged(stays: Player, goes: Player) -> None:
    """Results go to the one person now."""
    ResultsSubscriber.objects.filter(player=goes).update(player=stays)


def forgotten(player: Player, called: Iterable[Player]) -> None:
    """Nothing is mailed any more, nor known of what was, and no address of a page tells the name.

    It asks what is kept of the person, so it comes before that is forgotten.
    """
    mail_to(player).delete()
    ResultsSubscriber.objects.filter(player=player).delete()
    names = [name for each in called for name in both_orders(each)]
    for slug in filter(None, map(slugify, names)):
        for page in WebPage.objects.filter(club=player.club_id, slug__contains=slug):
            if f"-{slug}-" in f"-{page.slug}-":
                taken = set(WebPage.objects.filter(club=player.club_id).values_list("slug", flat=True))
                free = (f"page-{page.pk}-{number}" for number in count(1))
                page.slug = next(each for each in free if each not in taken)  # the address told the name too
                page.save(update_fields=["slug"])


def mail_to(player: Player) -> QuerySet[Mail]:
    """The mail that was written to a person, at every address that the club knows or knew."""
    known = {Particulars.of(player).email}
    known |= set(ResultsSubscriber.objects.filter(player=player).values_list("email", flat=True))
    for change in EntryChange.objects.filter(player=player, field="email"):
        known |= {change.before, change.after}
    to = Q(pk=None)
    for address in filter(None, known):
        to |= Q(to__iexact=address)
    return Mail.objects.filter(to, club=player.club_id)
