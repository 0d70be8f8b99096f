"""Keeps made-up nights in the demonstration club: stopped half way, it is gone on with where it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from arrowswitch.session.acts import SeatedPlayer
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.made_up import waking
from arrowswitch.site.made_up.club_years import begin, furnish
from arrowswitch.site.made_up.nights import MARK, MadeUpYears, people, whole_night
from arrowswitch.site.merits import award_keeper
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.yearbook import keeper

TOGETHER = 20
"""Nights that a worker is given at a time."""
FIRST_NUMBER = 20_001
"""In the register, of people who were not there before."""


def fill_years(club: Club, wish: MadeUpYears, workers: int = 1, told: Callable[[int], None] = lambda done: None) -> int:
    """Puts the nights into the club that are not there yet; how many were played now."""
    register = _register(club, wish.players)
    begin(club)
    there = set(Session.objects.filter(club=club, opened__startswith=MARK).values_list("opened", flat=True))
    lacking = [number for number in range(wish.count) if f"{MARK}{number}-1" not in there]
    parts = [lacking[first : first + TOGETHER] for first in range(0, len(lacking), TOGETHER)]
    if workers == 1:
        for part in parts:
            told(play(club.pk, wish, register, part))
    else:
        with ProcessPoolExecutor(workers, get_context("spawn"), initializer=waking.wake) as pool:
            for done in pool.map(partial(waking.play, club.pk, wish, register), parts):
                told(done)
    while keeper.in_step(club):  # a night that was kept when the program was stopped
        pass
    furnish(club)
    return len(lacking)


def play(club: int, wish: MadeUpYears, register: Sequence[SeatedPlayer], numbers: Sequence[int]) -> int:
    """Plays and keeps these nights, each as a whole; how many they were."""
    there = Club.objects.get(pk=club)
    for number in numbers:
        entries, state = whole_night(wish, number, register)
        (pk,) = store.begin_whole(there, lambda kept=(entries, state): iter([kept]))  # type: ignore[misc]
        session = Session.objects.get(pk=pk)
        Link.make(session)
        keeper.take(session, state)
        award_keeper.make(session, state)
    return len(numbers)


def _register(club: Club, count: int) -> tuple[SeatedPlayer, ...]:
    """The people of the club, with made-up ones until they are as many as wanted."""
    names = {(each.given, each.family) for each in Player.objects.filter(club=club)}
    free = [name for name in people(count + len(names)) if name not in names]
    lacking = max(count - Player.objects.filter(club=club, erased=None, merged_into=None).count(), 0)
    taken = Player.objects.filter(club=club, number__gte=str(FIRST_NUMBER)).count()
    new = [
        Player(club=club, number=str(FIRST_NUMBER + taken + place), given=given, family=family)
        for place, (given, family) in enumerate(free[:lacking])
    ]
    for player in new:
        player.make_findable()
    Player.objects.bulk_create(new)
    found = Player.objects.filter(club=club, erased=None, merged_into=None).order_by("number", "pk")[:count]
    return tuple(SeatedPlayer(str(player), str(player.pk)) for player in found)
