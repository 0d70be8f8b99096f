"""A movement from what an address or a form names it by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict, cast, get_type_hints
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from arrowswitch import movements
from arrowswitch.movements import ImpossibleWish, Movement, read_tables

Options = dict[str, str | int]


class Named(TypedDict, total=False):
    """The options by which `movements.build` knows a movement."""

    tables: str
    phantom: str
    switch: str
    side: str
    card: str
    teams: int
    players: int
    rounds: int
    boards_per_round: int
    boards: int
    skip_after: int
    stationary: int
    stanzas: int


WORDS = tuple(name for name, kind in get_type_hints(Named).items() if kind is str)
NUMBERS = tuple(name for name, kind in get_type_hints(Named).items() if kind is int)

MOST_MEETINGS = 2000
"""Tables times rounds that the pages have: 72 tables with 27 rounds. Beyond it everything takes minutes."""
MOST_BOARDS = 999
MOST_LETTERS = 2000
"""Of an option: a card of our own, or many single tables to switch, is a long word."""
LARGE = 16
"""Tables from which a movement is worked out in the workshop."""


def options_from(named: Mapping[str, str]) -> Options:
    """The options among what was named; the rest is passed over."""
    options: Options = {name: named[name][:MOST_LETTERS] for name in WORDS if named.get(name)}
    for name in NUMBERS:
        if text := named.get(name):
            if not (text.isascii() and text.isdigit() and len(text) < 5):
                raise ImpossibleWish(_("“%(text)s” is not a number.") % {"text": text[:20]})
            options[name] = int(text)
    return options


def build_from(family: str, named: Mapping[str, str]) -> Movement:
    """The movement; `ImpossibleWish` if there is none."""
    return build(family, options_from(named))


def build(family: str, options: Options) -> Movement:
    """The movement, if it is of a size that can be shown and printed."""
    if family not in movements.FAMILIES:
        raise ImpossibleWish(_("There is no movement called “%(name)s”.") % {"name": family[:40]})
    if _is_search(options):  # first whether it is not too large to be searched
        _check_size(_made(family, {name: value for name, value in options.items() if name != "switch"}))
    movement = _made(family, options)
    _check_size(movement)
    return movement


def _made(family: str, options: Options) -> Movement:
    return movements.build(family, **cast(Named, options))  # `options_from` and a choice name no others


def _check_size(movement: Movement) -> None:
    if len(movement.meetings) > MOST_MEETINGS:
        size = {"rounds": movement.rounds, "tables": movement.tables}
        raise ImpossibleWish(
            _("%(rounds)d rounds at %(tables)d tables are more than can be shown; ask for fewer of either.") % size
        )
    if movement.boards and max(movement.boards) > MOST_BOARDS:
        raise ImpossibleWish(_("Boards are numbered 1 to %(most)d; ask for fewer.") % {"most": MOST_BOARDS})


def is_large(options: Options) -> bool:
    """Whether a movement is worked out in the workshop: a large room, or switches that are searched for.

    >>> is_large({"tables": "11½"}), is_large({"tables": "36"}), is_large({"tables": "many"}), is_large({"switch": "auto"})
    (False, True, False, True)
    """
    try:
        tables = read_tables(options.get("tables", "")) / 2
    except ImpossibleWish:
        tables = 0
    return max(tables, int(options.get("teams", 0))) > LARGE or _is_search(options)


def _is_search(options: Options) -> bool:
    """Whether the best arrow switches are to be found, which takes as long as everything else together."""
    return "auto" in str(options.get("switch", "")).lower()


def written(family: str, options: Mapping[str, Any]) -> str:
    """A movement and what it is built from, in one word that an address can carry.

    >>> written("mitchell", {"tables": "7½", "rounds": None})
    'mitchell?tables=7%C2%BD'
    """
    kept = {name: value for name, value in options.items() if value not in (None, "") and name != "section"}
    return f"{family}?{urlencode(kept)}"
