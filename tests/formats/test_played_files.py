"""PBN, LIN and RBN: real shapes with made-up names, what was written read again, and damaged files."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from arrowswitch.bridge import Seat, Side, Vulnerability, parse_result
from arrowswitch.deals import TrickTable, dealt
from arrowswitch.formats import BadFile, ReadFile, Record, RecordDeal, RecordLine, find_format, read_file, write_file
from arrowswitch.formats.play import lin, pbn, rbn
from arrowswitch.formats.record import RecordContestant, RecordPlace, RecordPlayer
from arrowswitch.scoring import MINUS, PLUS, Line, Score
from formats.records import records
from timing import seconds

DATA = Path(__file__).parent.parent / "data" / "formats"
SHAPES = sorted(path for name in ("pbn", "lin", "rbn") for path in (DATA / name).iterdir())
DEALS = {hands.board: hands for hands in dealt("shapes", range(1, 5))}


def read_shape(name: str) -> ReadFile:
    return read_file((DATA / name).read_bytes())


def told(record: Record) -> list[tuple[int, str, str, str, int | None]]:
    """The lines in short."""
    return [
        (each.line.board, each.line.ns, each.line.ew, str(each.line.result or each.line.status), each.line.score)
        for each in record.lines
    ]


@pytest.mark.parametrize("path", SHAPES, ids=lambda path: path.name)
def test_the_right_reader_knows_each_shape_by_its_content(path: Path) -> None:
    seen = [
        name
        for name in ("pbn", "lin", "rbn", "bri", "dge", "dup", "dlm")
        if find_format(name).seen_in(path.read_bytes())
    ]
    assert seen == [path.parent.name]


# -- PBN ----------------------------------------------------------------------------------------------------------------


def test_the_file_of_bridgewebs_gives_two_fields_with_the_same_numbers() -> None:
    record, notes, _ = read_shape("pbn/bridgewebs.pbn")
    assert (record.title, record.date, record.venue) == ("Made-up Club Tuesday", date(2024, 3, 5), "Nowhere")
    assert (record.kind, record.method, record.winners, notes) == ("pairs", "matchpoints", 2, ())
    assert told(record) == [
        (1, "1NS", "1EW", "3NT S =", 400),
        (1, "2NS", "3EW", "4♠ N =", 420),
        (1, "3NS", "2EW", "4♠X N -1", -100),
        (2, "1NS", "1EW", "Pass", 0),
        (2, "2NS", "3EW", "2♥ E =", -110),
        (2, "3NS", "2EW", "not-played", None),
    ]
    assert record.by_id["3EW"] == RecordContestant("3EW", direction=Side.EW, number="3")
    assert [deal.hands for deal in record.deals] == [DEALS[1], DEALS[2]]


def test_a_hand_record_of_bridgecomposer_has_its_tables_and_par() -> None:
    record, notes, _ = read_shape("pbn/bridgecomposer.pbn")
    assert record.deals[0] == RecordDeal(DEALS[3], tricks=TrickTable("77667775576677566775"), par="NS 1NT=")
    assert (record.program, record.results) == ("BridgeComposer Version 5.0", False)
    assert [str(note) for note in notes] == [
        "Not used: the tags BCFlags.",
        "Not used: comments.",
        "Not used: lines for other programs.",
    ]


def test_a_whole_night_in_old_letters_has_its_ranking_points_leads_and_members() -> None:
    record, notes, _ = read_shape("pbn/magic-contest-latin-1.pbn")
    assert record.venue == "Düsseldorf"
    assert record.contestants[1] == RecordContestant(
        "A1", (RecordPlayer("Anna-Lena Probe", "10003"), RecordPlayer("Bo Exempel")), section="A", number="1"
    )
    assert record.ranking[0] == RecordPlace("A2", "1", Fraction(85, 2), percent=Fraction(125, 2), boards=24)
    assert record.ranking[1].adjustment == Fraction(-3, 2)
    first, second = record.lines
    assert told(record) == [(1, "A1", "A2", "3NT S =", 400), (1, "A3", "A4", "4♠X W -1", 100)]
    assert (first.line.table, first.line.round, first.ns_points, first.ew_points) == (1, 1, 2, 0)
    assert (str(first.lead), str(second.lead)) == ("♠6", "♦10")
    assert [str(note) for note in notes] == ["Not used: the tags EventDate."]


def test_two_tables_of_one_board_are_two_results_with_auction_and_play_in_order() -> None:
    record, notes, _ = read_shape("pbn/bbo.pbn")
    assert told(record) == [(1, "1", "2", "3NT S -6", -300), (1, "3", "4", "4♠ N -7", -350)]
    one = record.lines[0]
    assert one.auction == ("Pass", "Pass", "1NT", "Pass", "3NT", "Pass", "Pass", "Pass")
    # West led and East won with the ten, so that the second row, which begins with West, is played from East
    assert one.play[:8] == ("S3", "S4", "ST", "S6", "HK", "H2", "H4", "HT")
    assert (len(one.play), one.remark, one.ns_points) == (52, "A made-up remark.", Fraction(16, 5))
    assert [player.name for player in record.contestants[0].players] == ["bo_x", "di_x"]
    assert len(record.deals) == 1
    assert [str(note) for note in notes] == ["Not used: notes to calls and cards."]


def test_import_style_takes_over_values_fills_in_a_hand_and_numbers_a_board() -> None:
    record, notes, _ = read_shape("pbn/import-style.pbn")
    assert (record.title, record.date) == ("Made-up Cup", date(2020, 1, 31))
    assert record.deals == (RecordDeal(DEALS[1]), RecordDeal(DEALS[2]))
    assert [str(note) for note in notes] == [
        "Boards without a number have that of the next board with their dealer and vulnerability.",
        "Deals of which more than one hand is missing are not used.",
        "Not used: comments.",
        "Not used: lines for other programs.",
    ]


DEAL = "N:.AKQJT98765432.. AKQJT98765432... ...AKQJT98765432 ..AKQJT98765432."


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        # a score without a contract, and one for each side
        ('[ScoreTable "PairId_NS;PairId_EW;Score_NS;Score_EW"]\n1 2 "420" -\n3 4 - 50', [("420",), ("-50",)]),
        (
            '[ScoreTable "PairId_NS;PairId_EW;Score_NS;Score_EW"]\n1 2 A+ "A-"\n3 4 A6040 -',
            [("A+", "A-"), ("A+", "A-")],
        ),
        # results against the contract, and a frequency table
        ('[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n1 2 4S N +1', [("450",)]),
        ('[ScoreTable "Rank;Contract;Declarer;Result;Multiplicity"]\n1 4S N 10 2', [("420",), ("420",)]),
        # an artificial score where the contract stands
        ('[ScoreTable "PairId_NS;PairId_EW;Contract"]\n1 2 A+\n3 4 NONSENSE', [("A+",), ("-",)]),
        ('[Contract "4SX"]\n[Declarer "^N"]\n[Result "EW 4"]', [("-100",)]),
        ('[Contract "?"]\n[Result "?"]', []),
        ('[Contract ""]\n[Result ""]', []),
        ('[Score "EW 100"]', [("-100",)]),
        ('[Auction "N"]\n1S =1= X! $3 XX AP\n[Result "7"]', [("520",)]),
        ('[Auction "N"]\nPass Pass Pass Pass', [("0",)]),
        ('[Auction "N"]\n1S Pass *', []),
    ],
)
def test_what_programs_write_of_results_is_understood(text: str, lines: list[tuple[str, ...]]) -> None:
    record = read_file(f'[Board "1"]\n[Deal "{DEAL}"]\n{text}\n'.encode()).record
    shown = {PLUS: "A+", MINUS: "A-"}
    found = []
    for each in record.lines:
        awards = [
            "-" if not each.line.counts else shown.get(award, "") or str(getattr(award, "ns", award))
            for award in (each.line.ns_award, each.line.ew_award)
        ]
        found.append(tuple(dict.fromkeys(awards)))
    assert found == lines


def test_boards_with_other_deals_by_section_or_without_one_are_kept_apart() -> None:
    one, other = dealt("a", (1,))[0], dealt("b", (1,))[0]
    by_section = Record(deals=(RecordDeal(one, "A"), RecordDeal(other, "B")))
    assert read_file(write_file(by_section, "pbn").data).record == by_section
    again = read_file(write_file(Record(deals=(RecordDeal(one, group="x"), RecordDeal(other, group="y"))), "pbn").data)
    assert [(deal.hands, deal.group) for deal in again.record.deals] == [(one, "1"), (other, "2")]
    assert [str(note) for note in again.notes] == ["Boards 1 are there with several deals, which are kept apart."]


def test_a_match_in_two_rooms_has_its_teams() -> None:
    rooms = [
        f'[Event "Cup"]\n[Board "1"]\n[Room "{room}"]\n[HomeTeam "Reds"]\n[VisitTeam "Blues"]\n[North "{north}"]\n[South "x"]\n'
        f'[Deal "{DEAL}"]\n[Scoring "IMP"]\n[Contract "4S"]\n[Declarer "E"]\n[Result "10"]'
        for room, north in (("Open", "Ann"), ("Closed", "Bo"))
    ]
    record = read_file("\n\n".join(rooms).encode()).record
    assert (record.kind, record.method) == ("teams", "imps")
    assert [(each.line.ns, each.line.ew) for each in record.lines] == [("1", "2"), ("2", "1")]
    assert [each.name for each in record.contestants] == ["Reds", "Blues"]


def test_what_is_written_is_export_style_with_all_that_the_standard_wants() -> None:
    record = read_shape("pbn/magic-contest-latin-1.pbn").record
    text = write_file(record, "pbn").data.decode()
    tags = [
        *("Event", "Site", "Date", "Board", "West", "North", "East", "South"),
        *("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
    ]
    lines = text.splitlines()
    assert lines[:3] == ["% PBN 2.1", "% EXPORT", "% Content-type: text/x-pbn; charset=UTF-8"]
    assert [line.split()[0][1:] for line in lines[3:18]] == tags
    assert "A 1 1 1 2 3NT S 9 S6 400 -400 2 0" in lines
    assert read_file(text.encode()).record == record


# -- LIN ----------------------------------------------------------------------------------------------------------------


def test_boards_of_a_table_are_read_with_a_claim_and_with_every_card() -> None:
    record, notes, _ = read_shape("lin/boards.lin")
    assert told(record) == [(1, "1", "2", "3NT S =", 400), (2, "1", "2", "4♥ E -5", 250)]
    assert record.deals == (RecordDeal(DEALS[1]), RecordDeal(DEALS[2]))
    assert record.lines[1].auction == ("1H", "X", "4H", "Pass", "Pass", "Pass")
    assert [player.name for player in record.contestants[1].players] == ["earl_x", "walt_x"]
    assert [str(note) for note in notes] == ["Not used: explanations of calls."]


def test_a_tourney_has_its_results_from_the_top_of_the_file() -> None:
    record, notes, _ = read_shape("lin/tourney.lin")
    assert record.title == "#387 Made-up Pairs, Bridge Base Online"
    assert [each[3] for each in told(record)] == ["4♥ N +1", "Pass", "3NTX S -1"]
    assert [str(note) for note in notes] == ["Not used: points."]


def test_a_vugraph_has_both_rooms_its_teams_and_who_sat_where() -> None:
    record, notes, _ = read_shape("lin/vugraph-latin-1.lin")
    assert (record.kind, record.method, record.title) == ("teams", "imps", "Erfundene Meisterschaft, Finale 1")
    assert told(record)[:2] == [(1, "1", "2", "3NT S =", 400), (1, "2", "1", "3NT S -1", -50)]
    assert [each.name for each in record.contestants] == ["MÜSTER", "BEISPIEL"]
    assert [player.name for player in record.contestants[0].players] == ["Nord", "Süd", "Ost2", "West2"]
    assert (record.lines[1].ns_pair, record.lines[1].ew_pair) == ("2-2", "1-2")
    assert [str(note) for note in notes] == ["Not used: comments.", "Not used: what was carried into the match."]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("md|3SXYZ,,,|", "Board 1: “SXYZ” is no hand."),
        ("qx|o999|ah|Board 0|md|3|", "There is no board 0: boards are numbered 1 to 999."),
        ("md|3,,,|", "There is no deal and no result in this file."),
        ("md|3|" + "pg||" * 2_000_001, "This file has more than 2000000 values; no session has so many."),
    ],
)
def test_a_lin_file_that_cannot_be_read_says_why(text: str, sentence: str) -> None:
    with pytest.raises(BadFile) as refusal:
        read_file(text.encode())
    assert str(refusal.value) == sentence


# -- RBN ----------------------------------------------------------------------------------------------------------------


def test_a_match_in_rbn_takes_over_what_is_not_said_anew() -> None:
    record, notes, _ = read_shape("rbn/match.rbn")
    assert (record.title, record.venue) == ("Made-up Teams, Flight A", "Nowhere NW, Made-up Hall")
    assert (record.date, record.session_number, record.kind) == (date(1998, 1, 31), 2, "teams")
    assert told(record) == [
        (1, "1", "2", "3NT S =", 400),
        (1, "2", "1", "4♠ N -7", -350),
        (2, "1", "2", "Pass", 0),
    ]
    one = record.lines[0]
    assert one.auction[2:] == ("1NT", "Pass", "3NT", "Pass", "Pass", "Pass")
    assert (one.play[:5], one.ns_points, one.ew_points) == (("S3", "S4", "ST", "S6", "HK"), 9, -9)
    assert record.deals[0].tricks == TrickTable("77667775576677666776")
    assert [str(note) for note in notes] == [
        "Not used: titles of articles and their authors.",
        "Not used: comments.",
        "Not used: notes to calls and cards.",
    ]


def test_pairs_in_rbn_may_be_unknown_on_one_side() -> None:
    record, notes, _ = read_shape("rbn/pairs-crlf.rbn")
    assert told(record) == [(4, "NS", "1", "1♦ W +1", -90)]
    assert (record.lines[0].line.table, record.lines[0].ns_points) == (6, Fraction(111, 2))
    assert [str(note) for note in notes] == ["Not used: the date “2001C”, which is no single day."]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("E x\nH N:::\nwhat", "Line 3: “what” has no label of RBN before it."),
        ("B 1\nH N:AK", "Board 1: “N:AK” is no deal."),
        ("B 0\nH N:AK.::", "“0” is no board number."),
        ("H N:::\n" + "\n" * 2_000_001, "This file has more than 2000000 lines; no session has so many."),
    ],
)
def test_an_rbn_file_that_cannot_be_read_says_why(text: str, sentence: str) -> None:
    with pytest.raises(BadFile) as refusal:
        read_file(text.encode())
    assert str(refusal.value) == sentence


# -- all of them --------------------------------------------------------------------------------------------------------

QUICK = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


def as_pbn_holds_it(record: Record) -> Record:
    """A record without what the writer of PBN says that it leaves out."""
    return replace(
        record,
        **dict.fromkeys(("club_number", "director", "event_id"), ""),
        boards_per_round=None,
        matches=(),
        penalties=(),
        datums=(),
        further={},
        contestants=tuple(
            replace(
                each,
                stratum="",
                handicap=None,
                pairs=(),
                players=tuple(replace(player, club_number="") for player in each.players),
            )
            for each in record.contestants
        ),
        ranking=tuple(
            replace(place, awards=tuple(("", number) for _, number in place.awards)) for place in record.ranking
        ),
        lines=tuple(sorted(map(_line_of_pbn, record.lines), key=lambda told: told.line.board)),
    )


def _line_of_pbn(told: RecordLine) -> RecordLine:
    status = told.line.status if told.line.counts else "not-played"
    return replace(told, ns_pair="", ew_pair="", line=replace(told.line, group="", status=status))


@QUICK
@given(records())
def test_a_record_is_the_same_after_pbn_but_for_what_is_said(record: Record) -> None:
    file = write_file(record, "pbn")
    assume(not any("nothing but a sign" in sentence for sentence in file.left_out))
    assert pbn.read(file.data).record == as_pbn_holds_it(record)


@pytest.mark.parametrize("name", ["pbn", "lin", "rbn"])
@QUICK
@given(record=records())
def test_reading_what_was_written_gives_the_same_value(name: str, record: Record) -> None:
    kind = {"pbn": pbn, "lin": lin, "rbn": rbn}[name]
    with suppress(BadFile):  # a record with neither deals nor results
        once = kind.read(kind.write(record).data).record
        assert kind.read(kind.write(once).data).record == once
        played = [each.line.result for each in record.lines if each.line.result and each.line.counts]
        assert sorted(map(str, played)) == sorted(str(each.line.result) for each in once.lines if each.line.result)
        assert {deal.hands for deal in once.deals} == {deal.hands for deal in record.deals}


@pytest.mark.parametrize("name", ["pbn", "lin", "rbn"])
def test_auctions_and_play_go_from_any_of_these_formats_to_any_other(name: str) -> None:
    for shape in ("lin/boards.lin", "pbn/bbo.pbn", "rbn/match.rbn"):
        record = read_shape(shape).record
        again = read_file(write_file(record, name).data).record
        for before, after in zip(record.lines, again.lines, strict=True):
            assert (after.auction, after.play, after.line.result) == (before.auction, before.play, before.line.result)


def test_a_deal_with_its_own_dealer_and_vulnerability_keeps_them() -> None:
    deal = RecordDeal(DEALS[1], dealer=Seat.WEST, vulnerability=Vulnerability.ALL)
    for name in ("pbn", "lin", "rbn"):
        assert read_file(write_file(Record(deals=(deal,)), name).data).record.deals == (deal,)


def test_a_line_with_a_score_by_the_deals_own_vulnerability_is_read_so() -> None:
    deal = RecordDeal(DEALS[1], vulnerability=Vulnerability.ALL)
    line = Line(1, "1", "2", Score(620), Score(620), result=parse_result("4S N ="))
    record = Record(
        contestants=(RecordContestant("1"), RecordContestant("2")), lines=(RecordLine(line),), deals=(deal,)
    )
    assert read_file(write_file(record, "pbn").data).record == record


@pytest.mark.parametrize("path", SHAPES, ids=lambda path: path.name)
@QUICK
@given(data=st.data())
def test_a_damaged_file_is_refused_in_a_sentence_or_read(path: Path, data: st.DataObject) -> None:
    file = bytearray(path.read_bytes())
    pieces = st.one_of(
        st.binary(max_size=4),
        st.sampled_from(
            [b'"', b"[", b"]", b"{", b"}", b"|", b"\\", b"#", b"##", b"%", b";", b"\n\n", b"\xff", b"9" * 30, b"-"]
        ),
    )
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(file)))
        cut = data.draw(st.integers(0, 12))
        moved = bytes(file[at : at + cut])
        file[at : at + cut] = data.draw(pieces) + (moved * data.draw(st.integers(0, 2)))
    kind = find_format(path.parent.name)
    with suppress(BadFile):
        record = kind.read(bytes(file)).record
        kind.write(record)


@pytest.mark.parametrize(
    "data",
    [
        b'[Deal "' * 500_000,
        b"{" * 2_000_000 + b'[Board "1"]',
        b'[Board "1"]\n[ScoreTable "' + b"a;" * 500_000 + b'"]\n' + b"1 " * 500_000,
        b'[Board "1"]\n[Auction "N"]\n' + b"Pass " * 1_000_000,
        b'[Board "1"]\n[Auction "N"]\n' + b"$" * 1_000_000,
        b'[Board "' + b"9" * 2_000_000 + b'"]\n[Deal "x"]',
        b"[x " + b" " * 2_000_000,
        b"md|3|" + b"mb|p|" * 400_000,
        b"pn|" + b"," * 2_000_000 + b"|md|3|",
        b"vg|" + b"x" * 2_000_000,
        b"B 1\nH N:::\nA NZ:" + b"P" * 2_000_000,
        b"H N:::\nP " + b"S" * 2_000_000,
        b"H N:::\n" + b"N a\n\n" * 400_000,
    ],
    ids=range(13),
)
def test_what_is_far_too_large_ends_soon(data: bytes) -> None:
    def looked_at() -> None:
        for name in ("pbn", "lin", "rbn"):
            with suppress(BadFile):
                find_format(name).seen_in(data)
                read_file(data, name)

    assert seconds(looked_at) < 10
