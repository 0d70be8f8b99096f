"""The files of dealing machines, byte for byte: BRI, DGE, DUP and DLM."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.bridge import PACK, Seat, Vulnerability
from arrowswitch.deals import BoardHands, TrickTable, dealt, written
from arrowswitch.formats import (
    BadFile,
    ReadFile,
    Record,
    RecordContestant,
    RecordDeal,
    find_format,
    format_of,
    read_file,
    write_file,
)
from arrowswitch.formats.dealing.deals import hands_of

# North holds ♠AKQ ♥J1098 ♦765 ♣432, and each suit goes on clockwise from there.
KNOWN = BoardHands(1, "AKQ.JT98.765.432", "JT98.765.432.AKQ", "765.432.AKQ.JT98", "432.AKQ.JT98.765")
NORTH = b"01020317181920" + b"343536" + b"505152"  # ♠A is 01, ♥A 14, ♦A 27, ♣A 40
EAST = b"04050607" + b"212223" + b"373839" + b"404142"
SOUTH = b"080910" + b"242526" + b"272829" + b"43444546"
BRI = NORTH + EAST + SOUTH
DGE = (
    b"\x06AKQ\x03JT98\x04765\x05432"
    b"\x06JT98\x03765\x04432\x05AKQ"
    b"\x06765\x03432\x04AKQ\x05JT98"
    b"\x06432\x03AKQ\x04JT98\x05765"
)
# Seats of the cards two by two: ♠ N N|N E|E E|E S|S S|W W|W, ♥ W|W W|N N|N N|E E|E S|S S,
# ♦ S S|S W|W W|W N|N N|E E|E, ♣ E|E E|S S|S S|W W|W N|N N.
LETTERS = "abfgkpppaafgkklpmafffkkpma"
MACHINES = ("bri", "dge", "dup", "dlm")


def deals_of(*hands: BoardHands) -> Record:
    return Record(deals=tuple(map(RecordDeal, hands)))


def test_a_known_deal_as_bri_is_these_bytes() -> None:
    assert write_file(deals_of(KNOWN), "bri").data == BRI + b" " * 32 + b"\0" * 18
    assert len(BRI) == 78


def test_a_known_deal_as_dge_is_these_bytes() -> None:
    assert write_file(deals_of(KNOWN), "dge").data == DGE + b"\0" * 60
    assert len(DGE) == 68


def test_a_known_deal_as_dup_is_both_and_what_the_machine_is_told() -> None:
    assert write_file(deals_of(KNOWN), "dup").data == BRI + DGE + b"YN1  0 1  "
    two = deals_of(replace(KNOWN, board=17), replace(KNOWN, board=18))
    assert write_file(two, "dup").data == (BRI + DGE + b"YN17 0 18 ") * 2


def test_a_known_deal_as_dlm_is_one_of_99_boards_with_their_checksums() -> None:
    data = write_file(replace(deals_of(replace(KNOWN, board=3)), title="Tuesday"), "dlm").data
    lines = data.decode().split("\r\n")
    assert lines[:10] == [
        "[Document]",
        "Headline=Tuesday",
        "Status=Show",
        "Duplicates=0",
        "From board=3",
        "To board=3",
        "Next board to duplimate=0",
        "PrintOuts=0",
        "Crypto key=0",
        "Checksum=1",  # 3 and 3 cancel out; 1 for a file that may be shown
    ]
    assert lines[10:12] == ["Duplicates 01=0", "Board 01=aaaaaabffffffkkkkkklpppppp015"]  # 1 ^ 14
    assert lines[14:16] == ["Duplicates 03=0", f"Board 03={LETTERS}{_checksum(3):03}"]
    assert lines[206:] == ["Duplicates 99=0", "Board 99=aaaaaabffffffkkkkkklpppppp109", ""]  # 99 ^ 14


def _checksum(board: int) -> int:
    for letter in LETTERS:
        board ^= ord(letter)
    return board


def test_the_boards_that_fill_a_dlm_file_are_not_taken_for_deals() -> None:
    boards = dealt("machine", range(9, 13))
    record = read_file(write_file(deals_of(*boards), "dlm").data).record
    assert [deal.hands for deal in record.deals] == list(boards)


def test_a_dlm_file_of_another_program_says_what_is_missing_and_that_it_was_sealed() -> None:
    text = f"[Document]\nHeadline=Club\nStatus=Sealed\nFrom board=1\nTo board=3\nBoard 01={LETTERS}{_checksum(1):03}\n"
    record, notes, _ = read_file(text.encode())
    assert (record.title, [deal.hands.board for deal in record.deals]) == ("Club", [1])
    assert [str(note) for note in notes] == [
        "Boards 2-3 are meant to be in the file, and are not.",
        "The file was sealed: nobody was to see the deals on a screen.",
    ]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (BRI + b" " * 20, "This file is cut off: board 1 has 98 of 128 bytes."),
        ((NORTH + EAST + NORTH + b" " * 50), "Board 1: the four hands do not make a pack of cards."),
        (
            (BRI + DGE.replace(b"AKQ\x03JT98", b"AKJ\x03JT98") + b"YN1  0 1  "),
            "Board 1: the four hands do not make a pack of cards.",
        ),
        (
            BRI + DGE[17:] + DGE[:17] + b"YN1  0 1  ",
            "Board 1: its cards stand there twice, and not alike.",
        ),
        (DGE.replace(b"\x06432", b"\x06xyz") + b"\0" * 60, "Board 1: the hand of West cannot be read."),
        (
            f"[Document]\nTo board=1\nBoard 01={LETTERS}001\n".encode(),
            f"Board 1: the checksum is 001, not {_checksum(1)}: the deal was changed or damaged.",
        ),
        (b"[Document]\nTo board=1\nBoard 01=abc\n", "Board 1: “abc” is no deal of 26 letters."),
        (b"[Document]\nFrom board=7\nTo board=3\n", "The file goes from board 7 to board 3."),
        (b"[Document]\n", "There is no deal in this file."),
        (b"[Document]\n" + b"Board 01=a\n" * 100_000, "This file is too large for one of 99 boards."),
        (
            (BRI + FILL) * 1000 if (FILL := b" " * 32 + b"\0" * 18) else b"",
            "This file has boards beyond 999; no set of boards has.",
        ),
        ((BRI + FILL) * 10_001, "This file has more than 10000 boards; no session has so many."),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(BadFile) as refusal:
        read_file(data)
    assert str(refusal.value) == sentence


def test_a_dup_file_whose_first_board_nobody_may_see_and_one_counted_backwards_are_read() -> None:
    hidden = BRI + b" " * 68 + b"YN1  0 2  " + BRI + DGE + b"YN1  0 2  "
    assert [deal.hands.board for deal in read_file(hidden).record.deals] == [1, 2]
    one, two = dealt("back", (5, 6))
    data = write_file(deals_of(replace(two, board=5), replace(one, board=6)), "dup").data.replace(b"YN5", b"YY5")
    assert [deal.hands for deal in read_file(data).record.deals] == [one, two]


def test_boards_without_filling_are_read() -> None:
    assert read_file(BRI + BRI, "bri").record.deals[1].hands == replace(KNOWN, board=2)
    assert read_file(DGE + DGE).record.deals[1].hands == replace(KNOWN, board=2)


def test_what_such_a_file_cannot_hold_is_said() -> None:
    full = Record(
        contestants=(RecordContestant("1"),),
        deals=(
            RecordDeal(replace(KNOWN, board=4), dealer=Seat.NORTH, vulnerability=Vulnerability.NONE),
            RecordDeal(replace(dealt("x", (4,))[0], board=4), group="b"),
            RecordDeal(replace(KNOWN, board=120), tricks=TrickTable("77667775576677566775")),
        ),
    )
    always = [
        "Such a file holds deals only: players, results and ranking are not in it.",
        "Boards 4: only the first of several deals is in it.",
        "Boards 4: their own dealer and vulnerability are not in it.",
        "Double-dummy tables and par are not in it.",
    ]
    last = {
        "bri": "Boards are not numbered in such a file: 4, 120 are read as 1 to 2.",
        "dge": "Boards are not numbered in such a file: 4, 120 are read as 1 to 2.",
        "dup": "Boards are numbered in one run in a DUP file: 4, 120 are read as 4 to 5.",
        "dlm": "Boards 120: a DLM file has boards 1 to 99 only.",
    }
    for name in MACHINES:
        assert [str(each) for each in write_file(full, name).left_out] == [*always, last[name]]


@st.composite
def sets_of_boards(draw: st.DrawFn, first: int | None = None) -> Record:
    start = first or draw(st.integers(1, 60))
    packs = draw(st.lists(st.permutations(PACK), min_size=1, max_size=4))
    return deals_of(
        *(
            hands_of(board, {seat: pack[13 * turn : 13 * turn + 13] for turn, seat in enumerate(Seat)})
            for board, pack in enumerate(packs, start)
        )
    )


@pytest.mark.parametrize("name", MACHINES)
@given(data=st.data())
def test_reading_what_was_written_gives_the_same_deals_in_the_same_format(name: str, data: st.DataObject) -> None:
    record = data.draw(sets_of_boards(1 if name in ("bri", "dge") else None))
    file = write_file(record, name)
    assert not file.left_out
    assert format_of(file.data).name == name
    assert read_file(file.data) == ReadFile(record)


@pytest.mark.parametrize("name", MACHINES)
@given(data=st.data())
def test_a_damaged_file_is_refused_in_a_sentence_or_read(name: str, data: st.DataObject) -> None:
    file = bytearray(write_file(deals_of(KNOWN, replace(KNOWN, board=2)), name).data[:400])
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(file)))
        cut = data.draw(st.integers(0, 3))
        file[at : at + cut] = data.draw(st.binary(max_size=3))
    with suppress(BadFile):
        read_file(bytes(file), name)
    with suppress(BadFile):
        read_file(bytes(file))


def test_each_format_has_a_name_and_an_ending() -> None:
    assert [find_format(name).suffixes[0] for name in MACHINES] == [".bri", ".dge", ".dup", ".dlm"]
    assert written(PACK[-13:]) == "AKQJT98765432..."
