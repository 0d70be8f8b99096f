"""Results at the desk and behind the link: the numbers, the versions, and nothing that is not to be seen."""

from __future__ import annotations

import gzip
import re
from fractions import Fraction
from html import unescape
from itertools import product

import pytest
from browsing import ARGUMENTS, executable, faults, sign_in
from django.test import Client
from django.urls import reverse
from nights import a_night, desk_server, do, enter, play_on
from people import PASSWORD, account, as_role, our_club
from playwright.sync_api import expect, sync_playwright

from arrowswitch.deals import TrickTable, deal_text
from arrowswitch.journals import encode
from arrowswitch.movements import build
from arrowswitch.scoring import MINUS, PLUS
from arrowswitch.session import (
    Adjust,
    Adjustment,
    AttachHands,
    BareScore,
    BoardHands,
    CallRound,
    ChangeSettings,
    Contracted,
    Correct,
    Enter,
    LineKey,
    Penalise,
    Publish,
    Reopen,
    SectionPlan,
    Settings,
    SplitBoard,
)
from arrowswitch.session.night.seats import players_of
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal import solving, store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.results.models import Event, Link

pytestmark = pytest.mark.usefixtures("desk_club")

# round, table, board: what North-South scored; board 1 is 420 420 170, board 2 620 -100 170, board 3 -650 100 -140
PLAYED = {
    (1, 1, 1): Contracted("4S", "N", 10, "H5"),
    (1, 2, 2): Contracted("4H", "S", 10),
    (1, 3, 3): Contracted("4S", "W", 11),
    (2, 1, 2): Contracted("3NT", "N", 8),
    (2, 2, 3): Contracted("4S", "E", 9),
    (2, 3, 1): Contracted("2H", "N", 10),
    (3, 1, 3): Contracted("2H", "E", 9),
    (3, 2, 1): BareScore(420),
    (3, 3, 2): BareScore(170),
}
HANDS = BoardHands(1, "AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")


def key(number: int, table: int, board: int) -> LineKey:
    return LineKey("A", number, table, board)


def played(upto: int = 3, **options: object) -> int:
    session = a_night(**options)
    for number in range(1, upto + 1):
        if number > 1:
            do(session, CallRound(number))
        for place, entry in PLAYED.items():
            if place[0] == number:
                do(session, Enter(key(*place), entry))
    return session


def linked(session: int) -> str:
    return Link.make(Session.objects.get(pk=session)).token


def posted(**options: object) -> tuple[int, str]:
    session = played(**options)
    do(session, Publish())
    return session, linked(session)


def text(answer: object) -> str:
    return answer.content.decode()  # type: ignore[attr-defined]


def rows(page: str, table: str = "rank") -> list[list[str]]:
    """The cells of the tables of a class, as a reader sees them."""
    found = []
    for part in re.findall(rf'<table class="[^"]*\b{table}\b[^"]*">(.*?)</table>', page, re.S):
        body = "".join(re.findall(r"<tbody[^>]*>(.*?)</tbody>", part, re.S))
        for row in re.findall(r'<tr(?! class="names-line)[^>]*>(.*?)</tr>', body, re.S):
            cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)
            found.append([" ".join(unescape(re.sub("<[^>]*>", "", cell)).split()) for cell in cells])
    return found


def see(token: str, what: str = "", client: Client | None = None) -> str:
    answer = (client or as_role("public")).get(f"{reverse('results', args=[token])}{what}")
    assert answer.status_code == 200, what
    return text(answer)


# -- the numbers ----------------------------------------------------------------------------------------------------------


def test_the_list_has_the_numbers_that_a_person_works_out() -> None:
    session = played()
    do(session, Penalise("A", 2, share=Fraction(1, 4)), why="slow")  # a quarter of a top of 4 is 1
    do(session, Publish())
    # pair 1: 3 0 2, pair 2: 3 4 4 less 1, pair 3: 0 2 0; each of 12
    found = [(row[0], row[1], row[3], row[4]) for row in rows(see(linked(session)))]
    assert found == [
        ("1", "2", "10", "83.33"),
        ("2", "1", "5", "41.67"),
        ("3", "3", "2", "16.67"),
        ("1", "3", "9", "75.00"),
        ("2", "2", "6", "50.00"),
        ("3", "1", "3", "25.00"),
    ]
    page = see(linked(session))
    assert "After a penalty of 25% of a top." in page
    assert page.index("North-South") < page.index("East-West")
    worked = see(linked(session), "w/A2/")
    assert "Penalty of 25% of a top of 4, 1" in worked
    assert "slow" not in worked  # why stays at the desk
    assert "slow" in text(as_role("scorer").get(reverse("night-results-working-total", args=[session, "A2"])))


def test_an_adjusted_board_and_a_fouled_one_are_in_the_numbers() -> None:
    session = played()
    do(session, Adjust(key(1, 3, 3), Adjustment(PLUS, MINUS)), why="unauthorised information")
    do(session, Publish())
    page = see(linked(session), "board/3/")
    # two real results of three: each compares with one other, by the formula (M x 3 + 1) / 2 = 0.5 and 3.5 of 4
    assert [row[5:] for row in rows(page, "sheet-lines")] == [["3.5", "0.5"], ["2.4", "1.6"], ["0.5", "3.5"]]
    assert "NS average plus, EW average minus" in page
    do(session, Reopen(), why="the board was fouled")
    do(session, Adjust(key(1, 3, 3)), why="withdrawn")
    do(session, SplitBoard((key(2, 2, 3), key(3, 1, 3)), "B"), why="a card in the wrong hand")
    do(session, Publish())
    page = see(linked(session), "board/3/")
    assert "Group B of this board" in page
    # group B played it twice, so its results are 65% and 55% for the better and the worse; the true board was played
    # once: 60% of 4 for pair 3, and for pair 6 its own percentage on the other boards, 5 of 8, if that is more (Law 88)
    assert [row[5:] for row in rows(page, "sheet-lines")] == [["2.4", "2.5"], ["2.6", "2.2"], ["2.2", "2.6"]]


def test_a_card_shows_every_board_with_opponents_and_a_running_total() -> None:
    _, token = posted()
    page = see(token, "pair/A1/")
    assert [[row[0], row[1], row[2], row[3], row[4], row[5], row[6]] for row in rows(page, "card-lines")] == [
        ["1", "4♠ N =", "♥5", "+420", "3", "75.00", "75.00%"],
        ["2", "3NT N −1", "", "−100", "0", "0.00", "37.50%"],
        ["3", "2♥ E +1", "", "−140", "2", "50.00", "41.67%"],
    ]
    names = {name for row in rows(see(token)) for name in [row[2]]}
    assert sum(unescape(page).count(name) for name in names) >= 4  # the pair and its three opponents
    assert "Place 2" in page


def test_a_board_sheet_goes_from_best_to_worst_and_draws_how_often() -> None:
    _, token = posted()
    page = see(token, "board/1/?of=A3")
    assert [row[2:] for row in rows(page, "sheet-lines")] == [
        ["4♠ N =", "♥5", "+420", "3", "1"],
        ["+420", "", "+420", "3", "1"],
        ["2♥ N +2", "", "+170", "0", "4"],
    ]
    assert re.findall(r'<rect x="84" y="(\d+)" width="(\d+)"', page) == [("0", "220"), ("30", "110")]
    assert 'class="mine"' in page
    assert " style=" not in page


def test_the_recap_has_all_pairs_and_boards() -> None:
    _, token = posted()
    found = {row[0]: row[1:4] for row in rows(see(token, "recap/"), "recap")[:3]}
    assert found == {"1": ["3", "0", "2"], "2": ["3", "4", "4"], "3": ["0", "2", "0"]}


@pytest.mark.parametrize("what", ["", "pair/A1/", "board/3/", "recap/"])
def test_every_number_opens_its_working(what: str) -> None:
    _, token = posted()
    page = see(token, what)
    base = reverse("results", args=[token])
    links = set(re.findall(r'href="([^"]*w/A\d/(?:\d+/)?)"', page))
    assert len(links) >= 3
    for link in links:
        place = link if link.startswith("/") else f"{base}{link.removeprefix('../')}"
        number = re.findall(rf'href="{re.escape(link)}">([^<]*)</a>', page)[-1]
        worked = rows_of_working(text(as_role("public").get(place)))
        number = number.rpartition(" ")[2].rstrip("%")  # "Place 2 · 41.67%"
        assert float(number) in {round(each, 2) for each in worked}, link


def rows_of_working(page: str) -> list[float]:
    return [float(each.replace("−", "-")) for each in re.findall(r'class="came">([^<]*)<', page)]


def test_a_working_is_a_page_or_a_part_of_one() -> None:
    _, token = posted()
    place = reverse("results-working", args=[token, "A1", 1])
    whole = text(as_role("public").get(place))
    part = text(as_role("public").get(place, headers={"HX-Request": "true"}))
    assert "<html" in whole
    assert "<html" not in part
    assert "420 beats 1 of 2 others and ties with 1" in part
    assert as_role("public").get(reverse("results-working", args=[token, "A1", 9])).status_code == 404
    assert as_role("public").get(reverse("results-working", args=[token, "Z1", 1])).status_code == 404


def test_imps_total_points_and_teams_are_shown_by_their_own_measure() -> None:
    _, token = posted(method="butler")
    page = see(token)
    assert "IMPs" in page
    assert "%</th>" not in page
    assert sum(int(row[-1].replace("−", "-")) for row in rows(page)) == 0
    _, token = posted(method="total-points")
    assert [row[-1] for row in rows(see(token))][:3] == [
        "+1140",
        "+180",
        "−310",
    ]  # 420+620+100, 420-100-140, 170+170-650
    movement = build("american-whist", teams=5)
    session = a_night(movement, method="imps", boards_per_match=4)
    play_on(session)
    meeting = movement.meetings[0]
    line = LineKey("A", meeting.round, meeting.table, meeting.boards[0])
    do(session, Correct(line, BareScore(-110), error="scorer"), why="wrong side")
    do(session, Publish())
    page = see(linked(session), f"pair/A{meeting.ns}/")
    assert page.count("<h3>Against") == 4
    assert "−6 IMPs" in page
    lost = next(row for row in rows(page, "card-lines") if row[-1] == "−6")
    assert (lost[2], lost[4]) == ("−110", "−110")  # as the team sees them
    assert rows(see(linked(session)))[0][1] == f"Team {meeting.ew}"


def test_sections_that_are_apart_have_lists_of_their_own() -> None:
    plans = tuple(SectionPlan(name, build("mitchell", tables=3, boards_per_round=1)) for name in "AB")
    session = a_night(sections=plans, apart=True)
    play_on(session)
    do(session, Publish())
    page = see(linked(session))
    assert re.findall(r"<h2>([^<]*)</h2>", page)[:4] == [
        "Section A, North-South",
        "Section A, East-West",
        "Section B, North-South",
        "Section B, East-West",
    ]


# -- who sees what ----------------------------------------------------------------------------------------------------------

SHOW = ("board", "round", "end", "never")
PERCENTS = re.compile(r"\b\d\d\.\d\d\b")
CARDS = "AKQJ1098765432"
"""The spades of the hands above."""
MAKES = "Tricks with all cards seen"


def everything(token: str, client: Client) -> str:
    """All kinds of pages that can be had through a link, one after the other."""
    base = reverse("results", args=[token])
    whole = ["", "boards/", "recap/", "versions/", "pair/A1/", "pair/A5/", "board/1/", "board/2/", "board/3/"]
    parts = ["", "w/A1/", "w/A1/1/", "w/A1/2/", "w/A5/3/"]
    found = []
    for place, headers in [*((each, {}) for each in whole), *((each, {"HX-Request": "true"}) for each in parts)]:
        answer = client.get(base + place, headers=headers)
        assert answer.status_code in (200, 404), place
        page = text(answer)
        found.append(page[page.index("<main") :] if "<main" in page else page)
    return "\n".join(found)


def player_of(session: int, contestant: int) -> Client:
    """A client signed in as one of a pair."""
    seated = players_of(store.state(session), "A", contestant)[0]
    person = account("player", name=f"Player {seated.id}")
    Account.objects.filter(pk=person.pk).update(player=Player.objects.get(pk=seated.id))
    client = as_role("public")
    client.force_login(Account.objects.get(pk=person.pk))
    return client


@pytest.mark.parametrize("posting", ["before", "after", "reopened"])
def test_nothing_leaks_by_any_setting_to_the_public_or_a_player(posting: str) -> None:
    session = played(upto=2)  # two rounds over or being played; the third not called
    do(session, AttachHands((HANDS,)), why="")
    solving.work_off()
    solving.keep([(deal_text(HANDS), TrickTable("0d0d00d0d000d0d00d0d"))])
    if posting != "before":
        do(session, CallRound(3))
        for place, entry in PLAYED.items():
            if place[0] == 3:
                do(session, Enter(key(*place), entry))
        do(session, Publish())
    if posting == "reopened":
        do(session, Reopen(), why="appeal")
    token = linked(session)
    public, mine = as_role("public"), player_of(session, 1)
    after = posting != "before"
    for number, (scores, rankings) in enumerate(product(SHOW, SHOW)):
        hands = SHOW[(number + number // 4) % 4]  # each with each of the others
        par = SHOW[number % 4]
        wanted = Settings(scores=scores, rankings=rankings, hands=hands, par=par)
        if wanted != store.state(session).settings:
            do(session, ChangeSettings(wanted))
        sees_scores = after and scores != "never"
        sees_ranking = rankings in ("board", "round") or (after and rankings == "end")
        page = everything(token, public)
        assert bool(re.search(r"\+420|−650", page)) == sees_scores, (wanted, posting)
        assert ('class="rank"' in page) == sees_ranking, (wanted, posting)
        compared = after or rankings == "board"  # round 1 alone has every board once
        assert bool(PERCENTS.search(page)) == (sees_ranking and compared), (wanted, posting)
        assert (CARDS in page) == (after and hands != "never"), (wanted, posting)
        assert (MAKES in page) == (after and "never" not in (hands, par)), (wanted, posting)
        assert ("beats" in page) == (sees_scores and sees_ranking), (wanted, posting)
        if not after:  # pair 1 has played board 1 in round 1, and board 2 in round 2, which goes on
            page = everything(token, mine)
            assert ("+420" in page) == (scores in ("board", "round")), wanted
            assert "−650" not in page, wanted  # on board 3, which pair 1 has still to play
            assert ("+620" in page) == (scores == "board"), wanted  # on board 2
            assert (CARDS in page) == (hands in ("board", "round")), wanted
            assert (MAKES in page) == ({hands, par} <= {"board", "round"}), wanted
            assert ('class="rank"' in page) == sees_ranking, wanted
    assert everything(token, as_role("player")) == everything(token, public)  # a player who did not play tonight
    solving.forget()


def test_what_is_being_corrected_is_not_seen_before_it_is_posted() -> None:
    session, token = posted()
    before = rows(see(token))
    do(session, Reopen(), why="appeal")
    do(session, Correct(key(2, 1, 2), BareScore(620), consent=("NS", "EW")), why="agreed")
    assert rows(see(token)) == before
    assert "The director is correcting these results" in see(token)
    assert "+620" not in str(rows(see(token, "pair/A1/"), "card-lines"))
    desk = as_role("director")
    assert rows(text(desk.get(reverse("night-results", args=[session])))) != before
    do(session, Publish())
    assert rows(see(token)) != before


def test_a_ranking_shown_by_rounds_leaves_out_the_round_that_goes_on() -> None:
    session = played(upto=1, settings=Settings(rankings="round"))
    token = linked(session)
    assert "There is no result yet." in see(token)
    do(session, CallRound(2))
    enter(session, 2, 1, 2, 620)
    # each board has been played once, so nobody has any points to compare
    assert {row[-1] for row in rows(see(token))} == {"0"}
    play_on(session)
    assert len(rows(see(token))) == 6


def test_names_of_people_who_were_erased_are_not_shown() -> None:
    session, token = posted()
    seated = players_of(store.state(session), "A", 1)[0]
    assert seated.name in see(token)
    Player.objects.get(pk=seated.id).erase()
    assert seated.name not in everything(token, as_role("public"))


# -- the link -----------------------------------------------------------------------------------------------------------------


def test_a_link_that_is_withdrawn_leads_nowhere_and_a_new_one_is_another() -> None:
    session, token = posted()
    desk = as_role("scorer")
    place = reverse("night-results-link", args=[session])
    desk.post(place, {"wish": "withdraw"})
    for name, more in (("results", []), ("results-pair", ["A1"]), ("results-board", [1]), ("results-recap", [])):
        assert as_role("public").get(reverse(name, args=[token, *more])).status_code == 404
    desk.post(place, {"wish": "make"})
    fresh = Link.of(Session.objects.get(pk=session))
    assert fresh is not None
    assert fresh.token != token
    assert len(fresh.token) >= 20
    assert as_role("public").get(reverse("results", args=[token])).status_code == 404
    see(fresh.token)


def test_another_club_finds_neither_the_desk_page_nor_the_link() -> None:
    session, token = posted()
    theirs = as_role("owner", Club.objects.create(name="Hillside"))
    assert theirs.get(reverse("results", args=[token])).status_code == 404
    for name in ("night-results", "night-results-publish", "night-results-recap"):
        assert theirs.get(reverse(name, args=[session])).status_code == 404
    assert theirs.post(reverse("night-results-link", args=[session]), {"wish": "withdraw"}).status_code == 404
    assert "Tuesday pairs" not in text(theirs.get(reverse("results-list")))


def test_the_clubs_list_has_what_is_posted_and_wanted_there() -> None:
    session, token = posted()
    under_way = played(upto=1, title="Under way tonight")
    linked(under_way)
    listing = reverse("results-list")
    assert token in text(as_role("public").get(listing))
    assert "Under way tonight" not in text(as_role("public").get(listing))
    assert "Under way tonight" in text(as_role("player").get(listing))
    as_role("scorer").post(reverse("night-results-link", args=[session]), {"wish": "unlist"})
    assert token not in text(as_role("public").get(listing))
    assert "not on the club’s list" in text(as_role("director").get(listing))
    assert reverse("night-results", args=[session]) in text(as_role("director").get(listing))
    see(token)


def test_the_first_page_leads_to_results_that_are_on_the_clubs_list() -> None:
    session, token = posted()
    home, address = reverse("home"), reverse("results", args=[token])
    for role in ("public", "player"):
        assert address in text(as_role(role).get(home))
    as_role("scorer").post(reverse("night-results-link", args=[session]), {"wish": "unlist"})
    assert "Nothing has been posted yet." in text(as_role("public").get(home))
    assert reverse("night-results", args=[session]) in text(as_role("scorer").get(home))


def test_results_posted_by_another_program_have_a_link_too() -> None:
    session = played()
    command = {"id": "post-it-now", "act": encode(Publish())}
    answer = as_role("director").post(
        reverse("night-commands", args=[session]), command, content_type="application/json"
    )
    assert answer.json()["ok"]
    assert reverse("results", args=[Link.objects.get(session=session).token]) in text(
        as_role("public").get(reverse("home"))
    )


# -- the desk -----------------------------------------------------------------------------------------------------------------


def test_posting_asks_once_and_says_what_others_will_see() -> None:
    session = played()
    desk = as_role("scorer")
    place = reverse("night-results-publish", args=[session])
    page = text(desk.get(place))
    assert "Post version 1?" in page
    assert "Every result on every board" in page
    assert store.state(session).phase == "playing"
    answer = desk.post(place, follow=True)
    assert "Version 1 is posted." in text(answer)
    assert store.state(session).phase == "published"
    assert Link.of(Session.objects.get(pk=session)) is not None


def test_posting_with_results_missing_is_for_the_director_with_a_reason() -> None:
    session = played(upto=2)
    place = reverse("night-results-publish", args=[session])
    assert "2 of 3 rounds have been played" in text(as_role("scorer").get(place))
    assert as_role("scorer").post(place, {"force": "on", "why": "late"}).status_code == 422
    refused = as_role("director").post(place, {"force": "on", "why": ""})
    assert "Give a reason" in text(refused)
    assert store.state(session).phase == "playing"
    assert as_role("director").post(place, {"force": "on", "why": "power cut"}).status_code == 302
    assert store.state(session).phase == "published"


def test_the_desk_has_the_checklist_of_the_end_of_the_night() -> None:
    session = played(upto=2, names=False)
    page = text(as_role("director").get(reverse("night-results", args=[session])))
    for words in ("Rounds not played: 1", "Seats without a name: 12", "No result missing", "No late play left"):
        assert words in page


def test_reopening_needs_a_reason_and_keeps_what_was_typed() -> None:
    session, _ = posted()
    place = reverse("night-results-reopen", args=[session])
    assert as_role("scorer").post(place, {"why": "appeal"}).status_code == 403
    refused = as_role("director").post(place, {"why": " "})
    assert "Give a reason" in text(refused)
    assert as_role("director").post(place, {"why": "appeal"}).status_code == 302
    assert store.state(session).phase == "playing"


def test_a_new_version_tells_what_changed() -> None:
    session, token = posted()
    do(session, Correct(key(2, 1, 2), BareScore(620), consent=("NS", "EW")), why="both came to the desk")
    page = text(as_role("director").get(reverse("night-results", args=[session])))
    assert "Changed since, and not posted" in page
    assert as_role("scorer").post(reverse("night-results-publish", args=[session])).status_code == 302
    page = see(token, "versions/")
    told = unescape(re.sub("<[^>]*>", "", page))
    assert "Version 2, posted" in told
    assert "board 2 at table 1 in round 2 was 3NT N −1 (−100), is +620" in told
    moves = {row[0].split()[1]: row[1:] for row in rows(page, "moves")}
    assert moves["1"] == ["2", "41.67% → 66.67%"] or ["2", "41.67% → 66.67%"] in [
        row[1:] for row in rows(page, "moves")
    ]
    do(session, ChangeSettings(Settings(scores="never", rankings="never")))
    hidden = see(token, "versions/")
    assert "3NT" not in hidden
    assert "%" not in hidden


def test_a_page_that_asks_again_is_told_when_nothing_is_new() -> None:
    session = played(upto=1, settings=Settings(rankings="board"))
    place = reverse("results", args=[linked(session)])
    client = as_role("public")
    asks = re.search(r'hx-get="([^"]+)"', text(client.get(place)))
    assert asks
    headers = {"HX-Request": "true"}
    assert client.get(asks[1], headers=headers).status_code == 204
    do(session, CallRound(2))
    enter(session, 2, 1, 2, 620)
    fresh = client.get(asks[1], headers=headers)
    assert fresh.status_code == 200
    assert "<html" not in text(fresh)


def test_the_list_of_forty_tables_weighs_less_than_sixty_kilobytes() -> None:
    session = a_night(build("skip-mitchell", tables=40, rounds=2, boards_per_round=1))
    play_on(session)
    do(session, Publish())
    place = reverse("results", args=[linked(session)])
    answer = as_role("public").get(place, headers={"Accept-Encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    plain = gzip.decompress(answer.content)
    assert plain.count(b"<tr") == 82
    assert len(plain) < 60_000
    assert len(answer.content) < 15_000


# -- events of several sessions -------------------------------------------------------------------------------------------------


def event_of(*sessions: int, **more: str) -> Event:
    form = {
        "name": "Cup",
        "sessions": list(sessions),
        "way": "percent",
        "carried": "100",
        "matched": "numbers",
        "open": "on",
    }
    answer = as_role("director").post(reverse("events"), {**form, **more})
    assert answer.status_code == 302, text(answer)
    return Event.objects.latest("pk")


def test_an_event_has_one_list_of_its_sessions() -> None:
    first, _ = posted(title="Monday")
    second, _ = posted(title="Tuesday")
    do(second, Reopen(), why="again")
    do(second, Correct(key(2, 1, 2), BareScore(620), consent=("NS", "EW")), why="agreed")
    do(second, Publish())
    event = event_of(first, second)
    page = text(as_role("public").get(reverse("results-event", args=[event.token])))
    # pair 1: 41.67 and 66.67, pair 2: 91.67 and 83.33, pair 3: 16.67 and 0
    assert [row[2:] for row in rows(page, "event-rank")][:3] == [
        ["91.67", "83.33", "87.50"],
        ["41.67", "66.67", "54.17"],
        ["16.67", "0.00", "8.33"],
    ]
    link = re.search(r'data-working href="([^"]+)"', page)
    assert link
    assert "divided by 6 boards" in text(as_role("public").get(link[1]))
    assert as_role("director").get(reverse("event", args=[event.pk])).status_code == 200


def test_pairs_are_known_again_by_their_players() -> None:
    first, _ = posted(title="Monday")
    second, _ = posted(title="Tuesday")  # other people
    event = event_of(first, second, matched="players")
    page = text(as_role("public").get(reverse("results-event", args=[event.token])))
    assert {row[0] for row in rows(page, "event-rank")} == {"–"}
    assert len(rows(page, "event-rank")) == 12


def test_sessions_of_one_name_are_told_apart_by_their_dates() -> None:
    event = event_of(*(posted(title="Weekly pairs")[0] for _ in range(2)), matched="players")
    page = text(as_role("public").get(reverse("results-event", args=[event.token])))
    heads = re.findall(r'<th scope="col" class="n wide">(?:<a[^>]*>)?([^<]*)', page)
    assert heads
    assert all(re.fullmatch(r"\d{1,2} [A-Z][a-z]{2}", head) for head in heads)
    assert "played 1, and 2 sessions are needed" in page
    totals = [float(row[-1]) for row in rows(page, "event-rank")]
    assert totals[:6] == sorted(totals[:6], reverse=True)
    working = as_role("public").get(re.search(r'data-working href="([^"]+)"', page)[1])  # type: ignore[index]
    assert re.search(r"Weekly pairs, \d{1,2} [A-Z][a-z]{2}: ", text(working))


def test_an_event_shows_only_sessions_whose_list_may_be_seen() -> None:
    first, _ = posted(title="Monday")
    second = played(title="Tuesday")
    event = event_of(first, second)
    page = text(as_role("public").get(reverse("results-event", args=[event.token])))
    assert "Tuesday: not posted." in page
    assert [row[-1] for row in rows(page, "event-rank")][:1] == ["91.67"]
    both = text(as_role("director").get(reverse("event", args=[event.pk])))
    assert "not posted" not in both


def test_a_session_whose_link_was_withdrawn_is_in_no_event_for_others_than_the_desk() -> None:
    first, _ = posted(title="Monday")
    second, token = posted(title="Tuesday")
    event = event_of(first, second)
    as_role("director").post(reverse("night-results-link", args=[second]), {"wish": "withdraw"})
    page = text(as_role("public").get(reverse("results-event", args=[event.token])))
    assert "Tuesday: not posted." in page
    assert token not in page
    assert all(len(row) == 4 for row in rows(page, "event-rank"))  # place, names, Monday, together
    assert all(
        len(row) == 5 for row in rows(text(as_role("director").get(reverse("event", args=[event.pk]))), "event-rank")
    )
    as_role("director").post(reverse("night-results-link", args=[first]), {"wish": "withdraw"})
    assert "No session of this event has results to show yet." in text(
        as_role("public").get(reverse("results-event", args=[event.token]))
    )


def test_an_event_that_cannot_be_made_says_why() -> None:
    first, _ = posted(title="Monday", method="butler")
    event = event_of(first)
    page = text(as_role("director").get(reverse("event", args=[event.pk])))
    assert "Monday has no percentages; combine the event by points." in page
    answer = as_role("director").post(reverse("events"), {"name": "", "carried": "120"})
    assert answer.status_code == 422
    assert "Give the event a name." in text(answer)
    assert "Choose at least one session." in text(answer)


def test_an_event_that_is_closed_or_another_clubs_is_not_there() -> None:
    first, _ = posted(title="Monday")
    event = event_of(first)
    theirs = as_role("owner", Club.objects.create(name="Hillside"))
    assert theirs.get(reverse("event", args=[event.pk])).status_code == 404
    assert theirs.get(reverse("results-event", args=[event.token])).status_code == 404
    assert theirs.post(reverse("events"), {"name": "x", "sessions": [first]}).status_code == 422
    Event.objects.filter(pk=event.pk).update(open=False)
    assert as_role("public").get(reverse("results-event", args=[event.token])).status_code == 404
    as_role("director").post(reverse("event", args=[event.pk]), {"wish": "remove"})
    assert not Event.objects.filter(club=our_club()).exists()


# -- in a browser ----------------------------------------------------------------------------------------------------------------


def test_the_pages_hold_on_a_phone_and_a_number_opens_over_the_page(desk_club: dict[str, str]) -> None:
    session, token = posted()
    do(session, AttachHands((HANDS,)), why="")
    do(session, Correct(key(2, 1, 2), BareScore(620), consent=("NS", "EW")), why="agreed")
    do(session, Publish())
    director = account("director", password=PASSWORD).name
    with desk_server(desk_club) as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        phone = {"width": 390, "height": 844}
        base = f"{server.address.rstrip('/')}{reverse('results', args=[token])}"
        page = chromium.new_context(viewport=phone).new_page()
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        for what in ("", "pair/A1/", "board/1/", "boards/", "recap/", "movement/", "versions/", "w/A1/"):
            page.goto(base + what)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, what
            assert faults(page, serious=True) == [], what
        page.goto(base)
        page.get_by_role("link", name="83.33").click()
        expect(page.locator("dialog#working[open]")).to_contain_text("total and place")
        assert page.url == base
        page.keyboard.press("Escape")
        expect(page.locator("dialog#working")).to_be_hidden()
        plain = chromium.new_context(viewport=phone, java_script_enabled=False).new_page()
        plain.goto(base)
        plain.get_by_role("link", name="83.33").click()
        expect(plain).to_have_url(re.compile("/w/A2/$"))
        desk = chromium.new_context(viewport=phone, color_scheme="dark").new_page()
        place = f"{server.address.rstrip('/')}{reverse('night-results', args=[session])}"
        desk.goto(place)
        sign_in(desk, director, PASSWORD)
        for what in ("", "publish/"):
            desk.goto(place + what)
            assert desk.evaluate("document.documentElement.scrollWidth") <= 390
            assert faults(desk, serious=True) == [], what
        chromium.close()
