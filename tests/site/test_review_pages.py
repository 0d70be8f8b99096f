"""A night against the cards on the pages: for a pair, for a player, as plain pages on a disk; seen by whom the settings let see it."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from nights import a_night, do
from people import as_role, our_club

from arrowswitch.bridge import Card, Rank, Seat, Suit, parse_card
from arrowswitch.deals import BoardHands, dealt, hand_of
from arrowswitch.deals.leads import after_leads
from arrowswitch.formats import BadFile
from arrowswitch.movements import build
from arrowswitch.session import AttachHands, CallRound, Contracted, Enter, PassedOut, Publish, Settings
from arrowswitch.session.night import missing
from arrowswitch.site.club.models import Player
from arrowswitch.site.exchange.pages import style, write_pages
from arrowswitch.site.journal import leading, solving, store
from arrowswitch.site.journal.models import Session, SolvedLeads
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.night.results.review import _digest

pytestmark = pytest.mark.usefixtures("desk_club")

DEALS = dealt("against the cards", range(1, 4))
CONTRACTS = (("4S", "S", 9), ("3NT", "N", 9), ("2H", "E", 8), ("1NT", "W", 6), ("4S", "S", 10), ("5C", "N", 11))


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    for each in (solving, leading):
        each.forget()
    yield
    for each in (solving, leading):
        each.forget()


def lead(hands: BoardHands, declarer: str) -> str:
    """The highest card of the leader's longest suit."""
    held = hand_of(hands, Seat(declarer).left)
    longest = max(Suit, key=lambda suit: sum(card.suit is suit for card in held))
    return max(card for card in held if card.suit is longest).plain


def a_played_night(**options: object) -> int:
    """Three tables, three boards: contracts with leads at eight, one passed out; the tables of tricks are known."""
    solving.work_off()
    session = a_night(build("mitchell", tables=3, boards_per_round=1), **options)
    do(session, AttachHands(DEALS))
    number = 0
    for round_number in (1, 2, 3):
        if round_number > 1:
            do(session, CallRound(round_number))
        for each in sorted(missing(store.state(session)), key=lambda each: each.line):
            contract, declarer, tricks = CONTRACTS[number % len(CONTRACTS)]
            hands = DEALS[each.line.board - 1]
            entry = PassedOut() if number == 8 else Contracted(contract, declarer, tricks, lead(hands, declarer))
            do(session, Enter(each.line, entry), force=True, why="as it was played")
            number += 1
    solving.work_off()
    do(session, Publish())
    return session


def page(session: int, who: str = "A1", *more: int, client: Client | None = None) -> str:
    name = "night-results-review-player" if more else "night-results-review"
    return (client or as_role("scorer")).get(reverse(name, args=[session, who, *more])).content.decode()


def figures(text: str) -> dict[str, Fraction]:
    """The rows of the table beside the picture."""
    rows = re.findall(r'<th scope="row">([^<]+)</th><td class="n">([+−]?[\d.]+)%', text)
    return {name: Fraction(value.replace("−", "-")) for name, value in rows}


def test_the_parts_of_a_pair_add_up_and_stand_in_a_picture_and_in_a_table() -> None:
    session = a_played_night()
    text = page(session)
    parts = figures(text)
    assert list(parts) == ["Luck", "Bidding", "Declaring", "Defence", "Opening leads", "Over average"]
    assert abs(sum(parts.values()) - 2 * parts["Over average"]) < Fraction(3, 10)  # each is rounded by itself
    drawn = re.search(r"<desc[^>]*>([^<]*)</desc>", text)
    assert drawn
    assert drawn[1].startswith("Luck ")
    assert len(re.findall(r"<rect", text)) == 6
    assert text.count('<p class="review-board">') == 3
    assert f'href="{reverse("night-results-board", args=[session, 1])}?of=A1"' in text


def test_other_deals_of_as_many_boards_are_another_review() -> None:
    state = store.state(a_played_night())
    others = {hands.board: hands for hands in dealt("other cards", range(1, 4))}
    assert _digest(state) == _digest(replace(state))
    assert _digest(state) != _digest(replace(state, hands=others))


def test_leads_are_part_of_the_defence_until_another_process_has_worked_them_out() -> None:
    session = a_played_night()
    assert "Opening leads are part of the defence" in page(session)
    assert not SolvedLeads.objects.exists()  # nobody waits for them, and nobody works
    leading.work_off()  # the start
    assert "Opening leads are part of the defence" in page(session)  # and now they are asked for
    leading.work_off()
    text = page(session)
    assert "Opening leads are part of the defence" not in text
    assert re.search(r"as good a lead as any|gave declarer", text)
    row = SolvedLeads.objects.all()[0]
    leading.forget()
    assert row.question.startswith("N:")
    assert re.search(r"as good a lead as any|gave declarer", page(session))  # from the database


def test_the_other_process_says_what_the_solver_says() -> None:
    session = a_played_night()
    leading.work_off()
    leading.after_lead(store.state(session))
    leading.work_off()
    known, count = leading.after_lead(store.state(session))
    entries = [record.entry for record in store.state(session).lines.values()]
    assert count == len(SolvedLeads.objects.all()) > 0
    for key, record in store.state(session).lines.items():
        if isinstance(record.entry, Contracted) and record.entry.result.contract.bid:
            hands, result = DEALS[key.board - 1], record.entry.result
            assert result.declarer is not None
            bid, card = result.contract.bid, parse_card(record.entry.lead)
            assert bid is not None
            expected = after_leads(hands, result.declarer, bid.denomination)[card]
            assert known(hands, result.declarer, result, card) == expected
    assert len(entries) == 9
    nothing = known(DEALS[0], Seat.EAST, Contracted("7C", "E", 7).result, Card(Suit.CLUBS, Rank.TWO))
    assert nothing is None


def test_a_program_that_fails_is_not_asked_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    session = a_played_night()
    leading.work_off()
    monkeypatch.setattr("sys.executable", "/bin/false")
    leading.after_lead(store.state(session))
    leading.work_off()
    monkeypatch.undo()
    leading.after_lead(store.state(session))
    leading.work_off()
    assert not SolvedLeads.objects.exists()


def test_a_player_sees_what_was_declared_and_led_by_that_player_alone() -> None:
    session = a_played_night()
    leading.work_off()
    page(session)
    leading.work_off()
    state = store.state(session)
    assert "Declared 2 boards," in page(session, "A1", 2) or "Declared 1 board," in page(session, "A1", 2)
    declared = sum(
        isinstance(record.entry, Contracted) and record.entry.declarer in "NS" for record in state.lines.values()
    )
    shown = [page(session, f"A{pair}", player) for pair in (1, 2, 3) for player in (1, 2)]
    told = sum(int(found[1]) for text in shown if (found := re.search(r"Declared (\d+) board", text)))
    assert told == declared


@pytest.mark.parametrize(("settings", "seen"), [({}, True), ({"hands": "never"}, False), ({"par": "never"}, False)])
def test_players_see_it_as_far_as_the_settings_let_them(settings: dict[str, str], seen: bool) -> None:
    session = a_played_night(settings=Settings(**settings))  # type: ignore[arg-type]
    token = Link.make(Session.objects.get(pk=session)).token
    public = as_role("public")
    card = public.get(reverse("results-pair", args=[token, "A1"])).content.decode()
    answer = public.get(reverse("results-review", args=[token, "A1"]))
    assert ("against the cards" in card, answer.status_code) == ((True, 200) if seen else (False, 404))


def test_nobody_sees_it_before_the_results_are_posted() -> None:
    solving.work_off()
    session = a_night(build("mitchell", tables=3, boards_per_round=1))
    do(session, AttachHands(DEALS))
    solving.work_off()
    token = Link.make(Session.objects.get(pk=session)).token
    assert as_role("public").get(reverse("results-review", args=[token, "A1"])).status_code == 404


def test_a_night_without_deals_says_so_at_the_desk() -> None:
    session = a_night()
    assert "The deals of this session are not attached" in page(session)
    assert as_role("scorer").get(reverse("night-results-review", args=[session, "Z9"])).status_code == 404
    assert as_role("scorer").get(reverse("night-results-review-player", args=[session, "A1", 9])).status_code == 404


# -- as plain pages -------------------------------------------------------------------------------------------------------


def unpacked(session: int) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(write_pages(session, our_club()))) as whole:
        return {name: whole.read(name).decode() for name in whole.namelist()}


def test_plain_pages_have_everything_and_every_link_leads_to_a_page_beside_it() -> None:
    session = a_played_night()
    gone = Player.objects.order_by("pk")[0]
    name = str(gone)
    gone.erase()
    files = unpacked(session)
    boards, pairs = {f"board-{n}.html" for n in (1, 2, 3)}, {f"pair-A{n}.html" for n in range(1, 7)}
    assert {"index.html", "boards.html", "recap.html", "movement.html", "style.css", "cards-A1.html"} <= set(files)
    assert boards | pairs <= set(files)
    for file, text in files.items():
        if file.endswith(".html"):
            links = {each.partition("#")[0] for each in re.findall(r'href="([^"]*)"', text)}
            assert links <= set(files), file
            assert not re.search(r"<script|<form|https?:|hx-|(?:src|action)=", text), file
            assert name not in text
    assert "(name withheld)" in files["index.html"]
    assert "How often each score was made" in files["board-1.html"]
    assert "Tricks with all cards seen" in files["board-1.html"]
    assert "Gained and lost against the cards" in files["cards-A1.html"]
    assert not re.search(r"url\((?!'data:)", style())


def test_plain_pages_show_no_more_than_the_link_does() -> None:
    files = unpacked(a_played_night(settings=Settings(hands="never")))
    assert "Tricks with all cards seen" not in "".join(files.values())
    assert not any(name.startswith("cards-") for name in files)


def test_results_that_are_not_posted_make_no_pages() -> None:
    with pytest.raises(BadFile, match="not posted yet"):
        write_pages(a_night(), our_club())


def test_the_zip_is_one_of_the_files_on_the_page_send() -> None:
    session = a_played_night()
    answer = as_role("scorer").post(reverse("night-results-send", args=[session]), {"make": "web pages"})
    assert answer["Content-Disposition"] == 'attachment; filename="2026-01-06-tuesday-pairs-pages.zip"'
    assert zipfile.ZipFile(io.BytesIO(answer.content)).testzip() is None
