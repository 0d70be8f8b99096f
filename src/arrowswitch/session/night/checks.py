"""Checks of a line as it is entered: what cannot be, and what looks wrong.

What cannot be is refused, unless the director insists; what looks wrong is noted and goes with the entry (NZ manual
ENT-03, Bridge NSW regulations 12.6, Busbridge instructions 9.5). What looks wrong is judged by the other tables' results on the same board,
and by double dummy where the hands are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from statistics import median

from arrowswitch.bridge import (
    BIDS,
    Contract,
    Doubling,
    NotBridge,
    Result,
    Side,
    Vulnerability,
    is_possible,
    likeliest,
    ns_score,
    parse_card,
    possible_results,
    score,
    vulnerability_of,
)
from arrowswitch.deals.hands import hand_of
from arrowswitch.session.journal.entries import Refused
from arrowswitch.session.night.analysis import far_from_double_dummy
from arrowswitch.session.night.dealt import line_hands
from arrowswitch.session.night.lines import (
    BareScore,
    Contracted,
    Entry,
    LineKey,
    LineRecord,
    NotPlayed,
    entry_told,
    ns_points,
)
from arrowswitch.session.night.state import State
from arrowswitch.words import Sentence, say

FAR = 1000
"""So many points from every other result is far."""
ENOUGH = 3
"""So many other results are enough to judge by."""
GAME = 300


def wrong_board(state: State, key: LineKey) -> Iterator[Sentence]:
    """Says so if the movement has another board there."""
    meeting = state.sections[key.section].meeting(key.round, key.table)
    if meeting is None or key.board not in meeting.boards:
        boards = ", ".join(map(str, meeting.boards)) if meeting else say("none")
        yield say(
            "Board {board} is not at table {table} in round {round}; there it is: {boards}.",
            board=key.board,
            table=state.table(key.section, key.table),
            round=key.round,
            boards=boards,
        )


def impossible(key: LineKey, result: Entry) -> Iterator[Sentence]:
    """What speaks against an entry so much that only the director may insist on it."""
    points = ns_points(result, key.board)
    if points is not None:
        yield from no_score(points, key.board)


def no_score(points: int, board: int) -> Iterator[Sentence]:
    """Says so if nothing gives North-South this score on this board, and for what it would be right.

    >>> list(no_score(620, 1))
    ['+620 is no score on board 1, with nobody vulnerable: 4♥ = is 620 vulnerable, and 420 here.']
    >>> list(no_score(620, 3))
    ['+620 is no score on board 3, with East-West vulnerable; -620 is one. Is it the right side?']
    """
    vulnerability = vulnerability_of(board)
    if is_possible(points, vulnerability):
        return
    facts = {"points": points, "board": board, "vulnerability": vulnerability.full_name}
    other = next(iter(_at_the_other_vulnerability(points, board)), None)
    if is_possible(-points, vulnerability):
        yield say(
            "{points:+d} is no score on board {board}, with {vulnerability}; {turned:+d} is one. Is it the right side?",
            turned=-points,
            **facts,
        )
    elif other is None:
        yield say("{points:+d} is no score on board {board}, with {vulnerability}.", **facts)
    else:
        result, vulnerable, right = other
        figures = {"result": str(result), "score": abs(points), "right": abs(right)}
        yield (
            say(
                "{points:+d} is no score on board {board}, with {vulnerability}: {result} is {score} not vulnerable, "
                "and {right} here.",
                **facts,
                **figures,
            )
            if vulnerable
            else say(
                "{points:+d} is no score on board {board}, with {vulnerability}: {result} is {score} vulnerable, "
                "and {right} here.",
                **facts,
                **figures,
            )
        )


def _at_the_other_vulnerability(points: int, board: int) -> Iterator[tuple[Result, bool, int]]:
    """What gives a score at the other vulnerability, whether its side is vulnerable here, and what it is worth here."""
    here = vulnerability_of(board)
    other = {True: Vulnerability.NONE, False: Vulnerability.ALL}
    for side in (Side.NS, Side.EW):
        for declarer, result in likeliest(points, other[here.of(side)]):
            if declarer is side:
                yield result, here.of(side), score(result.contract, result.tricks, here.of(side))


def check_bridge(key: LineKey, result: Entry) -> None:
    """Refuses what is not bridge at all: a contract, a card or a number of tricks that there is not."""
    try:
        ns_points(result, key.board)
        if isinstance(result, Contracted):
            if result.result.passed_out:
                raise Refused(say("For a board that was passed out enter a pass, without declarer and tricks."))
            if result.lead:
                parse_card(result.lead)
            ns_score(result.result, vulnerability_of(key.board))
    except NotBridge as error:
        raise Refused(error.args[0]) from None


def others(state: State, key: LineKey) -> tuple[tuple[LineKey, Entry, int], ...]:
    """The other tables' results on a board, of the same group."""
    mine = state.lines.get(key)
    group = mine.group if mine else ""
    if not state.on_board.get(key.board):
        return ()
    return tuple(
        (other, result, points)
        for section in state.sections
        for other, theirs, result, points in state.lines.found(section, key.board, _scored)
        if theirs == group and other != key
    )


def _scored(lines: Mapping[LineKey, LineRecord]) -> tuple[tuple[LineKey, str, Entry, int], ...]:
    """The lines that have a score, each with its group."""
    return tuple(
        (key, record.group, record.entry, points)
        for key, record in lines.items()
        if record.occupies and record.entry and (points := ns_points(record.entry, key.board)) is not None
    )


def suspicious(state: State, key: LineKey, result: Entry) -> tuple[Sentence, ...]:
    """What looks wrong about an entry."""
    return tuple(_suspicious(state, key, result))


def _suspicious(state: State, key: LineKey, result: Entry) -> Iterator[Sentence]:
    if isinstance(result, NotPlayed):
        yield say("Not played means that the board does not count; if everybody passed, enter a pass.")
    points = ns_points(result, key.board)
    if points is None:
        return
    if isinstance(result, Contracted):
        yield from _disagreement(key, result)
        yield from _wrong_lead(state, key, result)
    yield from far_from_double_dummy(state, key, result)
    rest = others(state, key)
    if isinstance(result, Contracted) and _again(state, key, result, rest):
        yield say("This is the same result as on the board before.")
    seen = [each for _, _, each in rest]
    if isinstance(result, BareScore) and _wrong_vulnerability(points, key.board, seen):
        yield say("{points:+d} would be right at the other vulnerability; other tables have it so.", points=points)
    if isinstance(result, Contracted):
        same = (other for _, other, _ in rest if isinstance(other, Contracted) and other.tricks == result.tricks)
        doubled = sum(_doubled(result, other) for other in same)
        if doubled >= 2:
            yield say("{count} tables played this contract doubled; was the double forgotten?", count=doubled)
    if isinstance(result, BareScore):
        yield from _double_forgotten(points, key.board, seen)
    if len(seen) < ENOUGH or not points:
        return
    if all(each * points < 0 for each in seen) and _by_making(result, points, key.board):
        yield say(
            "{entry} is a plus for the side that loses on this board at every other table; is it the right side?",
            entry=entry_told(result, key.board),
        )
    elif min(abs(each - points) for each in seen) >= FAR:
        yield say(
            "{points:+d} is far from every other result on this board, whose middle is {middle:+d}.",
            points=points,
            middle=int(median(seen)),
        )


def _by_making(written: Entry, points: int, board: int) -> bool:
    """Whether the side with the plus made a contract; going down where others made it is nothing odd."""
    if isinstance(written, Contracted):
        return written.result.made
    vulnerable = vulnerability_of(board).of(Side.NS if points > 0 else Side.EW)
    return any(result.made for result in possible_results(abs(points), vulnerable))


def _disagreement(key: LineKey, result: Contracted) -> Iterator[Sentence]:
    right = ns_score(result.result, vulnerability_of(key.board))
    if result.written is not None and result.written != right:
        yield say(
            "{result} on board {board} is {right:+d}, but {written:+d} was written; the written score stands.",
            result=str(result.result),
            board=key.board,
            right=right,
            written=result.written,
        )


def _wrong_lead(state: State, key: LineKey, result: Contracted) -> Iterator[Sentence]:
    hands, declarer = line_hands(state, key), result.result.declarer
    if not result.lead or hands is None or declarer is None:
        return
    lead = parse_card(result.lead)
    if lead not in hand_of(hands, declarer.left):
        yield say(
            "{seat} does not hold {card}; is it another lead, or another declarer?",
            seat=declarer.left.full_name,
            card=str(lead),
        )


def _again(state: State, key: LineKey, result: Contracted, rest: tuple[tuple[LineKey, Entry, int], ...]) -> bool:
    """Whether the result of the board before may have been written again: the lead is no other, and nobody else has
    bid it on this board."""
    before = state.lines.get(key._replace(board=key.board - 1))
    if before is None or not isinstance(before.entry, Contracted):
        return False
    if before.entry.lead != result.lead or any(
        isinstance(other, Contracted) and other.contract == result.contract for _, other, _ in rest
    ):
        return False
    return replace(before.entry, written=None) == replace(result, written=None)


def _wrong_vulnerability(points: int, board: int, seen: list[int]) -> bool:
    """A game or slam at the wrong vulnerability, where others have the right one."""
    side = Side.NS if points > 0 else Side.EW
    vulnerable = vulnerability_of(board).of(side)
    right = {
        score(result.contract, result.tricks, vulnerable)
        for result in possible_results(abs(points), not vulnerable)
        if result.made and abs(points) >= GAME
    }
    sign = 1 if points > 0 else -1
    return points not in seen and any(sign * each in right for each in seen)


def _double_forgotten(points: int, board: int, seen: list[int]) -> Iterator[Sentence]:
    """A plus from undertricks, where others have the plus that they give when doubled, and nobody has this one."""
    side = Side.EW if points > 0 else Side.NS
    vulnerable = vulnerability_of(board).of(side)
    down = {result.over for result in possible_results(-abs(points), vulnerable) if not result.contract.doubling}
    doubled = {-score(Contract(BIDS[-1], Doubling.DOUBLED), 13 + over, vulnerable) for over in down if over < 0}
    sign = 1 if points > 0 else -1
    for each in sorted(doubled):
        if points not in seen and seen.count(sign * each) >= 2:
            yield say(
                "{points:+d} doubled is {doubled:+d}, as at {count} other tables; was the double forgotten?",
                points=points,
                doubled=sign * each,
                count=seen.count(sign * each),
            )


def _doubled(result: Contracted, other: Contracted) -> bool:
    if other.contract == result.contract or other.declarer != result.declarer:
        return False  # most of them; this is asked of every other table with every score
    mine, theirs = result.result, other.result
    return (
        not mine.contract.doubling
        and theirs.contract.doubling is not Doubling.UNDOUBLED
        and (mine.contract.bid, mine.declarer, mine.tricks) == (theirs.contract.bid, theirs.declarer, theirs.tricks)
    )
