"""What players write on: every line, slip and card is one that the movement plays, and none is left out."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from math import ceil

import pytest
from pypdf import PdfReader

from arrowswitch import press
from arrowswitch.bridge import dealer_of, vulnerability_of
from arrowswitch.movements import Movement, build
from arrowswitch.movements.cards.cards import short
from samples import SAMPLES, sample

MADE = {
    "howell 9": lambda: build("howell", tables=9),
    "mitchell 9½": lambda: build("skip-mitchell", tables="9½"),
    "mitchell 20": lambda: build("skip-mitchell", tables=20),
    "mitchell 25": lambda: build("mitchell", tables=25, rounds=25, boards_per_round=1),
}
NIGHTS = tuple(MADE)[:3]
VUL = {"none": "None", "ns": "NS", "ew": "EW", "all": "All"}


@cache
def night(name: str) -> Movement:
    return MADE[name]() if name in MADE else sample(name)


@cache
def pages(what: str, name: str, paper: str = "a4") -> list[str]:
    made = press.render(what, night(name), paper=paper, title="Tuesday Pairs", club="Club")
    return [page.extract_text() for page in PdfReader(BytesIO(made)).pages]


def words(what: str, name: str, paper: str = "a4") -> str:
    return "\n".join(pages(what, name, paper))


@pytest.mark.parametrize("name", [*NIGHTS, "half-table", "bump", "teams", "share-relay"])
def test_there_is_a_pick_up_slip_for_every_meeting_with_its_boards(name: str) -> None:
    movement = night(name)
    found = {}
    for slip in words("pick-up-slips", name).split("Table ")[1:]:
        table, number, ns, ew = re.match(r"(\d+) Round (\d+).*? NS (\d+) EW (\d+)", slip.replace("\n", " ")).groups()
        found[int(number), int(table)] = ns, ew, re.findall(r"^(\d+) (None|NS|EW|All)$", slip, re.MULTILINE)
    assert found == {
        place: (
            short(movement, meeting.ns, "ns").removeprefix("NS "),
            short(movement, meeting.ew, "ew").removeprefix("EW "),
            [(str(board), VUL[vulnerability_of(board)]) for board in meeting.boards],
        )
        for place, meeting in movement.at.items()
    }


def test_there_is_a_slip_for_every_board_of_every_meeting_too() -> None:
    played = sorted(str(board) for meeting in night("mitchell 9½").meetings for board in meeting.boards)
    assert (
        sorted(re.findall(r"^(\d+) (?:None|NS|EW|All)$", words("board-slips", "mitchell 9½"), re.MULTILINE)) == played
    )


def travellers(name: str, paper: str = "a4") -> list[tuple[int, str, str, list[str]]]:
    """Board, dealer, vulnerability and numbered lines of each traveller."""
    found = []
    for slip in words("travellers", name, paper).split("BOARD ")[1:]:
        board, dealer, vul = re.match(r"(\d+)\nDealer (.) Vul (\w+)", slip).groups()
        found.append((int(board), dealer, vul, slip.partition("POINTS\n")[2].splitlines()[:-1]))
    return found


@pytest.mark.parametrize("name", ["mitchell 9½", "mitchell 20", "bump"])
def test_in_a_mitchell_every_ns_pair_has_a_line_and_those_without_the_board_are_marked(name: str) -> None:
    movement = night(name)
    everybody = sorted({meeting.ns for meeting in movement.meetings})
    found = travellers(name)
    assert [board for board, *_ in found] == list(movement.boards)
    for board, dealer, vul, lines in found:
        assert (dealer, vul) == (str(dealer_of(board)), VUL[vulnerability_of(board)])
        plays = {meeting.ns for meeting in movement.meetings if board in meeting.boards}
        numbers = [(number, short(movement, number, "ns")) for number in everybody]
        assert lines == [label if number in plays else f"{label} –" for number, label in numbers]


def test_in_a_howell_every_meeting_takes_the_next_free_line() -> None:
    movement = night("howell 9")
    for board, _, _, lines in travellers("howell 9"):
        assert lines == []
        meetings = sum(board in meeting.boards for meeting in movement.meetings)
        drawn = press.sheets.document("travellers", movement)["sheets"][0]["slips"][board - 1]["lines"]
        assert len(drawn) == meetings
    assert "Use the next free line, and write both numbers." in words("travellers", "howell 9")


def test_an_arrow_switch_puts_the_pair_that_stays_in_the_other_column() -> None:
    (sheet,) = press.sheets.document("travellers", night("scrambled"))["sheets"]
    switched = {board for meeting in night("scrambled").meetings if meeting.switched for board in meeting.boards}
    for slip in sheet["slips"]:
        turned = [line for line in slip["lines"] if line["switched"]]
        assert len(turned) == sum(
            meeting.switched and slip["board"] in meeting.boards for meeting in night("scrambled").meetings
        )
        assert all(line["ns"] == "" and line["ew"] for line in turned)
    assert switched


def test_both_copies_of_a_board_have_a_traveller_with_half_of_the_lines() -> None:
    movement = night("web")
    found = travellers("web")
    assert len(found) == 2 * len(movement.boards)
    assert found[0][3][0] == "1"
    assert found[1][3][-1].split()[0] == "18"
    assert "copy 2 of 2" in words("travellers", "web")


@pytest.mark.parametrize("name", [*NIGHTS, "half-table", "bump", "scrambled"])
def test_a_score_card_has_every_round_of_its_pair(name: str) -> None:
    movement = night(name)
    cards = re.split(r"^(?=(?:Pair|NS|EW) \d+\nTuesday)", words("score-cards", name), flags=re.MULTILINE)[1:]
    assert len(cards) == len(movement.contestants)
    by_label = {card.split("\n")[0]: card for card in cards}
    for pair in movement.contestants:
        card = by_label[movement.label(pair) if pair in movement.labels else f"Pair {pair}"]
        card = re.sub(r"(?<=[a-zA-Z])(?=\d+ \d+ (?:NS|EW))", "\n", card)  # the middle board stands beside its round
        boards = re.findall(r"(\d+) (?:None|NS|EW|All)$", card, re.MULTILINE)
        assert boards == [str(board) for meeting in movement.path(pair) for board in meeting.boards]
        met = re.findall(r"^(\d+) (\d+) (NS|EW) ?A? ?(?:NS |EW )?(\d+)(?: \d+ \w+)?$", card, re.MULTILINE)
        assert [(int(number), int(table), int(other)) for number, table, _, other in met] == [
            (
                meeting.round,
                meeting.table,
                int(movement.label(meeting.ew if meeting.ns == pair else meeting.ns).split()[-1]),
            )
            for meeting in movement.path(pair)
        ]
        sits_out = sum(sit.pair == pair for sit in movement.sit_outs)
        assert card.count("sit out") == sits_out


def test_every_match_of_teams_has_one_result_slip() -> None:
    movement = night("teams")
    found = re.findall(r"Boards (\S+)\n.*?Team (\d+)\nTeam (\d+)", words("result-slips", "teams"), re.DOTALL)
    matches = {frozenset(meeting.sides) for meeting in movement.meetings}
    assert len(found) == len(matches)
    assert {frozenset((int(one), int(other))) for _, one, other in found} == matches


@pytest.mark.parametrize(
    ("name", "paper"), [(name, paper) for name in NIGHTS[:2] for paper in press.PAPERS] + [("mitchell 20", "a4")]
)
def test_forms_take_no_more_sheets_than_they_must(name: str, paper: str) -> None:
    movement = night(name)
    lines = max(sum(board in meeting.boards for meeting in movement.meetings) for board in movement.boards)
    quarter = lines <= 10
    each = (2 if quarter else 1) if paper == "a5" else (4 if quarter else 2)
    assert len(pages("travellers", name, paper)) == ceil(len(movement.boards) / each)
    assert len(pages("score-cards", name, paper)) == ceil(len(movement.contestants) / (1 if paper == "a5" else 2))


def test_lines_that_one_traveller_has_no_room_for_go_on_on_the_next() -> None:
    found = travellers("mitchell 25")
    assert len(found) == 2 * len(night("mitchell 25").boards)
    lines = [line.split()[0] for _, _, _, lines in found[:2] for line in lines]
    assert lines == [str(number) for number in range(1, 26)]


@pytest.mark.parametrize("name", SAMPLES)
def test_every_movement_has_its_forms(name: str) -> None:
    assert {"travellers", "pick-up-slips", "board-slips", "score-cards"} <= set(press.applies(night(name)))
    assert ("result-slips" in press.applies(night(name))) == (night(name).kind == "teams")


def test_names_stand_on_guide_and_score_cards_when_they_are_known() -> None:
    names = {3: "Ann Ash & Bob Beech"}
    for what in ("guide-cards", "score-cards"):
        made = press.render(what, night("howell 9"), names=names, section="B")
        text = "".join(page.extract_text() for page in PdfReader(BytesIO(made)).pages)
        assert text.count("Ann Ash & Bob Beech") == 1
        assert "B · Pair 3" in text


def test_a_table_card_can_carry_a_code_to_scan() -> None:
    links = {table: press.PrintedLink(f"https://club.example/t/{table}", f"K7P{table}") for table in range(1, 10)}
    plain = PdfReader(BytesIO(press.render("table-cards", night("howell 9"))))
    made = PdfReader(BytesIO(press.render("table-cards", night("howell 9"), table_links=links, section="A")))
    assert len(made.pages) == len(plain.pages) == 9
    for number, page in enumerate(made.pages, 1):
        assert f"K7P{number}" in page.extract_text()
        assert f"A{number}" in page.extract_text()
    made = PdfReader(BytesIO(press.render("guide-cards", night("howell 9"), pair_links=links)))
    assert "K7P4" in made.pages[1].extract_text()


def test_a_guide_card_and_a_slip_have_the_pairs_number_and_its_square() -> None:
    movement = night("howell 9")
    links = {
        pair: press.PrintedLink(f"https://club.example/t/PAIR{pair}", f"47{pair:02}") for pair in movement.contestants
    }
    plain = PdfReader(BytesIO(press.render("guide-cards", movement)))
    made = PdfReader(BytesIO(press.render("guide-cards", movement, pair_links=links)))
    assert len(made.pages) == len(plain.pages)
    text = "".join(page.extract_text() for page in made.pages)
    slips = PdfReader(
        BytesIO(press.render("number-slips", movement, pair_links=links, names={3: "Ann Ash & Bob Beech"}))
    )
    assert len(slips.pages) == 2
    cut = "".join(page.extract_text() for page in slips.pages)
    assert "Ann Ash & Bob Beech" in cut
    for pair in movement.contestants:
        assert cut.count(f"Number 47{pair:02}") == 1
        assert text.count(f"Number 47{pair:02}") <= 1
    assert text.count("Number 47") == len(movement.contestants) - 1  # the pair that stays has no card, but a slip


def test_without_a_session_there_are_no_numbers_to_print() -> None:
    with pytest.raises(press.UnknownPrint, match="This movement needs no slips with numbers for phones"):
        press.render("number-slips", night("howell 9"))
