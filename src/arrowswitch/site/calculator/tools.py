"""Every calculation of the desk: its address, its name, its questions, what answers them, and an example."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from arrowswitch.site.calculator import forms, matches, pairs
from arrowswitch.site.calculator.answers import CalculatorAnswer

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


class Tool(NamedTuple):
    """A calculation."""

    title: StrPromise
    about: StrPromise
    form: type[forms.CalculatorForm]
    answer: Callable[[dict[str, Any]], CalculatorAnswer]
    blamed: str
    """The field that is told what the scoring will not have."""
    example: dict[str, str]


TOOLS: dict[str, Tool] = {
    "contract": Tool(
        _("Contract score"),
        _("What a contract scores, made or down."),
        forms.ContractForm,
        matches.contract,
        "result",
        {"result": "4♦X +1", "vulnerable": "no"},
    ),
    "imps": Tool(
        _("IMPs"),
        _("A difference, or two tables’ scores, in IMPs."),
        forms.ImpsForm,
        matches.international_match_points,
        "difference",
        {"by": "difference", "difference": "-270"},
    ),
    "vps": Tool(
        _("Victory points"),
        _("A margin over so many boards, on any scale."),
        forms.VictoryPointsForm,
        matches.match_points,
        "boards",
        {"margin": "9", "boards": "6", "scale": "wbf"},
    ),
    "weighted": Tool(
        _("Weighted score"),
        _("Several outcomes with percentages, and what everybody else then gets."),
        forms.WeightedForm,
        pairs.weighted_score,
        "scores",
        {
            "scores": "420 450 -50 420 420 -50 450 -50",
            "outcome_1": "450",
            "weight_1": "40",
            "outcome_2": "420",
            "weight_2": "60",
        },
    ),
    "fouled": Tool(
        _("Fouled board"),
        _("A board that was played in two groups or three."),
        forms.FouledForm,
        pairs.fouled_board,
        "group_a",
        {
            "group_a": "650 630 620 600 170 140 -100",
            "group_b": "620 170 -100",
            "expected": "10",
            "federation": "ebu",
        },
    ),
    "short": Tool(
        _("Missing results"),
        _("A board with fewer results than the others: Neuberg and the other ways."),
        forms.ShortForm,
        pairs.short_board,
        "scores",
        {"by": "scores", "scores": "650 620x3 170x2 140 100 -100", "expected": "10", "federation": "ebu"},
    ),
    "averages": Tool(
        _("Averages"),
        _("Average plus and minus, with the pairs’ own percentages."),
        forms.AverageForm,
        pairs.averages,
        "tables",
        {"ns_award": "plus", "ns_own": "64", "ew_award": "minus", "ew_own": "48", "tables": "12"},
    ),
    "damage": Tool(
        _("Self-inflicted damage"),
        _("When the side that was harmed then harmed itself."),
        forms.DamageForm,
        pairs.damage,
        "scores",
        {
            "scores": "140 -110 50 -50 140 110 -110 50",
            "side": "ns",
            "expected": "140",
            "after": "50",
            "actual": "-140",
        },
    ),
    "penalty": Tool(
        _("Penalties"),
        _("What a part of a top takes from the session; the fines of a federation."),
        forms.PenaltyQuestions,
        pairs.penalty,
        "amount",
        {"by": "tops", "amount": "10%", "tables": "13", "boards": "26"},
    ),
    "instant": Tool(
        _("Instant matchpoints"),
        _("Points for a score without any other table."),
        forms.InstantForm,
        pairs.instant_matchpoints,
        "score",
        {"score": "620"},
    ),
}
