"""The room has doors: the floors above use those of the room and of its parts, not what stands behind them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import arrowswitch
from arrowswitch import session

HOUSE = Path(arrowswitch.__file__).parent
TESTS = Path(__file__).parent.parent
PARTS = [each.name for each in iter_modules(session.__path__)]


def imported(file: Path) -> Iterator[tuple[str, str]]:
    """Every name that a file imports, with the module that it comes from."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", each.name) for each in node.names)
        elif isinstance(node, ast.Import):
            yield from ((each.name, "") for each in node.names)


@cache
def taken() -> dict[str, set[str]]:
    """What anybody takes through the doors of the parts: by its import, or by the name of the part and a dot."""
    found: dict[str, set[str]] = {part: set() for part in PARTS}
    for file in (*HOUSE.rglob("*.py"), *TESTS.rglob("*.py")):
        names = set(imported(file))
        for part in PARTS:
            found[part] |= {name for module, name in names if module == f"arrowswitch.session.{part}"}
            if part == "acts":  # the door of the room lets all of them through
                found[part] |= {name for module, name in names if module == "arrowswitch.session"}
            if ("arrowswitch.session", part) in names:
                tree = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
                dotted = [node for node in tree if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)]
                found[part] |= {
                    node.attr for node in dotted if isinstance(node.value, ast.Name) and node.value.id == part
                }
    return found


def test_the_room_has_parts_and_nothing_else_beside_them() -> None:
    assert all(each.ispkg for each in iter_modules(session.__path__))


def test_the_floors_above_come_through_a_door() -> None:
    round_the_back = [
        f"{file.relative_to(HOUSE)}: {module}"
        for file in HOUSE.rglob("*.py")
        if not file.is_relative_to(HOUSE / "session")
        for module, _ in imported(file)
        if module.startswith("arrowswitch.session.") and module.count(".") > 2
    ]
    assert round_the_back == []


@pytest.mark.parametrize("part", PARTS)
def test_a_door_says_what_is_behind_it_and_lets_nothing_through_that_nobody_takes(part: str) -> None:
    door = import_module(f"arrowswitch.session.{part}")
    assert door.__doc__
    offered = {name for module, name in imported(Path(str(door.__file__))) if module.startswith("arrowswitch")}
    assert offered - taken()[part] == set()
