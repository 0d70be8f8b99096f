"""One word a thing: public classes have names of their own, and no name needs a guess."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "arrowswitch"
MODULES = [path for path in SOURCE.rglob("*.py") if "migrations" not in path.parts]
VAGUE = {
    "beside",
    "gently",
    "plainly",
    "often",
    "worths",
    "Eyes",
    "Kept",
    "Heard",
    "Thought",
    "Evening",
    "evening",
    "Fine",
    "fine",
}
"""Names that told nobody what a thing is, and words for which another is the one (docs/words.md)."""


def _defined(path: Path) -> list[ast.ClassDef | ast.FunctionDef]:
    """Classes and functions of a module, and of its classes."""
    tree = ast.parse(path.read_text("utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef | ast.FunctionDef)]


def test_a_public_class_has_a_name_of_its_own() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in MODULES:
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(str(path.relative_to(SOURCE)))
    shared = {name: sorted(found) for name, found in places.items() if len(found) > 1 and name != "Meta"}
    assert not shared, "\n".join(f"{name}: {', '.join(found)}" for name, found in sorted(shared.items()))


def test_a_name_says_what_a_thing_is() -> None:
    vague = [
        f"{path.relative_to(SOURCE)}: {node.name}" for path in MODULES for node in _defined(path) if node.name in VAGUE
    ]
    vague += [str(path.relative_to(SOURCE)) for path in MODULES if path.stem in VAGUE]
    assert not vague


WORDS = sorted(
    set(re.findall(r"^\| ([a-z -]+) \|", (ROOT / "docs" / "words.md").read_text("utf-8"), re.MULTILINE)) - {"word"}
)
SOURCES = "\n".join(
    path.read_text("utf-8") for path in SOURCE.rglob("*") if path.suffix in (".py", ".toml", ".html")
).lower()


@pytest.mark.parametrize("word", WORDS)
def test_a_word_of_the_list_is_used(word: str) -> None:
    assert any(word.replace(" ", between) in SOURCES for between in " _-")
