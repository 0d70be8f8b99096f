"""Tonight's movement: the ranked list, one movement from every side, and its files."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch import movements, press
from arrowswitch.movements import ImpossibleWish, Movement
from arrowswitch.movements.choosing.tonight import Pace
from arrowswitch.movements.describe import least_boards, longest_sit_out
from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.club.models import Club
from arrowswitch.site.club_cards.kept import CLUB_CARD, kept_by, movement_named, of_size
from arrowswitch.site.club_cards.models import ClubCardVersion
from arrowswitch.site.federations import taken
from arrowswitch.site.movement import pages, shown
from arrowswitch.site.movement.built import Options, build, is_large, options_from
from arrowswitch.site.movement.forms import WishForm
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.rules.own import rules_for
from arrowswitch.site.spoken import spoken
from arrowswitch.site.work.dear import dear
from arrowswitch.site.work.memory import Memory
from arrowswitch.site.work.paper import pdf
from arrowswitch.site.work.workshop import PRINTED

# -- the list -----------------------------------------------------------------------------------------------------------


@allow(*EVERYONE)
@require_safe
def tonight(request: ClubRequest) -> HttpResponse:
    """What the director types, and the movements that answer it, best first."""
    club = request.club
    if club is None:
        return redirect("welcome")
    asked = request.GET.copy()
    asked.setdefault("kind", "pairs")
    asked.setdefault("federation", club.federation)
    form = WishForm(asked, club=club)
    context: dict[str, Any] = {"form": form, "problem": "", "choices": [], "detail": None}
    if form.asks:
        try:
            found = chosen(request, form.wish())
        except ImpossibleWish as wish:
            context["problem"] = spoken(wish)
        else:
            wished = urlencode([(k, v) for k, v in request.GET.items() if v and k in form.fields])
            context["design"] = designable(found) and f"{wished}&design=1"
            if "design" in request.GET and context["design"]:
                made = designed(request, form.wish(), found)
                context["designed"] = made is not None
                context["design"] = "" if made else context["design"]
                found = (made, *found) if made else found
            context["choices"] = [ProposalRow(choice, wished, form.cleaned_data["federation"]) for choice in found]
            context["designer"] = designer_address(found)
            if found:
                first = context["choices"][0]
                section = "A" if first.parts else ""
                asker = pages.Asker.of(request)
                context["detail"] = pages.detail(
                    found[0].movement, found[0].family, dict(found[0].options), wished, "grid", asker, section
                )
            context["own"] = own_cards(club, form, wished)
    if request.htmx and request.htmx.target == "answer":
        response = render(request, "movement/_answer.html", context)
        if form.errors or context["problem"]:  # the sentence goes to its place, the old list stays
            response["HX-Reswap"] = "none"
            response["HX-Replace-Url"] = "false"
        return response
    return render(request, "movement/tonight.html", context)


def own_cards(club: Club, form: WishForm, wished: str) -> list[CardRow]:
    """The club's cards for as many as there are tonight."""
    pace = shown.pace(rules_for(club, form.cleaned_data["federation"] or "wbf"), form.data)
    found = of_size(club, form.cleaned_data["kind"] or "pairs", form.size)
    return [CardRow(each, wished, form.cleaned_data["federation"], pace) for each in found]


CHOSEN: Memory[Hashable, tuple[movements.Choice, ...]] = Memory(100)
"""The last lists of choices, by what was wished."""


def chosen(request: ClubRequest, wish: dict[str, Any]) -> tuple[movements.Choice, ...]:
    """The movements that answer a wish, best first."""
    key = tuple(wish.items())
    if is_large({name: wish[name] for name in ("tables", "teams") if name in wish}):
        return dear(request, CHOSEN, key, choose, wish)
    return CHOSEN.made(key, lambda: choose(wish))


def choose(wish: dict[str, Any]) -> tuple[movements.Choice, ...]:
    """The same, worked out here."""
    return movements.choose(**{**wish, "regulations": taken(wish["regulations"])})


DESIGNED: Memory[Hashable, tuple[movements.Choice, ...]] = Memory(100)
"""What was designed for the last wishes; nothing where nothing was better."""


def designable(found: tuple[movements.Choice, ...]) -> bool:
    """Whether a movement can be designed beside these: for pairs, in one room."""
    return any(not each.parts and each.movement.kind == "pairs" for each in found)


def designer_address(found: tuple[movements.Choice, ...]) -> str:
    """The designer's page, with the length of the first choice; nothing where none of them is for pairs in one room."""
    first = next((each for each in found if not each.parts and each.movement.kind == "pairs"), None)
    if first is None:
        return ""
    asked = {
        "pairs": len(first.movement.contestants),
        "rounds": first.rounds,
        "boards_per_round": first.boards_per_round,
        "winners": first.winners,
    }
    return f"{reverse('design-new')}?{urlencode(asked)}"


def designed(
    request: ClubRequest, wish: dict[str, Any], found: tuple[movements.Choice, ...]
) -> movements.Choice | None:
    """A movement made for this wish, if there is a better one than those that were found."""
    made = dear(request, DESIGNED, tuple(wish.items()), design, found, wish["stationary"])
    return made[0] if made else None


def design(found: tuple[movements.Choice, ...], stationary: int) -> tuple[movements.Choice, ...]:
    """The same, worked out here, for some seconds."""
    from arrowswitch.movements.design import offered

    better = offered(found, stationary)
    return (better,) if better else ()


class ProposalRow:
    """One proposal as the list shows it."""

    def __init__(self, choice: movements.Choice, wished: str, federation: str) -> None:
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


class CardRow:
    """A card of the club as the list shows it."""

    parts = ()

    def __init__(self, version: ClubCardVersion, wished: str, federation: str, pace: Pace) -> None:
        movement = version.movement
        self.name, self.qf, self.winners = version.name, version.qf, version.winners
        self.options = {"family": CLUB_CARD, "card": version.pk}
        self.address = shown.address(CLUB_CARD, {"card": version.pk}, federation=federation, wish=wished)
        self.time = shown.hours(shown.minutes(movement, pace))
        self.dots = shown.dots(version.qf) if version.qf is not None else ""
        self.boards_ns, self.boards_ew = least_boards(movement)
        self.course, self.boards_per_round = movement.course, movement.boards_per_round
        self.sit_out_boards = longest_sit_out(movement)
        self.reasons = (kept_by(version),)
        self.warnings = tuple(version.faults)


# -- one movement ---------------------------------------------------------------------------------------------------------


def options_of(request: ClubRequest, family: str) -> Options:
    """The options that an address names a movement by."""
    if family == CLUB_CARD:
        return {"card": request.GET.get("card", "")[:20]}
    if family not in movements.FAMILIES:
        raise Http404
    return options_from(request.GET)


@allow(*EVERYONE)
@require_safe
def one(request: ClubRequest, family: str) -> HttpResponse:
    """A movement from one side (or from all, for printing)."""
    try:
        asked = pages.MovementQuery(
            family,
            tuple(options_of(request, family).items()),
            request.GET.get("view", "grid")[:20],
            request.GET.get("wish", "")[:500],
            request.GET.get("section", "")[:1],
            pages.Asker.of(request),
        )
        if family == CLUB_CARD:
            page = pages.page_of(asked, movement_named(request.club, dict(asked.options)))
        else:
            page = dear(request, pages.KEPT, asked, pages.page, asked) if asked.is_dear else pages.page(asked)
    except ImpossibleWish as wish:
        return render(
            request, "sorry.html", {"title": _("That movement cannot be had"), "text": spoken(wish)}, status=400
        )
    if request.htmx and request.htmx.target == "beside":
        return HttpResponse(page.html)
    return render(request, "movement/one.html", {"page": page})


@allow(*EVERYONE)
@require_safe
def as_json(request: ClubRequest, family: str) -> HttpResponse:
    """The movement as a file for other programs."""
    try:
        movement = built(request, family, options_of(request, family))
    except ImpossibleWish as wish:
        return HttpResponse(spoken(wish) + "\n", status=400, content_type="text/plain; charset=utf-8")
    response = HttpResponse(movements.dumps(movement), content_type="application/json")
    name = f"{family}-{movement.entry.replace('½', '.5')}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def built(request: ClubRequest, family: str, options: Options) -> Movement:
    """The movement that an address names."""
    if family == CLUB_CARD:
        return movement_named(request.club, options)
    if not is_large(options):
        return build(family, options)
    return dear(request, BUILT, (family, *options.items()), build, family, options)


BUILT: Memory[Hashable, Movement] = Memory(20_000, size=lambda movement: len(movement.meetings))
"""Large movements, by what they were built from; counted in meetings."""
PACK = 1000
"""Meetings up to which everything is printed at once; more than that fills a ream."""


@allow(*EVERYONE)
@require_safe
def as_pdf(request: ClubRequest, what: str) -> HttpResponse:
    """Cards, slips, the map or the whole movement on paper."""
    family = request.GET.get("family", "")
    try:
        options = options_of(request, family)
        movement = built(request, family, options)
        if what == "pack" and len(movement.meetings) > PACK:
            raise press.UnknownPrint(_("This is too much for one file. Print the sheets kind by kind."))
        paper = request.GET.get("paper", "a4")
        club = (request.club or Club()).name
        language = get_language() or "en"
        key = (what, paper, club, language, family, *options.items())
        made = dear(request, PRINTED, key, printed, what, movement, paper, club, language)
    except (ImpossibleWish, press.UnknownPrint) as problem:
        return render(
            request, "sorry.html", {"title": _("That cannot be printed"), "text": spoken(problem)}, status=400
        )
    return pdf(made, f"{family}-{movement.entry.replace('½', '.5')}-{what}")


def printed(what: str, movement: Movement, paper: str, club: str, language: str) -> bytes:
    """A movement on paper."""
    with override(language):
        return press.render(what, movement, paper=paper, club=club, gettext=gettext, ngettext=ngettext, lang=language)
