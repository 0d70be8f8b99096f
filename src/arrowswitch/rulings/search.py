"""Finding a procedure by what a player says, or by the number of a law."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping

from arrowswitch.rulings.laws import SHAPE, number_of
from arrowswitch.rulings.model import Procedure

SMALL = frozenset(
    """
    a an the of to in on at by my his her their he she they it is was were be been i we you and or not no
    """.split()  # noqa: SIM905 - a sentence of small words is read more easily
)  # what every sentence has
MEANS = {
    "1c": "bid", "1d": "bid", "1h": "bid", "1s": "bid", "1nt": "bid", "over": "insufficient", "low": "insufficient",
    "wrong": "turn", "hand": "turn", "side": "turn", "dropped": "exposed", "fell": "exposed", "showed": "exposed",
    "spoke": "dummy", "trumped": "revoke", "ruffed": "revoke", "reneged": "revoke", "renege": "revoke", "thought": "hesitation",
    "slow": "hesitation", "paused": "hesitation", "tanked": "hesitation", "told": "explanation", "explained": "explanation",
}  # fmt: skip
"""Words that point to other words."""


def words_of(text: str) -> list[str]:
    """The words of a text that say something, cut to their stems.

    >>> words_of("He led from the wrong side!")
    ['led', 'from', 'wrong', 'side']
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    plain = re.sub(r"[^a-z0-9 ]", " ", plain.replace("'", ""))
    return [_stem(word) for word in plain.split() if word not in SMALL]


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if len(word) > len(ending) + 3 and word.endswith(ending):
            return word.removesuffix(ending)
    return word


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
    more = [_stem(MEANS[word]) for word in asked.lower().split() if word in MEANS]
    scored = [(round(_score(each, wanted, more, asked.lower(), gettext), 6), each) for each in book.values()]
    found = sorted(
        (pair for pair in scored if pair[0] > 0), key=lambda pair: (-pair[0], -pair[1].common, pair[1].title)
    )
    return [each for _, each in found][:most]


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
    procedure: Procedure, wanted: list[str], more: list[str], whole: str, gettext: Callable[[str], str]
) -> float:
    best = 0.0
    ways = [gettext(way) for way in (procedure.title, *procedure.ways)]
    for way in ways:
        have = words_of(way)
        hits = sum(word in have for word in wanted)
        if hits:
            share = hits / len(wanted) + hits / max(len(have), 1) / 2
            best = max(best, share + (1.0 if whole == way.lower() else 0.0))
    everywhere = {word for way in ways for word in words_of(way)}
    best += 0.3 * sum(word in everywhere for word in more)
    body = words_of(" ".join(gettext(each) for each in (procedure.trigger, *procedure.facts) if each))
    return best + 0.05 * sum(word in body for word in wanted)
