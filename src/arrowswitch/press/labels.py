"""Paper for the club's post: address labels on sheets that are sold cut, name badges, and letters that differ by a few words.

The measures are those that makers of labels print on the packet: 21 and 24 to a sheet of A4, 63.5 mm wide, and 30 to a sheet of Letter,
2 5/8 by 1 inch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from arrowswitch.press.typesetter import typeset
from arrowswitch.words import Sentence, say


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A sheet of labels, measured in millimetres from its upper left corner."""

    title: Sentence
    paper: str
    across: int
    down: int
    width: float
    height: float
    left: float
    top: float
    step: float
    """From the left edge of a label to that of the next; downwards they touch."""
    large: bool = False
    """For names that are read across a table, with lines to cut along."""

    @property
    def count(self) -> int:
        """Labels on it."""
        return self.across * self.down


LABEL_SHEETS = {
    "3x7": LabelSheet(say("Address labels, 21 on a sheet of A4"), "a4", 3, 7, 63.5, 38.1, 7.25, 15.15, 66.04),
    "3x8": LabelSheet(say("Address labels, 24 on a sheet of A4"), "a4", 3, 8, 63.5, 33.9, 7.25, 12.9, 66.04),
    "3x10": LabelSheet(
        say("Address labels, 30 on a sheet of Letter"), "letter", 3, 10, 66.675, 25.4, 4.76, 12.7, 69.85
    ),
    "badges": LabelSheet(say("Name badges, to cut out"), "a4", 2, 5, 90, 54, 15, 13.5, 90, large=True),
}
"""What labels can be printed on."""


def render_labels(what: str, labels: Sequence[Sequence[str]], *, skip: int = 0, lang: str = "en") -> bytes:
    """A PDF of labels, each of some lines; the first few places stay empty on a sheet that was begun.

    >>> render_labels("3x7", [("Ann Ash", "1 Elm Road", "Riverside")], skip=4)[:5]
    b'%PDF-'
    """
    sheet = LABEL_SHEETS[what]
    cells: list[list[str]] = [[]] * (skip % sheet.count) + [
        [line for line in lines if line.strip()] for lines in labels
    ]
    part = {"kind": "labels", "sheet": {**asdict(sheet), "title": ""}, "labels": cells}
    words = {"turned": ""}
    return typeset({"document": str(sheet.title), "words": words, "sheets": [part], "paper": sheet.paper, "lang": lang})


@dataclass(frozen=True, slots=True)
class PrintedLetter:
    """A letter to one person."""

    address: tuple[str, ...]
    """Who it is for, line by line."""
    paragraphs: tuple[tuple[str, ...], ...]
    """Each by its lines: who writes "Yours," and a name below it wants them so."""


def render_letters(
    heading: str,
    letters: Sequence[PrintedLetter],
    *,
    sender: Sequence[str] = (),
    day: str = "",
    paper: str = "a4",
    lang: str = "en",
) -> bytes:
    """A PDF of letters, a page for each, with the address where the window of an envelope is.

    >>> render_letters("Annual meeting", [PrintedLetter(("Ann Ash",), (("Dear Ann,",), ("Yours,", "Bo")))])[:5]
    b'%PDF-'
    """
    part = {
        "kind": "letters",
        "heads": {"heading": heading, "sender": list(sender), "day": day},
        "letters": [
            {"address": list(each.address), "paragraphs": list(map(list, each.paragraphs))} for each in letters
        ],
    }
    return typeset({"document": heading, "words": {"turned": ""}, "sheets": [part], "paper": paper, "lang": lang})
