"""What a pad sends: read, checked, and given to the session as commands of its table, one by one and in order.

Every message has an id of its own, made by the device, so that it lands once however often it is sent. What is refused
is told with its reason; `later` says that it may be sent again as it is, `conflict` that somebody else was faster and
that the people at the table must decide, `asked` that it is taken when it is sent again with `sure`, `elsewhere` that it is
of another table than the device's, and may be sent again as it is from there.

A correction says what it replaces and an agreement what is agreed to, so that neither can hit what the table has not
seen.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from arrowswitch.session import (
    Act,
    Actor,
    BareScore,
    CallDirector,
    Command,
    Confirm,
    Contracted,
    Correct,
    Doubtful,
    Enter,
    Entry,
    LatePlay,
    LineKey,
    LineRecord,
    NotNow,
    NotPlayed,
    Outdated,
    PassedOut,
    Place,
    Refused,
    Seating,
    SeatPlayers,
    State,
)
from arrowswitch.session import SeatedPlayer as Seated
from arrowswitch.session.deciding import check_current
from arrowswitch.session.journal import one_of_all
from arrowswitch.session.night import entry_told, may_see_line
from arrowswitch.session.sight import notes_for_table
from arrowswitch.site.accounts.middleware import Allowance
from arrowswitch.site.journal import store
from arrowswitch.site.night.desk import told
from arrowswitch.site.pads import shares
from arrowswitch.site.pads.agreeing import who_agrees, wrong_number
from arrowswitch.site.pads.models import Pad
from arrowswitch.site.spoken import spoken
from arrowswitch.words import Sentence, say

MOST = 100
"""Messages in one go."""
WRITES = Allowance(60, at_once=450)
"""Messages of one table, or of a pair's own phones: the whole of a long night that they had no network for, and then one in
a second. Joining again gives nobody more, and `shares` says how much of it one phone has."""
ID = re.compile(r"[0-9A-Za-z-]{16,64}")
AGREES = "-agree"
"""What a phone adds to the id of a score for the id of the agreement that it sends with it."""
SIDES = ("NS", "EW")
BEFORE = {"correct": "was", "confirm": "entry"}
"""What a message must say that it had before it."""


class UnreadableMessage(ValueError):  # noqa: N818 - said to the device
    """A message that is none of ours."""


@dataclass(frozen=True)
class Message:
    """One message of a device."""

    id: str
    act: Act
    key: LineKey | None = None
    pin: str = ""
    was: Entry | None = None
    """What stood there, for all that the table knew."""
    sure: bool = False
    pairs: tuple[int, int] | None = None
    """Who played, for all that the table knew."""
    numbered: bool = False
    """Whether the number of the pair that agrees was looked at, and is right."""


class OtherTable(Refused):
    """Something of another table than the one at which the device is."""


class OtherPairs(Refused):
    """Other pairs are at the table than those for whom something was written."""


Outcome = store.Acknowledged | Exception
"""What became of a wish: it is on disk, or why not."""
Answers = Generator[Sequence[store.Wish], Sequence[Outcome], list[dict[str, Any]]]
"""Asks for wishes to be written in one go, is told what became of each, and ends with the answers."""


def answers(pad: Pad, body: Any) -> Answers:
    """What became of each message, in order."""
    if not isinstance(body, dict) or not isinstance(body.get("messages"), list) or len(body["messages"]) > MOST:
        raise UnreadableMessage(_("This is no list of messages."))
    found = _in_bounds(pad, [_read_or_answered(pad, each) for each in body["messages"]])
    runs = _runs(pad, list(zip(body["messages"], found, strict=True)))
    found_in_order: list[dict[str, Any]] = []
    for run in runs:
        found_in_order += yield from _answers(pad, run)
    return found_in_order


def became(session: int, wishes: Sequence[store.Wish]) -> Sequence[Outcome]:
    """Gives wishes to a session; what became of each."""
    try:
        return store.append_each(session, wishes)
    except (Refused, store.StoreFault) as fault:
        return [fault] * len(wishes)


Run = list[tuple[Any, Message | dict[str, Any]]]


def _runs(pad: Pad, sent: Run) -> list[Run]:
    """What can be given to the session in one go: an agreement for which a number may be asked waits for what was before it."""
    if not _may_be_numbered(pad):
        return [sent]
    runs: list[Run] = [[]]
    for each in sent:
        if isinstance(each[1], Message) and isinstance(each[1].act, Confirm):
            runs.append([])
        runs[-1].append(each)
    return runs


def _may_be_numbered(pad: Pad) -> bool:
    """Whether a number may be asked for where this phone agrees; what was changed just now is seen when it is written."""
    return pad.pair is not None or store.last_known(pad.session_id).settings.pin


def _answers(pad: Pad, run: Run) -> Answers:
    found = [_numbered(pad, each) if isinstance(each, Message) else each for _given, each in run]
    wishes = [partial(_command, pad, each) for each in found if isinstance(each, Message)]
    if not wishes:
        return [each for each in found if not isinstance(each, Message)]
    outcomes = iter((yield wishes))
    return [
        _answer(pad, given, each, next(outcomes)) if isinstance(each, Message) else each
        for (given, _was), each in zip(run, found, strict=True)
    ]


def _numbered(pad: Pad, message: Message) -> Message | dict[str, Any]:
    """A message whose number, if one is asked for, is right; or what is wrong with it."""
    if not isinstance(message.act, Confirm) or not _may_be_numbered(pad):
        return message
    if who_agrees(store.state(pad.session_id), pad, message) is None:
        return message
    wrong = wrong_number(pad, message)
    if wrong is None:
        return replace(message, numbered=True)
    return {"id": message.id, "ok": False, "problem": spoken(wrong)}


def _read_or_answered(pad: Pad, given: Any) -> Message | dict[str, Any]:
    """A message, or the answer to one that need not go to the session."""
    try:
        message = read(pad, given)
    except UnreadableMessage as problem:
        name = given.get("id") if isinstance(given, dict) else None
        return {"id": name if isinstance(name, str) else "", "ok": False, "problem": str(problem)}
    if isinstance(message.act, Confirm) and pad.side not in ("", message.act.side) and pad.other_side():
        return {"id": message.id, "ok": True, "notes": []}  # the other side is asked on its own device, just joined
    return message


def _in_bounds(pad: Pad, found: list[Message | dict[str, Any]]) -> list[Message | dict[str, Any]]:
    """The same, up to where it comes faster than people play: the device keeps the rest and sends it again."""
    problem = _("Too much was sent from this phone at once. The rest is kept on it and goes out by itself.")
    is_open = True
    bounded: list[Message | dict[str, Any]] = []
    for each in found:
        if isinstance(each, Message):
            is_open = is_open and shares.grants(WRITES, pad)
            if not is_open:
                each = {"id": each.id, "ok": False, "problem": problem, "later": True}
        bounded.append(each)
    return bounded


def _answer(
    pad: Pad, given: Mapping[str, Any], message: Message, became: store.Acknowledged | Exception
) -> dict[str, Any]:
    if isinstance(became, store.Acknowledged):
        return {
            "id": message.id,
            "ok": True,
            "notes": [spoken(note) for note in _notes(became, message)],
        }
    if isinstance(became, store.StoreFault):
        return {"id": message.id, "ok": False, "problem": told(became), "later": True}
    if _is_so_already(pad, given) or _is_called(pad, message):
        return {
            "id": message.id,
            "ok": True,
            "notes": [],
        }  # the same was sent by another device, or written at the desk
    conflict = isinstance(became, Outdated) or _is_taken(pad, given)
    return {
        "id": message.id,
        "ok": False,
        "problem": told(_shown(pad, message, became) if conflict else became),
        "later": isinstance(became, NotNow),
        "elsewhere": isinstance(became, OtherTable),
        "asked": isinstance(became, Doubtful),
        "moved": isinstance(became, OtherPairs),
        "conflict": conflict,
    }


def _notes(kept: store.Acknowledged, message: Message) -> tuple[Sentence, ...]:
    """What was noticed, as the table may hear it."""
    found = tuple(note for entry in kept.entries for note in entry.notes)
    if not found or message.sure or message.key is None or not isinstance(message.act, Enter | Correct):
        return ()
    return notes_for_table(kept.state, kept.entries[0].by, message.key, message.act.entry, found)


def _is_so_already(pad: Pad, given: Mapping[str, Any]) -> bool:
    """Whether what was refused is what stands there anyway."""
    record = _there(pad, given)
    if record is None or not record.entry or given.get("kind") not in ("enter", "correct", "confirm"):
        return False
    if not _may_see(store.state(pad.session_id), _key(pad, given)):  # nobody finds it by trying
        return False
    if given["kind"] == "confirm":
        return record.confirmed and record.entry == _entry(given)
    return record.entry == _entry(given)


def _is_called(pad: Pad, message: Message) -> bool:
    """Whether the director has been called to the table already, and is on the way."""
    act = message.act
    return isinstance(act, CallDirector) and any(
        call.answered is None and (call.section, call.table) == (act.section, act.table)
        for call in store.state(pad.session_id).calls.values()
    )


def _is_taken(pad: Pad, given: Mapping[str, Any]) -> bool:
    """Whether something else stands where a new score was to be written."""
    record = _there(pad, given)
    return given.get("kind") == "enter" and record is not None and record.entry is not None


def _there(pad: Pad, given: Mapping[str, Any]) -> LineRecord | None:
    """What stands where something was to be written; nothing at another table, whose scores cannot be guessed at."""
    if given.get("kind") not in ("enter", "correct", "confirm"):
        return None
    state, key = store.state(pad.session_id), _key(pad, given)
    return state.lines.get(key) if pad.device.may_be_at(state, key) else None


def _may_see(state: State, key: LineKey) -> bool:
    """Whether a table may see what stands there."""
    return may_see_line(state, Actor("table", "", key.section, key.table), key)


def _not_said(key: LineKey) -> Outdated:
    """Something stands there that the table may not see: the same is said whatever it is."""
    return Outdated(
        say(
            "Board {board} of round {round} has a score already. Show the director what you wrote.",
            board=key.board,
            round=key.round,
        )
    )


def _shown(pad: Pad, message: Message, became: Exception) -> Exception:
    """What is said where something else stands already: what it is, if it is of a round that the table may see."""
    key, state = message.key, store.state(pad.session_id)
    if key is None:
        return became
    if not _may_see(state, key):
        return _not_said(key)
    if isinstance(became, Outdated | NotNow | OtherPairs) or key not in state.lines:
        return became
    return Refused(
        say(
            "Board {board} has a score by now: {now}.",
            board=key.board,
            now=entry_told(state.lines[key].entry, key.board),
        )
    )


def _command(pad: Pad, message: Message, state: State) -> Command:
    """What a message asks of the session as it stands when its turn comes; whoever writes for all may ask."""
    device = pad.device
    if message.key is not None and not device.may_be_at(state, message.key):
        raise OtherTable(say("This phone is not at that table."))
    seen = None
    if message.key is not None and message.id not in state.ids:
        _check_pairs(state, message.key, message.pairs)
    if message.was is not None and message.key is not None and message.id not in state.ids:
        record = state.lines.get(message.key)
        _check_may_ask(state, message, message.key)
        if record is None or record.entry != message.was:
            now = entry_told(record.entry if record else None, message.key.board)
            raise Outdated(say("Somebody was faster: board {board} is now {now}.", board=message.key.board, now=now))
        seen = state.version(message.key)
        if not message.numbered and who_agrees(state, pad, message) is not None:
            raise NotNow(say("Somebody has just written this score. Look at it once more."))
    table = message.key.table if message.key else device.here(state)
    by = one_of_all(device.actor(state, table, device.name(state)))
    return Command(message.id, by, timezone.now(), message.act, "", message.sure, seen)


def _check_may_ask(state: State, message: Message, key: LineKey) -> None:
    """Refuses what could not be granted anyway before it is held against a result that the table may not see. Of such a one
    only the phone that wrote it may still bring the agreement: a right guess of anybody else would be told from a wrong one."""
    if isinstance(message.act, Correct):
        check_current(state, key)
        return
    record = state.lines.get(key)
    if record and not _may_see(state, key) and (record.confirmed or not _goes_with(state, message, key)):
        raise _not_said(key)


def _goes_with(state: State, message: Message, key: LineKey) -> bool:
    """Whether an agreement was sent with the score that stands there, as its name says, which nobody else knows."""
    last = state.version(key)
    return bool(last) and message.id == f"{state.journal[last - 1].id}{AGREES}"


def _check_pairs(state: State, key: LineKey, pairs: tuple[int, int] | None) -> None:
    """Refuses what was written for other pairs than those whom the movement has there by now."""
    movement = state.sections[key.section].movement
    meeting = movement.at.get((key.round, key.table))
    if pairs is None or (meeting and meeting.sides == pairs):
        return
    then = " & ".join(movement.label(number) for number in pairs)
    if meeting is None:
        raise OtherPairs(
            say(
                "The director has changed the movement: nobody plays at this table in round {round} now. This was "
                "written for {then}. Show it to the director.",
                round=key.round,
                then=then,
            )
        )
    raise OtherPairs(
        say(
            "The director has changed the movement: in round {round} this table has {now} now. This was written for "
            "{then}. Show it to the director.",
            round=key.round,
            now=" & ".join(movement.label(number) for number in meeting.sides),
            then=then,
        )
    )


# -- reading ------------------------------------------------------------------------------------------------------------


def read(pad: Pad, given: Any) -> Message:
    """A message as an act of the session; `Unreadable` if it is none."""
    if not isinstance(given, dict):
        raise UnreadableMessage(_("This is no message."))
    name = given.get("id")
    if not isinstance(name, str) or not ID.fullmatch(name):
        raise UnreadableMessage(_("A message needs an id of 16 to 64 letters and figures."))
    if given.get("night", pad.session_id) != pad.session_id:
        raise UnreadableMessage(
            _("This was written in another session, and is not taken here. Give it to the director.")
        )
    kind = given.get("kind")
    if not isinstance(kind, str) or kind not in READERS:
        raise UnreadableMessage(_("There is no message of the kind “%(kind)s”.") % {"kind": str(kind)[:20]})
    act, key = READERS[kind](pad, given)
    said = BEFORE.get(kind)
    if said and given.get(said) is None:
        raise UnreadableMessage(
            _("A correction says what it replaces, and an agreement what is agreed to. Look again.")
        )
    was = _entry(given, said) if said else None
    sure = kind == "enter" and given.get("sure") is True
    return Message(name, act, key, _text(given, "pin", 8), was, sure, _pairs(given))


def _text(given: Mapping[str, Any], name: str, most: int = 200) -> str:
    value = given.get(name, "")
    if not isinstance(value, str) or len(value) > most:
        raise UnreadableMessage(_("“%(name)s” is no text of at most %(most)s letters.") % {"name": name, "most": most})
    return value


def _number(given: Mapping[str, Any], name: str) -> int:
    value = given.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10_000:
        raise UnreadableMessage(_("“%(name)s” is no number.") % {"name": name})
    return value


def _key(pad: Pad, given: Mapping[str, Any]) -> LineKey:
    return LineKey(pad.section, _number(given, "round"), _number(given, "table"), _number(given, "board"))


def _pairs(given: Mapping[str, Any]) -> tuple[int, int] | None:
    pairs = given.get("pairs")
    if pairs is None:
        return None
    if not isinstance(pairs, list) or len(pairs) != 2:
        raise UnreadableMessage(_("“%(name)s” is no number.") % {"name": "pairs"})
    ns, ew = (_number({"pairs": each}, "pairs") for each in pairs)
    return ns, ew


def _side(pad: Pad, given: Mapping[str, Any]) -> Any:
    side = pad.side or _side_of_pair(pad, given) or given.get("side")
    if side not in SIDES:
        raise UnreadableMessage(_("A side is NS or EW."))
    return one_of_all(side)


def _side_of_pair(pad: Pad, given: Mapping[str, Any]) -> str:
    """Where the pair sits whose own phone writes, whatever the phone says."""
    section = store.state(pad.session_id).sections.get(pad.section) if pad.pair is not None else None
    meeting = section.meeting(_number(given, "round"), _number(given, "table")) if section else None
    side = section.movement.side_of(meeting, pad.pair) if section and meeting and pad.pair is not None else None
    return side.upper() if side else ""


def _entry(given: Mapping[str, Any], name: str = "entry") -> Entry:
    entry = given.get(name)
    if not isinstance(entry, dict):
        raise UnreadableMessage(_("There is no result in this message."))
    match entry.get("type"):
        case "passed-out":
            return one_of_all(PassedOut())
        case "not-played":
            return NotPlayed()
        case "contract":
            written = entry.get("written") if name == "was" or given.get("kind") == "confirm" else None
            return one_of_all(
                Contracted(
                    _text(entry, "contract", 8),
                    _text(entry, "declarer", 1),
                    _number(entry, "tricks"),
                    _text(entry, "lead", 3),
                    written if isinstance(written, int) else None,
                )
            )
        case "score" if name == "was" or given.get("kind") == "confirm":  # what the desk wrote
            return BareScore(entry["ns"]) if isinstance(entry.get("ns"), int) else BareScore(0)
        case "late-play" if name == "was":
            return LatePlay()
    raise UnreadableMessage(_("There is no result in this message."))


def _enter(pad: Pad, given: Mapping[str, Any]) -> tuple[Act, LineKey]:
    key = _key(pad, given)
    return Enter(key, _entry(given), _side(pad, given)), key


def _correct(pad: Pad, given: Mapping[str, Any]) -> tuple[Act, LineKey]:
    key = _key(pad, given)
    return Correct(key, _entry(given), _side(pad, given), consent=("NS", "EW")), key


def _confirm(pad: Pad, given: Mapping[str, Any]) -> tuple[Act, LineKey]:
    key = _key(pad, given)
    side = given.get("side")
    if side not in SIDES:
        raise UnreadableMessage(_("A side is NS or EW."))
    return Confirm(key, one_of_all(side)), key


def _call(pad: Pad, given: Mapping[str, Any]) -> tuple[Act, None]:
    table = pad.device.here(store.state(pad.session_id)) or pad.table
    return CallDirector(pad.section, table, _text(given, "about")), None


def _seat(pad: Pad, given: Mapping[str, Any]) -> tuple[Act, None]:
    from arrowswitch.site.club.models import Player

    seat = given.get("seat")
    if seat not in ("N", "E", "S", "W"):
        raise UnreadableMessage(_("A seat is N, E, S or W."))
    name = " ".join(_text(given, "name", 80).split())
    if not name:
        raise UnreadableMessage(_("Write a name or a number."))
    known = Player.objects.filter(club=pad.session.club, active=True, erased=None, number=name).first()
    player = Seated(str(known), str(known.pk)) if known else Seated(name)
    return SeatPlayers((Seating(Place(pad.section, _number(given, "contestant"), seat), player),)), None


READERS = {
    "enter": _enter,
    "correct": _correct,
    "confirm": _confirm,
    "call": _call,
    "seat": _seat,
}
