"""Factoring: making totals comparable between pairs that played different boards.

Two questions, as directors are taught: did they play the same number of boards, and were the boards worth the same?
Percentages answer both at once; totals of several sessions need the factors themselves. Who is compared with whom
follows from who sat where in the movement, not from a question to the scorer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.scoring.scored import Scored, Total
from arrowswitch.scoring.session import Field
from arrowswitch.words import Sentence, say, say_count


@dataclass(frozen=True, slots=True)
class Factored:
    """A contestant's total as it would be over the boards and tops that it is compared on."""

    points: Number
    factored: Number
    factor: Fraction
    reasons: tuple[Sentence, ...]


def factored(scored: Scored) -> dict[str, Factored]:
    """Every contestant's total, factored to the most that anybody in its own field could score.

    >>> from arrowswitch.scoring import SessionToScore, played, score
    >>> night = score(SessionToScore((played(1, "1", "3", 620), played(1, "2", "4", 170), played(2, "1", "4", 90),
    ...                        played(2, "5", "3", 50)), winners=2))
    >>> result = factored(night)["2"]
    >>> result.factor, [str(reason) for reason in result.reasons]
    (Fraction(2, 1), ['1 board instead of 2'])
    """
    where = scored.session.fields
    totals = {name: scored.totals.get(name, Total()) for name in where}
    most = _most(where, totals)
    found = {}
    for name, field in where.items():
        total, wanted = totals[name], most[field]
        factor = Fraction(wanted.maximum) / total.maximum if total.maximum else Fraction(1)
        reasons = []
        if total.boards != wanted.boards:
            reasons.append(
                say_count(
                    "{n} board instead of {wanted}",
                    "{n} boards instead of {wanted}",
                    total.boards,
                    wanted=wanted.boards,
                )
            )
        if total.boards and total.maximum * wanted.boards != wanted.maximum * total.boards:
            mean, top = Fraction(total.maximum) / total.boards, Fraction(wanted.maximum) / wanted.boards
            reasons.append(say("a mean top of {mean} instead of {top}", mean=shown(mean), top=shown(top)))
        found[name] = Factored(total.points, tidy(total.points * factor), factor, tuple(reasons))
    return found


def _most(where: Mapping[str, Field], totals: Mapping[str, Total]) -> dict[Field, Total]:
    most: dict[Field, Total] = {}
    for name, field in where.items():
        if field not in most or totals[name].maximum > most[field].maximum:
            most[field] = totals[name]
    return most


def unequal(factors: Iterable[Factored]) -> bool:
    """Whether anybody's total needs factoring at all."""
    return any(each.reasons for each in factors)
