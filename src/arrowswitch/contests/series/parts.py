"""The sessions of a series as it takes them: who had what in each, as pairs or as players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from arrowswitch.bridge import Side
from arrowswitch.contests.reading import BadContest
from arrowswitch.contests.series.plan import OF_PERCENTAGES, SeriesPlan
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.words import Sentence, say


@dataclass(frozen=True, slots=True)
class SessionScore:
    """What a contestant has from one session."""

    who: str
    """The same in every session: the players' numbers, or the pair number where pairs keep it."""
    boards: int
    points: Number
    maximum: Number | None = None
    vps: Number | None = None
    direction: Side | None = None
    rank: str = ""
    players: tuple[str, ...] = ()
    """Who they are, for lists of players."""
    handicap: Number = 0
    """In percent."""
    section: str = ""
    """Where each section has a list of its own."""

    @property
    def percent(self) -> Fraction | None:
        """Of all that it could have."""
        return Fraction(self.points) / self.maximum * 100 if self.maximum else None


@dataclass(frozen=True)
class EventPart:
    """A session of the event, by its name."""

    name: str
    entries: tuple[SessionScore, ...]
    day: date | None = None
    final: str = ""
    """The final that it is a session of, such as A; empty for all that come before."""


def parts_of(parts: Sequence[EventPart], plan: SeriesPlan) -> list[EventPart]:
    """The sessions that count, in order, with those whom the plan lists.

    >>> night = EventPart("Monday", (SessionScore("7", 24, 60, 100, players=("Ann", "Bob")),))
    >>> [(each.who, each.players) for each in parts_of([night], SeriesPlan(by="players"))[0].entries]
    [('Ann', ('Bob',)), ('Bob', ('Ann',))]
    """
    plan.check()
    for name in plan.left_out:
        if name not in [part.name for part in parts]:
            raise BadContest(say("There is no session “{name}” to leave out.", name=name))
    chosen = [part for part in parts if part.name not in plan.left_out and _within(part, plan)]
    chosen.sort(key=lambda part: part.day or date.max)
    if plan.way == "places":
        chosen = [_by_places(part, plan) for part in chosen]
    if plan.by == "players":
        chosen = [_of_players(part) for part in chosen]
    for part in chosen:
        _check(part, plan)
    return chosen


def nameless(parts: Sequence[EventPart], plan: SeriesPlan) -> list[Sentence]:
    """Who cannot be listed, because nobody has said who they are."""
    return [
        say("{session}: the players of {who} are not known, so they are not listed.", session=part.name, who=entry.who)
        for part in parts
        if plan.by == "players" and part.name not in plan.left_out and _within(part, plan)
        for entry in part.entries
        if not entry.players
    ]


def _within(part: EventPart, plan: SeriesPlan) -> bool:
    if part.day is None:
        return True
    return (plan.since or date.min) <= part.day <= (plan.until or date.max)


def _by_places(part: EventPart, plan: SeriesPlan) -> EventPart:
    """The same session with what the places are worth instead of points."""
    lists: dict[tuple[str, Side | None], list[SessionScore]] = {}
    for entry in part.entries:
        if place_of(entry.rank) is None:
            raise BadContest(say("{session} has no places; combine the event by points.", session=part.name))
        lists.setdefault((entry.section, entry.direction), []).append(entry)
    worth = {id(entry): points for mine in lists.values() for entry, points in _worth(mine, plan.place_points)}
    return replace(part, entries=tuple(replace(each, points=worth[id(each)], maximum=None) for each in part.entries))


def _worth(mine: Sequence[SessionScore], listed: Sequence[Fraction]) -> list[tuple[SessionScore, Number]]:
    """What each place of a list is worth; who shares places shares their points."""
    found: list[tuple[SessionScore, Number]] = []
    for rank in {place_of(each.rank) or 0 for each in mine}:
        level = [each for each in mine if place_of(each.rank) == rank]
        if listed:
            shared = sum(listed[rank - 1 : rank - 1 + len(level)], Fraction(0)) / len(level)
        else:
            lower = sum((place_of(each.rank) or 0) > rank for each in mine)
            shared = lower + Fraction(len(level) - 1, 2)
        found += [(each, tidy(shared)) for each in level]
    return found


def place_of(rank: str) -> int | None:
    """The number of a place; none where nobody is placed.

    >>> place_of("3="), place_of("-")
    (3, None)
    """
    digits = rank.rstrip("= ")
    return int(digits) if digits.isdecimal() and int(digits) > 0 else None


def _of_players(part: EventPart) -> EventPart:
    """The same session with a line for every player, whose `players` are then its partner or its team-mates."""
    found = []
    for entry in part.entries:
        for player in entry.players:
            others = tuple(sorted(other for other in entry.players if other != player))
            found.append(replace(entry, who=player, players=others, direction=None))
    return replace(part, entries=tuple(found))


def _check(part: EventPart, plan: SeriesPlan) -> None:
    names: set[str] = set()
    for entry in part.entries:
        if entry.who in names:
            raise BadContest(say("{who} is twice in {session}.", who=entry.who, session=part.name))
        names.add(entry.who)
        if entry.maximum is None and plan.way in (*OF_PERCENTAGES, "factored"):
            raise BadContest(say("{session} has no percentages; combine the event by points.", session=part.name))
        if entry.vps is None and plan.way == "vps":
            raise BadContest(say("{session} has no victory points; combine the event by points.", session=part.name))
