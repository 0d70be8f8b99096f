"""The register of players: search, lists from files, doubles, and people who ask to be forgotten."""

from __future__ import annotations

import csv
import io
import re
import time
from contextlib import suppress
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from people import as_role, our_club

from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club, Player, StandingPair
from arrowswitch.site.club.players.doubles import doubles, merge
from arrowswitch.site.club.players.file import BadPlayersFile, PlayerRow, PlayersFile, read
from arrowswitch.site.club.players.importing import carry_out, plan
from arrowswitch.site.club.players.search import best, known, matching
from arrowswitch.site.club.understanding import Unclear, understood
from examples import examples


def player(given: str, family: str, number: str = "", **more: Any) -> Player:
    return Player.objects.create(club=our_club(), given=given, family=family, number=number, **more)


def text_of(answer: Any) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())))


def upload(client: Client, data: bytes) -> Any:
    return client.post(reverse("players-import"), {"file": SimpleUploadedFile("list.csv", data)})


def confirm(client: Client, preview: Any) -> Any:
    page = preview.content.decode()
    sent = {name: re.search(rf'name="{name}" value="([^"]*)"', page)[1] for name in ("data", "mark")}
    return client.post(reverse("players-import"), sent)


def import_list(client: Client, data: str) -> None:
    assert confirm(client, upload(client, data.encode())).status_code == 302


# -- finding ----------------------------------------------------------------------------------------------------------


FOUND_BY = {
    "ash": ["Zoë Ash"],
    "ZOE": ["Zoë Ash"],
    "ash zo": ["Zoë Ash"],
    "zoë ásh": ["Zoë Ash"],
    "obr": ["Pat O’Brien"],
    "o'br": ["Pat O’Brien"],
    "brien": ["Pat O’Brien"],
    "1024": ["Søren Łuk"],
    "102": ["Søren Łuk"],
    "soren luk": ["Søren Łuk"],
    "sh": [],
    "": ["Zoë Ash", "Pat O’Brien", "Søren Łuk"],
    "100%": [],
}


def test_a_player_is_found_by_the_beginning_of_any_word_and_by_number(club: Any) -> None:
    player("Zoë", "Ash", "7")
    player("Pat", "O’Brien")
    player("Søren", "Łuk", "1024")
    for typed, wanted in FOUND_BY.items():
        assert {str(each) for each in matching(known(our_club()), typed)} == set(wanted), typed


@pytest.mark.django_db
def test_the_very_number_is_offered_first_and_then_family_names() -> None:
    player("Ashley", "Young", "3")
    player("Zoe", "Ash", "103")
    player("Bob", "Beech", "10")
    assert [str(each) for each in best(known(our_club()), "ash")] == ["Zoe Ash", "Ashley Young"]
    assert [str(each) for each in best(known(our_club()), "10")] == ["Bob Beech", "Zoe Ash"]


@pytest.mark.django_db
def test_a_full_name_in_any_order_or_a_number_means_one_person() -> None:
    ann, _other = player("Ann", "Ash", "12"), player("Anna", "Asher", "13")
    for typed in ("Ann Ash", "ash ANN", "Ash, Ann", "12"):
        assert understood(our_club(), typed) == ann
    with pytest.raises(Unclear, match=r"not a full name\. Is it Ann Ash") as unclear:
        understood(our_club(), "ann")
    assert {str(each) for each in unclear.value.candidates} == {"Ann Ash", "Anna Asher"}
    with pytest.raises(Unclear, match="Nobody in the register has the number 99"):
        understood(our_club(), "99")
    player("Ann", "Ash", "77")
    with pytest.raises(Unclear, match=r"2 players called Ann Ash \(12, 77\); type the number"):
        understood(our_club(), "Ann Ash")


@pytest.mark.django_db
def test_a_thousand_players_are_listed_with_few_questions_to_the_database() -> None:
    club = our_club()
    people = [Player(club=club, given=f"Given{n}", family=f"Family{n:04}", number=str(n)) for n in range(1, 1001)]
    for each in people:
        each.make_findable()
    Player.objects.bulk_create(people)
    client = as_role("scorer")
    for query in ({}, {"q": "given7"}, {"q": "fam", "page": "3"}):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            answer = client.get(reverse("players"), query)
        assert answer.status_code == 200
        assert len(asked) < 10
        assert len(answer.content) < 60_000
    assert "1000 players" in text_of(client.get(reverse("players")))
    assert len(doubles(club)) == 0


@pytest.mark.django_db
def test_the_list_changes_as_somebody_types() -> None:
    player("Ann", "Ash")
    player("Bob", "Beech")
    answer = as_role("scorer").get(reverse("players"), {"q": "bee"}, headers={"hx-request": "true"})
    assert "Bob Beech" in text_of(answer)
    assert "Ann Ash" not in text_of(answer)
    assert "<html" not in answer.content.decode()
    assert "Nobody is called “zzz”" in text_of(as_role("scorer").get(reverse("players"), {"q": "zzz"}))


# -- one player -------------------------------------------------------------------------------------------------------


def test_a_player_is_added_and_changed_at_the_desk(club: Any) -> None:
    client = as_role("scorer")
    answer = client.post(
        reverse("player-new"), {"given": " Ann ", "family": "Ash", "number": "7", "grade": "A", "active": "on"}
    )
    assert answer.status_code == 302
    ann = Player.objects.get()
    assert (ann.given, ann.number, ann.findable) == ("Ann", "7", " ann ash 7")
    client.post(reverse("player", args=[ann.pk]), {"given": "Ann", "family": "Oak", "must_sit": "on"})
    ann.refresh_from_db()
    assert (str(ann), ann.number, ann.must_sit, ann.active) == ("Ann Oak", "", True, False)
    assert "Ann Oak" not in text_of(client.get(reverse("players")))
    assert "Ann Oak" in text_of(client.get(reverse("players"), {"all": "on"}))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "There is no name."),
        ({"given": "123"}, "“123” is not a name."),
        ({"given": "=cmd()"}, "spreadsheets take for a formula"),
        ({"given": "＝cmd()"}, "spreadsheets take for a formula"),
        ({"given": "﹢cmd()"}, "spreadsheets take for a formula"),
        ({"given": "Ann", "number": "7"}, "Bob Beech has the number 7."),
        ({"given": "bob", "family": "BEECH"}, "There is a Bob Beech (7) in the register already."),
        ({"given": "A" * 81}, "at most 80 characters"),
        ({"given": "A\0"}, "Null characters are not allowed."),
    ],
)
def test_what_cannot_be_kept_is_said_beside_the_field(sent: dict[str, str], said: str) -> None:
    player("Bob", "Beech", "7")
    answer = as_role("scorer").post(reverse("player-new"), sent)
    assert answer.status_code == 422
    assert said in text_of(answer)
    assert Player.objects.count() == 1


@pytest.mark.django_db
def test_a_second_person_of_the_same_name_can_be_added_if_it_is_meant() -> None:
    player("Bob", "Beech", "7")
    sent = {"given": "Bob", "family": "Beech", "another": "on", "active": "on"}
    assert as_role("scorer").post(reverse("player-new"), sent).status_code == 302
    assert Player.objects.count() == 2


@pytest.mark.django_db
def test_another_club_sees_nobody_of_ours() -> None:
    ann = player("Ann", "Ash", "7")
    other = Club.objects.create(name="Hillside")
    client = as_role("owner", other)
    assert "Ann Ash" not in text_of(client.get(reverse("players")))
    for name in ("player", "player-erase"):
        assert client.get(reverse(name, args=[ann.pk])).status_code == 404
    assert client.post(reverse("players-merge"), {"player": [ann.pk], "stays": ann.pk}).status_code == 404
    assert "Ann" not in client.get(reverse("players-export")).content.decode()
    assert client.get(reverse("player", args=[10**30])).status_code == 404
    sent = {"given": "Ann", "family": "Ash", "number": "7"}  # the same number in another club is another person
    assert client.post(reverse("player-new"), sent).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["players-import", "players-merge", "players-export"])
def test_only_owner_and_directors_manage_the_register(name: str) -> None:
    assert as_role("scorer").get(reverse(name)).status_code == 403
    assert as_role("player").get(reverse(name)).status_code == 403
    assert as_role("public").get(reverse(name)).status_code == 302
    assert as_role("director").get(reverse(name)).status_code == 200


@pytest.mark.django_db
def test_players_and_the_public_see_no_register() -> None:
    assert as_role("player").get(reverse("players")).status_code == 403
    assert as_role("public").get(reverse("players")).status_code == 302


# -- files ------------------------------------------------------------------------------------------------------------

PEOPLE = (PlayerRow(2, "7", "Zoë", "Ash", "A"), PlayerRow(3, "8", "Bob", "Beech", ""))
PLAIN = "Number,First name,Surname,Grade\n7,Zoë,Ash,A\n8,Bob,Beech,\n"


@pytest.mark.parametrize(
    "data",
    [
        PLAIN.encode(),
        PLAIN.encode("utf-8-sig"),
        PLAIN.encode("cp1252"),
        PLAIN.encode("utf-16"),
        PLAIN.replace(",", ";").encode(),
        PLAIN.replace(",", "\t").replace("\n", "\r\n").encode(),
        PLAIN.replace("\n", "\r").encode(),
        'ebu no.;"LAST NAME";"Forename";Rank\n7;"Ash";Zoë;A\n8;Beech;" Bob ";\n'.encode(),
        "\n\nGRADE,family,given,ID\nA,Ash,Zoë,7\n\n,Beech,Bob,8".encode()
        .replace(b"\n\n", b"", 1)
        .replace(b"\n\n", b"\n"),
    ],
)
def test_a_list_is_read_whatever_program_wrote_it(data: bytes) -> None:
    assert read(data).rows == PEOPLE
    assert read(data).faults == ()


def test_a_whole_name_is_taken_apart_and_other_columns_are_left_out_and_named() -> None:
    listed = read(b'Name,E-mail,Phone\n"Ash, Ann",ann@example.org,1\nJan van der Berg,,\nCher,,\n')
    assert [(row.given, row.family) for row in listed.rows] == [("Ann", "Ash"), ("Jan", "van der Berg"), ("", "Cher")]
    assert listed.columns == ("Name",)
    assert listed.ignored == ("E-mail", "Phone")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b" \n \n", "empty"),
        (b"number,name\n", "nobody in the file"),
        (b"7,Ann,Ash\n8,Bob,Beech", "first line must name the columns"),
        (b"number,grade\n7,A", "first line must name the columns"),
        (b"name,player\nAnn,Ann", "say the same thing"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "not a text file"),
        (b"PK\x03\x04\x14\0\x06\0", "not a text file"),
        (b"\xff\xfe\x00", "not a text file"),
        (b"name\x81\x8d,number", "not a text file"),
        (b'name\n"Ann Ash\nBob Beech\n', "From line 2 on"),
        (b"name\n" + b"x" * 1_000_001, "too large"),
        (b"name\n" + b"a\n" * 20_001, "too long"),
        (b"name\n" + b"a" * 200_000, "cannot be read"),
    ],
)
def test_a_file_that_is_no_list_is_refused_with_a_sentence(data: bytes, said: str) -> None:
    with pytest.raises(BadPlayersFile, match=said):
        read(data)


def test_faulty_lines_are_named_by_their_number() -> None:
    listed = read(
        b"number,given,family\n1,Ann,Ash\n2,,\n\n3,Bob," + b"B" * 81 + b'\n4,\'=x,=1\n5,"Cat\nCat",Cole\n6,?,!\n7,Dan\n'
    )
    assert [(row.line, row.name) for row in listed.rows] == [(2, "Ann Ash"), (7, "Cat Cat Cole"), (10, "Dan")]
    assert [fault.line for fault in listed.faults] == [3, 5, 6, 9]
    assert listed.faults[0].problem == "There is no name."


@pytest.mark.django_db
def test_nothing_is_written_before_it_is_confirmed_and_a_second_time_nothing_changes() -> None:
    client = as_role("director")
    data = b"number,given,family,email\n7,Ann,Ash,a@example.org\n8,Bob,Beech,\n8,Cat,Cole,\n"
    preview = upload(client, data)
    said = text_of(preview)
    assert "Not used and not kept: email" in said
    assert "Line 4: Line 3 has the number 8 too." in said
    assert Player.objects.count() == 0
    assert confirm(client, preview).status_code == 302
    assert {str(each) for each in Player.objects.all()} == {"Ann Ash", "Bob Beech"}
    again = upload(client, data)
    assert "nothing will be changed" in text_of(again)
    assert 'name="mark"' not in again.content.decode()


@pytest.mark.django_db
def test_a_list_changes_what_it_knows_better_and_takes_nothing_away() -> None:
    ann, bob = player("Ann", "Ash", "7", grade="A"), player("Bob", "Beech")
    said = text_of(upload(as_role("owner"), b"number,name,grade\n7,Ann Oak,\n8,Beech Bob,B\n"))
    assert "Ash Oak" in said
    import_list(as_role("owner"), "number,name,grade\n7,Ann Oak,\n8,Beech Bob,B\n")
    ann.refresh_from_db()
    bob.refresh_from_db()
    assert (str(ann), ann.grade) == ("Ann Oak", "A")
    assert (str(bob), bob.number, bob.grade) == ("Bob Beech", "8", "B")
    assert understood(our_club(), "oak ann") == ann


@pytest.mark.django_db
def test_namesakes_are_told_apart_by_number_or_not_at_all() -> None:
    player("Ann", "Ash", "1")
    player("Ann", "Ash", "2")
    said = text_of(upload(as_role("owner"), b"number,name,grade\n,Ann Ash,B\n3,Ann Ash,\n2,Ann Ash,C\n"))
    assert "Line 2: 3 players are called Ann Ash; give the number." in said
    assert "added 1" in said
    assert "changed 1" in said


@pytest.mark.django_db
def test_what_was_looked_at_is_what_is_done() -> None:
    client = as_role("owner")
    preview = upload(client, b"number,name\n7,Ann Ash\n")
    player("Bob", "Beech", "7")  # meanwhile, at another desk
    answer = confirm(client, preview)
    assert answer.status_code == 422
    assert "The register has changed meanwhile." in text_of(answer)
    assert [str(each) for each in Player.objects.all()] == ["Bob Beech"]


@pytest.mark.django_db
@pytest.mark.parametrize("sent", [{}, {"data": "§"}, {"data": "AAA"}, {"data": "", "mark": "x"}, {"file": "text"}])
def test_a_form_without_a_file_is_told_so(sent: dict[str, str]) -> None:
    assert as_role("owner").post(reverse("players-import"), sent).status_code == 422


NAMES = st.sampled_from(["Ann", "Bob", "ann", "Ánn", "Ash", "Beech"])
ROWS = st.lists(
    st.builds(
        PlayerRow,
        line=st.just(0),
        number=st.sampled_from(["", "", "1", "2", "3"]),
        given=st.one_of(st.just(""), NAMES),
        family=NAMES,
        grade=st.sampled_from(["", "A"]),
        whole=st.booleans(),
    ),
    max_size=6,
)


@pytest.mark.django_db(transaction=False)
@settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(before=ROWS, rows=ROWS)
def test_importing_twice_changes_nothing_whatever_is_in_the_list(
    before: list[PlayerRow], rows: list[PlayerRow]
) -> None:
    with transaction.atomic():
        club = our_club()
        for row in before:
            taken = row.number and Player.objects.filter(number=row.number).exists()
            player(row.given, row.family, "" if taken else row.number, grade=row.grade)
        listed = PlayersFile(
            tuple(PlayerRow(n, r.number, r.given, r.family, r.grade, r.whole) for n, r in enumerate(rows, 2)),
            (),
            (),
            (),
        )
        first = plan(club, listed)
        assert len(first.added) + len(first.changed) + len(first.left) + len(first.faults) == len(rows)
        carry_out(club, listed, first.mark)
        after = list(Player.objects.order_by("pk").values())
        second = plan(club, listed)
        assert second.nothing_to_do, (first, second)
        carry_out(club, listed, second.mark)
        assert list(Player.objects.order_by("pk").values()) == after
        transaction.set_rollback(True)  # the history of the register is only added to


@given(st.binary(max_size=400))
@example(b";")
def test_any_bytes_are_a_list_or_refused(data: bytes) -> None:
    for content in (data, b"number,name\n" + data):
        with suppress(BadPlayersFile):
            listed = read(content)
            assert listed.rows or listed.faults


@pytest.mark.django_db
def test_the_exported_list_can_be_imported_again() -> None:
    player("Zoë", "O’Brien", "007", grade="A", must_sit=True)
    player("Bob", 'B"ee,ch', active=False)
    client = as_role("director")
    answer = client.get(reverse("players-export"))
    assert answer["Content-Disposition"] == 'attachment; filename="players.csv"'
    assert "nothing will be changed" in text_of(upload(client, answer.content))
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[0] == {
        "number": "", "federation number": "", "given": "Bob", "family": 'B"ee,ch', "grade": "", "plays here": "no",
        "cannot move": "no",
    }  # fmt: skip
    assert rows[1]["number"] == "007"


# -- doubles ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_doubles_are_found_with_the_reason() -> None:
    player("Ann", "Ash", "1")
    player("Ash", "Ann")
    player("A.", "Ash")
    player("Catherine", "Cole", "3")
    player("Katherine", "Cole")
    player("Dan", "Dale", "4")
    player("Dan", "Dale", "5")
    player("Eve", "Elm")
    player("Eva", "Elms", "8")
    found = [(str(double.one), str(double.other), double.why) for double in doubles(our_club())]
    assert found[0] == ("Ash Ann", "Ann Ash", "the same name")
    assert ("A. Ash", "Ann Ash", "an initial instead of the name") in found
    assert ("Catherine Cole", "Katherine Cole", "one letter is different") in found
    assert found[-1] == ("Dan Dale", "Dan Dale", "the same name, but two numbers: perhaps two people")
    assert not any("Elm" in one for one, _other, _why in found)


@pytest.mark.django_db
def test_doubles_among_20_000_players_are_found_in_the_time_of_reading_the_list_a_few_times() -> None:
    names = [
        f"{a}{b}{c}"
        for a in "BDFGHKLMNP"
        for b in ("ar", "el", "in", "or")
        for c in ("by", "dan", "ford", "ton", "well")
    ]
    club = our_club()
    made = [
        Player(club=club, given=names[n % 199], family=f"{names[n % 200]} {names[n // 200 % 200]}")
        for n in range(20_000)
    ]
    Player.objects.bulk_create(made)
    begun = time.process_time()
    list(known(club))
    reading = time.process_time() - begun
    begun = time.process_time()
    assert doubles(club)
    assert time.process_time() - begun < 12 * reading


def test_one_of_two_entries_stays_and_knows_what_both_knew(club: Any) -> None:
    stays, goes = player("Ann", "Ash"), player("Ann", "Ashe", "7", grade="B", must_sit=True)
    bob = player("Bob", "Beech", last_partner=goes)
    StandingPair.objects.create(club=our_club(), table=3, side="NS", first=goes, second=bob)
    client = as_role("director")
    sent = {"player": [stays.pk, goes.pk], "stays": stays.pk}
    assert "Which entry stays?" in text_of(client.get(reverse("players-merge"), {"player": sent["player"]}))
    assert client.post(reverse("players-merge"), sent).status_code == 302
    for each in (stays, goes, bob):
        each.refresh_from_db()
    assert (str(stays), stays.number, stays.grade, stays.must_sit) == ("Ann Ash", "7", "B", True)
    assert (str(goes), goes.number, goes.now) == ("", "", stays)
    assert bob.last_partner == stays
    assert str(StandingPair.objects.get()) == "Ann Ash & Bob Beech"
    assert [str(each) for each in known(our_club())] == ["Ann Ash", "Bob Beech"]
    assert client.get(reverse("player", args=[goes.pk])).status_code == 404


@pytest.mark.django_db
def test_an_entry_that_took_others_in_can_go_into_another() -> None:
    first, second, third = player("A", "Ash"), player("Ann", "Ash"), player("Anne", "Ash")
    merge(second, first)
    merge(third, second)
    first.refresh_from_db()
    assert first.now == third


@pytest.mark.django_db
def test_partners_who_turn_out_to_be_one_person_have_no_standing_seats() -> None:
    one, other = player("Ann", "Ash"), player("Ann", "Ashe")
    one.last_partner, other.last_partner = other, one
    one.save()
    other.save()
    StandingPair.objects.create(club=our_club(), table=3, side="NS", first=one, second=other)
    merge(one, other)
    one.refresh_from_db()
    assert one.last_partner is None
    assert StandingPair.objects.count() == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("players", "stays", "said"),
    [((0, 1), "", "Say which entry stays."), ((0,), "0", "Choose two entries."), ((0, 0), "0", "Choose two entries.")],
)
def test_a_merge_that_is_not_clear_does_nothing(players: tuple[int, ...], stays: str, said: str) -> None:
    two = [player("Ann", "Ash"), player("Ann", "Ash")]
    sent = {"player": [two[at].pk for at in players], "stays": two[int(stays)].pk if stays else ""}
    answer = as_role("owner").post(reverse("players-merge"), sent)
    assert answer.status_code == 422
    assert said in text_of(answer)
    assert known(our_club()).count() == 2


# -- erasing ----------------------------------------------------------------------------------------------------------


def test_a_person_is_forgotten_when_the_name_is_typed(club: Any) -> None:
    ann, bob = player("Ann", "Ash", "7", must_sit=True), player("Bob", "Beech")
    bob.last_partner = ann
    bob.save()
    StandingPair.objects.create(club=our_club(), table=3, side="NS", first=ann, second=bob)
    client = as_role("director")
    wrong = client.post(reverse("player-erase", args=[ann.pk]), {"name": "Bob"})
    assert wrong.status_code == 422
    assert "Type “Ann Ash”" in text_of(wrong)
    assert client.post(reverse("player-erase", args=[ann.pk]), {"name": "ann ash"}).status_code == 302
    ann.refresh_from_db()
    bob.refresh_from_db()
    assert (str(ann), ann.number, ann.findable, ann.must_sit) == ("", "", "", False)
    assert bob.last_partner is None
    assert StandingPair.objects.count() == 0
    assert "Ann" not in text_of(client.get(reverse("players"), {"all": "on"}))
    assert client.get(reverse("player", args=[ann.pk])).status_code == 404


@pytest.mark.django_db
def test_who_can_sign_in_is_not_erased_before_the_account_is_gone() -> None:
    ann = player("Ann", "Ash")
    client = as_role("owner")
    account = Account.objects.add(our_club(), "ann", "player", player=ann)
    answer = client.post(reverse("player-erase", args=[ann.pk]), {"name": "Ann Ash"})
    assert answer.status_code == 422
    assert "can sign in as “ann”. Remove that account first." in text_of(answer)
    account.is_active = False
    account.save()
    assert client.post(reverse("player-erase", args=[ann.pk]), {"name": "Ann Ash"}).status_code == 302


# -- standing pairs ---------------------------------------------------------------------------------------------------


def test_a_pair_gets_a_table_of_its_own_and_gives_it_back(club: Any) -> None:
    player("Ann", "Ash", "7")
    player("Bob", "Beech", "8")
    client = as_role("scorer")
    sent = {"first": "7", "second": "beech bob", "table": "3", "side": "NS", "weekday": "2"}
    assert client.post(reverse("standing-pairs"), sent).status_code == 302
    said = text_of(client.get(reverse("standing-pairs")))
    assert "3 NS Ann Ash & Bob Beech Tuesday" in said
    again = client.post(reverse("standing-pairs"), sent)
    assert again.status_code == 422
    assert "These seats belong to Ann Ash & Bob Beech." in text_of(again)
    pair = StandingPair.objects.get()
    other = as_role("owner", Club.objects.create(name="Hillside"))
    assert other.post(reverse("standing-pair-remove", args=[pair.pk])).status_code == 404
    assert client.post(reverse("standing-pair-remove", args=[pair.pk])).status_code == 302
    assert StandingPair.objects.count() == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"first": "nobody"}, "nobody is not in the register."),
        ({"second": "7"}, "A pair is two people."),
        ({"table": "0"}, "greater than or equal to 1"),
        ({"side": "up"}, "Select a valid choice."),
        ({"weekday": "9"}, "Select a valid choice."),
    ],
)
def test_a_standing_pair_that_cannot_be_is_told_why(change: dict[str, str], said: str) -> None:
    player("Ann", "Ash", "7")
    player("Bob", "Beech", "8")
    sent = {"first": "7", "second": "8", "table": "3", "side": "NS", "weekday": "0", **change}
    answer = as_role("scorer").post(reverse("standing-pairs"), sent)
    assert answer.status_code == 422
    assert said in text_of(answer)
