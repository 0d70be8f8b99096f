"""The scorer's desk calculator: one question, one answer with its working, no session needed.

A traveller is written as a scorer would read it out, one table a line: a score (`620`), both sides' awards (`A+ A-`,
`60% 40%`), a weighted score (`450 40%, 420 60%`), or with a stroke something else for each side (`-120 / -110`,
`450 40%, 420 60% / A+`); `B:` before it names another group of a
fouled board, and `-` a table that did not play it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from arrowswitch.bridge import NotBridge, Result, Side, Vulnerability, working
from arrowswitch.regulations import Regulations
from arrowswitch.scoring.awards import outcomes
from arrowswitch.scoring.explain.explain import Explanation, explain
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.files.session_lines import code
from arrowswitch.scoring.imps import imps
from arrowswitch.scoring.lines import Award, BadLine, Line, Score
from arrowswitch.scoring.matches.victory_points import victory_points
from arrowswitch.scoring.methods import beyond_the_top
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.scoring.penalties import deduction, effect
from arrowswitch.scoring.scored import BoardScore, LineScore, Scored, score
from arrowswitch.scoring.session import SessionToScore
from arrowswitch.scoring.working import Working
from arrowswitch.words import Sentence, counted, say

BOARD = 1


def contract(result: Result, vulnerability: Vulnerability) -> Explanation:
    """What a contract scores for the declaring side (Law 77).

    >>> from arrowswitch.bridge import parse_result
    >>> print(contract(parse_result("4DX N +1"), Vulnerability.NONE))
    4♦X N +1
      tricks bid: 160 = 160
      game: 300 = 460
      overtricks: 100 = 560
      making a doubled contract: 50 = 610  [Law 77]
    """
    work, total = Working(), 0
    parts = working(result.contract, result.tricks, vulnerability.of(result.declarer or Side.NS))
    for number, (part, points) in enumerate(parts, 1):
        total += points
        rule = "Law 77" if number == len(parts) else ""
        work.note(say("{part}: {points}", part=part, points=points), total, rule)
    if not parts:
        work.note(say("passed out"), 0, "Law 77")
    return Explanation(say("{result}", result=result), tuple(work.steps))


def swing(here: int, there: int) -> Explanation:
    """IMPs for the team that scored `here` at one table and `there` at the other, both as the team sees them.

    >>> swing(130, -400).result
    -7
    """
    work = Working()
    work.note(say("{here} and {there} together", here=here, there=there), here + there)
    work.note(say("IMPs for a difference of {difference}", difference=abs(here + there)), imps(here + there), "Law 78B")
    return Explanation(say("Two tables compared"), tuple(work.steps))


def match(margin: Number, boards: int, scale: str = "wbf") -> Explanation:
    """Victory points for a margin.

    >>> float(match(9, 6).result)
    13.9
    """
    work = Working()
    mine, theirs = victory_points(margin, boards, scale, work)
    title = say("{mine} to {theirs}", mine=shown(mine), theirs=counted("victory points", theirs, shown(theirs)))
    return Explanation(title, tuple(work.steps))


def penalty(percent: Number, tables: int, boards: int) -> Explanation:
    """What a percentage of a top costs: matchpoints, and percent of the session.

    >>> [float(step.result) for step in penalty(10, 13, 26).steps][:2]
    [24.0, 2.4]
    """
    work = Working()
    work.note(
        say("Top at {at}: 2 × ({tables} − 1)", at=counted("tables", tables), tables=tables), 2 * (tables - 1), "Law 78A"
    )
    work.note(say("{percent}% of it", percent=shown(percent)), deduction(percent, tables), "Law 90")
    work.note(say("In percent of {boards}", boards=counted("boards", boards)), tidy(effect(percent, boards)))
    return Explanation(say("A penalty of {percent}% of a top", percent=shown(percent)), tuple(work.steps))


@dataclass(frozen=True)
class Traveller:
    """One board, scored: its lines in their order, table 1 first."""

    scored: Scored

    @cached_property
    def board(self) -> BoardScore:
        """The lines with their points."""
        (board,) = self.scored.boards.values()
        return board

    @property
    def lines(self) -> tuple[LineScore, ...]:
        """Every line with its points."""
        return self.board.lines

    @property
    def top(self) -> Number:
        """The most that the board is worth; nothing where that has no end."""
        return self.board.top or 0

    @property
    def points(self) -> list[tuple[Number, Number] | None]:
        """North-South's and East-West's points at each table; None where it was not played."""
        return [(each.ns.value, each.ew.value) if each.ns and each.ew else None for each in self.lines]

    def worth(self, group: str = "") -> dict[int, tuple[int, Number, Number]]:
        """For each score of a group, the best first: how often it was made, and what it is worth to both sides."""
        found: dict[int, tuple[int, Number, Number]] = {}
        for each in sorted(self.lines, key=lambda each: -(each.line.score or 0)):
            if each.line.group == group and each.line.score is not None and each.ns and each.ew:
                often = found.get(each.line.score, (0,))[0]
                found[each.line.score] = often + 1, each.ns.value, each.ew.value
        return found

    def why(self, table: int, side: Side = Side.NS) -> Explanation:
        """The working of one table's points."""
        return self.working(self.lines[table - 1].line.contestant(side))

    def working(self, contestant: str) -> Explanation:
        """The working of a contestant's points."""
        return explain(self.scored, contestant, self.board.key.board)


def of_lines(lines: Iterable[Line], regulations: Regulations, expected: int | None = None) -> Traveller:
    """A board from its lines, scored in matchpoints."""
    return Traveller(score(SessionToScore(tuple(lines), regulations=regulations, expected=expected)))


def traveller(
    tables: Sequence[str], regulations: Regulations, method: str = "matchpoints", expected: int | None = None
) -> Traveller:
    """Scores a board that is read out table by table.

    >>> from arrowswitch.regulations import load
    >>> board = traveller(["420", "450", "-50", "450 40%, 420 60%", "A+ A-", "-"], load("wbf"))
    >>> [tuple(float(side) for side in points) for points in board.points[:2] if points]
    [(3.5, 4.5), (7.25, 0.75)]
    """
    lines = tuple(_line(number, text) for number, text in enumerate(tables, 1))
    session = SessionToScore(lines, method, winners=2, regulations=regulations, expected=expected)
    for number, award, top in beyond_the_top(session):
        raise BadLine(
            say(
                "Table {table}: m{points} is not from 0 to {top}, the top of this board.",
                table=number + 1,
                points=shown(award.points),
                top=shown(top),
            )
        )
    return Traveller(score(session))


def _pair(table: int, side: Side) -> str:
    return f"{side} {table}"


_VERSION = re.compile(r"\s*(?:(?P<group>\w+)\s*:)?\s*(?P<rest>.*?)\s*")


def _line(table: int, text: str) -> Line:
    found = _VERSION.fullmatch(text)
    group, rest = (found["group"] or "", found["rest"]) if found else ("", text)
    line = Line(BOARD, _pair(table, Side.NS), _pair(table, Side.EW), Score(0), Score(0), group=group)
    try:
        if rest in ("-", ""):
            return replace(line, status="not-played")
        ns, ew = _awards(rest)
    except (BadLine, NotBridge, ValueError) as error:
        raise BadLine(say("Table {table}: {problem}", table=table, problem=_said(error, rest))) from None
    return replace(line, ns_award=ns, ew_award=ew)


def _said(error: ValueError, text: str) -> Sentence | str:
    if isinstance(error, BadLine):
        return str(error)
    return say("“{text}” is no result; write 620, A+ A-, 60% 40%, -120 / -110, or 450 40%, 420 60%.", text=text)


def _awards(text: str) -> tuple[Award, Award]:
    if "/" in text:
        parts = text.split("/")
        if len(parts) != 2:
            raise BadLine(
                say(
                    "“{text}” has {count}; write what North-South and East-West get, like -120 / -110.",
                    text=text,
                    count=counted("parts", len(parts)),
                )
            )
        return _award(parts[0].strip()), _award(parts[1].strip())
    words = text.split()
    if len(words) == 2 and not outcomes(text):
        return code(words[0]), code(words[1])
    both = _award(text)
    return both, both


def _award(text: str) -> Award:
    """What is given to one side, or to both."""
    try:
        return code(text)
    except BadLine as error:
        if any(letter.isdigit() for letter in text):
            raise
        raise ValueError(text) from error  # what can be written is said of the whole line
