"""A teams session on pages: victory points at set-up, teams and line-ups, matches at the desk, the cross table."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from nights import a_night, confirmed, do, enter, play_round
from people import as_role, our_club

from arrowswitch.movements import begun, build, drawn_round, placed
from arrowswitch.session import Publish, SeatedPlayer, Undo
from arrowswitch.session.acts import AddDraw, NameTeam
from arrowswitch.session.night import around
from arrowswitch.site.club.models import Player
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.results.models import Link

pytestmark = pytest.mark.usefixtures("desk_club")


@pytest.fixture
def desk() -> Client:
    return as_role("director")


@pytest.fixture
def night() -> int:
    """Four teams, three rounds of two boards; in round 1 teams 1-2 and 3-4 meet at tables 1, 2 and 3, 4."""
    movement = build("round-robin", teams=4, boards_per_round=2)
    return a_night(movement, title="Teams", method="imps", victory_points=True)


def text(answer: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def match_page(session: int) -> str:
    return reverse("night-match", args=[session, "A", 1, 2, 1])


def test_a_new_session_of_teams_has_victory_points_by_the_scale_that_is_chosen(desk: Client) -> None:
    page = reverse("night-new")
    assert "ACBL 20 victory points" in text(desk.get(page, {"kind": "teams", "teams": "4"}))
    sent = {"kind": "teams", "teams": "4", "method": "imps", "federation": "nzb"}
    for scale, on, name in (("", True, "wbf"), ("acbl-20", True, "acbl-20"), ("imps", False, "wbf")):
        assert desk.post(page, {**sent, "scale": scale}).status_code == 302
        state = store.state(Session.objects.latest("pk").pk)
        assert (state.on_victory_points, state.regulations.matches.scale) == (on, name)


def test_another_scale_is_chosen_at_the_set_up(desk: Client, night: int) -> None:
    page = reverse("night", args=[night])
    assert "WBF 20 victory points, to two decimals" in text(desk.get(page))
    assert desk.post(page, {"do": "save", "matches-scale": "wbf-discrete"}).status_code == 302
    assert store.state(night).regulations.matches.scale == "wbf-discrete"
    assert desk.post(page, {"do": "save", "matches-scale": "none of these"}).status_code == 422


def test_the_journal_names_no_spare_player_who_asked_to_be_forgotten(desk: Client, night: int) -> None:
    zoe = Player.objects.create(club=our_club(), given="Zoe", family="Zelkova")
    do(night, NameTeam("A", 1, "The Herons", (SeatedPlayer("Zoe Zelkova", str(zoe.pk)),)))
    zoe.erase()
    told = text(desk.get(reverse("night-journal", args=[night])))
    assert ("Zoe Zelkova" in told, "said who is in team 1" in told.lower()) == (False, True)


def test_a_team_is_named_and_its_fifth_player_comes_in(desk: Client, night: int) -> None:
    page = reverse("night-team", args=[night, "A", 1])
    sent = {"do": "team", "team-name": "The Herons", "team-fifth": "Eve Visitor", "team-captain": "1"}
    assert desk.post(page, sent).status_code == 302
    shown = text(desk.get(page))
    assert "Team 1 The Herons" in shown
    assert "Captain: " in shown
    line_up = {"do": "line-up", "line-up-round": "2", "line-up-n": "4", "line-up-s": "1"}
    assert desk.post(page, {**line_up, "line-up-e": "2", "line-up-w": "3"}).status_code == 302
    state = store.state(night)
    assert around(state, "A", 2, 1)["N"].name == "Eve Visitor"
    refused = desk.post(page, {**line_up, "line-up-e": "4", "line-up-w": "3"})
    assert (refused.status_code, "Nobody can sit on two seats." in text(refused)) == (422, True)
    listed = text(desk.get(reverse("night-matches", args=[night])))
    assert "Team 1 The Herons" in listed
    assert "Eve Visitor" in listed


def test_a_match_is_entered_as_a_whole_with_its_effect_shown_first(desk: Client, night: int) -> None:
    page = match_page(night)
    form = {"do": "whole", "one": "34", "other": "21"}
    looked = desk.post(page, {**form, "step": "look"})
    assert looked.status_code == 200
    assert "What changes in the ranking" in text(looked)
    assert not store.state(night).matches
    assert confirmed(desk, page, form).status_code == 302
    assert "entered as a whole 34 to 21" in text(desk.get(page))
    cross = text(desk.get(reverse("night-results-matches", args=[night])))
    assert "+13 *" in cross
    told = text(desk.get(reverse("night-results-match", args=[night, "A1", "A2"])))
    assert "entered as a whole, without boards" in told
    assert "34 to 21" in told


def test_a_board_of_a_whole_match_is_refused_in_a_sentence(desk: Client, night: int) -> None:
    assert confirmed(desk, match_page(night), {"do": "whole", "one": "34", "other": "21"}).status_code == 302
    with pytest.raises(Exception, match="has a result as a whole"):
        enter(night, 1, 1, store.state(night).sections["A"].movement.at[1, 1].boards[0], 110)


def test_the_wrong_way_round_is_eight_points_each(desk: Client, night: int) -> None:
    play_round(night)
    form = {"do": "award", "award": "same-way", "why": "both sat North-South"}
    assert confirmed(desk, match_page(night), form).status_code == 302
    cross = text(desk.get(reverse("night-results-matches", args=[night])))
    assert "8.00 – *" in cross
    do(night, Undo())
    assert "8.00" not in text(desk.get(reverse("night-results-matches", args=[night])))


def test_a_forfeit_names_who_did_not_come(desk: Client, night: int) -> None:
    assert confirmed(desk, match_page(night), {"do": "award", "award": "forfeit-2", "why": "ill"}).status_code == 302
    cross = text(desk.get(reverse("night-results-matches", args=[night])))
    assert "12.00 – *" in cross
    refused = desk.post(match_page(night), {"do": "award", "award": "forfeit-9", "step": "look"})
    assert refused.status_code == 422


def test_a_match_opens_board_by_board_with_both_tables(desk: Client, night: int) -> None:
    boards = store.state(night).sections["A"].movement.at[1, 1].boards
    for table, scores in ((1, (420, 110)), (2, (-50, 110))):
        for board, score in zip(boards, scores, strict=True):
            enter(night, 1, table, board, score)
    shown = text(desk.get(reverse("night-results-match", args=[night, "A1", "A2"])))
    assert "+420" in shown
    assert "+10" in shown  # 470 is worth 10 IMPs
    assert "10 over 2 boards on the scale wbf" in shown
    page = desk.get(reverse("night-results-match", args=[night, "A1", "A2"])).content.decode()
    (row, *_rest) = re.findall(r"<tr>(.*?)</tr>", page.partition("<tbody>")[2], re.DOTALL)
    assert len(re.findall(r"<t[hd]", row)) == len(
        re.findall(r"<th", page.partition("<thead>")[2].partition("</thead>")[0])
    )
    assert desk.get(reverse("night-results-match", args=[night, "A1", "A1"])).status_code == 404


def test_everybody_with_the_link_sees_the_matches_once_they_are_posted(desk: Client, night: int) -> None:
    do(night, NameTeam("A", 1, "The Herons"))
    play_round(night)
    link = Link.make(Session.objects.get(pk=night))
    page = reverse("results-matches", args=[link.token])
    assert as_role("public").get(page).status_code == 404
    do(night, Publish(), why="early", force=True)
    shown = as_role("public").get(page)
    assert (shown.status_code, "The Herons" in text(shown)) == (200, True)
    assert as_role("public").get(reverse("results-match", args=[link.token, "A1", "A2"])).status_code == 200


def test_the_second_half_of_a_round_in_which_three_teams_meet_is_called_so(desk: Client) -> None:
    first = drawn_round("teams", 1, placed("teams", [((1, 2), 1), ((3, 4, 5), 2)]), boards=4)
    session = a_night(begun("teams", "Swiss", first, planned=2), method="imps", boards_per_match=4)
    assert "Call round 1, half 2" in text(desk.get(reverse("night-room", args=[session])))


def test_two_teams_that_meet_again_have_a_line_for_each_match(desk: Client) -> None:
    first = drawn_round("teams", 1, placed("teams", [((1, 2), 1)]), boards=2)
    movement = begun("teams", "Swiss", first, planned=2)
    session = a_night(movement, method="imps", boards_per_match=2)
    for board in (1, 2):
        enter(session, 1, 1, board, 110)
        enter(session, 1, 2, board, -110)
    again = drawn_round("teams", 2, placed("teams", [((1, 2), 1)]), boards=2, before=movement)
    do(session, AddDraw("A", again), why="the draw", force=True)
    lines = re.findall(r"<tr>.*?</tr>", desk.get(reverse("night-matches", args=[session])).content.decode(), re.DOTALL)
    rows = [" ".join(re.sub(r"<[^>]*>", " ", line).split()) for line in lines if "Team 1" in line and " – " in line]
    assert ["+12" in row for row in rows] == [True, False]


@pytest.mark.parametrize("method", ["board-a-match", "point-a-board", "patton", "aggregate"])
def test_other_ways_of_scoring_have_their_matches_too(desk: Client, method: str) -> None:
    session = a_night(build("round-robin", teams=4, boards_per_round=2), method=method)
    play_round(session)
    assert "Everybody against everybody" in text(desk.get(reverse("night-results-matches", args=[session])))
    assert desk.get(reverse("night-results-match", args=[session, "A1", "A2"])).status_code == 200
    assert desk.get(reverse("night-results-working-total", args=[session, "A1"])).status_code == 200
    assert confirmed(
        desk, reverse("night-match", args=[session, "A", 1, 3, 2]), {"do": "whole", "one": "3", "other": "1"}
    )
