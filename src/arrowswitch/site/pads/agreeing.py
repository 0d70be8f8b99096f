"""Agreeing with the pair's number, as tournaments want it: asked before a message goes to the session, because a wrong one
is counted even though nothing else is written."""

from __future__ import annotations

from typing import Protocol

from arrowswitch.session import Confirm, LineKey
from arrowswitch.site.journal import store
from arrowswitch.site.pads.models import Pad
from arrowswitch.site.pads.pins import has_guessed, is_right, note_wrong_of
from arrowswitch.words import Sentence, say


class Agreement(Protocol):
    """What is looked at of a message."""

    id: str
    act: object
    key: LineKey | None
    pin: str


def wrong_number(pad: Pad, message: Agreement) -> Sentence | None:
    """What is wrong with the number of the pair that agrees; nothing where none is asked for, or it is right."""
    if not isinstance(message.act, Confirm) or message.key is None:
        return None
    state = store.state(pad.session_id)
    record, key = state.lines.get(message.key), message.key
    if not (state.settings.pin or message.pin) or message.id in state.ids or (record is not None and record.confirmed):
        return None
    meeting = state.sections[key.section].meeting(key.round, key.table) if key.section in state.sections else None
    sides = (record.ns, record.ew) if record is not None else meeting.sides if meeting is not None else None
    if sides is None or not pad.device.may_be_at(state, key):
        return None  # nobody is there to agree; the session says so
    pair = sides[0] if message.act.side == "NS" else sides[1]
    if has_guessed(pad, pair):
        return say("Too many wrong numbers came from this phone. Agree on another one, or call the director.")
    if is_right(pad.session_id, pad.section, pair, message.pin):
        return None
    if message.pin.strip():
        note_wrong_of(pad, pair, message.pin)
    return say(
        "That is not the number of the pair that confirms. It is on its guide card or slip; the director has it too."
    )
