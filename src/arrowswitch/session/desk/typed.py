"""What a scorer types for one line of a traveller or slip, read into what was meant.

Scores come without their last zero, as the old programs had them, or in full; contracts in any spelling; the rest are
the codes of `codes`. What cannot be read is refused with a sentence that says what can be typed. Whether a line can be
so is not asked here, but by `decide`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.bridge import (
    NotBridge,
    in_words,
    is_possible,
    parse_card,
    parse_written,
    score_in_words,
    vulnerability_of,
)
from arrowswitch.bridge.boards import Vulnerability
from arrowswitch.bridge.notation import quoted, tidy
from arrowswitch.movements import Movement
from arrowswitch.scoring.awards import ReadScore, read_award
from arrowswitch.scoring.lines import Award, BadLine, Ceiling, Floor, Percent
from arrowswitch.session import acts
from arrowswitch.session.desk.codes import BY_KEY, CODES, SIGNS, BoardOut, Ditto, OtherGroup, What
from arrowswitch.session.journal.entries import Refused
from arrowswitch.session.night.lines import (
    Adjustment,
    BareScore,
    Contracted,
    Entry,
    LatePlay,
    LineKey,
    LineRecord,
    PassedOut,
    SideName,
    adjustment_told,
    entry_told,
    ns_points,
)
from arrowswitch.words import Sentence, say

LONGEST = 80
FOULED = "fouled"
"""The name of the group that the code F puts a line into."""

_SCORE = r"(?P<sign>[+-])?\s*(?:(?P<to>NS|EW)\s*)?(?P<number>\d{1,5})\s*(?P<key>[+-]|NS|EW)?"
_JUST_A_SCORE = re.compile(_SCORE, re.ASCII)
_PAIRS = re.compile(r"E\s*(?P<ns>\d{1,3})\s*[-/, ]\s*(?P<ew>\d{1,3})(?:\s*:\s*|\s+)(?P<rest>\S.*)", re.ASCII)
_PERCENTS = re.compile(r"A\s*(?P<ns>\d{1,3}(?:\.\d+)?)\s*%?\s*[-/, ]\s*(?P<ew>\d{1,3}(?:\.\d+)?)\s*%?", re.ASCII)
_EXTREME = re.compile(r"(?P<code>[PQ])\s*(?P<score>.*\d.*)", re.ASCII)
_SPLIT = re.compile(r"S\s*(?P<parts>[APQM+=\d-].*)", re.ASCII)
_TWO_AVERAGES = re.compile(r"(?P<parts>AV?E?[+-]?[\s,;/]+AV?E?[+-]?)", re.ASCII)
_CONTRACT = re.compile(r"[1-7]\s*[A-Z♠♥♦♣]", re.ASCII)
_WITH_WRITTEN = re.compile(r"(?P<contract>.*?)\s*/\s*(?P<score>[^/]+)")
_WITH_LEAD = re.compile(r"(?P<contract>.*)[\s,]+(?:LEAD\s*)?(?P<lead>[CDHS♠♥♦♣](?:10|[2-9TJQKA]))", re.ASCII)


@dataclass(frozen=True, slots=True)
class Habits:
    """How this scorer types."""

    tens: bool = True
    """Whether 42 is 420; else scores are typed in full."""
    plus_key: SideName = "NS"
    """Whose plus a score is that ends with the + key: North-South's in New Zealand, East-West's in North America."""


HABITS = Habits()


@dataclass(frozen=True, slots=True)
class TypedResult:
    """What was meant, by which pairs if others played (by the numbers on their cards), and what was doubtful about it."""

    what: What
    ns: int | None = None
    ew: int | None = None
    doubts: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class _Line:
    board: int
    above: Entry | None
    habits: Habits


def read_typed(text: str, board: int, above: Entry | None = None, habits: Habits = HABITS) -> TypedResult:
    """What was typed for a line of a board; `above` is the line before it, for the repeat key.

    >>> read_typed("42-", 1).what, read_typed("4sxs-2", 1).what
    (BareScore(ns=-420), Contracted(contract='4SX', declarer='S', tricks=8, lead='', written=None))
    >>> read_typed("s a+ m5.5", 1).what
    Adjustment(ns=Average(kind='plus'), ew=Fixed(points=Fraction(11, 2)), ns_fault='none', ew_fault='none', under_appeal=False)
    >>> read_typed("4Z", 1)
    Traceback (most recent call last):
    arrowswitch.journals.commands.Refused: "4Z" is not a result. Write it like 4SX N -1, 3NT=, 2♥ W +1, or PASS.
    """
    line = tidy(text)
    if not line or len(line) > LONGEST or not line.isprintable():
        raise _not_understood(text)
    try:
        return _read(line, _Line(board, above, habits))
    except NotBridge as error:
        raise Refused(error.args[0]) from None


def _read(line: str, where: _Line) -> TypedResult:
    code = BY_KEY.get("".join(line.split()))
    if code is not None:
        return TypedResult(_above(where) if isinstance(code.gives, Ditto) else code.gives)
    for pattern, make in _FORMS:
        found = pattern.fullmatch(line) if pattern is not _CONTRACT else pattern.match(line)
        if found:
            return make(found, where)
    raise _not_understood(line)


def _above(where: _Line) -> Entry:
    if where.above is None:
        raise Refused(say("There is no result on a line above that could be repeated."))
    return where.above


def _not_understood(text: str) -> Refused:
    codes = ", ".join(code.keys[0] for code in CODES)
    if not text.strip():
        return Refused(
            say("Nothing was typed. Type a score (42, or 42- for East-West), a contract (4SX S -2) or a code.")
        )
    return Refused(
        say(
            '"{text}" is not understood. Type a score without its last zero (42, or 42- for East-West), a contract '
            "(4SX S -2) or a code ({codes}).",
            text=quoted(text),
            codes=codes,
        )
    )


# -- scores -----------------------------------------------------------------------------------------------------------


def _score(found: re.Match[str], where: _Line) -> TypedResult:
    points, doubts = _points(found, where)
    return TypedResult(BareScore(points) if points else PassedOut(), doubts=doubts)


def _points(found: re.Match[str], where: _Line) -> tuple[int, tuple[Sentence, ...]]:
    sides = {"+": where.habits.plus_key, "-": "EW", "NS": "NS", "EW": "EW"}
    given = [sides[mark] for mark in (found["to"], found["key"]) if mark]
    if found["sign"]:
        given.append("EW" if found["sign"] == "-" else "NS")
    if len(given) > 1:
        raise Refused(say("Say once whose plus it is: 42 for North-South, 42- for East-West."))
    sign = -1 if given == ["EW"] else 1
    number = int(found["number"])
    readings = (number * 10, number) if where.habits.tens else (number, number * 10)
    here = [each for each in readings if is_possible(sign * each, vulnerability_of(where.board))]
    anywhere = [each for each in readings if any(is_possible(sign * each, each_v) for each_v in Vulnerability)]
    chosen = (here or anywhere or readings)[0]
    doubts: tuple[Sentence, ...] = ()
    if len(here) == 2 and number >= 100 and where.habits.tens:
        doubts = (say("Read as {chosen}; for {full} type {short}.", chosen=chosen, full=number, short=number // 10),)
    return sign * chosen, doubts


def _one_score(text: str, where: _Line) -> int:
    found = _JUST_A_SCORE.fullmatch(text.strip())
    if found is None:
        raise Refused(
            say('"{text}" is not a score. Type it without its last zero: 42, or 42- for East-West.', text=quoted(text))
        )
    return _points(found, where)[0]


# -- contracts --------------------------------------------------------------------------------------------------------


def _contract(found: re.Match[str], where: _Line) -> TypedResult:
    text, written, lead = found.string, None, ""
    beside = _WITH_WRITTEN.fullmatch(text)
    if beside:
        text, written = beside["contract"], _one_score(beside["score"], where)
    try:
        result = parse_written(text)
    except NotBridge:
        led = _WITH_LEAD.fullmatch(text)
        if led is None:
            raise
        result, lead = parse_written(led["contract"]), parse_card(led["lead"]).plain
    if result.declarer is None:
        raise Refused(
            say("{contract}: say who declared it, like {example}.", contract=result.contract, example="4S N =")
        )
    if result.tricks is None:
        raise Refused(
            say(
                "{contract} by {declarer}: say how it went, with = or +1 or -2, or with all the tricks taken.",
                contract=result.contract,
                declarer=result.declarer.full_name,
            )
        )
    return TypedResult(Contracted(result.contract.plain, result.declarer.value, result.tricks, lead, written))


def _other_pairs(found: re.Match[str], where: _Line) -> TypedResult:
    rest = _read(found["rest"], where)
    return TypedResult(rest.what, int(found["ns"]), int(found["ew"]), rest.doubts)


# -- awards -----------------------------------------------------------------------------------------------------------


def _percents(found: re.Match[str], where: _Line) -> TypedResult:
    ns, ew = Fraction(found["ns"]), Fraction(found["ew"])
    if max(ns, ew) > 100:
        raise Refused(say("A side can have from 0 to 100%, like A60/40."))
    return TypedResult(Adjustment(Percent(ns / 100), Percent(ew / 100)))


def _extreme(found: re.Match[str], where: _Line) -> TypedResult:
    points = _one_score(found["score"], where)
    if found["code"] == "P":
        return TypedResult(Adjustment(Floor(points), Ceiling(points)))
    return TypedResult(Adjustment(Ceiling(points), Floor(points)))


def _split(found: re.Match[str], where: _Line) -> TypedResult:
    stroke = [part.strip() for part in found["parts"].split("/")]
    joined = re.sub(r"(?<=[MPQ])\s+(?=[\d+-])", "", found["parts"])
    weighed = len(stroke) == 2 and "%" in found["parts"] and all(stroke)
    parts = stroke if weighed else [part for part in re.split(r"[\s,;/]+", joined) if part]
    if len(parts) != 2:
        raise Refused(say("A split score has two parts, North-South first, like S A+ A- or S 42 Q42."))
    ns, ew = (award_typed(part, lambda text: _one_score(text, where), "", WEIGHTS_WANTED) for part in parts)
    return TypedResult(Adjustment(ns, ew))


WEIGHTS_WANTED = say("Write each outcome with its weight, like S A+ / 60% 42, 40% 5-.")


def award_typed(text: str, score: ReadScore, unit: str | None, wanted: Sentence) -> Award:
    """What is typed for one side; a sign alone is an average.

    >>> award_typed("+", int, None, WEIGHTS_WANTED), award_typed("60%", int, None, WEIGHTS_WANTED)
    (Average(kind='plus'), Percent(share=Fraction(3, 5)))
    """
    with refusing():
        return read_award(SIGNS.get(text.strip(), text), score, unit, wanted)


@contextmanager
def refusing() -> Iterator[None]:
    """An award that cannot be read is a wish that is refused, with the same sentence."""
    try:
        yield
    except BadLine as error:
        raise Refused(error.args[0]) from None


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], _Line], TypedResult]], ...] = (
    (_JUST_A_SCORE, _score),
    (_CONTRACT, _contract),
    (_PAIRS, _other_pairs),
    (_PERCENTS, _percents),
    (_EXTREME, _extreme),
    (_SPLIT, _split),
    (_TWO_AVERAGES, _split),
)


# -- what becomes of it -----------------------------------------------------------------------------------------------


def act_for(
    typed: TypedResult,
    line: LineKey,
    record: LineRecord | None,
    movement: Movement,
    consent: tuple[SideName, ...] = (),
    error: str = "players",
) -> acts.Act:
    """The act that a typed line asks for: entering where nothing stands yet, else correcting; or a ruling.

    >>> from arrowswitch.movements import build
    >>> act_for(read_typed("X", 7), LineKey("A", 1, 1, 7), None, build("mitchell", tables=7))
    RemoveBoard(board=7, section='A', removed=True)
    """
    ns, ew = _contestant(movement, "NS", typed.ns), _contestant(movement, "EW", typed.ew)
    match typed.what:
        case Adjustment():
            return acts.Adjust(line, typed.what)
        case BoardOut():
            return acts.RemoveBoard(line.board, line.section)
        case OtherGroup():
            return acts.SplitBoard((line,), "" if record and record.group else FOULED)
        case result if record is None or record.entry is None or isinstance(record.entry, LatePlay):
            return acts.Enter(line, result, ns=ns, ew=ew)
        case result:
            return acts.Correct(
                line, result, ns=ns, ew=ew, consent=consent, error="scorer" if error == "scorer" else "players"
            )


def _contestant(movement: Movement, side: SideName, number: int | None) -> int | None:
    """The contestant with this number on its card."""
    if number is None:
        return None
    return next((each for each, label in movement.labels.items() if label == f"{side} {number}"), number)


def understood(what: What, board: int) -> Sentence:
    """What was meant, in words, to be shown beside the line.

    >>> understood(read_typed("4sxs-2", 1).what, 1)
    '4♠ doubled by South, two down: EW +300'
    >>> understood(read_typed("42-", 1).what, 1), understood(read_typed("a+", 1).what, 1)
    ('EW +420 (4♥ or 4♠, made exactly)', 'NS average plus, EW average minus')
    """
    match what:
        case Contracted():
            return say("{result}: {score}", result=in_words(what.result), score=_plus(ns_points(what, board) or 0))
        case BareScore(ns):
            words = score_in_words(ns, vulnerability_of(board))
            return say("{score} ({words})", score=_plus(ns), words=words) if words else _plus(ns)
        case Adjustment():
            return adjustment_told(what)
        case BoardOut():
            return say("board {board} is taken out for everybody", board=board)
        case OtherGroup():
            return say("fouled here")
        case _:
            return entry_told(what, board)


def _plus(points: int) -> Sentence:
    if not points:
        return say("0")
    side = "NS" if points > 0 else "EW"
    return say("{side} {points:+d}", side=side, points=abs(points))


def as_typed(record: LineRecord | None, habits: Habits = HABITS) -> str:
    """How what stands on a line would be typed; nothing where there is no code for it.

    >>> as_typed(LineRecord(1, 8, BareScore(-420))), as_typed(LineRecord(1, 8, Contracted("4SX", "S", 8, "HK")))
    ('42-', '4♠X S -2 ♥K')
    """
    if record is None:
        return ""
    what = record.adjustment if record.adjusted else record.entry
    match what:
        case BareScore(ns):
            shown = abs(ns) // 10 if habits.tens else abs(ns)
            return f"{shown}-" if ns < 0 else str(shown)
        case Contracted(written=int() as written):
            score = as_typed(LineRecord(0, 0, BareScore(written)), habits)
            return f"{what.result} {_lead(what)}".strip() + f" / {score}"
        case Contracted():
            return f"{what.result} {_lead(what)}".strip()
        case Adjustment(ns=Percent(ns_share), ew=Percent(ew_share)):
            return f"A{float(ns_share * 100):g}/{float(ew_share * 100):g}"
        case _:
            return next((code.keys[0] for code in CODES if code.gives == what), "")


def _lead(result: Contracted) -> str:
    return str(parse_card(result.lead)) if result.lead else ""
