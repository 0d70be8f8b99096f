"""What waits for somebody's answer: a duty that others are asked to take, and who would play with them."""

from __future__ import annotations

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from arrowswitch.site.accounts.gate import DIRECTORS
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.calendar.duties import may_direct
from arrowswitch.site.calendar.models import CalendarDate, DutySwap, PartnerOffer
from arrowswitch.site.club.models import Player


def waiting(account: Account) -> list[tuple[str, str]]:
    """Each as a sentence, with the address of the page where it is answered."""
    me = account.player
    return [*_duties(account), *(_partners(me) if me else ())]


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
