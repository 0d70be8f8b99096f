"""A session as the Data Connector wants to have it: movement, names, hands, and how the pads are to behave.

What is sent is kept in parts, so that only what has changed in the course of the night is sent again. The numbers of pairs are those on the
guide cards; where North-South and East-West are ranked apart, both begin with 1.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from arrowswitch.bridge import Denomination, Seat, Side
from arrowswitch.deals import BoardHands, TrickTable
from arrowswitch.formats.bridgemate.connector import ConnectorCommand
from arrowswitch.movements import Meeting
from arrowswitch.session import State
from arrowswitch.session.night import SeatedPlayer, Section, around, hands_at, table_at
from arrowswitch.words import say

__all__ = ["CannotSend", "KnownPlayer", "continue_message", "event_parts", "init_message", "letters_of", "pad_number"]

START, RESET, READ = 1, 2, 4
"""What the control program is to do: start, make everything anew, read from the pads."""
METHODS: Mapping[str, int] = {
    "matchpoints": 10,
    "butler": 20,
    "cross-imps": 30,
    "imps": 40,
    "board-a-match": 60,
    "point-a-board": 60,
    "patton": 70,
}
VICTORY_POINTS = 51
KINDS = {"pairs": 10, "teams": 30}
LETTERS = re.compile(r"([A-Z])\1{0,2}")
LABEL = re.compile(r"(?:NS|EW) (\d+)")
SEAT_NUMBERS = {"N": 1, "E": 2, "S": 3, "W": 4}
SEAT_NAMES = {Seat.NORTH: "North", Seat.EAST: "East", Seat.SOUTH: "South", Seat.WEST: "West"}
SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")
STRAINS = {
    Denomination.CLUBS: "Clubs",
    Denomination.DIAMONDS: "Diamonds",
    Denomination.HEARTS: "Hearts",
    Denomination.SPADES: "Spades",
    Denomination.NOTRUMP: "NoTrump",
}


class CannotSend(ValueError):  # noqa: N818 - said to a person
    """A session that Bridgemates cannot play; the sentence says why."""


class KnownPlayer(NamedTuple):
    """Somebody of the club’s register who has a number; or, without one, the name that is sent instead of the journal’s."""

    number: str
    given: str
    family: str


def session_guid(state: State) -> str:
    """The name of a session in messages: always the same, and no other session’s."""
    return hashlib.sha256(f"arrowswitch {state.journal[0].id}".encode()).hexdigest()[:32].upper()


def letters_of(state: State) -> Mapping[str, str]:
    """The letters of the sections; a name that is no letter gets one that is free."""
    own = {name: name for name in state.sections if LETTERS.fullmatch(name)}
    free = iter(letter for letter in map(chr, range(65, 91)) if letter not in own)
    return {name: own.get(name) or next(free) for name in state.sections}


def pad_number(state: State, section: Section, contestant: int, side: Side) -> int:
    """What the pads call a pair; the two pairs of a team have a number each."""
    movement = section.movement
    if movement.kind == "teams":
        return contestant if side is Side.NS else contestant + max(movement.contestants)
    label = LABEL.fullmatch(movement.label(contestant)) if state.winners == 2 else None
    return int(label.group(1)) if label else contestant


def event_parts(
    state: State, known: Mapping[str, KnownPlayer], *, pin: str = "0000", hands: bool | None = None
) -> dict[str, Any]:
    """Everything that is sent, in parts by name.

    `known` are the players of the register by the id that seats have for them. `hands` says whether the hands are sent; if nothing is
    said, they are when players may see them in the course of the session.
    """
    guid, letters = session_guid(state), letters_of(state)
    for section in state.sections.values():
        if section.movement.kind == "individual":
            raise CannotSend(
                say(
                    "An individual cannot be played with Bridgemates from here; let the players’ phones take the scores."
                )
            )
    with_hands = state.settings.hands in ("board", "round") if hands is None else hands
    parts: dict[str, Any] = {
        f"section {name}": _section(state, section, guid, letters[name], number)
        for number, (name, section) in enumerate(state.sections.items(), 1)
    }
    parts["players"] = [_player(guid, each) for each in known.values() if each.number and (each.family or each.given)]
    parts["participations"] = list(_participations(state, guid, letters, known))
    parts["hands"] = list(_hands(state, guid, letters)) if with_hands else []
    parts["settings 2"] = [_settings_2(state, guid, each, pin, bool(parts["hands"])) for each in letters.values()]
    parts["settings 3"] = [_settings_3(state, guid, each, pin, bool(parts["hands"])) for each in letters.values()]
    return parts


def digests(parts: Mapping[str, Any]) -> dict[str, str]:
    """What of the parts is remembered, to see later which of them have changed."""
    return {name: hashlib.sha256(json.dumps(part).encode()).hexdigest()[:16] for name, part in parts.items()}


PUTS = {
    "players": ConnectorCommand.PUT_PLAYERS,
    "participations": ConnectorCommand.PUT_PARTICIPATIONS,
    "hands": ConnectorCommand.PUT_HANDS,
    "settings 2": ConnectorCommand.PUT_SETTINGS_2,
    "settings 3": ConnectorCommand.PUT_SETTINGS_3,
}


def changes(
    before: Mapping[str, str], state: State, parts: Mapping[str, Any]
) -> Iterator[tuple[str, ConnectorCommand, Any]]:
    """What has to be sent since: the name of each part that has changed, the command, and the data."""
    for name, digest in digests(parts).items():
        if before.get(name) == digest or not parts[name]:
            continue
        if name in PUTS:
            yield name, PUTS[name], parts[name]
        else:
            yield name, ConnectorCommand.UPDATE_MOVEMENT, _update(state, parts[name])


def init_message(state: State, parts: Mapping[str, Any], club: str) -> dict[str, Any]:
    """The message with which an event begins; the pads forget what they had."""
    guid = session_guid(state)
    sections = [part for name, part in parts.items() if name.startswith("section ")]
    groups: dict[int, list[Any]] = {}
    for section in sections:
        groups.setdefault(section["ScoringGroupNumber"], []).append(section)
    return {
        "Commands": START + RESET + READ,
        "EventGuid": guid,
        "ClubId": club,
        "AlternativeDataFolder": None,
        "Sessions": [
            {
                "EventGuid": guid,
                "SessionGuid": guid,
                "Name": state.title[:40],
                "Year": max(state.date.year, 2000) if state.date else 2000,
                "Month": state.date.month if state.date else 1,
                "Day": state.date.day if state.date else 1,
                "Hour": 0,
                "Minute": 0,
                "ShowInApp": False,
                "EWReturnHome": False,
                "PairsMoveAccrossField": False,
                "ScoringGroups": [
                    {
                        "SessionGuid": guid,
                        "ClubId": club,
                        "ScoringGroupNumber": number,
                        "ScoringMethod": _method(state),
                        "Name": "",
                        "IsDeleted": False,
                        "Sections": members,
                    }
                    for number, members in groups.items()
                ],
            }
        ],
        "PlayerData": parts["players"],
        "Participations": parts["participations"],
        "Handrecords": parts["hands"],
        "Bridgemate2Settings": parts["settings 2"],
        "Bridgemate3Settings": parts["settings 3"],
    }


def continue_message(state: State) -> dict[str, Any]:
    """The message with which an event that has begun goes on; the pads keep what they have."""
    return {"EventGuid": session_guid(state), "Commands": START + READ, "AlternativeDataFolder": None}


def _method(state: State) -> int:
    return VICTORY_POINTS if state.on_victory_points else METHODS.get(state.method, METHODS["matchpoints"])


def _update(state: State, section: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **section,
        "ScoringGroupScoringMethod": _method(state),
        "IsDeleted": False,
        "AddedPlayers": [],
        "Participations": [],
    }


# -- the movement ---------------------------------------------------------------------------------------------------------


def _section(state: State, section: Section, guid: str, letters: str, number: int) -> dict[str, Any]:
    movement = section.movement
    waiting = {each.table for each in movement.sit_outs if each.table}
    tables = sorted({meeting.table for meeting in movement.meetings} | waiting)
    return {
        "SessionGuid": guid,
        "ScoringGroupNumber": number if state.apart else 1,
        "Letters": letters,
        "Name": section.name,
        "Winners": state.winners,
        "GameType": KINDS[movement.kind],
        "EWMoveBeforePlay": 0,
        "MissingPair": 0,
        "KeepBridgematesAlive": False,
        "IsCombiSection": False,
        "NorthSouthPairSectionLetters": None,
        "EastWestPairSectionLetters": None,
        "HasExplicitParticipations": False,
        "Tables": [
            {
                "SessionGuid": guid,
                "SectionLetters": letters,
                "TableNumber": table,
                "ConnectionMode": 0,
                "KeepBridgematesAlive": False,
                "Rounds": [
                    _round(state, section, guid, letters, each, table) for each in range(1, movement.rounds + 1)
                ],
            }
            for table in tables
        ],
    }


def _round(state: State, section: Section, guid: str, letters: str, number: int, table: int) -> dict[str, Any]:
    meeting = section.meeting(number, table)
    found = {
        "SessionGuid": guid,
        "SectionLetters": letters,
        "TableNumber": table,
        "RoundNumber": number,
        "LowBoardNumber": 0,
        "HighBoardNumber": 0,
        "PairNS": 0,
        "PairEW": 0,
        "TeamNS": 0,
        "TeamEW": 0,
        "MatesTableSectionLetters": None,
        "MatesTableTableNumber": 0,
        "MatesTableRoundNumber": 0,
        "Updated": False,
    }
    if meeting is None:
        for each in section.movement.sit_outs:
            if (each.round, each.table) == (number, table):
                side = Side.EW if section.movement.label(each.pair).startswith("EW") else Side.NS
                found[f"Pair{side}"] = pad_number(state, section, each.pair, side)
        return found
    low, high = min(meeting.boards), max(meeting.boards)
    if high - low + 1 != len(set(meeting.boards)):
        raise CannotSend(
            say(
                "Table {table} plays boards in round {round} that do not follow one another; Bridgemates cannot do that.",
                table=state.table(section.name, table),
                round=number,
            )
        )
    found |= {
        "LowBoardNumber": low,
        "HighBoardNumber": high,
        "PairNS": pad_number(state, section, meeting.ns, Side.NS),
        "PairEW": pad_number(state, section, meeting.ew, Side.EW),
    }
    if section.movement.kind == "teams":
        found |= {"TeamNS": meeting.ns, "TeamEW": meeting.ew, **_mates(section, meeting, letters)}
    return found


def _mates(section: Section, meeting: Meeting, letters: str) -> dict[str, Any]:
    """The table at which the other two pairs of a match play the same boards."""
    for each in section.movement.meetings:
        if (each.ns, each.ew) == (meeting.ew, meeting.ns) and set(each.boards) & set(meeting.boards):
            return {
                "MatesTableSectionLetters": letters,
                "MatesTableTableNumber": each.table,
                "MatesTableRoundNumber": each.round,
            }
    return {}


# -- people ---------------------------------------------------------------------------------------------------------------


def _player(guid: str, player: KnownPlayer) -> dict[str, Any]:
    return {
        "SessionGuid": guid,
        "ClubId": None,
        "PlayerNumber": player.number,
        "FirstName": player.given,
        "LastName": player.family or player.given,
        "CountryCode": None,
    }


def _participations(
    state: State, guid: str, letters: Mapping[str, str], known: Mapping[str, KnownPlayer]
) -> Iterator[dict[str, Any]]:
    """Who sits where in the first round; the control program finds the other rounds from the movement."""
    for name, section in state.sections.items():
        for table in sorted({each.table for each in section.movement.meetings if each.round == 1}):
            for seat, player in around(state, name, 1, table).items():
                yield {
                    "SessionGuid": guid,
                    "SectionLetters": letters[name],
                    "TableNumber": table,
                    "Direction": SEAT_NUMBERS[seat],
                    "RoundNumber": 1,
                    "IsPlayerSwap": False,
                    "IsRemoval": False,
                    "CountryCode": None,
                    **_person(player, known),
                }


def _person(player: SeatedPlayer, known: Mapping[str, KnownPlayer]) -> dict[str, Any]:
    """A player by number or by name: one of them is wanted, not both."""
    registered = known.get(player.id)
    if registered and registered.number:
        return {"PlayerNumber": registered.number, "FirstName": None, "LastName": None}
    if registered:
        return {"PlayerNumber": None, "FirstName": registered.given, "LastName": registered.family}
    given, _, family = player.name.rpartition(" ")
    return {"PlayerNumber": None, "FirstName": given, "LastName": family or player.name}


# -- hands ----------------------------------------------------------------------------------------------------------------


def _hands(state: State, guid: str, letters: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for number, (name, section) in enumerate(state.sections.items(), 1):
        for board in section.movement.boards:
            hands = hands_at(state, name, board)
            if hands:
                yield {
                    "SessionGuid": guid,
                    "ScoringGroupNumber": number if state.apart else 1,
                    "SectionLetters": letters[name],
                    "BoardNumber": board,
                    **_cards(hands),
                    **_tricks(table_at(state, name, board)),
                }


def _cards(hands: BoardHands) -> dict[str, str]:
    """The sixteen suits.

    >>> hands = BoardHands(1, "AK.T98..7", "", "", "")
    >>> {name: cards for name, cards in _cards(hands).items() if name.startswith("North")}
    {'NorthSpades': 'AK', 'NorthHearts': 'T98', 'NorthDiamonds': '', 'NorthClubs': '7'}
    """
    return {
        f"{name}{suit}": ranks.replace("-", "")
        for seat, name in SEAT_NAMES.items()
        for suit, ranks in zip(SUITS, hands.of(seat).split("."), strict=False)
    }


def _tricks(table: TrickTable | None) -> dict[str, Any]:
    told = {
        f"DoubleDummy{name}{word}": table.tricks(seat, strain) if table else 0
        for seat, name in SEAT_NAMES.items()
        for strain, word in STRAINS.items()
    }
    return {"HasHandEvaluationData": table is not None, **told}


# -- how the pads behave --------------------------------------------------------------------------------------------------


def _settings_2(state: State, guid: str, letters: str, pin: str, hands: bool) -> dict[str, Any]:
    """The settings of a Bridgemate II; all of them must be said."""
    settings = state.settings
    shown = settings.scores in ("board", "round")
    off = dict.fromkeys(
        (
            *("RepeatResults", "ShowPercentage", "GroupSections", "IntermediateResults", "MemberNumbersNoBlankEntry"),
            *(
                "BoardOrderVerification",
                "HandRecordValidation",
                "AutoShutDownBPC",
                "BM2ConfirmNP",
                "BM2AutoShowScoreRecap",
            ),
            *("BM2FirstBoardManually", "BM2GameSummary", "BM2ResetFunctionKey", "BM2RecordBidding", "BM2RecordPlay"),
            *("BM2ValidateRecording", "BM2ShowHands", "BM2NumberEntryEachRound", "BM2NumberEntryPreloadValues"),
            *("BM2EnterHandRecord", "BM2TextBasedNumber"),
        ),
        False,
    )
    zero = dict.fromkeys(
        (
            *(
                "ScorePoints",
                "EnterResultsMethod",
                "ShowContract",
                "MaximumResults",
                "BM2ResultsOverview",
                "BM2Ranking",
            ),
            *("BM2SummaryPoints", "BM2PairNumberEntry", "NumberValidation", "BM2NameSource", "BM2EnterHandRecordWhen"),
        ),
        0,
    )
    return {
        "SessionGuid": guid,
        "SectionLetters": letters,
        **off,
        **zero,
        "ShowResults": shown,
        "ShowOwnResult": shown,
        "ShowPairNumbers": True,
        "AutopoweroffTime": 20,
        "VerificationTime": 2,
        "LeadCard": settings.leads,
        "MemberNumbers": False,
        "BM2PINcode": pin,
        "BM2RemainingBoards": True,
        "BM2NextSeatings": True,
        "BM2ScoreRecap": True,
        "BM2ScoreCorrection": True,
        "BM2AutoBoardNumber": True,
        "BM2ValidateLeadCard": settings.leads and hands,
        "BM2ShowPlayerNames": 1,
        "BM2ViewHandRecord": settings.hands == "board" and hands,
        "BM2TDCall": True,
    }


def _settings_3(state: State, guid: str, letters: str, pin: str, hands: bool) -> dict[str, Any]:
    """The settings of a Bridgemate 3; all of them must be said."""
    settings = state.settings
    zero = dict.fromkeys(
        (
            *("BM3ScreenOffMode", "BM3SleepMode", "BM3AudioVolume", "BM3Language", "BM3ConfirmNP", "BM3ResultMethod"),
            *(
                "BM3PlayerNumberEntry",
                "BM3PlayerNumberEntryDuringPlay",
                "BM3PlayerNumberMandatory",
                "BM3StartingPositions",
            ),
            *(
                "BM3PlayerView",
                "BM3Ranking",
                "BM3ScoreRecap",
                "BM3SessionSummary",
                "BM3ScoreColum",
                "BMViewPercentages",
            ),
            "BM3EnterHandrecord",
        ),
        0,
    )
    return {
        "SessionGuid": guid,
        "SectionLetters": letters,
        **zero,
        "BM3ScreenBrightness": 4,
        "BM3ScreenDimMode": 2,
        "BM3PINcode": pin,
        "BM3TDCall": 1,
        "BM3BoardResultReentry": 1,
        "BM3LeadCardEntry": (3 if hands else 1) if settings.leads else 0,
        "BM3NextSeatings": 1,
        "BM3ViewResults": {"board": 2, "round": 3}.get(settings.scores, 0),
        "BM3ViewHandrecord": int(settings.hands == "board" and hands),
    }
