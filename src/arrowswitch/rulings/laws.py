"""Which paragraphs there are: 93 Laws in each edition, and the letters and numbers below them, as they are written.

A paragraph is checked by its shape and by the range of its law, not against a list of all paragraphs, which would be
the book itself.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class EditionOfLaws:
    """An edition of the Laws: its name, how many laws it has, and the one that it begins as."""

    name: str
    last_law: int
    after: str = ""


def _editions() -> dict[str, EditionOfLaws]:
    text = files("arrowswitch.rulings").joinpath("editions.toml").read_text(encoding="utf-8")
    return {row["name"]: EditionOfLaws(**row) for row in tomllib.loads(text)["edition"]}


KNOWN = _editions()
EDITIONS = tuple(KNOWN)
"""The editions by name, the usual one first."""
SHAPE = re.compile(r"([1-9][0-9]?)([A-Z](?:[1-9](?:\([a-z]\)(?:\([ivx]+\))?)?)?)?")


def is_law(written: str, edition: str) -> bool:
    """Whether this can be a paragraph of the Laws.

    >>> is_law("27B1(a)", "2017"), is_law("94", "2017"), is_law("27b", "2017"), is_law("27", "1997")
    (True, False, False, False)
    """
    match = SHAPE.fullmatch(written)
    return edition in KNOWN and match is not None and 1 <= int(match[1]) <= KNOWN[edition].last_law
