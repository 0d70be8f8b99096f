"""What becomes of the site when two entries of the register are made one, or somebody is to be forgotten."""

from __future__ import annotations

from itertools import count

from django.utils.text import slugify
from django.utils.translation import gettext as _

from arrowswitch.site.club.models import Player
from arrowswitch.site.noticeboard.models import NoticeVersion, TeachingNoteVersion
from arrowswitch.site.website.models import ResultsSubscriber, SiteSettings, WebPage, WebPageVersion, WebPicture
from arrowswitch.site.website.unnamed import named_in, without

TEXTS = (
    (WebPageVersion, "page__club", ("title", "summary", "text", "why")),
    (NoticeVersion, "notice__club", ("title", "text", "why")),
    (TeachingNoteVersion, "note__club", ("title", "facts", "lesson", "why")),
    (WebPicture, "club", ("alt",)),
    (SiteSettings, "club", ("words", "contact", "bridge_matters", "staff_matters", "conduct_matters")),
)
"""What people write in their own words."""


def merged(stays: Player, goes: Player) -> None:
    """Results go to the one person now."""
    ResultsSubscriber.objects.filter(player=goes).update(player=stays)


def forgotten(player: Player) -> None:
    """Nothing is mailed any more, and the name is taken out of every text, also out of older versions."""
    ResultsSubscriber.objects.filter(player=player).delete()
    name = str(player)
    if not (player.given and player.family):
        return  # one word alone may mean anything
    named = slugify(name)
    for page in WebPage.objects.filter(club=player.club_id, slug__contains=named) if named else ():
        if f"-{named}-" in f"-{page.slug}-":
            taken = set(WebPage.objects.filter(club=player.club_id).values_list("slug", flat=True))
            free = (f"page-{page.pk}-{number}" for number in count(1))
            page.slug = next(each for each in free if each not in taken)  # the address told the name too
            page.save(update_fields=["slug"])
    for model, club, fields in TEXTS:
        for each in model._default_manager.filter(**{club: player.club_id}).only("pk", *fields):
            changed = [field for field in fields if named_in(getattr(each, field), [name])]
            for field in changed:
                setattr(each, field, without(getattr(each, field), [name], _("(name withheld)")))
            if changed:
                found_by = ["findable"] if isinstance(each, TeachingNoteVersion) else []
                each.save(update_fields=[*changed, *found_by])
