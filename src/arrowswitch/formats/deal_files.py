"""The deals that a file holds, whatever its format: what is attached to a session, promised, or solved."""

from __future__ import annotations

from arrowswitch.deals import BoardHands
from arrowswitch.formats.files import read_file, write_file
from arrowswitch.formats.format import BadFile, WrittenFile, text_of
from arrowswitch.formats.play.pbn import BadPbn, read_deals, write_deals
from arrowswitch.formats.record import Record, RecordDeal
from arrowswitch.words import say


def deals_in(data: bytes) -> tuple[RecordDeal, ...]:
    """The deals of a file of any format; `BadFile` if there are none.

    >>> from arrowswitch.deals import dealt
    >>> [each.hands.board for each in deals_in(deals_as(dealt("7", [3, 4]), "pbn").data)]
    [3, 4]
    """
    if b"[deal " in data.lower():
        try:
            return tuple(RecordDeal(hands) for hands in read_deals(text_of(data)))
        except BadPbn as fault:
            raise BadFile(fault.args[0]) from None
    found = read_file(data).record.deals
    if not found:
        raise BadFile(say("There is no deal in this file."))
    return found


def deals_as(deals: tuple[BoardHands, ...], name: str) -> WrittenFile:
    """Deals as a file of the named format."""
    if name == "pbn":
        return WrittenFile(write_deals(deals).encode())
    return write_file(Record(deals=tuple(RecordDeal(each) for each in deals)), name)
