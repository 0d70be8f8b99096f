"""Template tags of the pages of results."""

from __future__ import annotations

from django import template

from arrowswitch.session import SeatedPlayer, State
from arrowswitch.session.night import Contestant
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
