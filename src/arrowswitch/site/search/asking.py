"""What somebody types, understood: names, two names, a day, a month, a year, a board, a slam, a ruling."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date

from django.utils.dates import MONTHS
from django.utils.translation import override

LONGEST = 120
DENOMINATIONS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "n": "NT", "nt": "NT", "♠": "♠", "♥": "♥", "♦": "♦", "♣": "♣"}
ISO = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b")
DAY_FIRST = re.compile(r"\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b")
IN_WORDS = re.compile(r"\b(\d{1,2})\.?\s+([^\W\d_]{3,})\.?,?\s+(\d{4})\b")
IN_MONTH = re.compile(r"\b([^\W\d_]{3,})\.?,?\s+((?:19|20)\d\d)\b")
IN_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
BOARD = re.compile(r"\b(?:board|bd|brd)\.?\s*#?(\d{1,3})\b", re.IGNORECASE)
BID = re.compile(r"(?<!\w)([67])\s*(nt|[snhdc♠♥♦♣])?(?!\w)", re.IGNORECASE)
SLAMS = re.compile(r"\b(?:grand|small)?\s*slams?\b|\bgrand\b", re.IGNORECASE)
RULINGS = re.compile(r"\brulings?\b", re.IGNORECASE)
MADE, DOWN = re.compile(r"\bmade\b", re.IGNORECASE), re.compile(r"\b(?:down|failed|off)\b", re.IGNORECASE)
TWO = re.compile(r"\s*(?:&|\+|/|;|\bwith\b|\band\b)\s*", re.IGNORECASE)
COMMA = re.compile(r"(\w\S*\s+\w[^,]*),\s*(\w\S*\s+\w[^,]*)")
"""Two whole names; a comma after one word stands between family and given name."""


@dataclass(frozen=True)
class Asked:
    """What is looked for."""

    names: tuple[str, ...] = ()
    """One name or two; as typed."""
    day: date | None = None
    board: int | None = None
    slam: bool = False
    bid: str = ""
    """As a result begins: `6♠`, or `7` for every grand slam."""
    made: bool | None = None
    ruling: bool = False
    since: date | None = None
    until: date | None = None
    during: str = ""
    """A month or a year, as typed; its first day and its last are `since` and `until`."""


def understood(text: str) -> Asked:
    """What a text asks for.

    >>> understood("Ash & Beech").names, understood("amber oak").names
    (('Ash', 'Beech'), ('amber oak',))
    >>> board = understood("board 14 2026-03-03")
    >>> board.names, board.day, board.board, board.slam, board.during
    ((), datetime.date(2026, 3, 3), 14, False, '')
    >>> slams = understood("amber 7nt made"), understood("grand slams"), understood("slam 6h down")
    >>> [(each.names, each.bid, each.made) for each in slams]
    [(('amber',), '7NT', True), ((), '7', None), ((), '6♥', False)]
    >>> understood("14 Jan 2026").day, understood("3 March 2026 board 5").day, understood("3 Ash 2026").day
    (datetime.date(2026, 1, 14), datetime.date(2026, 3, 3), None)
    >>> ash, march = understood("Ash 2026"), understood("March 2026")
    >>> (ash.names, str(ash.since), str(ash.until)), (march.names, str(march.since), str(march.until))
    ((('Ash',), '2026-01-01', '2026-12-31'), ((), '2026-03-01', '2026-03-31'))
    >>> understood("ruling lead out of turn").names, understood("Sand, Made").names
    (('lead out of turn',), ('Sand, Made',))
    """
    left = " ".join(text[:LONGEST].split())
    left, day = _day(left)
    left, during, since, until = (left, "", None, None) if day else _period(left)
    left, board = _taken(BOARD, left)
    left, ruling = _taken(RULINGS, left)
    bid, slam = None, None
    if not ruling:
        grand = re.search(r"\bgrand\b", left, re.IGNORECASE)
        left, slam = _taken(SLAMS, left)
        left, bid = _taken(BID, left)
        begins = f"{bid[1]}{DENOMINATIONS.get((bid[2] or '').lower(), '')}" if bid else "7" if grand else ""
    else:
        begins = ""
    is_slam = bool(bid or slam)
    made = None
    if is_slam:
        left, yes = _taken(MADE, left)
        left, no = _taken(DOWN, left)
        made = True if yes else False if no else None
    names = tuple(name for name in ([left] if ruling else TWO.split(left)) if name.strip(" ,."))[:2]
    number = int(board[1]) if board else None
    return Asked(names, day, number, is_slam, begins, made, bool(ruling), since, until, during)


def parted(name: str) -> tuple[str, ...]:
    """What nobody is called, as two names with a comma between.

    >>> parted("ann ash, bo beech"), parted("Ash, Ann")
    (('ann ash', 'bo beech'), ('Ash, Ann',))
    """
    two = COMMA.fullmatch(name)
    return two.groups() if two else (name,)


def _taken(pattern: re.Pattern[str], text: str) -> tuple[str, re.Match[str] | None]:
    """A text without the first place that a pattern finds, and that place."""
    found = pattern.search(text)
    if found is None:
        return text, None
    return " ".join(f"{text[: found.start()]} {text[found.end() :]}".split()), found


def _day(text: str) -> tuple[str, date | None]:
    for pattern, order in ((ISO, (1, 2, 3)), (DAY_FIRST, (3, 2, 1)), (IN_WORDS, (3, 2, 1))):
        left, found = _taken(pattern, text)
        if found:
            try:
                year, month, day = (found[group] for group in order)
                return left, date(int(year), int(month) if month.isdecimal() else _month(month), int(day))
            except ValueError:
                continue
    return text, None


def _period(text: str) -> tuple[str, str, date | None, date | None]:
    """A text without the month or the year in it, and that as typed, with its first day and its last."""
    whole = IN_WORDS.search(text)
    if whole and _month(whole[2]):  # a day that there is not, such as 31 Feb 2026
        return text, "", None, None
    left, found = _taken(IN_MONTH, text)
    month = _month(found[1]) if found else 0
    if found and month:
        year = int(found[2])
        return left, found[0], date(year, month, 1), date(year, month, monthrange(year, month)[1])
    left, found = _taken(IN_YEAR, text)
    if found is None:
        return text, "", None, None
    return left, found[0], date(int(found[0]), 1, 1), date(int(found[0]), 12, 31)


def _month(written: str) -> int:
    """The month of a name or the beginning of one, in the reader's language or in English; 0 for what is none."""
    begins = written.casefold()
    names = [(number, str(name)) for number, name in MONTHS.items()]
    with override("en"):
        names += [(number, str(name)) for number, name in MONTHS.items()]
    return next((number for number, name in names if name.casefold().startswith(begins)), 0)
