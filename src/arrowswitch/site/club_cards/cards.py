"""The pages of the club's cards: the list, one card with its history, and files of it for other programs."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from arrowswitch.movements import FileFault, ImpossibleWish
from arrowswitch.movements.files_of_others import FORMATS, write_as
from arrowswitch.site.accounts.gate import DESK, EVERYONE, allow, ask_or_send
from arrowswitch.site.club_cards import kept
from arrowswitch.site.club_cards.models import ClubCard, ClubCardVersion
from arrowswitch.site.movement import shown
from arrowswitch.site.movement.pages import use_address
from arrowswitch.site.movement.views import built, options_of
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.spoken import spoken

SUFFIXES = {"json": "json", "csv": "csv", "thebridsk": "yaml"}
"""How the names of files end; the others are plain text."""


@allow(*EVERYONE)
@require_safe
def cards(request: ClubRequest) -> HttpResponse:
    """The club's cards."""
    if request.club is None:
        return redirect("welcome")
    found = list(kept.current(request.club).order_by("kind", "contestants", "name"))
    away = ClubCardVersion.objects.filter(card__club=request.club, replaced=None, put_away=True)
    return render(
        request,
        "club_cards/cards.html",
        {"cards": found, "away": list(away) if request.actor.role in DESK else []},
    )


@allow(*EVERYONE)
@ask_or_send
def card(request: ClubRequest, card: int) -> HttpResponse:
    """A card: what it is, with which faults it was kept, who changed it and when."""
    found = ClubCard.objects.filter(club=request.club, pk=card if card < 2**63 else 0).first()
    if request.club is None or found is None:
        raise Http404
    version, problem = kept.last_of(found), ""
    do = request.POST.get("do", "") if request.method == "POST" else ""
    if do in ("away", "back") and request.actor.role in DESK and request.user.is_authenticated:
        if version.put_away == (do == "away"):
            return redirect("club-card", card=card)
        try:
            kept.put_away(request.user, version, away=do == "away", why=request.POST.get("why", "").replace("\0", ""))
        except kept.NotKept as refusal:
            problem = spoken(refusal)
        else:
            return redirect("club-card", card=card)
    movement = version.movement
    return render(
        request,
        "club_cards/card.html",
        {
            "card": found,
            "version": version,
            "versions": list(found.versions.select_related("by").order_by("-pk")),
            "problem": problem,
            "address": shown.address(kept.CLUB_CARD, {"card": version.pk}),
            "use": use_address(movement, kept.CLUB_CARD, {"card": version.pk}) if request.actor.role in DESK else "",
            "detail": {"grid": shown.grid(movement), "rounds": range(1, movement.rounds + 1)},
            "query": f"family={kept.CLUB_CARD}&card={version.pk}",
            "formats": formats(movement.kind),
            "cards_pdf": f"{reverse('movement-pdf', args=['cards'])}?family={kept.CLUB_CARD}&card={version.pk}",
        },
        status=409 if problem else 200,
    )


def formats(kind: str) -> list[tuple[str, str]]:
    """The formats that a movement can be written in, by name."""
    others = [] if kind == "teams" else [(each.name, each.title) for each in FORMATS.values()]
    return [("json", "Arrowswitch"), *((name, spoken(title)) for name, title in others)]


@allow(*EVERYONE)
@require_safe
def file(request: ClubRequest, kind: str) -> HttpResponse:
    """A movement as a file that another program reads."""
    if kind != "json" and kind not in FORMATS:
        raise Http404
    family = request.GET.get("family", "")
    try:
        movement = built(request, family, options_of(request, family))
        text = write_as(kind, movement)
    except (ImpossibleWish, FileFault) as problem:
        return HttpResponse(spoken(problem) + "\n", status=400, content_type="text/plain; charset=utf-8")
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    name = f"{family}-{movement.entry.replace('½', '.5')}.{SUFFIXES.get(kind, 'txt')}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
