"""Calendars to subscribe to: the club's for everybody, and one's own at a secret address."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from django.db.models import Q
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import EVERYONE, MEMBERS, allow, ask_or_send
from arrowswitch.site.calendar import ical
from arrowswitch.site.calendar.dates import WORDS
from arrowswitch.site.calendar.models import DUTIES, Attendance, CalendarDate, Subscription, new_token
from arrowswitch.site.club.models import Player, StandingPair
from arrowswitch.site.requests import ClubRequest, MemberRequest
from arrowswitch.site.website.unnamed import as_read

KEPT = datetime.timedelta(days=60)
"""How long what is over stays in a calendar."""


def _since() -> datetime.date:
    return timezone.localdate() - KEPT


def _answer(name: str, dates: Iterable[tuple[CalendarDate, list[str]]], request: ClubRequest) -> HttpResponse:
    text = ical.calendar(name, (_event(date, more, request) for date, more in dates))
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="calendar.ics"'
    response["Cache-Control"] = "private, max-age=300"
    return response


def _event(date: CalendarDate, more: list[str], request: ClubRequest) -> ical.IcalEvent:
    facts = [
        *more,
        _("Cancelled: %(reason)s") % {"reason": date.reason} if date.cancelled else "",
        _("For: %(whom)s") % {"whom": date.for_whom} if date.for_whom else "",
        _("Boards: %(boards)s") % {"boards": date.boards} if date.boards else "",
        _("Fees: %(fees)s") % {"fees": date.fees} if date.fees else "",
        date.notes,
    ]
    return ical.IcalEvent(
        uid=f"{date.uid}@arrowswitch",
        summary=date.title,
        begins=date.begins or date.day,
        ends=date.ends,
        changed=date.changed,
        sequence=date.sequence,
        cancelled=date.cancelled is not None,
        location=date.place,
        description="\n".join(fact for fact in facts if fact),
        address=request.build_absolute_uri(reverse("calendar-date", args=[date.pk])),
    )


@allow(*EVERYONE)
@require_safe
def feed(request: ClubRequest) -> HttpResponse:
    """The club's calendar: nobody's name is in it."""
    if request.club is None:
        raise Http404
    dates = as_read(request.club, "public", CalendarDate.objects.filter(club=request.club, day__gte=_since()), *WORDS)
    return _answer(request.club.name, ((each, []) for each in dates), request)


@allow(*EVERYONE)
@require_safe
def own_feed(request: ClubRequest, token: str) -> HttpResponse:
    """Somebody's own calendar, for whoever knows the secret address; none of who cannot sign in any more."""
    found = get_object_or_404(
        Subscription.objects.select_related("account__player", "account__club"), token=token, account__is_active=True
    )
    account = found.account
    if account.player is None:
        return _answer(str(account.club), (), request)
    return _answer(f"{account.club}: {account.player}", own_dates(account.player), request)


def own_dates(player: Player) -> list[tuple[CalendarDate, list[str]]]:
    """The dates on which somebody directs or plays, with what there is to do and with whom."""
    dates = CalendarDate.objects.filter(club=player.club_id, day__gte=_since()).select_related("director", "reserve")
    lately = Attendance.objects.filter(date__day__gte=_since()).select_related("player", "partner")
    said = {
        each.date_id: each
        for each in lately.filter(Q(player=player) | Q(partner=player, player__club=player.club_id)).order_by("pk")
        if each.player_id == player.pk or not each.away
    }
    own = {each.date_id: each for each in lately.filter(player=player)}
    standing = list(
        StandingPair.objects.filter(Q(first=player) | Q(second=player), club=player.club_id).select_related(
            "first", "second"
        )
    )
    found = []
    for date in dates:
        words = [str(title) for duty, title in DUTIES.items() if getattr(date, f"{duty}_id") == player.pk]
        answer = own.get(date.pk) or said.get(date.pk)
        if answer:
            if not answer.away:
                mate = answer.partner if answer.player_id == player.pk else answer.player
                words.append(
                    _("You play with %(name)s.") % {"name": mate} if mate else _("You come without a partner.")
                )
        elif date.standing and date.is_played:
            mates = (
                pair.second if pair.first_id == player.pk else pair.first
                for pair in standing
                if pair.weekday in (0, date.day.isoweekday())
            )
            words += [_("You play with %(name)s.") % {"name": mate} for mate in list(mates)[:1]]
        if words:
            found.append((date, words))
    return found


@allow(*MEMBERS)
@ask_or_send
def mine(request: MemberRequest) -> HttpResponse:
    """One's own dates, and the address to subscribe to; a new one makes the old one worthless."""
    kept = Subscription.objects.filter(account=request.user).first()
    if request.method == "POST":
        if request.POST.get("what") == "stop":
            Subscription.objects.filter(account=request.user).delete()
        else:
            Subscription.objects.update_or_create(account=request.user, defaults={"token": new_token()})
        return HttpResponseRedirect(reverse("calendar-mine"))
    me = request.user.player
    today = timezone.localdate()
    shown = {
        "me": me,
        "dates": [(date, words) for date, words in own_dates(me) if date.day >= today] if me else [],
        "address": request.build_absolute_uri(reverse("calendar-own-feed", args=[kept.token])) if kept else "",
    }
    return render(request, "calendar/mine.html", shown)
