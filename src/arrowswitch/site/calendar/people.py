"""What becomes of the calendar when two entries of the register are made one, or somebody is to be forgotten."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from arrowswitch.site.calendar.models import (
    Attendance,
    CalendarDate,
    DateChange,
    DutySwap,
    PartnerOffer,
    PartnerWish,
    Qualification,
    StandIn,
    Subscription,
)
from arrowswitch.site.club.models import Player


def merged(stays: Player, goes: Player) -> None:
    """Everything about the entry that goes is about the one that stays; of two answers the one that it gave itself."""
    for duty in ("director", "reserve"):
        CalendarDate.objects.filter(**{duty: goes}).update(**{duty: stays})
    CalendarDate.objects.filter(club=stays.club, director=F("reserve")).update(reserve=None)
    DateChange.objects.filter(before=goes).update(before=stays)
    DateChange.objects.filter(after=goes).update(after=stays)
    DutySwap.objects.filter(asked_by=goes).update(asked_by=stays)
    DutySwap.objects.filter(taken_by=goes).update(taken_by=stays)
    Qualification.objects.filter(player=goes, level__in=stays.qualifications.values("level")).update(
        ended=timezone.now()
    )
    Qualification.ever.filter(player=goes).update(player=stays)
    _once(Attendance.objects.filter(player=goes), stays, "date")
    Attendance.objects.filter(partner=goes).update(partner=stays)
    Attendance.objects.filter(date__club=stays.club, player=F("partner")).update(partner=None)
    _once(StandIn.objects.filter(player=goes), stays, "club")
    _once(PartnerWish.objects.filter(player=goes, state="open"), stays, "date")
    PartnerWish.objects.filter(player=goes).update(player=stays)
    _once(PartnerOffer.objects.filter(player=goes, state="asked"), stays, "wish")
    PartnerOffer.objects.filter(player=goes).update(player=stays)
    PartnerOffer.objects.filter(wish__club=stays.club, player=F("wish__player")).delete()


def _once(rows: QuerySet[Any], stays: Player, field: str) -> None:
    """Gives rows to the entry that stays, where it has none for the same thing yet; the others go."""
    for row in rows:
        same = {"player": stays, field: getattr(row, field)}
        if hasattr(row, "state"):
            same["state"] = row.state
        if type(row).objects.filter(**same).exists():
            row.delete()
        else:
            row.player = stays
            row.save(update_fields=["player"])


def forgotten(player: Player) -> None:
    """Takes the person out of the calendar: dates keep no director of that name, and what was arranged is gone."""
    for duty in ("director", "reserve"):
        CalendarDate.objects.filter(**{duty: player}).update(**{duty: None})
    DateChange.objects.filter(before=player).update(before=None)
    DateChange.objects.filter(after=player).update(after=None)
    DutySwap.objects.filter(asked_by=player, settled=None).update(settled=timezone.now())
    DutySwap.objects.filter(asked_by=player).update(asked_by=None, note="")
    DutySwap.objects.filter(taken_by=player).update(taken_by=None)
    Qualification.ever.filter(player=player).update(passed=None, mark=None)
    Qualification.objects.filter(player=player).update(ended=timezone.now())
    Attendance.objects.filter(player=player).delete()
    Attendance.objects.filter(partner=player).update(partner=None)
    StandIn.objects.filter(player=player).delete()
    PartnerOffer.objects.filter(Q(player=player) | Q(wish__player=player)).delete()
    PartnerWish.objects.filter(player=player).delete()
    Subscription.objects.filter(account__player=player).delete()
