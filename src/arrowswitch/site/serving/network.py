"""Where this computer can be reached: by itself, and by the phones in the same network."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import socket
from collections.abc import Mapping
from typing import Any
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


def real_number(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address as a number, of the old kind where it is one in the clothes of the new; nothing for a name."""
    with contextlib.suppress(ValueError):
        number = ipaddress.ip_address(address.partition("%")[0])
        return getattr(number, "ipv4_mapped", None) or number
    return None


def neighbourhood(address: str) -> str:
    """What is counted as one address: a number of the old kind, or the network that a household has of the new kind.

    >>> neighbourhood("192.168.1.20"), neighbourhood("2001:db8:1:2:3::4"), neighbourhood("::ffff:10.0.0.7")
    ('192.168.1.20', '2001:db8:1:2::', '10.0.0.7')
    """
    number = real_number(address)
    if isinstance(number, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((number, 64), strict=False).network_address)
    return str(number or address)


def whence(meta: Mapping[str, Any]) -> str:
    """The address that a request comes from, as it is counted."""
    return neighbourhood(meta.get("REMOTE_ADDR") or "")


PROXIES = "ARROWSWITCH_PROXIES"
"""The environment names the proxies that may say whom they speak for."""


def proxies(written: str | None = None) -> list[str]:
    """The numbers and networks of the proxies; `ValueError` with what cannot be understood.

    >>> proxies("127.0.0.1, 10.1.0.0/16")
    ['127.0.0.1', '10.1.0.0/16']
    """
    text = os.environ.get(PROXIES, "") if written is None else written
    found: list[str] = []
    for name in filter(None, map(str.strip, text.split(","))):
        try:
            found.append(str(ipaddress.ip_network(name) if "/" in name else ipaddress.ip_address(name)))
        except ValueError:
            found += _numbers(name)
    return found


def _numbers(name: str) -> list[str]:
    """The numbers of a computer that is called by its name."""
    try:
        if "/" in name or "*" in name:
            raise ValueError(name)
        return sorted({str(place[4][0]) for place in socket.getaddrinfo(name, None)})
    except (OSError, UnicodeError):
        raise ValueError(name) from None


def reach(address: str) -> str:
    """From where an address of ours can be opened: "here" on this computer, in this "network", or from "anywhere".

    >>> [reach(f"http://{host}/") for host in ("127.0.0.1:8000", "192.168.1.20:8000", "club-pc.local", "bridge.example")]
    ['here', 'network', 'network', 'anywhere']
    """
    host = urlsplit(address).hostname or ""
    if is_loopback(host):
        return "here"
    number = real_number(host)
    if number is not None:
        return "anywhere" if number.is_global else "network"
    return "anywhere" if "." in host and not host.endswith((".local", ".lan", ".home.arpa")) else "network"


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
