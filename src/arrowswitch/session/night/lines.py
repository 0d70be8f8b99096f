"""A line of the running session: where it is, what was written there, and what the director made of it.

What stands here is what people said; what it is worth is worked out by `scoring` (see `results`). Values are plain, so
that they can be kept in the journal as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from arrowswitch.bridge import Result, Side, ns_score, parse_contract, parse_seat, vulnerability_of
from arrowswitch.journals import named, shared
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.lines import (
    ELSEWHERE,
    Average,
    Award,
    Ceiling,
    Damage,
    Fault,
    Fixed,
    Floor,
    Percent,
    PlayedBefore,
    Score,
    Weighted,
)
from arrowswitch.words import Sentence, counted, say

AWARDS = {
    "assigned": Score,
    "weighted": Weighted,
    "average": Average,
    "percent": Percent,
    "points": Fixed,
    "at-least": Floor,
    "at-most": Ceiling,
    "damage": Damage,
    "elsewhere": PlayedBefore,
}
"""The awards of scoring, by their names in the journal."""
for _name, _award in AWARDS.items():
    named(_name)(_award)


@shared
class LineKey(NamedTuple):
    """Where a line is: a board at a table in a round."""

    section: str
    round: int
    table: int
    board: int


@shared
@named("contract")
@dataclass(frozen=True, slots=True)
class Contracted:
    """A contract with its declarer and tricks, as files write them, and perhaps the lead.

    `written` is the score that stood beside it on paper, where somebody wrote one: it stands even if it does not agree
    (Busbridge instructions BDB-21).
    """

    contract: str
    declarer: str
    tricks: int
    lead: str = ""
    written: int | None = None

    @property
    def result(self) -> Result:
        """The result as the game knows it; `NotBridge` if there is no such result.

        >>> str(Contracted("4SX", "N", 9).result)
        '4♠X N -1'
        """
        return _read(self.contract, self.declarer, self.tricks)


@lru_cache(maxsize=2**13)  # a night has a few hundred results, and each is asked for again and again
def _read(contract: str, declarer: str, tricks: int) -> Result:
    return Result(parse_contract(contract), tricks, parse_seat(declarer))


@lru_cache(maxsize=2**14)
def _worth(contract: str, declarer: str, tricks: int, board: int) -> int:
    return ns_score(_read(contract, declarer, tricks), vulnerability_of(board))


@named("score")
@dataclass(frozen=True, slots=True)
class BareScore:
    """A score without its contract, as North-South see it."""

    ns: int


@shared
@named("passed-out")
@dataclass(frozen=True, slots=True)
class PassedOut:
    """Everybody passed."""


@named("not-played")
@dataclass(frozen=True, slots=True)
class NotPlayed:
    """The board was not played here and does not count."""


@named("late-play")
@dataclass(frozen=True, slots=True)
class LatePlay:
    """The board is to be played later."""


Entry = Contracted | BareScore | PassedOut | NotPlayed | LatePlay


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What the director awards. A side without an award keeps what was written."""

    ns: Award | None = None
    ew: Award | None = None
    ns_fault: Fault = "none"
    ew_fault: Fault = "none"
    under_appeal: bool = False


NO_ADJUSTMENT = Adjustment()
SeatLetter = Literal["N", "E", "S", "W"]
SideName = Literal["NS", "EW"]


@dataclass(frozen=True, slots=True)
class LineRecord:
    """Everything that is known of a line now; what was known before is in the journal."""

    ns: int
    ew: int
    entry: Entry | None = None
    entered_by: SideName | None = None
    """The side that keyed it in at the table; None if the desk did."""
    confirmed: bool = False
    adjustment: Adjustment = NO_ADJUSTMENT
    group: str = ""
    void: bool = False
    """Played, but it does not count: a board played for the second time, or struck out."""
    looked: bool = False
    """Changed at the table after it could see other results or the hands; until the desk has written it."""
    guessed: bool = False
    """One contract after the other was tried at the table; until the desk has written it."""
    undue: bool = False
    """Written at the table though the board was not due there; until the desk has dealt with it."""
    settled: bool = False
    """The desk has said of what looks wrong here that it is right; until it is written again."""

    @property
    def finished(self) -> bool:
        """Whether nothing more is expected here."""
        return self.void or self.adjusted or isinstance(self.entry, FINISHED)

    @property
    def occupies(self) -> bool:
        """Whether its pairs have had this board here: they played it, or were given a score for it."""
        return not self.void and (self.adjusted or isinstance(self.entry, PLAYED))

    @property
    def adjusted(self) -> bool:
        """Whether a side was awarded something."""
        return self.adjustment.ns is not None or self.adjustment.ew is not None

    @property
    def halved(self) -> bool:
        """Whether only one side has its score on the board here; the other has played it before."""
        return not self.void and ELSEWHERE in (self.adjustment.ns, self.adjustment.ew)

    def scores(self, side: Side) -> bool:
        """Whether a side has its score on the board here."""
        return self.occupies and (self.adjustment.ns if side is Side.NS else self.adjustment.ew) != ELSEWHERE

    def meets(self, side: Side) -> int:
        """The contestant on a side."""
        return self.ns if side is Side.NS else self.ew


PLAYED = (Contracted, BareScore, PassedOut)
FINISHED = (*PLAYED, NotPlayed)


def ns_points(result: Entry | None, board: int) -> int | None:
    """The score that was made, as North-South see it; None where there is none.

    >>> ns_points(Contracted("4S", "N", 10), 2), ns_points(PassedOut(), 2), ns_points(NotPlayed(), 2)
    (620, 0, None)
    """
    match result:
        case Contracted(written=int() as written):
            return written
        case Contracted():
            return _worth(result.contract, result.declarer, result.tricks, board)
        case BareScore(ns):
            return ns
        case PassedOut():
            return 0
        case _:
            return None


def entry_told(result: Entry | None, board: int) -> Sentence:
    """What was written, in words.

    >>> entry_told(Contracted("4S", "W", 10, "HT"), 2), entry_told(BareScore(-50), 2), entry_told(None, 2)
    ('4♠ W = (-420)', '-50', 'nothing')
    """
    match result:
        case Contracted():
            return say("{result} ({points:+d})", result=str(result.result), points=ns_points(result, board) or 0)
        case BareScore(ns):
            return say("{points:+d}", points=ns)
        case PassedOut():
            return say("passed out")
        case NotPlayed():
            return say("not played")
        case LatePlay():
            return say("late play")
        case None:
            return say("nothing")


def award_told(award: Award | None) -> Sentence:
    """An award in words.

    >>> from arrowswitch.scoring import PLUS, weighted
    >>> award_told(PLUS), award_told(weighted((620, 60), (-100, 40))), award_told(None)
    ('average plus', '60% of +620, 40% of -100', 'as written')
    """
    match award:
        case None:
            return say("as written")
        case Average(kind):
            return {"plus": say("average plus"), "average": say("average"), "minus": say("average minus")}[kind]
        case Score(ns):
            return say("{points:+d}", points=ns)
        case Percent(share):
            return say("{percent}%", percent=shown(share * 100))
        case Fixed(points):
            return counted("points", points, shown(points))
        case Floor(ns):
            return say("{points:+d}, at least average plus", points=ns)
        case Ceiling(ns):
            return say("{points:+d}, at most average minus", points=ns)
        case Damage(actual=actual):
            return say("{points:+d}, less the damage of its own", points=actual)
        case PlayedBefore():
            return say("their first score")
        case Weighted(outcomes):
            parts = [f"{shown(outcome.weight * 100)}% of {outcome.ns:+d}" for outcome in outcomes]
            return say("{parts}", parts=", ".join(parts))


def adjustment_told(adjustment: Adjustment) -> Sentence:
    """What the sides were awarded, in words; a score that is the same for both is said once, as North-South see it.

    >>> from arrowswitch.scoring import MINUS, PLUS
    >>> adjustment_told(Adjustment(Score(420), Score(420))), adjustment_told(Adjustment(PLUS, PLUS))
    ('adjusted to +420', 'both sides average plus')
    >>> adjustment_told(Adjustment(PLUS, MINUS))
    'NS average plus, EW average minus'
    """
    ns, ew = adjustment.ns, adjustment.ew
    if ns != ew:
        return say("NS {ns}, EW {ew}", ns=award_told(ns), ew=award_told(ew))
    if isinstance(ns, Score | Weighted):
        return say("adjusted to {award}", award=award_told(ns))
    return say("both sides {award}", award=award_told(ns))


def record_told(record: LineRecord | None, board: int) -> Sentence:
    """A whole line in words.

    >>> record_told(LineRecord(1, 8, PassedOut(), void=True), 2)
    'passed out, struck out'
    """
    if record is None:
        return say("nothing")
    text = entry_told(record.entry, board)
    if record.adjusted:
        text = say(
            "{entry}, adjusted to {ns} for North-South and {ew} for East-West",
            entry=text,
            ns=award_told(record.adjustment.ns),
            ew=award_told(record.adjustment.ew),
        )
    if record.group:
        text = say("{text}, group {group}", text=text, group=record.group)
    return say("{text}, struck out", text=text) if record.void else text
