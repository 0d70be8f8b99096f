"""The number of a pair: four figures, worked out, not kept. It is on its guide card and its slip; with it a phone becomes
the pair's own, and in a tournament the pair agrees with it.

Wrong numbers are counted in the database, for all processes and over restarts. A phone answers for its own, and for those
that were given before it came: so nobody gets more by joining again, and nobody is shut out by another's phone.
"""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from arrowswitch.site.pads.models import Pad, WrongNumber

TRIES = 10
"""Wrong numbers of one phone, or to join from one address, in an hour: more than anybody needs who has the card."""
TRIES_OF_ALL = 30
"""To join as one pair, from everywhere: the square on its card still lets it in."""
LONG = timedelta(hours=1)


def pin_of(session: int, section: str, contestant: int) -> str:
    """The four figures of a pair for one session."""
    mixed = salted_hmac("arrowswitch.site.pads.pin", f"{session}/{section}/{contestant}", algorithm="sha256")
    return f"{int(mixed.hexdigest(), 16) % 10000:04}"


def is_right(session: int, section: str, contestant: int, given: str) -> bool:
    """Whether a pair has given its own figures."""
    return constant_time_compare(pin_of(session, section, contestant), given.strip())


def has_guessed(pad: Pad, pair: int) -> bool:
    """Whether a phone has given so many wrong numbers for a pair that none of its is looked at for a while."""
    mine = Q(pad=pad) | Q(pad__isnull=False, at__lt=pad.joined)
    return _counted(Q(session=pad.session_id, section=pad.section, pair=pair) & mine) >= TRIES


def is_guessed_at(session: int, section: str, pair: int, address: str) -> bool:
    """Whether so many wrong numbers were given to join as a pair that only its square lets a phone in."""
    to_join = Q(session=session, section=section, pair=pair, pad=None)
    return _counted(to_join & Q(address=address)) >= TRIES or _counted(to_join) >= TRIES_OF_ALL


def _counted(which: Q) -> int:
    """How many; the same one sent again is one."""
    recent = WrongNumber.objects.filter(which, at__gt=timezone.now() - LONG)
    return recent.order_by().values("given").distinct().count()


def note_wrong_of(pad: Pad, pair: int, given: str) -> None:
    """Counts a wrong number with which a phone agreed."""
    WrongNumber.objects.create(
        session_id=pad.session_id, section=pad.section, pair=pair, pad=pad, given=given.strip()[:8]
    )


def note_wrong_at(session: int, section: str, pair: int, given: str, address: str) -> None:
    """Counts a wrong number with which somebody wanted to join."""
    WrongNumber.objects.create(
        session_id=session, section=section, pair=pair, given=given.strip()[:8], address=address[:50]
    )
