"""Exact numbers, and rounding them once at the end, in the direction that the regulations name."""

from __future__ import annotations

from fractions import Fraction

Number = int | Fraction


def tidy(value: Number) -> Number:
    """A whole number as int, so that it prints and counts as one.

    >>> tidy(Fraction(6, 3)), tidy(Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def size(value: Number) -> Number:
    """How far a number is from nothing.

    >>> size(-7)
    7
    """
    return value if value >= 0 else -value


def round_step(value: Number, step: Number) -> Number:
    """To the nearest step, a half away from zero; a step of 0 changes nothing.

    >>> round_step(Fraction(5, 4), Fraction(1, 2)), round_step(-25, 10), round_step(24, 10)
    (Fraction(3, 2), -30, 20)
    """
    if not step:
        return tidy(value)
    steps, rest = divmod(size(value), step)
    rounded = (steps + (2 * rest >= step)) * step
    return tidy(rounded if value >= 0 else -rounded)


def round_about(value: Number, average: Number, step: Number, half: str = "towards-average") -> Number:
    """To the nearest step, an exact half going where the regulations say.

    >>> [float(round_about(Fraction(p, 100), 9, Fraction(1, 10))) for p in (1475, 325, 1476)]
    [14.7, 3.3, 14.8]
    >>> float(round_about(Fraction(1475, 100), 9, Fraction(1, 10), "up"))
    14.8
    """
    if not step:
        return tidy(value)
    # in whole numbers, because this is done for every score of every board
    over, under = value.numerator * step.denominator, value.denominator * step.numerator
    steps, rest = divmod(over, under)
    if 2 * rest == under:
        up = {"up": True, "towards-average": value < average, "away-from-average": value > average}[half]
    else:
        up = 2 * rest > under
    return tidy(Fraction((steps + up) * step.numerator, step.denominator))
