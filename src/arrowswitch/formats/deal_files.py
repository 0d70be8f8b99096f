"""The deals that a file holds, whatever its format: what is attached to a session, promised, or solved."""

from __future__ import annotations

from arrowswitch.deals import BoardHands
from arrowswitch.formats.files import format_of, read_file, write_file
from arrowswitch.formats.format import BadFile, WrittenFile
from arrowswitch.formats.record import Record, RecordDeal
from arrowswitch.words import say, spans

WITHOUT_GROUPS = ("pbn", "lin", "rbn")
"""Formats that have no word for the groups of a fouled board: a board that is there twice is a mistake."""


def deals_in(data: bytes) -> tuple[RecordDeal, ...]:
    """The deals of a file of any format; `BadFile` if there are none.

    >>> from arrowswitch.deals import dealt
    >>> [each.hands.board for each in deals_in(deals_as(dealt("7", [3, 4]), "pbn").data)]
    [3, 4]
    """
    kind = format_of(data) if data.strip() else None
    found = read_file(data, kind.name if kind else "").record.deals
    if not found:
        raise BadFile(say("There is no deal in this file."))
    several = {each.hands.board for each in found if each.group}
    if several and kind and kind.name in WITHOUT_GROUPS:
        raise BadFile(
            say("Boards {boards} are there with several deals; one of each is wanted.", boards=spans(several))
        )
    return found


def deals_as(deals: tuple[BoardHands, ...], name: str) -> WrittenFile:
    """Deals as a file of the named format."""
    return write_file(Record(deals=tuple(RecordDeal(each) for each in deals)), name)
