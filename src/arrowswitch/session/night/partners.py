"""Pairs within teams, by Butler: each table is compared with the datum of its board, and the points are of the two who sat there.

The list is of pairs, not of teams: who plays with another partner in a later match is in another pair.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.bridge import Side
from arrowswitch.scoring import BadLine, BadSession, SessionToScore, score
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.session.night.lines import SeatLetter
from arrowswitch.session.night.people import Place, SeatedPlayer
from arrowswitch.session.night.results import scoring_session
from arrowswitch.session.night.seats import player_at
from arrowswitch.session.night.sheets import Contestant, contestants
from arrowswitch.session.night.state import State

SEATS: dict[Side, tuple[SeatLetter, SeatLetter]] = {Side.NS: ("N", "S"), Side.EW: ("E", "W")}

HALVES = {side: f" {side}" for side in Side}


@dataclass(frozen=True, slots=True)
class PairWithin:
    """Two of a team who sat together, and what they made against the datum."""

    team: Contestant
    players: tuple[SeatedPlayer, ...]
    """Nobody, where the seats have no names: then it is the half of the team that sat `side`."""
    side: Side | None
    boards: int
    imps: Number

    @property
    def mean(self) -> Number:
        """IMPs a board, by which pairs with different numbers of boards can be compared."""
        return tidy(Fraction(self.imps) / self.boards) if self.boards else 0


def pairs_by_butler(state: State) -> tuple[PairWithin, ...]:
    """Every pair that has played for a team, the best mean first; nobody in a session of pairs.

    >>> pairs_by_butler(State())
    ()
    """
    teams = {name: who for name, who in contestants(state).items() if _is_team(state, who)}
    if not teams:
        return ()
    try:
        boards = score(_of_halves(scoring_session(state))).boards.values()
    except (BadSession, BadLine):
        return ()
    found: dict[tuple[Contestant, tuple[SeatedPlayer, ...], Side | None], list[Number]] = {}
    for each in (line for board in boards for line in board.lines):
        for side in Side:
            points, team = each.points(side), teams.get(each.line.contestant(side).removesuffix(HALVES[side]))
            if points is not None and team is not None:
                players = _sitting(state, team, side, each.line.round or 1)
                found.setdefault((team, players, None if players else side), []).append(points.value)
    pairs = [PairWithin(*who, len(won), tidy(sum(won, Fraction(0)))) for who, won in found.items()]
    return tuple(sorted(pairs, key=lambda pair: (-pair.mean, pair.team)))


def _of_halves(session: SessionToScore) -> SessionToScore:
    """The same lines as those of pairs: the halves of a team are two contestants."""
    lines = tuple(replace(line, ns=line.ns + HALVES[Side.NS], ew=line.ew + HALVES[Side.EW]) for line in session.lines)
    return SessionToScore(lines, "butler", 1, session.regulations, apart=session.apart, running=session.running)


def _is_team(state: State, who: Contestant) -> bool:
    return state.sections[who.section].movement.kind == "teams"


def _sitting(state: State, team: Contestant, side: Side, round: int) -> tuple[SeatedPlayer, ...]:
    """The two of a team who sat one way in a round, always in the same order."""
    found = [player_at(state, Place(*team, seat), round) for seat in SEATS[side]]
    return tuple(sorted((each for each in found if each), key=lambda each: (each.name, each.id)))
