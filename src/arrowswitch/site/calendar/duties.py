"""Who directs when: the roster, swaps that are asked for and taken, and the examinations that directors have passed."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arrowswitch.site.accounts.gate import DIRECTORS, MEMBERS, allow, ask_or_send
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.calendar.forms import QualificationForm, SwapForm
from arrowswitch.site.calendar.models import DUTIES, LEVELS, CalendarDate, DateChange, DutySwap, Qualification
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.requests import MemberRequest

LISTED = 60
"""Dates of the roster on one page."""


def holders(club: Club) -> list[Player]:
    """Everybody who has passed an examination, once each."""
    found = Qualification.objects.filter(club=club).select_related("player")
    return sorted({each.player for each in found}, key=lambda player: (player.family, player.given))


def qualified(player: Player, level: str) -> bool:
    """Whether somebody has this level, or a higher one; without a level, any."""
    order = list(LEVELS)
    least = order.index(level) if level else 0
    return player.qualifications.filter(level__in=order[least:]).exists()


def lacks_qualification(date: CalendarDate) -> list[Player]:
    """Who of the two directors has not the level that the date asks for."""
    if not date.level:
        return []
    named = (getattr(date, duty) for duty in DUTIES)
    return [each for each in named if each and not qualified(each, date.level)]


def may_direct(account: Account, date: CalendarDate) -> bool:
    """Whether somebody may take over a duty: by an examination, or, where none is asked for, by being a director here."""
    me = account.player
    return me is not None and (qualified(me, date.level) or (not date.level and account.role in DIRECTORS))


def hand_over(date: CalendarDate, duty: str, to: Player | None, request: MemberRequest, why: str) -> None:
    """Gives a duty to somebody else and writes it down; who had asked to be relieved of it is."""
    before = getattr(date, duty)
    if before == to:
        return
    setattr(date, duty, to)
    DateChange.objects.create(date=date, by=request.user, what=duty, before=before, after=to, reason=why)
    date.swaps.filter(duty=duty, settled=None).update(settled=timezone.now(), taken_by=to)


@allow(*MEMBERS)
@require_safe
def duties(request: MemberRequest) -> HttpResponse:
    """The roster, what is asked for, and one's own duties."""
    return _listed(request)


def _listed(request: MemberRequest, problem: str = "") -> HttpResponse:
    me = request.user.player
    ahead = CalendarDate.objects.filter(club=request.club, day__gte=timezone.localdate(), cancelled=None)
    listed = list(ahead.exclude(kind="other").select_related("director", "reserve")[:LISTED])
    asked = DutySwap.objects.filter(date__in=[each.pk for each in listed], settled=None).select_related("asked_by")
    open_ones = {(each.date_id, each.duty): each for each in asked}
    rows = [_row(request, date, me, open_ones) for date in listed]
    shown = {
        "rows": rows,
        "me": me,
        "asked": [place for row in rows for place in row["places"] if place["swap"]],
        "may_manage": request.actor.role in DIRECTORS,
        "problem": problem,
        "done": request.GET.get("done", ""),
    }
    return render(request, "calendar/duties.html", shown, status=422 if problem else 200)


def _row(
    request: MemberRequest, date: CalendarDate, me: Player | None, open_ones: dict[tuple[int, str], DutySwap]
) -> dict[str, Any]:
    places = []
    for duty, title in DUTIES.items():
        holder = getattr(date, duty)
        swap = open_ones.get((date.pk, duty))
        mine = me is not None and holder == me
        places.append(
            {
                "date": date,
                "duty": duty,
                "title": title,
                "holder": holder,
                "swap": swap,
                "mine": mine,
                "may_take": swap is not None
                and not mine
                and not _directs_already(date, duty, me)
                and may_direct(request.user, date),
            }
        )
    return {"date": date, "places": places, "lacking": lacks_qualification(date)}


@allow(*MEMBERS)
@require_POST
def swap(request: MemberRequest, date: int, duty: str) -> HttpResponse:
    """Asks to be relieved of a duty, takes that back, or takes the duty of who has asked."""
    found = get_object_or_404(CalendarDate, club=request.club, pk=date if date < 2**63 else 0, cancelled=None)
    if duty not in DUTIES or found.day < timezone.localdate():
        raise Http404
    problem = {"ask": _ask, "withdraw": _withdraw, "take": _take}.get(request.POST.get("what", ""), _nothing)(
        request, found, duty
    )
    return _listed(request, problem) if problem else HttpResponseRedirect(f"{reverse('calendar-duties')}?done=1")


def _directs_already(date: CalendarDate, duty: str, me: Player | None) -> bool:
    """Whether who is asked to be the reserve is the director."""
    return duty == "reserve" and me is not None and date.director_id == me.pk


def _nothing(_request: MemberRequest, _date: CalendarDate, _duty: str) -> str:
    return _("Say what is to be done.")


def _is_mine(request: MemberRequest, date: CalendarDate, duty: str) -> bool:
    return request.user.player_id is not None and getattr(date, f"{duty}_id") == request.user.player_id


def _ask(request: MemberRequest, date: CalendarDate, duty: str) -> str:
    form = SwapForm(request.POST)
    me = request.user.player
    if me is None or not _is_mine(request, date, duty):
        return _("Only who has the duty can ask others to take it.")
    if not form.is_valid():
        return _("Say it in at most 200 letters.")
    note = form.cleaned_data["note"]
    DutySwap.objects.get_or_create(date=date, duty=duty, settled=None, defaults={"asked_by": me, "note": note})
    return ""


def _withdraw(request: MemberRequest, date: CalendarDate, duty: str) -> str:
    if not _is_mine(request, date, duty):
        return _("Only who has the duty can ask others to take it.")
    date.swaps.filter(duty=duty, settled=None).update(settled=timezone.now())
    return ""


def _take(request: MemberRequest, date: CalendarDate, duty: str) -> str:
    """The first who takes it has it. The reserve who steps in is reserve no more: the two duties stay with two people."""
    me = request.user.player
    if me is None or not may_direct(request.user, date):
        return (
            _("This date asks for a director with another qualification.")
            if date.level
            else _("Only directors can take a duty.")
        )
    if _directs_already(date, duty, me):
        return _("You direct on that date already.")
    with transaction.atomic():
        taken = date.swaps.filter(duty=duty, settled=None).update(settled=timezone.now(), taken_by=me)
        if not taken:
            return _("Somebody else was quicker, or it is no longer asked for.")
        held = CalendarDate.objects.select_for_update(no_key=True).get(pk=date.pk)
        hand_over(held, duty, me, request, _("taken over on request"))
        if duty == "director" and held.reserve == me:
            hand_over(held, "reserve", None, request, _("directs now"))
        held.touch()
        held.save()
    return ""


@allow(*DIRECTORS)
@ask_or_send
def qualifications(request: MemberRequest) -> HttpResponse:
    """Who has passed which examination."""
    form = QualificationForm(request.POST if request.method == "POST" else None, club=request.club)
    if form.is_bound and form.is_valid():
        form.instance.by = request.user
        form.save()
        return redirect("calendar-qualifications")
    listed = Qualification.objects.filter(club=request.club).select_related("player", "by")
    ended = Qualification.ever.filter(club=request.club).exclude(ended=None).select_related("player", "ended_by")
    shown = {"form": form, "listed": listed, "taken_out": ended.order_by("-ended")[:LISTED]}
    return render(request, "calendar/qualifications.html", shown, status=422 if form.errors else 200)


@allow(*DIRECTORS)
@require_POST
def qualification_removed(request: MemberRequest, qualification: int) -> HttpResponse:
    """Takes one out that was entered by mistake."""
    number = qualification if qualification < 2**63 else 0
    found = get_object_or_404(Qualification, club=request.club, pk=number)
    Qualification.objects.filter(pk=found.pk).update(ended=timezone.now(), ended_by=request.user)
    return redirect("calendar-qualifications")
