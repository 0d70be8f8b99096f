"""A club's money, reckoned exactly: amounts, the fee that holds on a day, and the cash return of a night.

    >>> from arrowswitch.till import CashCount, Currency, reckoned
    >>> dollars = Currency("NZ$")
    >>> counted = CashCount({2000: 4, 1000: 5, 500: 10, 200: 8}, started_with=0)
    >>> end = reckoned(28 * dollars.read("7"), counted.takings)
    >>> dollars.told(end.expected), dollars.told(end.takings), dollars.told(end.over)
    ('NZ$196.00', 'NZ$196.00', 'NZ$0.00')

Nothing here knows who paid: the books are kept by the site.
"""

from arrowswitch.till.amounts import BadAmount, Currency
from arrowswitch.till.counting import CashCount, CashReckoning, reckoned, taken_out
from arrowswitch.till.fees import DatedFee, fee_on, fees_told

__all__ = [
    "BadAmount",
    "CashCount",
    "CashReckoning",
    "Currency",
    "DatedFee",
    "fee_on",
    "fees_told",
    "reckoned",
    "taken_out",
]
