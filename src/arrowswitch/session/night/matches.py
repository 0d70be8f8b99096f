"""What the matches of drawn rounds have come to: what an event takes from a session.

A match of teams is worth the IMPs of its two tables; a match of pairs what both have on its boards, compared with everybody who played
them (Butler, cross-IMPs or matchpoints), as victory points. Three teams have three matches; over two draws they are told with the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from arrowswitch.movements import Draw, Meeting, RoundMatch
from arrowswitch.movements.teams.fixtures import fixtures
from arrowswitch.scoring import BadLine, BadScale, BadSession, Scored, score, victory_points
from arrowswitch.scoring.matches.matches import Match, all_matches
from arrowswitch.scoring.matches.victory_points import scale
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.scoring.scored import LineScore
from arrowswitch.session.night.growing import LineRecords
from arrowswitch.session.night.lines import LineKey
from arrowswitch.session.night.results import scored, scoring_session
from arrowswitch.session.night.state import Section, State


@dataclass(frozen=True, slots=True)
class DrawnResult:
    """A match of a drawn round as far as it is known, by the numbers of the contestants."""

    sides: tuple[int, int]
    imps: tuple[Number, Number] | None = None
    """What each has won; None where there are no IMPs, or nothing can be compared yet."""
    vps: tuple[Number, Number] | None = None
    """None where they are left to the event: a half match, or a session that is not on victory points."""
    boards: int = 0
    """Those that count so far."""
    of: int = 0
    """Those of the whole match."""
    missing: tuple[LineKey, ...] = ()
    """The results that are still to come."""
    absent: int | None = None
    """Who has forfeited it: what that is worth depends on matches of other evenings too, and is left to the event."""

    @property
    def complete(self) -> bool:
        """Whether all of it is in."""
        return not self.missing


def drawn_results(state: State) -> Mapping[int, tuple[DrawnResult, ...]]:
    """The matches of every draw, by the place of the draw in the session: 1 for its first. Where the rounds of teams were known
    beforehand, those of every round, by the round in which they begin."""
    found: dict[int, list[DrawnResult]] = {}
    for section in state.sections.values():
        if section.movement.kind == "teams" and not section.movement.draws:
            for first, results in _of_fixtures(state, section):
                found.setdefault(first, []).extend(results)
        whole = None if section.movement.kind == "teams" else _scored(state)
        for place, draw in enumerate(section.movement.draws, 1):
            results = _of_teams(state, section, draw) if whole is None else _of_pairs(state, section, draw, whole)
            found.setdefault(place, []).extend(results)
    return {place: tuple(results) for place, results in found.items()}


def _scored(state: State) -> Scored:
    try:
        return scored(state)
    except (BadSession, BadLine):  # on the way from one method to another
        return score(scoring_session(replace(state, lines=LineRecords(), on_board={}, penalties={})))


def _missing(state: State, section: str, meetings: Iterable[Meeting]) -> Iterator[LineKey]:
    for each in meetings:
        for board in each.boards:
            key = LineKey(section, each.round, each.table, board)
            record = state.lines.get(key)
            gone = (section, board) in state.removed or state.cancelled(section, *each.sides, each.round)
            if not gone and (record is None or not record.finished):
                yield key


def _couples(section: Section, rounds: Iterable[int]) -> dict[tuple[int, int], list[Meeting]]:
    """The meetings of every two who play each other in some rounds."""
    found: dict[tuple[int, int], list[Meeting]] = {}
    for number in rounds:
        for each in section.movement.by_round.get(number, ()):
            other = (each.ew, each.ns)
            found.setdefault(other if other in found else each.sides, []).append(each)
    return found


# -- teams ------------------------------------------------------------------------------------------------------------


def _of_teams(state: State, section: Section, draw: Draw) -> Iterator[DrawnResult]:
    three = [match for match in draw.matches if len(match.sides) == 3]
    apart = {side for match in three if match.part for side in match.sides}
    yield from _in_rounds(
        state, section, range(draw.first, draw.last + 1), lambda couple: apart.isdisjoint(couple), three
    )
    for match in three:
        if match.part == 2:
            before = next(each for each in reversed(section.movement.draws) if each.last < draw.first)
            both = range(before.first, draw.last + 1)
            yield from _in_rounds(state, section, both, set(match.sides).issuperset, ())


def _of_fixtures(state: State, section: Section) -> Iterator[tuple[int, Iterator[DrawnResult]]]:
    """The matches of a movement whose rounds are all known, by the round in which they begin."""
    together: dict[tuple[int, ...], set[frozenset[int]]] = {}
    for each in fixtures(section.movement):
        together.setdefault(each.rounds, set()).add(each.teams)
    for rounds, teams in together.items():
        yield rounds[0], _in_rounds(state, section, rounds, partial(_is_of, teams), ())


def _is_of(teams: set[frozenset[int]], couple: tuple[int, int]) -> bool:
    return frozenset(couple) in teams


def _in_rounds(
    state: State,
    section: Section,
    rounds: Sequence[int],
    wanted: Callable[[tuple[int, int]], bool],
    halves: Iterable[RoundMatch],
) -> Iterator[DrawnResult]:
    """The wanted matches that are played in some rounds; the victory points of half matches are left to the event."""
    couples = {couple: met for couple, met in _couples(section, rounds).items() if wanted(couple)}
    short = [set(match.sides) for match in halves]
    lengths = {couple: len({board for each in met for board in each.boards}) for couple, met in couples.items()}
    matches = _team_matches(state, section, rounds, max(lengths.values(), default=1))
    for couple, met in couples.items():
        one, other = (matches.get((couple[place], couple[1 - place])) for place in (0, 1))
        halved = any(each.issuperset(couple) for each in short)
        settled = state.settled_match(section.name, *couple, met[0].round)
        absent = settled.absent if settled else None
        yield DrawnResult(
            couple,
            (_won(one), _won(other)) if one is not None and one.counts and absent is None else None,
            None if halved or one is None or other is None or absent is not None else _vps(one, other),
            one.boards if one else 0,
            lengths[couple],
            tuple(_missing(state, section.name, met)),
            absent,
        )


def _team_matches(state: State, section: Section, rounds: Sequence[int], boards: int) -> dict[tuple[int, int], Match]:
    lines = {key: each for key, each in state.lines.items() if key.section == section.name and key.round in rounds}
    here = replace(
        state,
        lines=LineRecords(lines),
        on_board={},
        matches={
            key: each for key, each in state.matches.items() if key.section == section.name and key.round in rounds
        },
        victory_points=False,
        boards_per_match=boards if state.on_victory_points else None,
    )
    session = scoring_session(here)
    ours = [each for each in session.penalties if each.round is None or each.round in rounds]
    try:
        found = all_matches(score(replace(session, penalties=tuple(ours))))
    except (BadSession, BadLine, BadScale):
        return {}
    numbers = {state.name(section.name, number): number for number in section.movement.contestants}
    together: dict[tuple[int, int], Match] = {}
    for team, played in found.items():
        for match in played:
            couple = numbers[team], numbers[match.opponent]
            together[couple] = _joined(together[couple], match) if couple in together else match
    return together


def _joined(first: Match, more: Match) -> Match:
    """Two halves of a match, where the session does not put them together."""
    return replace(
        first,
        boards=first.boards + more.boards,
        won=first.won + more.won,
        lost=first.lost + more.lost,
        net=first.net + more.net,
        vps=None,
    )


def _won(match: Match | None) -> Number:
    return tidy(Fraction(match.won)) if match else 0


def _vps(one: Match, other: Match) -> tuple[Number, Number] | None:
    return None if one.vps is None or other.vps is None else (one.vps, other.vps)


# -- pairs ------------------------------------------------------------------------------------------------------------


def _of_pairs(state: State, section: Section, draw: Draw, whole: Scored) -> Iterator[DrawnResult]:
    rounds = range(draw.first, draw.last + 1)
    lines: dict[tuple[int, int], list[LineScore]] = {}
    for board in whole.boards.values():
        for each in board.lines:
            line = each.line
            if line.section == section.name and line.round is not None and line.table is not None:
                lines.setdefault((line.round, line.table), []).append(each)
    for couple, met in _couples(section, rounds).items():
        here = [each for meeting in met for each in lines.get((meeting.round, meeting.table), ()) if each.ns or each.ew]
        length = sum(len(meeting.boards) for meeting in met)
        mine, theirs = (_points(state, section.name, here, side) for side in couple)
        won = tidy(sum((value for value, _ in mine if value > 0), Fraction(0)))
        lost = tidy(-sum((value for value, _ in mine if value < 0), Fraction(0)))
        on_imps = bool(here) and all(most is None for _, most in mine)
        yield DrawnResult(
            couple,
            (won, lost) if on_imps else None,
            _pair_vps(state, mine, theirs, length) if here else None,
            len(here),
            length,
            tuple(_missing(state, section.name, met)),
        )


Scores = list[tuple[Number, Number | None]]


def _points(state: State, section: str, lines: Iterable[LineScore], side: int) -> Scores:
    """What a pair has on each board of a match, and the most that it could have."""
    name = state.name(section, side)
    points = (each.ns if each.line.ns == name else each.ew for each in lines)
    return [(each.value, each.maximum) for each in points if each is not None]


def _pair_vps(state: State, mine: Scores, theirs: Scores, boards: int) -> tuple[Number, Number] | None:
    """Each pair's own victory points, by its IMPs or by its percentage, as the scale is made; None if it is made otherwise."""
    name = state.regulations.matches.scale
    try:
        by_percent = scale(name).unit == "percent"
        values = [_percent(each) if by_percent else _imps(each) for each in (mine, theirs)]
        if any(value is None for value in values):
            return None
        one, other = (victory_points(value or 0, boards, name)[0] for value in values)
    except BadScale:
        return None
    return one, other


def _percent(scores: Scores) -> Number | None:
    most = sum((most or 0 for _, most in scores), Fraction(0))
    return 100 * Fraction(sum(value for value, _ in scores)) / Fraction(most) if most else None


def _imps(scores: Scores) -> Number | None:
    if any(most is not None for _, most in scores):
        return None
    return tidy(sum((value for value, _ in scores), Fraction(0)))
