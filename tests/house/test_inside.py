"""docs/inside.md is true: its files exist, and what it says to add is added to a copy of the sources and used."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "inside.md").read_text("utf-8")
SECTIONS = ("An act", "A family", "A trouble", "A scale", "A regulation", "A procedure")


def section(title: str) -> str:
    """What the page says about adding something."""
    return PAGE.split(f"\n### {title}\n")[1].split("\n### ")[0].split("\n## ")[0]


def blocks(title: str) -> list[tuple[str, str]]:
    """The examples under a title: where each belongs, as its first line says, and its text."""
    return re.findall(r"```(?:py|toml)\n# ([^\n]+)\n(.*?)```", section(title), flags=re.DOTALL)


def add(sources: Path, where: str, text: str) -> None:
    """Puts an example where its first line says: into a file of its own, or into a class or a table."""
    name, _, place = where.removeprefix("in ").partition(", ")
    file = sources / name
    if not place:
        assert not file.exists()
        file.write_text(text, "utf-8")
        return
    written = file.read_text("utf-8")
    head = re.escape(place) + r"(:\n    \"\"\"[^\n]*\"\"\"\n)?\n"
    assert len(re.findall(rf"^{head}", written, flags=re.MULTILINE)) == 1
    file.write_text(re.sub(rf"^({head})", lambda found: found[1] + text, written, flags=re.MULTILINE), "utf-8")


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources with all examples in them."""
    copy = tmp_path_factory.mktemp("sources")
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__", "static", "fonts"))
    for title in SECTIONS:
        for where, text in blocks(title):
            add(copy, where, text)
    return copy


def run(sources: Path, *words: str) -> str:
    """The answer of the program that these sources make."""
    done = subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": str(sources / "src"), "COLUMNS": "200"},
        cwd=sources,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`((?:src|tests|docs|script)/[\w./-]+)`", PAGE))))
def test_every_file_that_the_page_names_is_there(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize("title", SECTIONS)
def test_nothing_needs_more_than_three_places(title: str) -> None:
    assert len({where.removeprefix("in ").partition(", ")[0] for where, _ in blocks(title)}) <= 3


def test_the_walk_of_a_score_is_at_most_twelve_files() -> None:
    walk = PAGE.split("\n## The way a score travels\n")[1].split("\n## ")[0]
    assert 9 <= len(set(re.findall(r"`(src/[\w./-]+)`", walk))) <= 12


DONE_AND_UNDONE = """
from datetime import UTC, date, datetime
from arrowswitch.movements import build
from arrowswitch.session import *
from arrowswitch.session.acts.remarks import Remark
from arrowswitch.session.journal import dumps, loads
from arrowswitch.session.story import table_story

state, scorer = State(), Actor("scorer", "Ann")
opened = Open("Tuesday", date(2026, 1, 6), (SectionPlan("A", build("mitchell", tables=7)),))
for number, act in enumerate((opened, Remark("A", 3, "the clock is slow"), Undo())):
    for entry in decide(state, Command(f"c{number}", scorer, datetime(2026, 1, 6, 19, number, tzinfo=UTC), act)):
        state = evolve(state, entry)
assert replay(loads(dumps(state.journal))) == state
print([str(each.what) for each in table_story(state, "A", 3)], sorted(state.undone))
"""


def test_an_act_is_one_file(sources: Path) -> None:
    told = "remarked of table 3: the clock is slow"
    assert run(sources, "-c", DONE_AND_UNDONE) == f"{[told, f'took back: {told}']} ['c1']\n"


def test_a_journal_with_the_act_is_kept_as_the_page_says(sources: Path) -> None:
    (script,) = re.findall(r"```py\n(from kept_journals .*?)```", section("An act"), flags=re.DOTALL)
    folder = sources / "tests" / "session"
    folder.mkdir(parents=True)
    for helper in ("kept_journals.py", "night.py"):
        shutil.copy(ROOT / "tests" / "session" / helper, folder)
    (folder / "keeping.py").write_text(script, "utf-8")
    run(sources, "tests/session/keeping.py")
    kept = sources / "tests" / "data" / "journals"
    assert sorted(path.suffix for path in kept.iterdir()) == [".gz", ".json"]


def test_a_family_is_one_file(sources: Path) -> None:
    arrowswitch = ("-m", "arrowswitch", "movement")
    shown = json.loads(run(sources, *arrowswitch, "show", "short-mitchell", "--tables", "9", "--json"))
    assert (shown["name"], shown["rounds"]) == ("Short Mitchell", 5)
    assert "short-mitchell" in run(sources, *arrowswitch, "list")
    chosen = json.loads(run(sources, *arrowswitch, "choose", "--tables", "9", "--boards", "20", "--json"))["choices"]
    assert "short-mitchell" in [choice["family"] for choice in chosen]
    late = run(sources, *arrowswitch, "repair", "late-pair", "short-mitchell", "--tables", "9")
    assert "seat the late pair" in late


def test_a_scale_is_one_file(sources: Path) -> None:
    told = run(sources, "-m", "arrowswitch", "vps", "8", "--boards", "16", "--scale", "friendly")
    assert re.search(r"\b8(\.00)? 2(\.00)?\b", told)


def test_a_federation_is_one_file_and_a_key_three_places(sources: Path) -> None:
    ask = "from arrowswitch.regulations import load; print([load(n).timing.{} for n in ('wbf', 'islands', 'ebu')])"
    assert run(sources, "-c", ask.format("tea_minutes")) == "[0, 20, 0]\n"
    assert run(sources, "-c", ask.format("warning_minutes")).startswith("[2, 4, ")
    chosen = run(sources, "-m", "arrowswitch", "movement", "choose", "--tables", "7", "--regulations", "islands")
    assert "Mitchell" in chosen


def test_a_procedure_is_one_file(sources: Path) -> None:
    assert "another pack" in run(sources, "-m", "arrowswitch", "rule", "wet-card", "--answers", "no")
