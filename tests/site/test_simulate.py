"""`arrowswitch simulate`: a whole night through a real server, the same for the same seed."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from site_server import Served, arrowswitch, served


def journal(folder: Path, session: int) -> list[str]:
    """The bodies of a journal, without the day and the moments."""
    with sqlite3.connect(folder / "demonstration" / "club.sqlite3") as database:
        rows = database.execute("SELECT body FROM journal_entry WHERE session_id = ? ORDER BY number", (session,))
        entries = [json.loads(body) for (body,) in rows]
    for entry in entries:
        entry.pop("at")
        entry.pop("claimed", None)
        entry["act"].pop("date", None)
        entry["act"].pop("call", None)
        entry.pop("id")
    return [json.dumps(entry) for entry in entries]


def played(server: Served, seed: str) -> dict[str, object]:
    """A night on a server that is running."""
    done = arrowswitch("simulate", "--tables", "4", "--seed", seed, "--server", server.address, "--json")
    assert done.stderr == ""
    assert done.returncode == 0
    return dict(json.loads(done.stdout))


def test_the_same_seed_plays_the_same_night_through_the_server(tmp_path: Path) -> None:
    with served("--demo", "--data", str(tmp_path)) as server:
        one, two, other = played(server, "7"), played(server, "7"), played(server, "8")
    assert one["ranking"] == two["ranking"] != other["ranking"]
    assert one["phase"] == "published"
    first, second, third = (journal(tmp_path, int(str(each["session"]))) for each in (one, two, other))
    assert len(first) == one["events"]
    assert first == second != third


def test_without_a_server_it_starts_one_and_prints_the_ranking() -> None:
    done = arrowswitch("simulate", "--tables", "3", "--movement", "howell")
    assert done.stderr == ""
    assert done.returncode == 0
    assert done.stdout.count("%") == 6
    assert " & " in done.stdout


def test_teams_are_rehearsed_in_imps() -> None:
    done = arrowswitch("simulate", "--teams", "4", "--seed", "3")
    assert done.stderr == ""
    assert done.returncode == 0
    ranked = [line.split() for line in done.stdout.splitlines() if " & " in line or "Team" in line]
    assert sorted(" ".join(line[2:4]) for line in ranked) == ["Team 1", "Team 2", "Team 3", "Team 4"]
    assert "%" not in done.stdout


def test_what_cannot_be_played_is_said_in_a_sentence() -> None:
    for arguments, status, sentence in (
        (("--tables", "1"), 2, "table"),
        (("--tables", "7", "--movement", "flying"), 2, "flying"),
        (("--teams", "2"), 2, "3 to 20 teams"),
        (("--teams", "4", "--tables", "8"), 2, "not both"),
        (("--server", "http://127.0.0.1:9/"), 2, "http://127.0.0.1:9 does not answer"),
    ):
        done = arrowswitch("simulate", *arguments)
        assert (done.returncode, done.stdout) == (status, "")
        assert sentence in done.stderr
        assert len(done.stderr.strip().split("\n")) == 1
