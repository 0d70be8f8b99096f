"""The calendar as other programs subscribe to it: iCalendar, RFC 5545.

Lines end with CR LF and are folded at 75 octets (3.1), text is escaped (3.3.11), and times are in UTC, so that no time zone has
to be described. Each date is an event of its own with a name that never changes (3.8.4.7) and a number that grows (3.8.7.4); one
that is cancelled stays, marked as such, so that it vanishes where it was copied to.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

OCTETS = 75
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})
REFRESH = "PT4H"
"""How often a program should look again."""


@dataclass(frozen=True)
class IcalEvent:
    """What a calendar shows of one date."""

    uid: str
    summary: str
    begins: datetime.datetime | datetime.date
    """A day if no time was said."""
    ends: datetime.datetime | None = None
    changed: datetime.datetime = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
    sequence: int = 0
    cancelled: bool = False
    location: str = ""
    description: str = ""
    address: str = ""


UTC_ZONE = [
    *("BEGIN:VTIMEZONE", "TZID:UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000"),
    *("TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE"),
]
"""What stands in a calendar without dates: one with nothing in it is none (3.4), and programs refuse it."""


def calendar(name: str, events: Iterable[IcalEvent]) -> str:
    """A whole calendar.

    >>> day = datetime.date(2026, 1, 6)
    >>> text = calendar("Riverside", [IcalEvent("a1", "Pairs; open", day)])
    >>> for line in text.split("\\r\\n")[:11]:
    ...     print(line)
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Arrowswitch//Calendar//EN
    CALSCALE:GREGORIAN
    METHOD:PUBLISH
    NAME:Riverside
    X-WR-CALNAME:Riverside
    REFRESH-INTERVAL;VALUE=DURATION:PT4H
    X-PUBLISHED-TTL:PT4H
    BEGIN:VEVENT
    UID:a1
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Arrowswitch//Calendar//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"NAME:{escaped(name)}",
        f"X-WR-CALNAME:{escaped(name)}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{REFRESH}",
        f"X-PUBLISHED-TTL:{REFRESH}",
        *([line for each in events for line in _event(each)] or UTC_ZONE),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded(line)}\r\n" for line in lines)


def _event(event: IcalEvent) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{event.uid}"
    yield f"DTSTAMP:{instant(event.changed)}"
    yield f"LAST-MODIFIED:{instant(event.changed)}"
    yield f"SEQUENCE:{event.sequence}"
    yield f"SUMMARY:{escaped(event.summary)}"
    if isinstance(event.begins, datetime.datetime):
        yield f"DTSTART:{instant(event.begins)}"
        if event.ends:
            yield f"DTEND:{instant(event.ends)}"
    else:
        yield f"DTSTART;VALUE=DATE:{event.begins:%Y%m%d}"
        yield "TRANSP:TRANSPARENT"
    yield f"STATUS:{'CANCELLED' if event.cancelled else 'CONFIRMED'}"
    for name, text in (("LOCATION", event.location), ("DESCRIPTION", event.description)):
        if text:
            yield f"{name}:{escaped(text)}"
    if event.address:
        yield f"URL:{event.address}"
    yield "END:VEVENT"


def instant(moment: datetime.datetime) -> str:
    """A moment in UTC.

    >>> instant(datetime.datetime(2026, 7, 1, 19, 30, tzinfo=datetime.timezone(datetime.timedelta(hours=2))))
    '20260701T173000Z'
    """
    return f"{moment.astimezone(datetime.UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    r"""Text as a value: what means something in a line is marked, and nothing that cannot be seen is left in it.

    >>> escaped("Pairs, open; £4\r\nbring \\ cards")
    'Pairs\\, open\\; £4\\nbring \\\\ cards'
    """
    one_way = text.replace("\r\n", "\n").replace("\r", "\n")
    blanks = (" " if each.isspace() and each != "\n" else each for each in one_way)
    return "".join(each for each in blanks if each == "\n" or each.isprintable()).translate(ESCAPED)


def folded(line: str) -> str:
    r"""A line in pieces of at most 75 octets, never cut inside a letter; every further piece begins with a blank.

    >>> folded("X" * 80) == "X" * 75 + "\r\n " + "X" * 5
    True
    >>> [len(piece.encode()) for piece in folded("é" * 80).split("\r\n")]
    [74, 75, 13]
    """
    pieces, room = [""], OCTETS
    for letter in line:
        size = len(letter.encode())
        if size > room:
            pieces.append("")
            room = OCTETS - 1  # the blank counts
        pieces[-1] += letter
        room -= size
    return "\r\n ".join(pieces)
