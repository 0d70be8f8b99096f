"""The hands of a board ready for the page: suits for eyes and for ears, and what the hand counts."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arrowswitch.deals import BoardHands
from arrowswitch.deals.hands import high_card_points
from arrowswitch.session import State
from arrowswitch.session.night import HandsKey, all_hands, table_at
from arrowswitch.site.night.analysis import analysis_shown

SUITS = (
    ("♠", "spade", gettext_lazy("spades")),
    ("♥", "heart", gettext_lazy("hearts")),
    ("♦", "diamond", gettext_lazy("diamonds")),
    ("♣", "clubs", gettext_lazy("clubs")),
)


def hands_of(hands: BoardHands) -> list[dict[str, Any]]:
    """The four hands in the order in which they stand on the page.

    >>> hands_of(BoardHands(1, "AKT2.-.QJ98.65432", "", "", ""))[0]["suits"][:2]
    (('♠', 'spade', 'AK102', 'spades A K 10 2'), ('♥', 'heart', '–', 'hearts none'))
    """
    held = (
        ("north", _("North"), hands.north),
        ("west", _("West"), hands.west),
        ("east", _("East"), hands.east),
        ("south", _("South"), hands.south),
    )
    return [
        {"seat": seat, "name": name, "points": high_card_points(hand), "suits": _suits(hand)}
        for seat, name, hand in held
    ]


def deals_shown(state: State, board: int, *, par: bool) -> tuple[dict[str, Any], ...]:
    """The hands of a board, with what makes if that may be seen; several where sections or groups had others."""
    return tuple(
        {
            "title": deal_title(key),
            "hands": hands_of(hands),
            "analysis": analysis_shown(table_at(state, key.section, board, key.group), board) if par else None,
        }
        for key, hands in all_hands(state, board).items()
    )


def deal_title(key: HandsKey) -> str:
    """Where hands of their own were played; nothing for those of everybody.

    >>> deal_title(HandsKey("A", 7)), deal_title(HandsKey("", 7))
    ('Section A', '')
    """
    told = [_("Section %(section)s") % {"section": key.section}] if key.section else []
    return ", ".join([*told, _("Group %(group)s") % {"group": key.group}] if key.group else told)


def _suits(hand: str) -> tuple[tuple[str, str, str, str], ...]:
    """For each suit its sign, its colour, its cards, and how it sounds: "spades A K 10 2"."""
    found = []
    for (sign, colour, name), cards in zip(SUITS, hand.upper().replace("10", "T").split("."), strict=False):
        ranks = ["10" if rank == "T" else rank for rank in cards if rank != "-"]
        found.append((sign, colour, "".join(ranks) or "–", f"{name} {' '.join(ranks) or _('none')}"))
    return tuple(found)
