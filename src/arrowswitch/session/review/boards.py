"""One result against the cards: from the average of the board to what was scored, in four steps.

Each step asks what the table would have got had it stopped there, with all other tables as they were: at par (what the others
did is luck), in its own contract with all cards seen (the bidding), after the lead that was made (the leader), and with the
tricks that were taken (declarer and defence). So the steps add up to what was scored, whatever the method.
Double dummy sees what nobody at the table can; how sure a step is says how much of it would be there without that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple

from arrowswitch.bridge import (
    Card,
    Doubling,
    Result,
    Seat,
    Side,
    dealer_of,
    ns_score,
    parse_card,
    vulnerability_of,
)
from arrowswitch.deals import BoardHands, Par, TrickTable, par
from arrowswitch.scoring import Line, Score, Scored, SessionToScore
from arrowswitch.scoring.lines import PlayedBefore
from arrowswitch.scoring.methods import METHODS
from arrowswitch.scoring.points import Points
from arrowswitch.session.night import Contracted, LineKey, State, table_at
from arrowswitch.session.night.dealt import line_hands
from arrowswitch.session.night.lines import PassedOut
from arrowswitch.session.review.words import bidding_told, lead_told, luck_told, play_told

Step = Literal["luck", "bidding", "lead", "play"]
Sureness = Literal["sure", "likely", "open"]
"""How sure it is that it was their doing: `open` hangs on one trick, which nobody can be blamed or praised for."""
AfterLead = Callable[[BoardHands, Seat, Result, Card], int | None]
"""Declarer's tricks after a lead, all cards seen; None if nobody has worked them out."""


@dataclass(frozen=True, slots=True)
class ReviewPart:
    """One step from the average to the score."""

    step: Step
    ns: Fraction
    """What North-South gained by it: percent of a top, or IMPs."""
    sure: Sureness
    why: str
    """In a sentence."""

    def of(self, side: Side) -> Fraction:
        """What a side gained by it."""
        return self.ns if side is Side.NS else -self.ns


@dataclass(frozen=True, slots=True)
class BoardReview:
    """A result, step by step."""

    key: LineKey
    ns: str
    ew: str
    result: Result | None
    """Nothing for a board that was passed out."""
    lead: Card | None
    score: int
    total: Fraction
    """What North-South had over the average of the board."""
    parts: tuple[ReviewPart, ...]
    more: int = 0
    """Tricks that declarer took above those that were there after the lead; below zero, fewer."""

    @property
    def declarer(self) -> Seat | None:
        return self.result.declarer if self.result else None

    def of(self, side: Side) -> Fraction:
        """What a side had over the average."""
        return self.total if side is Side.NS else -self.total


def no_leads(hands: BoardHands, declarer: Seat, result: Result, lead: Card) -> int | None:
    """For where nobody works leads out: the lead is part of the play then."""
    return None


def reviewed(state: State, made: Scored, after_lead: AfterLead = no_leads) -> tuple[BoardReview, ...]:
    """Every result that can be looked at so: played in a contract, or passed out, with hands whose table is known."""
    at = {LineKey(line.section, line.round or 0, line.table or 0, line.board): line for line in made.session.lines}
    found = (_reviewed(state, made.session, key, at[key], after_lead) for key in sorted(at) if key in state.lines)
    return tuple(each for each in found if each is not None)


def _reviewed(
    state: State, session: SessionToScore, key: LineKey, line: Line, after_lead: AfterLead
) -> BoardReview | None:
    entry, score = state.lines[key].entry, line.score
    table = table_at(state, key.section, key.board, state.lines[key].group)
    hands = line_hands(state, key)
    if score is None or table is None or hands is None or not isinstance(entry, Contracted | PassedOut):
        return None
    result = entry.result if isinstance(entry, Contracted) else None
    if result is not None and (result.declarer is None or _worth(result, key.board) != score):
        return None  # an adjusted score is no result of the cards
    worth = _Worth(session, line)
    average = worth.average
    if average is None:
        return None
    lead = parse_card(entry.lead) if isinstance(entry, Contracted) and entry.lead else None
    there = _tricks_there(table, hands, result, lead, after_lead) if result else None
    parts = tuple(_steps(key.board, table, result, lead, score, worth, there))
    more = result.tricks - there.after if result and there else 0
    return BoardReview(key, line.ns, line.ew, result, lead, score, worth(score) - average, parts, more)


class _TricksThere(NamedTuple):
    """What declarer can take, and what is left of it after the lead."""

    seen: int
    after: int
    led: bool
    """Whether the lead was looked at."""


def _tricks_there(
    table: TrickTable, hands: BoardHands, result: Result, lead: Card | None, after_lead: AfterLead
) -> _TricksThere | None:
    if result.contract.bid is None or result.declarer is None:
        return None
    seen = table.tricks(result.declarer, result.contract.bid.denomination)
    after = after_lead(hands, result.declarer, result, lead) if lead else None
    return _TricksThere(seen, seen if after is None else after, after is not None)


def _worth(result: Result, board: int) -> int:
    return ns_score(result, vulnerability_of(board))


class _Worth:
    """What a score would be worth to North-South at a table, with all others as they are: in percent of a top, or IMPs."""

    def __init__(self, session: SessionToScore, line: Line) -> None:
        self.session, self.line, self.key = session, line, session.key(line)
        self.others = [each for each in session.by_board[self.key] if each.counts and each is not line]
        self.known: dict[int, Fraction] = {}
        self.percent = METHODS[session.method].percent

    @property
    def average(self) -> Fraction | None:
        """What is neither good nor bad; None where nobody else has played the board, and nothing can be said."""
        scored_by_others = [each for each in self.others if type(each.ns_award) is not PlayedBefore]
        if not scored_by_others and self.session.method != "instant-matchpoints":
            return None
        return Fraction(50 if self.percent else 0)

    def __call__(self, score: int) -> Fraction:
        if score not in self.known:
            mine = replace(self.line, ns_award=Score(score), ew_award=Score(score))
            scorer = METHODS[self.session.method].scorer([*self.others, mine], self.session, self.key)
            points = scorer.points(mine, Side.NS)
            value = points if isinstance(points, Points) else Points(0)
            self.known[score] = Fraction(value.share) * 100 if self.percent else Fraction(value.value)
        return self.known[score]


def _steps(
    board: int,
    table: TrickTable,
    result: Result | None,
    lead: Card | None,
    score: int,
    worth: _Worth,
    there: _TricksThere | None,
) -> Iterator[ReviewPart]:
    best = par(table, dealer_of(board), vulnerability_of(board))
    luck = worth(best.score) - (worth.average or 0)
    yield ReviewPart("luck", luck, "sure", luck_told(best, luck))
    if result is None or there is None:
        told = bidding_told(best, None, 0, table, board)
        yield ReviewPart("bidding", worth(score) - worth(best.score), "likely", told)
        return
    seen, after = (_worth(replace(result, tricks=tricks), board) for tricks in (there.seen, there.after))
    yield ReviewPart(
        "bidding",
        worth(seen) - worth(best.score),
        _sure_of_bidding(result, there.seen, best, board, worth),
        bidding_told(best, result, there.seen, table, board),
    )
    if there.led and lead is not None:
        cost = there.after - there.seen
        yield ReviewPart("lead", worth(after) - worth(seen), _by_tricks(cost), lead_told(lead, there.seen, there.after))
    yield ReviewPart(
        "play", worth(score) - worth(after), _by_tricks(result.tricks - there.after), play_told(result, there.after)
    )


def _by_tricks(more: int) -> Sureness:
    """One trick may be a guess that only open cards show; two are rarely, three hardly ever."""
    return "sure" if abs(more) > 2 else "likely" if abs(more) == 2 else "open"


def _sure_of_bidding(result: Result, seen: int, best: Par, board: int, worth: _Worth) -> Sureness:
    """Whether the step would go the same way with a trick more and a trick fewer; then it does not hang on a guess."""
    near = (tricks for tricks in (seen - 1, seen, seen + 1) if 0 <= tricks <= 13)
    steps = [worth(_worth(replace(result, tricks=tricks), board)) - worth(best.score) for tricks in near]
    same = all(step > 0 for step in steps) or all(step < 0 for step in steps) or not any(steps)
    return "likely" if same or result.contract.doubling is not Doubling.UNDOUBLED else "open"
