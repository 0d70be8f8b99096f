"""An award means the same wherever it is written: in a session file, on the desk's line, in a form, on a traveller read out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arrowswitch.regulations import load
from arrowswitch.scoring import AVERAGE, MINUS, PLUS, BadLine, Ceiling, Fixed, Floor, Percent, Score, desk, weighted
from arrowswitch.scoring.files.session_lines import award
from arrowswitch.scoring.lines import Award
from arrowswitch.session import Refused
from arrowswitch.session.desk.awards import read_award
from arrowswitch.session.desk.typed import Habits, read_typed
from arrowswitch.session.night.lines import Adjustment

IN_FULL = Habits(tens=False)
WRITTEN: dict[str, Award] = {
    "A+": PLUS,
    "av": AVERAGE,
    "AVE-": MINUS,
    "60%": Percent(Fraction(3, 5)),
    "33,3 %": Percent(Fraction(333, 1000)),
    "m1.5": Fixed(Fraction(3, 2)),
    "M 1": Fixed(Fraction(1)),
    "620": Score(620),
    "-100": Score(-100),
    "P620": Floor(620),
    "Q 100": Ceiling(100),
    "60% of 620, 40% of -100": weighted((620, 60), (-100, 40)),
    "620 60%, -100 40%": weighted((620, 60), (-100, 40)),
}


@pytest.mark.parametrize("text", WRITTEN)
def test_what_is_written_is_read_alike_everywhere(text: str) -> None:
    meant = WRITTEN[text]
    assert award(text, 1) == meant
    assert read_award(text, 1, IN_FULL) == meant
    assert read_typed(f"S A+ / {text}" if "%" in text else f"S A+ {text}", 1, habits=IN_FULL).what == Adjustment(
        PLUS, meant
    )
    (board,) = desk.traveller(["620", f"A+ / {text}", "170"], load("wbf")).scored.boards.values()
    assert board.lines[1].line.ew_award == meant


@pytest.mark.parametrize("text", ["B+", "101%", "m", "60% of 620, 170", "one"])
def test_what_is_no_award_is_refused_everywhere(text: str) -> None:
    with pytest.raises(BadLine, match="no adjustment"):
        award(text, 1)
    with pytest.raises(Refused):
        read_award(text, 1, IN_FULL)
    with pytest.raises(Refused):
        read_typed(f"S A+ / {text}", 1, habits=IN_FULL)
    with pytest.raises(BadLine, match=r"^Table 2: "):
        desk.traveller(["620", f"A+ / {text}"], load("wbf"))


@pytest.mark.parametrize("sign", ["+", "-", "="])
def test_a_sign_alone_is_an_average_only_where_nothing_else_can_stand(sign: str) -> None:
    assert read_award(sign, 1) in (PLUS, AVERAGE, MINUS)
    with pytest.raises(BadLine):
        award(sign, 1)
