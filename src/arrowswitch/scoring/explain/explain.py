"""Why a number is what it is: the working of a contestant's points on a board, total, percentage and place.

The steps are written down by the functions that compute the numbers (`working`); here they are asked for and put in
order. The last step's result is the number itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.bridge import Side
from arrowswitch.scoring.explain.compared import compared
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.lines import Line
from arrowswitch.scoring.matches.matches import Match, all_matches, fined_match, incomplete
from arrowswitch.scoring.matches.victory_points import victory_points
from arrowswitch.scoring.methods import METHODS
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.scoring.points import Points
from arrowswitch.scoring.ranking.factoring import factored
from arrowswitch.scoring.ranking.handicaps import handicapped
from arrowswitch.scoring.ranking.ranking import Standing, ranking, strata, tops
from arrowswitch.scoring.scored import LineSide, SatOut, Scored, Total
from arrowswitch.scoring.session import BadSession, BoardKey
from arrowswitch.scoring.working import Step, Working
from arrowswitch.words import Sentence, counted, say


@dataclass(frozen=True, slots=True)
class Explanation:
    """The working of one number."""

    title: Sentence
    steps: tuple[Step, ...]
    plain: tuple[Sentence, ...] = ()
    """The same without a formula, where that can be said."""

    @property
    def result(self) -> Number:
        """The number that was asked for."""
        return self.steps[-1].result

    def __str__(self) -> str:
        return "\n".join(
            [str(self.title), *(f"  {plain}" for plain in self.plain), *(f"  {step}" for step in self.steps)]
        )


def explain(scored: Scored, contestant: str, board: int | None = None) -> Explanation:
    """The working of a contestant's points on a board, or of its total and place.

    >>> from arrowswitch.scoring import SessionToScore, played, score
    >>> night = score(SessionToScore((played(1, "1", "4", 620), played(1, "2", "5", 170), played(1, "3", "6", 620))))
    >>> print(explain(night, "1", 1))
    1 on board 1, North-South against 4
      It beats 1 of the 2 other pairs.
      It ties with one.
      620 beats 1 of 2 others and ties with 1: 2 × 1 + 1 = 3  [Law 78A]
    """
    names = tuple(scored.session.fields)
    if contestant not in names:
        raise BadSession(
            say("There is no contestant “{name}”; there are {names}.", name=contestant, names=", ".join(names))
        )
    return _total(scored, contestant) if board is None else _on_a_board(scored, contestant, board)


QUESTION = re.compile(
    r"\s*(?:(?:pair|team|player|contestant)\s+)?(?P<name>\S.*?)\s*(?:,?\s*(?:on\s+)?board\s+(?P<board>[0-9]{1,4}))?\s*",
    re.IGNORECASE,
)


UNPLAYED = {
    "not-played": say("Not played; it does not count"),
    "late": say("To be played late; it does not count yet"),
}


def asked(scored: Scored, question: str) -> Explanation:
    """The working that a question in words asks for: "pair 7, board 12", "pair 7 on board 12", or "pair 7".

    >>> from arrowswitch.scoring import SessionToScore, played, score
    >>> night = score(SessionToScore((played(1, "1", "4", 620), played(1, "2", "5", 170))))
    >>> asked(night, "pair 4, board 1").result
    0
    """
    found = QUESTION.fullmatch(question)
    if found is None:
        raise BadSession(
            say("Ask for a pair and a board, such as “pair 7, board 12”; not “{question}”.", question=question)
        )
    return explain(scored, found["name"].strip(), int(found["board"]) if found["board"] else None)


def _on_a_board(scored: Scored, contestant: str, board: int) -> Explanation:
    for key, lines in scored.session.by_board.items():
        for number, line in enumerate(lines):
            for side in Side:
                here = key.board == board and scored.session.sits(contestant, line, side) and line.scored(side)
                if here and line.status != "struck":
                    if not line.counts:
                        return Explanation(_title(line, side), (Step(UNPLAYED[line.status], 0),))
                    work = Working()
                    final = _points(scored, LineSide(key, number, side), line, work)
                    if final is None:
                        return Explanation(
                            _title(line, side),
                            (
                                Step(
                                    say(
                                        "Nothing to compare it with: no result at the other table, or it is in another group"
                                    ),
                                    0,
                                ),
                            ),
                        )
                    beside = compared(scored, contestant, board)
                    return Explanation(_title(line, side), tuple(work.steps), beside.told if beside else ())
    for key, score in scored.boards.items():
        for each in score.sat_out:
            if key.board == board and each.contestant == contestant:
                return _sitting_out(scored, key, each)
    played = sorted({key.board for key in scored.session.by_board})
    raise BadSession(
        say(
            "{name} has no result on board {board}; boards {first}-{last} are in this session.",
            name=contestant,
            board=board,
            first=played[0],
            last=played[-1],
        )
    )


def _sitting_out(scored: Scored, key: BoardKey, sat_out: SatOut) -> Explanation:
    made = [each.points(sat_out.side) for each in scored.boards[key].lines]
    step = Step(
        say(
            "The average of what {side} made at {tables}",
            side=sat_out.side.full_name,
            tables=counted("tables", len(made) - made.count(None)),
        ),
        sat_out.points.value,
        rule=scored.session.regulations.source("butler.sit_out"),
    )
    return Explanation(say("{name} on board {board}, sitting out", name=sat_out.contestant, board=key.board), (step,))


def _title(line: Line, side: Side) -> Sentence:
    return say(
        "{name} on board {board}, {side} against {opponent}",
        name=line.contestant(side),
        board=line.board,
        side=side.full_name,
        opponent=line.contestant(side.other),
    )


def _points(scored: Scored, place: LineSide, line: Line, work: Working) -> Points | None:
    points = scored.scorer(place.key).points(line, place.side, work)
    if points is None or isinstance(points, Points):
        return points
    awaited = scored.waited[place]
    name = line.contestant(place.side)
    mine, both = awaited.points(), [scored.totals[each] for each in scored.session.players(name)]
    others = sum((Fraction(total.points) - mine.value for total in both), Fraction(0))
    maximum = sum((Fraction(total.maximum) - (mine.maximum or 0) for total in both), Fraction(0))
    if maximum and awaited.waiting.follows == "own":
        own = Fraction(others) / maximum * 100
        work.note(
            say(
                "On its other boards {name} has {points} of {maximum}, in percent",
                name=name,
                points=shown(others),
                maximum=shown(maximum),
            ),
            tidy(own),
            "Law 88" if awaited.waiting.rule == scored.session.regulations.source("fouled.small") else "Law 12C2(c)",
        )
    theirs = scored.waited.get(place._replace(side=place.side.other))
    if awaited.waiting.follows == "opponents" and theirs is not None and theirs.waiting.kind == "plus":
        rule = scored.session.regulations.source("artificial.minus_follows")
        work.note(say("The opponents’ average plus, in percent"), tidy(theirs.share * 100), rule)
    return awaited.points(work)


def _total(scored: Scored, contestant: str) -> Explanation:
    work = Working()
    running: Number = 0
    for key, board in scored.boards.items():
        for each in board.lines:
            for side in scored.session.counted_sides(each.line):
                points = each.points(side)
                if points is not None and scored.session.sits(contestant, each.line, side):
                    running = tidy(running + points.value)
                    work.note(
                        say("Board {board}: {points}; so far", board=key.board, points=shown(points.value)), running
                    )
        for sat_out in board.sat_out:
            if sat_out.contestant == contestant:
                value = sat_out.points.value
                running = tidy(running + value)
                work.note(
                    say("Board {board}, sitting out: {points}; so far", board=key.board, points=shown(value)), running
                )
    standing = next((each for each in ranking(scored) if each.contestant == contestant), None)
    if standing is None:
        raise BadSession(say("{name} has no place in the list.", name=contestant))
    _finish(scored, standing, scored.totals.get(contestant, Total()), work)
    return Explanation(say("{name}: total and place", name=contestant), tuple(work.steps))


def _matches(scored: Scored, standing: Standing, work: Working) -> None:
    regulations = scored.session.regulations
    mine = _played(scored, standing)
    for match in mine:
        _to_victory_points(scored, match, mine, work)
    for penalty in scored.session.penalties:
        if penalty.contestant == standing.contestant and penalty.vps:
            work.note(say("Penalty in victory points"), -penalty.vps, "Law 90")
    work.note(say("Victory points together"), standing.vps or 0, regulations.source("matches.scale"))


def _to_victory_points(scored: Scored, match: Match, mine: Sequence[Match], work: Working) -> None:
    """From the IMPs of a match to its victory points; `mine` are all matches of the team."""
    regulations = scored.session.regulations
    told = incomplete(match, scored.session)
    rule = regulations.source("matches.incomplete") if told and regulations.matches.incomplete != "scheduled" else ""
    told = told or say("Against {opponent}", opponent=match.opponent)
    if match.vps is None:
        work.note(say("{match}; victory points", match=told), 0)
        return
    if match.settled is not None and match.awarded:
        kind = match.settled.kind
        said = AWARDED[kind if kind != "forfeit" else "absent" if match.settled.absent == match.team else "came"]
        work.note(
            Sentence(said.template, {"opponent": match.opponent}), match.vps, regulations.source(AWARD_RULES[kind])
        )
        return
    work.note(say("{match}, net IMPs", match=_as_a_whole(match) or told), match.net, rule)
    if match.penalty:
        text = _with_reasons(
            say("Less the penalty of {imps}", imps=counted("IMPs", match.penalty, shown(match.penalty))),
            scored,
            match,
            mine,
        )
        work.note(text, tidy(match.net - match.penalty), "Law 90")
    victory_points(match.net - match.penalty, match.on_scale, regulations.matches.scale, work)


def _as_a_whole(match: Match) -> Sentence | None:
    """What is said of a match that was entered without its boards; None for any other."""
    if match.settled is None or match.awarded:
        return None
    own, others = match.settled.points if match.team == match.settled.one else reversed(match.settled.points)
    return say(
        "Against {opponent}, entered as a whole: {own} to {others}",
        opponent=match.opponent,
        own=shown(own),
        others=shown(others),
    )


AWARDED = {
    "same-way": say("Against {opponent}: both pairs of both teams sat the same way; victory points"),
    "unplayable": say(
        "Against {opponent}: more than half of the boards could not be played; what the regulations give, or the mean of"
        " its other matches if that is more"
    ),
    "came": say(
        "Against {opponent}, who forfeited: what the regulations give, its own mean, or the mean of those who met the"
        " absent team, whichever is most"
    ),
    "absent": say("Against {opponent}: forfeited; victory points"),
}
"""What is said of a match that the director settled."""
AWARD_RULES = {"same-way": "matches.same_way", "unplayable": "matches.unplayable", "forfeit": "matches.forfeit"}


def explain_match(scored: Scored, match: Match) -> tuple[Step, ...]:
    """The working of a match: what was scored, and the victory points that it comes to.

    >>> from arrowswitch.scoring import SessionToScore, matches, played, score
    >>> lines = played(1, "1", "2", 620), played(1, "2", "1", 170)
    >>> night = score(SessionToScore(lines, method="imps", boards_per_match=6, running=True))
    >>> [str(step) for step in explain_match(night, matches(night)["1"][0])]
    ['Against 2, net IMPs = 10', '10 over 6 boards on the scale wbf = 14.25  [WBF continuous scale]']
    """
    work = Working()
    if scored.session.on_victory_points:
        mine = all_matches(scored).get(match.team, ())
        _to_victory_points(scored, match, mine, work)
        last = work.steps.pop()
        work.note(last.text, last.result, last.rule or scored.session.regulations.source("matches.scale"))
        return tuple(work.steps)
    told = incomplete(match, scored.session) or _as_a_whole(match) or say("Against {opponent}", opponent=match.opponent)
    work.note(say("{match}; points", match=told), match.net)
    _match_adds(scored, match, match.net, work)
    return tuple(work.steps)


def _with_reasons(text: Sentence, scored: Scored, match: Match, mine: Sequence[Match]) -> Sentence:
    """What is said of the penalties in a match, with why they were given."""
    counting = [each for each in mine if each.counts]
    for penalty in scored.session.penalties:
        in_it = penalty.contestant == match.team and penalty.points and fined_match(penalty, counting) is match
        if in_it and penalty.reason:
            text = say("{penalty} ({reason})", penalty=text, reason=penalty.reason)
    return text


def _aggregate(scored: Scored, standing: Standing, total: Total, work: Working) -> None:
    """What matches add to the boards: those entered as a whole, Patton's aggregate, and IMPs for boards not played."""
    running = total.points
    for match in _played(scored, standing):
        if match.settled is not None and match.net:
            running = tidy(running + match.net)
            text = _as_a_whole(match) or say("Against {opponent}, settled by the director", opponent=match.opponent)
            work.note(say("{told}; so far", told=text), running)
        running = _match_adds(scored, match, running, work)
        told = incomplete(match, scored.session)
        if told is not None and standing.vps is None:
            work.note(say("{told}; so far", told=told), running)
        if match.assigned:
            running = tidy(running + match.assigned)
            text = say("For boards not played against {opponent}; so far", opponent=match.opponent)
            work.note(text, running, scored.session.regulations.source("matches.incomplete"))


def _match_adds(scored: Scored, match: Match, running: Number, work: Working) -> Number:
    """Patton's aggregate, on top of what there is so far."""
    if scored.session.method != "patton" or match.settled is not None:
        return running
    running = tidy(running + match.aggregate_points)
    text = say(
        "Against {opponent}: {points} of {worth} for the aggregate, with {plus} of {all} on boards with two"
        " results; so far",
        opponent=match.opponent,
        plus=shown(match.plus),
        all=counted("points", match.plus + match.minus, shown(match.plus + match.minus)),
        worth=2 * match.boards,
        points=shown(match.aggregate_points),
    )
    if not match.plus + match.minus:
        text = say(
            "Against {opponent}: {points} of {worth} for the aggregate, half because nobody scored a point; so far",
            opponent=match.opponent,
            worth=2 * match.boards,
            points=shown(match.aggregate_points),
        )
    work.note(text, running)
    return running


def _played(scored: Scored, standing: Standing) -> tuple[Match, ...]:
    return all_matches(scored).get(standing.contestant, ()) if scored.session.teams else ()


def _fines(scored: Scored, standing: Standing, work: Working) -> None:
    if standing.penalty and standing.penalty == sum(match.penalty for match in _played(scored, standing)):
        return  # each is taken from its match, where it is told
    left = standing.points + standing.penalty
    mine = [each for each in scored.session.penalties if each.contestant == standing.contestant and each.vps is None]
    top = tops(scored)[standing.section] if mine else None
    for penalty in mine:
        amount = penalty.amount(top)
        left = tidy(left - amount)
        text = say("Penalty of {amount}", amount=shown(amount))
        if penalty.share is not None:
            percent = shown(penalty.share * 100)
            text = say(
                "Penalty of {percent}% of a top of {top}, {amount}",
                percent=percent,
                top=shown(top or 0),
                amount=shown(amount),
            )
        if penalty.reason:
            text = say("{penalty} ({reason})", penalty=text, reason=penalty.reason)
        work.note(text, left, "Law 90")


def _finish(scored: Scored, standing: Standing, total: Total, work: Working) -> None:
    _aggregate(scored, standing, total, work)
    _fines(scored, standing, work)
    if standing.percent is not None:
        work.note(
            say(
                "{points} of {maximum}, in percent", points=shown(standing.points), maximum=shown(standing.maximum or 0)
            ),
            tidy(standing.percent),
        )
    if standing.vps is not None:
        _matches(scored, standing, work)
    _factored(scored, standing, work)
    _further_lists(scored, standing, work)
    for step, values in standing.tie_steps:
        for value in values:
            work.note(say("In the tie: {step}", step=step), tidy(value))
    place = int(standing.rank.rstrip("="))
    if standing.tie_open:
        work.note(say("The tie is left to {step}; place", step=standing.tie_broken_by), place)
    elif standing.tie_broken_by:
        work.note(say("Tie broken by {step}; place", step=standing.tie_broken_by), place)
    elif standing.rank.endswith("="):
        work.note(say("Place, shared with others"), place)
    else:
        work.note(say("Place"), place)


def _factored(scored: Scored, standing: Standing, work: Working) -> None:
    """What the total would be on as many boards of the same top as others had."""
    if standing.percent is None:
        return
    mine = factored(scored)[standing.contestant]
    for reason in mine.reasons:
        work.note(say("Factored for {reason}: × {factor}", reason=reason, factor=shown(mine.factor, 4)), mine.factor)
    if mine.reasons:
        work.note(say("Factored points"), tidy(standing.points * mine.factor))


def _further_lists(scored: Scored, standing: Standing, work: Working) -> None:
    """The places in the lists that the session asks for besides: strata, and with handicaps."""
    session = scored.session
    everybody = ranking(scored) if session.strata or session.handicaps else ()
    for stratum, among in strata(everybody, session.strata).items() if session.strata else ():
        mine = [each for each in among if each.contestant == standing.contestant]
        for each in mine:
            work.note(say("Place in stratum {stratum}", stratum=stratum), int(each.rank.rstrip("=")))
    if session.handicaps:
        kind, of = session.handicaps
        given = of.get(standing.contestant, 0)
        with_it = next(each for each in handicapped(everybody, of, kind) if each.contestant == standing.contestant)
        word = POINT_WORDS[METHODS[session.method].unit] if kind == "matchpoints" else HANDICAP_WORDS[kind]
        granted = say("A handicap of {handicap} {kind}", handicap=shown(given), kind=word)
        work.note(say("{granted}; points", granted=granted), with_it.points)
        if with_it.percent is not None:
            work.note(say("With the handicap, in percent"), tidy(with_it.percent))
        work.note(say("Place with handicaps"), int(with_it.rank.rstrip("=")))


HANDICAP_WORDS = {"percent": say("percent"), "boards": say("boards")}
POINT_WORDS = {"MPs": say("matchpoints"), "IMPs": say("IMPs"), "points": say("points")}
