"""A look at files before they are brought in: what each is, who and how many boards are in it, and which of its numbers are others
here. Nothing is written by looking; the content comes back with the form, so that nothing is kept on the server either.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import PurePath

from arrowswitch.formats import BadFile, Record, format_of, read_file
from arrowswitch.formats.bringing import BroughtSession, bring_in
from arrowswitch.formats.found import FoundFile
from arrowswitch.session import Actor, Refused
from arrowswitch.site.club.models import Club
from arrowswitch.site.exchange.importing import TOO_MANY, known_as, sentence_of, to_bring
from arrowswitch.site.exchange.persons import KnownPlayers
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.setup.forms import METHODS
from arrowswitch.words import Sentence, say

MOST_FILES = 60
"""Looked at together; more of them are for the command."""
MOST_SESSIONS = 40
"""So too the sessions in them: each takes some tenths of a second to look at."""
MOST_BACK = 8_000_000
"""Letters of all files together as they come back with the form; a session has some ten thousand."""
MOST_UNPACKED = 64 * 1024 * 1024
"""Of one file."""


@dataclass(frozen=True)
class LookedAtSession:
    """A session of a file, as it would be brought in."""

    record: Record
    brought: BroughtSession
    same_day: tuple[Session, ...]
    """The club's sessions of that day."""
    new: int
    """Players who would be added to the register."""

    @property
    def boards(self) -> int:
        """How many boards have results."""
        return len({each.line.board for each in self.record.lines})

    @property
    def method(self) -> str:
        """How it is scored, in words."""
        return str(dict(METHODS).get(self.record.method, self.record.method))

    @property
    def names(self) -> list[str]:
        """Everybody who has a name, in the order of the file."""
        people = dict.fromkeys(player for each in self.record.contestants for player in each.players)
        return [name for player in people if (name := player.name.strip())]

    @property
    def has_choice(self) -> bool:
        """Whether there are two rankings, the file's and ours."""
        return bool(self.record.ranking and (self.record.lines or self.record.matches))


@dataclass(frozen=True)
class LookedAt:
    """A file that somebody wants to bring in."""

    name: str
    back: str = ""
    """Its content, as it comes back with the form."""
    title: Sentence | None = None
    """What it is."""
    sessions: tuple[LookedAtSession, ...] = ()
    notes: tuple[Sentence, ...] = ()
    known: tuple[int, ...] = ()
    """The sessions that it was brought in as before."""
    problem: Sentence | None = None
    """Why it cannot be brought in."""

    @property
    def can_be_brought(self) -> bool:
        """Whether there is something to bring in."""
        return bool(self.sessions) and not self.known

    @property
    def whose(self) -> str:
        """Whose ranking is proposed; nothing where each session has its own answer."""
        found = {each.brought.whose for each in self.sessions}
        return found.pop() if len(found) == 1 else ""

    @property
    def has_choice(self) -> bool:
        """Whether there are two rankings in any of its sessions."""
        return any(each.has_choice for each in self.sessions)


def looked_at(club: Club, by: Actor, at: datetime, files: Iterable[FoundFile]) -> Iterator[LookedAt]:
    """Each file as it would be brought in; the same content twice is one."""
    players, seen = KnownPlayers(club), set[str]()
    sessions = back = 0
    for number, each in enumerate(files):
        if number >= MOST_FILES or sessions >= MOST_SESSIONS:
            yield LookedAt(each.name, problem=TOO_MANY)
            return
        try:
            data = each.open()
        except BadFile as refusal:
            yield LookedAt(each.name, problem=sentence_of(refusal))
            continue
        digest = sha256(data).hexdigest()
        if digest in seen:
            continue
        seen.add(digest)
        found = _looked_at(club, players, by, at, each.name, data, digest, MOST_SESSIONS - sessions)
        sessions, back = sessions + len(found.sessions), back + len(found.back)
        if back > MOST_BACK:
            yield LookedAt(each.name, problem=TOO_MANY)
            return
        yield found


def _looked_at(
    club: Club, players: KnownPlayers, by: Actor, at: datetime, name: str, data: bytes, digest: str, most: int
) -> LookedAt:
    known = known_as(club, digest)
    title = None
    try:
        title = format_of(data).title if data.strip() else None
        if known:
            return LookedAt(name, title=title, known=known)
        read = read_file(data)
        found = tuple(_session(club, players, by, at, name, record) for record in to_bring(read.records, most))
    except (BadFile, Refused) as refusal:
        return LookedAt(name, title=title, known=known, problem=sentence_of(refusal))
    notes = dict.fromkeys((*read.notes, *(note for each in found for note in each.brought.notes)))
    return LookedAt(name, sent_back(data), title, found, tuple(notes))


def _session(club: Club, players: KnownPlayers, by: Actor, at: datetime, name: str, record: Record) -> LookedAtSession:
    brought = bring_in(
        record, PurePath(name.rpartition(": ")[2]).name, command="look", by=by, at=at, regulations=club.federation
    )
    new = {
        player.number or player.club_number
        for each in record.contestants
        for player in each.players
        if players.is_new(player)
    }
    same_day = tuple(store.listed(club).filter(date=record.date)[:5]) if record.date else ()
    return LookedAtSession(record, brought, same_day, len(new))


# -- the content, to and fro ----------------------------------------------------------------------------------------------


def sent_back(data: bytes) -> str:
    """A file as a hidden field of a form carries it: packed, because files of results are mostly repetition.

    >>> taken_back(sent_back(b"4 spades, making")), len(sent_back(b"4S N =" * 1000)) < 100
    (b'4 spades, making', True)
    """
    return base64.urlsafe_b64encode(zlib.compress(data, 6)).decode("ascii")


def taken_back(field: str) -> bytes:
    """The file again; `BadFile` if it did not arrive well."""
    try:
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(base64.b64decode(field, altchars=b"-_", validate=True), MOST_UNPACKED)
    except (ValueError, binascii.Error, zlib.error):
        raise BadFile(say("The file did not arrive well; choose it again.")) from None
    if not unpacking.eof:
        raise BadFile(say("The file did not arrive well; choose it again."))
    return data
