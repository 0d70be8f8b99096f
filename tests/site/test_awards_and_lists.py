"""Awards of one side at the desk and in a ruling, penalties in a match, and lists of strata and with handicaps, on pages.

Three tables, three rounds of one board: the top is 4. While everybody has +110, everybody has 50%.
"""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from nights import a_night, confirmed, do, enter, play_on
from people import as_role

from arrowswitch.movements import build
from arrowswitch.scoring import Floor, weighted
from arrowswitch.scoring.lines import PLUS, Score
from arrowswitch.scoring.matches.matches import matches
from arrowswitch.session import LineKey, Publish, Rule, Seating, SeatPlayers, scored
from arrowswitch.session.night.seats import places
from arrowswitch.site.club.models import Player
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.results.models import Link

pytestmark = pytest.mark.usefixtures("desk_club")
FIRST = LineKey("A", 1, 1, 1)


@pytest.fixture
def desk() -> Client:
    return as_role("director")


@pytest.fixture
def night() -> int:
    session = a_night()
    play_on(session)
    return session


def text(answer: Any) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))


def adjust(desk: Client, session: int, step: str, **given: str) -> Any:
    sent = {"do": "adjust", "what": "split", "why": "ruling", **given}
    page = reverse("night-line", args=[session, *FIRST])
    return confirmed(desk, page, sent) if step == "confirm" else desk.post(page, {**sent, "step": step})


def test_a_weighted_score_for_one_side_and_average_plus_for_the_other(desk: Client, night: int) -> None:
    looked = adjust(desk, night, "look", ns_own="60% of 42, 40% of 5-", ew_own="A+")
    said = text(looked)
    # 420 beats both (4), -50 neither (0): 60% of a top. The other side has the 60% of average plus
    assert "NS 60% of +420, 40% of −50, EW average plus" in said.replace("of -50", "of −50")
    assert "NS 2 → 2.4 / 4 (60.00%) on this board" in said
    assert "EW 2 → 2.4 / 4 (60.00%) on this board" in said
    assert "What each result is worth here" in said
    assert adjust(desk, night, "confirm", ns_own="60% of 42, 40% of 5-", ew_own="A+").status_code == 302
    kept = store.state(night).lines[FIRST].adjustment
    assert (kept.ns, kept.ew) == (weighted((420, 60), (-50, 40)), PLUS)


def test_average_plus_for_one_side_and_a_score_for_the_other(desk: Client, night: int) -> None:
    assert adjust(desk, night, "confirm", ns_own="A+", ew_own="5-").status_code == 302
    (board,) = (board for key, board in scored(store.state(night)).boards.items() if key.board == 1)
    (line,) = (each for each in board.lines if each.line.table == 1 and each.line.round == 1)
    assert (line.ns.value, line.ew.value) == (Fraction(12, 5), 4)  # type: ignore[union-attr]


def test_the_better_of_a_score_and_average_plus(desk: Client, night: int) -> None:
    assert adjust(desk, night, "confirm", ns_own="P5-", ew_own="5-").status_code == 302
    assert store.state(night).lines[FIRST].adjustment.ns == Floor(-50)


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("3 IMPs", "This session is not scored in IMPs; write 5.5 MP, a percentage or a score."),
        ("60% of 42, 30% of 5-", "The weights make 90%, and must make 100%, each more than 0."),
        ("Px", "is not"),
    ],
)
def test_what_a_side_cannot_have_is_said_beside_the_field(
    desk: Client, night: int, written: str, sentence: str
) -> None:
    answer = adjust(desk, night, "look", ns_own="A+", ew_own=written)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert not store.state(night).lines[FIRST].adjusted


def test_a_ruling_gives_each_side_its_own(desk: Client, night: int) -> None:
    do(night, Rule("revoke", "A", 1, 1, 1, ("yes", "no", "in-time", "hand", "both"), offender="E"))
    (ruling,) = store.state(night).rulings.values()
    page = reverse("night-ruled", args=[night, ruling.id])
    given = {
        "do": "follow",
        "why": "Ruling",
        "result": "award",
        "award-what": "split",
        "award-ns_own": "50% of 42, 50% of 11",
        "award-ew_own": "11",
    }
    looked = text(desk.post(page, {**given, "step": "look"}))
    assert "NS 50% of +420, 50% of +110, EW +110" in looked
    assert "NS 2 → 3 / 4 (75.00%) on this board" in looked
    assert confirmed(desk, page, given).status_code == 302
    kept = store.state(night).lines[FIRST].adjustment
    assert (kept.ns, kept.ew) == (weighted((420, 50), (110, 50)), Score(110))


def test_a_penalty_in_imps_is_taken_from_the_match_that_is_chosen(desk: Client) -> None:
    session = a_night(build("american-whist", teams=5), method="imps", boards_per_match=6)
    play_on(session)
    page = reverse("night-pair", args=[session, "A", 1])
    assert "round 2, against Team" in text(desk.get(page))
    sent = {"do": "fine", "offence": "slow", "amount": "points", "value": "3", "match": "2", "why": "late"}
    assert desk.post(page, {**sent, "step": "look"}).status_code == 200
    assert confirmed(desk, page, sent).status_code == 302
    (fined,) = (match for match in matches(scored(store.state(session)))["A1"] if match.penalty)
    assert 2 in fined.rounds
    assert (fined.net, fined.penalty) == (0, 3)
    said = text(desk.get(reverse("night-results-working-total", args=[session, "A1"])))
    assert "Less the penalty of 3 IMPs" in said


# -- strata and handicaps ------------------------------------------------------------------------------------------------


def lists_page(session: int) -> str:
    return reverse("night-results-lists", args=[session])


def test_strata_and_handicaps_make_lists_of_their_own(desk: Client, night: int) -> None:
    assert "Strata and handicaps" in text(desk.get(reverse("night-results", args=[night])))
    sent = {"kind": "percent", "stratum-A1": "B", "stratum-A2": "B", "handicap-A1": "4,5", "handicap-A4": "-9"}
    assert desk.post(lists_page(night), sent).status_code == 302
    said = text(desk.get(reverse("night-results", args=[night])))
    assert "Stratum B · North-South" in said
    assert "With handicaps · North-South" in said
    assert "+4.5 54.50" in said
    assert "−9 41.00" in said
    again = desk.get(lists_page(night)).content.decode()
    assert re.search(r'name="handicap-A1" value="4.5"', again)
    working = text(desk.get(reverse("night-results-working-total", args=[night, "A1"])))
    assert "Place in stratum B" in working
    assert "A handicap of 4.5 percent" in working


def test_those_that_come_after_posting_wait_for_a_new_version(desk: Client, night: int) -> None:
    do(night, Publish())
    link = Link.make(Session.objects.get(pk=night))
    page = reverse("results", args=[link.token])
    assert "With handicaps" not in text(as_role("public").get(page))
    desk.post(lists_page(night), {"kind": "percent", "handicap-A1": "4.5"})
    assert "With handicaps" not in text(as_role("public").get(page))
    said = text(desk.get(reverse("night-results", args=[night])))
    assert "With handicaps" in said
    assert "Changed since, and not posted set the strata and handicaps" in said
    assert "Post a new version" in said
    assert desk.post(reverse("night-results-publish", args=[night])).status_code == 302
    assert "With handicaps" in text(as_role("public").get(page))


def test_a_handicap_that_is_no_number_is_refused_in_a_sentence(desk: Client, night: int) -> None:
    answer = desk.post(lists_page(night), {"kind": "percent", "handicap-A1": "much"})
    assert answer.status_code == 422
    assert "The handicap of NS 1 is a number, such as 4.5 or -9." in text(answer)
    assert store.state(night).handicaps is None


def test_a_scorer_does_not_set_them(night: int) -> None:
    assert as_role("scorer").get(lists_page(night)).status_code in (302, 403, 404)


def test_strata_and_handicaps_are_filled_in_and_set_only_when_saved(desk: Client) -> None:
    # pair A1 has 4 + 2 + 2 of 12 on 6 January: 66.67%, so 50 less that is -16.67 a week later
    first = a_night()
    enter(first, 1, 1, 1, 420)
    play_on(first)
    do(first, Publish(), force=True, why="done")
    people = {place: stints[-1].player for place, stints in store.state(first).seats.items()}
    later = a_night(date=date(2026, 1, 13), names=False, start=False)
    do(later, SeatPlayers(tuple(Seating(place, people[place]) for place in places(store.state(later)))))
    Player.objects.filter(pk__in=[int(each.id) for each in list(people.values())[:2]]).update(grade="Junior")
    page = desk.get(lists_page(later), {"formula": "rolling-year", "grade-0": "C"})
    shown = text(page)
    assert "Worked out from 1 earlier session that was posted. Nothing is set until you save." in shown
    assert "The mean of 1 result = 66.6667" in shown
    assert "The mean of the players' handicaps = −16.6667" in shown
    assert 'value="-16.67"' in page.content.decode()
    assert '<option value="C" selected>' in page.content.decode()
    assert store.state(later).handicaps is None
    sent = {"kind": "percent", "handicap-A1": "-16.67", "stratum-A1": "C"}
    assert desk.post(lists_page(later), sent).status_code == 302
    assert store.state(later).strata == {"A1": "C"}
    assert "as they are" in text(desk.get(lists_page(later), {"formula": "nonsense"}))


def test_prizes_are_read_off_the_results_and_lots_off_a_word(night: int) -> None:
    desk = as_role("scorer")
    page = reverse("night-results-prizes", args=[night])
    assert "The first slam that was made nobody yet" in text(desk.get(page))
    once, again = (text(desk.get(page, {"seed": "Butter ", "count": "2"})) for _ in range(2))
    assert once == again
    assert desk.get(page, {"seed": "", "count": "x"}).status_code == 422
