"""What a club has besides its nights: competitions with their winners, ratings, awards, fees in the books, a calendar and news.

All of it is made up from the nights that are there. What is there already is left as it is, so that it can be done again after more nights.
"""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress

from django.db.models import QuerySet
from django.utils import timezone

from arrowswitch.contests.series import LadderRules, SeriesPlan, SessionChoice, written_rules
from arrowswitch.site.accounts.demonstration import demonstrator
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.calendar.models import CalendarDate
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal.models import Session
from arrowswitch.site.ladders.closing import NothingToClose, close, trophy_called
from arrowswitch.site.ladders.handicaps import formula_of, take_over, way_of, worked_out
from arrowswitch.site.ladders.keeping import in_step
from arrowswitch.site.ladders.models import Competition, HandicapEntry
from arrowswitch.site.made_up.nights import MARK
from arrowswitch.site.members.models import MembersSettings, Particulars
from arrowswitch.site.merits import award_keeper, rating_keeper
from arrowswitch.site.merits.models import AwardsWay
from arrowswitch.site.money.books import take_effect
from arrowswitch.site.money.fees import usual_kinds
from arrowswitch.site.money.models import (
    BankedReturn,
    Banking,
    CashReturn,
    Fee,
    FeeKind,
    MoneyEntry,
    MonthMark,
    month_of,
)
from arrowswitch.site.money.reports import to_bank
from arrowswitch.site.website.models import WebPage, WebPageVersion
from arrowswitch.site.website.winners import winners_of
from arrowswitch.site.yearbook.models import PlayedLine, PlayedSession
from arrowswitch.site.yearbook.reading import sessions_of, years_of

BATCH = 1000
CHAMPIONSHIP = "Club championship"
ALL_YEARS = "Ladder of all years"
FEE, BEGINNING = 700, datetime.date(1990, 1, 1)
WEEKS_AHEAD = 26
NEWS = 12
WAYS = ("cash", "cash", "bank", "cash", "owes", "cash", "cash", "bank")
"""How people pay, in turn."""


def begin(club: Club) -> None:
    """What is decided before the first night: that points are awarded, and that everybody may see them."""
    if not AwardsWay.objects.filter(club=club).exists():
        AwardsWay.objects.create(club=club, scheme="nzb", seen_by="public", ratings_seen_by="public")


def furnish(club: Club) -> None:
    """Everything that is not there yet."""
    by = demonstrator(club, "director")
    _members(club)
    rating_keeper.rate_on(club)
    award_keeper.catch_up(club, patience=10**9)
    _calendar(club)
    _books(club, by)
    _handicaps(club, by)
    _competitions(club, by)
    _news(club, by)


# -- competitions -----------------------------------------------------------------------------------------------------------


def _competitions(club: Club, by: Account) -> None:
    """A championship for each year, closed when it is over; ladders of this year; one over all years. All take in new nights."""
    for each in Competition.objects.filter(club=club, closed=None):
        in_step(each, at_once=10**9)
    years = years_of(club)
    for year in reversed(years):
        played = sessions_of(club, *_of(year)).count()
        counted = max(played // 25, 1)
        plan = SeriesPlan("mean", needed=counted, counted=counted, by="players", partners=2 if counted > 1 else 1)
        championship = _competition(club, CHAMPIONSHIP, year, plan, _of(year), kind="trophy")
        if championship is not None and year != years[0]:
            with suppress(NothingToClose):  # nobody came often enough
                close(championship, by, "")
    if years:
        few = SeriesPlan("mean", needed=4, counted=8, by="players")
        _competition(
            club, "Handicap ladder", years[0], SeriesPlan("mean", needed=4, by="players", handicap=True), _of(years[0])
        )
        for weekday, title in ((2, "Tuesday ladder"), (5, "Friday ladder")):
            _competition(club, title, years[0], few, _of(years[0]), weekdays=(weekday,))
        _competition(club, ALL_YEARS, years[0], SeriesPlan("mean", needed=10, by="players"), (BEGINNING, None))


def _of(year: int) -> tuple[datetime.date, datetime.date]:
    return datetime.date(year, 1, 1), datetime.date(year, 12, 31)


def _competition(
    club: Club,
    title: str,
    year: int,
    plan: SeriesPlan,
    days: tuple[datetime.date, datetime.date | None],
    weekdays: tuple[int, ...] = (),
    kind: str = "ladder",
) -> Competition | None:
    """A new competition with its list; nothing if the club has it already."""
    if Competition.objects.filter(club=club, title=title, year=year).exists():
        return None
    trophy = trophy_called(club, title) if kind == "trophy" else None
    made = Competition.objects.create(club=club, title=title, year=year, kind=kind, trophy=trophy)
    choice = SessionChoice(since=days[0], until=days[1], weekdays=weekdays)
    made.rules.create(text=written_rules(LadderRules(plan, choice)))
    in_step(made, at_once=10**9)
    return made


def _handicaps(club: Club, by: Account) -> None:
    """Those of the club's formula, from the first of January of every year on."""
    formula, players = formula_of(way_of(club)), list(Player.objects.filter(club=club, erased=None, merged_into=None))
    granted = set(HandicapEntry.objects.filter(player__club=club).values_list("since", flat=True))
    for first in (datetime.date(year, 1, 1) for year in reversed(years_of(club))):
        if first not in granted:
            take_over(worked_out(players, formula, first), first, by)


# -- money --------------------------------------------------------------------------------------------------------------------


def _books(club: Club, by: Account) -> None:
    """A fee for everybody of every night that has none, and what was counted at its end."""
    FeeKind.objects.bulk_create(usual_kinds(club), ignore_conflicts=True)
    kinds = list(FeeKind.objects.filter(club=club))
    if not Fee.objects.filter(kind__club=club).exists():
        Fee.objects.bulk_create(Fee(kind=kind, amount=FEE, since=BEGINNING, by=by) for kind in kinds)
    lines = PlayedLine.objects.filter(played__session__in=_nights(club, money=None), player__isnull=False)
    rows = list(_fees(club, by, kinds[0], lines.order_by("played", "pk").values_list("played", "day", "player")))
    MoneyEntry.objects.bulk_create(rows, BATCH)
    takings: Counter[tuple[int, datetime.date]] = Counter()
    for row in rows:
        if row.session_id is not None:
            takings[row.session_id, row.day] += row.cash
    CashReturn.objects.bulk_create(
        (
            CashReturn(session_id=session, day=day, by=by, expected=cash, takings=cash, banked=cash, kept=0)
            for (session, day), cash in takings.items()
        ),
        BATCH,
    )
    _banked(club, by)


def _banked(club: Club, by: Account) -> None:
    """The money of every month but the last two is at the bank, and those months are closed."""
    waiting: defaultdict[datetime.date, list[CashReturn]] = defaultdict(list)
    for each in to_bank(club):
        waiting[month_of(each.day)].append(each)
    for month in sorted(waiting)[:-2]:
        day, amount = waiting[month][-1].day, sum(each.banked for each in waiting[month])
        entry = MoneyEntry(
            club=club, day=day, by=by, what="banked", way="cash", amount=amount, command=f"{MARK}{month}"
        )
        take_effect(entry).save()
        made = Banking.objects.create(club=club, day=day, by=by, entry=entry)
        BankedReturn.objects.bulk_create(BankedReturn(banking=made, cash_return=each) for each in waiting[month])
        MonthMark.objects.create(club=club, month=month, closed=True, by=by)


def _fees(
    club: Club, by: Account, kind: FeeKind, lines: QuerySet[PlayedLine, tuple[int, datetime.date | None, int | None]]
) -> Iterator[MoneyEntry]:
    for number, (session, day, player) in enumerate(lines.iterator()):
        if day is None:
            continue
        row = MoneyEntry(
            club=club, day=day, by=by, what="fee", way=WAYS[number % len(WAYS)], amount=FEE, session_id=session
        )
        row.player_id, row.kind, row.command = player, kind, f"{MARK}fee-{session}-{player}"
        yield take_effect(row)
        if row.way == "owes":  # and brings it a day later
            paid = MoneyEntry(club=club, day=day + datetime.timedelta(1), by=by, what="paid-in", way="bank", amount=FEE)
            paid.player_id, paid.command = player, f"{MARK}paid-{session}-{player}"
            yield take_effect(paid)


def _nights(club: Club, **lacking: None) -> QuerySet[Session]:
    """The made-up nights, such as have no money."""
    return Session.objects.filter(club=club, opened__startswith=MARK, **lacking)


# -- members, calendar and news ----------------------------------------------------------------------------------------------------------


def _members(club: Club) -> None:
    """Everybody is a member with an address, and every other one agrees that members see it."""
    MembersSettings.objects.get_or_create(club=club, defaults={"contact_list": True})
    lacking = Player.objects.filter(club=club, erased=None, merged_into=None, particulars=None)
    Particulars.objects.bulk_create(
        (
            Particulars(
                player=player,
                kind="Member",
                email=f"{player.given}.{player.family}@example.org".replace(" ", "").lower(),
                list_email=player.pk % 2 == 0,
            )
            for player in lacking
        ),
        BATCH,
    )


def _calendar(club: Club) -> None:
    """A date for every night, and nights to come."""
    there = set(CalendarDate.objects.filter(club=club).values_list("day", "title"))
    wanted = {(day, title) for day, title in _nights(club).values_list("date", "title") if day is not None}
    last = {title: day for day, title in sorted(wanted)}
    ahead = datetime.timedelta(days=7)
    wanted |= {(day + week * ahead, title) for title, day in last.items() for week in range(1, WEEKS_AHEAD + 1)}
    CalendarDate.objects.bulk_create(
        (
            CalendarDate(
                club=club,
                day=day,
                title=title[:80],
                start=datetime.time(19, 30),
                series=f"made-up-{day.isoweekday()}",
            )
            for day, title in sorted(wanted - there)
        ),
        BATCH,
    )


def _news(club: Club, by: Account) -> None:
    """A piece of news for each of the last months, with how many nights were played in it and who won the last."""
    if WebPage.objects.filter(club=club, kind="news").exists():
        return
    played = PlayedSession.objects.filter(club=club, posted=True)
    nights = {
        month: played.filter(day__year=month.year, day__month=month.month) for month in played.dates("day", "month")
    }
    for month, some in list(nights.items())[-NEWS:]:
        last = some.latest("day", "pk")
        late = datetime.datetime.combine(last.day or month, datetime.time(23, 30), timezone.get_current_timezone())
        won = " and ".join(each["names"] for each in winners_of([last.pk]).get(last.pk, []))
        page = WebPage.objects.create(club=club, kind="news")
        page.shown = WebPageVersion.objects.create(
            page=page,
            title=f"What was played in {month:%B %Y}",
            summary=f"The last night was won by {won}.",
            text=f"Nights played: {some.count()}. The last of them, {last.title}, was won by {won}.\n\nThere was cake.",
            draft=False,
            by=by,
            at=late,
        )
        page.shown_since = page.shown.at
        page.save()
