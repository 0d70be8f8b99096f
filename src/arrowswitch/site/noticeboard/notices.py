"""Notices: written by directors for the desk, for members or for everybody, and on the board from one day to another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import DESK, DIRECTORS, EVERYONE, MEMBERS, allow, ask_or_send
from arrowswitch.site.club.models import Club
from arrowswitch.site.noticeboard.forms import NoticeForm
from arrowswitch.site.noticeboard.models import Notice, NoticeVersion, written_anew
from arrowswitch.site.requests import ClubRequest, MemberRequest
from arrowswitch.site.website import unnamed

A_PAGE = 40
AT_HOME = 5
WRITTEN = ("title", "text", "readers", "since", "until")


def may_see(role: str) -> list[str]:
    """Whose notices somebody of this role reads.

    >>> may_see("public"), may_see("player"), may_see("scorer")
    (['everybody'], ['everybody', 'members'], ['everybody', 'members', 'desk'])
    """
    groups = {"everybody": EVERYONE, "members": MEMBERS, "desk": DESK}
    return [readers for readers, roles in groups.items() if role in roles]


def hanging(club: Club, role: str) -> QuerySet[NoticeVersion]:
    """What hangs on the board today for somebody of this role, the newest first."""
    today = timezone.localdate()
    now = NoticeVersion.objects.filter(notice__club=club, replaced=None, taken_down=False, since__lte=today)
    return now.filter(Q(until=None) | Q(until__gte=today), readers__in=may_see(role))


def as_read(club: Club, role: str, some: Iterable[NoticeVersion]) -> list[NoticeVersion]:
    """Notices as somebody of this role reads them: who wanted no name in the open after one was hung has none there. Not to be saved."""
    return unnamed.as_read(club, role, some, "title", "text")


@allow(*EVERYONE)
@require_safe
def notices(request: ClubRequest) -> HttpResponse:
    """What hangs on the board; for directors also what will, and what did."""
    if request.club is None:
        return redirect("welcome")
    role, today = request.actor.role, timezone.localdate()
    shown: dict[str, Any] = {
        "notices": as_read(request.club, role, hanging(request.club, role)),
        "may_manage": role in DIRECTORS,
        "done": _done(request.GET.get("done", "")),
    }
    if role in DIRECTORS:
        latest = NoticeVersion.objects.filter(notice__club=request.club, replaced=None)
        shown["later"] = latest.filter(since__gt=today, taken_down=False)
        over = latest.filter(Q(until__lt=today) | Q(taken_down=True))
        shown["page"] = Paginator(over, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "noticeboard/notices.html", shown)


def _done(what: str) -> str:
    return {"hung": _("It is on the board."), "down": _("It is off the board.")}.get(what, "")


@allow(*DIRECTORS)
@ask_or_send
def new(request: MemberRequest) -> HttpResponse:
    """A new notice."""
    return _edit(request, NoticeVersion(since=timezone.localdate()), None)


@allow(*DIRECTORS)
@ask_or_send
def change(request: MemberRequest, notice: int) -> HttpResponse:
    """Writes a notice anew, or takes it down; what it said stays in the history."""
    latest = NoticeVersion.objects.filter(notice__club=request.club, replaced=None)
    found = get_object_or_404(latest, notice=notice if notice < 2**63 else 0)
    return _edit(request, NoticeVersion(**{name: getattr(found, name) for name in WRITTEN}), found)


def _edit(request: MemberRequest, start: NoticeVersion, before: NoticeVersion | None) -> HttpResponse:
    form = NoticeForm(request.POST if request.method == "POST" else None, instance=start, club=request.club)
    if before is None:
        del form.fields["why"]  # nothing is changed yet
    if form.is_bound and form.is_valid():
        new = form.save(commit=False)
        new.by, new.at = request.user, timezone.now()
        new.taken_down = request.POST.get("what") == "down"
        with transaction.atomic():
            new.notice = before.notice if before else Notice.objects.create(club=request.club)
            if (before is None or request.POST.get("version") == str(before.pk)) and written_anew(new, before):
                done = "down" if new.taken_down else "hung"
                return HttpResponseRedirect(f"{reverse('notices')}?done={done}")
        form.add_error(None, _("Somebody has changed this notice meanwhile; look at it again."))
    shown = {
        "form": form,
        "before": before,
        "versions": before.notice.versions.select_related("by").order_by("-pk") if before else (),
    }
    return render(request, "noticeboard/notice_change.html", shown, status=422 if form.errors else 200)
