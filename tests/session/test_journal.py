"""The journal: written today, read by every later version."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from pathlib import Path

import pytest
from night import DIRECTOR, SCORER, Night, made, pad, small

from arrowswitch.journals import KINDS
from arrowswitch.movements import build
from arrowswitch.scoring import Percent, weighted
from arrowswitch.session import (
    Adjust,
    Adjustment,
    Command,
    Correct,
    Enter,
    JournalFault,
    LineKey,
    Penalise,
    Publish,
    Refused,
    Start,
    State,
    Undo,
    decide,
    evolve,
    replay,
    standings,
)
from arrowswitch.session.journal.entries import VERSION
from arrowswitch.session.journal.text import command_from_json, dumps, from_json, loads, to_json

FIRST = LineKey("A", 1, 1, 1)
KEPT = Path(__file__).parent.parent / "data" / "session-journal-1.jsonl"


def kept_night() -> Night:
    """The night whose journal is kept in the data folder, done again from its opening on: three tables share single boards
    in it, with which no session is opened now."""
    opened = loads(KEPT.read_text(encoding="utf-8"))[0]
    night = Night(small())
    night.state, night.now = evolve(State(), opened), opened.at
    night.start()
    night.do(Enter(FIRST, made("4S", "N", 10, lead="HT")), pad(1))
    night.do(Correct(FIRST, made("4S", "N", 11)), pad(1))
    night.do(Adjust(FIRST, Adjustment(weighted((450, 40), (420, 60)), Percent(Fraction(2, 5)))), why="ruling")
    night.do(Penalise("A", 2, share=Fraction(1, 10), offence="slow"), why="ten minutes late")
    night.do(Undo(), why="it was the other pair")
    night.play_rest()
    night.do(Publish(), force=True, why="five rounds were enough")
    return night


def test_a_journal_written_by_the_first_version_is_still_read() -> None:
    state = replay(loads(KEPT.read_text(encoding="utf-8")))
    fresh = kept_night().state
    # The words of a movement and of a note may change from version to version; everything else must be as it was.
    for section, now in zip(state.sections.values(), fresh.sections.values(), strict=True):
        assert section.movement.meetings == now.movement.meetings
        assert replace(section, movement=now.movement) == now
    assert replace(state, sections={}, journal=()) == replace(fresh, sections={}, journal=())
    opened, *since = state.journal
    anew = fresh.journal[1:]
    assert [len(entry.notes) for entry in since] == [len(entry.notes) for entry in anew]
    worded = [replace(entry, notes=now.notes) for entry, now in zip(since, anew, strict=True)]
    assert worded == list(anew)  # who, when, what and why; the first entry holds the movement
    assert replace(opened, act=fresh.journal[0].act) == fresh.journal[0]
    assert [each.rank for each in standings(state)] == [each.rank for each in standings(fresh)]
    assert dumps(state.journal) == KEPT.read_text(encoding="utf-8")


def test_an_event_is_plain_json_with_stable_keys() -> None:
    night = Night(small()).start()
    entry = night.do(Enter(FIRST, made("4S", "N", 10)), SCORER)
    assert to_json(entry) == {
        "version": 1,
        "id": entry.id,
        "by": {"role": "scorer", "name": "Bob", "section": "", "table": None, "contestant": None},
        "at": "2025-01-07T19:33:00+00:00",
        "act": {
            "type": "enter",
            "line": {"section": "A", "round": 1, "table": 1, "board": 1},
            "entry": {"type": "contract", "contract": "4S", "declarer": "N", "tricks": 10, "lead": "", "written": None},
            "side": None,
            "ns": None,
            "ew": None,
        },
        "why": "",
        "forced": False,
        "notes": [],
    }


def test_times_are_kept_in_one_zone() -> None:
    night = Night(small())
    there = datetime(2025, 1, 7, 20, 0, tzinfo=timezone(timedelta(hours=13)))
    entry = night.do(Start(), at=there)
    assert entry.at == there
    assert to_json(entry)["at"] == "2025-01-07T07:00:00+00:00"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"version": 2}, "This entry has version 2; this program reads 1"),
        ({"version": True}, "it has no version"),
        ({"version": None}, "This is no entry of a journal: it has no version."),
        ({"colour": "red"}, "colour: there is no such key"),
        ({"at": "yesterday"}, "at: “yesterday” is not a date and time"),
        ({"at": "2025-01-07T19:33:00"}, "is not a time with its distance from UTC"),
        ({"act": {"type": "dance"}}, "act.type: “dance” is not one of add-draw, add-minutes, adjust, answer-call, "),
        ({"act": {"type": "enter"}}, "act.line: this key is missing"),
        ({"act": {"type": "call-round", "round": "two"}}, "act.round: “two” is not a whole number"),
        ({"act": {"type": "call-round", "round": True}}, "act.round: “True” is not a whole number"),
        ({"by": {"role": "king"}}, "by.role: “king” is not one of owner"),
        ({"notes": "none"}, "notes: “none” is not a list"),
        ({"notes": [{"say": "{x}", "with": {}}]}, None),
        ({"notes": [{"say": "{x}", "with": {"y": 1}}]}, "is not a sentence"),
        ({"act": []}, "act: “[]” is not an object"),
    ],
)
def test_what_is_not_known_is_refused_with_its_place(change: dict[str, object], sentence: str | None) -> None:
    night = Night(small())
    data = to_json(night.do(Start())) | change
    if sentence is None:
        assert from_json(data).notes == ("{x}",)
        return
    with pytest.raises(JournalFault) as refused:
        from_json(data)
    assert sentence in str(refused.value)


def test_a_journal_says_in_which_line_it_is_broken() -> None:
    text = dumps(Night(small()).start().state.journal)
    with pytest.raises(JournalFault, match="Line 3 is not JSON"):
        loads(text + "{oops\n")
    with pytest.raises(JournalFault, match="Line 3: This is no entry of a journal"):
        loads(text + "[]\n")
    lines = text.splitlines()
    bad = json.loads(lines[0])
    bad["act"]["sections"][0]["movement"]["rounds"] = "many"
    with pytest.raises(JournalFault, match=r"Line 1: act.sections\[0\].movement: rounds: "):
        loads(json.dumps(bad))


def test_sentences_are_kept_with_their_templates_so_that_they_can_be_translated() -> None:
    night = Night(build("mitchell", tables=7, switch="7"))
    note = night.start().state.journal[-1].notes[0]
    read = loads(dumps(night.state.journal))[-1].notes[0]
    assert (read.template, read.values) == (note.template, note.values) == ("{n} seats have no name yet.", {"n": 28})
    movement = night.state.sections["A"].movement
    again = replay(loads(dumps(night.state.journal))).sections["A"].movement
    assert [each.text.template for each in again.instructions] == [each.text.template for each in movement.instructions]


def test_a_command_that_is_not_plain_is_refused_with_a_sentence() -> None:
    night = Night(small()).start()
    command = Command("x", DIRECTOR, night.now, Enter(LineKey("A", 1, "one", 1), made("4S", "N", 10)))  # type: ignore[arg-type]
    with pytest.raises(Refused, match=r"act\.line\.table: “one” is not a whole number"):
        decide(night.state, command)
    with pytest.raises(JournalFault, match="id: this key is missing"):
        command_from_json({"by": {"role": "director"}})


def test_every_kind_has_a_name_that_does_not_change() -> None:
    # names are in journals on people's disks: add to this list, never change it
    assert VERSION == 1
    pinned = (
        "open change-settings attach-hands seat substitute start call-round end-play hold-clock resume-clock add-minutes "
        "set-break enter confirm correct adjust strike split-board remove-board penalise withdraw-penalty set-lists "
        "change-movement late-pair cut-rounds swap-directions edit-meeting call-director answer-call rule "
        "track-cards lodge-appeal review-appeal decide-appeal publish reopen undo contract score passed-out "
        "not-played late-play assigned weighted average percent points at-least at-most damage "
        "elsewhere leave-task close-task pair-leaves change-plan set-timing put-away set-sections "
        "begin-break settle score-matches name-team line-up enter-match award-match add-draw replace-draw "
        "keep-printed rank-as-printed seal-deals take-deals open-deals attach-own-hands"
    )
    named = {name: kind.__module__ for name, kind in KINDS.items() if kind.__module__.startswith("arrowswitch.")}
    here = [name for name, module in named.items() if ".contests." not in module]  # entries have journals of their own
    assert sorted(here) == sorted(pinned.split())
