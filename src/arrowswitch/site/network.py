"""Where this computer can be reached: by itself, and by the phones in the same network."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import socket
from urllib.parse import urlsplit, urlunsplit

LISTENS = "ARROWSWITCH_LISTENS"
"""The environment says at which address the server answers."""


def network_number() -> str | None:
    """This computer's number in the network it is on; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        number = str(probe.getsockname()[0])
        if not number.startswith(("127.", "0.")):
            return number
    with contextlib.suppress(OSError):
        for found in socket.gethostbyname_ex(socket.gethostname())[2]:
            if not found.startswith("127."):
                return found
    return None


def is_loopback(host: str) -> bool:
    """Whether a name means this computer itself, which no phone can reach.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("192.168.1.20")
    (True, True, False)
    """
    if host == "localhost":
        return True
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    return False


def for_phones(address: str) -> tuple[str, bool]:
    """An address of ours as phones can use it, and whether they can reach it."""
    parts = urlsplit(address)
    if not is_loopback(parts.hostname or ""):
        return address, True
    number = network_number()
    if number is None:
        return address, False
    place = f"{number}:{parts.port}" if parts.port else number
    open_to_all = not is_loopback(os.environ.get(LISTENS, "127.0.0.1"))
    return urlunsplit(parts._replace(netloc=place)), open_to_all
