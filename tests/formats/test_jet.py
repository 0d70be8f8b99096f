"""Databases of Access are read without Access: both versions, whatever became of their rows, and spoilt ones without harm."""

from __future__ import annotations

import struct
from contextlib import suppress
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jet_files import jet_file, made_table

from arrowswitch.formats import BadFile
from arrowswitch.formats.bridgemate.jet import open_database
from timing import seconds

VERSIONS = pytest.mark.parametrize("version", [3, 4])
COLUMNS = (
    "ID:long Section Letter:char3 Name:text18 Erased:bool When:date Remark:text255 Long:memo Weight:double Other:text255 "
    "Fee:money Nothing:text10 Small:byte Share:float"
)


def row(number: int) -> dict[str, object]:
    return {
        "ID": number * 1000,
        "Section": -number,
        "Letter": "A",
        "Name": f"Zoë Example {number}",
        "Erased": number % 2 == 0,
        "When": datetime(2024, 5, 6, 19, 30, number % 60),
        "Remark": "x" * number,
        "Long": "A long word. " * number,
        "Weight": 1.5 * number,
        "Other": "y" * (number * 7 % 250),
        "Fee": 12.25,
        "Small": number,
        "Share": 0.5,
    }


def as_read(made: dict[str, object]) -> dict[str, object]:
    found = {name.split(":")[0].lower(): made.get(name.split(":")[0]) for name in COLUMNS.split()}
    return {**found, "letter": "A  ", "erased": bool(made["Erased"])}


@VERSIONS
def test_every_value_of_every_row_comes_back(version: int) -> None:
    rows = [row(number) for number in range(1, 121)]
    found = open_database(jet_file(version, {"First": made_table(COLUMNS, rows)})).table("first").rows
    assert sorted(found, key=lambda each: str(each["id"])) == sorted(
        map(as_read, rows), key=lambda each: str(each["id"])
    )


@VERSIONS
def test_deleted_rows_are_gone_and_moved_rows_are_found_once(version: int) -> None:
    rows = [row(number) for number in range(60)]
    database = open_database(
        jet_file(version, {"First": made_table(COLUMNS, rows, deleted={3, 4, 59}, moved={5, 6, 58})})
    )
    found = [each["id"] for each in database.table("First", ("id",)).rows]
    assert sorted(found) == [number * 1000 for number in range(60) if number not in (3, 4, 59)]
    assert database.spoilt == 0


@VERSIONS
def test_a_row_older_than_a_column_has_nothing_there(version: int) -> None:
    rows = [{"A": 1, "B": "old", "C": True, "D": "new"}, {"A": 2, "B": "now", "C": True, "D": "new"}]
    found = (
        open_database(jet_file(version, {"T": made_table("A B:text9 C:bool D:text9", rows, known=2)})).table("T").rows
    )
    assert [(each["b"], each["c"], each["d"]) for each in found] == [("old", False, None), ("now", True, "new")]


@VERSIONS
def test_a_definition_and_a_map_may_need_several_pages(version: int) -> None:
    wide = made_table(" ".join(f"Column{number}:text20" for number in range(200)), [{"Column3": "a", "Column199": "z"}])
    many = made_table("ID:long Text:text250", [{"ID": number, "Text": "w" * 250} for number in range(12_000)])
    between = made_table("A", [{"A": number} for number in range(9)])
    database = open_database(jet_file(version, {"Wide": wide, "Many": many, "Between": between}))
    (only,) = database.table("Wide").rows
    assert {name for name, value in only.items() if value} == {"column3", "column199"}
    assert [each["id"] for each in database.table("Many", ("id",)).rows] == list(range(12_000))


def test_letters_of_another_code_page_are_read_by_it() -> None:
    file = jet_file(3, {"T": made_table("Name:text18", [{"Name": "Łucja Przykład"}])}, letters=1250)
    assert open_database(file).table("T").rows[0]["name"] == "Łucja Przykład"


def test_letters_beyond_one_byte_are_read() -> None:
    file = jet_file(4, {"T": made_table("Name:text18", [{"Name": "Łucja"}, {"Name": "例えば"}, {"Name": "ab"}])})
    assert [each["name"] for each in open_database(file).table("T").rows] == ["Łucja", "例えば", "ab"]


def test_a_table_that_is_not_there_has_no_rows() -> None:
    assert open_database(jet_file(4, {"T": made_table("A")})).table("Others").rows == ()


@VERSIONS
def test_a_table_whose_map_is_spoilt_is_found_by_its_pages(version: int) -> None:
    file = bytearray(jet_file(version, {"T": made_table("A", [{"A": 7}])}))
    page = open_database(bytes(file)).tables["t"] * (2048 if version == 3 else 4096)
    struct.pack_into("<I", file, page + (35 if version == 3 else 55), 0xFFFFFF00)
    assert [each["a"] for each in open_database(bytes(file)).table("T").rows] == [7]


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (b"", "no database of Access"),
        (b"\0\1\0\0Standard Jet DB\0" + bytes(5000), "locked by a password, or spoilt"),
        (b"\0\1\0\0Standard Jet DB\0" + bytes(2 * 2048 - 20) + b"\2" + bytes(2047), "spoilt"),
    ],
)
def test_what_is_no_database_is_refused_in_a_sentence(file: bytes, sentence: str) -> None:
    with pytest.raises(BadFile, match=sentence):
        open_database(file)


def test_a_row_that_points_at_itself_is_counted_and_not_followed_for_ever() -> None:
    file = bytearray(jet_file(3, {"T": made_table("A B:text9", [{"A": 1}], moved={0})}))
    size = 2048
    page = next(at for at in range(0, len(file), size) if file[at] == 1 and file[at + 11] & 0x40)
    place = struct.unpack_from("<H", file, page + 10)[0] & 0x1FFF
    struct.pack_into("<I", file, page + place, page // size << 8)
    database = open_database(bytes(file))
    assert database.table("T").rows == ()
    assert database.spoilt == 1


def test_a_long_text_that_goes_round_in_a_circle_ends() -> None:
    file = bytearray(jet_file(3, {"T": made_table("A:memo", [{"A": "word " * 300}])}))
    for page in (at for at in range(0, len(file), 2048) if file[at + 4 : at + 8] == b"LVAL"):
        place = struct.unpack_from("<H", file, page + 10)[0]
        struct.pack_into("<I", file, page + place, page // 2048 << 8)
    (only,) = open_database(bytes(file)).table("T").rows
    assert isinstance(only["a"], str)
    assert len(only["a"]) == 1500


def test_a_small_file_that_claims_very_much_is_refused_in_bounded_time() -> None:
    columns = " ".join(f"C{number}:text250" for number in range(250))
    moved = set(range(30_000))
    file = bytearray(jet_file(4, {"T": made_table(columns, [{"C0": "w"}])}))
    base = len(file) // 4096
    pointers = b"".join(struct.pack("<H", (4096 - 4 * number) | 0x4000) for number in range(1, 600))
    owner = open_database(bytes(file)).tables["t"]
    away = next(at for at in range(0, len(file), 4096) if file[at : at + 2] == b"\1\1" and file[at + 4] == owner)
    body = struct.pack("<I", away // 4096 << 8) * 599
    page = b"\1\1\0\0" + struct.pack("<II", owner, 0) + struct.pack("<H", 599) + pointers
    for _ in range(len(moved) // 599 + 1):
        file += page + bytes(4096 - len(page) - len(body)) + body
    struct.pack_into("<I", file, owner * 4096 + 55, 0xFFFFFF00)
    assert len(file) // 4096 > base

    def refused() -> None:
        with pytest.raises(BadFile, match="values"):
            open_database(bytes(file)).table("T")

    assert seconds(refused) < 10


SHAPES = [
    jet_file(version, {"T": made_table(COLUMNS, [row(number) for number in range(12)], moved={2})})
    for version in (3, 4)
]


@settings(max_examples=300, deadline=None)
@given(
    version=st.sampled_from([3, 4]),
    changes=st.lists(st.tuples(st.integers(0, 2**20), st.integers(0, 255)), min_size=1, max_size=60),
    cut=st.integers(0, 2**20),
)
def test_a_spoilt_database_is_read_as_far_as_it_goes_or_refused(
    version: int, changes: list[tuple[int, int]], cut: int
) -> None:
    file = bytearray(SHAPES[version - 3])
    for place, value in changes:
        file[20 + place % (len(file) - 20)] = value
    with suppress(BadFile):
        database = open_database(bytes(file[: len(file) - cut % 9 * 1000]))
        for name in database.tables:
            database.table(name)


def test_a_megabyte_is_read_within_a_second() -> None:
    file = jet_file(4, {"T": made_table(COLUMNS, [{**row(number % 60), "Long": None} for number in range(5_000)])})
    assert len(file) > 1_000_000
    assert len(open_database(file).table("T").rows) == 5_000
    assert seconds(lambda: open_database(file).table("T").rows, times=2) < 1
