"""Pages, scripts, style sheets and prints can be read: short lines, and nothing that nobody uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "arrowswitch"
PAGES = SOURCE / "site" / "templates"
SCRIPTS = SOURCE / "site" / "static"
WIDEST = 140
IN_QUOTES = re.compile(r"""["']([\w/.-]+\.html)["']""")


def sources(*kinds: str) -> Iterator[Path]:
    """Our own files of these kinds."""
    return chain.from_iterable(SOURCE.rglob(f"*.{kind}") for kind in kinds)


def test_no_line_of_a_page_a_script_a_style_sheet_or_a_print_is_too_long_to_read() -> None:
    found = {path.suffix for path in sources("html", "js", "css", "typ")}
    assert found == {".html", ".js", ".css", ".typ"}
    too_long = [
        f"{path.relative_to(ROOT)}:{number}: {len(line)}"
        for path in sources("html", "js", "css", "typ")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert too_long == []


def test_every_template_is_used_and_every_template_that_is_named_is_there() -> None:
    there = {str(path.relative_to(PAGES)) for path in PAGES.rglob("*.html")}
    named = {name for path in sources("py", "html") for name in IN_QUOTES.findall(path.read_text())}
    by_django = {"404.html", "500.html", "403.html", "400.html", "403_csrf.html"}
    assert there - named - by_django == set()
    assert {name for name in named if (PAGES / name).parent.is_dir() and "/" in name} - there == set()


def test_no_template_asks_five_things_at_once() -> None:
    asks = re.compile(r"\{% (?:if|elif) (.*?) %\}")
    thickets = [
        f"{path.relative_to(ROOT)}: {asked}"
        for path in PAGES.rglob("*.html")
        for asked in asks.findall(path.read_text())
        if len(re.findall(r"\b(?:and|or)\b", asked)) > 3
    ]
    assert thickets == []


def test_every_script_and_style_sheet_is_loaded_by_something() -> None:
    everything = "\n".join(path.read_text() for path in sources("py", "html", "js"))
    modules = re.compile(r"""MODULES = \((.*?)\)""", re.DOTALL).findall(everything)
    names = [path.name for path in SCRIPTS.rglob("*") if path.suffix in (".js", ".css")]
    assert len(names) > 40
    unused = [name for name in names if name not in everything and name.partition(".")[0] not in "".join(modules)]
    assert unused == []
