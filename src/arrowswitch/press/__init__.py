"""Everything that is printed, as PDF by Typst.

`render` takes a movement and the name of what to print and returns the bytes of a PDF. The words come from Python, so
that they can be translated; the templates hold only the design. No network, no fonts but those inside Typst, no date:
the same movement gives the same file on every computer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

from arrowswitch.movements.model import Movement
from arrowswitch.press.sheets import WHAT, applies, document
from arrowswitch.press.typesetter import typeset
from arrowswitch.words import say

Paper = Literal["a4", "a5", "letter"]
PAPERS: tuple[str, ...] = get_args(Paper)

__all__ = ["PAPERS", "WHAT", "Paper", "UnknownPrint", "applies", "render"]


class UnknownPrint(ValueError):  # noqa: N818 - a wish that cannot be met, said in a sentence
    """Something that cannot be printed, said in a sentence."""


def render(
    what: str,
    movement: Movement,
    *,
    paper: str = "a4",
    title: str = "",
    club: str = "",
    gettext: Callable[[str], str] | None = None,
    lang: str = "en",
) -> bytes:
    """A PDF of one kind of sheet, or of the whole pack.

    >>> from arrowswitch.movements.build import Row, two_fields
    >>> rows = [Row(r, t, t, (t - r) % 3 + 1, (t + r - 2) % 3 + 1) for r in (1, 2, 3) for t in (1, 2, 3)]
    >>> mitchell = two_fields(rows, name="Mitchell", family="mitchell", boards_per_round=8)
    >>> render("table-cards", mitchell, paper="a5")[:5]
    b'%PDF-'
    """
    names = [name for name, _ in WHAT]
    if what not in names:
        raise UnknownPrint(
            say("There is nothing called {what} to print; it can be {names}.", what=what, names=", ".join(names))
        )
    if paper not in PAPERS:
        raise UnknownPrint(
            say("Paper {paper} is not known; it can be {papers}.", paper=paper, papers=", ".join(PAPERS))
        )
    sheets = document(what, movement, title=title, club=club)
    if not sheets["sheets"]:
        raise UnknownPrint(say("This movement needs no {what}.", what=dict(WHAT)[what].lower()))
    return typeset({**sheets, "paper": paper, "lang": lang}, gettext)
