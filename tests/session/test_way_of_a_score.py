"""A score on its way in: what comes from a phone is plain already, and is neither written nor read before it is kept."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Any

import pytest
from night import DIRECTOR, Night, made, pad

from arrowswitch.journals import codec, is_plain
from arrowswitch.movements import build
from arrowswitch.session import Adjust, Adjustment, Command, Confirm, Correct, Enter, JournalEntry, LineKey, decide
from arrowswitch.session.journal.text import from_json, to_json

FIRST = LineKey("A", 1, 1, 1)


def calls_of(names: set[str], work: Callable[[], Any]) -> list[str]:
    """Which functions of the codec were called by some work."""
    called: list[str] = []

    def watch(frame: FrameType, entry: str, _: Any) -> None:
        if entry == "call" and frame.f_code.co_filename == codec.__file__ and frame.f_code.co_name in names:
            called.append(frame.f_code.co_name)

    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(None)
    return called


def night_with_a_score() -> Night:
    night = Night(build("mitchell", tables=7)).start()
    night.do(Enter(FIRST, made("4S", "N", 10)), pad(1))
    return night


@pytest.mark.parametrize(
    "act",
    [
        Enter(LineKey("A", 1, 2, 5), made("3NT", "W", 9, lead="S4")),
        Confirm(FIRST),
        Correct(FIRST, made("4S", "N", 11)),
    ],
    ids=["enter", "confirm", "correct"],
)
def test_a_score_is_decided_without_being_written_or_read(act: Enter | Confirm | Correct) -> None:
    night = night_with_a_score()
    command = night.command(act, pad(act.line.table))
    decide(night.state, command)  # readers and writers are made once
    entries: list[JournalEntry] = []
    assert calls_of({"encode", "decode"}, lambda: entries.extend(decide(night.state, command))) == []
    (entry,) = entries
    assert from_json(to_json(entry)) == entry
    assert calls_of({"encode"}, lambda: to_json(entry)) != []


def test_of_a_score_that_looks_wrong_only_what_was_noticed_is_read_back() -> None:
    night = night_with_a_score()
    command = night.command(
        Enter(LineKey("A", 1, 2, 20), made("3NT", "W", 9)), DIRECTOR, force=True, why="they played it"
    )
    (entry,) = decide(night.state, command)
    assert entry.notes
    assert entry.act is command.act
    assert from_json(to_json(entry)) == entry


def test_what_is_not_plain_is_put_in_order_before_it_is_decided() -> None:
    night = night_with_a_score()
    command = night.command(Adjust(FIRST, Adjustment()), DIRECTOR, why="a\u202eb")
    assert not is_plain(Command, command)
    entered = night.command(Enter(LineKey("A", 1, 2, 5), made("3NT", "W", 9)), DIRECTOR, why="a\u202eb")
    (entry,) = decide(night.state, entered)
    assert entry.why == "ab"
    assert is_plain(Command, replace(entered, why="ab"))
