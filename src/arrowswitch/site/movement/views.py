"""Tonight's movement: the ranked list, one movement from every side, and its files."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch import movements, press, regulations
from arrowswitch.movements import ImpossibleWish, Movement
from arrowswitch.movements.announcements import announcements
from arrowswitch.movements.seeding import seed_plan
from arrowswitch.site.accounts.gate import DESK, EVERYONE, allow
from arrowswitch.site.club.models import Club
from arrowswitch.site.movement import shown
from arrowswitch.site.movement.built import options_from, written
from arrowswitch.site.movement.drawing import picture
from arrowswitch.site.movement.forms import WishForm, spoken
from arrowswitch.site.movement.heat import heat_map

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


# -- the list -----------------------------------------------------------------------------------------------------------


@allow(*EVERYONE)
@require_safe
def tonight(request: HttpRequest) -> HttpResponse:
    """What the director types, and the movements that answer it, best first."""
    club = request.club
    if club is None:
        return redirect("welcome")
    asked = request.GET.copy()
    asked.setdefault("kind", "pairs")
    asked.setdefault("federation", club.federation)
    form = WishForm(asked)
    context: dict[str, Any] = {"form": form, "problem": "", "choices": [], "detail": None}
    if form.asks:
        try:
            found = movements.choose(**form.wish())
        except ImpossibleWish as wish:
            context["problem"] = spoken(wish)
        else:
            wished = urlencode([(k, v) for k, v in request.GET.items() if v and k in form.fields])
            context["choices"] = [Choice(choice, wished, form.cleaned_data["federation"]) for choice in found]
            if found:
                first = context["choices"][0]
                section = "A" if first.parts else ""
                context["detail"] = detail(found[0].movement, first.options, wished, "grid", request, section)
    if request.htmx and request.htmx.target == "answer":
        response = render(request, "movement/_answer.html", context)
        if form.errors or context["problem"]:  # the sentence goes to its place, the old list stays
            response["HX-Reswap"] = "none"
            response["HX-Replace-Url"] = "false"
        return response
    return render(request, "movement/tonight.html", context)


class Choice:
    """One proposal as the list shows it."""

    def __init__(self, choice: Any, wished: str, federation: str) -> None:
        self.choice = choice
        self.options = {"family": choice.family, **choice.options}
        self.address = shown.address(choice.family, choice.options, federation=federation, wish=wished)
        self.time = shown.hours(choice.minutes)
        self.parts = [
            {
                "letter": letter,
                "part": part,
                "address": shown.address(part.family, options, federation=federation, wish=wished),
            }
            for letter, part, options in shown.sections(choice)
        ]
        self.dots = shown.dots(choice.qf) if choice.qf is not None else ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.choice, name)


# -- one movement ---------------------------------------------------------------------------------------------------------


def built(request: HttpRequest, family: str) -> tuple[Movement, dict[str, str | int]]:
    """The movement that an address names, and the options it names it by."""
    if family not in movements.FAMILIES:
        raise Http404
    options = options_from(request.GET)
    return movements.build(family, **options), options


@allow(*EVERYONE)
@require_safe
def one(request: HttpRequest, family: str) -> HttpResponse:
    """A movement from one side (or from all, for printing)."""
    view = request.GET.get("view", "grid")
    try:
        movement, options = built(request, family)
    except ImpossibleWish as wish:
        return render(
            request, "sorry.html", {"title": _("That movement cannot be had"), "text": spoken(wish)}, status=400
        )
    wished = request.GET.get("wish", "")
    section = request.GET.get("section", "")[:1]
    context = {"detail": detail(movement, {"family": family, **options}, wished, view, request, section)}
    if request.htmx and request.htmx.target == "beside":
        return render(request, "movement/_detail.html", context)
    return render(request, "movement/one.html", context)


def detail(
    movement: Movement, options: dict[str, Any], wished: str, view: str, request: HttpRequest, section: str
) -> dict[str, Any]:
    """What the page of a movement shows: the head always, the rest by the view that is open."""
    family = options["family"]
    federation = request.GET.get("federation", "")
    if federation not in regulations.names():
        federation = (request.club or Club()).federation
    query = {**{name: value for name, value in options.items() if name != "family"}, "federation": federation}
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
        "prints": shown.prints(movement, family, query, "letter" if federation == "acbl" else "a4"),
        "time": shown.hours(shown.minutes(movement, shown.pace(federation, QueryDict(wished)))),
        "use": _use(request, movement, options),
    }
    if "grid" in open_views:
        found["grid"] = shown.grid(movement)
        found["rounds"] = range(1, movement.rounds + 1)
        found["switches"] = any(meeting.switched for meeting in movement.meetings)
    if "path" in open_views:
        wanted = request.GET.get("pair", "")
        number = int(wanted) if wanted.isdecimal() and len(wanted) < 5 else 0
        if number not in movement.contestants:
            number = movement.contestants[-1]
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
        found["switches_offered"] = shown.switches_offered(movement, family, query, wished)
    if "say" in open_views:
        found["moments"] = shown.moments(announcements(movement))
    if "facts" in open_views:
        found["facts"] = shown.facts(movement, movements.audit(movement))
    if "seeds" in open_views:
        found["seeds"] = seed_plan(movement)
    if "make" in open_views and movement.kind == "pairs":
        found["make"] = shown.making_boards(movement)
    return found


def _use(request: HttpRequest, movement: Movement, options: dict[str, Any]) -> str:
    """Where the desk opens a session with this movement; nothing for anybody else."""
    if request.actor.role not in DESK:
        return ""
    size = {"kind": "teams", "teams": movement.entry} if movement.kind == "teams" else {"tables": movement.entry}
    plan = written(options["family"], {name: value for name, value in options.items() if name != "family"})
    return f"{reverse('night-new')}?{urlencode({**size, 'plan': plan})}"


@allow(*EVERYONE)
@require_safe
def as_json(request: HttpRequest, family: str) -> HttpResponse:
    """The movement as a file for other programs."""
    try:
        movement, _options = built(request, family)
    except ImpossibleWish as wish:
        return HttpResponse(spoken(wish) + "\n", status=400, content_type="text/plain; charset=utf-8")
    response = HttpResponse(movements.dumps(movement), content_type="application/json")
    name = f"{family}-{movement.entry.replace('½', '.5')}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@allow(*EVERYONE)
@require_safe
def as_pdf(request: HttpRequest, what: str) -> HttpResponse:
    """Cards, slips, the map or the whole movement on paper."""
    family = request.GET.get("family", "")
    try:
        movement, _options = built(request, family)
        paper = request.GET.get("paper", "a4")
        club = (request.club or Club()).name
        made = press.render(what, movement, paper=paper, club=club, gettext=gettext, lang=get_language() or "en")
    except (ImpossibleWish, press.UnknownPrint) as problem:
        return render(
            request, "sorry.html", {"title": _("That cannot be printed"), "text": spoken(problem)}, status=400
        )
    response = HttpResponse(made, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{family}-{movement.entry.replace("½", ".5")}-{what}.pdf"'
    return response
