"""How fast files are read and brought in, and how much memory that takes.

    script/bench files [--sessions 1000]

A USEBIO of 5 MB and a Bridgemate file of 1 MB are read in a process of their own, so that its memory is theirs; then a folder of sessions
is imported into a new club, killed half way and gone on with.
"""

from __future__ import annotations

import argparse
import resource
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "tests" / "formats"), str(ROOT / "bench")]

from _figures import Figure, show  # noqa: E402

from arrowswitch.formats import Record, formats, read_file, write_file  # noqa: E402

MEGABYTE = 1024 * 1024


def large(size: int) -> Record:
    """A session whose USEBIO file has at least so many bytes: as many boards as it takes."""
    from arrowswitch.formats.from_session import record_of
    from rehearsed import rehearsed

    record = record_of(rehearsed("one winner"))
    bare = len(write_file(replace(record, lines=()), "usebio").data)
    one = len(write_file(record, "usebio").data) - bare
    lines = tuple(
        replace(each, line=replace(each.line, board=1 + (each.line.board - 1 + 28 * turn) % 999))
        for turn in range(size // one + 1)
        for each in record.lines
    )
    return replace(record, lines=lines)


def large_bridgemate() -> bytes:
    """A Bridgemate file of a megabyte and more: nine sections of twenty tables."""
    from bws_files import bws_file, mitchell, results

    movement = [row for section in range(1, 10) for row in mitchell(section, 20, 20, 3)]
    sections = [{"ID": section, "Letter": chr(64 + section), "Tables": 20, "Winners": 2} for section in range(1, 10)]
    return bws_file(4, Section=sections, RoundData=movement, ReceivedData=list(results(movement)))


def most_memory() -> float:
    """The most that this process has had, in megabytes."""
    status = Path("/proc/self/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024


def read_alone(path: Path) -> tuple[float, float]:
    """Seconds of the processor for reading a file, and how many megabytes more the process had at most than before."""
    done = subprocess.run(
        [sys.executable, __file__, "--read", str(path)], capture_output=True, text=True, check=True, cwd=ROOT
    )
    seconds, memory = done.stdout.split()
    return float(seconds), float(memory)


def read_here(path: Path) -> None:
    formats()
    data = path.read_bytes()
    before = most_memory()
    start = time.process_time()
    read_file(data)
    seconds = time.process_time() - start
    print(seconds, most_memory() - before)


def figures_of_reading(folder: Path) -> list[Figure]:
    """A large file of each kind that matters."""
    found = []
    usebio = folder / "large.xml"
    usebio.write_bytes(write_file(large(5 * MEGABYTE), "usebio").data)
    wanted = [("USEBIO", usebio)]
    bridgemate = folder / "large.bws"
    bridgemate.write_bytes(large_bridgemate())
    wanted.append(("Bridgemate file", bridgemate))
    for what, path in wanted:
        seconds, memory = read_alone(path)
        size = path.stat().st_size / MEGABYTE
        found.append(Figure(f"{what} of {size:.1f} MB read", f"{seconds:.2f} s, {memory:.0f} MB", "under 1 s, 100 MB"))
    return found


def new_club(folder: Path) -> None:
    """A club in an empty data folder."""
    make = (
        "import sys, pathlib; from arrowswitch.site.start import ready; from arrowswitch.site.data_folder import storage;"
        "ready(storage.prepare(pathlib.Path(sys.argv[1]), demo=False), demo=False);"
        "from arrowswitch.site.club.models import Club; Club.objects.create(name='Bench')"
    )
    subprocess.run([sys.executable, "-c", make, str(folder)], check=True, env=_environment())


def _environment() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": str(ROOT / "src")}


def figures_of_importing(folder: Path, sessions: int) -> list[Figure]:
    """A folder of sessions, killed half way, and gone on with."""
    from arrowswitch.formats.from_session import record_of
    from rehearsed import rehearsed

    record = record_of(rehearsed("one winner"))
    nights, club = folder / "nights", folder / "club"
    nights.mkdir()
    for number in range(sessions):
        night = replace(record, title=f"Night {number}", date=date(2020, 1, 1) + timedelta(number))
        (nights / f"{number:05}.xml").write_bytes(write_file(night, "usebio").data)
    new_club(club)
    command = [sys.executable, "-m", "arrowswitch", "import", str(nights), "--data", str(club)]
    start = time.perf_counter()
    process = subprocess.Popen(
        command, env=_environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    for _ in range(sessions // 2):
        process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.wait()
    half = time.perf_counter() - start
    done = subprocess.run(command, env=_environment(), capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    said = done.stdout.strip().splitlines()[-1]
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return [
        Figure(
            f"{sessions} sessions imported, killed half way ({half:.0f} s) and gone on", f"{seconds:.0f} s", "minutes"
        ),
        Figure("what the second run said", said, "all of them new or known"),
        Figure("memory of the import at most", f"{memory:.0f} MB", "does not grow with the folder"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sessions", type=int, default=1000)
    parser.add_argument("--read", type=Path)
    given = parser.parse_args()
    if given.read:
        read_here(given.read)
        return
    with tempfile.TemporaryDirectory() as folder:
        show(figures_of_reading(Path(folder)))
        show(figures_of_importing(Path(folder), given.sessions))


if __name__ == "__main__":
    main()
