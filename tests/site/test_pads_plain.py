"""Phones at a club's own address without https, where browsers give less: scores are still not lost."""

from __future__ import annotations

from nights import a_night
from phones import once_kept, room

from arrowswitch.movements import build
from arrowswitch.session import Contracted, LineKey, Settings
from arrowswitch.site.journal import store


def test_a_phone_on_plain_http_loses_nothing_while_its_page_stays_open(desk_club: dict[str, str]) -> None:
    session = a_night(build("mitchell", tables=3, rounds=3, boards_per_round=3), settings=Settings(confirm=True))
    with room(session, desk_club, host="192.168.44.7") as club:
        phone = club.join(2)
        assert not phone.page.evaluate("isSecureContext")
        assert not phone.page.evaluate("'serviceWorker' in navigator")
        phone.enter(4, "4S", "N", "H5", 0)
        phone.shows("4♠ N =in")
        phone.shows("Everything is in.")
        phone.context.set_offline(True)
        phone.enter(5, "3N", "E", "D2", 1)
        phone.shows("1 score waiting.")
        phone.shows("Do not close this page")
        phone.tap("b-6", "k-2H")
        phone.context.set_offline(False)
        once_kept(phone.page)
        phone.page.reload()  # in the middle of an entry
        phone.shows("by?")
        phone.tap("k-W", "lead-C", "k-CQ", "k-r-1", "agree")
        phone.shows("Round 1 is done.")
        phone.shows("Everything is in.")
        address = phone.page.url
        phone.page.close()  # the page is swiped away, and opened again from the phone's history
        phone.page = phone.context.new_page()
        phone.page.goto(address)
        phone.shows("Round 1 is done.")
    state = store.state(session)
    assert {key: record.entry for key, record in state.lines.items()} == {
        LineKey("A", 1, 2, 4): Contracted("4S", "N", 10, "H5"),
        LineKey("A", 1, 2, 5): Contracted("3NT", "E", 10, "D2"),
        LineKey("A", 1, 2, 6): Contracted("2H", "W", 7, "CQ"),
    }
    assert all(record.confirmed for record in state.lines.values())
