"""What a player has with the club: money that was paid before, or is owed, and vouchers. Small, for every page that shows one's own."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet, Sum
from django.utils.translation import gettext as _

from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.money.models import MoneyEntry, MoneySettings
from arrowswitch.till import Currency

HELD = ~Q(account=0, vouchers=0, free_nights=0)
"""The rows that change what a player has."""


@dataclass(frozen=True)
class PlayerBalance:
    """What a player has with the club."""

    currency: Currency
    account: int = 0
    """What was paid before; less than nothing is owed."""
    vouchers: int = 0
    free_nights: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not (self.account or self.vouchers or self.free_nights)

    @property
    def told(self) -> str:
        """In words.

        >>> PlayerBalance(Currency(), -700).told, PlayerBalance(Currency(), 0, 3, 1).told, PlayerBalance(Currency()).told
        ('owes $7.00', 'vouchers: 3, free nights: 1', 'nothing owed')
        """
        said = []
        if self.account:
            word = _("owes %(amount)s") if self.account < 0 else _("has %(amount)s with the club")
            said.append(word % {"amount": self.currency.told(abs(self.account))})
        if self.vouchers:
            said.append(_("vouchers: %(count)s") % {"count": self.vouchers})
        if self.free_nights:
            said.append(_("free nights: %(count)s") % {"count": self.free_nights})
        return ", ".join(said) or _("nothing owed")


def balance_of(player: Player) -> PlayerBalance:
    """What one player has."""
    found = balances_of(player.club, [player.pk])
    return found.get(player.pk) or PlayerBalance(MoneySettings.of(player.club).currency)


def balances_of(
    club: Club, players: Iterable[int] | None = None, *, until: datetime.date | None = None
) -> dict[int, PlayerBalance]:
    """What each of these players has, or everybody of the club, by the number in the register; who has nothing is not in it."""
    settings = MoneySettings.of(club)
    rows = MoneyEntry.objects.filter(HELD)
    if until is not None:
        rows = rows.filter(day__lte=until)
    rows = (
        rows.filter(club=club, player__isnull=False) if players is None else rows.filter(player__in=players)
    )  # of players the index has all that is summed
    sums = rows.order_by().values("player").annotate(Sum("account"), Sum("vouchers"), Sum("free_nights"))
    found = {
        each["player"]: PlayerBalance(
            settings.currency,
            each["account__sum"],
            each["vouchers__sum"] if settings.vouchers_by_name else 0,
            each["free_nights__sum"] if settings.vouchers_by_name else 0,
        )
        for each in sums
    }
    return {player: balance for player, balance in found.items() if not balance.is_empty}


def entries_of(player: Player) -> QuerySet[MoneyEntry]:
    """All that is in the books about a player, the latest first."""
    return MoneyEntry.objects.filter(club=player.club_id, player=player).select_related("session", "kind", "by")
