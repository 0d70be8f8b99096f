"""Template filters for the pages of boards, lines, pairs and penalties."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django import template
from django.utils.translation import gettext as _

from arrowswitch.scoring import Step
from arrowswitch.scoring.figures import in_column
from arrowswitch.session.acts import Act
from arrowswitch.session.night import State
from arrowswitch.words import Sentence, say

register = template.Library()


@register.filter
def cited(source: str) -> str:
    """A source for a reader, without the line numbers that our data keeps.

    >>> cited("NZ Club Directors Manual, L745-759")
    'NZ Club Directors Manual'
    """
    return Step(say("{source}", source=source), 0, rule=source or "").cited


@register.filter
def signed_points(value: Fraction | int | None) -> str:
    """A gain or a loss, with two decimals.

    >>> signed_points(Fraction(-25, 2)), signed_points(3)
    ('−12.50', '+3.00')
    """
    return in_column(value, 2, sign=True)


@register.filter
def most(frequencies: Sequence[tuple[int, int]]) -> int:
    """The largest number of times in a table of frequencies.

    >>> most([(420, 3), (-50, 1)])
    3
    """
    return max((times for _, times in frequencies), default=1)


@register.filter
def contestant_word(state: State) -> str:
    """What a column of contestants is headed with: pairs, teams or players.

    >>> contestant_word(State())
    'Pair'
    """
    kinds = {section.movement.kind for section in state.sections.values()}
    return _("Team") if "teams" in kinds else _("Player") if "individual" in kinds else _("Pair")


@register.filter
def act_words(act: Act, state: State) -> Sentence:
    """What was done, in words."""
    return act.told(state)
