"""The pages of registered systems: opponents may see what they will meet, directors keep the list."""

from __future__ import annotations

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import DIRECTORS, MEMBERS, allow, ask_or_send
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.words import plain_words
from arrowswitch.site.registers.forms import SystemForm
from arrowswitch.site.registers.models import CLASSES, System
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.rules.own import regulations_of


def registered(club: Club) -> list[System]:
    """Every system of the club, without the files."""
    found = System.objects.filter(club=club).defer("card")
    return list(found.select_related("first__merged_into", "second__merged_into"))


def systems_of(player: Player) -> list[System]:
    """What one player has registered, with whom."""
    return [each for each in registered(player.club) if player.pk in (each.first.now.pk, each.second.now.pk)]


@allow(*MEMBERS)
@require_safe
def systems(request: MemberRequest) -> HttpResponse:
    """The list, by name or class."""
    query, wanted = request.GET.get("q", "")[:200], request.GET.get("class", "")
    days = regulations_of(request.club).registers.yellow_days
    found = [
        (each, each.ready(days))
        for each in registered(request.club)
        if _has(each, query) and wanted in ("", each.system_class)
    ]
    shown = {
        "found": found,
        "query": query,
        "classes": [(slug, title) for slug, title in CLASSES.items() if slug],
        "wanted": wanted,
        "may_manage": request.actor.role in DIRECTORS,
        "done": request.GET.get("done", ""),
        "days": days,
    }
    return render(request, "registers/systems.html", shown)


def _has(system: System, query: str) -> bool:
    words = plain_words(f"{system.pair} {system.title}")
    return all(any(word.startswith(each) for word in words) for each in plain_words(query))


@allow(*DIRECTORS)
@ask_or_send
def new(request: MemberRequest) -> HttpResponse:
    """A pair registers a system."""
    return _edit(request, System(), _("A system to register"))


@allow(*DIRECTORS)
@ask_or_send
def system(request: MemberRequest, system: int) -> HttpResponse:
    """One registration, to change or to take out."""
    one = _one(request, system)
    if request.POST.get("what") == "remove":
        one.delete()
        return HttpResponseRedirect(f"{reverse('systems')}?done=removed")
    return _edit(request, one, one.pair)


def _edit(request: MemberRequest, one: System, heading: str) -> HttpResponse:
    form = SystemForm(
        request.POST if request.method == "POST" else None, request.FILES or None, instance=one, club=request.club
    )
    if form.is_bound and form.is_valid():
        form.save()
        return HttpResponseRedirect(f"{reverse('systems')}?done=saved")
    shown = {"form": form, "heading": heading, "system": one}
    return render(request, "registers/system.html", shown, status=422 if form.errors else 200)


def _one(request: MemberRequest, number: int) -> System:
    return get_object_or_404(System, club=request.club, pk=number if number < 2**63 else 0)


@allow(*MEMBERS)
@require_safe
def card(request: MemberRequest, system: int) -> HttpResponse:
    """The system card, to take away."""
    one = _one(request, system)
    if not one.card:
        raise Http404
    response = HttpResponse(bytes(one.card), content_type="application/pdf")
    response["Content-Disposition"] = f'attachment; filename="system-{one.pk}.pdf"'
    return response
