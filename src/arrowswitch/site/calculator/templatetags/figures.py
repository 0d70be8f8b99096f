"""Template filters for numbers: as many digits as they need, and a minus that can be seen."""

from __future__ import annotations

import re

from django import template

from arrowswitch.scoring.figures import written
from arrowswitch.scoring.numbers import Number

register = template.Library()


@register.filter
def figure(value: Number) -> str:
    """A result of a step, to four places.

    >>> from fractions import Fraction
    >>> figure(Fraction(130, 7) - 1), figure(-50)
    ('17.5714', '−50')
    """
    return written(value, 4)


@register.filter
def minus(text: str) -> str:
    """A sentence with its hyphens before numbers made into minuses.

    >>> minus("-50 beats 0 of 7; pages 3-4")
    '−50 beats 0 of 7; pages 3-4'
    """
    return re.sub(r"(?<![\w.])-(?=\d)", "−", text)
