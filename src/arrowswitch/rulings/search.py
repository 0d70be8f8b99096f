"""Finding a procedure by what a player says, or by the number of a law."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping

from arrowswitch.rulings.model import Procedure
from arrowswitch.rulings.numbers import by_number, read_number
from arrowswitch.stems import stem, words_of

MEANS = {
    "over": "insufficient", "low": "insufficient", "lower": "insufficient", "dropped": "exposed", "fell": "exposed",
    "showed": "exposed", "spoke": "dummy", "trumped": "revoke", "ruffed": "revoke", "reneged": "revoke", "renege": "revoke",
    "thought": "hesitation", "paused": "hesitation", "tanked": "hesitation", "explained": "explanation",
    "bidding": "auction", "rotation": "turn", "kibitzer": "spectator", "mobile": "telephone", "phone": "telephone",
    "cheated": "purpose",
}  # fmt: skip
"""Words that point to other words."""
SHORT = {
    "UI": "unauthorised information", "AI": "unauthorised information", "LA": "unauthorised information",
    "BIT": "break in tempo", "MI": "misinformation", "EI": "information from outside",
    "LOOT": "lead out of turn", "OLOOT": "opening lead out of turn", "BOOT": "bid out of turn", "POOT": "pass out of turn",
    "COOT": "call out of turn", "DOOT": "double out of turn", "OOT": "call out of turn", "IB": "insufficient bid",
    "CC": "comparable call", "PC": "penalty card", "MPC": "major penalty card", "PP": "procedural penalty",
    "DP": "disciplinary penalty", "ESE": "extremely serious error", "SEWOG": "serious error, wild or gambling",
    "CPU": "concealed partnership understanding", "HUM": "highly unusual method", "AC": "appeals committee",
    "AVE+": "average plus", "AVE-": "average minus", "AV+": "average plus", "AV-": "average minus",
    "A+": "average plus", "A-": "average minus",
}  # fmt: skip
"""What directors write in capitals."""


def in_full(text: str) -> str:
    """A text with the abbreviations of directors written out: in capitals, or when one of them is all there is.

    >>> in_full("BOOT, not accepted"), in_full("ui"), in_full("she waited a bit")
    ('bid out of turn, not accepted', 'unauthorised information', 'she waited a bit')
    """
    if text.strip().upper() in SHORT:
        return SHORT[text.strip().upper()]
    return re.sub(r"(?<![\w+-])[A-Z]+[+-]?(?![\w+-])", lambda found: SHORT.get(found[0], found[0]), text)


def search(
    book: Mapping[str, Procedure], text: str, most: int = 12, *, gettext: Callable[[str], str] = str
) -> list[Procedure]:
    """The procedures that fit what was typed, best first; the commonest for an empty text.

    `gettext` turns the texts of the book into the language of the one who asks.
    """
    asked = text.strip()
    if not asked:
        return sorted(book.values(), key=lambda each: (-each.common, each.title))[:most]
    number = read_number(asked)
    if number and ((named := by_number(book.values(), number)) or not number.perhaps_bid):
        return named[:most]
    asked = in_full(asked)
    wanted = words_of(asked)
    more = [stem(MEANS[word]) for word in re.sub(r"[^a-z0-9 ]", " ", asked.lower()).split() if word in MEANS]
    ways = {each.id: [gettext(way) for way in (each.title, *each.ways)] for each in book.values()}
    weight = _weights(ways.values())
    scored = []
    for each in book.values():
        body = words_of(" ".join(gettext(text) for text in (each.trigger, *each.facts) if text))
        points = _score(ways[each.id], wanted, more, asked.lower(), weight) + 0.05 * sum(
            word in body for word in wanted
        )
        scored.append((round(points, 6), each))
    found = sorted(
        (pair for pair in scored if pair[0] > 0), key=lambda pair: (-pair[0], -pair[1].common, pair[1].title)
    )
    return [each for _, each in found][:most]


def _weights(all_ways: Iterable[Iterable[str]]) -> Callable[[str], float]:
    """How much a word says: the more, the fewer procedures have it."""
    having: dict[str, int] = {}
    count = 0
    for ways in all_ways:
        count += 1
        for word in {word for way in ways for word in words_of(way)}:
            having[word] = having.get(word, 0) + 1
    return lambda word: math.log(1 + count / having.get(word, 1))


def _score(
    ways: Iterable[str], wanted: tuple[str, ...], more: list[str], whole: str, weight: Callable[[str], float]
) -> float:
    """How well it fits: what share of the words asked for stands in one way of putting it, and what share of that way they are."""
    best = 0.0
    everywhere: set[str] = set()
    asked = sum(map(weight, wanted))
    for way in ways:
        have = words_of(way)
        everywhere |= set(have)
        hits = sum(weight(word) for word in wanted if word in have)
        if hits:
            share = hits / asked + hits / sum(map(weight, have)) / 2
            best = max(best, share + (1.0 if whole == way.lower() else 0.0))
    return best + 0.2 * sum(word in everywhere for word in more)
