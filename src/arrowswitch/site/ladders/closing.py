"""Closing a competition: its list is fixed and its winners are written down. What is corrected afterwards changes neither, until
somebody closes it again; then winners who differ are replaced by new rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club
from arrowswitch.site.ladders.keeping import as_ended, in_step
from arrowswitch.site.ladders.models import (
    Competition,
    CompetitionStep,
    MadeList,
    MadePlace,
    PlaceHolder,
    Trophy,
    Winner,
    WinnerName,
)
from arrowswitch.site.ladders.reading import result_of
from arrowswitch.site.ladders.shown import part_title, with_people
from arrowswitch.site.yearbook import keeper as yearbook


class NothingToClose(Exception):  # noqa: N818 - said to a person
    """There is no list with a winner in it."""


def trophy_called(club: Club, title: str) -> Trophy:
    """The trophy of this title, whatever its capitals; made the first time."""
    known = Trophy.objects.filter(club=club, title__iexact=title).first()
    return known or Trophy.objects.get_or_create(club=club, title=title)[0]  # somebody else may make it just now


def winners_of(made: MadeList) -> list[MadePlace]:
    """The first of each list; those who share the first place all win. Where there are grades, who is in none of them wins nothing."""
    first = MadePlace.objects.filter(made=made, rank__in=("1", "1=")).order_by("turn")
    return list(with_people(first.exclude(part="") if made.rules.value.grades else first))


def close(competition: Competition, by: Account, reason: str) -> CompetitionStep:
    """Fixes the list as it is now and writes the winners down."""
    _take_all_in(competition.club)
    in_step(competition, at_once=10**9)
    with transaction.atomic():
        locked = Competition.objects.select_for_update(no_key=True).get(pk=competition.pk)
        if locked.closed != competition.closed and (last := competition.steps.first()):
            return last  # sent twice, or somebody was quicker
        made = _ended(competition)
        if made is None or not (first := winners_of(made)):
            competition.closed = locked.closed
            raise NothingToClose
        made.fixed = True
        made.save(update_fields=["fixed", "stamp"])
        step = CompetitionStep.objects.create(competition=competition, what="closed", made=made, reason=reason, by=by)
        competition.closed = timezone.now()
        competition.save(update_fields=["closed"])
        _engrave(competition, step, first)
    return step


def _ended(competition: Competition) -> MadeList | None:
    """The list as it ends, if it ends now; it was made a moment ago, unless it was made again since."""
    made = in_step(competition, at_once=10**9).made
    if made is None or competition.closed is not None:
        return made
    competition.closed = timezone.now()
    return as_ended(competition, made)


def would_win(competition: Competition) -> list[MadePlace]:
    """Who would be written down if the competition were closed now; nothing of it is kept."""
    seen = Competition.objects.select_related("club").get(pk=competition.pk)
    with transaction.atomic():
        made = _ended(seen)
        found = winners_of(made) if made else []
        transaction.set_rollback(True)
    return found


def _take_all_in(club: Club) -> None:
    """What is posted must not be left out of a list that is fixed, however long it takes to read."""
    left, before = yearbook.in_step(club, patience=10), None
    while left and left != before:
        left, before = yearbook.in_step(club, patience=10), left


def open_again(competition: Competition, by: Account, reason: str) -> None:
    """The list goes with the results again; the winners stay until it is closed again."""
    with transaction.atomic():
        if Competition.objects.select_for_update(no_key=True).get(pk=competition.pk).closed is None:
            return  # sent twice, or somebody was quicker
        CompetitionStep.objects.create(competition=competition, what="opened", reason=reason, by=by)
        competition.closed = None
        competition.save(update_fields=["closed"])


def standing_winners(competition: Competition) -> list[Winner]:
    """Who was written down for this competition and still holds."""
    found = Winner.objects.filter(step__competition=competition, replaced_by=None, nobody=False)
    return list(found.prefetch_related("names__player").order_by("pk"))


def _engrave(competition: Competition, step: CompetitionStep, first: Sequence[MadePlace]) -> None:
    """Writes winners; those who were written before and are still the same stay, others are replaced."""
    trophy = competition.trophy or trophy_called(competition.club, competition.title)
    plan = step.made.rules.value.plan if step.made else None
    grades = any(line.part for line in first)
    wanted = [
        (
            part_title(line.part, line.direction, grades=grades)[:40],
            result_of(line, plan) if plan else "",
            list(line.holders.all()),
        )
        for line in first
    ]
    before = standing_winners(competition)
    for each in list(wanted):
        same = next((old for old in before if _same(old, trophy, competition.year, each)), None)
        if same is not None:
            before.remove(same)
            wanted.remove(each)
    for part, result, holders in wanted:
        old = next((each for each in before if each.part == part), None)
        if old is not None:
            before.remove(old)
        row = Winner.objects.create(
            trophy=trophy,
            year=competition.year,
            part=part,
            result=result,
            step=step,
            reason=step.reason,
            by=step.by,
            replaces=old,
        )
        WinnerName.objects.bulk_create(
            WinnerName(winner=row, player=each.player.now if each.player else None, name=each.name) for each in holders
        )
    for old in before:
        take_back(old, step.by, step.reason, step)


def take_back(winner: Winner, by: Account | None, reason: str, step: CompetitionStep | None = None) -> Winner:
    """A row that says that this one does not hold."""
    return Winner.objects.create(
        trophy=winner.trophy,
        year=winner.year,
        part=winner.part,
        step=step or winner.step,
        reason=reason,
        by=by,
        replaces=winner,
        nobody=True,
    )


def _same(old: Winner, trophy: Trophy, year: int, wanted: tuple[str, str, list[PlaceHolder]]) -> bool:
    part, result, holders = wanted
    mine = {(each.player_id, "" if each.player_id else each.name) for each in old.names.all()}
    theirs = {(each.player.now.pk if each.player else None, each.name) for each in holders}
    return (old.trophy_id, old.year, old.part, old.result) == (trophy.pk, year, part, result) and mine == theirs


# -- what is different since then ---------------------------------------------------------------------------------------


class PlaceThenAndNow(NamedTuple):
    """A line that results corrected after closing would change: to name those who stand on it, as it was fixed, and as it would be."""

    either: MadePlace
    then: MadePlace | None
    now: MadePlace | None


def different(fixed: MadeList, current: MadeList) -> list[PlaceThenAndNow]:
    """The lines with another place or another result than when the list was fixed."""
    if fixed.pk == current.pk:
        return []
    then, now = _by_people(fixed), _by_people(current)
    return [
        PlaceThenAndNow(either, then.get(who), now.get(who))
        for who, either in (now | then).items()
        if _told(then.get(who)) != _told(now.get(who))
    ]


def _told(line: MadePlace | None) -> tuple[str, str]:
    return (line.rank, line.value) if line else ("", "")


def _by_people(made: MadeList) -> dict[object, MadePlace]:
    return dict(_keyed(with_people(MadePlace.objects.filter(made=made).order_by("turn"))))


def _keyed(lines: Iterable[MadePlace]) -> Iterator[tuple[object, MadePlace]]:
    for line in lines:
        people = sorted((each.player.now.pk if each.player else 0, each.name) for each in line.holders.all())
        yield (line.part, line.direction, tuple(people)), line
