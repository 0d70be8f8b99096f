"""Matches between teams: their totals and victory points, and matches that were not played as they should.

Forfeits, byes, half matches and unplayed boards follow the regulations (Bridge NSW 12.7 to 12.10, New Zealand July
2013, Bridge Director's Companion L3883-3887).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.bridge import Side
from arrowswitch.regulations import Matches, Regulations
from arrowswitch.scoring.imps import outcomes_of
from arrowswitch.scoring.numbers import Number, round_step, tidy
from arrowswitch.scoring.scored import Scored
from arrowswitch.scoring.teams import patton_aggregate
from arrowswitch.scoring.victory_points import PRINTED_COLUMNS, most_margin, victory_points


@dataclass(frozen=True, slots=True)
class Match:
    """A match as one of its teams sees it."""

    team: str
    opponent: str
    boards: int
    won: Number
    """Points (IMPs, board points or total points) of the boards won; of all boards where there are no minus points."""
    lost: Number
    net: Number
    aggregate_points: Number = 0
    """Patton only: the part for the aggregate."""
    vps: Number | None = None
    round: int | None = None


def matches(scored: Scored) -> dict[str, tuple[Match, ...]]:
    """Every team's matches, in order.

    >>> from arrowswitch.scoring import Session, played, score
    >>> night = score(Session((played(1, "1", "2", 620), played(1, "2", "1", 170)), method="imps", boards_per_match=6))
    >>> [(m.opponent, m.net, float(m.vps)) for m in matches(night)["1"]]
    [('2', 10, 14.25)]
    """
    session = scored.session
    found: defaultdict[tuple[str, str, int | None], list[tuple[Number, Number, Number]]] = defaultdict(list)
    for board in scored.boards.values():
        by_seats = {(each.line.ns, each.line.ew): each for each in board.lines if each.line.counts}
        for each in board.lines:
            points = each.points(Side.NS)
            if points is None:
                continue
            line = each.line
            partner = by_seats.get((line.ew, line.ns))
            awards = [line.ns_award, *([partner.line.ew_award] if partner else [])]
            scores = [Fraction(sum(s * w for s, w in outcomes_of(award))) for award in awards]
            gains = [score if place == 0 else -score for place, score in enumerate(scores)]
            plus = sum((gain for gain in gains if gain > 0), Fraction(0))
            minus = -sum((gain for gain in gains if gain < 0), Fraction(0))
            found[line.ns, line.ew, line.round].append((points.value, plus, minus))
    teams: defaultdict[str, list[Match]] = defaultdict(list)
    for team, opponent, number, boards in _whole(found, session.boards_per_match):
        values = [value for value, _, _ in boards]
        net = tidy(sum(values, Fraction(0)))
        aggregate: Number = 0
        vps: Number | None = None
        if session.method == "patton":
            aggregate = patton_aggregate(sum(p for _, p, _ in boards), sum(m for _, _, m in boards), len(boards))
        if session.method == "imps" and session.boards_per_match:
            vps = victory_points(net, session.boards_per_match, session.regulations.matches.scale)[0]
        teams[team].append(
            Match(
                team,
                opponent,
                len(boards),
                tidy(sum((value for value in values if value > 0), Fraction(0))),
                tidy(-sum((value for value in values if value < 0), Fraction(0))),
                net,
                tidy(aggregate),
                vps,
                number,
            )
        )
    return {team: tuple(played) for team, played in teams.items()}


Won = tuple[Number, Number, Number]


def _whole(
    found: Mapping[tuple[str, str, int | None], list[Won]], boards_per_match: int | None
) -> list[tuple[str, str, int | None, list[Won]]]:
    """The matches in order; where a match is played in stanzas, its parts are put together until it has its boards."""
    whole: list[tuple[str, str, int | None, list[Won]]] = []
    begun: dict[tuple[str, str], list[Won]] = {}
    for (team, opponent, number), boards in sorted(found.items(), key=lambda item: item[0][2] or 0):
        open_match = begun.get((team, opponent))
        if open_match is not None and boards_per_match and len(open_match) + len(boards) <= boards_per_match:
            open_match.extend(boards)
            continue
        begun[team, opponent] = list(boards)
        whole.append((team, opponent, number, begun[team, opponent]))
    return whole


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


def half_match(imps: Number, boards_played: int, match_boards: int, regulations: Regulations) -> Number:
    """Victory points of a pair that sat out half of a match (Bridge NSW 12.7).

    >>> from arrowswitch.regulations import load
    >>> [float(half_match(*case, load("bnsw"))) for case in ((5, 4, 8), (10, 7, 14), (-4, 6, 12))]
    [13.78, 13.99, 8.1]
    """
    settings = regulations.matches
    if match_boards < settings.half_match_doubled_below:
        return victory_points(2 * imps, match_boards, settings.scale)[0]
    return victory_points(imps, boards_played, settings.scale)[0]


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


def carry_over(first: Number, second: Number, share: Number = 1) -> tuple[Number, Number]:
    """What two sides take into a play-off: the difference, or a share of what each had.

    >>> carry_over(128, 122), [float(vps) for vps in carry_over(100, 80, Fraction(3, 10))]
    ((6, 0), [30.0, 24.0])
    """
    if share == 1:
        return tidy(max(first - second, 0)), tidy(max(second - first, 0))
    return tidy(first * share), tidy(second * share)


def quotient(won: Sequence[Number], lost: Sequence[Number]) -> Fraction | None:
    """IMPs won divided by IMPs lost, which decides three-way ties; None if nothing was lost.

    >>> quotient([20, 30], [25, 15])
    Fraction(5, 4)
    """
    against = sum(lost)
    return Fraction(sum(won)) / against if against else None
