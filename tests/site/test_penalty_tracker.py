"""The penalty cards of a table: in the log, without script, in an address, and led to by rulings."""

from __future__ import annotations

from django.urls import reverse
from nights import a_night, do
from people import as_role

from arrowswitch.session import BareScore, Enter, LineKey, TrackCards
from arrowswitch.site.journal import store

LINE = LineKey("A", 1, 1, 1)
WHERE = "?section=A&table=1&round=1&board=1"


def test_the_desk_sees_the_cards_until_the_board_has_a_result(desk_club: dict[str, str]) -> None:
    session = a_night()
    do(session, TrackCards("A", 1, 1, 1, "S", ("exposed W HK", "lead E")))
    log = reverse("night-rulings", args=[session])
    director = as_role("director")
    page = director.get(log).content.decode()
    assert "Penalty cards on the tables" in page
    assert "(major)" in page
    assert "East is on lead" in director.get(reverse("night-journal", args=[session])).content.decode()
    do(session, Enter(LINE, BareScore(420)))
    assert "Penalty cards on the tables" not in director.get(log).content.decode()


def test_without_script_the_steps_are_written_one_a_line_and_a_wrong_one_is_told(desk_club: dict[str, str]) -> None:
    session = a_night()
    director = as_role("director")
    address = reverse("night-rulings-cards", args=[session]) + WHERE
    sent = {"declarer": "S", "laws": "2017", "steps": "exposed W HK\nlead E"}
    assert director.post(address, sent).status_code == 302
    assert store.state(session).tracked[LINE].steps == ("exposed W HK", "lead E")
    wrong = director.post(address, sent | {"steps": "exposed W HK\nlead E\nrequire S"})
    assert wrong.status_code == 422
    assert "Declarer may now choose about hearts." in wrong.content.decode()
    assert store.state(session).tracked[LINE].steps == ("exposed W HK", "lead E")


def test_by_itself_the_steps_are_in_the_address(desk_club: dict[str, str]) -> None:
    page = as_role("public").get("/rulings/cards/?declarer=S&s=exposed W HK;lead E").content.decode()
    assert "East waits. South, choose about the lead" in page
    assert "never penalty cards" in as_role("public").get("/rulings/cards/?declarer=S&s=exposed N HK").content.decode()


def test_a_ruling_that_leaves_a_penalty_card_leads_to_the_tracker(desk_club: dict[str, str]) -> None:
    address = "/rulings/exposed-card-in-play/?a=defender,face,no,no,no,yes"
    assert 'href="/rulings/cards/"' in as_role("public").get(address).content.decode()
    suits = as_role("public").get("/rulings/penalty-card-partner-leads/?a=no,forbid&f=card HK; offender W; declarer S")
    assert "East may not lead hearts as long as he keeps the lead." in suits.content.decode()
