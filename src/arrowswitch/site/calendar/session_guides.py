"""The session guides: how each night is run, for whoever stands in."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import DESK, DIRECTORS, allow, ask_or_send
from arrowswitch.site.calendar.forms import SessionGuideForm
from arrowswitch.site.calendar.models import SessionGuide
from arrowswitch.site.requests import MemberRequest


@allow(*DESK)
@require_safe
def guides(request: MemberRequest) -> HttpResponse:
    """Every guide of the club."""
    shown = {
        "listed": SessionGuide.objects.filter(club=request.club).select_related("by"),
        "may_manage": request.actor.role in DIRECTORS,
    }
    return render(request, "calendar/guides.html", shown)


@allow(*DIRECTORS)
@ask_or_send
def new(request: MemberRequest) -> HttpResponse:
    """A new guide."""
    return _edit(request, SessionGuide(club=request.club), _("New session guide"))


@allow(*DIRECTORS)
@ask_or_send
def guide(request: MemberRequest, guide: int) -> HttpResponse:
    """One guide, to be written anew or taken out."""
    found = get_object_or_404(SessionGuide, club=request.club, pk=guide if guide < 2**63 else 0)
    if request.POST.get("what") == "remove":
        found.delete()
        return HttpResponseRedirect(reverse("session-guides"))
    return _edit(request, found, found.title)


def _edit(request: MemberRequest, guide: SessionGuide, heading: str) -> HttpResponse:
    form = SessionGuideForm(request.POST if request.method == "POST" else None, instance=guide)
    if form.is_bound and form.is_valid():
        guide.changed, guide.by = timezone.now(), request.user
        form.save()
        return HttpResponseRedirect(f"{reverse('session-guides')}#guide-{guide.pk}")
    shown = {"form": form, "guide": guide, "heading": heading}
    return render(request, "calendar/guide.html", shown, status=422 if form.errors else 200)
