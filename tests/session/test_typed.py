"""What scorers type: every code of the manuals, every spelling of a contract, and nothing that breaks."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from night import DIRECTOR, SCORER, Night, small

from arrowswitch.bridge import BIDS, Contract, Doubling, Result, Seat, Vulnerability, is_possible, vulnerability_of
from arrowswitch.movements import build
from arrowswitch.scoring.lines import AVERAGE, MINUS, PLUS, Ceiling, Fixed, Floor, Percent, Score
from arrowswitch.session import (
    Adjust,
    Adjustment,
    BareScore,
    Contracted,
    Correct,
    Enter,
    LatePlay,
    LineKey,
    LineRecord,
    NotPlayed,
    PassedOut,
    Refused,
    RemoveBoard,
    SplitBoard,
)
from arrowswitch.session.desk.codes import CODES, PATTERNS, BoardOut, OtherGroup
from arrowswitch.session.desk.typed import Habits, act_for, as_typed, read_typed, understood
from arrowswitch.words import Sentence

EVEN = Adjustment(AVERAGE, AVERAGE)
ACBLSCORE = [  # CAP-41, L4547-4613
    ("42", BareScore(420)),
    ("42-", BareScore(-420)),
    ("L", LatePlay()),
    ("0", PassedOut()),
    ("X", BoardOut()),
    ("N", NotPlayed()),
    ("A+", Adjustment(PLUS, MINUS)),
    ("A-", Adjustment(MINUS, PLUS)),
    ("A", EVEN),
    ("S A A", EVEN),
    ("S A+ A-", Adjustment(PLUS, MINUS)),
    ("S 42 A+", Adjustment(Score(420), PLUS)),
    ("S A- 42-", Adjustment(MINUS, Score(-420))),
    ("S m5.5 m2", Adjustment(Fixed(Fraction("5.5")), Fixed(Fraction(2)))),
    ("S A+ A+", Adjustment(PLUS, PLUS)),
    ("S A- A-", Adjustment(MINUS, MINUS)),
    ("S Q42 42", Adjustment(Ceiling(420), Score(420))),
    ("S 42 Q42", Adjustment(Score(420), Ceiling(420))),
    ("S P42- 42-", Adjustment(Floor(-420), Score(-420))),
    ("S 42 P42", Adjustment(Score(420), Floor(420))),
    ("P42", Adjustment(Floor(420), Ceiling(420))),
    ("P42-", Adjustment(Floor(-420), Ceiling(-420))),
    ("Q42", Adjustment(Ceiling(420), Floor(420))),
    ("Q42-", Adjustment(Ceiling(-420), Floor(-420))),
]
NEW_ZEALAND = [  # ENT-01, L2110-2120 and L1920; ENT-02, L2294, L2437
    ("42", BareScore(420)),
    ("42+", BareScore(420)),
    ("42-", BareScore(-420)),
    ("0", PassedOut()),
    ("A60/40", Adjustment(Percent(Fraction(3, 5)), Percent(Fraction(2, 5)))),
    ("A 60 60", Adjustment(Percent(Fraction(3, 5)), Percent(Fraction(3, 5)))),
    ("F", OtherGroup()),
    ("PO", PassedOut()),
    ("P", PassedOut()),
    ("NP", NotPlayed()),
]
OTHERS = [
    ("-42", BareScore(-420)),
    ("+42", BareScore(420)),
    ("−42", BareScore(-420)),
    ("42 ew", BareScore(-420)),
    ("EW 42", BareScore(-420)),
    ("420", BareScore(420)),
    ("450-", BareScore(-450)),
    ("5", BareScore(50)),
    ("50", BareScore(500)),
    ("00", PassedOut()),
    ("passed out", PassedOut()),
    ("AVE+", Adjustment(PLUS, MINUS)),
    ("av+ av-", Adjustment(PLUS, MINUS)),
    ("A+/A+", Adjustment(PLUS, PLUS)),
    ("S A+,A-", Adjustment(PLUS, MINUS)),
    ("A60-40", Adjustment(Percent(Fraction(3, 5)), Percent(Fraction(2, 5)))),
    ("A62.5% 37.5%", Adjustment(Percent(Fraction(5, 8)), Percent(Fraction(3, 8)))),
]
CONTRACTS = [
    ("4SX S -2", Contracted("4SX", "S", 8)),
    ("4sxs-2", Contracted("4SX", "S", 8)),
    ("4♠x s −2", Contracted("4SX", "S", 8)),
    ("3N N =", Contracted("3NT", "N", 9)),
    ("3nt n 9", Contracted("3NT", "N", 9)),
    ("3nn=", Contracted("3NT", "N", 9)),
    ("1NTW+1", Contracted("1NT", "W", 8)),
    ("4H*e-1", Contracted("4HX", "E", 9)),
    ("6d**w=", Contracted("6DXX", "W", 12)),
    ("2c+1 n", Contracted("2C", "N", 9)),
    ("5c by south making 6", Contracted("5C", "S", 12)),
    ("4S N = HK", Contracted("4S", "N", 10, "HK")),
    ("4sn=,c10", Contracted("4S", "N", 10, "CT")),
    ("3NT S9", Contracted("3NT", "S", 9)),
    ("3NT S 9 S9", Contracted("3NT", "S", 9, "S9")),
    ("4S N = / 45", Contracted("4S", "N", 10, written=450)),
    ("4S N =/45-", Contracted("4S", "N", 10, written=-450)),
]


@pytest.mark.parametrize(("text", "what"), ACBLSCORE)
def test_the_codes_of_acblscore_are_understood(text: str, what: object) -> None:
    assert read_typed(text, 1).what == what
    assert read_typed(text.lower(), 1).what == what


@pytest.mark.parametrize(("text", "what"), NEW_ZEALAND)
def test_the_keys_of_the_new_zealand_program_are_understood(text: str, what: object) -> None:
    assert read_typed(text, 1).what == what


@pytest.mark.parametrize(("text", "what"), OTHERS)
def test_other_spellings_are_understood(text: str, what: object) -> None:
    assert read_typed(text, 1).what == what


@pytest.mark.parametrize(("text", "what"), CONTRACTS)
def test_contracts_are_understood_in_many_spellings(text: str, what: object) -> None:
    assert read_typed(text, 1).what == what


def test_the_plus_key_of_acblscore_is_east_west() -> None:
    """L4557-4571: "The + key is actually a negative N/S score"; a plus in front is a plus all the same."""
    habits = Habits(plus_key="EW")
    assert read_typed("42+", 1, habits=habits).what == BareScore(-420)
    assert read_typed("+42", 1, habits=habits).what == BareScore(420)
    assert read_typed("42", 1, habits=habits).what == BareScore(420)


def test_enter_repeats_the_line_above() -> None:
    above = Contracted("4S", "N", 10)
    for key in (".", '"', "r"):
        assert read_typed(key, 1, above).what == above
    with pytest.raises(Refused, match="no result on a line above"):
        read_typed(".", 1)


def test_other_pairs_are_named_before_the_score() -> None:
    typed = read_typed("E5-3 42-", 1)
    assert (typed.what, typed.ns, typed.ew) == (BareScore(-420), 5, 3)
    act = act_for(typed, LineKey("A", 1, 1, 1), None, build("mitchell", tables=7))
    assert act == Enter(LineKey("A", 1, 1, 1), BareScore(-420), ns=5, ew=10)  # East-West 3 is the tenth pair
    act = act_for(typed, LineKey("A", 1, 1, 1), None, build("howell", tables=5))
    assert act == Enter(LineKey("A", 1, 1, 1), BareScore(-420), ns=5, ew=3)


@pytest.mark.parametrize(
    ("text", "full", "points", "doubtful"),
    [
        ("110", False, 1100, True),  # what the old programs read; what was meant is asked
        ("110", True, 110, False),
        ("11", False, 110, False),
        ("11", True, 110, False),
        ("430", False, 430, False),
        ("50", False, 500, False),
        ("50", True, 50, False),
    ],
)
def test_a_score_that_can_be_read_two_ways_is_doubted(text: str, full: bool, points: int, doubtful: bool) -> None:
    typed = read_typed(text, 1, habits=Habits(tens=not full))
    assert typed.what == BareScore(points)
    assert bool(typed.doubts) == doubtful
    if doubtful:
        assert typed.doubts == ("Read as 1100; for 110 type 11.",)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Nothing was typed"),
        ("hello", r'"HELLO" is not understood. Type a score without its last zero \(42, or 42- for East-West\)'),
        ("4S =", "4♠: say who declared it, like 4S N ="),
        ("4S N", "4♠ by North: say how it went"),
        ("4S N 4", "could be 4 tricks or making 4: write = or -6"),
        ("4S N +4", "its results go from -10 to "),
        ("8S N =", '"8S N =" is not understood'),
        ("4Z", '"4Z" is not a result'),
        ("-42-", "Say once whose plus it is"),
        ("S A+", "A split score has two parts"),
        ("S A+ A+ A+", "A split score has two parts"),
        ("S A+ hello", '"HELLO" is not a score'),
        ("P4S", '"4S" is not a score'),
        ("A160/40", "from 0 to 100%"),
        ("4S N = /", "is not a result"),
        ("4S N = / hello", '"HELLO" is not a score'),
        ("4" * 200, "is not understood"),
        ("4\x00S", "is not understood"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_can(text: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        read_typed(text, 1)


@settings(deadline=None)
@given(st.one_of(st.text(max_size=100), st.text('0123456789ACDEFHLMNPQRSTWX+-=/., "♠♥♦♣%:;', max_size=14)))
@example("²")
@example("E5-3 E5-3 E5-3 E5-3 42")
def test_whatever_is_typed_is_read_or_refused_with_a_sentence(text: str) -> None:
    try:
        said = understood(read_typed(text, 1, PassedOut()).what, 1)
    except Refused as refused:
        said = refused.args[0]
    assert isinstance(said, Sentence)


RESULTS = st.builds(
    Result,
    st.builds(Contract, st.sampled_from(BIDS), st.sampled_from(Doubling)),
    st.integers(0, 13),
    st.sampled_from(Seat),
)


@settings(deadline=None)
@given(RESULTS, st.integers(1, 16), st.booleans())
def test_every_result_reads_back_from_the_house_style(result: Result, board: int, tens: bool) -> None:
    entry = Contracted(result.contract.plain, str(result.declarer), result.tricks)
    habits = Habits(tens=tens)
    assert read_typed(str(result), board).what == entry
    assert read_typed(str(result).replace(" ", "").lower(), board).what == entry
    assert read_typed(as_typed(LineRecord(1, 2, entry), habits), board, habits=habits).what == entry


POSSIBLE = {v: [p for p in range(-7600, 7601, 10) if p and is_possible(p, v)] for v in Vulnerability}


@settings(deadline=None)
@given(st.integers(1, 16).flatmap(lambda b: st.tuples(st.just(b), st.sampled_from(POSSIBLE[vulnerability_of(b)]))))
def test_every_score_reads_back_in_tens_and_in_full(where: tuple[int, int]) -> None:
    board, points = where
    for habits in (Habits(), Habits(tens=False), Habits(plus_key="EW")):
        text = as_typed(LineRecord(1, 2, BareScore(points)), habits)
        assert read_typed(text, board, habits=habits).what == BareScore(points)


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.keys[0])
def test_every_code_of_the_list_is_read_as_the_list_says(code: object) -> None:
    above = BareScore(110)
    for key in code.keys:  # type: ignore[attr-defined]
        what = read_typed(key, 1, above).what
        assert what == (above if "line above" in code.means else code.gives)  # type: ignore[attr-defined]


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.example)
def test_every_example_of_the_list_is_read(pattern: object) -> None:
    typed = read_typed(pattern.example, 1)  # type: ignore[attr-defined]
    assert isinstance(typed.what, Adjustment) == pattern.director  # type: ignore[attr-defined]


def test_the_guide_lists_every_code() -> None:
    guide = (Path(__file__).resolve().parents[2] / "docs" / "directors" / "entering-scores.md").read_text("utf-8")
    ruling = guide.index("These are rulings.")
    listed = {
        **{f"| `{pattern.example}` | {pattern.means} |": pattern.director for pattern in PATTERNS},
        **{f"| {' '.join(f'`{key}`' for key in code.keys)} | {code.means} |": code.director for code in CODES},
    }
    for line, director in listed.items():
        assert (guide.index(f"{line}\n") > ruling) == director


def test_codes_become_acts_and_rulings_are_the_directors() -> None:
    night, line = Night(small()).start(), LineKey("A", 1, 1, 1)
    movement = night.state.sections["A"].movement

    def act(text: str) -> object:
        return act_for(read_typed(text, 1), line, night.state.lines.get(line), movement)

    assert act("L") == Enter(line, LatePlay())
    night.do(act("L"), SCORER)  # type: ignore[arg-type]
    assert act("42") == Enter(line, BareScore(420))
    night.do(act("42"), SCORER)  # type: ignore[arg-type]
    assert act("45") == Correct(line, BareScore(450))
    assert act("A+") == Adjust(line, Adjustment(PLUS, MINUS))
    assert act("X") == RemoveBoard(1, "A")
    assert act("F") == SplitBoard((line,), "fouled")
    for text in ("A+", "X", "F"):
        with pytest.raises(Refused, match="not for the scorer to do"):
            night.do(act(text), SCORER, why="as the director said")  # type: ignore[arg-type]
    night.do(act("F"), DIRECTOR, why="a card in the wrong hand")  # type: ignore[arg-type]
    assert act("F") == SplitBoard((line,), "")


def test_a_line_shows_what_was_understood() -> None:
    said = {
        text: str(understood(read_typed(text, 1).what, 1))
        for text in ("3nn+1", "5", "p", "N", "a60/40", "X", "F", "11")
    }
    assert said == {
        "3nn+1": "3NT by North, one overtrick: NS +430",
        "5": "NS +50 (one down)",
        "p": "passed out",
        "N": "not played",
        "a60/40": "NS 60%, EW 40%",
        "X": "board 1 is taken out for everybody",
        "F": "fouled here",
        "11": "NS +110 (2♥ or 2♠ or 3♣ or 3♦, made exactly)",
    }
