"""Sessions in the database: a command is decided against the state, and what it becomes is written for good.

`begin` opens a session, `append` gives it a command, `state` says how it stands, `sessions` lists a club's without
reading a journal. What is returned is on disk. A command that was sent before does nothing again, whichever process it
reaches. Two who write at once cannot overwrite each other: the second is decided anew on what the first has left. Where
the clock calls the rounds by itself, whoever writes, or looks `at_moment`, brings what it had to call.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from threading import Lock
from typing import Any

from django.db import DatabaseError, IntegrityError, InterfaceError, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import QuerySet
from django.utils import timezone

from arrowswitch.session import ChangePlan, Command, JournalEntry, JournalFault, Open, Refused, State, decide, evolve
from arrowswitch.session.desk import calls_due
from arrowswitch.session.story import Offence, offence_from_json, offences
from arrowswitch.site.club.models import Club
from arrowswitch.site.data_folder import faults, storage
from arrowswitch.site.journal.folding import fold, line, written_offences
from arrowswitch.site.journal.models import Session
from arrowswitch.site.journal.solving import with_tables
from arrowswitch.site.work.memory import Memory
from arrowswitch.words import say

UNKEEPABLE = re.compile("[\0\ud800-\udfff]")
NO_SESSION = say("There is no such session.")
BUSY = say("Too many people write at the same moment. Nothing was saved; try again.")
TRIES = 100
"""How often a command is decided anew because somebody else was quicker."""
REMEMBERED = 32
"""Sessions whose state is kept in memory, the newest of which are read before anybody asks."""


class StoreFault(Exception):  # noqa: N818 - said to a person
    """The database did not do its part: nothing was saved. The sentence says why and what to do."""


class StoreBusy(StoreFault):
    """Another program holds the database for too long."""


class StoreFull(StoreFault):
    """There is no room left on the disk."""


@dataclass(frozen=True)
class Acknowledged:
    """A command that is in the journal for good."""

    session: int
    state: State
    entries: tuple[JournalEntry, ...]
    """What was written now; nothing if the command was in the journal already."""


Wish = Command | Callable[[State], Command]
"""A command, or how it is made from what stands there when its turn comes."""


# -- what may be asked ------------------------------------------------------------------------------------------------


def sessions(club: Club) -> QuerySet[Session]:
    """The headers of a club's sessions, the newest first, also of those that were put away; no journal is read."""
    return Session.objects.filter(club=club)


def listed(club: Club) -> QuerySet[Session]:
    """The sessions that stand on the club's lists."""
    return sessions(club).filter(away=False)


def make_ready() -> None:
    """Reads the sessions in play, so that nobody waits for it who comes when the door opens; the newest, if they are many.

    What cannot be read is left to whoever asks for it, who is told why.
    """
    in_play = Session.objects.filter(phase__in=("open", "playing"), away=False).order_by("-changed")
    for session in in_play.values_list("pk", flat=True)[: REMEMBERED // 2]:
        with suppress(Refused, StoreFault, JournalFault):
            state(session)


def is_of(session: int, club: Club | None) -> bool:
    """Whether a session is a club's; asked with every entry, and it never changes."""
    if club is None or not 0 < session < 2**63:
        return False
    if session not in _clubs:
        found = Session.objects.filter(pk=session).values_list("club", flat=True).first()
        return found is not None and _clubs.put(session, found) == club.pk
    return _clubs.get(session) == club.pk


def register(club: Club) -> tuple[Offence, ...]:
    """A club's offence register, the oldest first: the penalties and warnings of all its sessions.

    It is read from the headers, which say for each session what its journal adds; one query, and only of the few
    sessions that add anything.
    """
    with faults_in_sentences():
        rows = list(sessions(club).exclude(offences="").values_list("pk", "offences"))
    found: list[Offence] = []
    for session, written in rows:
        try:
            found += map(offence_from_json, json.loads(written))
        except JournalFault:  # written by another version; the journal knows
            found += offences(state(session))
    return tuple(sorted(found, key=lambda each: (each.date, each.at)))


def state(session: int) -> State:
    """How a session stands now."""
    with faults_in_sentences():
        return _state(session)


def last_known(session: int) -> State:
    """How a session stands as far as this process knows, with all that it has written; nothing is asked of the database."""
    return _remembered(session)[0] or state(session)


def at_moment(session: int, now: datetime) -> State:
    """How a session stands at a moment: what its clock had to call by then has been called, unless one would have to wait
    for somebody who writes; then whoever looks next calls it."""
    known = state(session)
    return state(session) if _call_due(session, known, now) else known


def clock_calls(session: int, now: datetime, *, writes: bool = False) -> None:
    """Lets the clock of a session call what it has to by now; no journal is read for one that calls nothing."""
    known = _remembered(session)[0]
    if known is not None:
        _call_due(session, known, now, writes)


def _call_due(session: int, known: State, now: datetime, writes: bool = False) -> bool:
    """Whether the clock of a session had something to call; another process may do the same, and it is done once.

    Whoever `writes` waits for his turn with it. Whoever looks must see the room all the same, and at once; the next one who
    looks tries again.
    """
    calls = calls_due(known, now) if known.settings.hands_off else ()
    if not calls or (not writes and _queue(session).turn.locked()):
        return False
    try:
        with faults_in_sentences(), nullcontext() if writes else without_waiting():
            _append_each(session, calls)
    except StoreBusy:
        if writes:  # and need not wait as long again
            raise
        return False
    except StoreFault:
        return False
    return True


def begin(command: Command, *, club: Club) -> Acknowledged:
    """Opens a session of a club by an `Open` command; the same command again gives the same session."""
    if not isinstance(command.act, Open):
        raise Refused(say("A session begins with its opening."))
    with faults_in_sentences():
        entries = decide(State(), command)
        _check_characters(entries)
        after = evolve(State(), entries[0])
        session = _opened_by(club, command) or _write(club, State(), entries, after) or _opened_by(club, command)
    if session is None:  # opened by somebody else, and gone since
        raise Refused(NO_SESSION)
    return session if isinstance(session, Acknowledged) else append(session, command)


def begin_whole(club: Club, nights: Callable[[], Iterable[tuple[Sequence[JournalEntry], State]]]) -> tuple[int, ...]:
    """Keeps sessions whose journals are whole already, as those are that are brought in from a file: all of them are on disk when
    this returns, or none. What `nights` itself writes on the way belongs to it."""
    found: list[int] = []
    with faults_in_sentences(), transaction.atomic(durable=True), connection.cursor() as cursor:
        for entries, after in nights():
            _check_characters(tuple(entries))
            session = Session.objects.create(club=club, opened=entries[0].id, **_header(after, entries[-1].at))
            rows = [_row(session.pk, number, entry, line(entry)) for number, entry in enumerate(entries, 1)]
            cursor.executemany(INSERT, rows)
            found.append(session.pk)
    return tuple(found)


def _opened_by(club: Club, command: Command) -> int | None:
    return Session.objects.filter(club=club, opened=command.id).values_list("pk", flat=True).first()


def append(session: int, command: Command) -> Acknowledged:
    """Gives a session a command and returns when what it became is on disk.

    `Refused` says why the session does not grant it, `StoreFault` why it could not be kept; both leave all as it was.
    """
    (answer,) = append_each(session, (command,))
    if isinstance(answer, Acknowledged):
        return answer
    raise answer


def append_each(session: int, wishes: Sequence[Wish]) -> tuple[Acknowledged | Refused, ...]:
    """Gives a session commands one after the other; when this returns, all that were granted are on disk together."""
    given = next((wish.at for wish in wishes if isinstance(wish, Command)), None)
    clock_calls(session, given or timezone.now(), writes=True)
    return _append_each(session, wishes)


def _append_each(session: int, wishes: Sequence[Wish]) -> tuple[Acknowledged | Refused, ...]:
    mine = _Waiting(wishes)
    queue = _queue(session)
    with _queues_lock:
        queue.waiting.append(mine)
    with queue.turn:
        if mine.answer is None:  # nobody has taken it along
            with _queues_lock:
                together, queue.waiting = queue.waiting, []
            _settle(session, together if mine in together else [*together, mine])
        if isinstance(mine.answer, StoreBusy):  # who has come meanwhile has waited too, and need not wait as long again
            with _queues_lock:
                late, queue.waiting = queue.waiting, []
            for each in late:
                each.answer = mine.answer
    if isinstance(mine.answer, tuple):
        return mine.answer
    raise mine.answer or StoreBusy(BUSY)


def append_all(session: int, commands: Sequence[Command]) -> Acknowledged:
    """Gives a session commands that belong together: all of them are on disk when this returns, or none.

    `Refused` says why one of them is not granted.
    """
    clock_calls(session, commands[0].at, writes=True)
    with faults_in_sentences():
        for _ in range(TRIES):
            before = _state(session)
            answers = tuple(_answers(session, before, commands))
            for answer in answers:
                if isinstance(answer, Refused):
                    raise answer
            kept = [answer for answer in answers if isinstance(answer, Acknowledged)]
            entries = tuple(entry for answer in kept for entry in answer.entries)
            if not entries:
                return Acknowledged(session, before, ())
            written = _write(session, before, entries, kept[-1].state)
            if written:
                return written
    raise StoreBusy(BUSY)


def _written(session: int, wishes: Sequence[Wish]) -> tuple[Acknowledged | Refused, ...]:
    with faults_in_sentences():
        before = _remembered(session)[0] or _state(session)
        for _ in range(TRIES):
            answers = tuple(_answers(session, before, wishes))
            if not all(isinstance(answer, Acknowledged) and answer.entries for answer in answers):
                now = _state(session)  # a refusal may only be due to what somebody else has changed
                if now is not before:
                    before = now
                    continue
            kept = [answer for answer in answers if isinstance(answer, Acknowledged)]
            entries = tuple(entry for answer in kept for entry in answer.entries)
            if not entries or _write(session, before, entries, kept[-1].state):
                return answers
            before = _state(session)
    raise StoreBusy(BUSY)


def _answers(session: int, before: State, wishes: Sequence[Wish]) -> Iterator[Acknowledged | Refused]:
    """What each wish becomes, on what the one before it has left."""
    for wish in wishes:
        try:
            entries = decide(before, wish if isinstance(wish, Command) else wish(before))
            _check_characters(entries)
        except Refused as refusal:
            yield refusal
            continue
        for entry in entries:
            before = evolve(before, entry)
        yield Acknowledged(session, before, entries)


# -- many at once -----------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class _Waiting:
    """Wishes that wait to be written, with those that others have sent meanwhile."""

    wishes: Sequence[Wish]
    answer: tuple[Acknowledged | Refused, ...] | Refused | StoreFault | None = None


@dataclass
class _Queue:
    """Who waits to write to a session, in this process; whoever has the turn writes for all."""

    turn: Lock = field(default_factory=Lock)
    waiting: list[_Waiting] = field(default_factory=list)


_queues: dict[int, _Queue] = {}
_queues_lock = Lock()


def _queue(session: int) -> _Queue:
    with _queues_lock:
        return _queues.setdefault(session, _Queue())


def _settle(session: int, together: list[_Waiting]) -> None:
    """Writes what waits, in one go; each gets an answer of its own."""
    try:
        answers = iter(_written(session, [wish for each in together for wish in each.wishes]))
    except (Refused, StoreFault) as fault:
        for each in together:
            each.answer = fault
        return
    for each in together:
        each.answer = tuple(islice(answers, len(each.wishes)))


# -- reading ----------------------------------------------------------------------------------------------------------

_memory: Memory[int, tuple[State, str]] = Memory(REMEMBERED)
"""States by session, each with the last line of the journal that it was made from."""
_in_writing: dict[int, tuple[State, str]] = {}
"""The same of what is just being written."""
_clubs: Memory[int, int] = Memory(1000)
"""Clubs by session."""
_readers_lock = Lock()
_readers: dict[int, Lock] = {}
"""Who reads a whole journal, by session: whoever comes meanwhile waits for what is read, instead of reading it too."""


def _state(session: int) -> State:
    """The remembered state with what has been written since; all of it is read, once, if it is not of this journal."""
    if not 0 < session < 2**63:
        raise Refused(NO_SESSION)
    if _remembered(session)[0] is not None:
        return _read(session)
    with _readers_lock:
        reader = _readers.setdefault(session, Lock())
    with reader:
        try:
            return _read(session)
        finally:
            with _readers_lock:
                _readers.pop(session, None)


def _read(session: int) -> State:
    remembered, last = _remembered(session)
    known = remembered or State()
    count = len(known.journal)
    rows = _rows(session, max(count, 1))
    if count and rows[:1] == [(count, last)]:
        rows = rows[1:]
    elif count:  # another database was put in the place of the one that was read
        known, rows = State(), _rows(session, 1)
    if not rows and not known.journal:
        raise Refused(NO_SESSION)
    if rows:
        known, last = _just_written(session, rows[-1]) or fold(known, rows), rows[-1][1]
        _remember(session, known, last)
    analysed = with_tables(known)
    if analysed is not known:
        _remember(session, analysed, last)
    return analysed


def _remembered(session: int) -> tuple[State | None, str]:
    """The state that is remembered, which may be old, and the last line that it knows."""
    return _memory.get(session, (None, ""))


def _rows(session: int, first: int) -> list[tuple[int, str]]:
    with connection.cursor() as cursor:
        cursor.execute(READ, (session, first))
        rows: list[tuple[int, str]] = cursor.fetchall()
    return rows


def _just_written(session: int, row: tuple[int, str]) -> State | None:
    """The state that this process is writing, if it is what was read: whoever wrote it will say so in a moment."""
    now, last = _in_writing.get(session, (None, ""))
    return now if now is not None and (len(now.journal), last) == row else None


def _remember(session: int, now: State, last: str) -> None:
    """Remembers a state, unless more of the same journal is known by now."""
    with _readers_lock:
        known, _ = _remembered(session)
        if known is None or len(known.journal) <= len(now.journal) or not _goes_on(known, now):
            _memory.put(session, (now, last))


def _goes_on(longer: State, shorter: State) -> bool:
    """Whether a journal begins with another; the same entries read once more, from a back-up, are others."""
    return not shorter.journal or longer.journal[len(shorter.journal) - 1] is shorter.journal[-1]


# -- writing ----------------------------------------------------------------------------------------------------------


def _write(session: int | Club, before: State, entries: tuple[JournalEntry, ...], after: State) -> Acknowledged | None:
    """Writes the entries after the state that they were decided on; None if somebody else has written meanwhile."""
    header = _header(after, entries[-1].at)
    bodies = [line(entry) for entry in entries]
    club = session if isinstance(session, Club) else None
    try:
        if not isinstance(session, Club):
            _in_writing[session] = after, bodies[-1]
        with transaction.atomic(durable=True), connection.cursor() as cursor:
            if isinstance(session, Club):
                session = Session.objects.create(club=session, opened=entries[0].id, **header).pk
            elif not _head(cursor, session, before, header):
                return None
            numbered = enumerate(zip(entries, bodies, strict=True), len(before.journal) + 1)
            rows = [_row(session, number, entry, body) for number, (entry, body) in numbered]
            cursor.executemany(INSERT, rows)
    except IntegrityError:
        if club and Session.objects.filter(club=club, opened=entries[0].id).exists():
            return None
        raise
    else:
        _remember(session, after, bodies[-1])
        return Acknowledged(session, after, entries)
    finally:
        if not isinstance(session, Club):
            _in_writing.pop(session, None)


def _header(after: State, changed: datetime) -> dict[str, Any]:
    """What the lists show of a session, after its last entry."""
    return {
        "title": after.title,
        "date": after.date,
        "phase": after.phase,
        "last": len(after.journal),
        "changed": changed,
        "offences": written_offences(after),
        "away": after.away,
    }


# Written out, because this is done for every score: through the models it takes three times as long.
READ = "SELECT number, body FROM journal_entry WHERE session_id = %s AND number >= %s ORDER BY number"
COLUMNS = ("session_id", "number", "command", "role", "name", "at", "version", "body")
INSERT = f"INSERT INTO journal_entry ({', '.join(COLUMNS)}) VALUES ({', '.join(['%s'] * len(COLUMNS))})"  # noqa: S608


def _row(session: int, number: int, entry: JournalEntry, body: str) -> tuple[Any, ...]:
    at = connection.ops.adapt_datetimefield_value(entry.at)
    return session, number, entry.id, entry.by.role, entry.by.name, at, entry.version, body


ADAPTED: Mapping[str, Callable[[Any], Any]] = {
    "date": lambda day: connection.ops.adapt_datefield_value(day),
    "changed": lambda moment: connection.ops.adapt_datetimefield_value(moment),
}
"""What databases want to have in their own way."""


def _head(cursor: CursorWrapper, session: int, before: State, header: dict[str, Any]) -> bool:
    """Brings the header up to date, if the journal still ends as it did when the entries were decided."""
    values = [ADAPTED[name](value) if name in ADAPTED else value for name, value in header.items()]
    _, last = _remembered(session)
    count = len(before.journal)
    cursor.execute(
        f"UPDATE journal_session SET {', '.join(f'{name} = %s' for name in header)} "  # noqa: S608 - our own names
        "WHERE id = %s AND last = %s AND (SELECT body FROM journal_entry WHERE session_id = %s AND number = %s) = %s",
        (*values, session, count, session, count, last),
    )
    return bool(cursor.rowcount)


def _check_characters(entries: tuple[JournalEntry, ...]) -> None:
    """Refuses what databases cannot hold in a text; the body is safe, because JSON writes such things with letters."""
    for entry in entries:
        title = entry.act.title if isinstance(entry.act, Open | ChangePlan) else ""
        if any(UNKEEPABLE.search(text) for text in (entry.id, entry.by.name, title)):
            raise Refused(say("There is a character in this text that cannot be kept."))


# -- when the database cannot -----------------------------------------------------------------------------------------

PATIENCE_IS = {"sqlite": "PRAGMA busy_timeout = {}", "postgresql": "SET lock_timeout = {}"}


@contextmanager
def without_waiting() -> Iterator[None]:
    """What is written here is written at once or not at all (`StoreBusy`): for whoever only looks, and leaves a note on the
    way that may as well be left by the next."""
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(PATIENCE_IS[connection.vendor].format(1))
    try:
        yield
    finally:
        with suppress(DatabaseError, InterfaceError), connection.cursor() as cursor:
            cursor.execute(PATIENCE_IS[connection.vendor].format(int(storage.PATIENCE * 1000)))


@contextmanager
def faults_in_sentences() -> Iterator[None]:
    """Faults of the database as sentences for the person at the desk."""
    try:
        yield
    except (DatabaseError, InterfaceError) as error:
        raise fault(error) from error


def fault(error: Exception) -> StoreFault:
    """What a fault of the database means to the person at the desk."""
    kind = faults.kind_of(error)
    if kind == "busy":
        return StoreBusy(
            say(
                "The database is held by another program (a copy being made, perhaps). Nothing was saved; "
                "try again in a moment."
            )
        )
    if kind == "full":
        return StoreFull(say("The disk is full. Nothing was saved; make room on it and try again."))
    if kind == "read-only":
        return StoreFault(
            say(
                "The disk does not let anything be written. Nothing was saved; look at the disk, then start the program again."
            )
        )
    return StoreFault(
        say(
            "The database cannot be used ({reason}). Send it again: what was saved already is not done twice.",
            reason=str(error).strip().split("\n")[0],
        )
    )
