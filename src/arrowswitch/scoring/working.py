"""The working of a number: steps that the computing functions write down themselves when they are asked to.

Every function that makes a number takes `work`, and notes in it what it does while it does it; there is no second
account of the rules that could disagree with the first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import Number
from arrowswitch.words import Sentence


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what was done in words, with which numbers, what came out, and the rule that says so."""

    text: Sentence
    result: Number
    numbers: Mapping[str, Number] = field(default_factory=dict)
    rule: str = ""

    @property
    def cited(self) -> str:
        """The rule for a reader: the line numbers that our data keeps are left out.

        >>> Step(Sentence("", {}), 0, rule="QBA course, L757-769: the preferred way").cited
        'QBA course: the preferred way'
        """
        return re.sub(r",?\s*\bL\d+(-\d+)?(,\s*L\d+(-\d+)?)*", "", self.rule)

    def __str__(self) -> str:
        ending = f"  [{self.cited}]" if self.rule else ""
        return f"{self.text} = {shown(self.result, 4)}{ending}"


@dataclass(slots=True)
class Working:
    """The steps so far; the last one's result is the number that was asked for."""

    steps: list[Step] = field(default_factory=list)

    def note(self, text: Sentence, result: Number, rule: str = "", **numbers: Number) -> None:
        """Writes a step down."""
        self.steps.append(Step(text, result, numbers, rule))

    @property
    def result(self) -> Number:
        """The number that was asked for."""
        return self.steps[-1].result
