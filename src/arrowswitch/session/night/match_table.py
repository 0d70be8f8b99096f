"""The matches of a teams session as a table: everybody against everybody, and what each team won round by round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.scoring import Scored, Standing
from arrowswitch.scoring.figures import percentage, signed, written
from arrowswitch.scoring.matches.matches import Match, matches
from arrowswitch.scoring.numbers import tidy
from arrowswitch.session.night.printed import place_number
from arrowswitch.session.night.sheets import Contestant
from arrowswitch.session.night.state import State
from arrowswitch.session.night.teams import matches_of

SIGNED = ("imps", "aggregate")
"""The ways of scoring teams that have minus points."""
Called = Callable[[str, int], str]
"""What a team is called, by section and number."""


@dataclass(frozen=True, slots=True)
class MatchCell:
    """A team's match against another, in the row of the team."""

    opponent: str
    own: bool = False
    points: str = ""
    vps: str = ""
    whole: bool = False
    """Whether its result is not made of boards."""


@dataclass(frozen=True, slots=True)
class RoundCell:
    """What a team won in a round, and what it has come to."""

    won: str
    running: str


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team with all its matches."""

    who: str
    number: int
    label: str
    name: str
    cells: tuple[MatchCell, ...]
    rounds: tuple[RoundCell, ...]
    total: str
    rank: str


@dataclass(frozen=True)
class MatchTable:
    """A section of teams, everybody against everybody."""

    section: str
    rows: tuple[TeamRow, ...]
    rounds: tuple[int, ...]
    """Those in which matches end."""
    vps: bool

    @property
    def ranked(self) -> list[TeamRow]:
        """The rows in the order of their places."""
        return sorted(self.rows, key=lambda row: (place_number(row.rank) or 10**6, row.number))


def cross_tables(state: State, scored: Scored, standings: Sequence[Standing], called: Called) -> tuple[MatchTable, ...]:
    """Everybody against everybody, section by section."""
    played = matches(scored)
    ranks = {each.contestant: each for each in standings}
    found = []
    for section in state.sections.values():
        numbers = section.movement.contestants
        names = {state.name(section.name, number): number for number in numbers}
        ends = {
            (plan.teams, number): plan.rounds[-1]
            for key, plan in matches_of(state)
            if key.section == section.name
            for number in plan.rounds
        }
        ours = [match for name in names for match in played.get(name, ())]
        rounds = tuple(sorted({*ends.values(), *(_end(match, names, ends) for match in ours)}))
        rows = tuple(
            _row(state, Contestant(section.name, number), names, played, ends, rounds, ranks, called)
            for number in numbers
        )
        found.append(MatchTable(section.name if len(state.sections) > 1 else "", rows, rounds, state.on_victory_points))
    return tuple(found)


Ends = Mapping[tuple[frozenset[int], int], int]
"""The last round of the match that two teams are to play in a round."""


def _end(match: Match, names: Mapping[str, int], ends: Ends) -> int:
    """The round in which a match ends; of one that was not planned, the last in which it was played."""
    last = max(number or 0 for number in match.rounds)
    teams = frozenset((names[match.team], names.get(match.opponent, 0)))  # who has gone home has no number any more
    return ends.get((teams, last), last)


def _row(
    state: State,
    who: Contestant,
    names: Mapping[str, int],
    played: Mapping[str, Sequence[Match]],
    ends: Ends,
    rounds: Sequence[int],
    ranks: Mapping[str, Standing],
    called: Called,
) -> TeamRow:
    name = state.name(*who)
    mine: defaultdict[str, list[Match]] = defaultdict(list)
    won: defaultdict[int, list[Fraction | int]] = defaultdict(list)
    for match in played.get(name, ()):
        mine[match.opponent].append(match)
        won[_end(match, names, ends)].append(match.worth)
    running: Fraction | int = 0
    shown = []
    for number in rounds:
        here = sum(won[number], Fraction(0))
        running = tidy(running + here)
        shown.append(RoundCell(figure(state, here), figure(state, running)) if won[number] else RoundCell("", ""))
    standing = ranks.get(name)
    total = (
        ""
        if standing is None
        else f"{percentage(standing.percent)}%"
        if standing.percent is not None
        else figure(state, standing.points if standing.vps is None else standing.vps)
    )
    return TeamRow(
        name,
        who.number,
        state.label(*who),
        called(*who),
        tuple(_cell(state, who, number, mine) for number in names.values()),
        tuple(shown),
        total,
        standing.rank if standing else "",
    )


def _cell(state: State, who: Contestant, number: int, mine: Mapping[str, Sequence[Match]]) -> MatchCell:
    opponent = state.name(who.section, number)
    played = mine.get(opponent, ())
    if not played:
        return MatchCell(opponent, number == who.number)
    points = sum((match.net - match.penalty + match.aggregate_points for match in played), Fraction(0))
    vps = [match.vps for match in played if match.vps is not None]
    awarded = all(match.awarded for match in played)
    return MatchCell(
        opponent,
        points="–" if awarded else (signed if state.method in SIGNED else written)(tidy(points)),
        vps=percentage(sum(vps, Fraction(0))) if vps else "",
        whole=any(match.settled for match in played),
    )


def figure(state: State, value: Fraction | int) -> str:
    """What teams are ranked by, as it is written: 12.75 VPs, +13 IMPs."""
    if state.on_victory_points:
        return percentage(value)
    return (signed if state.method in SIGNED else written)(tidy(value))
