"""Files of the field: read and written, nothing else.

>>> read_deals("4 spades, making")
Traceback (most recent call last):
arrowswitch.formats.pbn.BadPbn: There is no deal in this file. A PBN file is wanted, with [Board] and [Deal] lines.
"""

from arrowswitch.formats.pbn import BadPbn, read_deals, write_deals

__all__ = ["BadPbn", "read_deals", "write_deals"]
