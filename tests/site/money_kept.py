"""Something of every kind that the books keep, for the tests that try every address, and ways to write into them."""

from __future__ import annotations

import datetime
import itertools
from typing import Any

from people import PASSWORD, account, our_club
from urls_by_role import BANKING, FEE_KIND, MONEY_ENTRY

from arrowswitch.site.club.models import Player
from arrowswitch.site.money.books import Books, opened
from arrowswitch.site.money.fees import usual_kinds
from arrowswitch.site.money.models import Banking, Fee, FeeKind, MoneyEntry

_count = itertools.count(1)
LONG_AGO = datetime.date(2020, 1, 1)


def wrote(what: str, way: str, amount: int, *, role: str = "owner", **more: Any) -> MoneyEntry:
    """A row of the books of the tests' club."""
    by = account(role, our_club(), password=PASSWORD) if role == "owner" else account(role)
    with opened(our_club()):
        return Books(our_club(), by).write(what, way, amount, command=f"kept-{next(_count)}", **more)


def fees_set(member: int = 700, visitor: int = 900) -> dict[str, FeeKind]:
    """The usual kinds of players with their fees since long ago; inter-club visitors do not pay."""
    owner = account("owner", our_club(), password=PASSWORD)
    FeeKind.objects.bulk_create(usual_kinds(our_club()), ignore_conflicts=True)
    kinds = {each.name: each for each in FeeKind.objects.filter(club=our_club())}
    amounts = {"Member": member, "Junior": 400, "Student": 400, "Visitor": visitor, "Inter-club visitor": 0}
    for name, amount in amounts.items():
        Fee.objects.create(kind=kinds[name], amount=amount, since=LONG_AGO, by=owner)
    return kinds


def in_the_books(player: Player) -> dict[str, int]:
    """Fees of the club of the tests, and a player who paid in."""
    kinds, day = fees_set(), datetime.date(2026, 3, 4)
    entry = wrote("paid-in", "cash", 2000, player=player, day=day)
    banked = wrote("banked", "cash", 2000, day=day)
    banking = Banking.objects.create(club=our_club(), day=day, by=account("owner"), entry=banked)
    return {FEE_KIND: kinds["Member"].pk, MONEY_ENTRY: entry.pk, BANKING: banking.pk}
