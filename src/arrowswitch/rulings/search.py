"""Finding a procedure by what a player says, or by the number of a law."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from arrowswitch.rulings.laws import SHAPE, number_of
from arrowswitch.rulings.model import Procedure

SMALL = frozenset(
    """
    a an the of to in on at by my his her our their he she they it is are was were be been i we you and or but not no so
    im ive id youre youve hes shes theyre theyve weve were its thats isnt wasnt arent werent didnt doesnt dont hasnt hadnt
    that this there then just when what did does do has had have
    """.split()  # noqa: SIM905 - a sentence of small words is read more easily
)  # what every sentence has
MEANS = {
    "over": "insufficient", "low": "insufficient", "lower": "insufficient", "dropped": "exposed", "fell": "exposed",
    "showed": "exposed", "spoke": "dummy", "trumped": "revoke", "ruffed": "revoke", "reneged": "revoke", "renege": "revoke",
    "thought": "hesitation", "paused": "hesitation", "tanked": "hesitation", "explained": "explanation",
    "bidding": "auction", "rotation": "turn", "kibitzer": "spectator", "mobile": "telephone", "phone": "telephone",
    "cheated": "purpose",
}  # fmt: skip
"""Words that point to other words."""
ENDINGS = ("ing", "ion", "ed", "es", "e", "s")


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text that say something, cut to their stems.

    >>> words_of("He led from the wrong side!")
    ('led', 'from', 'wrong', 'sid')
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    plain = re.sub(r"[^a-z0-9 ]", " ", plain.replace("'", ""))
    return tuple(_stem(word) for word in plain.split() if word not in SMALL)


def _stem(word: str) -> str:
    """A word without its endings and double letters, so that passed, passes and pass are one.

    >>> _stem("bidding"), _stem("hesitated"), _stem("hesitation")
    ('bid', 'hesitat', 'hesitat')
    """
    for ending in ENDINGS:
        if len(word) >= len(ending) + 3 and word.endswith(ending):
            return _stem(word.removesuffix(ending))
    return word[:-1] if word[-2:-1] == word[-1] and not word.isdigit() else word


def search(
    book: Mapping[str, Procedure], text: str, most: int = 12, *, gettext: Callable[[str], str] = str
) -> list[Procedure]:
    """The procedures that fit what was typed, best first; the commonest for an empty text.

    `gettext` turns the texts of the book into the language of the one who asks.
    """
    asked = text.strip()
    if not asked:
        return sorted(book.values(), key=lambda each: (-each.common, each.title))[:most]
    written = re.sub(r"^law\s*", "", asked, flags=re.IGNORECASE).replace(" ", "").upper()
    law = SHAPE.fullmatch(re.sub(r"\(\w+\)", lambda part: part[0].lower(), written))
    if law and (named := _by_law(book.values(), law[0])):
        return named[:most]
    wanted = words_of(asked)
    more = [_stem(MEANS[word]) for word in re.sub(r"[^a-z0-9 ]", " ", asked.lower()).split() if word in MEANS]
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


def _by_law(procedures: Iterable[Procedure], wanted: str) -> list[Procedure]:
    """Those that are about this law first, then those that rest a ruling on it, then on a part of it."""

    def rank(each: Procedure) -> int | None:
        about = [law for laws in each.laws.values() for law in laws]
        rested = [law for node in each.nodes.values() for laws in getattr(node, "laws", {}).values() for law in laws]
        if any(number_of(law) == number_of(wanted) and wanted.startswith(law) for law in about):
            return 0
        if wanted in about + rested:
            return 1
        return 2 if any(re.match(rf"{re.escape(wanted)}(?![0-9])", law) for law in about + rested) else None

    ranked = [(place, each) for each in procedures if (place := rank(each)) is not None]
    return [each for _, each in sorted(ranked, key=lambda pair: (pair[0], -pair[1].common, pair[1].title))]


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
