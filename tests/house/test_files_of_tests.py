"""How tests are put into files: names of their own, and no browser beside the database in one module."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
FILES = sorted(TESTS.rglob("test_*.py"))
IN_THE_DATABASE = {"club", "clubs", "desk_club"}
"""Fixtures that let a test of this process into a database."""


def _asked_for(path: Path) -> set[str]:
    """The fixtures that tests and fixtures of a module ask for."""
    functions = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
    asking = [each for each in functions if each.name.startswith("test_") or each.decorator_list]
    return {argument.arg for function in asking for argument in function.args.args}


def test_a_file_of_tests_has_a_name_of_its_own() -> None:
    assert [name for name, times in Counter(path.name for path in FILES).items() if times > 1] == []


def test_the_shared_browser_and_the_database_are_in_modules_of_their_own() -> None:
    # the browser's event loop runs until its module ends, and Django lets nobody into the database meanwhile
    asked = {path.name: _asked_for(path) for path in FILES}
    assert [name for name, fixtures in asked.items() if "browser" in fixtures and fixtures & IN_THE_DATABASE] == []
