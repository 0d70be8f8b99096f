"""Writing into the books: one row after the other, each with what it does, and never another word to a row that is there."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal.models import Session
from arrowswitch.site.money.models import FeeKind, MoneyEntry, MoneySettings, MonthMark, month_of
from arrowswitch.site.money.reading import balance_of

EFFECTS: dict[tuple[str, str], tuple[str, ...]] = {
    ("fee", "cash"): ("+cash",),
    ("fee", "bank"): ("+bank",),
    ("fee", "voucher"): ("-vouchers",),
    ("fee", "free"): ("-free_nights",),
    ("fee", "prepaid"): ("-account",),
    ("fee", "owes"): ("-account",),
    ("fee", "none"): (),
    ("paid-in", "cash"): ("+cash", "+account"),
    ("paid-in", "bank"): ("+bank", "+account"),
    ("paid-out", "cash"): ("-cash", "-account"),
    ("paid-out", "bank"): ("-bank", "-account"),
    ("vouchers", "cash"): ("+cash", "+vouchers"),
    ("vouchers", "bank"): ("+bank", "+vouchers"),
    ("vouchers", "prepaid"): ("-account", "+vouchers"),
    ("vouchers", "owes"): ("-account", "+vouchers"),
    ("free", "none"): ("+free_nights",),
    ("subscription", "cash"): ("+cash",),
    ("subscription", "bank"): ("+bank",),
    ("subscription", "prepaid"): ("-account",),
    ("subscription", "owes"): ("-account",),
    ("income", "cash"): ("+cash",),
    ("income", "bank"): ("+bank",),
    ("expense", "cash"): ("-cash",),
    ("expense", "bank"): ("-bank",),
    ("over", "cash"): ("+cash",),
    ("banked", "cash"): ("-cash", "+bank"),
}
"""What each kind of row does: to the tray, the bank, the player's account, the vouchers."""
COUNTED = ("vouchers", "free_nights")
"""Where pieces are counted and not money."""

SAME = ("what", "way", "amount", "account", "vouchers", "free_nights", "player_id", "session_id")
"""What a row that is sent twice has in common with itself."""


class MoneyRefused(Exception):  # noqa: N818 - said to whoever asked for it
    """A row that is not written, and why."""


class MoneyStale(MoneyRefused):
    """Somebody else was quicker."""


@contextmanager
def opened(club: Club) -> Iterator[None]:
    """One writer at a time, so that what was looked at is still so when the row is written."""
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        yield


def open_month(club: Club, day: datetime.date) -> None:
    """Refuses what belongs to a night whose month is closed: its sums were handed over."""
    if is_closed(club, day):
        raise MoneyRefused(
            _("%(month)s is closed. The treasurer can open it again, under Money, with a reason.")
            % {"month": date_format(day, "F Y")}
        )


def is_closed(club: Club, day: datetime.date) -> bool:
    """Whether the month of a day is closed."""
    last = MonthMark.objects.filter(club=club, month=month_of(day)).last()
    return last is not None and last.closed


def take_effect(row: MoneyEntry, count: int = 1) -> MoneyEntry:
    """Puts into a row what its kind does with its amount, or with so many pieces."""
    row.people = int(row.what == "fee")
    for effect in EFFECTS[row.what, row.way]:
        column, sign = effect[1:], -1 if effect[0] == "-" else 1
        setattr(row, column, sign * (count if column in COUNTED else row.amount))
    return row


@dataclass(frozen=True)
class Books:
    """The books of a club, in somebody's hand. To be written in within `opened`."""

    club: Club
    by: Account

    def write(
        self,
        what: str,
        way: str,
        amount: int,
        *,
        command: str,
        day: datetime.date | None = None,
        count: int = 1,
        session: Session | None = None,
        player: Player | None = None,
        visitor: str = "",
        kind: FeeKind | None = None,
        text: str = "",
    ) -> MoneyEntry:
        """Writes a row, or says why not; the same command a second time gives the row that there is."""
        if (what, way) not in EFFECTS:
            raise MoneyRefused(_("That cannot be paid in this way."))
        row = MoneyEntry(
            club=self.club,
            day=day or timezone.localdate(),
            by=self.by,
            what=what,
            way=way,
            amount=amount,
            session=session,
            player=player,
            visitor="" if player else visitor[:120],
            kind=kind,
            text=text,
            command=command,
        )
        take_effect(row, count)
        known = MoneyEntry.objects.filter(club=self.club, command=command).first()
        if known:
            return self._sent_before(known, row)
        self._open_day(row.day)
        self._check(row)
        row.save(force_insert=True)
        return row

    def _sent_before(self, known: MoneyEntry, row: MoneyEntry) -> MoneyEntry:
        """The row that there is; who went back to a page and wrote something else into it is not told that it was done."""
        if any(getattr(known, name) != getattr(row, name) for name in SAME):
            raise MoneyStale(
                _("Something else was sent from this page already. Open it again, and write this once more.")
            )
        return known

    def _open_day(self, day: datetime.date) -> datetime.date:
        if is_closed(self.club, day):
            raise MoneyRefused(
                _("%(month)s is closed. Choose a day of a month that is open.") % {"month": date_format(day, "F Y")}
            )
        return day

    def _check(self, row: MoneyEntry) -> None:
        """Nobody uses up what he has not got; only who is in the register has an account."""
        if row.account and row.player is None:
            raise MoneyRefused(_("Only somebody in the register can owe money or have some with the club."))
        by_name = MoneySettings.of(self.club).vouchers_by_name
        if by_name and (row.vouchers or row.free_nights) and row.player is None:
            raise MoneyRefused(_("Vouchers here have names: only somebody in the register can have one."))
        takes = row.vouchers < 0 or row.free_nights < 0 or row.way == "prepaid" or row.what == "paid-out"
        if row.player is None or not takes:
            return
        has, about = balance_of(row.player), {"name": row.player}
        if row.what == "paid-out" and has.account + row.account < 0:
            raise MoneyRefused(_("%(name)s has not so much money with the club.") % about)
        if row.way == "prepaid" and has.account + row.account < 0:
            raise MoneyRefused(_("%(name)s has not enough money with the club; write down that it is owed.") % about)
        if by_name and row.vouchers < 0 and has.vouchers + row.vouchers < 0:
            raise MoneyRefused(_("%(name)s has no voucher left.") % about)
        if by_name and row.free_nights < 0 and has.free_nights + row.free_nights < 0:
            raise MoneyRefused(_("%(name)s has no free-night voucher left.") % about)

    def reverse(self, entry: MoneyEntry, why: str, command: str) -> MoneyEntry:
        """Writes the opposite of a row, on the same day if its month is still open and otherwise today."""
        known = MoneyEntry.objects.filter(club=self.club, command=command).first()
        if known:
            return known
        if entry.reverses_id or MoneyEntry.objects.filter(reverses=entry).exists():
            raise MoneyStale(_("That has been reversed already."))
        day = timezone.localdate() if is_closed(self.club, entry.day) else entry.day
        row = MoneyEntry(
            club=self.club,
            day=self._open_day(day),
            by=self.by,
            what=entry.what,
            way=entry.way,
            amount=-entry.amount,
            cash=-entry.cash,
            bank=-entry.bank,
            account=-entry.account,
            vouchers=-entry.vouchers,
            free_nights=-entry.free_nights,
            people=-entry.people,
            session=entry.session,
            player=entry.player,
            visitor=entry.visitor,
            kind=entry.kind,
            text=why[:200],
            reverses=entry,
            command=command,
        )
        row.save(force_insert=True)
        return row
