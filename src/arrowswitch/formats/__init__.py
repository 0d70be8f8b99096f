"""Files of the field: read and written, nothing else. Between all of them stands one value, the `Record`.

>>> read_file(b"4 spades, making")
Traceback (most recent call last):
arrowswitch.formats.format.BadFile: This is no file of results or deals that is known here.
"""

from arrowswitch.formats.files import find_format, format_of, formats, read_file, write_file
from arrowswitch.formats.format import BadFile, Format, ReadFile, WrittenFile
from arrowswitch.formats.play.pbn import read_deals, write_deals
from arrowswitch.formats.record import (
    Record,
    RecordContestant,
    RecordDatum,
    RecordDeal,
    RecordLine,
    RecordMatch,
    RecordPlace,
    RecordPlayer,
    RecordSection,
    RecordTeamPair,
)

__all__ = [
    "BadFile",
    "Format",
    "ReadFile",
    "Record",
    "RecordContestant",
    "RecordDatum",
    "RecordDeal",
    "RecordLine",
    "RecordMatch",
    "RecordPlace",
    "RecordPlayer",
    "RecordSection",
    "RecordTeamPair",
    "WrittenFile",
    "find_format",
    "format_of",
    "formats",
    "read_deals",
    "read_file",
    "write_deals",
    "write_file",
]
