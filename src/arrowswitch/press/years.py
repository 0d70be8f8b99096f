"""A player's year on paper: what it came to, with whom, and every night in small type, on two pages at most for who plays twice a week."""

from __future__ import annotations

from collections.abc import Sequence

from arrowswitch.press.typesetter import typeset


def render_year(
    heading: str,
    facts: Sequence[tuple[str, str]],
    partners: tuple[Sequence[str], Sequence[Sequence[str]]],
    nights: tuple[Sequence[str], Sequence[Sequence[str]]],
    *,
    club: str = "",
    paper: str = "a4",
    lang: str = "en",
) -> bytes:
    """A PDF of a year: `facts` are heads with values; of partners and nights the heads of the columns, and the rows.

    >>> nights = ("Day", "Session", "With", "%", "Place"), [("6 Jan", "Tuesday pairs", "Ann Ash", "54.17", "3 of 12")]
    >>> render_year("Bob Beech 2026", [("Nights", "1")], (("With", "Nights"), [("Ann Ash", "1")]), nights)[:5]
    b'%PDF-'
    """
    sheet = {
        "kind": "year",
        "heads": {"heading": heading, "club": club},
        "facts": [list(each) for each in facts],
        "partners": _listed(partners),
        "nights": _listed(nights),
    }
    return typeset({"document": heading, "words": {"turned": ""}, "sheets": [sheet], "paper": paper, "lang": lang})


def _listed(table: tuple[Sequence[str], Sequence[Sequence[str]]]) -> dict[str, list[list[str]] | list[str]]:
    heads, rows = table
    return {"heads": list(heads), "rows": [list(row) for row in rows]}
