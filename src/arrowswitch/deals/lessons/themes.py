"""Themes of lessons by name, from `themes.toml`, and the boards that they are dealt on."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from arrowswitch.bridge import LAST_BOARD, Seat, Vulnerability, dealer_of, vulnerability_of
from arrowswitch.deals.lessons.conditions import LessonCondition, read_condition
from arrowswitch.words import say

VULNERABLE = ("any", *(each.value for each in Vulnerability), "dealer", "others")
"""Who shall be vulnerable: sides of the table, or only the dealer's side, or only the others."""


class UnknownTheme(ValueError):  # noqa: N818 - said to a person
    """A theme, or a wish for boards, that there is not."""


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme of a lesson: what it is for, on which methods it rests, and what a deal must be like."""

    name: str
    title: str
    area: str
    about: str
    source: str
    wants: str
    one_in: int = 0
    """Deals for one that will do."""

    @property
    def condition(self) -> LessonCondition:
        """What a deal must be like."""
        return read_condition(self.wants)


@cache
def themes() -> Mapping[str, Theme]:
    """All themes by name.

    >>> themes()["weak-two"].title
    'Weak two in a major'
    """
    data = tomllib.loads(files("arrowswitch.deals.lessons").joinpath("themes.toml").read_text(encoding="utf-8"))
    return {name: Theme(name, **facts) for name, facts in data["theme"].items()}


def theme(name: str) -> Theme:
    """The theme of that name.

    >>> theme("three-card-brag")
    Traceback (most recent call last):
    arrowswitch.deals.lessons.themes.UnknownTheme: There is no theme “three-card-brag”; there are ...
    """
    if name not in themes():
        raise UnknownTheme(
            say("There is no theme “{name}”; there are {names}.", name=name[:40], names=", ".join(themes()))
        )
    return themes()[name]


def boards_for(count: int, first: int = 1, dealer: Seat | None = None, vulnerable: str = "any") -> tuple[int, ...]:
    """The numbers of boards on which this seat deals and these are vulnerable, as boards are marked.

    >>> boards_for(3, dealer=Seat.SOUTH), boards_for(4, vulnerable="others")
    ((3, 7, 11), (2, 3, 9, 12))
    """
    if vulnerable not in VULNERABLE:
        raise UnknownTheme(
            say("“{word}” is no vulnerability; it can be {words}.", word=vulnerable[:20], words=", ".join(VULNERABLE))
        )
    fitting = [
        board
        for board in range(first, LAST_BOARD + 1)
        if dealer in (None, dealer_of(board)) and _is_vulnerable(board, vulnerable)
    ]
    if len(fitting) < count:
        raise UnknownTheme(say("From {first} on there are only {n} of them.", n=len(fitting), first=first))
    return tuple(fitting[:count])


def _is_vulnerable(board: int, wish: str) -> bool:
    if wish == "any":
        return True
    dealer, found = dealer_of(board), vulnerability_of(board)
    if wish in ("dealer", "others"):
        side = dealer.side if wish == "dealer" else dealer.side.other
        return found.of(side) and not found.of(side.other)
    return found.value == wish
