"""A stand-in for the Data Connector of Bridgemate: a real HTTP server, written from what its maker documents of the messages.

It checks an event as the documented rules ask for, keeps queues that give everything again until it is taken off, and can be told
to fail: to be busy, to time out, to answer with nonsense, to lose its own answer.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

CLUB, LICENCE = "CLUB-1", "KEY-OF-THE-TESTS"
OK, ERROR, RESULTS, CALLS = 1, 4, 12, 21
BUSY, NO_DATA, VALIDATION, UNKNOWN, TIMED_OUT = 1, 2, 5, 6, 11
NEW, ACCEPT, KINDS = {19: "results", 36: "calls"}, {27: "results", 38: "calls"}, {"results": RESULTS, "calls": CALLS}
PUTS = {11, 12, 13, 14, 15}
GUID = re.compile(r"[0-9A-F]{32}")
LETTERS = re.compile(r"([A-Z])\1{0,2}")


class Invalid(Exception):  # noqa: N818 - what the connector would say
    """Data that do not keep the documented rules."""


@dataclass
class StandIn:
    """What the server knows and was asked."""

    port: int = 0
    event: dict[str, Any] | None = None
    updates: list[tuple[int, Any]] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    queues: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: {"results": [], "calls": []})
    accepted: dict[str, int] = field(default_factory=lambda: {"results": 0, "calls": 0})
    faults: list[tuple[int, str]] = field(default_factory=list)
    """The command that is to fail next, and how."""

    @property
    def guid(self) -> str:
        assert self.event is not None
        return str(self.event["Sessions"][0]["SessionGuid"])

    @property
    def sections(self) -> list[dict[str, Any]]:
        assert self.event is not None
        return [each for group in self.event["Sessions"][0]["ScoringGroups"] for each in group["Sections"]]

    def round(self, table: int, number: int = 1, letters: str = "A") -> dict[str, Any]:
        section = next(each for each in self.sections if each["Letters"] == letters)
        found = next(each for each in section["Tables"] if each["TableNumber"] == table)
        return dict(found["Rounds"][number - 1])

    # -- the pads -------------------------------------------------------------------------------------------------------

    def play(self, table: int, board: int, number: int = 1, **result: Any) -> None:
        """A table enters a result: four spades by North, just made, unless something else is said."""
        here = self.round(table, number)
        self.queues["results"].append(
            {
                "SessionGuid": self.guid,
                "SectionLetters": "A",
                "TableNumber": table,
                "RoundNumber": number,
                "BoardNumber": board,
                "ScoringDirection": 3,
                "IsDeleted": False,
                "PairNorthSouth": here["PairNS"],
                "PairEastWest": here["PairEW"],
                "DeclaringPair": here["PairNS"],
                "DeclarerDirection": 1,
                "Level": 4,
                "Denomination": 4,
                "Stake": 0,
                "TotalTricks": 10,
                "LeadCardRank": 13,
                "LeadCardSuit": 3,
                **result,
            }
        )

    def call(self, table: int, number: int = 1, minute: int = 5, status: int = 1) -> None:
        self.queues["calls"].append(
            {
                "SessionGuid": self.guid,
                "SectionLetters": "A",
                "TableNumber": table,
                "RoundNumber": number,
                "Hour": 20,
                "Minute": minute,
                "Status": status,
            }
        )

    def waiting(self, queue: str = "results") -> int:
        """How many items have not been taken off."""
        return len(self.queues[queue]) - self.accepted[queue]

    # -- answers --------------------------------------------------------------------------------------------------------

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        command, guid = message["Command"], message["SessionGuid"]
        self.asked.append(command)
        if (message["ClubId"], message["LicenceKey"]) != (CLUB, LICENCE):
            return self.reply(command, ERROR, "Credentials do not match.", error=VALIDATION)
        data = json.loads(message["SerializedData"]) if message["SerializedData"] else None
        if command == 5:
            try:
                check_event(data)
            except Invalid as fault:
                return self.reply(command, ERROR, str(fault), error=VALIDATION)
            self.event, self.queues, self.accepted = data, {"results": [], "calls": []}, {"results": 0, "calls": 0}
            return self.reply(command, OK)
        known = self.event is not None and (data or {}).get("EventGuid", guid) == self.guid if command == 31 else True
        if self.event is None or not known or (command != 31 and guid != self.guid):
            return self.reply(command, ERROR, "Unknown session.", error=UNKNOWN)
        if command in NEW:
            return self.poll(command, NEW[command])
        if command in ACCEPT:
            self.accepted[ACCEPT[command]] = max(self.accepted[ACCEPT[command]], data)
            return self.reply(command, OK)
        if command in PUTS or command in (6, 31):
            self.updates.append((command, data))
            return self.reply(command, OK)
        return self.reply(command, ERROR, "Not implemented.", error=8)

    def poll(self, command: int, queue: str) -> dict[str, Any]:
        items = self.queues[queue][self.accepted[queue] :]
        if not items:
            return self.reply(command, ERROR, "No data.", error=NO_DATA)
        return self.reply(command, KINDS[queue], items, last=len(self.queues[queue]))

    def reply(self, command: int, kind: int, data: Any = None, *, last: int = 0, error: int = 0) -> dict[str, Any]:
        return {
            "RequestCommand": command,
            "DataType": kind,
            "LastQueueItemId": last,
            "ErrorType": error,
            "SessionGuid": "",
            "SerializedData": json.dumps(data),
        }

    def fault(self, command: int) -> str:
        for number, (wanted, how) in enumerate(self.faults):
            if wanted in (command, 0):
                del self.faults[number]
                return how
        return ""


def check_event(event: dict[str, Any]) -> None:
    """What the maker's own clients check before they send an event."""
    _ask(0 < event["Commands"] < 256 and event["Sessions"], "Commands or Sessions")
    for session in event["Sessions"]:
        _ask(GUID.fullmatch(session["SessionGuid"]), "SessionGuid")
        _ask(session["Year"] >= 2000 and 1 <= session["Month"] <= 12 and 1 <= session["Day"] <= 31, "date")
        for group in session["ScoringGroups"]:
            _ask(
                group["ScoringGroupNumber"] > 0 and group["ScoringMethod"] in (10, 20, 30, 40, 50, 51, 60, 70), "group"
            )
            for section in group["Sections"]:
                _check_section(section, session["SessionGuid"])
    numbers = [each["PlayerNumber"] for each in event["PlayerData"]]
    _ask(len(set(numbers)) == len(numbers) and all(each["LastName"] for each in event["PlayerData"]), "PlayerData")
    for each in event["Participations"]:
        _ask(bool(each["LastName"]) != bool(each["PlayerNumber"]), "Either the LastName or the PlayerNumber.")
        _ask(not each["PlayerNumber"] or each["PlayerNumber"] in numbers, "Participation without PlayerData")
        _ask(1 <= each["Direction"] <= 4 and each["RoundNumber"] in (0, 1), "Direction or RoundNumber")
    for each in event["Handrecords"]:
        cards = [
            each[f"{seat}{suit}"]
            for seat in ("North", "East", "South", "West")
            for suit in ("Spades", "Hearts", "Diamonds", "Clubs")
        ]
        _ask(sum(map(len, cards)) == 52, "Handrecord")
    for name, pin in (("Bridgemate2Settings", "BM2PINcode"), ("Bridgemate3Settings", "BM3PINcode")):
        letters = [each["SectionLetters"] for each in event[name]]
        _ask(len(set(letters)) == len(letters) and all(len(each[pin]) == 4 for each in event[name]), name)
    _ask(all(1 <= each["BM3ScreenBrightness"] <= 7 for each in event["Bridgemate3Settings"]), "BM3ScreenBrightness")


def _check_section(section: dict[str, Any], guid: str) -> None:
    _ask(LETTERS.fullmatch(section["Letters"]) and section["Winners"] in (1, 2), "Letters or Winners")
    _ask(section["GameType"] in (10, 20, 30) and section["Tables"], "GameType or Tables")
    seen: dict[tuple[int, str], list[int]] = {}
    for table in section["Tables"]:
        _ask([each["RoundNumber"] for each in table["Rounds"]] == list(range(1, len(table["Rounds"]) + 1)), "rounds")
        for each in table["Rounds"]:
            _ask(
                (each["SessionGuid"], each["SectionLetters"]) == (guid, section["Letters"]), "round of another section"
            )
            ns, ew = each["PairNS"], each["PairEW"]
            _ask((ns and ew) or not (each["LowBoardNumber"] or each["HighBoardNumber"]), "boards in a sit-out")
            for side, pair in (("NS", ns), ("EW", ew)):
                if pair:
                    seen.setdefault((each["RoundNumber"], side if section["Winners"] == 2 else ""), []).append(pair)
    _ask(all(len(set(pairs)) == len(pairs) for pairs in seen.values()), "a pair is at two tables in a round")


def _ask(good: object, what: str) -> None:
    if not good:
        raise Invalid(what)


@contextmanager
def stand_in() -> Iterator[StandIn]:
    """The server, on a free port of this computer."""
    known = StandIn()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            assert self.path == "/dc-scoringprogram"
            how = known.fault(message["Command"])
            if how == "slow":
                time.sleep(1.5)
            body, status = self.made(message, how), 200
            if how == "lost":
                return
            if how == "500":
                status = 500
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def made(self, message: dict[str, Any], how: str) -> bytes:
            match how:
                case "garbage":
                    return b"\xff\x00 no JSON"
                case "html":
                    return b"<html>Sign in to the hotel</html>"
                case "busy" | "timed out":
                    error = BUSY if how == "busy" else TIMED_OUT
                    return json.dumps(known.reply(message["Command"], ERROR, "wait", error=error)).encode()
                case "other":
                    return json.dumps(known.reply(4, OK)).encode()
            return json.dumps(known.answer(message)).encode()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    known.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield known
    finally:
        server.shutdown()
        server.server_close()
