"""Pinned requirements are compared with published advisories, as far as somebody has put them beside the pins."""

from __future__ import annotations

import importlib.util
import json
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def tool() -> ModuleType:
    """`script/advisories.py`, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("advisories_tool", ROOT / "script" / "advisories.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def advisory(name: str = "Some.Package", events: list[dict[str, str]] | None = None, **more: Any) -> dict[str, Any]:
    """A record as they are published."""
    affected: dict[str, Any] = {"package": {"ecosystem": "PyPI", "name": name}, **more}
    if events:
        affected["ranges"] = [{"type": "ECOSYSTEM", "events": events}]
    return {"id": "OSV-1", "summary": "Something is wrong.", "affected": [affected]}


SPAN = [{"introduced": "0"}, {"fixed": "1.10.2"}, {"introduced": "2.0"}, {"last_affected": "2.3"}]


@pytest.mark.parametrize(
    ("version", "hit"),
    [("1.9", True), ("1.10.1", True), ("1.10.2", False), ("1.11", False), ("2.0", True), ("2.3", True), ("2.4", False)],
)
def test_a_version_is_hit_from_where_the_fault_came_in_to_where_it_was_mended(version: str, hit: bool) -> None:
    assert tool().concerns(advisory(events=SPAN), "some-package", version) is hit
    assert not tool().concerns(advisory(events=SPAN), "other-package", version)


def test_versions_may_be_listed_and_a_withdrawn_advisory_counts_no_more() -> None:
    listed = advisory(versions=["3.1"])
    assert tool().concerns(listed, "some-package", "3.1")
    assert not tool().concerns(listed, "some-package", "3.2")
    assert not tool().concerns({**listed, "withdrawn": "2026-01-01T00:00:00Z"}, "some-package", "3.1")


def test_every_pin_is_read_and_a_file_a_folder_and_a_zip_say_the_same(tmp_path: Path) -> None:
    checker = tool()
    pinned = dict(checker.pins([(ROOT / "requirements" / "run.txt").read_text("utf-8")]))
    assert {"django", "uvicorn", "psycopg", "psycopg-binary", "cryptography"} <= pinned.keys()
    record = advisory("Django", versions=[pinned["django"]])
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "one.json").write_text(json.dumps(record), "utf-8")
    (tmp_path / "list.json").write_text(json.dumps([advisory(), record]), "utf-8")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as packed:
        packed.writestr("one.json", json.dumps(record))
    for name in ("some", "list.json", "all.zip"):
        assert checker.found(tmp_path / name) == [f"django {pinned['django']}: OSV-1 Something is wrong."]


@pytest.mark.parametrize("text", ["{", "[1]", '{"x": 1}', '{"id": "X", "affected": [{"package": 1}]}', "[[]]"])
def test_what_is_no_advisory_is_said_and_not_taken_for_good(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.json").write_text(text, "utf-8")
    assert tool().main([str(tmp_path / "bad.json")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert tool().main([str(tmp_path / "none.json")]) == 2


def test_no_pin_of_ours_is_in_the_advisories_that_lie_beside_them() -> None:
    checker = tool()
    assert not checker.USUAL.exists() or checker.found(checker.USUAL) == []
