"""Finding people: by any beginning of any word of the name, in any order, or by number; accents make no difference.

What is searched is one column of plain words that is written with each player, so that every database finds the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.words import plain, plain_words

MOST_WORDS = 8


def known(club: Club) -> QuerySet[Player]:
    """Everybody in the register: neither erased nor an entry that was merged into another."""
    return Player.objects.filter(club=club, erased=None, merged_into=None)


def matching(players: QuerySet[Player], query: str) -> QuerySet[Player]:
    """Those of whom every word of the query begins a word of the name, or the number."""
    for word in plain_words(query)[:MOST_WORDS]:
        players = players.filter(findable__contains=f" {word}")
    return players


def best(players: QuerySet[Player], query: str, most: int = 8) -> list[Player]:
    """The few to offer while somebody types: the very number first, then by family name, then the rest."""
    wanted = plain_words(query)
    if not wanted:
        return []
    first = wanted[0]

    def rank(player: Player) -> tuple[bool, bool, str, str]:
        return (
            plain(player.number) != plain(query),
            not plain(player.family).startswith(first),
            plain(player.family),
            plain(player.given),
        )

    number = Q(number__iexact=query.strip())
    found = {player.pk: player for player in [*players.filter(number), *matching(players, query)[:200]]}
    return sorted(found.values(), key=rank)[:most]


def called(players: QuerySet[Player], name: str) -> list[Player]:
    """Those with this name, whatever the order of its words: "Ash Ann", "Ash, Ann" and "Ánn Ash" are one name."""
    return of_name(matching(players, name), name)


def of_name(players: Iterable[Player], name: str) -> list[Player]:
    """Those of the given players who have this very name."""
    wanted = name_key(name)
    return [player for player in players if name_key(str(player)) == wanted] if wanted else []


def name_key(name: str) -> tuple[str, ...]:
    """What two spellings of one name have in common.

    >>> name_key("Ash, Ann") == name_key("ann  ÁSH"), name_key("O’Brien") == name_key("Obrien")
    (True, True)
    """
    return tuple(sorted(plain_words(name)))
