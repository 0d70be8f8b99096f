"""A traveller on the page of the calculator: what each score gets, and the working of any of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from arrowswitch.regulations import Regulations, load
from arrowswitch.scoring import Line, played
from arrowswitch.scoring.desk import Traveller
from arrowswitch.scoring.figures import column, written
from arrowswitch.scoring.numbers import Number
from arrowswitch.scoring.scored import LineScore
from arrowswitch.site.calculator.answers import AnswerRow, AnswerTable, Calculation, rows

BOARD = 1


def table(board: Traveller, caption: str, group: str = "", last: AnswerRow | None = None) -> AnswerTable:
    """What each score of a version is worth to both sides, and perhaps a line of its own kind."""
    worth = board.worth(group)
    often, ns, ew = zip(*worth.values(), strict=True) if worth else ((), (), ())
    lines = zip(map(written, worth), map(str, often), column(ns), column(ew), strict=True)
    return AnswerTable(caption, (_("Score"), _("Tables"), _("NS"), _("EW")), (*rows(lines), *((last,) if last else ())))


def accounts_of(board: Traveller, group: str = "") -> tuple[Calculation, ...]:
    """The working of North-South's points for each score of a version, the best first."""
    names = {each.line.score: each.line.ns for each in board.lines if each.line.group == group}
    ordered = sorted((made, name) for made, name in names.items() if made is not None)
    return tuple(
        Calculation(_("North-South with %(score)s") % {"score": written(made)}, board.working(name).steps)
        for made, name in reversed(ordered)
    )


def both_sides(line: LineScore) -> tuple[Number, Number]:
    """What North-South and East-West get for a line that has been played or adjusted."""
    if line.ns is None or line.ew is None:
        raise ValueError(f"board {line.line.board} has no points yet")
    return line.ns.value, line.ew.value


def regulations(federation: str, **chosen: tuple[str, str]) -> Regulations:
    """A federation's regulations, with what was chosen on the page (section = key, value) on top."""
    own = load(federation)
    differing = {
        section: {key: {"value": value, "source": _("as chosen on this page")}}
        for section, (key, value) in chosen.items()
        if value and getattr(getattr(own, section), key) != value
    }
    return load(federation, differing) if differing else own


def at_the_tables(scores: Sequence[int], group: str = "") -> list[Line]:
    """Lines of pairs that have no names here, only numbers."""
    return [
        played(BOARD, f"{group}{number} NS", f"{group}{number} EW", made, group)
        for number, made in enumerate(scores, 1)
    ]


def percent(part: Number, whole: Number) -> Number:
    """A part in percent.

    >>> percent(3, 4)
    Fraction(75, 1)
    """
    return Fraction(part) / whole * 100 if whole else Fraction(0)
