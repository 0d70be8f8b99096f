"""A federation's list beside the register: what differs is shown, and only what is ticked is taken and written down."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from people import as_role, our_club

from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.doubles import erase
from arrowswitch.site.club.players.federation import A_PAGE, ListCompared, PageOfList, compare, take
from arrowswitch.site.club.players.file import COLUMNS_OF_FEDERATION, read
from arrowswitch.site.members.models import EntryChange, ErasureRequest, Particulars

pytestmark = pytest.mark.usefixtures("desk_club")

PAGE = "players-federation"


def someone(given: str, family: str, number: str = "", **more: Any) -> Player:
    return Player.objects.create(club=our_club(), given=given, family=family, number=number, **more)


def compared(text: str) -> ListCompared:
    return compare(our_club(), read(text.encode(), COLUMNS_OF_FEDERATION))


def taken(text: str, *ticks: str) -> int:
    listed = read(text.encode(), COLUMNS_OF_FEDERATION)
    return take(our_club(), listed, ticks, compare(our_club(), listed).mark, None)


def differences(found: ListCompared) -> list[tuple[str, str, str, str, bool]]:
    return [(str(each.player), *one) for each in found.different for one in each.fields]


def faults(found: ListCompared) -> list[tuple[int, str]]:
    return [(fault.line, fault.problem) for fault in found.faults]


def told(player: Player) -> set[tuple[str, str, str, str]]:
    changes = EntryChange.objects.filter(player=player)
    return set(changes.values_list("field", "before", "after", "way"))


def text_of(answer: Any) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())))


def sent_back(answer: Any, *ticks: str) -> dict[str, Any]:
    page = answer.content.decode()
    hidden = {name: re.search(rf'name="{name}"\s+value="([^"]*)"', page)[1] for name in ("data", "mark")}
    return {**hidden, "do": "take", "take": ticks}


LIST = (
    "EBU number,First name,Surname,Grade,Rank,E-mail,Mobile,Home club\n"
    "7,ANN,ASH,B,Club Master,ann@example.org,+44 20 1,Hillside\n"
    "8,Bob,Beech,A,,,,\n"
    "9,Cat,Cole,C,Master,cat@example.org,,\n"
)


def test_a_list_is_compared_field_by_field_and_nothing_is_written() -> None:
    ann, _bob, dan = (
        someone("Ann", "Ash", "7", grade="C"),
        someone("Bob", "Beech", "8", grade="A"),
        someone("Dan", "Dale", "6"),
    )
    someone("Eve", "Elm")  # a visitor without a number is on no list
    found = compared(LIST)
    assert differences(found) == [
        ("Ann Ash", "grade", "C", "B", True),
        ("Ann Ash", "rank", "", "Club Master", True),
        ("Ann Ash", "email", "", "ann@example.org", False),
        ("Ann Ash", "telephone", "", "+44 20 1", False),
    ]
    assert [row.name for row in found.new] == ["Cat Cole"]
    assert (found.gone, found.same, found.faults) == ((dan,), 1, ())
    assert told(ann) == set()
    assert not Particulars.objects.exists()


def test_only_what_is_ticked_is_taken_and_written_down_with_who_and_how() -> None:
    ann, dan = someone("Ann", "Ash", "7", grade="C"), someone("Dan", "Dale", "6")
    director = as_role("director")
    page = director.post(reverse(PAGE), {"file": SimpleUploadedFile("list.csv", LIST.encode())})
    assert page.status_code == 200
    assert "Not used and not kept: Home club" in text_of(page)
    done = director.post(reverse(PAGE), sent_back(page, f"{ann.pk}.grade", f"{ann.pk}.rank", "new.4", f"gone.{dan.pk}"))
    assert "Taken for 3 people" in text_of(done)
    assert told(ann) == {
        ("grade", "C", "B", "federation"),
        ("grade_source", "", "federation", "federation"),
        ("rank", "", "Club Master", "federation"),
        ("rank_source", "", "federation", "federation"),
    }
    assert all(change.by_name and change.at for change in EntryChange.objects.all())
    ann.refresh_from_db()
    assert (ann.grade, ann.given, ann.particulars.rank, ann.particulars.email) == ("B", "Ann", "Club Master", "")
    cat = Player.objects.get(number="9")
    assert (str(cat), cat.grade, cat.particulars.rank, cat.particulars.email) == (
        "Cat Cole",
        "C",
        "Master",
        "cat@example.org",
    )
    assert ("entered", "", "Cat Cole", "federation") in told(cat)
    assert told(dan) == {("active", "yes", "", "federation")}
    assert not Player.objects.filter(number="8").exists()


def test_a_list_can_be_pasted_and_empty_cells_and_capitals_change_nothing() -> None:
    someone("Ann", "Ash", "7", grade="B")
    page = as_role("director").post(reverse(PAGE), {"pasted": "number;name;grade\n7;ASH, ANN;\n"})
    assert "The register says what the list says." in text_of(page)


MEMBERS = (
    "number;name;membership type;street;town;postcode\n"
    "7;Ann Ash;junior member;12 Mill Lane;Riverside;RV1 2AB\n"
    "8;Bob Beech;Gold;3 Hill Road, Flat 2, Hillside;;\n"
)


def test_addresses_and_memberships_of_a_clubs_own_list_are_taken_over() -> None:
    ann, bob = someone("Ann", "Ash", "7"), someone("Bob", "Beech", "8")
    found = compared(MEMBERS)
    assert differences(found) == [
        ("Ann Ash", "kind", "", "Junior member", False),
        ("Ann Ash", "address", "", "12 Mill Lane\nRiverside\nRV1 2AB", False),
        ("Bob Beech", "address", "", "3 Hill Road\nFlat 2\nHillside", False),
    ]
    assert faults(found) == [
        (3, "“Gold” is no kind of membership of this club; it is left out, the rest of the line counts.")
    ]
    assert taken(MEMBERS, f"{ann.pk}.kind", f"{ann.pk}.address", f"{bob.pk}.address") == 2
    kept = Particulars.objects.get(player=ann)
    assert (kept.kind, kept.address.splitlines()) == ("Junior member", ["12 Mill Lane", "Riverside", "RV1 2AB"])
    assert compared(MEMBERS).different == ()
    Particulars.objects.filter(player=ann).update(address="12 Mill Lane\r\nRiverside\r\nRV1 2AB")
    assert compared(MEMBERS).different == ()
    hidden = someone("Cat", "Cole", "9", withheld="pages")
    assert compared("number,name,address\n9,Cat Cole,1 High Street\n").different == ()
    assert hidden.withheld


def test_all_of_a_page_but_names_and_numbers_is_ticked_at_once() -> None:
    someone("Ann", "Ash", "7")
    director, page = as_role("director"), reverse(PAGE)
    first = director.post(page, {"pasted": "number,given,family,e-mail,town\n7,Anna,Ash,ann@example.org,Hill\n"})
    hidden = {name: value for name, value in sent_back(first).items() if name != "do"}
    again = director.post(page, {**hidden, "all": "1"})
    ticked = re.findall(r'value="\d+\.(\w+)"\s+checked', again.content.decode())
    assert ticked == ["email", "address"]


def test_what_was_looked_at_is_taken_or_nothing() -> None:
    ann, director = someone("Ann", "Ash", "7", grade="C"), as_role("director")
    page = director.post(reverse(PAGE), {"pasted": LIST})
    Player.objects.filter(pk=ann.pk).update(grade="D")
    late = director.post(reverse(PAGE), sent_back(page, f"{ann.pk}.grade"))
    assert late.status_code == 422
    assert "The register has changed meanwhile" in text_of(late)
    assert told(ann) == set()
    assert "Nothing was ticked" in text_of(director.post(reverse(PAGE), sent_back(late)))


def test_doubled_numbers_and_unreadable_lines_are_named_and_taken_from_nobody() -> None:
    someone("Ann", "Ash", "7")
    someone("Fay", "Fir", "5")
    found = compared("number,name,e-mail\n7,Ann Ash,\n7,Ann Oak,\n8,,\n9,Cat Cole,nowhere\n5,?,\n")
    assert faults(found) == [
        (2, "Line 3 has the number 7 too."),
        (3, "Line 2 has the number 7 too."),
        (4, "There is no name."),
        (5, "“nowhere” reaches nobody; it is left out, the rest of the line counts."),
        (6, "“?” is not a name."),
    ]
    assert [(row.name, row.email) for row in found.new] == [("Cat Cole", "")]
    assert found.gone == ()  # their numbers stand in lines that cannot be taken


def test_a_number_that_is_somebody_elses_name_is_not_taken() -> None:
    someone("Ann", "Ash", "7")
    found = compared("number,name,grade\n7,Bob Beech,A\n")
    assert faults(found) == [(2, "The number 7 is Ann Ash in the register and Bob Beech here. Look who it is.")]
    assert (found.new, found.different, found.gone) == ((), (), ())


def test_a_club_with_numbers_of_its_own_is_compared_by_the_federations() -> None:
    ann, bob = someone("Ann", "Ash", "1", federation_number="701"), someone("Bob", "Beech", "2")
    text = "number,name,grade\n701,Ann Ash,A\n2,Cat Cole,B\n702,Bob Beech,C\n"
    found = compared(text)
    assert differences(found) == [
        ("Ann Ash", "grade", "", "A", True),
        ("Bob Beech", "grade", "", "C", False),
        ("Bob Beech", "federation_number", "", "702", False),
    ]
    assert taken(text, "new.3", f"{bob.pk}.federation_number") == 2
    bob.refresh_from_db()
    assert (bob.number, bob.federation_number, bob.grade) == ("2", "702", "")
    cat = Player.objects.get(given="Cat")
    assert (cat.number, cat.federation_number) == ("", "2")
    assert told(ann) == set()


def test_withheld_people_keep_their_wish_and_get_no_address_from_a_list() -> None:
    ann = someone("Ann", "Ash", "7", withheld="files")
    found = compared(LIST)
    assert {one.field for each in found.different for one in each.fields} == {"grade", "rank"}
    assert taken(LIST, f"{ann.pk}.grade", f"{ann.pk}.email") == 1
    ann.refresh_from_db()
    assert (ann.withheld, ann.grade, ann.particulars.email) == ("files", "B", "")


def test_an_address_that_the_person_took_away_is_not_brought_back() -> None:
    ann = someone("Ann", "Ash", "7")
    EntryChange.objects.create(club=our_club(), player=ann, way="self", field="email", before="a@example.org")
    assert "email" not in {one.field for each in compared(LIST).different for one in each.fields}


def test_who_agreed_that_members_see_an_address_agreed_for_that_address() -> None:
    ann = someone("Ann", "Ash", "7")
    Particulars.objects.create(player=ann, email="old@example.org", list_email=True)
    taken(LIST, f"{ann.pk}.email")
    ann.refresh_from_db()
    assert (ann.particulars.email, ann.particulars.list_email) == ("ann@example.org", False)
    assert ("list_email", "yes", "", "federation") in told(ann)


def test_who_was_erased_stays_erased_and_who_asks_to_be_is_left_alone() -> None:
    ann, bob = someone("Ann", "Ash", "7"), someone("Bob", "Beech", "8")
    erase(ann)
    ErasureRequest.objects.create(club=our_club(), player=bob)
    found = compared(LIST)
    assert (found.different, found.gone, found.left_alone) == ((), (), 1)
    assert [row.name for row in found.new] == ["ANN ASH", "Cat Cole"]
    taken(LIST, f"{ann.pk}.grade", f"{bob.pk}.grade", f"gone.{bob.pk}")
    ann.refresh_from_db()
    assert (str(ann), ann.grade, Player.objects.count()) == ("", "", 2)


def test_another_clubs_people_are_never_met() -> None:
    ours, other = our_club(), Club.objects.create(name="Hillside")
    theirs = Player.objects.create(club=other, given="Ann", family="Ash", number="7")
    assert [row.name for row in compared(LIST).new] == ["ANN ASH", "Bob Beech", "Cat Cole"]
    assert taken(LIST, f"{theirs.pk}.grade", f"gone.{theirs.pk}") == 0
    assert not Player.objects.filter(club=ours).exists()


def test_a_long_list_is_turned_page_by_page() -> None:
    found = compared("number,name\n" + "".join(f"{n},Ann Ash{n}x\n" for n in range(250)))
    pages = [PageOfList.of(found, asked) for asked in ("", "2", "4", "99", "x", "-1")]
    assert [(page.number, len(page.new)) for page in pages] == [(1, 80), (2, 80), (4, 10), (4, 10), (1, 80), (1, 80)]
    assert pages[0].last * A_PAGE == 320


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"pasted": ""}, "Choose a file, or paste the list."),
        ({"pasted": "Ann Ash"}, "must name the columns"),
        ({"pasted": "name,number\nAnn\0,7"}, "not a text file"),
        ({"data": "%%%"}, "did not arrive well"),
    ],
)
def test_what_is_no_list_is_told_in_a_sentence(sent: dict[str, str], says: str) -> None:
    answer = as_role("director").post(reverse(PAGE), sent)
    assert answer.status_code == 422
    assert says in text_of(answer)


def test_only_directors_see_it() -> None:
    assert as_role("scorer").get(reverse(PAGE)).status_code == 403
