"""The field of the round that is to be drawn: scores, places, who has met whom, who has sat out, who has floated.

Contestants are numbered by their places here, 0 the leader, so that neither the order of a file nor the names decide
anything. Scores are whole numbers of the smallest unit that occurs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from math import lcm

from arrowswitch.contests.reading import BadContest
from arrowswitch.contests.swiss.event import PlayedMatch, SwissEntry, SwissEvent, natural
from arrowswitch.words import say

UP, DOWN = 1, -1


@dataclass(frozen=True)
class SwissField:
    """Those who are in the draw, by place."""

    event: SwissEvent
    entries: tuple[SwissEntry, ...]
    scores: tuple[int, ...]
    unit: int
    """So many make a victory point."""
    met: tuple[Mapping[int, tuple[int, ...]], ...]
    """For each contestant, whom it has met and in which rounds."""
    sat_out: tuple[int, ...]
    """How often each has had a bye or been in a triple; who came late has missed a round already."""
    floated: tuple[Mapping[int, int], ...]
    """How often each has floated up and down."""
    last_float: tuple[int, ...]
    tables: tuple[int | None, ...]
    """Where each sat in the round before."""
    order: str
    """The order among equals in this round."""
    position: tuple[int, ...]
    """Of each among those who have its score."""
    equals: tuple[int, ...]
    """How many have its score."""
    continuing: tuple[int, ...]
    """The triple that is in its second round."""
    outstanding: tuple[PlayedMatch, ...]
    """Matches that count although their results are out, with what they count."""

    @property
    def round(self) -> int:
        """The round that is drawn."""
        return self.event.next

    @property
    def by_score(self) -> bool:
        """Whether scores count: not in a first round, nor in the second of a structured draw."""
        return self.order not in FLAT

    def id(self, place: int) -> str:
        """The contestant in a place."""
        return self.entries[place].id

    def vps(self, units: int) -> Fraction:
        """Units as victory points."""
        return Fraction(units, self.unit)

    def place_of(self, name: str) -> int:
        """The place of a contestant."""
        for place, entry in enumerate(self.entries):
            if entry.id == name:
                return place
        raise BadContest(say("{name} does not play in round {round}.", name=name, round=self.round))


FLAT = ("first-place", "first-fold", "first-slide", "structured-1", "structured-2")
FIRST = {
    "random": "first-place",
    "place": "first-place",
    "fold": "first-fold",
    "australian": "first-slide",
    "structured": "structured-1",
}


def field_of(event: SwissEvent) -> SwissField:
    """The field of the next round.

    >>> field_of(SwissEvent((SwissEntry("7", seed=2), SwissEntry("9", seed=1)))).round
    1
    """
    active = [entry for entry in event.entries if entry.plays(event.next)]
    if len(active) < 2:
        raise BadContest(say("A draw needs two contestants; round {round} has {n}.", round=event.next, n=len(active)))
    order = _order(event)
    worth, outstanding = _worth(event)
    counted = worth[: max(0, event.next - 1 - event.rules.lag)]
    totals = _totals(event, counted)
    unit = lcm(*(total.denominator for total in totals.values()))
    known = {name: int(total * unit) for name, total in totals.items()} if order not in FLAT else Counter[str]()
    entries = _placed(active, event, known, order)
    place = {entry.id: number for number, entry in enumerate(entries)}
    scores = tuple(known[entry.id] for entry in entries)
    continuing = _continuing(event, place)
    position, equals = _positions(scores)
    if order in FLAT:
        equals = (len(entries) - left_over(len(entries), event, continuing),) * len(entries)
    floated, last = _floats(event, worth)
    met, sat_out = _meetings(event)
    tables = {side: match.table for matches in _before(event)[-1:] for match in matches for side in match.sides}
    return SwissField(
        event=event,
        entries=entries,
        scores=scores,
        unit=unit,
        met=tuple(
            {place[other]: rounds for other, rounds in met[entry.id].items() if other in place} for entry in entries
        ),
        sat_out=tuple(sat_out[entry.id] + (entry.since > 1) for entry in entries),
        floated=tuple(floated[entry.id] for entry in entries),
        last_float=tuple(last[entry.id] for entry in entries),
        tables=tuple(tables.get(entry.id) for entry in entries),
        order=order,
        position=position,
        equals=equals,
        continuing=continuing,
        outstanding=tuple(match for number, match in outstanding if number <= event.next - 1 - event.rules.lag),
    )


def _order(event: SwissEvent) -> str:
    rules = event.rules
    if event.next == 1:
        return FIRST[rules.first]
    if event.next == 2 and rules.first == "structured":
        return "structured-2"
    return rules.equals


def _before(event: SwissEvent) -> tuple[tuple[PlayedMatch, ...], ...]:
    return event.rounds[: event.next - 1]


def _worth(event: SwissEvent) -> tuple[list[dict[str, Fraction]], list[tuple[int, PlayedMatch]]]:
    """What each round brought to each contestant, and the matches (with their rounds) whose results are out."""
    rounds = _before(event)
    found: list[dict[str, Fraction]] = []
    outstanding: list[tuple[int, PlayedMatch]] = []
    for number, matches in enumerate(rounds, 1):
        worth: dict[str, Fraction] = {}
        for match in matches:
            if match.vps is not None:
                worth.update(zip(match.sides, match.vps, strict=True))
            elif len(match.sides) == 1:
                worth[match.sides[0]] = event.rules.bye
            elif times := _times(event, number, match):
                vps = (times * event.rules.unknown,) * len(match.sides)
                worth.update(zip(match.sides, vps, strict=True))
                outstanding.append((number, replace(match, vps=vps)))
        found.append(worth)
    return found, outstanding


def _totals(event: SwissEvent, worth: Sequence[Mapping[str, Fraction]]) -> dict[str, Fraction]:
    totals = {entry.id: entry.start for entry in event.entries}
    for each in worth:
        for name, vps in each.items():
            totals[name] += vps
    return totals


def lot(event: SwissEvent, name: str) -> str:
    """What decides for a contestant when lots are drawn in this round: the same for everybody who knows the seed."""
    return sha256(f"{event.seed}|{event.next}|{name}".encode()).hexdigest()


def _placed(
    active: Iterable[SwissEntry], event: SwissEvent, totals: Mapping[str, int], order: str
) -> tuple[SwissEntry, ...]:
    """Contestants by score; equal ones by their opponents' scores and seeds, or by lot."""
    by_lot = order == "random" or (order == "first-place" and event.rules.first == "random")
    strength: Counter[str] = Counter()
    for matches in _before(event):
        for match in matches:
            for side in match.sides:
                strength[side] += sum(totals[other] for other in match.sides if other != side)

    def key(entry: SwissEntry) -> tuple[object, ...]:
        seed = (entry.seed is None, entry.seed or 0)
        among = (lot(event, entry.id),) if by_lot else (-strength[entry.id], seed)
        return -totals[entry.id], *among, natural(entry.id)

    return tuple(sorted(active, key=key))


def _positions(scores: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    size = Counter(scores)
    seen: Counter[int] = Counter()
    position = []
    for score in scores:
        position.append(seen[score])
        seen[score] += 1
    return tuple(position), tuple(size[score] for score in scores)


def left_over(entries: int, event: SwissEvent, continuing: Sequence[int]) -> int:
    """How many are not paired in twos: a bye, or a triple, or none."""
    if entries % 2 == 0:
        return 0
    return 3 if continuing or (event.rules.odd == "triple" and entries > 1) else 1


def _meetings(event: SwissEvent) -> tuple[dict[str, dict[str, tuple[int, ...]]], Counter[str]]:
    """For each contestant the rounds in which it met each other, and how often it has had a bye or a triple."""
    met: dict[str, dict[str, tuple[int, ...]]] = defaultdict(dict)
    sat_out: Counter[str] = Counter()
    for number, matches in enumerate(_before(event), 1):
        for match in matches:
            if _second_half(event, number, match):
                continue
            if len(match.sides) != 2:
                sat_out.update(match.sides)
            for side in match.sides:
                for other in match.sides:
                    if other != side:
                        met[side][other] = (*met[side].get(other, ()), number)
    return met, sat_out


def _blocks(rounds: Sequence[Sequence[PlayedMatch]], triple: frozenset[str]) -> int:
    """In how many rounds on end, up to the last, these three have been together."""
    together = 0
    for matches in reversed(rounds):
        if not any(frozenset(match.sides) == triple for match in matches):
            break
        together += 1
    return together


def _second_half(event: SwissEvent, number: int, match: PlayedMatch) -> bool:
    """Whether it is the second round of a triple that began in the round before."""
    if len(match.sides) != 3 or event.rules.triple_rounds == 1:
        return False
    return _blocks(event.rounds[:number], frozenset(match.sides)) % 2 == 0


def _times(event: SwissEvent, number: int, match: PlayedMatch) -> int:
    """For how many matches a match counts whose result is out: for none if it is a triple that has its second round to play."""
    if len(match.sides) == 2 or event.rules.triple_rounds == 1:
        return 1
    if _second_half(event, number, match):
        return 2
    three = frozenset(match.sides)
    if number < event.next - 1:
        return int(all(frozenset(other.sides) != three for other in event.rounds[number]))
    return int(not three <= {entry.id for entry in event.entries if entry.plays(event.next)})  # somebody has withdrawn


def _continuing(event: SwissEvent, place: Mapping[str, int]) -> tuple[int, ...]:
    """The triple of the round before, if it has another round to go and all three are still there."""
    if event.rules.triple_rounds == 1 or event.next == 1:
        return ()
    rounds = _before(event)
    for match in rounds[-1]:
        if len(match.sides) == 3 and _blocks(rounds, frozenset(match.sides)) % 2:
            places = sorted(place[side] for side in match.sides if side in place)
            return tuple(places) if len(places) == 3 else ()
    return ()


def _floats(
    event: SwissEvent, worth: Sequence[Mapping[str, Fraction]]
) -> tuple[dict[str, Counter[int]], dict[str, int]]:
    """How often each has met a higher and a lower score than its own, and which of the two last time."""
    floated: dict[str, Counter[int]] = {entry.id: Counter() for entry in event.entries}
    last = dict.fromkeys(floated, 0)
    totals = {entry.id: entry.start for entry in event.entries}
    flat = 2 if event.rules.first == "structured" else 1
    for number, matches in enumerate(_before(event), 1):
        if number - 2 - event.rules.lag >= 0:  # what was known when this round was drawn
            for name, vps in worth[number - 2 - event.rules.lag].items():
                totals[name] += vps
        last = dict.fromkeys(floated, 0)
        for match in matches:
            if number <= flat or len(match.sides) != 2:
                continue
            for side, other in (match.sides, match.sides[::-1]):
                way = (totals[other] > totals[side]) - (totals[other] < totals[side])
                last[side] = way
                if way:
                    floated[side][way] += 1
    return floated, last
