"""Finding a partner: wishes, offers and answers, who is expected, who fills in, and what is forgotten with a person."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.db.models import ForeignKey, Model, OneToOneField
from django.urls import reverse
from django.utils import timezone
from people import account, as_role, our_club
from test_calendar import SOON, a_date, as_person, player, today

from arrowswitch.site.calendar.expected import ExpectedPlayers, expected
from arrowswitch.site.calendar.models import (
    Attendance,
    CalendarDate,
    DateChange,
    DutySwap,
    PartnerOffer,
    PartnerWish,
    Qualification,
    StandIn,
    Subscription,
)
from arrowswitch.site.club.models import Club, Player, StandingPair
from arrowswitch.site.club.players.doubles import erase, merge
from arrowswitch.site.data_folder import shelf
from arrowswitch.site.data_folder.storage import known_changes
from arrowswitch.site.journal import copies


def standing(first: Player, second: Player, weekday: int = 0) -> StandingPair:
    return StandingPair.objects.create(club=our_club(), first=first, second=second, weekday=weekday)


def names(coming: ExpectedPlayers) -> tuple[set[frozenset[str]], set[str]]:
    return {frozenset({one.given, other.given}) for one, other in coming.pairs}, {each.given for each in coming.alone}


# -- wishes -----------------------------------------------------------------------------------------------------------


def test_a_wish_is_taken_up_accepted_and_both_are_expected(club: dict[str, str]) -> None:
    ann, bob, cat = player("Ann", "Ash"), player("Bob", "Beech"), player("Cat", "Cedar")
    one = a_date()
    me, him, her = as_person(ann), as_person(bob), as_person(cat)
    me.post(reverse("partners"), {"date": one.pk, "note": "Acol", "contact": "ring 4711"})
    wish = PartnerWish.objects.get()
    listed = him.get(reverse("partners")).content.decode()
    assert "Ann Ash" in listed
    assert "4711" not in listed
    him.post(reverse("partner-wish", args=[wish.pk]), {"note": "Gladly", "contact": "bob at home"})
    her.post(reverse("partner-wish", args=[wish.pk]), {})
    mine = me.get(reverse("partners")).content.decode()
    assert "bob at home" in mine
    assert "bob at home" not in her.get(reverse("partners")).content.decode()
    assert "4711" not in him.get(reverse("partners")).content.decode()
    of_bob, of_cat = wish.offers.get(player=bob), wish.offers.get(player=cat)
    assert him.post(reverse("partner-offer", args=[of_bob.pk]), {"what": "accept"}).status_code == 404
    me.post(reverse("partner-offer", args=[of_bob.pk]), {"what": "accept"})
    of_cat.refresh_from_db()
    wish.refresh_from_db()
    assert (wish.state, of_cat.state) == ("found", "declined")
    assert names(expected(one)) == ({frozenset({"Ann", "Bob"})}, set())
    assert "4711" in him.get(reverse("partners")).content.decode()
    assert "4711" not in her.get(reverse("partners")).content.decode()
    assert her.get(reverse("partner-wish", args=[wish.pk])).status_code == 422
    assert me.post(reverse("partner-offer", args=[of_cat.pk]), {"what": "accept"}).status_code == 422


def test_who_is_asked_to_play_reads_it_on_the_first_page_until_it_is_answered(desk_club: dict[str, str]) -> None:
    ann, bob = player("Ann", "Ash"), player("Bob", "Beech")
    one = a_date()
    wish = PartnerWish.objects.create(club=our_club(), player=ann, date=one)
    me, him = as_person(ann), as_person(bob)
    him.post(reverse("partner-wish", args=[wish.pk]), {})
    home, asks = reverse("home"), "Bob Beech asks to play with you on"
    assert asks in me.get(home).content.decode()
    assert asks not in him.get(home).content.decode()
    me.post(reverse("partner-offer", args=[wish.offers.get().pk]), {"what": "decline"})
    assert asks not in me.get(home).content.decode()


def test_who_asks_and_then_says_something_else_is_not_taken_at_the_old_word(desk_club: dict[str, str]) -> None:
    ann, bob, cat = player("Ann", "Ash"), player("Bob", "Beech"), player("Cat", "Cedar")
    one = a_date()
    wish = PartnerWish.objects.create(club=our_club(), player=ann, date=one)
    me, him, her = as_person(ann), as_person(bob), as_person(cat)
    for asking in (him, her):
        asking.post(reverse("partner-wish", args=[wish.pk]), {})
    said = reverse("calendar-attendance", args=[one.pk])
    him.post(said, {"coming": "no"})
    her.post(said, {"coming": "yes", "partner": "Bob Beech"})
    for offer in wish.offers.all():
        assert offer.state == "withdrawn"
        assert me.post(reverse("partner-offer", args=[offer.pk]), {"what": "accept"}).status_code == 422
    assert names(expected(one)) == (set(), {"Ann", "Cat"})
    me.post(said, {"coming": "no"})
    wish.refresh_from_db()
    assert wish.state == "withdrawn"


def test_whose_partner_will_not_be_there_reads_it_on_the_first_page(desk_club: dict[str, str]) -> None:
    ann, bob, cat = player("Ann", "Ash"), player("Bob", "Beech"), player("Cat", "Cedar")
    standing(ann, bob, SOON.isoweekday())
    one, two = a_date(), a_date(day=SOON + timedelta(days=1))
    him, me, home = as_person(bob), as_person(ann), reverse("home")

    def alone() -> int:
        return me.get(home).content.decode().count("and you have no partner")

    for date in (one, two):  # the other is not their day
        him.post(reverse("calendar-attendance", args=[date.pk]), {"coming": "no"})
    assert alone() == 1
    assert "Bob Beech will not be there" in me.get(home).content.decode()
    me.post(reverse("partners"), {"date": one.pk})
    assert alone() == 0
    PartnerWish.objects.all().delete()
    me.post(reverse("calendar-attendance", args=[one.pk]), {"coming": "yes", "partner": "Cat Cedar"})
    assert alone() == 0
    as_person(cat).post(reverse("calendar-attendance", args=[one.pk]), {"coming": "no"})
    assert alone() == 1


def test_what_was_agreed_can_be_taken_back_and_the_wish_is_open_again(club: dict[str, str]) -> None:
    ann, bob = player("Ann", "Ash"), player("Bob", "Beech")
    one = a_date()
    wish = PartnerWish.objects.create(club=our_club(), player=ann, date=one)
    me, him = as_person(ann), as_person(bob)
    him.post(reverse("partner-wish", args=[wish.pk]), {})
    offer = reverse("partner-offer", args=[PartnerOffer.objects.get().pk])
    me.post(offer, {"what": "accept"})
    him.post(offer, {"what": "withdraw"})
    wish.refresh_from_db()
    assert wish.state == "open"
    assert names(expected(one)) == (set(), {"Ann"})
    me.post(reverse("partner-wish", args=[wish.pk]), {"what": "withdraw"})
    assert expected(one).count == 0


def test_nobody_has_two_partners_on_one_date(club: dict[str, str]) -> None:
    ann, bob, eve = player("Ann", "Ash"), player("Bob", "Beech"), player("Eve", "Elm")
    one = a_date()
    of_ann, of_bob = (
        PartnerOffer.objects.create(wish=PartnerWish.objects.create(club=our_club(), player=each, date=one), player=eve)
        for each in (ann, bob)
    )
    assert as_person(ann).post(reverse("partner-offer", args=[of_ann.pk]), {"what": "accept"}).status_code == 302
    of_bob.refresh_from_db()
    assert of_bob.state == "withdrawn"
    PartnerOffer.objects.filter(pk=of_bob.pk).update(state="asked")  # as if asked again meanwhile
    answer = as_person(bob).post(reverse("partner-offer", args=[of_bob.pk]), {"what": "accept"})
    assert answer.status_code == 422
    assert "One of you has a partner for that date already." in answer.content.decode()
    assert names(expected(one)) == ({frozenset({"Ann", "Eve"})}, {"Bob"})


@pytest.mark.parametrize(
    "now", [{"cancelled": timezone.now()}, {"day": today() - timedelta(days=1)}], ids=["off", "over"]
)
def test_for_a_date_that_is_off_or_over_nobody_is_accepted(desk_club: dict[str, str], now: dict[str, object]) -> None:
    ann, one = player("Ann", "Ash"), a_date()
    wish = PartnerWish.objects.create(club=our_club(), player=ann, date=one)
    offer = PartnerOffer.objects.create(wish=wish, player=player("Bob", "Beech"))
    CalendarDate.objects.filter(pk=one.pk).update(**now)
    answer = as_person(ann).post(reverse("partner-offer", args=[offer.pk]), {"what": "accept"})
    assert answer.status_code == 422
    assert not Attendance.objects.exists()


def test_an_offer_is_declined_or_taken_back(desk_club: dict[str, str]) -> None:
    ann, bob = player("Ann", "Ash"), player("Bob", "Beech")
    wish = PartnerWish.objects.create(club=our_club(), player=ann)
    me, him = as_person(ann), as_person(bob)
    for who, what, state in ((me, "decline", "declined"), (him, "withdraw", "withdrawn")):
        him.post(reverse("partner-wish", args=[wish.pk]), {})
        offer = PartnerOffer.objects.get(state="asked")
        assert who.post(reverse("partner-offer", args=[offer.pk]), {"what": what}).status_code == 302
        offer.refresh_from_db()
        assert offer.state == state
    wish.refresh_from_db()
    assert wish.state == "open"
    assert not Attendance.objects.exists()


def test_the_same_wish_twice_is_one_and_a_date_that_is_over_none(desk_club: dict[str, str]) -> None:
    ann = player("Ann", "Ash")
    me = as_person(ann)
    assert me.post(reverse("partners"), {}).status_code == 302
    assert me.post(reverse("partners"), {}).status_code == 422
    assert me.post(reverse("partners"), {"date": a_date(today() - timedelta(days=1)).pk}).status_code == 422
    assert PartnerWish.objects.count() == 1


def test_only_signed_in_members_of_the_club_find_each_other(club: dict[str, str]) -> None:
    ann = player("Ann", "Ash")
    wish = PartnerWish.objects.create(club=our_club(), player=ann, note="Acol")
    assert as_role("public").get(reverse("partners")).status_code == 302
    theirs = Club.objects.create(name="Hillside")
    stranger = as_person(player("Sue", "Spruce", theirs))
    assert "Ash" not in stranger.get(reverse("partners")).content.decode()
    assert stranger.post(reverse("partner-wish", args=[wish.pk]), {}).status_code == 404
    offer = PartnerOffer.objects.create(wish=wish, player=player("Bob", "Beech"))
    assert stranger.post(reverse("partner-offer", args=[offer.pk]), {"what": "accept"}).status_code == 404
    assert (
        as_person(player("Cat", "Cedar"))
        .post(reverse("partner-offer", args=[offer.pk]), {"what": "accept"})
        .status_code
        == 404
    )


def test_how_to_reach_who_fills_in_is_for_the_desk(desk_club: dict[str, str]) -> None:
    me = as_person(player("Ann", "Ash"))
    me.post(reverse("partner-stand-in"), {"note": "Mondays", "contact": "ring 4711"})
    other = as_person(player("Bob", "Beech")).get(reverse("partners")).content.decode()
    assert "Ann Ash: Mondays" in other
    assert "4711" not in other
    scorer = as_role("scorer")
    assert "4711" in scorer.get(reverse("calendar-date", args=[a_date().pk])).content.decode()
    assert "4711" in scorer.get(reverse("partners")).content.decode()
    away = a_date(day=SOON + timedelta(days=7))
    me.post(reverse("calendar-attendance", args=[away.pk]), {"coming": "no"})
    assert "4711" not in scorer.get(reverse("calendar-date", args=[away.pk])).content.decode()
    about = " ".join(me.get(reverse("my-privacy")).content.decode().split())
    assert "ring 4711" in about
    me.post(reverse("partner-stand-in"), {"what": "remove"})
    assert not StandIn.objects.exists()


# -- who is expected ----------------------------------------------------------------------------------------------------


def test_standing_pairs_come_unless_somebody_says_otherwise(desk_club: dict[str, str]) -> None:
    ann, bob, cat, dan, eve, fay = (player(name, name) for name in ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay"))
    one = a_date()
    standing(ann, bob)
    standing(cat, dan, SOON.isoweekday())
    standing(eve, fay, SOON.isoweekday() % 7 + 1)  # another day
    assert names(expected(one)) == ({frozenset({"Ann", "Bob"}), frozenset({"Cat", "Dan"})}, set())
    assert expected(one).tables == "1"
    as_person(bob).post(reverse("calendar-attendance", args=[one.pk]), {"coming": "no"})
    as_person(cat).post(reverse("calendar-attendance", args=[one.pk]), {"coming": "yes", "partner": "Ann Ann"})
    assert names(expected(one)) == ({frozenset({"Cat", "Ann"})}, {"Dan"})
    assert [each.given for each in expected(one).away] == ["Bob"]
    said = as_person(ann).get(reverse("calendar-date", args=[one.pk])).content.decode()
    assert "Cat Cat has said that you come together." in said
    assert expected(one).odd
    as_person(ann).post(reverse("calendar-attendance", args=[one.pk]), {"coming": "yes", "partner": "Eve Eve"})
    assert names(expected(one)) == ({frozenset({"Ann", "Eve"})}, {"Cat", "Dan"})  # her own word counts
    for each in (ann, bob, cat):
        as_person(each).post(reverse("calendar-attendance", args=[one.pk]), {"coming": "as-usual"})
    assert expected(one).count == 4
    one.standing = False
    assert expected(one).count == 0


def test_a_player_names_a_partner_by_name_and_the_desk_by_number_too(desk_club: dict[str, str]) -> None:
    ann, bob = player("Ann", "Ash", number="17"), player("Bob", "Beech", number="18")
    place = reverse("calendar-attendance", args=[a_date().pk])
    me = as_person(ann)
    for wrong in ("18", "Bob", "Nobody Known"):
        answer = me.post(place, {"coming": "yes", "partner": wrong})
        assert answer.status_code == 422
        assert "Beech" not in answer.content.decode()
        assert "Write the whole name" in answer.content.decode()
    assert me.post(place, {"coming": "yes", "who": "18", "partner": ""}).status_code == 302
    assert [each.player for each in Attendance.objects.all()] == [ann]  # nobody speaks for another but the desk
    scorer = as_role("scorer")
    assert scorer.post(place, {"coming": "no", "who": "18"}).status_code == 302
    assert Attendance.objects.get(player=bob).away
    assert scorer.post(place, {"coming": "no", "who": ""}).status_code == 422


def test_nothing_can_be_said_of_a_date_that_is_cancelled_or_over(desk_club: dict[str, str]) -> None:
    me = as_person(player("Ann", "Ash"))
    over, off = a_date(today() - timedelta(days=1)), a_date()
    as_role("director").post(reverse("calendar-cancel", args=[off.pk]), {"reason": "snow", "sequence": 0})
    for each in (over, off):
        me.post(reverse("calendar-attendance", args=[each.pk]), {"coming": "yes"})
    assert not Attendance.objects.exists()


def test_a_standing_pair_needs_no_table_and_then_nobody_seats_it(desk_club: dict[str, str]) -> None:
    player("Ann", "Ash", number="17")
    player("Bob", "Beech", number="18")
    scorer, sent = as_role("scorer"), {"first": "17", "second": "18", "table": "", "side": "NS", "weekday": "0"}
    assert scorer.post(reverse("standing-pairs"), sent).status_code == 302
    pair = StandingPair.objects.get()
    assert (pair.table, pair.side) == (None, "")
    assert scorer.post(reverse("standing-pairs"), sent).status_code == 422
    assert "Ann Ash &amp; Bob Beech" in scorer.get(reverse("standing-pairs")).content.decode()
    assert expected(a_date()).count == 2


# -- people -----------------------------------------------------------------------------------------------------------


def everything_about(ann: Player, bob: Player) -> CalendarDate:
    """A date with both of them in everything that the calendar keeps of people."""
    one = a_date(director=ann, reserve=bob)
    a_date(director=bob, reserve=ann)
    DateChange.objects.create(date=one, by=account("owner"), what="director", before=ann, after=bob)
    DateChange.objects.create(date=one, by=account("owner"), what="director", before=bob, after=ann)
    DutySwap.objects.create(date=one, duty="director", asked_by=ann)
    DutySwap.objects.create(date=one, duty="reserve", asked_by=bob, taken_by=ann)
    Attendance.objects.create(date=one, player=ann, partner=bob, by="x")
    Attendance.objects.create(date=one, player=bob, partner=ann, by="x")
    for one_of, other in ((ann, bob), (bob, ann)):
        Qualification.objects.create(club=our_club(), player=one_of, level="club")
        StandIn.objects.create(club=our_club(), player=one_of, contact="4711")
        wish = PartnerWish.objects.create(club=our_club(), player=one_of, date=one, contact="4711")
        PartnerOffer.objects.create(wish=wish, player=other, contact="4711")
    return one


def columns() -> list[tuple[type[Model], str]]:
    """Every column of the calendar's tables that names a person."""
    return [
        (model, field.name)
        for model in apps.get_app_config("calendar").get_models()
        for field in model._meta.get_fields()
        if isinstance(field, ForeignKey | OneToOneField) and field.related_model is Player
    ]


def links_to(person: Player) -> list[tuple[type[Model], str]]:
    """Those of them in which somebody is named."""
    return [(model, name) for model, name in columns() if model._default_manager.filter(**{name: person}).exists()]


def test_who_is_forgotten_is_nowhere_in_the_calendar(club: dict[str, str]) -> None:
    ann, bob = player("Ann", "Ash"), player("Bob", "Beech")
    one = everything_about(ann, bob)
    signs_in = account("player", name="Ann")
    signs_in.change_role("player", ann)
    Subscription.objects.create(account=signs_in)
    assert links_to(ann) == columns()
    Attendance.objects.filter(player=bob).update(by="Ann")  # as her account is called
    erase(ann)
    assert links_to(ann) == []
    assert not Subscription.objects.exists()
    one.refresh_from_db()
    assert (one.director, one.reserve) == (None, bob)
    left = Attendance.objects.get()
    assert (left.player, left.by) == (bob, "")
    assert as_role("director").get(reverse("calendar-date", args=[one.pk])).status_code == 200


@pytest.mark.parametrize("both", [False, True], ids=["one has all", "both have all"])
def test_two_entries_made_one_are_one_in_the_calendar(club: dict[str, str], both: bool) -> None:
    ann, again, bob = player("Ann", "Ash"), player("Anne", "Ash"), player("Bob", "Beech")
    one = everything_about(again, ann if both else bob)
    merge(ann, again)
    assert links_to(again) == []
    one.refresh_from_db()
    assert one.director == ann
    assert StandIn.objects.filter(player=ann).count() == 1
    assert Qualification.objects.filter(player=ann).count() == 1
    assert not Attendance.objects.filter(player=ann, partner=ann).exists()
    assert not PartnerOffer.objects.filter(player=ann, wish__player=ann).exists()


def test_two_entries_made_one_change_nothing_at_another_club(club: dict[str, str]) -> None:
    ann, again = player("Ann", "Ash"), player("Anne", "Ash")
    theirs = Club.objects.create(name="Hillside")
    sue = player("Sue", "Spruce", theirs)
    one = CalendarDate.objects.create(club=theirs, day=SOON, title="Monday pairs", director=sue, reserve=sue)
    said = Attendance.objects.create(date=one, player=sue, partner=sue, by="x")
    merge(ann, again)
    one.refresh_from_db()
    said.refresh_from_db()
    assert (one.reserve, said.partner) == (sue, sue)


def test_a_back_up_holds_the_calendar_and_its_tables_are_known(desk_club: dict[str, str]) -> None:
    everything_about(player("Ann", "Ash"), player("Bob", "Beech"))
    folder = Path(desk_club["ARROWSWITCH_DATA"])
    copy = shelf.place(folder) / copies.keep(folder, "night").name
    with closing(sqlite3.connect(copy)) as database:
        for model in apps.get_app_config("calendar").get_models():
            (count,) = database.execute(f"SELECT count(*) FROM {model._meta.db_table}").fetchone()
            assert count == model._default_manager.count()
        applied = set(database.execute("SELECT app, name FROM django_migrations WHERE app = 'calendar'"))
    assert applied
    assert applied <= known_changes()  # so that the copy is not taken for one of a newer program
