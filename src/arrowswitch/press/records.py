"""One entry of a book on paper: what is known in a table, what was written below it, and lines to sign on."""

from __future__ import annotations

from collections.abc import Sequence

from arrowswitch.press.typesetter import typeset


def render_record(
    heading: str,
    facts: Sequence[tuple[str, str]],
    parts: Sequence[tuple[str, str]] = (),
    *,
    club: str = "",
    note: str = "",
    lines: Sequence[str] = (),
    paper: str = "a4",
    lang: str = "en",
) -> bytes:
    """A PDF of one entry: `facts` are heads with values, `parts` heads with paragraphs.

    >>> render_record("Psych book", [("Call", "1♠")], [("What happened", "He passed.\\n\\nShe bid.")])[:5]
    b'%PDF-'
    """
    sheet = {
        "kind": "record",
        "heads": {"heading": heading, "club": club, "note": note},
        "facts": [list(each) for each in facts],
        "parts": [{"head": head, "paragraphs": paragraphs(text)} for head, text in parts],
        "lines": list(lines),
    }
    return typeset({"document": heading, "words": {"turned": ""}, "sheets": [sheet], "paper": paper, "lang": lang})


def paragraphs(text: str) -> list[str]:
    """The lines of a text that have something on them.

    >>> paragraphs("He passed.\\r\\n\\r\\n She bid. ")
    ['He passed.', 'She bid.']
    """
    return [line.strip() for line in text.splitlines() if line.strip()]
