"""The pictures of the guides: small, used, and on every guide for players and phones. Whether they are old is tried in `site`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
LARGEST = 80_000
PLAYERS_AND_PHONES = [DOCS / "playing.md", *sorted((DOCS / "players").glob("*.md")), DOCS / "directors" / "phones.md"]
PLAYERS = PLAYERS_AND_PHONES[:-1]
PICTURE = re.compile(r"!\[([^\]]+)\]\(([^)]+)\)")
LONGEST = 34
"""Words of a sentence that somebody can follow who is new to the language."""


@pytest.mark.parametrize("guide", PLAYERS_AND_PHONES, ids=lambda guide: guide.stem)
def test_every_guide_for_players_and_phones_has_a_picture(guide: Path) -> None:
    assert PICTURE.search(guide.read_text("utf-8"))


def test_the_tour_has_six_pictures_and_can_be_read_in_two_minutes() -> None:
    text = (DOCS / "tour.md").read_text("utf-8")
    assert len(PICTURE.findall(text)) == 6
    assert len(text.split()) < 400


def test_every_picture_is_small_has_its_words_beside_it_and_stands_in_a_guide() -> None:
    used = {
        (page.parent / target).resolve()
        for page in [*DOCS.rglob("*.md"), ROOT / "README.md"]
        for _text, target in PICTURE.findall(page.read_text("utf-8"))
    }
    there = {path for kind in ("webp", "png") for path in DOCS.rglob(f"*.{kind}")}
    assert there == used
    for path in there:
        assert path.stat().st_size < LARGEST, path.name
        assert f'"{path.stem}"' in (path.parent / "pictures.json").read_text("utf-8"), path.name


def sentences(text: str) -> list[str]:
    """The sentences of a guide, without listings, tables and marks."""
    plain = re.sub(r"```.*?```|^\|.*$|^#+ .*$|^>.*$|!\[.*?\]\(.*?\)", "\n\n", text, flags=re.MULTILINE)
    blocks = re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )", plain)
    return [each for block in blocks for each in re.split(r"(?<=[.!?:;])\s+", " ".join(block.split())) if each]


@pytest.mark.parametrize("guide", PLAYERS, ids=lambda guide: guide.stem)
def test_the_guides_for_players_have_short_sentences(guide: Path) -> None:
    long = [each for each in sentences(guide.read_text("utf-8")) if len(each.split()) > LONGEST]
    assert long == []
