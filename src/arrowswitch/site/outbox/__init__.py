"""Mail that leaves the club: it is written down first, and sent when the club's mail server takes it.

    outbox.send(club, "ann@example.org", "Tuesday: results", "You came third.", key="results/7/2")

What is written in a transaction leaves only if that is kept; what waits outlives a restart and a mail server that is away. The
same key is never sent twice to the same address of a club. How it leaves is in `sending`, when in `worker`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arrowswitch.site.club.models import Club
    from arrowswitch.site.outbox.models import Mail


class BadAddress(ValueError):  # noqa: N818 - said to a person
    """Nothing can be sent to what was given as an address."""


def send(
    club: Club,
    to: str,
    subject: str,
    text: str,
    html: str = "",
    key: str = "",
    headers: Mapping[str, str] | None = None,
) -> Mail | None:
    """Writes a mail down, to be sent soon; nothing if the club has written one with this key to this address before.

    Without a key every mail is a new one. Raises `BadAddress`, before anything is written, for what is no address.
    """
    from arrowswitch.site.outbox.writing import write  # models want Django to be awake

    return write(club, to, subject, text, html, key, headers or {})


def take_back(club: Club, to: str, key_begins: str) -> None:
    """What waits for an address under such keys is not sent any more; what is just being sent may still arrive."""
    from arrowswitch.site.outbox.writing import drop

    drop(club, to, key_begins)
