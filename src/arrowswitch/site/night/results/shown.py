"""Results made ready for a page: ranked lists and boards with their numbers as players write them.

Every number comes from below; here it is only rounded for the eye, put beside a name, and given the address of its
working.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arrowswitch.bridge import Side
from arrowswitch.scoring import Explanation, Scored, Standing, Step
from arrowswitch.scoring.figures import column, decimals, in_column, percentage, shown, signed, written
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.scoring.points import Points
from arrowswitch.scoring.ranking.factoring import Factored, unequal
from arrowswitch.scoring.ranking.handicaps import further_lists
from arrowswitch.session import State
from arrowswitch.session.acts import Penalise, penalty_told
from arrowswitch.session.night import BoardSheet, Contestant, RecordedPenalty, SheetLine, adjustment_told, contestants
from arrowswitch.site.merits.award_reading import AwardBeside
from arrowswitch.site.night.naming import Names
from arrowswitch.site.spoken import spoken
from arrowswitch.words import Sentence, say

NOTE_MARKS = "¹²³⁴⁵⁶⁷⁸⁹"


@dataclass(frozen=True, slots=True)
class Unit:
    """What points are called by a method, and whether they are signed."""

    name: str
    short: str
    signed: bool = False


def unit_of(state: State) -> Unit:
    """The unit of a session's points."""
    method = state.method
    if method in ("butler", "cross-imps", "imps"):
        return Unit(_("IMPs"), _("IMPs"), signed=True)
    if method in ("total-points", "aggregate", "net"):
        return Unit(_("Points"), _("Pts"), signed=True)
    if method in ("board-a-match", "point-a-board", "patton"):
        return Unit(_("Board points"), _("Pts"))
    return Unit(_("Matchpoints"), _("MP"))


def point_text(points: Points | None, unit: Unit, places: int = 0) -> str:
    """A board's points, with as many decimals as their column has."""
    if points is None:
        return ""
    return in_column(points.value, places, sign=unit.signed)


# -- the ranked list -----------------------------------------------------------------------------------------------------


def rank_lists(
    state: State,
    standings: Sequence[Standing],
    names: Names,
    mine: Contestant | None = None,
    *,
    heading: str = "",
    factors: Mapping[str, Factored] | None = None,
    handicaps: Mapping[str, Number] | None = None,
    awards: Mapping[str, AwardBeside] = MappingProxyType({}),
) -> tuple[dict[str, Any], ...]:
    """The ranked lists of a session: one, or one for each direction and section that is ranked by itself."""
    unit, who = unit_of(state), contestants(state)
    factors = factors if factors and unequal(factors.values()) else {}
    fields = dict.fromkeys((each.section, each.direction) for each in standings)
    found = []
    for field in fields:
        part = [each for each in standings if (each.section, each.direction) == field]
        notes: list[tuple[str, str]] = []
        places = decimals(each.points for each in part)
        texts = [point_text(Points(each.points), unit, places) for each in part]
        vps = column([each.vps or 0 for each in part])
        beside = [awards.get(each.contestant) for each in part]
        awarded = column([each.amount if each else None for each in beside])
        rows = tuple(
            {
                "who": each.contestant,
                "rank": each.rank,
                "label": _label(names, who[each.contestant], each.direction),
                "names": names.contestant(*who[each.contestant]),
                "points": text,
                "percent": percentage(each.percent),
                "vps": vp if each.vps is not None else "",
                "boards": each.boards,
                "mark": _mark(names, each, who[each.contestant], notes),
                "mine": who[each.contestant] == mine,
                "factored": written(each.points * factors[each.contestant].factor) if factors else "",
                "handicap": signed(handicaps.get(each.contestant)) if handicaps else "",
                "award": award,
                "award_working": made.working if made else None,
                # Who is in a team that has a name of its own
                "members": names.people(*who[each.contestant]) if state.team(*who[each.contestant]).name else "",
            }
            for each, text, vp, made, award in zip(part, texts, vps, beside, awarded, strict=True)
        )
        found.append(
            {
                "title": " · ".join(
                    filter(None, (heading, _list_title(*field, many=len(state.sections) > 1 and state.apart)))
                ),
                "rows": rows,
                "notes": tuple(notes),
                "unit": unit,
                "percent": any(each.percent is not None for each in part),
                "vps": any(each.vps is not None for each in part),
                # Whether the number of boards is worth a column: not everybody played the same
                "boards": len({each.boards for each in part}) > 1,
                # Whether totals are factored, because the boards that people played were not worth the same
                "factored": bool(factors),
                "handicaps": bool(handicaps),
                # What awards are called, where somebody of the list has one
                "awards": next((each.unit for each in beside if each), ""),
            }
        )
    return tuple(found)


def further_rank_lists(
    state: State, scored: Scored, standings: Sequence[Standing], names: Names, mine: Contestant | None = None
) -> tuple[dict[str, Any], ...]:
    """The lists besides the ranking: of each stratum but that of everybody, and with handicaps where there are any."""
    return tuple(
        each
        for further in further_lists(scored.session, standings)
        for each in rank_lists(
            state,
            further.standings,
            names,
            mine,
            heading=spoken(further.title),
            handicaps=further.handicaps,
        )
    )


def _label(names: Names, who: Contestant, direction: Side | None) -> str:
    """The number of a pair; in a list of one direction, without the direction."""
    label = names.label(*who)
    if direction is None or " " not in label:
        return label
    return f"{who.section if len(names.state.sections) > 1 else ''}{label.split(' ')[-1]}"


def _list_title(section: str, direction: Side | None, *, many: bool) -> str:
    sides = {Side.NS: _("North-South"), Side.EW: _("East-West"), None: ""}
    parts = [_("Section %(letter)s") % {"letter": section}] if many else []
    return ", ".join([*parts, sides[direction]] if direction else parts)


def _mark(names: Names, each: Standing, who: Contestant, notes: list[tuple[str, str]]) -> str:
    """The marks of a line's footnotes, which are added to the list."""
    state = names.state
    texts = [penalty_text(penalty) for penalty in state.penalties.values() if _counts(penalty, who)]
    if each.tie_broken_by:
        text = _("The tie is left to %(step)s.") if each.tie_open else _("Tie broken by %(step)s.")
        texts.append(text % {"step": spoken(each.tie_broken_by)})
    if all(section.last_called for section in state.sections.values()):
        texts += [f"{spoken(_with_names(note, names.label, contestants(state)))}." for note in each.notes]
    marks = []
    for text in texts:
        known = next((mark for mark, note in notes if note == text), None)
        if known is None:
            number = len(notes)
            known = NOTE_MARKS[number] if number < len(NOTE_MARKS) else f"({number + 1})"
            notes.append((known, text))
        marks.append(known)
    return " ".join(marks)


def _counts(penalty: RecordedPenalty, who: Contestant) -> bool:
    return (penalty.section, penalty.contestant) == who and not penalty.withdrawn and not penalty.warning


def penalty_text(penalty: RecordedPenalty) -> str:
    """A penalty for a footnote: how much, and for what kind of offence; the reason in full stays with the desk."""
    taken = Penalise(penalty.section, penalty.contestant, penalty.share, penalty.points, penalty.vps)
    return _("After %(penalty)s.") % {"penalty": spoken(penalty_told(taken))}


# -- boards --------------------------------------------------------------------------------------------------------------


BAR_LEFT, BAR_WIDTH, BAR_STEP = 84, 220, 30


def bars(frequencies: Sequence[tuple[int, int]]) -> tuple[dict[str, Any], ...]:
    """The chart of a board, from the best score for North-South to the worst.

    >>> [(bar["score"], bar["width"]) for bar in bars([(420, 2), (-50, 1)])]
    [('+420', 220), ('−50', 110)]
    """
    most = max((often for _score, often in frequencies), default=1)
    found = []
    for number, (score, often) in enumerate(frequencies):
        y, width = number * BAR_STEP, BAR_WIDTH * often // most
        words = {"score": signed(score), "often": often, "middle": y + 17, "end": BAR_LEFT + width + 8}
        found.append({**words, "y": y, "width": width})
    return tuple(found)


STATUS = {"not-played": gettext_lazy("not played"), "late": gettext_lazy("to be played late")}


def line_row(
    state: State, line: SheetLine, names: Names, unit: Unit, *, points: bool, mine: str = "", places: int = 0
) -> dict[str, Any]:
    """One line, with points only for who may see them."""
    ns, ew = line.meets(Side.NS), line.meets(Side.EW)
    ns_who, ew_who = state.name(*ns), state.name(*ew)
    return {
        "line": line,
        "ns": _label(names, ns, Side.NS),
        "ew": _label(names, ew, Side.EW),
        "ns_names": names.contestant(*ns, line.key.round),
        "ew_names": names.contestant(*ew, line.key.round),
        "ns_who": ns_who,
        "ew_who": ew_who,
        "score": signed(line.score),
        "ns_points": point_text(line.ns, unit, places) if points else "",
        "ew_points": point_text(line.ew, unit, places) if points else "",
        "adjusted": adjusted_text(line),
        "status": str(STATUS.get(line.status, "")),
        "mine": bool(mine) and mine in (ns_who, ew_who),
    }


def adjusted_text(line: SheetLine) -> str:
    """What the director awarded, in words."""
    return spoken(adjustment_told(line.record.adjustment)) if line.record.adjusted else ""


def shown_sheet(state: State, sheet: BoardSheet, names: Names, *, points: bool, mine: str = "") -> dict[str, Any]:
    """A board sheet ready for the page."""
    unit = unit_of(state)
    chart = bars(sheet.frequencies)
    places = decimals(each.value for line in sheet.lines for each in (line.ns, line.ew) if each)
    return {
        "title": _("Section %(letter)s") % {"letter": sheet.key.section} if sheet.key.section else "",
        "groups": tuple(
            (
                group,
                tuple(line_row(state, line, names, unit, points=points, mine=mine, places=places) for line in lines),
            )
            for group, lines in sheet.groups
        ),
        "top": written(sheet.top) if sheet.top is not None and points else "",
        "bars": chart,
        "chart_height": max(len(chart) * BAR_STEP, BAR_STEP),
    }


# -- working -------------------------------------------------------------------------------------------------------------


def in_percent(explanation: Explanation, points: Points | None) -> Explanation:
    """A working that goes on to the percentage, where there is one."""
    if points is None or not points.maximum:
        return explanation
    text = say("{points} of {maximum}, in percent", points=shown(points.value), maximum=shown(points.maximum))
    return replace(explanation, steps=(*explanation.steps, Step(text, tidy(Fraction(points.share) * 100))))


def named(explanation: Explanation, state: State, names: Names, *, reasons: bool) -> Explanation:
    """A working in which contestants have their names instead of what scoring calls them; why somebody was fined is
    told at the desk only."""
    who = contestants(state)

    def put(sentence: Sentence) -> Sentence:
        fined = sentence.values.get("penalty")
        if not reasons and isinstance(fined, Sentence):
            return fined
        return _with_names(sentence, names.both, who)

    steps = tuple(Step(put(step.text), step.result, step.numbers, step.rule) for step in explanation.steps)
    return replace(explanation, title=put(explanation.title), steps=steps)


def _with_names(sentence: Sentence, name: Callable[..., str], who: Mapping[str, Contestant]) -> Sentence:
    """A sentence in which contestants have a name instead of what scoring calls them, also deep within it."""

    def put(value: object) -> object:
        if isinstance(value, Sentence):
            return _with_names(value, name, who)
        return name(*who[value]) if isinstance(value, str) and value in who else value

    return Sentence(sentence.template, {key: put(value) for key, value in sentence.values.items()}, sentence.one)
