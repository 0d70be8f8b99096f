"""Ratings from session to session: each moves by what a pair scored above or below what was expected of it.

A surprise of one per cent for a pair is one of two for a player whose partner did as expected: that is the gain of 2. How much of it a
rating takes is the share of the session in all boards that it rests on: a newcomer's rating moves quickly, a settled one by little, and
what is older than the memory fades. Ratings are estimates, so here they are decimals, and not the exact numbers of scoring.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from arrowswitch.contests.ratings.expecting import EVEN, Expected, RatedSession, expect
from arrowswitch.scoring import Explanation, Step
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import Number
from arrowswitch.words import Sentence, say

PAIR = 2
"""Players of a pair."""


@dataclass(frozen=True, slots=True)
class RatingRules:
    """The few numbers of the formula."""

    start: float = EVEN
    """The rating of somebody of whom nothing is known,"""
    start_boards: int = 120
    """and how many boards that counts for."""
    memory: int = 1500
    """A rating rests on so many boards at the most: older ones fade."""
    gain: float = 2.0
    settled: int = 1000
    """From so many boards on a rating is settled,"""
    evolving: int = 300
    """from so many on it is evolving, and before that new."""


@dataclass(frozen=True, slots=True)
class RatingStep:
    """How a rating was changed by one session."""

    session: str
    day: date
    player: str
    partner: str
    before: float
    partner_before: float
    expected: Expected
    scored: float
    share: float
    """Of the boards that the rating rests on, the part that this session is."""
    gain: float
    after: float

    @property
    def surprise(self) -> float:
        """What was scored above what was expected."""
        return self.scored - self.expected.percent

    @property
    def working(self) -> Explanation:
        """The steps from the rating before to the one after."""
        expected = self.expected
        values = {
            "own": _said(self.before),
            "partner": _said(self.partner_before),
            "pair": _said(expected.pair),
            "opponents": _said(expected.opponents),
            "others": _said(expected.others),
            "gain": _said(self.gain),
            "share": _said(self.share, 4),
            "surprise": _said(self.surprise),
            "n": expected.boards,
            "name": self.partner,
        }
        steps = (
            _step(say("The pair is the mean of {own} and {partner} of {name}", **values), expected.pair),
            _step(say("Its opponents on {n} boards were", **values), expected.opponents),
            _step(say("At the other tables its side was ahead of the other by", **values), expected.others),
            _step(say("Expected: 50 + {pair} - {opponents} - ({others})", **values), expected.percent),
            _step(say("Scored"), self.scored),
            _step(say("That is above what was expected by"), self.surprise),
            _step(say("These boards are this part of what the rating rests on"), self.share, 4),
            _step(say("{own} + {gain} × {surprise} × {share}", **values), self.after),
        )
        title = say("{player}: the rating after {session}", player=self.player, session=self.session)
        return Explanation(title, steps)


@dataclass(frozen=True)
class PlayerRating:
    """A rating, the boards it was made of, and every step to it."""

    player: str
    value: float
    boards: int
    steps: tuple[RatingStep, ...] = ()

    def standing(self, rules: RatingRules) -> Sentence:
        """How far it can be trusted.

        >>> str(PlayerRating("Ann", 52.0, 400).standing(RatingRules()))
        'evolving'
        """
        if self.boards >= rules.settled:
            return say("settled")
        return say("evolving") if self.boards >= rules.evolving else say("new")


@dataclass(frozen=True)
class RatingBook:
    """All ratings, and what could not be rated."""

    ratings: Mapping[str, PlayerRating]
    notes: tuple[Sentence, ...] = ()

    def ranked(self) -> list[PlayerRating]:
        """The highest first."""
        return sorted(self.ratings.values(), key=lambda each: (-each.value, each.player))


@dataclass(slots=True)
class _Book:
    """Ratings while the sessions are gone through."""

    rules: RatingRules
    values: dict[str, float] = field(default_factory=dict)
    boards: dict[str, int] = field(default_factory=dict)
    steps: dict[str, list[RatingStep]] = field(default_factory=dict)

    def value(self, player: str) -> float:
        return self.values.get(player, self.rules.start)


def rate(
    sessions: Iterable[RatedSession],
    rules: RatingRules | None = None,
    before: Mapping[str, PlayerRating] | None = None,
) -> RatingBook:
    """The ratings after these sessions, which are taken in the order of their days; `before` has those that they begin with.

    >>> pairs = {"a": ("Ann", "Bob"), "b": ("Cy", "Dee"), "c": ("Eve", "Fay"), "d": ("Gus", "Hal")}
    >>> tables = tuple((str(board), *seats) for board in range(1, 25) for seats in (("a", "b"), ("c", "d")))
    >>> night = RatedSession("Monday", date(2026, 1, 5), pairs, tables, {"a": 60.0, "b": 40.0, "c": 40.0, "d": 60.0})
    >>> [(each.player, round(each.value, 2)) for each in rate([night]).ranked()[:2]]
    [('Ann', 53.33), ('Bob', 53.33)]
    """
    book = _Book(rules or RatingRules())
    for known in (before or {}).values():
        book.values[known.player], book.boards[known.player] = known.value, known.boards
    notes: list[Sentence] = []
    for session in sorted(sessions, key=lambda each: each.day):
        odd = [who for who, players in session.players.items() if len(set(players)) != PAIR]
        if odd:
            notes.append(
                say("{session} is not rated: {names} are not pairs.", session=session.name, names=", ".join(odd))
            )
            continue
        _take(book, session)
    ratings = {
        player: PlayerRating(player, value, book.boards[player], tuple(book.steps.get(player, ())))
        for player, value in book.values.items()
    }
    return RatingBook(ratings, tuple(notes))


def _take(book: _Book, session: RatedSession) -> None:
    """Changes the ratings of all players of a session, by what they were before it."""
    strengths = {who: sum(book.value(player) for player in players) / PAIR for who, players in session.players.items()}
    known = tuple(each for each in session.tables if each[1] in strengths and each[2] in strengths)
    expected = expect(RatedSession(session.name, session.day, {}, known, {}), strengths)
    steps = [
        _made(book, session, player, partner, expected[who], session.percents[who])
        for who, (one, other) in session.players.items()
        if who in expected and who in session.percents
        for player, partner in ((one, other), (other, one))
    ]
    for step in steps:
        book.values[step.player] = step.after
        book.boards[step.player] = book.boards.get(step.player, 0) + step.expected.boards
        book.steps.setdefault(step.player, []).append(step)


def _made(
    book: _Book, session: RatedSession, player: str, partner: str, expected: Expected, scored: float
) -> RatingStep:
    rules, before = book.rules, book.value(player)
    rests_on = min(book.boards.get(player, 0) + rules.start_boards, rules.memory)
    share = expected.boards / (rests_on + expected.boards)
    after = before + rules.gain * (scored - expected.percent) * share
    return RatingStep(
        session.name,
        session.day,
        player,
        partner,
        before,
        book.value(partner),
        expected,
        scored,
        share,
        rules.gain,
        after,
    )


def _number(value: float, places: int = 2) -> Number:
    return Fraction(str(round(value, places)))


def _said(value: float, places: int = 2) -> str:
    return shown(_number(value, places), places)


def _step(text: Sentence, value: float, places: int = 2) -> Step:
    return Step(text, _number(value, places))
