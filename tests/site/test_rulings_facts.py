"""The facts of a ruling on its pages: what follows from them, what cannot be, and how they are carried on."""

from __future__ import annotations

from people import as_role

WITHDRAWN = "dealer N; 1S (E:1H) 2C 2S P P P"


def page_of(address: str) -> str:
    answer = as_role("public").get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_walk_says_what_follows_from_the_facts_and_carries_them_on(desk_club: dict[str, str]) -> None:
    page = page_of(f"/rulings/lead-restriction/?f={WITHDRAWN}")
    assert "North declares 2♠, South is dummy, and East has the opening lead." in page
    assert "f=dealer+N%3B+1S" in page


def test_facts_that_cannot_be_are_told_and_the_walk_goes_on_without_them(desk_club: dict[str, str]) -> None:
    page = page_of("/rulings/lead-restriction/?f=dealer N; 1S 1H")
    assert "East cannot call 1♥ here." in page
    assert 'class="answers"' in page
    assert "East cannot call 1♥ here." in page_of("/rulings/facts/?f=dealer N; 1S 1H")


def test_the_list_carries_the_facts_to_every_procedure(desk_club: dict[str, str]) -> None:
    assert 'href="/rulings/revoke/?f=dealer%20N"' in page_of("/rulings/?f=dealer N")
