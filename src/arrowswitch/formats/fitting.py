"""A record scored by our own rules, and the rules by which a file's own points come out.

Files seldom say how boards with fewer results were made equal or points rounded, but the points that they print tell. Where the
regulations as they are do not give them, the few rules that programs are known by are tried.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Literal, NamedTuple

from arrowswitch.bridge import Side
from arrowswitch.formats.record import Record, RecordLine, RecordPlace
from arrowswitch.regulations import RegulationsError, load
from arrowswitch.scoring import (
    METHODS,
    BadLine,
    BadScale,
    BadSession,
    Handicaps,
    Penalty,
    Scored,
    SessionToScore,
    Standing,
    ranking,
    score,
)
from arrowswitch.scoring.matches.victory_points import scale, scale_names, victory_points
from arrowswitch.scoring.numbers import Number, size
from arrowswitch.scoring.session import TEAMS, SettledMatch

Options = Mapping[str, Any]
"""Values of the regulations by their keys: `{"matchpoints.missing": "none"}`."""
MOST_FITTED = 4000
"""Lines of a record for which other rules are tried; a larger field is taken as it is."""


@dataclass(frozen=True, slots=True)
class FittedRules:
    """The rules by which a record is scored."""

    regulations: str
    options: Options
    found: bool = False
    """Whether they were found out from the points of the file, and are not what was said."""

    @property
    def overrides(self) -> dict[str, dict[str, Any]]:
        """The options as regulations want them."""
        made: dict[str, dict[str, Any]] = {}
        for key, value in self.options.items():
            section, _, name = key.partition(".")
            made.setdefault(section, {})[name] = value
        return made


def to_score(record: Record, rules: FittedRules | None = None) -> SessionToScore:
    """What `scoring` needs of a record.

    >>> to_score(Record(method="butler")).method
    'butler'
    """
    rules = rules or said_rules(record)
    granted = {each.id: each.handicap for each in record.contestants if each.handicap is not None}
    lines = tuple(each.line for each in record.lines)
    playing = {name for line in lines for side in (line.ns, line.ew) for name in record.partnerships.get(side, (side,))}
    playing |= {name for match in record.matches for name in (match.one, match.other)}
    return SessionToScore(
        lines,
        record.method,
        record.winners,
        load(rules.regulations, rules.overrides or None),
        penalties=tuple(each for each in record.penalties if each.contestant in playing),
        apart=record.apart,
        strata={each.id: each.stratum for each in record.contestants if each.stratum and each.id in playing},
        handicaps=Handicaps(record.further.get("handicap kind", "percent"), granted) if granted else None,
        partnerships=record.partnerships,
        match_boards=match_boards(record),
        settled=tuple(_settled(record)),
    )


def _settled(record: Record) -> Iterator[SettledMatch]:
    """Matches of teams that have a result and no boards."""
    if record.kind != "teams":
        return
    played = {frozenset((each.line.ns, each.line.ew)) for each in record.lines}
    for match in record.matches:
        if match.points is not None and frozenset((match.one, match.other)) not in played:
            yield SettledMatch(
                match.one,
                match.other,
                "entered",
                won(match.points),
                boards=len(match.boards),
                round=match.round,
                section=match.section,
            )


def won(points: tuple[Number, Number]) -> tuple[Number, Number]:
    """What each side of a match has won, where a file gives the loss of one with a sign below zero.

    >>> won((34, 21)), won((-5, 5)), won((12, -12))
    ((34, 21), (0, 5), (12, 0))
    """
    one, other = points
    return max(one, 0), max(other, 0)


def match_boards(record: Record) -> dict[frozenset[str], int]:
    """The boards of each match of teams, where matches have victory points."""
    if record.method != "imps" or not (record.scale or any(match.vps for match in record.matches)):
        return {}
    boards: dict[frozenset[str], set[int]] = {}
    for each in record.lines:
        boards.setdefault(frozenset((each.line.ns, each.line.ew)), set()).add(each.line.board)
    found = {frozenset((match.one, match.other)): len(match.boards) for match in record.matches if match.boards}
    return found | {teams: len(those) for teams, those in boards.items()}


# -- rules ----------------------------------------------------------------------------------------------------------------


def said_rules(record: Record, usual: str = "wbf") -> FittedRules:
    """The rules that a record names; what it does not name is as usual.

    >>> said_rules(Record(regulations="ebu")), said_rules(Record(), "nzb").regulations
    (FittedRules(regulations='ebu', options={}, found=False), 'nzb')
    """
    name = record.regulations if record.regulations in known_profiles() else usual
    options = dict(_options(record))
    if record.scale in scale_names():
        options["matches.scale"] = record.scale
    rules = FittedRules(name, options)
    try:
        load(name, rules.overrides or None)
    except RegulationsError:
        return FittedRules(name, {})
    return rules


@cache
def known_profiles() -> frozenset[str]:
    """The regulations that there are."""
    from arrowswitch.regulations import names

    return frozenset(names())


def _options(record: Record) -> Options:
    try:
        found = json.loads(record.further.get("options", "{}"))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) and all(isinstance(key, str) and "." in key for key in found) else {}


def fitted(record: Record, usual: str = "wbf") -> FittedRules:
    """The rules by which the points of a record come out, or most of them."""
    said = said_rules(record, usual)
    if record.further.get("options") or not 0 < len(record.lines) <= MOST_FITTED:
        return _with_scale(record, said)
    best, fewest = said, misses(record, said)
    for options in _tried(record) if fewest else ():
        rules = FittedRules(said.regulations, {**said.options, **options}, found=True)
        wrong = misses(record, rules)
        if wrong < fewest:
            best, fewest = rules, wrong
        if not wrong:
            break
    return _with_scale(record, best)


def with_sections(record: Record, usual: str = "wbf") -> Record:
    """The same with its sections apart, or together, if the points of the file come out better so than as it says."""
    sections = {each.line.section for each in record.lines}
    if len(sections) < 2 or not 0 < len(record.lines) <= MOST_FITTED:
        return record
    other = replace(record, apart=not record.apart)
    wrong = misses(record, said_rules(record, usual))
    return other if wrong and misses(other, said_rules(record, usual)) < wrong else record


def _tried(record: Record) -> Iterator[Options]:
    """The rules that programs are known by, the usual ones first."""
    if record.method == "matchpoints":
        roundings = (("0", "towards-average"), ("0.1", "towards-average"), ("0.1", "up"), ("1", "up"))
        for (step, half), missing, own in product(
            roundings, ("neuberg", "none", "factor", "plus-one"), (None, True, False)
        ):
            if own is not None and not _averages(record):
                continue
            options: dict[str, Any] = {
                "matchpoints.missing": missing,
                "fouled.method": missing,
                "matchpoints.rounding": step,
                "matchpoints.half": half,
            }
            yield options if own is None else options | {"artificial.own_percentage": own}
    elif record.method == "butler":
        drops: tuple[dict[str, int], ...] = ({}, {"3": 1}, {"5": 1}, {"6": 1}, {"8": 1}, {"5": 1, "15": 2})
        for datum, drop, tens in product(("mean", "median"), drops, (10, 0, 1)):
            yield {"butler.datum": datum, "butler.drop": drop, "butler.rounding": tens}


def _averages(record: Record) -> bool:
    return any(type(each.line.ns_award).__name__ == "Average" for each in record.lines)


def _with_scale(record: Record, rules: FittedRules) -> FittedRules:
    """The same with the scale that gives the victory points of the matches, where the file does not name one."""
    known = [match for match in record.matches if match.vps and match.points]
    if "matches.scale" in rules.options or not known or record.kind != "teams":
        return rules
    lengths = match_boards(record)

    def wrong(name: str) -> int:
        return sum(not _gives(name, match.points, match.vps, lengths, match.one, match.other) for match in known)

    names = [load(rules.regulations).matches.scale, *scale_names()]
    best = min(dict.fromkeys(names), key=lambda name: (wrong(name), names.index(name)))
    if best == names[0]:
        return rules
    return FittedRules(rules.regulations, {**rules.options, "matches.scale": best}, found=True)


def _gives(name: str, points: Any, vps: Any, lengths: Mapping[frozenset[str], int], one: str, other: str) -> bool:
    """Whether a scale turns a match into these victory points."""
    try:
        if scale(name).unit != "imps":
            return False
        mine, theirs = won(points)
        made = victory_points(mine - theirs, lengths.get(frozenset((one, other)), 1), name)
    except (BadScale, ValueError):
        return False
    return all(size(Fraction(a) - Fraction(b)) < Fraction(1, 100) for a, b in zip(made, vps, strict=True))


# -- points of the file beside ours ---------------------------------------------------------------------------------------


class ComparedLine(NamedTuple):
    """The points of one side of a line in the file, and ours in the same unit."""

    record: RecordLine
    side: Side
    theirs: Number
    ours: Number

    @property
    def agrees(self) -> bool:
        """Whether they are the same, as far as the file writes them out."""
        return same(self.theirs, self.ours)


def decimals(value: Number) -> int:
    """How many decimals a number is written with; six at the most.

    >>> decimals(12), decimals(Fraction(123, 10)), decimals(Fraction(1, 3))
    (0, 1, 6)
    """
    return next((places for places in range(6) if (Fraction(value) * 10**places).denominator == 1), 6)


def same(theirs: Number, ours: Number, places: int | None = None) -> bool:
    """Whether a number that was rounded may be ours.

    >>> same(Fraction(5413, 100), Fraction(433, 8)), same(54, Fraction(433, 8)), same(54, Fraction(433, 8), 0)
    (True, False, True)
    """
    kept = max(decimals(theirs), 2) if places is None else places
    return size(Fraction(theirs) - Fraction(ours)) <= Fraction(1, 2 * 10**kept)


Unit = Literal["ours", "half", "sum"]
"""A win is 2 or 1 matchpoints; cross-IMPs are divided by the comparisons, or their sum."""


class ComparedPoints(NamedTuple):
    """All points of a file beside ours, in the unit in which most of them agree."""

    unit: Unit
    lines: tuple[ComparedLine, ...]

    @property
    def wrong(self) -> tuple[ComparedLine, ...]:
        """Those that differ."""
        return tuple(each for each in self.lines if not each.agrees)

    @property
    def win(self) -> Number:
        """What our totals are multiplied by, to be in the unit of the file."""
        return Fraction(1, 2) if self.unit == "half" else 1


def compared(record: Record, made: Scored) -> ComparedPoints:
    """The points of the file beside ours, in the unit in which most of them agree."""
    ours = {id(each.line): each for board in made.boards.values() for each in board.lines}
    counts = {key: sum(each.line.counts for each in board.lines) - 1 for key, board in made.boards.items()}

    def in_unit(unit: Unit) -> ComparedPoints:
        found = []
        for each in record.lines:
            mine = ours.get(id(each.line))
            for side, theirs in ((Side.NS, each.ns_points), (Side.EW, each.ew_points)):
                points = mine.points(side) if mine else None
                if theirs is None or points is None:
                    continue
                among = counts[made.session.key(each.line)]
                times: Number = Fraction(1, 2) if unit == "half" else among if unit == "sum" else 1
                found.append(ComparedLine(each, side, theirs, points.value * times))
        return ComparedPoints(unit, tuple(found))

    units: Mapping[str, tuple[Unit, ...]] = {"matchpoints": ("ours", "half"), "cross-imps": ("ours", "sum")}
    return min(map(in_unit, units.get(record.method, ("ours",))), key=lambda found: len(found.wrong))


def misses(record: Record, rules: FittedRules) -> int:
    """How many points of the file do not come out by these rules; all of them, if it cannot be scored by them."""
    try:
        made = score(to_score(record, rules))
        return len(compared(record, made).wrong)
    except (BadSession, BadLine, BadScale, RegulationsError):
        return 2 * len(record.lines) + 1


def scorable(record: Record) -> bool:
    """Whether the method suits what was played.

    >>> scorable(Record(method="imps", kind="pairs")), scorable(Record())
    (False, True)
    """
    return record.method in METHODS and (record.method in TEAMS) == (record.kind == "teams")


# -- totals that were adjusted ----------------------------------------------------------------------------------------------


def with_penalties(record: Record, rules: FittedRules) -> Record:
    """The same with a penalty for everybody from whose total the ranking takes something off, where that is what makes the
    total of the file: in points, or in percent of the session."""
    fined = {each.contestant for each in record.penalties}
    taken = [
        each for each in record.ranking if each.adjustment and each.adjustment < 0 and each.contestant not in fined
    ]
    if not taken or not record.lines:
        return record
    try:
        made = score(to_score(record, rules))
        win = compared(record, made).win
        ours = {each.contestant: each for each in ranking(made)}
    except (BadSession, BadLine, BadScale, RegulationsError):
        return record
    penalties = [
        Penalty(place.contestant, points=points)
        for place in taken
        if (points := _taken(place, ours.get(place.contestant), Fraction(win))) is not None
    ]
    return replace(record, penalties=(*record.penalties, *penalties))


def _taken(place: RecordPlace, ours: Standing | None, win: Fraction) -> Fraction | None:
    """How many of our points an adjustment takes: the reading with which the total of the file comes out; None if none does."""
    amount = -Fraction(place.adjustment or 0)
    if ours is None:
        return None
    readings = [amount / win]
    if ours.maximum and ours.percent is not None:
        readings.append(amount * Fraction(ours.maximum) / 100)
    for points in readings:
        after = Fraction(ours.points) - points
        if place.percent is not None and ours.maximum and same(place.percent, after / Fraction(ours.maximum) * 100):
            return points
        if place.percent is None and place.points is not None and same(place.points, after * win):
            return points
    return None
