"""Results as people read them: the sheet of a board, a contestant's card, the recap; no number is made here.

A board sheet goes from the best North-South to the worst (NZ manual ENT-09). What is worked out is worked out by
`scoring`; here it is put beside who played, what they wrote and where.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from arrowswitch.bridge import Side
from arrowswitch.scoring import BoardKey, Line, Score, Scored, matches, rescore
from arrowswitch.scoring.matches.matches import Match
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.scoring.points import Points
from arrowswitch.scoring.scored import LineScore
from arrowswitch.session.night.lines import LineKey, LineRecord
from arrowswitch.session.night.results import scored as score_all
from arrowswitch.session.night.state import State


class Contestant(NamedTuple):
    """A pair or a team, by its section and its number."""

    section: str
    number: int


def contestants(state: State) -> Mapping[str, Contestant]:
    """Who is meant by the names that scoring uses.

    >>> contestants(State())
    {}
    """
    return {
        state.name(section.name, number): Contestant(section.name, number)
        for section in state.sections.values()
        for number in section.movement.contestants
    }


# -- a board -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of a board sheet."""

    key: LineKey
    record: LineRecord
    score: int | None
    """As North-South see it; None where the sides were given different scores, or none was made."""
    ns: Points | None
    ew: Points | None
    status: str
    counted: tuple[Side, ...] = tuple(Side)
    """The sides whose totals it counts for: a team's board counts once."""

    def counts_for(self, side: Side) -> bool:
        """Whether it counts for the total of a side."""
        return side in self.counted

    def points(self, side: Side) -> Points | None:
        """What a side has for it."""
        return self.ns if side is Side.NS else self.ew

    def meets(self, side: Side) -> Contestant:
        """Who sat there."""
        return Contestant(self.key.section, self.record.meets(side))


@dataclass(frozen=True)
class BoardSheet:
    """A board with all its lines, the best North-South first, each group of a fouled board by itself."""

    key: BoardKey
    top: Number | None
    lines: tuple[SheetLine, ...]

    @property
    def groups(self) -> tuple[tuple[str, tuple[SheetLine, ...]], ...]:
        """The lines of each group."""
        return tuple((group, tuple(lines)) for group, lines in groupby(self.lines, lambda line: line.record.group))

    @property
    def frequencies(self) -> tuple[tuple[int, int], ...]:
        """How often each score was made, the best for North-South first."""
        often = Counter(line.score for line in self.lines if line.score is not None and line.status == "counts")
        return tuple(sorted(often.items(), reverse=True))


def board_sheets(state: State, scored: Scored, board: int) -> tuple[BoardSheet, ...]:
    """The sheets of a board: one for each section where sections are apart."""
    found = []
    for key in scored.session.by_board:
        if key.board == board:
            made = scored.board(key)
            lines = [_sheet_line(state, each) for each in made.lines if each.line.status != "struck"]
            lines.sort(key=_merit, reverse=True)
            lines.sort(key=lambda line: line.record.group)
            found.append(BoardSheet(key, made.top, tuple(lines)))
    return tuple(found)


def sheet_line(state: State, scored: Scored, key: LineKey) -> SheetLine | None:
    """One line with its points; nothing if it was not played, or struck."""
    lines = (line for sheet in board_sheets(state, scored, key.board) for line in sheet.lines)
    return next((line for line in lines if line.key == key), None)


def points_if(state: State, key: LineKey, scores: Iterable[int]) -> dict[int, tuple[Points | None, Points | None]]:
    """What each score would be worth to both sides as the result of a line that stands in the session. All of it is scored
    once, and then only the board again."""
    base = score_all(state)
    line = next(each for each in base.session.lines if place_of(each) == key)
    found = {}
    for made in dict.fromkeys(scores):
        tried = replace(line, ns_award=Score(made), ew_award=Score(made))
        after = rescore(base, line, tried)
        mine = next(each for each in after.board(after.session.key(tried)).lines if each.line is tried)
        found[made] = mine.ns, mine.ew
    return found


def place_of(line: Line) -> LineKey:
    """Where a line of the scoring stands in the session."""
    return LineKey(line.section, line.round or 0, line.table or 0, line.board)


def _sheet_line(state: State, each: LineScore) -> SheetLine:
    line, key = each.line, place_of(each.line)
    return SheetLine(key, state.lines[key], line.score, each.ns, each.ew, line.status)


def _merit(line: SheetLine) -> tuple[bool, Number, int]:
    value = line.ns.value if line.ns is not None else 0
    return line.ns is not None, value, line.score if line.score is not None else -(10**6)


# -- a contestant ------------------------------------------------------------------------------------------------------


class Running(NamedTuple):
    """What a contestant has after so many boards."""

    points: Number = 0
    maximum: Number = 0

    def plus(self, points: Points | None) -> Running:
        """With another board."""
        if points is None:
            return self
        return Running(tidy(self.points + points.value), tidy(self.maximum + (points.maximum or 0)))

    @property
    def percent(self) -> Fraction | None:
        """Of all that it could have.

        >>> Running(3, 4).percent
        Fraction(75, 1)
        """
        return Fraction(self.points) / self.maximum * 100 if self.maximum else None


@dataclass(frozen=True, slots=True)
class CardLine:
    """A board as one side has it."""

    line: SheetLine
    side: Side
    running: Running

    @property
    def score(self) -> int | None:
        """The score as this side sees it."""
        made = self.line.score
        return made if made is None or self.side is Side.NS else -made

    @property
    def points(self) -> Points | None:
        """What this side has for it."""
        return self.line.points(self.side)


@dataclass(frozen=True, slots=True)
class CardRound:
    """A round of a contestant: where it sat, against whom, and its boards; without a table it sat out."""

    round: int
    table: int | None
    side: Side | None
    opponent: Contestant | None
    """In an individual, the partnership of the opponents."""
    lines: tuple[CardLine, ...]
    total: Running
    """Of this round."""
    running: Running
    """Up to the end of it."""
    partner: Contestant | None = None
    """In an individual, with whom."""


def score_card(state: State, scored: Scored, who: Contestant) -> tuple[CardRound, ...]:
    """A night, round by round. A team's board counts once: where the team sat North-South."""
    mine: defaultdict[int, list[tuple[SheetLine, Side]]] = defaultdict(list)
    for line, side in _of(state, scored, who):
        mine[line.key.round].append((line, side))
    section = state.sections[who.section]
    sat_out = {each.round for each in section.movement.sit_outs if each.pair == who.number}
    running, found = Running(), []
    for number in sorted({*mine, *(each for each in sat_out if each <= section.round)}):
        lines = sorted(mine[number], key=lambda each: (each[0].key.table, each[0].key.board))
        if not lines:
            found.append(CardRound(number, None, None, None, (), Running(), running))
        for (table, side), part in groupby(lines, lambda each: (each[0].key.table, each[1])):
            total, made_here = Running(), []
            for line, _ in part:
                if line.counts_for(side):
                    running, total = running.plus(line.points(side)), total.plus(line.points(side))
                made_here.append(CardLine(line, side, running))
            opponent = made_here[0].line.meets(side.other)
            both = section.movement.members(made_here[0].line.record.meets(side))
            partner = next((Contestant(who.section, each) for each in both if each != who.number), None)
            found.append(CardRound(number, table, side, opponent, tuple(made_here), total, running, partner))
    return tuple(found)


def _of(state: State, scored: Scored, who: Contestant) -> Iterator[tuple[SheetLine, Side]]:
    """The lines of a contestant, with its side."""
    members = state.sections[who.section].movement.members
    for made in scored.boards.values():
        for each in made.lines:
            if each.line.status != "struck" and each.line.section == who.section:
                line = replace(_sheet_line(state, each), counted=scored.session.counted_sides(each.line))
                yield from ((line, side) for side in Side if who.number in members(line.record.meets(side)))


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A board of a match: what happened where the team sat North-South and where it sat East-West."""

    board: int
    ns: SheetLine | None
    ew: SheetLine | None

    @property
    def points(self) -> Points | None:
        """What the team has for it."""
        return self.ns.ns if self.ns else None


@dataclass(frozen=True, slots=True)
class MatchCard:
    """All that a team played against another."""

    opponent: Contestant
    matches: tuple[Match, ...]
    """As scoring has them: none while nothing can be compared, two where the teams met twice."""
    lines: tuple[MatchLine, ...]

    @property
    def net(self) -> Number:
        """Points won, less those lost where there are any."""
        return tidy(sum((match.net for match in self.matches), Fraction(0)))

    @property
    def vps(self) -> Number | None:
        """Victory points, where the session has them."""
        won = [match.vps for match in self.matches if match.vps is not None]
        return tidy(sum(won, Fraction(0))) if won else None


def match_cards(state: State, scored: Scored, who: Contestant) -> tuple[MatchCard, ...]:
    """A team's night, match by match; the halves of a match may have been played in different rounds."""
    lines: dict[int, dict[int, dict[Side, SheetLine]]] = {}
    for line, side in sorted(_of(state, scored, who), key=lambda each: (each[0].key.round, each[0].key.board)):
        lines.setdefault(line.record.meets(side.other), {}).setdefault(line.key.board, {})[side] = line
    played: defaultdict[str, list[Match]] = defaultdict(list)
    for match in matches(scored).get(state.name(*who), ()):
        played[match.opponent].append(match)
    return tuple(
        MatchCard(
            Contestant(who.section, other),
            tuple(played[state.name(who.section, other)]),
            tuple(MatchLine(board, sides.get(Side.NS), sides.get(Side.EW)) for board, sides in sorted(boards.items())),
        )
        for other, boards in lines.items()
    )


# -- everybody ---------------------------------------------------------------------------------------------------------


def recap(state: State, scored: Scored) -> Mapping[Contestant, Mapping[int, Points]]:
    """Everybody's points on every board: a team's once, as its North-South pair has them."""
    who = contestants(state)
    found: defaultdict[Contestant, dict[int, Points]] = defaultdict(dict)
    for key, made in scored.boards.items():
        for each in made.lines:
            for side in scored.session.counted_sides(each.line):
                points = each.points(side)
                if points is not None:
                    for name in scored.session.players(each.line.contestant(side)):
                        found[who[name]][key.board] = points
    return dict(found)
