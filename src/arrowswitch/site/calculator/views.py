"""The calculator's pages: the list of calculations, and each of them with its questions and its answer."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arrowswitch import regulations
from arrowswitch.bridge import NotBridge
from arrowswitch.regulations import RegulationsError
from arrowswitch.scoring import BadLine, BadScale, BadSession
from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.calculator.forms import CalculatorForm
from arrowswitch.site.calculator.tools import TOOLS
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.spoken import spoken

REFUSED = (NotBridge, BadLine, BadScale, BadSession, RegulationsError)


@allow(*EVERYONE)
@require_safe
def index(request: ClubRequest) -> HttpResponse:
    """What can be worked out here."""
    return render(request, "calculator/index.html", {"tools": TOOLS})


@allow(*EVERYONE)
@require_safe
def tool(request: ClubRequest, slug: str) -> HttpResponse:
    """One calculation: what was typed, what comes out, and why."""
    if slug not in TOOLS:
        raise Http404
    chosen = TOOLS[slug]
    form = chosen.form(_asked(request, chosen.form))
    answer = None
    if form.asks:
        try:
            answer = chosen.answer(form.cleaned_data)
        except REFUSED as problem:
            form.add_error(chosen.blamed, spoken(problem))
    context: dict[str, Any] = {
        "tools": TOOLS,
        "slug": slug,
        "tool": chosen,
        "form": form,
        "answer": answer,
        "example": urlencode(chosen.example),
    }
    if request.htmx and request.htmx.target == "answer":
        response = render(request, "calculator/_response.html", context)
        if form.errors:  # the sentence goes to its place, the old answer stays
            response["HX-Reswap"] = "none"
            response["HX-Replace-Url"] = "false"
        return response
    return render(request, "calculator/tool.html", context)


def _asked(request: ClubRequest, form: type[CalculatorForm]) -> QueryDict:
    """What was typed; where nothing was chosen, what the club plays by, or the first choice."""
    club = request.club
    federation = club.federation if club and club.federation in regulations.names() else "wbf"
    asked = request.GET.copy()
    for name, field in form.base_fields.items():
        if not asked.get(name) and hasattr(field, "choices"):
            first = str(next(iter(field.choices))[0])
            own = {"federation": federation, "scale": regulations.load(federation).matches.scale}
            asked[name] = own.get(name, first)
    return asked
