"""Bringing a list of players into the register: first what would be done, then doing just that.

A person is known by the number; without one, or if the number is new, by the name. An empty cell takes nothing away.
The same file a second time changes nothing.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.file import LineFault, PlayerRow, PlayersFile
from arrowswitch.site.club.players.search import known, name_key
from arrowswitch.site.members.changes import Author, entry_of, write_down, write_new

KEPT = ("number", "given", "family", "grade")


@dataclass(frozen=True)
class PlayerChange:
    """A player who gets other particulars."""

    line: int
    player: Player
    after: dict[str, str]
    """Only what is different."""

    @property
    def shown(self) -> list[tuple[str, str]]:
        """Each particular as it was and as it will be."""
        return [(getattr(self.player, name), value) for name, value in self.after.items()]


Line = TypeVar("Line", PlayerRow, PlayerChange, LineFault)


@dataclass(frozen=True)
class ImportPlan:
    """What an import would do."""

    added: tuple[PlayerRow, ...]
    changed: tuple[PlayerChange, ...]
    left: tuple[PlayerRow, ...]
    faults: tuple[LineFault, ...]

    @property
    def nothing_to_do(self) -> bool:
        """Whether the register has all of it already."""
        return not self.added and not self.changed

    @property
    def mark(self) -> str:
        """The same for two plans that do the same: what was looked at is what is done."""
        text = repr((self.added, [(change.player.pk, change.shown) for change in self.changed]))
        return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


@dataclass
class _Person:
    """Somebody of the register, or new in the file, as the file leaves them."""

    player: Player | None
    number: str
    given: str
    family: str
    grade: str
    line: int = 0
    """The line that names this person; 0 if none did."""

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}".strip()


class _Register:
    """The register as the lines of a file change it, one after the other."""

    def __init__(self, players: Iterable[Player]) -> None:
        self.by_number: dict[str, _Person] = {}
        self.by_name: defaultdict[tuple[str, ...], list[_Person]] = defaultdict(list)
        for player in players:
            self.put(_Person(player, player.number, player.given, player.family, player.grade))

    def put(self, person: _Person) -> None:
        self.by_name[name_key(person.name)].append(person)
        if person.number:
            self.by_number[person.number] = person

    def change(self, person: _Person, after: dict[str, str]) -> None:
        self.by_name[name_key(person.name)].remove(person)
        self.by_number.pop(person.number, None)
        for name, value in after.items():
            setattr(person, name, value)
        self.put(person)

    def sureness(self, row: PlayerRow) -> int:
        """How surely a line says whom it means; 0 is the surest."""
        return 2 if not row.number else row.number not in self.by_number

    def who(self, row: PlayerRow) -> list[_Person]:
        """Whom a line means: by number, else by name; a new number may be that of somebody who had none."""
        if row.number and row.number in self.by_number:
            return [self.by_number[row.number]]
        return [person for person in self.by_name[name_key(row.name)] if not (row.number and person.number)]


def plan(club: Club, listed: PlayersFile) -> ImportPlan:
    """What a file would do to the register as it is now."""
    register = _Register(known(club))
    added: list[PlayerRow] = []
    changed: list[PlayerChange] = []
    left: list[PlayerRow] = []
    faults = list(listed.faults)
    lines: dict[str, int] = {}
    for row in listed.rows:
        earlier = lines.setdefault(row.number, row.line) if row.number else row.line
        if earlier != row.line:
            about = {"line": earlier, "number": row.number}
            faults.append(LineFault(row.line, _("Line %(line)s has the number %(number)s too.") % about))
    # Known numbers first, then new ones, then bare names: so a name means the same however often the list is read.
    repeated = {fault.line for fault in faults}
    rows = sorted((row for row in listed.rows if row.line not in repeated), key=register.sureness)
    for row in rows:
        found = register.who(row)
        problem = _problem(row, found)
        if problem:
            faults.append(LineFault(row.line, problem))
        elif not found:
            register.put(_Person(None, row.number, row.given, row.family, row.grade, row.line))
            added.append(row)
        else:
            person = found[0]
            after = _different(row, person)
            person.line = row.line
            if after and person.player:  # who is new in the file was a problem above
                changed.append(PlayerChange(row.line, person.player, after))
                register.change(person, after)
            else:
                left.append(row)
    return ImportPlan(_by_line(added), _by_line(changed), _by_line(left), _by_line(faults))


def _by_line(found: Iterable[Line]) -> tuple[Line, ...]:
    return tuple(sorted(found, key=lambda one: one.line))


def _problem(row: PlayerRow, found: list[_Person]) -> str:
    """Why a line cannot be taken."""
    if len(found) > 1:
        about = {"count": len(found), "name": row.name}
        if row.number:
            return _("%(count)s players without a number are called %(name)s; merge them first.") % about
        return _("%(count)s players are called %(name)s; give the number.") % about
    if found and found[0].line:
        return _("This is %(name)s again, as in line %(line)s.") % {"name": found[0].name, "line": found[0].line}
    return ""


def _different(row: PlayerRow, person: _Person) -> dict[str, str]:
    """What a line says that the register does not; the same words in another order are the same name."""
    after = {name: getattr(row, name) for name in KEPT if getattr(row, name) not in ("", getattr(person, name))}
    if row.whole and sorted(row.name.split()) == sorted(person.name.split()):
        after.pop("given", None)
        after.pop("family", None)
    return after


class Overtaken(Exception):  # noqa: N818 - said to a person
    """The register has changed since the plan was looked at."""


def carry_out(club: Club, listed: PlayersFile, mark: str, by: Account | None = None) -> ImportPlan:
    """Does what was looked at, all of it or nothing; `Overtaken` if it would do something else by now."""
    try:
        with transaction.atomic():
            wanted = plan(club, listed)
            if wanted.mark != mark:
                raise Overtaken
            author = Author(by, "import")
            for change in wanted.changed:
                before = entry_of(change.player)
                for name, value in change.after.items():
                    setattr(change.player, name, value)
                change.player.save()
                write_down(change.player, before, author)
            new = [Player(club=club, **{name: getattr(row, name) for name in KEPT}) for row in wanted.added]
            for player in new:
                player.make_findable()
            write_new(Player.objects.bulk_create(new, batch_size=500), author)
    except IntegrityError:
        raise Overtaken from None
    return wanted
