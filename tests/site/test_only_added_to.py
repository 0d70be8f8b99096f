"""Registers that matter are only added to, and the database itself sees to it: money, awards, the roster, ladders and handicaps, and
the history of the club's register of players."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, connection, models, transaction
from django.db.models import Model
from django.utils import timezone
from ladders_kept import competition
from merits_kept import awarded
from money_kept import fees_set
from nights import a_night
from people import account, our_club
from test_calendar import a_date, player
from yearbook_rows import person, sat

from arrowswitch.contests.series import SeriesPlan
from arrowswitch.site.calendar.models import Attendance, DateChange, DutySwap, Qualification, SessionGuide
from arrowswitch.site.club.models import Player
from arrowswitch.site.club.players.doubles import erase, merge
from arrowswitch.site.club.players.texts import ONLY_ADDED_TO, SIGNED, WRITTEN
from arrowswitch.site.journal.models import Session
from arrowswitch.site.ladders.closing import close
from arrowswitch.site.ladders.keeping import rebuild
from arrowswitch.site.ladders.models import (
    CompetitionRules,
    CompetitionStep,
    CountedSession,
    HandicapEntry,
    HandicapWay,
    MadeList,
    MadePlace,
    PlaceHolder,
    Trophy,
    Winner,
    WinnerName,
)
from arrowswitch.site.members.models import EntryChange, ErasureRequest, KeptLetter
from arrowswitch.site.merits.models import (
    AwardRun,
    AwardsWay,
    EligibilityDecision,
    HandCredit,
    HiddenRating,
    MadeAward,
    SessionWorth,
)
from arrowswitch.site.money.books import Books
from arrowswitch.site.money.models import (
    BankedReturn,
    Banking,
    CashReturn,
    Fee,
    FeeKindChange,
    MoneyEntry,
    MoneySettings,
    MonthMark,
    NightFees,
)
from arrowswitch.site.money.returns import WhoCounted, write_return
from arrowswitch.till import CashCount

DAY = datetime.date(2026, 2, 3)
MAY_CHANGE: dict[str, dict[type[Model], set[str]]] = {
    "money": {
        MoneyEntry: {"player_id"},
        **{each: {"replaced"} for each in (NightFees, MoneySettings, CashReturn)},
        **{each: set() for each in (Fee, FeeKindChange, Banking, BankedReturn, MonthMark)},
    },
    "merits": {
        AwardRun: {"current", "superseded_by_id"},
        **{each: {"player_id"} for each in (MadeAward, HandCredit)},
        **{each: set() for each in (AwardsWay, EligibilityDecision, SessionWorth)},
    },
    "calendar": {
        DateChange: {"before_id", "after_id"},
        DutySwap: {"asked_by_id", "settled", "taken_by_id"},
        Qualification: {"player_id", "ended", "ended_by_id", "passed", "mark"},
    },
    "ladders": {
        **{each: set() for each in (CompetitionRules, CompetitionStep, Winner, HandicapWay)},
        WinnerName: {"player_id"},
        HandicapEntry: {"player_id", "working"},
        MadeList: {"stamp", "fixed"},  # to what they are
        **{each: set() for each in (CountedSession, MadePlace)},
        PlaceHolder: {"player_id"},
    },
    "members": {EntryChange: {"player_id", "before", "after"}},
}
"""The tables that are only added to, by their rooms, and what may change in them: the end of a version, and whose it is when two
entries of a person become one. Remarks, and names of who did it, can only be emptied."""
AS_IT_IS_NOW = {SessionGuide, Attendance, HiddenRating, ErasureRequest, KeptLetter}
"""Of these rooms, what says who and when of something that is replaced by what is said later."""
BEFORE = {"money": "0001", "merits": "0005", "calendar": "0001", "ladders": "0002", "members": "0001"}
"""The migration of each room before the one that puts its guards up."""


def test_what_keeps_who_and_when_is_guarded_or_it_is_said_why_not() -> None:
    guarded = {model for room in MAY_CHANGE.values() for model in room}
    signed = {
        model
        for room in MAY_CHANGE
        for model in apps.get_app_config(room).get_models()
        if {"by", "by_name", "answered_by"} & {field.name for field in model._meta.fields}
    }
    assert signed - guarded == AS_IT_IS_NOW
    assert {model for model, _club, _fields in WRITTEN if model in guarded} == ONLY_ADDED_TO


# -- a row of each ----------------------------------------------------------------------------------------------------


def money() -> None:
    kinds, here, owner = fees_set(), our_club(), account("owner")
    session = Session.objects.get(pk=a_night())
    MoneySettings.objects.create(club=here, by=owner)
    NightFees.objects.create(session=session, by=owner)
    MonthMark.objects.create(club=here, month=datetime.date(2026, 1, 1), closed=True, by=owner)
    FeeKindChange.objects.create(kind=kinds["Member"], by=owner, name="Member")
    books = Books(here, owner)
    with transaction.atomic():
        books.write("fee", "cash", 700, command="one", day=DAY, session=session, player=Player.objects.first())
        entry = books.write("banked", "cash", 700, command="two", day=DAY)
        write_return(books, session, DAY, CashCount({100: 7}), 700, WhoCounted("Dora"), command="three", seen=0)
    made = Banking.objects.create(club=here, day=DAY, by=owner, entry=entry)
    BankedReturn.objects.create(banking=made, cash_return=CashReturn.objects.get())


def merits() -> None:
    session = Session.objects.get(pk=a_night())
    awarded(player("Ann", "Ash"))
    AwardsWay.objects.create(club=our_club(), scheme="nzb", why="as decided", by="Olive Owner")
    SessionWorth.objects.create(session=session, why="a club championship", by="Olive Owner")
    EligibilityDecision.objects.create(
        session=session, contestant="A1", label="NS 1", may_have=False, why="a guest", by="Olive Owner"
    )


def calendar() -> None:
    ann, bob = player("Ann", "Ash"), player("Bob", "Beech")
    one = a_date(director=bob)
    DateChange.objects.create(date=one, by=account("owner"), what="director", before=ann, after=bob, reason="ill")
    DutySwap.objects.create(date=one, duty="director", asked_by=ann, taken_by=bob, settled=timezone.now())
    Qualification.objects.create(club=our_club(), player=ann, level="club", by=account("owner"))


def ladders() -> None:
    sat(datetime.date(2026, 1, 6), {"ann bob": 60, "cy LOU": 40})
    close(competition(SeriesPlan("mean", needed=1, by="players")), account("director"), "over")
    HandicapWay.objects.create(club=our_club(), formula="half-year", by=account("director"))
    HandicapEntry.objects.create(player=person("ann"), since=DAY, handicap="-9", way="hand", working='["a"]')


def members() -> None:
    ann = player("Ann", "Ash")
    EntryChange.objects.create(
        club=our_club(), player=ann, by=account("owner"), by_name="Olive", way="desk", field="grade", after="Open"
    )


FILLED: dict[str, Callable[[], None]] = {each.__name__: each for each in (money, merits, calendar, ladders, members)}


def refused(statement: str) -> None:
    with pytest.raises(DatabaseError, match="only added to"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def done(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def emptied(model: type[Model]) -> set[str]:
    """The remarks of a table, and the names of who did it."""
    found = {field for each, _club, fields in WRITTEN if each is model for field in fields}
    return found | {field for each, _club, field in SIGNED if each is model}


@pytest.mark.parametrize("room", MAY_CHANGE)
def test_the_database_refuses_to_change_or_remove_what_is_written(club: dict[str, str], room: str) -> None:
    FILLED[room]()
    for model, may_change in MAY_CHANGE[room].items():
        table, texts = model._meta.db_table, emptied(model)
        row: Any = model._default_manager.order_by("pk").first()
        columns = {each.column for each in model._meta.fields} - may_change
        assert texts <= columns | may_change
        for column in columns - texts:
            refused(f'UPDATE {table} SET "{column}" = "{column}"')
        for column in texts:
            refused(f"UPDATE {table} SET \"{column}\" = 'in other words'")
            done(f"UPDATE {table} SET \"{column}\" = ''")
        refused(f"DELETE FROM {table}")
        with pytest.raises(DatabaseError, match="only added to"), transaction.atomic():
            row.save()


@pytest.mark.parametrize("room", MAY_CHANGE)
def test_nobody_becomes_somebody_and_what_ended_does_not_begin_again(club: dict[str, str], room: str) -> None:
    FILLED[room]()
    for model, columns in MAY_CHANGE[room].items():
        table = model._meta.db_table
        for field in model._meta.fields:
            if field.column not in columns:
                continue
            if isinstance(field, models.TextField) and field.column != "stamp":
                refused(f"UPDATE {table} SET \"{field.column}\" = 'in other words'")
            elif field.related_model is Player and model not in (DateChange, DutySwap):
                refused(f'UPDATE {table} SET "{field.column}" = NULL')
                done(f'UPDATE {table} SET "{field.column}" = {player("Cat", "Cedar").pk} WHERE player_id IS NOT NULL')


def test_a_version_ends_once(club: dict[str, str]) -> None:
    money()
    replaced = CashReturn.objects.filter(replaced=None)
    assert replaced.update(replaced=timezone.now()) == 1
    refused("UPDATE money_cashreturn SET replaced = NULL")  # what was replaced does not count again


def test_an_award_run_is_superseded_once(club: dict[str, str]) -> None:
    merits()
    first = AwardRun.objects.get()
    assert AwardRun.objects.update(current=False) == 1
    second = AwardRun.objects.create(session=first.session, club=first.club, version=2)
    assert AwardRun.objects.filter(pk=first.pk).update(superseded_by=second) == 1
    assert AwardRun.objects.filter(pk=second.pk).update(current=False) == 1
    for statement in ("current = %s" % ("1" if connection.vendor == "sqlite" else "TRUE"), "superseded_by_id = NULL"):
        refused(f"UPDATE merits_awardrun SET {statement} WHERE id = {first.pk}")
    refused(f"UPDATE merits_awardrun SET superseded_by_id = {first.pk} WHERE id = {first.pk}")


def test_a_duty_is_asked_for_and_taken_once_and_who_is_forgotten_is_nobody(club: dict[str, str]) -> None:
    calendar()
    bob = Player.objects.get(given="Bob")
    for statement in ("settled = NULL", "settled = settled"):
        refused(f"UPDATE calendar_dutyswap SET {statement}")
    waiting = DutySwap.objects.create(date=a_date(), duty="reserve", asked_by=bob, note="away")
    nobody = DutySwap.objects.create(date=a_date(), duty="reserve", asked_by=bob, settled=timezone.now())
    refused(f"UPDATE calendar_dutyswap SET taken_by_id = {bob.pk} WHERE id = {nobody.pk}")
    erase(bob)
    waiting.refresh_from_db()
    assert (waiting.asked_by, waiting.note, waiting.settled is None) == (None, "", False)
    assert DutySwap.objects.count() == 3
    change = DateChange.objects.get()
    assert (str(change.before), change.after) == ("Ann Ash", None)
    refused(f"UPDATE calendar_datechange SET after_id = {change.before_id}")


def test_a_list_is_made_again_until_it_is_fixed(club: dict[str, str]) -> None:
    ladders()
    fixed = MadeList.objects.get()
    for statement in ("stamp = 'another'", "fixed = %s" % ("0" if connection.vendor == "sqlite" else "FALSE")):
        refused(f"UPDATE ladders_madelist SET {statement}")
    sat(datetime.date(2026, 1, 13), {"ann bob": 40, "cy LOU": 60})
    rebuild(our_club())
    rebuild(our_club())
    assert MadeList.objects.filter(fixed=False).count() == 1
    assert PlaceHolder.objects.filter(place__made=fixed).count() == 4
    MadeList.objects.filter(fixed=False).delete()
    assert list(MadeList.objects.all()) == [fixed]
    merge(person("ann"), person("cy"))
    assert PlaceHolder.objects.filter(place__made=fixed, player=person("ann")).count() == 2


def test_who_is_forgotten_is_engraved_nowhere_and_who_won_together_still_is(club: dict[str, str]) -> None:
    ann = player("Ann", "Ash")
    won = Winner.objects.create(trophy=Trophy.objects.create(club=our_club(), title="Rose bowl"), year=1987)
    for name in ("ann ash", "Ash, Ann", "Ann Ash & Bob Beech"):
        won.names.create(name=name)
    refused(f"UPDATE ladders_winnername SET player_id = {ann.pk}")  # a name that stands there is nobody else's
    erase(ann)
    assert [(each.player, each.name) for each in won.names.all()] == [
        (ann, ""),
        (ann, ""),
        (None, ""),
        (None, "(name withheld) & Bob Beech"),
    ]


@pytest.mark.parametrize("room", MAY_CHANGE)
def test_guards_can_be_taken_down_and_put_up_again(club: dict[str, str], room: str) -> None:
    call_command("migrate", room, BEFORE[room], verbosity=0)
    call_command("migrate", verbosity=0)
    FILLED[room]()
    for model in MAY_CHANGE[room]:
        refused(f"DELETE FROM {model._meta.db_table}")
        assert model._default_manager.exists()
