"""What must hold for every field, whatever is in it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_fields import turned

from arrowswitch.bridge import Side
from arrowswitch.regulations import load
from arrowswitch.scoring import (
    Ceiling,
    Damage,
    Floor,
    Line,
    Penalty,
    Score,
    SessionToScore,
    Weighted,
    Working,
    explain,
    imps,
    played,
    ranking,
    rescore,
    score,
    victory_points,
)
from arrowswitch.scoring.boards.matchpoints import MatchpointColumn
from arrowswitch.scoring.large.batch import score_field
from arrowswitch.scoring.large.columns import columns
from arrowswitch.scoring.session import BoardKey
from examples import examples
from scoring.random_fields import lines_of_a_board, regulations, scores, sessions

pairs_methods = st.sampled_from(("matchpoints", "matchpoints", "butler", "cross-imps", "instant-matchpoints"))
EXACT = load("wbf", {"artificial": {"own_percentage": False}})


@settings(deadline=None)
@given(sessions(ordinary=True))
def test_a_plain_board_totals_what_it_must(session: SessionToScore) -> None:
    for board in score(session).boards.values():
        tables = len(board.lines)
        for side in Side:
            assert sum(each.points(side).value for each in board.lines) == tables * (tables - 1)  # type: ignore[union-attr]


@settings(deadline=None)
@given(st.integers(2, 9).flatmap(lambda tables: lines_of_a_board(1, tables)))
def test_results_that_are_compared_average_half_a_top_with_any_mix_of_lines(lines: list[Line]) -> None:
    # Neuberg keeps the mean of each group at half the top, whatever the other lines of the board are
    counting = [line for line in lines if line.counts]
    board = score(SessionToScore(tuple(lines), regulations=EXACT)).boards[BoardKey("", 1)]
    for side in Side:
        small = MatchpointColumn(counting, side, len(counting), EXACT).small
        groups: dict[str, list[Any]] = {}
        altered = set(small)
        for each in board.lines:
            points, award = each.points(side), each.line.award(side)
            if points is not None and isinstance(award, Score | Weighted):
                groups.setdefault(each.line.group, []).append(points.value)
            elif isinstance(award, Floor | Ceiling | Damage):  # compared by the others, but given something else
                altered.add(each.line.group)
        for group, values in groups.items():
            if group not in altered:
                assert sum(values) == Fraction(len(values)) * board.top / 2  # type: ignore[operator]


@settings(deadline=None)
@given(sessions(), pairs_methods)
def test_turning_every_table_mirrors_the_points(session: SessionToScore, method: str) -> None:
    session = replace(session, method=method)
    mirrored = replace(session, lines=tuple(turned(line) for line in session.lines))
    if session.regulations.matchpoints.half == "up":  # which goes up for both sides
        return
    there, back = score(session), score(mirrored)
    for key, board in there.boards.items():
        for each, other in zip(board.lines, back.boards[key].lines, strict=True):
            assert (each.ns, each.ew) == (other.ew, other.ns)


@settings(deadline=None)
@given(sessions(ordinary=True), st.integers(-50, 50).map(lambda tens: 10 * tens))
def test_adding_a_constant_to_all_scores_changes_nothing(session: SessionToScore, more: int) -> None:
    moved = replace(session, lines=tuple(played(x.board, x.ns, x.ew, (x.score or 0) + more) for x in session.lines))
    for method in ("matchpoints", "cross-imps"):
        one, other = (score(replace(each, method=method)) for each in (session, moved))
        assert {n: t.points for n, t in one.totals.items()} == {n: t.points for n, t in other.totals.items()}


@settings(deadline=None)
@given(sessions(ordinary=True))
def test_with_no_missing_result_every_method_is_plain_matchpoints(session: SessionToScore) -> None:
    plain = [len(board.lines) and board.lines for board in score(session).boards.values()]
    for method in ("neuberg", "plus-one", "factor", "none"):
        other = replace(session, regulations=load("wbf", {"matchpoints": {"missing": method}}))
        assert [board.lines for board in score(other).boards.values()] == plain


@settings(deadline=None)
@given(st.integers(-120, 120), st.integers(1, 60), st.sampled_from(("wbf", "wbf-discrete")))
def test_victory_points_make_20_and_never_fall_with_the_margin(margin: int, boards: int, scale: str) -> None:
    mine, theirs = victory_points(margin, boards, scale)
    assert mine + theirs == 20
    assert victory_points(margin + 1, boards, scale)[0] >= mine


@settings(deadline=None)
@given(st.integers(-8000, 8000))
def test_imps_are_antisymmetric_and_never_fall(difference: int) -> None:
    assert imps(-difference) == -imps(difference)
    assert imps(difference + 10) >= imps(difference)


@settings(deadline=None)
@given(sessions(), pairs_methods)
def test_the_last_number_of_an_explanation_is_the_number(session: SessionToScore, method: str) -> None:
    scored = score(replace(session, method=method))
    for key, board in scored.boards.items():
        for each in board.lines:
            for side in Side:
                points = each.points(side)
                if points is not None:
                    assert explain(scored, each.line.contestant(side), key.board).result == points.value
    standings = ranking(scored)
    if standings:
        last = explain(scored, standings[-1].contestant)
        assert last.result == int(standings[-1].rank.rstrip("="))


@settings(deadline=None, max_examples=examples(150))
@given(sessions(), st.sampled_from(("N0", "E1")), st.integers(0, 30))
def test_the_batch_gives_the_exact_numbers(session: SessionToScore, fined: str, percent: int) -> None:
    if fined in session.fields:
        session = replace(session, penalties=(Penalty(fined, share=Fraction(percent, 100)),))
    exact = score(session)
    arrays = columns(session)
    batch = score_field(arrays)
    total = len(session.lines)
    seen: dict[BoardKey, int] = {}
    for place, line in enumerate(session.lines):
        key = session.key(line)
        number = seen[key] = seen.get(key, -1) + 1
        each = exact.boards[key].lines[number]
        for side, where in ((Side.NS, place), (Side.EW, place + total)):
            points = each.points(side)
            if points is not None:
                assert batch.points[where] == pytest.approx(float(points.value), abs=1e-9)
                assert batch.maxima[where] == float(points.maximum or 0)
    for number, name in enumerate(arrays.names):
        total_of = exact.totals.get(name)
        if total_of is not None and total_of.maximum:
            assert batch.totals[number] == pytest.approx(float(total_of.points), abs=1e-8)
            assert batch.boards[number] == total_of.boards
    ranks = dict(zip(arrays.names, batch.ranks.tolist(), strict=True))
    if not session.regulations.ties.pairs and any(board.top for board in exact.boards.values()):
        for standing in ranking(exact):
            if standing.percent is not None:
                assert batch.percent[arrays.names.index(standing.contestant)] == pytest.approx(float(standing.percent))
                assert ranks[standing.contestant] == int(standing.rank.rstrip("="))


@settings(deadline=None)
@given(st.lists(scores, min_size=2, max_size=40))
def test_a_batch_of_plain_scores_is_exact_to_the_last_bit(made: list[int]) -> None:
    session = SessionToScore(
        tuple(played(1, f"N{n}", f"E{n}", s) for n, s in enumerate(made)), winners=2, expected=len(made) + 3
    )
    exact = [float(each.ns.value) for each in score(session).boards[BoardKey("", 1)].lines if each.ns]
    assert score_field(columns(session)).points[: len(made)].tolist() == exact


@settings(deadline=None)
@given(sessions(), pairs_methods, st.data())
def test_a_changed_line_gives_what_scoring_everything_again_gives(
    session: SessionToScore, method: str, data: Any
) -> None:
    session = replace(session, method=method)
    before = score(session)
    old = data.draw(st.sampled_from(session.lines))
    made = Score(data.draw(scores))
    new = replace(old, ns_award=made, ew_award=made, status=data.draw(st.sampled_from(("counts", old.status))))
    after = rescore(before, old, new)
    place = session.lines.index(old)
    fresh = score(replace(session, lines=(*session.lines[:place], new, *session.lines[place + 1 :])))
    assert after.boards == fresh.boards
    assert {n: t for n, t in after.totals.items() if t.boards} == {n: t for n, t in fresh.totals.items() if t.boards}
    assert ranking(after) == ranking(fresh)


@st.composite
def matches_of_teams(draw: st.DrawFn) -> SessionToScore:
    teams = draw(st.sampled_from((("A", "B"), ("A", "B", "C"))))
    pairs = [(one, other) for one in teams for other in teams if one != other]
    lines: list[Line] = []
    for board in range(1, draw(st.integers(1, 4)) + 1):
        for line, (ns, ew) in zip(draw(lines_of_a_board(board, len(pairs))), pairs, strict=True):
            lines.append(replace(line, ns=ns, ew=ew))
    kinds = {type(award) for line in lines for award in (line.ns_award, line.ew_award)}
    aggregate = ("aggregate",) if kinds <= {Score, Weighted, Damage} else ()
    method = draw(st.sampled_from(("imps", "board-a-match", "point-a-board", "patton", *aggregate)))
    return SessionToScore(
        tuple(lines), method, regulations=draw(regulations()), boards_per_match=draw(st.integers(1, 20))
    )


@settings(deadline=None)
@given(matches_of_teams())
def test_a_team_explains_its_boards_and_its_total(session: SessionToScore) -> None:
    scored = score(session)
    for board in scored.boards.values():
        for each in board.lines:
            if each.ns is not None:
                work = Working()
                again = scored.scorer(board.key).points(each.line, Side.NS, work)
                assert again == each.ns
                assert work.result == each.ns.value
    for standing in ranking(scored):
        assert explain(scored, standing.contestant).result == int(standing.rank.rstrip("="))


@settings(deadline=None)
@given(
    st.lists(st.tuples(scores, scores), min_size=1, max_size=8), st.sampled_from(("imps", "aggregate", "board-a-match"))
)
def test_what_one_team_wins_the_other_loses(tables: list[tuple[int, int]], method: str) -> None:
    lines = [
        line
        for board, (here, there) in enumerate(tables, 1)
        for line in (played(board, "A", "B", here), played(board, "B", "A", there))
    ]
    totals = score(SessionToScore(tuple(lines), method)).totals
    assert totals["A"].points + totals["B"].points == (2 * len(tables) if method == "board-a-match" else 0)
