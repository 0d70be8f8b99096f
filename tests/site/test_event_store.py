"""Events in the database, in SQLite and in PostgreSQL: what was acknowledged is there, once, whatever happens."""

from __future__ import annotations

import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from clubs import database_of, used
from contests_kept import TEAMS, begun, check_event, give, lines, wish
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from people import our_club
from test_copies import scribble

from arrowswitch.contests.events import (
    DrawRound,
    EnterContestant,
    EventMatchKey,
    OpenEvent,
    PutEventAway,
    RecordResult,
    UndoInEvent,
    standings,
    terms,
)
from arrowswitch.contests.events.acts.event import ChangeEvent
from arrowswitch.journals import Actor, JournalFault, Outdated, Refused
from arrowswitch.site.club import models
from arrowswitch.site.data_folder import mark, storage
from arrowswitch.site.events import store
from arrowswitch.site.events.models import KeptEntry, KeptEvent
from arrowswitch.site.journal import copies
from arrowswitch.site.journal.from_server import brought
from arrowswitch.site.work import memory

Club = dict[str, str]
HOME = (Fraction(20), Fraction(11))
FIRST = EventMatchKey("Swiss", 1, 1)


def test_an_event_is_read_back_bit_for_bit(club: Club) -> None:
    event = begun(teams=7, seed="4711")
    give(event, "draw", DrawRound())
    give(event, "m", RecordResult(FIRST, imps=HOME), why="home — ½ ♠ \0")
    give(event, "undo", UndoInEvent())
    kept = give(event, "again", RecordResult(FIRST, imps=HOME[::-1]))
    assert [entry.id for entry in kept.entries] == ["again"]
    assert check_event(event) == ["open", *(f"e{n}" for n in range(1, 8)), "stage", "draw", "m", "undo", "again"]
    assert store.state(event, club=our_club()) == kept.state
    assert standings(store.state(event, club=our_club()), ()) == standings(kept.state, ())
    assert [each.title for each in store.listed(our_club())] == ["Club teams"]
    give(event, "away", PutEventAway())
    check_event(event)
    assert (store.listed(our_club()).count(), store.events(our_club()).count()) == (0, 1)


def test_a_command_about_an_event_that_is_sent_twice_is_done_once(club: Club) -> None:
    event = begun(teams=3)
    assert begun(teams=3) == event
    assert give(event, "draw", DrawRound()).entries
    for _ in range(2):
        assert give(event, "draw", DrawRound()).entries == ()
        memory.forget_all()
    assert check_event(event) == ["open", "e1", "e2", "e3", "stage", "draw"]
    with pytest.raises(Refused, match="number of another one"):
        give(event, "draw", EnterContestant("Pink"))


def test_what_belongs_together_is_kept_whole_or_not_at_all(club: Club) -> None:
    event = begun()
    wishes = [wish("a", EnterContestant("Red")), wish("b", EnterContestant(""))]
    with pytest.raises(Refused):
        store.append_all(event, wishes, club=our_club())
    with pytest.raises(Refused):
        store.begin(wish("other", OpenEvent("Other")), *wishes, club=our_club())
    with pytest.raises(Refused, match="An event begins with its opening"):
        store.begin(wish("x", EnterContestant("Red")), club=our_club())
    assert check_event(event) == ["open"]
    assert KeptEvent.objects.count() == 1


def test_an_event_is_there_for_its_own_club_only(club: Club) -> None:
    event = begun()
    other = models.Club.objects.create(name="Elsewhere")
    for number, asking in ((event, other), (0, our_club()), (999, our_club()), (2**70, our_club())):
        with pytest.raises(Refused, match="There is no such event"):
            store.state(number, club=asking)
        with pytest.raises(Refused, match="There is no such event"):
            store.append(number, wish("x", EnterContestant("Red")), club=asking)
    assert list(store.listed(other)) == []
    assert store.begin(wish("open", OpenEvent("Theirs")), club=other).event != event
    assert check_event(event) == ["open"]


def test_a_character_that_no_database_holds_is_refused(club: Club) -> None:
    event = begun()
    terrible = replace(terms(store.state(event, club=our_club())), title="Club\0teams")
    assert isinstance(terrible, ChangeEvent)
    for each in (
        wish("a\0", EnterContestant("Red")),
        wish("a", EnterContestant("Red"), Actor("director", "\0")),
        wish("a", terrible),
    ):
        with pytest.raises(Refused):
            store.append(event, each, club=our_club())
    assert check_event(event) == ["open"]


def test_two_who_write_to_an_event_at_once_are_decided_one_after_the_other(club: Club) -> None:
    event = begun()
    start = threading.Barrier(4)

    def enter(writer: int) -> None:
        with used(Path(club["ARROWSWITCH_DATA"]), club.get("ARROWSWITCH_DATABASE", "")):
            start.wait()
            for number in range(5):
                give(event, f"{writer}-{number}", EnterContestant(f"Team {writer}{number}"))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(enter, range(4)))
    assert len(check_event(event)) == 21
    assert sorted(store.state(event, club=our_club()).entries) == list(range(1, 21))


def test_who_looked_before_somebody_else_changed_a_match_is_told(club: Club) -> None:
    event = begun(teams=4)
    seen = give(event, "draw", DrawRound()).state.version(FIRST)
    give(event, "m", RecordResult(FIRST, imps=HOME), seen=seen)
    with pytest.raises(Outdated, match="Ann"):
        give(event, "n", RecordResult(FIRST, imps=HOME[::-1]), by=Actor("director", "Bob"), seen=seen)


def test_nothing_of_an_event_is_returned_before_it_is_committed(club: Club) -> None:
    event = begun()
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        give(event, "e", EnterContestant("Red"))
    assert check_event(event) == ["open"]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events_keptentry SET body = '{}' WHERE number = 2",
        "DELETE FROM events_keptentry",
        "DELETE FROM events_keptevent",
        "INSERT INTO events_keptentry (event_id, number, command, role, name, at, version, body)"
        " SELECT event_id, 9, 'gap', role, name, at, version, body FROM events_keptentry WHERE number = 2",
    ],
)
def test_the_database_refuses_to_change_the_journal_of_an_event(club: Club, statement: str) -> None:
    event = begun(teams=3)
    before = lines(event)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    row = KeptEntry.objects.first()
    assert row is not None
    for change in (row.save, row.delete, KeptEntry.objects.all().delete):
        with pytest.raises(TypeError, match="journal is never"):
            change()
    assert lines(event) == before


def test_the_guards_of_events_can_be_taken_down_and_put_up_again(club: Club) -> None:
    call_command("migrate", "events", "zero", verbosity=0)
    call_command("migrate", verbosity=0)
    event = begun(teams=3)
    with pytest.raises(DatabaseError), connection.cursor() as cursor:
        cursor.execute("DELETE FROM events_keptentry")
    check_event(event)


def test_events_are_in_the_back_up_and_in_the_mark(club: Club, tmp_path: Path) -> None:
    event = begun(teams=7)
    give(event, "draw", DrawRound())
    before = lines(event)
    (tmp_path / "copy").mkdir()
    if connection.vendor == "postgresql":
        copy = brought(tmp_path / "copy")
        copies._check_journals(copy, storage.carefully(copy))
    else:
        copy = copies.back_up(Path(club["ARROWSWITCH_DATA"]), tmp_path / "copy" / "club")
        give(event, "late", EnterContestant("Pink"))
        connection.close()
        copies.restore(copy, Path(club["ARROWSWITCH_DATA"]))
        check_event(event)
    assert mark.of_file(copy).entries == len(before) == 10
    assert lines(event) == before
    assert set(TEAMS) == {each.name for each in store.state(event, club=our_club()).entries.values()}


def test_a_back_up_with_a_spoilt_event_is_refused(desk_club: Club, tmp_path: Path) -> None:
    begun(teams=3)
    folder = Path(desk_club["ARROWSWITCH_DATA"])
    whole = copies.back_up(folder, tmp_path / "whole")
    for statement, said in {
        "UPDATE events_keptentry SET body = '{' WHERE number = 3": "The event “Club teams” in",
        "DELETE FROM events_keptentry WHERE number = 5": "It does not agree",
        "UPDATE events_keptevent SET kind = 'pairs'": "It does not agree",
    }.items():
        copy = tmp_path / "spoilt"
        shutil.copyfile(whole, copy)
        scribble(copy, statement)
        with pytest.raises(copies.CannotCopy) as refused:
            copies.restore(copy, folder)
        assert said in str(refused.value)
    assert database_of(desk_club).is_file()


def test_an_event_that_cannot_be_read_or_kept_is_said_in_a_sentence(club: Club) -> None:
    event = begun(teams=3)
    with connection.cursor() as cursor:
        for trigger in ("is_never_changed", "is_never_removed", "comes_last"):
            table = " ON events_keptentry" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER events_keptentry_{trigger}{table}")
        cursor.execute("UPDATE events_keptentry SET body = '{\"version\":99}' WHERE number = 2")
    memory.forget_all()
    with pytest.raises(JournalFault, match="Entry 2"):
        store.state(event, club=our_club())
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE events_keptentry" + (" CASCADE" if connection.vendor == "postgresql" else ""))
    with pytest.raises(store.StoreFault, match="The database cannot be used"):
        give(event, "e", EnterContestant("Red"))
