"""What lists there are besides the ranking; the other acts are in `acts`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from arrowswitch.scoring import Handicaps


@dataclass(frozen=True)
class SetLists:
    """Say who is in which stratum, and what handicap the club grants to whom; what is not named has none."""

    strata: Mapping[str, str] = field(default_factory=dict)
    """A letter for contestants, by the names that scoring gives them, A for the strongest."""
    kind: str = "percent"
    handicaps: Mapping[str, str] = field(default_factory=dict)
    """Numbers as they are written: 4.5, -9."""

    @property
    def granted(self) -> Handicaps | None:
        """What the club grants; None if nothing.

        >>> SetLists(handicaps={"A7": "4.5"}).granted.of["A7"]
        Fraction(9, 2)
        """
        if not self.handicaps:
            return None
        return Handicaps(self.kind, {who: Fraction(number) for who, number in self.handicaps.items()})
