"""What a player made of the cards over several nights: sums of what `looking` has found in each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from arrowswitch.scoring.figures import in_column
from arrowswitch.site.club.models import Player
from arrowswitch.site.mybridge.looking import OWN, posted_nights
from arrowswitch.site.mybridge.models import CardsLine


@dataclass(frozen=True)
class CardsRow:
    """One kind of doing over all nights."""

    name: str
    boards: int
    gain: str
    """A board on which something of the kind could be done."""
    whole: str
    """In all."""


@dataclass(frozen=True)
class CardsShown:
    """What the nights of one way of scoring come to."""

    unit: str
    nights: int
    boards: int
    tricks: int
    rows: tuple[CardsRow, ...]

    @property
    def fewer(self) -> int:
        """Tricks below those that were there."""
        return max(-self.tricks, 0)


def shown(player: Player) -> list[CardsShown]:
    """The sums, for each way of scoring, the one with most boards first."""
    by_unit: defaultdict[str, list[CardsLine]] = defaultdict(list)
    for line in CardsLine.objects.filter(player=player, night__session__in=posted_nights(player)):
        by_unit[line.unit].append(line)
    found = [_shown(unit, lines) for unit, lines in by_unit.items()]
    return sorted(found, key=lambda each: -each.boards)


def _shown(unit: str, lines: list[CardsLine]) -> CardsShown:
    names = {
        "luck": _("Luck"),
        "bidding": _("Bidding, as a pair"),
        "defence": _("Defence, as a pair"),
        OWN["declaring"]: _("Declaring, yourself"),
        OWN["leads"]: _("Opening leads, yourself"),
    }
    sums = _sums(lines)
    rows = tuple(_row(name, *sums[doing], unit) for doing, name in names.items() if doing in sums)
    title = _("in percent of a top") if unit == "percent" else _("in %(unit)s") % {"unit": unit}
    return CardsShown(title, len(lines), sum(line.boards for line in lines), sum(line.tricks for line in lines), rows)


def _sums(lines: Iterable[CardsLine]) -> Mapping[str, tuple[int, float]]:
    boards: defaultdict[str, int] = defaultdict(int)
    gains: defaultdict[str, float] = defaultdict(float)
    for line in lines:
        for doing, (number, gain) in line.doings.items():
            boards[doing] += number
            gains[doing] += gain
    return {doing: (number, gains[doing]) for doing, number in boards.items()}


def _row(name: str, boards: int, gain: float, unit: str) -> CardsRow:
    """A gain as it is written.

    >>> _row("Bidding", 40, 62.0, "percent").gain, _row("Bidding", 40, -10.0, "IMPs").gain
    ('+1.6%', '−0.25')
    """
    mean = Fraction(gain) / max(boards, 1)
    if unit == "percent":
        return CardsRow(name, boards, f"{in_column(mean, 1, sign=True)}%", "")
    return CardsRow(name, boards, in_column(mean, 2, sign=True), in_column(Fraction(gain), 1, sign=True))
