"""The fees: the kinds of players, what each pays on a day, and what holds on one night."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from functools import cached_property

from django.utils import timezone
from django.utils.translation import gettext as _

from arrowswitch.site.calendar.models import CalendarDate
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal.models import Session
from arrowswitch.site.members.models import Particulars, lines_of
from arrowswitch.site.money.models import Fee, FeeKind, MoneySettings, NightFees
from arrowswitch.till import DatedFee, fee_on, fees_told


def usual_kinds(club: Club) -> list[FeeKind]:
    """The kinds that most clubs have, until a club has its own. Who visits in an inter-club match does not pay (FIN-04)."""
    return [
        FeeKind(club=club, place=1, name=_("Member"), memberships="Member\nLife member\nAssociate member"),
        FeeKind(club=club, place=2, name=_("Junior"), memberships="Junior member"),
        FeeKind(club=club, place=3, name=_("Student"), memberships="Student"),
        FeeKind(club=club, place=4, name=_("Visitor"), visitors=True),
        FeeKind(club=club, place=5, name=_("Inter-club visitor")),
    ]


def kinds_of(club: Club) -> list[FeeKind]:
    """The club's kinds of players."""
    return list(FeeKind.objects.filter(club=club, retired=False))


@dataclass(frozen=True)
class KindOnNight:
    """A kind of player, and what such a person pays tonight."""

    kind: FeeKind
    amount: int | None
    """None as long as no fee was set."""


class FeesOfNight:
    """Who pays what on one night: what was set for it, else what the calendar says, else what is usual."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.club = session.club
        self.settings = MoneySettings.of(self.club)
        self.own = NightFees.objects.filter(session=session, replaced=None).select_related("visitors", "by").first()

    @cached_property
    def day(self) -> datetime.date:
        """The day of the night."""
        return self.session.date or timezone.localdate()

    @cached_property
    def calendar(self) -> str:
        """What the calendar says of the fees of this day, in the club's own words."""
        dates = CalendarDate.objects.filter(club=self.club, day=self.day, cancelled=None).exclude(kind="other")
        told = {each.title.casefold(): each.fees for each in dates}
        only = next(iter(told.values())) if len(told) == 1 else ""
        return told.get(self.session.title.casefold(), only)

    @cached_property
    def calendar_fees(self) -> dict[str, int] | None:
        """The same as amounts; None if it cannot be told for sure."""
        names = [each.name for each in kinds_of(self.club)]
        told = fees_told(self.calendar, names, self.settings.currency) if self.calendar else None
        return None if told is None else dict(told)

    @cached_property
    def kinds(self) -> list[KindOnNight]:
        """Every kind with its fee tonight."""
        kinds = kinds_of(self.club)
        kept: dict[int, list[DatedFee]] = {each.pk: [] for each in kinds}
        for fee in Fee.objects.filter(kind__in=kinds):
            kept[fee.kind_id].append(DatedFee(fee.since, fee.amount))
        return [KindOnNight(each, self._tonight(each, fee_on(self.day, kept[each.pk]))) for each in kinds]

    def _tonight(self, kind: FeeKind, usual: int | None) -> int | None:
        if self.own and kind.pk in self.own.by_kind:
            return self.own.by_kind[kind.pk]
        told = self.calendar_fees or {}
        if kind.name in told:
            return told[kind.name]
        return told[""] if "" in told and usual != 0 else usual  # who never pays does not pay tonight

    @cached_property
    def _by_membership(self) -> dict[str, KindOnNight]:
        return {line.casefold(): each for each in self.kinds for line in lines_of(each.kind.memberships)}

    @cached_property
    def visitor(self) -> KindOnNight | None:
        """As what somebody pays who is no member."""
        wanted = self.own.visitors_id if self.own else None
        for each in self.kinds:
            if each.kind.pk == wanted:
                return each
        return next((each for each in self.kinds if each.kind.visitors), None)

    def of_membership(self, membership: str) -> KindOnNight | None:
        """As what somebody with this membership pays."""
        return self._by_membership.get(membership.casefold()) or self.visitor

    def of(self, players: list[Player]) -> dict[int, KindOnNight | None]:
        """As what each of these people pays."""
        kept = Particulars.objects.filter(player__in=players)
        memberships = {
            each.player_id: each.kind
            for each in kept
            if (each.until is None or each.until >= self.day) and (each.since is None or each.since <= self.day)
        }
        return {player.pk: self.of_membership(memberships.get(player.pk, "")) for player in players}

    def called(self, pk: str) -> KindOnNight | None:
        """The kind that a form names."""
        return next((each for each in self.kinds if str(each.kind.pk) == pk), None)
