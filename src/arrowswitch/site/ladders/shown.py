"""A made list as pages, prints and files show it: names for the eyes of who reads, results in their unit, and the working of a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arrowswitch.contests import EventPlace, SessionScore, SessionShare, explain_place
from arrowswitch.contests.series import SeriesPlan
from arrowswitch.scoring import Explanation
from arrowswitch.scoring.numbers import tidy
from arrowswitch.site.calendar.models import CalendarDate
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.ladders.models import CountedSession, MadeList, MadePlace
from arrowswitch.site.ladders.reading import result_of
from arrowswitch.site.ladders.sentences import kept_again
from arrowswitch.site.night.naming import Eyes, name_for
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.spoken import spoken
from arrowswitch.site.yearbook.models import PlayedSession


@dataclass(frozen=True)
class LadderRow:
    """A line of the list."""

    number: int
    """For the address of its working."""
    rank: str
    names: str
    result: str
    played: int
    boards: int
    notes: tuple[str, ...]
    """Why there is no place, what may still be reached, what broke a tie."""


@dataclass(frozen=True)
class LadderPart:
    """One of the lists: of a grade, of a direction, or of all."""

    title: str
    rows: tuple[LadderRow, ...]


DIRECTIONS = {"NS": gettext_lazy("North-South"), "EW": gettext_lazy("East-West")}


class PeopleOf:
    """The names of everybody whom sentences and lines of a page may name, found at once."""

    def __init__(self, club: Club, eyes: Eyes, numbers: Iterable[int] = ()) -> None:
        self.club, self.eyes = club, eyes
        players = Player.objects.filter(club=club, pk__in=set(numbers)).select_related("merged_into")
        self.found = {player.pk: player.now for player in players}

    def name(self, key: str) -> str:
        """By the key of the yearbook."""
        key = key.rpartition("\0")[2]
        if key.startswith("~"):
            return key[1:]
        return name_for(self.found.get(int(key)) if key.isdecimal() else None, self.eyes)

    def blank(self, blank: str, value: str) -> str:
        """A value of a sentence: people are named, all else stays."""
        return ", ".join(self.name(each) for each in value.split(", ")) if blank == "partner" else value


def names_of(line: MadePlace, eyes: Eyes) -> str:
    """Everybody on a line."""
    names = [name_for(each.player.now, eyes) if each.player else each.name for each in line.holders.all()]
    return (" & " if len(names) < 3 else ", ").join(names)


def with_people(lines: QuerySet[MadePlace]) -> QuerySet[MadePlace]:
    """Lines with those who stand on them; what each has from every session stays where it is, for over years that is long."""
    return lines.defer("taken").prefetch_related("holders__player__merged_into")


def parts_shown(lines: Sequence[MadePlace], plan: SeriesPlan, eyes: Eyes, club: Club) -> list[LadderPart]:
    """Lines of a page by their lists."""
    partners = [int(each) for line in lines for each in _partners(line.why)]
    people = PeopleOf(club, eyes, partners)
    found: dict[tuple[str, str], list[LadderRow]] = {}
    for line in lines:
        found.setdefault((line.part, line.direction), []).append(_row(line, plan, eyes, people))
    grades = {part for part, _direction in found} != {""}
    return [
        LadderPart(part_title(part, direction, grades=grades), tuple(rows)) for (part, direction), rows in found.items()
    ]


def _partners(why: str) -> list[str]:
    """Who is named in the reason why there is no place."""
    named = (str(sentence.values.get("partner", "")) for sentence in kept_again(why))
    return [each for one in named for each in one.split(", ") if each.isdecimal()]


def part_title(part: str, direction: str, *, grades: bool) -> str:
    """What a list is called: its grade, its direction, or nothing where there is one list."""
    grade = (part or _("Others")) if grades else ""
    side = str(DIRECTIONS.get(direction, ""))
    return ", ".join(each for each in (grade, side) if each)


def _row(line: MadePlace, plan: SeriesPlan, eyes: Eyes, people: PeopleOf) -> LadderRow:
    notes = [spoken(each) for each in kept_again(line.why, people.blank)] if not line.rank else []
    if line.rank:
        notes += [spoken(each) for each in kept_again(line.said)]
    notes += [_("Placed by %(step)s.") % {"step": spoken(each)} for each in kept_again(line.broken)]
    return LadderRow(
        line.pk, line.rank, names_of(line, eyes), result_of(line, plan), line.played, line.boards, tuple(notes)
    )


# -- the sessions -------------------------------------------------------------------------------------------------------

LACKING = {
    "names": gettext_lazy("nobody is named"),
    "percent": gettext_lazy("has no percentages"),
    "boards": gettext_lazy("it is not known how many boards were played"),
    "vps": gettext_lazy("has no victory points"),
    "places": gettext_lazy("has no places"),
}


@dataclass(frozen=True)
class LadderSession:
    """A session of the list, with the address of its results."""

    number: int
    title: str
    day: date | None
    token: str
    lacks: str

    @property
    def called(self) -> str:
        """With its day."""
        return f"{self.title}, {date_format(self.day, 'j M Y')}" if self.day else self.title


def sessions_shown(made: MadeList, only: Iterable[int] | None = None, most: int | None = None) -> list[LadderSession]:
    """The sessions of a list, the latest first."""
    links = Link.objects.filter(session=OuterRef("session"), withdrawn=None, listed=True)
    rows = CountedSession.objects.filter(made=made).annotate(token=Subquery(links.values("token")[:1]))
    if only is not None:
        rows = rows.filter(session__in=only)
    listed = list(rows.order_by("-turn")[:most])
    played = PlayedSession.objects.defer("met").in_bulk([row.session_id for row in listed])
    return [
        LadderSession(
            row.session_id,
            played[row.session_id].title if row.session_id in played else "",
            played[row.session_id].day if row.session_id in played else None,
            row.token or "",
            str(LACKING.get(row.lacks, "")),
        )
        for row in listed
    ]


def nights_called(club: Club, nights: Iterable[str]) -> dict[str, str]:
    """The titles of nights of the calendar."""
    wanted = tuple(nights)
    if not wanted:
        return {}
    return dict(
        CalendarDate.objects.filter(club=club, series__in=wanted).order_by("day").values_list("series", "title")
    )


# -- the working ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LadderWorking:
    """How a result came about: the account, and the sessions of it in its order."""

    account: Explanation
    sessions: tuple[LadderSession, ...]
    names: str


MOST_AWAY = 12
"""Of a list with more sessions those that somebody did not play are not told."""


def working_of(line: MadePlace, plan: SeriesPlan, eyes: Eyes, club: Club) -> LadderWorking:
    """The working of a line from what was kept of it, so that a closed list is explained as it was."""
    shares = line.shares
    kept = {share[0]: share for share in shares}
    sessions = sessions_shown(line.made, None if line.made.held <= MOST_AWAY else kept)[::-1]
    people = PeopleOf(club, eyes, [int(each) for share in shares for each in share[-1] if each.isdecimal()])
    by_number = {each.number: each for each in sessions}
    taken = [
        _share_again(kept[each.number], each, people)
        if each.number in kept
        else SessionShare(each.called, None, Fraction(1), None)
        for each in by_number.values()
        if not each.lacks
    ]
    why = next(iter(kept_again(line.why, people.blank)), None)
    broken = next(iter(kept_again(line.broken)), None)
    value = None if line.exact is None else tidy(line.exact)
    names = names_of(line, eyes)
    placed = EventPlace(names, line.rank, value, line.boards, tuple(taken), why=why, tie_broken_by=broken)
    return LadderWorking(explain_place(placed, plan, names), tuple(sessions), names)


def _share_again(kept: list[object], session: LadderSession, people: PeopleOf) -> SessionShare:
    number, value, share, factor, counts, boards, points, maximum, handicap, rank, players = kept
    del number
    called = session.called
    others = [people.name(str(each)) for each in players] if isinstance(players, list) else []
    entry = SessionScore(
        "",
        int(str(boards)),
        _exact(points) or 0,
        _exact(maximum),
        rank=str(rank),
        players=tuple(others),
        handicap=_exact(handicap) or 0,
    )
    return SessionShare(
        called, entry, _exact(share) or Fraction(0), _exact(value), bool(counts), factor=_exact(factor) or Fraction(1)
    )


def _exact(text: object) -> Fraction | None:
    return None if text is None else Fraction(str(text))
