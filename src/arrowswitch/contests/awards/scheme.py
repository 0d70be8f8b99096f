"""A scheme of awards: what a federation or a club gives for places, as data with its edition, its date and its source.

The schemes of federations are `schemes/*.toml`; a club writes one of its own in the same form. Code knows five ways in which awards
go down a list; how many are given, from which number, and how ties and short sessions are treated are numbers of the scheme. What
a session must have before anything is awarded stands in the regulations (`awards`), and the scheme names the profile.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Literal

from arrowswitch.contests.reading import MOST_POINTS, BadContest
from arrowswitch.plain import Misread, PlainReader, what_is_wrong
from arrowswitch.regulations import RegulationsError
from arrowswitch.regulations import load as regulations_of
from arrowswitch.regulations.readers import exact
from arrowswitch.regulations.schema import Awards
from arrowswitch.words import say

SCHEMES = Path(__file__).parent / "schemes"
FINEST = Fraction(1, 10_000)
"""Nobody rounds to less."""
UNKNOWN_STRATUM = "stratum"
"""Among the rates the game of a stratum whose limit was not said."""

ContestantKind = Literal["pairs", "teams", "individual"]
AwardWay = Literal["even", "steps", "parts", "ratio", "listed"]
Rounded = Literal["up", "down", "nearest"]
HalfTables = Literal["counted", "left out", "full"]
Per = Literal["contestant", "table"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardCurve:
    """From so many tables on the first award is weight · (1 - exp(-tables / over))."""

    from_: int
    over: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardScale:
    """How awards go down a list. `way` is one of

    `even`: from `first` in equal steps to nothing, none under `least`; `steps`: the last has `by`, each place above it as much more;
    `parts`: the second, third and so on have these parts of the first, and after them a place's number (less `place_less`) divides
    it; `ratio`: each has so much of the one before; `listed`: the awards are written down one by one.
    """

    rule: str
    way: AwardWay
    kinds: tuple[ContestantKind, ...] = ("pairs", "teams", "individual")
    winners: int | None = None
    boards: tuple[int, ...] = ()
    """The fewest and the most boards that it is for; for any number if it is left out."""
    share: Fraction = Fraction(1)
    """The part of the list that is awarded,"""
    rounded: Rounded = "nearest"
    """and how that becomes a number of places."""
    half_tables: HalfTables = "counted"
    """Whether those at a half table count when that is reckoned: they do, they do not, or as if the table were full."""
    first: Fraction | None = None
    rate: Fraction | None = None
    """For the first, for each `per`; where it is left out, the rates of the scheme hold."""
    per: Per = "contestant"
    most: Fraction | None = None
    """The first has no more than this."""
    curve: AwardCurve | None = None
    least: Fraction = Fraction(0)
    beyond: str = ""
    """What is said where equal steps would fall below `least`, and end there instead."""
    by: Fraction = Fraction(0)
    parts: tuple[Fraction, ...] = ()
    place_less: int = 0
    ratio: Fraction = Fraction(1)
    amounts: tuple[Fraction, ...] = ()
    full_boards: int = 0
    fewer_boards: str = ""
    """What is said of the awards of a session of fewer than `full_boards`."""

    def __post_init__(self) -> None:
        missing = {
            "even": self.first is None,
            "steps": not self.by,
            "parts": not self.parts,
            "ratio": self.first is None and self.rate is None,
            "listed": not self.amounts,
        }[self.way]
        if missing:
            needs = {"even": "first", "steps": "by", "parts": "parts", "ratio": "first", "listed": "amounts"}[self.way]
            raise ValueError(say("a scale by {way} needs “{key}”", way=self.way, key=needs))
        if self.boards and (len(self.boards) != 2 or self.boards[0] > self.boards[1]):
            raise ValueError(say("“boards” has two numbers, the fewest and the most"))
        if not 0 < self.share <= 1:
            raise ValueError(say("“share” is a part of the list, above 0 and up to 1"))
        if not 0 <= self.place_less <= len(self.parts):
            raise ValueError(
                say("“place_less” is a number from 0 to {n}, as many as “parts” has", n=len(self.parts))
            )  # else the first place after the parts is divided by nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class TieRule:
    """What those who share a place have: the mean of the awards of their places."""

    rule: str
    rounded: Rounded = "nearest"
    least: Fraction = Fraction(0)
    exact: bool = False
    """Whether the awards are shared before they are rounded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfAward:
    """How awards are halved where the regulations grant half of them for a short session."""

    rule: str
    rounded: Rounded = "up"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchAward:
    """What each board of a match that was won or drawn gives."""

    rule: str
    won: Fraction
    drawn: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchShare:
    """The part of the list that is awarded where pairs play matches of so many boards or more."""

    rule: str
    boards: int
    methods: tuple[str, ...]
    share: Fraction
    rounded: Rounded


@dataclass(frozen=True, slots=True, kw_only=True)
class IneligibleRule:
    """Who is placed but may have no award keeps nobody's award from what it is."""

    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstituteRule:
    """Of a contestant only those have the award who played more than this part of its boards."""

    rule: str
    more_than: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSizes:
    """What part of the award each member of a large team has."""

    rule: str
    of: dict[str, Fraction]


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardRate:
    """What the first has for each contestant in a sort of game; with a limit in games of players up to it."""

    game: str
    rate: Fraction
    rule: str
    limit: int | None = None
    most: Fraction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StratumRule:
    """A stratum of fewer contestants is not awarded."""

    rule: str
    least: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OverallRule:
    """Awards over all sections: the first by tables, rating and sessions, then `ratio` of the one before."""

    rule: str
    ratio: Fraction
    ratings: dict[str, Fraction]
    sessions: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardScheme:
    """All that a federation or a club says about awards."""

    title: str
    edition: str
    since: date
    source: str
    unit: str
    scale: tuple[AwardScale, ...]
    step: Fraction = Fraction(1)
    """Awards are rounded to this, a half up."""
    weight: Fraction = Fraction(1)
    minimums: str = ""
    """The profile of the regulations whose `awards` say what a session must have."""
    absent: tuple[str, ...] = ()
    """What is not reckoned, because our sources do not have it."""
    ties: TieRule = field(default_factory=lambda: TieRule(rule=""))
    half: HalfAward | None = None
    match: MatchAward | None = None
    matches: MatchShare | None = None
    ineligible: IneligibleRule = field(default_factory=lambda: IneligibleRule(rule=""))
    substitutes: SubstituteRule | None = None
    team_sizes: TeamSizes | None = None
    strata: StratumRule | None = None
    rates: tuple[AwardRate, ...] = ()
    overall: OverallRule | None = None

    @property
    def needs(self) -> Awards | None:
        """What a session must have before anything is awarded, if anything is known about it."""
        return regulations_of(self.minimums).awards if self.minimums else None

    def left_open(self, kind: ContestantKind) -> frozenset[str]:
        """What the organiser may settle for a session of this kind, as the scheme leaves it open; by the keys of a session's file.

        >>> sorted(scheme_of("abf").left_open("pairs")), sorted(scheme_of("abf").left_open("teams"))
        (['first', 'weight'], ['first'])
        >>> sorted(scheme_of("acbl").left_open("pairs")), sorted(scheme_of("nzb").left_open("pairs"))
        (['first', 'game', 'limit', 'overall', 'strata_limits'], [])
        """
        begun_above = [each for each in self.scale if kind in each.kinds and each.way in ("parts", "ratio")]
        without_first = [each for each in begun_above if each.first is None]
        by_games = bool(self.rates) and any(each.rate is None for each in without_first)
        by_tables = any(each.rate is not None and each.per == "table" for each in without_first)
        found = {
            "first": bool(without_first),
            "weight": by_tables,
            "game": by_games,
            "limit": by_games,
            "strata_limits": by_games and self.strata is not None,
            "overall": self.overall is not None,
        }
        return frozenset(key for key, is_open in found.items() if is_open)

    @property
    def games(self) -> tuple[str, ...]:
        """The sorts of games that have rates of their own.

        >>> scheme_of("acbl").games
        ('open', 'invitational', 'limited', 'newcomer')
        """
        return tuple(dict.fromkeys(each.game for each in self.rates if each.game != UNKNOWN_STRATUM))

    def rate_of(self, game: str, limit: int | None = None) -> AwardRate:
        """The rate of a sort of game, of players up to a limit.

        >>> float(scheme_of("acbl").rate_of("limited", 150).rate)
        0.07
        """
        rates = [each for each in self.rates if each.game == game]
        if not rates:
            raise BadContest(
                say("There is no game “{game}”; there are {games}.", game=game, games=", ".join(self.games))
            )
        if all(each.limit is None for each in rates):
            return rates[0]
        if limit is None:
            raise BadContest(
                say("Say under “limit” how many masterpoints the players of a {game} game have at most.", game=game)
            )
        for each in sorted(rates, key=lambda each: (each.limit is None, each.limit or 0)):
            if each.limit is None or limit <= each.limit:
                return each
        raise BadContest(say("A {game} game has no limit of {limit} masterpoints.", game=game, limit=limit))


def _number(value: Any) -> Fraction:
    """A number of a scheme: none is less than nothing, or more than any contest gives."""
    try:
        found = exact(value)
    except ValueError:
        raise Misread("refused", say("“{value}” is no number", value=value)) from None
    if not 0 <= found <= MOST_POINTS:
        raise Misread("refused", say("“{value}” is not a number from 0 to {most}", value=value, most=MOST_POINTS))
    return found


def _day(value: Any) -> date:
    if not isinstance(value, date) or isinstance(value, datetime):
        raise Misread("refused", say("“since” is a day, such as 2026-01-31"))
    return value


def _curve(value: Any) -> AwardCurve:
    if not isinstance(value, dict) or set(value) != {"from", "over"} or not all(type(v) is int for v in value.values()):
        raise Misread("refused", say("“curve” has two whole numbers, “from” and “over”"))
    if value["over"] < 1:
        raise Misread("refused", say("“curve” is divided by “over”, which is 1 or more"))
    return AwardCurve(from_=value["from"], over=value["over"])


READER = PlainReader({Fraction: _number, date: _day, AwardCurve: _curve})


def scheme_names() -> tuple[str, ...]:
    """The schemes of federations.

    >>> scheme_names()
    ('abf', 'acbl', 'ebu', 'nzb')
    """
    return tuple(sorted(path.stem for path in SCHEMES.glob("*.toml")))


@cache
def scheme_of(name: str) -> AwardScheme:
    """The scheme of a federation.

    >>> scheme_of("nzb").unit, str(scheme_of("nzb").since)
    ('C points', '2013-01-01')
    """
    if name not in scheme_names():
        names = ", ".join(scheme_names())
        raise BadContest(say("There is no scheme “{name}”; there are {names}.", name=name, names=names))
    return read_scheme((SCHEMES / f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml")


def read_scheme(text: str, file: str = "") -> AwardScheme:
    """A scheme from the text of its file.

    >>> ours = 'title = "Our cup"\\nedition = "1"\\nsince = 2026-01-01\\nsource = "Committee"\\nunit = "cup points"\\n'
    >>> read_scheme(ours + '[[scale]]\\nrule = "Minutes of May"\\nway = "listed"\\namounts = [3, 2, 1]').scale[0].amounts[0]
    Fraction(3, 1)
    """
    where = file or say("The scheme")
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadContest(say("{file} is not TOML: {reason}.", file=where, reason=error)) from None
    try:
        scheme: AwardScheme = READER.read(AwardScheme, data)
        if not scheme.scale:
            raise Misread("refused", say("a scheme has a scale at least"), (), "scale")
        if scheme.step < FINEST:
            raise Misread("refused", say("it is what awards are rounded to, such as 1 or 0.01"), (), "step")
        scheme.needs  # noqa: B018 - a profile that is not there is said now, not when points are given
    except Misread as found:
        place, problem = what_is_wrong(found, data)
        raise BadContest(
            say("{file}: {place}{problem}.", file=where, place=f"{place}: " if place else "", problem=problem)
        ) from None
    except RegulationsError as error:
        raise BadContest(say("{file}: {problem}", file=where, problem=error)) from None
    return scheme
