"""Names of a session: typed table by table, from slips, by custom; who is in two seats, who cannot move, who comes in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

import pytest
from browsing import ARGUMENTS, executable, faults, sign_in, visiting
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from nights import a_night, desk_server, do, play_round
from people import PASSWORD, account, as_role, our_club
from playwright.sync_api import Page, Route, expect, sync_playwright

from arrowswitch.movements import build
from arrowswitch.session import CallRound, Place, Seating, SeatPlayers, SectionPlan, Start
from arrowswitch.session import SeatedPlayer as Seated
from arrowswitch.session.night.seats import player_at, unnamed
from arrowswitch.site.calendar.models import CalendarDate
from arrowswitch.site.club.models import Club, Player, StandingPair
from arrowswitch.site.club.players.doubles import erase, merge
from arrowswitch.site.journal import store
from arrowswitch.site.members.models import EntryChange
from arrowswitch.site.work import memory

pytestmark = pytest.mark.usefixtures("desk_club")


def text_of(answer: Any) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())))


def person(name: str, number: str = "", **more: Any) -> Player:
    given, family = name.split()
    return Player.objects.create(club=our_club(), given=given, family=family, number=number, **more)


@pytest.fixture
def desk() -> Client:
    return as_role("scorer")


@pytest.fixture
def session() -> int:
    """Three tables, nobody named; eight people in the register."""
    for number, name in enumerate(
        ("Ann Ash", "Bob Beech", "Cat Cole", "Dan Dale", "Eve Elm", "Fay Fir", "Gus Gorse", "Hal Hazel"), 101
    ):
        person(name, str(number))
    return a_night(names=False, start=False)


def sits(session: int, contestant: int, seat: str, section: str = "A") -> str:
    player = player_at(store.state(session), Place(section, contestant, seat))
    return f"{player.name}{'' if player.id else ' (visitor)'}" if player else ""


def key(contestant: int, seat: str) -> str:
    return f"0-{contestant}-{seat}"


def name(desk: Client, session: int, *seats: tuple[Any, ...], **more: str) -> Any:
    """Types into seats and sends them: contestant, seat, text, and who was picked."""
    sent = dict(more)
    for contestant, seat, text, *who in seats:
        sent[f"name-{key(contestant, seat)}"] = text
        if who:
            sent[f"who-{key(contestant, seat)}"] = who[0]
    return desk.post(reverse("night-names", args=[session]), sent)


# -- typing -----------------------------------------------------------------------------------------------------------


def test_the_page_asks_for_every_seat_in_round_one(desk: Client, session: int) -> None:
    page = text_of(desk.get(reverse("night-names", args=[session])))
    assert "12 of 12 seats have no name yet" in page
    assert page.count("Save this table") == 3
    assert "Table 3 NS 3 N NS 3 N" in page


def test_a_table_is_named_by_names_and_numbers(desk: Client, session: int) -> None:
    answer = desk.post(
        reverse("night-names", args=[session]),
        {
            f"name-{key(1, 'N')}": "ash ann",
            f"name-{key(1, 'S')}": "102",
            f"name-{key(4, 'E')}": "Cole, Cat",
            f"name-{key(4, 'W')}": "",
            "table": "slip-0",
        },
    )
    assert answer.status_code == 302
    assert answer["Location"].endswith("#slip-0")
    assert [sits(session, 1, "N"), sits(session, 1, "S"), sits(session, 4, "E")] == ["Ann Ash", "Bob Beech", "Cat Cole"]
    assert "9 of 12 seats have no name yet" in text_of(desk.get(reverse("night-names", args=[session])))
    assert len(store.state(session).journal) == 2  # one table, one act


def test_what_is_clear_is_saved_and_the_rest_is_asked_about(desk: Client, session: int) -> None:
    person("Ann Asher", "201")
    answer = name(desk, session, (1, "N", "ann"), (1, "S", "Bob Beech"), (4, "E", "Zed Zorn"))
    assert answer.status_code == 422
    said = text_of(answer)
    assert "“ann” is not a full name. Is it Ann Ash (101) or Ann Asher (201)?" in said
    assert "Zed Zorn is not in the register." in said
    assert "Zed Zorn, visitor" in said
    assert "Add Zed Zorn to the register" in said
    assert 'value="Zed Zorn"' in answer.content.decode()
    assert sits(session, 1, "S") == "Bob Beech"
    assert sits(session, 1, "N") == ""


def test_who_is_asked_about_is_picked_or_a_visitor_or_new(desk: Client, session: int) -> None:
    ann = Player.objects.get(number="101")
    answer = name(
        desk, session, (1, "N", "ann", f"p:{ann.pk}"), (1, "S", "Zed Zorn", "v"), (4, "E", "Yan van Yew", "n")
    )
    assert answer.status_code == 302
    assert [sits(session, 1, "N"), sits(session, 1, "S"), sits(session, 4, "E")] == [
        "Ann Ash",
        "Zed Zorn (visitor)",
        "Yan van Yew",
    ]
    yan = Player.objects.get(family="van Yew")
    assert yan.given == "Yan"
    assert [(each.field, each.way, each.by_name) for each in yan.changes.all()] == [
        ("entered", "desk", account("scorer").name)
    ]
    assert "visitor" in text_of(desk.get(reverse("night-names", args=[session])))


def test_nobody_is_added_to_the_register_for_a_seat_that_is_refused(desk: Client, session: int) -> None:
    name(desk, session, (1, "N", "Ann Ash"))
    answer = name(desk, session, (1, "S", "Yan Yew", "n"), (4, "E", "Ann Ash"))
    assert "Ann Ash sits at NS 1 N already." in text_of(answer)
    assert not Player.objects.filter(family="Yew").exists()
    sent = {"seat": key(2, "N"), "round": "2", "name": "Yan Yew", "who": "n"}
    assert desk.post(reverse("night-names-substitutes", args=[session]), sent).status_code == 422
    assert not Player.objects.filter(family="Yew").exists()
    assert not EntryChange.objects.exists()
    assert "There is a Bob Beech (102) in the register already." in text_of(
        name(desk, session, (1, "S", "Bob Beech", "n"))
    )


def test_one_person_is_not_put_into_two_seats(desk: Client, session: int) -> None:
    name(desk, session, (1, "N", "Ann Ash"))
    answer = name(desk, session, (2, "N", "101"), (2, "S", "Bob Beech"))
    assert answer.status_code == 422
    assert "Ann Ash sits at NS 1 N already." in text_of(answer)
    assert (sits(session, 2, "N"), sits(session, 2, "S")) == ("", "")
    assert 'value="Bob Beech"' in answer.content.decode()  # what was typed is still there
    both = name(desk, session, (3, "N", "Cat Cole"), (3, "S", "103"))
    assert "Cat Cole sits at" in text_of(both)


def test_a_second_visitor_of_the_same_name_is_for_the_director_to_insist_on(desk: Client, session: int) -> None:
    name(desk, session, (1, "N", "John Doe", "v"))
    answer = name(desk, session, (2, "N", "John Doe", "v"))
    assert "is it somebody else?" in text_of(answer)
    assert "It is somebody else of the same name" not in text_of(answer)
    director = as_role("director")
    assert "It is somebody else of the same name" in text_of(name(director, session, (2, "N", "John Doe", "v")))
    assert name(director, session, (2, "N", "John Doe", "v"), insist="on").status_code == 302
    assert sits(session, 2, "N") == "John Doe (visitor)"


def test_an_emptied_field_clears_the_seat_and_an_untouched_one_does_nothing(desk: Client, session: int) -> None:
    name(desk, session, (1, "N", "Ann Ash"), (1, "S", "Bob Beech"))
    before = len(store.state(session).journal)
    was = {f"was-{key(1, 'N')}": "Ann Ash", f"was-{key(1, 'S')}": "Bob Beech"}
    assert name(desk, session, (1, "N", "Ann Ash"), (1, "S", "Bob Beech"), **was).status_code == 302
    assert len(store.state(session).journal) == before
    name(desk, session, (1, "N", ""), (1, "S", "Bob Beech"), **was)
    assert (sits(session, 1, "N"), sits(session, 1, "S")) == ("", "Bob Beech")


ODD = ("x" * 500, "\0", "12 34 !", "%%%", "  ", "<script>alert(1)</script>", "'; DROP", "🂡", "\u202e", "é" * 119)


def test_whatever_is_typed_gives_a_page_and_a_sentence(desk: Client, session: int) -> None:
    for text in ODD:
        for who in ("", "p:", "p:99999999999999999999999", "p:1", "v", "n", "zzz"):
            answer = name(desk, session, (1, "N", text, who), only=key(1, "N"), seen="999999999999999999999")
            assert answer.status_code in (200, 422), (text, who)
            assert "<script>alert" not in answer.content.decode()
        found = desk.get(reverse("night-names-find", args=[session]), {"q": text, "seat": key(1, "N")})
        assert found.status_code == 200


def test_two_who_name_different_tables_do_not_overwrite_each_other(desk: Client, session: int) -> None:
    seen = str(len(store.state(session).journal))
    other = as_role("director")
    assert name(other, session, (2, "N", "Cat Cole"), seen=seen).status_code == 302
    assert name(desk, session, (1, "N", "Ann Ash"), seen=seen).status_code == 302
    late = name(desk, session, (2, "N", "Dan Dale"), seen=seen)
    assert late.status_code == 409
    assert "Director of Riverside was faster: NS 2 N is Cat Cole now." in text_of(late)
    assert sits(session, 2, "N") == "Cat Cole"


def test_the_same_form_sent_twice_is_done_once(desk: Client, session: int) -> None:
    for _time in range(2):
        answer = name(desk, session, (1, "N", "Yan Yew", "n"), command="abcdefgh-1")
        assert answer.status_code == 302
    assert Player.objects.filter(family="Yew").count() == 1
    assert len(store.state(session).journal) == 2


def test_a_seat_is_saved_by_itself_while_the_page_stays(desk: Client, session: int) -> None:
    answer = name(desk, session, (1, "N", "Ann Ash"), (1, "S", "half typ"), only=key(1, "N"))
    assert answer.status_code == 200
    page = answer.content.decode()
    assert 'id="seat-0-1-N"' in page
    assert 'id="seat-0-1-S"' not in page
    assert "<b>11</b> of 12 seats have no name yet" in page
    assert name(desk, session, (1, "S", "nobody here"), only=key(1, "S")).status_code == 422
    assert name(desk, session, only="9-9-N").status_code == 404


def test_a_page_that_has_not_changed_is_not_sent_again(desk: Client, session: int) -> None:
    place, same = reverse("night-names", args=[session]), str(len(store.state(session).journal))
    assert desk.get(place, {"since": same}, headers={"hx-request": "true"}).status_code == 204
    assert desk.get(place, {"since": "0"}, headers={"hx-request": "true"}).status_code == 200


def test_forty_tables_are_shown_with_few_questions_to_the_database(desk: Client) -> None:
    session = a_night(build("skip-mitchell", tables=20, boards_per_round=1))
    with CaptureQueriesContext(connection) as asked:
        assert desk.get(reverse("night-names", args=[session])).status_code == 200
    questions = [each for each in asked.captured_queries if not each["sql"].startswith("PRAGMA")]
    assert len(questions) < 13


# -- offering ---------------------------------------------------------------------------------------------------------


def offered(desk: Client, session: int, text: str, contestant: int = 1, seat: str = "N") -> list[tuple[str, str]]:
    answer = desk.get(reverse("night-names-find", args=[session]), {"q": text, "seat": key(contestant, seat)})
    return [(each["name"], each["note"]) for each in answer.json()["offers"]]


def test_three_letters_or_a_number_offer_people_then_a_visitor(desk: Client, session: int) -> None:
    assert offered(desk, session, "ash")[0] == ("Ann Ash", "101")
    assert offered(desk, session, "104") == [("Dan Dale", "104")]
    assert offered(desk, session, "10")[:2] == [("Ann Ash", "101"), ("Bob Beech", "102")]
    assert offered(desk, session, "as") == []
    assert offered(desk, session, "Zed Zorn") == [("Zed Zorn", "visitor"), ("Zed Zorn", "add to the register")]
    person("Al Li", "301")
    assert offered(desk, session, "li")[0] == ("Al Li", "301")


def test_who_sits_already_comes_last_and_is_marked(desk: Client, session: int) -> None:
    person("Ann Able", "300")
    name(desk, session, (1, "N", "300"))
    assert offered(desk, session, "ann", 1, "S")[:2] == [("Ann Ash", "101"), ("Ann Able", "300 · sits at NS 1 N")]


def test_last_times_partner_is_offered_first(desk: Client, session: int) -> None:
    name(desk, session, (1, "N", "Ann Ash"), (1, "S", "Hal Hazel"))
    again = a_night(names=False, start=False)
    assert offered(desk, again, "", 2, "S") == []
    name(desk, again, (2, "N", "Ann Ash"))
    assert offered(desk, again, "", 2, "S") == [("Hal Hazel", "last time’s partner")]
    name(desk, again, (3, "N", "Hal Hazel"))
    assert offered(desk, again, "", 2, "S") == []


def test_who_is_expected_by_the_calendar_is_listed_until_seated_and_offered_to_the_partner(
    desk: Client, session: int
) -> None:
    state = store.state(session)
    tonight = CalendarDate.objects.create(club=our_club(), day=state.date, title=state.title)
    people = {each: Player.objects.get(number=each) for each in ("101", "102", "103", "104")}
    for one, other in (("101", "102"), ("103", "104")):
        tonight.attendances.create(player=people[one], partner=people[other])
    tonight.attendances.create(player=person("Tess Ivy", "310"))
    page = reverse("night-names", args=[session])
    before = " ".join(desk.get(page).content.decode().split())
    assert all(each in before for each in ("Ann Ash &amp; Bob Beech", "Tess Ivy <span", "not seated yet"))
    name(desk, session, (1, "N", "101"))
    assert offered(desk, session, "", 1, "S")[0] == ("Bob Beech", "expected with this partner")
    after = " ".join(desk.get(page).content.decode().split())
    assert "Ann Ash &amp; Bob Beech" not in after
    assert "Who is expected" in desk.get(reverse("night", args=[session])).content.decode()
    CalendarDate.objects.update(cancelled=timezone.now())
    assert "Expected, and not seated yet" not in desk.get(page).content.decode()


def test_who_no_longer_plays_here_or_is_of_another_club_is_not_offered(desk: Client, session: int) -> None:
    Player.objects.filter(number="101").update(active=False)
    Player.objects.create(club=Club.objects.create(name="Hillside"), given="Ann", family="Ash")
    assert offered(desk, session, "ann") == [("ann", "visitor"), ("ann", "add to the register")]


# -- changing places --------------------------------------------------------------------------------------------------


def test_two_pairs_that_sat_at_the_wrong_tables_change_places(desk: Client, session: int) -> None:
    name(desk, session, (1, "N", "Ann Ash"), (1, "S", "Bob Beech"), (5, "E", "Cat Cole"), (5, "W", "Dan Dale"))
    answer = desk.post(reverse("night-names-swap", args=[session]), {"one": key(1, "N"), "other": key(5, "E")})
    assert answer.status_code == 302
    assert [sits(session, 1, "N"), sits(session, 1, "S"), sits(session, 5, "E")] == ["Cat Cole", "Dan Dale", "Ann Ash"]
    for one, other in ((key(1, "N"), key(1, "S")), ("", "x")):
        wrong = desk.post(reverse("night-names-swap", args=[session]), {"one": one, "other": other})
        assert wrong.status_code == 422
        assert "Choose two that" in text_of(wrong)


def test_who_cannot_move_is_proposed_a_seat_that_stays(desk: Client, session: int) -> None:
    Player.objects.filter(number="101").update(must_sit=True)
    name(desk, session, (4, "E", "Ann Ash"), (4, "W", "Bob Beech"), (1, "N", "Cat Cole"), (1, "S", "Dan Dale"))
    page = text_of(desk.get(reverse("night-names", args=[session])))
    assert "Ann Ash & Bob Beech (EW 1) cannot move." in page
    assert "Change with NS 1, Cat Cole & Dan Dale" in page
    desk.post(reverse("night-names-swap", args=[session]), {"one": key(4, "E"), "other": key(1, "N")})
    assert "(EW 1) cannot move" not in text_of(desk.get(reverse("night-names", args=[session])))


def test_more_who_cannot_move_than_the_movement_has_seats_for_is_said(desk: Client) -> None:
    session = a_night(build("howell", tables=3), start=False)
    Player.objects.update(must_sit=True)
    assert "5 more pairs cannot move, but only 1 can stay in this movement." in text_of(
        desk.get(reverse("night-names", args=[session]))
    )


def test_standing_pairs_are_seated_with_one_button(desk: Client, session: int) -> None:
    ann, bob, cat, dan, eve, fay = Player.objects.order_by("number")[:6]
    keep = StandingPair.objects.create
    keep(club=our_club(), table=3, side="NS", first=ann, second=bob)
    keep(club=our_club(), table=2, side="EW", weekday=2, first=cat, second=dan)  # the session is on a Tuesday
    keep(club=our_club(), table=1, side="EW", weekday=3, first=eve, second=fay)
    keep(club=our_club(), table=9, side="NS", first=eve, second=fay)
    page = text_of(desk.get(reverse("night-names", args=[session])))
    assert "9 NS Eve Elm & Fay Fir Table 9 NS is not in play." in page
    assert "3 NS Ann Ash & Bob Beech not seated yet" in page
    assert desk.post(reverse("night-names-standing", args=[session])).status_code == 302
    assert [sits(session, 3, "N"), sits(session, 3, "S"), sits(session, 5, "E")] == ["Ann Ash", "Bob Beech", "Cat Cole"]
    assert sits(session, 4, "E") == ""
    assert "✓ sit there" in text_of(desk.get(reverse("night-names", args=[session])))
    assert desk.post(reverse("night-names-standing", args=[session])).status_code == 302


def test_a_standing_pair_that_sits_elsewhere_stays_there(desk: Client, session: int) -> None:
    ann, bob = Player.objects.order_by("number")[:2]
    StandingPair.objects.create(club=our_club(), table=3, side="NS", first=ann, second=bob)
    name(desk, session, (1, "N", "Ann Ash"))
    desk.post(reverse("night-names-standing", args=[session]))
    assert "Ann Ash sits at NS 1 N." in text_of(desk.get(reverse("night-names", args=[session])))
    assert sits(session, 3, "N") == ""


# -- kinds of night ---------------------------------------------------------------------------------------------------


def test_a_pair_that_sits_out_is_marked_and_the_missing_pair_is_not_asked_for(desk: Client) -> None:
    session = a_night(build("howell", tables=4.5), names=False, start=False)
    page = text_of(desk.get(reverse("night-names", args=[session])))
    assert "18 of 18 seats have no name yet" in page
    assert "sits out in round 1" in page
    assert "Pair 1 · NS" in page or "Pair 1 · EW" in page


def test_a_team_is_asked_for_four_names_at_its_home_table(desk: Client) -> None:
    session = a_night(build("american-whist", teams=5), names=False, start=False, method="imps")
    page = text_of(desk.get(reverse("night-names", args=[session])))
    assert "20 of 20 seats have no name yet" in page
    assert "Team 5 · Table 5 NS N Team 5 N" in page
    slips = desk.post(
        reverse("night-names-slips", args=[session]),
        {"slips": "Team 2 Ann Ash, Bob Beech, Cat Cole, Dan Dale", "visitors": "on"},
    )
    assert slips.status_code == 302
    assert [sits(session, 2, seat) for seat in "NSEW"] == [
        f"{n} (visitor)" for n in ("Ann Ash", "Bob Beech", "Cat Cole", "Dan Dale")
    ]


def test_two_sections_have_their_own_tables(desk: Client) -> None:
    plans = tuple(SectionPlan(each, build("mitchell", tables=3, boards_per_round=1)) for each in "AB")
    session = a_night(sections=plans, names=False, start=False)
    person("Ann Ash", "1")
    page = text_of(desk.get(reverse("night-names", args=[session])))
    assert "Section B" in page
    assert "Table B3" in page
    assert desk.post(reverse("night-names", args=[session]), {"name-1-1-N": "1"}).status_code == 302
    assert sits(session, 1, "N", "B") == "Ann Ash"
    listed = desk.post(
        reverse("night-names-slips", args=[session]), {"slips": "B NS 2 Kim Kelp, Lou Lime", "visitors": "on"}
    )
    assert listed.status_code == 302
    assert sits(session, 2, "N", "B") == "Kim Kelp (visitor)"


# -- slips ------------------------------------------------------------------------------------------------------------


def test_slips_are_typed_as_a_list_and_faulty_ones_stay(desk: Client, session: int) -> None:
    answer = desk.post(
        reverse("night-names-slips", args=[session]),
        {
            "slips": "NS 1 Ann Ash, Bob Beech\n2ns: 103; 104\n\nEW1\tEve Elm / Fay Fir\n"
            "EW 2 Ann Ash, Gus Gorse\n9 Gus Gorse, Hal Hazel\nEW 3 Gus Gorse\nEW3 Gus Gorse, Zed Zorn\nhello\n3 Gus Gorse, Hal Hazel"
        },
    )
    assert answer.status_code == 422
    said = text_of(answer)
    assert "3 slips are saved." in said
    assert "EW 2 Ann Ash, Gus Gorse Ann Ash sits at NS 1 N already." in said
    assert "There is no pair 9, or it is not clear which." in said
    assert "There is no pair 3, or it is not clear which." in said
    assert "2 names are needed with a comma between them, not 1." in said
    assert "Zed Zorn is not in the register." in said
    assert "hello Write the pair’s number" in said
    assert [sits(session, 2, "N"), sits(session, 2, "S"), sits(session, 4, "E"), sits(session, 4, "W")] == [
        "Cat Cole", "Dan Dale", "Eve Elm", "Fay Fir"
    ]  # fmt: skip
    assert sits(session, 5, "E") == ""


def test_slips_sent_twice_are_saved_once(desk: Client, session: int) -> None:
    sent = {"slips": "NS 1 Ann Ash, Bob Beech\nNS 2 Cat Cole, Dan Dale", "command": "abcdefgh-9"}
    for _time in range(2):
        assert desk.post(reverse("night-names-slips", args=[session]), sent).status_code == 302
    assert len(store.state(session).journal) == 3


# -- people who are not themselves any more ---------------------------------------------------------------------------


def test_a_merged_entry_shows_the_person_and_an_erased_one_nobody(desk: Client, session: int) -> None:
    name(desk, session, (1, "N", "Ann Ash"), (1, "S", "Bob Beech"), (2, "N", "Cat Cole"))
    ann, bob = Player.objects.order_by("number")[:2]
    merge(person("Anna Ashton"), ann)
    erase(bob)
    page = desk.get(reverse("night-names", args=[session])).content.decode()
    assert 'value="Anna Ashton"' in page
    assert "Ann Ash<" not in page
    assert "Bob Beech" not in page
    assert "(name withheld)" in page


# -- substitutes ------------------------------------------------------------------------------------------------------


def test_a_substitute_comes_in_and_the_points_go_to_who_played_more(desk: Client, session: int) -> None:
    name(desk, session, (1, "N", "Ann Ash"), (1, "S", "Bob Beech"))
    for place in unnamed(store.state(session)):
        do(session, SeatPlayers((Seating(place, Seated(f"Visitor {place.contestant}{place.seat}")),)))
    do(session, Start())
    play_round(session)
    place = reverse("night-names-substitutes", args=[session])
    asked = desk.post(place, {"seat": key(1, "S"), "round": "2", "name": "Zed Zorn"})
    assert "Zed Zorn is not in the register." in text_of(asked)
    assert desk.post(place, {"seat": key(1, "S"), "round": "2", "name": "108"}).status_code == 302
    do(session, CallRound(2))
    play_round(session)
    assert "nobody has more than half so far" in text_of(desk.get(place))
    do(session, CallRound(3))
    play_round(session)
    page = text_of(desk.get(place))
    assert "NS 1 S Bob Beech 1 Hal Hazel Hal Hazel from round 2 2" in page
    names = desk.get(reverse("night-names", args=[session]))
    assert "NS 1 S Bob Beech, from round 2 Hal Hazel" in text_of(names)
    name(desk, session, (1, "S", "Gus Gorse"))  # the page asks for no name there
    assert sits(session, 1, "S") == "Hal Hazel"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seat": "nowhere"}, "Say whose seat it is."),
        ({"round": "x"}, "Say from which round on."),
        ({"round": "1"}, "between 2 and 3"),
        ({"name": " "}, "Say who comes in."),
        ({"name": "Ann Ash"}, "Ann Ash sits there already."),
        ({"name": "Bob Beech"}, "Bob Beech sits at NS 1 S already."),
        ({"seat": "0-2-N"}, "This seat has no name yet"),
    ],
)
def test_a_substitute_who_cannot_be_is_told_why(desk: Client, session: int, change: dict[str, str], said: str) -> None:
    name(desk, session, (1, "N", "Ann Ash"), (1, "S", "Bob Beech"))
    sent = {"seat": key(1, "N"), "round": "2", "name": "Hal Hazel", **change}
    answer = desk.post(reverse("night-names-substitutes", args=[session]), sent)
    assert answer.status_code == 422
    assert said in text_of(answer)


# -- in a browser -----------------------------------------------------------------------------------------------------


@contextmanager
def at_the_desk(club: dict[str, str], address: str, *, script: bool = True) -> Iterator[Page]:
    """A page of a real server in a real browser, which is gone again before the database is used here."""
    name = account("scorer", password=PASSWORD).name
    with desk_server(club) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        with visiting(browser, server.address.rstrip("/") + address, script=script) as page:
            sign_in(page, name, PASSWORD)
            yield page
        browser.close()


def test_three_tables_are_named_with_the_keyboard_alone(desk_club: dict[str, str], session: int) -> None:
    address = reverse("night-names", args=[session])
    with at_the_desk(desk_club, address) as page:
        page.locator("#name-0-1-N").focus()
        for typed, waits_for in (("ash", "Ann Ash"), ("102", "Bob Beech"), ("cole c", "Cat Cole")):
            page.keyboard.type(typed)
            expect(page.get_by_role("option", name=waits_for)).to_be_visible()
            page.keyboard.press("Enter")
        expect(page.locator("#name-0-4-W")).to_be_focused()
        page.keyboard.type("Zed Zorn")  # nobody of the register: a visitor with one key
        expect(page.get_by_role("option", name="Zed Zorn visitor")).to_have_attribute("aria-selected", "true")
        page.keyboard.press("Enter")
        page.keyboard.type("Yan Yew")
        expect(page.get_by_role("option", name="Yan Yew add to the register")).to_be_visible()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.keyboard.type("ann ash")  # sits already
        expect(page.get_by_role("option", name="Ann Ash 101 · sits at NS 1 N")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator("#seat-0-2-S .error")).to_have_text("Ann Ash sits at NS 1 N already.")
        page.keyboard.press("Shift+Tab")
        expect(page.locator("#name-0-2-S")).to_be_focused()
        page.keyboard.press("Control+a")
        for typed, waits_for in (("dan", "Dan Dale"), ("eve", "Eve Elm"), ("fay", "Fay Fir"), ("gus", "Gus Gorse")):
            page.keyboard.type(typed)
            expect(page.get_by_role("option", name=waits_for)).to_be_visible()
            page.keyboard.press("Enter")
        page.keyboard.type("hal")
        expect(page.get_by_role("option", name="Hal Hazel")).to_be_visible()
        page.keyboard.press("Tab")  # takes the person who is marked
        page.keyboard.type("Ida Ivy")
        expect(page.get_by_role("option", name="Ida Ivy visitor")).to_be_visible()
        page.keyboard.press("Enter")
        page.keyboard.type("nobody")
        expect(page.get_by_role("option", name="nobody visitor")).to_be_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("Tab")  # leaves it open who is meant: the page asks
        expect(page.get_by_role("radio", name="nobody, visitor")).to_be_visible()
        assert faults(page, serious=True) == []
        page.get_by_role("radio", name="nobody, visitor").focus()
        page.keyboard.press("Space")
        expect(page.get_by_role("status")).to_have_text("✓ All 12 seats have a name.")
        page.get_by_role("link", name="Players", exact=True).click()
        page.wait_for_load_state()
        page.get_by_label("Name or number").focus()
        page.keyboard.type("yew")  # the list changes as it is typed
        expect(page.locator("#players tbody tr")).to_have_count(1)
        expect(page.get_by_role("link", name="Yan Yew")).to_be_visible()
        assert faults(page, serious=True) == []
    memory.forget_all()
    assert [
        sits(session, *seat) for seat in ((1, "N"), (1, "S"), (4, "E"), (4, "W"), (2, "N"), (2, "S"), (6, "W"))
    ] == [
        "Ann Ash",
        "Bob Beech",
        "Cat Cole",
        "Zed Zorn (visitor)",
        "Yan Yew",
        "Dan Dale",
        "nobody (visitor)",
    ]


SEATS = [
    (1, "N"),
    (1, "S"),
    (4, "E"),
    (4, "W"),
    (2, "N"),
    (2, "S"),
    (5, "E"),
    (5, "W"),
    (3, "N"),
    (3, "S"),
    (6, "E"),
    (6, "W"),
]

SLOW_LINE = """() => {
  const there = window.fetch, pause = (time) => new Promise((done) => setTimeout(done, time));
  let sent = 0;
  window.fetch = async (address, more) => {
    const save = more?.method === "POST" ? ++sent : 0;
    await pause(save ? 150 * (save % 3) : 250);
    if (save === 2) throw new TypeError("the line is gone");
    const answer = await there(address, more);
    await pause(save ? 400 : 100);
    if (save === 4) throw new TypeError("the answer is lost");
    return save === 6 ? new Response("", { status: 503 }) : answer;
  };
}"""
"""A browser whose line is slow, and breaks on the way there, on the way back, and at the desk."""


def test_a_fast_typist_on_a_slow_line_gets_every_name_in(desk_club: dict[str, str], session: int) -> None:
    with at_the_desk(desk_club, reverse("night-names", args=[session])) as page:
        page.locator("#name-0-1-N").focus()
        page.evaluate(SLOW_LINE)
        for typed in ("ash", "102", "cole c", "Zed Zorn", "Yan Yew", "ash", "eve", "fay", "gus"):
            page.keyboard.type(typed)
            page.keyboard.press("Enter")  # before the list has come
        page.keyboard.type("hal")
        page.keyboard.press("Tab")
        page.keyboard.type("Ida Ivy")
        page.keyboard.press("Enter")
        page.keyboard.type("Jan")
        page.keyboard.press("Tab")  # nobody of that name: the page asks
        expect(page.locator("#seat-0-2-S .error")).to_have_text("Ann Ash sits at NS 1 N already.")
        page.locator("#name-0-2-S").focus()
        page.keyboard.press("Control+a")
        page.keyboard.type("dan")
        page.keyboard.press("Enter")
        page.get_by_role("radio", name="Jan, visitor").check()
        expect(page.get_by_role("status")).to_have_text("✓ All 12 seats have a name.")
        expect(page.locator("#name-0-3-S")).to_have_value("Hal Hazel")
        page.locator("#name-0-6-W").focus()
        page.keyboard.press("Control+a")
        with page.expect_request(lambda request: request.method == "POST"):
            page.keyboard.type("Joe Jute")
            page.keyboard.press("Enter")
        page.locator("#name-0-6-W").fill("Kim Kelp")
        page.keyboard.press("Enter")
        expect(page.locator("#seat-0-6-W [data-was]")).to_have_value("Kim Kelp")
    memory.forget_all()
    assert [sits(session, *seat) for seat in SEATS] == [
        *("Ann Ash", "Bob Beech", "Cat Cole", "Zed Zorn (visitor)", "Yan Yew (visitor)", "Dan Dale"),
        *("Eve Elm", "Fay Fir", "Gus Gorse", "Hal Hazel", "Ida Ivy (visitor)", "Kim Kelp (visitor)"),
    ]


def test_what_is_typed_before_the_script_is_there_is_looked_up_too(desk_club: dict[str, str], session: int) -> None:
    with at_the_desk(desk_club, reverse("night-names", args=[session])) as page:
        held: list[Route] = []
        page.route("**/names.js", lambda route: held.append(route))
        with page.expect_request("**/names.js"):
            page.reload(wait_until="commit")
        page.locator("#name-0-1-N").focus()
        page.keyboard.type("ash")
        expect(page.locator("#name-0-1-N")).to_have_value("ash")
        held[0].continue_()
        expect(page.get_by_role("option", name="Ann Ash")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator("#seat-0-1-N [data-was]")).to_have_value("Ann Ash")


def test_a_table_is_named_without_a_script_too(desk_club: dict[str, str], session: int) -> None:
    with at_the_desk(desk_club, reverse("night-names", args=[session]), script=False) as page:
        page.get_by_label("NS 1 N").fill("101")
        page.get_by_label("NS 1 S").fill("bob")
        page.get_by_role("button", name="Save this table").first.click()
        page.get_by_role("radio", name="Bob Beech (102)").check()
        page.get_by_role("button", name="Save this table").first.click()
        expect(page.get_by_label("NS 1 S")).to_have_value("Bob Beech")
        expect(page.get_by_text("10 of 12 seats have no name yet")).to_be_visible()


def test_names_are_taken_over_from_the_last_session_where_seats_are_free() -> None:
    desk = as_role("director")
    before = a_night(start=False)
    gone, forgotten, *_ = Player.objects.filter(club=our_club()).order_by("pk")
    Player.objects.filter(pk=gone.pk).update(active=False)
    erase(forgotten)
    tonight = a_night(names=False, start=False)
    places_before = {place: player_at(store.state(before), place) for place in store.state(before).seats}
    taken = list(places_before)[3]
    visitor = Seated("A Visitor")
    do(tonight, SeatPlayers((Seating(taken, visitor),)))
    address = reverse("night-names", args=[tonight])
    assert "9 seats can be taken over." in text_of(desk.get(address))
    assert desk.post(reverse("night-names-last", args=[tonight])).status_code == 302
    state = store.state(tonight)
    assert player_at(state, taken) == visitor
    left = [place for place in places_before if place not in state.seats]
    assert {places_before[place].id for place in left} == {str(gone.pk), str(forgotten.pk)}
    assert "can be taken over" not in text_of(desk.get(address))
