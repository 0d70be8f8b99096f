"""Random fields with every kind of line, for the properties."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from arrowswitch.regulations import load, names
from arrowswitch.scoring import (
    AVERAGE,
    MINUS,
    PLUS,
    Ceiling,
    Damage,
    Fixed,
    Floor,
    Line,
    Outcome,
    Percent,
    Score,
    SessionToScore,
    Weighted,
    adjusted,
)

scores = st.sampled_from((-620, -420, -100, -50, 0, 50, 90, 110, 140, 170, 400, 420, 430, 600, 620, 650, 980, 1430))
faults = st.sampled_from(("none", "partly", "directly"))


@st.composite
def weighted_awards(draw: st.DrawFn) -> Weighted:
    parts = draw(st.lists(st.integers(1, 9), min_size=1, max_size=3))
    total = sum(parts)
    return Weighted(tuple(Outcome(draw(scores), Fraction(part, total)) for part in parts))


artificial = st.one_of(
    st.sampled_from((PLUS, AVERAGE, MINUS)),
    st.integers(0, 100).map(lambda percent: Percent(Fraction(percent, 100))),
)
awards: st.SearchStrategy[Any] = st.one_of(
    scores.map(Score),
    artificial,
    scores.map(Floor),
    scores.map(Ceiling),
    st.builds(Damage, scores, scores, scores),
    st.integers(0, 4).map(lambda points: Fixed(Fraction(points))),
    weighted_awards(),
)


@st.composite
def lines_of_a_board(draw: st.DrawFn, board: int, tables: int, ordinary: bool = False) -> list[Line]:
    found = []
    for table in range(tables):
        pairs = f"N{table}", f"E{(table + board) % tables}"
        award: Any = Score(draw(scores))
        line = adjusted(board, *pairs, award, award)
        kind = 0 if ordinary else draw(st.integers(0, 9))
        if kind == 7:
            line = replace(line, ns_award=draw(awards), ew_award=draw(awards))
        elif kind == 8:
            shared = draw(weighted_awards())
            line = replace(line, ns_award=shared, ew_award=shared)
        elif kind == 9:
            line = replace(line, status=draw(st.sampled_from(("not-played", "late", "struck"))))
        if not ordinary and draw(st.integers(0, 5)) == 5:
            line = replace(line, group=draw(st.sampled_from("BC")), ns_fault=draw(faults), ew_fault=draw(faults))
        found.append(line)
    return found


@st.composite
def regulations(draw: st.DrawFn) -> Any:
    name = draw(st.sampled_from(names()))
    changes: dict[str, Any] = {}
    if draw(st.booleans()):
        method = draw(st.sampled_from(("neuberg", "plus-one", "factor", "none")))
        changes = {
            "matchpoints": {"missing": method, "rounding": draw(st.sampled_from(("0", "0.1", "0.01", "1/2")))},
            "fouled": {"method": method},
            "weighted": {"method": draw(st.sampled_from(("shared", "simple")))},
        }
        changes["matchpoints"]["half"] = draw(st.sampled_from(("up", "towards-average", "away-from-average")))
        changes["matchpoints"]["ascherman"] = draw(st.integers(0, 4)) == 0
    return load(name, changes or None)


@st.composite
def sessions(draw: st.DrawFn, ordinary: bool = False) -> SessionToScore:
    tables = draw(st.integers(2, 9))
    boards = draw(st.integers(1, 4))
    lines = [line for board in range(1, boards + 1) for line in draw(lines_of_a_board(board, tables, ordinary))]
    return SessionToScore(tuple(lines), winners=2, regulations=load("wbf") if ordinary else draw(regulations()))


def turned(line: Line) -> Line:
    """The line with the sides exchanged: what it would be had the table been turned."""
    return replace(
        line,
        ns=line.ew,
        ew=line.ns,
        ns_award=_turned(line.ew_award),
        ew_award=_turned(line.ns_award),
        ns_fault=line.ew_fault,
        ew_fault=line.ns_fault,
        result=None,
    )


def _turned(award: Any) -> Any:
    match award:
        case Score(ns):
            return Score(-ns)
        case Weighted(outcomes):
            return Weighted(tuple(Outcome(-outcome.ns, outcome.weight) for outcome in outcomes))
        case Floor(ns):
            return Floor(-ns)
        case Ceiling(ns):
            return Ceiling(-ns)
        case Damage(expected, after, actual):
            return Damage(-expected, -after, -actual)
        case _:
            return award
