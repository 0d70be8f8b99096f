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
from typing import Any, NamedTuple
from urllib.parse import quote_plus

from _figures import Figure, show, write

from arrowswitch.cli.desk import RemoteDesk

AIM_PAGE, AIM_MEMORY, AIM_MAKING = 300, 300, 60
TURNS = 5
PASSWORD = "a lamp, a ladder and a leek"
ACCOUNTS: dict[str, dict[str, Any]] = {
    "Olive Owner": {"role": "owner", "treasurer": True, "webmaster": True},
    "Perry Player": {"role": "player"},
}
CLI = (sys.executable, "-m", "arrowswitch")


class YearPage(NamedTuple):
    """A page of the year, who opens it, and where it is; `{player}` and the others are filled in by `gaps_of`."""

    what: str
    who: str
    path: str


FILES = (".csv", ".json")
"""What is taken away and not looked at has no aim."""
PAGES = (
    YearPage("the first page", "public", ""),
    YearPage("the first page", "director", ""),
    YearPage("the club’s site", "public", "club/"),
    YearPage("how to find us", "public", "club/find-us/"),
    YearPage("news", "public", "club/news/"),
    YearPage("feed of results", "public", "club/results.atom"),
    YearPage("feed of news", "public", "club/news.atom"),
    YearPage("map for search engines", "public", "sitemap.xml"),
    YearPage("results", "public", "results/"),
    YearPage("results, the last page", "public", "results/?page=9999"),
    YearPage("ladders", "public", "ladders/"),
    YearPage("a ladder of this year", "public", "ladders/{ladder}/"),
    YearPage("a ladder with handicaps", "public", "ladders/{handicapped}/"),
    YearPage("the ladder of all years", "public", "ladders/{longest}/"),
    YearPage("the same, its last page", "player", "ladders/{longest}/?page=9999"),
    YearPage("the working of a place in it", "player", "ladders/{longest}/places/{place}/"),
    YearPage("the same ladder for a spreadsheet", "public", "ladders/{longest}/list.csv"),
    YearPage("a championship that is closed", "public", "ladders/{closed}/"),
    YearPage("rules of a ladder", "director", "ladders/{ladder}/rules/"),
    YearPage("a new ladder", "director", "ladders/new/"),
    YearPage("winners", "public", "winners/"),
    YearPage("winners for a spreadsheet", "public", "winners/all.csv"),
    YearPage("handicaps", "player", "handicaps/"),
    YearPage("handicaps of a player", "director", "handicaps/{player}/"),
    YearPage("handicaps worked out anew", "director", "handicaps/work-out/"),
    YearPage("awards of this year", "public", "awards/"),
    YearPage("awards of all years", "player", "awards/?year=all"),
    YearPage("a player’s awards", "player", "awards/{player}/"),
    YearPage("the working of an award", "player", "awards/made/{award}/"),
    YearPage("promotions", "public", "awards/titles/"),
    YearPage("the list for the federation", "director", "awards/federation/"),
    YearPage("what is awarded", "director", "settings/awards/"),
    YearPage("ratings", "player", "ratings/"),
    YearPage("a player’s rating", "player", "ratings/{player}/"),
    YearPage("form", "director", "players/{player}/form/"),
    YearPage("money", "director", "money/"),
    YearPage("a month of money", "director", "money/{year}/10/"),
    YearPage("the books", "director", "money/books/"),
    YearPage("the books, far back", "director", "money/books/?page=200"),
    YearPage("the books of a year for a spreadsheet", "director", "money/files/books-{year}.csv"),
    YearPage("who owes", "director", "money/accounts/"),
    YearPage("a player’s account", "director", "money/accounts/{player}/"),
    YearPage("banking", "director", "money/banking/"),
    YearPage("the fees of a night", "director", "night/{session}/money/"),
    YearPage("my account", "player", "you/money/"),
    YearPage("my bridge", "player", "my/"),
    YearPage("my results", "player", "my/results/"),
    YearPage("my partners", "player", "my/partners/"),
    YearPage("compared with a partner", "player", "my/partners/{partner}/"),
    YearPage("against the cards", "player", "my/cards/"),
    YearPage("my year", "player", "my/year/{year}/"),
    YearPage("what is kept about me", "player", "you/privacy/"),
    YearPage("all that is kept about me, as a file", "player", "you/privacy/about-me.json"),
    YearPage("search: a player", "public", "search/?q={name}"),
    YearPage("search: a pair", "public", "search/?q={pair}"),
    YearPage("search: a board", "public", "search/?q=board+14+{day}"),
    YearPage("search: slams", "public", "search/?q=slams"),
    YearPage("search: grand slams made", "player", "search/?q=7nt+made"),
    YearPage("search: a player’s slams", "player", "search/?q={name}+slams+down"),
    YearPage("search: rulings", "director", "search/?q=ruling"),
    YearPage("search: rulings about revokes", "director", "search/?q=ruling+revoke"),
    YearPage("calendar", "public", "calendar/"),
    YearPage("calendar", "director", "calendar/"),
    YearPage("calendar to subscribe to", "public", "calendar/club.ics"),
    YearPage("duties", "player", "calendar/duties/"),
    YearPage("a date", "player", "calendar/{date}/"),
    YearPage("partners wanted", "player", "partners/"),
    YearPage("members", "director", "members/"),
    YearPage("letters and labels", "director", "members/letters/"),
    YearPage("players", "director", "players/"),
    YearPage("a player", "director", "players/{player}/"),
    YearPage("players and a federation’s list", "director", "players/federation/"),
    YearPage("standing pairs", "director", "players/standing/"),
    YearPage("privacy of a player", "director", "players/{player}/privacy/"),
    YearPage("notices", "player", "notices/"),
    YearPage("checklists", "player", "checklists/"),
    YearPage("a night", "director", "night/{session}/"),
    YearPage("a new night", "director", "night/new/"),
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
    from arrowswitch.site.data_folder import storage

    os.environ |= {
        "ARROWSWITCH_DATA": str(storage.prepare(folder, demo=True)),
        "ARROWSWITCH_DEMONSTRATION": "yes",
        "DJANGO_SETTINGS_MODULE": "arrowswitch.site.settings",
    }
    import django

    django.setup()


def made_again() -> list[Figure]:
    """What is thrown away and made anew, of the whole club."""
    from arrowswitch.site.club.models import Club
    from arrowswitch.site.ladders import keeping
    from arrowswitch.site.ladders.models import Competition
    from arrowswitch.site.made_up.club_years import ALL_YEARS
    from arrowswitch.site.merits import rating_keeper

    club = Club.demonstration()
    ladder = Competition.objects.get(club=club, title=ALL_YEARS)
    ladder.lists.all().delete()
    start, worked = time.perf_counter(), time.process_time()
    made = keeping.in_step(ladder, at_once=10**9).made
    assert made is not None
    assert made.people > 0
    found = [_seconds(f"a ladder of {made.people} players over {made.held} nights made from nothing", start, worked)]
    start, worked = time.perf_counter(), time.process_time()
    count = keeping.rebuild(club)
    found.append(_seconds(f"every ladder that is open, of {count} competitions", start, worked))
    start, worked = time.perf_counter(), time.process_time()
    rating_keeper.rebuild(club)
    found.append(_seconds("ratings made from nothing", start, worked))
    return found


def _seconds(what: str, start: float, worked: float | None = None) -> Figure:
    """How long something took, and of a processor where this process did it."""
    mine = "" if worked is None else f"; of a processor {time.process_time() - worked:.1f} s"
    return Figure(what, f"{time.perf_counter() - start:.1f} s{mine}", f"{AIM_MAKING} s")


def gaps_of() -> dict[str, str]:
    """What fills the gaps of addresses: who has played most, as whom the player signs in, and the last night."""
    from django.db.models import Count

    from arrowswitch.site.accounts.models import Account
    from arrowswitch.site.calendar.models import CalendarDate
    from arrowswitch.site.club.models import Club, Player
    from arrowswitch.site.ladders.models import Competition, MadePlace
    from arrowswitch.site.made_up.club_years import ALL_YEARS
    from arrowswitch.site.merits.models import MadeAward
    from arrowswitch.site.yearbook.models import PlayedLine, PlayedSession

    club = Club.demonstration()
    lines = PlayedLine.objects.exclude(player=None).order_by()
    busiest = lines.values("player").annotate(nights=Count("id")).order_by("-nights", "player")[0]
    player = Player.objects.get(pk=busiest["player"])
    mine = lines.filter(player=player).exclude(partner=None)
    partner = Player.objects.get(
        pk=mine.values("partner").annotate(nights=Count("id")).order_by("-nights")[0]["partner"]
    )
    for name, about in ACCOUNTS.items():
        if Account.objects.called(club, name) is None:
            Account.objects.add(
                club, name, password=PASSWORD, player=player if about["role"] == "player" else None, **about
            )
    last = PlayedSession.objects.filter(club=club, posted=True, kind="pairs").order_by("-day", "-pk")[0]
    competitions = Competition.objects.filter(club=club)
    longest = competitions.get(title=ALL_YEARS)
    place = MadePlace.objects.get(made__competition=longest, holders__player=player)
    award = MadeAward.objects.filter(player=player, run__current=True).latest("pk")
    assert last.day is not None
    return {
        "player": str(player.pk),
        "partner": str(partner.pk),
        "name": quote_plus(str(player)),
        "pair": quote_plus(f"{player} & {partner}"),
        "session": str(last.pk),
        "day": last.day.isoformat(),
        "year": str(last.day.year),
        "ladder": str(competitions.get(title="Tuesday ladder").pk),
        "handicapped": str(competitions.get(title="Handicap ladder").pk),
        "longest": str(longest.pk),
        "place": str(place.pk),
        "closed": str(competitions.exclude(closed=None).latest("year").pk),
        "award": str(award.pk),
        "date": str(CalendarDate.objects.filter(club=club, day__lte=last.day).latest("day").pk),
    }


def processor(process: int) -> float:
    """The milliseconds of a processor that a process has had."""
    stat = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def made_by_the_server(address: str) -> Figure:
    """The ladder of all years thrown away once more and asked for: how soon its page has the list, which is made in the background."""
    from arrowswitch.site.ladders.models import Competition
    from arrowswitch.site.made_up.club_years import ALL_YEARS

    ladder = Competition.objects.get(title=ALL_YEARS)
    ladder.lists.all().delete()
    desk, start = RemoteDesk(address), time.perf_counter()
    while "Newer results are being taken in" in desk._send("GET", f"ladders/{ladder.pk}/")[1]:
        time.sleep(0.2)
    return _seconds("the same ladder, from the first click on its page until it is there", start)


def opened(address: str, gaps: dict[str, str], server: int) -> list[Figure]:
    """Each page several times: milliseconds of the median and of the first, and what it takes of a processor whatever else runs."""
    desks = {who: RemoteDesk(address) for who in ("public", "player", "director")}
    for name, about in ACCOUNTS.items():
        desks[str(about["role"]).replace("owner", "director")].sign_in(name, lambda: PASSWORD)
    found, slowest = [], 0.0
    for page in PAGES:
        took = []
        begun = processor(server)
        for _ in range(TURNS):
            start = time.perf_counter()
            status, text = desks[page.who]._send("GET", page.path.format(**gaps))
            took.append((time.perf_counter() - start) * 1000)
            assert status == 200, (page, status, text[:500])
        works = (processor(server) - begun) / TURNS
        if not page.path.endswith(FILES):
            slowest = max(slowest, median(took))
        times = f"{median(took):.0f} ms, at first {took[0]:.0f} ms; of a processor {works:.0f} ms"
        aim = "" if page.path.endswith(FILES) else f"{AIM_PAGE} ms"
        found.append(Figure(f"{page.what}, {page.who}", times, aim))
    return [
        Figure(
            f"the slowest of {sum(not page.path.endswith(FILES) for page in PAGES)} pages",
            f"{slowest:.0f} ms",
            f"{AIM_PAGE} ms",
        ),
        *found,
    ]


def filled(folder: Path, years: int) -> list[Figure]:
    """The nights that are not there yet are played; nothing is said where all were there."""
    start = time.perf_counter()
    wish = f"--years {years} --nights 250 --players 600 --workers 2 --until 2026-11-17"
    done = subprocess.run(
        [*CLI, "fill-club", *wish.split(), "--data", str(folder)],
        check=True,
        capture_output=True,
        text=True,
    )
    played = int(done.stdout.split()[0])
    took = time.perf_counter() - start
    return [Figure("nights played, posted and kept", f"{played} in {took:.0f} s", "")] if played else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--years", type=int, default=20)
    parser.add_argument("--folder", type=Path, help="where the club is, or will be; a new folder if nothing is said")
    parser.add_argument("--pages", action="store_true", help="only the pages; nothing is made again")
    parser.add_argument("--write", metavar="NAME", help="write the figures into docs/figures.md under this name")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = asked.folder or Path(scratch)
        figures = filled(folder, asked.years)
        woken(folder)
        if not asked.pages:
            figures += made_again()
        with served(folder) as (address, process):
            begun = memory(process.pid)
            if not asked.pages:
                figures.append(made_by_the_server(address))
            figures += opened(address, gaps_of(), process.pid)
            figures.append(
                Figure(
                    "memory of the server",
                    f"{begun:.0f} MB at the start, {memory(process.pid):.0f} MB at most",
                    f"{AIM_MEMORY} MB",
                )
            )
    show(figures)
    if asked.write:
        write("The club’s year", asked.write, figures)


if __name__ == "__main__":
    main()
