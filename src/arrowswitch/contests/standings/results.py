"""What a match brings to its sides, also when it was not played as it should: forfeits, byes, half matches, boards that
could not be played, fines, and both pairs of both teams the same way. The numbers are those of the regulations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from arrowswitch.regulations import Regulations, load
from arrowswitch.regulations.schema import Matches
from arrowswitch.scoring import forfeit, half_match, unplayed_boards, victory_points
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.matches.matches import forfeit_imps, in_proportion, same_way, unplayable
from arrowswitch.scoring.numbers import round_step, tidy
from arrowswitch.scoring.penalties import MatchFine, late_for_match
from arrowswitch.words import Sentence, counted, say

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class ContestResult:
    """A match of two, a bye of one, or a triple of three."""

    sides: tuple[str, ...]
    vps: tuple[Number, ...] | None = None
    """As they are known; otherwise they are worked out."""
    imps: tuple[Number, Number] | None = None
    boards: int | None = None
    """Of the whole match."""
    played: int | None = None
    """Of a half match: the boards that were played."""
    unplayed: int = 0
    """Boards that could not be played, nobody at fault."""
    penalties: tuple[Number, ...] = ()
    """IMPs taken from each side, for lateness and the like; the other side gains nothing by it."""
    forfeit: str = ""
    """The side that did not come."""
    same_way: bool = False
    """Both pairs of both teams sat the same way."""
    late: tuple[int, ...] = ()
    """Minutes that each side was late."""
    fouled: str = ""
    """The side that fouled a board."""
    exchanged: str = ""
    """The side that exchanged the cards of two partners, which is worse."""
    table: int | None = None

    @property
    def out(self) -> bool:
        """Whether nothing is known of it yet."""
        return len(self.sides) > 1 and self.vps is None and self.imps is None and not self.forfeit and not self.same_way


@dataclass(frozen=True)
class Contest:
    """Rounds of matches, and the regulations for them."""

    contestants: tuple[str, ...]
    rounds: tuple[tuple[ContestResult, ...], ...]
    regulations: Regulations = field(default_factory=lambda: load("wbf"))
    boards: int = 8
    """Of a match that does not say."""
    scale: str = ""
    """Of victory points, if it is not that of the regulations."""
    kind: str = ""
    """`swiss`, `round-robin` or `knockout`, if it is not to be seen from who has met whom."""
    start: Mapping[str, Number] = field(default_factory=dict)
    """Victory points that are carried over."""
    penalties: Mapping[str, Number] = field(default_factory=dict)
    """Victory points that were taken."""
    planned: int | None = None
    """How many rounds there will be, if that is settled: what a forfeit is worth depends on how far the contest is."""
    bye: Number | None = None
    """Victory points for a bye, if they are not those of the regulations."""

    @property
    def scale_name(self) -> str:
        """The scale in use."""
        return self.scale or self.regulations.matches.scale

    @cached_property
    def matches(self) -> Matches:
        """What the regulations say of matches, on the scale in use."""
        return in_proportion(self.regulations.matches, self.scale_name)


class Share(NamedTuple):
    """What a match brings to one of its sides."""

    vps: Number
    net: Number = 0
    """IMPs won by, below zero if lost."""
    won: Number = 0
    lost: Number = 0


def shares(contest: Contest) -> list[list[tuple[ContestResult, tuple[Share, ...] | None]]]:
    """Every match of every round with what it brings to its sides; nothing for one whose result is out.

    A forfeit is worth, to the side that came, no less than its own mean and than the mean of those who met the other (Bridge
    NSW 12.9), so all other matches come first.
    """
    scale = _ScaleOf(contest.scale_name)
    known = [[(result, _played(contest, result, scale)) for result in matches] for matches in contest.rounds]
    if not any(result.forfeit or _hardly_played(contest, result) for matches in contest.rounds for result in matches):
        return known
    before = [each for matches in known[: settled(contest)] for each in matches]
    means = _Means([each for each in before if not _hardly_played(contest, each[0])])
    return [[(result, _instead(contest, result, means) or found) for result, found in matches] for matches in known]


def settled(contest: Contest) -> int:
    """The rounds whose results count for what a forfeit is worth: to the half, to three quarters, to the end (Bridge NSW 12.9).

    >>> [settled(Contest((), ((),) * rounds, planned=8)) for rounds in (3, 4, 5, 6, 7, 8)]
    [0, 4, 4, 6, 6, 8]
    """
    rounds, planned = len(contest.rounds), contest.planned
    if planned is None or rounds >= planned:
        return rounds
    return max((mark for mark in (-(-planned // 2), -(-3 * planned // 4)) if mark <= rounds), default=0)


def _hardly_played(contest: Contest, result: ContestResult) -> bool:
    """Whether more than half of the boards could not be played, and the regulations have victory points for that."""
    if not result.unplayed or len(result.sides) != 2 or result.vps is not None:
        return False
    return bool(contest.regulations.matches.unplayable) and 2 * result.unplayed > (result.boards or contest.boards)


def _instead(contest: Contest, result: ContestResult, means: _Means) -> tuple[Share, ...] | None:
    """What the sides have where there is nothing to compare: a forfeit, or hardly a board."""
    if result.forfeit:
        return _forfeited(contest, result, means)
    if _hardly_played(contest, result):
        settings = contest.matches
        return tuple(Share(unplayable(settings, means.mean(means.of.get(side, ())))) for side in result.sides)
    return None


class _ScaleOf:
    """Victory points by margin and boards, each looked up once: a large field has few different margins."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.known: dict[tuple[Number, int], Number] = {}

    def vps(self, margin: Number, boards: int) -> Number:
        if (margin, boards) not in self.known:
            self.known[margin, boards] = tidy(victory_points(margin, boards, self.name)[0])
        return self.known[margin, boards]


def _played(contest: Contest, result: ContestResult, scale: _ScaleOf) -> tuple[Share, ...] | None:
    settings = contest.matches
    boards = result.boards or contest.boards
    if result.forfeit or result.out:
        return None
    net, (fines, late) = _nets(result), _fines(contest, result)
    if result.vps is not None:
        won = result.imps or (0,) * len(result.sides)
        return tuple(
            Share(vps - fines[place], net[place], won[place], won[1 - place] if len(won) == 2 else 0)
            for place, vps in enumerate(result.vps)
        )
    if len(result.sides) == 1:
        return (Share(settings.bye if contest.bye is None else contest.bye),)
    if result.same_way:
        return tuple(Share(vps - fine) for vps, fine in zip(same_way(settings), fines, strict=True))
    extra = unplayed_boards(result.unplayed, settings) if result.unplayed else 0
    imps = result.imps or (0, 0)
    margins = [net[place] + extra - late[place] for place in (0, 1)]
    if result.played is not None and result.played < boards:
        vps = [half_match(margin, result.played, boards, contest.regulations, contest.scale_name) for margin in margins]
    else:
        vps = [scale.vps(margin, boards) for margin in margins]
    if any(fines):
        vps = [tidy(vps[place] - fines[place]) for place in (0, 1)]
    return tuple(Share(vps[place], margins[place], imps[place], imps[1 - place]) for place in (0, 1))


def _fines(contest: Contest, result: ContestResult) -> tuple[list[Number], list[Number]]:
    """What each side of a match loses by the regulations for being late or for a board that it fouled: VPs, and IMPs."""
    vps: list[Number] = [0] * len(result.sides)
    imps: list[Number] = [0] * len(result.sides)
    if result.late or result.fouled or result.exchanged:
        for place in range(len(result.sides)):
            taken = [each for each in _offences(contest, result, place) if isinstance(each, MatchFine)]
            vps[place] = tidy(sum((each.vps for each in taken), Fraction(0)))
            imps[place] = tidy(sum((each.imps + each.board_imps for each in taken), Fraction(0)))
    return vps, imps


def _offences(contest: Contest, result: ContestResult, place: int) -> Iterator[MatchFine | Sentence]:
    """The fines of one side, or what must be said where the regulations leave it to the director."""
    regulations, side = contest.regulations, result.sides[place]
    minutes = result.late[place] if result.late else 0
    late = late_for_match(minutes, regulations, contest.kind) if minutes else None
    said = {"side": side, "minutes": counted("minutes", minutes)}
    if isinstance(late, MatchFine):
        yield late
        if late.forfeit:
            yield say("{side} was {minutes} late: the match is forfeited.", **said)
        if late.boards_withdrawn:
            boards = counted("boards", late.boards_withdrawn)
            yield say("{side} was {minutes} late: {boards} less to play.", boards=boards, **said)
    elif minutes and (late is not None or not (regulations.penalties.late or regulations.matches.late_swiss)):
        yield say("{side} was {minutes} late: the director decides.", **said)
    fouled = regulations.penalties.fouled
    for who, worse in ((result.fouled, 0), (result.exchanged, 1)):
        if who == side and len(fouled) > worse:
            knockout = contest.kind == "knockout"  # there fines are IMPs
            yield MatchFine(imps=fouled[worse].imps) if knockout else MatchFine(vps=fouled[worse].vps)
        elif who == side:
            yield say("{side} fouled a board: the director decides.", side=side)


def remarks(contest: Contest) -> Iterator[Sentence]:
    """What must be said of matches that were not played as they should."""
    for number, matches in enumerate(contest.rounds, 1):
        for result in matches:
            if result.late or result.fouled or result.exchanged:
                yield from _fined(contest, result, number)
            if result.forfeit and contest.planned is not None and len(contest.rounds) < contest.planned:
                yield say(
                    "Round {round}: {side} forfeited; what the others have for it may still rise.",
                    round=number,
                    side=result.forfeit,
                )
            if _hardly_played(contest, result):
                yield say(
                    "Round {round}: more than half of the boards of {match} could not be played.",
                    round=number,
                    match=" v ".join(result.sides),
                )


def _fined(contest: Contest, result: ContestResult, number: int) -> Iterator[Sentence]:
    vps, imps = _fines(contest, result)
    for place, side in enumerate(result.sides):
        for unit, fine in (("VPs", vps[place]), ("IMPs", imps[place])):
            if fine:
                yield say(
                    "Round {round}: {side} loses {fine}, for being late or for a fouled board.",
                    round=number,
                    side=side,
                    fine=counted(unit, fine, shown(fine)),
                )
        for each in _offences(contest, result, place):
            if isinstance(each, Sentence):
                yield say("Round {round}: {remark}", round=number, remark=each)


def _nets(result: ContestResult) -> list[Number]:
    if result.imps is None:
        return [0] * len(result.sides)
    margin = result.imps[0] - result.imps[1]
    penalties = result.penalties or (0, 0)
    return [margin - penalties[0], -margin - penalties[1]]


class _Means:
    """Means of victory points in matches that were played."""

    def __init__(self, matches: Sequence[tuple[ContestResult, tuple[Share, ...] | None]]) -> None:
        self.of: dict[str, list[Number]] = {}
        self.against: dict[str, list[Number]] = {}
        for result, found in matches:
            if found is not None and len(result.sides) == 2:
                for place in (0, 1):
                    self.of.setdefault(result.sides[place], []).append(found[place].vps)
                    self.against.setdefault(result.sides[1 - place], []).append(found[place].vps)

    @staticmethod
    def mean(values: Sequence[Number]) -> Number | None:
        return round_step(Fraction(sum(values)) / len(values), Fraction(1, 100)) if values else None


def _forfeited(contest: Contest, result: ContestResult, means: _Means) -> tuple[Share, ...]:
    """The side that came has its victory points, and the most IMPs that earn them; the other has nothing, and loses those."""
    came = next(side for side in result.sides if side != result.forfeit)
    vps, none = forfeit(
        contest.matches,
        means.mean(means.of.get(came, ())),
        means.mean(means.against.get(result.forfeit, ())),
    )
    imps = forfeit_imps(vps, result.boards or contest.boards, contest.scale_name)
    return tuple(Share(vps, imps, imps) if side == came else Share(none, -imps, 0, imps) for side in result.sides)
