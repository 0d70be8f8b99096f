"""Keeps the ratings in step with the yearbook.

Ratings are made in the order of days. A new session is added at the end; if an older one has changed, or is new, all from there on is
made again. That is done in parts, each whole, so that a page waits no longer than it may and the next goes on.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date

from django.db import transaction
from django.db.models import Exists, Max, Min, OuterRef, QuerySet

from arrowswitch.contests.ratings import PlayerRating, RatingStep, rate
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.merits.models import PlayerStrength, RatedNight, RatingLine
from arrowswitch.site.yearbook import keeper as yearbook
from arrowswitch.site.yearbook.models import PlayedSession
from arrowswitch.site.yearbook.reading import rated_of, sessions_of

PATIENCE = 0.5
TOGETHER = 50
"""Sessions that are rated and written at a time."""
BATCH = 1000

Night = tuple[int, date, int]
"""A session, its day, and how far its journal was read."""


def in_step(club: Club) -> int:
    """Brings the yearbook and then the ratings up to date, as far as a page can wait; how many sessions are left."""
    left = yearbook.in_step(club)
    return left or (rate_on(club, PATIENCE) if _is_behind(club) else 0)


def _is_behind(club: Club) -> bool:
    """Whether a session is new, has changed or is gone; asked by every page, so the database compares and nothing is locked."""
    wanted = _to_rate(club)
    as_rated = Exists(
        RatedNight.objects.filter(session=OuterRef("session"), day=OuterRef("day"), last=OuterRef("last"))
    )
    return wanted.filter(~as_rated).exists() or wanted.count() != RatedNight.objects.filter(club=club).count()


def rebuild(club: Club, told: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Throws the ratings away and makes them from the yearbook; how many sessions were looked at."""
    with transaction.atomic():
        RatingLine.objects.filter(club=club).delete()
        RatedNight.objects.filter(club=club).delete()
        PlayerStrength.objects.filter(club=club).delete()
    rate_on(club, told=told)
    return RatedNight.objects.filter(club=club).count()


def rate_on(club: Club, patience: float | None = None, told: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Rates what is new or has changed, and all after it, for as long as there is time; how many sessions are left."""
    until = None if patience is None else time.monotonic() + patience
    while True:
        left, whole = _a_part(club)
        told(whole - left, whole)
        if not left or (until is not None and time.monotonic() > until):
            return left


def _a_part(club: Club) -> tuple[int, int]:
    """Rates a few sessions; how many are left, and how many there are."""
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)  # two who rate at once do so one after the other
        wanted, known = _wanted(club), _known(club)
        first = _first_difference(wanted, known)
        if first == len(wanted) == len(known):
            return 0, len(wanted)
        if first < len(known):
            _forget_from(club, first)
        part = wanted[first : first + TOGETHER]
        _write(club, first, part)
    return len(wanted) - first - len(part), len(wanted)


def _to_rate(club: Club) -> QuerySet[PlayedSession]:
    return sessions_of(club).filter(kind="pairs", day__isnull=False).order_by("day", "session")


def _wanted(club: Club) -> list[Night]:
    return [(number, day, last) for number, day, last in _to_rate(club).values_list("pk", "day", "last") if day]


def _known(club: Club) -> list[Night]:
    return list(RatedNight.objects.filter(club=club).order_by("turn").values_list("session_id", "day", "last"))


def _first_difference(wanted: Sequence[Night], known: Sequence[Night]) -> int:
    """At which turn two orders of sessions part.

    >>> monday, tuesday = (1, date(2026, 1, 5), 30), (2, date(2026, 1, 6), 40)
    >>> _first_difference([monday, tuesday], [monday]), _first_difference([tuesday], [monday])
    (1, 0)
    """
    pairs = zip(wanted, known, strict=False)
    return next(
        (turn for turn, (one, other) in enumerate(pairs) if one != other),
        min(len(wanted), len(known)),
    )


def _forget_from(club: Club, turn: int) -> None:
    """Takes back all from a turn on: everybody is again what he was before it."""
    RatingLine.objects.filter(club=club, turn__gte=turn).delete()
    RatedNight.objects.filter(club=club, turn__gte=turn).delete()
    PlayerStrength.objects.filter(club=club).delete()
    latest = RatingLine.objects.filter(club=club).values("key").annotate(latest=Max("turn"))
    newest = {(each["key"], each["latest"]) for each in latest}
    lines = RatingLine.objects.filter(club=club, turn__in={turn for _, turn in newest}).iterator()
    PlayerStrength.objects.bulk_create((_strength(line) for line in lines if (line.key, line.turn) in newest), BATCH)


def _strength(line: RatingLine) -> PlayerStrength:
    return PlayerStrength(
        club_id=line.club_id,
        key=line.key,
        player_id=line.player_id,
        value=line.after,
        boards=line.rests_on,
        day=line.day,
    )


def _write(club: Club, first: int, part: Sequence[Night]) -> None:
    """Rates these sessions, from what everybody is now."""
    now = {
        key: PlayerRating(key, value, boards)
        for key, value, boards in PlayerStrength.objects.filter(club=club).values_list("key", "value", "boards")
    }
    turns = {number: turn for turn, (number, _, _) in enumerate(part, first)}
    played = PlayedSession.objects.filter(pk__in=turns).prefetch_related("lines").order_by("day", "session")
    sessions = [found for each in played if (found := rated_of(each)) is not None]
    book = rate(sessions, before=now)
    steps = [step for rating in book.ratings.values() for step in rating.steps]
    lines = list(_lines(club, steps, turns, {key: rating.boards for key, rating in now.items()}))
    RatedNight.objects.bulk_create(
        (
            RatedNight(session_id=number, club=club, turn=turns[number], day=day, last=last)
            for number, day, last in part
        ),
        BATCH,
    )
    RatingLine.objects.bulk_create(lines, BATCH)
    PlayerStrength.objects.bulk_create(
        (_strength(line) for line in {line.key: line for line in lines}.values()),
        BATCH,
        update_conflicts=True,
        unique_fields=["club", "key"],
        update_fields=["player", "value", "boards", "day"],
    )


def _lines(
    club: Club, steps: Iterable[RatingStep], turns: dict[int, int], boards: dict[str, int]
) -> Iterable[RatingLine]:
    """The rows of these steps, each player's in the order of the turns."""
    by_session: defaultdict[str, list[RatingStep]] = defaultdict(list)
    for step in steps:
        by_session[step.session].append(step)
    seen = dict(boards)
    for session, mine in sorted(by_session.items(), key=lambda each: turns[int(each[0])]):
        together = sum(step.before for step in mine)
        for step in mine:
            seen[step.player] = seen.get(step.player, 0) + step.expected.boards
            others = len(mine) - 2
            yield RatingLine(
                club=club,
                session_id=int(session),
                turn=turns[int(session)],
                day=step.day,
                key=step.player,
                player_id=_number(step.player),
                partner_id=_number(step.partner),
                before=step.before,
                partner_before=step.partner_before,
                pair=step.expected.pair,
                opponents=step.expected.opponents,
                others=step.expected.others,
                boards=step.expected.boards,
                scored=step.scored,
                share=step.share,
                gain=step.gain,
                after=step.after,
                rests_on=seen[step.player],
                field=(together - step.before - step.partner_before) / others if others > 0 else None,
            )


def _number(key: str) -> int | None:
    return int(key) if not key.startswith("~") else None


def made_again(players: Iterable[Player]) -> None:
    """Ratings are made again from the first session of these players on: they turned out to be one person."""
    for club in {player.club for player in players}:
        mine = RatingLine.objects.filter(club=club, key__in=[str(player.pk) for player in players])
        first = mine.aggregate(first=Min("turn"))["first"]
        if first is not None:
            _forget_from(club, first)
