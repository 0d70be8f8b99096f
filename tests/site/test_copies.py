"""`arrowswitch backup` and `restore`: a copy of one moment, and nothing replaced that was not checked."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from clubs import Place, bodies, check_whole, database_of, line, scores, started, used
from django.contrib.sessions.models import Session as Visit
from django.db import DatabaseError, connection
from django.test import Client
from people import as_role, our_club
from pytest_django.plugin import DjangoDbBlocker
from site_server import arrowswitch, served
from test_serve import files
from writer import writer

from arrowswitch.site import outbox
from arrowswitch.site.accounts import tries
from arrowswitch.site.club.models import Player
from arrowswitch.site.journal import copies, store
from arrowswitch.site.members.models import Particulars
from arrowswitch.site.outbox.models import Mail
from arrowswitch.site.signin import links
from arrowswitch.site.signin.models import SignInWays

Club = dict[str, str]


@pytest.fixture
def night(clubs: Place, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Club, int]]:
    """A club in SQLite with a session in play."""
    with django_db_blocker.unblock(), clubs.club("sqlite") as club:
        session = started()
        for each in scores(3):
            store.append(session, each)
        yield club, session


def data(club: Club) -> Path:
    return Path(club["ARROWSWITCH_DATA"])


def test_a_back_up_made_during_play_is_the_journal_up_to_a_moment(night: tuple[Club, int], tmp_path: Path) -> None:
    club, session = night
    commands = list(scores(153))[3:]
    process = writer(session, **club)
    assert process.stdin is not None
    assert process.stdout is not None
    said: list[str] = []
    copied = threading.Event()

    def play() -> None:
        for number, each in enumerate(commands):
            if number == len(commands) // 2:
                copied.wait(120)  # however fast it is played, there is a copy of the middle
            process.stdin.write(line(each))  # type: ignore[union-attr]
            process.stdin.flush()  # type: ignore[union-attr]
            said.append(process.stdout.readline())  # type: ignore[union-attr]

    playing = threading.Thread(target=play)
    playing.start()
    made: list[tuple[int, Path]] = []
    while playing.is_alive() and len(made) < 6:
        made.append((len(said), copies.back_up(data(club), tmp_path / f"copy{len(made)}")))
        copied.set()
        playing.join(0.1)
    playing.join(120)
    process.communicate(timeout=120)
    assert said == [f"ok {each.id} 1\n" for each in commands]
    whole = bodies(session)
    lengths = []
    for acknowledged, copy in made:
        place = tmp_path / f"{copy.name}-club"
        assert copies.restore(copy, place) is None
        with used(place):
            check_whole(session)
            found = bodies(session)
        assert found == whole[: len(found)]
        assert len(found) >= 5 + acknowledged  # all that was acknowledged when it began
        lengths.append(len(found))
    assert lengths == sorted(lengths)
    assert min(lengths) < len(whole)  # play was going on


def test_the_commands_go_there_and_back(night: tuple[Club, int], tmp_path: Path) -> None:
    club, session = night
    before = bodies(session)
    copy = tmp_path / "tuesday.sqlite3"
    done = arrowswitch("backup", "--data", str(data(club)), "-o", str(copy))
    assert (done.returncode, done.stdout, done.stderr) == (0, f"The back-up is in {copy}\n", "")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["tuesday.sqlite3"]
    for each in list(scores(6))[3:]:
        store.append(session, each)
    after = bodies(session)
    connection.close()
    done = arrowswitch("restore", str(copy), "--data", str(data(club)))
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first == f"The data of {copy} is back."
    kept = Path(second.removeprefix("What was there before is kept in "))
    assert kept.parent == data(club)
    assert bodies(session) == before
    assert len(store.state(session).journal) == len(before)  # although more was in memory
    assert check_whole(session) == ["open", "start", "e1", "e2", "e3"]
    with closing(sqlite3.connect(kept)) as database:
        assert [row[0] for row in database.execute("SELECT body FROM journal_entry ORDER BY number")] == after


def test_a_back_up_without_a_name_gets_the_date(night: tuple[Club, int], tmp_path: Path) -> None:
    made = copies.back_up(data(night[0]), tmp_path)
    assert made.parent == tmp_path
    assert made.name.startswith("arrowswitch-20")


def test_a_back_up_has_no_link_that_lets_somebody_in(night: tuple[Club, int], tmp_path: Path) -> None:
    club = our_club()
    SignInWays.objects.create(club=club, by_link=True, address="https://bridge.example")
    ann = Player.objects.create(club=club, given="Ann", family="Ash")
    Particulars.objects.create(player=ann, email="ann@example.org")
    links.ask(club, "ann@example.org", "ann")
    outbox.send(club, "ann@example.org", "Tuesday: results", "You came third.", key="results/7/2")
    assert "https://bridge.example/sign-in/link/" in Mail.objects.get(subject__startswith="Signing in").text
    made = copies.back_up(data(night[0]), tmp_path)
    with closing(sqlite3.connect(made)) as database:
        assert [row[0] for row in database.execute("SELECT subject FROM outbox_mail")] == ["Tuesday: results"]
    assert b"/sign-in/link/" not in made.read_bytes()


def test_a_back_up_overwrites_nothing(night: tuple[Club, int], tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("buy milk")
    done = arrowswitch("backup", "--data", str(data(night[0])), "-o", str(file))
    assert (done.returncode, done.stderr) == (2, f"{file} is there already; name another file.\n")
    assert file.read_text() == "buy milk"


def test_no_copy_is_made_of_what_is_not_there_or_not_whole(night: tuple[Club, int], tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    for words, status, sentence in (
        (("--data", str(empty)), 2, f"There is no club in {empty}."),
        (("--data", str(data(night[0])), "-o", str(empty / "x" / "y")), 2, f"There is no folder {empty / 'x'}."),
    ):
        done = arrowswitch("backup", *words)
        assert done.returncode == status
        assert done.stderr.startswith(sentence)
        assert done.stderr.count("\n") == 1
    assert not empty.exists()
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "club.sqlite3").write_bytes(b"a shopping list " * 1000)
    done = arrowswitch("backup", "--data", str(tmp_path / "club"), "-o", str(tmp_path / "copy"))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "is damaged or is not a database; nothing was changed." in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["club"]


def scribble(copy: Path, *statements: str) -> None:
    """Does to a copy what nobody should; the guards are taken down first."""
    with closing(sqlite3.connect(copy)) as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            database.execute(statement)
        database.commit()


def bad(kind: str, copy: Path) -> str:
    """Spoils a back-up; what is said then."""
    whole = copy.read_bytes()
    entry = json.dumps({"version": 99})
    spoilt = {
        "text": b"This is a shopping list, not a database. " * 200,
        "empty": b"",
        "cut": whole[: len(whole) // 2],
        "scribbled": whole[:4096] + b"\xff" * 4096 + whole[8192:],
    }
    statements = {
        "foreign": ("DELETE FROM django_migrations", "DROP TABLE club_club"),
        "newer": ("INSERT INTO django_migrations (app, name, applied) VALUES ('journal', '9000_x', '2040-01-01')",),
        "newer event": (f"UPDATE journal_entry SET body = '{entry}' WHERE number = 3",),
        "not json": ("UPDATE journal_entry SET body = '{' WHERE number = 3",),
        "gap": ("DELETE FROM journal_entry WHERE number = 3",),
        "short": ("DELETE FROM journal_entry WHERE number = 5",),
        "orphan": ("DELETE FROM journal_session",),
        "renamed": ("UPDATE journal_entry SET command = 'x' WHERE number = 3",),
    }
    if kind in spoilt:
        copy.write_bytes(spoilt[kind])
    else:
        scribble(copy, *statements[kind])
    return {
        "empty": "is not a back-up of Arrowswitch",
        "foreign": "is not a back-up of Arrowswitch",
        "newer": "was made by a newer version of Arrowswitch",
        "newer event": "cannot be read: Entry 3: This entry has version 99",
        "not json": "cannot be read: Entry 3: ",
        "gap": "cannot be read: Entry 3 is missing.",
        "short": "cannot be read: It does not agree",
        "renamed": "cannot be read: It does not agree",
    }.get(kind, "is damaged or is not a database")


KINDS = (
    *("text", "empty", "cut", "scribbled", "foreign", "newer"),
    *("newer event", "not json", "gap", "short", "orphan", "renamed"),
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_bad_back_up_is_refused_and_leaves_everything_as_it_was(
    night: tuple[Club, int], tmp_path: Path, kind: str
) -> None:
    club, session = night
    copy = copies.back_up(data(club), tmp_path / "copy")
    sentence = bad(kind, copy)
    journal = bodies(session)
    connection.close()
    before, given = files(data(club)), files(tmp_path)
    with pytest.raises(copies.CannotCopy) as refused:
        copies.restore(copy, data(club))
    assert refused.value.status == 1
    assert sentence in str(refused.value)
    assert "othing was changed." in str(refused.value)
    assert files(data(club)) == before
    assert files(tmp_path) == given
    assert bodies(session) == journal
    with pytest.raises(copies.CannotCopy):
        copies.restore(copy, tmp_path / "new")
    assert not (tmp_path / "new").exists()


# -- what a copy holds ------------------------------------------------------------------------------------------------


def test_nobody_is_signed_in_by_a_copy(night: tuple[Club, int], tmp_path: Path) -> None:
    club, _ = night
    owner, gone = as_role("owner"), as_role("scorer")
    tries.count(["address/of somebody"])
    kept = [row.session_key for row in Visit.objects.all()]
    assert len(kept) == 2
    gone.post("/sign-out/")  # what was there and is not is in no copy either
    made = (
        copies.back_up(data(club), tmp_path / "copy").read_bytes(),
        download(owner),
    )
    for whole in made:
        assert b"Riverside" in whole
        for key in (*kept, owner.cookies["sessionid"].value, "address/of somebody"):
            assert key.encode() not in whole
    assert owner.get("/settings/").status_code == 200


def download(owner: Client) -> bytes:
    name = owner.post("/backups/")["Location"].partition("made=")[2]
    return bytes(owner.get(f"/backups/{name}").content)


def test_an_older_copy_with_sign_ins_signs_nobody_in_when_it_is_put_back(
    night: tuple[Club, int], tmp_path: Path
) -> None:
    club, _ = night
    client = as_role("owner")
    connection.close()
    shutil.copytree(data(club), tmp_path / "stick")
    copies.restore(tmp_path / "stick" / "club.sqlite3", data(club))
    assert not Visit.objects.exists()
    assert client.get("/settings/").status_code == 302


FOREIGN = (
    "CREATE TRIGGER t AFTER INSERT ON club_player BEGIN UPDATE accounts_account SET role = 'owner'; END",
    "CREATE VIEW club_owners AS SELECT * FROM accounts_account",
    "CREATE TABLE more (x)",
    "CREATE INDEX club_more ON club_club (upper(name))",
    "ALTER TABLE club_club ADD COLUMN more TEXT DEFAULT 'x'",
    "ALTER TABLE club_player ADD COLUMN worked TEXT GENERATED ALWAYS AS (given || family) VIRTUAL",
)


def schema(file: Path) -> set[tuple[str, str, str]]:
    with closing(sqlite3.connect(file)) as database:
        return set(database.execute("SELECT type, name, sql FROM sqlite_master"))


def test_a_file_that_is_put_back_keeps_nothing_that_is_not_ours_and_gets_its_guards_again(
    night: tuple[Club, int], tmp_path: Path
) -> None:
    club, session = night
    Player.objects.create(club=our_club(), given="Ann", family="Ash").delete()
    last = Player.objects.create(club=our_club(), given="Bob", family="Beech")
    Player.objects.filter(pk=last.pk).delete()
    before, journal = schema(database_of(club)), bodies(session)
    assert (
        sum(kind == "trigger" for kind, *_ in before) == 6 + 23 + 92
    )  # of journals, of the registers of money, and of the others
    copy = copies.back_up(data(club), tmp_path / "copy")
    scribble(copy, *FOREIGN)
    assert schema(copy) != before
    connection.close()
    copies.restore(copy, data(club))
    assert schema(database_of(club)) == before
    assert bodies(session) == journal
    assert check_whole(session) == ["open", "start", "e1", "e2", "e3"]
    store.append(session, list(scores(4))[3])
    assert Player.objects.create(club=our_club(), given="Cy", family="Cedar").pk > last.pk
    with pytest.raises(DatabaseError, match="never changed"), connection.cursor() as cursor:
        cursor.execute("UPDATE journal_entry SET body = ''")


@pytest.mark.parametrize(
    "statements",
    [
        ("ALTER TABLE accounts_account DROP COLUMN seal",),
        ("DROP TABLE pads_pad",),
        ("ALTER TABLE pads_pad RENAME TO x", "CREATE VIEW pads_pad AS SELECT * FROM x"),
        ("DELETE FROM django_migrations WHERE name = '0003_recorder'",),
        ("CREATE VIRTUAL TABLE v USING fts5(x)",),
        ("DROP INDEX club_one_player_a_number", "UPDATE club_player SET number = '4711'"),
    ],
)
def test_a_file_whose_tables_are_not_ours_is_refused(
    night: tuple[Club, int], tmp_path: Path, statements: tuple[str, ...]
) -> None:
    club, _ = night
    for number in ("4711", "4712"):
        Player.objects.create(club=our_club(), given="Ann", family="Ash", number=number)
    copy = copies.back_up(data(club), tmp_path / "copy")
    scribble(copy, *statements)
    connection.close()
    before = files(data(club))
    with pytest.raises(copies.CannotCopy, match=r"othing was changed\."):
        copies.restore(copy, data(club))
    assert files(data(club)) == before


def test_a_refusal_is_one_sentence(night: tuple[Club, int], tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("buy milk")
    done = arrowswitch("restore", str(file), "--data", str(data(night[0])))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{file} is damaged or is not a database; nothing was changed.\n"
    done = arrowswitch("restore", str(tmp_path / "none"), "--data", str(data(night[0])))
    assert (done.returncode, done.stderr) == (2, f"There is no file {tmp_path / 'none'}.\n")
    for words in (("backup",), ("restore", str(file))):
        done = arrowswitch(*words, ARROWSWITCH_DATABASE="postgresql://ann:secret@db.example/club")
        assert (done.returncode, done.stderr) == (
            2,
            "The data is in PostgreSQL; use its own pg_dump and pg_restore.\n",
        )


def test_a_club_that_is_being_served_is_copied_but_not_replaced(night: tuple[Club, int], tmp_path: Path) -> None:
    club, session = night
    connection.close()
    with served("--data", str(data(club))):
        copy = copies.back_up(data(club), tmp_path / "copy")
        with pytest.raises(copies.CannotCopy, match=r"is in use; nothing was changed\. Stop Arrowswitch"):
            copies.restore(copy, data(club))
        assert {path.name for path in data(club).glob("*club*")} - {"club.mark"} == {
            "club.sqlite3",
            "club.sqlite3-wal",
            "club.sqlite3-shm",
        }
    assert copies.restore(copy, data(club)) is not None
    assert check_whole(session) == ["open", "start", "e1", "e2", "e3"]


def test_a_damaged_club_is_kept_beside_too(night: tuple[Club, int], tmp_path: Path) -> None:
    club, session = night
    copy = copies.back_up(data(club), tmp_path / "copy")
    connection.close()
    database_of(club).write_bytes(b"rubbish" * 1000)
    Path(f"{database_of(club)}-wal").write_bytes(b"more rubbish")
    kept = copies.restore(copy, data(club))
    assert kept is not None
    assert kept.read_bytes() == b"rubbish" * 1000
    assert Path(f"{kept}-wal").read_bytes() == b"more rubbish"
    assert check_whole(session) == ["open", "start", "e1", "e2", "e3"]


def test_a_folder_that_was_copied_during_play_can_be_restored_from(night: tuple[Club, int], tmp_path: Path) -> None:
    club, session = night
    place = tmp_path / "stick"
    shutil.copytree(data(club), place)  # with the log of what is not in the file yet
    assert (place / "club.sqlite3-wal").stat().st_size
    given = files(place)
    copies.restore(place / "club.sqlite3", tmp_path / "new")
    assert files(place) == given
    with used(tmp_path / "new"):
        assert check_whole(session) == ["open", "start", "e1", "e2", "e3"]


def test_the_back_up_of_an_older_version_is_brought_up_to_date_at_the_start(tmp_path: Path) -> None:
    with served("--data", str(tmp_path / "old")):
        pass
    copy = tmp_path / "old" / "club.sqlite3"
    later = (
        *("deals", "exchange", "journal", "ladders", "merits", "money"),
        *("mybridge", "pads", "registers", "results", "website", "yearbook"),
    )
    with closing(sqlite3.connect(copy)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    scribble(
        copy,
        *(f"DROP TABLE {name}" for app in later for name in tables if name.startswith(f"{app}_")),
        *(f"DELETE FROM django_migrations WHERE app = '{app}'" for app in later),
    )
    done = arrowswitch("restore", str(copy), "--data", str(tmp_path / "new"))
    assert done.returncode == 0, done.stderr
    with served("--data", str(tmp_path / "new")), closing(sqlite3.connect(tmp_path / "new" / "club.sqlite3")) as now:
        assert now.execute("SELECT count(*) FROM journal_entry").fetchone() == (0,)
