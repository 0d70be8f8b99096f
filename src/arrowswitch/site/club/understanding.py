"""Whom somebody means by what was typed: a number, or a name in any order of its words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.search import best, known, of_name


@dataclass
class Unclear(Exception):  # noqa: N818 - said to a person
    """Nobody, or more than one; with those who may be meant."""

    problem: str
    candidates: tuple[Player, ...] = ()
    nobody: bool = False
    """Whether nobody of the register has this name or number."""

    def __str__(self) -> str:
        return self.problem


def understood(club: Club, text: str) -> Player:
    """The one player of the register whom a number or a full name means; `Unclear` says what to type instead."""
    text = " ".join(text.split())[:200]
    offered = best(known(club), text, 20)
    numbered = [player for player in offered if player.number and player.number.casefold() == text.casefold()]
    named = numbered or of_name(offered, text)
    playing = [player for player in named if player.active] or named
    if len(playing) == 1:
        return playing[0]
    if playing:
        raise Unclear(
            _("There are %(count)s players called %(name)s (%(numbers)s); type the number.")
            % {
                "count": len(playing),
                "name": text,
                "numbers": ", ".join(player.number or _("no number") for player in playing),
            },
            tuple(playing),
        )
    likely = tuple(player for player in offered if player.active)[:6]
    if any(letter.isdigit() for letter in text):
        raise Unclear(_("Nobody in the register has the number %(number)s.") % {"number": text}, likely, nobody=True)
    if likely:
        raise Unclear(
            _("“%(text)s” is not a full name. Is it %(who)s?")
            % {"text": text, "who": _(" or ").join(player.with_number for player in likely[:3])},
            likely,
            nobody=True,
        )
    raise Unclear(_("%(name)s is not in the register.") % {"name": text}, nobody=True)
