"""The number of a pair: four figures, worked out, not kept. It is on its guide card and its slip; with it a phone becomes
the pair's own, and in a tournament the pair agrees with it. Where somebody else has it, the pair is given another.

Wrong numbers are counted in the database, for all processes and over restarts. A phone answers for its own, and for those
that were given before it came: so nobody gets more by joining again, and nobody is shut out by another's phone. A pair for
which many were given, by whatever phones, is left to its own phones and to those that were at the table before.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.db import models, transaction
from django.db.models import Min, Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from arrowswitch.session.journal import without_nothing
from arrowswitch.site.pads.models import NewNumber, Pad, PairCode, WrongNumber, new_code

TRIES = 10
"""Wrong numbers of one phone, or to join from one address, in an hour: more than anybody needs who has the card."""
TRIES_OF_ALL = 30
"""For one pair, from everywhere: the square on its card still lets it in."""
ELDEST = 3
"""Phones of a table that still agree after that, if they were there before it began."""
LONG = timedelta(hours=1)
Renewed = Mapping[tuple[str, int], int]
"""How often pairs were given another number, by section and pair."""


def renewed(session: int) -> Renewed:
    """The pairs of a session that were given another number."""
    found = NewNumber.objects.filter(session=session).values_list("section", "pair", "times")
    return {(section, pair): times for section, pair, times in found}


def pin_of(session: int, section: str, contestant: int, known: Renewed | None = None) -> str:
    """The four figures of a pair for one session."""
    times = (renewed(session) if known is None else known).get((section, contestant), 0)
    place = f"{session}/{section}/{contestant}" + (f"/{times}" if times else "")
    mixed = salted_hmac("arrowswitch.site.pads.pin", place, algorithm="sha256")
    return f"{int(mixed.hexdigest(), 16) % 10000:04}"


def renew(session: int, section: str, pair: int) -> None:
    """Gives a pair other figures and its card another square; what was guessed of the old ones is forgotten."""
    before = pin_of(session, section, pair)
    with transaction.atomic():
        kept, _new = NewNumber.objects.get_or_create(session_id=session, section=section, pair=pair)
        kept.times += 1
        while pin_of(session, section, pair, {(section, pair): kept.times}) == before:
            kept.times += 1
        kept.save(update_fields=["times"])
        PairCode.objects.filter(session=session, section=section, pair=pair).update(code=new_code())
        WrongNumber.objects.filter(session=session, section=section, pair=pair).delete()


def is_right(session: int, section: str, contestant: int, given: str) -> bool:
    """Whether a pair has given its own figures."""
    return constant_time_compare(pin_of(session, section, contestant), given.strip())


def has_guessed(pad: Pad, pair: int) -> bool:
    """Whether a phone has given so many wrong numbers for a pair that none of its is looked at for a while."""
    if pad.pair == pair:
        return _counted(_for(pad, pair) & Q(pad=pad)) >= TRIES
    return _counted(_for(pad, pair) & (Q(pad=pad) | Q(at__lt=pad.joined))) >= TRIES


def is_shut_out(pad: Pad, pair: int) -> bool:
    """Whether so many wrong numbers were given for a pair, by whatever phones, that this one is not listened to: it is not the
    pair's own, and none of the first that were there before."""
    if pad.pair == pair or _counted(_for(pad, pair)) < TRIES_OF_ALL:
        return False
    first = _recent(_for(pad, pair)).aggregate(first=Min("at"))["first"]
    here = Pad.objects.filter(session=pad.session_id, section=pad.section, table=pad.table, pair=pad.pair, revoked=None)
    eldest = here.filter(joined__lt=first).order_by("joined", "pk").values_list("pk", flat=True)[:ELDEST]
    return pad.pk not in set(eldest)


def is_guessed_at(session: int, section: str, pair: int, address: str) -> bool:
    """Whether so many wrong numbers were given for a pair that only its square lets a phone in."""
    of_pair = Q(session=session, section=section, pair=pair)
    return _counted(of_pair & Q(pad=None, address=address)) >= TRIES or _counted(of_pair) >= TRIES_OF_ALL


def _for(pad: Pad, pair: int) -> Q:
    return Q(session=pad.session_id, section=pad.section, pair=pair)


def _recent(which: Q) -> models.QuerySet[WrongNumber]:
    return WrongNumber.objects.filter(which, at__gt=timezone.now() - LONG).order_by()


def _counted(which: Q) -> int:
    """How many; the same one sent again is one."""
    return _recent(which).values("given").distinct().count()


def note_wrong_of(pad: Pad, pair: int, given: str) -> None:
    """Counts a wrong number with which a phone agreed."""
    WrongNumber.objects.create(
        session_id=pad.session_id, section=pad.section, pair=pair, pad=pad, given=without_nothing(given).strip()[:8]
    )


def note_wrong_at(session: int, section: str, pair: int, given: str, address: str) -> None:
    """Counts a wrong number with which somebody wanted to join."""
    WrongNumber.objects.create(
        session_id=session, section=section, pair=pair, given=without_nothing(given).strip()[:8], address=address[:50]
    )
