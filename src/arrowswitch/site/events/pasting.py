"""Entries as they are pasted or typed: a line each, names looked up in the club's register."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.db.models import Q
from django.utils.translation import gettext as _

from arrowswitch.contests.events import ChangeEntry, ContestPlayer, EnterContestant, EventContestant, EventState
from arrowswitch.journals import Refused
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.night.naming import Eyes, is_withheld, name_for
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


def as_known(event: EventState, club: Club, eyes: Eyes = "public") -> EventState:
    """An event without the names of those who have asked since they entered to be forgotten, or not to be named before
    these eyes; the journal keeps those of the day."""
    called = _called((player for each in event.entries.values() for player in each.players), club, eyes)
    if not called:
        return event
    return replace(event, entries={number: _without(each, called) for number, each in event.entries.items()})


def forgotten_names(event: EventState, club: Club) -> frozenset[str]:
    """The names under which those have entered, ever since the event was opened, who have asked to be forgotten."""
    acts = (entry.act for entry in event.journal)
    entered = [player for act in acts if isinstance(act, EnterContestant | ChangeEntry) for player in act.players]
    gone = _called(entered, club, "desk")
    return frozenset(player.name for player in entered if player.number in gone)


def _called(players: Iterable[ContestPlayer], club: Club, eyes: Eyes) -> Mapping[str, str]:
    """What those are called who must not be named before these eyes, by their numbers in the register."""
    numbers = {player.number for player in players}
    known = [int(number) for number in numbers if number.isdecimal() and len(number) < 19]
    if not known:
        return {}
    asked = ~Q(erased=None) | ~Q(merged_into__erased=None) | ~Q(withheld="") | ~Q(merged_into__withheld="")
    found = Player.objects.filter(asked, club=club, pk__in=known).select_related("merged_into")
    return {str(one.pk): name_for(one.now, eyes) for one in found if one.now.erased or is_withheld(one.now, eyes)}


def without(text: str, names: Iterable[str]) -> str:
    """A text without the names of those who have asked to be forgotten."""
    for name in names:
        text = text.replace(name, _("(name withheld)"))
    return text


def _without(entry: EventContestant, called: Mapping[str, str]) -> EventContestant:
    name = entry.name
    for each in entry.players:
        if each.number in called:  # a pair is called by its players
            name = name.replace(each.name, called[each.number])
    players = (replace(each, name=called.get(each.number, each.name)) for each in entry.players)
    return replace(entry, name=name, players=tuple(players))
