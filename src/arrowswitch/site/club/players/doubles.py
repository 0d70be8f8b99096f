"""Two entries for one person: finding them, making one of them, and forgetting a person altogether.

An entry that was merged stays as an empty row that points to the other, because journals know a player by the number of
the row. So old results show the person under the name that was kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from arrowswitch.site.accounts.models import Account
from arrowswitch.site.calendar import people as calendar
from arrowswitch.site.club.models import Club, Player, StandingPair
from arrowswitch.site.club.players.search import known
from arrowswitch.site.club.players.texts import names_of, take_out
from arrowswitch.site.club.words import plain, plain_words
from arrowswitch.site.ladders import people as ladders
from arrowswitch.site.members import people as members
from arrowswitch.site.members.changes import Author, entry_of, write_down
from arrowswitch.site.members.models import EntryChange
from arrowswitch.site.merits import people as merits
from arrowswitch.site.money import people as money
from arrowswitch.site.mybridge import people as mybridge
from arrowswitch.site.registers import people as registers
from arrowswitch.site.signin import people as signin
from arrowswitch.site.website import people as website
from arrowswitch.site.yearbook import keeper as yearbook

TAKEN = ("number", "federation_number", "given", "family", "grade")


@dataclass(frozen=True)
class Double:
    """Two entries that may be one person."""

    one: Player
    other: Player
    why: str


def doubles(club: Club) -> list[Double]:
    """Entries that look like the same person, the surest first."""
    found: dict[frozenset[int], tuple[int, Double]] = {}
    for sureness, one, other, why in _alike(list(known(club))):
        key = frozenset((one.pk, other.pk))
        if key not in found or sureness < found[key][0]:
            found[key] = sureness, Double(one, other, why)
    return [double for _sureness, double in sorted(found.values(), key=lambda each: (each[0], str(each[1].one)))]


def _alike(players: list[Player]) -> Iterator[tuple[int, Player, Player, str]]:
    plain_names = {player.pk: plain(str(player)) for player in players}
    keys = {pk: " ".join(sorted(name.split())) for pk, name in plain_names.items()}
    for one, other in _sharing(players, lambda player: [keys[player.pk]]):
        if one.number and other.number:
            yield 2, one, other, _("the same name, but two numbers: perhaps two people")
        else:
            yield 0, one, other, _("the same name")
    initials = {player.pk for player in players if len(plain(player.given)) == 1}
    for one, other in _sharing(players, _initialled):
        if not (one.number and other.number) and (one.pk in initials) != (other.pk in initials):
            yield 1, one, other, _("an initial instead of the name")
    for one, other in _sharing(players, lambda player: _less_one(plain_names[player.pk])):
        if not (one.number and other.number) and keys[one.pk] != keys[other.pk]:
            yield 1, one, other, _("one letter is different")


def _sharing(players: Iterable[Player], keys: Callable[[Player], Iterable[str]]) -> Iterator[tuple[Player, Player]]:
    """Every two players who have a key in common."""
    first: dict[str, Player] = {}
    groups: dict[str, list[Player]] = {}  # most keys are one player's own, and need no list
    for player in players:
        for key in set(keys(player)):
            before = first.setdefault(key, player)
            if before is not player:
                groups.setdefault(key, [before]).append(player)
    for group in groups.values():
        if len(group) <= 20:  # a register of "Test Test" needs other help
            yield from combinations(group, 2)


def _initialled(player: Player) -> list[str]:
    given = plain_words(player.given)
    return [f"{given[0][0]} {plain(player.family)}"] if given and player.family else []


def _less_one(name: str) -> list[str]:
    """A name and all that it is with one letter left out: names that share one differ by a letter."""
    if len(name) < 6:
        return []
    return [name, *(name[:at] + name[at + 1 :] for at in range(len(name)))]


def merge(stays: Player, goes: Player, by: Account | None = None) -> None:
    """Makes one entry of two: what the one that stays does not know is taken from the other."""
    with transaction.atomic():
        before = entry_of(stays)
        taken = {name: getattr(goes, name) for name in TAKEN}
        must_sit, active = goes.must_sit, goes.active
        partner = goes.last_partner
        withheld = stays.withheld or goes.withheld if "files" not in (stays.withheld, goes.withheld) else "files"
        goes.number = goes.federation_number = goes.given = goes.family = goes.grade = goes.withheld = ""
        goes.must_sit, goes.active, goes.last_partner, goes.merged_into = False, False, None, stays
        goes.save()
        for name, value in taken.items():
            if not getattr(stays, name):
                setattr(stays, name, value)
        stays.withheld = withheld
        stays.must_sit, stays.active = stays.must_sit or must_sit, stays.active or active
        partners = (each for each in (stays.last_partner, partner) if each not in (None, stays, goes))
        stays.last_partner = next(partners, None)
        stays.save()
        Player.objects.filter(merged_into=goes).update(merged_into=stays)
        Player.objects.filter(last_partner=goes).exclude(pk=stays.pk).update(last_partner=stays)
        goes.accounts.update(player=stays)
        StandingPair.objects.filter(first=goes).exclude(second=stays).update(first=stays)
        StandingPair.objects.filter(second=goes).exclude(first=stays).update(second=stays)
        StandingPair.objects.filter(Q(first=goes) | Q(second=goes)).delete()
        members.merged(stays, goes)
        website.merged(stays, goes)
        registers.merged(stays, goes)
        ladders.merged(stays, goes)
        calendar.merged(stays, goes)
        write_down(stays, before, Author(by, "merge"))
        yearbook.merged(stays, goes)
        merits.merged(stays, goes)
        money.merged(stays, goes)
        signin.merged(stays, goes)
        mybridge.merged(stays, goes)


def erase(player: Player, by: Account | None = None) -> None:
    """Forgets a person: the register keeps an empty row, so that results show nobody's name."""
    with transaction.atomic():
        StandingPair.objects.filter(Q(first=player) | Q(second=player)).delete()
        Player.objects.filter(last_partner=player).update(last_partner=None)
        called = names_of(player)
        website.forgotten(player, called)
        members.forgotten(player)
        registers.forgotten(player)
        ladders.forgotten(player, called)
        calendar.forgotten(player)
        own = by is not None and by.player == player
        merits.forgotten(player)
        money.forgotten(player)
        signin.forgotten(player)
        mybridge.forgotten(player)
        take_out(player, called)
        for account in player.accounts.filter(is_active=False):
            account.forget()
        player.erase()
        EntryChange.objects.create(
            club=player.club,
            player=player,
            by=None if own else by,
            by_name="" if own or by is None else by.name,
            way="erased",
            field="erased",
        )
