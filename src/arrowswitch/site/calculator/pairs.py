"""Matchpoint questions: weighted scores, fouled and short boards, averages, damage, penalties, instant matchpoints."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arrowswitch.bridge import Side
from arrowswitch.regulations import PenaltyScale, Regulations, load
from arrowswitch.scoring import (
    AVERAGE,
    MINUS,
    PLUS,
    Damage,
    Fixed,
    Line,
    Percent,
    Score,
    SessionToScore,
    Step,
    Working,
    adjusted,
    carried,
    desk,
    explain,
    instant,
    played,
    score,
    top_of,
    weighted,
)
from arrowswitch.scoring.desk import Traveller
from arrowswitch.scoring.figures import column, shown, written
from arrowswitch.scoring.numbers import Number, round_about, tidy
from arrowswitch.scoring.scored import LineScore
from arrowswitch.site.calculator.answers import AnswerRow, AnswerTable, Calculation, CalculatorAnswer, Figure, rows
from arrowswitch.words import say

NS, EW = "NS", "EW"
CODES = {each.kind: each for each in (PLUS, AVERAGE, MINUS)}


def of_top(value: Number, top: Number) -> str:
    """What stands under a number of matchpoints."""
    return _("of %(top)s, that is %(percent)s%%") % {"top": written(top), "percent": written(percent(value, top))}


def sides(ns: Number, ew: Number, top: Number) -> tuple[Figure, ...]:
    """What both sides get, with what the top is."""
    return (
        Figure(_("North-South"), written(ns), of_top(ns, top)),
        Figure(_("East-West"), written(ew), of_top(ew, top)),
    )


def weighted_score(found: dict[str, Any]) -> CalculatorAnswer:
    """A weighted score over a traveller, in the way that was chosen; the other way for comparison."""
    award = weighted(*found["outcomes"])
    lines = [*at_the_tables(found["scores"]), adjusted(BOARD, NS, EW, award, award)]
    ways = {
        way: desk.of_lines(lines, regulations(found["federation"], weighted=("method", way)))
        for way in ("shared", "simple")
    }
    method = found["method"] or regulations(found["federation"]).weighted.method
    board = ways[method]
    ns, ew = both_sides(board.lines[-1])
    caption = {
        "shared": _("Everybody, with the outcomes shared over the table"),
        "simple": _("Everybody else, who see an average at that table"),
    }
    last = AnswerRow((_("weighted"), "1", written(ns), written(ew)), marked=True)
    return CalculatorAnswer(
        sides(ns, ew, board.top),
        (table(board, caption[method], last=last),),
        Calculation(_("North-South, weighted"), board.working(NS).steps),
        (Calculation(_("East-West, weighted"), board.working(EW).steps), *accounts_of(board)),
        (both_ways(ways),),
    )


def both_ways(ways: dict[str, desk.Traveller]) -> AnswerTable:
    """North-South's matchpoints in each way of sharing."""
    worth = [each.worth() for each in ways.values()]
    columns = [column([points for _often, points, _ew in each.values()]) for each in worth]
    last = (written(both_sides(each.lines[-1])[0]) for each in ways.values())
    lines = zip(map(written, worth[0]), *columns, strict=True)
    return AnswerTable(
        _("North-South’s matchpoints both ways"),
        (_("Score"), _("shared"), _("simple")),
        (*rows(lines), AnswerRow((_("weighted"), *last), marked=True)),
    )


def fouled_board(found: dict[str, Any]) -> CalculatorAnswer:
    """A board that was played in two or three groups."""
    rules = regulations(found["federation"])
    groups = {name: found[f"group_{name.lower()}"] for name in "ABC" if found[f"group_{name.lower()}"]}
    lines = [
        Line(**{**_fields(line), "ns_fault": found["ns_fault"], "ew_fault": found["ew_fault"]})
        for name, scores in groups.items()
        for line in at_the_tables(scores, name)
    ]
    board = desk.of_lines(lines, rules, found["expected"] or len(lines))
    titles = {
        name: ngettext("Version %(name)s, %(results)d result", "Version %(name)s, %(results)d results", len(scores))
        % {"name": name, "results": len(scores)}
        for name, scores in groups.items()
    }
    accounts = [
        Calculation(f"{_('Version %(name)s') % {'name': name}}: {account.title}", account.steps)
        for name in groups
        for account in accounts_of(board, name)
    ]
    top = Figure(_("Top"), written(board.top), _("of every group"))
    return CalculatorAnswer(
        (top,),
        tuple(table(board, titles[name], name) for name in groups),
        accounts[0],
        tuple(accounts[1:]),
    )


def _fields(line: Line) -> dict[str, Any]:
    return {name: getattr(line, name) for name in ("board", "ns", "ew", "ns_award", "ew_award", "group")}


def short_board(found: dict[str, Any]) -> CalculatorAnswer:
    """A board with fewer results than there should be."""
    rules = regulations(found["federation"], matchpoints=("missing", found["method"]))
    if found["by"] == "scores":
        board = desk.of_lines(at_the_tables(found["scores"]), rules, found["expected"])
        accounts = accounts_of(board)
        caption = ngettext(
            "%(results)d result of %(expected)d", "%(results)d results of %(expected)d", len(found["scores"])
        ) % {
            "results": len(found["scores"]),
            "expected": found["expected"],
        }
        top = Figure(_("Top"), written(board.top))
        return CalculatorAnswer((top,), (table(board, caption),), accounts[0], accounts[1:])
    return _carried(found, rules)


def _carried(found: dict[str, Any], rules: Regulations) -> CalculatorAnswer:
    method, results, expected = rules.matchpoints.missing, found["results"], found["expected"]
    top = top_of(results if method == "none" else expected)
    work = Working()
    value = carried(found["matchpoints"], results, expected, method, work)
    settings = rules.matchpoints
    rounded = round_about(value, Fraction(top) / 2, settings.rounding, settings.half)
    if rounded != value:
        source = rules.source("matchpoints.rounding")
        work.note(say("Rounded to {step}", step=shown(settings.rounding)), rounded, source)
    figure = Figure(_("Matchpoints"), written(rounded), of_top(rounded, top))
    return CalculatorAnswer((figure,), account=Calculation(_("Matchpoints made equal"), tuple(work.steps)))


def averages(found: dict[str, Any]) -> CalculatorAnswer:
    """Average plus, average and average minus, with the pairs' own percentages."""
    top = top_of(found["tables"])
    names = {Side.NS: _("North-South"), Side.EW: _("East-West")}
    lines = [adjusted(2, names[Side.NS], names[Side.EW], CODES[found["ns_award"]], CODES[found["ew_award"]])]
    for side, own in ((Side.NS, found["ns_own"]), (Side.EW, found["ew_own"])):
        if own is not None:
            stranger = _("others, %(side)s") % {"side": side.other.full_name}
            made = Fixed(Fraction(own) / 100 * top)
            pair = (names[side], stranger, made, Percent(Fraction(1, 2)))
            lines.append(adjusted(1, *pair) if side is Side.NS else adjusted(1, pair[1], pair[0], pair[3], pair[2]))
    rules = regulations(found["federation"])
    scored = score(SessionToScore(tuple(lines), regulations=rules, expected=found["tables"]))
    (line,) = (each for key, board in scored.boards.items() if key.board == 2 for each in board.lines)
    accounts = [Calculation(name, explain(scored, name, 2).steps) for name in names.values()]
    return CalculatorAnswer(sides(*both_sides(line), top), account=accounts[0], accounts=(accounts[1],))


def damage(found: dict[str, Any]) -> CalculatorAnswer:
    """A side that damaged itself after an infraction."""
    harmed = Damage(found["expected"], found["after"], found["actual"])
    ruled = Score(found["expected"])
    awards = (harmed, ruled) if found["side"] == "ns" else (ruled, harmed)
    board = desk.of_lines(
        [*at_the_tables(found["scores"]), adjusted(BOARD, NS, EW, *awards)], regulations(found["federation"])
    )
    accounts = [
        Calculation(_("North-South"), board.working(NS).steps),
        Calculation(_("East-West"), board.working(EW).steps),
    ]
    if found["side"] == "ew":
        accounts.reverse()
    return CalculatorAnswer(
        sides(*both_sides(board.lines[-1]), board.top), account=accounts[0], accounts=(accounts[1],)
    )


def instant_matchpoints(found: dict[str, Any]) -> CalculatorAnswer:
    """Points from the calculator, without any other table."""
    plus, minus = instant(found["score"])
    (line,) = at_the_tables([found["score"]])
    scored = score(SessionToScore((line,), "instant-matchpoints"))
    return CalculatorAnswer(
        (Figure(_("Your side"), str(plus), _("of 80")), Figure(_("The other side"), str(minus), _("of 80"))),
        account=Calculation(_("From the calculator"), explain(scored, line.ns, BOARD).steps),
    )


def penalty(found: dict[str, Any]) -> CalculatorAnswer:
    """What a penalty costs."""
    rules = regulations(found["federation"])
    (standard,) = rules.penalties.standard
    by = found["by"]
    if found["amount"] is not None:
        amount, source = found["amount"][0], ""
    else:
        amount = {"tops": standard.percent, "imps": standard.imps, "vps": standard.vps}[by]
        source = rules.source("penalties.standard")
    if by == "tops":
        steps = desk.penalty(amount, found["tables"], found["boards"]).steps
        top, taken, cost = (step.result for step in steps)
        figures: tuple[Figure, ...] = (
            Figure(_("Matchpoints"), written(taken), _("of a top of %(top)s") % {"top": written(top)}),
            Figure(
                _("Of the session"),
                f"{written(cost)}%",
                ngettext("with %(boards)d board", "with %(boards)d boards", found["boards"])
                % {"boards": found["boards"]},
            ),
        )
    else:
        text = say("IMPs are taken from the match") if by == "imps" else say("Victory points are taken from the total")
        steps = (Step(text, tidy(amount), rule="Law 90"),)
        figures = (Figure(_("IMPs") if by == "imps" else _("Victory points"), written(amount)),)
    if source:
        steps = (Step(say("The standard penalty"), tidy(amount), rule=source), *steps)
    return CalculatorAnswer(figures, account=Calculation(_("The penalty"), steps), reference=(penalties(rules),))


def penalties(rules: Regulations) -> AnswerTable:
    """A federation's fines in the three ways of scoring."""
    ladders = (
        (_("Standard"), rules.penalties.standard),
        (_("Late"), rules.penalties.late),
        (_("Slow play"), rules.penalties.slow),
        (_("Telephone"), rules.penalties.telephone),
        (_("Wrong score"), rules.penalties.score_error),
    )
    lines = []
    for name, ladder in ladders:
        for number, penalty in enumerate(ladder, 1):
            if penalty.minutes:
                which = ngettext(
                    "%(name)s, from %(minutes)d minute", "%(name)s, from %(minutes)d minutes", penalty.minutes
                ) % {"name": name, "minutes": penalty.minutes}
            elif len(ladder) > 1:
                which = _("%(name)s, offence %(number)d") % {"name": name, "number": number}
            else:
                which = name
            lines.append((which, *_fine(penalty)))
    return AnswerTable(
        _("Fines: %(federation)s") % {"federation": rules.title},
        (_("Offence"), _("of a top"), _("IMPs"), _("VPs")),
        rows(lines),
    )


def _fine(penalty: PenaltyScale) -> tuple[str, str, str]:
    if penalty.warning:
        return (_("warning"), "–", "–")
    return f"{written(penalty.percent)}%", written(penalty.imps), written(penalty.vps)


BOARD = 1


def table(board: Traveller, caption: str, group: str = "", last: AnswerRow | None = None) -> AnswerTable:
    """What each score of a group is worth to both sides, and perhaps a line of its own kind."""
    worth = board.worth(group)
    often, ns, ew = zip(*worth.values(), strict=True) if worth else ((), (), ())
    lines = zip(map(written, worth), map(str, often), column(ns), column(ew), strict=True)
    return AnswerTable(caption, (_("Score"), _("Tables"), _("NS"), _("EW")), (*rows(lines), *((last,) if last else ())))


def accounts_of(board: Traveller, group: str = "") -> tuple[Calculation, ...]:
    """The working of North-South's points for each score of a group, the best first."""
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
