"""What a player pays: the fee of a kind of player on a day, and what the calendar says of the fees of a date in a club's own words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from unicodedata import category

from arrowswitch.till.amounts import BadAmount, Currency


@dataclass(frozen=True, slots=True)
class DatedFee:
    """A fee and the day from which it holds; the later line is the correction of an earlier one for the same day."""

    since: date
    amount: int


def fee_on(day: date, fees: Iterable[DatedFee]) -> int | None:
    """The fee that holds on a day, of a list in the order in which it was written; None before the first.

    >>> fees = [DatedFee(date(2025, 1, 1), 600), DatedFee(date(2026, 1, 1), 650), DatedFee(date(2026, 1, 1), 700)]
    >>> fee_on(date(2025, 12, 31), fees), fee_on(date(2026, 1, 1), fees), fee_on(date(2024, 12, 31), fees)
    (600, 700, None)
    """
    held: DatedFee | None = None
    for each in fees:
        if each.since <= day and (held is None or each.since >= held.since):
            held = each
    return None if held is None else held.amount


AMOUNT = re.compile(r"[0-9][0-9.,]*")
PARTS = re.compile(r"[;/\n]|,(?!\d)|\b(?:and|und|et)\b", re.IGNORECASE)
LETTERS = re.compile(r"[^\W\d_]+")


def fees_told(written: str, kinds: Iterable[str], currency: Currency) -> Mapping[str, int] | None:
    """What a sentence of a calendar says: the fee of each kind that it names, or under "" the one for everybody who pays.

    None if it cannot be told for sure.

    >>> kinds = ("Member", "Visitor", "Inter-club visitor")
    >>> fees_told("$7 members, $9 visitors", kinds, Currency())
    {'Member': 700, 'Visitor': 900}
    >>> fees_told("NZ$7 a head", kinds, Currency("NZ$")), fees_told("as usual", kinds, Currency())
    ({'': 700}, None)
    >>> fees_told("$7, with supper $12", kinds, Currency()) is None
    True
    >>> fees_told("first 2 nights free", kinds, Currency()) is None
    True
    """
    found: dict[str, int] = {}
    known = {_stem(kind): kind for kind in kinds}
    parts = [part for part in PARTS.split(written) if part.strip()]
    for part in parts:
        amounts = AMOUNT.findall(part)
        if len(amounts) != 1:
            return None
        try:
            amount = currency.read(amounts[0].rstrip(".,"))
        except BadAmount:
            return None
        named = [kind for stem, kind in known.items() if stem and stem in _stem(part)]
        named = [kind for kind in named if not any(_stem(kind) in _stem(other) for other in named if other != kind)]
        if len(named) > 1 or (not named and len(parts) > 1):
            return None
        if not named and not _is_money(part, amounts[0], currency):
            return None
        found[named[0] if named else ""] = amount
    return found or None


def _is_money(part: str, amount: str, currency: Currency) -> bool:
    """Whether a number that stands with nobody's name is money: it has a sign, or nothing stands beside it."""
    has_sign = any(category(letter) == "Sc" for letter in part) or bool(currency.sign and currency.sign in part)
    return has_sign or part.strip() == amount


def _stem(text: str) -> str:
    """The letters of a text, small, so that plural and singular are found in one another."""
    return " ".join(LETTERS.findall(text.casefold()))
