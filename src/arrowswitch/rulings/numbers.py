"""Law numbers as directors write them, and the procedures that stand behind a number: the main one first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arrowswitch.rulings.laws import KNOWN
from arrowswitch.rulings.model import DEFAULT_EDITION, Procedure, RulingOutcome

LOOSE = re.compile(
    r"(laws?|l|§)?[\s.]*([1-9]\d?)[\s.]*(?:([a-h])[\s.]*(?:([1-9])[\s.]*(?:\(?([a-z])\)?[\s.]*(?:\(?([ivx]+)\)?)?)?)?)?",
    re.IGNORECASE,
)
A_BID = re.compile(r"[1-9][CDH]")
"""What may be a bid as well as a law."""


@dataclass(frozen=True, slots=True)
class Number:
    """A paragraph that was asked for."""

    law: str
    perhaps_bid: bool = False


def read_number(text: str) -> Number | None:
    """The paragraph that a text names, however it is written; None if it names none.

    >>> [read_number(text).law for text in ("27B1b", "L64A1", "law 27", "27 b 1 (b)", "30b1bii", "Law 12.C.1(e)")]
    ['27B1(b)', '64A1', '27', '27B1(b)', '30B1(b)(ii)', '12C1(e)']
    >>> read_number("1NT"), read_number("94"), read_number("4S")
    (None, None, None)
    """
    match = LOOSE.fullmatch(text.strip())
    if match is None:
        return None
    named, number, letter, digit, small, roman = (part or "" for part in match.groups())
    if int(number) > KNOWN[DEFAULT_EDITION].last_law:
        return None
    parts = (number, letter.upper(), digit, small and f"({small.lower()})", roman and f"({roman.lower()})")
    law = "".join(parts)
    return Number(law, not named and A_BID.fullmatch(law) is not None)


def by_number(procedures: Iterable[Procedure], asked: Number) -> list[Procedure]:
    """The procedures behind a number, those about it first, then those with a ruling that rests on it.

    A paragraph that nobody names stands for the one that it is a part of, down to its letter.
    """
    everything = list(procedures)
    for law in _shortened(asked.law):
        ranked = [(place, each) for each in everything if (place := _place(each, law)) is not None]
        if asked.perhaps_bid and not any(_within(cited, law) for each in everything for cited in _cited(each)):
            return []
        if ranked:
            return [each for _, each in sorted(ranked, key=lambda pair: (pair[0], -pair[1].common, pair[1].title))]
    return []


def _place(each: Procedure, law: str) -> tuple[int, bool, bool, bool] | None:
    """How near a procedure is to a paragraph, the nearest least; None if it has nothing to do with it.

    First what covers most of the paragraph, then what is mainly about this law, then what names it in its head.
    """
    heads, cited = each.laws.get(DEFAULT_EDITION, ()), list(_cited(each))
    covers = max((len(_parts(head)) for head in heads if _within(law, head)), default=0)
    if not covers and not any(_within(one, law) for one in cited):
        return None
    main = bool(heads) and _parts(heads[0])[0] == _parts(law)[0]
    return -covers, not main, not any(_within(head, law) for head in heads), law not in cited


def _cited(each: Procedure) -> Iterator[str]:
    for laws in each.laws.values():
        yield from laws
    for node in each.nodes.values():
        if isinstance(node, RulingOutcome):
            for laws in node.laws.values():
                yield from laws


def _within(law: str, of: str) -> bool:
    """Whether a paragraph is another one, or a part of it.

    >>> _within("64A1", "64A"), _within("64", "6"), _within("64A", "64A1")
    (True, False, False)
    """
    whole = _parts(of)
    return _parts(law)[: len(whole)] == whole


def _parts(law: str) -> tuple[str, ...]:
    """
    >>> _parts("30B1(b)(ii)")
    ('30', 'B', '1', '(b)', '(ii)')
    """
    return tuple(re.findall(r"\d+|[A-Z]|\([a-z]+\)", law))


def _shortened(law: str) -> Iterator[str]:
    """
    >>> list(_shortened("20F5(b)"))
    ['20F5(b)', '20F5', '20F']
    """
    parts = _parts(law)
    for length in range(len(parts), min(len(parts), 2) - 1, -1):
        yield "".join(parts[:length])
