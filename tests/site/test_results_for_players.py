"""Results as a player meets them on a phone: whose line is mine, what it beat, what the hands count, and the nights before."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse
from nights import do
from people import as_role
from test_results_pages import HANDS, PLAYED, key, linked, played, player_of, posted, see, text

from arrowswitch.session import AttachHands, CallRound, ChangeSettings, Enter, NotPlayed, Publish, Reopen, Settings

pytestmark = pytest.mark.usefixtures("desk_club")


def words(page: str) -> str:
    """What is read on a page, without its markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_a_traveller_tells_its_columns_apart_and_names_both_pairs_on_a_phone() -> None:
    _session, token = posted()
    page = see(token, "board/1/")
    assert words(page).count("NS MP") == 1
    assert words(page).count("EW MP") == 1
    narrow = re.findall(r'<tr class="names-line">.*?</tr>', page, re.DOTALL)
    assert len(narrow) == 3
    assert "lead" in words(narrow[0] + narrow[1] + narrow[2])
    assert all(words(each).count("&amp;") == 2 for each in narrow)


def test_a_players_own_result_stands_above_the_traveller_in_words_with_the_way_back() -> None:
    session, token = posted()
    client = player_of(session, 1)
    page = see(token, "board/1/", client)
    own = re.search(r'<section class="own-result".*?</section>', page, re.DOTALL)
    assert own
    assert "Your result:" in words(own[0])
    assert "+420" in words(own[0])
    assert "3 of 4 MP, 75.00%" in words(own[0])
    assert "My card" in words(own[0])
    assert "you" in words(page[page.index('class="mine"') :])


def test_somebody_elses_line_is_told_by_their_names_and_leads_to_their_card() -> None:
    _session, token = posted()
    page = see(token, "board/1/?of=A1")
    assert "Your result" not in page
    assert "+420" in words(page[page.index("own-result") : page.index("own-result") + 900])
    assert 'class="own-result"' not in see(token, "board/1/")
    assert 'class="own-result"' not in see(token, "board/1/?of=A99")


def test_the_working_begins_with_a_plain_sentence_and_the_scores_that_were_beaten() -> None:
    _session, token = posted()
    page = words(see(token, "w/A1/1/"))
    assert "+420 It beats 1 of the 2 other pairs. It ties with one." in page
    assert re.search(r"The same \+420 Beaten \+170", page)


def test_a_board_that_was_played_less_often_says_why_its_points_are_scaled() -> None:
    session = played(upto=2)
    do(session, CallRound(3))
    for place in ((3, 1, 3), (3, 3, 2)):
        do(session, Enter(key(*place), PLAYED[place]))
    do(session, Enter(key(3, 2, 1), NotPlayed()))
    do(session, Publish(), why="The hall closes", force=True)
    page = words(see(linked(session), "w/A1/1/"))
    # one of two others is beaten, and one is missing: (2 + 1) × 3 ÷ 2 − 1 = 3.5 of 4
    assert (
        "+420 It beats the one other pair. One result is missing or cannot be compared, so the points are scaled"
        in page
    )
    assert "3.5 of 4" in page


def test_hands_are_counted_and_sound_card_by_card() -> None:
    session = played()
    do(session, AttachHands((HANDS,)))
    do(session, Publish())
    page = see(linked(session), "board/1/")
    assert "spades A K Q J 10 9 8 7 6 5 4 3 2." in words(page)
    assert words(page).count("10 points") == 4


def test_pages_of_results_have_titles_of_their_own() -> None:
    _session, token = posted()
    titles = {
        what: re.search(r"<title>(.*?)</title>", see(token, what))[1]
        for what in ("", "pair/A1/", "board/1/", "boards/", "recap/", "movement/", "w/A1/1/", "w/A1/")
    }  # type: ignore[index]
    assert len(set(titles.values())) == len(titles)
    assert titles["board/1/"].startswith("Board 1 · ")
    assert re.search(r", \d\d\.\d\d% · ", titles["pair/A1/"])


def test_my_results_list_what_i_played_and_lead_to_my_card() -> None:
    session, token = posted()
    other, _token = posted()
    client = player_of(session, 1)
    mine = reverse("my-bridge-results")
    page = text(client.get(mine))
    assert f"/results/{token}/pair/A1/" in page
    assert "41.67%" in page
    assert "place 2 of 3" in words(page)
    do(other, Reopen(), why="A score was wrong")
    assert text(client.get(mine)).count("place 2 of 3") == 1


def test_my_results_show_nothing_that_the_club_hides() -> None:
    session, _token = posted()
    client = player_of(session, 1)
    do(session, ChangeSettings(Settings(rankings="never")))
    page = words(text(client.get(reverse("my-bridge-results"))))
    assert "Tuesday" in page
    assert "41.67" not in page
    assert "place" not in page


def test_old_links_to_my_nights_lead_to_my_bridge() -> None:
    posted()
    assert as_role("player").get("/results/mine/")["Location"] == reverse("my-bridge")


def test_nothing_of_this_is_seen_where_the_points_are_hidden() -> None:
    session = played(upto=2)
    client = player_of(session, 1)
    answer = client.get(f"/results/{linked(session)}/w/A1/1/")
    assert answer.status_code == 404
    assert "beats" not in text(answer)


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("localhost", "on this computer only"),
        ("192.168.1.20", "At home it does not open"),
        ("bridge.example", "everywhere, also at home"),
    ],
)
def test_who_posts_is_told_from_where_the_link_can_be_opened(
    host: str, said: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARROWSWITCH_LISTENS", "127.0.0.1")
    settings.KNOWN_HOSTS = ["bridge.example"]
    session, _token = posted()
    director = as_role("director")
    page = text(director.get(reverse("night-results", args=[session]), headers={"host": host}))
    assert said in page
    assert ("send the ranking and the board sheets as PDF" in page) == (host != "bridge.example")
    do(session, Reopen(), why="A score was wrong")
    assert said in text(director.get(reverse("night-results-publish", args=[session]), headers={"host": host}))
