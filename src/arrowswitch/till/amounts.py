"""Amounts of money: whole numbers of the smallest unit, cents or pence, so that nothing is ever rounded.

How they are written is the club's: its sign, before or after the number, and how many places stand after the point.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from arrowswitch.words import say

LARGEST = 10**11
"""Nobody types more than this; it fits every database."""
WRITTEN = re.compile(r"([-−]?)([0-9]{1,11})(?:[.,]([0-9]{1,4}))?")


class BadAmount(ValueError):  # noqa: N818 - said to whoever typed it
    """Something that is no amount of money, said in a sentence."""


@dataclass(frozen=True, slots=True)
class Currency:
    """A club's money."""

    sign: str = "$"
    places: int = 2
    """After the point: 2 for dollars and euros, 0 for yen."""
    sign_after: bool = False
    comma: bool = False
    """Whether a comma stands before the cents and not a point."""

    @property
    def unit(self) -> int:
        """How many of the smallest make one.

        >>> Currency().unit, Currency("¥", 0).unit
        (100, 1)
        """
        return int(10**self.places)

    def number(self, amount: int) -> str:
        """An amount without the sign of the currency, as a spreadsheet takes it.

        >>> Currency().number(-705), Currency("¥", 0).number(500), Currency("€", comma=True).number(705)
        ('-7.05', '500', '7,05')
        """
        whole, rest = divmod(abs(amount), self.unit)
        point = "," if self.comma else "."
        written = f"{whole}{point}{rest:0{self.places}}" if self.places else str(whole)
        return f"-{written}" if amount < 0 else written

    def told(self, amount: int) -> str:
        """An amount as people write it.

        >>> Currency("NZ$").told(700), Currency().told(-50), Currency("€", 2, sign_after=True).told(1250)
        ('NZ$7.00', '−$0.50', '12.50 €')
        """
        written = self.number(abs(amount))
        told = f"{written} {self.sign}".strip() if self.sign_after else f"{self.sign}{written}"
        return f"−{told}" if amount < 0 else told

    def read(self, written: str) -> int:
        """The amount that somebody typed, with the sign of the currency or without.

        >>> Currency("NZ$").read("7"), Currency("NZ$").read(" NZ$7,5 "), Currency().read("-0.05")
        (700, 750, -5)
        >>> Currency().read("7.005")
        Traceback (most recent call last):
        arrowswitch.till.amounts.BadAmount: 7.005 has more places after the point than your money: write it as in $7.50.
        """
        found = WRITTEN.fullmatch("".join(written.replace(self.sign, "", 1).split())) if written.isprintable() else None
        if found is None:
            raise BadAmount(say("{written} is no amount: write it as in {example}.", **self._about(written)))
        minus, whole, rest = found[1], found[2], (found[3] or "").rstrip("0")
        if len(rest) > self.places:
            told = say(
                "{written} has more places after the point than your money: write it as in {example}.",
                **self._about(written),
            )
            raise BadAmount(told)
        amount = int(whole) * self.unit + int(rest.ljust(self.places, "0") or "0")
        if amount > LARGEST:
            raise BadAmount(say("{written} is more money than any club has.", written=written))
        return -amount if minus else amount

    def _about(self, written: str) -> dict[str, str]:
        return {"written": written.strip()[:20], "example": self.told(7 * self.unit + self.unit // 2)}
