"""The calendar: dates made once or every week, changed and cancelled; directors and swaps; subscribing; who sees what."""

from __future__ import annotations

import datetime
import re
from datetime import UTC, date, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from people import account, as_role, our_club

from arrowswitch.site.calendar import ical
from arrowswitch.site.calendar.models import CalendarDate, DateChange, DutySwap, Qualification, SessionGuide
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.doubles import erase

today = timezone.localdate
SOON = today() + timedelta(days=10)


def player(given: str, family: str, club: Club | None = None, **more: Any) -> Player:
    return Player.objects.create(club=club or our_club(), given=given, family=family, **more)


def as_person(who: Player, role: str = "player") -> Client:
    one = account(role, who.club, name=f"{who} signs in")
    one.change_role(role, who)
    client = Client(headers={"host": "localhost"})
    client.force_login(one)
    return client


def a_date(day: date = SOON, **more: Any) -> CalendarDate:
    return CalendarDate.objects.create(club=our_club(), day=day, **{"title": "Monday pairs", **more})


def filled(**more: Any) -> dict[str, Any]:
    return {
        "title": "Monday pairs",
        "day": SOON.isoformat(),
        "kind": "pairs",
        "grade": "open",
        "standing": "on",
        "sequence": "0",
        **more,
    }


# -- dates ------------------------------------------------------------------------------------------------------------


def test_a_night_is_entered_for_every_week_but_for_the_days_that_are_left_out(club: dict[str, str]) -> None:
    until, holiday = SOON + timedelta(weeks=5), SOON + timedelta(weeks=2)
    sent = filled(repeat="1", until=until.isoformat(), skip=f"{holiday}\n", start="19:30", end="22:45")
    assert as_role("director").post(reverse("calendar-new"), sent).status_code == 302
    found = list(CalendarDate.objects.order_by("day"))
    assert [each.day for each in found] == [SOON + timedelta(weeks=n) for n in (0, 1, 3, 4, 5)]
    assert len({each.series for each in found}) == 1
    assert found[0].series
    assert len({each.uid for each in found}) == 5
    assert DateChange.objects.filter(what="made").count() == 5


def test_every_other_week_and_only_once(desk_club: dict[str, str]) -> None:
    director = as_role("director")
    until = (SOON + timedelta(weeks=5)).isoformat()
    director.post(reverse("calendar-new"), filled(repeat="2", until=until))
    assert [each.day for each in CalendarDate.objects.all()] == [SOON + timedelta(weeks=n) for n in (0, 2, 4)]
    director.post(reverse("calendar-new"), filled(title="Party", kind="other"))
    assert CalendarDate.objects.get(title="Party").series == ""


def test_sent_again_by_the_way_back_there_is_no_second_series(desk_club: dict[str, str]) -> None:
    weekly = filled(start="19:30", end="22:45", repeat="1", until=(SOON + timedelta(days=21)).isoformat())
    for status in (302, 422):
        answer = as_role("director").post(reverse("calendar-new"), weekly)
        assert answer.status_code == status
    assert "already" in answer.context["form"].errors["title"][0]
    assert CalendarDate.objects.count() == 4
    assert as_role("director").post(reverse("calendar-new"), filled(start="14:00")).status_code == 302


@pytest.mark.parametrize(("end", "status"), [("18:00", 422), ("19:30", 422), ("22:45", 302), ("00:15", 302)])
def test_a_night_ends_after_it_begins(desk_club: dict[str, str], end: str, status: int) -> None:
    answer = as_role("director").post(reverse("calendar-new"), filled(start="19:30", end=end))
    assert answer.status_code == status


def test_a_form_that_cannot_be_understood_says_what_to_change(desk_club: dict[str, str]) -> None:
    director = as_role("director")
    for wrong, said in (
        ({"repeat": "1"}, "has a last time"),
        ({"repeat": "1", "until": (SOON + timedelta(days=1100)).isoformat()}, "Two years at once"),
        ({"repeat": "1", "until": SOON.isoformat(), "skip": SOON.isoformat()}, "No date is left"),
        ({"skip": "Christmas"}, "“Christmas” is not a day"),
        ({"least_boards": "28", "most_boards": "24"}, "fewer than the least"),
        ({"end": "22:00"}, "When does it begin?"),
        ({"director_name": "Nobody Known"}, "is not in the register"),
        ({"day": "2099-01-01"}, "too far away"),
    ):
        answer = director.post(reverse("calendar-new"), filled(**wrong))
        assert answer.status_code == 422, wrong
        assert said in answer.content.decode(), wrong
    assert not CalendarDate.objects.exists()


def test_what_is_changed_is_changed_on_the_later_dates_and_nothing_else_is(club: dict[str, str]) -> None:
    ann = player("Ann", "Ash", number="17")
    one, two, three = (a_date(SOON + timedelta(weeks=n), series="s", fees=f"fee {n}") for n in range(3))
    other = a_date(SOON + timedelta(weeks=2), title="Teams")
    place = reverse("calendar-change", args=[two.pk])
    sent = filled(
        day=two.day.isoformat(), fees="fee 1", start="19:00", director_name="17", later="on", why="earlier bus"
    )
    assert as_role("director").post(place, sent).status_code == 302
    for each in (one, two, three, other):
        each.refresh_from_db()
    assert [each.start for each in (one, two, three, other)] == [None, datetime.time(19), datetime.time(19), None]
    assert [each.director for each in (one, two, three, other)] == [None, ann, ann, None]
    assert [each.fees for each in (one, two, three)] == ["fee 0", "fee 1", "fee 2"]
    assert [each.sequence for each in (one, two, three)] == [0, 1, 1]
    page = as_role("scorer").get(reverse("calendar-date", args=[two.pk])).content.decode()
    assert "earlier bus" in page
    assert "– → Ann Ash" in page
    assert "(Begins)" in page


def test_a_form_that_is_sent_unchanged_changes_nothing(desk_club: dict[str, str]) -> None:
    ann = player("Ann", "Ash", number="17")
    one = a_date(director=ann)
    sent = filled(day=one.day.isoformat(), director_name=ann.with_number)
    assert as_role("director").post(reverse("calendar-change", args=[one.pk]), sent).status_code == 302
    one.refresh_from_db()
    assert one.sequence == 0
    assert not one.changes.exists()


def test_what_somebody_has_changed_meanwhile_is_not_undone(desk_club: dict[str, str]) -> None:
    one, director = a_date(fees="4"), as_role("director")
    place, off = (reverse(name, args=[one.pk]) for name in ("calendar-change", "calendar-cancel"))
    assert 'name="sequence" value="0"' in director.get(place).content.decode()
    assert director.post(place, filled(fees="5")).status_code == 302
    for where, sent in (
        (place, filled(fees="4", title="Old title")),
        (off, {"reason": "snow", "sequence": 0}),
        (off, {"what": "restore", "sequence": 0}),
    ):
        answer = director.post(where, sent)
        assert answer.status_code == 422
        assert "Somebody has changed this date meanwhile; look at it again." in answer.content.decode()
    one.refresh_from_db()
    assert (one.fees, one.title, one.cancelled, one.sequence) == ("5", "Monday pairs", None, 1)


def test_a_date_is_cancelled_with_a_reason_that_everybody_reads(club: dict[str, str]) -> None:
    one, later = a_date(series="s"), a_date(SOON + timedelta(weeks=1), series="s")
    director, place = as_role("director"), reverse("calendar-cancel", args=[one.pk])
    assert director.post(place, {"reason": " ", "sequence": 0}).status_code == 422
    assert director.post(place, {"reason": "The hall is flooded", "sequence": 0}).status_code == 302
    one.refresh_from_db()
    later.refresh_from_db()
    assert one.cancelled
    assert later.cancelled is None
    for where in (reverse("calendar"), reverse("calendar-date", args=[one.pk]), reverse("home")):
        assert "The hall is flooded" in as_role("public").get(where).content.decode(), where
    director.post(place, {"what": "restore", "sequence": 1})
    one.refresh_from_db()
    assert (one.cancelled, one.reason, one.sequence) == (None, "", 2)
    assert [each.what for each in one.changes.all()] == ["restored", "cancelled"]
    director.post(place, {"reason": "No hall", "later": "on", "sequence": 2})
    later.refresh_from_db()
    assert later.reason == "No hall"


def test_a_new_date_like_another_joins_its_night(desk_club: dict[str, str]) -> None:
    one = a_date(series="s", fees="4", least_boards=24)
    director, place = as_role("director"), f"{reverse('calendar-new')}?like={one.pk}"
    assert director.get(place).context["form"]["fees"].value() == "4"
    director.post(place, filled(day=(SOON + timedelta(weeks=1)).isoformat()))
    assert CalendarDate.objects.filter(series="s").count() == 2


def test_the_desk_reads_the_session_guide_of_a_date_and_players_do_not(desk_club: dict[str, str]) -> None:
    director = as_role("director")
    director.post(reverse("session-guide-new"), {"title": "Mondays", "text": "Table 1 stands by the door."})
    guide = SessionGuide.objects.get()
    place = reverse("calendar-date", args=[a_date(guide=guide).pk])
    assert "by the door" in as_role("scorer").get(place).content.decode()
    assert "by the door" not in as_role("player").get(place).content.decode()
    director.post(reverse("session-guide", args=[guide.pk]), {"what": "remove"})
    assert CalendarDate.objects.get().guide is None


def test_visitors_read_what_is_on_and_nobodys_name(desk_club: dict[str, str]) -> None:
    ann = player("Ann", "Ash")
    one = a_date(director=ann, fees="4, visitors 6", least_boards=24)
    for where in (
        reverse("calendar"),
        reverse("calendar-date", args=[one.pk]),
        reverse("home"),
        reverse("calendar-feed"),
    ):
        visitor = as_role("public").get(where).content.decode()
        assert "Monday pairs" in visitor, where
        assert "Ash" not in visitor, where
    page = as_role("public").get(reverse("calendar")).content.decode()
    assert "at least 24 boards" in page
    assert "4, visitors 6" in page
    assert "Ann Ash" in as_role("player").get(reverse("calendar-date", args=[one.pk])).content.decode()


# -- who directs ------------------------------------------------------------------------------------------------------


def test_a_director_who_cannot_come_asks_and_the_first_who_may_takes_it(club: dict[str, str]) -> None:
    ann, bob, cat = player("Ann", "Ash"), player("Bob", "Beech"), player("Cat", "Cedar")
    for each in (ann, bob):
        Qualification.objects.create(club=our_club(), player=each, level="tournament")
    one = a_date(director=ann, level="tournament")
    place = reverse("calendar-swap", args=[one.pk, "director"])
    me, other, third = as_person(ann), as_person(bob), as_person(cat)
    assert other.post(place, {"what": "ask"}).status_code == 422  # it is not his to give away
    assert other.post(place, {"what": "take"}).status_code == 422  # nor asked for
    assert me.post(place, {"what": "ask", "note": "My sister marries"}).status_code == 302
    assert "My sister marries" in third.get(reverse("calendar-duties")).content.decode()
    assert third.post(place, {"what": "take"}).status_code == 422
    assert other.post(place, {"what": "take"}).status_code == 302
    one.refresh_from_db()
    assert (one.director, one.sequence) == (bob, 1)
    change = one.changes.get()
    assert (change.what, change.before, change.after) == ("director", ann, bob)
    assert DutySwap.objects.get().taken_by == bob
    assert me.post(place, {"what": "take"}).status_code == 422


def test_a_swap_may_be_taken_back_and_a_new_director_settles_it(desk_club: dict[str, str]) -> None:
    ann, bob = player("Ann", "Ash"), player("Bob", "Beech", number="18")
    one = a_date(director=ann)
    place, me = reverse("calendar-swap", args=[one.pk, "director"]), as_person(ann)
    me.post(place, {"what": "ask"})
    me.post(place, {"what": "withdraw"})
    assert not DutySwap.objects.filter(settled=None).exists()
    me.post(place, {"what": "ask"})
    sent = filled(day=one.day.isoformat(), director_name="18")
    as_role("director").post(reverse("calendar-change", args=[one.pk]), sent)
    assert not DutySwap.objects.filter(settled=None).exists()
    one.refresh_from_db()
    assert one.director == bob


def test_the_reserve_steps_in_for_the_director_and_the_reserve_is_open(desk_club: dict[str, str]) -> None:
    ann, bob = player("Ann", "Ash"), player("Bob", "Beech")
    Qualification.objects.create(club=our_club(), player=bob, level="club")
    one = a_date(director=ann, reserve=bob)
    as_person(ann).post(reverse("calendar-swap", args=[one.pk, "director"]), {"what": "ask"})
    him = as_person(bob)
    assert "I take it" in him.get(reverse("calendar-duties")).content.decode()
    assert him.post(reverse("calendar-swap", args=[one.pk, "director"]), {"what": "take"}).status_code == 302
    one.refresh_from_db()
    assert (one.director, one.reserve) == (bob, None)
    assert list(one.changes.values_list("what", "before", "after").order_by("pk")) == [
        ("director", ann.pk, bob.pk),
        ("reserve", bob.pk, None),
    ]


def test_who_directs_is_not_asked_to_be_the_reserve_too(desk_club: dict[str, str]) -> None:
    ann, bob = player("Ann", "Ash"), player("Bob", "Beech")
    Qualification.objects.create(club=our_club(), player=bob, level="club")
    one = a_date(director=bob, reserve=ann)
    place = reverse("calendar-swap", args=[one.pk, "reserve"])
    as_person(ann).post(place, {"what": "ask"})
    him = as_person(bob)
    assert "I take it" not in him.get(reverse("calendar-duties")).content.decode()
    assert "You direct on that date already" in him.post(place, {"what": "take"}).content.decode()


def test_who_may_stand_in_reads_on_the_first_page_that_somebody_is_needed(desk_club: dict[str, str]) -> None:
    ann, bob, cat = player("Ann", "Ash"), player("Bob", "Beech"), player("Cat", "Cedar")
    Qualification.objects.create(club=our_club(), player=bob, level="club")
    one, asks = a_date(director=ann), "Ann Ash cannot direct"
    me, place = as_person(ann, "director"), reverse("calendar-swap", args=[one.pk, "director"])
    me.post(place, {"what": "ask", "note": "Flu"})

    def reads(client: Client, address: str = reverse("home")) -> bool:
        return asks in client.get(address).content.decode()

    assert reads(as_person(bob))
    assert reads(as_role("owner"))  # who sees to the roster
    assert not reads(as_person(cat))
    assert not reads(me)
    date_page = reverse("calendar-date", args=[one.pk])
    assert "Ann Ash asks for somebody else (Director)" in as_role("scorer").get(date_page).content.decode()
    assert "asks for somebody else" not in as_role("public").get(date_page).content.decode()
    as_role("director").post(reverse("calendar-cancel", args=[one.pk]), {"reason": "snow", "sequence": "0"})
    assert not reads(as_person(bob))


def test_the_desk_is_told_of_a_director_without_the_examination(desk_club: dict[str, str]) -> None:
    ann = player("Ann", "Ash", number="17")
    place = reverse("calendar-date", args=[a_date(director=ann, level="tournament").pk])
    said = "Ann Ash has not the examination that this date asks for: Tournament director."
    director, sent = as_role("director"), {"who": "17", "level": "club", "mark": "80"}
    director.post(reverse("calendar-qualifications"), sent)
    assert said in director.get(place).content.decode()
    assert director.post(reverse("calendar-qualifications"), sent).status_code == 422  # once is enough
    assert director.post(reverse("calendar-qualifications"), {**sent, "mark": "101"}).status_code == 422
    Club.objects.update(federation="nzb")
    failed = director.post(reverse("calendar-qualifications"), {"who": "17", "level": "national", "mark": "79"})
    assert "The pass mark is 80 per cent" in failed.content.decode()
    director.post(reverse("calendar-qualifications"), {"who": "17", "level": "national", "mark": "80"})
    assert said not in director.get(place).content.decode()


def test_an_examination_that_is_taken_out_stays_in_the_history(desk_club: dict[str, str]) -> None:
    ann, director, place = player("Ann", "Ash", number="17"), as_role("director"), reverse("calendar-qualifications")
    for _ in range(2):
        director.post(place, {"who": "17", "level": "club", "mark": "80"})
        one = Qualification.objects.get()
        assert (one.by, one.player) == (account("director"), ann)
        assert director.post(reverse("calendar-qualification-remove", args=[one.pk])).status_code == 302
        assert director.post(reverse("calendar-qualification-remove", args=[one.pk])).status_code == 404
    assert not Qualification.objects.exists()
    assert set(Qualification.ever.values_list("ended_by__role", flat=True)) == {"director"}
    page = director.get(place).content.decode()
    assert page.count("Ann Ash") == 2
    assert "Nobody is in the list now" in page
    erase(ann)
    assert "Ann Ash" not in director.get(place).content.decode()
    assert set(Qualification.ever.values_list("mark", "passed")) == {(None, None)}


# -- subscribing --------------------------------------------------------------------------------------------------------


def unfolded(text: str) -> list[str]:
    """The lines of a calendar, as RFC 5545 (3.1) has them read."""
    assert text.endswith("\r\n")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert "\n" not in text.replace("\r\n", "")
    return text.replace("\r\n ", "").split("\r\n")[:-1]


def test_a_date_is_written_as_rfc_5545_has_it() -> None:
    event = ical.IcalEvent(
        "a1@club",
        "Pairs, open; with “Schürmann” " + "ü" * 60,
        datetime.datetime(2026, 3, 29, 19, 30, tzinfo=UTC),
        datetime.datetime(2026, 3, 29, 22, 45, tzinfo=UTC),
        changed=datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
        sequence=3,
        cancelled=True,
        description="One\r\ntwo \\ three\x07",
    )
    lines = unfolded(ical.calendar("Riverside", [event]))
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-1] == "END:VCALENDAR"
    assert lines[lines.index("BEGIN:VEVENT") + 1 : -2] == [
        "UID:a1@club",
        "DTSTAMP:20260102T030405Z",
        "LAST-MODIFIED:20260102T030405Z",
        "SEQUENCE:3",
        "SUMMARY:Pairs\\, open\\; with “Schürmann” " + "ü" * 60,
        "DTSTART:20260329T193000Z",
        "DTEND:20260329T224500Z",
        "STATUS:CANCELLED",
        "DESCRIPTION:One\\ntwo \\\\ three",
    ]


def test_a_calendar_without_dates_is_still_one() -> None:
    lines = unfolded(ical.calendar("Riverside", []))
    assert lines[-9:] == [*ical.UTC_ZONE, "END:VCALENDAR"]
    assert lines.count("BEGIN:VTIMEZONE") == 1


def test_the_clubs_time_becomes_utc_and_a_night_may_end_after_midnight(desk_club: dict[str, str]) -> None:
    with timezone.override("UTC"):  # what the reader sees does not matter, the club's own time does
        one = a_date(date(2026, 7, 1), start=datetime.time(21), end=datetime.time(0, 30))
        assert one.begins
        assert one.ends
        assert one.ends - one.begins == timedelta(hours=3, minutes=30)
        assert one.begins.tzinfo == timezone.get_default_timezone()


def test_the_clubs_calendar_keeps_its_names_and_counts_its_changes(club: dict[str, str]) -> None:
    one = a_date(start=datetime.time(19, 30), place="Hall, upstairs")
    a_date(today() - timedelta(days=100), title="Long ago")
    answer = as_role("public").get(reverse("calendar-feed"))
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    first = unfolded(answer.content.decode())
    assert f"UID:{one.uid}@arrowswitch" in first
    assert "SEQUENCE:0" in first
    assert "LOCATION:Hall\\, upstairs" in first
    assert first.count("BEGIN:VEVENT") == 1
    as_role("director").post(reverse("calendar-cancel", args=[one.pk]), {"reason": "snow", "sequence": 0})
    then = unfolded(as_role("public").get(reverse("calendar-feed")).content.decode())
    assert f"UID:{one.uid}@arrowswitch" in then
    assert {"SEQUENCE:1", "STATUS:CANCELLED", "DESCRIPTION:Cancelled: snow"} <= set(then)


def test_ones_own_calendar_has_a_secret_address_that_can_be_changed(club: dict[str, str]) -> None:
    ann, bob = player("Ann", "Ash"), player("Bob", "Beech")
    directs, plays, other = a_date(director=ann), a_date(title="Teams"), a_date(title="Not mine")
    plays.attendances.create(player=bob, partner=ann, by="Bob")
    me, visitor = as_person(ann), as_role("public")
    me.post(reverse("calendar-mine"), {"what": "new"})
    address = re.search(r"/calendar/mine/[^<\"]+\.ics", me.get(reverse("calendar-mine")).content.decode())
    assert address
    lines = unfolded(visitor.get(address[0]).content.decode())
    uids = {line for line in lines if line.startswith("UID:")}
    assert uids == {f"UID:{each.uid}@arrowswitch" for each in (directs, plays)}
    assert f"UID:{other.uid}@arrowswitch" not in lines
    assert "DESCRIPTION:Director" in lines
    assert "DESCRIPTION:You play with Bob Beech." in lines
    me.post(reverse("calendar-mine"), {"what": "new"})
    assert visitor.get(address[0]).status_code == 404
    now = re.search(r"/calendar/mine/[^<\"]+\.ics", me.get(reverse("calendar-mine")).content.decode())
    assert now
    account("player", name="Ann Ash signs in").remove()
    assert visitor.get(now[0]).status_code == 404


# -- clubs apart, and the night ---------------------------------------------------------------------------------------


def test_another_club_sees_and_changes_nothing_of_ours(club: dict[str, str]) -> None:
    one = a_date(title="Riverside pairs")
    theirs = Club.objects.create(name="Hillside")
    owner = as_role("owner", theirs)
    for where in (reverse("calendar"), reverse("calendar-feed"), reverse("home"), reverse("calendar-duties")):
        assert "Riverside" not in owner.get(where).content.decode(), where
    assert (
        "club.ics" not in owner.get(reverse("calendar")).content.decode()
    )  # a visitor would get the calendar of the first
    assert "club.ics" in as_role("owner").get(reverse("calendar")).content.decode()
    sent = {"reason": "mine now", **filled()}
    for name in ("calendar-change", "calendar-cancel", "calendar-attendance"):
        assert owner.post(reverse(name, args=[one.pk]), sent).status_code == 404, name
    assert owner.get(f"{reverse('calendar-new')}?like={one.pk}").status_code == 404
    guide = SessionGuide.objects.create(
        club=our_club(), title="Ours", text="x", changed=timezone.now(), by=account("owner")
    )
    assert owner.post(reverse("calendar-new"), filled(guide=guide.pk)).status_code == 422
    one.refresh_from_db()
    assert one.sequence == 0


def test_from_a_date_the_session_is_opened_filled_in(desk_club: dict[str, str]) -> None:
    one = a_date(today(), title="Monday pairs", least_boards=24, most_boards=28, grade="junior")
    for number in range(7):
        pair = [player(f"P{number}", "North", must_sit=number == 0), player(f"P{number}", "South")]
        one.attendances.create(player=pair[0], partner=pair[1], by="desk")
    director = as_role("director")
    home = director.get(reverse("home"))
    (night,) = home.context["on"]["tonight"]
    assert (night["expected"].tables, night["expected"].count) == ("3½", 14)
    assert night["proposed"].choice.entry == "3½"
    given = parse_qs(urlsplit(night["opening"]).query)
    assert given == {
        "title": ["Monday pairs"],
        "date": [today().isoformat()],
        "kind": ["pairs"],
        "tables": ["3½"],
        "boards": ["24-28"],
        "grade": ["junior"],
        "stationary": ["1"],
    }
    assert "Expected: <b>3½</b> tables, 14 players." in home.content.decode()
    listed = director.get(night["proposed"].address)
    assert [each.entry for each in listed.context["choices"]][:1] == ["3½"]
    form = director.get(night["opening"]).context["form"]
    assert (form["title"].value(), form["tables"].value()) == ("Monday pairs", "3½")
    opened = director.post(reverse("night-new"), {name: values[0] for name, values in given.items()})
    assert opened.status_code == 302, opened.content.decode()
    home = director.get(reverse("home"))
    (night,) = home.context["on"]["tonight"]
    assert night["session"]
    assert "To the session" not in home.content.decode()  # it stands among those under way
    assert night["proposed"] is None
