"""Template tags of the pages of results."""

from __future__ import annotations

from urllib.parse import urlencode

from django import template

from arrowswitch.session import SeatedPlayer, State
from arrowswitch.session.night import Contestant, DealPromise
from arrowswitch.site.night.naming import Names

register = template.Library()


@register.filter
def scoring_name(state: State, who: Contestant) -> str:
    """What addresses call a pair.

    >>> scoring_name(State(), Contestant("A", 7))
    'A7'
    """
    return state.name(*who)


@register.filter
def player_name(names: Names, player: SeatedPlayer) -> str:
    """A person's name, as the register has it."""
    return names.player(player)


@register.filter
def as_question(promise: DealPromise) -> str:
    """What the page that checks promises is asked, so that the form is filled in."""
    first, count = promise.boards[0], len(promise.boards)
    return urlencode({"promise": promise.promise, "secret": promise.secret, "first": first, "boards": count})
