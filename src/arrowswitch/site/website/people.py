"""What becomes of the site when two entries of the register are made one, or somebody is to be forgotten."""

from __future__ import annotations

from itertools import count, product

from django.db.models import Q, QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext as _

from arrowswitch.site.calendar.dates import WORDS
from arrowswitch.site.calendar.models import CalendarDate, DateChange, SessionGuide
from arrowswitch.site.club.models import Player
from arrowswitch.site.members.models import EntryChange, KeptLetter, MembersSettings, Particulars
from arrowswitch.site.noticeboard.models import ChecklistRemark, ChecklistVersion, NoticeVersion, TeachingNoteVersion
from arrowswitch.site.outbox.models import Mail
from arrowswitch.site.website.models import (
    SITE_WORDS,
    ResultsSubscriber,
    SiteSettings,
    WebPage,
    WebPageVersion,
    WebPicture,
)
from arrowswitch.site.website.unnamed import both_orders, named_in, without

TEXTS = (
    (WebPageVersion, "page__club", ("title", "summary", "text", "why")),
    (WebPicture, "club", ("alt",)),
    (SiteSettings, "club", SITE_WORDS),
    (NoticeVersion, "notice__club", ("title", "text", "why")),
    (TeachingNoteVersion, "note__club", ("title", "facts", "lesson", "why")),
    (ChecklistVersion, "checklist__club", ("title", "who", "text", "why")),
    (ChecklistRemark, "run__checklist__club", ("text", "outcome")),
    (CalendarDate, "club", WORDS),
    (DateChange, "date__club", ("reason",)),
    (SessionGuide, "club", ("title", "text")),
    (MembersSettings, "club", ("keeper", "notice")),
    (KeptLetter, "club", ("text",)),
)
"""What people write in their own words."""


def merged(stays: Player, goes: Player) -> None:
    """Results go to the one person now."""
    ResultsSubscriber.objects.filter(player=goes).update(player=stays)


def forgotten(player: Player) -> None:
    """Nothing is mailed any more, nor known of what was, and the name is taken out of every text, also out of older versions.

    It asks what is kept of the person, so it comes before that is forgotten.
    """
    mail_to(player).delete()
    ResultsSubscriber.objects.filter(player=player).delete()
    names = [name for each in _called(player) for name in both_orders(each)]
    for slug in filter(None, map(slugify, names)):
        for page in WebPage.objects.filter(club=player.club_id, slug__contains=slug):
            if f"-{slug}-" in f"-{page.slug}-":
                taken = set(WebPage.objects.filter(club=player.club_id).values_list("slug", flat=True))
                free = (f"page-{page.pk}-{number}" for number in count(1))
                page.slug = next(each for each in free if each not in taken)  # the address told the name too
                page.save(update_fields=["slug"])
    for model, club, fields in TEXTS:
        for each in model._default_manager.filter(**{club: player.club_id}).only("pk", *fields):
            changed = [field for field in fields if named_in(getattr(each, field), names)]
            for field in changed:
                text = without(getattr(each, field), names, _("(name withheld)"))
                setattr(each, field, text[: getattr(model._meta.get_field(field), "max_length", None)])
            if changed:
                found_by = ["findable"] if isinstance(each, TeachingNoteVersion) else []
                each.save(update_fields=[*changed, *found_by])


def _called(player: Player) -> list[Player]:
    """The person by the name of now and by every earlier one; one word alone may mean anything."""
    parts = {name: {getattr(player, name)} for name in ("given", "family")}
    for change in EntryChange.objects.filter(player=player, field__in=parts):
        parts[change.field].add(change.before)
    return [Player(given=given, family=family) for given, family in product(*parts.values()) if given and family]


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
