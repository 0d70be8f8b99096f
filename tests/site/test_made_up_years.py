"""`arrowswitch fill-club`: years of made-up nights, the same for the same seed, gone on with after a stop."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from site_server import arrowswitch

WISH = ("fill-club", "--years", "1", "--nights", "10", "--players", "60", "--until", "2026-01-06")
KEPT = """
    SELECT session.opened, session.date, session.phase, played.contestants, played.version, count(line.id), sum(line.percent)
    FROM journal_session session
    LEFT JOIN yearbook_playedsession played ON played.session_id = session.id
    LEFT JOIN yearbook_playedline line ON line.played_id = played.session_id
    WHERE session.opened LIKE 'made-up-%' GROUP BY session.id ORDER BY session.opened
"""


def nights(folder: Path) -> list[tuple[object, ...]]:
    """The made-up nights with what the yearbook says of them."""
    found = next(iter(folder.rglob("club.sqlite3")), None)
    if found is None:
        return []
    with sqlite3.connect(found, timeout=20) as database:
        try:
            return database.execute(KEPT).fetchall()
        except sqlite3.OperationalError:  # the tables are still being made
            return []


def test_nights_are_whole_and_stopped_half_way_they_are_gone_on_with(tmp_path: Path) -> None:
    at_once = tmp_path / "at once"
    done = arrowswitch(*WISH, "--data", str(at_once))
    assert (done.returncode, done.stderr, done.stdout.strip()) == (0, "", "10 nights were played.")
    stopped = tmp_path / "stopped"
    process = subprocess.Popen([sys.executable, "-m", "arrowswitch", *WISH, "--data", str(stopped)])
    until = time.monotonic() + 60
    while not nights(stopped) and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait(20)
    left = 10 - len(nights(stopped))
    assert 0 < left < 10
    again = arrowswitch(*WISH, "--data", str(stopped))
    assert again.stdout.split()[0] == str(left)
    assert nights(stopped) == nights(at_once)
    assert all(phase == "published" and version == 1 for _, _, phase, _, version, _, _ in nights(at_once))
    assert {lines for *_, lines, _ in nights(at_once)} == {36, 32, 28, 40, 20, 44}
    assert max(str(day) for _, day, *_ in nights(at_once)) == "2026-01-06"
    assert arrowswitch(*WISH, "--data", str(at_once)).stdout.strip() == "0 nights were played."


WHAT_ELSE = {
    "competitions": "SELECT count(*) FROM ladders_competition",
    "lists with people": "SELECT count(*) FROM ladders_madelist WHERE people > 0",
    "fees": "SELECT count(*) FROM money_moneyentry WHERE what = 'fee'",
    "awards": "SELECT count(*) FROM merits_madeaward",
    "rated": "SELECT count(*) FROM merits_ratednight",
    "dates": "SELECT count(*) FROM calendar_calendardate",
    "news with a winner": "SELECT count(*) FROM website_webpageversion WHERE summary LIKE '%won by _%'",
    "cash": "SELECT sum(cash) - (SELECT sum(takings) FROM money_cashreturn) FROM money_moneyentry WHERE what IN ('fee', 'over')",
}


def test_a_club_that_was_filled_has_ladders_awards_and_books_and_filled_again_the_same(tmp_path: Path) -> None:
    def there() -> dict[str, int]:
        with sqlite3.connect(next(tmp_path.rglob("club.sqlite3")), timeout=20) as database:
            return {name: database.execute(asked).fetchone()[0] for name, asked in WHAT_ELSE.items()}

    wish = (
        "fill-club",
        "--years",
        "2",
        "--nights",
        "6",
        "--players",
        "60",
        "--until",
        "2026-01-06",
        "--data",
        str(tmp_path),
    )
    done = arrowswitch(*wish)
    assert (done.returncode, done.stderr) == (0, "")
    found = there()
    assert found["rated"] == 12 + 2  # with what the demonstration has from the beginning
    assert found["fees"] > 12 * 20
    assert found["awards"] > 12 * 10
    assert found["dates"] >= 12
    assert found["cash"] == 0
    assert 1 < found["news with a winner"] <= 12
    assert found["competitions"] >= found["lists with people"] > 4
    assert arrowswitch(*wish).returncode == 0
    assert there() == found


def test_what_cannot_be_is_refused_in_a_sentence(tmp_path: Path) -> None:
    for wrong in ("--players 3", "--years 0", "--until tomorrow"):
        done = arrowswitch("fill-club", *wrong.split(), "--data", str(tmp_path))
        assert done.returncode == 2
        assert "Invalid value" in done.stderr
        assert "Traceback" not in done.stderr
    assert not list(tmp_path.rglob("*.sqlite3"))
