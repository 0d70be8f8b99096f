"""Rulings at a table of a night: from the call to the log, from the log to the score, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from fractions import Fraction

import pytest
from browsing import ARGUMENTS, PATIENCE, WIDTHS, executable, faults, fits, sign_in
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from nights import DIRECTOR, a_night, confirmed, desk_server, do, play_on
from people import PASSWORD, account, as_role
from playwright.sync_api import Page, expect, sync_playwright

from arrowswitch.movements import build
from arrowswitch.rulings import book
from arrowswitch.scoring import MINUS, PLUS
from arrowswitch.scoring.lines import ELSEWHERE, Score, Weighted
from arrowswitch.session import (
    Adjustment,
    BareScore,
    CallDirector,
    CallRound,
    Command,
    Contracted,
    Correct,
    Enter,
    LineKey,
    Publish,
    Refused,
    Rule,
    TrackCards,
)
from arrowswitch.session.deciding.rights import closes
from arrowswitch.session.night.state import Ruling
from arrowswitch.site.journal import store
from arrowswitch.site.night.desk import told
from arrowswitch.site.work import memory
from ways_through import paths

LINE = LineKey("A", 1, 1, 1)
TWO = "yes,no,in-time,hand,none,revoker,1"


def walk(session: int, answers: str, **more: str) -> str:
    given = {"a": answers, "section": "A", "table": "1", "round": "1", "board": "1", **more}
    return reverse("night-ruling", args=[session, "revoke"]) + "?" + "&".join(f"{k}={v}" for k, v in given.items())


def test_the_walk_knows_the_names_and_the_declarer_of_the_table(desk_club: dict[str, str]) -> None:
    session = a_night()
    do(session, Enter(LINE, Contracted("4S", "N", 9)))
    director = as_role("director")
    page = director.get(walk(session, "", offender="E")).content.decode()
    east = re.search(r"<span><b>E</b> ([^<]+)</span>", page)
    assert east
    assert f"Has East ({east[1]})" in page
    assert director.get(walk(session, "", table="9")).status_code == 404


def test_a_ruling_is_written_down_and_answers_the_call(desk_club: dict[str, str]) -> None:
    session = a_night()
    do(session, CallDirector("A", 1, "revoke"))
    (call,) = store.state(session).calls
    director = as_role("director")
    listing = director.get(reverse("night-rulings", args=[session])).content.decode()
    assert f"?call={call}" in listing
    found = director.get(reverse("night-rulings-table", args=[session, "A", 1]) + f"?call={call}").content.decode()
    assert "/rulings/revoke/?" in found  # what was said when calling is looked for at once
    written = director.post(walk(session, TWO, offender="E", call=call), {"facts": "ruffed", "status": "closed"})
    (ruling,) = store.state(session).rulings.values()
    assert written.url == reverse("night-ruled", args=[session, ruling.id])
    assert store.state(session).calls[call].answered
    assert (ruling.act.facts, ruling.act.laws, ruling.by) == ("ruffed", ("64A1",), "Director of Riverside")
    assert (
        "ruled on board 1 at table 1: Revoke (Law 64A1)"
        in director.get(reverse("night-journal", args=[session])).content.decode()
    )


def test_what_is_left_open_is_listed_until_it_is_closed(desk_club: dict[str, str]) -> None:
    session = a_night()
    director = as_role("director")
    director.post(walk(session, "yes", offender="E"), {"facts": "", "status": "deferred"})
    (ruling,) = store.state(session).rulings.values()
    log = reverse("night-rulings", args=[session])
    assert "Still open (1)" in director.get(log).content.decode()
    page = director.get(reverse("night-ruled", args=[session, ruling.id])).content.decode()
    assert f"ruling={ruling.id}" in page
    director.post(walk(session, TWO, offender="E", ruling=ruling.id), {"status": "closed"})
    assert "Nothing is left open." in director.get(log).content.decode()
    assert len(store.state(session).rulings) == 1


def test_what_cannot_be_written_down_is_said_and_what_was_typed_stays(desk_club: dict[str, str]) -> None:
    session = a_night()
    answer = as_role("director").post(walk(session, "yes"), {"facts": "four hearts", "status": "closed"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "There is no ruling yet" in page
    assert "four hearts" in page


def ruled_on(session: int, procedure: str, *answers: str, **more: str) -> Ruling:
    """A ruling on board 1 at table 1, written down."""
    do(session, Rule(procedure, "A", 1, 1, 1, answers, **more))  # type: ignore[arg-type]
    return list(store.state(session).rulings.values())[-1]


def page_of(session: int, ruling: Ruling) -> str:
    answer = as_role("director").get(reverse("night-ruled", args=[session, ruling.id]))
    assert answer.status_code == 200
    return answer.content.decode()


def apply(session: int, ruling: Ruling, **given: str) -> HttpResponse:
    form = {"do": "follow", "why": "Ruling", **given}
    page, director = reverse("night-ruled", args=[session, ruling.id]), as_role("director")
    return director.post(page, form) if "step" in given else confirmed(director, page, form)  # type: ignore[return-value]


def take_back(session: int, ruling: Ruling, what: str) -> HttpResponse:
    address = reverse("night-ruled-take-back", args=[session, ruling.id])
    return as_role("director").post(address, {"what": what})  # type: ignore[return-value]


def played(*others: int) -> int:
    """A night of five tables, with 4♠ by North one down on board 1 at table 1, and these scores at others."""
    session = a_night(build("mitchell", tables=5, boards_per_round=1))
    do(session, Enter(LINE, Contracted("4S", "N", 9)))
    for round_number, points in enumerate(others, 2):
        do(session, CallRound(round_number))
        meeting = next(
            each
            for each in store.state(session).sections["A"].movement.meetings
            if each.round == round_number and 1 in each.boards
        )
        do(session, Enter(LineKey("A", round_number, meeting.table, 1), BareScore(points)))
    return session


def test_a_judgement_is_adjusted_on_its_own_page_with_its_reason(desk_club: dict[str, str]) -> None:
    session = played()
    ruling = ruled_on(session, "revoke", "yes", "no", "in-time", "hand", "both", offender="E")
    page = page_of(session, ruling)
    assert "Ruling: Revoke (Law 64B7, 64C2(b))" in page
    assert 'value="award" id' in page
    assert re.search(r'<option value="directly" selected>[^<]+</option>', page)  # East-West revoked
    assert (
        apply(session, ruling, result="award", **{"award-what": "assigned", "award-score": "4S N ="}).status_code == 302
    )
    assert store.state(session).lines[LINE].adjustment.ns == Score(420)
    assert "Undo this change" in page_of(session, ruling)


@pytest.mark.parametrize(
    ("declarer", "offender", "tricks", "told"),
    [
        ("N", "E", 11, "The offender is a defender: 2 tricks to declarer. Declarer made 9 tricks, and has 11."),
        (
            "N",
            "S",
            7,
            "The offender is on declarer’s side: 2 tricks to the defenders. Declarer made 9 tricks, and has 7.",
        ),
        (
            "W",
            "E",
            7,
            "The offender is on declarer’s side: 2 tricks to the defenders. Declarer made 9 tricks, and has 7.",
        ),
        ("W", "N", 11, "The offender is a defender: 2 tricks to declarer. Declarer made 9 tricks, and has 11."),
    ],
)
def test_tricks_of_a_revoke_go_to_the_side_that_did_not_revoke(
    desk_club: dict[str, str], declarer: str, offender: str, tricks: int, told: str
) -> None:
    session = a_night()
    do(session, Enter(LINE, Contracted("4S", declarer, 9)))
    ruling = ruled_on(session, "revoke", *TWO.split(","), offender=offender)
    assert told in page_of(session, ruling)
    assert apply(session, ruling, result="follows").status_code == 302
    assert store.state(session).lines[LINE].entry == Contracted("4S", declarer, tricks)


def test_where_tricks_cannot_be_moved_the_page_says_what_is_missing(desk_club: dict[str, str]) -> None:
    session = a_night()
    ruling = ruled_on(session, "revoke", *TWO.split(","), offender="E")
    assert "when the contract, declarer and tricks of the board are entered" in page_of(session, ruling)
    do(session, Enter(LINE, Contracted("4S", "N", 9)))
    unknown = ruled_on(session, "revoke", *TWO.split(","))
    assert "when it is known where the offender sits" in page_of(session, unknown)


def test_of_a_board_played_twice_the_first_score_stands_and_the_other_side_gets_its_average(
    desk_club: dict[str, str],
) -> None:
    session = a_night()
    meeting = store.state(session).sections["A"].movement.by_round[2][2]
    again = LineKey("A", 2, meeting.table, 1)
    assert 1 in meeting.boards
    do(session, Enter(LINE, Contracted("4S", "N", 10), ew=meeting.ew), force=True, why="they sat there")
    do(session, Enter(LineKey("A", 1, 2, 2), BareScore(110)))
    do(session, Enter(LineKey("A", 1, 3, 3), BareScore(110)), force=True, why="all the same")
    do(session, CallRound(2))
    do(session, Enter(again, Contracted("3NT", "N", 9)), force=True, why="they played it")
    act = Rule("board-played-twice", "A", 2, meeting.table, 1, ("ew", "none"))
    (ruling,) = do(session, act).rulings.values()
    page = page_of(session, ruling)
    assert "to average plus for North-South and their first score for East-West" in page
    assert apply(session, ruling, result="follows").status_code == 302
    record = store.state(session).lines[again]
    assert (record.adjustment.ns, record.adjustment.ew, record.void) == (PLUS, ELSEWHERE, False)
    director = as_role("director")
    for name in ("board/1", "pair/A1", f"pair/{store.state(session).name('A', meeting.ew)}", "recap"):
        assert director.get(reverse("night-results", args=[session]) + f"{name}/").status_code == 200, name
    shown = director.get(reverse("night-results", args=[session]) + "board/1/").content.decode()
    assert "NS average plus, EW their first score" in shown
    for what in ("results", "recap", "board-sheets", "score-cards-played"):
        answer = director.get(reverse("night-print-pdf", args=[session, what]))
        assert answer.status_code == 200, what
        assert answer["Content-Type"] == "application/pdf"
    for name, more in (("night-board", [1]), ("night-line", list(again)), ("night-pair", ["A", meeting.ew])):
        assert director.get(reverse(name, args=[session, *more])).status_code == 200, name
    back = reverse("night-ruled-take-back", args=[session, ruling.id])
    assert director.post(back, {"what": "score"}).status_code == 302
    assert store.state(session).lines[again].void


def test_that_a_first_score_is_missing_is_said_on_the_page_of_the_ruling(desk_club: dict[str, str]) -> None:
    session = a_night()
    do(session, Enter(LINE, Contracted("4S", "N", 10)))
    page = page_of(session, ruled_on(session, "board-played-twice", "ns", "none"))
    assert "NS 1 has no other score on board 1 yet." in page
    assert "Nothing follows for the score by itself." not in page


def with_penalty() -> tuple[int, Ruling]:
    """A pair that broke a law on purpose and gained: adjust, and a penalty."""
    session = played(420)
    for answers, step in paths(book(), "intentional-infringement", "2017"):
        kinds = {effect.kind for effect in step.effects}
        if {"penalty", "adjust"} <= kinds:
            return session, ruled_on(session, "intentional-infringement", *answers, offender="E")
    raise AssertionError


def test_the_penalty_of_a_ruling_goes_in_with_its_award_by_the_scale_in_one_confirmation(
    desk_club: dict[str, str],
) -> None:
    session, ruling = with_penalty()
    page = page_of(session, ruling)
    assert re.search(r'name="ew-give"[^>]*checked', page)  # East did it
    assert not re.search(r'name="ns-give"[^>]*checked', page)
    scale = {"ew-give": "on", "ew-offence": "standard", "ew-amount": "scale"}
    given = {"result": "award", "award-what": "assigned", "award-score": "4S N =", **scale}
    before = len(store.state(session).journal)
    looked = apply(session, ruling, **{**given, "step": "look"})
    assert "What changes in the ranking" in looked.content.decode()
    assert "The scale says" in looked.content.decode()
    assert len(store.state(session).journal) == before  # only looked
    assert apply(session, ruling, **given).status_code == 302
    state = store.state(session)
    (penalty,) = state.penalties.values()
    assert (penalty.contestant, penalty.share, penalty.why) == (state.lines[LINE].ew, Fraction(1, 10), "Ruling")
    assert state.lines[LINE].adjustment.ns == Score(420)
    page = page_of(session, ruling)
    assert "Undo all of it" in page
    assert 'name="ew-give"' not in page  # it has been given
    again = apply(session, ruling, **{"result": "none", **scale})
    assert again.status_code == 422


def test_a_penalty_can_be_changed_or_left_out_and_nothing_at_all_is_no_ruling(desk_club: dict[str, str]) -> None:
    session, ruling = with_penalty()
    assert "Choose what is to be done" in apply(session, ruling, result="none").content.decode()
    more = {"ns-give": "on", "ns-offence": "disciplinary", "ns-amount": "share", "ns-value": "25"}
    assert apply(session, ruling, result="none", **more).status_code == 302
    (penalty,) = store.state(session).penalties.values()
    assert (penalty.contestant, penalty.share, penalty.offence) == (
        store.state(session).lines[LINE].ns,
        Fraction(1, 4),
        "disciplinary",
    )


def test_of_several_things_all_are_done_or_none(desk_club: dict[str, str]) -> None:
    session, ruling = with_penalty()
    before = store.state(session).journal
    given = {
        "result": "award",
        "award-what": "assigned",
        "award-score": "4S N =",
        "ew-give": "on",
        "ew-amount": "points",
    }
    answer = apply(session, ruling, **given, **{"ew-offence": "standard", "ew-value": "99999999"})
    assert answer.status_code == 422
    assert store.state(session).journal == before


def test_taking_a_ruling_back_takes_back_all_that_it_did(desk_club: dict[str, str]) -> None:
    session, ruling = with_penalty()
    scale = {"ew-give": "on", "ew-offence": "standard", "ew-amount": "scale"}
    given = {"result": "award", "award-what": "assigned", "award-score": "4S N =", **scale}
    apply(session, ruling, **given)
    assert take_back(session, ruling, "score").status_code == 302
    state = store.state(session)
    assert (state.penalties, state.lines[LINE].adjusted, list(state.rulings)) == ({}, False, [ruling.id])
    apply(session, ruling, **given)
    assert take_back(session, ruling, "ruling").status_code == 302
    state = store.state(session)
    assert (state.penalties, state.lines[LINE].adjusted, dict(state.rulings)) == ({}, False, {})


def test_what_somebody_has_gone_on_from_is_not_taken_back_and_the_page_says_why(desk_club: dict[str, str]) -> None:
    session = played()
    ruling = ruled_on(session, "revoke", *TWO.split(","), offender="E")
    apply(session, ruling, result="follows")
    do(session, Correct(LINE, Contracted("4S", "N", 10), error="scorer"), why="read again")
    answer = take_back(session, ruling, "ruling")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "has gone on from there since" in page
    assert page.count('class="done"') == 1  # the change of the score still stands; the ruling is not listed among them
    assert ruling.id in store.state(session).rulings
    undone = as_role("director").post(reverse("night-undo", args=[session]), {"undo": ruling.id, "why": "x"})
    assert "has gone on from there since" in undone.content.decode()  # in the journal, too, the ruling is not torn off


def test_a_weighted_ruling_opens_with_the_traveller_and_says_what_each_result_is_worth(
    desk_club: dict[str, str],
) -> None:
    session = played(420, 420, -50, 450)
    answers = next(
        answers
        for answers, step in paths(book(), "unauthorised-information", "2017")
        if any(each.kind == "adjust" and each.detail["how"] == "weighted" for each in step.effects)
    )
    ruling = ruled_on(session, "unauthorised-information", *answers, offender="S")
    page = page_of(session, ruling)
    cells = "".join(r'<td class="n">([^<]*)</td>' for _ in range(2))
    score = r'<th scope="row" class="n">([^<]+?)(?: <span[^>]*>here</span>)?</th>'
    rows = re.findall(rf'<tr( class="own")?>{score}<td class="n">([^<]*)</td><td class="also"></td>{cells}', page)
    assert [(bool(own), score.strip(), times) for own, score, times, _, _ in rows] == [
        (False, "+450", "1"),
        (False, "+420", "2"),
        (True, "−50", "1"),
    ]
    assert [(ns, ew) for *_, ns, ew in rows] == [
        ("7", "1"),
        ("4", "4"),
        ("1", "7"),
    ]  # Law 78A: 2 a win, 1 a tie, 4 others
    assert 'name="award-result1" value="5-"' in page  # this table's own result first
    assert 'name="award-result2" value="42"' in page
    given = {"result": "award", "award-what": "weighted", "award-result1": "5-", "award-result2": "42"}
    given |= {"award-result3": "45", "award-weight1": "40", "award-weight2": "60", "award-weight3": ""}
    looked = apply(session, ruling, **given, step="look").content.decode()
    assert "What each result is worth here" in looked
    assert "What changes in the ranking" in looked
    assert apply(session, ruling, **given).status_code == 302
    award = store.state(session).lines[LINE].adjustment.ns
    assert isinstance(award, Weighted)
    assert [(each.ns, each.weight) for each in award.outcomes] == [(-50, Fraction(2, 5)), (420, Fraction(3, 5))]


def test_average_plus_goes_in_as_the_regulations_say_with_the_pairs_own_percentage(desk_club: dict[str, str]) -> None:
    session = played()
    answers = next(
        answers
        for answers, step in paths(book(), "slow-play", "2017")
        if any(
            each.kind == "artificial" and each.detail.get("ns") == "A+" and each.detail.get("ew") == "A-"
            for each in step.effects
        )
    )
    ruling = ruled_on(session, "slow-play", *answers, offender="E")
    page = page_of(session, ruling)
    assert "Average plus is 60%, average 50%, average minus 40% of the board." in page
    assert "Average plus rises to the pair’s own percentage" in page
    assert apply(session, ruling, result="follows").status_code == 302
    assert store.state(session).lines[LINE].adjustment == Adjustment(PLUS, MINUS, "none", "directly")


def test_each_side_can_have_its_own_score(desk_club: dict[str, str]) -> None:
    session = played()
    ruling = ruled_on(session, "revoke", "yes", "no", "in-time", "hand", "both", offender="E")
    own = {"award-what": "split", "award-ns_own": "4S N =", "award-ew_own": "A-"}
    assert apply(session, ruling, result="award", **own).status_code == 302
    kept = store.state(session).lines[LINE].adjustment
    assert (kept.ns, kept.ew) == (Score(420), MINUS)


def test_the_room_counts_what_is_open_and_a_call_leads_to_the_board_in_play(desk_club: dict[str, str]) -> None:
    session = a_night(build("mitchell", tables=3, boards_per_round=3))
    do(session, Enter(LineKey("A", 1, 2, 4), Contracted("4S", "N", 9)))
    do(session, CallDirector("A", 2, "revoke"))
    (call,) = store.state(session).calls
    director = as_role("director")
    do(session, Rule("revoke", "A", 1, 1, 1, ("yes",), status="deferred"))
    room = director.get(reverse("night-room", args=[session])).content.decode()
    assert "1 ruling is still open" in room
    assert "still open" not in as_role("scorer").get(reverse("night-room", args=[session])).content.decode()
    (address,) = re.findall(r'href="([^"]+/rulings/at/[^"]+)"', room)
    found = director.get(address).content.decode()
    assert "Table 2, round 1, board 5" in found
    (first, *_rest) = re.findall(r'href="([^"]+/rulings/revoke/[^"]+)"', found)
    question = director.get(first.replace("&amp;", "&")).content.decode()
    assert "Table 2, round 1, board 5" in question
    assert "Has the offender" in question or "Has " in question
    assert f"call={call}" in first
    none = director.get(f"{address.replace('&amp;', '&')}&board=0").content.decode()
    assert "board 5</b>" not in none


def posted(ago: timedelta) -> int:
    """A night whose results were posted so long ago."""
    session = a_night()
    play_on(session)
    when = timezone.now() - ago
    store.append(session, Command("post-them", DIRECTOR, when, Publish(), force=True, why="all there"))
    return session


BEFORE_ASKING = ["night-rulings", "night-rulings-table A 1", "night-ruling revoke"]


@pytest.mark.parametrize("name", BEFORE_ASKING)
def test_that_the_results_are_posted_is_said_before_anything_is_asked(desk_club: dict[str, str], name: str) -> None:
    director = as_role("director")
    name, *more = name.split()
    where = "?section=A&table=1&round=1&board=1"
    session = a_night()
    assert "The results are posted" not in director.get(reverse(name, args=[session, *more]) + where).content.decode()
    session = posted(timedelta())
    page = director.get(reverse(name, args=[session, *more]) + where).content.decode()
    assert "The results are posted. A ruling can change them until" in page
    session = posted(timedelta(hours=2))
    page = director.get(reverse(name, args=[session, *more]) + where).content.decode()
    assert "before it can change the score, reopen the results." in page
    assert reverse("night-results", args=[session]) in page


@pytest.mark.parametrize("name", ["night-trouble", "night-trouble-kind wrong-board", "night-trouble-edit"])
def test_a_repair_after_posting_is_told_off_before_its_questions(desk_club: dict[str, str], name: str) -> None:
    director = as_role("director")
    name, *more = name.split()
    said = "The results are posted. Reopen them before you repair anything here."
    assert said not in director.get(reverse(name, args=[a_night(), *more])).content.decode()
    assert said in director.get(reverse(name, args=[posted(timedelta()), *more])).content.decode()


def test_a_time_that_is_over_is_told_by_the_clock_of_the_club(desk_club: dict[str, str]) -> None:
    session = posted(timedelta(hours=2))
    answer = as_role("director").post(walk(session, TWO, offender="E"), {"status": "closed"})
    form = {"do": "follow", "step": "effect", "result": "award", "award-what": "artificial", "why": "64A1"}
    page = as_role("director").post(answer["Location"], form).content.decode()
    assert "reopen the results" in page
    with timezone.override("Pacific/Auckland"):
        over = timezone.localtime(closes(store.state(session)))
        act = Correct(LINE, BareScore(620), consent=("NS", "EW"))
        with pytest.raises(Refused) as refused:
            do(session, act, why="misread")
        assert told(refused.value).startswith(f"The time for corrections ended at {over:%Y-%m-%d %H:%M} NZ")


def test_names_of_a_poll_stay_with_the_directors(desk_club: dict[str, str]) -> None:
    session = a_night()
    director = as_role("director")
    director.post(
        walk(session, "yes,no,in-time,hand,both"), {"poll": "pass / Cy Cole\n4S", "ns_told": "on", "status": "closed"}
    )
    (ruling,) = store.state(session).rulings.values()
    assert [each.would for each in ruling.act.poll] == ["pass", "4S"]
    assert "Cy Cole" in director.get(reverse("night-ruled", args=[session, ruling.id])).content.decode()
    scorer = as_role("scorer")
    assert scorer.get(reverse("night-ruled", args=[session, ruling.id])).status_code == 403
    for page in ("night-journal", "night-boards", "night"):
        assert "Cy Cole" not in scorer.get(reverse(page, args=[session])).content.decode()


@contextmanager
def on_a_phone(place: dict[str, str]) -> Iterator[tuple[Page, str]]:
    """A director's phone at a real server, and the server's address."""
    name = account("director", password=PASSWORD).name
    with desk_server(place) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        context = browser.new_context(viewport=dict(zip(("width", "height"), WIDTHS["phone"], strict=True)))  # type: ignore[arg-type]
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(server.address.rstrip("/") + reverse("sign-in"))
        sign_in(page, name, PASSWORD)
        yield page, server.address.rstrip("/")
        browser.close()


def look(page: Page) -> None:
    assert faults(page, serious=True) == []
    assert fits(page)


def test_three_taps_from_the_room_to_the_first_question_and_no_network_in_the_middle(desk_club: dict[str, str]) -> None:
    session = a_night()
    do(session, Enter(LINE, Contracted("4S", "N", 9)), DIRECTOR)
    do(session, CallDirector("A", 1, "revoke"))
    question = re.compile("led or played to the next trick")
    with on_a_phone(desk_club) as (page, home):
        page.goto(home + reverse("night-room", args=[session]))
        page.get_by_role("link", name="Rule", exact=True).click()
        look(page)
        page.locator("#found").get_by_role(
            "link", name=re.compile("^Revoke")
        ).first.click()  # the words of the call found it
        expect(page.get_by_role("heading", name=question)).to_be_in_viewport()
        page.goto(home + reverse("night-room", args=[session]))  # without a call
        page.get_by_role("link", name="Rulings", exact=True).last.click()
        page.get_by_role("link", name="Table 1", exact=True).click()
        page.locator(".common").get_by_role("link", name=re.compile("^Revoke")).click()
        expect(page.get_by_role("heading", name=question)).to_be_in_viewport()
        page.get_by_role("link", name=re.compile("The offender sits East")).click()
        page.evaluate("navigator.serviceWorker.ready")
        page.reload()
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        page.context.set_offline(True)
        page.get_by_role("link", name="Yes: it is established").click()
        expect(page.get_by_text("There is no network.")).to_be_visible()
        look(page)
        page.get_by_role("link", name="← Table 1").click()
        page.get_by_label("What happened?").fill("law 64")
        page.locator("#found").get_by_role("link", name=re.compile("^Revoke")).first.click()
        in_time = "Before anybody of the other side had called on the next board, and before the round ended"
        ordinary = ("Yes: it is established", "No", in_time, "In the player’s hand", "No")
        for answer in (*ordinary, "The offender’s own card", "One"):
            page.get_by_role("link", name=answer, exact=True).click()
        expect(page.locator(".conclusion")).to_contain_text("Law 64A1")
        page.get_by_role("link", name="← Back").click()
        page.get_by_role("link", name=re.compile("^One ")).click()
        page.context.set_offline(False)
        page.get_by_role("link", name="Load it again").click()
        page.get_by_role("button", name="Write the ruling down").click()
        expect(page.get_by_role("heading", name="Revoke")).to_be_visible()
    memory.forget_all()
    (ruling,) = store.state(session).rulings.values()
    assert (ruling.act.table, ruling.act.board, ruling.act.answers) == (1, 1, tuple(TWO.split(",")))


def test_an_award_with_the_traveller_and_a_penalty_confirmed_and_undone_on_a_phone(desk_club: dict[str, str]) -> None:
    session, both = with_penalty()
    answers = next(
        answers
        for answers, step in paths(book(), "unauthorised-information", "2017")
        if any(each.kind == "adjust" and each.detail["how"] == "weighted" for each in step.effects)
    )
    weighed = ruled_on(session, "unauthorised-information", *answers, offender="S")
    with on_a_phone(desk_club) as (page, home):
        page.goto(home + reverse("night-ruled", args=[session, weighed.id]))
        look(page)
        expect(page.locator(".often-table .own")).to_contain_text("−50")
        expect(page.get_by_label("A penalty for")).to_have_count(0)
        page.get_by_label("Weight, percent").nth(0).fill("40")
        page.get_by_label("Weight, percent").nth(1).fill("60")
        page.get_by_role("button", name="See the effect").click()
        expect(page.locator(".worked tbody tr")).to_have_count(2)
        expect(page.locator(".effects .concerned")).to_have_count(2)  # both pairs of the table
        look(page)
        page.get_by_role("button", name="Confirm").click()
        page.get_by_role("button", name="Undo this change").click()
        expect(page.get_by_role("button", name="See the effect")).to_be_visible()

        page.goto(home + reverse("night-ruled", args=[session, both.id]))
        expect(page.get_by_label(re.compile("A penalty for EW"))).to_be_checked()
        page.locator("[name=award-score]").fill("4S N =")
        page.get_by_role("button", name="See the effect").click()
        expect(page.locator(".effect")).to_contain_text("The scale says 10% of a top.")
        look(page)
        page.get_by_role("button", name="Confirm").click()
        expect(page.locator(".done-list li")).to_have_count(2)
        look(page)
        page.get_by_role("button", name="Undo all of it").click()
        expect(page.locator(".done-list li")).to_have_count(0)
        page.get_by_text("Take the ruling back").click()
        page.get_by_role("button", name="Take it back").click()
        expect(page.get_by_role("heading", name="Still open")).to_be_visible()
        look(page)
    memory.forget_all()
    state = store.state(session)
    assert (state.penalties, state.lines[LINE].adjusted, list(state.rulings)) == ({}, False, [weighed.id])


def test_from_the_call_to_the_score_and_back_on_a_phone(desk_club: dict[str, str]) -> None:
    session = a_night()
    do(session, Enter(LINE, Contracted("4S", "N", 9)), DIRECTOR)
    do(session, Enter(LineKey("A", 1, 2, 2), Contracted("3NT", "N", 9)), DIRECTOR)
    do(session, CallDirector("A", 1, "revoke"))
    line = reverse("night-line", args=[session, *LINE])
    with on_a_phone(desk_club) as (page, home):
        page.goto(home + reverse("night-rulings", args=[session]))
        look(page)
        page.get_by_role("link", name="Rule at table 1").click()
        page.get_by_role("link", name="Board 1", exact=True).click()
        look(page)
        page.locator("#found").get_by_role("link", name=re.compile("^Revoke")).first.click()
        page.get_by_role("link", name=re.compile("The offender sits East")).click()
        page.get_by_role("link", name="Yes: it is established").click()
        page.get_by_role("link", name="No", exact=True).click()
        page.get_by_role("link", name="← Back").click()
        page.get_by_role("link", name=re.compile("^No ")).click()  # marked as the answer before
        page.get_by_role("link", name="Before anybody of the other side").click()
        page.get_by_role("link", name="In the player’s hand").click()
        page.get_by_role("link", name="No", exact=True).click()
        page.get_by_role("link", name=re.compile("own card$")).click()
        page.get_by_role("link", name="One", exact=True).click()
        look(page)
        page.get_by_label("What happened").fill("East ruffed the second club.")
        page.get_by_role("button", name="Write the ruling down").click()
        expect(page.get_by_text("East ruffed the second club.")).to_be_visible()
        look(page)
        page.get_by_role("button", name="See the effect").click()
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_role("button", name="Undo this change")).to_be_visible()
        look(page)
        ruled = page.url
        page.goto(home + line)
        expect(page.locator(".stands")).to_contain_text("4♠ N +1")
        page.goto(ruled)
        page.get_by_role("button", name="Undo this change").click()
        expect(page.get_by_role("button", name="See the effect")).to_be_visible()
        page.goto(home + line)
        expect(page.locator(".stands")).to_contain_text("4♠ N −1")
    memory.forget_all()
    assert store.state(session).lines[LINE].entry == Contracted("4S", "N", 9)


def test_penalty_cards_go_into_the_log_step_by_step_and_later_if_there_is_no_network(desk_club: dict[str, str]) -> None:
    session = a_night()
    with on_a_phone(desk_club) as (page, home):
        address = f"{home}{reverse('night-rulings-cards', args=[session])}?section=A&table=1&round=1&board=1"
        page.goto(address)
        page.evaluate("navigator.serviceWorker.ready")
        for name in ("Declarer sits: South", "Whose card?: West", "hearts", "K", "It fell or was shown by accident"):
            page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first.click()
        expect(page.locator("#tracker-sent")).to_have_text("In the log of the session.")
        look(page)
        page.reload()
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        page.context.set_offline(True)
        page.get_by_role("button", name=re.compile("^Who leads to this trick[?]: East")).click()
        expect(page.locator("#tracker-sent")).to_contain_text("Kept on this phone")
        page.goto(address)  # the page draws itself without a network too
        page.get_by_role("button", name=re.compile("^East may not lead hearts")).click()
        expect(page.get_by_text("♥K was picked up")).to_be_visible()
        look(page)
        page.context.set_offline(False)
        page.goto(address)
        expect(page.locator("#tracker-sent")).to_have_text("In the log of the session.")
    state = store.state(session)
    assert state.tracked[LINE].steps == ("exposed W HK", "lead E", "forbid H")
    told_so_far = [entry.act.steps for entry in state.journal if isinstance(entry.act, TrackCards)]
    assert told_so_far[-3:] == [("exposed W HK",), ("exposed W HK", "lead E"), ("exposed W HK", "lead E", "forbid H")]


def test_at_a_table_the_board_gives_the_dealer_and_the_ruling_is_written_down_with_the_facts(
    desk_club: dict[str, str],
) -> None:
    session = a_night()
    director = as_role("director")
    query = "?section=A&table=1&round=1&board=1"
    page = director.get(reverse("night-rulings-facts", args=[session]) + query).content.decode()
    assert "North dealt; nobody is vulnerable." in page
    assert 'value="dealer N"' in page
    facts = "f=dealer N; 1S (E:1H) 2C 2S AP"
    address = reverse("night-ruling", args=[session, "lead-restriction"]) + f"{query}&a=other&{facts}"
    shown = director.get(address).content.decode()
    assert "from who sits where" in shown
    answer = director.post(f"{address}&a=other,yes*,yes,some*", {"status": "closed"})
    assert answer.status_code == 302
    (kept,) = store.state(session).rulings.values()
    assert (kept.act.answers, kept.act.known) == (("other", "yes", "yes", "some"), "dealer N; 1S (E:1H) 2C 2S AP")
    assert "spades, hearts or diamonds" in kept.act.text
    ruled = director.get(reverse("night-ruled", args=[session, kept.id])).content.decode()
    assert "has the opening lead" in ruled
