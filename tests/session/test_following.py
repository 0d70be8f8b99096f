"""What follows from a ruling: penalties that belong to it, what stands because of it, and what results would be worth."""

from __future__ import annotations

from copy import copy
from fractions import Fraction

import pytest
from night import DIRECTOR, Night

from arrowswitch.movements import build
from arrowswitch.session import (
    BareScore,
    CallRound,
    Contracted,
    Correct,
    Enter,
    LineKey,
    Penalise,
    Refused,
    Rule,
    Undo,
    WithdrawPenalty,
)
from arrowswitch.session.acts.consequences import (
    averages_of,
    averages_told,
    offence_of,
    penalty_is_due,
    points_for_scores,
    score_act,
    scores_made,
    tricks_told,
    written_by,
)
from arrowswitch.session.journal.text import dumps, loads
from arrowswitch.session.night.results import scored
from arrowswitch.session.night.sheets import board_sheets
from arrowswitch.session.story.history import done_by

LINE = LineKey("A", 1, 1, 1)
TWO = ("yes", "no", "in-time", "hand", "none", "revoker", "1")


def playing(**options: object) -> Night:
    return Night(build("mitchell", tables=5, boards_per_round=1), **options).start()  # type: ignore[arg-type]


def ruled(night: Night, **more: object) -> str:
    return night.do(Rule("revoke", "A", 1, 1, 1, TWO, **more)).id  # type: ignore[arg-type]


def test_a_penalty_of_a_ruling_is_for_a_pair_of_its_table_and_given_once() -> None:
    night = playing()
    ruling = ruled(night, offender="E")
    here = night.state.sections["A"].meeting(1, 1)
    assert here
    penalty = Penalise("A", here.ew, share=Fraction(1, 10), offence="standard", ruling=ruling)
    for wrong in (
        Penalise("A", here.ew, ruling="another"),
        Penalise(
            "A", next(n for n in night.state.sections["A"].movement.contestants if n not in here.sides), ruling=ruling
        ),
    ):
        with pytest.raises(Refused, match="There is no such ruling about"):
            night.do(wrong, DIRECTOR, why="x")
    entry = night.do(penalty, DIRECTOR, why="Law 90")
    with pytest.raises(Refused, match="has a penalty by this ruling already"):
        night.do(penalty, DIRECTOR, why="Law 90")
    assert loads(dumps(night.state.journal)) == night.state.journal
    kept = night.state.rulings[ruling]
    assert [each.id for each in done_by(night.state, kept)] == [entry.id]
    with pytest.raises(Refused, match="has gone on from there since"):
        night.do(Undo(ruling), DIRECTOR, why="x")
    night.do(WithdrawPenalty(entry.id), DIRECTOR, why="x")
    assert done_by(night.state, kept) == ()


def test_what_wrote_a_ruling_down_is_known_from_the_first_question_on() -> None:
    night = playing()
    first = night.do(Rule("revoke", "A", 1, 1, 1, ("yes",), status="deferred"))
    last = night.do(Rule("revoke", "A", 1, 1, 1, TWO, ruling=first.id))
    assert [each.id for each in written_by(night.state, night.state.rulings[first.id])] == [first.id, last.id]
    night.do(Undo(last.id), DIRECTOR, why="x")
    assert [each.id for each in written_by(night.state, night.state.rulings[first.id])] == [first.id]


def test_what_a_result_would_be_worth_is_what_it_is_worth_when_it_is_entered() -> None:
    night = playing()
    night.do(Enter(LINE, Contracted("4S", "N", 9)))
    for number, points in ((2, 420), (3, 420), (4, -100)):
        night.do(CallRound(number))
        table = next(
            m.table for m in night.state.sections["A"].movement.meetings if m.round == number and 1 in m.boards
        )
        night.do(Enter(LineKey("A", number, table, 1), BareScore(points)))
    assert scores_made(night.state, LINE) == ((420, 2), (-100, 1))
    told = points_for_scores(night.state, LINE, (450, 420, -50, -100, 450))
    assert list(told) == [450, 420, -50, -100]
    for points, (ns, ew) in told.items():
        other = copy(night)
        other.do(Correct(LINE, BareScore(points), error="scorer"), DIRECTOR, why="x", force=True)
        sheets = board_sheets(other.state, scored(other.state), 1)
        (line,) = [each for sheet in sheets for each in sheet.lines if each.key == LINE]
        assert (line.ns, line.ew) == (ns, ew), points


def test_tricks_stop_at_thirteen_and_the_sum_says_so() -> None:
    night = playing()
    night.do(Enter(LINE, Contracted("4S", "N", 12)))
    name = ruled(night, offender="E")
    ruling = night.state.rulings[name]
    follows = score_act(night.state, ruling)
    assert isinstance(follows, Correct)
    assert follows.entry == Contracted("4S", "N", 13)
    assert tricks_told(night.state, ruling) == (
        "The ruling moves 2 tricks, but by this result the offending side won only one trick: look at the result and "
        "at the answers again. Declarer made 12 tricks, and has 13."
    )


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "Average plus is 60%, average 50%, average minus 40% of the board."),
        ({"method": "butler"}, "Average plus is +3 IMPs, average minus -3 IMPs."),
        ({"method": "cross-imps"}, "Average plus is +2 IMPs, average minus -2 IMPs."),
    ],
)
def test_averages_are_told_as_the_regulations_have_them(options: dict[str, str], told: str) -> None:
    assert averages_told(playing(**options).state)[0] == told


def test_the_scale_of_a_penalty_is_found_by_the_procedure_and_the_law() -> None:
    assert [offence_of(Rule(name, "A", 1, 1)) for name in ("slow-play", "late-arrival", "telephone", "psych")] == [
        "slow",
        "late",
        "telephone",
        "standard",
    ]
    assert not penalty_is_due(Rule("revoke", "A", 1, 1, 1, TWO, offender="E"), "EW")
    assert averages_of(Rule("revoke", "A", 1, 1, 1, TWO, offender="E")) == {}
