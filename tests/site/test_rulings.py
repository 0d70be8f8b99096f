"""The law book's pages: finding, walking and going back."""

from __future__ import annotations

import pytest
from people import as_role

from arrowswitch.rulings import book, search

WALK = "/rulings/revoke/?a=yes,no,in-time,hand,none,revoker,1&offender=E"


def read(address: str, **more: str) -> str:
    answer = as_role("public").get(address, headers=more)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_five_commonest_are_on_top_and_everything_is_listed(desk_club: dict[str, str]) -> None:
    page = read("/rulings/")
    commonest = [each.title for each in search(book(), "", 5)]
    places = [page.index(title) for title in commonest]
    assert places == sorted(places)
    for procedure in book().values():
        assert f"/rulings/{procedure.id}/" in page


@pytest.mark.parametrize(("text", "name"), [("he did not follow suit", "revoke"), ("Law 27", "insufficient-bid")])
def test_words_or_a_law_find_a_procedure_also_as_one_types(desk_club: dict[str, str], text: str, name: str) -> None:
    whole = read(f"/rulings/?q={text}")
    piece = read(f"/rulings/?q={text}", **{"HX-Request": "true"})
    assert f"/rulings/{name}/" in whole
    assert f"/rulings/{name}/" in piece
    assert "<html" not in piece


def test_a_walk_is_in_its_address_with_seats_and_edition(desk_club: dict[str, str]) -> None:
    page = read(WALK)
    assert "Law 64A1" in page
    assert "What directors get wrong" in page
    older = read("/rulings/pass-out-of-turn/?a=nobody,no,no&laws=2007&offender=E")
    assert "a=nobody%2Cno%2Cno%2Cyes&amp;laws=2007&amp;offender=E" in older
    assert "Had any player bid yet?" in older
    assert "Had any player bid yet?" not in read("/rulings/pass-out-of-turn/?a=nobody,no,no&offender=E")


def test_going_back_keeps_the_answers_and_another_one_keeps_those_that_still_fit(desk_club: dict[str, str]) -> None:
    again = read(f"{WALK}&at=5")
    assert "Whose card won the revoke trick?" in again
    assert "your answer before" in again
    assert "a=yes%2Cno%2Cin-time%2Chand%2Cnone%2Copponents%2C1&amp;at=6&amp;offender=E" in again
    first = read(f"{WALK}&at=0")
    assert 'href="?a=no&amp;offender=E"' in first  # what was answered to other questions is gone


@pytest.mark.parametrize(
    "address", ["/rulings/revoke/?a=perhaps", "/rulings/revoke/?at=99&laws=1066&offender=Q", "/rulings/?q=%00%F0"]
)
def test_an_address_that_makes_no_sense_is_no_trouble(desk_club: dict[str, str], address: str) -> None:
    assert as_role("public").get(address).status_code == 200


def test_what_is_not_there_is_404(desk_club: dict[str, str]) -> None:
    assert as_role("public").get("/rulings/no-such-thing/").status_code == 404


def test_where_we_are_not_sure_the_page_says_what_to_look_up(desk_club: dict[str, str]) -> None:
    assert "Look at your regulations on bidding boxes." in read("/rulings/bidding-cards-early/?a=no,offender")


def test_a_ruling_that_names_another_procedure_links_to_it_with_the_seats(desk_club: dict[str, str]) -> None:
    page = read("/rulings/insufficient-bid/?a=yes,yes,no,no,other&offender=E")
    assert "see “Lead restriction after a withdrawn call”" in page
    assert 'href="/rulings/lead-restriction/?offender=E"' in page
    assert 'href="/rulings/could-have-been-aware/"' in read("/rulings/insufficient-bid/?a=yes,yes,no,no,other")
