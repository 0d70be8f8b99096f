"""From the rules of a competition and the yearbook to its list, with what each has taken from every session."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from django.db import transaction
from django.db.models import Q

from arrowswitch.contests import BadContest, EventPart, EventPlace, SeriesList, SessionScore, SessionShare, series
from arrowswitch.contests.series import (
    LadderRules,
    Outlook,
    SeriesPlan,
    SessionFacts,
    grades_apart,
    outlooks,
    place_of,
)
from arrowswitch.site.calendar.models import CalendarDate
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.ladders.handicaps import GrantedHandicaps, granted
from arrowswitch.site.ladders.models import (
    Competition,
    CompetitionRules,
    CountedSession,
    HandicapEntry,
    HandicapWay,
    MadeList,
    MadePlace,
    PlaceHolder,
)
from arrowswitch.site.ladders.sentences import kept
from arrowswitch.site.yearbook.models import PlayedLine, PlayedSession
from arrowswitch.site.yearbook.reading import parts_of
from arrowswitch.words import Sentence

BATCH = 1000
AT_ONCE = 100
"""Sessions that are looked at together, and lines that are written."""
ASIDE = "\0"
"""Before the key of somebody for whom nothing is listed."""
EDITION = "4"
"""Changed with the way that lists are made: then all are made again."""


@dataclass(frozen=True)
class ChosenSession:
    """A posted session that counts, and how far its journal was read."""

    facts: SessionFacts
    last: int
    version: int


def chosen(club: Club, rules: LadderRules) -> list[ChosenSession]:
    """The posted sessions that count by the rules, the earliest first."""
    choice = rules.choice
    if choice.by_hand and not choice.added:
        return []
    found = PlayedSession.objects.filter(club=club, posted=True)
    fitting = Q()
    if choice.by_hand:
        fitting = Q(pk__in=choice.added)
    elif choice.since or choice.until:
        fitting = Q(pk__in=choice.added)
        span = Q()
        if choice.since:
            span &= Q(day__gte=choice.since)
        if choice.until:
            span &= Q(day__lte=choice.until)
        fitting |= span
    nights = _nights(club, choice.nights)
    rows = found.filter(fitting).order_by("day", "pk").values_list("pk", "day", "title", "kind", "last", "version")
    looked = (
        ChosenSession(SessionFacts(pk, day, title, kind, nights.get((day, title), "")), last, version)
        for pk, day, title, kind, last, version in rows
    )
    return [each for each in looked if choice.takes(each.facts)]


def _nights(club: Club, nights: Sequence[str]) -> Mapping[tuple[object, str], str]:
    """The night of the calendar that a session of this day and title was a date of."""
    if not nights:
        return {}
    dates = CalendarDate.objects.filter(club=club, series__in=nights)
    return {(day, title): night for day, title, night in dates.values_list("day", "title", "series")}


def stamp_of(rules: CompetitionRules, value: LadderRules, sessions: Sequence[ChosenSession]) -> str:
    """What a list is made from, in short: it is out of date when this is another."""
    club = rules.competition.club_id
    ended = rules.competition.closed is not None
    seen: list[object] = [EDITION, rules.pk, ended, [(each.facts.number, each.last) for each in sessions]]
    if value.plan.handicap:
        entries = HandicapEntry.objects.filter(player__club=club).order_by("-pk").values_list("pk")[:1]
        ways = HandicapWay.objects.filter(club=club).values_list("pk")[:1]
        seen += [list(entries), list(ways)]
    if value.grades and not ended:
        seen.append(sorted(Player.objects.filter(club=club).exclude(grade="").values_list("pk", "grade")))
    return sha256(repr(seen).encode()).hexdigest()


# -- the sessions as they count ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReadySessions:
    """The sessions of a list as the library takes them, and what those lack that cannot count."""

    parts: tuple[EventPart, ...]
    lacking: Mapping[int, str]


def ready(club: Club, rules: LadderRules, sessions: Sequence[ChosenSession]) -> ReadySessions:
    """The chosen sessions, without those that have not what is counted, and with the handicaps of their days."""
    rows = [PlayedSession(pk=each.facts.number, day=each.facts.day) for each in sessions]
    handicaps = granted(club) if rules.plan.handicap else None
    parts, lacking = [], {}
    for part in parts_of(rows):
        lacks = _lacks(part, rules.plan)
        if lacks:
            lacking[int(part.name)] = lacks
        else:
            parts.append(replace(part, entries=tuple(_entries(part, rules, handicaps))))
    return ReadySessions(tuple(parts), lacking)


def _lacks(part: EventPart, plan: SeriesPlan) -> str:
    """What a session has not that is to be counted."""
    if not part.entries:
        return "names"
    if plan.way in ("percent", "mean", "factored") and any(entry.maximum is None for entry in part.entries):
        return "percent"
    if plan.way in ("percent", "factored") and any(_scored_on_none(entry) for entry in part.entries):
        return "boards"
    if plan.way == "vps" and any(entry.vps is None for entry in part.entries):
        return "vps"
    if plan.way == "places" and any(place_of(entry.rank) is None for entry in part.entries):
        return "places"
    return ""


def _scored_on_none(entry: SessionScore) -> bool:
    """Whether the boards of a result were not said; who has neither has not played, and keeps no session from counting."""
    return not entry.boards and entry.percent is not None


def _entries(part: EventPart, rules: LadderRules, handicaps: GrantedHandicaps | None) -> Iterable[SessionScore]:
    """Who is listed of a session; who is not stands there as a partner only, with a mark before the name."""
    often = Counter(player for entry in part.entries for player in entry.players)
    seen: set[str] = set()
    for number, entry in enumerate(part.entries):
        players = tuple(_listed_as(each, rules, number, often[each], seen) for each in entry.players)
        seen.update(entry.players)
        if rules.plan.by == "players":
            counted = entry if players == entry.players else replace(entry, players=players)
        elif any(each.startswith(ASIDE) for each in players):
            continue
        else:
            counted = entry
        if handicaps is not None and part.day is not None:
            counted = replace(counted, handicap=handicaps.of_pair(entry.players, part.day))
        yield counted


def _listed_as(player: str, rules: LadderRules, number: int, often: int, seen: set[str]) -> str:
    """The key of a player, with a mark if nothing is to be listed for it. Two visitors of one name cannot be told apart."""
    stranger = player.startswith("~")
    if often > 1 and (stranger or player in seen):
        return f"{ASIDE}{number}{ASIDE}{player}"
    return f"{ASIDE}{player}" if stranger and not rules.visitors else player


# -- the list -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ListedPlace:
    """A place in one of the lists of a competition."""

    part: str
    placed: EventPlace
    outlook: Outlook | None


def listed(
    rules: LadderRules,
    parts: Sequence[EventPart],
    grades: Mapping[str, str],
    then: Mapping[frozenset[str], str] | None = None,
) -> tuple[list[ListedPlace], SeriesList]:
    """Everybody in order, grade by grade, with what may still be reached; `then` has the grades of those who were in a list before."""
    made = series(parts, rules.plan)
    shown = [each for each in made.placed if not each.who.startswith(ASIDE)]
    made = replace(made, placed=tuple(shown))
    if rules.grades:
        lists = grades_apart(made.placed, lambda each: _grade(people_of(each, rules.plan), rules, grades, then or {}))
        order = [*rules.grades, ""]
    else:
        lists, order = {"": made.placed}, [""]
    found = []
    for part in order:
        mine = SeriesList(lists.get(part, ()), made.notes, made.open)
        ahead = outlooks(mine, rules.plan, len(parts))
        found += [ListedPlace(part, each, ahead.get(each.who)) for each in mine.placed]
    return found, made


def _grade(
    people: Sequence[str], rules: LadderRules, grades: Mapping[str, str], then: Mapping[frozenset[str], str]
) -> str:
    before = then.get(frozenset(people))
    return rules.grade_of([grades.get(key, "") for key in people]) if before is None else before


def grades_then(competition: Competition) -> Mapping[frozenset[str], str]:
    """In whose list everybody was when a competition was closed: who is promoted later has not played in the other grade."""
    step = competition.steps.exclude(made=None).first() if competition.closed else None
    if step is None:
        return {}
    lines = MadePlace.objects.filter(made=step.made_id).defer("taken").prefetch_related("holders__player__merged_into")
    return {
        frozenset(
            str(each.player.now.pk) if each.player else f"~{each.name.casefold()}" for each in line.holders.all()
        ): line.part
        for line in lines
    }


def make(
    competition: Competition,
    rules: CompetitionRules,
    stamp: str,
    sessions: Sequence[ChosenSession],
    then: Mapping[frozenset[str], str] | None = None,
) -> MadeList:
    """Makes the list and writes it in the place of the one before, unless that was fixed. Once it is closed nothing is to come, whatever
    number of sessions was said; `then` has the grades that hold instead of those of the register."""
    value, club = rules.value, competition.club
    if competition.closed is not None:
        value = replace(value, plan=replace(value.plan, sessions=None))
    taken = ready(club, value, sessions)
    problem, is_open = "", False
    places: list[ListedPlace] = []
    notes: Sequence[Sentence] = ()
    if taken.parts:
        try:
            grades = _grades(club) if value.grades else {}
            if then is None:
                then = grades_then(competition) if value.grades else {}
            places, made = listed(value, taken.parts, grades, then)
            notes, is_open = made.notes, made.open
        except BadContest as refusal:
            problem = kept([refusal.args[0]])
    with transaction.atomic():
        # two who make it write one after the other
        Competition.objects.select_for_update(no_key=True).get(pk=competition.pk)
        competition.lists.filter(fixed=False).delete()
        row = MadeList.objects.create(
            competition=competition,
            rules=rules,
            stamp=stamp,
            held=len(taken.parts),
            people=len(places),
            is_open=is_open or (not taken.parts and bool(value.plan.sessions)),
            notes=kept(notes),
            problem=problem,
        )
        CountedSession.objects.bulk_create(
            [
                CountedSession(
                    made=row,
                    session_id=each.facts.number,
                    version=each.version,
                    turn=turn,
                    lacks=taken.lacking.get(each.facts.number, ""),
                )
                for turn, each in enumerate(sessions)
            ],
            BATCH,
        )
        called = _visitors(sessions)
        for first in range(0, len(places), AT_ONCE):
            _write(row, first, places[first : first + AT_ONCE], value.plan, called)
    return row


def _write(
    row: MadeList, first: int, places: Sequence[ListedPlace], plan: SeriesPlan, called: Mapping[str, str]
) -> None:
    """Some lines of a list with who stands on them; over years each is long."""
    rows = [_place(row, turn, each, plan, called) for turn, each in enumerate(places, first)]
    MadePlace.objects.bulk_create(rows)
    PlaceHolder.objects.bulk_create(
        [
            _holder(place, key, called)
            for place, each in zip(rows, places, strict=True)
            for key in people_of(each.placed, plan)
        ],
        BATCH,
    )


def people_of(placed: EventPlace, plan: SeriesPlan) -> tuple[str, ...]:
    """The keys of those who stand on a line."""
    if plan.by == "players":
        return (placed.who,)
    return next(share.entry.players for share in placed.taken if share.entry)


def _visitors(sessions: Sequence[ChosenSession]) -> Mapping[str, str]:
    """What visitors are called, by their keys."""
    numbers = [each.facts.number for each in sessions]
    found: dict[str, str] = {}
    for first in range(0, len(numbers), AT_ONCE):
        lines = PlayedLine.objects.filter(played__in=numbers[first : first + AT_ONCE], player=None)
        found |= {f"~{name.casefold()}": f"~{name}" for name in lines.order_by("pk").values_list("name", flat=True)}
    return found


def _grades(club: Club) -> dict[str, str]:
    return {str(pk): grade for pk, grade in Player.objects.filter(club=club).values_list("pk", "grade")}


def _place(row: MadeList, turn: int, each: ListedPlace, plan: SeriesPlan, called: Mapping[str, str]) -> MadePlace:
    placed = each.placed
    said: list[Sentence] = each.outlook.said(plan) if each.outlook else []
    return MadePlace(
        made=row,
        part=each.part,
        direction=str(placed.direction or ""),
        turn=turn,
        rank=placed.rank,
        value="" if placed.value is None else str(placed.value),
        played=placed.played,
        boards=placed.boards,
        why="" if placed.why is None else kept([placed.why]),
        said=kept(said),
        broken="" if placed.tie_broken_by is None else kept([placed.tie_broken_by]),
        taken=json.dumps(
            [_share(share, share.entry, called) for share in placed.taken if share.entry is not None],
            separators=(",", ":"),
        ),
    )


def _share(share: SessionShare, entry: SessionScore, called: Mapping[str, str]) -> list[object]:
    people = (each.rpartition(ASIDE)[2] for each in entry.players)
    return [
        int(share.session),
        *(None if each is None else str(each) for each in (share.value, share.share, share.factor)),
        int(share.counts),
        entry.boards,
        *(None if each is None else str(each) for each in (entry.points, entry.maximum, entry.handicap)),
        entry.rank,
        [called.get(each, each) for each in people],
    ]


def _holder(place: MadePlace, key: str, called: Mapping[str, str]) -> PlaceHolder:
    if key.startswith("~"):
        return PlaceHolder(place=place, name=called.get(key, key)[1:201])
    return PlaceHolder(place=place, player_id=int(key))
