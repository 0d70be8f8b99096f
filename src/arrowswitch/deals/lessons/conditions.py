"""A small language for what a deal must be like: a line for each seat, such as `dealer: 15-17 points, balanced`.

Seats are said from the dealer on (dealer, left, partner, right), so that a set can be played on any boards. Commas are
"and"; `or` stands between two wants, and on a line of its own between two whole deals. `docs/directors/deals.md` has all words.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from arrowswitch.bridge import Seat
from arrowswitch.deals.lessons.holdings import RANKS, SUITS
from arrowswitch.words import say

PLACES = ("dealer", "left", "partner", "right")
"""The seats as the bidding goes."""
MOST_TEXT, MOST_WANTS = 4000, 200


class BadCondition(ValueError):  # noqa: N818 - said to a person
    """A condition that cannot be read, with the line and what is wrong in it."""


class Span(NamedTuple):
    """From one number to another, both of them in it."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class CountWant:
    """So much of a fact in all four suits together: points, aces, losers."""

    fact: str
    span: Span


@dataclass(frozen=True, slots=True)
class SuitWant:
    """In one of these suits, or in each, so many cards of a quality; or so much of a fact."""

    suits: str
    span: Span
    fact: str = "length"
    quality: str = ""
    each: bool = False


@dataclass(frozen=True, slots=True)
class LongestWant:
    """No suit is longer than this one."""

    suit: str


@dataclass(frozen=True, slots=True)
class ShapeWant:
    """One of these shapes: lengths of spades, hearts, diamonds and clubs, in that order or in any."""

    shapes: frozenset[tuple[int, ...]]
    ordered: bool = False


Want = CountWant | SuitWant | LongestWant | ShapeWant


class Claim(NamedTuple):
    """A want, or that it is not so."""

    want: Want
    holds: bool = True


@dataclass(frozen=True, slots=True)
class SeatLine:
    """What one hand must be, or what two are together: of each group of claims one must be true."""

    seats: tuple[str, ...]
    wants: tuple[tuple[Claim, ...], ...]


@dataclass(frozen=True, slots=True)
class LessonCondition:
    """What a deal must be like: one of several sets of lines, of which every line is met."""

    ways: tuple[tuple[SeatLine, ...], ...]
    text: str = ""
    """As it was written, without what does not matter: seeds go by it."""


BALANCED = frozenset({(4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)})
SHAPES = {"balanced": BALANCED, "semi-balanced": BALANCED | {(5, 4, 2, 2), (6, 3, 2, 2)}}
_SUITS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
_FAMILIES = {"major": "SH", "minor": "DC", "suit": "SHDC"}
_SUIT = r"(?P<suit>spades?|hearts?|diamonds?|clubs?|(?:in )?(?:an? |one |any |each |both )?(?:majors?|minors?|suits?))"
_SPAN = r"(?P<span>\d+|\d+ ?[-–] ?\d+|\d+\+|at least \d+|at most \d+|up to \d+|no|an?)"
_COUNTED = ("points", "aces", "kings", "queens", "controls", "losers")
_TOGETHER = ("points", "aces", "kings", "queens", "controls")
"""What two hands can be asked for together, besides the length of suits."""
_RANK_WORDS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T"}


def read_condition(text: str) -> LessonCondition:
    """A condition as it is written; `BadCondition` says in which line it cannot be read.

    >>> read_condition("dealer: 15-17 points, balanced").ways[0][0].wants[0]
    (Claim(want=CountWant(fact='points', span=Span(least=15, most=17)), holds=True),)
    >>> read_condition("dealer: 15-17 pionts")
    Traceback (most recent call last):
    arrowswitch.deals.lessons.conditions.BadCondition: Line 1: “15-17 pionts” is not understood. It can be such as ...
    """
    if len(text) > MOST_TEXT:
        raise BadCondition(say("The condition is too long to be one."))
    ways: list[list[SeatLine]] = [[]]
    lines = [" ".join(line.partition("#")[0].lower().split()) for line in text.splitlines()]
    for number, plain in enumerate(lines, 1):
        if plain == "or":
            ways.append([])
        elif plain:
            ways[-1].append(_line(number, plain))
    if not all(ways):
        raise BadCondition(say("There is nothing before or after a line with “or”, or nothing at all."))
    if sum(len(line.wants) for way in ways for line in way) > MOST_WANTS:
        raise BadCondition(say("The condition is too long: it asks for too much at once."))
    return LessonCondition(tuple(map(tuple, ways)), "\n".join(filter(None, lines)))


def _line(number: int, line: str) -> SeatLine:
    who, colon, wants = line.partition(":")
    if not colon:
        raise BadCondition(
            say("Line {number}: a line begins with a seat and a colon, such as “dealer: 5 spades”.", number=number)
        )
    seats = tuple(_seat(number, each.strip()) for each in re.split(r"\+| and ", who))
    if len(seats) > 2 or len(set(seats)) < len(seats):
        raise BadCondition(say("Line {number}: one seat, or two such as “dealer and partner”.", number=number))
    read = tuple(
        tuple(_claim(number, each.strip(), together=len(seats) > 1) for each in re.split(r"\bor\b", want))
        for want in wants.split(",")
        if want.strip()
    )
    if not read:
        raise BadCondition(say("Line {number}: nothing is said of the hand.", number=number))
    return SeatLine(seats, read)


def _seat(number: int, word: str) -> str:
    compass = {seat.full_name.lower(): seat.value for seat in Seat}
    if word in PLACES:
        return word
    if word in compass:
        return compass[word]
    raise BadCondition(
        say(
            "Line {number}: “{word}” is no seat; it can be {places}, north, east, south or west.",
            number=number,
            word=word[:20],
            places=", ".join(PLACES),
        )
    )


def _claim(number: int, text: str, *, together: bool) -> Claim:
    holds = not text.startswith("not ")
    plain = text.removeprefix("not ")
    for form, read in _FORMS:
        if found := form.fullmatch(plain):
            want = read(found)
            if together and not _sums(want):
                raise BadCondition(
                    say("Line {number}: “{text}” cannot be asked of two hands together.", number=number, text=text[:40])
                )
            return Claim(want, holds)
    raise BadCondition(
        say(
            "Line {number}: “{text}” is not understood. It can be such as “15-17 points”, “5+ spades”, “balanced”, "
            "“6 good hearts”, “shape 5431”, “2 aces”.",
            number=number,
            text=text[:40],
        )
    )


def _sums(want: Want) -> bool:
    if isinstance(want, CountWant):
        return want.fact in _TOGETHER
    return isinstance(want, SuitWant) and want.fact == "length" and not want.quality


# -- the forms that a want can have ------------------------------------------------------------------------------------


def _span(text: str) -> Span:
    numbers = [int(each) for each in re.findall(r"\d+", text)]
    if text == "no":
        return Span(0, 0)
    if text in ("a", "an"):
        return Span(1, 1)
    if text.endswith("+") or text.startswith("at least"):
        return Span(numbers[0], 99)
    if text.startswith(("up to", "at most")):
        return Span(0, numbers[0])
    return Span(numbers[0], numbers[-1])


def _suits(text: str) -> tuple[str, bool]:
    """Which suits are meant, and whether all of them."""
    word = text.split()[-1]
    each = "each" in text or "both" in text
    named = word if word.endswith("s") else f"{word}s"
    if named in _SUITS:
        return _SUITS[named], False
    return _FAMILIES[word.removesuffix("s")], each


def _in_suit(found: re.Match[str]) -> SuitWant:
    suits, each = _suits(found["suit"])
    span = _span(found["span"]) if found["span"] else Span(0, 99)
    quality = (found["quality"] or "").strip()
    return SuitWant(suits, span, quality=quality, each=each)


def _of_top(found: re.Match[str]) -> SuitWant:
    suits, each = _suits(found["suit"])
    return SuitWant(suits, _span(found["span"]), fact=f"top {found['top']}", each=each)


def _stopper(found: re.Match[str]) -> SuitWant:
    suits, each = _suits(found["suit"])
    return SuitWant(suits, Span(1, 1), fact="stopped", each=each)


def _points_in(found: re.Match[str]) -> SuitWant:
    suits, each = _suits(found["suit"])
    return SuitWant(suits, _span(found["span"]), fact="points", each=each)


def _card(found: re.Match[str]) -> SuitWant:
    rank = _RANK_WORDS.get(found["rank"], found["rank"].upper().replace("10", "T"))
    return SuitWant(_suits(found["suit"])[0], Span(1, 1), fact=rank)


def _short(found: re.Match[str]) -> SuitWant:
    length = {"void": 0, "singleton": 1, "doubleton": 2}[found["what"]]
    suits, each = _suits(found["suit"] or "suit")
    return SuitWant(suits, Span(length, length), each=each)


def _shape(found: re.Match[str]) -> ShapeWant:
    lengths = tuple(int(each) for each in re.findall(r"\d", found["shape"]))
    ordered = "=" in found["shape"]
    return ShapeWant(frozenset({lengths if ordered else tuple(sorted(lengths, reverse=True))}), ordered)


_POINTS = "points?"
_NAMED = r"(?P<suit>spades?|hearts?|diamonds?|clubs?)"
_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Want]], ...] = (
    (re.compile("(?P<name>balanced|semi-balanced)"), lambda found: ShapeWant(SHAPES[found["name"]])),
    (re.compile(r"shape (?P<shape>\d[-=]?\d[-=]?\d[-=]?\d)"), _shape),
    (re.compile(rf"longest {_NAMED}"), lambda found: LongestWant(_suits(found["suit"])[0])),
    (
        re.compile(rf"{_SPAN} (?P<fact>{'|'.join(word.removesuffix('s') + 's?' for word in _COUNTED)})"),
        lambda found: CountWant(f"{found['fact'].removesuffix('s')}s", _span(found["span"])),
    ),
    (re.compile(rf"{_SPAN} of (?:the )?top (?P<top>[35]) (?:in )?{_SUIT}"), _of_top),
    (re.compile(f"{_SPAN} {_POINTS} in {_SUIT}"), _points_in),
    (re.compile(rf"a?\s?stopper in {_SUIT}"), _stopper),
    (re.compile(rf"(?:a )?(?P<what>void|singleton|doubleton)(?: in {_SUIT})?"), _short),
    (re.compile(rf"(?:the )?(?P<rank>ace|king|queen|jack|ten|10|[{RANKS.lower()}]) of {_NAMED}"), _card),
    (re.compile(rf"(?:{_SPAN} )?(?P<quality>good |poor |solid )?(?:cards? )?{_SUIT}"), _in_suit),
)
assert set(SUITS) == set(_FAMILIES["suit"])  # noqa: S101 - the two lists name the same suits
