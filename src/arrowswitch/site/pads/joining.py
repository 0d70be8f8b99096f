"""How a device becomes a pad: by the code on a table's or a pair's card, and a secret that it is given once.

A right code always lets a phone in, however many come at once behind one address. Codes that open nothing are answered
more and more slowly.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import timedelta
from functools import cache, lru_cache
from typing import Any, TypeVar

from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from arrowswitch.session import State
from arrowswitch.site.accounts.middleware import Allowance
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal.models import Session
from arrowswitch.site.journal.store import without_waiting
from arrowswitch.site.pads.models import CODE, LETTERS, Pad, PairCode, TableCode, digest, new_code

COOKIE = "pad"
EARLIER = "pad-earlier"
"""The same secret for the cards' own addresses, where the other does not come: a phone that joins again is not a second one."""
LASTS = 36 * 3600
"""A pad is for one night, and for the morning after."""
SEEN = timedelta(seconds=20)
"""How often it is written down that a pad is alive."""
WRONG_CODES = Allowance(60)
"""Codes that open nothing, from one address."""
WRONG_CODES_OF_ALL = Allowance(600)
"""And from all addresses together."""
IDLE = 40
"""Devices that have joined one table and were never heard of again: of more than these the oldest are forgotten."""
LIVE = 40
"""Devices of one table, or of one pair, that are in use."""
FIRST = 3
"""Of these the first stay, however many come after them: a table's own phone lies there and says little."""
Code = TypeVar("Code", TableCode, PairCode)
WRITTEN = re.compile(rf"[{LETTERS}]{{{CODE}}}")


def tidy(code: str) -> str:
    """A code as people write it.

    >>> tidy(" abc-def ")
    'ABCDEF'
    """
    return re.sub(r"[\s.-]", "", code).upper()


def codes(session: Session, state: State) -> list[TableCode]:
    """The codes of a session's tables, in order; those that a table lacks are made now."""
    tables = [
        (section.name, table)
        for section in state.sections.values()
        for table in sorted({meeting.table for meeting in section.movement.meetings})
    ]
    known = {(each.section, each.table): each for each in TableCode.objects.filter(session=session)}
    for place in tables:
        if place not in known:
            known[place] = _made(TableCode, session=session, section=place[0], table=place[1])
    return [known[place] for place in tables]


def pair_codes(session: Session, state: State) -> list[PairCode]:
    """The codes of a session's pairs, in order; a team, which plays at two tables, has none."""
    pairs = [
        (section.name, number)
        for section in state.sections.values()
        if section.movement.kind != "teams"
        for number in section.movement.contestants
    ]
    known = {(each.section, each.pair): each for each in PairCode.objects.filter(session=session)}
    for section, pair in pairs:
        if (section, pair) not in known:
            known[section, pair] = _made(PairCode, session=session, section=section, pair=pair)
    return [known[pair] for pair in pairs]


def _made(kind: type[Code], **place: Any) -> Code:
    """A code with letters that nobody else in the world has."""
    other = PairCode if kind is TableCode else TableCode
    for _ in range(20):
        with suppress(IntegrityError), transaction.atomic():
            made, is_new = kind._default_manager.get_or_create(**place)
            if is_new and other._default_manager.filter(code=made.code).exists():
                raise IntegrityError
            return made
    raise RuntimeError("no free code")


def renew(each: Iterable[TableCode]) -> None:
    """New letters: cards that are about open nothing any more."""
    for code in each:
        code.code = new_code()
        code.save(update_fields=["code"])


def find_table(code: str) -> TableCode | None:
    """The table of a code, while its session is on."""
    letters = tidy(code)
    if not WRITTEN.fullmatch(letters):
        return None
    found = TableCode.objects.select_related("session__club").filter(code=letters).first()
    return found if found and is_on(found.session) else None


def find_pair(code: str) -> PairCode | None:
    """The pair of a code, while its session is on."""
    letters = tidy(code)
    if not WRITTEN.fullmatch(letters):
        return None
    found = PairCode.objects.select_related("session__club").filter(code=letters).first()
    return found if found and is_on(found.session) else None


def opens(code: str) -> bool:
    """Whether a code opens a table, or is a pair's."""
    return find_table(code) is not None or find_pair(code) is not None


def too_many_wrong(address: str) -> bool:
    """Counts a code that opens nothing; whether there were too many from this address, or from all."""
    of_address, of_all = WRONG_CODES.grants(address), WRONG_CODES_OF_ALL.grants("")
    return not (of_address and of_all)


def is_on(session: Session) -> bool:
    """Whether cards open the tables of a session: until its results are posted, and not if it was left lying in play."""
    if session.club.is_demonstration and not Club.may_be_shown_round():
        return False
    forgotten = timezone.now() - session.changed > timedelta(seconds=LASTS)
    return session.phase == "open" or (session.phase == "playing" and not forgotten)


def join(table: TableCode, *, side: str = "", pair: int | None = None) -> tuple[Pad, str]:
    """A new pad and its secret."""
    return join_at(table.session, table.section, table.table, side=side, pair=pair)


def join_at(session: Session, section: str, table: int, *, side: str = "", pair: int | None = None) -> tuple[Pad, str]:
    """A new pad of a table, or of a pair that is there now, and its secret."""
    token = secrets.token_urlsafe(32)
    pad = Pad.objects.create(session=session, section=section, table=table, side=side, pair=pair, token=digest(token))
    _forget_idle(session, section, table)
    _drop_silent(pad)
    return pad, token


def _drop_silent(newest: Pad) -> None:
    """Of more devices of one holder than are in use anywhere, those go of which nothing was heard for the longest."""
    here = Pad.objects.filter(session=newest.session_id, section=newest.section, pair=newest.pair, revoked=None)
    if newest.pair is None:
        here = here.filter(table=newest.table)
    first = list(here.order_by("joined", "pk").values_list("pk", flat=True)[:FIRST])
    others = here.exclude(pk__in=[*first, newest.pk]).order_by("-seen", "-pk").values_list("pk", flat=True)
    if silent := list(others[LIVE - FIRST - 1 :]):
        Pad.objects.filter(pk__in=silent).update(revoked=timezone.now())


def _forget_idle(session: Session, section: str, table: int) -> None:
    """Of the devices that were never heard of after they had joined only the newest are kept, so that nobody fills the
    disk by joining."""
    settled = timezone.now() - 3 * SEEN
    here = Pad.objects.filter(session=session, section=section, table=table, joined__lt=settled)
    idle = here.filter(seen__lt=F("joined") + timedelta(seconds=1)).order_by("-joined", "-pk")
    Pad.objects.filter(pk__in=list(idle.values_list("pk", flat=True)[IDLE:])).delete()


def remember(response: HttpResponse, request: HttpRequest, token: str) -> None:
    """Lets the device keep its secret."""
    for name, path in ((COOKIE, "/pad/"), (EARLIER, "/t/")):
        response.set_cookie(
            name, token, max_age=LASTS, path=path, httponly=True, samesite="Strict", secure=request.is_secure()
        )


def earlier(request: HttpRequest) -> Pad | None:
    """The pad that a device was before it was pointed at another card, or at the same once more."""
    return find_pad(request.COOKIES.get(EARLIER, ""))


def leave(request: HttpRequest) -> None:
    """Ends what the device was before; it has a new secret now."""
    if before := earlier(request):
        Pad.objects.filter(pk=before.pk).update(revoked=timezone.now())


def pad_of(request: HttpRequest) -> Pad | None:
    """The pad that asks; it is written down that it is alive."""
    pad = find_pad(request.COOKIES.get(COOKIE, ""))
    if pad:
        is_alive(pad)
    return pad


def is_alive(pad: Pad) -> None:
    """Writes down that a pad is alive, now and then."""
    if timezone.now() - pad.seen > SEEN:
        _alive.add(pad.pk)
        _write_alive()


_alive: set[int] = set()
"""Pads of which it is still to be written down that they are alive."""
_alive_since = [float("-inf")]
"""When that was last written down: at most once in two seconds for all of them, since it costs as much as a score."""
TOGETHER = 2.0


def _write_alive() -> None:
    now = time.monotonic()
    if now - _alive_since[0] < TOGETHER:
        return
    _alive_since[0] = now
    pads = _alive.copy()
    with suppress(DatabaseError), without_waiting():  # the next time does as well
        Pad.objects.filter(pk__in=pads).update(seen=timezone.now())
        _alive.difference_update(pads)


FIELDS = tuple(Pad._meta.concrete_fields)
NAMES = [field.attname for field in FIELDS]
COLUMNS = ", ".join(f'"{field.column}"' for field in FIELDS)
FIND = f"SELECT {COLUMNS} FROM pads_pad WHERE token IN ({{}}) AND revoked IS NULL"  # noqa: S608 - our own names


@lru_cache(maxsize=2**9)
def _values(vendor: str, row: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values of a pad's row, each as Django reads it; a pad's row changes three times a minute."""
    values = []
    for field, value, converters in zip(FIELDS, row, _converters(vendor), strict=True):
        for convert in converters:
            value = convert(value, field, connection)
        values.append(value)
    return tuple(values)


@cache
def _converters(vendor: str) -> list[list[Callable[..., Any]]]:
    columns = [field.get_col(Pad._meta.db_table) for field in FIELDS]
    return [connection.ops.get_db_converters(each) + each.get_db_converters(connection) for each in columns]


def find_pad(token: str) -> Pad | None:
    """The pad with this secret, unless it was revoked or its time is over."""
    return find_pads([token]).get(token)


def find_pads(tokens: Iterable[str]) -> dict[str, Pad]:
    """The pads with these secrets, by their secrets."""
    wanted = {digest(token): token for token in tokens if 0 < len(token) <= 100}
    if not wanted:
        return {}
    with connection.cursor() as cursor:  # written out, because every score asks for it
        cursor.execute(FIND.format(", ".join(["%s"] * len(wanted))), [*wanted])
        rows = cursor.fetchall()
    pads = [Pad.from_db(connection.alias, NAMES, _values(connection.vendor, row)) for row in rows]
    since = timezone.now() - timedelta(seconds=LASTS)
    return {wanted[pad.token]: pad for pad in pads if pad.joined >= since}
