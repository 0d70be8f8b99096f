"""Records for property tests of every format: sessions that could have been, small, and with names that try a file's quoting.

`records()` draws anything that a `Record` may say. A format that holds less takes `records(...)` with less of it, or makes a
record poorer before it compares: `replace(record, ranking=())`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from arrowswitch.bridge import (
    BIDS,
    PACK,
    PASSED_OUT,
    Contract,
    Doubling,
    Result,
    Seat,
    Side,
    ns_score,
    vulnerability_of,
)
from arrowswitch.deals import TrickTable, dealt
from arrowswitch.formats.record import (
    Record,
    RecordContestant,
    RecordDatum,
    RecordDeal,
    RecordKind,
    RecordLine,
    RecordMatch,
    RecordPlace,
    RecordPlayer,
    RecordSection,
    RecordTeamPair,
)
from arrowswitch.scoring import AVERAGE, MINUS, PLUS, Fixed, Line, Outcome, Penalty, Percent, Score, Weighted
from arrowswitch.scoring.numbers import tidy

KINDS: tuple[RecordKind, ...] = ("pairs", "teams", "individual")
METHODS = {
    "pairs": ("matchpoints", "butler", "cross-imps", "total-points"),
    "teams": ("imps", "board-a-match", "point-a-board", "patton", "aggregate"),
    "individual": ("matchpoints", "butler", "cross-imps"),
}
LETTERS = "abcXYZ 0123456789&<>\"'=+-@;,.|/#%\\éßØ中♠"

ODD_NAMES = (
    *("Ann Example", "Bo Example", "Zoë Müster", "Øre Prøve", "例えば", "O'Example", "Exa, Mple", "A & B", "<b>C</b>"),
    *(
        "=1+1",
        "+49",
        "-X",
        "@sum",
        "'=1",
        '"quoted"',
        "semi;colon",
        "pipe|line",
        "back\\slash",
        "100%",
        "#1",
        "♠♥♦♣",
        "7",
    ),
)
words = st.one_of(
    st.sampled_from(ODD_NAMES),
    st.text(LETTERS, min_size=1, max_size=12).map(lambda text: " ".join(text.split())).filter(bool),
)
"""Texts as people write them, and worse; never empty, no white space at the ends."""
maybe_words = st.one_of(st.just(""), words)
numbers = st.integers(-99_999, 99_999).map(lambda hundredths: tidy(Fraction(hundredths, 100)))
"""With two decimals at most."""
maybe_numbers = st.none() | numbers
whole_tens = st.integers(-760, 760).map(lambda tens: tens * 10)


def players() -> st.SearchStrategy[RecordPlayer]:
    digits = st.one_of(st.just(""), st.integers(1, 999_999).map(str))
    return st.builds(RecordPlayer, st.sampled_from(ODD_NAMES), digits, digits)


# -- lines --------------------------------------------------------------------------------------------------------------


@st.composite
def results(draw: st.DrawFn) -> Result:
    """What may have come of a board; it has a declarer, or was passed out."""
    bid = draw(st.none() | st.sampled_from(BIDS))
    if bid is None:
        return Result(PASSED_OUT)
    doubling, declarer = draw(st.sampled_from(list(Doubling))), draw(st.sampled_from(list(Seat)))
    return Result(Contract(bid, doubling), draw(st.integers(0, 13)), declarer)


averages = st.sampled_from((PLUS, AVERAGE, MINUS))
shares = st.integers(0, 100).filter(lambda percent: percent not in (40, 50, 60))
artificial = st.one_of(averages, shares.map(lambda percent: Percent(Fraction(percent, 100))))
weights = st.integers(1, 99).map(lambda percent: Fraction(percent, 100))


@st.composite
def weighted_scores(draw: st.DrawFn) -> Weighted:
    weight = draw(weights)
    return Weighted((Outcome(draw(whole_tens), weight), Outcome(draw(whole_tens), 1 - weight)))


any_award: st.SearchStrategy[Any] = st.one_of(
    whole_tens.map(Score), artificial, weighted_scores(), numbers.map(lambda points: Fixed(Fraction(points)))
)


@st.composite
def lines(draw: st.DrawFn, board: int, ns: str, ew: str, ordinary: bool = False, **place: Any) -> RecordLine:
    """A result of a board: played, a bare score, averages, or (unless it is an ordinary one) anything that a line may say."""
    sort = draw(st.sampled_from(("played", "played", "score", "averages") + (() if ordinary else ("any", "status"))))
    line = Line(board, ns, ew, Score(0), Score(0), **place)
    result, lead = None, None
    match sort:
        case "played":
            result = draw(results())
            score = Score(ns_score(result, vulnerability_of(board)))
            lead = None if result.passed_out else draw(st.none() | st.sampled_from(PACK))
            line = replace(line, ns_award=score, ew_award=score, result=result)
        case "score":
            score = Score(draw(whole_tens))
            line = replace(line, ns_award=score, ew_award=score)
        case "averages":
            line = replace(line, ns_award=draw(averages), ew_award=draw(averages))
        case "any":
            line = replace(
                line, ns_award=draw(any_award), ew_award=draw(any_award), group=draw(st.sampled_from(("", "B")))
            )
        case "status":
            line = replace(line, status=draw(st.sampled_from(("not-played", "late", "struck"))))
    points = draw(maybe_numbers)
    other = None if points is None else draw(numbers)
    return RecordLine(line, points, other, lead, remark=draw(maybe_words))


# -- who plays ----------------------------------------------------------------------------------------------------------


def _players_of(kind: RecordKind) -> st.SearchStrategy[list[RecordPlayer]]:
    size = {"pairs": 2, "teams": 4, "individual": 1}[kind]
    return st.lists(players(), min_size=size, max_size=size, unique=kind == "teams")


@st.composite
def contestants(draw: st.DrawFn, kind: RecordKind, sections: Sequence[str], winners: int) -> list[RecordContestant]:
    """Four to a section, numbered from 1 in each; in a session with two winners North-South and East-West are numbered alike."""
    found = []
    for section in sections:
        for place in range(4):
            direction = (Side.NS, Side.EW)[place % 2] if winners == 2 else None
            number = str(place // 2 + 1 if direction else place + 1)
            name = f"{section}{number}{direction or ''}"
            found.append(
                RecordContestant(
                    name,
                    tuple(draw(_players_of(kind))),
                    draw(words) if kind == "teams" else "",
                    section,
                    direction,
                    "" if number == name else number,
                    draw(st.sampled_from(("", "A", "B"))),
                    draw(maybe_numbers),
                )
            )
    if kind == "teams" and draw(st.booleans()):
        return [_paired(each) for each in found]
    return found


def _paired(team: RecordContestant) -> RecordContestant:
    pairs = tuple(RecordTeamPair(f"{team.id}-{number}", team.players[2 * number - 2 : 2 * number]) for number in (1, 2))
    return replace(team, pairs=pairs)


@st.composite
def places(draw: st.DrawFn, who: Sequence[RecordContestant], vps: bool) -> list[RecordPlace]:
    """A ranking: places as printed, and points, percentages and masterpoints."""
    found = []
    for number, each in enumerate(who, 1):
        masterpoints = draw(st.none() | st.integers(1, 500).map(lambda each: tidy(Fraction(each, 100))))
        found.append(
            RecordPlace(
                each.id,
                f"{number}{draw(st.sampled_from(('', '=')))}",
                None if vps else draw(maybe_numbers),
                percent=draw(maybe_numbers),
                vps=draw(numbers) if vps else None,
                boards=draw(st.none() | st.integers(0, 99)),
                adjustment=draw(maybe_numbers),
                awards=() if masterpoints is None else ((draw(st.sampled_from(("Black", "Green"))), masterpoints),),
            )
        )
    return found


# -- whole records ------------------------------------------------------------------------------------------------------


@st.composite
def deals(draw: st.DrawFn, boards: Sequence[int], tables: bool = True) -> list[RecordDeal]:
    """Hands of boards, some with a double-dummy table."""
    found = []
    for hands in dealt(str(draw(st.integers(0, 10**6))), boards):
        number = draw(st.none() | st.integers(0, 14**20 - 1)) if tables else None
        found.append(RecordDeal(hands, tricks=None if number is None else _tricks(number)))
    return found


def _tricks(number: int) -> TrickTable:
    """The table whose twenty tricks are the digits of a number, counted in fourteens."""
    return TrickTable("".join(f"{number // 14**place % 14:x}" for place in range(20)))


@st.composite
def records(
    draw: st.DrawFn,
    *,
    kinds: Sequence[RecordKind] = KINDS,
    ordinary: bool = False,
    matches: bool = True,
) -> Record:
    """A session. An ordinary one has only results and averages, no rulings; without matches teams have none either."""
    kind = draw(st.sampled_from(tuple(kinds)))
    sections = draw(st.sampled_from(((), ("A", "B"))))
    winners = draw(st.sampled_from((1, 2))) if kind == "pairs" else 1
    who = draw(contestants(kind, sections or ("",), winners))
    boards = range(1, draw(st.integers(1, 3)) + 1)
    swiss = matches and (kind == "teams" or (kind == "pairs" and winners == 1 and draw(st.booleans())))
    found = {
        "pairs": lambda: _pairs(draw, who, boards, ordinary, swiss),
        "teams": lambda: _teams(draw, who, boards, ordinary, swiss),
        "individual": lambda: _individual(draw, who, boards, ordinary),
    }[kind]()
    method = draw(st.sampled_from(METHODS[kind]))
    return Record(
        title=draw(maybe_words),
        date=draw(st.none() | st.dates(date(1990, 1, 1), date(2099, 12, 31))),
        club=draw(maybe_words),
        club_number=draw(maybe_words),
        venue=draw(maybe_words),
        director=draw(maybe_words),
        event_id=draw(maybe_words),
        session_number=draw(st.none() | st.integers(1, 9)),
        program=draw(maybe_words),
        kind=kind,
        method=method,
        winners=winners,
        boards_per_round=draw(st.none() | st.integers(1, 9)),
        sections=tuple(map(RecordSection, sections)),
        contestants=tuple(who),
        ranking=tuple(draw(places(who, swiss))) if draw(st.booleans()) else (),
        penalties=() if ordinary else (Penalty(who[0].id, points=Fraction(1, 2), reason=draw(maybe_words)),),
        datums=tuple(RecordDatum(board, draw(whole_tens)) for board in boards) if method == "butler" else (),
        deals=tuple(draw(deals(boards))) if draw(st.booleans()) else (),
        further={"charge code": draw(words)} if draw(st.booleans()) else {},
        **found,
    )


def _tables(who: Sequence[RecordContestant]) -> list[tuple[RecordContestant, RecordContestant]]:
    return list(zip(who[::2], who[1::2], strict=True))


def _pairs(draw: st.DrawFn, who: Any, boards: range, ordinary: bool, swiss: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"lines": (), "matches": ()}
    for table, (ns, ew) in enumerate(_tables(who), 1):
        place = {"section": ns.section, "round": 1, "table": table}
        found["lines"] += tuple(draw(lines(board, ns.id, ew.id, ordinary, **place)) for board in boards)
        if swiss:
            found["matches"] += (_match(draw, ns, ew, boards, table),)
    return found


def _match(draw: st.DrawFn, one: RecordContestant, other: RecordContestant, boards: range, table: int) -> RecordMatch:
    points, vps = ((draw(numbers), draw(numbers)) for _ in range(2))
    return RecordMatch(one.id, other.id, 1, table, tuple(boards), points, vps, one.section)


def _teams(draw: st.DrawFn, who: Any, boards: range, ordinary: bool, swiss: bool) -> dict[str, Any]:
    """Every board twice, the second time with the sides exchanged; the points of a board are those of both tables."""
    found: dict[str, Any] = {"lines": (), "matches": ()}
    for table, (one, other) in enumerate(_tables(who), 1):
        for board in boards:
            points = draw(maybe_numbers)
            for turn, (ns, ew) in enumerate(((one, other), (other, one))):
                place = {"section": one.section, "round": 1, "table": 2 * table - 1 + turn}
                line = draw(lines(board, ns.id, ew.id, ordinary, **place))
                both = (None, None) if points is None else (points, tidy(-points))[:: 1 - 2 * turn]
                line = replace(line, ns_points=both[0], ew_points=both[1])
                if one.pairs and other.pairs:
                    line = replace(line, ns_pair=ns.pairs[0].id, ew_pair=ew.pairs[1].id)
                found["lines"] += (line,)
        if swiss:
            found["matches"] += (_match(draw, one, other, boards, table),)
    return found


def _individual(draw: st.DrawFn, who: Any, boards: range, ordinary: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"lines": (), "partnerships": {}}
    for table, four in enumerate((who[at : at + 4] for at in range(0, len(who), 4)), 1):
        sides = [(four[0], four[1]), (four[2], four[3])]
        ns, ew = ("+".join(each.id for each in side) for side in sides)
        found["partnerships"] |= {ns: tuple(e.id for e in sides[0]), ew: tuple(e.id for e in sides[1])}
        place = {"section": four[0].section, "round": 1, "table": table}
        found["lines"] += tuple(draw(lines(board, ns, ew, ordinary, **place)) for board in boards)
    return found
