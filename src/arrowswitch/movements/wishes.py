"""What the director asks of a movement, and how the answer's length is found.

A wish is read from what people type ("7½", "7.5", "24-28"); whatever is left open is filled in by the family. What
cannot be had is answered with `ImpossibleWish`, which says what is nearest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.movements.build import Phantom, SketchRow
from arrowswitch.movements.model import ImpossibleWish, Side
from arrowswitch.words import counted, half, say

MOST_TABLES = 72
"""What one movement seats, and what the choice splits into sections: the same limit wherever tables are asked for."""
MOST_LISTED = 40
"""Up to here the catalogue names the sizes of a family."""
MOST_BOARDS_PER_ROUND = 12
LEAST_BOARD_MINUTES, MOST_BOARD_MINUTES = 3, 30
USUAL_BOARDS = 26
"""What a session aims at when nobody says otherwise: 24 to 28 boards."""


@dataclass(frozen=True, slots=True)
class Wish:
    """One movement as asked for; None is left to the family."""

    pairs: int
    rounds: int | None = None
    boards_per_round: int | None = None
    boards: int | None = None
    skip_after: int | None = None
    phantom: str = "auto"
    side: Side = "ns"
    stationary: int = 0
    stanzas: int | None = None
    card: str | None = None

    @property
    def tables(self) -> int:
        """Tables with the half one counted as a table."""
        return (self.pairs + 1) // 2

    @property
    def teams(self) -> int:
        """The same number, where the contestants are teams."""
        return self.pairs

    @property
    def halved(self) -> bool:
        return bool(self.pairs % 2)

    @property
    def entry(self) -> str:
        return half(self.pairs)


def read_tables(text: str | float) -> int:
    """The number of pairs at so many tables.

    >>> read_tables("7½"), read_tables("7.5"), read_tables(7), read_tables("7 1/2"), read_tables("7,5")
    (15, 15, 14, 15, 15)
    """
    plain = str(text).strip().replace(" ", "").replace(",", ".").removesuffix(".0")
    match = re.fullmatch(r"([0-9]{0,6}?)\+?(½|\.50?|1/2)?", plain)
    if not match or not plain:
        raise ImpossibleWish(say("“{text}” is not a number of tables; write 7, 7½ or 7.5.", text=text))
    pairs = 2 * int(match[1] or 0) + bool(match[2])
    if not 4 <= pairs <= 2 * MOST_TABLES:
        raise ImpossibleWish(
            say(
                "One movement seats 2 to {most} tables, not {tables}.",
                tables=half(pairs),
                most=MOST_TABLES,
            )
        )
    return pairs


def read_range(text: str | int | tuple[int, int]) -> tuple[int, int]:
    """A number or a range of numbers.

    >>> read_range("24-28"), read_range("26"), read_range("24–28")
    ((24, 28), (26, 26), (24, 28))
    """
    if isinstance(text, tuple):
        low, high = text
    else:
        match = re.fullmatch(r"([0-9]{1,3})(?:\s*(?:-|–|\.\.|to)\s*([0-9]{1,3}))?", str(text).strip())
        if not match:
            raise ImpossibleWish(say("“{text}” is not a number of boards; write 26 or 24-28.", text=text))
        low, high = int(match[1]), int(match[2] or match[1])
    if low < 1:
        raise ImpossibleWish(say("A session has at least one board, not {low}.", low=low))
    if low > high:
        raise ImpossibleWish(
            say("{low}-{high} is not a range of boards; write the smaller number first.", low=low, high=high)
        )
    return low, high


def read_board_minutes(text: str | float | Fraction) -> Fraction:
    """How many minutes a board takes.

    >>> str(read_board_minutes("7.5")), str(read_board_minutes("7½")), str(read_board_minutes(8))
    ('15/2', '15/2', '8')
    """
    plain = str(text).strip().replace(",", ".").replace("½", ".5")
    try:
        minutes = Fraction(plain) if len(plain) < 20 and "e" not in plain.lower() else Fraction(0)
    except (ValueError, ZeroDivisionError):
        minutes = Fraction(0)
    if not LEAST_BOARD_MINUTES <= minutes <= MOST_BOARD_MINUTES:
        raise ImpossibleWish(
            say(
                "“{text}” is no time for a board; write {least} to {most} minutes, such as 7½.",
                text=text,
                least=LEAST_BOARD_MINUTES,
                most=MOST_BOARD_MINUTES,
            )
        )
    return minutes


def length(wish: Wish, most: int, *, least: int = 1, boards_per_round: int | None = None) -> tuple[int, int]:
    """Boards per round and rounds, as near to the usual session as the wish allows.

    A complete movement is preferred: a round left out counts as much as a board too few.

    >>> length(Wish(pairs=22), most=11), length(Wish(pairs=26), most=13), length(Wish(pairs=14), most=7)
    ((3, 9), (2, 13), (4, 7))
    """
    if wish.rounds is not None and not least <= wish.rounds <= most:
        raise ImpossibleWish(
            say(
                "With {entry} tables this movement has {least} to {most} rounds, not {rounds}.",
                entry=wish.entry,
                least=least,
                most=most,
                rounds=wish.rounds,
            )
        )
    per_round = wish.boards_per_round or boards_per_round
    if per_round is not None and not 1 <= per_round <= MOST_BOARDS_PER_ROUND:
        raise ImpossibleWish(
            say(
                "A round cannot have {boards}; 1 to {most} can be.",
                boards=counted("boards", per_round),
                most=MOST_BOARDS_PER_ROUND,
            )
        )
    sizes = [per_round] if per_round else range(1, MOST_BOARDS_PER_ROUND + 1)
    lengths = [wish.rounds] if wish.rounds else range(least, most + 1)
    possible = [(b, r) for b in sizes for r in lengths]
    if wish.boards is not None:
        fitting = [(b, r) for b, r in possible if b * r == wish.boards]
        if not fitting:
            wanted = wish.boards
            near = sorted({b * r for b, r in possible}, key=lambda n: (abs(n - wanted), n))[:2]
            raise ImpossibleWish(
                say(
                    "With {entry} tables this movement has no place for {boards}; the nearest are {near}.",
                    boards=counted("boards", wish.boards),
                    entry=wish.entry,
                    near=" and ".join(str(n) for n in sorted(near)),
                )
            )
        possible = fitting
    return min(possible, key=lambda br: (abs(br[0] * br[1] - (wish.boards or USUAL_BOARDS)) + most - br[1], br[0]))


def complete_length(wish: Wish, rounds: int) -> tuple[int, int]:
    """Boards per round and rounds of a movement that is chosen for being complete, where that makes 24 to 30 boards.

    >>> complete_length(Wish(pairs=23), 10), complete_length(Wish(pairs=20), 10), complete_length(Wish(pairs=32), 16)
    ((3, 10), (3, 10), (2, 13))
    """
    if wish.rounds is None and wish.boards is None:
        sizes = [wish.boards_per_round] if wish.boards_per_round else range(1, MOST_BOARDS_PER_ROUND + 1)
        if wish.boards_per_round or any(24 <= size * rounds <= 30 for size in sizes):
            wish = replace(wish, rounds=rounds)
    return length(wish, rounds)


def read_phantom(text: str) -> Phantom:
    """Who is missing.

    >>> read_phantom("ns:12")
    Phantom(side='ns', number=12)
    """
    match = re.fullmatch(r"(ns|ew):?([0-9]{1,3})", text.strip().lower())
    if not match:
        raise ImpossibleWish(say("“{text}” does not say who is missing; write ns:12, ew:3 or auto.", text=text))
    return Phantom("ns" if match[1] == "ns" else "ew", int(match[2]))


def place_phantom(wish: Wish, rows: Iterable[SketchRow]) -> Phantom | None:
    """Where the missing pair of a half table hurts least.

    Nobody should meet the phantom more often than can be helped; then a missing NS pair is better than a missing EW
    pair (an idle NS pair overhears its next boards), and the highest table is the easiest to announce.
    """
    if not wish.halved:
        if wish.phantom != "auto":
            raise ImpossibleWish(say("{entry} tables are full: nobody is missing.", entry=wish.entry))
        return None
    if wish.phantom != "auto":
        return read_phantom(wish.phantom)
    return min(phantom_meetings(rows), key=lambda place: place[1:])[0]


def phantom_meetings(rows: Iterable[SketchRow]) -> list[tuple[Phantom, int, int, bool, int]]:
    """For each place: the most often that somebody would meet a phantom there, and how many would so often."""
    met: Counter[tuple[int, int]] = Counter((row.ns, row.ew) for row in rows if row.ns and row.ew)
    meetings: dict[tuple[Side, int], list[int]] = {}
    for (ns, ew), times in met.items():
        meetings.setdefault(("ns", ns), []).append(times)
        meetings.setdefault(("ew", ew), []).append(times)
    places: list[tuple[Phantom, int, int, bool, int]] = []
    for (side, number), counts in sorted(meetings.items(), key=lambda place: (place[0][0] == "ew", place[0][1])):
        worst = max(counts)
        often = counts.count(worst) if worst > 1 else 0
        places.append((Phantom(side, number), worst, often, side == "ew", -number))
    return places
