"""Everybody who sits in a session, with what each is to pay and has paid, in the order in which a collector walks round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import count

from django.db.models import Sum
from django.utils.translation import gettext as _

from arrowswitch.session import SeatedPlayer
from arrowswitch.session.desk import Slip, slips
from arrowswitch.site.club.models import Player
from arrowswitch.site.money.books import Books, MoneyRefused, MoneyStale
from arrowswitch.site.money.fees import FeesOfNight, KindOnNight
from arrowswitch.site.money.models import WAYS, CashReturn, MoneyEntry
from arrowswitch.site.money.reading import PlayerBalance, balances_of
from arrowswitch.site.night.desk import Desk


@dataclass(frozen=True)
class PayingPlayer:
    """Somebody who plays tonight."""

    key: str
    """What forms call the person."""
    name: str
    seat: str
    substitute: bool
    player: Player | None
    """None for a visitor without an entry in the register."""
    kind: KindOnNight | None
    """As what the person pays."""
    entry: MoneyEntry | None
    """The row of the books, if it is written how the person pays."""
    balance: PlayerBalance
    paper: bool = False
    """Whether vouchers here are paper, which anybody may hand in."""

    @property
    def amount(self) -> int | None:
        """What the person pays, or is to pay."""
        if self.entry is not None:
            return self.entry.amount
        return self.kind.amount if self.kind else None

    @property
    def seen(self) -> int:
        """The row that the page shows, so that nothing is written over another's."""
        return self.entry.pk if self.entry else 0

    @property
    def pays_nothing(self) -> bool:
        """Whether the person is of a kind that does not pay."""
        return self.kind is not None and self.kind.amount == 0

    @property
    def ways(self) -> list[tuple[str, str]]:
        """The other ways in which this person may pay, each with what is left of it."""
        found = [("bank", str(WAYS["bank"]))]
        if self.paper:
            found += [("voucher", str(WAYS["voucher"])), ("free", str(WAYS["free"]))]
        if self.balance.vouchers > 0:
            found.append(("voucher", _("voucher (%(count)s left)") % {"count": self.balance.vouchers}))
        if self.balance.free_nights > 0:
            found.append(("free", _("free night (%(count)s left)") % {"count": self.balance.free_nights}))
        if self.player is not None:
            has = self.balance.account
            if self.amount and has >= self.amount:
                found.append(("prepaid", _("prepaid (%(amount)s left)") % {"amount": self.balance.currency.told(has)}))
            found.append(("owes", str(WAYS["owes"])))
        return [*found, ("none", str(WAYS["none"]))]


class MoneyNight:
    """A session, as the collector sees it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.session = desk.session
        self.fees = FeesOfNight(desk.session)
        self.settings = self.fees.settings

    @cached_property
    def tables(self) -> list[tuple[str, list[PayingPlayer]]]:
        """The tables as the session begins, each with its players; substitutes stand with whose seat they took."""
        seated = self._seated
        people = list(self.desk.names.register.values())
        kinds = self.fees.of(people)
        balances = balances_of(self.desk.request.club, [each.pk for each in people])
        entries = self._entries
        met: set[str] = set()
        found = []
        for title, places in seated:
            row = []
            for who, seat, substitute in places:
                player, name = self._player(who), self.desk.names.player(who)
                key = str(player.pk) if player else visitor_key(name)
                if key in met and player is None and not substitute:
                    name = next(other for other in _numbered(name) if visitor_key(other) not in met)
                    key = visitor_key(name)
                if key in met:
                    continue
                met.add(key)
                row.append(
                    PayingPlayer(
                        key,
                        name,
                        seat,
                        substitute,
                        player,
                        self._kind(entries.get(key), kinds.get(player.pk) if player else self.fees.visitor),
                        entries.get(key),
                        balances.get(player.pk if player else 0) or PlayerBalance(self.settings.currency),
                        not self.settings.vouchers_by_name,
                    )
                )
            if row:
                found.append((title, row))
        return found

    @cached_property
    def _seated(self) -> list[tuple[str, list[tuple[SeatedPlayer, str, bool]]]]:
        state, names = self.desk.state, self.desk.names
        found = []
        for slip in slips(state):
            places = [
                (stint.player, f"{names.label(place.section, place.contestant)} {place.seat}", number > 0)
                for place in slip.places
                for number, stint in enumerate(state.seats.get(place, ()))
            ]
            found.append((self._title(slip), places))
        return found

    def _title(self, slip: Slip) -> str:
        if slip.table is None:
            return _("No table")
        return _("Table %(table)s") % {"table": self.desk.names.table(slip.section, slip.table)}

    def _player(self, who: SeatedPlayer) -> Player | None:
        return self.desk.names.register.get(who.id) if who.id else None

    def _kind(self, entry: MoneyEntry | None, usual: KindOnNight | None) -> KindOnNight | None:
        return (self.fees.called(str(entry.kind_id)) if entry else None) or usual

    @cached_property
    def _entries(self) -> dict[str, MoneyEntry]:
        """How each person pays, by what forms call the person."""
        return {str(row.player_id) if row.player_id else visitor_key(row.visitor): row for row in self._paid}

    @cached_property
    def _paid(self) -> list[MoneyEntry]:
        return fees_paid(self.session.pk)

    @cached_property
    def everybody(self) -> list[PayingPlayer]:
        """Everybody who plays."""
        return [each for _title, row in self.tables for each in row]

    @property
    def collected(self) -> list[tuple[str, list[PayingPlayer], list[PayingPlayer]]]:
        """The tables with those who have still to pay, if that is more than one person: one tap is enough for all of them."""
        found = []
        for title, row in self.tables:
            left = [each for each in row if each.entry is None]
            found.append((title, row, left if len(left) > 1 else []))
        return found

    def called(self, key: str) -> PayingPlayer | None:
        """Who is meant by a form."""
        return next((each for each in self.everybody if each.key == key), None)

    @cached_property
    def gone(self) -> list[MoneyEntry]:
        """Rows of people who do not sit here any more: their fee was taken, and they have left or were put right."""
        here = {each.seen for each in self.everybody}
        return [row for row in self._paid if row.pk not in here]

    @cached_property
    def unsaid(self) -> list[PayingPlayer]:
        """For whom it is not written how they pay."""
        return [each for each in self.everybody if each.entry is None]

    @property
    def settled(self) -> int:
        """For how many it is written how they pay."""
        return len(self.everybody) - len(self.unsaid)

    @property
    def expected_cash(self) -> int:
        """What should be in the tray, besides the change that was there before."""
        return expected_in_tray(self.session.pk)

    @cached_property
    def cash_return(self) -> CashReturn | None:
        """What was counted."""
        return CashReturn.objects.filter(session=self.session, replaced=None).select_related("by").first()


def _numbered(name: str) -> Iterator[str]:
    """What further visitors of the same name are called, such as two whom nobody asked for more than “Guest”."""
    return (f"{name} ({number})" for number in count(2))


def visitor_key(name: str) -> str:
    """What forms call somebody without an entry in the register.

    >>> visitor_key("Vic Visitor") == visitor_key(" vic  visitor")
    True
    """
    return "v" + sha256(" ".join(name.split()).casefold().encode("utf-8", "backslashreplace")).hexdigest()[:12]


def fees_paid(session: int) -> list[MoneyEntry]:
    """The rows of the books that say how people pay for a session, but those that were reversed."""
    rows = MoneyEntry.objects.filter(session=session, what="fee", reverses=None, reversed_by=None)
    return list(rows.select_related("by", "player", "kind").order_by("pk"))


def expected_in_tray(session: int) -> int:
    """The cash of a session by the books, without what was over or under."""
    rows = MoneyEntry.objects.filter(session=session).exclude(what__in=("over", "banked"))
    return rows.aggregate(Sum("cash"))["cash__sum"] or 0


def pay(
    books: Books,
    night: MoneyNight,
    person: PayingPlayer,
    way: str,
    command: str,
    seen: int,
    *,
    kind: str = "",
    why: str = "",
) -> None:
    """Writes down how somebody pays tonight, in the place of what stood there; `back` only takes that back."""
    if MoneyEntry.objects.filter(club=books.club, command__in=(command, f"{command}-back")).exists():
        return  # sent twice
    now = next((each for each in fees_paid(night.session.pk) if _is_of(each, person)), None)
    if (now.pk if now else 0) != seen:
        raise MoneyStale(
            _("Somebody has just written something else for %(name)s. This is how it stands now.")
            % {"name": person.name}
        )
    if now is not None:
        books.reverse(now, why or _("written anew on the night"), f"{command}-back")
    if way == "back":
        return
    pays_as = night.fees.called(kind) if kind else person.kind
    if pays_as is None or pays_as.amount is None:
        raise MoneyRefused(_("There is no fee for %(name)s yet: set tonight’s fees first.") % {"name": person.name})
    free = pays_as.amount == 0 or way == "none"
    books.write(
        "fee",
        "none" if free else way,
        0 if free else pays_as.amount,
        command=command,
        day=night.fees.day,
        session=night.session,
        player=person.player,
        visitor=person.name,
        kind=pays_as.kind,
        text=why if now is None else "",
    )


def _is_of(row: MoneyEntry, person: PayingPlayer) -> bool:
    if person.player is not None:
        return row.player_id == person.player.pk
    return row.player_id is None and visitor_key(row.visitor) == person.key
