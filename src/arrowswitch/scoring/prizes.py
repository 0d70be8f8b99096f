"""Prizes for the fun of it: a seat drawn by lot, the first slam of the night, the first three overtricks.

A lot follows from a seed that was said aloud before, so that anybody can draw it again. Prizes for a result are read off the lines in
the order in which they were played: round by round, and within a round as they came in. The first trick won with a two cannot be
known from results; that one is for the tables to call (NZ Club Directors Manual, L884-893). A director may also announce a contract
for a round, "West will be playing in 2NT", with a prize for who makes it (L895-906).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from arrowswitch.bridge import Bid, NotBridge, Result, Seat, parse_contract
from arrowswitch.scoring.lines import Line
from arrowswitch.words import Sentence, say


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize that a result wins."""

    title: Sentence
    won: Callable[[Result], bool]
    defenders: bool = False
    """Whether those who defended win it, and not the side of the declarer."""


def _over(result: Result) -> int:
    return result.tricks - result.contract.needs


def _made(result: Result, level: int) -> bool:
    bid = result.contract.bid
    return bid is not None and bid.level >= level and _over(result) >= 0


PRIZES: Mapping[str, Prize] = {
    "slam": Prize(say("The first slam that was made"), lambda result: _made(result, 6)),
    "grand-slam": Prize(say("The first grand slam that was made"), lambda result: _made(result, 7)),
    "overtricks": Prize(say("The first three overtricks or more"), lambda result: _over(result) >= 3),
    "down": Prize(say("The first to go three down or more"), lambda result: _over(result) <= -3),
    "beaten": Prize(
        say("The first to beat a contract by three or more"), lambda result: _over(result) <= -3, defenders=True
    ),
    "doubled": Prize(
        say("The first doubled contract that was made"),
        lambda result: bool(result.contract.doubling) and _over(result) >= 0,
    ),
}


@dataclass(frozen=True, slots=True)
class WonPrize:
    """Who has won a prize, and with which result."""

    name: str
    contestant: str
    line: Line


def prizes(lines: Sequence[Line], wanted: Iterable[str] = tuple(PRIZES)) -> list[WonPrize]:
    """The first result for each prize, if there was one; only results with a declarer are known well enough.

    >>> from arrowswitch.scoring import loads
    >>> night = loads('{"results": [{"board": 3, "ns": 1, "ew": 2, "contract": "6S", "declarer": "N", "tricks": 12, "round": 2}, '
    ...               '{"board": 1, "ns": 1, "ew": 2, "contract": "4H", "declarer": "S", "tricks": 7, "round": 1}]}')
    >>> [(won.name, won.contestant, won.line.board) for won in prizes(night.lines, ("slam", "beaten"))]
    [('slam', '1', 3), ('beaten', '2', 1)]
    """
    ordered = sorted((line for line in lines if line.counts), key=lambda line: line.round or 0)
    found = []
    for name in wanted:
        prize = PRIZES[name]
        for line in ordered:
            result = line.result
            if result is None or result.contract.bid is None or result.declarer is None or not prize.won(result):
                continue
            side = result.declarer.side
            found.append(WonPrize(name, line.contestant(side.other if prize.defenders else side), line))
            break
    return found


def drawn(among: Iterable[str], seed: str, count: int = 1) -> list[str]:
    """So many of them by lot: the same for everybody who knows the seed, whatever order they are given in.

    >>> drawn(["1 North", "1 South", "2 North", "2 South"], "butter", 2) == drawn(["2 South", "1 South", "2 North", "1 North"], "butter", 2)
    True
    """
    return sorted(among, key=lambda each: sha256(f"{seed}\n{each}".encode()).hexdigest())[:count]


@dataclass(frozen=True, slots=True)
class AnnouncedContract:
    """A contract that the director has announced, for a round or for one board; `declarer` is open if it was not said."""

    bid: Bid
    declarer: Seat | None = None
    round: int | None = None
    board: int | None = None

    def holds_for(self, line: Line) -> bool:
        """Whether a line is of that round or board."""
        return line.counts and (line.round if self.board is None else line.board) == (self.board or self.round)

    def was_played(self, result: Result) -> bool:
        """Whether a result is of this contract."""
        return result.contract.bid == self.bid and self.declarer in (None, result.declarer)


ANNOUNCED = re.compile(
    r"(?P<round>[Rr]?)(?P<number>[1-9][0-9]{0,2})=(?P<bid>[1-7] ?[A-Za-z]{1,2}?)(?: ?(?P<seat>[NESWnesw]))?"
)


def announced(text: str) -> AnnouncedContract:
    """An announcement as it is typed: R3=2NTW for round 3, 7=4H for board 7 whoever declares.

    >>> announced("R3=2NTW").declarer, str(announced("7=4H").bid), announced("7=4H").board
    (<Seat.WEST: 'W'>, '4♥', 7)
    """
    found = ANNOUNCED.fullmatch(text.strip())
    try:
        bid = parse_contract(found["bid"].replace(" ", "").upper()).bid if found else None
    except NotBridge:
        bid = None
    if found is None or bid is None:
        raise NotBridge(say("“{text}” is no announcement; write R3=2NTW for round 3, or 7=4H for board 7.", text=text))
    seat = Seat(found["seat"].upper()) if found["seat"] else None
    number = int(found["number"])
    return AnnouncedContract(bid, seat, number, None) if found["round"] else AnnouncedContract(bid, seat, None, number)


def as_announced(lines: Sequence[Line], contract: AnnouncedContract) -> tuple[list[WonPrize], list[Line]]:
    """Who has made a contract that was announced, the first to play it first; and the lines on which another was played.

    >>> from arrowswitch.scoring import loads
    >>> night = loads('{"results": [{"board": 3, "ns": 1, "ew": 2, "contract": "2NT", "declarer": "W", "tricks": 8, "round": 3}, '
    ...               '{"board": 4, "ns": 1, "ew": 2, "contract": "3C", "declarer": "S", "tricks": 9, "round": 3}]}')
    >>> made, otherwise = as_announced(night.lines, announced("R3=2NTW"))
    >>> [won.contestant for won in made], [line.board for line in otherwise]
    (['2'], [4])
    """
    made: list[WonPrize] = []
    otherwise: list[Line] = []
    for line in sorted(filter(contract.holds_for, lines), key=lambda line: line.round or 0):
        result = line.result
        if result is None or result.contract.bid is None or not contract.was_played(result):
            otherwise.append(line)
        elif _over(result) >= 0 and result.declarer is not None:
            made.append(WonPrize("announced", line.contestant(result.declarer.side), line))
    return made, otherwise
