"""What waits for somebody: a duty that others are asked to take, who would play with them, and a partner who will not be there."""

from __future__ import annotations

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from arrowswitch.site.accounts.gate import DIRECTORS
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.calendar.duties import may_direct
from arrowswitch.site.calendar.models import Attendance, CalendarDate, DutySwap, PartnerOffer, PartnerWish
from arrowswitch.site.club.models import Player, StandingPair


def waiting(account: Account) -> list[tuple[str, str]]:
    """Each as a sentence, with the address of the page where it is answered."""
    me = account.player
    return [*_duties(account), *([*_left_alone(me), *_partners(me)] if me else ())]


def _duties(account: Account) -> list[tuple[str, str]]:
    """Duties of dates to come that somebody wants to be relieved of: for who may take them, and for who sees to the roster."""
    asked = DutySwap.objects.filter(
        settled=None, date__club=account.club_id, date__cancelled=None, date__day__gte=timezone.localdate()
    ).select_related("asked_by", "date")
    address = reverse("calendar-duties")
    return [
        (
            _("%(name)s cannot direct %(date)s, and asks for somebody else.")
            % {"name": each.asked_by, "date": _told(each.date)},
            address,
        )
        for each in asked
        if each.asked_by_id != account.player_id and (account.role in DIRECTORS or may_direct(account, each.date))
    ]


def _left_alone(me: Player) -> list[tuple[str, str]]:
    """Dates on which a partner of mine will not be there, as long as I have neither said more nor look for another."""
    pairs = StandingPair.objects.filter(Q(first=me) | Q(second=me), club=me.club_id)
    days = {(each.second_id if each.first_id == me.pk else each.first_id, each.weekday) for each in pairs}
    ahead = {"date__club": me.club_id, "date__cancelled": None, "date__day__gte": timezone.localdate()}
    mine = {each.date_id: each for each in Attendance.objects.filter(player=me, **ahead)}
    sought = set(PartnerWish.objects.filter(player=me, state="open").values_list("date", flat=True))
    others = {other for other, _day in days} | {each.partner_id for each in mine.values()}
    away = Attendance.objects.filter(player__in=others - {None}, away=True, **ahead).select_related("player", "date")
    found = []
    for each in away.order_by("date__day", "pk"):
        date, said = each.date, mine.get(each.date_id)
        usual = date.standing and date.is_played
        usual = usual and bool({(each.player_id, day) for day in (0, date.day.isoweekday())} & days)
        if (said.partner_id == each.player_id if said else usual) and date.pk not in sought:
            told = _("%(name)s will not be there on %(date)s, and you have no partner.")
            address = reverse("calendar-date", args=[date.pk])
            found.append((told % {"name": each.player, "date": _told(date)}, address))
    return found


def _partners(me: Player) -> list[tuple[str, str]]:
    """Who asks to play with me and has no answer yet."""
    asked = PartnerOffer.objects.filter(wish__player=me, wish__state="open", state="asked")
    still = [
        each
        for each in asked.select_related("player", "wish__date")
        if each.wish.date is None or (each.wish.date.day >= timezone.localdate() and not each.wish.date.cancelled)
    ]
    address = reverse("partners")
    return [
        (
            _("%(name)s asks to play with you on %(date)s.") % {"name": each.player, "date": _told(each.wish.date)}
            if each.wish.date
            else _("%(name)s asks to play with you.") % {"name": each.player},
            address,
        )
        for each in still
    ]


def _told(date: CalendarDate) -> str:
    return f"{date_format(date.day, 'D j M')} ({date.title})"
