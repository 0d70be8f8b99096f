"""A plain list on paper: places of a ladder, winners to be engraved, whatever has columns."""

from __future__ import annotations

from collections.abc import Sequence

from arrowswitch.press.known import dots
from arrowswitch.press.typesetter import typeset


def render_list(
    heading: str,
    title: str,
    columns: Sequence[tuple[str, str]],
    rows: Sequence[Sequence[str]],
    *,
    notes: Sequence[str] = (),
    club: str = "",
    paper: str = "a4",
    lang: str = "en",
) -> bytes:
    """A PDF of a list. Of each column: what stands over it, and in what it differs: wide, number, strong, small.

    >>> render_list("Winter ladder", "As it ended", [("Place", "number"), ("Names", "wide")], [["1", "Ann"]])[:5]
    b'%PDF-'
    """
    sheet = {
        "kind": "listing",
        "heads": {"heading": heading, "title": title, "foot": dots([club, heading])},
        "columns": [
            {"head": head, **{trait: trait in traits for trait in ("wide", "number", "strong", "small")}}
            for head, traits in columns
        ],
        "rows": [list(row) for row in rows],
        "notes": list(notes),
        "largest": 14,
        "least": 9,
        "lying": False,
    }
    document = {"document": heading, "words": {"turned": ""}, "sheets": [sheet], "paper": paper, "lang": lang}
    return typeset(document)
