"""The director's report and the appeal form as PDF; for directors, and without the names of those who were polled."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.http import require_safe

from arrowswitch import press
from arrowswitch.site.accounts.gate import DIRECTORS
from arrowswitch.site.night.desk import Desk, at_desk
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.work.paper import on_paper


@at_desk(*DIRECTORS)
@require_safe
def report(request: MemberRequest, desk: Desk, ruling: str = "") -> HttpResponse:
    """All rulings of the night, or one."""
    return _pdf(request, desk, "report", ruling)


@at_desk(*DIRECTORS)
@require_safe
def form(request: MemberRequest, desk: Desk, ruling: str) -> HttpResponse:
    """The form of an appeal, filled in as far as it is known."""
    return _pdf(request, desk, "appeal-form", ruling)


def _pdf(request: MemberRequest, desk: Desk, what: str, ruling: str) -> HttpResponse:
    if ruling and ruling not in desk.state.rulings:
        raise Http404
    return on_paper(
        request,
        f"{desk.state.date}-{what}",
        lambda: press.render_rulings(
            what,
            desk.state,
            ruling=ruling,
            paper=request.GET.get("paper", "a4"),
            club=request.club.name,
            player=desk.names.player,
            local=timezone.localtime,
            gettext=gettext,
            ngettext=ngettext,
            lang=get_language() or "en",
        ),
    )
