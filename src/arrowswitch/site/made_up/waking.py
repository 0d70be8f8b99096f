"""A worker process that keeps nights: Django is woken before anything of the club is imported."""

from __future__ import annotations

from collections.abc import Sequence

import django

from arrowswitch.session.acts import SeatedPlayer
from arrowswitch.site.made_up.nights import MadeUpYears


def wake() -> None:
    """Makes the database of the process that began it ours too."""
    django.setup()


def play(club: int, wish: MadeUpYears, register: Sequence[SeatedPlayer], numbers: Sequence[int]) -> int:
    """Plays and keeps these nights."""
    from arrowswitch.site.made_up.years import play as kept

    return kept(club, wish, register, numbers)
