"""The pages of the calendar: what is on, one date, and for directors entering, changing and cancelling one."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import DESK, DIRECTORS, EVERYONE, MEMBERS, allow, ask_or_send
from arrowswitch.site.calendar.duties import hand_over, holders, lacks_qualification
from arrowswitch.site.calendar.expected import ExpectedPlayers, expected, night_address, proposed
from arrowswitch.site.calendar.forms import AttendanceForm, CalendarDateForm, CancelForm
from arrowswitch.site.calendar.models import DUTIES, CalendarDate, StandIn, new_uid
from arrowswitch.site.club.models import Club
from arrowswitch.site.forms import Sent
from arrowswitch.site.journal import store
from arrowswitch.site.requests import ClubRequest, MemberRequest
from arrowswitch.site.website.unnamed import as_read

A_PAGE = 40
WORDS = ("title", "for_whom", "place", "fees", "notes", "reason")
"""What directors write of a date in their own words."""
AT_HOME = 4
"""Dates that the home page lists."""


def dates(club: Club) -> QuerySet[CalendarDate]:
    """The whole calendar of a club."""
    return CalendarDate.objects.filter(club=club).select_related("director", "reserve")


def coming(club: Club) -> QuerySet[CalendarDate]:
    """What is on from today."""
    return dates(club).filter(day__gte=timezone.localdate())


def one(request: ClubRequest, number: int) -> CalendarDate:
    """A date of the club of who asks; there is none of another's."""
    return get_object_or_404(CalendarDate, club=request.club, pk=number if number < 2**63 else 0)


def at_home(request: ClubRequest) -> dict[str, Any]:
    """What the home page shows of the calendar: the next dates, and for the desk who is expected today."""
    if request.club is None:
        return {}
    listed = as_read(request.club, request.actor.role, coming(request.club)[:AT_HOME], *WORDS)
    today: list[dict[str, Any]] = []
    if request.actor.role in DESK:
        now = timezone.localdate()
        today = [tonight(request, each) for each in listed if each.day == now and not each.cancelled and each.is_played]
    return {"dates": listed, "tonight": today, "is_member": request.actor.role in MEMBERS}


def tonight(request: ClubRequest, date: CalendarDate) -> dict[str, Any]:
    """What the desk wants to know of a date: who is expected, with which movement, and where the session is opened."""
    players = expected(date)
    opened = store.listed(date.club).filter(date=date.day, title=date.title).first()
    return {
        "date": date,
        "expected": players,
        "proposed": None if opened else proposed(request, date, players),
        "opening": night_address(date, players),
        "session": opened,
    }


@allow(*EVERYONE)
@require_safe
def calendar(request: ClubRequest) -> HttpResponse:
    """What is on."""
    if request.club is None:
        return redirect("welcome")
    past = "past" in request.GET
    listed = dates(request.club).filter(day__lt=timezone.localdate()).reverse() if past else coming(request.club)
    page = Paginator(listed, A_PAGE).get_page(request.GET.get("page"))
    page.object_list = as_read(request.club, request.actor.role, page, *WORDS)
    shown = {
        "page": page,
        "past": past,
        "feed": request.build_absolute_uri(reverse("calendar-feed")) if request.club == Club.of_visitors() else "",
        "may_manage": request.actor.role in DIRECTORS,
        "is_member": request.actor.role in MEMBERS,
        "done": _done(request.GET.get("done", "")),
    }
    return render(request, "calendar/calendar.html", shown)


def _done(what: str) -> str:
    return {
        "made": _("It is in the calendar."),
        "changed": _("It is changed."),
        "cancelled": _("It is cancelled."),
        "restored": _("It is on after all."),
        "said": _("Thank you, it is written down."),
    }.get(what, "")


@allow(*EVERYONE)
@require_safe
def date(request: ClubRequest, date: int) -> HttpResponse:
    """One date: for members who comes, for the desk what to know of the night, for directors what was changed."""
    found = one(request, date)
    return _shown(request, as_read(found.club, request.actor.role, [found], *WORDS)[0])


def _shown(request: ClubRequest, date: CalendarDate, form: AttendanceForm | None = None) -> HttpResponse:
    role = request.actor.role
    context: dict[str, Any] = {
        "date": date,
        "is_member": role in MEMBERS,
        "may_manage": role in DIRECTORS,
        "over": date.day < timezone.localdate(),
        "done": _done(request.GET.get("done", "")),
    }
    if role in MEMBERS and request.user.is_authenticated:
        me = request.user.player
        players = expected(date)
        context |= {
            "me": me,
            "mine": date.attendances.filter(player=me).select_related("partner").first() if me else None,
            "named_by": date.attendances.filter(partner=me).select_related("player").first() if me else None,
            "expected": players,
            "form": form or AttendanceForm(club=date.club, player=me, desk=role in DESK, auto_id="coming_%s"),
            "lacking": lacks_qualification(date),
            "swaps": [] if date.cancelled else date.swaps.filter(settled=None).select_related("asked_by"),
        }
    if role in DESK:
        context["tonight"] = tonight(request, date)
        context |= {"stand_ins": _stand_ins(date, context["tonight"]["expected"]), "changes": _history(date)}
    return render(request, "calendar/date.html", context, status=422 if form and form.errors else 200)


def _stand_ins(date: CalendarDate, coming: ExpectedPlayers) -> list[StandIn]:
    """Who could fill in: neither expected nor away on that date, and still playing here."""
    said = {player.pk for player in (*chain.from_iterable(coming.pairs), *coming.alone, *coming.away)}
    listed = date.club.stand_ins.filter(player__active=True).select_related("player")
    return [each for each in listed if each.player_id not in said]


def _history(date: CalendarDate) -> list[dict[str, Any]]:
    """What was done to it, the last first, in words."""
    labels = CalendarDateForm.Meta.labels
    return [
        {
            "change": each,
            "fields": ", ".join(str(labels[name]) for name in each.fields.split() if name in labels),
        }
        for each in date.changes.select_related("by", "before", "after")
    ]


@allow(*MEMBERS)
@ask_or_send
def attendance(request: MemberRequest, date: int) -> HttpResponse:
    """Somebody comes, with or without a partner, or will not be there."""
    found = one(request, date)
    here = reverse("calendar-date", args=[found.pk])
    if request.method != "POST" or found.cancelled or not found.is_played or found.day < timezone.localdate():
        return HttpResponseRedirect(here)
    desk = request.actor.role in DESK
    form = AttendanceForm(request.POST, club=request.club, player=request.user.player, desk=desk, auto_id="coming_%s")
    if not form.is_valid() or not form.cleaned_data["who"]:
        return _shown(request, found, form)
    form.save(found, request.actor.name)
    return HttpResponseRedirect(f"{here}?done=said")


# -- entering, changing, cancelling -------------------------------------------------------------------------------------


@allow(*DIRECTORS)
@ask_or_send
def new(request: MemberRequest) -> HttpResponse:
    """A new date, or many of one night; perhaps like one that there is."""
    like = request.GET.get("like", "")
    pattern = one(request, int(like)) if like.isascii() and like.isdigit() and len(like) < 19 else None
    instance = CalendarDate(series=pattern.series if pattern else "")
    form = CalendarDateForm(_sent(request), instance=instance, initial=_like(pattern), club=request.club)
    if form.is_bound and form.is_valid():
        _enter(request, form)
        return HttpResponseRedirect(f"{reverse('calendar')}?done=made")
    return _asked(request, form, _("Add to the calendar"))


def _sent(request: MemberRequest) -> Sent:
    return request.POST if request.method == "POST" else None


def _like(pattern: CalendarDate | None) -> dict[str, Any]:
    """What a new date begins with: all of another one but its day."""
    if pattern is None:
        return {}
    names = [name for name in CalendarDateForm.Meta.fields if name != "day"]
    people = {f"{duty}_name": holder.with_number for duty in DUTIES if (holder := getattr(pattern, duty))}
    return {name: getattr(pattern, name) for name in names} | people


def _enter(request: MemberRequest, form: CalendarDateForm) -> None:
    """Writes every date down."""
    first, days = form.instance, form.days()
    values = {name: form.cleaned_data[name] for name in CalendarDateForm.Meta.fields if name != "day"}
    people = {duty: form.cleaned_data[f"{duty}_name"] for duty in DUTIES}
    series = first.series or (new_uid() if len(days) > 1 else "")
    with transaction.atomic():
        for day in days:
            made = CalendarDate.objects.create(club=request.club, series=series, day=day, **values, **people)
            made.changes.create(by=request.user, what="made")


def _asked(request: MemberRequest, form: CalendarDateForm, heading: str) -> HttpResponse:
    shown = {"form": form, "heading": heading, "date": form.instance, "holders": holders(request.club)}
    return render(request, "calendar/date_form.html", shown, status=422 if form.errors else 200)


@allow(*DIRECTORS)
@ask_or_send
def change(request: MemberRequest, date: int) -> HttpResponse:
    """Changes a date, or it and the later ones of the same night."""
    found = one(request, date)
    form = CalendarDateForm(_sent(request), instance=found, club=request.club)
    if form.is_bound and form.is_valid():
        if _rewrite(request, form):
            return HttpResponseRedirect(f"{reverse('calendar-date', args=[found.pk])}?done=changed")
        form.add_error(None, _stale())
    return _asked(request, form, _("Change a date"))


def _stale() -> str:
    return _("Somebody has changed this date meanwhile; look at it again.")


def _rewrite(request: MemberRequest, form: CalendarDateForm) -> bool:
    """What was changed, and nothing else, is changed on all the dates that are meant; not if it is another date by now."""
    names = [name for name in CalendarDateForm.Meta.fields if name in form.changed_data]
    duties = [duty for duty in DUTIES if f"{duty}_name" in form.changed_data]
    with transaction.atomic():
        this = CalendarDate.objects.select_for_update(no_key=True).get(pk=form.instance.pk)
        if form.cleaned_data["sequence"] != this.sequence:
            return False
        _rewrite_one(request, this, form, names, duties)
        if form.cleaned_data.get("later"):
            shared = [name for name in names if name != "day"]
            for each in _later(this):
                _rewrite_one(request, each, form, shared, duties)
    return True


def _later(date: CalendarDate) -> QuerySet[CalendarDate]:
    """The later dates of the same night that are on, to be changed."""
    ahead = CalendarDate.objects.filter(club=date.club, series=date.series, day__gt=date.day, cancelled=None)
    return ahead.exclude(pk=date.pk).select_for_update()


def _rewrite_one(
    request: MemberRequest, date: CalendarDate, form: CalendarDateForm, names: list[str], duties: list[str]
) -> None:
    why = form.cleaned_data["why"]
    for name in names:
        setattr(date, name, form.cleaned_data[name])
    if names:
        date.changes.create(by=request.user, what="changed", fields=" ".join(names), reason=why)
    for duty in duties:
        hand_over(date, duty, form.cleaned_data[f"{duty}_name"], request, why)
    if names or duties:
        date.touch()
        date.save(update_fields=[*names, *duties, "sequence", "changed"])


@allow(*DIRECTORS)
@ask_or_send
def cancel(request: MemberRequest, date: int) -> HttpResponse:
    """Cancels a date, with a reason that everybody reads; or it is on after all."""
    found = one(request, date)
    restoring = request.POST.get("what") == "restore"
    what = "restored" if restoring else "cancelled"
    form = CancelForm(None if restoring else _sent(request))
    if not found.series:
        del form.fields["later"]
    if request.method == "POST" and (restoring or form.is_valid()):
        said = {} if restoring else form.cleaned_data
        if restoring == bool(found.cancelled) and _settle(request, found, what, said):
            return HttpResponseRedirect(f"{reverse('calendar-date', args=[found.pk])}?done={what}")
        found.refresh_from_db()
        return _cancel_asked(request, found, form, _stale())
    return _cancel_asked(request, found, form)


def _cancel_asked(request: MemberRequest, date: CalendarDate, form: CancelForm, problem: str = "") -> HttpResponse:
    shown = {"date": date, "form": form, "problem": problem}
    return render(request, "calendar/cancel.html", shown, status=422 if form.errors or problem else 200)


def _settle(request: MemberRequest, date: CalendarDate, what: str, said: Mapping[str, Any]) -> bool:
    """Cancels it, and perhaps the later ones, or takes that back; not if it is another date by now."""
    reason = said.get("reason", "")
    with transaction.atomic():
        this = CalendarDate.objects.select_for_update(no_key=True).get(pk=date.pk)
        if request.POST.get("sequence") != str(this.sequence):
            return False
        for each in [this, *(_later(this) if said.get("later") else ())]:
            each.cancelled, each.reason = (timezone.now(), reason) if what == "cancelled" else (None, "")
            each.touch()
            each.save(update_fields=["cancelled", "reason", "sequence", "changed"])
            each.changes.create(by=request.user, what=what, reason=reason)
    return True
