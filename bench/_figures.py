"""What the benches found, written into docs/figures.md: one section for each, with the machine and the day."""

from __future__ import annotations

import os
import platform
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).resolve().parent.parent / "docs" / "figures.md"
BEGIN = """# Figures

How fast it is, as `script/bench pads --write now` and `script/bench night --write now` measured it: each on one machine,
with nothing else running unless it says so. Disks differ, so what waits for the disk is compared with bare commits on the same
disk in the same minute. Every score that is counted was on the disk when it was answered.
"""


class Figure(NamedTuple):
    """A line of the page."""

    what: str
    found: str
    aim: str


def machine() -> str:
    """What this was measured on."""
    known = Path("/proc/cpuinfo")
    model = re.search(r"model name\s*:\s*(.+)", known.read_text()) if known.exists() else None
    processor = model.group(1).strip() if model else platform.machine()
    busy = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{os.cpu_count()} × {processor}{busy}, {platform.system()}, Python {platform.python_version()}"


def write(bench: str, label: str, figures: list[Figure], page: Path = PAGE) -> None:
    """Puts the section of a bench in the place of the one with the same name, or at the end."""
    title = f"## {bench}, {label}"
    rows = "".join(f"| {each.what} | {each.found} | {each.aim} |\n" for each in figures)
    section = f"{title}\n\n{datetime.now(UTC):%-d %B %Y}, {machine()}.\n\n| what | found | aim |\n|---|---|---|\n{rows}"
    text = page.read_text("utf-8") if page.exists() else BEGIN
    parts = [part.rstrip() + "\n" for part in re.split(r"(?=^## )", text, flags=re.MULTILINE)]
    names = [part.split("\n")[0] for part in parts]
    if title in names:
        parts[names.index(title)] = section
    else:
        parts.append(section)
    page.write_text("\n".join(parts), "utf-8")


def show(figures: list[Figure]) -> None:
    """The same on the screen."""
    for each in figures:
        print(f"{each.what}: {each.found} (aim: {each.aim})")
