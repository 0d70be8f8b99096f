"""Compares the pinned requirements with published advisories, in the open format of OSV.

The advisories are a file that somebody brings: one record, a list of records, a folder of such files or the zip file in
which they are published. Nothing is fetched. Each pin that an advisory names is told, and then the exit status is 1.
"""

from __future__ import annotations

import json
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).resolve().parents[1]
USUAL = ROOT / "requirements" / "advisories.json"
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)


class Unreadable(Exception):  # noqa: N818 - said to a person
    """What is wrong with the advisories, in a sentence."""


def pins(texts: Iterable[str]) -> set[tuple[str, str]]:
    """Every package that is pinned, with its version.

    >>> pins(["Django==5.2.1 \\\\\\n    --hash=sha256:00\\n"])
    {('django', '5.2.1')}
    """
    return {(canonicalize_name(name), version) for text in texts for name, version in PIN.findall(text)}


def records(path: Path) -> Iterator[Mapping[str, Any]]:
    """The advisories of a file, a folder or a zip file."""
    for name, text in _texts(path):
        try:
            found = json.loads(text)
        except ValueError:
            raise Unreadable(f"{name} is not JSON.") from None
        for record in found if isinstance(found, list) else [found]:
            if not isinstance(record, dict) or "id" not in record:
                raise Unreadable(f"{name} is not a list of advisories in the OSV format.")
            yield record


def _texts(path: Path) -> Iterator[tuple[str, bytes]]:
    if path.is_dir():
        for each in sorted(path.glob("*.json")):
            yield each.name, each.read_bytes()
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as packed:
            for name in sorted(packed.namelist()):
                if name.endswith(".json"):
                    yield name, packed.read(name)
    elif path.is_file():
        yield path.name, path.read_bytes()
    else:
        raise Unreadable(f"There is no file {path.name}.")


def concerns(record: Mapping[str, Any], package: str, version: str) -> bool:
    """Whether an advisory is about this version of a package."""
    if record.get("withdrawn"):
        return False
    for affected in record.get("affected", ()):
        about = affected.get("package", {})
        if about.get("ecosystem") != "PyPI" or canonicalize_name(about.get("name", "")) != package:
            continue
        if version in affected.get("versions", ()) or any(
            _within(each, version) for each in affected.get("ranges", ())
        ):
            return True
    return False


def _within(span: Mapping[str, Any], version: str) -> bool:
    """Whether a version lies in a range: after it came in, and before it was mended."""
    if span.get("type") not in ("ECOSYSTEM", "SEMVER"):
        return False
    inside = False
    mine = Version(version)
    for event in sorted(span.get("events", ()), key=_place):
        (kind, at), *_more = event.items()
        if kind == "introduced" and (at == "0" or mine >= Version(at)):
            inside = True
        elif (kind == "fixed" and mine >= Version(at)) or (kind == "last_affected" and mine > Version(at)):
            inside = False
    return inside


def _place(event: Mapping[str, str]) -> Version:
    (at,) = list(event.values())[:1]
    return Version(at)


def found(path: Path, requirements: Path = ROOT / "requirements") -> list[str]:
    """A line for every pin that an advisory names."""
    pinned = sorted(pins(each.read_text("utf-8") for each in sorted(requirements.glob("*.txt"))))
    lines = []
    for record in records(path):
        try:
            hit = [f"{name} {version}" for name, version in pinned if concerns(record, name, version)]
        except (InvalidVersion, AttributeError, TypeError, ValueError):
            raise Unreadable(f"{record['id']} cannot be read: is it in the OSV format?") from None
        lines += [f"{each}: {record['id']} {record.get('summary', '')}".rstrip() for each in hit]
    return lines


def main(words: list[str]) -> int:
    """Says what is found; 0 for nothing, 1 for something, 2 if it cannot be looked at."""
    if len(words) > 1:
        print("Usage: script/advisories [FILE, FOLDER or ZIP of OSV records]", file=sys.stderr)
        return 2
    try:
        lines = found(Path(words[0]) if words else USUAL)
    except Unreadable as problem:
        print(f"{problem} Advisories are looked for in requirements/advisories.json, or name them.", file=sys.stderr)
        return 2
    print("\n".join(lines) or "No pinned requirement is named in these advisories.")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
