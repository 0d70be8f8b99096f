"""Agreeing with the pair's number: asked for in tournaments, and wherever a pair agrees on the other pair's own phone. It is
looked at before a message goes to the session, because a wrong one is counted even though nothing else is written."""

from __future__ import annotations

from typing import Protocol

from arrowswitch.session import Confirm, LineKey, State
from arrowswitch.site.journal import store
from arrowswitch.site.pads.models import Pad
from arrowswitch.site.pads.pins import has_guessed, is_right, is_shut_out, note_wrong_of
from arrowswitch.words import Sentence, say


class Agreement(Protocol):
    """What is looked at of a message."""

    @property
    def id(self) -> str: ...
    @property
    def act(self) -> object: ...
    @property
    def key(self) -> LineKey | None: ...
    @property
    def pin(self) -> str: ...


def who_agrees(state: State, pad: Pad, message: Agreement) -> int | None:
    """The pair whose number is to be given; none where it is not asked for, or there is nothing to agree to."""
    key, act = message.key, message.act
    if not isinstance(act, Confirm) or key is None or message.id in state.ids or not pad.device.may_be_at(state, key):
        return None
    record = state.lines.get(key)
    if record is None or record.entry is None or record.confirmed:
        return None
    if state.sections[key.section].movement.kind == "individual":  # partners for a round have no number in common
        return None
    pair = record.ns if act.side == "NS" else record.ew
    is_the_others = state.settings.confirm and pad.pair not in (None, pair)
    return pair if state.settings.pin or is_the_others else None


def wrong_number(pad: Pad, message: Agreement) -> Sentence | None:
    """What is wrong with the number of the pair that agrees; nothing where none is asked for, or it is right."""
    state = store.state(pad.session_id)
    pair = who_agrees(state, pad, message)
    if pair is None:
        return None
    if has_guessed(pad, pair):
        return say("Too many wrong numbers came from this phone. Agree on another one, or call the director.")
    if is_shut_out(pad, pair):
        return say("Too many wrong numbers were given for this pair. Call the director.")
    if is_right(pad.session_id, pad.section, pair, message.pin):
        return None
    if message.pin.strip():
        note_wrong_of(pad, pair, message.pin)
    elif not state.settings.pin:
        return say(
            "This phone is the other pair's: agree on your own phone or the table's, or give your pair's number."
        )
    return say(
        "That is not the number of the pair that confirms. It is on its guide card or slip; the director has it too."
    )
