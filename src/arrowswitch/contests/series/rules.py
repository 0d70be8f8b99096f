"""The rules of a ladder, a trophy or a series of a club: which sessions count, and how they become one list.

A value that is kept as JSON, so that what held on a day can be read again. The list itself is made by `series`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from fractions import Fraction
from typing import Any

from arrowswitch.contests.series.files import read_plan
from arrowswitch.contests.series.plan import SeriesPlan


@dataclass(frozen=True, slots=True)
class SessionFacts:
    """What is known of a session before its results are looked at."""

    number: int
    day: date | None
    title: str
    kind: str
    night: str = ""
    """The night of the calendar that it was a date of."""


@dataclass(frozen=True, slots=True)
class SessionChoice:
    """Which sessions count: all that fit every wish, and those that are named; never those that are left out."""

    since: date | None = None
    until: date | None = None
    weekdays: tuple[int, ...] = ()
    """1 for Monday to 7 for Sunday."""
    title: str = ""
    """Words that stand in the title."""
    kinds: tuple[str, ...] = ()
    nights: tuple[str, ...] = ()
    """Nights of the calendar that come again."""
    added: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()

    @property
    def by_hand(self) -> bool:
        """Whether only sessions that are named count."""
        return not (self.since or self.until or self.weekdays or self.title or self.kinds or self.nights)

    def takes(self, session: SessionFacts) -> bool:
        """Whether a session counts.

        >>> tuesdays = SessionChoice(since=date(2026, 1, 1), weekdays=(2,), left_out=(7,))
        >>> [tuesdays.takes(SessionFacts(n, date(2026, 1, day), "Pairs", "pairs")) for n, day in ((5, 6), (6, 7), (7, 13))]
        [True, False, False]
        """
        if session.number in self.left_out:
            return False
        if session.number in self.added:
            return True
        if self.by_hand:
            return False
        if session.day is None:
            return not (self.since or self.until or self.weekdays) and self._fits(session)
        if not (self.since or date.min) <= session.day <= (self.until or date.max):
            return False
        if self.weekdays and session.day.isoweekday() not in self.weekdays:
            return False
        return self._fits(session)

    def _fits(self, session: SessionFacts) -> bool:
        if self.title and self.title.casefold() not in session.title.casefold():
            return False
        if self.kinds and session.kind not in self.kinds:
            return False
        return not self.nights or session.night in self.nights


@dataclass(frozen=True, slots=True)
class LadderRules:
    """Everything that decides how a competition of the club is ranked."""

    plan: SeriesPlan = field(default_factory=SeriesPlan)
    choice: SessionChoice = field(default_factory=SessionChoice)
    grades: tuple[str, ...] = ()
    """The grades that have lists of their own, the strongest first; a pair is in that of its stronger player."""
    visitors: bool = True
    """Whether those are listed who are not in the club's register."""

    def grade_of(self, grades: Sequence[str]) -> str:
        """In whose list a pair is: that of the stronger player; who has none of the grades is in none of these lists.

        >>> LadderRules(grades=("Open", "Junior")).grade_of(("Junior", "Open"))
        'Open'
        """
        return next((grade for grade in self.grades if grade in grades), "")


# -- as it is kept ------------------------------------------------------------------------------------------------------

DAYS = ("since", "until")


def written_rules(rules: LadderRules) -> str:
    """Rules as JSON; what is left out is as it is when nothing is said.

    >>> read_rules(written_rules(LadderRules(SeriesPlan.ladder(6, 5, 5)))) == LadderRules(SeriesPlan.ladder(6, 5, 5))
    True
    """
    kept = {
        "plan": _different(rules.plan, SeriesPlan()),
        "choice": _different(rules.choice, SessionChoice()),
        "grades": list(rules.grades),
        "visitors": rules.visitors,
    }
    return json.dumps(kept, ensure_ascii=False)


def _different(value: Any, usual: Any) -> dict[str, Any]:
    return {
        each.name: _plain(mine)
        for each in fields(value)
        if (mine := getattr(value, each.name)) != getattr(usual, each.name)
    }


def _plain(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Fraction):
        return str(value)
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def read_rules(text: str) -> LadderRules:
    """Rules as they were kept."""
    data = json.loads(text)
    plan = dict(data["plan"])
    plan["place_points"] = [Fraction(each) for each in plan.get("place_points", ())]
    if "carried" in plan:
        plan["carried"] = Fraction(plan["carried"])
    return LadderRules(read_plan(plan), _choice(data["choice"]), tuple(data["grades"]), data["visitors"])


def _choice(kept: Mapping[str, Any]) -> SessionChoice:
    found: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in kept.items()}
    found |= {name: date.fromisoformat(found[name]) for name in DAYS if name in found}
    return SessionChoice(**found)
