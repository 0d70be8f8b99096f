"""The pages of docs/ and the README are true: their commands and examples run, and nothing is left out of them."""

from __future__ import annotations

import doctest
import importlib.util
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in one language."""
    return [text for name, text in FENCED.findall(page.read_text("utf-8")) if name == language]


def steps(page: Path) -> list[tuple[str, str]]:
    """Every command that a page shows, with what it says comes out."""
    shown = []
    for block in blocks(page, "console"):
        for step in block.removeprefix("$ ").split("\n$ "):
            command, _, output = step.partition("\n")
            shown.append((command, output))
    return shown


def run(command: str, folder: Path) -> str:
    """What a command of ours prints, in a terminal of 100 columns."""
    program, *words = shlex.split(command)
    assert program == "arrowswitch", f"{command}: only commands of ours stand in console blocks"
    words, target = (words[:-2], words[-1]) if ">" in words else (words, "")
    done = subprocess.run(
        [sys.executable, "-m", "arrowswitch", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8", "COLUMNS": "100"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "Traceback" not in done.stderr
    if target:
        (folder / target).write_text(done.stdout, encoding="utf-8")
        return done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("page", [page for page in PAGES if steps(page)], ids=lambda page: page.name)
def test_the_commands_of_a_page_print_what_it_says(page: Path, tmp_path: Path) -> None:
    for command, shown in steps(page):
        printed = "".join(f"{line.rstrip()}\n" for line in run(command, tmp_path).splitlines())
        wanted = "".join(f"{line}\n" for line in shown.splitlines())
        assert doctest.OutputChecker().check_output(wanted, printed, doctest.ELLIPSIS), (
            f"{page.name}: {command}\nprinted:\n{printed}"
        )


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=lambda page: page.name)
def test_the_python_examples_of_a_page_hold(page: Path) -> None:
    source = "".join(blocks(page, "python"))
    assert source.count(">>> ") > 0
    test = doctest.DocTestParser().get_doctest(source, {}, page.name, str(page), 0)
    told: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert result.failed == 0, "".join(told)


def test_the_pages_of_commands_and_regulations_list_all_there_is() -> None:
    spec = importlib.util.spec_from_file_location("reference", ROOT / "script" / "reference.py")
    assert spec
    assert spec.loader
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    for file, write in reference.PAGES.items():
        found = (ROOT / "docs" / file).read_text("utf-8")
        assert found == write(), f"docs/{file} is out of date: run script/reference"
    assert "`awards.one_winner_below`" in reference.rules()
    assert "`--boards-per-round`" in reference.commands()


def test_the_library_page_explains_every_key_of_a_movement_and_a_choice() -> None:
    from arrowswitch.movements import build, choose, to_dict

    text = (ROOT / "docs" / "library.md").read_text("utf-8")
    made = to_dict(build("share-relay", tables="7½"))
    keys = {*made, *choose(tables=7)[0].to_dict()} | {key for meeting in made["meetings"] for key in meeting}
    assert sorted(key for key in keys if f"`{key}`" not in text and f"`meetings[].{key}`" not in text) == []


def test_every_link_between_the_pages_leads_somewhere() -> None:
    for page in PAGES:
        text = re.sub(r"`[^`\n]*`", "", page.read_text("utf-8"))  # code shows how a link is written
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if target.startswith("http"):
                continue
            path, _, heading = target.partition("#")
            file = (page.parent / path) if path else page
            assert file.exists(), f"{page.name} links to {target}"
            if heading:
                headings = re.findall(r"^#+ (.*)$", file.read_text("utf-8"), re.MULTILINE)
                slugs = [re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in headings]
                assert heading in slugs, f"{page.name} links to {target}"


def test_the_map_of_the_readme_shows_every_room_on_its_floor() -> None:
    rows = re.findall(r"^\| (\d) \| \[`(\w+)`\]\((\S+)\)", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    floors = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"][0][
        "layers"
    ]
    planned = {room: floor for floor, rooms in enumerate(reversed(floors)) for room in re.findall(r"\w+", rooms)}
    assert {room: int(floor) for floor, room, _path in rows} == planned
    package = ROOT / "src" / "arrowswitch"
    rooms = {path.stem for path in package.iterdir() if path.stem[0] != "_" and path.suffix in ("", ".py")}
    assert planned.keys() == rooms
    assert all((ROOT / path).exists() for _floor, _room, path in rows)
