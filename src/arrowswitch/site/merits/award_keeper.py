"""Makes the awards of posted results, and keeps them in step.

The yearbook knows which version of a session was posted last. A session is behind while its awards were not made from that version, or
not by what the club has decided for its day. Whoever posts results, and whoever opens a page of awards, brings that up to date, the latest
first; so nothing is lost if the program stops between posting and making. What was made before is superseded and stays.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from fractions import Fraction

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce, TruncDate
from django.utils import timezone

from arrowswitch.contests.awards import AwardSheet
from arrowswitch.contests.reading import BadContest
from arrowswitch.session import JournalFault, Refused, State
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.merits.deciding import Holding, holdings, ineligible_in, scheme_by, worth_of
from arrowswitch.site.merits.models import (
    RATING,
    AwardRun,
    AwardsWay,
    EligibilityDecision,
    HandCredit,
    MadeAward,
    PlayerYear,
    SessionWorth,
)
from arrowswitch.site.night.awards.made import people, sheet_of
from arrowswitch.site.night.naming import Names
from arrowswitch.site.night.results.seeing import versions_of
from arrowswitch.site.yearbook import keeper as yearbook
from arrowswitch.words import say

PATIENCE = 0.5
"""Seconds that a page waits for awards to be made."""
BATCH = 500


def in_step(club: Club, patience: float = PATIENCE, told: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Brings the yearbook and then the awards up to date, for as long as a page can wait; how many sessions are left."""
    left = yearbook.in_step(club, patience)
    return left or catch_up(club, patience, told)


def catch_up(club: Club, patience: float, told: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Makes the awards of what the yearbook has read, for as long as there is time; how many sessions are left."""
    until = time.monotonic() + patience
    waiting = list(behind(club))
    for number, session in enumerate(waiting):
        if number and time.monotonic() > until:
            return len(waiting) - number
        make(session)
        told(number + 1, len(waiting))
    return 0


def when_posted(session: Session) -> None:
    """Makes the awards of a session whose results have just been posted, if the club has any."""
    if holdings(session.club):
        yearbook.take(session)
        for each in behind(session.club).filter(pk=session.pk):
            make(each)


def behind(club: Club) -> QuerySet[Session]:
    """The sessions whose awards are to be made, or made again, the latest first."""
    runs = AwardRun.objects.filter(session=OuterRef("pk"), current=True)
    decided = EligibilityDecision.objects.filter(session=OuterRef("session"), at__gte=OuterRef("made_at"))
    said = SessionWorth.objects.filter(session=OuterRef("session"), pk__gt=Coalesce(OuterRef("worth"), 0))
    from_this = runs.filter(version=OuterRef("played__version")).filter(~Exists(decided), ~Exists(said))
    wanted = Q(played__posted=False) & Q(Exists(runs.exclude(version=0)))
    covered = Q(pk__in=())
    for holding in holdings(club):
        then = _days(holding)
        covered |= then
        by_this = Q(Exists(from_this.filter(_made_by(holding))))
        stale = Q(Exists(runs.exclude(scheme=""))) if not holding.way.scheme else ~by_this
        wanted |= Q(played__posted=True) & then & stale
    wanted |= Q(played__posted=True) & ~covered & Q(Exists(runs)) & ~Q(Exists(from_this))
    day = Coalesce("played__day", TruncDate("played__posted_at"))
    return Session.objects.filter(club=club).annotate(day_played=day).filter(wanted).order_by("-day_played", "-pk")


def _days(holding: Holding) -> Q:
    found = Q(day_played__gte=holding.since)
    return found & Q(day_played__lt=holding.until) if holding.until else found


def _made_by(holding: Holding) -> Q:
    """By this decision, or by another one that said the same of awards."""
    return Q(way__in=holding.ways) if holding.ways else Q(way=None)


# -- making -------------------------------------------------------------------------------------------------------------


def make(session: Session, state: State | None = None) -> AwardRun | None:
    """Makes the awards of a session from the version that was posted last; nothing if they are made, or cannot be."""
    with suppress(Refused, JournalFault):  # a journal that cannot be read is told of where somebody opens it
        state = state or store.state(session.pk)
    if state is None:
        return None
    run, awards = _reckoned(session, state)
    return _keep(run, awards)


def _reckoned(session: Session, state: State) -> tuple[AwardRun, list[MadeAward]]:
    """What is awarded now, not yet written."""
    worth = worth_of(session)
    run = AwardRun(session=session, club=session.club, version=0, day=state.date, title=state.title, worth=worth)
    if not state.publications or state.away:
        run.notes = str(say("The results are not posted any more."))
        return run, []
    version = versions_of(session.pk, state)[-1]
    run.version, run.title = version.number, version.state.title
    run.day = version.state.date or timezone.localtime(version.at).date()
    way = way_for(session, run.day)
    run.way = way if way and way.pk else None
    run.scheme = way.scheme if way else ""
    names = Names(version.state, session.club, "desk")
    try:
        scheme = scheme_by(way) if way else None
        if scheme is None:
            return run, []
        ineligible = ineligible_in(session)
        run.ineligible = " ".join(sorted(ineligible))
        said = worth.by_key if worth else {}
        sheet = sheet_of(version.state, names, scheme, ineligible, said, people_named=False)
    except BadContest as problem:
        run.notes = str(problem)
        return run, []
    run.unit, run.notes = scheme.unit, "\n".join(map(str, sheet.notes))
    return run, _awards(run, sheet, names)


def way_for(session: Session, day: date) -> AwardsWay | None:
    """The decision for a day; for days before the first one, that by which the session was awarded once."""
    for holding in holdings(session.club):
        if holding.since <= day and (holding.until is None or day < holding.until):
            return holding.way
    earlier = AwardRun.objects.filter(session=session, current=True).select_related("way").first()
    if earlier is None:
        return None
    return earlier.way or AwardsWay(club=session.club, scheme=earlier.scheme)


def _awards(run: AwardRun, sheet: AwardSheet, names: Names) -> list[MadeAward]:
    seated = people(names.state, names)
    found = []
    for award in sheet.awards:
        for key in award.players:
            player = names.register.get(seated[key].id)
            found.append(
                MadeAward(
                    run=run,
                    player=player,
                    name="" if player else seated[key].name[:200],
                    contestant=award.contestant,
                    label=names.label(*names.by_scoring_name[award.contestant]),
                    list=str(award.list)[:200],
                    place=award.rank,
                    amount=str(award.amount),
                    unit=award.unit,
                    counts=award.counts,
                )
            )
    return found


def _keep(run: AwardRun, awards: Sequence[MadeAward]) -> AwardRun | None:
    """Writes a run in the place of the one before, which stays; nothing if somebody was quicker."""
    with transaction.atomic():
        # two who make awards at once write one after the other
        Session.objects.select_for_update(no_key=True).get(pk=run.session_id)
        if run.unit and ineligible_in(run.session) != set(run.ineligible.split()):
            return None  # somebody was taken out, or in again, while this was reckoned: whoever did so makes them anew
        if worth_of(run.session) != run.worth:
            return None  # the same
        before = AwardRun.objects.filter(session=run.session_id, current=True).select_related("way").first()
        if before and (0 < run.version < before.version or _is_same(run, before)):
            return None
        touched: set[tuple[int, int]] = set()
        if before:
            touched |= _touched(before)
            AwardRun.objects.filter(pk=before.pk).update(current=False)
        run.save()
        if before:
            AwardRun.objects.filter(pk=before.pk).update(superseded_by=run)
        MadeAward.objects.bulk_create(awards, BATCH)
        add_up(run.club, touched | _touched(run))
    return run


def _is_same(run: AwardRun, before: AwardRun) -> bool:
    """Whether somebody else has made this in the meantime."""
    if EligibilityDecision.objects.filter(session=run.session_id, at__gte=before.made_at).exists():
        return False
    one, other = ((each.version, each.scheme, each.way_id, each.worth_id, each.day) for each in (run, before))
    return one == other


def _touched(run: AwardRun) -> set[tuple[int, int]]:
    """The players and years whose totals a run changes."""
    players = MadeAward.objects.filter(run=run).exclude(player=None).values_list("player", flat=True)
    return {(player, run.day.year) for player in players if player and run.day}


# -- totals -------------------------------------------------------------------------------------------------------------


def add_up(club: Club, touched: Iterable[tuple[int, int]]) -> None:
    """Makes the totals of these players in these years, and of all their years, again."""
    by_year: defaultdict[int, set[int]] = defaultdict(set)
    for player, year in touched:
        by_year[year].add(player)
    everybody = {player for players in by_year.values() for player in players}
    with transaction.atomic():
        _one_after_the_other(everybody)
        for year, players in by_year.items():
            _write(club, year, players, _sums(year, players))
        _write(club, 0, everybody, _sums_of_years(everybody))


def _one_after_the_other(players: Iterable[int]) -> None:
    """Two sessions of the same people may be awarded at once: the second waits, and then sees what the first has written."""
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=players).order_by("pk").values_list("pk"))


Sums = Mapping[tuple[int, str], tuple[Fraction, int]]
"""By player and kind of points: how many, from how many awards."""


def _sums(year: int, players: Iterable[int]) -> Sums:
    found: defaultdict[tuple[int, str], tuple[Fraction, int]] = defaultdict(lambda: (Fraction(0), 0))
    made = MadeAward.objects.filter(player__in=players, run__current=True, run__day__year=year, counts=True)
    for player, unit, amount in made.order_by().values_list("player", "unit", "amount"):
        if player is not None:
            before, number = found[player, unit]
            found[player, unit] = before + Fraction(amount), number + 1
    by_hand = HandCredit.objects.filter(player__in=players, day__year=year).exclude(unit=RATING)
    for player, unit, amount in by_hand.order_by().values_list("player", "unit", "amount"):
        before, number = found[player, unit]
        found[player, unit] = before + Fraction(amount), number
    return found


def _sums_of_years(players: Iterable[int]) -> Sums:
    found: defaultdict[tuple[int, str], tuple[Fraction, int]] = defaultdict(lambda: (Fraction(0), 0))
    years = PlayerYear.objects.filter(player__in=players).exclude(year=0).order_by()
    for player, unit, amount, awards in years.values_list("player", "unit", "amount", "awards"):
        before, number = found[player, unit]
        found[player, unit] = before + Fraction(amount), number + awards
    return found


def _write(club: Club, year: int, players: Iterable[int], sums: Sums) -> None:
    PlayerYear.objects.filter(player__in=players, year=year).delete()
    rows = (
        PlayerYear(
            club=club, player_id=player, year=year, unit=unit, amount=str(amount), value=float(amount), awards=awards
        )
        for (player, unit), (amount, awards) in sums.items()
        if amount or awards
    )
    PlayerYear.objects.bulk_create(rows, BATCH)


def merged(stays: Player, goes: Player) -> None:
    """What the entry that goes has earned is earned by the one that stays."""
    years = set(PlayerYear.objects.filter(player__in=(stays, goes)).values_list("year", flat=True)) - {0}
    MadeAward.objects.filter(player=goes).update(player=stays)
    HandCredit.objects.filter(player=goes).update(player=stays)
    PlayerYear.objects.filter(player=goes).delete()
    add_up(stays.club, {(stays.pk, year) for year in years})


# -- what was different -------------------------------------------------------------------------------------------------


def differences(run: AwardRun) -> list[tuple[MadeAward, Fraction, Fraction]]:
    """Whose credit is another one than in the run that this one superseded: an award that says who, before, after."""
    before = run.supersedes.first()
    had, has = _credits(before) if before else {}, _credits(run)
    found = []
    for key in dict.fromkeys((*has, *had)):
        said = (has if key in has else had)[key][0]
        one, other = (each[key][1] if key in each else Fraction(0) for each in (had, has))
        if one != other:
            found.append((said, one, other))
    return found


def _credits(run: AwardRun) -> dict[tuple[int | None, str, str], tuple[MadeAward, Fraction]]:
    """What everybody is credited with by a run, by person and kind."""
    found: dict[tuple[int | None, str, str], tuple[MadeAward, Fraction]] = {}
    for award in run.awards.filter(counts=True).select_related("player"):
        key = award.player_id, award.name, award.unit
        before = found[key][1] if key in found else Fraction(0)
        found[key] = award, before + award.exact
    return found
