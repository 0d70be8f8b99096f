"""The feeds of posted results and of news: Atom, RFC 4287, for whatever program somebody reads such things with."""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from xml.etree import ElementTree

from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.club.models import Club
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.website import markup, posting, unnamed
from arrowswitch.site.website.finding import absolute, of_site, place_of
from arrowswitch.site.website.models import PostedVersion, SiteSettings
from arrowswitch.site.website.public import masked, pages

MOST = 30
"""Entries of a feed."""
TOLD = 12
"""Changes that an entry tells one by one."""
ATOM = "http://www.w3.org/2005/Atom"
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What may not stand in XML 1.0, 2.2."""


@dataclass(frozen=True)
class FeedEntry:
    """One thing that a feed tells."""

    key: str
    title: str
    at: datetime
    address: str
    text: str


@allow(*EVERYONE)
@require_safe
def results_feed(request: ClubRequest) -> HttpResponse:
    """What was posted and corrected, the last first. Nobody's name is in it."""
    club = _club(request)
    posting.in_step(club)
    return _answer(request, _("%(club)s: results"), reverse("results-list"), "results", _results(request, club))


def _club(request: ClubRequest) -> Club:
    if request.club is None:
        raise Http404
    return request.club


def _results(request: ClubRequest, club: Club) -> Iterator[FeedEntry]:
    listed = PostedVersion.objects.filter(
        club=club,
        session__phase="published",
        session__away=False,
        session__links__withdrawn=None,
        session__links__listed=True,
    )
    for each in listed.select_related("session").annotate(token=F("session__links__token"))[:MOST]:
        day = date_format(each.session.date, "j F Y") if each.session.date else ""
        named = {"night": ", ".join(filter(None, (each.session.title, day)))}
        title = _("Corrected: %(night)s") if each.version > 1 else "%(night)s"
        place = absolute(request, reverse("results", args=[each.token]))
        yield FeedEntry(f"results/{each.session_id}/{each.version}", title % named, each.at, place, _told(each))


def _told(posted: PostedVersion) -> str:
    if posted.version == 1:
        return _("The results are posted.")
    changes = posted.changes
    said = ngettext("%(n)s result was changed.", "%(n)s results were changed.", len(changes)) % {"n": len(changes)}
    return "\n".join([said if changes else _("The results are posted again."), *changes[:TOLD]])


@allow(*EVERYONE)
@require_safe
def news_feed(request: ClubRequest) -> HttpResponse:
    """What is new at the club."""
    club = _club(request)
    return _answer(request, _("%(club)s: news"), reverse("website-news"), "news", _news(request, club))


def _news(request: ClubRequest, club: Club) -> Iterator[FeedEntry]:
    names = unnamed.withheld_names(club)
    for page in pages(club, "news")[:MOST]:
        if page.shown:
            told = masked(page.shown, names)
            text = told.summary or markup.plain(told.text)[:400]
            yield FeedEntry(f"news/{page.pk}", told.title, told.at, absolute(request, place_of(page)), text)


# -- Atom ---------------------------------------------------------------------------------------------------------------


def _answer(request: ClubRequest, title: str, place: str, key: str, entries: Iterable[FeedEntry]) -> HttpResponse:
    club, site = _club(request), of_site(request)
    if site.pk is None:  # a feed needs a name that stays
        site, _new = SiteSettings.objects.get_or_create(club=club)
    root = ElementTree.Element("feed", xmlns=ATOM)
    found = list(entries)
    _put(root, "id", _name(site, key))
    _put(root, "title", title % {"club": club.name})
    _put(root, "updated", _moment(max((each.at for each in found), default=site.changed)))
    _put(_put(root, "author"), "name", club.name)
    _put(root, "link", rel="self", type="application/atom+xml", href=absolute(request, request.path))
    _put(root, "link", rel="alternate", type="text/html", href=absolute(request, place))
    for each in found:
        entry = _put(root, "entry")
        _put(entry, "id", _name(site, each.key))
        _put(entry, "title", each.title)
        _put(entry, "updated", _moment(each.at))
        _put(entry, "link", rel="alternate", type="text/html", href=each.address)
        _put(entry, "summary", each.text, type="text")
    body = b'<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="utf-8")
    return _given(request, body)


def _given(request: HttpRequest, body: bytes) -> HttpResponse:
    """The feed, or only that nothing is new: programs ask every hour."""
    response = HttpResponse(body, content_type="application/atom+xml; charset=utf-8")
    response["Cache-Control"] = "public, max-age=300"
    response["ETag"] = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return get_conditional_response(request, etag=response["ETag"], response=response) or response


def _put(parent: ElementTree.Element, name: str, text: str = "", **more: str) -> ElementTree.Element:
    """One element, with nothing in it that XML does not allow."""
    found = ElementTree.SubElement(parent, name, more)
    found.text = NOT_XML.sub("", text) or None
    return found


def _name(site: SiteSettings, key: str) -> str:
    """What a reader knows an entry by, wherever the site may move."""
    return f"urn:uuid:{uuid.uuid5(site.uid, key)}"


def _moment(at: datetime) -> str:
    return timezone.localtime(at).isoformat(timespec="seconds")
