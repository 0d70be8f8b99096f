"""What is wrong in a record, though it could be read: each fault in a sentence with its place."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.bridge import LAST_BOARD, NotBridge, Side, ns_score, vulnerability_of
from arrowswitch.formats.record import Record, RecordDeal
from arrowswitch.scoring import Line
from arrowswitch.words import Sentence, say

Had = dict[tuple[object, ...], Line]


def faults_of(record: Record) -> tuple[Sentence, ...]:
    """Every fault: scores that their contracts do not give, boards that somebody plays twice, names that nobody has.

    >>> faults_of(Record(title="Monday"))
    ()
    """
    return tuple(dict.fromkeys((*_of_lines(record), *_of_ranking(record))))


def _of_lines(record: Record) -> Iterator[Sentence]:
    had: Had = {}
    dealt = {each.hands.board: each for each in record.deals if not each.section and not each.group}
    for each in record.lines:
        line = each.line
        place = {"board": line.board, "ns": line.ns, "ew": line.ew}
        if not 1 <= line.board <= LAST_BOARD:
            yield say("There is no board {board} ({ns} against {ew}).", **place)
            continue
        if line.ns == line.ew:
            yield say("Board {board}: {ns} plays against itself.", **place)
        right = _right(line, dealt.get(line.board))
        if right is not None and line.score is not None and right != line.score:
            yield say(
                "Board {board}, {ns} against {ew}: {result} is {right:+d}, and {score:+d} is written.",
                result=str(line.result),
                right=right,
                score=line.score,
                **place,
            )
        yield from _twice(record, line, had)


def _right(line: Line, deal: RecordDeal | None) -> int | None:
    """What a contract gives, with the vulnerability that the board has; None where that cannot be said."""
    result = line.result
    if result is None:
        return None
    if result.passed_out:
        return 0
    if result.declarer is None:
        return None
    vulnerable = deal.vulnerability if deal and deal.vulnerability else vulnerability_of(line.board)
    try:
        return ns_score(result, vulnerable)
    except NotBridge:
        return None


def _twice(record: Record, line: Line, had: Had) -> Iterator[Sentence]:
    """Somebody who has had a board already; the two halves of a team are two."""
    if line.status == "struck":
        return
    for side in Side:
        for who in (
            record.partnerships.get(line.contestant(side), (line.contestant(side),)) if line.scored(side) else ()
        ):
            half = (side, line.round) if record.kind == "teams" else ()
            first = had.setdefault((who, line.board, *half), line)
            if first is not line:
                yield say("{who} has two results on board {board}.", who=who, board=line.board)


def _of_ranking(record: Record) -> Iterator[Sentence]:
    known = {each.id for each in record.contestants}
    known |= {name for each in record.lines for side in (each.line.ns, each.line.ew) for name in (side,)}
    known |= {name for two in record.partnerships.values() for name in two}
    seen: set[str] = set()
    for place in record.ranking:
        if place.contestant not in known:
            yield say("{who} stands in the ranking, and nowhere else.", who=place.contestant)
        if place.contestant in seen:
            yield say("{who} stands in the ranking twice.", who=place.contestant)
        seen.add(place.contestant)
    for penalty in record.penalties:
        if penalty.contestant not in known:
            yield say("There is a penalty for {who}, who does not play.", who=penalty.contestant)
