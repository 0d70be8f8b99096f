"""The price of another pairing: the best draw in which two given contestants meet, beside the best of all."""

from __future__ import annotations

from arrowswitch.contests.reading import BadContest
from arrowswitch.contests.swiss.draw import best_pairing
from arrowswitch.contests.swiss.event import SwissEvent
from arrowswitch.contests.swiss.field import SwissField, field_of
from arrowswitch.contests.swiss.weights import Cost, in_words
from arrowswitch.words import Sentence, say


def instead(event: SwissEvent, one: str, other: str) -> Sentence:
    """What it would cost that these two meet in the next round.

    >>> from arrowswitch.contests.swiss.event import PlayedMatch, SwissEntry
    >>> vps = {"A": 16, "B": 14, "C": 6, "D": 4}
    >>> first = tuple(PlayedMatch((a, b), (vps[a], vps[b])) for a, b in (("A", "D"), ("B", "C")))
    >>> event = SwissEvent(tuple(SwissEntry(name) for name in vps), (first,), 2)
    >>> str(instead(event, "B", "C"))
    'B v C instead costs 2 rematches (they met in round 1) and 16 VPs of distance.'
    >>> str(instead(event, "A", "B"))
    'A v B is in the best draw, or in one that is as good.'
    """
    field = field_of(event)
    a, b = sorted((field.place_of(one), field.place_of(other)))
    if a == b:
        raise BadContest(say("{name} cannot meet itself.", name=one))
    if {a, b} & set(field.continuing):
        raise BadContest(say("{one} v {other}: the triple has its second round to play.", one=one, other=other))
    best, forced = best_pairing(field), best_pairing(field, (a, b))
    more = tuple(x - y for x, y in zip(forced.cost, best.cost, strict=True))
    if forced.cost <= best.cost:
        return say("{one} v {other} is in the best draw, or in one that is as good.", one=one, other=other)
    return say("{one} v {other} instead costs {price}.", one=one, other=other, price=_price(field, more, a, b))


def _price(field: SwissField, more: Cost, a: int, b: int) -> str:
    words = [str(each) for each in in_words(field, more)]
    if rounds := field.met[a].get(b):
        words[0] += say(" (they met in round {round})", round=rounds[-1])
    return say("{first} and {last}", first=", ".join(words[:-1]), last=words[-1]) if len(words) > 1 else words[0]
