"""What is kept of money. The books are rows that are never changed: a mistake is reversed by a row that says who, when and why.

Every row says what it does to the tray, to the bank, to a player's account and to the vouchers, so that what is there now is a sum. People
are named by their entry in the register: who is forgotten there has no name here, and the sums stay right.
"""

from __future__ import annotations

import datetime
import json
from typing import NoReturn

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal.models import Session
from arrowswitch.site.members.models import lines_of
from arrowswitch.site.noticeboard.models import WrittenVersion
from arrowswitch.till import BadAmount, Currency

PIECES = "100\n50\n20\n10\n5\n2\n1\n0.50\n0.20\n0.10"


class MoneySettings(WrittenVersion):
    """What the club has decided about its money; a change is a new version."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="money_settings")
    sign = models.CharField(max_length=5, default="$", blank=True)
    sign_after = models.BooleanField(default=False)
    places = models.PositiveSmallIntegerField(default=2)
    pieces = models.TextField(default=PIECES)
    """The notes and coins of the country, a line each, as people write them."""
    comma = models.BooleanField(default=False)
    """Whether a comma stands before the cents; then files are parted by semicolons, as spreadsheets of such countries read them."""
    bank_above = models.BigIntegerField(default=200)
    """A surplus of more than this is banked, a smaller one kept for shortfalls."""
    voucher_price = models.BigIntegerField(default=0)
    """What one voucher usually costs; 0 if the club sells none, or at different prices."""
    vouchers_by_name = models.BooleanField(default=True)
    """Whether it is written down who has how many; otherwise a voucher is paper, and whoever hands it in has it."""
    bank_account = models.CharField(max_length=120, blank=True)
    """As it stands on the banking slip."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("club",), condition=models.Q(replaced=None), name="money_one_version_of_settings_counts"
            ),
        )

    def __str__(self) -> str:
        return f"{self.club}: {self.sign}"

    @classmethod
    def of(cls, club: Club) -> MoneySettings:
        """What a club has decided; as long as it has not, what is usual."""
        return cls.objects.filter(club=club, replaced=None).first() or cls(club=club)

    @property
    def currency(self) -> Currency:
        """The club's money."""
        return Currency(self.sign, self.places, self.sign_after, self.comma)

    @property
    def pieces_sorted(self) -> list[int]:
        """What each note and coin is worth, the largest first.

        >>> MoneySettings(pieces="5\\n20\\n0.50").pieces_sorted
        [2000, 500, 50]
        """
        found = set()
        for line in lines_of(self.pieces):
            try:
                found.add(self.currency.read(line))
            except BadAmount:
                continue  # the form let none in; another number of places may have made one
        return sorted((each for each in found if each > 0), reverse=True)


class FeeKind(models.Model):
    """A kind of player, by what such a person pays."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="fee_kinds")
    name = models.CharField(max_length=40)
    memberships = models.TextField(blank=True)
    """The kinds of membership that pay so, a line each."""
    visitors = models.BooleanField(default=False)
    """Whether it is for everybody whose membership is not named anywhere."""
    place = models.PositiveSmallIntegerField(default=0)
    retired = models.BooleanField(default=False)

    class Meta:
        ordering = ("place", "pk")
        constraints = (models.UniqueConstraint(fields=("club", "name"), name="money_one_kind_a_name"),)

    def __str__(self) -> str:
        return self.name


class FeeKindChange(models.Model):
    """What a kind of player was from then on: its name, and who pays so. Never changed: the last row is how it is now."""

    kind = models.ForeignKey(FeeKind, models.PROTECT, related_name="changes")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(Account, models.PROTECT, related_name="+")
    why = models.CharField(max_length=200, blank=True)
    name = models.CharField(max_length=40)
    memberships = models.TextField(blank=True)
    visitors = models.BooleanField(default=False)
    retired = models.BooleanField(default=False)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.name}, {self.at}"

    @property
    def lines(self) -> str:
        """The memberships in one line."""
        return ", ".join(lines_of(self.memberships))


class Fee(models.Model):
    """What a kind of player pays from a day on. Never changed: the later row of a day counts."""

    kind = models.ForeignKey(FeeKind, models.PROTECT, related_name="fees")
    amount = models.BigIntegerField()
    since = models.DateField()
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(Account, models.PROTECT, related_name="+")
    why = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.kind}, {self.since}"


class NightFees(WrittenVersion):
    """The fees of one night where they are not the usual ones."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="night_fees")
    amounts = models.TextField(default="{}")
    """The fee of each kind by its number, as JSON; a kind that is not in it pays as usual."""
    visitors = models.ForeignKey(FeeKind, models.PROTECT, null=True, blank=True, related_name="+")
    """As what those pay who are no members, such as the other club's players in an inter-club match."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("session",), condition=models.Q(replaced=None), name="money_one_version_of_fees_counts"
            ),
        )

    def __str__(self) -> str:
        return f"{self.session}: {self.amounts}"

    @property
    def by_kind(self) -> dict[int, int]:
        """The fee of each kind that has one of its own tonight."""
        return {int(kind): int(amount) for kind, amount in json.loads(self.amounts).items()}


WHAT = {
    "fee": _("fee"),
    "paid-in": _("paid in"),
    "paid-out": _("paid out"),
    "vouchers": _("vouchers sold"),
    "free": _("free-night vouchers"),
    "subscription": _("subscription"),
    "income": _("other income"),
    "expense": _("expense"),
    "over": _("over or under"),
    "banked": _("banked"),
}
"""What a row of the books is about."""
WAYS = {
    "cash": _("cash"),
    "bank": _("card or bank transfer"),
    "voucher": _("voucher"),
    "free": _("free-night voucher"),
    "prepaid": _("from what was prepaid"),
    "owes": _("owes it"),
    "none": _("does not pay"),
}
"""How somebody pays."""


class OnlyWritten(models.QuerySet["MoneyEntry"]):
    """Rows of the books are written once; only whose they are may become another entry of the same person (`people`)."""

    def delete(self) -> NoReturn:
        raise TypeError("The books are never shortened.")


class MoneyEntry(models.Model):
    """One row of the books."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="money")
    day = models.DateField()
    """The day that it counts for."""
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(Account, models.PROTECT, related_name="+")
    what = models.CharField(max_length=12, choices=WHAT)
    way = models.CharField(max_length=8, choices=WAYS)
    amount = models.BigIntegerField(default=0)
    """What it is about; below is what it does."""
    cash = models.BigIntegerField(default=0)
    bank = models.BigIntegerField(default=0)
    account = models.BigIntegerField(default=0)
    """What the player has with the club grows by this; owed is less than nothing."""
    vouchers = models.IntegerField(default=0)
    free_nights = models.IntegerField(default=0)
    people = models.SmallIntegerField(default=0)
    """1 for the fee of a person, -1 where that is reversed: the sum is how many played."""
    session = models.ForeignKey(Session, models.PROTECT, null=True, blank=True, related_name="money")
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="money")
    visitor = models.CharField(max_length=120, blank=True)
    """The name of somebody who has no entry in the register."""
    kind = models.ForeignKey(FeeKind, models.PROTECT, null=True, blank=True, related_name="+")
    text = models.CharField(max_length=200, blank=True)
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversed_by")
    command = models.CharField(max_length=100)
    """What was sent; sent twice, it is written once."""

    objects = OnlyWritten.as_manager()

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(fields=("club", "command"), name="money_written_once"),
            models.CheckConstraint(
                condition=models.Q(what__in=tuple(WHAT)) & models.Q(way__in=tuple(WAYS)), name="money_known_what"
            ),
        )
        indexes = (
            models.Index(
                fields=("club", "day", "cash", "bank", "account", "vouchers", "free_nights"), name="money_of_some_days"
            ),
            models.Index(
                fields=("player", "account", "vouchers", "free_nights"),
                condition=~models.Q(account=0, vouchers=0, free_nights=0),
                name="money_that_players_have",
            ),
        )

    def __str__(self) -> str:
        return f"{self.day}: {self.what} {self.amount}"

    @property
    def called(self) -> str:
        """Whose it is; nobody's name if the person is forgotten, and nothing if it is nobody's."""
        if self.player is None:
            return self.visitor
        return gettext("(name withheld)") if self.player.erased else str(self.player)


class CashReturn(WrittenVersion):
    """What was counted at the end of a night; a correction is another version."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="cash_returns")
    day = models.DateField()
    counted = models.TextField(default="{}")
    """How many there were of each note and coin by its worth, as JSON."""
    cheques = models.BigIntegerField(default=0)
    started_with = models.BigIntegerField(default=0)
    expected = models.BigIntegerField()
    """What should have been there, by the books as they were then."""
    takings = models.BigIntegerField()
    banked = models.BigIntegerField()
    kept = models.BigIntegerField()
    """What the money kept for shortfalls grows by."""
    director = models.CharField(max_length=120, blank=True)
    trainee = models.CharField(max_length=120, blank=True)
    note = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("-day", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("session",), condition=models.Q(replaced=None), name="money_one_cash_return_counts"
            ),
        )

    def __str__(self) -> str:
        return f"{self.session}, {self.day}"

    @property
    def pieces(self) -> dict[int, int]:
        """How many there were of each note and coin."""
        return {int(worth): int(count) for worth, count in json.loads(self.counted).items()}

    @property
    def over(self) -> int:
        """More than there should have been."""
        return self.takings - self.expected

    @property
    def short(self) -> int:
        """How much there should have been and was not."""
        return max(0, -self.over)


class Banking(models.Model):
    """Money of several nights that was taken to the bank together."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="bankings")
    day = models.DateField()
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(Account, models.PROTECT, related_name="+")
    text = models.CharField(max_length=200, blank=True)
    other = models.BigIntegerField(default=0)
    """Cash besides the nights', such as subscriptions; less than nothing if so much of the nights' cash was spent."""
    entry = models.OneToOneField(MoneyEntry, models.PROTECT, related_name="banking")
    """The row of the books; while it is reversed, nothing of this was banked."""

    class Meta:
        ordering = ("-day", "-pk")

    def __str__(self) -> str:
        return f"{self.day}: {self.entry.amount}"


class BankedReturn(models.Model):
    """A cash return that is part of a banking."""

    banking = models.ForeignKey(Banking, models.PROTECT, related_name="parts")
    cash_return = models.ForeignKey(CashReturn, models.PROTECT, related_name="banked_in")

    def __str__(self) -> str:
        return f"{self.banking_id}: {self.cash_return_id}"


class MonthMark(models.Model):
    """A month of the books is closed, or opened again; the last row of a month counts."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="money_months")
    month = models.DateField()
    """Its first day."""
    closed = models.BooleanField()
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(Account, models.PROTECT, related_name="+")
    why = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("club", "month"), name="money_marks_of_a_month"),)

    def __str__(self) -> str:
        return f"{self.month}: {self.closed}"


def month_of(day: datetime.date) -> datetime.date:
    """The first day of a day's month.

    >>> month_of(datetime.date(2026, 3, 17))
    datetime.date(2026, 3, 1)
    """
    return day.replace(day=1)
