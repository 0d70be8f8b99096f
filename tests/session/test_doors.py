"""The room has doors: the floors above use those of the room and of its parts, not what stands behind them."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import arrowswitch
from arrowswitch import session

HOUSE = Path(arrowswitch.__file__).parent
PARTS = [each.name for each in iter_modules(session.__path__)]


def test_the_room_has_parts_and_nothing_else_beside_them() -> None:
    assert all(each.ispkg for each in iter_modules(session.__path__))


def test_the_floors_above_come_through_a_door() -> None:
    round_the_back = []
    for file in HOUSE.rglob("*.py"):
        if file.is_relative_to(HOUSE / "session"):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                if name.startswith("arrowswitch.session.") and name.count(".") > 2:
                    round_the_back.append(f"{file.relative_to(HOUSE)}: {name}")
    assert round_the_back == []


@pytest.mark.parametrize("part", PARTS)
def test_a_door_leads_to_what_it_says(part: str) -> None:
    door = import_module(f"arrowswitch.session.{part}")
    assert door.__doc__
    assert all(hasattr(door, name) for name in door.__all__)
