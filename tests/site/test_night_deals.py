"""The page of deals: files are dropped in any format, a wrong set is said, deals are promised and opened, records printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from nights import a_night, do, play_on
from people import as_role
from pypdf import PdfReader

from arrowswitch.bridge import Seat
from arrowswitch.deals import BoardHands, TrickTable, deal_text, dealt, hand_of
from arrowswitch.deals.promises import SealedDeals, is_kept, loads_sealed
from arrowswitch.formats.deal_files import deals_as, deals_in
from arrowswitch.movements import build
from arrowswitch.session import (
    AttachHands,
    AttachOwnHands,
    Contracted,
    EndPlay,
    Enter,
    LineKey,
    Publish,
    SectionPlan,
    Settings,
    SplitBoard,
    Start,
)
from arrowswitch.session.night import hands_at
from arrowswitch.site.journal import solving, store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.deals.models import SealedSet
from arrowswitch.site.night.results.models import Link

pytestmark = pytest.mark.usefixtures("desk_club")

DEALS, OTHERS = dealt("night", range(1, 4)), dealt("others", range(1, 4))
TABLE = TrickTable("43367433678a9668a966")


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    solving.forget()
    yield
    solving.forget()


@pytest.fixture
def desk() -> Client:
    return as_role("director")


@pytest.fixture
def visitor() -> Client:
    return as_role("public")


def file(name: str, deals: tuple[BoardHands, ...] = DEALS) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, deals_as(deals, name.rsplit(".")[-1]).data)


def page(session: int) -> str:
    return reverse("night-deals", args=[session])


def drop(desk: Client, session: int, *files: SimpleUploadedFile, **more: str):
    return desk.post(page(session), {"do": "attach", "files": list(files), **more})


def text(response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def two_sections() -> int:
    small = build("mitchell", tables=3, boards_per_round=1)
    return a_night(sections=(SectionPlan("A", small), SectionPlan("B", small)), apart=True)


# -- attaching ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["night.pbn", "night.dup", "night.bri", "night.dge", "night.dlm"])
def test_a_file_of_any_dealing_program_is_attached(desk: Client, name: str) -> None:
    session = a_night()
    assert drop(desk, session, file(name)).status_code == 302
    assert {board: deal_text(hands) for board, hands in store.state(session).hands.items()} == {
        hands.board: deal_text(hands) for hands in DEALS
    }
    assert "boards 1-3" in text(desk.get(page(session)))


def test_several_files_at_once_make_one_set_and_later_ones_add_to_it(desk: Client) -> None:
    session = a_night()
    drop(desk, session, file("one.pbn", DEALS[:1]), file("two.dup", DEALS[1:2]))
    assert list(store.state(session).hands) == [1, 2]
    assert drop(desk, session, file("three.pbn", DEALS[2:])).status_code == 302
    assert list(store.state(session).hands) == [1, 2, 3]
    drop(desk, session, file("again.pbn", OTHERS))
    assert deal_text(store.state(session).hands[1]) == deal_text(OTHERS[0])


def test_a_file_that_is_none_is_named_and_nothing_is_attached(desk: Client) -> None:
    session = a_night()
    answer = drop(desk, session, file("good.pbn"), SimpleUploadedFile("photo.jpg", b"\xff\xd8\xff\xe0 no deals"))
    assert answer.status_code == 422
    assert "photo.jpg:" in text(answer)
    assert not store.state(session).hands
    answer = drop(desk, session, file("one.pbn"), file("other.pbn", OTHERS))
    assert "other.pbn: Board 1 is there twice, with different hands." in text(answer)
    assert desk.post(page(session), {"do": "attach"}).status_code == 422
    assert desk.post(page(session), {"do": "dance"}).status_code == 422


def test_a_set_with_other_numbers_is_said(desk: Client) -> None:
    session = a_night()
    answer = drop(desk, session, file("wrong.pbn", dealt("7", range(25, 28))))
    assert (answer.status_code, "None of these boards is played here" in text(answer)) == (422, True)


def test_a_set_that_the_leads_do_not_fit_is_said_and_can_be_insisted_on(desk: Client) -> None:
    session = a_night()
    for table, board in ((1, 1), (2, 2), (3, 3)):
        lead = sorted(hand_of(DEALS[board - 1], Seat.EAST))[0].plain
        do(session, Enter(LineKey("A", 1, table, board), Contracted("1NT", "N", 7, lead=lead)))
    turned = tuple(BoardHands(each.board, each.east, each.south, each.west, each.north) for each in DEALS)
    answer = drop(desk, session, file("last-week.pbn", turned))
    assert "3 leads that were entered are not in the leader" in text(answer)
    assert not store.state(session).hands
    assert drop(desk, session, file("last-week.pbn", turned), force="on").status_code == 200
    assert drop(desk, session, file("night.pbn"), force="on").status_code == 200  # it says what was changed
    assert deal_text(store.state(session).hands[1]) == deal_text(DEALS[0])


def test_results_that_these_hands_cannot_give_make_the_set_doubtful(desk: Client) -> None:
    solving.work_off()
    deals = dealt("many", range(1, 10))
    solving.keep((deal_text(hands), TABLE) for hands in deals)
    session = a_night(build("mitchell", tables=3, boards_per_round=3))
    for table in (1, 2, 3):
        for board in range(table * 3 - 2, table * 3 + 1):
            do(session, Enter(LineKey("A", 1, table, board), Contracted("3NT", "N", 12)), force=True, why="slam")
    do(session, AttachHands(deals))
    assert "Results that are far from what these hands make: 9 of 9" in text(desk.get(page(session)))


def test_a_section_and_a_group_of_a_fouled_board_have_hands_of_their_own(desk: Client) -> None:
    session = two_sections()
    drop(desk, session, file("all.pbn"))
    drop(desk, session, file("b.pbn", OTHERS), section="B")
    state = store.state(session)
    assert deal_text(hands_at(state, "A", 2)) == deal_text(DEALS[1])
    assert deal_text(hands_at(state, "B", 2)) == deal_text(OTHERS[1])
    assert drop(desk, session, file("z.pbn"), section="Z").status_code == 422
    key = LineKey("A", 1, 1, 1)
    do(session, Enter(key, Contracted("1NT", "N", 7)))
    do(session, SplitBoard((key,), "B"), why="two cards changed places")
    shown = desk.get(page(session)).content.decode()
    assert "as group B of a fouled board played it" in shown
    drop(desk, session, file("fouled.pbn", OTHERS[:1]), group="B")
    board = text(desk.get(reverse("night-board", args=[session, 1])))
    assert "Section B" in board
    assert "Group B" in board
    assert "Redeal list of this board" in board


# -- solving -----------------------------------------------------------------------------------------------------------


def test_the_page_shows_how_far_the_solver_is_and_asks_again_until_it_has_finished(desk: Client) -> None:
    solving.work_off()
    session = a_night()
    do(session, AttachHands(DEALS))
    solving.keep([(deal_text(DEALS[0]), TABLE)])
    first = desk.get(page(session)).content.decode()
    assert '<progress id="solved" max="3" value="1">' in first
    assert 'hx-trigger="every 2s"' in first
    solving.work_off()
    last = desk.get(reverse("night-deals-progress", args=[session])).content.decode()
    assert 'max="3" value="3"' in last
    assert "hx-trigger" not in last


# -- promises ----------------------------------------------------------------------------------------------------------


def link_of(session: int) -> str:
    link = Link.objects.get_or_create(session=Session.objects.get(pk=session))[0]
    return reverse("results", args=[link.token])


def test_deals_are_promised_opened_after_play_and_checked_by_anybody(desk: Client, visitor: Client) -> None:
    session = a_night(start=False)
    assert "Deal and seal" in desk.get(page(session)).content.decode()
    assert desk.post(page(session), {"do": "seal", "until": "over"}).status_code == 302
    promise = store.state(session).promise.promise
    shown = desk.get(page(session)).content.decode()
    sealed = loads_sealed(SealedSet.objects.get().body)
    assert promise in shown
    assert sealed.secret not in shown
    assert promise in visitor.get(link_of(session)).content.decode()
    do(session, Start())
    taken = desk.post(page(session), {"do": "take", "format": "dup"})
    assert taken["Content-Disposition"].endswith('.dup"')
    assert [deal_text(each.hands) for each in deals_in(taken.content)] == [deal_text(each) for each in sealed.deals]
    assert "took the file" in text(desk.get(reverse("night-journal", args=[session])))
    answer = desk.post(page(session), {"do": "open"})
    assert (answer.status_code, "until all rounds have been played" in text(answer)) == (422, True)
    play_on(session)
    do(session, EndPlay())
    assert desk.post(page(session), {"do": "open"}).status_code == 302
    state = store.state(session)
    assert is_kept(promise, state.hands.values(), state.promise.secret)
    for part in ("", "boards/"):  # the seed deals every hand again, and the hands are shown when the results are posted
        early = visitor.get(f"{link_of(session)}{part}").content.decode()
        assert "The deals were opened; the seed is shown with the hands." in early
        assert state.promise.secret not in early
        assert "/check" not in early
    assert state.promise.secret in desk.get(page(session)).content.decode()
    do(session, Publish())
    seen = visitor.get(link_of(session)).content.decode()
    assert state.promise.secret in seen
    way = re.search(r'href="([^"]*check[^"]*)"', seen)[1].replace("&amp;", "&")
    assert "These are the deals that were promised." in visitor.get(way).content.decode()
    wrong = visitor.get(way.replace("boards=3", "boards=2")).content.decode()
    assert "These are not the deals that were promised." in wrong


def test_a_scorer_can_take_the_file_but_not_promise_or_open() -> None:
    session = a_night(start=False)
    scorer = as_role("scorer")
    assert scorer.post(page(session), {"do": "seal", "until": "over"}).status_code == 422
    assert not SealedSet.objects.exists()
    as_role("director").post(page(session), {"do": "seal", "until": "always"})
    assert scorer.post(page(session), {"do": "take", "format": "pbn"}).status_code == 200
    assert scorer.post(page(session), {"do": "open", "why": "to see"}).status_code == 422
    assert not store.state(session).hands


def test_a_file_of_sealed_deals_promises_before_play_and_opens_after_it(desk: Client) -> None:
    session = a_night(start=False)
    sealed = SealedDeals(DEALS, "a secret of the club's own")
    dropped = SimpleUploadedFile("sealed.json", sealed.dumps().encode())
    assert drop(desk, session, dropped, until="always").status_code == 302
    assert store.state(session).promise.promise == sealed.promise
    do(session, Start())
    dropped.seek(0)
    assert "Say why" in text(drop(desk, session, dropped))
    dropped.seek(0)
    assert drop(desk, session, dropped, why="board 2 was fouled").status_code == 302
    assert store.state(session).promise.opened_by


def test_a_check_that_cannot_be_read_is_refused_in_a_sentence(visitor: Client) -> None:
    answer = visitor.post(reverse("deals-check"), {"promise": "12", "secret": "x"})
    assert (answer.status_code, "is no promise" in text(answer)) == (422, True)
    sealed = SealedDeals(DEALS, "a secret of the club's own")
    answer = visitor.post(
        reverse("deals-check"), {"promise": sealed.promise, "secret": sealed.secret, "deals": file("night.pbn")}
    )
    assert "These are the deals that were promised." in text(answer)
    assert "nobody has picked them" not in text(answer)


# -- on paper and on phones ----------------------------------------------------------------------------------------------


def test_hand_records_are_printed_at_the_desk(desk: Client) -> None:
    session = a_night()
    assert desk.get(reverse("night-deals-pdf", args=[session, "hands"])).status_code == 404
    do(session, AttachHands(DEALS))
    made = desk.get(reverse("night-deals-pdf", args=[session, "redeal"]) + "?board=2&paper=a5&colours=black")
    words = PdfReader(BytesIO(made.content)).pages[0].extract_text()
    assert "Board 2" in words
    assert "Board 1" not in words
    assert desk.get(reverse("night-deals-pdf", args=[session, "poem"])).status_code == 404
    assert "Curtain cards" in desk.get(reverse("night-print", args=[session])).content.decode()


def test_players_have_all_hands_on_a_page_and_on_paper_once_they_may(visitor: Client) -> None:
    solving.work_off()
    solving.keep((deal_text(hands), TABLE) for hands in DEALS)
    session = a_night(settings=Settings(hands="end", par="never"))
    do(session, AttachHands(DEALS))
    base = link_of(session)
    assert visitor.get(f"{base}hands/").status_code == 404
    assert visitor.get(f"{base}hands.pdf").status_code == 404
    play_on(session)
    do(session, Publish())
    shown = visitor.get(f"{base}hands/").content.decode()
    assert shown.count('class="deal"') == 3
    assert "Par " not in shown
    words = PdfReader(BytesIO(visitor.get(f"{base}hands.pdf?form=hands-large").content)).pages[0].extract_text()
    assert "Dealer N" in words
    assert "Par" not in words


def test_a_board_page_shows_the_hands_of_each_section(visitor: Client) -> None:
    session = two_sections()
    do(session, AttachHands(DEALS))
    do(session, AttachOwnHands(OTHERS, "B"))
    play_on(session)
    do(session, Publish())
    shown = text(visitor.get(f"{link_of(session)}board/1/"))
    assert "The board as it was dealt" in shown
    assert "Section B" in shown
