"""Every room has a door: what it offers is listed there, shown by `help()`, and told on the library's page."""

from __future__ import annotations

import inspect
import pydoc
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = sorted(
    path.stem
    for path in (ROOT / "src" / "arrowswitch").iterdir()
    if path.stem[0] not in "_." and path.suffix in ("", ".py")
)
LIBRARY = (ROOT / "docs" / "library.md").read_text("utf-8")


def test_these_are_all_the_rooms() -> None:
    assert {"bridge", "cli", "contests", "deals", "formats", "movements", "press", "regulations"} <= set(ROOMS)
    assert {"alerts", "rulings", "scoring", "session", "site", "words"} <= set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_help_shows_what_a_room_offers(room: str) -> None:
    door = import_module(f"arrowswitch.{room}")
    offered = door.__all__
    assert offered
    shown = pydoc.plain(pydoc.render_doc(door))
    assert door.__doc__
    assert door.__doc__.splitlines()[0] in shown
    lines = shown.splitlines()
    for name in offered:
        heading = re.compile(rf"^    (?:class )?(?:\w+ = )?{name}\b")
        assert any(heading.match(line) for line in lines), f"help(arrowswitch.{room}) does not show {name}"


@pytest.mark.parametrize("room", ROOMS)
def test_what_a_room_offers_explains_itself(room: str) -> None:
    door = import_module(f"arrowswitch.{room}")
    silent = [
        name
        for name in door.__all__
        if (inspect.isclass(thing := getattr(door, name)) or inspect.isfunction(thing))
        and not (thing.__doc__ or "").strip()
    ]
    assert silent == []


@pytest.mark.parametrize("room", ROOMS)
def test_the_library_page_covers_every_room(room: str) -> None:
    assert f"| `arrowswitch.{room}` |" in LIBRARY, "the table of rooms does not list it"
    examples = "".join(re.findall(r"^```python\n(.*?)^```$", LIBRARY, re.MULTILINE | re.DOTALL))
    used = re.search(rf"arrowswitch(?:\.{room}\b| import (?:\w+, )*{room}\b)", examples)
    assert used, f"no example on the library's page uses arrowswitch.{room}"
