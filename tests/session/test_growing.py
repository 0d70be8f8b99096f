"""A journal of ten thousand entries costs per entry what a short one costs, and nobody who holds a state sees it change."""

from __future__ import annotations

import gc
import json
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from functools import cache

from arrowswitch.journals import Entries
from arrowswitch.movements import build
from arrowswitch.session import (
    Actor,
    Confirm,
    Contracted,
    Enter,
    JournalEntry,
    LineKey,
    Open,
    SectionPlan,
    Settings,
    Start,
    State,
    Undo,
    evolve,
    replay,
)
from arrowswitch.session.journal.text import from_json, to_json
from arrowswitch.session.night.growing import LineRecords
from timing import seconds

FEW, MANY = 600, 10_000
DIRECTOR = Actor("director", "Ann")
NOW = datetime(2025, 1, 7, 19, 30, tzinfo=UTC)


@cache
def journal() -> tuple[JournalEntry, ...]:
    """A room of two hundred tables, each score entered by one side and agreed to by the other."""
    movement = build("mitchell", tables=29, rounds=26, boards_per_round=1)
    sections = "ABCDEFG"
    opening = Open(
        "Congress", date(2025, 1, 7), tuple(SectionPlan(each, movement) for each in sections), settings=Settings()
    )
    entries = [JournalEntry("open", DIRECTOR, NOW, opening), JournalEntry("start", DIRECTOR, NOW, Start())]
    for number in range(1, 27):
        for meeting in movement.by_round[number]:
            for name in sections:
                key = LineKey(name, number, meeting.table, meeting.boards[0])
                pad = Actor("table", f"pad {name}{meeting.table}", name, meeting.table)
                entered = Enter(key, Contracted("4S", "NESW"[number % 4], 9, "HK"), "NS")
                command = f"{name}{number:03}{meeting.table:03}".rjust(32, "0")
                entries.append(JournalEntry(command, pad, NOW, entered))
                entries.append(JournalEntry(f"{command}-agree", pad, NOW, Confirm(key, "EW")))
    return tuple(entries)


def test_an_event_costs_at_ten_thousand_entries_what_it_costs_at_six_hundred() -> None:
    def one_more(count: int) -> float:
        before = replay(journal()[:count])

        def make() -> None:
            state = before
            for entry in journal()[count : count + 200]:
                state = evolve(state, entry)

        return seconds(make, times=4)

    assert one_more(MANY) < 3 * one_more(FEW)


def test_a_replay_of_ten_thousand_entries_costs_per_entry_what_one_of_six_hundred_costs() -> None:
    few, many = (seconds(lambda count=count: replay(journal()[:count]), times=4) / count for count in (FEW, MANY))
    assert many < 3 * few


def test_an_undo_at_ten_thousand_entries_costs_per_entry_what_it_costs_at_six_hundred() -> None:
    def undone(count: int) -> float:
        before = replay(journal()[:count])
        entry = JournalEntry("undo", DIRECTOR, NOW, Undo(journal()[count - 1].id))
        return seconds(lambda: evolve(before, entry), times=4) / count

    assert undone(MANY) < 3 * undone(FEW)


def test_an_entry_needs_less_than_a_kilobyte() -> None:
    lines = [json.dumps(to_json(entry)) for entry in journal()[: 2 + MANY]]
    state = replay(from_json(json.loads(line)) for line in lines[:2])
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for line in lines[2:]:
            state = evolve(state, from_json(json.loads(line)))
        gc.collect()
        each = (tracemalloc.get_traced_memory()[0] - before) / MANY
    finally:
        tracemalloc.stop()
    assert len(state.journal) == 2 + MANY
    assert each < 1000


def test_whoever_holds_a_state_does_not_see_others_go_on_from_it() -> None:
    first = replay(journal()[:10])
    then = replay(journal()[:10])
    one, other = evolve(first, journal()[10]), evolve(first, journal()[12])
    assert first == then
    assert [len(each.journal) for each in (first, one, other)] == [10, 11, 11]
    assert one.journal[-1] is journal()[10]
    assert other.journal[-1] is journal()[12]
    assert journal()[12].id in other.ids
    assert journal()[12].id not in one.ids
    assert journal()[12].id not in first.ids
    assert set(one.lines) - set(first.lines) == {journal()[10].act.line}
    assert first.journal[-3:] == journal()[7:10]
    assert [*reversed(one.journal)] == [*reversed(journal()[:11])]


def test_states_are_equal_by_what_they_hold_however_they_grew() -> None:
    straight = replay(journal()[:40])
    tried = State()
    for entry, another in zip(journal()[:40], journal()[40:], strict=False):
        if tried.journal:
            evolve(tried, another)  # looked at, and not done
        tried = evolve(tried, entry)
    assert tried == straight
    assert tried != replay(journal()[:39])


def test_threads_that_go_on_from_one_state_each_have_a_journal_of_their_own() -> None:
    first = Entries(journal()[:5])

    def grown(start: int) -> Entries[JournalEntry]:
        entries = first
        for entry in journal()[start : start + 300]:
            entries = entries.then(entry)
        return entries

    starts = range(5, 45, 5)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(grown, starts))
    for start, entries in zip(starts, found, strict=True):
        assert entries == (*journal()[:5], *journal()[start : start + 300])
        assert entries.find(journal()[start].id) is journal()[start]
    assert first == journal()[:5]


def test_lines_are_a_mapping_like_any_other() -> None:
    keys = [LineKey(section, 1, table, board) for section in "AB" for table in (1, 2) for board in (7, 3)]
    lines = LineRecords({key: place for place, key in enumerate(keys)})
    assert dict(lines) == {key: place for place, key in enumerate(keys)} == lines
    assert sorted(lines.items()) == sorted(zip(keys, range(8), strict=True))
    assert sorted(lines.values()) == list(range(8))
    assert keys[0] in lines
    assert LineKey("C", 1, 1, 7) not in lines
    assert lines.get(LineKey("C", 1, 1, 7), "none") == "none"
    assert lines | {keys[0]: 99} != lines
    assert lines[keys[0]] == 0
    assert [*lines.on("A", 7)] == [keys[0], keys[2]]
    assert len(lines) == 8


def test_a_table_finds_its_own_lines_and_never_those_that_came_after() -> None:
    first = LineRecords[str]() | {LineKey("A", 1, 2, 3): "a", LineKey("A", 1, 1, 3): "b", LineKey("B", 1, 2, 3): "c"}
    assert [*first.at("A", 2, (3, 4))] == [LineKey("A", 1, 2, 3)]
    second = first | {LineKey("A", 2, 2, 3): "d", LineKey("A", 1, 2, 4): "e"}
    assert [*second.at("A", 2, (4, 3))] == [LineKey("A", 1, 2, 4), LineKey("A", 1, 2, 3), LineKey("A", 2, 2, 3)]
    assert [*first.at("A", 2, (3, 4))] == [LineKey("A", 1, 2, 3)]
    assert [*first.at("A", 9, (3, 4))] == []
