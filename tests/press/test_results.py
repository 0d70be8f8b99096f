"""Printed results: every number on paper is the scoring's own, worked out by hand where that can be done."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from functools import cache
from io import BytesIO
from random import Random

import pytest
from pypdf import PdfReader

from arrowswitch import press
from arrowswitch.movements import build
from arrowswitch.scoring import MINUS, PLUS
from arrowswitch.session import (
    Act,
    Actor,
    Adjust,
    Adjustment,
    BareScore,
    CallRound,
    Command,
    EditMeeting,
    Enter,
    LineKey,
    Open,
    PairLeaves,
    Penalise,
    Publish,
    RemoveBoard,
    SectionPlan,
    SetLists,
    Start,
    State,
    decide,
    evolve,
    scored,
    standings,
)
from arrowswitch.session.acts import EnterMatch, NameTeam
from arrowswitch.session.night.teams import matches_of
from arrowswitch.session.rehearsal import night

BEGIN = datetime(2026, 1, 6, 19, 30, tzinfo=UTC)
DIRECTOR = Actor("director", "Dora Daisy")
WORTH = {1: 170, 2: 110, 3: -110}
NIGHTS = {
    "mitchell 9½": ([("skip-mitchell", "9½")], {}),
    "mitchell 20": ([("skip-mitchell", "20")], {}),
    "howell 9": ([("howell", "9")], {}),
    "butler": ([("howell", "5")], {"method": "butler"}),
    "cross-imps": ([("mitchell", "5")], {"method": "cross-imps"}),
    "sections": ([("mitchell", "5"), ("howell", "4")], {"winners": 1}),
    "apart": ([("mitchell", "5"), ("mitchell", "3")], {"apart": True}),
}


def given(state: State, act: Act, why: str = "", *, force: bool = False) -> State:
    """The state after a command of the director that must be granted."""
    for entry in decide(state, Command(f"c{len(state.journal)}", DIRECTOR, BEGIN, act, why, force)):
        state = evolve(state, entry)
    return state


@cache
def by_hand() -> State:
    """Three tables, three boards; North-South pair 1 always beats pair 2, and pair 2 pair 3."""
    movement = build("mitchell", tables=3, boards_per_round=1)
    state = given(State(), Open("Tuesday Pairs", date(2026, 1, 6), (SectionPlan("A", movement),)))
    state = given(state, Start())
    for number in (1, 2, 3):
        if number > 1:
            state = given(state, CallRound(number))
        for meeting in movement.by_round[number]:
            key = LineKey("A", number, meeting.table, meeting.boards[0])
            state = given(state, Enter(key, BareScore(WORTH[meeting.ns])))
    return state


@cache
def played(name: str) -> State:
    """A night of chance."""
    families, options = NIGHTS[name]
    plans = tuple(
        SectionPlan(letter, build(family, tables=tables))
        for letter, (family, tables) in zip("AB", families, strict=False)
    )
    state = State()
    for command in night(Open("Tuesday Pairs", date(2026, 1, 6), plans, **options), Random(7), BEGIN):
        if isinstance(command.act, Penalise) and "method" in options:
            continue  # IMPs have no top to take a share of
        for entry in decide(state, command):
            state = evolve(state, entry)
    return state


@cache
def teams() -> State:
    """Five teams; the same score everywhere but at table 1, where North-South do better by 500."""
    return five_teams({1: 600}, "wbf")


@cache
def drawn() -> State:
    """Five teams; the same score everywhere, and a lot to be drawn."""
    return five_teams({}, "bnsw")


def five_teams(at_tables: Mapping[int, int], regulations: str) -> State:
    """Five teams that make 100 but at some tables."""
    movement = build("american-whist", teams=5)
    plan = SectionPlan("A", movement)
    opening = Open("Teams", date(2026, 1, 6), (plan,), method="imps", boards_per_match=6, regulations=regulations)
    state = given(given(State(), opening), Start())
    for number in range(1, movement.rounds + 1):
        if number > 1:
            state = given(state, CallRound(number))
        for meeting in movement.by_round[number]:
            for board in meeting.boards:
                points = at_tables.get(meeting.table, 100)
                state = given(state, Enter(LineKey("A", number, meeting.table, board), BareScore(points)))
    return state


def pages(what: str, state: State, **options: object) -> list[str]:
    options = {"names": press.names_in_journal(state), "club": "Riverside", **options}
    made = press.render_session(what, state, **options)  # type: ignore[arg-type]
    return [page.extract_text() for page in PdfReader(BytesIO(made)).pages]


def test_the_ranking_is_the_one_worked_out_by_hand() -> None:
    (page,) = pages("results", by_hand())
    assert "Tuesday Pairs" in page
    assert "6 January 2026" in page
    assert "Riverside · Matchpoints" in page
    assert "Mitchell, 3 tables, 3 rounds, 3 boards · Director: Dora Daisy" in page
    north_south, east_west = page.split("North-South")[1].split("East-West")
    assert re.findall(r"^(\S+) (\d) (\S+) (\S+)$", north_south, re.MULTILINE) == [
        ("1", "1", "12", "100.00"),
        ("2", "2", "6", "50.00"),
        ("3", "3", "0", "0.00"),
    ]
    assert re.findall(r"^(\S+) (\d) (\S+) (\S+)$", east_west, re.MULTILINE) == [
        ("1=", number, "6", "50.00") for number in "123"
    ]
    assert "As it stands; not published yet." in page


def test_awards_stand_beside_the_places_where_they_are_to_be_printed() -> None:
    awards = {"A1": Fraction(94, 100), "A2": Fraction(1, 2)}
    (page,) = pages("results", by_hand(), awards=awards, award_unit="masterpoints")
    north_south, east_west = page.split("North-South")[1].split("East-West")
    assert re.findall(r"^(\S+) (\d) (\S+) (\S+)(?: (\S+))?$", north_south, re.MULTILINE) == [
        ("1", "1", "12", "100.00", "0.94"),
        ("2", "2", "6", "50.00", "0.50"),
        ("3", "3", "0", "0.00", ""),
    ]
    assert "MASTERPOINTS" in north_south.upper()
    assert "MASTERPOINTS" not in east_west.upper()


def test_the_recap_has_everybodys_points_on_every_board() -> None:
    (page,) = pages("recap", by_hand())
    north_south = page.split("North-South")[1].split("East-West")[0]
    assert re.findall(r"^(\d) (\d) (\d) (\d) (\d+) (\S+) (\S+)$", north_south, re.MULTILINE) == [
        ("1", "4", "4", "4", "12", "100.00", "1"),
        ("2", "2", "2", "2", "6", "50.00", "2"),
        ("3", "0", "0", "0", "0", "0.00", "3"),
    ]


def test_a_board_sheet_goes_from_best_to_worst_with_frequencies() -> None:
    text = "\n".join(pages("board-sheets", by_hand()))
    first = text.split("Board ")[1]
    assert first.startswith("1 Dealer N Vul None Top 4")
    lines = re.findall(r"^([123]) ([123]) (\d+) (\d) (\d)$", first, re.MULTILINE)
    assert [(ns, score, mine, theirs) for ns, _, score, mine, theirs in lines] == [
        ("1", "170", "4", "0"),
        ("2", "110", "2", "2"),
        ("3", "110", "0", "4"),
    ]
    assert re.findall(r"([+−]\d+) (\d)×", first) == [("+170", "1"), ("+110", "1"), ("−110", "1")]


def test_a_score_card_has_each_board_with_its_opponent_and_its_points() -> None:
    text = "\n".join(pages("score-cards-played", by_hand()))
    card = text.split("NS 2\n")[1].split("Riverside ·")[0]
    assert "50.00%" in card
    assert "Place 2" in card
    rows = re.findall(r"^(\d) (?:None|NS|EW) (\d) 110 2 50\.00$", card, re.MULTILINE)
    assert sorted(rows) == sorted(
        (str(meeting.boards[0]), str(meeting.ew - 3)) for meeting in by_hand().sections["A"].movement.path(2)
    )


@pytest.mark.parametrize("name", NIGHTS)
def test_the_printed_list_is_the_standings(name: str) -> None:
    state = played(name)
    text = "\n".join(pages("results", state))
    found = re.findall(r"^(\d+=?) .*?([+−]?[\d.]+)(?: \d+(?:, \d+)*)?$", text, re.MULTILINE)
    wanted = []
    for standing in standings(state):
        value = standing.percent if standing.percent is not None else standing.points
        wanted.append((standing.rank, float(value)))
    assert [rank for rank, _ in found] == [rank for rank, _ in wanted]
    for (_, printed), (_, value) in zip(found, wanted, strict=True):
        assert float(printed.replace("−", "-")) == pytest.approx(value, abs=0.0051)
    names = press.names_in_journal(state)
    for standing in standings(state):
        assert names[standing.contestant] in text


@pytest.mark.parametrize("name", ["mitchell 9½", "mitchell 20", "howell 9", "butler"])
def test_every_line_of_every_board_is_printed_with_its_points(name: str) -> None:
    state = played(name)
    sheet = press.results.all_board_sheets(press.printed_session.PrintedSession(state, {}))
    boards = {board["board"]: board["lines"] for board in sheet["boards"]}
    for key, board in scored(state).boards.items():
        mine = sorted(float(each.ns.value) for each in board.lines if each.ns)
        listed = [line["ns_points"].replace("−", "-") for line in boards[key.board] if line["ns_points"]]
        assert sorted(map(float, listed)) == pytest.approx(mine, abs=0.0051)
    if name != "mitchell 20":
        text = "\n".join(pages("board-sheets", state))
        assert len(re.findall(r"Dealer [NESW] Vul", text)) == len(boards)


@pytest.mark.parametrize("name", ["mitchell 9½", "cross-imps", "sections"])
def test_the_cells_of_a_recap_add_up_to_the_points_before_penalties(name: str) -> None:
    state = played(name)
    totals = scored(state).totals
    printed = press.printed_session.PrintedSession(state, {})
    sheet = press.results.recap_sheet(printed)
    rows = [row for field in sheet["fields"] for row in field["rows"]]
    order = [standing for field in press.results._fields(printed.standings) for standing in field[1]]
    order.sort(key=lambda standing: (standing.section, str(standing.direction) != "NS"))
    assert len(rows) == len(order)
    by_total = sorted(round(float(totals[standing.contestant].points), 1) for standing in order)
    cells = sorted(
        round(sum(float(cell.rstrip("*").replace("−", "-")) for cell in row["cells"] if cell), 1) for row in rows
    )
    assert cells == pytest.approx(by_total, abs=0.2)


def test_pages_are_few() -> None:
    assert len(pages("results", played("mitchell 20"))) == 1
    assert len(pages("recap", played("mitchell 9½"))) == 1
    assert len(pages("score-cards-played", played("butler"))) == 5
    assert len(pages("score-cards-played", played("butler"), paper="a5")) == 10


@pytest.mark.parametrize("paper", press.PAPERS)
@pytest.mark.parametrize("what", [what for what, _ in press.RESULTS_WHAT if what != "matches"])
def test_results_come_on_every_paper(what: str, paper: str) -> None:
    made = PdfReader(BytesIO(press.render_session(what, by_hand(), paper=paper)))
    edges = {"a4": (210, 297), "a5": (148, 210), "letter": (215.9, 279.4)}[paper]
    for page in made.pages:
        size = sorted((float(page.mediabox.width), float(page.mediabox.height)))
        assert size == pytest.approx([edge * 72 / 25.4 for edge in edges], abs=0.5)


def test_all_results_are_the_four_one_after_the_other() -> None:
    parts = [what for what, _ in press.RESULTS_WHAT if what not in ("all-results", "matches")]
    apart = [page.split("\n")[0] for what in parts for page in pages(what, by_hand())]
    assert [page.split("\n")[0] for page in pages("all-results", by_hand())] == apart


def test_penalties_and_removed_boards_stand_below_the_list_without_private_reasons() -> None:
    state = given(by_hand(), Penalise("A", 1, share=Fraction(1, 4)), "slow play in round 2")
    state = given(state, RemoveBoard(2), "fouled everywhere")
    (page,) = pages("results", state)
    assert "Pair 1: 25% of a top off, penalty" in page
    assert "slow play" not in page  # the reason is between the director and the pair
    assert "Boards 2 do not count." not in page
    assert "Board 2 does not count." in page
    assert re.search(r"^1 1 7 87\.50 1$", page, re.MULTILINE)


def test_a_pair_that_left_stands_below_the_list_with_what_became_of_its_results() -> None:
    gone = given(by_hand(), PairLeaves("A", 4, 3, stands=True))
    (page,) = pages("results", gone)
    assert "EW 1 left after round 2: not ranked, and its results stand." in page
    named = pages("results", gone, names={"A4": "Ann Ash & Bob Beech"})[0]
    assert "Ann Ash & Bob Beech: EW 1 left after round 2" in " ".join(named.split())


def test_who_has_gone_home_gets_no_card_and_is_not_waited_for() -> None:
    gone = given(by_hand(), PairLeaves("A", 4, 3, stands=True))
    cards = "\n".join(pages("guide-cards", gone))
    assert "EW 2\nTuesday" in cards
    assert "EW 1\nTuesday" not in cards
    movement = by_hand().sections["A"].movement
    there = movement.by_round[3][0]
    empty = given(gone, EditMeeting("A", replace(there, boards=())), "they are gone", force=True)
    waiting = [
        line for page in pages("announcements", empty) for line in page.splitlines() if line.startswith("Sitting out")
    ]
    assert (there.ew, waiting) == (5, ["Sitting out in round 3: NS 1, EW 2."])
    home = given(empty, PairLeaves("A", 5, 3, stands=True))
    assert "Sitting out in round 3: NS 1." in "\n".join(pages("announcements", home))


def test_an_adjusted_score_is_told_on_the_board_sheet_and_starred_in_the_recap() -> None:
    movement = by_hand().sections["A"].movement
    meeting = movement.at[1, 1]
    key = LineKey("A", 1, 1, meeting.boards[0])
    state = given(by_hand(), Adjust(key, Adjustment(PLUS, MINUS)), "wrong explanation")
    assert "average plus / average minus" in "\n".join(pages("board-sheets", state))
    (page,) = pages("recap", state)
    assert len(re.findall(r"\d\*", page)) == 2
    assert "* adjusted score" in page


def test_strata_and_handicaps_have_lists_of_their_own() -> None:
    # North-South have 100, 50 and 0%; pair 3 gets 60% of 12 matchpoints, 7.2
    state = given(by_hand(), SetLists({"A2": "B", "A3": "B"}, "percent", {"A3": "60"}))
    (page,) = pages("results", state)
    everybody, further = page.split("Stratum B, North-South")
    stratum, handicaps = further.split("With handicaps, North-South")
    rows = r"^(\S+) (\d) (?:(\S+) )?(\S+) (\S+)$"
    assert "East-West" in everybody
    assert re.findall(rows, stratum, re.MULTILINE) == [("1", "2", "", "6", "50.00"), ("2", "3", "", "0", "0.00")]
    assert re.findall(rows, handicaps, re.MULTILINE) == [
        ("1", "1", "", "12.0", "100.00"),
        ("2", "3", "+60", "7.2", "60.00"),
        ("3", "2", "", "6.0", "50.00"),
    ]
    assert "East-West" not in further


def test_a_tie_that_is_left_open_is_not_printed_as_broken() -> None:
    (page,) = pages("results", drawn())
    assert page.count("the tie is left to lot, to be drawn") == 5
    assert "tie broken" not in page


def test_a_published_list_says_its_version_once_it_was_corrected() -> None:
    state = given(by_hand(), Publish())
    (page,) = pages("results", state)
    assert "not published" not in page
    assert "Version" not in page


def test_without_names_nobody_is_named() -> None:
    state = played("butler")
    everybody = press.names_in_journal(state)
    for what in ("results", "recap", "score-cards-played", "guide-cards"):
        text = "".join(page.extract_text() for page in PdfReader(BytesIO(press.render_session(what, state))).pages)
        assert not any(names in text for names in everybody.values())
    one = {"A3": "(name withheld) & Bob Beech"}
    made = press.render_session("results", state, names=one, director="")
    text = PdfReader(BytesIO(made)).pages[0].extract_text()
    assert "(name withheld) & Bob Beech" in text
    assert "Director" not in text


def test_sections_are_told_apart_on_lists_and_on_forms() -> None:
    state = played("sections")
    text = "\n".join(pages("results", state))
    assert re.search(r"^\d+=? A NS 3 ", text, re.MULTILINE)
    assert re.search(r"^\d+=? B7 ", text, re.MULTILINE)
    slips = "\n".join(pages("pick-up-slips", state))
    assert "Table A5" in slips
    assert "Table B4" in slips
    apart = "\n".join(pages("results", played("apart")))
    assert "Section A, North-South" in apart
    assert "Section B, East-West" in apart


def test_teams_see_both_tables_of_a_match() -> None:
    state = teams()
    (page,) = pages("results", state)
    best = standings(state)[0]
    assert best.contestant == "A1"
    assert re.search(rf"^1 1 {float(best.vps):g} \+{best.points}$", page, re.MULTILINE)
    card = "\n".join(pages("score-cards-played", state)).split("Team 1\n")[1].split("Team ")[0]
    assert len(re.findall(r" 600  −100 \+11$", card, re.MULTILINE)) == len(state.sections["A"].movement.path(1)) * len(
        state.sections["A"].movement.path(1)[0].boards
    )


def test_what_cannot_be_printed_is_said_in_a_sentence() -> None:
    movement = build("mitchell", tables=3)
    state = given(State(), Open("Tuesday", date(2026, 1, 6), (SectionPlan("A", movement),)))
    assert "results" not in press.session_applies(state)
    assert "travellers" in press.session_applies(state)
    assert "results" in press.session_applies(by_hand())
    with pytest.raises(press.UnknownPrint, match=r"There are no results to print yet\."):
        press.render_session("results", state)
    with pytest.raises(press.UnknownPrint, match=r"This session needs no check-off slips\."):
        press.render_session("check-off", state)
    with pytest.raises(press.UnknownPrint, match="nothing called posters"):
        press.render_session("posters", state)


def test_names_of_people_cannot_break_a_page() -> None:
    names = {"A1": '#panic("no") $x$ \\ //', "A2": "W" * 300, "A4": "Bjørn & Žofia \x00"}
    plain = PdfReader(BytesIO(press.render_session("all-results", by_hand())))
    made = PdfReader(BytesIO(press.render_session("all-results", by_hand(), names=names, club="#1 *Club*")))
    assert len(made.pages) == len(plain.pages)


# -- matches -------------------------------------------------------------------------------------------------------------


def test_matches_come_as_a_table_of_teams_and_as_a_poster() -> None:
    movement = build("round-robin", teams=4, boards_per_round=2)
    opening = Open("Teams", date(2026, 1, 6), (SectionPlan("A", movement),), method="imps", victory_points=True)
    state = given(given(State(), opening), Start())
    state = given(state, NameTeam("A", 1, "The Herons"))
    key = next(key for key, _ in matches_of(state))
    state = given(state, EnterMatch(key, Fraction(10), Fraction(4)))
    assert "matches" in press.session_applies(state)
    cross, poster = pages("matches", state)
    assert "14.39*" in cross  # two boards, won by 6
    assert "not made of boards" in cross
    assert "Round by round" in poster
    assert len(pages("matches", state, paper="a5")) == 2


def test_pairs_have_no_matches_to_print() -> None:
    assert "matches" not in press.session_applies(by_hand())
    with pytest.raises(press.UnknownPrint, match="Only teams play matches"):
        press.render_session("matches", by_hand())
