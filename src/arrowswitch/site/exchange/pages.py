"""The results of a session as plain pages in a zip: for any web host, and for a disk. They are the pages that everybody with the link
sees, rendered without the site around them; links are relative, there is no script, and nobody is asked for anything from outside.
"""

from __future__ import annotations

import html
import re
import zipfile
from collections.abc import Callable, Mapping
from datetime import datetime
from importlib.resources import files
from io import BytesIO
from urllib.parse import unquote, urljoin, urlsplit

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpResponse
from django.utils import timezone

from arrowswitch.formats import BadFile
from arrowswitch.session import Actor
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.results import matches, pages
from arrowswitch.site.night.results.reading import Reader
from arrowswitch.site.night.results.review import pair as pair_review
from arrowswitch.site.night.results.review import player as player_review
from arrowswitch.site.night.results.seeing import Viewer
from arrowswitch.site.requests import ClubRequest
from arrowswitch.words import say

BASE = "/results/"
"""Where the pages would be on a site; every link is read from there."""
STYLES = ("style.css", "results.css")
Make = Callable[..., HttpResponse]
ROUTES: tuple[tuple[re.Pattern[str], str, Make], ...] = (
    (re.compile(r""), "index", pages.ranking),
    (re.compile(r"boards/"), "boards", pages.boards),
    (re.compile(r"board/(?P<number>\d{1,4})/"), "board-{number}", pages.board),
    (re.compile(r"hands/"), "hands", pages.all_hands_page),
    (re.compile(r"pair/(?P<who>\w+)/"), "pair-{who}", pages.pair),
    (re.compile(r"review/(?P<who>\w+)/"), "cards-{who}", pair_review),
    (re.compile(r"review/(?P<who>\w+)/(?P<player>\d{1,2})/"), "cards-{who}-{player}", player_review),
    (re.compile(r"recap/"), "recap", pages.recap_page),
    (re.compile(r"matches/"), "matches", matches.crosstable),
    (re.compile(r"match/(?P<who>\w+)/(?P<other>\w+)/"), "match-{who}-{other}", matches.match),
    (re.compile(r"movement/"), "movement", pages.movement),
    (re.compile(r"versions/"), "versions", pages.versions_page),
)
"""Which addresses become pages, and under which names."""
NUMBERS = ("number", "player")
LINK = re.compile(r"<a\b(?P<before>[^>]*?)\shref=\"(?P<to>[^\"]*)\"(?P<after>[^>]*)>(?P<inside>.*?)</a>", re.DOTALL)
FONTS = re.compile(r"@font-face\s*\{[^}]*\}\s*")
NOTES = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
BLANKS = re.compile(r"\n\s*")


def write_pages(session: int, club: Club) -> bytes:
    """The zip; `BadFile` if there is nothing posted to show."""
    state = store.state(session)
    if not state.publications:
        raise BadFile(say("The results are not posted yet; only posted results leave the club."))
    found = _pages(_reader(session, club))
    return _zipped(found, timezone.localtime(state.publications[-1].at))


def _reader(session: int, club: Club) -> Reader:
    """Somebody with the link, who is not signed in."""
    request = ClubRequest()
    request.method = "GET"
    request.club, request.actor, request.user = club, Actor("public"), AnonymousUser()
    request.htmx = False  # type: ignore[assignment]  # nothing of a page is asked for alone
    header = Session.objects.get(pk=session)
    viewer = Viewer(session, store.state(session), request.actor)
    return Reader(request, header, viewer, BASE, "exchange/pages/layout.html")


def _pages(reader: Reader) -> Mapping[str, str]:
    """Every page that a link leads to, from the ranking on; by the name of its file."""
    made: dict[str, str | None] = {}
    waiting = [BASE]
    while waiting:
        address = waiting.pop()
        if address not in made:
            made[address] = _page(reader, address)
            links = LINK.finditer(made[address] or "")
            waiting += [to for each in links if _file(to := _where(address, each["to"]))]
    names = {address: _file(address) for address, page in made.items() if page is not None}
    return {names[address]: _relinked(page, address, names) for address, page in made.items() if page is not None}


def _page(reader: Reader, address: str) -> str | None:
    """What a page looks like; nothing for one that is not to be seen."""
    for pattern, _name, make in ROUTES:
        found = pattern.fullmatch(address.removeprefix(BASE))
        if found:
            named = {key: int(value) if key in NUMBERS else value for key, value in found.groupdict().items()}
            try:
                answer = make(reader, **named)
            except Http404:
                return None
            return answer.content.decode() if answer.status_code == 200 else None
    return None


def _where(address: str, link: str) -> str:
    """Where a link of a page leads, without what comes after a question mark."""
    parts = urlsplit(urljoin(address, html.unescape(link)))
    return "" if parts.scheme or parts.netloc else unquote(parts.path)


def _file(address: str) -> str:
    """The name of the file of a page; empty for what is no page here.

    >>> _file("/results/"), _file("/results/board/7/"), _file("/results/w/A1/"), _file("/sign-in/")
    ('index.html', 'board-7.html', '', '')
    """
    if address.startswith(BASE):
        for pattern, name, _make in ROUTES:
            found = pattern.fullmatch(address.removeprefix(BASE))
            if found:
                return f"{name.format(**found.groupdict())}.html"
    return ""


def _relinked(page: str, address: str, names: Mapping[str, str]) -> str:
    """A page whose links lead to files beside it; what leads to no page is text, and a button that would, is not there."""

    def put(found: re.Match[str]) -> str:
        if found["to"].startswith("#"):
            return found[0]
        file = names.get(_where(address, found["to"]), "")
        if file:
            return f'<a{found["before"]} href="{file}"{found["after"]}>{found["inside"]}</a>'
        return "" if "button" in found["before"] + found["after"] else found["inside"]

    return BLANKS.sub("\n", LINK.sub(put, page)).strip() + "\n"


def style() -> str:
    """The looks of the pages, without our fonts: every device has some."""
    here = files("arrowswitch.site").joinpath("static", "arrowswitch")
    texts = [here.joinpath(name).read_text(encoding="utf-8") for name in STYLES]
    return BLANKS.sub("\n", NOTES.sub("", FONTS.sub("", "\n".join(texts)))) + ".no-print { display: none; }\n"


def _zipped(found: Mapping[str, str], at: datetime) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as whole:
        for name, text in [*sorted(found.items()), ("style.css", style())]:
            entry = zipfile.ZipInfo(name, at.timetuple()[:6])
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            whole.writestr(entry, text)
    return made.getvalue()
