"""An event of several sessions: one ranked list from the lists of its sessions, with all, a share or nothing carried over.

Percentages are combined by the boards that were played, so that a short session weighs less; matchpoints, IMPs and victory
points are added. Totals can be added only where everybody played the same number of boards (NZ manual SET-14); where that
is not so, it is said. Who played too few sessions is listed without a place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from arrowswitch.bridge import Side
from arrowswitch.scoring import Explanation, Step, places
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.words import Sentence, counted, say

Way = Literal["percent", "points", "vps"]
WAYS: Mapping[Way, Sentence] = {
    "percent": say("mean of the percentages, by boards played"),
    "points": say("sum of matchpoints or IMPs"),
    "vps": say("sum of victory points"),
}


class BadEvent(ValueError):  # noqa: N818 - what the scorer would call it
    """Sessions that cannot be combined in this way, said in a sentence."""


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

    @property
    def percent(self) -> Fraction | None:
        """Of all that it could have."""
        return Fraction(self.points) / self.maximum * 100 if self.maximum else None


@dataclass(frozen=True)
class EventPart:
    """A session of the event, by its name."""

    name: str
    entries: tuple[SessionScore, ...]


@dataclass(frozen=True, slots=True)
class CombinationPlan:
    """How the sessions become one list; `carried` is the share of all but the last session that counts."""

    way: Way = "percent"
    carried: Fraction = Fraction(1)

    def share(self, number: int, sessions: int) -> Fraction:
        """How much of a session counts.

        >>> [str(CombinationPlan(carried=Fraction(1, 2)).share(number, 3)) for number in range(3)]
        ['1/2', '1/2', '1']
        """
        return Fraction(1) if number == sessions - 1 else self.carried


@dataclass(frozen=True, slots=True)
class SessionShare:
    """What a contestant takes from one session into the event."""

    session: str
    entry: SessionScore | None
    """None if it did not play."""
    share: Fraction
    value: Number | None
    """Its result there: a percentage, points or victory points."""


@dataclass(frozen=True, slots=True)
class EventPlace:
    """A contestant's place in the event."""

    who: str
    rank: str
    """Empty for those who played too few sessions."""
    value: Number | None
    boards: int
    taken: tuple[SessionShare, ...]
    direction: Side | None = None


@dataclass(frozen=True, slots=True)
class Combined:
    """The list of an event, the best first, and what must be said about it."""

    placed: tuple[EventPlace, ...]
    notes: tuple[Sentence, ...] = ()


def combine(parts: Sequence[EventPart], plan: CombinationPlan | None = None) -> Combined:
    """One list from several.

    >>> first = EventPart("Monday", (SessionScore("1", 24, 60, 100), SessionScore("2", 24, 40, 100)))
    >>> second = EventPart("Tuesday", (SessionScore("1", 12, 24, 50), SessionScore("2", 12, 26, 50)))
    >>> [(each.who, each.rank, str(each.value)) for each in combine([first, second]).placed]
    [('1', '1', '56'), ('2', '2', '44')]
    """
    plan = plan or CombinationPlan()
    _check(parts, plan)
    names = dict.fromkeys(entry.who for part in parts for entry in part.entries)
    by_part = [{entry.who: entry for entry in part.entries} for part in parts]
    shares = [plan.share(number, len(parts)) for number in range(len(parts))]
    apart = _keeps_to_one_side(by_part, names)
    found: list[EventPlace] = []
    for who in names:
        taken = tuple(
            SessionShare(part.name, entries.get(who), share, _value(entries[who], plan) if who in entries else None)
            for part, entries, share in zip(parts, by_part, shares, strict=True)
        )
        played_all = all(each.value is not None for each in taken if each.share)
        sides = [each.entry.direction for each in taken if each.entry]
        found.append(
            EventPlace(
                who,
                "-" if played_all else "",
                _total(taken, plan),
                sum(each.entry.boards for each in taken if each.entry and each.share),
                taken,
                sides[0] if apart and sides else None,
            )
        )
    return Combined(tuple(_ranked(found)), tuple(_notes(parts, shares, plan)))


def _check(parts: Sequence[EventPart], plan: CombinationPlan) -> None:
    if not 0 <= plan.carried <= 1:
        raise BadEvent(say("From 0% to 100% can be carried over, not {percent}%.", percent=shown(plan.carried * 100)))
    for part in parts:
        names = [entry.who for entry in part.entries]
        if len(set(names)) < len(names):
            twice = next(name for place, name in enumerate(names) if name in names[:place])
            raise BadEvent(say("{who} is twice in {session}.", who=twice, session=part.name))
        if plan.way == "percent" and any(entry.maximum is None for entry in part.entries):
            raise BadEvent(say("{session} has no percentages; combine the event by points.", session=part.name))
        if plan.way == "vps" and any(entry.vps is None for entry in part.entries):
            raise BadEvent(say("{session} has no victory points; combine the event by points.", session=part.name))


def _value(entry: SessionScore, plan: CombinationPlan) -> Number | None:
    if plan.way == "percent":
        return entry.percent
    return entry.vps if plan.way == "vps" else entry.points


def _total(taken: Sequence[SessionShare], plan: CombinationPlan) -> Number | None:
    counted = [
        (each.share, each.value, each.entry.boards)
        for each in taken
        if each.entry is not None and each.value is not None and each.share
    ]
    if not counted:
        return None
    if plan.way != "percent":
        return tidy(sum((share * value for share, value, _ in counted), Fraction(0)))
    weight = sum((share * boards for share, _, boards in counted), Fraction(0))
    return tidy(sum((share * boards * value for share, value, boards in counted), Fraction(0)) / weight)


def _keeps_to_one_side(by_part: Sequence[Mapping[str, SessionScore]], names: Mapping[str, None]) -> bool:
    """Whether there are two lists: everybody has sat the same way in all sessions."""
    for who in names:
        sides = {entries[who].direction for entries in by_part if who in entries}
        if len(sides) > 1 or None in sides:
            return False
    return True


def _ranked(found: Sequence[EventPlace]) -> list[EventPlace]:
    ordered: list[EventPlace] = []
    for direction in dict.fromkeys((Side.NS, Side.EW, None)):
        mine = [each for each in found if each.direction is direction]
        whole = sorted((each for each in mine if each.rank), key=lambda each: each.value or 0, reverse=True)
        ranks = places([(each.who, each.value) for each in whole])
        ordered += [_with_rank(each, ranks[each.who]) for each in whole]
        ordered += sorted((each for each in mine if not each.rank), key=_how_far)
    return ordered


def _how_far(each: EventPlace) -> tuple[int, Number, str]:
    """Those without a place: who has played most comes first, then who has done best."""
    return -sum(taken.value is not None for taken in each.taken), -(each.value or 0), each.who


def _with_rank(each: EventPlace, rank: str) -> EventPlace:
    return EventPlace(each.who, rank, each.value, each.boards, each.taken, each.direction)


def _notes(parts: Sequence[EventPart], shares: Sequence[Fraction], plan: CombinationPlan) -> list[Sentence]:
    found = []
    if plan.way == "points":
        for part, share in zip(parts, shares, strict=True):
            most = {(entry.boards, entry.maximum) for entry in part.entries if entry.boards}
            if share and len(most) > 1:
                found.append(
                    say(
                        "In {session} not everybody played the same boards for the same top, so the sums do not compare "
                        "like with like; percentages would.",
                        session=part.name,
                    )
                )
    if any(not share for share in shares):
        found.append(say("Nothing is carried over: the last session alone decides."))
    elif any(share < 1 for share in shares):
        found.append(say("Of the sessions before the last, {percent}% count.", percent=shown(plan.carried * 100)))
    return found


def explain_combined(placed: EventPlace, plan: CombinationPlan | None = None, name: str = "") -> Explanation:
    """The working of a contestant's result in the event.

    >>> first = EventPart("Monday", (SessionScore("1", 24, 60, 100), SessionScore("2", 24, 40, 100)))
    >>> second = EventPart("Tuesday", (SessionScore("1", 12, 24, 50), SessionScore("2", 12, 26, 50)))
    >>> print(explain_combined(combine([first, second]).placed[0], name="Ann & Bob"))
    Ann & Bob: the whole event
      Monday: 60% on 24 boards; boards times percent = 1440
      Tuesday: 48% on 12 boards; boards times percent = 576
      Together 2016, divided by 36 boards = 56
    """
    plan = plan or CombinationPlan()
    steps: list[Step] = []
    for each in placed.taken:
        if each.entry is None or each.value is None:
            steps.append(Step(say("{session}: did not play", session=each.session), 0))
        elif plan.way == "percent":
            product = tidy(each.share * each.entry.boards * each.value)
            steps.append(Step(_percent_step(each, each.entry.boards), product))
        elif each.share == 1:
            steps.append(Step(say("{session}", session=each.session), tidy(each.value)))
        else:
            text = say(
                "{session}: {share}% of {value}",
                session=each.session,
                share=shown(each.share * 100),
                value=shown(each.value),
            )
            steps.append(Step(text, tidy(each.share * each.value)))
    if placed.value is not None and plan.way == "percent":
        weight = sum((each.share * each.entry.boards for each in placed.taken if each.entry), Fraction(0))
        together = sum((step.result for step in steps), Fraction(0))
        text = say(
            "Together {sum}, divided by {boards}",
            sum=shown(together),
            boards=counted("boards", weight, shown(weight)),
        )
        steps.append(Step(text, placed.value))
    else:
        steps.append(Step(say("Together"), placed.value or 0))
    return Explanation(say("{name}: the whole event", name=name or placed.who), tuple(steps))


def _percent_step(each: SessionShare, boards: int) -> Sentence:
    values = {"session": each.session, "percent": shown(each.value or 0), "boards": counted("boards", boards)}
    if each.share == 1:
        return say("{session}: {percent}% on {boards}; boards times percent", **values)
    return say(
        "{session}: {percent}% on {boards}, of which {share}% count; boards times percent",
        share=shown(each.share * 100),
        **values,
    )
