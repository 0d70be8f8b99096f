"""Sessions in the database, in SQLite and in PostgreSQL: what was acknowledged is there, once, whatever happens."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from fractions import Fraction
from typing import Any

import psycopg
import pytest
from clubs import (
    BEGIN,
    DIRECTOR,
    KEY,
    Place,
    begin,
    bodies,
    check_whole,
    command,
    database_of,
    line,
    opening,
    scores,
    started,
)
from django.db import DatabaseError, connection, connections, transaction
from django.db.migrations.state import ProjectState
from django.test.utils import CaptureQueriesContext
from people import our_club
from writer import writer

from arrowswitch.session import (
    Actor,
    BareScore,
    CallRound,
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
    WithdrawPenalty,
    replay,
    standings,
)
from arrowswitch.session.acts import PutAway
from arrowswitch.session.story.offences import offences
from arrowswitch.site.club import models
from arrowswitch.site.club.models import Player
from arrowswitch.site.journal import store
from arrowswitch.site.journal.folding import fold
from arrowswitch.site.journal.guards import guarded
from arrowswitch.site.journal.models import Entry, Session
from arrowswitch.site.work import memory

Club = dict[str, str]


def test_what_was_kept_is_read_back_bit_for_bit(club: Club) -> None:
    session = started()
    for each in scores(4):
        store.append(session, each)
    store.append(session, command("undo", Undo("e4"), why="it was right"))
    kept = store.append(session, command("publish", Publish(), force=True, why="home — ½ ♠"))
    assert [entry.id for entry in kept.entries] == ["publish"]
    assert kept.state == replay(kept.state.journal)
    assert check_whole(session) == ["open", "start", "e1", "e2", "e3", "e4", "undo", "publish"]
    assert store.state(session) == kept.state
    assert standings(store.state(session)) == standings(kept.state)
    assert Session.objects.get().phase == "published"


def test_the_offence_register_is_every_penalty_of_the_clubs_sessions(club: Club) -> None:
    one, other = started("one"), started("other")
    store.append(one, command("slow", Penalise("A", 1, offence="slow"), why="a board late\0"))
    store.append(one, command("fine", Penalise("A", 1, share=Fraction(1, 4), offence="slow"), why="again"))
    store.append(other, command("phone", Penalise("A", 4, offence="telephone"), why="rang"))
    store.append(other, command("undo", Undo("phone"), why="it was the wall clock"))
    store.append(one, command("back", WithdrawPenalty("fine"), why="a kind heart"))
    check_whole(one)
    check_whole(other)
    register = store.register(our_club())
    assert [(each.id, each.withdrawn, each.why) for each in register] == [
        ("slow", False, "a board late\0"),
        ("fine", True, "again"),
    ]
    assert register == offences(store.state(one))
    Session.objects.filter(pk=one).update(offences="[{}]")  # what a later version might write
    assert store.register(our_club()) == register
    assert store.register(models.Club.objects.create(name="Elsewhere")) == ()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        store.register(our_club())
    assert len(queries) <= 3


def test_the_same_command_twice_is_done_once(club: Club) -> None:
    first = begin(opening())
    again = begin(opening())
    assert (first.session, again.session, again.entries) == (first.session, first.session, ())
    store.append(first.session, command("start", Start()))
    assert store.append(first.session, command("start", Start())).entries == ()
    memory.forget_all()
    assert store.append(first.session, command("start", Start())).entries == ()
    assert check_whole(first.session) == ["open", "start"]
    with pytest.raises(Refused, match="number of another one"):
        store.append(first.session, command("start", CallRound(2)))


def test_an_id_may_be_used_again_in_another_session(club: Club) -> None:
    one, other = started("one"), started("other")
    assert one != other
    assert check_whole(one) == ["one", "start"]
    assert check_whole(other) == ["other", "start"]


def test_a_refused_command_leaves_no_trace(club: Club) -> None:
    session = started()
    with pytest.raises(Refused):
        store.append(session, command("far", CallRound(9)))
    with pytest.raises(Refused):
        store.append(session, Command("pad", Actor("public", "Eve"), BEGIN, Enter(KEY, BareScore(50))))
    with pytest.raises(Refused, match="A session begins with its opening"):
        begin(command("x", Start()))
    assert check_whole(session) == ["open", "start"]
    assert Session.objects.count() == 1


@pytest.mark.parametrize("number", [0, -1, 999, 2**40, 2**70])
def test_a_session_that_does_not_exist_is_said(club: Club, number: int) -> None:
    with pytest.raises(Refused, match="There is no such session"):
        store.append(number, command("start", Start()))
    with pytest.raises(Refused, match="There is no such session"):
        store.state(number)


def test_what_no_database_can_hold_is_refused_or_kept_whole(club: Club) -> None:
    session = started()
    for each in (
        Command("a", Actor("director", "Ann\0"), BEGIN, Enter(KEY, BareScore(50))),
        Command("a\0", DIRECTOR, BEGIN, Enter(KEY, BareScore(50))),
    ):
        with pytest.raises(Refused, match="a character in this text that cannot be kept"):
            store.append(session, each)
    for each in (opening("x\0"), opening("y", title="Tues\0day")):
        with pytest.raises(Refused, match="a character in this text that cannot be kept"):
            begin(each)
    store.append(session, command("e", Enter(KEY, BareScore(50)), why="odd \0 reason"))
    assert check_whole(session) == ["open", "start", "e"]
    assert store.state(session).journal[-1].why == "odd \0 reason"


def test_half_a_character_is_kept_as_the_sign_for_one_that_is_lost(club: Club) -> None:
    session = begin(opening("y", title="Tues\ud800day")).session
    store.append(session, command("start", Start()))
    ann = Actor("director", "Ann\ud800")
    store.append(session, Command("e\ud800", ann, BEGIN, Enter(KEY, BareScore(50)), "odd \ud800 reason"))
    assert check_whole(session) == ["y", "start", "e\ufffd"]
    state = store.state(session)
    assert (state.title, state.journal[-1].by.name) == ("Tues\ufffdday", "Ann\ufffd")
    assert state.journal[-1].why == "odd \ufffd reason"


def test_nothing_is_returned_before_it_is_committed(club: Club) -> None:
    session = started()
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        store.append(session, next(scores(1)))
    assert check_whole(session) == ["open", "start"]


def test_the_database_waits_for_the_disk(club: Club) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            found = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
            assert found == ["wal", 2]  # 2 is FULL
        else:
            cursor.execute("SHOW synchronous_commit")
            assert cursor.fetchone() == ("on",)
            cursor.execute("SHOW lock_timeout")
            assert cursor.fetchone() == ("2500ms",)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal_entry SET body = '{}' WHERE number = 2",
        "DELETE FROM journal_entry WHERE number = 2",
        "DELETE FROM journal_entry",
        "DELETE FROM journal_session",
        "INSERT INTO journal_entry (session_id, number, command, role, name, at, version, body)"
        " SELECT session_id, 4, 'gap', role, name, at, version, body FROM journal_entry WHERE number = 2",
        "INSERT INTO journal_entry (session_id, number, command, role, name, at, version, body)"
        " SELECT session_id, 2, 'again', role, name, at, version, body FROM journal_entry WHERE number = 2",
        "INSERT INTO journal_entry (session_id, number, command, role, name, at, version, body)"
        " SELECT session_id, 3, command, role, name, at, version, body FROM journal_entry WHERE number = 2",
    ],
)
def test_the_database_itself_refuses_to_change_a_journal(club: Club, statement: str) -> None:
    session = started()
    before = bodies(session)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert bodies(session) == before
    assert check_whole(session) == ["open", "start"]


def test_sqlite_and_postgresql_have_ways_round_that_are_closed_too(club: Club) -> None:
    session = started()
    statement = {
        "sqlite": "INSERT OR REPLACE INTO journal_entry SELECT id, 2, 'new', role, name, at, version, body, session_id "
        "FROM journal_entry WHERE number = 2",
        "postgresql": "TRUNCATE journal_entry",
    }[connection.vendor]
    with pytest.raises(DatabaseError, match="journal"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert check_whole(session) == ["open", "start"]


def test_the_program_refuses_to_change_a_journal(club: Club) -> None:
    session = started()
    row = Entry.objects.first()
    assert row is not None
    for change in (row.save, row.delete, Entry.objects.all().delete):
        with pytest.raises(TypeError, match="journal is never"):
            change()
    with pytest.raises(TypeError, match="journal is never"):
        Entry.objects.update(body="{}")
    assert check_whole(session) == ["open", "start"]


def test_the_guards_can_be_taken_down_and_put_up_again(club: Club) -> None:
    guards = guarded("journal_entry", "session_id")
    with connection.schema_editor() as editor:
        guards.database_backwards("journal", editor, ProjectState(), ProjectState())
    session = started()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM journal_entry")
        transaction.set_rollback(True)
    with connection.schema_editor() as editor:
        guards.database_forwards("journal", editor, ProjectState(), ProjectState())
    with pytest.raises(DatabaseError), connection.cursor() as cursor:
        cursor.execute("DELETE FROM journal_entry")
    assert check_whole(session) == ["open", "start"]


def test_the_second_of_two_directors_is_told_what_changed(club: Club) -> None:
    session = started()
    store.append(session, command("e", Enter(KEY, BareScore(50))))
    seen = store.state(session).version(KEY)
    bob = Actor("director", "Bob")
    store.append(session, command("one", Correct(KEY, BareScore(100)), why="misread", seen=seen))
    with pytest.raises(Refused) as refused:
        store.append(session, command("two", Correct(KEY, BareScore(-50)), bob, why="no", seen=seen))
    assert "Ann" in str(refused.value)
    assert check_whole(session) == ["open", "start", "e", "one"]


def test_a_journal_that_was_put_in_the_place_of_another_is_read_anew(club: Club, clubs: Place) -> None:
    session = started()
    for each in scores(3):
        store.append(session, each)
    remembered = store._memory[session]
    with clubs.club(connection.vendor):
        assert started() == session
        store._memory.put(session, remembered)
        assert len(store.state(session).journal) == 2
        store._memory.put(session, remembered)
        assert len(store.append(session, next(scores(1, "other"))).state.journal) == 3
        assert check_whole(session) == ["open", "start", "other1"]


# -- many at once -----------------------------------------------------------------------------------------------------


def give(process: subprocess.Popen[str], commands: list[Command]) -> list[str]:
    """Gives a process commands one after the other; its answers."""
    assert process.stdin is not None
    assert process.stdout is not None
    said = []
    for each in commands:
        process.stdin.write(line(each))
        process.stdin.flush()
        said.append(process.stdout.readline().rstrip("\n"))
    return said


def end(*processes: subprocess.Popen[str]) -> None:
    """Lets processes come to their end."""
    for process in processes:
        process.communicate(timeout=120)
        assert process.returncode == 0


def together(*jobs: tuple[subprocess.Popen[str], list[Command]]) -> list[list[str]]:
    """What processes answer that are given their commands at the same time."""
    answers: list[list[str]] = [[] for _ in jobs]

    def run(number: int) -> None:
        answers[number] = give(*jobs[number])

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return answers


def test_two_processes_that_write_at_once_lose_nothing(club: Club) -> None:
    session = started()
    lines = {"a": KEY, "b": LineKey("A", 1, 2, 2)}
    jobs = [(writer(session, **club), list(scores(40, prefix, key))) for prefix, key in lines.items()]
    for answers, (_, commands) in zip(together(*jobs), jobs, strict=True):
        assert answers == [f"ok {each.id} 1" for each in commands]
    ids = check_whole(session)
    assert sorted(ids[2:]) == sorted(each.id for _, commands in jobs for each in commands)
    for prefix in ("a", "b"):
        mine = [each for each in ids if each.startswith(prefix)]
        assert mine == [f"{prefix}{number}" for number in range(1, 41)]
    end(*(process for process, _ in jobs))


def test_two_processes_that_are_sent_the_same_commands_do_each_once(club: Club) -> None:
    session = started()
    commands = list(scores(25))
    processes = writer(session, **club), writer(session, **club)
    one, two = together((processes[0], commands), (processes[1], commands))
    for each, first, second in zip(commands, one, two, strict=True):
        assert sorted((first, second)) == [f"ok {each.id} 0", f"ok {each.id} 1"]
    assert check_whole(session) == ["open", "start", *(each.id for each in commands)]
    end(*processes)


def test_a_writer_killed_at_any_moment_keeps_what_it_acknowledged(club: Club) -> None:
    session = started()
    chance = random.Random(7)
    commands = list(scores(2000))  # more than a writer comes to, however late it is killed
    acknowledged: list[str] = []
    for _ in range(6):
        process = writer(session, **club)
        assert process.stdin is not None
        assert process.stdout is not None
        left = commands[len(acknowledged) :]
        feeder = threading.Thread(target=feed, args=(process, left))
        feeder.start()
        goal = len(acknowledged) + chance.randint(1, 20)
        while len(acknowledged) < goal:
            word, name, _ = process.stdout.readline().split()
            assert word == "ok"
            acknowledged.append(name)
        threading.Event().wait(chance.random() / 100)
        process.kill()
        process.wait(30)
        feeder.join(30)
        acknowledged += [said.split()[1] for said in process.stdout.read().split("\n")[:-1]]
        ids = check_whole(session)[2:]
        assert ids[: len(acknowledged)] == acknowledged == [each.id for each in commands[: len(acknowledged)]]
        assert len(ids) <= len(acknowledged) + 1  # the one that was on its way
    rest = commands[len(acknowledged) : len(acknowledged) + 5]
    process = writer(session, **club)
    assert [said.split()[0] for said in give(process, rest)] == ["ok"] * 5
    end(process)
    ids = check_whole(session)[2:]
    assert ids == [each.id for each in commands[: len(ids)]]


def feed(process: subprocess.Popen[str], commands: list[Command]) -> None:
    """Gives commands without waiting for an answer, until nobody takes them any more."""
    assert process.stdin is not None
    try:
        for each in commands:
            process.stdin.write(line(each))
            process.stdin.flush()
    except BrokenPipeError:
        pass


# -- when the database cannot -----------------------------------------------------------------------------------------


def hold(club: Club) -> Any:
    """Another program that has the database for itself."""
    if connection.vendor == "sqlite":
        other: Any = sqlite3.connect(database_of(club))
        other.execute("BEGIN IMMEDIATE")
    else:
        other = psycopg.connect(club["ARROWSWITCH_DATABASE"])
        other.execute("LOCK journal_entry IN ACCESS EXCLUSIVE MODE")
    return other


def test_a_database_held_by_another_program_is_said_and_nothing_is_half_written(club: Club) -> None:
    session = started()
    with connection.cursor() as cursor:
        cursor.execute(
            {"sqlite": "PRAGMA busy_timeout=100", "postgresql": "SET lock_timeout='100ms'"}[connection.vendor]
        )
    with closing(hold(club)):
        with pytest.raises(store.StoreBusy, match="held by another program"):
            store.append(session, next(scores(1)))
        with pytest.raises(store.StoreBusy, match="held by another program"):
            begin(opening("second"))
    assert check_whole(session) == ["open", "start"]
    assert Session.objects.count() == 1
    assert len(store.append(session, next(scores(1))).entries) == 1


def fill(club: Club) -> None:
    """Leaves no room for another page; PostgreSQL raises itself what it raises when the system has none."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            pages = cursor.execute("PRAGMA page_count").fetchone()[0]
            cursor.execute(f"PRAGMA max_page_count={pages}")
        else:
            cursor.execute(
                "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
                "$$BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; "
                "END$$; CREATE TRIGGER full_disk BEFORE INSERT ON journal_entry FOR EACH ROW "
                "WHEN (NEW.number > 5) EXECUTE FUNCTION full_disk()"
            )


def test_a_full_disk_is_said_and_nothing_is_half_written(club: Club) -> None:
    session = started()
    fill(club)
    kept = ["open", "start"]

    def write_on() -> None:
        for each in scores(400):
            store.append(session, each)
            kept.append(each.id)

    with pytest.raises(store.StoreFull, match=r"The disk is full\. Nothing was saved"):
        write_on()
    assert check_whole(session) == kept


def test_a_database_that_has_gone_is_said(club: Club) -> None:
    session = started()
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE journal_entry" + (" CASCADE" if connection.vendor == "postgresql" else ""))
    with pytest.raises(store.StoreFault, match="The database cannot be used"):
        store.append(session, next(scores(1)))


def test_a_journal_that_cannot_be_read_says_where(club: Club) -> None:
    session = started()
    with pytest.raises(JournalFault, match="Entry 3: This entry has version 99"):
        fold(store.state(session), [(3, '{"version":99}')])
    with pytest.raises(JournalFault, match="Entry 3 is missing"):
        fold(store.state(session), [(4, "{}")])


# -- many sessions ----------------------------------------------------------------------------------------------------


def test_a_list_of_five_hundred_sessions_reads_no_journal(club: Club) -> None:
    session = started()
    for each in scores(10):
        store.append(session, each)
    asked, ours = {}, our_club()
    for count, act in ((5, CallRound(2)), (500, CallRound(3))):
        Session.objects.bulk_create(
            Session(
                club=ours,
                opened=f"s{number}",
                title="Old",
                date=BEGIN.date(),
                phase="published",
                last=0,
                changed=BEGIN,
            )
            for number in range(Session.objects.count(), count)
        )
        memory.forget_all()
        with CaptureQueriesContext(connection) as queries:
            assert len(list(store.sessions(ours))) == count
            list_only = len(queries)
            store.append(session, command(f"call{count}", act, force=True, why="late"))
        asked[count] = [query["sql"].split(" WHERE ")[0] for query in queries]
        assert list_only == 1
        assert "journal_entry" not in asked[count][0]
    assert len(asked[5]) == len(asked[500])
    assert sum(query.startswith("SELECT") and "journal_entry" in query for query in asked[500]) == 1


def test_no_more_than_some_states_are_kept_in_memory(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store._memory, "most", 2)
    opened = [begin(opening(f"s{number}")).session for number in range(4)]
    assert list(store._memory) == opened[2:]
    assert [store.state(session).title for session in opened] == ["Tuesday"] * 4


def test_the_journal_is_read_from_its_beginning_only_once(club: Club) -> None:
    session = started()
    for each in scores(20):
        store.append(session, each)
    memory.forget_all()
    store.state(session)
    with CaptureQueriesContext(connection) as queries:
        assert len(store.state(session).journal) == 22
    assert len(queries) == 1
    assert ">= 22" in queries[0]["sql"]


def test_many_who_ask_at_once_wait_for_one_reading_of_the_journal(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    session = started()
    for each in scores(20):
        store.append(session, each)
    memory.forget_all()
    lengths: list[int] = []

    def counted(known: State, rows: list[tuple[int, str]]) -> State:
        lengths.append(len(rows))
        time.sleep(0.3)  # so that all of them are there
        return fold(known, rows)

    monkeypatch.setattr(store, "fold", counted)
    mine = connections["default"]

    def asks(_: int) -> int:
        connections["default"] = mine.copy()
        try:
            return len(store.state(session).journal)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(asks, range(8))) == [22] * 8
    assert lengths == [22]


def test_sessions_in_play_are_ready_before_anybody_asks_and_one_that_cannot_be_read_stops_nothing(club: Club) -> None:
    playing, over, broken = started("a"), started("b"), started("c")
    store.append(over, command("away", PutAway(True)))
    with connection.cursor() as cursor:
        cursor.execute(store.INSERT, (broken, 3, "x", "director", "", BEGIN.isoformat(), 99, '{"version":99}'))
        cursor.execute("UPDATE journal_session SET last = 3 WHERE id = %s", [broken])
    memory.forget_all()
    store.make_ready()
    assert list(store._memory) == [playing]
    with CaptureQueriesContext(connection) as queries:
        assert len(store.state(playing).journal) == 2
    assert ">= 2" in queries[0]["sql"]
    with pytest.raises(JournalFault, match="version 99"):
        store.state(broken)


# -- the register -----------------------------------------------------------------------------------------------------


def test_two_players_cannot_have_one_number_but_many_have_none(club: Club) -> None:
    ours = our_club()
    Player.objects.create(club=ours, number="17", given="Ann", family="Ash")
    for name in ("Bob", "Cy"):
        Player.objects.create(club=ours, given=name)
    with pytest.raises(DatabaseError), transaction.atomic():
        Player.objects.create(club=ours, number="17", given="Di")
    assert [str(each) for each in Player.objects.order_by("pk")] == ["Ann Ash", "Bob", "Cy"]
    theirs = models.Club.objects.create(name="Hillside")
    Player.objects.create(club=theirs, number="17", given="Ed")


def test_of_an_erased_player_nothing_is_known(club: Club) -> None:
    player = Player.objects.create(club=our_club(), number="17", given="Ann", family="Ash", grade="A")
    player.erase()
    player.refresh_from_db()
    assert (player.number, str(player), player.grade, player.active) == ("", "", "", False)
    assert player.erased is not None
    with pytest.raises(DatabaseError), transaction.atomic():
        Player.objects.filter(pk=player.pk).update(given="Ann")
