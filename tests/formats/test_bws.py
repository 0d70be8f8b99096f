"""Files of Bridgemate: sections, movement, results, names and hands; what was erased or entered again; spoilt files."""

from __future__ import annotations

import random
import tracemalloc
from contextlib import suppress
from datetime import date, datetime
from fractions import Fraction
from typing import Any

import pytest
from bws_files import FILES, KEPT, bws_file, hand_rows, large_night, mitchell, people, received, results, small_night
from hypothesis import given, settings
from hypothesis import strategies as st
from jet_files import jet_file, made_table

from arrowswitch.bridge import Side, parse_card, parse_result
from arrowswitch.deals import dealt
from arrowswitch.formats import BadFile, ReadFile, Record, RecordPlayer, format_of, read_file, write_file
from arrowswitch.scoring import AVERAGE, MINUS, PLUS, Percent, Score, SessionToScore, ranking, score
from timing import seconds

SECTION = {"ID": 1, "Letter": "A", "Tables": 2, "Session": 1, "ScoringType": 1, "Winners": 2}
TWO = list(mitchell(1, 2, 2))
HERE = TWO[0]
"""Table 1 in round 1: boards 1 and 2."""


def lines(*rows: dict[str, Any], section: dict[str, Any] | None = None, **more: Any) -> ReadFile:
    """A file with these results, and two tables."""
    return read_file(bws_file(4, Section=[section or SECTION], RoundData=TWO, ReceivedData=rows, **more))


def at(record: Record, board: int, table: int = 1, number: int = 1) -> Any:
    (found,) = [
        each for each in record.lines if (each.line.board, each.line.table, each.line.round) == (board, table, number)
    ]
    return found


# -- the files that are kept -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_the_kept_files_are_what_the_maker_makes(name: str) -> None:
    assert (KEPT / name).read_bytes() == FILES[name]()


@pytest.mark.parametrize("version", [3, 4])
def test_both_versions_of_a_night_read_alike(version: int) -> None:
    assert read_file(small_night(version)) == read_file((KEPT / "small-jet3.bws").read_bytes())
    assert read_file(large_night(version)) == read_file((KEPT / "large-jet4.bws").read_bytes())


def test_a_small_night_is_read() -> None:
    data = (KEPT / "small-jet3.bws").read_bytes()
    assert format_of(data).name == "bws"
    record, notes, _ = read_file(data)
    assert (record.title, record.date, record.kind, record.method, record.winners) == (
        "Tuesday at the Example Club",
        date(2024, 3, 5),
        "pairs",
        "matchpoints",
        2,
    )
    (section,) = record.sections
    assert (section.name, section.tables, section.rounds, section.boards_per_round) == ("A", 3, 3, 2)
    assert [each.id for each in record.contestants] == ["NS 1", "NS 2", "NS 3", "EW 1", "EW 2", "EW 3"]
    assert record.by_id["EW 2"].players == (RecordPlayer("Gus Example", "1007"), RecordPlayer("Hal Example", "1008"))
    assert len(record.lines) == 18
    assert record.deals[5].hands == dealt("7", [6])[0]
    assert [str(note) for note in notes] == [
        "1 result was erased and is left out.",
        "1 result was entered again later; the last one counts.",
        "2 boards of the movement have no result.",
    ]


def test_the_scores_of_a_small_night_are_those_of_the_laws() -> None:
    record = read_file((KEPT / "small-jet3.bws").read_bytes()).record
    told = {
        (1, 1, 1): ("6♦ W -2", 100, "♣A"),  # East-West are not vulnerable on board 1
        (4, 2, 1): ("5♣XX S =", 1000, "♥2"),  # vulnerable, redoubled
        (4, 1, 2): ("3NT E =", -600, "♥10"),
        (5, 1, 3): ("4♥X N -1", -200, "♠K"),
        (6, 1, 3): ("Pass", 0, "None"),
    }
    for (board, table, number), (result, points, lead) in told.items():
        line = at(record, board, table, number)
        assert (str(line.line.result), line.line.ns_award, str(line.lead)) == (result, Score(points), lead)


def test_a_night_can_be_scored_from_its_record() -> None:
    record = read_file((KEPT / "large-jet4.bws").read_bytes()).record
    session = SessionToScore(tuple(each.line for each in record.lines), winners=record.winners)
    ranked = ranking(score(session))
    assert {each.contestant for each in ranked} == {each.id for each in record.contestants}


def test_two_sections_and_rows_that_moved() -> None:
    record, notes, _ = read_file((KEPT / "large-jet4.bws").read_bytes())
    assert [each.name for each in record.sections] == ["A", "B"]
    assert (len(record.contestants), len(record.lines), len(record.deals)) == (20, 100, 10)
    assert (record.by_id["B EW 5"].section, record.by_id["B EW 5"].number) == ("B", "5")
    assert all(each.line.counts for each in record.lines)
    assert not record.apart
    assert [str(note) for note in notes] == [
        "Results that were not confirmed when the file was written are in it too, and are not used."
    ]


# -- results -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "seat", "made", "said"),
    [
        ("3 NT", "N", "=", "3NT N ="),
        ("4 H x", "E", "-1", "4♥X E -1"),
        ("1 C xx", "S", "+3", "1♣XX S +3"),
        ("7 S", "W", "-13", "7♠ W -13"),
        ("PASS", "", "", "Pass"),
        ("Pass", "N", "", "Pass"),
        ("2D", "S", " + 2", "2♦ S +2"),
    ],
)
def test_a_result_is_read_as_pads_write_it(contract: str, seat: str, made: str, said: str) -> None:
    assert str(at(lines(received(1, HERE, 1, contract, seat, made)).record, 1).line.result) == said


def test_an_empty_contract_is_a_board_that_was_not_played() -> None:
    line = at(lines(received(1, HERE, 1, "", Remarks="Not played")).record, 1)
    assert (line.line.status, line.remark) == ("not-played", "Not played")


@pytest.mark.parametrize(
    ("remark", "ns", "ew"),
    [
        ("60%-40%", PLUS, MINUS),
        ("50-50", AVERAGE, AVERAGE),
        ("40/60 %", MINUS, PLUS),
        ("55%-45%", Percent(Fraction(11, 20)), None),
    ],
)
def test_an_artificial_score_stands_in_the_remark(remark: str, ns: Any, ew: Any) -> None:
    line = at(lines(received(1, HERE, 1, "", Remarks=remark)).record, 1).line
    assert line.counts
    assert line.ns_award == ns
    assert ew is None or line.ew_award == ew


def test_the_lead_with_a_ten_is_read_and_nonsense_is_no_lead() -> None:
    record = lines(received(1, HERE, 1, "3 NT", "N", "=", "S10"), received(2, HERE, 2, "3 NT", "N", "=", "?")).record
    assert at(record, 1).lead == parse_card("ST")
    assert at(record, 2).lead is None


def test_the_last_of_several_entries_counts_whatever_their_order_in_the_file() -> None:
    record, notes, _ = lines(received(9, HERE, 1, "4 S", "N", "="), received(5, HERE, 1, "3 S", "N", "="))
    assert at(record, 1).line.result == parse_result("4S N =")
    assert "1 result was entered again later; the last one counts." in notes


def test_a_result_that_was_erased_last_leaves_the_board_unplayed() -> None:
    record, notes, _ = lines(received(1, HERE, 1, "4 S", "N", "="), received(2, HERE, 1, "4 S", "N", "=", Erased=True))
    assert at(record, 1).line.status == "not-played"
    assert "1 result was erased and is left out." in notes


def test_a_result_entered_after_one_was_erased_counts() -> None:
    record = lines(received(1, HERE, 1, "4 S", "N", "=", Erased=True), received(2, HERE, 1, "2 S", "N", "=")).record
    assert at(record, 1).line.result == parse_result("2S N =")


def test_what_cannot_be_a_result_is_named_with_its_place() -> None:
    record, notes, _ = lines(received(1, HERE, 1, "4 S", "N", "+9"), received(2, HERE, 2, "4 S", "", "="))
    assert {at(record, board).line.status for board in (1, 2)} == {"not-played"}
    assert any("board 1 at table A1 in round 1, board 2 at table A1 in round 1" in note for note in notes)


def test_results_of_no_section_are_counted_and_left_out() -> None:
    record, notes, _ = lines(
        received(1, {**HERE, "Section": 9}, 1, "4 S", "N", "="), received(2, HERE, 0, "4 S", "N", "=")
    )
    assert not any(each.line.counts for each in record.lines)
    assert "2 results are of no section, round or board that there is, and are left out." in notes


def test_pairs_that_sat_the_other_way_round_are_where_they_sat() -> None:
    one_winner = {**SECTION, "Winners": 1}
    rows = [{**row, "EWPair": row["EWPair"] + 2} for row in TWO]
    here = rows[0]
    by_declarer = received(1, here, 1, "4 S", "N", "=", Declarer=here["EWPair"])
    by_remark = received(2, here, 2, "PASS", Remarks="Wrong direction")
    record, notes, _ = read_file(
        bws_file(3, Section=[one_winner], RoundData=rows, ReceivedData=[by_declarer, by_remark])
    )
    assert [(at(record, board).line.ns, at(record, board).line.ew) for board in (1, 2)] == [("3", "1"), ("3", "1")]
    assert any("the other way round: board 1 at table A1" in note for note in notes)


def test_others_than_the_movement_says_played_where_the_pad_says_so() -> None:
    line = at(lines({**received(1, HERE, 1, "4 S", "N", "="), "PairEW": 2, "PairNS": 2}).record, 1).line
    assert (line.ns, line.ew) == ("NS 2", "EW 2")


# -- how it was played -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "method"), [(0, "matchpoints"), (1, "matchpoints"), (2, "butler"), (3, "cross-imps")])
def test_the_method_is_the_sections(kind: int, method: str) -> None:
    assert lines(section={**SECTION, "ScoringType": kind}).record.method == method


def test_where_nobody_said_how_many_winners_the_movement_shows_it() -> None:
    unsaid = {**SECTION, "Tables": 3, "Winners": 0}
    howell = [
        {"Section": 1, "Table": 1, "Round": number, "NSPair": 6, "EWPair": number, "LowBoard": 1, "HighBoard": 1}
        for number in range(1, 6)
    ]
    howell += [
        {
            "Section": 1,
            "Table": 2,
            "Round": number,
            "NSPair": number % 5 + 1,
            "EWPair": (number + 1) % 5 + 1,
            "LowBoard": 2,
        }
        for number in range(1, 6)
    ]
    assert read_file(bws_file(4, Section=[unsaid], RoundData=howell)).record.winners == 1
    assert read_file(bws_file(4, Section=[unsaid], RoundData=list(mitchell(1, 3, 3)))).record.winners == 2


def test_teams_have_one_number_and_four_players() -> None:
    rows = [
        {"Section": 1, "Table": table, "Round": 1, "NSPair": table, "EWPair": 3 - table, "LowBoard": 1, "HighBoard": 2}
        for table in (1, 2)
    ]
    numbers, names = people(1, 2)
    played = [received(each, row, 1, "4 S", "N", "=") for each, row in enumerate(rows, 1)]
    teams = {**SECTION, "ScoringType": 4, "Winners": 1}
    record = read_file(
        bws_file(4, Section=[teams], RoundData=rows, ReceivedData=played, PlayerNumbers=numbers, PlayerNames=names)
    ).record
    assert (record.kind, record.method, [each.id for each in record.contestants]) == ("teams", "imps", ["1", "2"])
    assert [each.name for each in record.by_id["1"].players] == [
        "Ann Example",
        "Bo Example",
        "Gus Example",
        "Hal Example",
    ]


def test_an_individual_has_partnerships() -> None:
    movement = [
        {
            "Section": 1,
            "Table": 1,
            "Round": 1,
            "NSPair": 1,
            "EWPair": 3,
            "South": 2,
            "West": 4,
            "LowBoard": 1,
            "HighBoard": 1,
        },
        {
            "Section": 1,
            "Table": 1,
            "Round": 2,
            "NSPair": 1,
            "EWPair": 2,
            "South": 3,
            "West": 4,
            "LowBoard": 2,
            "HighBoard": 2,
        },
    ]
    played = [{**received(1, movement[0], 1, "4 S", "S", "="), "South": 2, "West": 4}]
    numbers, names = people(1, 1)
    record = read_file(
        bws_file(
            3,
            alone=True,
            Section=[{**SECTION, "Tables": 1, "Winners": 1}],
            RoundData=movement,
            ReceivedData=played,
            PlayerNumbers=numbers,
            PlayerNames=names,
        )
    ).record
    assert record.kind == "individual"
    assert (at(record, 1).line.ns, at(record, 1).line.ew) == ("1 & 2", "3 & 4")
    assert record.partnerships["1 & 3"] == ("1", "3")
    assert [each.players[0].name for each in record.contestants] == [
        "Ann Example",
        "Bo Example",
        "Cleo Example",
        "Dan Example",
    ]


def test_a_pair_that_is_not_there_plays_no_boards() -> None:
    record, notes, _ = lines(section={**SECTION, "MissingPair": 2, "Winners": 1})
    assert {each.line.ns for each in record.lines} | {each.line.ew for each in record.lines} == {"1"}
    assert [each.id for each in record.contestants] == ["1"]
    assert "2 boards of the movement have no result." in notes


def test_a_list_of_boards_takes_the_place_of_lowest_and_highest() -> None:
    row = {**HERE, "CustomBoards": "7, 9-10"}
    assert [each.line.board for each in read_file(bws_file(4, Section=[SECTION], RoundData=[row])).record.lines] == [
        7,
        9,
        10,
    ]


def test_two_sessions_in_a_file_are_two_records() -> None:
    sections = [
        {**SECTION, "ID": number, "Letter": letter, "Session": number} for number, letter in ((1, "A"), (2, "B"))
    ]
    movements = [row for number in (1, 2) for row in mitchell(number, 2, 2)]
    read = read_file(
        bws_file(
            4,
            Session=[{"ID": 1, "Name": "Afternoon"}, {"ID": 2, "Name": "Evening", "Date": datetime(2024, 3, 7)}],
            Section=sections,
            RoundData=movements,
            ReceivedData=list(results(movements)),
        )
    )
    assert [(each.title, len(each.lines), each.sections[0].name) for each in read.records] == [
        ("Afternoon", 8, "A"),
        ("Evening", 8, "B"),
    ]
    assert [each.date for each in read.records] == [date(2024, 3, 5), date(2024, 3, 7)]


def test_sections_that_the_pads_showed_apart_are_apart() -> None:
    sections = [{**SECTION, "ID": number, "Letter": letter} for number, letter in ((1, "A"), (2, "B"))]
    movements = [row for number in (1, 2) for row in mitchell(number, 2, 2)]
    apart = [{"GroupSections": False, "Section": number} for number in (1, 2)]
    assert read_file(bws_file(4, Section=sections, RoundData=movements, Settings=apart)).record.apart
    assert not read_file(bws_file(4, Section=sections, RoundData=movements)).record.apart


# -- people and deals --------------------------------------------------------------------------------------------------


def test_a_name_that_was_typed_stands_before_that_of_the_number() -> None:
    numbers = [
        {"Section": 1, "Table": 1, "Direction": "N", "Number": "1001", "Name": "Eve Typed", "Round": 0},
        {"Section": 1, "Table": 1, "Direction": "S", "Number": "0", "Name": "", "Round": 0},
        {"Section": 1, "Table": 1, "Direction": "E", "Number": "77", "Name": None, "Round": 0},
    ]
    record = lines(PlayerNumbers=numbers, PlayerNames=[{"ID": 1001, "Name": "Other Example", "strID": ""}]).record
    assert record.by_id["NS 1"].players == (RecordPlayer("Eve Typed", "1001"),)
    assert record.by_id["EW 1"].players == (RecordPlayer("", "77"),)


def test_who_is_entered_in_a_later_round_belongs_to_the_pair_that_sits_there_then() -> None:
    rows = [{**row, "EWPair": row["EWPair"] + 2} for row in TWO]
    seat = {"Section": 1, "Direction": "E", "Number": "5"}
    later = rows[2]
    assert (later["Table"], later["Round"]) == (1, 2)
    numbers = [
        {**seat, "Table": 1, "Name": "Late Example", "Round": 2},
        {**seat, "Table": 1, "Name": "First Example", "Number": "6", "Round": 0},
        {**seat, "Table": 2, "Name": "Helping Example", "Number": "7", "Round": 2},
    ]
    record, notes, _ = read_file(
        bws_file(4, Section=[{**SECTION, "Winners": 1}], RoundData=rows, PlayerNumbers=numbers)
    )
    assert [each.name for each in record.by_id[str(rows[0]["EWPair"])].players] == ["First Example"]
    assert [each.name for each in record.by_id[str(later["EWPair"])].players] == ["Late Example"]
    assert "1 player took over a seat in the course of the session; those who began are named." in notes


def test_hands_that_differ_between_sections_are_told_by_section() -> None:
    sections = [{**SECTION, "ID": number, "Letter": letter} for number, letter in ((1, "A"), (2, "B"))]
    hands = [*hand_rows(1, [1, 2]), *hand_rows(2, [1]), *hand_rows(2, [2], "other")]
    hands.append({"Section": 1, "Board": 3, "NorthSpades": "AK"})
    record, notes, _ = read_file(bws_file(4, Section=sections, RoundData=TWO, HandRecord=hands))
    assert [(each.hands.board, each.section) for each in record.deals] == [(1, ""), (2, "A"), (2, "B")]
    assert record.deals[2].hands == dealt("other", [2])[0]
    assert "The hands of 1 board are not a whole pack, and are left out." in notes


def test_what_makes_is_read_where_it_is_told() -> None:
    seats, strains = ("North", "East", "South", "West"), ("Spades", "Hearts", "Diamonds", "Clubs", "Notrump")
    told = {f"{seat}{strain}": 7 + (seat in ("North", "South")) for seat in seats for strain in strains}
    record = lines(HandRecord=list(hand_rows(1, [1])), HandEvaluation=[{"Section": 1, "Board": 1, **told}]).record
    assert str(record.deals[0].tricks) == "8888888888" + "7777777777"


def test_auctions_and_play_are_read_where_the_pads_recorded_them() -> None:
    place = {"Section": 1, "Table": 1, "Round": 1, "Board": 1}
    calls = [
        {**place, "ID": at, "Counter": at, "Bid": bid} for at, bid in enumerate(["1 NT", "PASS", "x", "xx", "3 S"], 1)
    ]
    calls.append({**place, "ID": 9, "Counter": 2, "Bid": "2 C"})
    cards = [{**place, "ID": at, "Counter": at, "Card": card} for at, card in enumerate(["SK", "S10", "S2", "S3"], 1)]
    record = lines(received(1, HERE, 1, "3 S", "N", "="), BiddingData=calls, PlayData=cards).record
    assert at(record, 1).auction == ("1NT", "2C", "X", "XX", "3S")
    assert at(record, 1).play == ("SK", "ST", "S2", "S3")


def test_the_ranking_of_a_scoring_program_is_read() -> None:
    shown = [{"Section": 1, "Orientation": "NS", "Number": 1, "Score": "56,25", "Rank": "1="}]
    shown.append({"Section": 1, "Orientation": "EW", "Number": 2, "Score": "n/a", "Rank": ""})
    first, second = lines(Results=shown).record.ranking
    assert (first.contestant, first.rank, first.percent) == ("NS 1", "1=", Fraction(225, 4))
    assert (second.contestant, second.percent) == ("EW 2", None)


# -- what is refused, and what it costs --------------------------------------------------------------------------------


def test_another_database_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadFile, match="no file of Bridgemate"):
        read_file(jet_file(3, {"Members": made_table("ID:long Name:text40", [{"ID": 1, "Name": "A"}])}))
    with pytest.raises(BadFile, match="no section"):
        read_file(bws_file(4))


def test_a_bridgemate_file_is_never_written() -> None:
    record = read_file(small_night(3)).record
    with pytest.raises(BadFile, match="can be read, not written"):
        write_file(record, "bws")


@settings(max_examples=150, deadline=None)
@given(version=st.sampled_from([3, 4]), seed=st.integers(0, 10**9), count=st.sampled_from([1, 10, 100, 1000]))
def test_a_spoilt_file_is_read_as_far_as_it_goes_or_refused(version: int, seed: int, count: int) -> None:
    file = bytearray((KEPT / ("small-jet3.bws" if version == 3 else "large-jet4.bws")).read_bytes())
    chance = random.Random(seed)
    used = [place for place in range(20, len(file)) if file[place]]
    for place in chance.choices(used, k=count):
        file[place] = chance.choice((0, 1, 2, 0x40, 0x80, 254, 255, chance.randrange(256)))
    cut = chance.randrange(len(file)) if seed % 10 == 0 else len(file)
    with suppress(BadFile):
        read_file(bytes(file[:cut]), "bws")


def test_a_megabyte_of_results_is_read_within_a_second_and_in_100_mb() -> None:
    movement = [row for section in range(1, 10) for row in mitchell(section, 20, 20, 3)]
    sections = [{**SECTION, "ID": number, "Letter": chr(64 + number), "Tables": 20} for number in range(1, 10)]
    file = bws_file(
        4,
        Section=sections,
        RoundData=movement,
        ReceivedData=list(results(movement)),
        HandRecord=[row for section in range(1, 10) for row in hand_rows(section, range(1, 61))],
    )
    assert len(file) > 1_000_000
    assert len(read_file(file).record.lines) == 9 * 20 * 20 * 3
    assert seconds(lambda: read_file(file), times=2) < 1
    tracemalloc.start()
    read_file(file)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000_000


def test_the_sides_of_two_winners_are_told() -> None:
    record = lines().record
    assert {each.direction for each in record.contestants} == {Side.NS, Side.EW}
