"""What is said to the Bridgemate Data Connector, the program beside Bridgemate Control Software 5, and what it answers.

Everything is one kind of message: a number for the command, the session by 32 letters, and JSON inside of a text. What the pads have
sent waits in queues; a queue gives the same items again until it is told up to which of them they were taken. Here messages are made
and read; `Connector` is the one who carries them. The numbers and names are those of the maker's public guide for developers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple

from arrowswitch.bridge import (
    PASSED_OUT,
    Bid,
    Card,
    Contract,
    Denomination,
    Doubling,
    NotBridge,
    Rank,
    Result,
    Seat,
    Side,
    Suit,
)
from arrowswitch.words import Sentence, say

__all__ = [
    "PORT",
    "Connector",
    "ConnectorCommand",
    "ConnectorFault",
    "ConnectorReply",
    "NotReached",
    "PadArtificial",
    "PadBatch",
    "PadCall",
    "PadResult",
    "read_calls",
    "read_reply",
    "read_results",
    "request_body",
]

PORT = 5079
ADDRESS = "/dc-scoringprogram"
LARGEST = 16 * 1024 * 1024
"""Bytes of an answer; a night has a few hundred results."""
MOST_ITEMS = 20_000
PATIENCE = 15.0
"""Seconds: the connector answers at once, or is at work on something that was asked before."""


class ConnectorCommand(IntEnum):
    """What can be asked for, as far as it is used here."""

    PING = 4
    INITIALIZE = 5
    UPDATE_MOVEMENT = 6
    PUT_PLAYERS = 11
    PUT_PARTICIPATIONS = 12
    PUT_HANDS = 13
    PUT_SETTINGS_2 = 14
    PUT_SETTINGS_3 = 15
    NEW_RESULTS = 19
    ACCEPT_RESULTS = 27
    CONTINUE = 31
    NEW_CALLS = 36
    ACCEPT_CALLS = 38


OK, ERROR = 1, 4
RESULTS, CALLS = 12, 21
"""Kinds of data in an answer."""
BUSY, NO_DATA, NO_UPDATES, MOVEMENT, VALIDATION, UNKNOWN, NO_CONNECTION, TIMED_OUT = 1, 2, 3, 4, 5, 6, 10, 11
"""What was wrong, if something was."""
LATER = (BUSY, NO_CONNECTION, TIMED_OUT)
NOTHING = (NO_DATA, NO_UPDATES)
"""No fault: there is nothing new, or what was sent is there already."""
FAULTS: Mapping[int, Sentence] = {
    MOVEMENT: say("it knows no such section, table or round"),
    VALIDATION: say("it does not accept the data, or the club’s number and licence key are not right"),
    UNKNOWN: say("it does not know this session"),
}


class ConnectorFault(Exception):  # noqa: N818 - said to a person
    """What was asked for was not done, and asking again will not help; the sentence says why."""


class NotReached(ConnectorFault):
    """The connector cannot be reached, or has no time now: it is asked again later."""


@dataclass(frozen=True, slots=True)
class ConnectorReply:
    """An answer: the kind of its data, the data, and up to which item of a queue it goes."""

    command: int
    kind: int
    last: int
    error: int
    data: Any

    @property
    def ok(self) -> bool:
        return self.kind != ERROR or self.error in NOTHING


# -- messages -----------------------------------------------------------------------------------------------------------


def request_body(
    command: ConnectorCommand, data: Any = None, *, session: str = "", club: str = "", licence: str = ""
) -> bytes:
    """A request as it is sent.

    >>> request_body(ConnectorCommand.ACCEPT_RESULTS, 42, session="A" * 32, club="C1", licence="L")[-29:]
    b'AAAAA","SerializedData":"42"}'
    """
    message = {
        "Command": int(command),
        "ClubId": club,
        "LicenceKey": licence,
        "SessionGuid": session,
        "SerializedData": "" if data is None else json.dumps(data, separators=(",", ":")),
    }
    return json.dumps(message, separators=(",", ":")).encode()


def read_reply(body: bytes, command: ConnectorCommand) -> ConnectorReply:
    """An answer to a command; `ConnectorFault` if it is none.

    >>> read_reply(b"<html>", ConnectorCommand.PING)
    Traceback (most recent call last):
    arrowswitch.formats.bridgemate.connector.ConnectorFault: What answered there is not the Data Connector of Bridgemate.
    """
    stranger = ConnectorFault(say("What answered there is not the Data Connector of Bridgemate."))
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        raise stranger from None
    if not isinstance(message, dict) or "DataType" not in message:
        raise stranger
    if _whole(message, "RequestCommand") not in (int(command), 0):
        raise NotReached(say("The Data Connector answered another question than the one that was asked."))
    written = message.get("SerializedData")
    try:
        data = json.loads(written) if isinstance(written, str) and written.strip() else None
    except (ValueError, RecursionError):
        data = written
    reply = ConnectorReply(
        int(command),
        _whole(message, "DataType"),
        _whole(message, "LastQueueItemId"),
        _whole(message, "ErrorType"),
        data,
    )
    check_reply(reply)
    return reply


def check_reply(reply: ConnectorReply) -> None:
    """Refuses an answer that says that something went wrong."""
    if reply.ok:
        return
    if reply.error in LATER:
        raise NotReached(say("The Data Connector is busy with something else; it is asked again."))
    told = str(reply.data)[:200] if isinstance(reply.data, str) else ""
    reason = FAULTS.get(reply.error, say("fault {number}", number=reply.error))
    if told:
        raise ConnectorFault(say("The Data Connector refuses: {reason} ({told}).", reason=reason, told=told))
    raise ConnectorFault(say("The Data Connector refuses: {reason}.", reason=reason))


def _whole(message: Mapping[str, Any], name: str) -> int:
    value = message.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**31 else 0


def _text(message: Mapping[str, Any], name: str) -> str:
    value = message.get(name)
    return value.strip()[:200] if isinstance(value, str) else ""


# -- what the pads have sent ----------------------------------------------------------------------------------------------


class PadArtificial(NamedTuple):
    """An artificial score that somebody gave at the pad: plus, average or minus for each side."""

    ns: str
    ew: str


ARTIFICIAL = tuple(PadArtificial(ns, ew) for ns in ("-", "=", "+") for ew in ("-", "=", "+"))
"""The levels -1 to -9, in order."""
NOT_PLAYED = -10
DENOMINATIONS = tuple(Denomination)
SUITS = tuple(Suit)
RANKS = tuple(Rank)
SEATS = (None, Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
DOUBLINGS = tuple(Doubling)


@dataclass(frozen=True, slots=True)
class PadResult:
    """What a pad says of a board: who played it where, and what came of it."""

    letters: str
    table: int
    round: int
    board: int
    ns: int = 0
    ew: int = 0
    result: Result | PadArtificial | None = None
    """Nothing for a board that was not played."""
    lead: Card | None = None
    turned: bool = False
    """Whether the pairs sat the other way round."""
    deleted: bool = False
    fault: str = ""
    """What of it could not be read."""


@dataclass(frozen=True, slots=True)
class PadCall:
    """A table calls the director, or the director has been there."""

    letters: str
    table: int
    round: int
    hour: int
    minute: int
    status: int

    @property
    def made(self) -> bool:
        """Whether somebody is wanted, and nobody has come yet."""
        return self.status == 1


class PadBatch(NamedTuple):
    """Items of a queue, and the number with which all of them are taken off it."""

    items: tuple[Any, ...]
    last: int


def read_results(reply: ConnectorReply) -> PadBatch:
    """The results of an answer."""
    return PadBatch(tuple(_result(each) for each in _items(reply, RESULTS)), reply.last)


def read_calls(reply: ConnectorReply) -> PadBatch:
    """The calls for the director of an answer."""
    found = (
        PadCall(
            _text(each, "SectionLetters"),
            *(_whole(each, name) for name in ("TableNumber", "RoundNumber", "Hour", "Minute", "Status")),
        )
        for each in _items(reply, CALLS)
    )
    return PadBatch(tuple(found), reply.last)


def _items(reply: ConnectorReply, kind: int) -> Sequence[Mapping[str, Any]]:
    if reply.kind == ERROR or reply.data is None:
        return ()
    if reply.kind != kind or not isinstance(reply.data, list):
        if reply.kind == OK:
            return ()
        raise NotReached(say("The Data Connector answered with something else than what was asked for."))
    return [each for each in reply.data[:MOST_ITEMS] if isinstance(each, dict)]


def _result(message: Mapping[str, Any]) -> PadResult:
    found = PadResult(
        letters=_text(message, "SectionLetters"),
        table=_whole(message, "TableNumber"),
        round=_whole(message, "RoundNumber"),
        board=_whole(message, "BoardNumber"),
        ns=_whole(message, "PairNorthSouth"),
        ew=_whole(message, "PairEastWest"),
        deleted=message.get("IsDeleted") is True,
    )
    if found.deleted:
        return found
    level = _whole(message, "Level")
    if level == NOT_PLAYED:
        return found
    if -9 <= level < 0:
        given = ARTIFICIAL[-1 - level]
        other_side = _whole(message, "ScoringDirection") == 2  # then it is said as East-West see it
        return replace(found, result=PadArtificial(given.ew, given.ns) if other_side else given)
    try:
        result = _played(message, level)
    except (NotBridge, LookupError):
        return replace(found, fault=f"Level {level}, Denomination {message.get('Denomination')!r}"[:100])
    return replace(found, result=result, lead=_lead(message), turned=_turned(message, result))


def _played(message: Mapping[str, Any], level: int) -> Result:
    if level == 0:
        return Result(PASSED_OUT)
    denomination, stake, seat = (_whole(message, name) for name in ("Denomination", "Stake", "DeclarerDirection"))
    if not 1 <= denomination <= 5 or not 0 <= stake <= 2 or not 1 <= seat <= 4:
        raise LookupError(denomination, stake, seat)
    contract = Contract(Bid(level, DENOMINATIONS[denomination - 1]), DOUBLINGS[stake])
    return Result(contract, _whole(message, "TotalTricks"), SEATS[seat])


def _lead(message: Mapping[str, Any]) -> Card | None:
    suit, rank = _whole(message, "LeadCardSuit"), _whole(message, "LeadCardRank")
    return Card(SUITS[suit - 1], RANKS[rank - 2]) if 1 <= suit <= 4 and 2 <= rank <= 14 else None


def _turned(message: Mapping[str, Any], result: Result) -> bool:
    """Whether the declarer sits where the other pair should: the pairs have changed their places."""
    declaring = _whole(message, "DeclaringPair")
    ns, ew = _whole(message, "PairNorthSouth"), _whole(message, "PairEastWest")
    if result.declarer is None or ns == ew or declaring not in (ns, ew):
        return False
    return declaring != (ns if result.declarer.side is Side.NS else ew)


# -- carrying -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Connector:
    """A Data Connector in the network, as one club reaches it."""

    host: str
    port: int = PORT
    club: str = ""
    licence: str = field(default="", repr=False)
    patience: float = PATIENCE

    def ask(self, command: ConnectorCommand, data: Any = None, session: str = "") -> ConnectorReply:
        """Sends a command and waits for its answer; `NotReached` says that it may be sent again."""
        body = request_body(command, data, session=session, club=self.club, licence=self.licence)
        return read_reply(self._carried(body), command)

    def _carried(self, body: bytes) -> bytes:
        line = HTTPConnection(self.host, self.port, timeout=self.patience)
        where = {"host": self.host, "port": self.port}
        try:
            line.request("POST", ADDRESS, body, {"Content-Type": "application/json"})
            answer = line.getresponse()
            found = answer.read(LARGEST + 1)
        except TimeoutError:
            raise NotReached(say("{host}, port {port}, does not answer in time.", **where)) from None
        except (OSError, HTTPException, ValueError) as error:
            reason = getattr(error, "strerror", None) or type(error).__name__
            raise NotReached(
                say("{host}, port {port}, cannot be reached ({reason}).", **where, reason=reason)
            ) from None
        finally:
            line.close()
        if answer.status >= 500:
            raise NotReached(
                say("{host}, port {port}, has a fault of its own ({status}).", **where, status=answer.status)
            )
        if answer.status != 200 or len(found) > LARGEST:
            raise ConnectorFault(say("What answered there is not the Data Connector of Bridgemate."))
        return found
