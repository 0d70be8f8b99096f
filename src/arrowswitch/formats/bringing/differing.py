"""The numbers of a file beside ours: every one that differs, each with the likely reason.

Numbers are compared as far as the file writes them out, so a rounded percentage that is ours is no difference.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from arrowswitch.bridge import ns_score, vulnerability_of
from arrowswitch.formats.fitting import ComparedLine, ComparedPoints, compared, decimals, same
from arrowswitch.formats.record import Record, RecordPlace
from arrowswitch.scoring import Line, Score, Scored, Standing, ranking
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import Number, size
from arrowswitch.words import Sentence, say

What = Literal["line", "points", "percent", "vps", "rank"]
CLOSE = Fraction(1, 2)
"""Points so close to ours may have been rounded."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A number of the file that is another one here."""

    what: What
    contestant: str
    """As the file calls it."""
    board: int | None
    theirs: Number | str | None
    ours: Number | str | None
    reason: Sentence

    @property
    def text(self) -> Sentence:
        """It in a sentence.

        >>> Difference("rank", "7", None, "3", "4", say("the totals differ")).text
        '7: place 3 in the file, 4 here (the totals differ).'
        """
        values = {
            "who": self.contestant,
            "board": self.board,
            "theirs": _shown(self.theirs),
            "ours": _shown(self.ours),
            "reason": self.reason,
        }
        return say(TOLD[self.what] if self.theirs is not None else "{reason}", **values)


TOLD: Mapping[What, Sentence] = {
    "line": say("{who} on board {board}: points {theirs} in the file, {ours} here ({reason})."),
    "points": say("{who}: points {theirs} in the file, {ours} here ({reason})."),
    "percent": say("{who}: {theirs}% in the file, {ours}% here ({reason})."),
    "vps": say("{who}: victory points {theirs} in the file, {ours} here ({reason})."),
    "rank": say("{who}: place {theirs} in the file, {ours} here ({reason})."),
}


def _shown(value: Number | str | None) -> str:
    return value if isinstance(value, str) else "-" if value is None else shown(value)


def differences(record: Record, made: Scored) -> tuple[Difference, ...]:
    """What differs between a record and the same scored here: points of lines, totals, percentages, places."""
    points = compared(record, made)
    return (*_of_lines(record, made, points.wrong), *_of_ranking(record, made, points))


def ranked_alike(found: Sequence[Difference]) -> bool:
    """Whether nobody stands elsewhere than in the file, with another total that counts."""
    return not any(each.what in ("rank", "percent", "vps") for each in found)


# -- lines --------------------------------------------------------------------------------------------------------------


def _of_lines(record: Record, made: Scored, wrong: Sequence[ComparedLine]) -> Iterator[Difference]:
    disagreeing = {line.board for each in record.lines if _disagrees(line := each.line)}
    full = max((sum(line.counts for line in lines) for lines in made.session.by_board.values()), default=0)
    fewer = {key for key, lines in made.session.by_board.items() if sum(line.counts for line in lines) < full}
    for each in wrong:
        line = each.record.line
        yield Difference(
            "line",
            line.contestant(each.side),
            line.board,
            each.theirs,
            each.ours,
            _reason(record, made, each, disagreeing, made.session.key(line) in fewer),
        )


def _reason(record: Record, made: Scored, each: ComparedLine, disagreeing: set[int], fewer: bool) -> Sentence:
    line = each.record.line
    others = made.session.by_board[made.session.key(line)]
    close = size(Fraction(each.theirs) - Fraction(each.ours)) < CLOSE
    if line.board in disagreeing:
        return say("a contract of this board and its score disagree")
    if not isinstance(line.award(each.side), Score):
        return say("an adjusted score is worth something else there")
    if line.group or any(other.group for other in others):
        return say("the board was fouled, and its groups are compared otherwise")
    if any(not isinstance(other.ns_award, Score) or not isinstance(other.ew_award, Score) for other in others):
        return say("another table has an adjusted score, which is compared otherwise")
    if fewer:
        return say("the board has fewer results than others, which is made up for otherwise")
    if close and decimals(each.theirs) < 2:
        return say("rounded in the file")
    if record.method in ("butler", "net"):
        return say("compared with another datum")
    if len(made.session.by_board) and len(record.sections) > 1:
        return say("sections are perhaps compared otherwise")
    return say("nothing in the file tells why")


def _disagrees(line: Line) -> bool:
    """Whether a contract scores something else than what is written beside it."""
    result = line.result
    if result is None or line.score is None or (result.declarer is None and not result.passed_out):
        return False
    return line.score != (0 if result.passed_out else ns_score(result, vulnerability_of(line.board)))


# -- totals and places ------------------------------------------------------------------------------------------------------


def _of_ranking(record: Record, made: Scored, points: ComparedPoints) -> Iterator[Difference]:
    ours = {standing.contestant: standing for standing in ranking(made)}
    places = {
        name: max(
            (decimals(value) for place in record.ranking if (value := getattr(place, name)) is not None), default=0
        )
        for name in ("points", "percent", "vps")
    }
    lines = _by_contestant(made, points.wrong)
    moved: set[str] = set()
    by_points = not any(place.percent is not None or place.vps is not None for place in record.ranking)
    for place in record.ranking:
        mine = ours.get(place.contestant)
        if mine is None:
            if record.lines:
                yield Difference("rank", place.contestant, None, place.rank or "-", "-", say("it has no result here"))
            continue
        for what, theirs, value in _totals(place, mine, points.win, by_points):
            if not same(theirs, value, places[what]):
                moved.add(place.contestant)
                why = _why_total(record, place, mine, theirs, value, bool(lines.get(place.contestant)))
                yield Difference(what, place.contestant, None, theirs, value, why)
    yield from _of_places(record, ours, moved)


def _totals(
    place: RecordPlace, mine: Standing, win: Number, by_points: bool
) -> Iterator[tuple[Literal["points", "percent", "vps"], Number, Number]]:
    """What the file has of somebody, and ours; points only where places go by them."""
    if place.percent is not None and mine.percent is not None:
        yield "percent", place.percent, mine.percent
    if place.vps is not None and mine.vps is not None:
        yield "vps", place.vps, mine.vps
    if place.points is not None and by_points:
        yield "points", place.points, mine.points * win


def _by_contestant(made: Scored, wrong: Sequence[ComparedLine]) -> dict[str, list[ComparedLine]]:
    found: defaultdict[str, list[ComparedLine]] = defaultdict(list)
    for each in wrong:
        for who in made.session.players(each.record.line.contestant(each.side)):
            found[who].append(each)
    return found


def _why_total(
    record: Record, place: RecordPlace, mine: Standing, theirs: Number, ours: Number, lines_differ: bool
) -> Sentence:
    if place.adjustment and not mine.penalty:
        return say("the file adjusts the total by {amount}", amount=shown(place.adjustment))
    if mine.penalty or mine.vp_penalty:
        return say("a penalty counts otherwise")
    if lines_differ:
        return say("its points on some boards differ")
    if place.boards is not None and place.boards != mine.boards:
        return say("boards that count: {theirs} there, {ours} here", theirs=place.boards, ours=mine.boards)
    if size(Fraction(theirs) - Fraction(ours)) <= Fraction(1, 10):
        return say("rounded in the file")
    if record.matches:
        return say("matches are counted otherwise, or carried over")
    if place.vps is None and any(each.vps is not None for each in record.ranking):
        return say("the file ranks by victory points")
    return say("nothing in the file tells why")


def _of_places(record: Record, ours: Mapping[str, Standing], moved: set[str]) -> Iterator[Difference]:
    tied = Counter(
        (ours[p.contestant].section, ours[p.contestant].direction, _bare(ours[p.contestant].rank))
        for p in record.ranking
        if p.contestant in ours
    )
    for place in record.ranking:
        mine = ours.get(place.contestant)
        if mine is None or not place.rank.strip() or _bare(place.rank) == _bare(mine.rank):
            continue
        if mine.tie_broken_by is not None:
            why = say("a tie is broken otherwise")
        elif tied[mine.section, mine.direction, _bare(mine.rank)] > 1:
            why = say("a tie is left here, and broken there")
        elif moved:
            why = say("totals differ")
        elif len({each.section for each in ours.values()}) > 1 or len(record.sections) > 1:
            why = say("sections are ranked otherwise")
        else:
            why = say("nothing in the file tells why")
        yield Difference("rank", place.contestant, None, place.rank, mine.rank, why)


def _bare(rank: str) -> str:
    """A place without what says that it is shared: 3, 3=, =3 and T3 are all 3.

    >>> _bare("3="), _bare("=3"), _bare("1/2")
    ('3', '3', '1')
    """
    text = rank.strip().strip("=T ").split("/")[0].split("-")[0]
    return text.strip("= ") or rank.strip()
