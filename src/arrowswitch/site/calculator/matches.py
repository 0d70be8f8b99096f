"""Questions about contracts and matches: what a contract scores, IMPs, victory points."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from arrowswitch.bridge import Result, Vulnerability, in_words
from arrowswitch.bridge import score as contract_score
from arrowswitch.scoring import desk, victory_points
from arrowswitch.scoring.figures import fixed, written
from arrowswitch.scoring.imps import FROM
from arrowswitch.scoring.matches.victory_points import BadScale, scale
from arrowswitch.scoring.numbers import Number, round_step
from arrowswitch.site.calculator.answers import AnswerRow, AnswerTable, Calculation, CalculatorAnswer, Figure
from arrowswitch.words import say

NEAR = 3
"""How many margins are shown on either side of the one that was asked for."""


def contract(found: dict[str, Any]) -> CalculatorAnswer:
    """What a contract scores."""
    result: Result = found["result"]
    vulnerability = Vulnerability.ALL if found["vulnerable"] == "yes" else Vulnerability.NONE
    explained = desk.contract(result, vulnerability)
    account = Calculation(in_words(result), explained.steps)
    if result.passed_out:
        return CalculatorAnswer((Figure(_("Both sides"), "0"),), account=account)
    points = explained.result
    figures = (Figure(_("Declarer’s side"), _signed(points), str(result)), Figure(_("Defenders"), _signed(-points)))
    return CalculatorAnswer(figures, account=account, reference=(_other_tricks(result),))


def _signed(points: Number) -> str:
    return f"+{points}" if points > 0 else written(points)


def _over(tricks: int) -> str:
    return _signed(tricks) if tricks else "="


def _other_tricks(result: Result) -> AnswerTable:
    lines = []
    for tricks in range(13, max(result.contract.needs - 5, -1), -1):
        scores = (_signed(contract_score(result.contract, tricks, each)) for each in (False, True))
        lines.append(
            AnswerRow((_over(tricks - result.contract.needs), str(tricks), *scores), marked=tricks == result.tricks)
        )
    return AnswerTable(
        _("The same contract with other tricks"),
        (_("Result"), _("Tricks"), _("Not vulnerable"), _("Vulnerable")),
        tuple(lines),
    )


def international_match_points(found: dict[str, Any]) -> CalculatorAnswer:
    """IMPs for a difference, or for the scores of two tables."""
    if found["by"] == "scores":
        difference = found["first"] - found["second"]
        account = Calculation(_("North-South of our table"), desk.swing(found["first"], -found["second"]).steps)
    else:
        difference = found["difference"]
        account = Calculation(_("IMPs"), desk.swing(difference, 0).steps[1:])
    won = account.steps[-1].result
    note = _("for a difference of %(difference)s") % {"difference": written(difference)}
    return CalculatorAnswer(
        (Figure(_("IMPs"), _signed(won), note),),
        account=account,
        reference=(_imp_scale(abs(int(won))),),
    )


def _imp_scale(marked: int) -> AnswerTable:
    least = (0, *FROM)
    lines = []
    for worth, low in enumerate(least):
        high = f"–{least[worth + 1] - 10}" if worth + 1 < len(least) else _(" and more")
        lines.append(AnswerRow((str(worth), f"{low}{high}"), marked=worth == marked))
    return AnswerTable(_("The scale"), (_("IMPs"), _("Difference")), tuple(lines))


def match_points(found: dict[str, Any]) -> CalculatorAnswer:
    """Victory points of both sides."""
    name, margin, boards = found["scale"], found["margin"], found["boards"]
    chosen = scale(name)
    if chosen.unit == "percent" and not 0 <= margin <= 100:
        raise BadScale(say("This scale goes by percentages; write one from 0 to 100."))
    mine, theirs = victory_points(margin, boards, name)
    figures = (
        Figure(_("This side"), _points(mine, name), _("victory points")),
        Figure(_("The other side"), _points(theirs, name), _("victory points")),
    )
    account = Calculation(_("The match"), desk.match(margin, boards, name).steps)
    return CalculatorAnswer(figures, account=account, reference=(_near(margin, boards, name),))


def _points(value: Number, name: str) -> str:
    return fixed(value) if name == "wbf" else written(value)


def _near(margin: Number, boards: int, name: str) -> AnswerTable:
    percent = scale(name).unit == "percent"
    nearest = round(margin) if percent else int(round_step(margin, 1))
    low = max(nearest - NEAR, 0 if percent else -1000)
    high = min(nearest + NEAR, 100 if percent else 1000)
    lines = []
    for each in range(low, high + 1):
        mine, theirs = victory_points(each, boards, name)
        cells = (f"{each}%" if percent else written(each), _points(mine, name), _points(theirs, name))
        lines.append(AnswerRow(cells, marked=each == (margin if percent else nearest)))
    heads = (_("Percent") if percent else _("Margin"), _("This side"), _("The other side"))
    return AnswerTable(_("A little more, a little less"), heads, tuple(lines))
