"""What a match brings to its sides, also when it was not played as it should: forfeits, byes, half matches, boards that
could not be played, fines, and both pairs of both teams the same way. The numbers are those of the regulations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from arrowswitch.regulations import Regulations, load
from arrowswitch.scoring import forfeit, half_match, unplayed_boards, victory_points
from arrowswitch.scoring.matches.matches import forfeit_imps, same_way

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

    @property
    def scale_name(self) -> str:
        """The scale in use."""
        return self.scale or self.regulations.matches.scale


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
    known = [[(result, _played(contest, result)) for result in matches] for matches in contest.rounds]
    means = _Means([each for matches in known for each in matches])
    return [
        [(result, _forfeited(contest, result, means) if result.forfeit else found) for result, found in matches]
        for matches in known
    ]


def _played(contest: Contest, result: ContestResult) -> tuple[Share, ...] | None:
    settings = contest.regulations.matches
    boards = result.boards or contest.boards
    if result.forfeit or result.out:
        return None
    net = _nets(result)
    if result.vps is not None:
        won = result.imps or (0,) * len(result.sides)
        return tuple(
            Share(vps, net[place], won[place], won[1 - place] if len(won) == 2 else 0)
            for place, vps in enumerate(result.vps)
        )
    if len(result.sides) == 1:
        return (Share(settings.bye),)
    if result.same_way:
        return tuple(Share(vps) for vps in same_way(settings))
    extra = unplayed_boards(result.unplayed, settings)
    imps = result.imps or (0, 0)
    margins = [each + extra for each in net]
    if result.played is not None and result.played < boards:
        vps = [half_match(margin, result.played, boards, contest.regulations) for margin in margins]
    else:
        vps = [victory_points(margin, boards, contest.scale_name)[0] for margin in margins]
    return tuple(Share(vps[place], margins[place], imps[place], imps[1 - place]) for place in (0, 1))


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
    def mean(values: Sequence[Number]) -> Fraction | None:
        return Fraction(sum(values)) / len(values) if values else None


def _forfeited(contest: Contest, result: ContestResult, means: _Means) -> tuple[Share, ...]:
    """The side that came has its victory points, and the most IMPs that earn them; the other has nothing, and loses those."""
    came = next(side for side in result.sides if side != result.forfeit)
    vps, none = forfeit(
        contest.regulations.matches,
        means.mean(means.of.get(came, ())),
        means.mean(means.against.get(result.forfeit, ())),
    )
    imps = forfeit_imps(vps, result.boards or contest.boards, contest.scale_name)
    return tuple(Share(vps, imps, imps) if side == came else Share(none, -imps, 0, imps) for side in result.sides)
