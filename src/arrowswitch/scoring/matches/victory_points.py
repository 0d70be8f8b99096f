"""Victory points: what a match is worth, by its margin and its number of boards.

The two scales of the World Bridge Federation are formulas, good for any number of boards; the others are tables in
`scales`, and a club may bring its own in the same form. A table may not have a gap. Not read
by `plain`, because what can be wrong is nearly all between the numbers, and the rest is shorter by hand.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

from arrowswitch.regulations.readers import exact
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import Number, round_step, size, tidy
from arrowswitch.scoring.working import Working
from arrowswitch.words import counted, say

SCALES = Path(__file__).parent / "scales"
PRINTED_COLUMNS = (6, 7, 8, 9, 10, 12, 14, 16, 20, 32)
"""The numbers of boards for which the World Bridge Federation prints a column."""
LAST_BOARDS = 200


class BadScale(ValueError):  # noqa: N818 - what the scorer would call it
    """A scale, a margin or a number of boards that cannot be used, said in a sentence."""


class Scale(Protocol):
    """A scale of victory points."""

    @property
    def name(self) -> str: ...

    @property
    def total(self) -> Number: ...

    @property
    def unit(self) -> str: ...

    @property
    def source(self) -> str: ...

    def winner(self, margin: Number, boards: int) -> Number: ...


# -- the World Bridge Federation's formulas ---------------------------------------------------------------------------

WBF_REPORT = "WBF Scoring Panel, The New WBF IMP to VP Scales: for whole IMPs"


@cache
def wbf_column(boards: int) -> tuple[Fraction, ...]:
    """The winner's victory points for 0, 1, 2 ... IMPs up to the first 20.00.

    >>> [str(float(vps)) for vps in wbf_column(6)[:3]], len(wbf_column(6)) - 1
    (['10.0', '10.5', '10.99'], 37)
    """
    with localcontext() as context:
        context.prec = 50
        tau_cubed = ((Decimal(5).sqrt() - 1) / 2) ** 3
        blitz = 15 * Decimal(boards).sqrt()
        hundredths: list[int] = []
        while not hundredths or hundredths[-1] < 2000:
            part = (1 - tau_cubed ** (len(hundredths) / blitz)) / (1 - tau_cubed)
            hundredths.append(min(2000, int((1000 + 1000 * part).to_integral_value(rounding="ROUND_HALF_UP"))))
    return tuple(Fraction(value, 100) for value in _concave(hundredths))


def _concave(values: list[int]) -> list[int]:
    """Each step up no larger than the one before: where rounding broke that, the value between gets one more."""
    values = list(values)
    place = 2
    while place < len(values):
        if values[place] - values[place - 1] > values[place - 1] - values[place - 2]:
            values[place - 1] += 1
            place = max(2, place - 1)
        else:
            place += 1
    return values


@cache
def wbf_bands(boards: int) -> tuple[int, ...]:
    """The largest margin for 10, 11 ... 19 victory points on the discrete scale.

    >>> wbf_bands(8)
    (0, 3, 6, 9, 12, 16, 20, 25, 30, 38)
    """
    with localcontext() as context:
        context.prec = 50
        tau_cubed = ((Decimal(5).sqrt() - 1) / 2) ** 3
        blitz = 15 * Decimal(boards).sqrt()
        upper = [
            int(blitz * (1 - (1 - tau_cubed) * ((vps + Decimal("0.5")) / 10 - 1)).ln() / tau_cubed.ln())
            for vps in range(10, 20)
        ]
    while True:  # no band may be narrower than the one below it; the draw counts on both sides
        sizes = [2 * upper[0] + 1, *(high - low for low, high in pairwise(upper))]
        narrow = next((place for place in range(9, 0, -1) if sizes[place] < sizes[place - 1]), None)
        if narrow is None:
            return tuple(upper)
        upper[narrow - 1] -= 1


@dataclass(frozen=True, slots=True)
class WbfContinuous:
    """The scale of 2012, in hundredths."""

    name: str = "wbf"
    total: Number = 20
    unit: str = "imps"
    source: str = WBF_REPORT

    def winner(self, margin: Number, boards: int) -> Number:
        column = wbf_column(boards)
        return column[min(int(margin), len(column) - 1)]


@dataclass(frozen=True, slots=True)
class WbfDiscrete:
    """The scale in whole victory points that goes with it."""

    name: str = "wbf-discrete"
    total: Number = 20
    unit: str = "imps"
    source: str = WBF_REPORT

    def winner(self, margin: Number, boards: int) -> Number:
        return 10 + sum(margin > upper for upper in wbf_bands(boards))


# -- tables -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableScale:
    """A scale from a file."""

    name: str
    title: str
    source: str
    unit: str
    total: Number
    draw: Number
    vps: tuple[Number, ...]
    columns: Mapping[tuple[int, int], tuple[Number, ...]]

    def winner(self, margin: Number, boards: int) -> Number:
        for (low, high), least in self.columns.items():
            if low <= boards <= high:
                place = bisect_right(least, margin)
                return self.vps[place - 1] if place else self.draw
        ranges = ", ".join(f"{low}-{high}" for low, high in self.columns)
        raise BadScale(
            say(
                "The scale {name} has no column for {boards}; it has {ranges}.",
                name=self.name,
                boards=counted("boards", boards),
                ranges=ranges,
            )
        )


def read_scale(path: Path) -> TableScale:
    """A scale from a TOML file: `total`, `draw`, and for each number of boards either `from` (the least margin for
    each of `vps`) or `bands` (the margins for each number of victory points, such as 11 = "1-2")."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadScale(
            say("{file} cannot be read ({reason}).", file=path.name, reason=error.strerror or error)
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadScale(say("{file} is not TOML: {reason}.", file=path.name, reason=error)) from None
    return _scale(path, data)


KEYS = {"title", "source", "unit", "total", "draw", "vps", "from", "bands"}


def _scale(path: Path, data: Mapping[str, Any]) -> TableScale:
    unknown = sorted(set(data) - KEYS)
    if unknown:
        raise _bad(path, unknown[0], say("is no key of a scale; there are {keys}", keys=", ".join(sorted(KEYS))))
    total = tidy(_number(path, "total", data.get("total", 20)))
    draw = tidy(_number(path, "draw", data.get("draw", Fraction(total) / 2)))
    unit = data.get("unit", "imps")
    if unit not in ("imps", "percent"):
        raise _bad(path, "unit", say("must be imps or percent"))
    if ("from" in data) == ("bands" in data):
        raise _bad(path, "from", say("or bands must be given, and not both"))
    if "bands" in data:
        vps, columns = _from_bands(path, data["bands"], draw)
    else:
        vps = _numbers(path, "vps", data.get("vps", []))
        columns = {
            _boards(path, key): _numbers(path, f"from.{key}", least)
            for key, least in _table(path, "from", data["from"]).items()
        }
    for (low, high), least in columns.items():
        if len(least) != len(vps) or any(a >= b for a, b in pairwise(least)):
            raise _bad(path, f"from.{low}-{high}", say("must have so many numbers, rising: {count}", count=len(vps)))
    for (low, high), (then, _) in pairwise([*sorted(columns), (LAST_BOARDS + 1, 0)]):
        if not 1 <= low <= high < then:
            raise _bad(
                path,
                f"{low}-{high}",
                say("must be boards that no other column has, from 1 to {last}", last=LAST_BOARDS),
            )
    if any(a >= b for a, b in pairwise((draw, *vps))) or (vps and vps[-1] > total):
        raise _bad(path, "vps", say("must rise from {draw} to {total} at most", draw=shown(draw), total=shown(total)))
    title = str(data.get("title", path.stem))
    return TableScale(path.stem, title, str(data.get("source", path.name)), unit, total, draw, vps, columns)


def _from_bands(
    path: Path, bands: object, draw: Number
) -> tuple[tuple[Number, ...], dict[tuple[int, int], tuple[Number, ...]]]:
    """Lower bounds from bands, which must follow one another without a gap."""
    columns: dict[tuple[int, int], tuple[Number, ...]] = {}
    vps: tuple[Number, ...] | None = None
    for key, given in _table(path, "bands", bands).items():
        parsed = sorted(
            (tidy(_number(path, f"bands.{key}", worth)), *_band(path, f"bands.{key}.{worth}", str(text)))
            for worth, text in _table(path, f"bands.{key}", given).items()
        )
        expected = 0
        for worth, low, high in parsed:
            if low != expected:
                raise _bad(
                    path,
                    f"bands.{key}.{shown(worth)}",
                    say("must begin with {expected}, not {low}", expected=counted("IMPs", expected), low=low),
                )
            expected = LAST_BOARDS * 100 if high is None else high + 1
        if parsed[-1][2] is not None:
            raise _bad(path, f"bands.{key}.{shown(parsed[-1][0])}", say("is the last and must end with +"))
        if parsed[0][0] != draw:
            raise _bad(path, f"bands.{key}", say("must begin with the draw, {draw}", draw=shown(draw)))
        mine = tuple(worth for worth, _, _ in parsed[1:])
        if vps is not None and mine != vps:
            raise _bad(path, f"bands.{key}", say("must name the same victory points as the others"))
        vps = mine
        columns[_boards(path, key)] = tuple(low for _, low, _ in parsed[1:])
    return vps or (), columns


def _band(path: Path, key: str, text: str) -> tuple[int, int | None]:
    low, dash, high = text.replace(" ", "").partition("-")
    try:
        if low.endswith("+") and not dash:
            return int(low[:-1]), None
        return int(low), int(high) if dash else int(low)
    except ValueError:
        raise _bad(path, key, say('must be IMPs such as "0", "1-2" or "28+"')) from None


def _boards(path: Path, key: str) -> tuple[int, int]:
    low, dash, high = key.partition("-")
    if not low.isdigit() or (dash and not high.isdigit()):
        raise _bad(path, key, say('must be a number of boards such as "6" or "6-8"'))
    return int(low), int(high if dash else low)


def _table(path: Path, key: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not value:
        raise _bad(path, key, say("must be a table with at least one entry"))
    return value


def _numbers(path: Path, key: str, value: object) -> tuple[Number, ...]:
    if not isinstance(value, list):
        raise _bad(path, key, say("must be a list of numbers"))
    return tuple(tidy(_number(path, key, each)) for each in value)


def _number(path: Path, key: str, value: object) -> Fraction:
    try:
        return exact(value)
    except ValueError as error:
        raise _bad(path, key, error.args[0]) from None


def _bad(path: Path, key: str, allowed: object) -> BadScale:
    return BadScale(say("{file}: {key} {allowed}.", file=path.name, key=key, allowed=allowed))


# -- in use -----------------------------------------------------------------------------------------------------------


def scale_names() -> tuple[str, ...]:
    """The scales there are.

    >>> scale_names()[:2], "acbl-20" in scale_names()
    (('wbf', 'wbf-discrete'), True)
    """
    return ("wbf", "wbf-discrete", *sorted(path.stem for path in SCALES.glob("*.toml")))


@cache
def scale(name: str) -> Scale:
    """A scale by its name, or a club's own by the name of its file.

    >>> scale("acbl-20").winner(7, 7)
    13
    """
    if name == "wbf":
        return WbfContinuous()
    if name == "wbf-discrete":
        return WbfDiscrete()
    if name in scale_names():
        return read_scale(SCALES / f"{name}.toml")
    if name.endswith(".toml"):
        return read_scale(Path(name))
    raise BadScale(say("There is no scale “{name}”; there are {names}.", name=name, names=", ".join(scale_names())))


def victory_points(
    margin: Number, boards: int, scale_name: str = "wbf", work: Working | None = None
) -> tuple[Number, Number]:
    """Victory points of the side with this margin in IMPs (or this percentage), and of the other.

    Every scale is made for whole IMPs; a margin between two of them is rounded, a half away from zero.

    >>> [float(vps) for vps in victory_points(2, 6)], [float(vps) for vps in victory_points(-9, 6)]
    ([10.99, 9.01], [6.1, 13.9])
    """
    chosen = scale(scale_name)
    if not 1 <= boards <= LAST_BOARDS:
        raise BadScale(say("A match has 1 to {last} boards, not {boards}.", last=LAST_BOARDS, boards=boards))
    if chosen.unit == "imps":
        margin = _whole_imps(margin, chosen, work)
    base = 50 if chosen.unit == "percent" else 0
    over = margin - base
    winner = chosen.winner(base + size(over), boards)
    mine = winner if over >= 0 else chosen.total - winner
    if work is not None:
        work.note(
            say(
                "{margin} over {boards} on the scale {scale}",
                margin=shown(margin),
                boards=counted("boards", boards),
                scale=chosen.name,
            ),
            tidy(mine),
        )
    return tidy(mine), tidy(chosen.total - mine)


def _whole_imps(margin: Number, chosen: Scale, work: Working | None) -> Number:
    whole = round_step(margin, 1)
    if work is not None and whole != margin:
        text = say("{margin}, to the nearest whole IMP of the scale", margin=counted("IMPs", margin, shown(margin)))
        work.note(text, whole, chosen.source)
    return whole


def least_margin(vps: Number, boards: int, scale_name: str = "wbf") -> int:
    """The smallest margin that is worth at least so many victory points.

    >>> [least_margin(20, boards) for boards in (6, 7, 8, 9, 10, 12, 14, 16, 20)]
    [37, 40, 43, 45, 48, 52, 57, 60, 68]
    """
    margin = 0
    while victory_points(margin, boards, scale_name)[0] < vps:
        margin += 1
        if margin > LAST_BOARDS * 100:
            raise BadScale(say("The scale {name} does not reach {vps}.", name=scale_name, vps=shown(vps)))
    return margin


def most_margin(vps: Number, boards: int, scale_name: str = "wbf") -> int:
    """The largest margin that is worth no more than so many victory points; of a whitewash, the smallest.

    >>> most_margin(18, 8, "wbf-discrete"), most_margin(12, 12, "wbf-discrete")
    (30, 7)
    """
    if vps >= scale(scale_name).total:
        return least_margin(vps, boards, scale_name)
    margin = 0
    while victory_points(margin + 1, boards, scale_name)[0] <= vps:
        margin += 1
    return margin
