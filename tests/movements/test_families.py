"""A family is one module: what is in it is all that the rest of the house asks about it."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import arrowswitch
from arrowswitch.cli import app
from arrowswitch.movements import FAMILIES, build, catalogue, choose, families, individuals, teams
from arrowswitch.movements.describe import hard
from arrowswitch.session.troubles.catalogue import mend
from arrowswitch.session.troubles.trouble import Answers

SOURCES = Path(arrowswitch.__file__).parent
NEW = '''
"""The Mitchell as our club plays it."""

from arrowswitch.movements.family import Family
from arrowswitch.movements.families.chain import Chain, from_chain
from arrowswitch.movements.model import ImpossibleWish
from arrowswitch.movements.wishes import length
from arrowswitch.words import say


def build(wish):
    if wish.tables % 2 == 0:
        raise ImpossibleWish(say("Our own Mitchell needs an odd number of tables."))
    return from_chain(FAMILY, wish, Chain(wish.tables, wish.tables), length(wish, wish.tables), source="our club")


FAMILY = Family(
    name="club-mitchell",
    title=say("Our own Mitchell"),
    about=say("As our club has always played it."),
    place=15,
    build=build,
    ease=-5,
    hazard=lambda movement: say("Visitors do not know it."),
    full_rounds=lambda tables, halved: tables if tables % 2 else None,
    traits=frozenset({"plain"}),
)
'''


@pytest.fixture
def club_mitchell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A family that is nothing but a file in the package of families."""
    (tmp_path / "club_mitchell.py").write_text(NEW, "utf-8")
    monkeypatch.setattr(families, "__path__", [*families.__path__, str(tmp_path)])
    found = catalogue._collected(families, teams, individuals)
    listed = list(found)
    assert listed.index("mitchell") < listed.index("club-mitchell") < listed.index("skip-mitchell")
    assert set(found) - set(FAMILIES) == {"club-mitchell"}
    monkeypatch.setitem(FAMILIES, "club-mitchell", found["club-mitchell"])  # type: ignore[misc]
    return "club-mitchell"


def test_a_family_is_added_by_one_file(club_mitchell: str) -> None:
    movement = build(club_mitchell, tables=7)
    assert movement.name == "Our own Mitchell"
    assert hard(movement) == "Visitors do not know it."
    listed = json.loads(CliRunner().invoke(app, ["movement", "list", "--json"]).stdout)
    assert next(one for one in listed if one["name"] == club_mitchell)["sizes"][:4] == [2.5, 3, 4.5, 5]
    shown = CliRunner().invoke(app, ["movement", "show", club_mitchell, "--tables", "7", "--json"])
    assert json.loads(shown.stdout)["source"] == "our club"
    assert club_mitchell in [choice.family for choice in choose(tables=7)]
    assert mend("late-pair", movement, Answers()).movement.entry == "7½"


def test_every_module_of_a_family_is_in_the_catalogue() -> None:
    modules = [path for room in (families, teams, individuals) for path in Path(room.__path__[0]).glob("*.py")]
    assert sum("\nFAMILY = Family(" in path.read_text("utf-8") for path in modules) == len(FAMILIES)


def test_every_family_warns_of_what_can_go_wrong_but_the_plain_one() -> None:
    silent = [
        name
        for name, family in FAMILIES.items()
        if not hard(
            build(name, **{"teams" if family.kind == "teams" else "players": family.sizes[0]})
            if family.kind != "pairs"
            else build(name, tables=catalogue._sizes(name)[len(catalogue._sizes(name)) // 2] / 2)
        )
    ]
    assert silent == ["mitchell"]


def _named(tree: ast.AST) -> Iterator[ast.expr]:
    """Comparisons with a family's name, and tables by it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = (node.left, *node.comparators)
            asks = any(isinstance(each, ast.Attribute) and each.attr == "family" for each in sides)
            words = {leaf.value for each in sides for leaf in ast.walk(each) if isinstance(leaf, ast.Constant)}
            if asks and words & set(FAMILIES):
                yield node
        elif isinstance(node, ast.Dict):
            keys = {key.value for key in node.keys if isinstance(key, ast.Constant)}
            if len(keys & {name for name, family in FAMILIES.items() if family.kind == "pairs"}) > 1:
                yield node


def test_nobody_knows_a_family_by_its_name() -> None:
    asked = [
        f"{path.relative_to(SOURCES)}:{node.lineno}"
        for path in SOURCES.rglob("*.py")
        for node in _named(ast.parse(path.read_text("utf-8")))
    ]
    assert not asked, "make it a fact of the family (movements/family.py)"
