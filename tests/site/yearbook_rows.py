"""Sessions straight in the yearbook, with the scores of a worked example: nobody plays a board for them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from itertools import count

from django.utils import timezone
from people import our_club

from arrowswitch.site.club.models import Player
from arrowswitch.site.journal.models import Session
from arrowswitch.site.yearbook.models import PlayedLine, PlayedSession

_number = count(1)
Scores = Mapping[str, float | Fraction]


def person(name: str, **more: str) -> Player:
    """Somebody of the register, made the first time."""
    given, family = name.capitalize(), "of Riverside"
    return Player.objects.get_or_create(club=our_club(), given=given, family=family, defaults=more)[0]


def sat(
    day: date, scores: Scores, title: str = "Tuesday pairs", boards: int = 24, kind: str = "pairs"
) -> PlayedSession:
    """A posted session: to each pair, such as "ann bob", its percentage. A name in capitals is a visitor's."""
    head = Session.objects.create(
        club=our_club(),
        opened=f"row-{next(_number)}",
        title=title,
        date=day,
        phase="published",
        last=5,
        changed=timezone.now(),
    )
    played = PlayedSession.objects.create(
        session=head,
        club=our_club(),
        last=5,
        version=1,
        day=day,
        title=title,
        kind=kind,
        contestants=len(scores),
        boards=boards,
    )
    write(played, scores, boards)
    return played


def write(played: PlayedSession, scores: Scores, boards: int = 24) -> None:
    """The lines of a session in the place of those that there were, as if a correction had been posted."""
    PlayedLine.objects.filter(played=played).delete()
    if played.lines.count() == 0 and played.last:
        played.last += 1
        played.version += 1
        played.save()
        Session.objects.filter(pk=played.pk).update(last=played.last)
    ordered = sorted(scores.values(), reverse=True)
    for number, (pair, percent) in enumerate(scores.items(), 1):
        place = ordered.index(percent) + 1
        for name in pair.split():
            visitor = name.isupper()
            PlayedLine.objects.create(
                played=played,
                day=played.day,
                player=None if visitor else person(name),
                name=name.title() if visitor else "",
                contestant=str(number),
                label=str(number),
                rank=f"{place}=" if ordered.count(percent) > 1 else str(place),
                place=place,
                field=len(scores),
                boards=boards,
                points=str(Fraction(percent).limit_denominator(10_000)),
                maximum="100",
                percent=float(percent),
            )
