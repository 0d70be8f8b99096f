"""The club that a command works for: the site woken on its data folder. Django is imported when it is woken."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from arrowswitch.site.data_folder import storage
from arrowswitch.words import say

if TYPE_CHECKING:
    from arrowswitch.site.club.models import Club


class CannotOpen(Exception):  # noqa: N818 - said to a person
    """There is no club to work for; the sentence says why."""


def club_in(data: Path | None, name: str | None = None) -> Club:
    """The club in a data folder, or on the server that the environment names; by its name where there are several."""
    folder = (data or storage.usual_folder()).expanduser().absolute()
    if not storage.elsewhere() and not (folder / storage.DATABASE).is_file():
        raise CannotOpen(say("There is no club in {folder}. Name its folder with --data.", folder=folder))
    from arrowswitch.site.start import ready

    try:
        ready(folder, demo=False)
    except storage.CannotServe as refusal:
        raise CannotOpen(refusal.args[0]) from None

    from arrowswitch.site.accounts.models import same_name
    from arrowswitch.site.club.models import Club

    clubs = list(Club.objects.filter(is_demonstration=False).order_by("pk"))
    found = [each for each in clubs if name is None or same_name(each.name) == same_name(name)]
    if not clubs:
        raise CannotOpen(say("There is no club in {folder} yet: open its pages with arrowswitch serve.", folder=folder))
    names = ", ".join(each.name for each in clubs)
    if not found:
        raise CannotOpen(say("There is no club “{name}”; there are {names}.", name=name, names=names))
    if len(found) > 1:
        raise CannotOpen(say("There are several clubs: {names}. Name one with --club.", names=names))
    return found[0]
