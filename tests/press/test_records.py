"""An entry of a book on paper: everything that was written is on it, on as many pages as it takes."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from arrowswitch.press import render_record


def pages(made: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(made)).pages]


@pytest.mark.parametrize("paper", ["a4", "a5", "letter"])
def test_a_record_says_what_is_known_and_what_was_written(paper: str) -> None:
    (text,) = pages(
        render_record(
            "Psych book",
            [("Player", "Ann Ash"), ("Call", "1♠ in third seat")],
            [("What happened", "Passed out.\n\n#strong[not markup]")],
            club="Riverside",
            lines=("Signed",),
            paper=paper,
        )
    )
    for word in (
        "Psych book",
        "Riverside",
        "Ann Ash",
        "1♠ in third seat",
        "Passed out.",
        "#strong[not markup]",
        "Signed",
    ):
        assert word in text


def test_a_long_record_goes_on_and_every_page_says_that_it_is_confidential() -> None:
    note = "Confidential: for the recorder alone"
    made = pages(render_record("Report", [("About", "Ann Ash")], [("Note", "He sighed.\n" * 90)], note=note))
    assert len(made) == 3
    assert all(note in page for page in made)
    assert sum(page.count("He sighed.") for page in made) == 90
