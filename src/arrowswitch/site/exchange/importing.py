"""A file brought into the club: one transaction for all of its sessions, once for the same content.

The same file again is known by the digest of its content, which is the name of the command that opened its session. Stopped half way, a
club has what it had before the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from pathlib import PurePath
from typing import Literal

from arrowswitch.formats import BadFile, Record, read_file
from arrowswitch.formats.bringing import BroughtSession, Difference, Whose, bring_in
from arrowswitch.session import Actor, JournalEntry, Refused, State
from arrowswitch.site.club.models import Club
from arrowswitch.site.exchange.persons import KnownPlayers
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.results.models import Link
from arrowswitch.words import Sentence, say

Became = Literal["new", "known", "refused"]
TOO_MANY = say(
    "There are too many files or sessions to be looked at together; the command “arrowswitch import” brings in any number."
)


@dataclass(frozen=True)
class ImportedFile:
    """What became of a file."""

    file: str
    became: Became
    sessions: tuple[int, ...] = ()
    """Those that it was brought in as, now or before."""
    problem: Sentence | None = None
    """Why it was refused."""
    notes: tuple[Sentence, ...] = ()
    differences: tuple[Difference, ...] = ()
    whose: tuple[Whose, ...] = ()
    """Of each session, whose ranking is posted."""
    players: int = 0
    """How many were added to the register."""


@dataclass
class Importer:
    """Brings files into a club, one after the other."""

    club: Club
    by: Actor
    whose: Whose | None = None
    """Whose ranking is posted; without it the file's, where it is another one than ours."""
    post: bool = True
    players: KnownPlayers = field(init=False)

    def __post_init__(self) -> None:
        self.players = KnownPlayers(self.club, self.by.name)

    def bring(
        self, file: str, data: bytes, at: datetime, format_name: str = "", most: int | None = None
    ) -> ImportedFile:
        """Brings a file in, or says that it is known, or why it cannot be: it may have at most so many sessions."""
        digest = sha256(data).hexdigest()
        known = known_as(self.club, digest)
        if known:
            return ImportedFile(file, "known", known)
        try:
            read = read_file(data, format_name)
            records = to_bring(read.records, most)
            made: list[BroughtSession] = []
            sessions = store.begin_whole(self.club, lambda: self._nights(records, file, digest, at, made))
        except (BadFile, Refused) as refusal:
            self.players.settle(kept=False)
            return ImportedFile(file, "refused", problem=sentence_of(refusal))
        except store.StoreFault as fault:
            self.players.settle(kept=False)
            known = known_as(self.club, digest)
            if known:  # the same file was brought in at the same moment
                return ImportedFile(file, "known", known)
            return ImportedFile(file, "refused", problem=sentence_of(fault))  # what came before it is kept, and is told
        except BaseException:
            self.players.settle(kept=False)
            raise
        return ImportedFile(
            file,
            "new",
            sessions,
            notes=tuple(dict.fromkeys((*read.notes, *(note for each in made for note in each.notes)))),
            differences=tuple(difference for each in made for difference in each.differences),
            whose=tuple(each.whose for each in made),
            players=self.players.settle(kept=True),
        )

    def _nights(
        self, records: Sequence[Record], file: str, digest: str, at: datetime, made: list[BroughtSession]
    ) -> Iterator[tuple[Sequence[JournalEntry], State]]:
        for number, record in enumerate(records, 1):
            brought = bring_in(
                record,
                PurePath(file.rpartition(": ")[2]).name,
                command=f"brought-{digest}-{number}",
                by=self.by,
                at=at,
                regulations=self.club.federation,
                seat=self.players.seat,
                whose=self.whose,
                post=self.post,
            )
            made.append(brought)
            yield brought.entries, brought.state
            if self.post:
                Link.make(Session.objects.get(club=self.club, opened=brought.entries[0].id))


def known_as(club: Club, digest: str) -> tuple[int, ...]:
    """The sessions that a file was brought in as before, by the digest of its content."""
    opened = Session.objects.filter(club=club, opened__startswith=f"brought-{digest}-").order_by("pk")
    return tuple(opened.values_list("pk", flat=True))


def to_bring(records: Sequence[Record], most: int | None = None) -> tuple[Record, ...]:
    """The sessions of a file; `BadFile` if there are only deals or players in it, or more sessions than `most`."""
    found = tuple(record for record in records if record.results)
    if not found and any(record.deals for record in records):
        raise BadFile(say("There are deals in this file, and no results; attach them to a session on its page."))
    if not found:
        raise BadFile(say("There are no results in this file; a list of players is imported on the page Players."))
    if most is not None and len(found) > most:
        raise BadFile(TOO_MANY)
    return found


def sentence_of(refusal: BadFile | Refused | store.StoreFault) -> Sentence:
    """Why a file is refused."""
    said = refusal.args[0] if refusal.args else ""
    return said if isinstance(said, Sentence) else say("{problem}", problem=str(said))
