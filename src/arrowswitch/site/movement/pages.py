"""The page of one movement, from any of its sides, made once and kept.

What it shows follows from what was asked for and from nothing else, so it can be made in the workshop where the room is
large, and shown again to whoever asks for the same.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, gettext_lazy, override

from arrowswitch import movements, regulations
from arrowswitch.movements import Movement
from arrowswitch.movements.cards.announcements import announcements
from arrowswitch.movements.files_of_others import FORMATS
from arrowswitch.movements.seeding import seed_plan
from arrowswitch.site.accounts.gate import DESK
from arrowswitch.site.club.models import Club
from arrowswitch.site.movement import shown
from arrowswitch.site.movement.built import Options, build, is_large, written
from arrowswitch.site.movement.drawing import picture
from arrowswitch.site.movement.forms import COUNTED
from arrowswitch.site.movement.heat import heat_map
from arrowswitch.site.movement.templatetags.spoken import said
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.rules.own import rules_for
from arrowswitch.site.work.memory import Memory

VIEWS = {
    "grid": gettext_lazy("Grid"),
    "path": gettext_lazy("A pair’s path"),
    "room": gettext_lazy("Room"),
    "balance": gettext_lazy("Balance"),
    "say": gettext_lazy("Announcements"),
    "facts": gettext_lazy("Facts"),
    "seeds": gettext_lazy("Seeding"),
    "make": gettext_lazy("Making boards"),
}
KEYS = {"grid": "g", "path": "p", "room": "r", "balance": "b", "say": "a", "facts": "f", "seeds": "s", "make": "m"}


class Asker(NamedTuple):
    """What a page depends on beside the movement."""

    federation: str
    rules: str
    """The regulations, as `federations.taken` reads them."""
    pair: int
    is_desk: bool
    language: str

    @classmethod
    def of(cls, request: ClubRequest) -> Asker:
        """Who asks, and for what."""
        federation, pair = request.GET.get("federation", ""), request.GET.get("pair", "")
        if federation not in regulations.names():
            federation = (request.club or Club()).federation
        return cls(
            federation,
            rules_for(request.club, federation),
            int(pair) if pair.isascii() and pair.isdigit() and len(pair) < 5 else 0,
            request.actor.role in DESK,
            get_language() or "en",
        )


class MovementQuery(NamedTuple):
    """Everything that the page of a movement follows from."""

    family: str
    options: tuple[tuple[str, str | int], ...]
    view: str
    wished: str
    section: str
    asker: Asker

    @property
    def is_dear(self) -> bool:
        """Whether it is made in the workshop."""
        return self.view in ("all", "balance") or is_large(dict(self.options))


class MovementPage(NamedTuple):
    """What a page shows of a movement, its title, and where the list is that it was chosen from."""

    title: str
    back: str
    html: str


KEPT: Memory[Hashable, MovementPage] = Memory(24_000_000, size=lambda page: len(page.html))
"""By what is asked, and in characters: some hundred pages of a club's size, some dozen of the largest."""


def page(asked: MovementQuery) -> MovementPage:
    """The page; `ImpossibleWish` if there is no such movement, `Http404` if there is no such view of it."""
    return page_of(asked, build(asked.family, dict(asked.options)))


def page_of(asked: MovementQuery, movement: Movement) -> MovementPage:
    """The same, of a movement that is there already."""
    options: Options = dict(asked.options)
    with override(asked.asker.language):
        found = detail(movement, asked.family, options, asked.wished, asked.view, asked.asker, asked.section)
        html = render_to_string("movement/_detail.html", {"detail": found})
        return MovementPage(said(movement.name), found["back"], mark_safe(html))  # noqa: S308 - our own template


def detail(
    movement: Movement, family: str, options: Options, wished: str, view: str, asker: Asker, section: str
) -> dict[str, Any]:
    """What the page of a movement shows: the head always, the rest by the view that is open."""
    query: dict[str, Any] = {**options, "federation": asker.federation}
    if section:
        query["section"] = section
    tabs = [
        {"id": name, "title": title, "key": KEYS[name], "address": shown.address(family, query, wish=wished, view=name)}
        for name, title in VIEWS.items()
        if movement.kind == "pairs" or name not in ("balance", "make")
    ]
    if view not in ("all", *(tab["id"] for tab in tabs)):
        raise Http404
    open_views = [tab["id"] for tab in tabs] if view == "all" else [view]
    found: dict[str, Any] = {
        "movement": movement,
        "family": family,
        "view": view,
        "views": open_views,
        "tabs": tabs,
        "query": query,
        "wish": wished,
        "section": section,
        "back": f"{reverse('tonight')}?{QueryDict(wished).urlencode()}" if wished else reverse("tonight"),
        "all": shown.address(family, query, wish=wished, view="all"),
        "json": f"{reverse('movement-json', args=[family])}?{urlencode(query)}",
        "prints": shown.prints(movement, family, query, "letter" if asker.federation == "acbl" else "a4"),
        "time": shown.hours(shown.minutes(movement, shown.pace(asker.rules, QueryDict(wished)))),
        "use": use_address(movement, family, options) if asker.is_desk else "",
        "edit": f"{reverse('drafts')}?{urlencode({'family': family, **options})}" if asker.is_desk else "",
        "files": _files(movement, family, options),
    }
    if "grid" in open_views:
        found["grid"] = shown.grid(movement)
        found["rounds"] = range(1, movement.rounds + 1)
        found["switches"] = any(meeting.switched for meeting in movement.meetings)
    if "path" in open_views:
        number = asker.pair if asker.pair in movement.contestants else movement.contestants[-1]
        found["pair"] = number
        found["pair_label"] = shown.called(movement, number)
        found["paths"] = shown.pair_path(movement, number)
        found["partnerships"] = shown.partnerships(movement)
    if "room" in open_views:
        found["room"] = picture(movement)
    if "balance" in open_views and movement.kind == "pairs":
        found["balance"] = movements.balance(movement)
        found["heat"] = heat_map(movement, found["balance"])
        found["dots"] = shown.dots(found["balance"].fairness)
        is_built = family in movements.FAMILIES  # a card of the club is as it was kept
        found["switches_offered"] = shown.switches_offered(movement, family, query, wished) if is_built else ()
        found["single_switches"] = shown.single_switches(movement, family, query, wished) if view == "balance" else None
    if "say" in open_views:
        found["moments"] = shown.moments(announcements(movement))
    if "facts" in open_views:
        found["facts"] = shown.facts(movement, movements.audit(movement))
    if "seeds" in open_views:
        found["seeds"] = seed_plan(movement)
    if "make" in open_views and movement.kind == "pairs":
        found["make"] = shown.making_boards(movement)
    return found


def _files(movement: Movement, family: str, options: Options) -> list[tuple[str, str]]:
    """The formats of other programs, each with where its file is."""
    if movement.kind == "teams":
        return []
    query = urlencode({"family": family, **options})
    return [(each.title, f"{reverse('movement-file', args=[name])}?{query}") for name, each in FORMATS.items()]


def use_address(movement: Movement, family: str, options: Options) -> str:
    """Where the desk opens a session with this movement."""
    size = {"kind": movement.kind, COUNTED[movement.kind]: movement.entry}
    return f"{reverse('night-new')}?{urlencode({**size, 'plan': written(family, options)})}"
