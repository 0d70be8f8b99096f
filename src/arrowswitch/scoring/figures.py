"""Numbers as people read them: percentages, matchpoints, IMPs and victory points, in sentences and in columns.

Every number that is shown anywhere, on a page, in print or by a command, is written here, from its exact value and with a half
away from zero: so a percentage is the same wherever it is met. Sentences and commands write a hyphen for a minus; columns,
pages and prints a true minus.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from arrowswitch.scoring.numbers import Number, round_step, size


def fixed(value: Number | None, places: int = 2) -> str:
    """A number with just so many decimals; nothing for no number.

    >>> fixed(Fraction(433, 8)), fixed(50), fixed(Fraction(-1, 8)), fixed(Fraction(-1, 1000)), fixed(None)
    ('54.13', '50.00', '-0.13', '0.00', '')
    >>> fixed(Fraction(97, 2), 0)
    '49'
    """
    if value is None:
        return ""
    steps = int(size(round_step(Fraction(value) * 10**places, 1)))
    whole, rest = divmod(steps, 10**places)
    text = f"{whole}.{rest:0{places}d}" if places else str(whole)
    return f"-{text}" if value < 0 and steps else text


def shown(value: Number, places: int = 2) -> str:
    """A number with no more decimals than it needs.

    >>> shown(Fraction(176, 10)), shown(14), shown(Fraction(1, 3)), shown(Fraction(-1, 8))
    ('17.6', '14', '0.33', '-0.13')
    """
    text = fixed(value, places)
    return text.rstrip("0").rstrip(".") if places else text


def written(value: Number | None, places: int = 2) -> str:
    """`shown`, with a true minus.

    >>> written(-50), written(Fraction(31, 2)), written(None)
    ('−50', '15.5', '')
    """
    return "" if value is None else true_minus(shown(value, places))


def signed(value: Number | None, places: int = 2) -> str:
    """A gain or a loss: `written`, with its sign.

    >>> signed(7), signed(Fraction(-7, 2)), signed(0), signed(None)
    ('+7', '−3.5', '0', '')
    """
    text = written(value, places)
    return f"+{text}" if value is not None and value > 0 and text != "0" else text


def percentage(value: Number | None) -> str:
    """A percentage, or victory points to the hundredth, as a list has them: two decimals, and no sign of per cent.

    >>> percentage(Fraction(1083, 20)), percentage(Fraction(433, 8)), percentage(None)
    ('54.15', '54.13', '')
    """
    return true_minus(fixed(value))


def column(values: Iterable[Number | None], *, sign: bool = False, places: int = 2) -> list[str]:
    """Numbers of one column: all with as many decimals as one of them needs, `places` at the most.

    >>> column([12, Fraction(35, 2), None]), column([3, -5, 0], sign=True), column([Fraction(1, 3), 2])
    (['12.0', '17.5', ''], ['+3', '−5', '0'], ['0.33', '2.00'])
    """
    listed = list(values)
    wanted = decimals(listed, places)
    return [in_column(value, wanted, sign=sign) for value in listed]


def decimals(values: Iterable[Number | None], places: int = 2) -> int:
    """How many decimals a column of these numbers needs.

    >>> decimals([3, None, Fraction(31, 2)]), decimals([4]), decimals([])
    (1, 0, 0)
    """
    return max((len(shown(value, places).partition(".")[2]) for value in values if value is not None), default=0)


def in_column(value: Number | None, places: int, *, sign: bool = False) -> str:
    """One number of a column that has so many decimals.

    >>> in_column(Fraction(-7, 2), 2, sign=True), in_column(0, 1, sign=True), in_column(9, 0, sign=True)
    ('−3.50', '0.0', '+9')
    """
    text = true_minus(fixed(value, places))
    return f"+{text}" if sign and value is not None and value > 0 and text.strip("0.") else text


def true_minus(text: str) -> str:
    """The text of a number with a true minus."""
    return text.replace("-", "−")
