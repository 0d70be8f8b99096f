"""Awards as a table that a spreadsheet opens: of a session, and of a span of days for the federation.

What goes to a federation is what was awarded here; what was written in by hand was earned elsewhere, and is known there.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from arrowswitch.scoring.figures import shown
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.merits.models import AwardRun, MadeAward
from arrowswitch.site.night.naming import is_withheld


@dataclass
class AwardsOfSpan:
    """What was awarded from one day to another."""

    units: list[str] = field(default_factory=list)
    people: list[tuple[Player, dict[str, Fraction]]] = field(default_factory=list)
    """Who goes into the list, by name."""
    without_number: list[Player] = field(default_factory=list)
    """Those of them whom the federation does not know by a number."""
    withheld: list[Player] = field(default_factory=list)
    """Who does not want to be named in files: they are left out."""
    forgotten: int = 0
    """How many have been erased since."""
    visitors: list[str] = field(default_factory=list)
    """Who has no entry in the register."""
    sessions: int = 0

    def lines(self) -> list[list[str]]:
        """The head, and a line for each: number, name, points of each kind."""
        head = ["number", "given", "family", *self.units]
        return [head] + [
            [
                *(player.known_to_federation, player.given, player.family),
                *(shown(mine[unit], 4) if unit in mine else "" for unit in self.units),
            ]
            for player, mine in self.people
        ]


def awards_of_span(club: Club, first: date, last: date) -> AwardsOfSpan:
    """What everybody was awarded from one day to another, both included."""
    runs = AwardRun.objects.filter(club=club, current=True, day__range=(first, last)).exclude(unit="")
    found = AwardsOfSpan(sessions=runs.count())
    earned: dict[int, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    visitors: set[str] = set()
    made = MadeAward.objects.filter(run__in=runs, counts=True).order_by()
    for player, name, unit, amount in made.values_list("player", "name", "unit", "amount"):
        if player is None:
            visitors.add(name)
        else:
            earned[player][unit] += Fraction(amount)
    found.units = sorted({unit for mine in earned.values() for unit in mine})
    found.visitors = sorted(visitors)
    for who in Player.objects.filter(pk__in=list(earned)).order_by("family", "given", "pk"):
        if who.erased:
            found.forgotten += 1
        elif is_withheld(who, "files"):
            found.withheld.append(who)
        else:
            found.people.append((who, earned[who.pk]))
    found.without_number = [player for player, _mine in found.people if not player.known_to_federation]
    return found
