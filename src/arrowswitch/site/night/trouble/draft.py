"""A draft of changed meetings, kept in the address: nothing is done until it is saved as one change of the movement."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.translation import gettext as _

from arrowswitch.bridge import LAST_BOARD
from arrowswitch.movements import Meeting, Movement
from arrowswitch.session.night import edited

MOST = 80
"""So many meetings can be changed at once."""
MOST_BOARDS = 12
EDIT = re.compile(
    r"([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,4})\.([0-9]{1,4})\.((?:[0-9]{1,3}(?:x[0-9]{1,3}){0,11})?)\.([01])"
)


class BadDraft(ValueError):  # noqa: N818 - the draft is bad
    """What cannot be a meeting, in a sentence."""


def read(text: str) -> tuple[Meeting, ...]:
    """The changed meetings of an address; those that cannot be read are left out.

    >>> read("3.2.4.11.5x6.0~nonsense")
    (Meeting(round=3, table=2, ns=4, ew=11, boards=(5, 6), switched=False),)
    """
    found: dict[tuple[int, int], Meeting] = {}
    for part in text.split("~")[: MOST * 2]:
        match = EDIT.fullmatch(part)
        if match:
            number, table, ns, ew = (int(each) for each in match.groups()[:4])
            boards = tuple(int(board) for board in match.group(5).split("x") if board)
            found[number, table] = Meeting(number, table, ns, ew, boards, match.group(6) == "1")
    return tuple(found.values())[:MOST]


def write(meetings: Iterable[Meeting]) -> str:
    """The draft as an address carries it.

    >>> write([Meeting(3, 2, 4, 11, (5, 6))])
    '3.2.4.11.5x6.0'
    """
    return "~".join(
        f"{m.round}.{m.table}.{m.ns}.{m.ew}.{'x'.join(map(str, m.boards))}.{int(m.switched)}" for m in meetings
    )


def with_edit(draft: Iterable[Meeting], meeting: Meeting) -> tuple[Meeting, ...]:
    """The draft with one more change; the same place is changed only once."""
    others = [each for each in draft if (each.round, each.table) != (meeting.round, meeting.table)]
    return (*others, meeting)


def applied(movement: Movement, draft: Iterable[Meeting]) -> Movement:
    """The movement with every change of the draft."""
    for meeting in draft:
        movement = edited(movement, meeting)
    return movement


def fits(movement: Movement, meeting: Meeting) -> bool:
    """Whether a change can be made to this movement at all."""
    known = set(movement.contestants)
    return (
        1 <= meeting.round <= movement.rounds
        and 1 <= meeting.table <= movement.tables + 1
        and known.issuperset(meeting.sides)
        and meeting.ns != meeting.ew
        and all(1 <= board <= LAST_BOARD for board in meeting.boards)
        and len(set(meeting.boards)) == len(meeting.boards)
    )


def read_boards(text: str) -> tuple[int, ...]:
    """Boards as people write them.

    >>> read_boards("5-8, 12")
    (5, 6, 7, 8, 12)
    """
    found: list[int] = []
    for part in text.replace("–", "-").replace(";", ",").replace(" ", ",").split(","):
        if not part:
            continue
        match = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", part)
        if match is None:
            raise BadDraft(_("“%(text)s” is not a board; write them as 5-8 or 5, 6, 7.") % {"text": part[:20]})
        low, high = int(match[1]), int(match[2] or match[1])
        if not 1 <= low <= high <= LAST_BOARD:
            raise BadDraft(_("Boards are numbered 1 to %(last)s.") % {"last": LAST_BOARD})
        if high - low >= MOST_BOARDS:
            raise BadDraft(_("A round has at most %(most)s boards.") % {"most": MOST_BOARDS})
        found += range(low, high + 1)
    boards = tuple(dict.fromkeys(found))
    if len(boards) > MOST_BOARDS:
        raise BadDraft(_("A round has at most %(most)s boards.") % {"most": MOST_BOARDS})
    return boards
