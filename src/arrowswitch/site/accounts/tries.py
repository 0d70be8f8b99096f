"""Wrong passwords are counted, for each name and for each address, and the wait before the next try grows.

A try is counted before the password is looked at, so that many at once gain nothing; a right password forgives those for
its name. Names that nobody has are counted like all others. A device on which somebody has signed in before has a count
of its own for that name, and only that: who types another person's name again and again, from the same network even,
does not lock that person's laptop.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import TypeVar

from django.core import signing
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import ngettext

from arrowswitch.site.accounts.models import Tries
from arrowswitch.site.serving.network import whence

FREE = {"name": 5, "device": 5, "address": 25, "asked": 3, "asks": 60}
"""Tries before there is a wait; a whole club may come from one address. Links are asked for (`asked`) to a mail address, and from
an address of the network (`asks`)."""
FIRST_WAIT = 15
LONGEST_WAIT = 900
FORGOTTEN = timedelta(days=1)
DEVICE = "device"
A_YEAR = 365 * 24 * 3600
PEOPLE = 12
"""So many people who sign in on one device are remembered there, the last ones."""
Found = TypeVar("Found")


def tried(request: HttpRequest, login: str, look: Callable[[], Found | None]) -> tuple[Found | None, int]:
    """What a look at a password finds, or the seconds to wait before there is one."""
    counted = keys(request, login)
    if wait := seconds_to_wait(counted):
        return None, wait
    count(counted.values())
    found = look()
    if found:
        forgive(counted)
    return found, 0


def too_many(seconds: int) -> str:
    """What is said to who must wait."""
    minutes = math.ceil(seconds / 60)
    if seconds < 60:
        return ngettext(
            "Too many wrong tries. Wait %(seconds)d second, then try again.",
            "Too many wrong tries. Wait %(seconds)d seconds, then try again.",
            seconds,
        ) % {"seconds": seconds}
    return ngettext(
        "Too many wrong tries. Wait %(minutes)d minute, then try again.",
        "Too many wrong tries. Wait %(minutes)d minutes, then try again.",
        minutes,
    ) % {"minutes": minutes}


def asked_too_often(seconds: int) -> str:
    """What is said to who had several links sent, and wants another."""
    minutes = math.ceil(seconds / 60)
    return ngettext(
        "Links were sent already. Look at your mail first; another can be asked for in %(minutes)d minute.",
        "Links were sent already. Look at your mail first; another can be asked for in %(minutes)d minutes.",
        minutes,
    ) % {"minutes": minutes}


def wait_after(kind: str, count: int) -> int:
    """Seconds to wait after so many wrong tries.

    >>> [wait_after("name", count) for count in (4, 5, 6, 7, 11, 1000)]
    [0, 15, 30, 60, 900, 900]
    """
    beyond = count - FREE[kind]
    return min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(beyond, 10)) if beyond >= 0 else 0


def keys(request: HttpRequest, login: str) -> dict[str, str]:
    """What a try is counted under: the name and the address it comes from; on a known device, the device alone."""
    if device := _known(request).get(_digest(login)):
        return {"device": _key("device", f"{device}/{login}")}
    return {"name": _key("name", login), "address": _key("address", whence(request.META))}


def _key(kind: str, text: str) -> str:
    return f"{kind}/{_digest(text)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:40]


def seconds_to_wait(keys: dict[str, str], now: datetime | None = None) -> int:
    """How long until the next try; nothing is longer than the longest wait, even if the clock was put back."""
    now = now or timezone.now()
    waits = [0]
    for row in Tries.objects.filter(key__in=keys.values()):
        wait = wait_after(row.key.split("/")[0], row.count)
        waits.append(min(wait, int((row.last - now).total_seconds()) + wait))
    return max(waits)


def count(keys: Iterable[str], now: datetime | None = None) -> None:
    """Counts a try, and forgets those of long ago."""
    now = now or timezone.now()
    Tries.objects.filter(last__lt=now - FORGOTTEN).delete()
    for key in keys:
        Tries.objects.get_or_create(key=key, defaults={"last": now})
        Tries.objects.filter(key=key).update(count=F("count") + 1, last=now)


def forgive(keys: dict[str, str]) -> None:
    """After a right password: the tries for the name count no more, and this one does not count for the address."""
    Tries.objects.filter(key__in=[key for kind, key in keys.items() if kind != "address"]).delete()
    Tries.objects.filter(key=keys.get("address", ""), count__gt=0).update(count=F("count") - 1)


def forgive_name(login: str) -> None:
    """Lets a name try again at once."""
    Tries.objects.filter(key=_key("name", login)).delete()


def seconds_until_asked(request: HttpRequest, login: str) -> int:
    """Counts that something is to be sent to somebody, or says how long to wait before it is."""
    counted = {"asked": _key("asked", login), "asks": _key("asks", whence(request.META))}
    if wait := seconds_to_wait(counted):
        return wait
    count(counted.values())
    return 0


def forgive_asking(request: HttpRequest, login: str) -> None:
    """What was sent came to the right person."""
    Tries.objects.filter(key=_key("asked", login)).delete()
    Tries.objects.filter(key=_key("asks", whence(request.META)), count__gt=0).update(count=F("count") - 1)


def is_known_device(request: HttpRequest, login: str) -> bool:
    """Whether somebody has signed in by this name on this device before."""
    return _digest(login) in _known(request)


# -- known devices ----------------------------------------------------------------------------------------------------


def remember_device(request: HttpRequest, response: HttpResponse, login: str) -> None:
    """Marks this device as one on which the account has signed in; the laptop of a club is used by several people."""
    known = _known(request)
    name = known.pop(_digest(login), "") or get_random_string(12)
    latest = [*known.items(), (_digest(login), name)][-PEOPLE:]
    response.set_cookie(
        DEVICE, signing.dumps(latest, salt=DEVICE, compress=True), max_age=A_YEAR, httponly=True, samesite="Lax"
    )


def _known(request: HttpRequest) -> dict[str, str]:
    """Who has signed in on this device, each with the name that the device has for that person's tries."""
    try:
        return dict(signing.loads(request.COOKIES.get(DEVICE, ""), salt=DEVICE, max_age=A_YEAR))
    except (signing.BadSignature, ValueError, TypeError):
        return {}
