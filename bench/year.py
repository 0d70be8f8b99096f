"""How fast a club with twenty years of nights is: its pages, its ladder and ratings made again from nothing, and what it keeps in memory.

    script/bench year                                  5,000 nights, 600 people: some twenty minutes until they are there
    script/bench year --years 2 --write now            two years, and the figures go into docs/figures.md
    script/bench year --folder FOLDER                  a club that `arrowswitch fill-club --data FOLDER` has filled, or goes on filling

Pages are opened as a director who is treasurer and webmaster too, as a player and as nobody. What is counted is the median of some
turns, and the first of them, when nothing is remembered yet.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from _figures import Figure, show, write

from arrowswitch.cli.desk import RemoteDesk

AIM_PAGE, AIM_MEMORY, AIM_MAKING = 300, 300, 60
TURNS = 5
PASSWORD = "a lamp, a ladder and a leek"
CLI = (sys.executable, "-m", "arrowswitch")


class YearPage(NamedTuple):
    """A page of the year, who opens it, and where it is; `{player}`, `{pair}` and `{session}` are filled in."""

    what: str
    who: str
    path: str


PAGES = (
    YearPage("the first page", "public", ""),
    YearPage("the first page", "director", ""),
    YearPage("results", "public", "results/"),
    YearPage("ratings", "player", "ratings/"),
    YearPage("a player's rating", "player", "ratings/{player}/"),
    YearPage("form", "director", "players/{player}/form/"),
    YearPage("calendar", "player", "calendar/"),
    YearPage("members", "director", "members/"),
    YearPage("players", "director", "players/"),
)


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server in a process of its own."""
    process = subprocess.Popen(
        [*CLI, "serve", "--demo", "--port", "0", "--data", str(folder)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        yield found.group(), process
    finally:
        process.terminate()
        process.wait(20)


def memory(process: int) -> float:
    """The most megabytes that a process has had."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024


def woken(folder: Path) -> None:
    """The club's data for this process."""
    os.environ |= {
        "ARROWSWITCH_DATA": str(folder),
        "ARROWSWITCH_DEMONSTRATION": "yes",
        "DJANGO_SETTINGS_MODULE": "arrowswitch.site.settings",
    }
    import django

    django.setup()


def made_again() -> list[Figure]:
    """What is thrown away and made anew, of the whole club."""
    from arrowswitch.contests import SeriesPlan, series
    from arrowswitch.site.club.models import Club
    from arrowswitch.site.merits import rating_keeper
    from arrowswitch.site.yearbook.reading import parts_of, sessions_of

    club = Club.demonstration()
    found = []
    start = time.perf_counter()
    sessions = list(sessions_of(club))
    ranked = series(SeriesPlan(), parts_of(sessions))
    found.append(_seconds(f"a ladder over {len(sessions)} nights made from nothing", start))
    assert len(list(ranked.ranking)) > 0
    start = time.perf_counter()
    rating_keeper.rebuild(club)
    found.append(_seconds("ratings made from nothing", start))
    return found


def _seconds(what: str, start: float) -> Figure:
    return Figure(what, f"{time.perf_counter() - start:.1f} s", f"{AIM_MAKING} s")


def people_of(folder: Path) -> dict[str, str]:
    """An account that may open everything, and what fills the gaps of addresses: who has played most, and the last night."""
    from django.db.models import Count

    from arrowswitch.site.accounts.models import Account
    from arrowswitch.site.club.models import Club
    from arrowswitch.site.yearbook.models import PlayedLine, PlayedSession

    club = Club.demonstration()
    if Account.objects.called(club, "Olive Owner") is None:
        Account.objects.add(club, "Olive Owner", "owner", PASSWORD, treasurer=True, webmaster=True)
    busiest = (
        PlayedLine.objects.exclude(player=None).values("player").annotate(nights=Count("id")).order_by("-nights")[0]
    )
    last = PlayedSession.objects.filter(posted=True).order_by("-day").first()
    return {"player": str(busiest["player"]), "session": str(last.pk if last else 0)}


def opened(address: str, gaps: dict[str, str]) -> list[Figure]:
    """Each page several times: milliseconds of the median and of the first."""
    desks = {who: RemoteDesk(address) for who in ("public", "player", "director")}
    desks["director"].sign_in("Olive Owner", lambda: PASSWORD)
    desks["player"]._send("GET", "sign-in/")
    _, page = desks["player"]._send("GET", "sign-in/")
    desks["player"].token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page).group(1)
    desks["player"]._form("look-round/", {"role": "player"})
    found = []
    for page in PAGES:
        took = []
        for _ in range(TURNS):
            start = time.perf_counter()
            status, text = desks[page.who]._send("GET", page.path.format(**gaps))
            took.append((time.perf_counter() - start) * 1000)
            assert status == 200, (page, status, text[:500])
        found.append(
            Figure(f"{page.what}, {page.who}", f"{median(took):.0f} ms, at first {took[0]:.0f} ms", f"{AIM_PAGE} ms")
        )
    return found


def filled(folder: Path, years: int) -> Figure:
    """The nights that are not there yet are played."""
    start = time.perf_counter()
    wish = f"--years {years} --nights 250 --players 600 --workers 2 --until 2026-11-17"
    done = subprocess.run(
        [*CLI, "fill-club", *wish.split(), "--data", str(folder)],
        check=True,
        capture_output=True,
        text=True,
    )
    return Figure(
        "nights played, posted and kept", f"{done.stdout.split()[0]} in {time.perf_counter() - start:.0f} s", ""
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--years", type=int, default=20)
    parser.add_argument("--folder", type=Path, help="where the club is, or will be; a new folder if nothing is said")
    parser.add_argument("--write", metavar="NAME", help="write the figures into docs/figures.md under this name")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = asked.folder or Path(scratch)
        figures = [filled(folder, asked.years)]
        woken(folder)
        gaps = people_of(folder)
        figures += made_again()
        with served(folder) as (address, process):
            begun = memory(process.pid)
            figures += opened(address, gaps)
            figures.append(
                Figure(
                    "memory of the server",
                    f"{begun:.0f} MB at the start, {memory(process.pid):.0f} MB at most",
                    f"{AIM_MEMORY} MB",
                )
            )
    show(figures)
    if asked.write:
        write("year", asked.write, figures)


if __name__ == "__main__":
    main()
