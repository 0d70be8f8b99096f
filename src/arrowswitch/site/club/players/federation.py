"""Keeping the register in step with a federation's list: what differs, and taking what a director has ticked of it.

A person is known by the federation's number, and by the name if the register has no number for that name yet. Who asks to be
erased is left alone; nobody whose name is withheld, and nobody who took an address away, gets one from a list. An empty
cell takes nothing away, and nothing happens by itself.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import starmap
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.file import LineFault, PlayerRow, PlayersFile, address_of
from arrowswitch.site.club.players.importing import Overtaken
from arrowswitch.site.club.players.search import known, name_key
from arrowswitch.site.club.words import plain, plain_words
from arrowswitch.site.members.changes import FIELDS, OF_PLAYER, Author, entry_of, write_down, write_new
from arrowswitch.site.members.models import EntryChange, ErasureRequest, MembersSettings, Particulars

NAMES, STANDING, CONTACT = ("given", "family"), ("grade", "rank"), ("email", "telephone")
REACHED = (*CONTACT, "address")
"""How people are reached."""
TAKEN = (*STANDING, "kind", *REACHED)
"""What else the list may say than names and numbers."""
A_PAGE = 80
"""People of each kind on a page: a browser may send a thousand ticks at once."""


class ListedField(NamedTuple):
    """One field of a person as the register has it and as the list has it."""

    field: str
    was: str
    will: str
    ticked: bool
    """Whether it is offered with a tick: grades and ranks of people who are known by their number."""

    @property
    def is_name(self) -> bool:
        """Whether it is the name or a number: what nobody ticks for many people at once."""
        return self.field not in TAKEN

    @property
    def label(self) -> str:
        """What the field is called."""
        return str(FIELDS[self.field])


@dataclass(frozen=True)
class ListedPerson:
    """Somebody of the register of whom the list says something else."""

    line: int
    player: Player
    fields: tuple[ListedField, ...]


@dataclass(frozen=True)
class ListCompared:
    """The list beside the register."""

    new: tuple[PlayerRow, ...]
    different: tuple[ListedPerson, ...]
    gone: tuple[Player, ...]
    """Who has a number of the federation, plays here, and is not on the list."""
    same: int
    left_alone: int
    """Who asks to be erased."""
    faults: tuple[LineFault, ...]

    @property
    def mark(self) -> str:
        """The same for two comparisons that say the same: what was looked at is what is taken."""
        fields = [(each.player.pk, each.fields) for each in self.different]
        text = repr((self.new, fields, [player.pk for player in self.gone]))
        return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


@dataclass(frozen=True)
class PageOfList:
    """As much of a comparison as one page shows."""

    new: tuple[PlayerRow, ...]
    different: tuple[ListedPerson, ...]
    gone: tuple[Player, ...]
    faults: tuple[LineFault, ...]
    number: int
    last: int

    @classmethod
    def of(cls, compared: ListCompared, asked: str) -> PageOfList:
        """The page that is asked for, or the first."""
        most = max(map(len, (compared.new, compared.different, compared.gone, compared.faults)))
        last = max(1, -(-most // A_PAGE))
        number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 1
        number = min(max(number, 1), last)
        part = slice((number - 1) * A_PAGE, number * A_PAGE)
        return cls(
            compared.new[part], compared.different[part], compared.gone[part], compared.faults[part], number, last
        )


class _People:
    """The register, by the federation's numbers and by names."""

    def __init__(self, club: Club) -> None:
        self.everybody = list(known(club).select_related("particulars"))
        self.own_numbers = any(player.federation_number for player in self.everybody)
        """Whether the club counts its people by numbers of its own, beside the federation's."""
        self.by_federation = {each.federation_number: each for each in self.everybody if each.federation_number}
        self.by_number = {each.number: each for each in self.everybody if each.number and not each.federation_number}
        self.by_name: defaultdict[tuple[str, ...], list[Player]] = defaultdict(list)
        for player in self.everybody:
            self.by_name[name_key(str(player))].append(player)

    def number_of(self, player: Player) -> str:
        """The federation's number of a person, as far as the register is sure of it."""
        return player.federation_number or ("" if self.own_numbers else player.number)

    def numbered(self, number: str) -> Player | None:
        """Who has a number: the federation's before one that may be the club's."""
        return (self.by_federation.get(number) or self.by_number.get(number)) if number else None

    def named(self, row: PlayerRow) -> list[Player]:
        """Whom the name of a line may mean: with a number only those of whom the register has none of the federation."""
        return [each for each in self.by_name[name_key(row.name)] if not (row.number and self.number_of(each))]


def compare(club: Club, listed: PlayersFile) -> ListCompared:
    """What the list says that the register does not."""
    people = _People(club)
    asked = set(ErasureRequest.objects.filter(club=club, state="open").values_list("player", flat=True))
    contact = EntryChange.objects.filter(club=club, way__in=("self", "desk"), field__in=REACHED, after="")
    removed = set(contact.values_list("player", "field"))
    faults = list(listed.faults)
    settings = MembersSettings.of(club)
    kinds = {plain(kind): kind for kind in (*settings.kinds_of_members, *settings.kinds_of_others)}
    rows = [_of_known_kind(row, kinds, faults) for row in _once_each(listed.rows, faults)]
    new: list[PlayerRow] = []
    met: dict[int, PlayerRow] = {}
    sure: set[int] = set()
    found: list[ListedPerson] = []
    # Numbers first, then names that have one in the list, then bare names: so a number is never taken for a namesake's.
    for row in sorted(rows, key=lambda row: (people.numbered(row.number) is None, not row.number)):
        player = people.numbered(row.number)
        if player and not set(plain_words(str(player))) & set(plain_words(row.name)):
            if player.federation_number or not people.own_numbers:
                about = {"number": row.number, "one": player, "other": row.name}
                problem = _("The number %(number)s is %(one)s in the register and %(other)s here. Look who it is.")
                faults.append(LineFault(row.line, problem % about, row.number))
                continue
            player = None  # a number of the club's own
        if player:
            sure.add(player.pk)
        else:
            named = [each for each in people.named(row) if not (row.number and each.pk in sure)]
            problem = _unclear(row, named, met)
            if problem:
                faults.append(LineFault(row.line, problem, row.number))
                continue
            player = named[0] if named else None
        if player is None:
            new.append(row)
        elif player.pk in met:
            problem = _("This is %(name)s again, as in line %(line)s.") % {"name": player, "line": met[player.pk].line}
            faults.append(LineFault(row.line, problem, row.number))
        else:
            met[player.pk] = row
            fields = _different(row, player, people, removed, by_number=player.pk in sure)
            if fields and player.pk not in asked:
                found.append(ListedPerson(row.line, player, fields))
    numbers = {row.number for row in listed.rows} | {fault.number for fault in faults}
    gone = [
        each
        for each in people.everybody
        if each.active and people.number_of(each) and each.pk not in met and each.pk not in asked
        if people.number_of(each) not in numbers
    ]
    alone = len(asked & {each.pk for each in people.everybody})
    same = len(met) - len(found) - len(asked & met.keys())
    return ListCompared(
        tuple(sorted(new, key=lambda row: row.line)),
        tuple(sorted(found, key=lambda each: each.line)),
        tuple(gone),
        same,
        alone,
        tuple(sorted(faults, key=lambda fault: fault.line)),
    )


def _once_each(rows: Collection[PlayerRow], faults: list[LineFault]) -> list[PlayerRow]:
    """The lines whose number no other line has, with no e-mail address or telephone number that is none."""
    lines: defaultdict[str, list[int]] = defaultdict(list)
    for row in rows:
        lines[row.number].append(row.line)
    doubled = {number for number, count in Counter(row.number for row in rows).items() if number and count > 1}
    kept = []
    for row in rows:
        if row.number in doubled:
            other = next(line for line in lines[row.number] if line != row.line)
            about = {"line": other, "number": row.number}
            faults.append(LineFault(row.line, _("Line %(line)s has the number %(number)s too.") % about, row.number))
            continue
        reached = {"email": _is_email(row.email), "telephone": any(letter.isdigit() for letter in row.telephone)}
        for name, reaches in reached.items():
            value = getattr(row, name)
            if value and not reaches:
                problem = _("“%(value)s” reaches nobody; it is left out, the rest of the line counts.")
                faults.append(LineFault(row.line, problem % {"value": value}, row.number))
        email, telephone = (row.email if reached["email"] else ""), (row.telephone if reached["telephone"] else "")
        kept.append(replace(row, email=email, telephone=telephone))
    return kept


def _of_known_kind(row: PlayerRow, kinds: Mapping[str, str], faults: list[LineFault]) -> PlayerRow:
    """A line with a kind of membership that the club has, or with none."""
    kind = kinds.get(plain(row.kind), "")
    if row.kind and not kind:
        problem = _("“%(value)s” is no kind of membership of this club; it is left out, the rest of the line counts.")
        faults.append(LineFault(row.line, problem % {"value": row.kind}, row.number))
    return replace(row, kind=kind)


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def _unclear(row: PlayerRow, named: list[Player], met: dict[int, PlayerRow]) -> str:
    """Why a name does not say whom it means."""
    if len(named) < 2:
        return ""
    if row.number:
        return _("Several people are called %(name)s and have no number yet; write it down by hand.") % {
            "name": row.name
        }
    return _("%(count)s players are called %(name)s; give the number.") % {"count": len(named), "name": row.name}


def _different(
    row: PlayerRow, player: Player, people: _People, removed: set[tuple[int, str]], *, by_number: bool
) -> tuple[ListedField, ...]:
    """Field by field what the line says that the register does not."""
    particulars = getattr(player, "particulars", None) or Particulars(player=player)
    told = {name: getattr(row, name) for name in (*NAMES, *STANDING, "kind")}
    if name_key(row.name) == name_key(str(player)) and row.whole:
        told |= dict.fromkeys(NAMES, "")
    if not by_number and row.number:
        told["federation_number" if people.own_numbers else "number"] = row.number
    if not player.withheld:
        told |= {name: getattr(row, name) for name in REACHED if (player.pk, name) not in removed}
    was = {name: str(getattr(player if name in OF_PLAYER else particulars, name)) for name in told}
    was |= {name: address_of([was[name]]) for name in ("address",) if name in was}
    changed = ((name, was[name], will, by_number and name in STANDING) for name, will in told.items() if will)
    # Federations write names in capitals: that alone is no difference.
    return tuple(each for each in starmap(ListedField, changed) if each.was.casefold() != each.will.casefold())


def take(club: Club, listed: PlayersFile, ticks: Collection[str], mark: str, by: Account | None) -> int:
    """Takes what is ticked, all of it or nothing, and says how many people that is; `Overtaken` if the register has changed.

    A tick is "5.grade" for a field of a player, "new.3" for a line of the list, "gone.5" for who plays here no more.
    """
    author = Author(by, "federation")
    try:
        with transaction.atomic():
            compared = compare(club, listed)
            if compared.mark != mark:
                raise Overtaken
            taken = sum(_change(each, ticks, author) for each in compared.different)
            for player in compared.gone:
                if f"gone.{player.pk}" in ticks:
                    before = entry_of(player)
                    player.active = False
                    player.save(update_fields=["active"])
                    taken += bool(write_down(player, before, author))
            own_numbers = _People(club).own_numbers
            for row in compared.new:
                if f"new.{row.line}" in ticks:
                    _enter(club, row, "federation_number" if own_numbers else "number", author)
                    taken += 1
    except IntegrityError:
        raise Overtaken from None
    return taken


def _change(person: ListedPerson, ticks: Collection[str], author: Author) -> bool:
    """Takes what is ticked of one person."""
    wanted = {each.field: each.will for each in person.fields if f"{person.player.pk}.{each.field}" in ticks}
    if not wanted:
        return False
    player, before = person.player, entry_of(person.player)
    of_player = [name for name in wanted if name in OF_PLAYER]
    for name in of_player:
        setattr(player, name, wanted[name])
    player.save(update_fields=[*of_player, "findable"])
    _particulars(player, wanted)
    write_down(player, before, author)
    return True


def _enter(club: Club, row: PlayerRow, number: str, author: Author) -> None:
    """Somebody new, with everything that the line says."""
    about = {"given": row.given, "family": row.family, "grade": row.grade, number: row.number}
    player = Player.objects.create(club=club, **about)
    write_new([player], author)
    before = entry_of(player)
    _particulars(player, {name: value for name in TAKEN if (value := getattr(row, name))})
    write_down(player, before, author)


def _particulars(player: Player, wanted: dict[str, str]) -> None:
    """Writes down what is kept beside the register. The list does not say since when; and who agreed that members see an address
    agreed for the one before."""
    kept = Particulars.of(player)
    for name in STANDING:
        if name in wanted:
            setattr(kept, f"{name}_source", "federation")
            setattr(kept, f"{name}_since", None)
    for name in CONTACT:
        if name in wanted:
            setattr(kept, f"list_{name}", False)
    if not {*TAKEN} & wanted.keys():
        return
    for name in ("rank", "kind", *REACHED):
        setattr(kept, name, wanted.get(name, getattr(kept, name)))
    kept.save()
