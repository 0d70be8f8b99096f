"""Files of Bridgemate, made for tests, with the columns that a real one has; the people in them are made up.

`python tests/formats/bws_files.py` writes the two that are kept in `tests/data/formats/bws`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from jet_files import jet_file, made_table

from arrowswitch.deals import dealt

KEPT = Path(__file__).parents[1] / "data" / "formats" / "bws"
START = datetime(2024, 3, 5, 19, 30)
DIRECTIONS = "North East South West"
SUITS = "Spades Hearts Diamonds Clubs"
PLACE = "Section Table Round Board"

COLUMNS = {
    "Clients": "ID:long Computer:text255",
    "Session": "ID Name:text40 Date:date Time:date GUID:text80 Status ShowInApp:bool PairsMoveAcrossField:bool EWReturnHome:bool",
    "Section": "ID Letter:char3 Tables MissingPair EWMoveBeforePlay Session ScoringType Winners OnlineEventGUID:text80",
    "Tables": "Section Table ComputerID Status LogOnOff CurrentRound CurrentBoard UpdateFromRound Group",
    "RoundData": "Section Table Round NSPair EWPair LowBoard HighBoard CustomBoards:text255",
    "ReceivedData": f"ID:long {PLACE} PairNS PairEW Declarer NS/EW:text2 Contract:text10 Result:text10 LeadCard:text10 "
    "Remarks:text255 DateLog:date TimeLog:date Processed:bool Processed1:bool Processed2:bool Processed3:bool "
    "Processed4:bool Erased:bool ExternalUpdate:bool SuspiciousContract",
    "IntermediateData": f"ID:long {PLACE} PairNS PairEW Declarer NS/EW:text2 Contract:text10 Result:text10 LeadCard:text10 "
    "Remarks:text255 DateLog:date TimeLog:date Processed:bool Erased:bool",
    "PlayerNumbers": "Section Table Direction:text2 Number:text16 Name:text18 Round Updated:bool Processed:bool TimeLog:date",
    "PlayerNames": "ID:long Name:text18 strID:text18",
    "BiddingData": f"ID:long {PLACE} Counter Direction:text2 Bid:text10 DateLog:date TimeLog:date Erased:bool",
    "PlayData": f"ID:long {PLACE} Counter Direction:text2 Card:text10 DateLog:date TimeLog:date Erased:bool",
    "HandRecord": "Section Board "
    + " ".join(f"{seat}{suit}:text13" for seat in DIRECTIONS.split() for suit in SUITS.split()),
    "HandEvaluation": "Section Board "
    + " ".join(f"{seat}{suit}" for seat in DIRECTIONS.split() for suit in (*SUITS.split(), "Notrump"))
    + " NorthHcp EastHcp SouthHcp WestHcp",
    "Settings": "ShowResults:bool ShowOwnResult:bool GroupSections:bool ScorePoints EnterResultsMethod LeadCard:bool Section",
}
ALONE = {"RoundData": " South West", "ReceivedData": " South West"}
"""What an individual has besides."""

Rows = Sequence[Mapping[str, Any]]


def bws_file(version: int, *, alone: bool = False, more: Mapping[str, Any] | None = None, **rows: Rows) -> bytes:
    """A file with these rows, by table; `more` is told to the writer of the table of results."""
    tables = {}
    for name, columns in COLUMNS.items():
        given = columns + (ALONE.get(name, "") if alone else "")
        tables[name] = made_table(given, rows.get(name, ()), **((more or {}) if name == "ReceivedData" else {}))
    if "Results" in rows:
        tables["Results"] = made_table("Section Orientation:text2 Number Score:text10 Rank:text5", rows["Results"])
    return jet_file(version, tables)


def mitchell(section: int, tables: int, rounds: int, boards: int = 2) -> Iterator[dict[str, Any]]:
    """The rows of a Mitchell: East-West move up a table, the boards down."""
    for number in range(1, rounds + 1):
        for table in range(1, tables + 1):
            first = (table + number - 2) % tables * boards + 1
            yield {
                "Section": section,
                "Table": table,
                "Round": number,
                "NSPair": table,
                "EWPair": (table - number) % tables + 1,
                "LowBoard": first,
                "HighBoard": first + boards - 1,
                "CustomBoards": "",
            }


RESULTS = (
    *(("4 H x", "N", "-1", "SK"), ("3 NT", "E", "=", "H10"), ("2 S", "S", "+1", ""), ("PASS", "", "", "")),
    *(("6 D", "W", "-2", "CA"), ("1 NT", "N", "+2", "D4"), ("5 C xx", "S", "=", "H2"), ("4 S", "E", "+1", "D9")),
)


def results(movement: Rows, first: int = 1) -> Iterator[dict[str, Any]]:
    """A result for every board of a movement, as a pad writes it."""
    number = first
    for row in sorted(movement, key=lambda row: (row["Round"], row["Table"])):
        for board in range(row["LowBoard"], row["HighBoard"] + 1):
            contract, seat, made, lead = RESULTS[(number * 3 + row["Table"]) % len(RESULTS)]
            yield received(number, row, board, contract, seat, made, lead)
            number += 1


def received(
    number: int,
    row: Mapping[str, Any],
    board: int,
    contract: str,
    seat: str = "",
    made: str = "",
    lead: str = "",
    **more: Any,
) -> dict[str, Any]:
    """One row of results."""
    moment = START + timedelta(minutes=number)
    return {
        "ID": number,
        **{name: row[name] for name in ("Section", "Table", "Round")},
        "Board": board,
        "PairNS": row["NSPair"],
        "PairEW": row["EWPair"],
        "Declarer": {"N": row["NSPair"], "S": row["NSPair"], "E": row["EWPair"], "W": row["EWPair"]}.get(seat, 0),
        "NS/EW": seat,
        "Contract": contract,
        "Result": made,
        "LeadCard": lead,
        "Remarks": "",
        "DateLog": START.replace(hour=0, minute=0),
        "TimeLog": datetime(1899, 12, 30, moment.hour, moment.minute),
        "Processed": True,
        "Erased": False,
        **more,
    }


NAMES = "Ann Bo Cleo Dan Eve Finn Gus Hal Ida Jan Kai Liz Max Nell Otto Pia Rex Sue Tom Uwe Vic Wyn Xia Zoë"
FIRST = tuple(NAMES.split())


def people(section: int, tables: int, start: int = 0) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The numbers that were entered at the start, and the names that belong to them."""
    numbers, names = [], []
    for place in range(tables * 4):
        number = 1001 + start + place
        numbers.append(
            {
                "Section": section,
                "Table": place // 4 + 1,
                "Direction": "NSEW"[place % 4],
                "Number": str(number),
                "Round": 0,
            }
        )
        names.append({"ID": number, "Name": f"{FIRST[(start + place) % len(FIRST)]} Example", "strID": str(number)})
    return numbers, names


def hand_rows(section: int, boards: Sequence[int], seed: str = "7") -> Iterator[dict[str, Any]]:
    """Hands of boards."""
    for hands in dealt(seed, boards):
        cards = (hands.north, hands.east, hands.south, hands.west)
        suits = {
            f"{seat}{suit}": ranks
            for seat, hand in zip(DIRECTIONS.split(), cards, strict=True)
            for suit, ranks in zip(SUITS.split(), hand.split("."), strict=True)
        }
        yield {"Section": section, "Board": hands.board, **suits}


def small_night(version: int) -> bytes:
    """Three tables of a Mitchell with two winners: one result erased, one entered twice, one never entered."""
    movement = list(mitchell(1, 3, 3))
    numbers, names = people(1, 3)
    played = list(results(movement))[:-1]
    corrected = {
        **played[2],
        "ID": 90,
        "Contract": "4 S",
        "NS/EW": "N",
        "Result": "+1",
        "Declarer": played[2]["PairNS"],
    }
    played[5]["Erased"] = True
    return bws_file(
        version,
        Session=[
            {"ID": 1, "Name": "Tuesday at the Example Club", "Date": START.replace(hour=0, minute=0), "GUID": "A" * 32}
        ],
        Section=[{"ID": 1, "Letter": "A", "Tables": 3, "Session": 1, "ScoringType": 1, "Winners": 2}],
        RoundData=movement,
        ReceivedData=[*played, corrected],
        PlayerNumbers=numbers,
        PlayerNames=names,
        HandRecord=list(hand_rows(1, range(1, 7))),
        Settings=[{"ShowResults": True, "GroupSections": True, "Section": 1}],
    )


def large_night(version: int) -> bytes:
    """Two sections of a Mitchell in which nobody said how many winners, with rows that moved and were deleted."""
    movements = [list(mitchell(section, 5, 5)) for section in (1, 2)]
    played = [row for section, each in enumerate(movements) for row in results(each, 1 + section * 100)]
    registered = [people(section, 5, start) for section, start in ((1, 0), (2, 20))]
    return bws_file(
        version,
        more={"moved": {3, 4}, "deleted": {7}},
        Session=[{"ID": 1, "Name": "Two sections", "Date": datetime(2024, 3, 6)}],
        Section=[
            {"ID": number, "Letter": letter, "Tables": 5, "Session": 1, "ScoringType": 1, "Winners": 0}
            for number, letter in ((1, "A"), (2, "B"))
        ],
        RoundData=[row for each in movements for row in each],
        ReceivedData=[*played[:7], played[7], *played[7:]],
        PlayerNumbers=[row for numbers, _ in registered for row in numbers],
        PlayerNames=[row for _, names in registered for row in names],
        HandRecord=[row for section in (1, 2) for row in hand_rows(section, range(1, 11))],
        IntermediateData=[played[0]],
        Settings=[{"GroupSections": True, "Section": section} for section in (1, 2)],
    )


FILES = {"small-jet3.bws": lambda: small_night(3), "large-jet4.bws": lambda: large_night(4)}

if __name__ == "__main__":
    KEPT.mkdir(parents=True, exist_ok=True)
    for name, make in FILES.items():
        (KEPT / name).write_bytes(make())
