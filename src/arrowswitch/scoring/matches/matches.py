"""Matches between teams: their totals and victory points, and matches that were not played as they should.

Forfeits, byes, half matches and unplayed boards follow the regulations (Bridge NSW 12.7 to 12.10, New Zealand July
2013, Bridge Director's Companion L3883-3887).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from arrowswitch.bridge import Side
from arrowswitch.regulations import Matches, Regulations
from arrowswitch.scoring.boards.teams import TWO_A_BOARD, patton_aggregate
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.imps import outcomes_of
from arrowswitch.scoring.lines import Line
from arrowswitch.scoring.matches.victory_points import PRINTED_COLUMNS, most_margin, scale, victory_points
from arrowswitch.scoring.numbers import Number, round_step, tidy
from arrowswitch.scoring.penalties import Penalty
from arrowswitch.scoring.scored import LineScore, Scored
from arrowswitch.scoring.session import SessionToScore, SettledMatch
from arrowswitch.words import Sentence, counted, say, spans


@dataclass(frozen=True, slots=True)
class Match:
    """A match as one of its teams sees it."""

    team: str
    opponent: str
    boards: int
    """Those that were compared."""
    won: Number
    """Points (IMPs, board points or total points) of the boards won; of all boards where there are no minus points."""
    lost: Number
    net: Number
    aggregate_points: Number = 0
    """Patton only: the part for the aggregate."""
    vps: Number | None = None
    round: int | None = None
    rounds: tuple[int | None, ...] = ()
    """All of them, where it was played in stanzas."""
    plus: Number = 0
    """Points that the team scored at both tables, on boards with two results."""
    minus: Number = 0
    penalty: Number = 0
    """IMPs that were taken from the team before the victory points."""
    halves: tuple[int, ...] = ()
    """Boards that have a result at one table only, or were fouled between the tables: they are not compared."""
    unplayed: tuple[int, ...] = ()
    """Boards that were not played, nobody at fault."""
    assigned: Number = 0
    """IMPs for those, by the regulations."""
    missing: int = 0
    """How many boards of the match nothing is known of."""
    even: Number = 0
    """What a drawn match is worth."""
    on_scale: int = 0
    """The boards of the scale of its victory points."""
    settled: SettledMatch | None = None
    """Where its result is not made of boards."""
    of_three: bool = False
    """Whether it is a share of a match of three: who of two has won is not to be seen from it."""

    @property
    def counts(self) -> bool:
        """Whether there is anything to count."""
        return bool(self.boards or self.assigned or self.settled)

    @property
    def awarded(self) -> bool:
        """Whether its victory points are the director's, and not those of a scale."""
        return self.settled is not None and self.settled.kind != "entered"

    @property
    def worth(self) -> Number:
        """What the match brings: victory points, or what was scored."""
        return self.net + self.aggregate_points if self.vps is None else self.vps


class _Compared(NamedTuple):
    """One board of a match, as one team sees it."""

    points: Number
    plus: Number
    minus: Number


@dataclass
class _Boards:
    """The boards of one match in one round."""

    compared: list[_Compared] = field(default_factory=list)
    halves: set[int] = field(default_factory=set)
    unplayed: set[int] = field(default_factory=set)

    def __len__(self) -> int:
        return len(self.compared) + len(self.halves | self.unplayed)

    def __add__(self, more: _Boards) -> _Boards:
        return _Boards(self.compared + more.compared, self.halves | more.halves, self.unplayed | more.unplayed)

    def lose(self, line: Line) -> None:
        """Notes a board that cannot be compared."""
        blameless = line.ns_fault == line.ew_fault == "none"
        (self.unplayed if line.status == "not-played" and blameless else self.halves).add(line.board)


Met = tuple[str, str, int | None]
"""A team, its opponents, and the round."""


def matches(scored: Scored) -> dict[str, tuple[Match, ...]]:
    """Every team's matches that have something to count, in order.

    >>> from arrowswitch.scoring import SessionToScore, played, score
    >>> night = score(SessionToScore((played(1, "1", "2", 620), played(1, "2", "1", 170)), method="imps", boards_per_match=6))
    >>> [(m.opponent, m.net, float(m.vps)) for m in matches(night)["1"]]
    [('2', 10, 14.25)]
    """
    counting = {team: tuple(match for match in mine if match.counts) for team, mine in all_matches(scored).items()}
    return {team: mine for team, mine in counting.items() if mine}


def all_matches(scored: Scored) -> dict[str, tuple[Match, ...]]:
    """Every team's matches, also those of which nothing can be compared yet."""
    session = scored.session
    teams: defaultdict[str, list[Match]] = defaultdict(list)
    for team, opponent, rounds, boards in _whole(_met(scored), session):
        teams[team].append(_match(session, team, opponent, rounds, boards))
    for settled in session.settled:
        for team, opponent, own, others in _both_ways(settled):
            teams[team].append(_settled(session, settled, team, opponent, own, others))
    for played in teams.values():
        played.sort(key=lambda match: match.round or 0)
    found = {team: _fined(tuple(played), session) for team, played in teams.items()}
    return _awarded(found, session) if any(each.kind != "entered" for each in session.settled) else found


def _both_ways(settled: SettledMatch) -> tuple[tuple[str, str, Number, Number], ...]:
    """A match as each of its teams sees it: who, against whom, what was scored and what the others scored."""
    one, other = settled.points
    return (settled.one, settled.other, one, other), (settled.other, settled.one, other, one)


def _settled(
    session: SessionToScore, settled: SettledMatch, team: str, opponent: str, own: Number, others: Number
) -> Match:
    """A match without boards; one that the director settled has its victory points later."""
    shared = session.method in TWO_A_BOARD  # there are no minus points, and a draw is half of what there is
    entered = settled.kind == "entered"
    return Match(
        team,
        opponent,
        settled.boards if entered else 0,
        own,
        0 if shared else others,
        tidy(own if shared else own - others),
        round=settled.round,
        rounds=(settled.round,),
        even=tidy(Fraction(own + others) / 2) if shared else 0,
        settled=settled,
    )


def _awarded(found: dict[str, tuple[Match, ...]], session: SessionToScore) -> dict[str, tuple[Match, ...]]:
    """The matches that the director settled with their victory points: what a forfeit is worth depends on all others."""
    settings = in_proportion(session.regulations.matches)
    own: defaultdict[str, list[Number]] = defaultdict(list)
    against: defaultdict[str, list[Number]] = defaultdict(list)
    for match in (each for mine in found.values() for each in mine):
        if match.vps is not None and not match.awarded:
            own[match.team].append(match.vps)
            against[match.opponent].append(match.vps)

    def award(match: Match) -> Match:
        if not match.awarded or match.settled is None or not session.on_victory_points:
            return match
        boards = match.settled.boards or session.boards_of_match(match.team, match.opponent) or 1
        if match.settled.kind == "same-way":
            return replace(match, vps=same_way(settings)[0], on_scale=boards)
        if match.settled.kind == "unplayable":
            return replace(match, vps=unplayable(settings, _mean(own[match.team])), on_scale=boards)
        absent = match.settled.absent
        came = match.opponent if match.team == absent else match.team
        vps, none = forfeit(settings, _mean(own[came]), _mean(against[absent]))
        imps = forfeit_imps(vps, boards, settings.scale)
        mine, net = (none, -imps) if match.team == absent else (vps, imps)
        return replace(match, vps=mine, net=net, on_scale=boards)

    return {team: tuple(award(match) for match in mine) for team, mine in found.items()}


def _mean(vps: Sequence[Number]) -> Number | None:
    return round_step(Fraction(sum(vps)) / len(vps), Fraction(1, 100)) if vps else None


def _met(scored: Scored) -> dict[Met, _Boards]:
    """The boards of every match, round by round, as both teams see them."""
    found: dict[Met, _Boards] = {}
    others: list[tuple[Line, LineScore]] = []
    for board in scored.boards.values():
        by_seats = {(each.line.ns, each.line.ew): each for each in board.lines if each.line.counts}
        for each in board.lines:
            line = each.line
            if line.status == "struck":
                continue
            here = found.setdefault((line.ns, line.ew, line.round), _Boards())
            partner = by_seats.get((line.ew, line.ns))
            if each.ns is not None:
                both = _at_both_tables(line, partner.line if partner else None)
                here.compared.append(_Compared(each.ns.value, *both))
                if Side.EW in scored.session.counted_sides(line):
                    others.append((line, each))
            elif partner is None or partner.ns is None:  # else the board was settled at the other table
                here.lose(line)
                others.append((line, each))
    for line, each in others:
        there = _of_the_opponents(found, line)
        if each.ew is not None:
            there.compared.append(_Compared(each.ew.value, 0, 0))
        else:
            there.lose(line)
    for boards in found.values():
        boards.halves -= boards.unplayed
    return found


def _of_the_opponents(found: dict[Met, _Boards], line: Line) -> _Boards:
    """The match as the opponents of a line see it: they may sit North-South in another round."""
    same = (line.ew, line.ns, line.round)
    known = [met for met in found if met[:2] == same[:2]]
    return found[known[0]] if known and same not in found else found.setdefault(same, _Boards())


def _at_both_tables(line: Line, partner: Line | None) -> tuple[Number, Number]:
    """What a team won and lost in points; nothing where one of the two tables has no result of its own."""
    if partner is None or line.group != partner.group:
        return 0, 0
    scores = [outcomes_of(award) for award in (line.ns_award, partner.ew_award)]
    if not all(scores):
        return 0, 0
    here, there = (sum((score * weight for score, weight in each), Fraction(0)) for each in scores)
    gains = (here, -there)
    return tidy(sum(max(gain, Fraction(0)) for gain in gains)), tidy(sum(max(-gain, Fraction(0)) for gain in gains))


def _match(session: SessionToScore, team: str, opponent: str, rounds: tuple[int | None, ...], boards: _Boards) -> Match:
    values = [each.points for each in boards.compared]
    settings = session.regulations.matches
    assigned: Number = 0
    if session.method == "imps" and settings.incomplete == "assigned":
        assigned = unplayed_boards(len(boards.unplayed), settings)
    net = tidy(sum(values, Fraction(0)) + assigned)
    plus = tidy(sum((each.plus for each in boards.compared), Fraction(0)))
    minus = tidy(sum((each.minus for each in boards.compared), Fraction(0)))
    patton = session.method == "patton"
    return Match(
        team,
        opponent,
        len(values),
        tidy(sum((value for value in values if value > 0), Fraction(0))),
        tidy(-sum((value for value in values if value < 0), Fraction(0))),
        net,
        tidy(patton_aggregate(plus, minus, len(values))) if patton else 0,
        round=rounds[0],
        rounds=rounds,
        plus=plus,
        minus=minus,
        halves=tuple(sorted(boards.halves)),
        unplayed=tuple(sorted(boards.unplayed)),
        missing=_missing(session, session.boards_of_match(team, opponent), boards),
        assigned=assigned,
        even=len(values) * (1 + patton) if session.method in TWO_A_BOARD else 0,
    )


def _missing(session: SessionToScore, whole: int | None, boards: _Boards) -> int:
    """How many boards a match lacks, once no more results can come."""
    if session.running or whole is None:
        return 0
    return max(whole - len(boards.compared) - len(boards.halves) - len(boards.unplayed), 0)


def _fined(played: tuple[Match, ...], session: SessionToScore) -> tuple[Match, ...]:
    """The matches of a team with its victory points, penalties in IMPs taken before."""
    if not session.on_victory_points:
        return played
    scale_name = session.regulations.matches.scale
    penalties = [penalty for penalty in session.penalties if penalty.contestant == played[0].team and penalty.points]
    counting = [match for match in played if match.counts and not match.awarded]
    found = []
    for match in played:
        if not match.counts or match.awarded:
            found.append(match)
            continue
        fine = tidy(
            sum((each.points or Fraction(0) for each in penalties if fined_match(each, counting) is match), Fraction(0))
        )
        boards = _scale_boards(match, session)
        vps = victory_points(match.net - fine, boards, scale_name)[0]
        even = Fraction(scale(scale_name).total) / 2
        found.append(replace(match, vps=vps, penalty=fine, even=even, on_scale=boards))
    return tuple(found)


def _scale_boards(match: Match, session: SessionToScore) -> int:
    """The boards whose scale a match is on: those that it should have, or those that were compared."""
    whole = session.boards_of_match(match.team, match.opponent) or match.boards or 1
    if session.regulations.matches.incomplete == "played" and (match.halves or match.unplayed or match.missing):
        return max(min(match.boards, whole), 1)
    return whole


def fined_match(penalty: Penalty, played: Sequence[Match]) -> Match | None:
    """The match that a penalty in IMPs is taken from, of those that count: the one that it names, or the last one if it
    names none or that has nothing to count; None if none counts.

    >>> first, second = Match("1", "2", 6, 9, 0, 9, rounds=(1,)), Match("1", "3", 6, 0, 4, -4, rounds=(2,))
    >>> [fined_match(Penalty("1", **where), (first, second)).opponent for where in ({"round": 1}, {"against": "3"}, {})]
    ['2', '3', '3']
    """
    named = [
        match
        for match in played
        if penalty.against in ("", match.opponent) and (penalty.round is None or penalty.round in match.rounds)
    ]
    return next(reversed(named or played), None)


def _whole(
    found: Mapping[Met, _Boards], session: SessionToScore
) -> list[tuple[str, str, tuple[int | None, ...], _Boards]]:
    """The matches in order; where a match is played in stanzas, its parts are put together until it has its boards."""
    whole: list[tuple[str, str, tuple[int | None, ...], _Boards]] = []
    begun: dict[tuple[str, str], int] = {}
    for (team, opponent, number), boards in sorted(found.items(), key=lambda item: item[0][2] or 0):
        place = begun.get((team, opponent))
        most = session.boards_of_match(team, opponent)
        if place is not None and most:
            _, _, rounds, open_match = whole[place]
            together = open_match + boards
            if len(together) <= most:
                whole[place] = team, opponent, (*rounds, number), together
                continue
        begun[team, opponent] = len(whole)
        whole.append((team, opponent, (number,), boards))
    return whole


def incomplete(match: Match, session: SessionToScore) -> Sentence | None:
    """What the list says of a match with boards that were not compared, by the regulations; None for a whole match."""
    lost = len(match.halves) + len(match.unplayed) + match.missing
    if not lost:
        return None
    whole = session.boards_of_match(match.team, match.opponent) or match.boards + lost
    told = say(
        "Against {opponent}: {compared} of {whole} compared",
        opponent=match.opponent,
        compared=match.boards,
        whole=counted("boards", whole),
    )
    if match.halves:
        told = say("{told}; one table is missing on {boards}", told=told, boards=spans(match.halves))
    if match.unplayed:
        told = say("{told}; not played: {boards}", told=told, boards=spans(match.unplayed))
    if match.assigned:
        told = say(
            "{told}, for which each side gets {imps}",
            told=told,
            imps=counted("IMPs", match.assigned, shown(match.assigned)),
        )
    if match.missing:
        told = say("{told}; {count} not in the results", told=told, count=match.missing)
    if not session.on_victory_points or not match.counts:
        return told
    told = say("{told}; on the scale of {boards}", told=told, boards=counted("boards", match.on_scale))
    least = in_proportion(session.regulations.matches).unplayable
    if 2 * lost > whole and least:
        told = say(
            "{told}; the director may give each side {vps} or its mean",
            told=told,
            vps=counted("VPs", least, shown(least)),
        )
    return told


def in_proportion(settings: Matches, scale_name: str = "") -> Matches:
    """The settings for a scale, their own if none is named: what they give of 20 victory points is as much of those that
    the scale has (NZ regulation of July 2013: 12 of 20 were 18 of 30 before).

    >>> from arrowswitch.regulations import load
    >>> thirty = in_proportion(load("nzb").matches, "acbl-30")
    >>> [int(each) for each in (thirty.forfeit, thirty.bye, thirty.same_way, thirty.unplayable)]
    [18, 18, 12, 18]
    """
    name = scale_name or settings.scale
    times = Fraction(scale(name).total) / 20
    return replace(
        settings,
        scale=name,
        forfeit=settings.forfeit * times,
        forfeit_for_draw=settings.forfeit_for_draw * times,
        bye=settings.bye * times,
        same_way=settings.same_way * times,
        unplayable=settings.unplayable * times,
    )


def forfeit(
    settings: Matches, own_mean: Number | None = None, mean_against_offender: Number | None = None
) -> tuple[Number, Number]:
    """Victory points of the side that was ready to play, and of the absent one; without means, those for now.

    >>> from arrowswitch.regulations import load
    >>> forfeit(load("bnsw").matches), [float(vps) for vps in forfeit(load("bnsw").matches, 9, Fraction(141, 10))]
    ((12, 0), [14.1, 0.0])
    """
    means = [mean for mean in (own_mean, mean_against_offender) if mean is not None] if settings.forfeit_means else []
    return tidy(max([settings.forfeit, *means])), 0


def forfeit_imps(vps: Number, boards: int, scale_name: str = "wbf") -> int:
    """IMPs for a forfeit: the most that earn the victory points assigned (Bridge NSW 12.9.4).

    >>> forfeit_imps(12, 8)
    4
    """
    return most_margin(vps, boards, scale_name)


def half_match(
    imps: Number, boards_played: int, match_boards: int, regulations: Regulations, scale_name: str = ""
) -> Number:
    """Victory points of a pair that sat out half of a match (Bridge NSW 12.7); on the scale of the regulations if none is named.

    >>> from arrowswitch.regulations import load
    >>> [float(half_match(*case, load("bnsw"))) for case in ((5, 4, 8), (10, 7, 14), (-4, 6, 12))]
    [13.78, 13.99, 8.1]
    """
    settings = regulations.matches
    if match_boards < settings.half_match_doubled_below:
        return victory_points(2 * imps, match_boards, scale_name or settings.scale)[0]
    return victory_points(imps, boards_played, scale_name or settings.scale)[0]


def unplayed_boards(boards: int, settings: Matches) -> Number:
    """IMPs for boards that could not be played, nobody at fault (Bridge NSW 12.10).

    >>> from arrowswitch.regulations import load
    >>> [int(unplayed_boards(boards, load("bnsw").matches)) for boards in (1, 2, 3, 4, 5, 6, 7, 8, 13)]
    [2, 4, 6, 7, 8, 9, 10, 32, 39]
    """
    if boards < 1:
        return 0
    if settings.unplayed_by_scale_from and boards >= settings.unplayed_by_scale_from:
        column = max(number for number in PRINTED_COLUMNS if number <= boards)
        most = most_margin(settings.unplayed_target, column, "wbf-discrete")
        return tidy(boards * round_step(Fraction(most, boards), Fraction(1, 2)))  # 0.25 and 0.75 go up
    steps = [step for step in settings.unplayed_imps if step[0] <= boards]
    return tidy(boards * steps[-1][1] + steps[-1][2]) if steps else 0


def unplayable(settings: Matches, own_mean: Number | None = None) -> Number:
    """Victory points of a side when more than half of a match's boards could not be played: its mean in its other
    matches, if that is more.

    >>> from arrowswitch.regulations import load
    >>> unplayable(load("nzb").matches), unplayable(load("nzb").matches, 15)
    (12, 15)
    """
    return tidy(max(settings.unplayable, settings.unplayable if own_mean is None else own_mean))


def same_way(settings: Matches) -> tuple[Number, Number]:
    """Victory points when both pairs of both teams sat the same way, and the match cannot be played again.

    >>> from arrowswitch.regulations import load
    >>> same_way(load("nzb").matches)
    (8, 8)
    """
    return tidy(settings.same_way), tidy(settings.same_way)
