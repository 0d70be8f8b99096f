"""Entries as they are pasted or typed: a line each, names looked up in the club's register."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from dataclasses import replace

from django.db.models import Q
from django.utils.translation import gettext as _

from arrowswitch.contests.events import ChangeEntry, ContestPlayer, EnterContestant, EventContestant, EventState
from arrowswitch.journals import Refused
from arrowswitch.site.club.models import Club, Player
from arrowswitch.words import say

MOST_LINES = 500


def pasted(text: str, kind: str, club: Club) -> list[EnterContestant]:
    """What somebody has pasted: “Red: Ann Ash, Bob Beech, ...”, a line an entry; of pairs the two players will do."""
    rows = [line.strip() for line in text.splitlines() if line.strip()]
    if len(rows) > MOST_LINES:
        raise Refused(say("No more than {most} at once.", most=MOST_LINES))
    split = [apart(row, kind) for row in rows]
    numbers = in_register(club, {name for _, players in split for name in players})
    return [
        EnterContestant(name, tuple(ContestPlayer(each, numbers.get(each.casefold(), "")) for each in players))
        for name, players in split
    ]


def apart(row: str, kind: str) -> tuple[str, list[str]]:
    """The name of an entry and its players.

    >>> apart("Red: Ann Ash, Bob Beech,Cy Cedar", "teams")
    ('Red', ['Ann Ash', 'Bob Beech', 'Cy Cedar'])
    >>> apart("Ann Ash & Bob Beech", "pairs"), apart("Blue", "teams")
    (('', ['Ann Ash', 'Bob Beech']), ('Blue', []))
    """
    name, colon, players = row.partition(":")
    if not colon and kind == "pairs":
        name, players = "", row
    found = [" ".join(each.split()) for each in re.split(r"[,;&]|\t", players)]
    return " ".join(name.split()), [each for each in found if each]


def in_register(club: Club, names: set[str]) -> dict[str, str]:
    """The register's numbers of those among these names of whom there is just one."""
    wanted = {name.casefold() for name in names}
    found: dict[str, list[int]] = {}
    if wanted:
        for pk, given, family in Player.objects.filter(club=club, erased=None, merged_into=None).values_list(
            "pk", "given", "family"
        ):
            called = f"{given} {family}".strip().casefold()
            if called in wanted:
                found.setdefault(called, []).append(pk)
    return {name: str(numbers[0]) for name, numbers in found.items() if len(numbers) == 1}


def known_names(club: Club) -> list[str]:
    """Who can be chosen while a name is typed."""
    rows = Player.objects.filter(club=club, erased=None, merged_into=None, active=True).values_list("given", "family")
    return [f"{given} {family}".strip() for given, family in rows[:1000]]


def as_known(event: EventState, club: Club) -> EventState:
    """An event without the names of those who have asked to be forgotten since they entered; the journal keeps those of the day."""
    forgotten = _forgotten((player for each in event.entries.values() for player in each.players), club)
    if not forgotten:
        return event
    return replace(event, entries={number: _without(each, forgotten) for number, each in event.entries.items()})


def forgotten_names(event: EventState, club: Club) -> frozenset[str]:
    """The names under which those have entered, ever since the event was opened, who have asked to be forgotten."""
    acts = (entry.act for entry in event.journal)
    entered = [player for act in acts if isinstance(act, EnterContestant | ChangeEntry) for player in act.players]
    gone = _forgotten(entered, club)
    return frozenset(player.name for player in entered if player.number in gone)


def _forgotten(players: Iterable[ContestPlayer], club: Club) -> Set[str]:
    """The register's numbers of those who have asked to be forgotten."""
    numbers = {player.number for player in players}
    known = [int(number) for number in numbers if number.isdecimal() and len(number) < 19]
    gone = Player.objects.filter(~Q(erased=None) | ~Q(merged_into__erased=None), club=club, pk__in=known)
    return {str(pk) for pk in gone.values_list("pk", flat=True)} if known else set()


def without(text: str, names: Iterable[str]) -> str:
    """A text without the names of those who have asked to be forgotten."""
    for name in names:
        text = text.replace(name, _("(name withheld)"))
    return text


def _without(entry: EventContestant, forgotten: Set[str]) -> EventContestant:
    name, withheld = entry.name, _("(name withheld)")
    name = without(
        name, (each.name for each in entry.players if each.number in forgotten)
    )  # a pair is called by its players
    players = (replace(each, name=withheld) if each.number in forgotten else each for each in entry.players)
    return replace(entry, name=name, players=tuple(players))
