"""A curve over the days as a picture: dots, a line, a scale; and the words for who cannot see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil, floor

from django.utils.formats import date_format

WIDE, HIGH = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 14, 36
LEAST_SPAN = 10
"""The scale has at least so many per cent from top to bottom, so that small changes look small."""


@dataclass(frozen=True, slots=True)
class PlotMark:
    """A place on the picture with a word beside it."""

    at: float
    text: str


@dataclass(frozen=True)
class Plot:
    """All that the template draws."""

    title: str
    told: str
    dots: tuple[tuple[float, float], ...]
    line: str
    levels: tuple[PlotMark, ...]
    days: tuple[PlotMark, ...]
    even: float | None
    """Where 50 is, if it is on the picture."""
    wide: int = WIDE
    high: int = HIGH
    left: int = LEFT
    right: int = WIDE - RIGHT
    foot: int = HIGH - BOTTOM


def plot(
    title: str, told: str, line: Sequence[tuple[date, float]], dots: Sequence[tuple[date, float]] = ()
) -> Plot | None:
    """The picture of a curve; nothing with fewer than two points.

    >>> made = plot("Form", "up", [(date(2026, 1, 1), 50.0), (date(2026, 1, 11), 60.0)])
    >>> made.line, [mark.text for mark in made.levels]
    ('52.0,224.0 624.0,14.0', ['50', '55', '60'])
    """
    if len(line) < 2:
        return None
    values = [value for _, value in (*line, *dots)]
    low, high, step = _scale(min(values), max(values))
    days = [day.toordinal() for day, _ in (*line, *dots)]
    first, last = min(days), max(days)

    def across(day: date) -> float:
        return round(LEFT + (WIDE - LEFT - RIGHT) * (day.toordinal() - first) / max(1, last - first), 1)

    def up(value: float) -> float:
        return round(HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * (value - low) / (high - low), 1)

    ends = (date.fromordinal(first), date.fromordinal(last))
    return Plot(
        title,
        told,
        tuple((across(day), up(value)) for day, value in dots),
        " ".join(f"{across(day)},{up(value)}" for day, value in line),
        tuple(PlotMark(up(level), str(level)) for level in range(low, high + 1, step)),
        tuple(PlotMark(across(day), date_format(day, "j M Y")) for day in ends),
        up(50) if low <= 50 <= high else None,
    )


def _scale(low: float, high: float) -> tuple[int, int, int]:
    """From where to where a scale goes, in fives or tens.

    >>> _scale(48.2, 53.9), _scale(20, 80)
    ((45, 55, 5), (20, 80, 10))
    """
    step = 5 if high - low <= 30 else 10
    bottom, top = floor(low / step) * step, ceil(high / step) * step
    while top - bottom < LEAST_SPAN:
        top += step
    return bottom, top, step
