"""The club's regulations, for everybody to read and for owners and directors to change; and how the club scores."""

from __future__ import annotations

import json
from operator import attrgetter
from typing import Any

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch import __version__
from arrowswitch.regulations import describe, load, written
from arrowswitch.site.accounts.gate import DIRECTORS, EVERYONE, allow, ask_or_send
from arrowswitch.site.help.guides import guide
from arrowswitch.site.journal import store
from arrowswitch.site.requests import ClubRequest, MemberRequest
from arrowswitch.site.rules.forms import ValueForm
from arrowswitch.site.rules.models import Decision
from arrowswitch.site.rules.own import decisions, in_force, regulations_of
from arrowswitch.site.rules.shown import TITLES, chapters, value_of, ways

ABOUT = {each.key: each.about for each in describe()}


@allow(*EVERYONE)
@require_safe
def regulations(request: ClubRequest) -> HttpResponse:
    """Every value, with its source."""
    if request.club is None:
        return redirect("welcome")
    rules, own = regulations_of(request.club), in_force(request.club)
    may_change = request.actor.role in DIRECTORS
    context = {
        "chapters": chapters(rules, own),
        "rules": rules,
        "own": len(own),
        "may_change": may_change,
        "decisions": [_told(each) for each in decisions(request.club)] if may_change else (),
        "saved": request.GET.get("saved", "") in ABOUT,
        "version": __version__,
    }
    return render(request, "rules/regulations.html", context)


def _told(decision: Decision) -> tuple[Decision, Any, str]:
    about = ABOUT.get(decision.key, decision.key)
    if decision.value is None:
        return decision, about, _("as the federation has it")
    section, _dot, name = decision.key.partition(".")
    try:
        rules = load(decision.federation, {section: {name: decision.value}})
        return decision, about, written(attrgetter(decision.key)(rules))
    except ValueError:  # a key that this version of the program no longer has
        return decision, about, str(decision.value)


@allow(*DIRECTORS)
@ask_or_send
def regulation(request: MemberRequest, section: str, name: str) -> HttpResponse:
    """One value: asked, shown with what changes, and written down once that is confirmed."""
    key = f"{section}.{name}"
    if key not in ABOUT:
        raise Http404
    club = request.club
    rules, own = regulations_of(club), in_force(club)
    before = attrgetter(key)(rules)
    reset = request.POST.get("wish") == "reset"
    form = ValueForm(
        request.POST if request.method == "POST" else None,
        key=key,
        rules=rules,
        source=own[key].source if key in own else "",
    )
    context: dict[str, Any] = {
        "form": form,
        "value": value_of(key, ABOUT[key], rules, own),
        "title": TITLES[section],
        "rules": rules,
        "reset": reset,
        "problem": "",
    }
    status = 200
    if reset:
        form.fields["value"].required = False
    if request.method == "POST" and (form.is_valid() or (reset and "source" in form.cleaned_data)):
        value = None if reset else form.cleaned_data["value"]
        after = attrgetter(key)(load(club.federation, None if reset else {section: {name: value}}))
        if (reset and key not in own) or (not reset and after == before):
            context["problem"], status = _("Nothing would change: that is the value already."), 422
        elif "shown" not in request.POST:
            context |= _effect(request, before, after)
        elif request.POST["shown"] != _seen(before):
            context |= _effect(request, before, after)
            context["problem"], status = _("Somebody has changed this value meanwhile. Look once more."), 409
        else:
            Decision.objects.create(
                club=club,
                federation=club.federation,
                key=key,
                text="" if reset else json.dumps(value),
                source=form.cleaned_data["source"],
                by=request.actor.name,
                at=timezone.now(),
            )
            return HttpResponseRedirect(f"{reverse('regulations')}?saved={key}#{key}")
    elif request.method == "POST":
        status = 422
    return render(request, "rules/regulation.html", context, status=status)


def _effect(request: MemberRequest, before: object, after: object) -> dict[str, Any]:
    running = store.listed(request.club).exclude(phase="published").count()
    return {
        "before": written(before) or "–",
        "after": written(after) or "–",
        "shown": _seen(before),
        "running": running,
    }


def _seen(value: object) -> str:
    return written(value)


@allow(*EVERYONE)
@require_safe
def how_we_score(request: ClubRequest) -> HttpResponse:
    """What the club has chosen, then the guide that explains it."""
    if request.club is None:
        return redirect("welcome")
    rules, own = regulations_of(request.club), in_force(request.club)
    chosen = [(way, any(key in own for key in way.keys)) for way in ways(rules)]
    return render(
        request, "rules/how_we_score.html", {"chosen": chosen, "rules": rules, "guide": guide("how-we-score")}
    )
